//! Seats at the table and one value per seat.
//!
//! Seats are numbered clockwise: the next seat sits to the left. A seat says nothing about who started the game.

use std::fmt;
use std::ops::{Index, IndexMut};
use std::str::FromStr;

use rand::{Rng, RngExt};

/// The largest number of players of any game.
pub const MAX_PLAYERS: usize = 6;

/// A seat at the table: `p1` to `p6`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Seat(u8);

impl Seat {
    /// The first seat, `p1`.
    pub const FIRST: Seat = Seat(0);

    /// The seat with this index, counted from 0.
    ///
    /// # Panics
    /// When `index` is [`MAX_PLAYERS`] or more.
    #[inline]
    pub fn new(index: usize) -> Seat {
        assert!(index < MAX_PLAYERS, "seat {index} is out of range");
        Seat(index as u8)
    }

    /// The index of the seat, from 0.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// All seats of a table of `players`, clockwise from `p1`.
    #[inline]
    pub fn all(players: usize) -> Seats {
        Seat::FIRST.clockwise(players)
    }

    /// The left neighbor: next in clockwise order at a table of `players`.
    #[inline]
    #[must_use]
    pub fn left(self, players: usize) -> Seat {
        if self.index() + 1 == players { Seat(0) } else { Seat(self.0 + 1) }
    }

    /// The right neighbor: next in counter-clockwise order at a table of `players`.
    #[inline]
    #[must_use]
    pub fn right(self, players: usize) -> Seat {
        if self.0 == 0 { Seat(players as u8 - 1) } else { Seat(self.0 - 1) }
    }

    /// All seats of a table of `players`, clockwise from this one.
    #[inline]
    pub fn clockwise(self, players: usize) -> Seats {
        Seats { next: self, left: players, players }
    }

    /// One of so many seats, each equally likely.
    #[inline]
    pub fn draw(players: usize, rng: &mut impl Rng) -> Seat {
        Seat::new(rng.random_range(0..players as u32) as usize)
    }

    /// How many seats this one is to the left of `start`, from 0 to `players - 1`.
    #[inline]
    pub fn steps_after(self, start: Seat, players: usize) -> usize {
        let steps = self.index() + players - start.index();
        if steps < players { steps } else { steps - players }
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "p{}", self.0 + 1)
    }
}

/// A text that names no seat.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no seat is called \"{0}\": seats are p1 to p6")]
pub struct UnknownSeat(String);

impl FromStr for Seat {
    type Err = UnknownSeat;

    fn from_str(text: &str) -> Result<Seat, UnknownSeat> {
        (0..MAX_PLAYERS)
            .map(Seat::new)
            .find(|seat| seat.to_string() == text)
            .ok_or_else(|| UnknownSeat(text.to_owned()))
    }
}

/// An iterator over the seats of a table, clockwise.
#[derive(Clone, Debug)]
pub struct Seats {
    next: Seat,
    left: usize,
    players: usize,
}

impl Iterator for Seats {
    type Item = Seat;

    #[inline]
    fn next(&mut self) -> Option<Seat> {
        self.left = self.left.checked_sub(1)?;
        let seat = self.next;
        self.next = seat.left(self.players);
        Some(seat)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

impl ExactSizeIterator for Seats {}

/// One value for each player, at most `MAX`, indexed by [`Seat`].
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct PerPlayer<T, const MAX: usize = MAX_PLAYERS> {
    items: [T; MAX],
    players: u8,
}

impl<T: Default, const MAX: usize> PerPlayer<T, MAX> {
    /// One value for each of `players` seats, made by `make`.
    ///
    /// # Panics
    /// When `players` is more than `MAX`.
    #[inline]
    pub fn from_fn(players: usize, mut make: impl FnMut(Seat) -> T) -> Self {
        assert!(players <= MAX, "{players} players, at most {MAX} fit");
        let items = std::array::from_fn(|i| if i < players { make(Seat::new(i)) } else { T::default() });
        PerPlayer { items, players: players as u8 }
    }
}

impl<T: Copy, const MAX: usize> PerPlayer<T, MAX> {
    /// The values of two players; `unused` is the default.
    pub(crate) const fn of_two(first: T, second: T, unused: T) -> Self {
        let mut items = [unused; MAX];
        (items[0], items[1]) = (first, second);
        PerPlayer { items, players: 2 }
    }
}

impl<T, const MAX: usize> PerPlayer<T, MAX> {
    /// The number of players.
    #[inline]
    pub fn players(&self) -> usize {
        usize::from(self.players)
    }

    /// The values in seat order.
    #[inline]
    pub fn as_slice(&self) -> &[T] {
        &self.items[..self.players()]
    }

    /// The values in seat order, to be changed.
    #[inline]
    pub fn as_mut_slice(&mut self) -> &mut [T] {
        let players = self.players();
        &mut self.items[..players]
    }

    /// The values in seat order.
    pub fn iter(&self) -> std::slice::Iter<'_, T> {
        self.as_slice().iter()
    }
}

impl<T, const MAX: usize> Index<Seat> for PerPlayer<T, MAX> {
    type Output = T;

    #[inline]
    fn index(&self, seat: Seat) -> &T {
        &self.items[seat.index()]
    }
}

impl<T, const MAX: usize> IndexMut<Seat> for PerPlayer<T, MAX> {
    #[inline]
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.items[seat.index()]
    }
}

impl<'a, T, const MAX: usize> IntoIterator for &'a PerPlayer<T, MAX> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<T: fmt::Debug, const MAX: usize> fmt::Debug for PerPlayer<T, MAX> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

#[cfg(test)]
#[path = "player_tests.rs"]
mod tests;
