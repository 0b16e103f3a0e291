//! The table of a game whose type is known: the last place that knows it.

use std::io;

use rand::SeedableRng;
use riverlab_bots::eval::evaluator::Evaluator;
use riverlab_bots::play::game_loop::{BotFailure, FailureReason, play_game};
use riverlab_bots::play::streams::{Deal, first_player};
use riverlab_bots::registry::WeightsUsed;
use riverlab_bots::{Bot, BotRegistry, BotRng, BotSpec, Evaluate, SpecError};
use riverlab_engine::{Component, GameRules, LoadedRules, Modify, RulesError, RulesSource, Seat, playout};

use crate::error::ArenaError;
use crate::external::programs::Programs;
use crate::external::{Fault, FaultClass, ProgramBot};

use super::contract::Table;
use super::facts::GameFacts;
use super::replayer::{GameReplayer, Replayer};
use super::venue::Venue;
use super::worker::{GameWorker, Playing, Worker, WorkerSettings};

/// Random games that tell how many decisions a game has.
const RANDOM_GAMES: u64 = 20;

/// A game under rules, with the bots that specs can name.
#[derive(Clone, Debug)]
pub struct GameTable<G: Evaluate + Modify> {
    facts: GameFacts,
    rules: &'static G::Rules,
    bots: BotRegistry,
}

impl<G: Evaluate + Modify> GameTable<G> {
    /// The game under its standard rules, with the bots of `riverlab-bots`.
    pub fn standard() -> GameTable<G> {
        GameTable::of_rules(G::Rules::standard(), RulesSource::default())
    }

    /// The game under rules from this source, which live as long as the program, because positions refer to them.
    ///
    /// # Errors
    /// When the rules cannot be used; the message names the value, and the game if it has no tables.
    pub fn open(source: &RulesSource) -> Result<GameTable<G>, ArenaError> {
        if source.is_standard() {
            return Ok(GameTable::standard());
        }
        let rules = G::Rules::load(source).map_err(|error| match error {
            RulesError::Fixed => fixed_rules(G::NAME, source),
            other => other.into(),
        })?;
        Ok(GameTable::of_rules(Box::leak(Box::new(rules)), source.clone()))
    }

    fn of_rules(rules: &'static G::Rules, source: RulesSource) -> GameTable<G> {
        GameTable { facts: GameFacts::of::<G>(rules, source), rules, bots: BotRegistry::standard().clone() }
    }

    /// The same with these bots.
    #[must_use]
    pub fn with_bots(self, bots: BotRegistry) -> GameTable<G> {
        GameTable { bots, ..self }
    }

    /// The same game and bots with some values of its tables changed, each `key=value`.
    ///
    /// # Errors
    /// When the changed tables are not valid.
    pub fn changed(&self, values: &[String]) -> Result<GameTable<G>, ArenaError> {
        let mut source = self.facts.source.clone();
        source.sets.extend_from_slice(values);
        let table = if values.is_empty() { GameTable::of_rules(self.rules, source) } else { GameTable::open(&source)? };
        Ok(table.with_bots(self.bots.clone()))
    }

    /// The rules with their source.
    pub fn loaded_rules(&self) -> LoadedRules<G> {
        LoadedRules { source: self.facts.source.clone(), rules: self.rules }
    }

    /// The rules.
    pub fn rules(&self) -> &'static G::Rules {
        self.rules
    }

    /// What makes bots of this game: those of specs, and these programs.
    pub fn venue<'a>(&'a self, programs: &'a Programs) -> Venue<'a, G> {
        Venue { rules: self.rules, bots: &self.bots, programs, sets: &self.facts.source.sets, quit_faults: None }
    }
}

/// An error about rules that cannot be changed.
fn fixed_rules(game: &str, source: &RulesSource) -> ArenaError {
    let file = source.file.as_ref().map(|(file, _)| format!("--rules {file}"));
    let asked = file.or_else(|| source.sets.first().map(|set| format!("--set {set}"))).unwrap_or_default();
    ArenaError::Usage(format!("{asked}: {game} has no tables that could be changed"))
}

impl<G: Evaluate + Modify> Table for GameTable<G> {
    fn facts(&self) -> &GameFacts {
        &self.facts
    }

    fn bots(&self) -> &BotRegistry {
        &self.bots
    }

    fn canonical_rules(&self) -> [&str; 2] {
        [self.rules.canonical(), G::Rules::standard().canonical()]
    }

    fn components(&self, players: usize) -> Vec<Component> {
        G::components(self.rules, players)
    }

    fn check_bot(&self, spec: &BotSpec, programs: &Programs) -> Result<(), SpecError> {
        self.venue(programs).build(spec).map(drop)
    }

    fn weights_of(&self, bot: &BotSpec) -> Result<Option<WeightsUsed>, (String, io::Error)> {
        self.bots.weights_of::<G>(bot)
    }

    fn has_learned_weights(&self) -> bool {
        Evaluator::learned::<G>().is_ok()
    }

    fn first_player(&self, players: usize, deal: Deal) -> Seat {
        first_player::<G>(self.rules, players, deal)
    }

    fn worker<'a>(&'a self, playing: Playing<'a>, settings: WorkerSettings<'a>) -> Box<dyn GameWorker + 'a> {
        let venue = Venue { quit_faults: settings.quit_faults, ..self.venue(playing.programs) };
        Box::new(Worker::new(venue, playing, settings))
    }

    fn replayer(&self, players: usize, seed: u64) -> Box<dyn Replayer + '_> {
        Box::new(GameReplayer::<G>::new(self.rules, players, seed))
    }

    fn play_programs(&self, programs: &mut [ProgramBot]) -> Result<Vec<usize>, Fault> {
        let mut seated: Vec<&mut dyn Bot<G>> = programs.iter_mut().map(|bot| bot as &mut dyn Bot<G>).collect();
        let mut indexes = Vec::new();
        let played = play_game(self.rules, Deal { seed: 1, number: 1 }, &mut seated, |_, _, decision| {
            indexes.extend(decision.map(|decision| decision.index));
        });
        played.map(|_| indexes).map_err(fault_of)
    }

    fn random_length(&self, players: usize, seed: u64) -> f64 {
        let (mut rng, mut buffer) = (BotRng::seed_from_u64(seed), Vec::new());
        let mut length = || playout(&mut G::new(self.rules, players), &mut rng, &mut buffer).decisions;
        (0..RANDOM_GAMES).map(|_| length()).sum::<u64>() as f64 / RANDOM_GAMES as f64
    }
}

/// What a program did wrong.
fn fault_of(failure: BotFailure) -> Fault {
    match failure.reason {
        FailureReason::NoAnswer(reason) => match reason.downcast::<Fault>() {
            Ok(fault) => {
                let place = format!("decision {} of {}: {}", failure.decision, failure.seat, fault.detail);
                Fault { detail: place, ..*fault }
            }
            Err(other) => Fault::new(FaultClass::IllegalMove, other.to_string()),
        },
        reason => Fault::new(FaultClass::IllegalMove, reason.to_string()),
    }
}
