//! Who ends above whom.

use maud::html;

use super::page::RunPage;
use crate::report::cell::rounded;
use crate::report::html::chart::matrix::Matrix;
use crate::report::html::document::Section;
use crate::report::html::table::TableView;
use crate::report::rows::pairs;
use crate::schedule::BotIdx;
use crate::store::file_names::PAIRS;

/// The bots that are drawn, of those in the standings.
const MAX_DRAWN: usize = 24;

/// All pairs; none of a single bot.
pub(super) fn section(run: &RunPage<'_>) -> Option<Section> {
    let summary = &run.report.summary;
    if summary.pairs.is_empty() {
        return None;
    }
    let bots = summary.standings.len();
    let words = html! {
        p {
            "How often the bot of a row ends above the bot of a column in the same game, level ranks counting half. Blue is more \
             often than not, orange less, and the letters are those of the standings."
            @if summary.ratings.winners_only { " The game only says who won, so only games count that one of the two won." }
            @if bots > MAX_DRAWN { " The picture has the first " (MAX_DRAWN) " of " (bots) " bots." }
        }
    };
    let rows = pairs::rows(run.plan, summary);
    let table = TableView::new(PAIRS, &pairs::layout(run.plan), rows, "Pairs of bots in the same games");
    let blocks = vec![words, matrix(run).picture(), table.markup()];
    Some(Section::new("pairs", "Pairs", blocks))
}

fn matrix(run: &RunPage<'_>) -> Matrix {
    let summary = &run.report.summary;
    let bots: Vec<BotIdx> = summary.standings.iter().take(MAX_DRAWN).map(|line| line.bot).collect();
    let label = |&bot: &BotIdx| {
        let name = run.plan.name(bot);
        (run.letter(name).unwrap_or_default(), name.to_owned())
    };
    let share = |bot: BotIdx, opponent: BotIdx| {
        let pair = summary.pairs.iter().find(|pair| (pair.bot, pair.opponent) == (bot, opponent))?;
        Some(rounded(pair.above.mean))
    };
    Matrix {
        name: "pairs".to_owned(),
        caption: "How often the bot of the row ends above the bot of the column".to_owned(),
        labels: bots.iter().map(label).collect(),
        shares: bots.iter().map(|&bot| bots.iter().map(|&opponent| share(bot, opponent)).collect()).collect(),
    }
}
