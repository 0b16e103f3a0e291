//! A whole study in its folder: positions one deal after the other, what the bots do in them, and how often that is best.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use riverlab_arena::error::ArenaError;
use riverlab_arena::parallel::{self, More, Source};
use riverlab_arena::plan::{RulesContext, WeightsHashes};
use riverlab_arena::store::plan_folder::{FolderKind, PlanFolder};
use riverlab_arena::store::run_dir::Destination;
use riverlab_bots::BotSpec;
use riverlab_stats::stable_sort::stable_sort_by_key;
use riverlab_stats::{Interval, wilson};

use super::plan::{EndingsPlan, EndingsRequest};
use super::positions::{PLAYERS, SAME};
use super::records::{BotRecord, records_csv};
use super::rows::{Journal, Row};
use super::table::EndingsTable;

const ENDINGS: &str = "endings.csv";
const BOTS: &str = "bots.csv";
const KIND: FolderKind =
    FolderKind { name: "study of endings", plan: "plan.json", owns: |name| [ENDINGS, BOTS].contains(&name), run: None };
/// So many deals are played for each position at most: where fewer have one, the game has no endings of this size.
const DEALS: u64 = 100;
/// How many groups of positions there are by the size of their solutions.
const GROUPS: usize = 4;

/// What came of a study.
#[derive(Clone, PartialEq, Debug)]
pub struct Endings {
    /// The number of positions.
    pub positions: u64,
    /// The number of deals that were played for them.
    pub deals: u64,
    /// How many legal moves there are on average.
    pub moves: f64,
    /// How many of these are best.
    pub best_moves: f64,
    /// The number of the decision in its game, on average.
    pub decision: f64,
    /// Groups of as many positions each, by how many positions their solutions have looked at: the most of each group. The more
    /// these are, the more there is for a search to find out.
    pub sizes: Vec<u64>,
    /// Each bot.
    pub bots: Vec<BotRecord>,
}

/// Finds positions and asks bots, or goes on with it.
///
/// # Errors
/// When the game is not for two players, when there are too few endings, when files cannot be read or written, when a bot
/// fails, or when it is interrupted.
pub fn solve_endings(
    table: &dyn EndingsTable,
    request: &EndingsRequest,
    destination: Destination<'_>,
    threads: usize,
    stop: &AtomicBool,
    progress: impl FnMut(u64) + Send,
) -> Result<Endings, ArenaError> {
    let plan = plan_of(table, request)?;
    let opened = PlanFolder::open(destination.folder, KIND, &plan, destination.replaces())?;
    let (journal, rows) = Journal::open(&opened.path().join(ENDINGS), request.bots.len())?;
    let mut deals =
        Deals { wanted: request.positions, next: 1, given: 1, found: 0, rows: Vec::new(), journal, progress };
    deals.take_up(rows);
    deals.given = deals.next;
    if deals.found < deals.wanted {
        parallel::run(&mut deals, threads, stop, || {
            let mut solver = table.solver(request, stop);
            move |deals: Vec<u64>| deals.into_iter().map(|deal| solver.solve(deal)).collect()
        })?;
    }
    deals.check_found()?;
    let endings = summary(&deals.rows, request);
    std::fs::write(opened.path().join(BOTS), records_csv(endings.positions, &endings.bots))
        .map_err(|error| ArenaError::file("write", &opened.path().join(BOTS), error))?;
    Ok(endings)
}

/// What is played, once it is clear that it can be.
fn plan_of(table: &dyn EndingsTable, request: &EndingsRequest) -> Result<EndingsPlan, ArenaError> {
    let facts = table.facts();
    facts.check_players("two players", PLAYERS)?;
    let specs: Vec<BotSpec> = request.bots.iter().chain([&request.by]).cloned().collect();
    for spec in &specs {
        if table.remembers(spec)? {
            return Err(ArenaError::Usage(format!("{spec}: expected a bot that decides by the position alone")));
        }
    }
    Ok(EndingsPlan {
        context: RulesContext::of(table),
        weights: WeightsHashes::of(table, &specs)?,
        request: request.clone(),
    })
}

