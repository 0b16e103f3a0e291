//! What Python needs of a game, and how a game is found by its name.

use std::any::Any;
use std::collections::HashMap;
use std::sync::{Mutex, OnceLock, PoisonError};

use riverlab_arena::games::name_and_sets;
use riverlab_bots::Evaluate;
use riverlab_engine::games::carcassonne::Carcassonne;
use riverlab_engine::games::rio_grande::RioGrande;
use riverlab_engine::games::river_dragons::RiverDragons;
use riverlab_engine::games::the_river::TheRiver;
use riverlab_engine::games::toy::{ConnectFour, Dice};
use riverlab_engine::{
    Actions, Feature, Game, GameRules, ModifiedGame, Modify, Observe, RulesSource, Seat, for_each_game,
};

use crate::table::{ActionSpace, Playable, Setup, Table};

/// A game that can be played from Python.
pub(crate) trait PyGame: Evaluate + Actions + Observe {
    /// The actions of a window of cells around the first one, and the number of a move among them; nothing in games that
    /// have no window.
    fn windowed(_window: u8) -> Option<usize> {
        None
    }

    /// The number of a move in a window; nothing where its cell is outside.
    fn windowed_index(&self, _mv: Self::Move, _window: u8) -> Option<usize> {
        None
    }

    /// What an observation has after its other features where it shows a window of cells.
    fn windowed_features(_rules: &Self::Rules, _players: usize, _window: u8) -> Vec<Feature> {
        Vec::new()
    }

    /// Writes what a seat sees in the window, in the order of its [features](Self::windowed_features).
    fn observe_windowed(&self, _seat: Seat, _window: u8, _out: &mut [f32]) {}
}

impl PyGame for TheRiver {}
impl PyGame for RioGrande {}
impl PyGame for RiverDragons {}
impl PyGame for ConnectFour {}
impl PyGame for Dice {}
/// A game under an intervention, in balance studies.
impl<G: PyGame + Modify> PyGame for ModifiedGame<G> {}

impl PyGame for Carcassonne {
    fn windowed(window: u8) -> Option<usize> {
        Some(Carcassonne::n_windowed_actions(window))
    }

    fn windowed_index(&self, mv: Self::Move, window: u8) -> Option<usize> {
        Carcassonne::windowed_action_index(mv, window)
    }

    fn windowed_features(rules: &Self::Rules, players: usize, window: u8) -> Vec<Feature> {
        Carcassonne::window_features(rules, players, window)
    }

    fn observe_windowed(&self, seat: Seat, window: u8, out: &mut [f32]) {
        self.observe_window(seat, window, out);
    }
}

/// What is wrong with what somebody asks for.
pub(crate) type Wrong = String;

/// A new game.
pub(crate) fn new_table(setup: &Setup) -> Result<Box<dyn Playable>, Wrong> {
    let (name, sets) = name_and_sets(&setup.game).map_err(|error| error.to_string())?;
    let mut source = RulesSource { file: setup.rules.clone(), sets };
    source.sets.extend(setup.sets.iter().cloned());
    for_each_game!(G => if name == G::NAME {
        let rules = load::<G>(&source)?;
        return Ok(Box::new(table::<G>(rules, setup)?));
    });
    Err(format!("game \"{name}\" is unknown: allowed are {}", riverlab_engine::games::names().join(", ")))
}

fn table<G: PyGame>(rules: &'static G::Rules, setup: &Setup) -> Result<Table<G>, Wrong> {
    if !G::PLAYERS.contains(&setup.players) {
        let (least, most) = (G::PLAYERS.start(), G::PLAYERS.end());
        return Err(format!("players={}: {} is for {least} to {most} players", setup.players, G::TITLE));
    }
    if let Some(window) = setup.window.filter(|&window| G::windowed(window).is_none()) {
        return Err(format!("window={window}: {} has no window", G::TITLE));
    }
    if setup.actions == ActionSpace::Fixed {
        G::check_actions(rules).map_err(|error| error.to_string())?;
    }
    Ok(Table::new(rules, setup.clone()))
}

/// So many rules tables other than the standard ones can be loaded: they live as long as the program, with up to 250 KB each.
const MAX_LOADED: usize = 4096;

/// Rules that live as long as the program, loaded once for each choice of tables.
fn load<G: PyGame>(source: &RulesSource) -> Result<&'static G::Rules, Wrong> {
    type Loaded = HashMap<String, &'static (dyn Any + Send + Sync)>;
    static LOADED: OnceLock<Mutex<Loaded>> = OnceLock::new();
    if source.is_standard() {
        return Ok(G::Rules::standard());
    }
    let key = format!("{} {source:?}", G::NAME);
    let mut loaded = LOADED.get_or_init(Mutex::default).lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(rules) = loaded.get(&key).and_then(|rules| rules.downcast_ref::<G::Rules>()) {
        return Ok(rules);
    }
    if loaded.len() == MAX_LOADED {
        return Err(format!("this program has loaded {MAX_LOADED} different rules tables: begin another one for more"));
    }
    let rules: &'static G::Rules = Box::leak(Box::new(G::Rules::load(source).map_err(|error| error.to_string())?));
    loaded.insert(key, rules);
    Ok(rules)
}

/// The names of all games with their titles and numbers of players.
pub(crate) fn all_games() -> Vec<(&'static str, &'static str, usize, usize)> {
    let mut games = Vec::new();
    for_each_game!(G => {
        games.push((G::NAME, G::TITLE, *G::PLAYERS.start(), *G::PLAYERS.end()));
    });
    games
}
