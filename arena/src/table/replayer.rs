//! Games that are played again from their decisions.

use riverlab_bots::play::component_event::ComponentEvent;
use riverlab_bots::play::decisions::replay;
use riverlab_bots::play::game_loop::FinishedGame;
use riverlab_bots::play::observe::Observer;
use riverlab_bots::play::streams::Deal;
use riverlab_engine::{Components, Game};

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
        let mut before = |state: &G, mv: G::Move| observer.before(state, mv);
        let deal = Deal { seed: self.seed, number: deal };
        let (result, last) = replay::<G>(self.rules, players, deal, decisions, &mut before)?;
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
