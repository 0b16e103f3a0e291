//! A whole tuning in its folder: rounds, the winner, and whether it is better.

use std::fs;
use std::path::{Component, Path, PathBuf};
use std::sync::atomic::Ordering;

use riverlab_arena::cluster::Workers;
use riverlab_arena::error::ArenaError;
use riverlab_arena::plan::{RulesContext, WeightsHashes};
use riverlab_arena::report::layout::Layout;
use riverlab_arena::store::plan_folder::{FolderKind, PlanFolder};
use riverlab_arena::store::run_dir::Destination;
use riverlab_arena::table::GameFacts;
use riverlab_bots::BotSpec;
use riverlab_bots::play::streams::tuning_seed;

use crate::balance::setup::StudyTable;

use super::candidate::{Candidate, fitting_space};
use super::confirm::{check, play_match};
use super::figures::{Figures, Span};
use super::objective::Objective;
use super::options::{OptionFinding, findings, pairs};
use super::page::{Found, document};
use super::pictures::{options_svg, pairs_svg};
use super::plan::{TunePlan, TuneRequest};
use super::search::{LEAST_PLAYS, PlayedRound, Round, Tuning};
use super::space::Space;
use super::tables::{self, OptionRow, PairRow, option_rows, pair_rows};
use super::trials::Trials;
use super::tuned::Tuned;

const TRIALS: &str = "trials.csv";
const OPTIONS: &str = "options.csv";
const PAIRS: &str = "option-pairs.csv";
const OPTIONS_PICTURE: &str = "options.svg";
const PAIRS_PICTURE: &str = "pairs.svg";
const TUNED: &str = "tuned.toml";
const PAGE: &str = "report.html";
const MATCH: &str = "confirm";
const CHECK: &str = "confirm.csv";
const OWN: [&str; 8] = [TRIALS, OPTIONS, PAIRS, OPTIONS_PICTURE, PAIRS_PICTURE, TUNED, PAGE, CHECK];
const KIND: FolderKind =
    FolderKind { name: "tuning", plan: "tuning.json", owns: |name| OWN.contains(&name), run: Some(MATCH) };

/// How far a tuning has come.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Progress {
    /// Further games are played; the number of new ones.
    Games(u64),
    /// The winner is put to the test.
    Confirming,
}

/// Tunes a bot or the rules in a folder, or goes on with it.
///
/// # Errors
/// When an option or a value is none of the bot's or of the rules, when there are too few games, when files cannot be read or
/// written, when a bot fails, or when it is interrupted.
pub fn tune(
    table: &dyn StudyTable,
    request: &TuneRequest,
    destination: Destination<'_>,
    workers: Workers<'_>,
    mut progress: impl FnMut(Progress) + Send,
) -> Result<Tuned, ArenaError> {
    table.facts().check_players("--players", request.players)?;
    request.check_objective()?;
    let space = fitting_space(table, request)?;
    let mut figures = Figures::new(table, request);
    let games_of_play = figures.games_of_deal()?;
    let plays = request.plays(games_of_play)?;
    let plan = request.plan(table)?;
    let opened = PlanFolder::open(destination.folder, KIND, &plan, destination.replaces())?;
    let (mut trials, begun) = Trials::open(&opened.path().join(TRIALS), &space)?;
    let mut tuning = Tuning::new(space, plays, request.objective.goal(request.players), request.seed);
    let mut rounds = Rounds { request, figures: &mut figures, trials: &mut trials, workers, games_of_play };
    rounds.play(&mut tuning, begun, &mut |games| progress(Progress::Games(games)))?;
    let (winner, objective) = (tuning.winner(), request.objective);
    let candidate = Candidate::of(request, tuning.space(), &winner.setting);
    let findings = Findings::write(&mut tuning, &winner.setting, objective, opened.path())?;
    let is_match = request.is_confirmed_by_match();
    let (facts, path) = (table.facts(), |name: &str| opened.path().join(name));
    write(&path(TUNED), request.plan_file(facts, opened.path(), &candidate, is_match))?;
    let confirmed = if request.confirm == 0 {
        None
    } else {
        progress(Progress::Confirming);
        Some(if is_match {
            play_match(table, request, &candidate, &path(MATCH), workers)?
        } else {
            check(&mut figures, request, &candidate, &path(CHECK), workers)?
        })
    };
    let Candidate { bot, sets } = candidate;
    let Findings { options, option_rows, pair_rows, pictures: [options_picture, pairs_picture] } = findings;
    let tuned = Tuned { bot, sets, winner, options, confirmed, cannot_confirm: request.cannot_confirm() };
    let found = Found {
        options: &option_rows,
        options_picture: &options_picture,
        pairs: &pair_rows,
        pairs_picture: &pairs_picture,
    };
    write(&path(PAGE), document(facts, request, &tuned, &found).html())?;
    Ok(tuned)
}

