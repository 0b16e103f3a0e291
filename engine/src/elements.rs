//! The components of a game whose worth can be asked for, and what can be done to them.
//!
//! An element is a kind of piece (a tile, a building), a group of them (a terrain), or a circumstance (a player's color,
//! the place in turn order). Games name them, say when each is on offer, who takes it, who has it at the end and how many
//! points it brought, and carry out the few [treatments](Treatment) that the rules of a [`crate::Variant`] need the game
//! for. Nothing here is used by the rules themselves.

use rand::Rng;

use crate::{Game, Seat};

/// The number of an element in the list of its game, from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ElementIdx(pub u16);

impl ElementIdx {
    /// The index into the list.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// A component of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Element {
    /// The name, unique in its game; that of moves and data where it has one.
    pub name: String,
    /// What it is: `building`, `meadow`.
    pub kind: &'static str,
    /// What can be done to it.
    pub treatments: &'static [Treatment],
}

impl Element {
    /// The places in turn order of so many players, of the most that can play: each can be given to a player.
    pub(crate) fn orders(players: usize, most: usize) -> impl Iterator<Item = Element> {
        const TREATMENTS: &[Treatment] = &[Treatment::Grant];
        (1..=most).map(move |place| Element {
            name: format!("order-{place}"),
            kind: "order",
            treatments: if place <= players { TREATMENTS } else { &[] },
        })
    }
}

/// What can be done to an element.
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

/// What a seat has of an element.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Holding {
    /// The element.
    pub element: ElementIdx,
    /// How many pieces of it.
    pub pieces: u32,
    /// The points that they bring together as the position stands.
    pub points: i32,
}

/// A game that names its elements; all methods have defaults for games that have none.
pub trait Elements: Game {
    /// The kinds of elements that people ask about first; all of them must be safe to ban, one element at a time.
    const ASKED_FOR: &'static [&'static str] = &[];

    /// All elements with so many players, in a fixed order.
    fn elements(_rules: &Self::Rules, _players: usize) -> Vec<Element> {
        Vec::new()
    }

    /// Calls `found` for each element that a move of chance in this position puts on offer, once per piece.
    fn offered(&self, _mv: Self::Move, _found: &mut dyn FnMut(ElementIdx)) {}

    /// Calls `found` for each element of which the player to act takes a piece by this move.
    fn taken(&self, _mv: Self::Move, _found: &mut dyn FnMut(ElementIdx)) {}

    /// Whether the player to act takes a piece of `element` by this move: one of those that [`taken`](Elements::taken)
    /// finds. Of elements that can be banned only; fast, as every move of a search is asked.
    fn takes(&self, _mv: Self::Move, _element: ElementIdx) -> bool {
        false
    }

    /// The round, for the time at which elements are taken; 0 before the first.
    fn round(&self) -> u32 {
        0
    }

    /// Calls `found` for each element that a seat has as the position stands.
    fn holdings(&self, _seat: Seat, _found: &mut dyn FnMut(Holding)) {}

    /// How many pieces of `element` a seat has: as [`holdings`](Elements::holdings) finds; fast. Of elements whose points
    /// can be changed only.
    fn pieces(&self, _seat: Seat, _element: ElementIdx) -> u32 {
        0
    }

    /// The score part that points of `element` belong to, an index into [`Game::PARTS`].
    fn part_of(&self, _element: ElementIdx) -> usize {
        0
    }

    /// The move that the rules provide for a player who can do nothing else, if these are all that is left to the player
    /// to act and do not hold it yet.
    fn pass(&self, _left: &[Self::Move]) -> Option<Self::Move> {
        None
    }

    /// Plays the move if it is a [`pass`](Elements::pass), even where the rules leave other moves, and says whether it
    /// is.
    fn play_if_pass(&mut self, _mv: Self::Move) -> bool {
        false
    }

    /// As [`hide`](Game::hide), where it is known that the seats that are `concerned` may not take `element`.
    fn hide_under_ban(
        &mut self,
        observer: Seat,
        _element: ElementIdx,
        _concerned: impl Fn(Seat) -> bool,
        rng: &mut impl Rng,
    ) {
        self.hide(observer, rng);
    }

    /// Takes all pieces of `element` out of the game, before the first deal.
    fn remove(&mut self, _element: ElementIdx) {}

    /// Gives `element` to a seat, before the first deal; what happens later is up to [`allows`](Elements::allows).
    fn grant(&mut self, _element: ElementIdx, _seat: Seat) {}

    /// Whether [`allows`](Elements::allows) can refuse anything now.
    fn grant_is_open(&self, _element: ElementIdx) -> bool {
        false
    }

    /// Whether a move of chance or a player still lets `seat` start with `element` or get it first.
    fn allows(&self, _mv: Self::Move, _element: ElementIdx, _seat: Seat) -> bool {
        true
    }

    /// The values of the tables, each `key=value`, that make `element` cost `more`, or less if that is negative.
    ///
    /// # Errors
    /// When there is nothing to take away; the message says why.
    fn repriced(_rules: &Self::Rules, element: ElementIdx, _more: i32) -> Result<Vec<String>, String> {
        Err(format!("element {} has no cost", element.0))
    }

    /// The values of the tables that make `element` bring `more` points, or fewer, for everybody.
    ///
    /// # Errors
    /// When the tables have no such value, or there is nothing to take away; the message says why.
    fn revalued(_rules: &Self::Rules, element: ElementIdx, _more: i32) -> Result<Vec<String>, String> {
        Err(format!("element {} has no points", element.0))
    }

    /// Goes on under other tables, which differ from those of this position in costs only.
    fn go_by(&mut self, _rules: &'static Self::Rules) {}
}
