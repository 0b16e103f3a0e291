//! A game under way, whatever game it is.

use std::any::Any;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use riverlab_arena::play::streams::ChanceStreams;
use riverlab_arena::trace::told;
use riverlab_bots::eval::features::MoveTable;
use riverlab_bots::registry::build;
use riverlab_bots::{Bot, BotRng, BotSpec, NewGame, Seen, View};
use riverlab_engine::{Feature, MAX_PLAYERS, Seat, Turn, Viewer, playout};

use crate::game::{PyGame, Wrong};
use crate::picture::of_text;
use crate::replays::Replays;
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
    fn choose(&mut self, table: &mut dyn Playable, seed: u64, stop: &AtomicBool) -> Result<usize, Wrong>;
    /// The same with what it has found out. A bot that has explained may be slower from then on.
    fn explain(&mut self, table: &mut dyn Playable, seed: u64, stop: &AtomicBool) -> Result<Explained, Wrong>;
    /// Whether a decision takes long: that of a bot that looks ahead.
    fn takes_long(&self) -> bool;
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
    /// What a player sees after each legal action, a row for each, in the order of the actions.
    fn observe_afterstates(&mut self, player: usize) -> Result<Vec<f32>, Wrong>;
    fn move_features(&mut self) -> Result<(Vec<f32>, usize), Wrong>;
    fn move_feature_names(&self) -> Vec<&'static str>;
    /// The legal moves as text, in the order of the legal actions.
    fn legal_texts(&mut self) -> Result<Vec<String>, Wrong>;
    /// What a player knows of the position, as JSON.
    fn known_position(&self, player: usize) -> String;
    /// By player the sum of the win shares of `n` games that are played on at random from guesses of a player, after an
    /// action.
    fn playouts(
        &mut self,
        player: usize,
        action: usize,
        n: usize,
        rng: &mut Xoshiro256PlusPlus,
    ) -> Result<Vec<f64>, Wrong>;
    /// A position that looks the same to a player, as a bot's view gives it.
    fn as_seen_by(&self, player: usize, rng: &mut Xoshiro256PlusPlus) -> Box<dyn Playable>;
    /// By player the win shares of a game that is played on at random.
    fn playout(&self, seed: u64) -> Vec<f64>;
    /// Whether it can be put together again from its moves: not a guess of a bot's view.
    fn has_history(&self) -> bool;
    fn information_state(&self, player: usize) -> String;
    fn position_text(&self, viewer: Viewer) -> String;
    /// The position as a drawing: a file of SVG.
    fn svg(&self, viewer: Viewer) -> String;
    fn resample(&self, player: usize, seed: u64) -> Box<dyn Playable>;
    /// The moves so far, as text.
    fn moves(&self) -> Vec<String>;
    fn history(&self) -> Vec<usize>;
    fn n_moves(&self) -> usize;
    /// The guesses from which this position comes, the first one first.
    fn guesses(&self) -> &[Guess];
    fn max_moves(&self) -> usize;
    fn as_any(&self) -> &dyn Any;
    fn as_any_mut(&mut self) -> &mut dyn Any;
    fn make_bot(&self, spec: &BotSpec) -> Result<Box<dyn SeatedBot>, Wrong>;
    /// Many games at the table of this one.
    fn make_games(&self, plan: &Plan) -> Result<Box<dyn Games>, Wrong>;
}

/// The kind of replay that has the moves as texts; those before have what was told.
const MOVES: usize = 2 + MAX_PLAYERS;

/// How a position came about that was guessed: the moves before, the observer, and the seed of the guess.
pub(crate) type Guess = (Vec<String>, usize, u64);

/// What was told before a position that was sampled for one seat: in a guess nobody finds what others were told in truth.
struct Past {
    seats: Vec<Vec<Arc<str>>>,
    public: Vec<Arc<str>>,
}

/// What has been found of what the player to act, or chance, can do.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Listed {
    Nothing,
    /// The actions, without their moves.
    Actions,
    /// The moves with their actions.
    Moves,
}

