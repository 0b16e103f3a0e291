//! What a game shows of its components: when they come on offer, who takes them, who has them at the end.
//!
//! The same is seen live and when a game is played again from its decisions. Nothing is hashed, and nothing is allocated
//! once the list of events has grown.

use riverlab_engine::{Components, Seat, Turn};

use super::component_event::ComponentEvent;

/// Collects the events of games.
#[derive(Clone, Debug)]
pub struct Observer {
    players: usize,
    /// By component, then by seat: the last game in which the seat took a piece.
    taken_in: Vec<u64>,
    /// The number of the game, in the order in which they are seen, from 1.
    game: u64,
    events: Vec<ComponentEvent>,
}

impl Observer {
    /// No events yet.
    pub fn new<G: Components>(rules: &G::Rules, players: usize) -> Observer {
        let components = G::components(rules, players).len();
        Observer { players, taken_in: vec![0; components * players], game: 0, events: Vec::new() }
    }

    /// Begins a game.
    pub fn begin(&mut self) {
        self.game += 1;
    }

    /// Sees a move that is about to be played.
    #[inline]
    pub fn before<G: Components>(&mut self, state: &G, mv: G::Move) {
        match state.turn() {
            Turn::Chance => self.before_chance_event(state, mv),
            Turn::Player(_) => self.before_decision(state, mv),
            Turn::Over => {}
        }
    }

    /// Sees a move of chance that is about to be played.
    #[inline]
    pub fn before_chance_event<G: Components>(&mut self, state: &G, mv: G::Move) {
        state.offered(mv, &mut |component| self.events.push(ComponentEvent::Offered(component)));
    }

    /// Sees a move of a player that is about to be played.
    #[inline]
    pub fn before_decision<G: Components>(&mut self, state: &G, mv: G::Move) {
        // Most moves take nothing, and the seat is asked for by those alone that do.
        state.taken(mv, &mut |component| {
            let Some(seat) = state.turn().player() else { return };
            let last = &mut self.taken_in[component.index() * self.players + seat.index()];
            let again = std::mem::replace(last, self.game) == self.game;
            let round = state.round();
            self.events.push(if again {
                ComponentEvent::TakenAgain(component)
            } else {
                ComponentEvent::TakenFirst { component, round }
            });
        });
    }

    /// Sees the last position of the game.
    pub fn end<G: Components>(&mut self, last: &G) {
        for seat in Seat::all(self.players) {
            last.holdings(seat, &mut |holding| {
                let (component, points) = (holding.component, holding.points);
                self.events.push(ComponentEvent::Held { component, seat, points });
            });
        }
    }

    /// All events since they were taken or forgotten last.
    pub fn events(&self) -> &[ComponentEvent] {
        &self.events
    }

    /// Takes the events.
    pub fn take_events(&mut self) -> Vec<ComponentEvent> {
        let capacity = self.events.len();
        std::mem::replace(&mut self.events, Vec::with_capacity(capacity))
    }
}
