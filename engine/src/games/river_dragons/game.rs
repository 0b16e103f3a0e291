//! River Dragons as a [`Game`]: each item of the contract leads to the file of its subject.

use std::ops::RangeInclusive;

use rand::Rng;

use crate::{Game, Outcome, PartMeaning, Parts, Picture, PublicEvent, Seat, Turn, UnknownMove, Viewer};

use super::limits::{MAX_PROGRAM, MAX_ROUNDS, PLAYERS};
use super::moves::Move;
use super::rules::DragonRules;
use super::scoring::Part;
use super::state::{Phase, RiverDragons};
use super::{chance, display, hidden, known, legal, notation, picture, play, scoring, setup};

impl Game for RiverDragons {
    type Move = Move;
    type Rules = DragonRules;

    const NAME: &'static str = "river-dragons";
    const TITLE: &'static str = "River Dragons";
    const RULES_VERSION: &'static str = "1";
    const PLAYERS: RangeInclusive<usize> = 2..=PLAYERS;
    const CHANCE_STREAMS: &'static [&'static str] = &["start"];
    const PARTS: &'static [&'static str] = &Part::NAMES;
    const PARTS_ARE: PartMeaning = PartMeaning::Facts;
    const IMPERFECT_INFORMATION: bool = true;
    const WINNERS_ONLY: bool = true;
    // Each card of a program is programmed once and carried out at most twice.
    const MAX_MOVES: usize = 1 + MAX_ROUNDS * PLAYERS * MAX_PROGRAM * 3;

    fn new(rules: &'static DragonRules, players: usize) -> Self {
        setup::new(rules, players)
    }

    #[inline]
    fn n_players(&self) -> usize {
        self.players.players()
    }

    #[inline]
    fn turn(&self) -> Turn {
        match self.phase {
            Phase::Program | Phase::Act => Turn::Player(self.current),
            Phase::Over => Turn::Over,
            Phase::DealStart => Turn::Chance,
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

    #[inline]
    fn public_events(&self, mv: Move) -> Vec<PublicEvent> {
        hidden::public_events(self, mv)
    }

    fn is_simultaneous(&self) -> bool {
        hidden::is_simultaneous(self)
    }

    fn rewind_simultaneous_choice(&mut self, observer: Seat, own: &mut Vec<Move>) {
        hidden::rewind_simultaneous_choice(self, observer, own);
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
        notation::move_text(self.rules.0, mv)
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