/// A game under way.
pub(crate) struct Table<G: PyGame> {
    rules: &'static G::Rules,
    setup: Arc<Setup>,
    pub(crate) state: G,
    /// What was played since the beginning, or since the position was sampled. The actions are found from it when somebody
    /// asks for them, as that of an event of chance costs a list of all its outcomes.
    played: Vec<G::Move>,
    /// Where `played` begins, if not at the beginning of the game.
    begin: Option<Arc<G>>,
    past: Option<Arc<Past>>,
    guesses: Vec<Guess>,
    /// Whether it comes from a bot's view, which does not know how the game went.
    is_of_view: bool,
    /// What `played` says, in words.
    replays: Replays<G>,
    chance: Option<ChanceStreams>,
    /// The legal moves by their actions, once they are asked for.
    legal: Vec<(usize, G::Move)>,
    numbers: Vec<usize>,
    /// The legal list of the player to act, where one is listed.
    moves: Vec<G::Move>,
    outcomes: Vec<(G::Move, u32)>,
    listed: Listed,
    observation_len: usize,
    /// How many numbers an observation has without those of a window.
    plain_len: usize,
}

impl<G: PyGame> Clone for Table<G> {
    fn clone(&self) -> Self {
        Table {
            rules: self.rules,
            setup: Arc::clone(&self.setup),
            state: self.state.clone(),
            played: self.played.clone(),
            begin: self.begin.clone(),
            past: self.past.clone(),
            guesses: self.guesses.clone(),
            is_of_view: self.is_of_view,
            replays: self.replays.clone(),
            chance: self.chance.clone(),
            legal: Vec::new(),
            numbers: Vec::new(),
            moves: Vec::new(),
            outcomes: Vec::new(),
            listed: Listed::Nothing,
            observation_len: self.observation_len,
            plain_len: self.plain_len,
        }
    }
}

/// The features of observations, with the planes of a window if there is one.
fn features<G: PyGame>(rules: &'static G::Rules, setup: &Setup) -> Vec<Feature> {
    let mut features = G::features(rules, setup.players);
    if let Some(window) = setup.window {
        features.extend(G::windowed_features(rules, setup.players, window));
    }
    features
}

impl<G: PyGame> Table<G> {
    pub(crate) fn new(rules: &'static G::Rules, setup: Setup) -> Table<G> {
        Table {
            rules,
            state: G::new(rules, setup.players),
            played: Vec::new(),
            begin: None,
            past: None,
            guesses: Vec::new(),
            is_of_view: false,
            replays: Replays::new(),
            chance: setup.seed.map(|seed| ChanceStreams::new::<G>(seed, setup.deal)),
            legal: Vec::new(),
            numbers: Vec::new(),
            moves: Vec::new(),
            outcomes: Vec::new(),
            listed: Listed::Nothing,
            observation_len: features::<G>(rules, &setup).iter().map(Feature::len).sum(),
            plain_len: G::observation_len(rules, setup.players),
            setup: Arc::new(setup),
        }
    }

    /// Whether it is a table of these rules and so many players.
    pub(crate) fn is_of(&self, rules: &'static G::Rules, players: usize) -> bool {
        std::ptr::eq(self.rules, rules) && self.setup.players == players
    }

    /// Whether another table is of the same game, rules, players and actions.
    pub(crate) fn is_like(&self, other: &Table<G>) -> bool {
        self.is_of(other.rules, other.setup.players)
            && (self.setup.actions, self.setup.window) == (other.setup.actions, other.setup.window)
    }

    /// A position as a bot's view gives it, at the table of this one.
    pub(crate) fn of_view(&self, state: G) -> Table<G> {
        Table {
            begin: Some(Arc::new(state.clone())),
            state,
            played: Vec::new(),
            past: None,
            guesses: Vec::new(),
            is_of_view: true,
            replays: Replays::new(),
            chance: None,
            ..self.clone()
        }
    }

    /// Writes what a seat may know.
    #[inline]
    pub(crate) fn write_observation(&self, seat: Seat, out: &mut [f32]) {
        self.write_observation_of(&self.state, seat, out);
    }

    /// Writes what a seat may know of another position at this table.
    #[inline]
    fn write_observation_of(&self, state: &G, seat: Seat, out: &mut [f32]) {
        let Some(window) = self.setup.window else { return state.observe(seat, out) };
        let (numbers, windowed) = out.split_at_mut(self.plain_len);
        state.observe(seat, numbers);
        state.observe_windowed(seat, window, windowed);
    }

