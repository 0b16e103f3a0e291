//! Rules engines for river board games.
//!
//! This crate holds rules and nothing else: no input or output beyond parsing embedded data, no clock, no threads,
//! no bots. Every game implements [`Game`] on a plain state value; [`for_each_game!`] is the list of them.
//!
//! List the moves, play one, ask for the outcome:
//!
//! ```
//! use rand::SeedableRng;
//! use rand::rngs::Xoshiro256PlusPlus;
//! use riverlab_engine::{Game, GameRules, Turn, games::the_river::{RiverRules, TheRiver}};
//!
//! let rules = RiverRules::standard();
//! let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
//! let mut state = TheRiver::new(rules, 2);
//! while state.turn() == Turn::Chance {
//!     state.play_unchecked(state.draw(&mut rng));
//! }
//! let mut legal = Vec::new();
//! state.legal_moves(&mut legal);
//! assert_eq!(legal.len(), 3); // three tiles lie in the draft
//! state.play(legal[0])?;
//! assert_eq!(state.outcome(), None); // the game goes on
//! # Ok::<(), riverlab_engine::IllegalMove>(())
//! ```
//!
//! Play a whole random game:
//!
//! ```
//! use rand::SeedableRng;
//! use rand::rngs::Xoshiro256PlusPlus;
//! use riverlab_engine::{Game, GameRules, playout, games::the_river::{RiverRules, TheRiver}};
//!
//! let mut state = TheRiver::new(RiverRules::standard(), 4);
//! let counts = playout(&mut state, &mut Xoshiro256PlusPlus::seed_from_u64(7), &mut Vec::new());
//! assert!(counts.decisions > 50);
//! let outcome = state.outcome().expect("the game is over");
//! assert_eq!(outcome.shares.iter().map(|share| share.sixtieths()).sum::<u32>(), 60);
//! ```
//!
//! Sample what a player cannot know. In Monty Hall's game a car stands behind one of three doors; `p1` has pointed at
//! the first, and the third has been opened:
//!
//! ```
//! use rand::SeedableRng;
//! use rand::rngs::Xoshiro256PlusPlus;
//! use riverlab_engine::{Game, Seat, Share, games::toy::{Tree, TreeRules, monty_hall}};
//!
//! let rules: &'static TreeRules = Box::leak(Box::new(monty_hall()));
//! let mut state = Tree::<2>::new(rules, 2);
//! for text in ["car-2", "door-1", "open-3"] {
//!     state.play(state.parse_move(text)?)?;
//! }
//! let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
//! let switch_wins = (0..30_000).filter(|_| {
//!     let mut sample = state.clone();
//!     sample.resample_hidden(Seat::FIRST, &mut rng);
//!     sample.play_unchecked(sample.parse_move("switch").expect("a move"));
//!     sample.win_shares()[Seat::FIRST] == Share::ALL
//! });
//! let share = switch_wins.count() as f64 / 30_000.0;
//! assert!((share - 2.0 / 3.0).abs() < 0.01);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Change a value of the rules tables:
//!
//! ```
//! use riverlab_engine::{GameRules, RulesSource, games::the_river::RiverRules};
//!
//! let source = RulesSource { sets: vec!["building.mill-a.points=6".to_owned()], ..RulesSource::default() };
//! let rules = RiverRules::load(&source)?;
//! let mill = rules.building_named("mill-a").expect("a mill");
//! assert_eq!(rules.buildings[mill.index()].points, 6);
//!
//! let wrong = RulesSource { sets: vec!["building.mill-a.points=six".to_owned()], ..RulesSource::default() };
//! let message = RiverRules::load(&wrong).expect_err("no number").to_string();
//! assert_eq!(message, "--set: building.mill-a.points: \"six\" is no number from 0 to 50");
//! # Ok::<(), riverlab_engine::RulesError>(())
//! ```
//!
//! Give every move a number that learners can rely on; [`Actions`] says what the numbers mean:
//!
//! ```
//! use riverlab_engine::{Actions, GameRules, games::the_river::{RiverRules, TheRiver}};
//!
//! let rules = RiverRules::standard();
//! TheRiver::check_actions(rules)?; // the tables need no numbers beyond the frozen ones
//! assert_eq!(TheRiver::n_actions(rules), 4074);
//! assert_eq!(TheRiver::action_name(rules, 0), "claim:1");
//! # Ok::<(), riverlab_engine::ActionsError>(())
//! ```
//!
//! A game of one's own is a state that implements [`Game`], and has to pass the [`conformance`] kit. Here two players
//! take one or two stones in turn, and the last one wins:
//!
//! ```
//! use riverlab_engine::conformance::{self, Plan};
//! use riverlab_engine::games::toy::FixedRules;
//! use riverlab_engine::{Game, Outcome, PartMeaning, Parts, PerPlayer, Seat, Turn, perft};
//!
//! #[derive(Clone, PartialEq, Debug)]
//! struct Nim { stones: u8, mover: Seat }
//!
//! impl Game for Nim {
//!     type Move = u8;
//!     type Rules = FixedRules;
//!     const NAME: &'static str = "nim";
//!     const TITLE: &'static str = "Nim";
//!     const RULES_VERSION: &'static str = "1";
//!     const PLAYERS: std::ops::RangeInclusive<usize> = 2..=2;
//!     const MAX_MOVES: usize = 5;
//!     const PARTS: &'static [&'static str] = &["last"];
//!     const PARTS_ARE: PartMeaning = PartMeaning::Points;
//!
//!     fn new(_: &'static FixedRules, _: usize) -> Self { Nim { stones: 5, mover: Seat::FIRST } }
//!     fn n_players(&self) -> usize { 2 }
//!     fn turn(&self) -> Turn { if self.stones == 0 { Turn::Over } else { Turn::Player(self.mover) } }
//!     fn first_player(&self) -> Seat { Seat::FIRST }
//!     fn legal_moves(&self, moves: &mut Vec<u8>) {
//!         moves.clear();
//!         moves.extend(1..=self.stones.min(2));
//!     }
//!     fn is_legal(&self, mv: u8) -> bool { (1..=self.stones.min(2)).contains(&mv) }
//!     fn all_moves(&self) -> Vec<u8> { vec![1, 2] }
//!     fn play_unchecked(&mut self, mv: u8) {
//!         self.stones -= mv;
//!         self.mover = self.mover.left(2);
//!     }
//!     fn score_parts(&self, seat: Seat) -> Parts {
//!         let mut parts = Parts::default();
//!         parts[0] = i32::from(self.stones == 0 && self.mover != seat);
//!         parts
//!     }
//!     fn outcome(&self) -> Option<Outcome> {
//!         (self.stones == 0).then(|| Outcome::from_parts(PerPlayer::from_fn(2, |seat| self.score_parts(seat))))
//!     }
//!     fn move_text(&self, mv: u8) -> String { mv.to_string() }
//! }
//!
//! let report = conformance::check::<Nim>(&FixedRules, &Plan::default())?;
//! assert_eq!((report.games, report.chance_events), (10, 0));
//! assert_eq!(perft(&Nim::new(&FixedRules, 2), 5), 8); // eight ways to take five stones
//! # Ok::<(), conformance::Failure>(())
//! ```

