//! What a study of endings asks of a game.

use std::sync::atomic::AtomicBool;

use riverlab_arena::error::ArenaError;
use riverlab_arena::external::programs::Programs;
use riverlab_arena::table::{GameTable, Table};
use riverlab_bots::play::streams::{Deal, ending_stream};
use riverlab_bots::{Bot, BotSpec, Evaluate, SpecError, View};
use riverlab_engine::{Game, Modify};

use super::plan::EndingsRequest;
use super::positions::{Ending, PLAYERS, SAME, best_of, ending};
use super::rows::Row;
use super::solve::Values;

/// What a study of endings asks of a game: positions near the end, solved, and what bots do in them.
pub trait EndingsTable: Table {
    /// Whether a bot decides by more than the position.
    ///
    /// # Errors
    /// When there is no such bot.
    fn remembers(&self, spec: &BotSpec) -> Result<bool, SpecError>;

    /// One thread's bots, ready to play deals and to decide in their endings.
    ///
    /// # Panics
    /// When a bot cannot be made: [`check_bot`](Table::check_bot) says so before.
    fn solver<'a>(&'a self, request: &'a EndingsRequest, stop: &'a AtomicBool) -> Box<dyn EndingSolver + 'a>;
}

/// One thread's bots for a study of endings.
pub trait EndingSolver {
    /// Plays a deal, finds its ending, and asks each bot there: a row for each bot, or one without a bot where a deal has no
    /// ending.
    ///
    /// # Errors
    /// When a bot fails, or the game is given up.
    fn solve(&mut self, deal: u64) -> Result<Vec<Row>, ArenaError>;
}

impl<G: Evaluate + Modify> EndingsTable for GameTable<G> {
    fn remembers(&self, spec: &BotSpec) -> Result<bool, SpecError> {
        Ok(self.venue(Programs::NONE).build(spec)?.remembers())
    }

    fn solver<'a>(&'a self, request: &'a EndingsRequest, stop: &'a AtomicBool) -> Box<dyn EndingSolver + 'a> {
        let venue = self.venue(Programs::NONE);
        let build = |spec| venue.build(spec).expect("it was built before");
        Box::new(GameSolver {
            request,
            rules: self.rules(),
            by: [build(&request.by), build(&request.by)],
            bots: request.bots.iter().map(build).collect(),
            stop,
        })
    }
}

/// The solver of a game whose type is known.
struct GameSolver<'a, G: Game> {
    request: &'a EndingsRequest,
    rules: &'static G::Rules,
    by: [Box<dyn Bot<G>>; PLAYERS],
    bots: Vec<Box<dyn Bot<G>>>,
    stop: &'a AtomicBool,
}

impl<G: Evaluate> EndingSolver for GameSolver<'_, G> {
    fn solve(&mut self, deal: u64) -> Result<Vec<Row>, ArenaError> {
        let EndingsRequest { seed, most, by, .. } = self.request;
        let dealt = Deal { seed: *seed, number: deal };
        let mut seated: [&mut dyn Bot<G>; PLAYERS] = self.by.each_mut().map(|bot| bot.as_mut() as _);
        let failed = |failure| ArenaError::of_bot(by.to_string(), format!("deal {deal}"), failure);
        let found = ending(self.rules, dealt, &mut seated, *most, self.stop).map_err(failed)?;
        Ok(found.map_or_else(|| vec![Row { deal, ..Row::default() }], |ending| decided(&ending, dealt, &mut self.bots)))
    }
}

/// What each bot does in a position.
fn decided<G: Game>(ending: &Ending<G>, deal: Deal, bots: &mut [Box<dyn Bot<G>>]) -> Vec<Row> {
    let Ending { state, seat, shares, points, .. } = ending;
    let best = best_of(shares);
    let lost = |values: &Values<G>, mv: G::Move| {
        let worth = values.iter().find(|(other, _)| *other == mv).expect("a legal move").1;
        (best_of(values) - worth).max(0.0)
    };
    let row = |(idx, bot): (usize, &mut Box<dyn Bot<G>>)| {
        let mv = bot.choose(&View::new(state, *seat), &mut ending_stream(deal, idx));
        Row {
            deal: deal.number,
            decision: Some(ending.decision),
            seat: Some(seat.index() + 1),
            moves: Some(shares.len()),
            best_moves: Some(shares.iter().filter(|(_, share)| *share >= best - SAME).count()),
            nodes: Some(ending.nodes),
            best_share: Some(rounded(best)),
            bot: Some(idx + 1),
            mv: Some(state.move_text(mv)),
            share_lost: Some(rounded(lost(shares, mv))),
            points_lost: points.as_ref().map(|points| rounded(lost(points, mv))),
        }
    };
    bots.iter_mut().enumerate().map(row).collect()
}

/// A number as it is written.
fn rounded(value: f64) -> f64 {
    (value * 1e9).round() / 1e9 + 0.0
}
