//! The tables of columns in `docs/file-formats.md` that files of this crate have.

#[path = "../../tests/columns_in_docs.rs"]
mod columns_in_docs;

use crate::column::Column;
use crate::external::fault_row;
use crate::report::rows::{components, of_match, pairs, ratings, seats, standings, timing};
use crate::table::game_rows;

/// To write them anew: `INSTA_UPDATE=always cargo test -p riverlab-arena --lib documented_columns`.
#[test]
fn docs_have_the_columns_of_the_program() {
    let games = game_rows::COLUMNS.iter().chain([&game_rows::PART, &game_rows::PLACE, &game_rows::FORFEIT]);
    columns_in_docs::check(&vec![
        ("games.csv", games.collect()),
        ("standings.csv", standings::layout().columns().collect()),
        ("ratings.csv", ratings::layout().columns().collect()),
        ("pairs.csv", pairs::layout().columns().collect()),
        ("seats.csv", seats::layout().columns().collect()),
        ("elements.csv", components::layout().columns().collect()),
        ("match.csv", of_match::layout().columns().collect()),
        ("timing.csv", timing::layout().columns().collect()),
        ("faults.csv", fault_row::COLUMNS.iter().collect()),
    ]);
}
