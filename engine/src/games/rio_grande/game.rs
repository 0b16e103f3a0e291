//! Rio Grande as a [`Game`]: each item of the contract leads to the file of its subject.

use std::ops::RangeInclusive;

use rand::Rng;

use crate::{Game, Outcome, PartMeaning, Parts, Picture, Seat, Turn, UnknownMove, Viewer};

use super::limits::{MAX_CARDS, PLAYERS};
use super::moves::Move;
use super::rules::RioRules;
use super::scoring::Part;
use super::state::{Phase, RioGrande};
use super::{chance, display, hidden, known, legal, notation, picture, play, scoring, setup};

impl Game for RioGrande {
    type Move = Move;
    type Rules = RioRules;

    const NAME: &'static str = "rio-grande";
    const TITLE: &'static str = "Rio Grande";
    const RULES_VERSION: &'static str = "1";
    const PLAYERS: RangeInclusive<usize> = 2..=PLAYERS;
    // The cards that a seat is dealt come from a stream of its own, so that they are the same ones whoever sits there.
    const CHANCE_STREAMS: &'static [&'static str] =
        &["start", "cards-p1", "cards-p2", "cards-p3", "cards-p4", "cards-p5"];
    const PARTS: &'static [&'static str] = &Part::NAMES;
    const PARTS_ARE: PartMeaning = PartMeaning::Points;
    const IMPERFECT_INFORMATION: bool = true;
    // Every card is dealt and leaves its hand once, with at most one bridge built per turn and one end of each; a turn
    // in which no card is laid is empty, as bridges need a card of the turn, and of these at most four come in a row
    // before a card leaves a hand. A turn without a card is one move.
    const MAX_MOVES: usize = 1 + MAX_CARDS + 3 * MAX_CARDS + PLAYERS * (MAX_CARDS + 1);

    fn new(rules: &'static RioRules, players: usize) -> Self {
        setup::new(rules, players)
    }

    #[inline]
    fn n_players(&self) -> usize {
        self.players.players()
    }

    #[inline]
    fn turn(&self) -> Turn {
        match self.phase {
            Phase::Act => Turn::Player(self.current),
            Phase::Over => Turn::Over,
            Phase::DealStart | Phase::DealHands | Phase::Refill => Turn::Chance,
        }
    }

    #[inline]
    fn first_player(&self) -> Seat {
        self.first_player
    }

    #[inline]
    fn legal_moves(&self, moves: &mut Vec<Move>) {
        legal::legal_moves(self, moves);
    }

    #[inline]
    fn is_legal(&self, mv: Move) -> bool {
        legal::is_legal(self, mv)
    }

    #[inline]
    fn random_indexed_move(&self, _buffer: &mut Vec<Move>, rng: &mut impl Rng) -> (usize, Move) {
        legal::random_indexed_move(self, rng)
    }

    #[inline]
    fn play_unchecked(&mut self, mv: Move) {
        play::play_unchecked(self, mv);
    }

    #[inline]
    fn draw(&self, rng: &mut impl Rng) -> Move {
        chance::draw(self, rng)
    }

    fn chance_outcomes(&self, outcomes: &mut Vec<(Move, u32)>) {
        chance::chance_outcomes(self, outcomes);
    }

    #[inline]
    fn chance_stream(&self) -> usize {
        chance::chance_stream(self)
    }

    #[inline]
    fn resample_hidden(&mut self, observer: Seat, rng: &mut impl Rng) {
        hidden::resample_hidden(self, observer, rng);
    }

    #[inline]
    fn is_visible_to(&self, observer: Seat, mv: Move) -> bool {
        hidden::is_visible_to(self, observer, mv)
    }

    fn known_position(&self, observer: Seat) -> serde_json::Value {
        known::known_position(self, observer)
    }

    #[inline]
    fn score_parts(&self, seat: Seat) -> Parts {
        scoring::score_parts(self, seat)
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        scoring::outcome(self)
    }

    fn move_text(&self, mv: Move) -> String {
        notation::move_text(mv)
    }

    fn parse_move(&self, text: &str) -> Result<Move, UnknownMove> {
        notation::parse_move(self, text).ok_or_else(|| UnknownMove { text: text.to_owned(), game: Self::NAME })
    }

    fn all_moves(&self) -> Vec<Move> {
        legal::all_moves(self)
    }

    fn position_text(&self, viewer: Viewer) -> String {
        display::position_text(self, viewer)
    }

    fn picture(&self, viewer: Viewer) -> Option<Picture> {
        Some(picture::draw(self, viewer))
    }

    fn move_parts(&self, mv: Move) -> Vec<String> {
        picture::move_parts(self, mv)
    }
}

#[cfg(test)]
#[path = "game_tests.rs"]
mod tests;