/// What is said of options, with the tables and pictures that say it.
struct Findings {
    options: Vec<OptionFinding>,
    option_rows: Vec<OptionRow>,
    pair_rows: Vec<PairRow>,
    /// Of options, and of pairs of them.
    pictures: [String; 2],
}

impl Findings {
    /// Finds out what matters around a setting, and writes it to the folder.
    fn write(
        tuning: &mut Tuning,
        setting: &[f64],
        objective: Objective,
        folder: &Path,
    ) -> Result<Findings, ArenaError> {
        let options = findings(tuning, setting);
        let pairs = pairs(tuning, setting, &options);
        let (option_rows, pair_rows) = (option_rows(&options), pair_rows(&options, &pairs));
        write(&folder.join(OPTIONS), Layout::new(tables::OPTIONS).csv(&option_rows))?;
        write(&folder.join(PAIRS), Layout::new(tables::PAIRS).csv(&pair_rows))?;
        let pictures = [options_svg(&options, objective), pairs_svg(&options, &pairs, objective)];
        for (name, picture) in [OPTIONS_PICTURE, PAIRS_PICTURE].into_iter().zip(&pictures) {
            write(&folder.join(name), picture)?;
        }
        Ok(Findings { options, option_rows, pair_rows, pictures })
    }
}

/// What the rounds of a tuning are played with.
struct Rounds<'a, 'f> {
    request: &'a TuneRequest,
    figures: &'a mut Figures<'f>,
    trials: &'a mut Trials,
    workers: Workers<'a>,
    /// The number of games of each play of a setting.
    games_of_play: u64,
}

impl Rounds<'_, '_> {
    /// Adds the rounds that were begun before, and plays the rest; `progress` is told how many further games are there.
    fn play(
        &mut self,
        tuning: &mut Tuning,
        mut begun: Vec<PlayedRound>,
        progress: &mut (impl FnMut(u64) + Send),
    ) -> Result<(), ArenaError> {
        let games_of_play = self.games_of_play;
        let is_whole = |played: &PlayedRound| played.shares[0].len() as u64 == played.round.deals;
        let mut next = begun.pop_if(|played| !is_whole(played));
        for played in begun {
            progress(played.round.settings.len() as u64 * played.round.deals * games_of_play);
            tuning.add(played);
        }
        while let Some(mut played) = next.take().or_else(|| tuning.next_round().map(PlayedRound::of)) {
            let mut each = |deals: u64, settings: usize| progress(settings as u64 * deals * games_of_play);
            each(played.shares[0].len() as u64, played.shares.len());
            let round = Playing { request: self.request, space: tuning.space(), number: tuning.rounds() };
            round.play(self.figures, &mut played, self.trials, self.workers, &mut each)?;
            if !is_whole(&played) || self.workers.stop.load(Ordering::Relaxed) {
                return Err(ArenaError::Interrupted);
            }
            tuning.add(played);
        }
        Ok(())
    }
}

/// A round that is played.
struct Playing<'a> {
    request: &'a TuneRequest,
    space: &'a Space,
    /// How many rounds were played before.
    number: usize,
}

impl Playing<'_> {
    /// Plays the deals that are left, as far as it is not interrupted.
    fn play(
        &self,
        figures: &mut Figures<'_>,
        played: &mut PlayedRound,
        trials: &mut Trials,
        workers: Workers<'_>,
        each: &mut (impl FnMut(u64, usize) + Send),
    ) -> Result<(), ArenaError> {
        let PlayedRound { round, shares } = played;
        let candidates: Vec<Candidate> =
            round.settings.iter().map(|setting| Candidate::of(self.request, self.space, setting)).collect();
        let first = shares[0].len() as u64 + 1;
        if first > round.deals {
            return Ok(());
        }
        let seed = tuning_seed(self.request.seed, self.number as u64);
        let span = Span { seed, deals: first..=round.deals, of: round.deals };
        figures.play(&candidates, &span, workers, &mut |numbers: &[f64]| {
            trials.add(self.space, self.number, round, shares[0].len() as u64 + 1, numbers)?;
            shares.iter_mut().zip(numbers).for_each(|(shares, &number)| shares.push(number));
            each(1, candidates.len());
            Ok(())
        })
    }
}

