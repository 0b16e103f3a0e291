//! The options that tournaments and matches share.

use clap::Args;
use riverlab_arena::error::ArenaError;
use riverlab_arena::plan::{Comparison, Request, Shard, different_bots};
use riverlab_arena::table::{Clock, Table};
use riverlab_bots::BotSpec;
use riverlab_bots::play::streams::MAX_SEED;
use riverlab_lab::games::{Catalog, OpenTable};

use super::deals::Deals;
use super::game_args::{GameArgs, players, whole};
use super::plan_file::PlanOption;
use super::program_args::ProgramArgs;

/// What tournaments and matches are given alike.
#[derive(Args, Debug)]
pub(super) struct GamesArgs {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    programs: ProgramArgs,
    #[command(flatten)]
    plan: PlanOption,
    /// The number of players
    #[arg(long, short, default_value = "2", value_parser = players)]
    players: u64,
    /// The master seed
    #[arg(long, short, default_value = "1", value_parser = whole(0, MAX_SEED))]
    seed: u64,
    /// Play part K of M of the deals, for `riverlab merge`
    #[arg(long, value_name = "K/M", value_parser = str::parse::<Shard>)]
    shard: Option<Shard>,
    /// Time decisions and write timing.csv, of the games played in this session
    #[arg(long)]
    timing: bool,
}

impl GamesArgs {
    /// The game, under its rules.
    pub(super) fn open(&self, catalog: &Catalog) -> Result<OpenTable, ArenaError> {
        let (game, rules) = self.game.resolve()?;
        catalog.open(game, &rules)
    }

    /// A run of these bots; what it is beyond that is up to the caller.
    pub(super) fn request(
        &self,
        bots: Vec<BotSpec>,
        deals: Deals,
        comparison: Option<Comparison>,
        table: &dyn Table,
    ) -> Result<Request, ArenaError> {
        let different = different_bots(&bots, table);
        let most = deals.most(comparison.map_or(1.0, Comparison::range), different);
        let programs = self.programs.greeted(&bots)?;
        let request = Request::tournament(self.players as usize, bots, most, self.seed).with_programs(programs);
        Ok(Request { comparison, stop: deals.stop(), shard: self.shard, ..request })
    }

    /// Whether decisions are timed.
    pub(super) fn clock(&self) -> Clock {
        if self.timing { Clock::On } else { Clock::Off }
    }
}
