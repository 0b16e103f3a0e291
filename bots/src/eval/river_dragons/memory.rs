//! The ways that were searched last, for the positions that follow.
//!
//! Most positions that are looked at one after the other differ little: programs change nothing of where a way leads,
//! what the others do with their pawns and reserves nothing of one's own, and a search comes back to the same boards.
//! Each thread remembers ways by all that they depend on: where planks and stones lie, the pawn, its color, and the
//! reserve; and the last ground, of which programs change nothing either. What is remembered is what a search would
//! find, so that no value depends on it.

use std::cell::{OnceCell, RefCell};

use riverlab_engine::Seat;
use riverlab_engine::games::river_dragons::{DragonRules, Laid, Pieces, RiverDragons};

use super::ground::Ground;
use super::way::Way;

/// The number of ways that are remembered.
const WAYS: usize = 1 << 10;

/// A way with what it depends on; `None` where there is no way.
#[derive(Clone)]
struct Remembered {
    rules: &'static DragonRules,
    pieces: Pieces,
    way: Option<Way>,
}

thread_local! {
    static MEMORY: RefCell<Vec<Option<Remembered>>> = RefCell::new(vec![None; WAYS]);
    /// The ground that was worked out last, with what it depends on.
    static LAST_GROUND: RefCell<Option<(&'static DragonRules, Laid, Ground)>> = const { RefCell::new(None) };
}

/// The ground of a position, which is worked out when it is first asked for.
pub(super) struct LazyGround<'a> {
    state: &'a RiverDragons,
    ground: OnceCell<Ground>,
}

impl<'a> LazyGround<'a> {
    pub(super) fn of(state: &'a RiverDragons) -> LazyGround<'a> {
        LazyGround { state, ground: OnceCell::new() }
    }

    pub(super) fn get(&self) -> &Ground {
        self.ground.get_or_init(|| with_last_or_new(self.state, Ground::clone))
    }

    fn search(&self, seat: Seat) -> Option<Way> {
        match self.ground.get() {
            Some(ground) => ground.way(self.state, seat),
            None => with_last_or_new(self.state, |ground| ground.way(self.state, seat)),
        }
    }

    /// Shows the way of a player, if there is one. What it is shown to does not ask for others.
    pub(super) fn with_way<T>(&self, seat: Seat, show: impl FnOnce(Option<&Way>) -> T) -> T {
        let (rules, pieces) = (self.state.rules(), self.state.pieces_of(seat));
        MEMORY.with_borrow_mut(|ways| {
            let place = &mut ways[pieces.spread() as usize % WAYS];
            let remembered = match place {
                Some(known) if known.pieces == pieces && std::ptr::eq(known.rules, rules) => known,
                _ => place.insert(Remembered { rules, pieces, way: self.search(seat) }),
            };
            show(remembered.way.as_ref())
        })
    }

    /// The way of a player, if there is one.
    pub(super) fn way(&self, seat: Seat) -> Option<Way> {
        self.with_way(seat, |way| Some(way?.clone()))
    }

    /// The ground itself.
    pub(super) fn into_ground(self) -> Ground {
        self.ground.into_inner().unwrap_or_else(|| with_last_or_new(self.state, Ground::clone))
    }
}

/// Shows the ground of a position: the last one, if it is the same.
#[inline]
fn with_last_or_new<T>(state: &RiverDragons, show: impl FnOnce(&Ground) -> T) -> T {
    let (rules, laid) = (state.rules(), state.laid());
    LAST_GROUND.with_borrow_mut(|last| match last {
        Some((under, known, ground)) if *known == laid && std::ptr::eq(*under, rules) => show(ground),
        _ => show(&last.insert((rules, laid, Ground::of(state))).2),
    })
}

#[cfg(test)]
#[path = "memory_tests.rs"]
mod tests;
