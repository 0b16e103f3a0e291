//! `riverlab tune`.

use riverlab_bots::play::streams::MAX_SEED;
use std::fmt::Write as _;
use std::io::{self, Write as _};

use clap::Args;
use riverlab_arena::error::ArenaError;
use riverlab_arena::json::pretty;
use riverlab_arena::report::csv::json_value;
use riverlab_arena::report::terminal::Text;
use riverlab_arena::report::text::{match_text, text_table};
use riverlab_arena::shell::Word;
use riverlab_arena::tally::Report;
use riverlab_bots::BotSpec;
use riverlab_lab::balance::setup::StudyTable;
use riverlab_lab::games::Catalog;
use riverlab_lab::tune::objective::{INSTEAD_OF_SPREAD, Objective};
use riverlab_lab::tune::space::{Dimension, Space};
use riverlab_lab::tune::{Check, Confirmed, OptionFinding, Progress, TuneRequest, Tuned, ValueShare, tune};
use riverlab_stats::Interval;
use serde_json::{Value, json};

use super::game_args::{GameArgs, parse_bots, players, whole};
use super::host::Host;
use super::plan_file::PlanOption;
use super::printer::Printer;
use super::progress::{games_bar, note_bar};
use super::run_args::{FolderArgs, GIVING_UP, stop_flag};

/// Arguments of `tune`.
#[derive(Args, Debug)]
pub(super) struct TuneArgs {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    plan: PlanOption,
    /// The bot as it is
    #[arg(long, short, value_name = "SPEC", default_value = "greedy")]
    bot: String,
    /// Options of the bot, or values of the rules (rules:KEY), 1 to 8, each with its values: NAME=LO..HI, with :log where
    /// factors count, or NAME=VALUE,VALUE; and ?OTHER=VALUE behind it where it counts only if another one has this value
    #[arg(long, required = true, num_args = 1.., value_name = "OPTION", value_parser = str::parse::<Dimension>)]
    over: Vec<Dimension>,
    /// What is looked for: share (the greatest share against the field), first-seat-share[:TARGET] (that the player who
    /// begins has this share, by default an equal one, where copies of the bot play each other)
    #[arg(long, value_name = "WHAT", default_value = "share", value_parser = str::parse::<Objective>)]
    objective: Objective,
    /// The field, for the share: every set of bots that fills the other seats
    #[arg(long, short, num_args = 1.., value_name = "SPEC")]
    against: Vec<String>,
    /// Options of effect-spread, which lead where it does
    #[arg(long = "elements", short = 'e', alias = "interventions", short_alias = 'i', hide = true, num_args = 1..)]
    #[arg(value_name = "ELEMENT", value_parser = |_: &str| Err::<String, _>(INSTEAD_OF_SPREAD))]
    _elements: Vec<String>,
    /// The number of players
    #[arg(long, short, default_value = "2", value_parser = players)]
    players: u64,
    /// The number of games of the search
    #[arg(long, default_value = "20000", value_parser = whole(1, 1_000_000_000))]
    games: u64,
    /// The number of deals on which the winner is compared with what there was, at most; 0 for none
    #[arg(long, default_value = "4000", value_parser = whole(0, 1_000_000))]
    confirm: u64,
    /// The master seed
    #[arg(long, short, default_value = "1", value_parser = whole(0, MAX_SEED))]
    seed: u64,
    #[command(flatten)]
    pub(super) run: FolderArgs,
}

/// Tunes, and says what has won and whether it is better.
pub(super) fn run(catalog: &Catalog, args: &TuneArgs, host: &Host, stdout: &mut Printer<'_>) -> Result<(), ArenaError> {
    let (game, rules) = args.game.resolve()?;
    let space = Space::new(args.over.clone()).map_err(|why| ArenaError::Usage(format!("--over: {why}")))?;
    let against = parse_bots(&args.against)?;
    let bot: BotSpec = args.bot.parse()?;
    let request = TuneRequest {
        command: String::new(),
        players: args.players as usize,
        bot,
        objective: args.objective,
        against,
        space,
        games: args.games,
        confirm: args.confirm,
        seed: args.seed,
    }
    .with_command(game, &rules);
    if let Some(note) = request.cannot_confirm().filter(|_| !args.run.quiet) {
        let _ = writeln!(io::stderr(), "{note}: ask for more with --confirm");
    }
    let tuned = play(&*catalog.open(game, &rules)?, args, &request, host)?;
    stdout.show(&if args.run.json { pretty(&json(&tuned, &request)).into() } else { text(&tuned, &request) })
}

