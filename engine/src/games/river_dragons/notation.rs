//! Moves as text, in the notation of `RULES.md`.

use crate::Seat;

use super::board::{ISLANDS, LENGTHS, Place, PlankIdx, SpanIdx, SupportIdx};
use super::cards::Card;
use super::{Move, RiverDragons};

impl RiverDragons {
    /// The name of a card, as in moves.
    pub fn card_name(&self, card: Card) -> String {
        match card.color() {
            Some(color) => format!("dragon-{}", self.rules.0.name(color)),
            None => Card::NAMES[usize::from(card.0)].to_owned(),
        }
    }

    pub(super) fn plank_name(&self, plank: PlankIdx) -> String {
        format!("{}{}", self.rules.0.name(plank.color()), plank.length() + 1)
    }

    fn support_name(&self, support: SupportIdx) -> String {
        match support.village() {
            Some(village) => self.rules.0.name(village).to_owned(),
            None => (support.0 - SupportIdx::of_island(0).0 + 1).to_string(),
        }
    }

    pub(super) fn span_name(&self, span: SpanIdx) -> String {
        let [first, second] = self.rules.0.board.spans[span.index()].ends;
        format!("{}-{}", self.support_name(first), self.support_name(second))
    }

    pub(super) fn place_name(&self, place: Place) -> String {
        match place.as_village() {
            Some(village) => format!("village:{}", self.rules.0.name(village)),
            None => self.plank_name(PlankIdx(place.0)),
        }
    }

    pub(super) fn write_move(&self, mv: Move) -> String {
        match mv {
            Move::DealStart(seat) => format!("deal:{seat}"),
            Move::Program(card) => format!("program:{}", self.card_name(card)),
            Move::Stone(island) => format!("stone:{}", island + 1),
            Move::Plank(length, span) => format!("plank:{}:{}", length + 1, self.span_name(span)),
            Move::Lose(length) => format!("lose:{}", length + 1),
            Move::RemoveStone(island) => format!("remove:stone:{}", island + 1),
            Move::RemovePlank(plank) => format!("remove:plank:{}", self.plank_name(plank)),
            Move::Step(to) => format!("step:{}", self.place_name(to)),
            Move::Jump(over, to) => format!("jump:{}:{}", self.plank_name(over), self.place_name(to)),
        }
    }

    pub(super) fn read_move(&self, text: &str) -> Option<Move> {
        let parts: Vec<&str> = text.split(':').collect();
        let below = |text: &str, most: usize| {
            let number: usize = text.parse().ok()?;
            (1..=most).contains(&number).then(|| (number - 1) as u8)
        };
        let plank = |text: &str| {
            let at = text.find(|c: char| c.is_ascii_digit())?;
            Some(PlankIdx::of(self.rules.0.color_named(&text[..at])?, below(&text[at..], LENGTHS)?))
        };
        let place = |parts: &[&str]| match parts {
            ["village", color] => Some(Place::village(self.rules.0.color_named(color)?)),
            [name] => Some(Place::plank(plank(name)?)),
            _ => None,
        };
        let mv = match parts[..] {
            ["deal", seat] => {
                Move::DealStart(seat.parse().ok().filter(|seat: &Seat| seat.index() < self.players.players())?)
            }
            ["program", card] => Move::Program(Card::all().find(|&other| self.card_name(other) == card)?),
            ["stone", island] => Move::Stone(below(island, ISLANDS)?),
            ["plank", number, span] => {
                let spans = (0..self.rules.0.board.spans.len()).map(|idx| SpanIdx(idx as u8));
                Move::Plank(below(number, LENGTHS)?, spans.into_iter().find(|&other| self.span_name(other) == span)?)
            }
            ["lose", number] => Move::Lose(below(number, LENGTHS)?),
            ["remove", "stone", island] => Move::RemoveStone(below(island, ISLANDS)?),
            ["remove", "plank", name] => Move::RemovePlank(plank(name)?),
            ["step", ref to @ ..] => Move::Step(place(to)?),
            ["jump", over, ref to @ ..] => Move::Jump(plank(over)?, place(to)?),
            _ => return None,
        };
        // One spelling for each move: no signs, no leading zeros.
        (self.write_move(mv) == text).then_some(mv)
    }
}
