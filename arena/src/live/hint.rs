//! What a bot advises a person, from what the person's seat may know.

use std::sync::atomic::AtomicBool;

use riverlab_bots::play::game_loop::{BotFailure, FailureReason, choose};
use riverlab_bots::play::streams::{game_seed, hint_stream};
use riverlab_bots::{BotSpec, Evaluate, NewGame, Seen, View};
use riverlab_engine::{Seat, Turn};
use serde::Serialize;

use crate::error::ArenaError;
use crate::table::Venue;
use crate::trace::{RankedText, Ranking};

use super::game::LiveGame;

/// What a bot would do.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Hint {
    /// The bot.
    pub bot: String,
    /// The index of the move that it would play in the list of legal moves.
    pub index: usize,
    /// The same move in the notation of the game.
    #[serde(rename = "move")]
    pub mv: String,
    /// How many simulations it took.
    pub simulations: u64,
    /// The legal moves that it has looked at, best first; none if it does not rank moves.
    pub ranking: Vec<RankedText>,
}

impl<G: Evaluate> LiveGame<G> {
    /// What this bot would do at the seat of the player to act, who is a person.
    ///
    /// # Errors
    /// When another player is to act, there is no such bot, it chooses no legal move, or it is told to give up.
    pub(crate) fn hint(&self, seat: Seat, spec: &BotSpec, stop: &AtomicBool) -> Result<Hint, ArenaError> {
        if self.state.turn() != Turn::Player(seat) || !self.is_human(seat) {
            return Err(ArenaError::Usage(format!("no hint for {seat}: it is the turn of {}", self.state.turn())));
        }
        let sets = &self.sets;
        let (rules, bots, programs) = (self.rules, &self.bots, &self.programs);
        let venue = Venue { rules, bots, programs, sets, quit_faults: None };
        let mut bot = venue.build(spec)?;
        bot.will_explain();
        let deal = self.deal;
        if bot.remembers() {
            let seed = game_seed(deal, seat);
            bot.begin_game(&NewGame { rules: self.rules, seat, players: self.header.players, seed });
            for step in &self.steps {
                bot.observe(&Seen::new(&step.before, seat, step.mv));
            }
        }
        let (mut legal, mut stream) = (Vec::new(), hint_stream(deal, self.steps.len()));
        let chosen = choose(bot.as_mut(), &self.state, seat, &mut legal, &mut stream, stop);
        let (index, mv) = chosen.map_err(|reason: FailureReason| {
            ArenaError::of_bot(spec.to_string(), "a hint".to_owned(), BotFailure { seat, decision: 1, reason })
        })?;
        let explanation = bot.explain(&View::new(&self.state, seat));
        let ranking = explanation.map(|explanation| Ranking::new(&self.state, &explanation));
        Ok(Hint {
            bot: spec.to_string(),
            index,
            mv: self.state.move_text(mv),
            simulations: bot.simulations(),
            ranking: ranking.map_or(Vec::new(), |ranking| ranking.tried().cloned().collect()),
        })
    }
}
