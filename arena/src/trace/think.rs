//! What a bot thinks of a position of a trace.

use rand::SeedableRng;
use riverlab_bots::play::game_loop::{BotFailure, FailureReason};
use riverlab_bots::{BotRng, BotSpec, Evaluate, NewGame, Seen, View};
use riverlab_engine::{Seat, Turn};

use crate::error::ArenaError;
use crate::table::Venue;

use super::header::Header;
use super::lines::Lines;
use super::ranking::Ranking;
use super::replay::position;

/// Which bot thinks about which position of a trace.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// The bot.
    pub bot: &'a BotSpec,
    /// Its seed.
    pub seed: u64,
    /// The header of the trace.
    pub header: &'a Header,
    /// The position in which the move of this line was made; the last one without it.
    pub line: Option<u64>,
    /// The name of the trace, for messages.
    pub name: &'a str,
}

/// What a bot thinks of a position.
#[derive(Clone, PartialEq, Debug)]
pub struct Thought {
    /// Who is to move.
    pub seat: Seat,
    /// The move that the bot plays.
    pub mv: String,
    /// How it ranks the legal moves, if it can say.
    pub ranking: Option<Ranking>,
    /// What a program has to say of its move.
    pub info: Option<String>,
}

/// What a bot thinks of a position of a trace.
///
/// # Errors
/// When the trace does not follow from the rules, nobody is to move in the position, or the bot fails.
pub(super) fn think<G: Evaluate>(
    lines: &mut Lines<'_>,
    venue: Venue<'_, G>,
    question: Question<'_>,
) -> Result<Thought, ArenaError> {
    let Question { bot: spec, seed, header, line, name } = question;
    let mut bot = venue.build(spec)?;
    let mut past = Vec::new();
    let state = position::<G>(lines, venue.rules, header, line, |step| past.push((step.before.clone(), step.mv)))?;
    let seat = match state.turn() {
        Turn::Player(seat) => seat,
        Turn::Chance => return Err(nobody("chance is to act")),
        Turn::Over => return Err(nobody("the game is over")),
    };
    bot.will_explain();
    if bot.remembers() {
        bot.begin_game(&NewGame { rules: venue.rules, seat, players: header.players, seed });
        for (before, mv) in &past {
            bot.observe(&Seen::new(before, seat, *mv));
        }
    }
    let view = View::new(&state, seat);
    let mv = bot.try_choose(&view, &mut BotRng::seed_from_u64(seed)).map_err(|reason| {
        let decided = past.iter().filter(|(before, _)| before.turn() == Turn::Player(seat)).count();
        let failure = BotFailure { seat, decision: decided as u32 + 1, reason: FailureReason::NoAnswer(reason) };
        ArenaError::Bot { bot: spec.to_string(), place: name.to_owned(), failure }
    })?;
    Ok(Thought {
        seat,
        mv: state.move_text(mv),
        ranking: bot.explain(&view).map(|explanation| Ranking::new(&state, &explanation)),
        info: bot.info().map(str::to_owned),
    })
}

fn nobody(reason: &str) -> ArenaError {
    ArenaError::Usage(format!(
        "{reason}: nobody is to move; --line N thinks about the position before the move of line N"
    ))
}
