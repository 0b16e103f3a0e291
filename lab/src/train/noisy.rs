//! Bots of self-play, and one thread of them.

use std::sync::atomic::AtomicBool;

use rand::RngExt;
use riverlab_arena::error::ArenaError;
use riverlab_arena::external::programs::Programs;
use riverlab_arena::table::GameTable;
use riverlab_bots::play::decisions::Recorder;
use riverlab_bots::play::game_loop::BotFailure;
use riverlab_bots::play::streams::Deal;
use riverlab_bots::{Bot, BotRng, Evaluate, View};
use riverlab_engine::{Game, Modify};

use super::generation::{Generation, SelfPlay};
use super::visits;

/// How likely a decision is drawn instead of thought about.
const NOISE: f64 = 0.05;
/// How likely one of a player's first decisions is.
const OPENING_NOISE: f64 = 0.25;
/// How many first decisions of each player are the opening.
const OPENING: u32 = 4;

/// A bot of which is noted what it has visited; it draws a move now and then, unless it is to stay as it is.
struct Noisy<G: Game> {
    bot: Box<dyn Bot<G>>,
    strays: bool,
    /// Its decisions in this game so far.
    decisions: u32,
    /// What was visited in each of them.
    visits: String,
    legal: Vec<G::Move>,
}

impl<G: Game> Noisy<G> {
    fn new(mut bot: Box<dyn Bot<G>>, strays: bool) -> Noisy<G> {
        if strays {
            bot.will_explain();
        }
        Noisy { bot, strays, decisions: 0, visits: String::new(), legal: Vec::new() }
    }
}

impl<G: Game> Bot<G> for Noisy<G> {
    fn choose(&mut self, view: &View<'_, G>, rng: &mut BotRng) -> G::Move {
        self.decisions += 1;
        let noise = if self.decisions <= OPENING { OPENING_NOISE } else { NOISE };
        view.legal_moves(&mut self.legal);
        if !self.strays {
            visits::write(&mut self.visits, None, &self.legal);
            return self.bot.choose(view, rng);
        }
        if rng.random_bool(noise) {
            visits::write(&mut self.visits, None, &self.legal);
            return view.random_move(&mut self.legal, rng);
        }
        let mv = self.bot.choose(view, rng);
        visits::write(&mut self.visits, self.bot.explain(view).as_ref(), &self.legal);
        mv
    }
}

/// One thread's bots for a generation of games.
pub(super) struct GameSelfPlay<'a, G: Game> {
    generation: &'a Generation,
    rules: &'static G::Rules,
    bots: Vec<Noisy<G>>,
    stop: &'a AtomicBool,
}

impl<'a, G: Evaluate + Modify> GameSelfPlay<'a, G> {
    pub(super) fn new(table: &'a GameTable<G>, generation: &'a Generation, stop: &'a AtomicBool) -> Self {
        let venue = table.venue(Programs::NONE);
        let build = |spec, strays| Noisy::new(venue.build(spec).expect("it was built before"), strays);
        let count = if generation.against.is_some() { 1 } else { generation.players };
        let mut bots: Vec<Noisy<G>> = (0..count).map(|_| build(&generation.bot, true)).collect();
        if let Some(other) = &generation.against {
            bots.extend((1..generation.players).map(|_| build(other, false)));
        }
        GameSelfPlay { generation, rules: table.rules(), bots, stop }
    }

    fn play_one(&mut self, game: u64, rows: &mut Vec<u8>) -> Result<(), BotFailure> {
        for bot in &mut self.bots {
            bot.decisions = 0;
            bot.visits.clear();
        }
        let mut recorder = Recorder::default();
        // The first bot takes each seat in turn.
        if self.generation.against.is_some() {
            let at = self.bots.iter().position(|bot| bot.strays).expect("one of them is");
            self.bots.swap(at, game as usize % self.generation.players);
        }
        let mut seated: Vec<&mut dyn Bot<G>> = self.bots.iter_mut().map(|bot| bot as &mut dyn Bot<G>).collect();
        recorder.begin(game);
        let deal = Deal { seed: self.generation.seed, number: game };
        G::play_game(self.rules, deal, &mut seated, self.stop, &mut |_, _, decision| {
            if let Some(decision) = decision {
                recorder.decided(decision.index);
            }
        })?;
        let visits: Vec<&str> = self.bots.iter().map(|bot| bot.visits.as_str()).collect();
        rows.extend_from_slice(recorder.rows());
        rows.extend_from_slice(format!(",{}\n", visits.join(visits::BETWEEN_SEATS)).as_bytes());
        Ok(())
    }
}

impl<G: Evaluate + Modify> SelfPlay for GameSelfPlay<'_, G> {
    fn play(&mut self, games: &[u64]) -> Result<(u64, Vec<u8>), ArenaError> {
        let mut rows = Vec::new();
        for &game in games {
            self.play_one(game, &mut rows).map_err(|failure| self.generation.failed(game, failure))?;
        }
        Ok((games.len() as u64, rows))
    }
}