    /// Goes back to the beginning, with another deal.
    pub(crate) fn begin_anew(&mut self, seed: u64) {
        self.setup = Arc::new(Setup { seed: Some(seed), deal: 1, ..(*self.setup).clone() });
        self.state = G::new(self.rules, self.setup.players);
        self.played.clear();
        self.guesses.clear();
        (self.begin, self.past, self.is_of_view) = (None, None, false);
        (self.listed, self.replays) = (Listed::Nothing, Replays::new());
        self.chance = Some(ChanceStreams::new::<G>(seed, 1));
    }

    /// Finds the legal moves and their actions, unless that has been done.
    #[inline]
    pub(crate) fn list(&mut self) -> Result<&[usize], Wrong> {
        if self.listed != Listed::Moves {
            self.list_anew()?;
        }
        Ok(&self.numbers)
    }

    /// Finds the actions alone where that takes less time; their moves are named by the [numbers](Self::move_of) then.
    #[inline]
    pub(crate) fn list_actions(&mut self) -> Result<(), Wrong> {
        if self.setup.actions == ActionSpace::Fixed && self.state.turn().player().is_some() {
            self.state.legal_indexes(&mut self.moves, &mut self.numbers);
            self.listed = Listed::Actions;
            return Ok(());
        }
        self.list().map(|_| ())
    }

    fn list_anew(&mut self) -> Result<(), Wrong> {
        match self.state.turn() {
            Turn::Over => self.legal.clear(),
            Turn::Chance => {
                self.state.chance_outcomes(&mut self.outcomes);
                self.legal.clear();
                self.legal.extend(self.outcomes.iter().enumerate().map(|(place, &(mv, _))| (place, mv)));
            }
            Turn::Player(_) => self.list_moves()?,
        }
        self.numbers.clear();
        self.numbers.extend(self.legal.iter().map(|&(action, _)| action));
        self.listed = Listed::Moves;
        Ok(())
    }

    fn list_moves(&mut self) -> Result<(), Wrong> {
        match self.setup.actions {
            ActionSpace::Fixed => self.state.legal_actions(&mut self.moves, &mut self.legal),
            ActionSpace::List => {
                self.state.legal_moves(&mut self.moves);
                if self.moves.len() > LIST {
                    return Err(format!("there are {} legal moves: a list has room for {LIST}", self.moves.len()));
                }
                self.legal.clear();
                self.legal.extend(self.moves.iter().copied().enumerate());
            }
            ActionSpace::Window(window) => self.list_window(window)?,
        }
        Ok(())
    }

    fn list_window(&mut self, window: u8) -> Result<(), Wrong> {
        self.state.legal_moves(&mut self.moves);
        self.legal.clear();
        for &mv in &self.moves {
            let Some(action) = self.state.windowed_index(mv, window) else {
                let text = self.state.move_text(mv);
                return Err(format!(
                    "\"{text}\" is legal but outside of the window: choose window larger than {window}"
                ));
            };
            self.legal.push((action, mv));
        }
        self.legal.sort_unstable_by_key(|&(action, _)| action);
        Ok(())
    }

    fn push(&mut self, mv: G::Move) {
        // Who names an outcome of chance takes the place of the draw that belongs to it.
        if let Some(chance) = self.chance.as_mut().filter(|_| self.state.turn() == Turn::Chance) {
            chance.draw(&self.state);
        }
        self.push_drawn(mv);
    }

    /// Plays a legal move of a player, or one that chance has drawn.
    #[inline]
    pub(crate) fn push_drawn(&mut self, mv: G::Move) {
        self.state.play_unchecked(mv);
        self.played.push(mv);
        self.listed = Listed::Nothing;
    }

    /// Lets chance act by the deal, if there is one, until somebody else is to act.
    #[inline]
    pub(crate) fn deal(&mut self, rng: &mut Xoshiro256PlusPlus) -> usize {
        let before = self.played.len();
        while self.state.turn() == Turn::Chance {
            let mv = match &mut self.chance {
                Some(chance) => chance.draw(&self.state),
                None => self.state.draw(rng),
            };
            self.push_drawn(mv);
        }
        self.played.len() - before
    }

