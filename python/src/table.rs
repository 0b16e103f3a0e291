//! A game under way, whatever game it is.

use std::any::Any;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use riverlab_arena::live::told;
use riverlab_arena::play::streams::ChanceStreams;
use riverlab_bots::eval::features::MoveTable;
use riverlab_bots::registry::build;
use riverlab_bots::{Bot, BotRng, BotSpec, NewGame, Seen, View};
use riverlab_engine::{Feature, Seat, Turn, Viewer, playout};

use crate::game::{PyGame, Wrong};
use crate::picture::of_text;
use crate::vector::{Games, GamesOf, Plan};

/// The player whose turn it is when chance decides, and when the game is over, as `OpenSpiel` numbers them.
pub(crate) const CHANCE: i64 = -1;
pub(crate) const TERMINAL: i64 = -4;
/// No list of legal moves is longer where actions are places in it. The longest are those of River Dragons, where who lays
/// planks has up to six lengths on 153 spans: more than 512 have been seen, and there are at most 918.
pub(crate) const LIST: usize = 1024;

/// How actions are numbered.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum ActionSpace {
    /// By the frozen table of the game.
    #[default]
    Fixed,
    /// The same for a window of cells around the first one.
    Window(u8),
    /// By the place in the legal list.
    List,
}

/// Which game is played, and how.
#[derive(Clone, Debug, Default)]
pub(crate) struct Setup {
    /// The game with its variant, as in specs.
    pub(crate) game: String,
    pub(crate) players: usize,
    /// What chance does, if it is that of a deal.
    pub(crate) seed: Option<u64>,
    pub(crate) deal: u64,
    /// Name and content of a rules table.
    pub(crate) rules: Option<(String, String)>,
    /// Single values of the tables.
    pub(crate) sets: Vec<String>,
    pub(crate) actions: ActionSpace,
    /// The window of cells that observations show beside everything else.
    pub(crate) window: Option<u8>,
}

/// A bot that was made for a game.
pub(crate) trait SeatedBot: Send {
    /// Whether it was made for the game and the rules of this table.
    fn is_for(&self, table: &dyn Playable) -> bool;
    /// The action that it plays for the player to act.
    fn choose(&mut self, table: &mut dyn Playable, seed: u64) -> Result<usize, Wrong>;
    /// The same with what it has found out. A bot that has explained may be slower from then on.
    fn explain(&mut self, table: &mut dyn Playable, seed: u64) -> Result<Explained, Wrong>;
}

/// What a bot has found out.
pub(crate) struct Explained {
    pub(crate) action: usize,
    pub(crate) mv: String,
    pub(crate) simulations: u64,
    /// Moves with visits and values, the best first.
    pub(crate) ranking: Vec<(String, u64, f64)>,
}

/// A game under way, whatever game it is. Players count from 0.
pub(crate) trait Playable: Send + Sync {
    fn clone_box(&self) -> Box<dyn Playable>;
    fn setup(&self) -> &Setup;
    fn current_player(&self) -> i64;
    fn n_actions(&self) -> usize;
    /// The legal actions of the player to act, or of chance, in ascending order.
    fn legal_actions(&mut self) -> Result<&[usize], Wrong>;
    fn apply_action(&mut self, action: usize) -> Result<(), Wrong>;
    fn apply_text(&mut self, text: &str) -> Result<(), Wrong>;
    fn chance_outcomes(&self) -> Vec<(usize, f64)>;
    fn play_chance(&mut self, seed: u64) -> usize;
    fn action_to_string(&mut self, action: usize) -> Result<String, Wrong>;
    fn returns(&self) -> Vec<f64>;
    fn scores(&self) -> Vec<f64>;
    fn score_parts(&self) -> Vec<Vec<i32>>;
    fn part_names(&self) -> &'static [&'static str];
    fn features(&self) -> Vec<Feature>;
    fn observation_len(&self) -> usize;
    fn observe(&self, player: usize, out: &mut [f32]);
    fn move_features(&mut self) -> Result<(Vec<f32>, usize), Wrong>;
    fn move_feature_names(&self) -> Vec<&'static str>;
    /// The legal moves as text, in the order of the legal actions.
    fn legal_texts(&mut self) -> Result<Vec<String>, Wrong>;
    /// What a player knows of the position, as JSON.
    fn known_position(&self, player: usize) -> String;
    /// By player the mean win shares of games that are played on at random from guesses of a player, after an action.
    fn playouts(
        &mut self,
        player: usize,
        action: usize,
        n: usize,
        rng: &mut Xoshiro256PlusPlus,
    ) -> Result<Vec<f64>, Wrong>;
    /// A position that looks the same to a player, as a bot's view gives it.
    fn as_seen_by(&self, player: usize, rng: &mut Xoshiro256PlusPlus) -> Box<dyn Playable>;
    /// Plays on at random to the end, chance included.
    fn play_out(&mut self, seed: u64) {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        loop {
            self.deal(&mut rng);
            if self.state.turn() == Turn::Over {
                break;
            }
            let mv = self.state.random_move(&mut self.moves, &mut rng);
            self.push_drawn(mv);
        }
    }

    fn has_history(&self) -> bool {
        !self.is_of_view
    }

    fn make_bot(&self, spec: &BotSpec) -> Result<Box<dyn SeatedBot>, Wrong> {
        Ok(Box::new(self.bot(spec)?))
    }

    fn make_games(&self, plan: &Plan) -> Result<Box<dyn Games>, Wrong> {
        Ok(Box::new(GamesOf::new(self, plan)?))
    }
}

/// A bot that was made for one game.
pub(crate) struct BotOf<G: PyGame> {
    bot: Box<dyn Bot<G>>,
    rules: &'static G::Rules,
}

impl<G: PyGame> BotOf<G> {
    /// Chooses a move; only a table for which the bot was made is given to it.
    fn decide(&mut self, table: &mut Table<G>, seed: u64) -> Result<(usize, G::Move), Wrong> {
        table.list()?;
        let mv = self.decide_listed(table, seed)?;
        Ok((table.action_of(mv).ok_or("the bot has chosen a move that is not legal")?, mv))
    }

    /// The same where the legal moves are listed.
    pub(crate) fn decide_listed(&mut self, table: &Table<G>, seed: u64) -> Result<G::Move, Wrong> {
        let Turn::Player(seat) = table.state.turn() else { return Err("no player is to act".to_owned()) };
        let mut rng = BotRng::seed_from_u64(seed);
        if self.bot.remembers() {
            self.tell(table, seat, seed);
        }
        let never = AtomicBool::new(false);
        let view = View::with_legal_moves(&table.state, seat, &table.moves).until(&never);
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

impl<G: PyGame> SeatedBot for BotOf<G> {
    fn is_for(&self, table: &dyn Playable) -> bool {
        let table = table.as_any().downcast_ref::<Table<G>>();
        table.is_some_and(|table| std::ptr::eq(table.rules, self.rules))
    }

    fn choose(&mut self, table: &mut dyn Playable, seed: u64) -> Result<usize, Wrong> {
        let table = table.as_any_mut().downcast_mut::<Table<G>>().expect("the bot was made for it");
        self.decide(table, seed).map(|(action, _)| action)
    }

    fn explain(&mut self, table: &mut dyn Playable, seed: u64) -> Result<Explained, Wrong> {
        let table = table.as_any_mut().downcast_mut::<Table<G>>().expect("the bot was made for it");
        self.bot.will_explain();
        let (action, mv) = self.decide(table, seed)?;
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
