//! What hands of Rio Grande are good for, as learned values look at it.
//!
//! The hands of others count by their size only where the observer does not know them: as what a card of the box is
//! worth on average. Cards that will be drawn at the end of the turn count so too, so that it is not the number of
//! cards in hand that is valued.

use riverlab_engine::games::rio_grande::{Card, CardKind, RioGrande, Water};
use riverlab_engine::{Game, Seat, Turn};

use super::table::Table;

/// How many of the cards of the box are of each kind, in the order of [`CardKind`].
const SHARES: [f32; CardKind::ALL.len()] = [108.0 / 165.0, 24.0 / 165.0, 12.0 / 165.0, 12.0 / 165.0, 9.0 / 165.0];
/// The share of the cards with a landscape that continue a given river.
const FITTING: f32 = 0.5;
/// The share of sandbanks that have a given water.
const OF_WATER: f32 = 1.0 / 3.0;
/// What a bridge brings that is built on a card right before a mouth.
const BRIDGE_AT_MOUTH: f32 = 2.0;

/// What a hand can do. All gains are what the player wins beyond the most that one of the others does.
#[derive(Clone, Copy, Default)]
pub(super) struct Outlook {
    /// The number of cards of each kind, those included that will be drawn.
    pub(super) counts: [f32; CardKind::ALL.len()],
    /// The rivers that river cards of the hand continue.
    pub(super) reach: f32,
    /// What the river cards bring, each in the river where it helps most.
    pub(super) feeds: f32,
    /// Whether there is a mouth that fits a river card of the hand.
    pub(super) pair: f32,
    /// The most points that a mouth brings, however many it brings others.
    pub(super) mouth_points: f32,
    /// The gain by a mouth.
    pub(super) mouth: f32,
    /// The gain by a mouth behind a river card of the hand, without a bridge on that.
    pub(super) two: f32,
    /// The gain by a lake.
    pub(super) lake: f32,
    /// The gain by a bend.
    pub(super) bend: f32,
    /// The gain by a sandbank.
    pub(super) sandbank: f32,
}

impl Outlook {
    /// The outlook of a player who has a turn left.
    pub(super) fn of(state: &RioGrande, table: &Table, seat: Seat, is_known: bool) -> Outlook {
        let hand = state.player(seat).hand();
        let missing = usize::from(state.rules().hand).saturating_sub(hand.len()).min(state.stack_len() as usize);
        let drawn = if state.turns_left().is_some() { 0 } else { missing };
        let viewer = Viewer { state, table, seat: seat.index() };
        let (mut outlook, unknown) = if is_known {
            (viewer.known(hand, drawn), drawn)
        } else {
            (viewer.expected(hand.len()), hand.len() + drawn)
        };
        for (count, share) in outlook.counts.iter_mut().zip(SHARES) {
            *count += unknown as f32 * share;
        }
        outlook.feeds += unknown as f32 * SHARES[0] * FITTING * viewer.best_growth(table.all);
        outlook
    }

    /// What a bridge may add to the gain by a mouth behind a river card.
    #[inline]
    pub(super) fn bridge_at_mouth(&self, has_bridge: bool) -> f32 {
        if has_bridge { self.pair * BRIDGE_AT_MOUTH } else { 0.0 }
    }

    /// The largest gain by one special card alone.
    #[inline]
    pub(super) fn best_special(&self) -> f32 {
        self.mouth.max(self.lake).max(self.bend).max(self.sandbank)
    }

    /// The largest gain in a whole turn.
    #[inline]
    pub(super) fn best(&self, has_bridge: bool) -> f32 {
        self.best_special().max(self.two + self.bridge_at_mouth(has_bridge))
    }

    /// The largest gain in what is left of the turn of the player to act; 0 for all others.
    pub(super) fn now(&self, state: &RioGrande, seat: Seat) -> f32 {
        let actions = state.actions_left();
        if state.turn() != Turn::Player(seat) || state.specials_left() == 0 || actions == 0 {
            return 0.0;
        }
        let may_build = state.bridges_left() > 0 && state.player(seat).bridges() > 0;
        match actions {
            1 => self.best_special(),
            2 => self.best(false),
            _ => self.best(may_build),
        }
    }
}

/// The table as a player looks at it.
struct Viewer<'a> {
    state: &'a RioGrande,
    table: &'a Table,
    seat: usize,
}

