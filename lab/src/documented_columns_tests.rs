//! The tables of columns in `docs/file-formats.md` that files of this crate have.

#[path = "../../tests/columns_in_docs.rs"]
mod columns_in_docs;

use riverlab_arena::column::Column;
use riverlab_arena::report::layout::{Field, Layout};

use crate::balance::blocks;
use crate::balance::report::rows::{effects, interactions, readings, synergies};
use crate::endings::{records, rows as endings};
use crate::tune::{tables, trials};

fn of<R>(fields: &'static [Field<R>]) -> Vec<&'static Column> {
    Layout::new(fields).columns().collect()
}

/// To write them anew: `INSTA_UPDATE=always cargo test -p riverlab-lab --lib documented_columns`.
#[test]
fn docs_have_the_columns_of_the_program() {
    let numbered = blocks::FIRST.iter().chain([&blocks::SHARE, &blocks::SCORE]);
    let blocks = numbered.chain(&blocks::NEXT).chain([&blocks::HELD]);
    let trials = trials::FIRST.iter().chain([&trials::OPTION]).chain(&trials::LAST);
    columns_in_docs::check(&vec![
        ("effects.csv", of(effects::COLUMNS)),
        ("effects.csv with --until-decided", of(effects::ANYTIME)),
        ("effects.csv with --suggest", of(effects::PARITY)),
        ("interactions.csv", interactions::layout().columns().collect()),
        ("synergies.csv", synergies::layout().columns().collect()),
        ("readings.csv", readings::layout().columns().collect()),
        ("blocks.csv", blocks.collect()),
        ("trials.csv", trials.collect()),
        ("options.csv", of(tables::OPTIONS)),
        ("option-pairs.csv", of(tables::PAIRS)),
        ("endings.csv", endings::COLUMNS.iter().collect()),
        ("bots.csv", of(records::COLUMNS)),
    ]);
}
