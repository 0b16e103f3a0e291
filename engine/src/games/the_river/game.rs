//! The River as a [`Game`]: each item of the contract leads to the file of its subject.

use std::ops::RangeInclusive;

use rand::Rng;

use crate::{Game, Outcome, PartMeaning, Parts, Picture, Seat, Turn, UnknownMove, Viewer};

use super::limits::PLAYERS;
use super::state::Phase;
use super::{
    Move, Part, RiverRules, TheRiver, chance, chance_moves, known, legal, notation, picture, play, scoring, setup,
};

impl Game for TheRiver {
    type Move = Move;
    type Rules = RiverRules;

    const NAME: &'static str = "the-river";
    const TITLE: &'static str = "The River";
    const RULES_VERSION: &'static str = "1";
    const PLAYERS: RangeInclusive<usize> = 2..=PLAYERS;
    const CHANCE_STREAMS: &'static [&'static str] = &["setup", "tiles", "buildings"];
    const PARTS: &'static [&'static str] = &Part::NAMES;
    const PARTS_ARE: PartMeaning = PartMeaning::Points;
    // Fifty rounds of at most 20 placements; a placement brings in at most 44 resources, each of which leaves by a
    // trade or a return of its own.
    const MAX_MOVES: usize = 50 * (20 * 45 + 40) + 40;

    fn new(rules: &'static RiverRules, players: usize) -> Self {
        setup::new(rules, players)
    }

    #[inline]
    fn n_players(&self) -> usize {
        self.players.players()
    }

    #[inline]
    fn turn(&self) -> Turn {
        match self.phase {
            Phase::Draft | Phase::Place | Phase::Return | Phase::Swap => Turn::Player(self.current),
            Phase::Over => Turn::Over,
            _ => Turn::Chance,
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
    fn play_unchecked(&mut self, mv: Move) {
        play::play_unchecked(self, mv);
    }

    #[inline]
    fn draw(&self, rng: &mut impl Rng) -> Move {
        chance::draw(self, rng)
    }

    #[inline]
    fn play_chance(&mut self, rng: &mut impl Rng) -> u64 {
        chance::play(self, rng)
    }

    fn chance_outcomes(&self, outcomes: &mut Vec<(Move, u32)>) {
        chance_moves::chance_outcomes(self, outcomes);
    }

    #[inline]
    fn chance_stream(&self) -> usize {
        chance_moves::chance_stream(self)
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
        notation::move_text(self.rules.all, mv)
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
        picture::move_parts(self, mv)
    }

    #[inline]
    fn random_indexed_move(&self, _buffer: &mut Vec<Move>, rng: &mut impl Rng) -> (usize, Move) {
        legal::random_indexed_move(self, rng)
    }
}
