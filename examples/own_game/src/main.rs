//! The program riverlab with one game more: `cargo run --release -- tournament stones --bots mcts:sims=100 random`
//!
//! Chance lays out a heap of stones. Players take one, two or three in turn, and whoever takes the last one wins.

use std::ops::RangeInclusive;

use riverlab::bots::rand::{Rng, RngExt};
use riverlab::bots::{Evaluate, compile_bots};
use riverlab::engine::games::toy::FixedRules;
use riverlab::engine::{Components, Game, Modify, Outcome, PartMeaning, Parts, PerPlayer, Seat, Turn};
use riverlab::{Registry, cli};

/// How many stones the heap may have.
const HEAPS: RangeInclusive<u8> = 12..=20;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
enum Move {
    /// Chance lays out a heap.
    Heap(u8),
    /// A player takes stones.
    Take(u8),
}

#[derive(Clone, PartialEq, Debug)]
struct Stones {
    players: usize,
    /// The stones that are left; none before the heap is laid out.
    left: Option<u8>,
    mover: Seat,
    /// Who has taken the last stone.
    winner: Option<Seat>,
}

impl Game for Stones {
    type Move = Move;
    type Rules = FixedRules;

    const NAME: &'static str = "stones";
    const TITLE: &'static str = "Stones";
    const RULES_VERSION: &'static str = "1";
    const PLAYERS: RangeInclusive<usize> = 2..=4;
    const MAX_MOVES: usize = 1 + *HEAPS.end() as usize;
    const PARTS: &'static [&'static str] = &["last_stone"];
    const PARTS_ARE: PartMeaning = PartMeaning::Points;
    const WINNERS_ONLY: bool = true;
    const CHANCE_STREAMS: &'static [&'static str] = &["heap"];

    fn new(_rules: &'static FixedRules, players: usize) -> Self {
        Stones { players, left: None, mover: Seat::FIRST, winner: None }
    }

    fn n_players(&self) -> usize {
        self.players
    }

    fn turn(&self) -> Turn {
        match self.left {
            None => Turn::Chance,
            Some(0) => Turn::Over,
            Some(_) => Turn::Player(self.mover),
        }
    }

    fn first_player(&self) -> Seat {
        Seat::FIRST
    }

    fn legal_moves(&self, moves: &mut Vec<Move>) {
        moves.clear();
        moves.extend((1..=self.left.unwrap_or(0).min(3)).map(Move::Take));
    }

    fn is_legal(&self, mv: Move) -> bool {
        match mv {
            Move::Heap(stones) => self.left.is_none() && HEAPS.contains(&stones),
            Move::Take(stones) => self.left.is_some_and(|left| (1..=left.min(3)).contains(&stones)),
        }
    }

    fn all_moves(&self) -> Vec<Move> {
        HEAPS.map(Move::Heap).chain((1..=3).map(Move::Take)).collect()
    }

    fn play_unchecked(&mut self, mv: Move) {
        match mv {
            Move::Heap(stones) => self.left = Some(stones),
            Move::Take(stones) => {
                self.left = self.left.map(|left| left - stones);
                self.winner = (self.left == Some(0)).then_some(self.mover);
                self.mover = self.mover.left(self.players);
            }
        }
    }

    fn draw(&self, rng: &mut impl Rng) -> Move {
        Move::Heap(rng.random_range(HEAPS))
    }

    fn chance_outcomes(&self, outcomes: &mut Vec<(Move, u32)>) {
        outcomes.clear();
        if self.left.is_none() {
            outcomes.extend(HEAPS.map(|stones| (Move::Heap(stones), 1)));
        }
    }

    fn chance_stream(&self) -> usize {
        0
    }

    fn score_parts(&self, seat: Seat) -> Parts {
        let mut parts = Parts::default();
        parts[0] = i32::from(self.winner == Some(seat));
        parts
    }

    fn outcome(&self) -> Option<Outcome> {
        self.winner.map(|_| Outcome::from_parts(PerPlayer::from_fn(self.players, |seat| self.score_parts(seat))))
    }

    fn move_text(&self, mv: Move) -> String {
        match mv {
            Move::Heap(stones) => format!("heap:{stones}"),
            Move::Take(stones) => format!("take:{stones}"),
        }
    }
}

impl Components for Stones {}
impl Modify for Stones {}

impl Evaluate for Stones {
    const SOFTMAX_TEMPERATURE: f64 = 0.5;

    fn evaluate(&self) -> PerPlayer<f64> {
        PerPlayer::from_fn(self.players, |seat| f64::from(self.score_parts(seat)[0]))
    }

    compile_bots!();
}

fn main() -> std::process::ExitCode {
    cli::main_with(Registry::standard().with_game::<Stones>())
}

#[test]
fn it_conforms() {
    use riverlab::engine::conformance::{Plan, check};
    check::<Stones>(&FixedRules, &Plan::default()).expect("a conforming game");
}