    /// The actions that were [listed](Self::list_actions) last, in ascending order.
    #[inline]
    pub(crate) fn numbers(&self) -> &[usize] {
        &self.numbers
    }

    /// The move of an action, if it is legal; none are before they are [listed](Self::list_actions).
    #[inline]
    pub(crate) fn move_of(&self, action: usize) -> Option<G::Move> {
        let place = self.numbers.binary_search(&action).ok()?;
        match self.listed {
            Listed::Nothing => None,
            Listed::Actions => self.state.action_at(action),
            Listed::Moves => Some(self.legal[place].1),
        }
    }

    pub(crate) fn legal_at(&mut self, action: usize) -> Result<G::Move, Wrong> {
        self.list()?;
        self.move_of(action).ok_or_else(|| self.not_legal(action))
    }

    fn action_of(&self, mv: G::Move) -> Option<usize> {
        self.legal.iter().find(|(_, legal)| *legal == mv).map(|&(action, _)| action)
    }

    /// The legal move of this text.
    pub(crate) fn legal_text(&mut self, text: &str) -> Result<G::Move, Wrong> {
        let mv = self.state.parse_move(text).map_err(|error| error.to_string())?;
        self.list()?;
        match self.action_of(mv) {
            Some(_) => Ok(mv),
            None => Err(format!("\"{text}\" is not legal for {}", self.state.turn())),
        }
    }

    fn not_legal(&self, action: usize) -> Wrong {
        match self.state.turn() {
            Turn::Over => format!("action {action}: the game is over"),
            turn => format!("action {action} is not legal for {turn}: there are {} legal ones", self.legal.len()),
        }
    }

    /// A bot for the game and the rules of this table.
    pub(crate) fn bot(&self, spec: &BotSpec) -> Result<BotOf<G>, Wrong> {
        let bot = build::<G>(spec).map_err(|error| error.to_string())?;
        Ok(BotOf { bot, rules: self.rules })
    }

    fn start(&self) -> G {
        match &self.begin {
            Some(begin) => (**begin).clone(),
            None => G::new(self.rules, self.setup.players),
        }
    }

    /// What a viewer has been told since the first position, a line for each move and event.
    fn told<T>(&self, viewer: Viewer, read: impl FnOnce(&[Arc<str>]) -> T) -> T {
        let kind = match viewer {
            Viewer::All => 0,
            Viewer::Public => 1,
            Viewer::Seat(seat) => 2 + seat.index(),
        };
        let tell = |state: &G, mv: G::Move, lines: &mut Vec<Arc<str>>| {
            let told = told(state, mv, viewer);
            lines.push(format!("{} {}", told.turn, told.mv.as_deref().unwrap_or("?")).into());
            lines.extend(told.events.into_iter().map(Arc::from));
        };
        self.replays.lines(kind, &self.played, || self.start(), tell, read)
    }

    /// What a seat has been told since the beginning of the game.
    fn all_told(&self, seat: Seat) -> Vec<Arc<str>> {
        let before = self.past.as_ref().map_or(&[] as &[Arc<str>], |past| &past.seats[seat.index()]);
        self.told(Viewer::Seat(seat), |lines| [before, lines].concat())
    }

    /// What everybody has been told since the beginning of the game.
    fn public_told(&self) -> Vec<Arc<str>> {
        let before = self.past.as_ref().map_or(&[] as &[Arc<str>], |past| &past.public);
        self.told(Viewer::Public, |lines| [before, lines].concat())
    }
}

impl<G: PyGame> Playable for Table<G> {
    fn clone_box(&self) -> Box<dyn Playable> {
        Box::new(self.clone())
    }

    fn setup(&self) -> &Setup {
        &self.setup
    }

    fn current_player(&self) -> i64 {
        match self.state.turn() {
            Turn::Player(seat) => seat.index() as i64,
            Turn::Chance => CHANCE,
            Turn::Over => TERMINAL,
        }
    }

    fn n_actions(&self) -> usize {
        match self.setup.actions {
            ActionSpace::Fixed => G::n_actions(self.rules),
            ActionSpace::Window(window) => G::windowed(window).expect("checked when the game began"),
            ActionSpace::List => LIST,
        }
    }

