//! How many can play a game.

use riverlab_bots::Evaluate;

use crate::error::ArenaError;

/// Whether a game can be played by so many; `what` names the value in the message.
///
/// # Errors
/// When it cannot; the message says which numbers are allowed.
pub fn check_players<G: Evaluate>(what: &str, players: usize) -> Result<(), ArenaError> {
    if G::PLAYERS.contains(&players) {
        return Ok(());
    }
    Err(ArenaError::Usage(format!("{what} {players}: {} is for {} players", G::NAME, players_text::<G>())))
}

/// The numbers of players that can play a game: `2` or `2 to 4`.
pub fn players_text<G: Evaluate>() -> String {
    let (least, most) = (G::PLAYERS.start(), G::PLAYERS.end());
    if least == most { least.to_string() } else { format!("{least} to {most}") }
}
