//! The tables of columns in `docs/file-formats.md`: each is made from the columns that the program writes.

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

use super::Column;

/// How many tables the page has, of all crates.
const ON_PAGE: usize = 21;

/// Tables by the names that the page gives them.
pub(super) type Tables = Vec<(&'static str, Vec<&'static Column>)>;

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

/// A page with these tables between their markers, and the names of all tables that it has.
fn with_tables(page: &str, tables: &Tables) -> (String, Vec<String>) {
    let (mut text, mut names, mut rest) = (String::new(), Vec::new(), page);
    while let Some((before, after)) = rest.split_once("<!-- columns: ") {
        let (name, after) = after.split_once(" -->\n").expect("the marker ends");
        let (old, after) = after.split_once("<!-- end -->").expect("the table ends");
        let own = tables.iter().find(|(other, _)| *other == name);
        let table = own.map_or(old.to_owned(), |(_, columns)| format!("\n{}\n", markdown(columns)));
        let _ = write!(text, "{before}<!-- columns: {name} -->\n{table}<!-- end -->");
        names.push(name.to_owned());
        rest = after;
    }
    (text + rest, names)
}

/// Checks that the page has these tables, each once, and writes them anew where `INSTA_UPDATE=always`.
pub(super) fn check(tables: &Tables) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/file-formats.md");
    let page = fs::read_to_string(&path).expect("a page of the docs");
    let (made, documented) = with_tables(&page, tables);
    if env::var("INSTA_UPDATE").is_ok_and(|update| update == "always") {
        fs::write(&path, made).expect("written");
    } else {
        assert!(page == made, "the page has other columns: INSTA_UPDATE=always with this test writes them anew");
    }
    for (name, _) in tables {
        assert_eq!(documented.iter().filter(|other| *other == name).count(), 1, "{name} is documented once");
    }
    assert_eq!(documented.len(), ON_PAGE, "no file has other tables: {documented:?}");
}
