//! Times and faults: what a folder holds beside what follows from its games.

use std::fs;
use std::io::{Error, ErrorKind};
use std::path::Path;

use maud::html;

use super::Run;
use crate::error::ArenaError;
use crate::report::html::document::{Block, Section};
use crate::report::html::sheet::Sheet;
use crate::report::html::table::TableView;
use crate::store::file_names::{FAULTS, TIMING};

/// The tables that are there.
pub(super) fn sheets(folder: &Path) -> Result<Vec<Sheet>, ArenaError> {
    let sheets = [TIMING, FAULTS].into_iter().map(|name| sheet(folder, name));
    Ok(sheets.collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect())
}

fn sheet(folder: &Path, name: &str) -> Result<Option<Sheet>, ArenaError> {
    let path = folder.join(name);
    let content = match fs::read(&path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        other => other.map_err(|error| ArenaError::file("read", &path, error))?,
    };
    let sheet = Sheet::parse(name, &content);
    sheet.map(Some).map_err(|error| ArenaError::file("read", &path, Error::new(ErrorKind::InvalidData, error)))
}

/// Times and faults, if there are any.
pub(super) fn section(run: &Run<'_>) -> Option<Section> {
    let caption = |sheet: &Sheet| match sheet.name.as_str() {
        "timing" => "Thinking times of the last session, which differ from run to run",
        _ => "Faults of programs",
    };
    let tables = run.others.iter().map(|sheet| Block::from(TableView::new(sheet.clone(), caption(sheet))));
    let words = html! { p { "These do not follow from the games: they were written while the games were played." } };
    let blocks: Vec<Block> = std::iter::once(words.into()).chain(tables).collect();
    (!run.others.is_empty()).then(|| Section::new("timing", "Times and faults", blocks))
}
