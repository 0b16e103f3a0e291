//! The components of a game whose worth can be asked for: which there are, and who takes, holds and scores them.
//!
//! A component is a kind of piece (a tile, a building), a group of them (a terrain), or a circumstance (a player's
//! color, a position in turn order). Everything here only watches a game: the rules never ask for it, and what changes
//! a game in an experiment is in [`Modify`](crate::Modify).

use crate::game::Game;
use crate::player::Seat;

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
    /// The kinds of interventions that it allows.
    pub interventions: &'static [InterventionKind],
}

impl Component {
    /// The positions in turn order, up to the largest number of players; those of so many players can be granted.
    pub(crate) fn orders(players: usize, max_players: usize) -> impl Iterator<Item = Component> {
        const GRANT: &[InterventionKind] = &[InterventionKind::Grant];
        (1..=max_players).map(move |order| Component {
            name: format!("order-{order}"),
            kind: "order",
            interventions: if order <= players { GRANT } else { &[] },
        })
    }
}

/// What an [`Intervention`](crate::Intervention) does to a component, without how much and for whom.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum InterventionKind {
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
    /// All components with so many players, in a fixed order.
    fn components(_rules: &Self::Rules, _players: usize) -> Vec<Component> {
        Vec::new()
    }

    /// The component with this name.
    fn find_component(rules: &Self::Rules, players: usize, name: &str) -> Option<ComponentIdx> {
        let idx = Self::components(rules, players).iter().position(|component| component.name == name)?;
        Some(ComponentIdx(idx as u16))
    }

    /// Calls `found` for each component that a move of chance in this position puts on offer, once per piece.
    fn offered(&self, _mv: Self::Move, _found: &mut impl FnMut(ComponentIdx)) {}

    /// Calls `found` for each component of which the player to act takes a piece by this move.
    fn taken(&self, _mv: Self::Move, _found: &mut impl FnMut(ComponentIdx)) {}

    /// The round, for the time at which components are taken; 0 before the first.
    fn round(&self) -> u32 {
        0
    }

    /// Calls `found` for each component that a seat has as the position stands.
    fn holdings(&self, _seat: Seat, _found: &mut impl FnMut(Holding)) {}

    /// How many pieces of `component` a seat has: as [`holdings`](Components::holdings) finds; fast. Of components
    /// whose points can be changed only.
    fn pieces(&self, _seat: Seat, _component: ComponentIdx) -> u32 {
        0
    }

    /// The score part that points of `component` belong to, an index into [`Game::PARTS`].
    fn part_of(&self, _component: ComponentIdx) -> usize {
        0
    }
}
