//! Who ends above whom.

use maud::html;

use super::Run;
use crate::report::html::chart::matrix::Matrix;
use crate::report::html::document::{Block, Section};
use crate::report::html::sheet::Sheet;
use crate::report::html::table::TableView;
use crate::store::file_names::PAIRS;

/// The bots that are drawn, of those in the standings.
const MAX_DRAWN: usize = 24;

/// All pairs; none of a single bot.
pub(super) fn section(run: &Run<'_>) -> Option<Section> {
    let sheet = run.sheet(PAIRS).filter(|sheet| !sheet.rows.is_empty())?;
    let bots = run.report.summary.standings.len();
    let words = html! {
        p {
            "How often the bot of a row ends above the bot of a column in the same game, level ranks counting half. Blue is more \
             often than not, orange less, and the letters are those of the standings."
            @if bots > MAX_DRAWN { " The picture has the first " (MAX_DRAWN) " of " (bots) " bots." }
        }
    };
    let table = TableView::new(sheet.clone(), "Pairs of bots in the same games");
    let blocks: Vec<Block> = vec![words.into(), matrix(run, sheet).picture().into(), table.into()];
    Some(Section::new("pairs", "Pairs", blocks))
}

fn matrix(run: &Run<'_>, sheet: &Sheet) -> Matrix {
    let standings = run.report.summary.standings.iter().take(MAX_DRAWN);
    let names: Vec<&str> = standings.map(|line| run.plan.name(line.bot)).collect();
    let share = |bot: &str, opponent: &str| {
        let mut lines = sheet.lines();
        lines.find(|line| line.text("bot") == bot && line.text("opponent") == opponent)?.number("share_above")
    };
    Matrix {
        name: "pairs".to_owned(),
        caption: "How often the bot of the row ends above the bot of the column".to_owned(),
        labels: names.iter().map(|name| (run.letter(name).unwrap_or_default(), (*name).to_owned())).collect(),
        shares: names.iter().map(|bot| names.iter().map(|opponent| share(bot, opponent)).collect()).collect(),
    }
}