mod actions;
pub mod bag;
pub mod bits;
mod components;
pub mod conformance;
pub mod data;
mod event;
mod game;
pub mod games;
mod intervention;
mod legal_numbers;
mod modification;
mod modified_game;
mod modify;
mod observation;
mod outcome;
mod perft;
pub mod picture;
mod player;
mod record;
mod svg;
mod text;
mod turn;
mod watch;

pub use actions::{Actions, ActionsError};
pub use components::{Component, ComponentIdx, Components, Holding, InterventionKind};
pub use data::{Alternative, GameRules, ProvenanceCounts, RulesError, RulesSource};
pub use event::PublicEvent;
pub use game::{Game, IllegalMove, PartMeaning, PlayoutCounts, UnknownMove, playout};
pub use intervention::{Intervention, LoadedRules, ResolveError, Scope, UnknownIntervention};
pub use legal_numbers::{ChosenMove, LegalNumbers, MOVE_NUMBERS, SET_NUMBERS};
pub use modification::{ActiveIntervention, Modification, Targets};
pub use modified_game::ModifiedGame;
pub use modify::Modify;
pub use observation::{Feature, ObservationWriter, Observe, feature_range};
pub use outcome::{MAX_PARTS, Outcome, Parts, Share};
pub use perft::perft;
pub use picture::{Picture, PicturePart, ViewBox, Viewer};
pub use player::{MAX_PLAYERS, PerPlayer, Seat, Seats};
pub use record::{Record, RecordError};
pub use turn::Turn;
pub use watch::Watch;

/// The examples of the page that the package has at its registry.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
