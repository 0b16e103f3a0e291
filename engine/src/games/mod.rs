//! The games, one folder each, and the list of them.
//!
//! The folders hold the same files under the verbs of the [contract](crate::Game): `game` (the contract, each item
//! leading to the file of its subject), `rules`, `state`, `setup`, `chance`, `hidden` where something is hidden,
//! `legal`, `play`, `scoring`, `notation`, `display`, `observation`, `components`, and files of the game's own pieces.
//! Their `mod` opens with a glossary.
//!
//! [`for_each_game!`](crate::for_each_game) is the one place where all games are named: dispatch by name, the tests
//! that every game must pass and the benches go by it.

#[cfg(test)]
mod action_checks;
pub mod carcassonne;
#[cfg(test)]
pub(crate) mod observation_checks;
#[cfg(test)]
pub(crate) mod picture_checks;
pub mod rio_grande;
pub mod river_dragons;
pub mod the_river;
pub mod toy;

/// Evaluates an expression once for each game, with a name for its type; in the order of the list.
///
/// What must hold for all games is asked of the list, so that nobody forgets a game. The expression sees what the
/// caller sees and may return from it, which is how a game is found by its name:
///
/// ```
/// use riverlab_engine::{Game, for_each_game};
///
/// fn players(name: &str) -> Option<std::ops::RangeInclusive<usize>> {
///     for_each_game!(G => if G::NAME == name { return Some(G::PLAYERS) });
///     None
/// }
/// assert_eq!(players("connect-four"), Some(2..=2));
/// assert_eq!(players("chess"), None);
/// ```
#[macro_export]
macro_rules! for_each_game {
    ($game:ident => $each:expr) => {
        $crate::for_each_game! { $game => $each; in
            the_river::TheRiver,
            rio_grande::RioGrande,
            carcassonne::Carcassonne,
            river_dragons::RiverDragons,
            toy::ConnectFour,
            toy::Dice,
        }
    };
    ($game:ident => $each:expr; in $($folder:ident :: $name:ident,)*) => {{
        $({
            type $game = $crate::games::$folder::$name;
            $each
        })*
    }};
}

/// The names of all games, in the order of the list.
///
/// ```
/// assert!(riverlab_engine::games::names().contains(&"the-river"));
/// ```
pub fn names() -> Vec<&'static str> {
    let mut names = Vec::new();
    crate::for_each_game!(G => names.push(<G as crate::Game>::NAME));
    names
}