fn play(table: &dyn StudyTable, args: &TuneArgs, request: &TuneRequest, host: &Host) -> Result<Tuned, ArenaError> {
    let TuneArgs { run, games, .. } = args;
    let stop = stop_flag(host, GIVING_UP);
    let bar = games_bar(*games, run.quiet);
    let tuned = tune(table, request, run.destination("tuning"), run.workers(host, &stop), |progress| {
        match progress {
            Progress::Games(games) => bar.inc(games),
            Progress::Confirming => bar.set_message("confirming"),
        }
        note_bar(host, &bar);
    });
    bar.finish_and_clear();
    tuned
}

fn text(tuned: &Tuned, request: &TuneRequest) -> Text {
    let Tuned { bot, sets, winner, options, confirmed, .. } = tuned;
    let mut table = text_table(&["option", "tuned", "", "with", "share", "95 % interval"], &[0, 2]);
    let mut ends = String::new();
    for OptionFinding { name, chosen, matters, is_end, shares, .. } in options {
        let first = [name.clone(), chosen.clone().unwrap_or_default(), matters.word().to_owned()];
        if *is_end {
            let _ = writeln!(ends, "{name}: {} is an end of its range; there may be better beyond", first[1]);
        }
        // Of many values every second is enough for an eye.
        let step = if shares.len() > 5 { 2 } else { 1 };
        let mut rows = shares.iter().step_by(step).peekable();
        if rows.peek().is_none() {
            table.add_row(first.clone());
        }
        for (idx, ValueShare { value, share, .. }) in rows.enumerate() {
            let first = if idx == 0 { first.clone() } else { Default::default() };
            let interval = share.text(4);
            table.add_row(first.into_iter().chain([value.clone(), format!("{:.4}", share.mean), interval]));
        }
    }
    let figure = match request.objective {
        Objective::Share => {
            format!("share against {}", request.against.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "))
        }
        Objective::FirstSeatShare(_) => request.objective.figure().to_owned(),
    };
    let rules = if sets.is_empty() { String::new() } else { format!(" {}", Word::list("set", sets)) };
    let mut text = Text::from(format!(
        "{bot}{rules}\n\n{table}\n{ends}\n{figure}: {:.4} by the model, {:.4} in the finals ({} deals), in which luck has helped it\n",
        winner.by_model, winner.in_finals, winner.deals,
    ));
    if let Some(confirmed) = confirmed {
        text.push(format!("\non other deals: {}\n", tuned.verdict()));
        text.push(match confirmed {
            Confirmed::Match(played) => {
                let Report { summary, of_match, .. } = played.1.report();
                match_text(&played.0, summary, of_match.as_ref().expect("a match"))
            }
            Confirmed::Check(check) => check_text(check).into(),
        });
    }
    text
}

fn check_text(Check { deals, tuned, before, .. }: &Check) -> String {
    let mut table = text_table(&["", "deals", "share", "95 % interval"], &[0]);
    for (name, figure) in [("tuned", tuned), ("before", before)] {
        table.add_row([name.to_owned(), deals.to_string(), format!("{:.4}", figure.mean), figure.text(4)]);
    }
    format!("{table}\n")
}

fn json(tuned: &Tuned, request: &TuneRequest) -> Value {
    let Tuned { bot, sets, winner, options, confirmed, .. } = tuned;
    let option = |finding: &OptionFinding| {
        let value = |ValueShare { value, share, .. }: &ValueShare| json!({ "value": value, "share": share.mean, "share_lo": share.lo, "share_hi": share.hi });
        json!({
            "option": finding.name,
            "tuned": finding.chosen,
            "matters": finding.matters.word(),
            "shares": finding.shares.iter().map(value).collect::<Vec<_>>(),
        })
    };
    let confirmed = confirmed.as_ref().map(|confirmed| match confirmed {
        Confirmed::Match(played) => {
            let Report { summary, of_match, components } = played.1.report();
            json_value(&played.0, summary, of_match.as_ref(), components)
        }
        Confirmed::Check(Check { deals, tuned, before, .. }) => {
            let figures = |one: &Interval| json!({ "share": one.mean, "share_lo": one.lo, "share_hi": one.hi });
            json!({ "deals": deals, "tuned": figures(tuned), "before": figures(before) })
        }
    });
    json!({
        "command": request.command,
        "bot": bot.to_string(),
        "set": sets,
        "objective": request.objective.to_string(),
        "by_model": winner.by_model,
        "in_finals": winner.in_finals,
        "deals_of_finals": winner.deals,
        "options": options.iter().map(option).collect::<Vec<_>>(),
        "verdict": tuned.verdict(),
        "confirmed": confirmed,
    })
}
