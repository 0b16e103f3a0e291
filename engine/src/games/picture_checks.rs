//! What the tests of pictures of all games measure: whether a picture is XML, how many bytes a replay stores for a
//! move, and how far parts tell the moves apart that they belong to.

use std::collections::BTreeMap;

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

use crate::{Game, Picture, Seat, Turn, Viewer};

/// Shows every position of a random game, with the next move; the last position has none.
pub(crate) fn walk<G: Game>(
    rules: &'static G::Rules,
    players: usize,
    seed: u64,
    mut each: impl FnMut(&G, Option<G::Move>),
) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let (mut state, mut buffer) = (G::new(rules, players), Vec::new());
    while state.turn() != Turn::Over {
        let mv = match state.turn() {
            Turn::Chance => state.draw(&mut rng),
            _ => state.random_move(&mut buffer, &mut rng),
        };
        each(&state, Some(mv));
        state.play(mv).expect("legal");
    }
    each(&state, None);
}

/// The positions of a random game, from the first to the last.
pub(crate) fn positions<G: Game>(rules: &'static G::Rules, players: usize, seed: u64) -> Vec<G> {
    let mut positions = Vec::new();
    walk::<G>(rules, players, seed, |state, _| positions.push(state.clone()));
    positions
}

pub(crate) fn picture_for<G: Game>(state: &G, viewer: Viewer) -> Picture {
    state.picture(viewer).expect("the game has pictures")
}

/// The picture that the player to act sees; everybody's where no player acts.
pub(crate) fn picture_of_turn<G: Game>(state: &G) -> Picture {
    picture_for(state, state.turn().player().map_or(Viewer::Public, Viewer::Seat))
}

/// The SVG of a part.
pub(crate) fn part<'a>(picture: &'a Picture, name: &str) -> Option<&'a str> {
    picture.parts.iter().find(|part| part.name == name).map(|part| part.svg.as_str())
}

/// The picture is XML, all that it refers to by `#` is in it, and all its identifiers begin so.
pub(crate) fn check_xml(picture: &Picture, prefix: &str) {
    let svg = picture.svg("a title", "a text");
    let document = roxmltree::Document::parse(&svg).unwrap_or_else(|error| panic!("{error} in\n{svg}"));
    let elements = document.descendants().filter(roxmltree::Node::is_element);
    let (mut ids, mut values): (Vec<&str>, Vec<&str>) = (Vec::new(), Vec::new());
    for element in elements {
        let refers = element
            .attributes()
            .filter(|attribute| attribute.name() == "href" || attribute.value().starts_with("url("));
        values.extend(refers.map(|attribute| attribute.value()));
        if let Some(id) = element.attribute("id") {
            assert!(id.starts_with(prefix) && !ids.contains(&id), "{id}");
            ids.push(id);
        }
    }
    for value in values {
        if let Some((_, id)) = value.split_once('#').filter(|(before, _)| ["", "url("].contains(before)) {
            assert!(ids.contains(&id.trim_end_matches(')')), "{id} is nowhere");
        }
    }
}

/// The bytes of the parts that differ and the names of those that are gone, for each move of a random game.
pub(crate) fn bytes_per_move<G: Game>(rules: &'static G::Rules, players: usize, viewer: Viewer) -> usize {
    let (mut before, mut moves, mut bytes): (Option<Picture>, usize, usize) = (None, 0, 0);
    walk::<G>(rules, players, 1, |state, mv| {
        let now = picture_for(state, viewer);
        if let Some(before) = &before {
            let differs = |part: &&crate::PicturePart| !before.parts.contains(part);
            bytes += now.parts.iter().filter(differs).map(|part| part.name.len() + part.svg.len()).sum::<usize>();
            let is_gone = |name: &&String| now.parts.iter().all(|part| part.name != **name);
            bytes += before.parts.iter().map(|part| &part.name).filter(is_gone).map(String::len).sum::<usize>();
        }
        moves += usize::from(mv.is_some());
        before = Some(now);
    });
    bytes / moves
}

/// Every move of the players belongs to parts with a title, and so many moves have the same parts on average, one alone
/// being 1.
pub(crate) fn moves_with_the_same_parts<G: Game>(rules: &'static G::Rules, players: usize) -> f64 {
    let (mut moves, mut alike, mut legal) = (0, 0, Vec::new());
    walk::<G>(rules, players, 1, |state, _| {
        state.legal_moves(&mut legal);
        let mut by_parts: BTreeMap<Vec<String>, usize> = BTreeMap::new();
        for &mv in &legal {
            *by_parts.entry(state.move_parts(mv)).or_default() += 1;
        }
        let picture = picture_of_turn(state);
        for (parts, count) in by_parts {
            assert!(!parts.is_empty(), "moves without parts in\n{state:?}");
            for name in &parts {
                let svg = part(&picture, name).unwrap_or_else(|| panic!("{name} is missing"));
                assert!(svg.contains("<title>"), "{name} says nothing: {svg}");
            }
            moves += count;
            alike += count * count;
        }
    });
    alike as f64 / moves as f64
}

/// All who may look at a position.
pub(crate) fn viewers(players: usize) -> Vec<Viewer> {
    [Viewer::All, Viewer::Public].into_iter().chain(Seat::all(players).map(Viewer::Seat)).collect()
}
