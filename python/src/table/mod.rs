//! A game under way, of a known type: its moves, their actions, and what each player was told.

pub(crate) mod bot;
mod playable;

use std::sync::Arc;

use rand::rngs::Xoshiro256PlusPlus;
use riverlab_arena::trace::told;
use riverlab_bots::play::streams::{ChanceStreams, Deal};
use riverlab_engine::{Feature, Seat, Turn, Viewer};

use crate::errors::Wrong;
use crate::game::PyGame;
use crate::playable::{ActionSpace, Guess, Setup};
use crate::replays::Replays;

/// No list of legal moves is longer where actions are places in it. The longest are those of River Dragons, where who
/// lays planks has up to six lengths on 153 spans: more than 512 have been seen, and there are at most 918.
const LIST: usize = 1024;

/// What was told before a position that was sampled for one seat: in a guess nobody finds what others were told in
/// truth.
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
    /// What was played since the beginning, or since the position was sampled. The actions are found from it when
    /// somebody asks for them, as that of an event of chance costs a list of all its outcomes.
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
            chance: setup.seed.map(|seed| ChanceStreams::new::<G>(Deal { seed, number: setup.deal })),
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
        self.chance = Some(ChanceStreams::new::<G>(Deal { seed, number: 1 }));
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
