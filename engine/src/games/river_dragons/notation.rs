//! Moves as text, in the notation of `RULES.md`.

use std::fmt::{Display, from_fn};

use crate::Seat;

use super::cards::Card;
use super::limits::{ISLANDS, LENGTHS};
use super::moves::Move;
use super::pieces::{Place, PlankIdx, SupportIdx};
use super::rules::DragonRules;
use super::spans::SpanIdx;
use super::state::RiverDragons;

pub(super) fn move_text(rules: &DragonRules, mv: Move) -> String {
    match mv {
        Move::DealStart(seat) => format!("deal:{seat}"),
        Move::Program(card) => format!("program:{}", rules.card_name(card)),
        Move::Stone(island) => format!("stone:{}", island + 1),
        Move::Plank(length, span) => format!("plank:{}:{}", length + 1, rules.span_name(span)),
        Move::Lose(length) => format!("lose:{}", length + 1),
        Move::RemoveStone(island) => format!("remove:stone:{}", island + 1),
        Move::RemovePlank(plank) => format!("remove:plank:{}", rules.plank_name(plank)),
        Move::Step(to) => format!("step:{}", rules.place_name(to)),
        Move::Jump(over, to) => format!("jump:{}:{}", rules.plank_name(over), rules.place_name(to)),
    }
}

pub(super) fn parse_move(state: &RiverDragons, text: &str) -> Option<Move> {
    let rules = state.rules.0;
    let parts: Vec<&str> = text.split(':').collect();
    let below = |text: &str, most: usize| {
        let number: usize = text.parse().ok()?;
        (1..=most).contains(&number).then(|| (number - 1) as u8)
    };
    let plank = |text: &str| {
        let at = text.find(|c: char| c.is_ascii_digit())?;
        Some(PlankIdx::of(rules.color_named(&text[..at])?, below(&text[at..], LENGTHS)?))
    };
    let place = |parts: &[&str]| match parts {
        ["village", color] => Some(Place::village(rules.color_named(color)?)),
        [name] => Some(Place::plank(plank(name)?)),
        _ => None,
    };
    let mv = match parts[..] {
        ["deal", seat] => {
            Move::DealStart(seat.parse().ok().filter(|seat: &Seat| seat.index() < state.players.players())?)
        }
        ["program", card] => Move::Program(Card::all().find(|&other| rules.card_name(other).to_string() == card)?),
        ["stone", island] => Move::Stone(below(island, ISLANDS)?),
        ["plank", number, span] => {
            let spans = (0..rules.board.spans.len()).map(|idx| SpanIdx(idx as u8));
            Move::Plank(
                below(number, LENGTHS)?,
                spans.into_iter().find(|&other| rules.span_name(other).to_string() == span)?,
            )
        }
        ["lose", number] => Move::Lose(below(number, LENGTHS)?),
        ["remove", "stone", island] => Move::RemoveStone(below(island, ISLANDS)?),
        ["remove", "plank", name] => Move::RemovePlank(plank(name)?),
        ["step", ref to @ ..] => Move::Step(place(to)?),
        ["jump", over, ref to @ ..] => Move::Jump(plank(over)?, place(to)?),
        _ => return None,
    };
    // One spelling for each move: no signs, no leading zeros.
    (move_text(rules, mv) == text).then_some(mv)
}

impl DragonRules {
    fn card_name(&self, card: Card) -> impl Display {
        from_fn(move |f| match card.color() {
            Some(color) => write!(f, "dragon-{}", self.name(color)),
            None => f.write_str(Card::NAMES[usize::from(card.0)]),
        })
    }

    fn plank_name(&self, plank: PlankIdx) -> impl Display {
        from_fn(move |f| write!(f, "{}{}", self.name(plank.color()), plank.length() + 1))
    }

    fn support_name(&self, support: SupportIdx) -> impl Display {
        from_fn(move |f| match support.village() {
            Some(village) => f.write_str(self.name(village)),
            None => write!(f, "{}", support.0 - SupportIdx::of_island(0).0 + 1),
        })
    }

    pub(super) fn span_name(&self, span: SpanIdx) -> impl Display {
        let [first, second] = self.board.spans[span.index()].ends;
        from_fn(move |f| write!(f, "{}-{}", self.support_name(first), self.support_name(second)))
    }

    fn place_name(&self, place: Place) -> impl Display {
        from_fn(move |f| match place.as_village() {
            Some(village) => write!(f, "village:{}", self.name(village)),
            None => write!(f, "{}", self.plank_name(PlankIdx(place.0))),
        })
    }
}

impl RiverDragons {
    /// The name of a card, as in moves.
    pub fn card_name(&self, card: Card) -> String {
        self.rules.0.card_name(card).to_string()
    }

    pub(super) fn plank_name(&self, plank: PlankIdx) -> String {
        self.rules.0.plank_name(plank).to_string()
    }

    pub(super) fn span_name(&self, span: SpanIdx) -> String {
        self.rules.0.span_name(span).to_string()
    }

    pub(super) fn place_name(&self, place: Place) -> String {
        self.rules.0.place_name(place).to_string()
    }
}
