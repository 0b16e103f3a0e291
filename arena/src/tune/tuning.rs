//! A whole tuning in its folder: rounds, the winner, and the match that says whether it is better.

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::Ordering;

use riverlab_bots::{BotSpec, Evaluate};
use riverlab_engine::{Seat, Share};

use super::options::{OptionFinding, findings, options_csv, pairs, pairs_csv};
use super::pictures::{options_svg, pairs_svg};
use super::plan::{TunePlan, TuneRequest};
use super::search::{LEAST_PLAYS, PlayedRound, Tuning, Winner};
use super::space::{Domain, Space};
use super::trials::Trials;
use crate::cluster::Workers;
use crate::error::ArenaError;
use crate::plan::{Comparison, Plan, Request, StopRule, WeightsHashes, check_players, rules_hash};
use crate::play::streams::tuning_seed;
use crate::run::results::Results;
use crate::run::runner::{self, PlaySettings};
use crate::run::session::Session;
use crate::schedule::{Pairing, Schedule, ScheduleSpec};
use crate::stats::Sprt;
use crate::store::plan_folder::{FolderKind, PlanFolder};
use crate::store::run_dir::OnExisting;
use crate::venue::Venue;

const TRIALS: &str = "trials.csv";
const OPTIONS: &str = "options.csv";
const PAIRS: &str = "pairs.csv";
const OPTIONS_PICTURE: &str = "options.svg";
const PAIRS_PICTURE: &str = "pairs.svg";
const TUNED: &str = "tuned.toml";
const CONFIRM: &str = "confirm";
const OWN: [&str; 7] = [TRIALS, OPTIONS, PAIRS, OPTIONS_PICTURE, PAIRS_PICTURE, TUNED, CONFIRM];
const KIND: FolderKind = FolderKind { name: "tuning", plan: "tuning.json", owns: |name| OWN.contains(&name) };

/// How far a tuning has come.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Progress {
    /// Further games are played; the number of new ones.
    Games(u64),
    /// The winner is put to the test.
    Match,
}

/// What came of a tuning.
#[derive(Debug)]
pub struct Tuned {
    /// The bot with the options that have won.
    pub bot: BotSpec,
    /// What the search says of it.
    pub winner: Winner,
    /// What each option does.
    pub options: Vec<OptionFinding>,
    /// The match against the bot as it was, on deals of its own, if one was asked for.
    pub confirmed: Option<(Plan, Results)>,
}

/// Tunes a bot in a folder, or goes on with it.
///
/// # Errors
/// When an option or a value is none of the bot's, when there are too few games, when files cannot be read or written, when a
/// bot fails, or when it is interrupted.
pub fn tune<G: Evaluate>(
    venue: Venue<'_, G>,
    request: &TuneRequest,
    (folder, on_existing): (&Path, OnExisting),
    workers: Workers<'_>,
    mut progress: impl FnMut(Progress) + Send,
) -> Result<Tuned, ArenaError> {
    check_players::<G>("--players", request.players)?;
    let space = fitting_space(venue, request)?;
    let games_of_play = request.games_of_play()?;
    let plays = request.games / games_of_play;
    if plays < LEAST_PLAYS {
        let (games, least) = (request.games, LEAST_PLAYS * games_of_play);
        return Err(ArenaError::Usage(format!("--games {games}: expected at least {least} for this field")));
    }
    let plan = request.plan(venue)?;
    let opened =
        PlanFolder::open(folder, KIND, &plan, on_existing == OnExisting::Replace, |there| there.difference(&plan))?;
    let path = |name: &str| opened.path().join(name);
    let (mut trials, mut begun) = Trials::open(&path(TRIALS), &space)?;
    let mut tuning = Tuning::new(space, plays, 1.0 / request.players as f64, request.seed);
    let is_whole = |played: &PlayedRound| played.shares[0].len() as u64 == played.round.deals;
    let unfinished = begun.pop_if(|played| !is_whole(played));
    for played in begun {
        progress(Progress::Games(played.round.settings.len() as u64 * played.round.deals * games_of_play));
        tuning.add(played);
    }
    let mut next = unfinished;
    while let Some(mut played) = next.take().or_else(|| tuning.next_round().map(PlayedRound::of)) {
        let mut each = |deals: u64, settings: usize| {
            progress(Progress::Games(settings as u64 * deals * games_of_play));
        };
        each(played.shares[0].len() as u64, played.shares.len());
        let round = Playing { venue, request, space: tuning.space(), number: tuning.rounds() };
        round.play(&mut played, &mut trials, workers, &mut each)?;
        if !is_whole(&played) || workers.stop.load(Ordering::Relaxed) {
            return Err(ArenaError::Interrupted);
        }
        tuning.add(played);
    }
    let winner = tuning.winner();
    let bot = spec_of(&request.bot, tuning.space(), &winner.setting);
    let options = findings(&mut tuning, &winner.setting);
    let pairs = pairs(&mut tuning, &winner.setting, &options);
    write(&path(OPTIONS), &options_csv(&options))?;
    write(&path(PAIRS), &pairs_csv(&options, &pairs))?;
    write(&path(OPTIONS_PICTURE), &options_svg(&options))?;
    write(&path(PAIRS_PICTURE), &pairs_svg(&options, &pairs))?;
    write(&path(TUNED), &request.plan_file(G::NAME, &bot))?;
    let confirmed = if request.confirm > 0 {
        progress(Progress::Match);
        Some(confirm(venue, request, &bot, &path(CONFIRM), workers)?)
    } else {
        None
    };
    Ok(Tuned { bot, winner, options, confirmed })
}