    fn legal_actions(&mut self) -> Result<&[usize], Wrong> {
        self.list()
    }

    fn apply_action(&mut self, action: usize) -> Result<(), Wrong> {
        let mv = self.legal_at(action)?;
        self.push(mv);
        Ok(())
    }

    fn apply_text(&mut self, text: &str) -> Result<(), Wrong> {
        let mv = self.legal_text(text)?;
        self.push(mv);
        Ok(())
    }

    fn chance_outcomes(&self) -> Vec<(usize, f64)> {
        let mut outcomes = Vec::new();
        self.state.chance_outcomes(&mut outcomes);
        let total: f64 = outcomes.iter().map(|&(_, weight)| f64::from(weight)).sum();
        outcomes.iter().enumerate().map(|(place, &(_, weight))| (place, f64::from(weight) / total)).collect()
    }

    fn play_chance(&mut self, seed: u64) -> usize {
        self.deal(&mut Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    fn action_to_string(&mut self, action: usize) -> Result<String, Wrong> {
        if self.state.turn() != Turn::Chance && self.setup.actions == ActionSpace::Fixed {
            let text = self.state.action_at(action).map(|mv| self.state.move_text(mv));
            let total = self.n_actions();
            return text
                .or_else(|| (action < total).then(|| G::action_name(self.rules, action)))
                .ok_or_else(|| format!("action {action}: there are {total}"));
        }
        let mv = self.legal_at(action)?;
        Ok(self.state.move_text(mv))
    }

    fn returns(&self) -> Vec<f64> {
        match self.state.turn() {
            Turn::Over => self.state.win_shares().iter().map(|share| share.value()).collect(),
            _ => vec![0.0; self.setup.players],
        }
    }

    fn scores(&self) -> Vec<f64> {
        match self.state.outcome() {
            Some(outcome) => outcome.scores.iter().copied().collect(),
            None => self.score_parts().iter().map(|parts| f64::from(parts.iter().sum::<i32>())).collect(),
        }
    }

    fn score_parts(&self) -> Vec<Vec<i32>> {
        Seat::all(self.setup.players).map(|seat| self.state.score_parts(seat)[..G::PARTS.len()].to_vec()).collect()
    }

    fn part_names(&self) -> &'static [&'static str] {
        G::PARTS
    }

    fn features(&self) -> Vec<Feature> {
        features::<G>(self.rules, &self.setup)
    }

    fn observation_len(&self) -> usize {
        self.observation_len
    }

    fn observe(&self, player: usize, out: &mut [f32]) {
        self.write_observation(Seat::new(player), out);
    }

    fn observe_afterstates(&mut self, player: usize) -> Result<Vec<f32>, Wrong> {
        self.list()?;
        let (seat, width) = (Seat::new(player), self.observation_len());
        let mut numbers = vec![0.0; self.legal.len() * width];
        let mut after = self.state.clone();
        for (&(_, mv), row) in self.legal.iter().zip(numbers.chunks_exact_mut(width)) {
            after.clone_from(&self.state);
            after.play_unchecked(mv);
            self.write_observation_of(&after, seat, row);
        }
        Ok(numbers)
    }

    fn move_features(&mut self) -> Result<(Vec<f32>, usize), Wrong> {
        self.list()?;
        let moves: Vec<G::Move> = self.legal.iter().map(|&(_, mv)| mv).collect();
        let (mut table, width) = (MoveTable::default(), G::MOVE_FEATURES.len());
        if matches!(self.state.turn(), Turn::Player(_)) && width > 0 {
            self.state.write_move_features(&moves, &mut table);
        }
        Ok((table.rows().iter().flat_map(|row| row[..width].iter().copied()).collect(), width))
    }

    fn move_feature_names(&self) -> Vec<&'static str> {
        G::MOVE_FEATURES.iter().map(|feature| feature.name).collect()
    }

    fn information_state(&self, player: usize) -> String {
        self.all_told(Seat::new(player)).join("\n")
    }

    fn position_text(&self, viewer: Viewer) -> String {
        self.state.position_text(viewer)
    }

    fn svg(&self, viewer: Viewer) -> String {
        let text = self.state.position_text(viewer);
        self.state.picture(viewer).unwrap_or_else(|| of_text(&text)).svg(G::TITLE, &text)
    }

