//! What lies on the table of Rio Grande and in the hand of the player to act, as learned policies look at it.

use riverlab_engine::bits::set_bits;
use riverlab_engine::games::rio_grande::{Card, CardKind, Landscape, RioGrande, RiverIdx, Water};
use riverlab_engine::{Game, Seat};

use super::stream::Stream;
use super::table::{BySeat, MAX_RIVERS, cards_upstream};

/// What is the same for all moves of a position. The hands of others are not looked at.
pub(super) struct Survey<'a> {
    pub(super) state: &'a RioGrande,
    /// The index of the player to act.
    pub(super) me: usize,
    /// The index of the other player who has the most points if the game ends now.
    pub(super) leader: usize,
    /// The actions that are left in the turn.
    pub(super) actions: u8,
    /// The bridges of the player that are not on the table.
    pub(super) home: u8,
    /// Whether a special card may still be laid in the turn.
    pub(super) may_lay_special: bool,
    /// Whether a bridge may still be built in the turn, if there is a card for it.
    pub(super) may_build: bool,
    /// Whether the player has no later turn.
    pub(super) is_last_turn: bool,
    /// The number of rivers.
    pub(super) rivers: u8,
    /// The rivers with a card of this turn on which a bridge can be built, as a set.
    pub(super) places: u8,
    /// The bridges of the player on the table.
    pub(super) own: i32,
    streams: [Stream; MAX_RIVERS],
    held: [Held; MAX_HAND],
    /// For each river the river cards in hand that continue it.
    feeders: [u8; MAX_RIVERS],
    /// The rivers that a mouth in hand continues, as a set.
    mouths: u8,
}

/// What a card of the hand can do; other cards of the hand are those besides one card of its sort.
#[derive(Clone, Copy)]
pub(super) struct CardFacts {
    pub(super) card: Card,
    /// The rivers that it continues, as a set.
    pub(super) rivers: u8,
    /// By how many bridges the player is ahead of the rival in the best of these rivers; 0 without one.
    pub(super) best_growth: i32,
    /// The river cards in hand that share a water or a landscape with it.
    pub(super) matching: u8,
    /// The rivers that these continue, as a set.
    pub(super) rivers_of_matching: u8,
    /// Whether a mouth in hand can follow it.
    pub(super) has_mouth: bool,
    /// Whether a lake in hand can follow it.
    pub(super) has_lake: bool,
}

impl<'a> Survey<'a> {
    pub(super) fn of(state: &'a RioGrande) -> Survey<'a> {
        let seat = state.next_to_act();
        let home = state.player(seat).bridges();
        let mut survey = Survey {
            state,
            me: seat.index(),
            leader: 0,
            actions: state.actions_left(),
            home,
            may_lay_special: state.specials_left() > 0,
            may_build: state.bridges_left() > 0 && home > 0,
            is_last_turn: state.turns_left().is_some(),
            rivers: 0,
            places: 0,
            own: 0,
            streams: [Stream::default(); MAX_RIVERS],
            held: [Held::default(); MAX_HAND],
            feeders: [0; MAX_RIVERS],
            mouths: 0,
        };
        survey.read_rivers();
        survey.read_hand();
        survey
    }

    fn read_rivers(&mut self) {
        let state = self.state;
        let mut standing = BySeat::default();
        let points = Seat::all(state.n_players()).map(|seat| i32::from(state.player(seat).points()));
        standing.iter_mut().zip(points).for_each(|(standing, points)| *standing = points);
        for river in state.rivers().iter() {
            self.rivers += 1;
            let mut fresh = state.rivers().cards(river).iter().rev().take(state.rivers().fresh(river));
            if fresh.any(|laid| laid.is_free()) {
                self.places |= 1 << river.index();
            }
            if state.rivers().bridges(river) > 0 {
                let stream = Stream::of(state, river, self.me);
                self.own += stream.own;
                standing.iter_mut().zip(stream.at_end).for_each(|(standing, points)| *standing += points);
                self.streams[river.index()] = stream;
            }
        }
        let others = (0..state.n_players()).filter(|&seat| seat != self.me);
        self.leader = others.max_by_key(|&seat| standing[seat]).expect("there are at least two players");
    }

    fn read_hand(&mut self) {
        for (place, &card) in self.hand().iter().enumerate() {
            let rivers = self.state.rivers().continued_by(card);
            self.held[place] = Held::of(card, rivers);
            match card.kind() {
                CardKind::River => {
                    let feeders = self.feeders.iter_mut().enumerate();
                    feeders.for_each(|(river, count)| *count += rivers >> river & 1);
                }
                CardKind::Mouth => self.mouths |= rivers,
                CardKind::Bend | CardKind::Lake | CardKind::Sandbank => {}
            }
        }
    }

    #[inline]
    fn hand(&self) -> &'a [Card] {
        self.state.player(self.state.next_to_act()).hand()
    }

    #[inline]
    pub(super) fn stream(&self, river: RiverIdx) -> &Stream {
        &self.streams[river.index()]
    }

    /// The river cards in hand that continue a river.
    #[inline]
    pub(super) fn feeders(&self, river: RiverIdx) -> u8 {
        self.feeders[river.index()]
    }

