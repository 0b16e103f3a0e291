//! Carcassonne as a [`Game`]: each item of the contract leads to the file of its subject.

use std::ops::RangeInclusive;

use rand::Rng;

use crate::{Game, Outcome, PartMeaning, Parts, Picture, Seat, Turn, UnknownMove, Viewer};

use super::limits::{MAX_TILES, PLAYERS};
use super::moves::Move;
use super::rules::CarcassonneRules;
use super::scoring::Part;
use super::state::{Carcassonne, Phase};
use super::{chance, known, legal, notation, picture, play, scoring, setup};

impl Game for Carcassonne {
    type Move = Move;
    type Rules = CarcassonneRules;

    const NAME: &'static str = "carcassonne";
    const TITLE: &'static str = "Carcassonne";
    const RULES_VERSION: &'static str = "1";
    const PLAYERS: RangeInclusive<usize> = 2..=PLAYERS;
    const CHANCE_STREAMS: &'static [&'static str] = &["start", "river", "land"];
    const PARTS: &'static [&'static str] = &Part::NAMES;
    const PARTS_ARE: PartMeaning = PartMeaning::Points;
    // Every tile is drawn, laid and claimed at most once.
    const MAX_MOVES: usize = 1 + 3 * MAX_TILES;

    fn new(rules: &'static CarcassonneRules, players: usize) -> Self {
        setup::new(rules, players)
    }

    #[inline]
    fn n_players(&self) -> usize {
        self.players.players()
    }

    #[inline]
    fn turn(&self) -> Turn {
        match self.phase {
            Phase::Lay | Phase::Claim => Turn::Player(self.current),
            Phase::Over => Turn::Over,
            Phase::DealStart | Phase::Deal => Turn::Chance,
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
    fn random_indexed_move(&self, buffer: &mut Vec<Move>, rng: &mut impl Rng) -> (usize, Move) {
        legal::random_indexed_move(self, buffer, rng)
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

    fn known_position(&self, _observer: Seat) -> serde_json::Value {
        known::known_position(self)
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
        notation::move_text(self.rules.0, mv)
    }

    fn parse_move(&self, text: &str) -> Result<Move, UnknownMove> {
        notation::parse_move(self, text).ok_or_else(|| UnknownMove { text: text.to_owned(), game: Self::NAME })
    }

    fn all_moves(&self) -> Vec<Move> {
        legal::all_moves(self)
    }

    fn picture(&self, viewer: Viewer) -> Option<Picture> {
        Some(picture::draw(self, viewer))
    }

    fn move_parts(&self, mv: Move) -> Vec<String> {
        picture::move_parts(mv)
    }
}

#[cfg(test)]
#[path = "game_tests.rs"]
mod tests;