impl TuneRequest {
    /// Whether there is what the objective needs, and nothing that it does not look at.
    fn check_objective(&self) -> Result<(), ArenaError> {
        let Objective::Share = self.objective else {
            let (objective, given) = (self.objective, self.against.first());
            return given.map_or(Ok(()), |bot| {
                Err(ArenaError::Usage(format!(
                    "--against {bot}: with --objective {objective} copies of the bot play each other"
                )))
            });
        };
        if self.against.is_empty() {
            return Err(ArenaError::Usage("--against: expected the bots of the field".to_owned()));
        }
        Ok(())
    }

    /// How often settings are played: as often as the number of games allows.
    fn plays(&self, games_of_play: u64) -> Result<u64, ArenaError> {
        let plays = self.games / games_of_play;
        if plays >= LEAST_PLAYS {
            return Ok(plays);
        }
        let (games, least) = (self.games, LEAST_PLAYS * games_of_play);
        let why = if self.objective == Objective::Share { "this field" } else { "this objective" };
        Err(ArenaError::Usage(format!("--games {games}: expected at least {least} for {why}")))
    }

    fn plan(&self, table: &dyn StudyTable) -> Result<TunePlan, ArenaError> {
        let bots: Vec<BotSpec> = std::iter::once(&self.bot).chain(&self.against).cloned().collect();
        Ok(TunePlan {
            context: RulesContext::of(table),
            weights: WeightsHashes::of(table, &bots)?,
            request: self.clone(),
        })
    }

    /// A plan of the match that the tuned bot has won or lost, or of games under the rules that have won; for this folder.
    fn plan_file(
        &self,
        facts: &GameFacts,
        folder: &Path,
        Candidate { bot, sets }: &Candidate,
        is_match: bool,
    ) -> String {
        let text = |text: &dyn ToString| toml::Value::from(text.to_string());
        let against = || self.against.iter().map(|bot| text(bot));
        let mut plan = toml::Table::new();
        plan.insert("game".to_owned(), text(&facts.name));
        plan.insert("players".to_owned(), toml::Value::from(self.players as i64));
        if let Some((file, _)) = &facts.source.file {
            plan.insert("rules".to_owned(), text(&from_folder(folder, Path::new(file)).display()));
        }
        let sets: Vec<String> = facts.source.sets.iter().chain(sets).cloned().collect();
        if !sets.is_empty() {
            plan.insert("set".to_owned(), toml::Value::from(sets));
        }
        if is_match {
            plan.insert("focus".to_owned(), text(bot));
            plan.insert("baseline".to_owned(), text(&self.bot));
            plan.insert("against".to_owned(), against().collect::<Vec<_>>().into());
        } else {
            plan.insert("bots".to_owned(), std::iter::once(text(bot)).chain(against()).collect::<Vec<_>>().into());
            if !self.against.is_empty() {
                plan.insert("schedule".to_owned(), text(&"gauntlet"));
            }
        }
        plan.insert("deals".to_owned(), toml::Value::from(self.confirm.max(100) as i64));
        format!("# Tuned by `{}`.\n{plan}", self.command.replace('\n', " "))
    }
}

impl PlayedRound {
    /// A round of which nothing is played yet.
    pub(super) fn of(round: Round) -> PlayedRound {
        PlayedRound { shares: vec![Vec::new(); round.settings.len()], round }
    }
}

/// The path of a file as it is written in a folder, so that both can be moved together if both are relative.
fn from_folder(folder: &Path, file: &Path) -> PathBuf {
    let is_plain = |part: Component<'_>| matches!(part, Component::Normal(_) | Component::CurDir);
    if file.is_absolute() || !folder.components().all(is_plain) {
        return std::path::absolute(file).unwrap_or_else(|_| file.to_owned());
    }
    let up = folder.components().filter(|part| matches!(part, Component::Normal(_))).map(|_| Component::ParentDir);
    up.chain(file.components()).collect()
}

fn write(path: &Path, content: impl AsRef<[u8]>) -> Result<(), ArenaError> {
    fs::write(path, content).map_err(|error| ArenaError::file("write", path, error))
}
