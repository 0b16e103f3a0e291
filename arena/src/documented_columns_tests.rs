//! The tables of columns in `docs/file-formats.md` that files of this crate have.

#[path = "../../tests/columns_in_docs.rs"]
mod columns_in_docs;

use crate::column::Column;
use crate::external::fault_row;
use crate::report::layout::{Field, Layout};
use crate::report::rows::{components, of_match, pairs, ratings, seats, standings, timing};
use crate::table::game_rows;

fn of<R>(fields: &'static [Field<R>]) -> Vec<&'static Column> {
    Layout::new(fields).columns().collect()
}

/// To write them anew: `INSTA_UPDATE=always cargo test -p riverlab-arena --lib documented_columns`.
#[test]
fn docs_have_the_columns_of_the_program() {
    let games = game_rows::COLUMNS.iter().chain([&game_rows::PART, &game_rows::PLACE, &game_rows::FORFEIT]);
    columns_in_docs::check(&vec![
        ("games.csv", games.collect()),
        ("standings.csv", of(standings::COLUMNS)),
        ("ratings.csv", of(ratings::COLUMNS)),
        ("pairs.csv", of(pairs::COLUMNS)),
        ("seats.csv", of(seats::COLUMNS)),
        ("elements.csv", of(components::COLUMNS)),
        ("match.csv", of(of_match::COLUMNS)),
        ("timing.csv", timing::layout().columns().collect()),
        ("faults.csv", fault_row::COLUMNS.iter().collect()),
    ]);
}
