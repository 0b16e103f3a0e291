//! A game under way with people and bots at its seats.

use std::sync::atomic::AtomicBool;

use riverlab_bots::play::game_loop::{BotFailure, FailureReason, choose};
use riverlab_bots::play::streams::{ChanceStreams, Deal, game_seed, live_stream};
use riverlab_bots::{Bot, BotRegistry, Evaluate, NewGame, Seen};
use riverlab_engine::{Game, Seat, Turn};
use serde_json::Value;

use crate::error::ArenaError;
use crate::external::programs::Programs;
use crate::table::Venue;
use crate::trace::{Detail, Header, explained, move_line, outcome_line};

use super::player::Player;

/// A move that was played.
#[derive(Clone, Debug)]
pub(super) struct Step<G: Game> {
    pub(super) before: G,
    pub(super) mv: G::Move,
    /// The line of the trace.
    line: String,
}

/// Who sits at a seat, with the bot that plays there.
struct Seated<G: Game> {
    player: Player,
    bot: Option<Box<dyn Bot<G>>>,
}

/// What happened as a game was to go on by itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Advanced {
    /// Chance or a bot has made a move.
    Moved,
    /// A person is to move.
    Waiting(Seat),
    /// The game is over.
    Over,
}

/// A game under way with people and bots at its seats.
pub struct LiveGame<G: Evaluate> {
    pub(super) header: Header,
    /// The deal of the random streams. The header does not name it if the game began elsewhere.
    pub(super) deal: Deal,
    pub(super) rules: &'static G::Rules,
    pub(super) bots: BotRegistry,
    pub(super) programs: Programs,
    pub(super) sets: Vec<String>,
    seated: Vec<Seated<G>>,
    chance: ChanceStreams,
    detail: Detail,
    pub(super) state: G,
    pub(super) steps: Vec<Step<G>>,
}

impl<G: Evaluate> LiveGame<G> {
    /// A game before its first move, between the players of the header.
    ///
    /// # Errors
    /// When there is no such bot.
    pub fn new(
        header: Header,
        deal: Deal,
        players: &[Player],
        venue: Venue<'_, G>,
        detail: Detail,
    ) -> Result<LiveGame<G>, ArenaError> {
        let seated = players.iter().map(|player| {
            let bot = player.bot().map(|spec| venue.build(spec)).transpose()?;
            Ok(Seated { player: player.clone(), bot })
        });
        let mut game = LiveGame {
            rules: venue.rules,
            bots: venue.bots.clone(),
            programs: venue.programs.clone(),
            sets: venue.sets.to_vec(),
            seated: seated.collect::<Result<_, ArenaError>>()?,
            chance: ChanceStreams::new::<G>(deal),
            detail,
            state: G::new(venue.rules, header.players),
            steps: Vec::new(),
            header,
            deal,
        };
        if detail == Detail::Explained {
            game.seated.iter_mut().filter_map(|seated| seated.bot.as_mut()).for_each(|bot| bot.will_explain());
        }
        game.tell_all_again();
        Ok(game)
    }

    /// Who sits at a seat.
    pub fn player(&self, seat: Seat) -> &Player {
        &self.seated[seat.index()].player
    }

    /// Whether a person sits at a seat.
    pub(super) fn is_human(&self, seat: Seat) -> bool {
        *self.player(seat) == Player::Human
    }

    /// Lets chance or a bot make the next move, if it is theirs.
    ///
    /// # Errors
    /// When a bot chooses an illegal move, or none, or is told to give up; the game stands as it did.
    pub(crate) fn advance(&mut self, stop: &AtomicBool) -> Result<Advanced, ArenaError> {
        let (mv, explain) = match self.state.turn() {
            Turn::Over => return Ok(Advanced::Over),
            Turn::Chance => (self.chance.draw(&self.state), None),
            Turn::Player(seat) if self.is_human(seat) => return Ok(Advanced::Waiting(seat)),
            Turn::Player(seat) => self.choose(seat, stop)?,
        };
        self.push(mv, explain);
        Ok(Advanced::Moved)
    }

