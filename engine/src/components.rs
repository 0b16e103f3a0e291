//! The components of a game whose worth can be asked for, and what can be done to them.
//!
//! A component is a kind of piece (a tile, a building), a group of them (a terrain), or a circumstance (a player's color,
//! the place in turn order). Games name them, say when each is on offer, who takes it, who has it at the end and how many
//! points it brought, and carry out the few [treatments](Treatment) that the rules of a [`crate::ModifiedGame`] need the game
//! for. Nothing here is used by the rules themselves.

use rand::Rng;

use crate::{Game, Seat};

/// The number of a component in the list of its game, from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ComponentIdx(pub u16);

impl ComponentIdx {
    /// The index into the list.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// A component of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Component {
    /// The name, unique in its game; that of moves and data where it has one.
    pub name: String,
    /// What it is: `building`, `meadow`.
    pub kind: &'static str,
    /// What can be done to it.
    pub treatments: &'static [Treatment],
}

impl Component {
    /// The places in turn order of so many players, of the most that can play: each can be given to a player.
    pub(crate) fn orders(players: usize, most: usize) -> impl Iterator<Item = Component> {
        const TREATMENTS: &[Treatment] = &[Treatment::Grant];
        (1..=most).map(move |place| Component {
            name: format!("order-{place}"),
            kind: "order",
            treatments: if place <= players { TREATMENTS } else { &[] },
        })
    }
}

/// What can be done to a component.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Treatment {
    /// Players may not take it.
    Ban,
    /// A player starts with it or gets it first.
    Grant,
    /// It leaves the game.
    Remove,
    /// It costs more or less.
    Cost,
    /// It brings more or fewer points.
    Points,
}

/// What a seat has of a component.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Holding {
    /// The component.
    pub component: ComponentIdx,
    /// How many pieces of it.
    pub pieces: u32,
    /// The points that they bring together as the position stands.
    pub points: i32,
}

/// A game that names its components; all methods have defaults for games that have none.
pub trait Components: Game {
    /// The kinds of components that people ask about first; all of them must be safe to ban, one component at a time.
    const DEFAULT_KINDS: &'static [&'static str] = &[];

    /// All components with so many players, in a fixed order.
    fn components(_rules: &Self::Rules, _players: usize) -> Vec<Component> {
        Vec::new()
    }

    /// Calls `found` for each component that a move of chance in this position puts on offer, once per piece.
    fn offered(&self, _mv: Self::Move, _found: &mut dyn FnMut(ComponentIdx)) {}

    /// Calls `found` for each component of which the player to act takes a piece by this move.
    fn taken(&self, _mv: Self::Move, _found: &mut dyn FnMut(ComponentIdx)) {}

    /// Whether the player to act takes a piece of `component` by this move: one of those that [`taken`](Components::taken)
    /// finds. Of components that can be banned only; fast, as every move of a search is asked.
    fn takes(&self, _mv: Self::Move, _component: ComponentIdx) -> bool {
        false
    }

    /// The round, for the time at which components are taken; 0 before the first.
    fn round(&self) -> u32 {
        0
    }

    /// Calls `found` for each component that a seat has as the position stands.
    fn holdings(&self, _seat: Seat, _found: &mut dyn FnMut(Holding)) {}

    /// How many pieces of `component` a seat has: as [`holdings`](Components::holdings) finds; fast. Of components whose points
    /// can be changed only.
    fn pieces(&self, _seat: Seat, _component: ComponentIdx) -> u32 {
        0
    }

    /// The score part that points of `component` belong to, an index into [`Game::PARTS`].
    fn part_of(&self, _component: ComponentIdx) -> usize {
        0
    }

    /// The move that the rules provide for a player who can do nothing else, if these are all that is left to the player
    /// to act and do not hold it yet.
    fn pass(&self, _left: &[Self::Move]) -> Option<Self::Move> {
        None
    }

    /// Plays the move if it is a [`pass`](Components::pass), even where the rules leave other moves, and says whether it
    /// is.
    fn play_if_pass(&mut self, _mv: Self::Move) -> bool {
        false
    }

    /// As [`resample_hidden`](Game::resample_hidden), where it is known that the seats that are `concerned` may not take `component`.
    fn resample_hidden_under_ban(
        &mut self,
        observer: Seat,
        _component: ComponentIdx,
        _concerned: impl Fn(Seat) -> bool,
        rng: &mut impl Rng,
    ) {
        self.resample_hidden(observer, rng);
    }

    /// Takes all pieces of `component` out of the game, before the first deal.
    fn remove(&mut self, _component: ComponentIdx) {}

    /// Gives `component` to a seat, before the first deal; what happens later is up to [`allows`](Components::allows).
    fn grant(&mut self, _component: ComponentIdx, _seat: Seat) {}

    /// Whether [`allows`](Components::allows) can refuse anything now.
    fn grant_is_open(&self, _component: ComponentIdx) -> bool {
        false
    }

    /// Whether a move of chance or a player still lets `seat` start with `component` or get it first.
    fn allows(&self, _mv: Self::Move, _component: ComponentIdx, _seat: Seat) -> bool {
        true
    }

    /// The values of the tables, each `key=value`, that make `component` cost `more`, or less if that is negative.
    ///
    /// # Errors
    /// When there is nothing to take away; the message says why.
    fn cost_overrides(_rules: &Self::Rules, component: ComponentIdx, _more: i32) -> Result<Vec<String>, String> {
        Err(format!("element {} has no cost", component.0))
    }

    /// The values of the tables that make `component` bring `more` points, or fewer, for everybody.
    ///
    /// # Errors
    /// When the tables have no such value, or there is nothing to take away; the message says why.
    fn points_overrides(_rules: &Self::Rules, component: ComponentIdx, _more: i32) -> Result<Vec<String>, String> {
        Err(format!("element {} has no points", component.0))
    }

    /// Goes on under other tables, which differ from those of this position in costs only.
    fn set_rules(&mut self, _rules: &'static Self::Rules) {}
}
