//! Finding a game by its name, and beginning it.

use std::any::Any;
use std::collections::HashMap;
use std::sync::{Mutex, OnceLock, PoisonError};

use riverlab_engine::{Game, GameRules, RulesSource, for_each_game};
use riverlab_lab::games::name_and_sets;

use crate::errors::Wrong;
use crate::game::PyGame;
use crate::playable::{ActionSpace, Playable, Setup};
use crate::table::Table;

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

/// So many rules tables other than the standard ones can be loaded: they live as long as the program, with up to 250 KB
/// each.
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
