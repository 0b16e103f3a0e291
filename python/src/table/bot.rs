//! Bots that sit at a table.

use std::sync::atomic::AtomicBool;

use rand::SeedableRng;
use riverlab_bots::registry::build;
use riverlab_bots::{Bot, BotRng, BotSpec, NewGame, Seen, View};
use riverlab_engine::{Seat, Turn};

use super::Table;
use crate::errors::Wrong;
use crate::game::PyGame;
use crate::playable::{Explained, Playable, SeatedBot};

/// A bot that was made for one game.
pub(crate) struct BotOf<G: PyGame> {
    bot: Box<dyn Bot<G>>,
    rules: &'static G::Rules,
}

impl<G: PyGame> BotOf<G> {
    /// A bot for the game and the rules of a table.
    pub(crate) fn new(table: &Table<G>, spec: &BotSpec) -> Result<BotOf<G>, Wrong> {
        let bot = build::<G>(spec).map_err(|error| error.to_string())?;
        Ok(BotOf { bot, rules: table.rules })
    }

    /// Chooses a move; only a table for which the bot was made is given to it.
    fn decide(&mut self, table: &mut Table<G>, seed: u64, stop: &AtomicBool) -> Result<(usize, G::Move), Wrong> {
        table.list()?;
        let mv = self.decide_listed(table, seed, stop)?;
        Ok((table.action_of(mv).ok_or("the bot has chosen a move that is not legal")?, mv))
    }

    /// The same where the legal moves are listed.
    pub(crate) fn decide_listed(&mut self, table: &Table<G>, seed: u64, stop: &AtomicBool) -> Result<G::Move, Wrong> {
        let Turn::Player(seat) = table.state.turn() else { return Err("no player is to act".to_owned()) };
        let mut rng = BotRng::seed_from_u64(seed);
        if self.bot.remembers() {
            self.tell(table, seat, seed);
        }
        let view = View::with_legal_moves(&table.state, seat, &table.moves).until(stop);
        self.bot.try_choose(&view, &mut rng).map_err(|error| error.to_string())
    }

    /// Tells a bot that remembers of the game so far.
    fn tell(&mut self, table: &Table<G>, seat: Seat, seed: u64) {
        self.bot.begin_game(&NewGame { rules: self.rules, seat, players: table.setup.players, seed });
        let mut state = table.start();
        for &mv in &table.played {
            self.bot.observe(&Seen::new(&state, seat, mv));
            state.play_unchecked(mv);
        }
    }
}

impl<G: PyGame> BotOf<G> {
    /// Whether a decision takes long: that of a bot that looks ahead.
    pub(crate) fn takes_long(&self) -> bool {
        self.bot.looks_ahead() && !self.bot.only_draws()
    }
}

impl<G: PyGame> SeatedBot for BotOf<G> {
    fn is_for(&self, table: &dyn Playable) -> bool {
        let table = table.as_any().downcast_ref::<Table<G>>();
        table.is_some_and(|table| std::ptr::eq(table.rules, self.rules))
    }

    fn takes_long(&self) -> bool {
        BotOf::takes_long(self)
    }

    fn choose(&mut self, table: &mut dyn Playable, seed: u64, stop: &AtomicBool) -> Result<usize, Wrong> {
        let table = table.as_any_mut().downcast_mut::<Table<G>>().expect("the bot was made for it");
        self.decide(table, seed, stop).map(|(action, _)| action)
    }

    fn explain(&mut self, table: &mut dyn Playable, seed: u64, stop: &AtomicBool) -> Result<Explained, Wrong> {
        let table = table.as_any_mut().downcast_mut::<Table<G>>().expect("the bot was made for it");
        self.bot.will_explain();
        let (action, mv) = self.decide(table, seed, stop)?;
        let seat = table.state.turn().player().expect("a player is to act");
        let explanation = self.bot.explain(&View::new(&table.state, seat));
        let ranking = explanation.map_or(Vec::new(), |explanation| explanation.ranking);
        let text = |mv| table.state.move_text(mv);
        Ok(Explained {
            action,
            mv: text(mv),
            simulations: self.bot.simulations(),
            ranking: ranking.into_iter().map(|ranked| (text(ranked.mv), ranked.visits, ranked.value)).collect(),
        })
    }
}
