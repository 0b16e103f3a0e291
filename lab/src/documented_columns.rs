//! The tables of columns in `docs/file-formats.md`: each is made from the columns that the program writes.

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

use riverlab_arena::column::Column;
use riverlab_arena::external::fault_row;
use riverlab_arena::report::layout::{Field, Layout};
use riverlab_arena::report::rows::{components, of_match, pairs, ratings, seats, standings, timing};
use riverlab_arena::table::game_rows;

use crate::balance::blocks;
use crate::balance::report::rows::{effects, interactions, readings, synergies};
use crate::endings::{records, rows as endings};
use crate::tune::objective::Objective;
use crate::tune::{tables, trials};

fn of<R>(fields: &'static [Field<R>]) -> Vec<&'static Column> {
    Layout::new(fields).columns().collect()
}

/// All tables by the names that the docs give them.
fn tables() -> Vec<(&'static str, Vec<&'static Column>)> {
    let games = game_rows::COLUMNS.iter().chain([&game_rows::PART, &game_rows::PLACE, &game_rows::FORFEIT]);
    let numbered = blocks::FIRST.iter().chain([&blocks::SHARE, &blocks::SCORE]);
    let blocks = numbered.chain(&blocks::NEXT).chain([&blocks::HELD]);
    let trials = trials::FIRST.iter().chain([&trials::OPTION]).chain(&trials::LAST);
    vec![
        ("games.csv", games.collect()),
        ("standings.csv", standings::layout().columns().collect()),
        ("ratings.csv", ratings::layout().columns().collect()),
        ("pairs.csv", pairs::layout().columns().collect()),
        ("seats.csv", seats::layout().columns().collect()),
        ("elements.csv", components::layout().columns().collect()),
        ("match.csv", of_match::layout().columns().collect()),
        ("timing.csv", timing::layout().columns().collect()),
        ("faults.csv", fault_row::COLUMNS.iter().collect()),
        ("effects.csv", of(effects::COLUMNS)),
        ("effects.csv with --until-decided", of(effects::ANYTIME)),
        ("effects.csv with --suggest", of(effects::PARITY)),
        ("interactions.csv", interactions::layout().columns().collect()),
        ("synergies.csv", synergies::layout().columns().collect()),
        ("readings.csv", readings::layout().columns().collect()),
        ("blocks.csv", blocks.collect()),
        ("trials.csv", trials.collect()),
        ("options.csv", tables::options_layout(Objective::Share).columns().collect()),
        ("option-pairs.csv", tables::pairs_layout(Objective::Share).columns().collect()),
        ("endings.csv", endings::COLUMNS.iter().collect()),
        ("bots.csv", of(records::COLUMNS)),
    ]
}

/// A table in Markdown. It has a column of labels if pages explain the columns, and one of units if any column has one.
fn markdown(columns: &[&Column]) -> String {
    let has_labels = columns.iter().take(1).all(|column| !column.meaning.is_empty());
    let has_units = columns.iter().any(|column| !column.unit.is_empty());
    let cell = |text: &str| if text.is_empty() { " |".to_owned() } else { format!(" {text} |") };
    let line = |[name, label, meaning, unit]: [&str; 4]| {
        let cells = [(true, name), (has_labels, label), (true, meaning), (has_units, unit)];
        let shown = cells.into_iter().filter(|(is_shown, _)| *is_shown).map(|(_, text)| cell(text));
        format!("|{}\n", shown.collect::<String>())
    };
    let row = |column: &&Column| {
        let Column { name, label, meaning, detail, unit, .. } = column;
        let separator = if meaning.is_empty() || detail.is_empty() { "" } else { "; " };
        line([&format!("`{name}`"), label, &format!("{meaning}{separator}{detail}"), unit])
    };
    let head = [["column", "on a page", "meaning", "unit"], ["---"; 4]];
    head.into_iter().map(line).chain(columns.iter().map(row)).collect()
}

/// A page with the tables of the program between its markers, and the names of these.
fn with_tables(page: &str) -> (String, Vec<String>) {
    let (mut text, mut names, mut rest) = (String::new(), Vec::new(), page);
    while let Some((before, after)) = rest.split_once("<!-- columns: ") {
        let (name, after) = after.split_once(" -->\n").expect("the marker ends");
        let (_, after) = after.split_once("<!-- end -->").expect("the table ends");
        let found = tables().into_iter().find(|(other, _)| *other == name);
        let (_, columns) = found.unwrap_or_else(|| panic!("no file has the columns {name:?}"));
        let _ = write!(text, "{before}<!-- columns: {name} -->\n\n{}\n<!-- end -->", markdown(&columns));
        names.push(name.to_owned());
        rest = after;
    }
    (text + rest, names)
}

/// To write them anew: `INSTA_UPDATE=always cargo test -p riverlab-arena --lib documented_columns`.
#[test]
fn docs_have_the_columns_of_the_program() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/file-formats.md");
    let page = fs::read_to_string(&path).expect("a page of the docs");
    let (made, mut documented) = with_tables(&page);
    if env::var("INSTA_UPDATE").is_ok_and(|update| update == "always") {
        fs::write(&path, made).expect("written");
    } else {
        assert!(page == made, "the page has other columns: INSTA_UPDATE=always with this test writes them anew");
    }
    documented.sort_unstable();
    let mut all: Vec<String> = tables().into_iter().map(|(name, _)| name.to_owned()).collect();
    all.sort_unstable();
    assert_eq!(documented, all, "each table is documented once");
}