/// Deals, one after the other, until there are enough positions.
struct Deals<P> {
    wanted: u64,
    /// The deal after those in the journal, and after those that are given out.
    next: u64,
    given: u64,
    found: u64,
    rows: Vec<Row>,
    journal: Journal,
    progress: P,
}

impl<P: FnMut(u64) + Send> Deals<P> {
    /// The last deal that is played if there are never enough positions.
    fn last(&self) -> u64 {
        DEALS * self.wanted
    }

    /// Whether there are as many positions as are wanted.
    fn check_found(&self) -> Result<(), ArenaError> {
        let (found, wanted, last) = (self.found, self.wanted, self.last());
        if found >= wanted {
            return Ok(());
        }
        if self.next <= last {
            return Err(ArenaError::Interrupted);
        }
        let few = format!("{found} positions in {last} deals, fewer than {wanted}");
        Err(ArenaError::Usage(format!("{few}: give --positions or --nodes another value")))
    }

    /// Takes note of rows of whole deals, as many as are wanted.
    fn take_up(&mut self, rows: Vec<Row>) {
        for row in rows {
            if row.bot == Some(1) {
                self.found += 1;
                (self.progress)(1);
            }
            self.next = row.deal + 1;
            self.rows.push(row);
        }
    }
}

impl<P: FnMut(u64) + Send> Source for Deals<P> {
    type Work = u64;
    type Done = Vec<Vec<Row>>;

    fn take(&mut self, most: usize) -> (Vec<u64>, More) {
        let deals: Vec<u64> = (self.given..=self.last()).take(most).collect();
        self.given += deals.len() as u64;
        (deals, More::No)
    }

    fn deliver(&mut self, done: Vec<Vec<Row>>) -> Result<ControlFlow<()>, ArenaError> {
        for rows in done {
            if self.found == self.wanted {
                break;
            }
            self.journal.add(&rows)?;
            self.take_up(rows);
        }
        Ok(if self.found == self.wanted { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    }
}

fn summary(rows: &[Row], request: &EndingsRequest) -> Endings {
    let of_bot = |bot: usize| rows.iter().filter(move |row| row.bot == Some(bot)).collect::<Vec<_>>();
    let first = of_bot(1);
    let mut by_size: Vec<usize> = (0..first.len()).collect();
    stable_sort_by_key(&mut by_size, |&idx| first[idx].nodes);
    let groups: Vec<&[usize]> = (0..GROUPS)
        .map(|group| &by_size[group * by_size.len() / GROUPS..(group + 1) * by_size.len() / GROUPS])
        .filter(|group| !group.is_empty())
        .collect();
    let record = |(idx, spec): (usize, &BotSpec)| {
        let rows = of_bot(idx + 1);
        let lost: Vec<f64> = rows.iter().filter_map(|row| row.share_lost).collect();
        let points: Vec<f64> = rows.iter().filter_map(|row| row.points_lost).collect();
        let of_group = |group: &&[usize]| group.iter().map(|&idx| lost[idx]).sum::<f64>() / group.len() as f64;
        let best = lost.iter().filter(|lost| **lost <= SAME).count() as u64;
        BotRecord {
            bot: spec.to_string(),
            best: wilson(best, lost.len() as u64),
            share_lost: mean(&lost),
            lost_by_size: groups.iter().map(of_group).collect(),
            points_lost: (!points.is_empty()).then(|| mean(&points)),
        }
    };
    let average = |number: fn(&Row) -> f64| first.iter().map(|row| number(row)).sum::<f64>() / first.len() as f64;
    Endings {
        positions: first.len() as u64,
        deals: rows.last().map_or(0, |row| row.deal),
        moves: average(|row| row.moves.unwrap_or_default() as f64),
        best_moves: average(|row| row.best_moves.unwrap_or_default() as f64),
        decision: average(|row| row.decision.unwrap_or_default() as f64),
        sizes: groups.iter().map(|group| first[group[group.len() - 1]].nodes.unwrap_or_default()).collect(),
        bots: request.bots.iter().enumerate().map(record).collect(),
    }
}

/// The mean of values that are not below 0, with a 95 % t interval.
fn mean(values: &[f64]) -> Interval {
    let Interval { mean, lo, hi } = Interval::of_mean(values, 0.975);
    Interval { mean, lo: lo.max(0.0), hi }
}