    fn choose(&mut self, seat: Seat, stop: &AtomicBool) -> Result<(G::Move, Option<Value>), ArenaError> {
        let mut stream = live_stream(self.deal, self.steps.len());
        let Seated { player, bot } = &mut self.seated[seat.index()];
        let bot = bot.as_mut().expect("a bot sits here");
        let chosen = choose(bot.as_mut(), &self.state, seat, &mut Vec::new(), &mut stream, stop);
        let (_, mv) = match chosen {
            Ok(chosen) => chosen,
            Err(reason) => {
                let error = failure(player, &self.steps, seat, reason);
                // A program that failed or was given up is started anew once it is asked again, and knows nothing yet.
                self.tell_all_again();
                return Err(error);
            }
        };
        let bot = self.seated[seat.index()].bot.as_ref().expect("a bot sits here");
        let explain = (self.detail == Detail::Explained).then(|| explained(&self.state, bot.as_ref())).flatten();
        Ok((mv, explain))
    }

    /// Plays a legal move, and tells those who must be told.
    pub(super) fn push(&mut self, mv: G::Move, explain: Option<Value>) {
        self.tell(&self.state.clone(), mv);
        let line = move_line(&self.state, mv, explain);
        let before = self.state.clone();
        self.state.play_unchecked(mv);
        self.steps.push(Step { before, mv, line });
        if let Some(outcome) = self.state.outcome() {
            self.told_bots().for_each(|(_, bot)| bot.end_game(&outcome));
        }
    }

    /// Plays a move that a trace has, chance's with the draw that belongs to it.
    pub(super) fn push_again(&mut self, mv: G::Move, explain: Option<Value>) {
        if self.state.turn() == Turn::Chance {
            self.chance.draw(&self.state);
        }
        self.push(mv, explain);
    }

    /// Plays a legal move of chance or of a bot that is chosen elsewhere; no bot is asked.
    pub fn play_scripted(&mut self, mv: G::Move) {
        self.push(mv, None);
    }

    /// Goes back to the position before the step with this index. Chance has not moved since.
    pub(super) fn go_back(&mut self, step: usize) {
        self.state = self.steps[step].before.clone();
        self.steps.truncate(step);
        self.tell_all_again();
    }

    /// The bots that remember, with their seats.
    fn told_bots(&mut self) -> impl Iterator<Item = (Seat, &mut dyn Bot<G>)> {
        let bots = self.seated.iter_mut().enumerate();
        bots.filter_map(|(seat, seated)| Some((Seat::new(seat), seated.bot.as_mut()?.as_mut() as &mut dyn Bot<G>)))
            .filter(|(_, bot)| bot.remembers())
    }

    fn tell(&mut self, before: &G, mv: G::Move) {
        self.told_bots().for_each(|(seat, bot)| bot.observe(&Seen::new(before, seat, mv)));
    }

    /// Tells bots that remember of the game from its beginning on.
    fn tell_all_again(&mut self) {
        let (rules, players, deal) = (self.rules, self.header.players, self.deal);
        for (seat, bot) in self.told_bots() {
            bot.begin_game(&NewGame { rules, seat, players, seed: game_seed(deal, seat) });
        }
        let steps = std::mem::take(&mut self.steps);
        for step in &steps {
            self.tell(&step.before, step.mv);
        }
        self.steps = steps;
    }

    /// The game so far as a trace, which says everything.
    pub fn trace(&self) -> String {
        let mut text = serde_json::to_string(&self.header).expect("texts and numbers") + "\n";
        for step in &self.steps {
            text += &step.line;
            text.push('\n');
        }
        if let Some(outcome) = self.state.outcome() {
            text += &outcome_line(&outcome, &[], G::PARTS);
            text.push('\n');
        }
        text
    }
}

/// That the bot at a seat could not go on.
fn failure<G: Game>(player: &Player, steps: &[Step<G>], seat: Seat, reason: FailureReason) -> ArenaError {
    let decided = steps.iter().filter(|step| step.before.turn() == Turn::Player(seat)).count();
    let failure = BotFailure { seat, decision: decided as u32 + 1, reason };
    ArenaError::of_bot(player.to_string(), "this game".to_owned(), failure)
}
