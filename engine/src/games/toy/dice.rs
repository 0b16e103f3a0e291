//! Dice: roll as often as you dare; a one loses what the turn has brought.
//!
//! Players take turns clockwise from a drawn start player. On a turn a player rolls a die again and again and adds up,
//! until the player stops and keeps the sum, or rolls a one and keeps nothing of it. Whoever reaches 20 ends the game;
//! it also ends after 12 turns of each player. Most points win. The die shows one with probability 2/7, else two to six
//! with 1/7 each, so that weights matter.

use std::ops::RangeInclusive;

use rand::{Rng, RngExt};

use super::fixed::FixedRules;
use crate::{Game, MAX_PARTS, Outcome, PartMeaning, Parts, PerPlayer, Seat, Turn};

/// The points that end the game.
pub(super) const GOAL: u8 = 20;
/// The turns of each player.
pub(super) const TURNS: u16 = 12;
/// The highest face of the die.
pub(super) const HIGHEST_FACE: u8 = WEIGHTS.len() as u8;
/// How often each face comes up of seven times, from one to six.
const WEIGHTS: [u32; 6] = [2, 1, 1, 1, 1, 1];

/// A move of Dice.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum DiceMove {
    /// Chance: the start player.
    Start(Seat),
    /// Chance: the die shows this, from 1 to 6.
    Face(u8),
    /// Roll the die.
    Roll,
    /// Keep the sum of the turn.
    Stop,
}

/// A position of Dice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Dice {
    pub(super) kept: PerPlayer<u8>,
    pub(super) sum: u8,
    pub(super) turns_left: u16,
    first_player: Seat,
    turn: Turn,
    pub(super) current: Option<Seat>,
}

impl Dice {
    fn end_turn(&mut self, seat: Seat) {
        self.sum = 0;
        self.turns_left -= 1;
        let over = self.turns_left == 0 || self.kept[seat] >= GOAL;
        let next = seat.left(self.n_players());
        self.current = Some(next);
        self.turn = if over { Turn::Over } else { Turn::Player(next) };
    }
}

impl Game for Dice {
    type Move = DiceMove;
    type Rules = FixedRules;

    const NAME: &'static str = "dice";
    const TITLE: &'static str = "Dice";
    const RULES_VERSION: &'static str = "1";
    const PLAYERS: RangeInclusive<usize> = 2..=6;
    const CHANCE_STREAMS: &'static [&'static str] = &["setup", "die"];
    const PARTS: &'static [&'static str] = &["kept"];
    const PARTS_ARE: PartMeaning = PartMeaning::Points;
    // A turn that goes on holds at most 19 points besides the last roll.
    const MAX_MOVES: usize = 1 + TURNS as usize * 6 * 64;

    fn new(_rules: &'static FixedRules, players: usize) -> Self {
        Dice {
            kept: PerPlayer::from_fn(players, |_| 0),
            sum: 0,
            turns_left: TURNS * players as u16,
            first_player: Seat::FIRST,
            turn: Turn::Chance,
            current: None,
        }
    }

    fn n_players(&self) -> usize {
        self.kept.players()
    }

    fn turn(&self) -> Turn {
        self.turn
    }

    fn first_player(&self) -> Seat {
        self.first_player
    }

    fn legal_moves(&self, moves: &mut Vec<DiceMove>) {
        moves.clear();
        if self.turn.player().is_some() {
            // Whoever has enough must stop.
            if self.sum < GOAL {
                moves.push(DiceMove::Roll);
            }
            if self.sum > 0 {
                moves.push(DiceMove::Stop);
            }
        }
    }

    fn is_legal(&self, mv: DiceMove) -> bool {
        match (self.turn, mv) {
            (Turn::Chance, DiceMove::Start(seat)) => self.current.is_none() && seat.index() < self.n_players(),
            (Turn::Chance, DiceMove::Face(face)) => self.current.is_some() && (1..=6).contains(&face),
            (Turn::Player(_), DiceMove::Roll) => self.sum < GOAL,
            (Turn::Player(_), DiceMove::Stop) => self.sum > 0,
            _ => false,
        }
    }

    fn play_unchecked(&mut self, mv: DiceMove) {
        match (mv, self.current) {
            (DiceMove::Start(seat), _) => {
                self.first_player = seat;
                self.current = Some(seat);
                self.turn = Turn::Player(seat);
            }
            (DiceMove::Roll, _) => self.turn = Turn::Chance,
            (DiceMove::Face(1), Some(seat)) => self.end_turn(seat),
            (DiceMove::Face(face), Some(seat)) => {
                self.sum += face;
                self.turn = Turn::Player(seat);
            }
            (DiceMove::Stop, Some(seat)) => {
                self.kept[seat] += self.sum;
                self.end_turn(seat);
            }
            (_, None) => panic!("nobody has begun"),
        }
    }

    fn draw(&self, rng: &mut impl Rng) -> DiceMove {
        if self.current.is_none() {
            return DiceMove::Start(Seat::new(rng.random_range(0..self.n_players() as u32) as usize));
        }
        let face = rng.random_range(0..7_u32);
        DiceMove::Face(face.max(1) as u8)
    }

    fn chance_outcomes(&self, outcomes: &mut Vec<(DiceMove, u32)>) {
        outcomes.clear();
        match (self.turn, self.current) {
            (Turn::Chance, None) => outcomes.extend(Seat::all(self.n_players()).map(|seat| (DiceMove::Start(seat), 1))),
            (Turn::Chance, Some(_)) => outcomes.extend((1..).map(DiceMove::Face).zip(WEIGHTS)),
            _ => {}
        }
    }

    fn chance_stream(&self) -> usize {
        usize::from(self.current.is_some())
    }

    fn score_parts(&self, seat: Seat) -> Parts {
        let mut parts = [0; MAX_PARTS];
        parts[0] = i32::from(self.kept[seat]);
        parts
    }

    fn outcome(&self) -> Option<Outcome> {
        let scores = PerPlayer::from_fn(self.n_players(), |seat| f64::from(self.kept[seat]));
        let parts = PerPlayer::from_fn(self.n_players(), |seat| self.score_parts(seat));
        (self.turn == Turn::Over).then(|| Outcome::from_scores(scores, parts))
    }

    fn move_text(&self, mv: DiceMove) -> String {
        match mv {
            DiceMove::Start(seat) => format!("deal:{seat}"),
            DiceMove::Face(face) => format!("deal:{face}"),
            DiceMove::Roll => "roll".to_owned(),
            DiceMove::Stop => "stop".to_owned(),
        }
    }

    fn all_moves(&self) -> Vec<DiceMove> {
        let starts = Seat::all(self.n_players()).map(DiceMove::Start);
        let faces = (1..=6).map(DiceMove::Face);
        starts.chain(faces).chain([DiceMove::Roll, DiceMove::Stop]).collect()
    }
}