    fn resample(&self, player: usize, seed: u64) -> Box<dyn Playable> {
        let observer = Seat::new(player);
        let mut state = self.state.clone();
        state.resample_hidden(observer, &mut Xoshiro256PlusPlus::seed_from_u64(seed));
        let public = self.public_told();
        let seats = Seat::all(self.setup.players).map(|seat| {
            if seat == observer {
                return self.all_told(seat);
            }
            public.iter().cloned().chain([format!("guess {}", state.known_position(seat)).into()]).collect()
        });
        let past = Some(Arc::new(Past { seats: seats.collect(), public }));
        Box::new(Table {
            replays: Replays::new(),
            begin: Some(Arc::new(state.clone())),
            state,
            played: Vec::new(),
            past,
            guesses: self.guesses.iter().cloned().chain([(self.moves(), player, seed)]).collect(),
            chance: None,
            ..self.clone()
        })
    }

    fn moves(&self) -> Vec<String> {
        let tell = |state: &G, mv: G::Move, lines: &mut Vec<Arc<str>>| lines.push(state.move_text(mv).into());
        let texts = |lines: &[Arc<str>]| lines.iter().map(|line| String::from(&**line)).collect();
        self.replays.lines(MOVES, &self.played, || self.start(), tell, texts)
    }

    fn history(&self) -> Vec<usize> {
        let mut actions = Vec::new();
        let mut table =
            Table { state: self.start(), played: Vec::new(), chance: None, replays: Replays::new(), ..self.clone() };
        for &mv in &self.played {
            table.list().expect("it was listed when it was played");
            actions.push(table.action_of(mv).expect("it was legal"));
            table.push_drawn(mv);
        }
        actions
    }

    fn n_moves(&self) -> usize {
        self.played.len()
    }

    fn guesses(&self) -> &[Guess] {
        &self.guesses
    }

    fn max_moves(&self) -> usize {
        G::MAX_MOVES
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn as_any_mut(&mut self) -> &mut dyn Any {
        self
    }

    fn legal_texts(&mut self) -> Result<Vec<String>, Wrong> {
        self.list()?;
        Ok(self.legal.iter().map(|&(_, mv)| self.state.move_text(mv)).collect())
    }

    fn known_position(&self, player: usize) -> String {
        self.state.known_position(Seat::new(player)).to_string()
    }

    fn playouts(
        &mut self,
        player: usize,
        action: usize,
        n: usize,
        rng: &mut Xoshiro256PlusPlus,
    ) -> Result<Vec<f64>, Wrong> {
        let mv = self.legal_at(action)?;
        let mut shares = vec![0.0; self.setup.players];
        for _ in 0..n {
            let mut state = self.state.clone();
            state.resample_hidden(Seat::new(player), rng);
            state.play_unchecked(mv);
            playout(&mut state, rng, &mut self.moves);
            shares.iter_mut().zip(state.win_shares().iter()).for_each(|(sum, share)| *sum += share.value());
        }
        self.listed = Listed::Nothing;
        Ok(shares)
    }

    fn as_seen_by(&self, player: usize, rng: &mut Xoshiro256PlusPlus) -> Box<dyn Playable> {
        let mut state = self.state.clone();
        state.resample_hidden(Seat::new(player), rng);
        let setup = Arc::new(Setup { seed: None, deal: 0, ..(*self.setup).clone() });
        Box::new(Table { setup, ..self.of_view(state) })
    }

    fn playout(&self, seed: u64) -> Vec<f64> {
        let (mut state, mut rng) = (self.state.clone(), Xoshiro256PlusPlus::seed_from_u64(seed));
        playout(&mut state, &mut rng, &mut Vec::new());
        state.win_shares().iter().map(|share| share.value()).collect()
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

impl<G: PyGame> SeatedBot for BotOf<G> {
    fn is_for(&self, table: &dyn Playable) -> bool {
        let table = table.as_any().downcast_ref::<Table<G>>();
        table.is_some_and(|table| std::ptr::eq(table.rules, self.rules))
    }

    fn takes_long(&self) -> bool {
        self.bot.looks_ahead() && !self.bot.only_draws()
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