/// The bot with the options of a setting; those that do not count are left to their defaults.
fn spec_of(bot: &BotSpec, space: &Space, setting: &[f64]) -> BotSpec {
    spec_with(bot, space, setting, &(0..space.dimensions().len()).collect::<Vec<_>>())
}

/// The bot with some of the options of a setting.
fn spec_with(bot: &BotSpec, space: &Space, setting: &[f64], options: &[usize]) -> BotSpec {
    let mut spec = bot.clone();
    for &option in options {
        let name = &space.dimensions()[option].name;
        spec.options.retain(|(other, _)| other != name);
        if let Some(value) = space.value(option, setting) {
            spec.options.push((name.clone(), value));
        }
    }
    spec
}

/// The space as the bot takes it: options whose values must be whole numbers are known from what it refuses.
fn fitting_space<G: Evaluate>(venue: Venue<'_, G>, request: &TuneRequest) -> Result<Space, ArenaError> {
    let mut space = request.space.clone();
    for option in 0..space.dimensions().len() {
        // The bot as it is, but for this option and the one that it needs.
        let try_at = |space: &Space, coordinate: f64| {
            let mut setting = vec![0.0; space.dimensions().len()];
            setting[option] = coordinate;
            let mut tried = vec![option];
            if let Some((other, value)) = space.condition(option) {
                setting[other] = value as f64;
                tried.push(other);
            }
            venue.build(&spec_with(&request.bot, space, &setting, &tried)).map(drop)
        };
        match &space.dimensions()[option].domain {
            Domain::Values(values) => (0..values.len()).try_for_each(|value| try_at(&space, value as f64))?,
            Domain::Range { lo, hi, whole, .. } => {
                let is_whole = *whole || lo.fract() != 0.0 || hi.fract() != 0.0;
                [-1.0, 1.0].into_iter().try_for_each(|end| try_at(&space, end))?;
                if let Err(error) = try_at(&space, 0.123) {
                    if is_whole {
                        return Err(error.into());
                    }
                    space.only_whole(option);
                    try_at(&space, 0.123)?;
                }
            }
        }
    }
    Ok(space)
}

/// A round that is played.
struct Playing<'a, G: Evaluate> {
    venue: Venue<'a, G>,
    request: &'a TuneRequest,
    space: &'a Space,
    /// How many rounds were played before.
    number: usize,
}

impl<G: Evaluate> Playing<'_, G> {
    /// Plays the deals that are left, as far as it is not interrupted.
    fn play(
        &self,
        played: &mut PlayedRound,
        trials: &mut Trials,
        Workers { threads, crew, stop }: Workers<'_>,
        each: &mut (impl FnMut(u64, usize) + Send),
    ) -> Result<(), ArenaError> {
        let PlayedRound { round, shares } = played;
        let settings = round.settings.len();
        let specs = round.settings.iter().map(|setting| spec_of(&self.request.bot, self.space, setting));
        let bots = specs.chain(self.request.against.iter().cloned()).collect();
        let seed = tuning_seed(self.request.seed, self.number as u64);
        let request = self.request.of_games(bots, settings, round.deals, seed);
        let plan = Plan::new(request, self.venue)?;
        let first = shares[0].len() as u64 + 1;
        if first > round.deals {
            return Ok(());
        }
        let schedule = Schedule::new(plan.request.schedule_spec(), first, round.deals, seed);
        let games_of_deal = plan.games / round.deals;
        let (mut deal, mut games) = (vec![(0, 0); settings], 0);
        runner::run(&plan, self.venue, schedule, PlaySettings { crew, ..PlaySettings::new(threads, stop) }, |batch| {
            for game in &batch.games {
                for seat in Seat::all(self.request.players) {
                    if let Some((sum, seats)) = deal.get_mut(usize::from(game.game.seats[seat])) {
                        *sum += game.result.outcome.shares[seat].sixtieths();
                        *seats += 1;
                    }
                }
                games += 1;
                if games == games_of_deal {
                    let share = |(sum, seats): &(u32, u32)| f64::from(*sum) / f64::from(seats * Share::WHOLE);
                    let of_deal: Vec<f64> = deal.iter().map(share).collect();
                    trials.add(self.space, (self.number, round), shares[0].len() as u64 + 1, &of_deal)?;
                    shares.iter_mut().zip(of_deal).for_each(|(shares, share)| shares.push(share));
                    each(1, settings);
                    (games, deal) = (0, vec![(0, 0); settings]);
                }
            }
            Ok(ControlFlow::Continue(()))
        })
    }
}

