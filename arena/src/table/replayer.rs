//! Games that are played again from their decisions.

use riverlab_bots::Evaluate;
use riverlab_engine::{Components, Game};

use crate::luck::observer::{GameLuck, LuckObserver, LuckValues};
use crate::luck::values::PositionValues;
use crate::play::component_event::ComponentEvent;
use crate::play::decisions::replay;
use crate::play::game_loop::FinishedGame;
use crate::play::observe::Observer;

/// Plays games again and observes their components.
pub trait Replayer {
    /// Plays a game again from its decisions, as `moves.csv` holds them.
    ///
    /// # Errors
    /// When these are not the decisions of a whole game of this deal; the message says which one is wrong.
    fn replay(&mut self, deal: u64, decisions: &str) -> Result<FinishedGame, String>;

    /// What happened to components in all games since events were taken last.
    fn events(&self) -> &[ComponentEvent];

    /// Takes the events.
    fn take_events(&mut self) -> Vec<ComponentEvent>;
}

/// Plays games again and computes their luck.
pub trait LuckReplayer {
    /// How heavy each variate of luck is.
    fn weights(&self) -> Vec<f64>;

    /// The luck of a game.
    ///
    /// # Panics
    /// When these are not the decisions of a whole game of this deal.
    fn luck(&mut self, deal: u64, decisions: &str) -> GameLuck;
}

/// The replayer of a game whose type is known.
pub(super) struct GameReplayer<G: Game> {
    rules: &'static G::Rules,
    players: usize,
    seed: u64,
    observer: Observer,
}

impl<G: Components> GameReplayer<G> {
    pub(super) fn new(rules: &'static G::Rules, players: usize, seed: u64) -> Self {
        GameReplayer { rules, players, seed, observer: Observer::new::<G>(rules, players) }
    }
}

impl<G: Components> Replayer for GameReplayer<G> {
    fn replay(&mut self, deal: u64, decisions: &str) -> Result<FinishedGame, String> {
        let (observer, players) = (&mut self.observer, self.players);
        observer.begin();
        let before = |state: &G, mv: G::Move| observer.before(state, mv);
        let (result, last) = replay::<G>(self.rules, players, self.seed, deal, decisions, before)?;
        observer.end(&last);
        Ok(result)
    }

    fn events(&self) -> &[ComponentEvent] {
        self.observer.events()
    }

    fn take_events(&mut self) -> Vec<ComponentEvent> {
        self.observer.take_events()
    }
}

/// The same for luck.
pub(super) struct GameLuckReplayer<G: Evaluate> {
    rules: &'static G::Rules,
    players: usize,
    seed: u64,
    observer: LuckObserver<G, PositionValues<G>>,
}

impl<G: Evaluate> GameLuckReplayer<G> {
    pub(super) fn new(rules: &'static G::Rules, players: usize, seed: u64) -> Self {
        let observer = LuckObserver::new(PositionValues::new(rules, players), seed);
        GameLuckReplayer { rules, players, seed, observer }
    }
}

impl<G: Evaluate> LuckReplayer for GameLuckReplayer<G> {
    fn weights(&self) -> Vec<f64> {
        self.observer.values().weights()
    }

    fn luck(&mut self, deal: u64, decisions: &str) -> GameLuck {
        let (observer, players) = (&mut self.observer, self.players);
        observer.begin(deal, players);
        let before = |state: &G, mv: G::Move| observer.before(state, mv);
        replay::<G>(self.rules, players, self.seed, deal, decisions, before).expect("decisions that were checked");
        observer.luck().clone()
    }
}
