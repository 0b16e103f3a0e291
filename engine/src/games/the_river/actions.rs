//! The action index of The River: its 4,074 numbers mean the same moves in all positions and under all rules tables.
//!
//! ```text
//! 38     plain moves   their place in `plain_moves::ALL`
//! 10     trades        every way to hand in three of wood, clay and stone
//! 66     swaps         every pair of the 12 river spaces
//! 3960   buildings     495 payments of at most eight resources for each of 8 places where a building can lie
//! ```
//!
//! A building is paid with as many resources as it costs, food included, or with one fewer, so that a table has all
//! payments if no building costs more than eight. Displays have at most the slots of [`limits`](super::limits).

use crate::{Actions, ActionsError, Game};

use super::action_numbers::{BUILDINGS_FROM, PER_SOURCE, action_of_building};
use super::limits::{MAX_BUILDING_SLOTS, RESERVED};
use super::numbers::MOVES;
use super::{BuildFrom, Bundle, Move, RiverRules, Slot, TheRiver, legal, notation};

/// The most resources that are paid for a building.
const MAX_PAID: u8 = 8;
/// The places where a building can lie: the display, then the reserved ones.
const SOURCES: usize = MAX_BUILDING_SLOTS + RESERVED;
/// The number of all actions.
const ACTIONS: usize = BUILDINGS_FROM + SOURCES * PER_SOURCE;

const _: () = assert!(BUILDINGS_FROM == 38 + 10 + 66 && SOURCES == 8 && ACTIONS == 4074);

/// All payments by their [places](payment_place): ordered by the sum of all amounts, then of the first three, then of
/// the first two, then by the first.
static PAYMENTS_BY_PLACE: [Bundle; PER_SOURCE] = {
    let mut all = [Bundle::NONE; PER_SOURCE];
    let (mut count, mut four) = (0, 0);
    while four <= MAX_PAID {
        let mut three = 0;
        while three <= four {
            let mut two = 0;
            while two <= three {
                let mut wood = 0;
                while wood <= two {
                    all[count] = Bundle::new(wood, two - wood, three - two, four - three);
                    count += 1;
                    wood += 1;
                }
                two += 1;
            }
            three += 1;
        }
        four += 1;
    }
    assert!(count == PER_SOURCE);
    all
};

/// The building at a place.
#[inline]
fn source_at(place: usize) -> BuildFrom {
    match place.checked_sub(MAX_BUILDING_SLOTS) {
        None => BuildFrom::Display(Slot(place as u8)),
        Some(idx) => BuildFrom::Reserved(idx as u8),
    }
}

/// The move of a number.
#[inline]
fn move_of(index: usize) -> Option<Move> {
    match index.checked_sub(BUILDINGS_FROM) {
        None => Some(MOVES[index]),
        Some(building) if index < ACTIONS => {
            let payment = PAYMENTS_BY_PLACE[building % PER_SOURCE];
            Some(Move::Build { from: source_at(building / PER_SOURCE), payment })
        }
        Some(_) => None,
    }
}

impl Actions for TheRiver {
    fn n_actions(_rules: &RiverRules) -> usize {
        ACTIONS
    }

    fn check_actions(rules: &RiverRules) -> Result<(), ActionsError> {
        match rules.buildings.iter().find(|building| building.cost.total() > MAX_PAID) {
            None => Ok(()),
            Some(building) => Err(ActionsError {
                game: Self::NAME,
                key: format!("building.{}.cost", building.id),
                message: format!(
                    "{}, {} resources: the table has payments of at most {MAX_PAID}",
                    building.cost,
                    building.cost.total()
                ),
            }),
        }
    }

    #[inline]
    fn action_index(&self, mv: Move) -> usize {
        match mv {
            Move::Build { from, payment } => action_of_building(from, payment),
            other => usize::from(Self::number_of(other)),
        }
    }

    #[inline]
    fn action_at(&self, index: usize) -> Option<Move> {
        move_of(index)
    }

    fn legal_actions(&self, moves: &mut Vec<Move>, actions: &mut Vec<(usize, Move)>) {
        legal::legal_actions(self, moves, actions);
    }

    fn legal_indexes(&self, _moves: &mut Vec<Move>, indexes: &mut Vec<usize>) {
        legal::legal_indexes(self, indexes);
    }

    fn action_name(rules: &RiverRules, index: usize) -> String {
        let mv = move_of(index).unwrap_or_else(|| panic!("{} has no action {index}", Self::TITLE));
        notation::move_text(rules, mv)
    }
}

#[cfg(test)]
#[path = "actions_tests.rs"]
mod tests;
