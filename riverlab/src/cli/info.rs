//! `riverlab games` and `riverlab bots`.

use clap::Args;
use riverlab_arena::error::ArenaError;
use riverlab_arena::report::terminal::fitted;
use riverlab_arena::report::text::text_table;
use riverlab_arena::table::{GameFacts, Table};
use riverlab_bots::Defaults;
use riverlab_engine::RulesSource;
use riverlab_lab::games::{Catalog, name_and_sets};

use super::game_args::RulesArgs;
use super::printer::Printer;

/// Arguments of `games`.
#[derive(Args, Debug)]
pub(super) struct GamesArgs {
    /// One game only; with --rules or --set the-river if none is named
    game: Option<String>,
    #[command(flatten)]
    rules: RulesArgs,
}

fn described(facts: &GameFacts) -> Vec<String> {
    let counts = &facts.provenance_counts;
    vec![
        facts.name.clone(),
        facts.title.clone(),
        facts.players_text(),
        facts.rules_version.clone(),
        facts.rules_hash.clone(),
        counts.rulebook.to_string(),
        counts.review.to_string(),
        counts.reconstructed.to_string(),
    ]
}

/// Lists the games, with how many values of their component tables are known how well.
pub(super) fn games(catalog: &Catalog, args: &GamesArgs, stdout: &mut Printer<'_>) -> Result<(), ArenaError> {
    let header = ["game", "title", "players", "rules", "tables", "rulebook", "review", "reconstructed"];
    let mut table = text_table(&header, &[0, 1, 2, 4]);
    let (game, sets) = args.game.as_deref().map(name_and_sets).transpose()?.unzip();
    let source = args.rules.source_after(sets.unwrap_or_default())?;
    let names = match game {
        Some(game) => vec![game],
        None if source.is_standard() => catalog.names(),
        None => catalog.names()[..1].to_vec(),
    };
    for name in names {
        table.add_row(described(catalog.open(name, &source)?.facts()));
    }
    let note = "values of the component tables: rulebook = stated in the booklet, review = stated by a published review,\n\
                reconstructed = a plausible stand-in for what only a picture shows (replace with --rules or --set)\n";
    let droppable = [(6, "review"), (5, "rulebook"), (7, "reconstructed")];
    stdout.show(&fitted(table, &droppable).with("\n").with(note))
}

/// Lists the bots with their options.
pub(super) fn bots(catalog: &Catalog, stdout: &mut Printer<'_>) -> Result<(), ArenaError> {
    let mut table = text_table(&["bot", "what it does"], &[0, 1]);
    for bot in catalog.bots().infos() {
        table.add_row([bot.name, bot.summary]);
        table.add_row(["", bot.source]);
        for option in bot.options {
            table.add_row([&format!("  {}={}", option.name, option.default), option.meaning]);
        }
    }
    let mut text = fitted(table, &[]).with("\na game's own defaults, where others were measured to be better:\n");
    for name in catalog.names() {
        for (whose, defaults) in defaults(&*catalog.open(name, &RulesSource::default())?) {
            if !defaults.is_empty() {
                let values: Vec<String> = defaults.iter().map(|(option, value)| format!("{option}={value}")).collect();
                text.push(format!("{name}{whose}: {}\n", values.join(",")));
            }
        }
    }
    stdout.show(&text)
}

/// The defaults of searches, each with whose they are.
fn defaults(table: &dyn Table) -> Vec<(&'static str, Defaults)> {
    let facts = table.facts();
    if table.has_learned_weights() {
        vec![("", facts.learned_defaults), (" with eval=hand", facts.defaults)]
    } else {
        vec![("", facts.defaults)]
    }
}
