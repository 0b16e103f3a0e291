//! `riverlab games` and `riverlab bots`.

use std::fmt::Write as _;
use std::io::Write;

use clap::Args;
use riverlab_bots::eval::evaluator::Evaluator;
use riverlab_bots::{Defaults, Evaluate};
use riverlab_engine::{GameRules, RulesSource};

use super::{RulesArgs, print};
use crate::error::ArenaError;
use crate::games::{Catalog, GameList, GameTask, compile_standard_games, name_and_sets};
use crate::plan::{players_text, rules_hash};
use crate::report::text::{fitted, text_table};
use crate::venue::Venue;

/// Arguments of `games`.
#[derive(Args, Debug)]
pub(super) struct GamesArgs {
    /// One game only; with --rules or --set the-river if none is named
    game: Option<String>,
    #[command(flatten)]
    rules: RulesArgs,
}

struct Describe;

impl GameTask for Describe {
    type Output = Vec<String>;

    compile_standard_games!();

    fn run<G: Evaluate>(self, venue: Venue<'_, G>) -> Result<Vec<String>, ArenaError> {
        let rules = venue.rules;
        let provenance_counts = rules.provenance_counts();
        Ok(vec![
            G::NAME.to_owned(),
            G::TITLE.to_owned(),
            players_text::<G>(),
            G::RULES_VERSION.to_owned(),
            rules_hash(rules),
            provenance_counts.rulebook.to_string(),
            provenance_counts.review.to_string(),
            provenance_counts.reconstructed.to_string(),
        ])
    }
}

/// Lists the games, with how many values of their component tables are known how well.
pub(super) fn games(
    catalog: &Catalog<impl GameList>,
    args: &GamesArgs,
    stdout: &mut dyn Write,
) -> Result<(), ArenaError> {
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
        table.add_row(catalog.with_game(name, &source, Describe)?);
    }
    let note = "values of the component tables: rulebook = stated in the booklet, review = stated by a published review,\n\
                reconstructed = a plausible stand-in for what only a picture shows (replace with --rules or --set)\n";
    let droppable = [(6, "review"), (5, "rulebook"), (7, "reconstructed")];
    print(stdout, &format!("{}\n{note}", fitted(table, &droppable)))
}

/// Lists the bots with their options.
pub(super) fn bots(catalog: &Catalog<impl GameList>, stdout: &mut dyn Write) -> Result<(), ArenaError> {
    let mut table = text_table(&["bot", "what it does"], &[0, 1]);
    for bot in catalog.bots().infos() {
        table.add_row([bot.name, bot.summary]);
        table.add_row(["", bot.source]);
        for option in bot.options {
            table.add_row([&format!("  {}={}", option.name, option.default), option.meaning]);
        }
    }
    let table = fitted(table, &[]);
    let mut text = format!("{table}\na game's own defaults, where others were measured to be better:\n");
    for name in catalog.names() {
        for (whose, defaults) in catalog.with_game(name, &RulesSource::default(), DefaultsOf)? {
            if !defaults.is_empty() {
                let values: Vec<String> = defaults.iter().map(|(option, value)| format!("{option}={value}")).collect();
                writeln!(text, "{name}{whose}: {}", values.join(",")).expect("written");
            }
        }
    }
    print(stdout, &text)
}

struct DefaultsOf;

impl GameTask for DefaultsOf {
    type Output = Vec<(&'static str, Defaults)>;

    compile_standard_games!();

    fn run<G: Evaluate>(self, _venue: Venue<'_, G>) -> Result<Self::Output, ArenaError> {
        if Evaluator::learned::<G>().is_err() {
            return Ok(vec![("", G::DEFAULTS)]);
        }
        Ok(vec![("", G::LEARNED_DEFAULTS), (" with eval=hand", G::DEFAULTS)])
    }
}
