//! `riverlab tune`.

use std::fmt::Write as _;
use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use riverlab_bots::{BotSpec, Evaluate};
use riverlab_engine::Modify;
use riverlab_engine::data::RulesSource;
use serde_json::{Value, json};

use super::host::Host;
use super::progress::{games_bar, note_bar};
use super::run_args::{GIVING_UP, stop_flag, thread_count};
use super::{GameArgs, parse_bots, print, whole};
use crate::cluster::Workers;
use crate::error::ArenaError;
use crate::games::{Catalog, GameList, GameTask, compile_standard_games};
use crate::json::pretty;
use crate::plan::{quoted, rules_options};
use crate::report::csv::json_text;
use crate::report::text::{match_text, text_table};
use crate::run::results::Report;
use crate::stats::Decision;
use crate::store::run_dir::OnExisting;
use crate::tune::space::{Dimension, Space};
use crate::tune::{OptionFinding, Progress, TuneRequest, Tuned, ValueShare, tune};
use crate::venue::Venue;

/// Arguments of `tune`.
#[derive(Args, Debug)]
pub(super) struct TuneArgs {
    #[command(flatten)]
    game: GameArgs,
    /// The bot as it is
    #[arg(long, short, value_name = "SPEC")]
    bot: String,
    /// The options, 1 to 8, each with its values: NAME=LO..HI, with :log where factors count, or NAME=VALUE,VALUE; and
    /// ?OTHER=VALUE behind it where it counts only if another one has this value
    #[arg(long, required = true, num_args = 1.., value_name = "OPTION", value_parser = str::parse::<Dimension>)]
    over: Vec<Dimension>,
    /// The field: every set of bots that fills the other seats
    #[arg(long, short, required = true, num_args = 1.., value_name = "SPEC")]
    against: Vec<String>,
    /// The number of players
    #[arg(long, short, default_value = "2", allow_negative_numbers = true, value_parser = whole::<0, 99>)]
    players: u64,
    /// The number of games of the search
    #[arg(long, default_value = "20000", allow_negative_numbers = true, value_parser = whole::<1, 1_000_000_000>)]
    games: u64,
    /// The number of deals of the match of the winner with the bot as it is, at most; 0 for none
    #[arg(long, default_value = "4000", allow_negative_numbers = true, value_parser = whole::<0, 1_000_000>)]
    confirm: u64,
    /// The master seed
    #[arg(long, short, default_value = "1", allow_negative_numbers = true, value_parser = whole::<0, { u64::MAX }>)]
    seed: u64,
    /// The number of threads [default: all cores]
    #[arg(long, short, allow_negative_numbers = true, value_parser = whole::<1, 1024>)]
    threads: Option<u64>,
    /// The folder of the tuning
    #[arg(long, short, default_value = "tuning")]
    out: PathBuf,
    /// Replace another tuning in the folder
    #[arg(long)]
    force: bool,
    /// No progress
    #[arg(long, short)]
    quiet: bool,
    /// Results as JSON
    #[arg(long)]
    json: bool,
    /// Who has the command carried out.
    #[arg(skip)]
    pub(super) host: Host,
}

/// Tunes, and says what has won and whether it is better.
pub(super) fn run(catalog: &Catalog<impl GameList>, args: &TuneArgs, stdout: &mut dyn Write) -> Result<(), ArenaError> {
    let (game, rules) = args.game.resolve()?;
    let space = Space::new(args.over.clone()).map_err(|why| ArenaError::Usage(format!("--over: {why}")))?;
    let against = parse_bots(&args.against)?;
    let bot: BotSpec = args.bot.parse()?;
    let request = TuneRequest {
        command: command(args, game, &rules),
        rules: rules.clone(),
        players: args.players as usize,
        bot,
        against,
        space,
        games: args.games,
        confirm: args.confirm,
        seed: args.seed,
    };
    let tuned = catalog.with_game(game, &rules, Tune { args, request: &request })?;
    print(stdout, &if args.json { pretty(&json(&tuned, &request)) } else { text(&tuned, &request) })
}

