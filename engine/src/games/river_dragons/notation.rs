//! Moves as text, in the notation of `RULES.md`.

use crate::Seat;

use super::cards::Card;
use super::limits::{ISLANDS, LENGTHS};
use super::moves::Move;
use super::pieces::{Color, Place, PlankIdx, SupportIdx};
use super::rules::DragonRules;
use super::spans::SpanIdx;
use super::state::RiverDragons;

/// Room for every name of a move under the standard rules, in bytes.
const LONGEST: usize = 32;

pub(super) fn move_text(rules: &DragonRules, mv: Move) -> String {
    match mv {
        Move::DealStart(seat) => format!("deal:{seat}"),
        Move::Program(card) => rules.word("program:").card(card).text,
        Move::Stone(island) => rules.word("stone:").number(island).text,
        Move::Plank(length, span) => rules.word("plank:").number(length).add(":").span(span).text,
        Move::Lose(length) => rules.word("lose:").number(length).text,
        Move::RemoveStone(island) => rules.word("remove:stone:").number(island).text,
        Move::RemovePlank(plank) => rules.word("remove:plank:").plank(plank).text,
        Move::Step(to) => rules.word("step:").place(to).text,
        Move::Jump(over, to) => rules.word("jump:").plank(over).add(":").place(to).text,
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
    let support = |text: &str| match rules.color_named(text) {
        Some(village) => Some(village.support()),
        None => below(text, ISLANDS).map(SupportIdx::of_island),
    };
    let span = |text: &str| {
        let (first, second) = text.split_once('-')?;
        let ends = [support(first)?, support(second)?];
        let spans = &rules.board.spans;
        spans.binary_search_by_key(&ends, |span| span.ends).ok().map(|idx| SpanIdx(idx as u8))
    };
    let card = |text: &str| match text.strip_prefix("dragon-") {
        Some(color) => rules.color_named(color).map(Card::dragon),
        None => Card::NAMES.iter().position(|&name| name == text).map(|idx| Card(idx as u8)),
    };
    let mv = match parts[..] {
        ["deal", seat] => {
            Move::DealStart(seat.parse().ok().filter(|seat: &Seat| seat.index() < state.players.players())?)
        }
        ["program", name] => Move::Program(card(name)?),
        ["stone", island] => Move::Stone(below(island, ISLANDS)?),
        ["plank", number, name] => Move::Plank(below(number, LENGTHS)?, span(name)?),
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

/// A word that is being written. Brute force writes thousands in a position, so nothing is formatted.
struct Word<'a> {
    rules: &'a DragonRules,
    text: String,
}

impl DragonRules {
    fn word(&self, start: &str) -> Word<'_> {
        let mut text = String::with_capacity(LONGEST);
        text.push_str(start);
        Word { rules: self, text }
    }

    pub(super) fn span_name(&self, span: SpanIdx) -> String {
        self.word("").span(span).text
    }
}

impl Word<'_> {
    fn add(mut self, text: &str) -> Self {
        self.text.push_str(text);
        self
    }

    /// The number from 1 of an index below 99.
    fn number(mut self, index: u8) -> Self {
        let number = index + 1;
        let digits = if number < 10 { &[number][..] } else { &[number / 10, number % 10] };
        self.text.extend(digits.iter().map(|digit| char::from(b'0' + digit)));
        self
    }

    fn color(self, color: Color) -> Self {
        let name = self.rules.name(color);
        self.add(name)
    }

    fn card(self, card: Card) -> Self {
        match card.color() {
            Some(color) => self.add("dragon-").color(color),
            None => self.add(Card::NAMES[usize::from(card.0)]),
        }
    }

    fn plank(self, plank: PlankIdx) -> Self {
        self.color(plank.color()).number(plank.length())
    }

    fn support(self, support: SupportIdx) -> Self {
        match support.village() {
            Some(village) => self.color(village),
            None => self.number(support.0 - SupportIdx::of_island(0).0),
        }
    }

    fn span(self, span: SpanIdx) -> Self {
        let [first, second] = self.rules.board.spans[span.index()].ends;
        self.support(first).add("-").support(second)
    }

    fn place(self, place: Place) -> Self {
        match place.as_village() {
            Some(village) => self.add("village:").color(village),
            None => self.plank(PlankIdx(place.0)),
        }
    }
}

impl RiverDragons {
    /// The name of a card, as in moves.
    pub fn card_name(&self, card: Card) -> String {
        self.rules.0.word("").card(card).text
    }

    pub(super) fn plank_name(&self, plank: PlankIdx) -> String {
        self.rules.0.word("").plank(plank).text
    }

    pub(super) fn span_name(&self, span: SpanIdx) -> String {
        self.rules.0.span_name(span)
    }

    pub(super) fn place_name(&self, place: Place) -> String {
        self.rules.0.word("").place(place).text
    }
}
