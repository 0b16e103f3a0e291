//! The ways of the position that was looked at last, for those that follow it.
//!
//! Most positions that are valued one after the other differ little: programs change nothing of where a way leads, and what
//! the others do with their pawns and reserves nothing of one's own. Each thread remembers the last ground and its ways, and
//! searches again for what has changed. What is remembered is what a search would find, so that no value depends on it.

use std::cell::RefCell;

use riverlab_engine::games::river_dragons::RiverDragons;
use riverlab_engine::{Game, PerPlayer, Seat};

use super::ground::Ground;
use super::way::Way;

/// A position with its ways.
struct Memory {
    state: RiverDragons,
    ground: Ground,
    ways: PerPlayer<Option<Way>>,
}

thread_local! {
    static LAST: RefCell<Option<Memory>> = const { RefCell::new(None) };
}

/// Shows the ground of a position and the ways of all players, `None` where there is no way. What they are shown to does not
/// ask for others.
pub(super) fn with_ways<T>(state: &RiverDragons, show: impl FnOnce(&Ground, &PerPlayer<Option<Way>>) -> T) -> T {
    LAST.with_borrow_mut(|last| {
        let memory = match last {
            Some(memory) if memory.ways.players() == state.n_players() => {
                memory.search_changed(state);
                memory
            }
            _ => last.insert(Memory::of(state)),
        };
        show(&memory.ground, &memory.ways)
    })
}

impl Memory {
    fn of(state: &RiverDragons) -> Memory {
        let ground = Ground::of(state);
        let ways = PerPlayer::from_fn(state.n_players(), |seat| ground.way(state, seat));
        Memory { state: state.clone(), ground, ways }
    }

    /// Goes on to a position of as many players: searches again for all ways on another board, and on the same one for those
    /// of players whose pawn or reserve has changed.
    fn search_changed(&mut self, state: &RiverDragons) {
        let has_planks = self.state.has_planks_of(state);
        let has_board = has_planks && self.ground.stones == state.stones();
        if !has_planks {
            self.ground = Ground::of(state);
        }
        self.ground.stones = state.stones();
        let mut is_known = has_board;
        for seat in Seat::all(state.n_players()) {
            if !has_board || !self.state.player(seat).has_pieces_of(state.player(seat)) {
                self.ways[seat] = self.ground.way(state, seat);
                is_known = false;
            }
        }
        if !is_known {
            self.state.clone_from(state);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::each_position;
    use super::*;

    #[test]
    fn remembered_ways_are_those_of_a_search() {
        let mut known = 0;
        for players in [2, 3, 6] {
            let mut before: Option<RiverDragons> = None;
            each_position(players, |state, _| {
                let is_known = |before: &RiverDragons| before.has_planks_of(state) && before.stones() == state.stones();
                known += u32::from(before.as_ref().is_some_and(is_known));
                with_ways(state, |ground, ways| {
                    for seat in Seat::all(players) {
                        assert_eq!(ways[seat], Ground::of(state).way(state, seat), "{state}");
                        assert_eq!(ways[seat], ground.way(state, seat), "{state}");
                    }
                });
                before = Some(state.clone());
            });
        }
        assert!(known > 100, "{known}");
    }
}
