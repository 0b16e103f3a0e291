//! Checks of pictures: that their parts can be told apart, and that every move is about parts that are there.

use super::failure::{Failure, fail};
use crate::{Game, Picture, Seat, Viewer};

/// Every picture of a position has parts of different names and the definitions of the game's first picture, and the
/// moves of the player to act are about parts of that player's picture.
pub(super) fn check_pictures<G: Game>(
    state: &G,
    legal: &[G::Move],
    definitions: &mut Option<String>,
) -> Result<(), Failure> {
    let seats = Seat::all(state.n_players()).map(Viewer::Seat);
    for viewer in [Viewer::All, Viewer::Public].into_iter().chain(seats) {
        let Some(picture) = state.picture(viewer) else { continue };
        check_names(state, &picture)?;
        if picture.definitions != *definitions.get_or_insert_with(|| picture.definitions.clone()) {
            fail("definitions of pictures are those of the table", state, format!("{viewer:?}"))?;
        }
        if state.turn().player().map(Viewer::Seat) == Some(viewer) {
            check_parts(state, legal, &picture)?;
        }
    }
    Ok(())
}

fn check_names<G: Game>(state: &G, picture: &Picture) -> Result<(), Failure> {
    let mut names: Vec<&str> = picture.parts.iter().map(|part| part.name.as_str()).collect();
    names.sort_unstable();
    let is_name = |name: &str| {
        !name.is_empty()
            && name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b",-".contains(&byte))
    };
    if let Some(name) = names.iter().find(|name| !is_name(name)) {
        fail("parts of pictures have names", state, *name)?;
    }
    match names.windows(2).find(|pair| pair[0] == pair[1]) {
        Some(pair) => fail("parts of pictures have names of their own", state, pair[0]),
        None => Ok(()),
    }
}

fn check_parts<G: Game>(state: &G, legal: &[G::Move], picture: &Picture) -> Result<(), Failure> {
    for &mv in legal {
        let is_missing = |name: &String| picture.parts.iter().all(|part| part.name != *name);
        if let Some(name) = state.move_parts(mv).iter().find(|name| is_missing(name)) {
            fail("moves are about parts of the picture", state, format!("{}: {name}", state.move_text(mv)))?;
        }
    }
    Ok(())
}