impl Viewer<'_> {
    /// What these cards can do, if so many are drawn besides.
    fn known(&self, hand: &[Card], drawn: usize) -> Outlook {
        let mut outlook = Outlook::default();
        let mut reached = 0;
        for &card in hand {
            outlook.counts[card.kind() as usize] += 1.0;
            let rivers = self.state.rivers().continued_by(card);
            match card.kind() {
                CardKind::River => {
                    reached |= rivers;
                    outlook.feeds += self.best_growth(rivers);
                }
                CardKind::Mouth => self.weigh_mouth(card, rivers, hand, &mut outlook),
                CardKind::Lake => outlook.lake = outlook.lake.max(self.lake(rivers)),
                CardKind::Bend => outlook.bend = outlook.bend.max(self.bend(rivers)),
                CardKind::Sandbank => {
                    outlook.sandbank = outlook.sandbank.max(self.table.dried(card.water(), self.seat) as f32);
                }
            }
        }
        outlook.reach = self.reach(reached, drawn);
        outlook
    }

    /// What so many cards can do on average.
    fn expected(&self, cards: usize) -> Outlook {
        let [rivers, mouths, bends, lakes, sandbanks] = SHARES;
        let all = self.table.all;
        let fitting = |share: f32| at_least_one(share * FITTING, cards);
        let pair = at_least_one(mouths, cards) * at_least_one(rivers * FITTING, cards.saturating_sub(1));
        let dried = Water::ALL.map(|water| self.table.dried(water, self.seat)).into_iter().max().unwrap_or(0);
        Outlook {
            counts: [0.0; CardKind::ALL.len()],
            reach: self.reach(0, cards),
            feeds: 0.0,
            pair,
            mouth_points: fitting(mouths) * self.points_at_mouth(all),
            mouth: fitting(mouths) * self.lead(all),
            two: pair * FITTING * self.lead_behind_card(all),
            lake: fitting(lakes) * self.lake(all),
            bend: fitting(bends) * self.bend(all),
            sandbank: at_least_one(sandbanks * OF_WATER, cards) * dried as f32,
        }
    }

    /// Looks where a mouth can be laid, at once or behind a river card of the hand.
    fn weigh_mouth(&self, mouth: Card, rivers: u8, hand: &[Card], outlook: &mut Outlook) {
        outlook.mouth_points = outlook.mouth_points.max(self.points_at_mouth(rivers));
        outlook.mouth = outlook.mouth.max(self.lead(rivers));
        for &card in hand.iter().filter(|&&card| card.kind() == CardKind::River && can_follow(card, mouth)) {
            outlook.pair = 1.0;
            outlook.two = outlook.two.max(self.lead_behind_card(self.state.rivers().continued_by(card)));
        }
    }

    /// How many rivers are reached, if cards are drawn besides.
    fn reach(&self, reached: u8, drawn: usize) -> f32 {
        let others = (self.table.all & !reached).count_ones() as f32;
        reached.count_ones() as f32 + others * at_least_one(SHARES[0] * FITTING, drawn)
    }

    #[inline]
    fn points_at_mouth(&self, rivers: u8) -> f32 {
        self.table.best_of(rivers, |river| river.at_mouth[self.seat]) as f32
    }

    #[inline]
    fn lead(&self, rivers: u8) -> f32 {
        self.table.best_of(rivers, |river| river.lead[self.seat]) as f32
    }

    /// The lead at the mouth if a river card is laid before it.
    #[inline]
    fn lead_behind_card(&self, rivers: u8) -> f32 {
        self.table.best_of(rivers, |river| river.lead[self.seat] + river.growth[self.seat]) as f32
    }

    #[inline]
    fn best_growth(&self, rivers: u8) -> f32 {
        self.table.best_of(rivers, |river| river.growth[self.seat]) as f32
    }

    /// A lake is a card and brings its own points, for each bridge.
    #[inline]
    fn lake(&self, rivers: u8) -> f32 {
        self.state.points_of_bridge(1, 1) as f32 * self.best_growth(rivers)
    }

    #[inline]
    fn bend(&self, rivers: u8) -> f32 {
        self.table.best_of(rivers, |river| river.swap[self.seat]) as f32
    }
}

/// Whether one of two cards can follow the other in a river: they share a water or a landscape. Sandbanks follow none.
#[inline]
fn can_follow(card: Card, other: Card) -> bool {
    match (card.landscape(), other.landscape()) {
        (Some(landscape), Some(next)) => landscape == next || card.water() == other.water(),
        _ => false,
    }
}

/// The chance that at least one of so many cards is among a share of all cards.
#[inline]
fn at_least_one(share: f32, cards: usize) -> f32 {
    1.0 - (0..cards).fold(1.0, |none, _| none * (1.0 - share))
}
