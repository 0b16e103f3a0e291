//! Changed values of the tables as a rules file.

use riverlab_engine::RulesSource;
use toml::{Table, Value};

/// The tables of a study with these values changed, as a rules file: what differs from the tables of the game.
pub(crate) fn overlay(source: &RulesSource, sets: &[String], heading: &str) -> String {
    let mut tables = source.file.as_ref().and_then(|(_, text)| text.parse::<Table>().ok()).unwrap_or_default();
    for value in tables.iter_mut().map(|(_, value)| value) {
        name_entries(value);
    }
    for set in source.sets.iter().chain(sets) {
        let (key, value) = set.split_once('=').expect("made as key=value");
        let parsed = format!("value = {value}").parse::<Table>().ok().and_then(|mut table| table.remove("value"));
        let path: Vec<&str> = key.trim().split('.').collect();
        insert(&mut tables, &path, parsed.unwrap_or_else(|| Value::String(value.trim().to_owned())));
    }
    let heading = heading.lines().map(|line| format!("# {line}")).collect::<Vec<_>>().join("\n");
    format!("{heading}\n\n{}", toml::to_string(&tables).expect("a table of plain values"))
}

/// `[[building]]` with an `id` is the table `[building.ID]`.
fn name_entries(value: &mut Value) {
    let Value::Array(entries) = value else { return };
    let id = |entry: &Value| entry.get("id").and_then(Value::as_str).map(str::to_owned);
    let Some(ids) = entries.iter().map(id).collect::<Option<Vec<String>>>() else { return };
    let named = ids.into_iter().zip(entries.drain(..)).map(|(id, mut entry)| {
        if let Value::Table(table) = &mut entry {
            table.remove("id");
        }
        (id, entry)
    });
    *value = Value::Table(named.collect());
}

fn insert(table: &mut Table, path: &[&str], value: Value) {
    match path {
        [] => {}
        [key] => {
            table.insert((*key).to_owned(), value);
        }
        [key, rest @ ..] => {
            let below = table.entry((*key).to_owned()).or_insert_with(|| Value::Table(Table::new()));
            insert(below.as_table_mut().expect("a table of the tables"), rest, value);
        }
    }
}

#[cfg(test)]
#[path = "overlay_tests.rs"]
mod tests;