    /// Whether a mouth in hand continues a river.
    #[inline]
    pub(super) fn has_mouth(&self, river: RiverIdx) -> bool {
        contains(self.mouths, river)
    }

    /// Whether a special card can be laid in this turn after one more action.
    #[inline]
    pub(super) fn may_lay_special_next(&self) -> bool {
        self.may_lay_special && self.actions > 1
    }

    /// Whether a bridge can be built in this turn after one more action, if there is a card for it.
    #[inline]
    pub(super) fn may_build_next(&self) -> bool {
        self.may_build && self.actions > 1
    }

    pub(super) fn facts(&self, card: Card) -> CardFacts {
        let rivers = self.state.rivers().continued_by(card);
        let hand = self.hand();
        let own_place = hand.iter().position(|&other| other == card).unwrap_or(MAX_HAND);
        let (traits, mut matching) = (Held::traits(card), Held::default());
        // Which cards match cannot be predicted, so nothing branches on it.
        for (place, other) in self.held[..hand.len()].iter().enumerate() {
            let counts = if other.traits & traits != 0 && place != own_place { u8::MAX } else { 0 };
            matching.count += counts & other.count;
            matching.rivers |= counts & other.rivers;
            matching.kinds |= counts & other.kinds;
        }
        CardFacts {
            card,
            rivers,
            best_growth: self.best_growth(rivers),
            matching: matching.count,
            rivers_of_matching: matching.rivers,
            has_mouth: matching.kinds & 1 << CardKind::Mouth as u8 != 0,
            has_lake: matching.kinds & 1 << CardKind::Lake as u8 != 0,
        }
    }

    /// What a card of the hand could win beyond what it brings the rival, in points, where it is laid best; at least 0.
    pub(super) fn best_use(&self, facts: &CardFacts) -> i32 {
        let best = match facts.card.kind() {
            CardKind::River => Some(facts.best_growth),
            CardKind::Lake => Some(facts.best_growth * self.points_per_bridge(CardKind::Lake)),
            CardKind::Mouth => self.best_of(facts.rivers, Stream::lead),
            CardKind::Bend => self.best_of(facts.rivers, Stream::best_swap),
            CardKind::Sandbank => {
                self.state.rivers().iter().map(|river| self.best_drying(river, facts.card.water())).max()
            }
        };
        best.unwrap_or(0).max(0)
    }

    /// What a card at the end of a river brings every bridge upstream.
    #[inline]
    pub(super) fn points_per_bridge(&self, kind: CardKind) -> i32 {
        self.state.points_of_bridge(1, i32::from(kind == CardKind::Lake))
    }

    /// The points that others lose beyond the player's by the best sandbank of this water on a river; at least 0.
    fn best_drying(&self, river: RiverIdx, water: Water) -> i32 {
        let stream = self.stream(river);
        let mut upstream = stream.points_of_others() - stream.points_of(self.me);
        let mut best = 0;
        for (_, points, laid) in cards_upstream(self.state, river) {
            if let Some(seat) = laid.bridge() {
                upstream += if seat.index() == self.me { points } else { -points };
            } else if laid.is_free() && laid.card().water() == water {
                best = best.max(upstream);
            }
        }
        best
    }

    /// By how many bridges the player is ahead of the rival in the best river of a set; 0 without one.
    #[inline]
    fn best_growth(&self, set: u8) -> i32 {
        let growth = self
            .streams
            .iter()
            .enumerate()
            .map(|(river, stream)| if set >> river & 1 == 1 { stream.growth() } else { i32::MIN });
        if set == 0 { 0 } else { growth.fold(i32::MIN, i32::max) }
    }

    /// The highest value of the rivers of a set, if there are any.
    #[inline]
    fn best_of(&self, set: u8, value: impl Fn(&Stream) -> i32) -> Option<i32> {
        set_bits(set).map(|river| value(&self.streams[usize::from(river)])).max()
    }
}

/// The largest hand that rules may have.
const MAX_HAND: usize = 9;

/// What [`Survey::facts`] needs of a card in hand, so that matching cards are added up without branches.
#[derive(Clone, Copy, Default)]
struct Held {
    /// The landscape and the water, a bit each: cards that share one can follow each other. Sandbanks follow none.
    traits: u8,
    /// The number of river cards.
    count: u8,
    /// The rivers that these continue, as a set.
    rivers: u8,
    /// The kinds of the cards, as a set.
    kinds: u8,
}

impl Held {
    /// A card that continues these rivers.
    #[inline]
    fn of(card: Card, rivers: u8) -> Held {
        let is_river = u8::from(card.kind() == CardKind::River);
        Held { traits: Held::traits(card), count: is_river, rivers: is_river * rivers, kinds: 1 << card.kind() as u8 }
    }

    #[inline]
    fn traits(card: Card) -> u8 {
        let water = 1 << Landscape::ALL.len() << card.water() as u8;
        card.landscape().map_or(0, |landscape| water | 1 << landscape as u8)
    }
}

/// Whether a set of rivers has this one.
#[inline]
pub(super) fn contains(set: u8, river: RiverIdx) -> bool {
    set >> river.index() & 1 == 1
}