/// The command that finds the same.
fn command(args: &TuneArgs, game: &str, rules: &RulesSource) -> String {
    let words = |words: Vec<String>| words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ");
    let TuneArgs { players, games, confirm, seed, .. } = args;
    let mut all = vec![format!("riverlab tune {game}")];
    all.extend(rules_options(rules));
    all.push(format!("--bot {}", quoted(&args.bot)));
    all.push(format!("--over {}", words(args.over.iter().map(ToString::to_string).collect())));
    all.push(format!("--against {}", words(args.against.clone())));
    all.push(format!("--players {players} --games {games} --confirm {confirm} --seed {seed}"));
    all.join(" ")
}

struct Tune<'a> {
    args: &'a TuneArgs,
    request: &'a TuneRequest,
}

impl GameTask for Tune<'_> {
    type Output = Tuned;

    compile_standard_games!();

    fn run<G: Evaluate + Modify>(self, venue: Venue<'_, G>) -> Result<Tuned, ArenaError> {
        let TuneArgs { host, out, games, .. } = self.args;
        let stop = stop_flag(host, GIVING_UP);
        let bar = games_bar(*games, self.args.quiet);
        let on_existing = if self.args.force { OnExisting::Replace } else { OnExisting::Continue };
        let workers = Workers { threads: thread_count(self.args.threads), crew: host.crew(), stop: &stop };
        let tuned = tune(venue, self.request, (out, on_existing), workers, |progress| {
            match progress {
                Progress::Games(games) => bar.inc(games),
                Progress::Match => bar.set_message("match"),
            }
            note_bar(host, &bar);
        });
        bar.finish_and_clear();
        tuned
    }
}

/// The words for what the match has shown.
fn verdict(tuned: &Tuned) -> &'static str {
    let test = tuned.confirmed.as_ref().and_then(|(_, results)| results.report().of_match.as_ref()?.test.as_ref());
    match test.map(|test| test.decision) {
        None => "not put to the test",
        Some(Decision::Accepted) => "better than the bot as it was",
        Some(Decision::Rejected) => "no better than the bot as it was",
        Some(Decision::Undecided) => "not known to be better than the bot as it was",
    }
}

fn text(tuned: &Tuned, request: &TuneRequest) -> String {
    let Tuned { bot, winner, options, confirmed } = tuned;
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
            let interval = format!("{:.4} .. {:.4}", share.lo, share.hi);
            table.add_row(first.into_iter().chain([value.clone(), format!("{:.4}", share.mean), interval]));
        }
    }
    let field = request.against.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
    let mut text = format!(
        "{bot}\n\n{table}\n{ends}\nshare against {field}: {:.4} by the model, {:.4} in the finals ({} deals), in which luck has helped it\n",
        winner.by_model, winner.in_finals, winner.deals,
    );
    if let Some((plan, results)) = confirmed {
        let Report { summary, of_match, .. } = results.report();
        let of_match = of_match.as_ref().expect("a match");
        let _ = write!(text, "\non other deals: {}\n{}", verdict(tuned), match_text(plan, summary, of_match));
    }
    text
}

fn json(tuned: &Tuned, request: &TuneRequest) -> Value {
    let Tuned { bot, winner, options, confirmed } = tuned;
    let option = |finding: &OptionFinding| {
        let value = |ValueShare { value, share, .. }: &ValueShare| json!({ "value": value, "share": share.mean, "share_lo": share.lo, "share_hi": share.hi });
        json!({
            "option": finding.name,
            "tuned": finding.chosen,
            "matters": finding.matters.word(),
            "shares": finding.shares.iter().map(value).collect::<Vec<_>>(),
        })
    };
    let confirmed = confirmed.as_ref().map(|(plan, results)| {
        let Report { summary, of_match, components, luck } = results.report();
        let text = json_text(plan, summary, of_match.as_ref(), components, luck.as_ref());
        serde_json::from_str::<Value>(&text).expect("JSON")
    });
    json!({
        "command": request.command,
        "bot": bot.to_string(),
        "share_by_model": winner.by_model,
        "share_in_finals": winner.in_finals,
        "deals_of_finals": winner.deals,
        "options": options.iter().map(option).collect::<Vec<_>>(),
        "verdict": verdict(tuned),
        "confirmed": confirmed,
    })
}
