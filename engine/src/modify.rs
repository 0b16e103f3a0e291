//! What a game must be able to do so that interventions can be made in it.
//!
//! [`ModifiedGame`](crate::ModifiedGame) enforces an intervention; it asks the game only for what depends on its
//! pieces: which moves take a component, how a component leaves the box, which values of the tables are its cost. All
//! methods have defaults that fit a game whose components allow no intervention, so such a game implements the trait
//! with an empty body.

use rand::Rng;

use crate::components::{ComponentIdx, Components};
use crate::modification::Targets;
use crate::player::Seat;

/// A game in which interventions can be made.
pub trait Modify: Components {
    /// The kinds of components that people ask about first; all of them must be safe to ban, one component at a time.
    const DEFAULT_KINDS: &'static [&'static str] = &[];

    /// Whether a ban bears on more than which moves are legal: on what is believed of
    /// [hidden pieces](Self::resample_hidden_under_ban), or on what bots think that positions are worth.
    const BAN_CHANGES_BELIEFS: bool = false;

    /// Whether the player to act takes a piece of `component` by this move: one of those that
    /// [`taken`](Components::taken) finds. It is asked of components that can be banned only, and must be fast, as
    /// every move of a search is asked.
    fn takes(&self, _mv: Self::Move, _component: ComponentIdx) -> bool {
        false
    }

    /// Whether the player to act may have a legal move that [`takes`](Modify::takes) a piece of `component`. Where it
    /// is false, no legal move does, and [`pass`](Modify::pass) adds nothing to the legal list. It is asked once for
    /// each list.
    fn may_take(&self, _component: ComponentIdx) -> bool {
        true
    }

    /// The move that the rules provide for a player who can do nothing else, if these are all that is left to the
    /// player to act and do not hold it yet.
    fn pass(&self, _left: &[Self::Move]) -> Option<Self::Move> {
        None
    }

    /// Plays the move if it is a [`pass`](Modify::pass), even where the rules leave other moves, and says whether it
    /// is.
    fn play_if_pass(&mut self, _mv: Self::Move) -> bool {
        false
    }

    /// As [`resample_hidden`](crate::Game::resample_hidden), where it is known that the affected seats may not take
    /// these components. A game in which they differ sets [`BAN_CHANGES_BELIEFS`](Modify::BAN_CHANGES_BELIEFS).
    fn resample_hidden_under_ban(
        &mut self,
        observer: Seat,
        _banned: Targets,
        _is_affected: impl Fn(Seat) -> bool,
        rng: &mut impl Rng,
    ) {
        self.resample_hidden(observer, rng);
    }

    /// Takes all pieces of `component` out of the game, before the first chance event.
    fn remove(&mut self, _component: ComponentIdx) {}

    /// Gives `component` to a seat, before the first chance event; what happens later is up to
    /// [`grant_allows`](Modify::grant_allows).
    fn grant(&mut self, _component: ComponentIdx, _seat: Seat) {}

    /// Whether one seat can be granted both of these components. Then [`grant`](Modify::grant) gives both, and
    /// [`grant_is_open`](Modify::grant_is_open) never holds of both at the same time.
    fn grants_agree(_rules: &Self::Rules, _one: ComponentIdx, _other: ComponentIdx) -> bool {
        false
    }

    /// Whether [`grant_allows`](Modify::grant_allows) can refuse anything now.
    fn grant_is_open(&self, _component: ComponentIdx) -> bool {
        false
    }

    /// Whether a move of chance or a player still lets `seat` start with `component` or get it first.
    fn grant_allows(&self, _mv: Self::Move, _component: ComponentIdx, _seat: Seat) -> bool {
        true
    }

    /// The values of the tables, each `key=value`, that make `component` cost `delta` more, or less if that is
    /// negative.
    ///
    /// # Errors
    /// When the component has no cost, or there is nothing to take away; the message says why.
    fn cost_overrides(_rules: &Self::Rules, component: ComponentIdx, _delta: i32) -> Result<Vec<String>, String> {
        Err(format!("component {} has no cost", component.0))
    }

    /// The values of the tables that make `component` bring `delta` points more, or fewer, for everybody.
    ///
    /// # Errors
    /// When the tables have no such value, or there is nothing to take away; the message says why.
    fn points_overrides(_rules: &Self::Rules, component: ComponentIdx, _delta: i32) -> Result<Vec<String>, String> {
        Err(format!("component {} has no points", component.0))
    }

    /// Goes on under other tables, which differ from those of this position in costs only.
    fn set_rules(&mut self, _rules: &'static Self::Rules) {}
}