/// Puts the winner to the test: a match with the bot as it was, each against the field, on deals of its own.
fn confirm<G: Evaluate>(
    venue: Venue<'_, G>,
    request: &TuneRequest,
    bot: &BotSpec,
    folder: &Path,
    Workers { threads, crew, stop }: Workers<'_>,
) -> Result<(Plan, Results), ArenaError> {
    let comparison = Comparison::Baseline;
    let bots = [bot, &request.bot].into_iter().chain(&request.against).cloned().collect();
    let of_match =
        request.of_games(bots, comparison.challengers(), request.confirm, tuning_seed(request.seed, u64::MAX));
    let plan = Plan::new(
        Request { comparison: Some(comparison), stop: Some(StopRule::Sprt(test(request.confirm))), ..of_match },
        venue,
    )?;
    let mut session = Session::open(folder, &plan, venue, OnExisting::Continue)?;
    session.play(PlaySettings { crew, ..PlaySettings::new(threads, stop) }, |_| ())?;
    let results = session.finish()?;
    if results.is_complete() { Ok((plan, results)) } else { Err(ArenaError::Interrupted) }
}

/// The test of the winner: none better, or better by so much that a third of the deals are enough on average.
pub(super) fn test(deals: u64) -> Sprt {
    let least = 4.0 / (deals as f64).sqrt();
    Sprt::parse(&format!("win:{least:.4}"), 0.05, 0.05).expect("a test")
}

impl TuneRequest {
    fn plan<G: Evaluate>(&self, venue: Venue<'_, G>) -> Result<TunePlan, ArenaError> {
        let bots: Vec<BotSpec> = std::iter::once(&self.bot).chain(&self.against).cloned().collect();
        Ok(TunePlan {
            command: self.command.clone(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            game: G::NAME.to_owned(),
            rules_hash: rules_hash(venue.rules),
            weights: WeightsHashes::of::<G>(&bots)?,
            players: self.players,
            bot: self.bot.to_string(),
            against: self.against.iter().map(ToString::to_string).collect(),
            over: self.space.dimensions().iter().map(ToString::to_string).collect(),
            games: self.games,
            confirm: self.confirm,
            seed: self.seed,
        })
    }

    /// How many games there are when a setting plays a deal.
    fn games_of_play(&self) -> Result<u64, ArenaError> {
        let pairing = Pairing::Gauntlet { challengers: 1 };
        let spec = ScheduleSpec { pairing, bots: 1 + self.against.len(), players: self.players, deals: 1 };
        spec.games_per_deal().ok_or_else(|| ArenaError::Usage("--against: too many bots".to_owned()))
    }

    /// Games of the first of these bots, each against the rest.
    fn of_games(&self, bots: Vec<BotSpec>, challengers: usize, deals: u64, seed: u64) -> Request {
        Request {
            rules: self.rules.clone(),
            pairing: Pairing::Gauntlet { challengers },
            ..Request::tournament(self.players, bots, deals, seed)
        }
    }

    /// A plan of the match that the tuned bot has won or lost.
    fn plan_file(&self, game: &str, bot: &BotSpec) -> String {
        let text = |text: &dyn ToString| toml::Value::from(text.to_string());
        let mut plan = toml::Table::new();
        plan.insert("game".to_owned(), text(&game));
        plan.insert("players".to_owned(), toml::Value::from(self.players as i64));
        if let Some((file, _)) = &self.rules.file {
            plan.insert("rules".to_owned(), text(file));
        }
        if !self.rules.sets.is_empty() {
            plan.insert("set".to_owned(), toml::Value::from(self.rules.sets.clone()));
        }
        plan.insert("focus".to_owned(), text(bot));
        plan.insert("baseline".to_owned(), text(&self.bot));
        plan.insert("against".to_owned(), self.against.iter().map(|bot| text(bot)).collect::<Vec<_>>().into());
        plan.insert("deals".to_owned(), toml::Value::from(self.confirm.max(100) as i64));
        format!("# Tuned by `{}`.\n{plan}", self.command.replace('\n', " "))
    }
}

impl PlayedRound {
    /// A round of which nothing is played yet.
    fn of(round: super::search::Round) -> PlayedRound {
        PlayedRound { shares: vec![Vec::new(); round.settings.len()], round }
    }
}

fn write(path: &Path, text: &str) -> Result<(), ArenaError> {
    fs::write(path, text).map_err(|error| ArenaError::file("write", path, error))
}
