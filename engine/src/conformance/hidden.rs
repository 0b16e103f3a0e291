//! Checks of hidden information: what observers see, what they can imagine, and where simultaneous choices begin.

use std::cell::LazyCell;

use rand::{Rng, RngExt};

use super::failure::{Failure, fail};
use crate::{Game, Picture, PublicEvent, Seat, Turn, Viewer};

/// A game of perfect information keeps no move from anybody.
pub(super) fn check_visibility<G: Game>(state: &G, moves: impl IntoIterator<Item = G::Move>) -> Result<(), Failure> {
    if G::IMPERFECT_INFORMATION {
        return Ok(());
    }
    let is_visible = |mv| Seat::all(state.n_players()).all(|observer| state.is_visible_to(observer, mv));
    match moves.into_iter().find(|&mv| !is_visible(mv)) {
        Some(mv) => fail("a game that hides nothing hides nothing", state, state.move_text(mv)),
        None => Ok(()),
    }
}

/// What is compared of a position and another one that an observer cannot tell from it.
#[derive(Clone, Copy)]
pub(super) struct Compared {
    pub texts: bool,
    pub pictures: bool,
}

/// Players see their own moves, and resampling what an observer cannot know changes nothing that the observer knows.
pub(super) fn check_resampling<G: Game>(
    state: &G,
    legal: &[G::Move],
    rng: &mut impl Rng,
    compared: Compared,
) -> Result<(), Failure> {
    if let Turn::Player(seat) = state.turn()
        && let Some(&mv) = legal.iter().find(|&&mv| !state.is_visible_to(seat, mv))
    {
        fail("players see their own moves", state, state.move_text(mv))?;
    }
    check_visibility(state, legal.iter().copied())?;
    let public = G::IMPERFECT_INFORMATION.then(|| shown(state, Viewer::Public, compared));
    let mut again = Vec::new();
    for observer in Seat::all(state.n_players()) {
        let mut sample = state.clone();
        sample.resample_hidden(observer, rng);
        let seen = || format!("{observer} sees {sample:?}");
        if !G::IMPERFECT_INFORMATION && sample != *state {
            fail("a game that hides nothing hides nothing", state, seen())?;
        }
        if sample.turn() != state.turn() || sample.n_players() != state.n_players() {
            fail("hiding changes nothing public", state, seen())?;
        }
        if state.turn() == Turn::Player(observer) {
            sample.legal_moves(&mut again);
            if again != legal {
                fail("hiding keeps the observer's own moves", state, seen())?;
            }
        }
        if let Some(public) = &public {
            check_shown(state, &sample, observer, compared, public)?;
        }
    }
    Ok(())
}

/// The text and the picture of a position for a viewer, as far as they are compared.
struct Shown {
    text: Option<String>,
    picture: Option<Picture>,
}

fn shown<G: Game>(state: &G, viewer: Viewer, compared: Compared) -> Shown {
    Shown {
        text: compared.texts.then(|| state.position_text(viewer)),
        picture: compared.pictures.then(|| state.picture(viewer)).flatten(),
    }
}

/// What an observer, and everybody, is told, reads and sees is the same of two positions that the observer cannot tell
/// apart.
fn check_shown<G: Game>(
    state: &G,
    sample: &G,
    observer: Seat,
    compared: Compared,
    public: &Shown,
) -> Result<(), Failure> {
    if compared.texts && state.known_position(observer) != sample.known_position(observer) {
        fail("what is told keeps secrets", state, format!("{observer} is told {}", state.known_position(observer)))?;
    }
    let own = shown(state, Viewer::Seat(observer), compared);
    for (viewer, Shown { text, picture }) in [(Viewer::Seat(observer), &own), (Viewer::Public, public)] {
        let other = shown(sample, viewer, compared);
        if *text != other.text {
            let seen = format!("{viewer:?} of {observer} reads {}", text.as_deref().unwrap_or_default());
            fail("texts keep secrets", state, seen)?;
        }
        if *picture != other.picture {
            let parts =
                |picture: &Option<Picture>| picture.as_ref().map_or(Vec::new(), |picture| picture.parts.clone());
            let (parts, others) = (parts(picture), parts(&other.picture));
            let part = parts.iter().find(|part| !others.contains(part));
            fail("pictures keep secrets", state, format!("{viewer:?} of {observer} sees {part:?}"))?;
        }
    }
    Ok(())
}

/// For each player a game beside the true one that the player cannot tell from it; of a game with perfect information,
/// none.
pub(super) struct ImaginedGames<G: Game> {
    by_observer: Vec<G>,
    /// The simultaneous choices that are going on: positions and what was chosen there.
    choices: Vec<(G, G::Move)>,
    /// Whether there has been a simultaneous choice, so that something can be revealed.
    reveals: bool,
}

impl<G: Game> ImaginedGames<G> {
    pub(super) fn new(state: &G) -> Self {
        let observers = if G::IMPERFECT_INFORMATION { state.n_players() } else { 0 };
        ImaginedGames { by_observer: vec![state.clone(); observers], choices: Vec::new(), reveals: false }
    }

    /// Plays on in all of them after a move of the true game, and checks that what resampling leaves of both is equal.
    pub(super) fn follow(
        &mut self,
        before: &G,
        mv: G::Move,
        after: &G,
        rng: &mut (impl Rng + Clone),
    ) -> Result<(), Failure> {
        if before.is_simultaneous() {
            self.choices.push((before.clone(), mv));
        } else {
            self.choices.clear();
        }
        self.reveals |= !self.choices.is_empty();
        let true_events = LazyCell::new(|| before.public_events(mv));
        for (observer, imagined) in Seat::all(before.n_players()).zip(&mut self.by_observer) {
            let goes_on = after.is_simultaneous() && check_choice(after, &self.choices, observer)?;
            let told = imagine(imagined, before, mv, after, observer, rng);
            if (!self.reveals || goes_on) && told.is_some_and(|told| told != *true_events) {
                let seen = format!("{:?} tells {observer} more than is known", *true_events);
                return fail("public events tell no secrets", before, seen);
            }
            if !knows_the_same(after, imagined, observer, rng) {
                // What was chosen unseen can be revealed once all have chosen.
                if !self.reveals || goes_on {
                    let seen = format!("to {observer} this is other: {imagined:?}");
                    return fail("hiding leaves what the observer has seen", after, seen);
                }
                imagined.clone_from(after);
                imagined.resample_hidden(observer, rng);
            }
        }
        Ok(())
    }
}

/// Plays on in a game that the observer cannot tell from the true one: the same move if it was seen, else any that is
/// unseen too; returns what everybody learns by that beside the move. Where that is refuted, another such game takes
/// its place.
fn imagine<G: Game>(
    imagined: &mut G,
    before: &G,
    mv: G::Move,
    after: &G,
    observer: Seat,
    rng: &mut impl Rng,
) -> Option<Vec<PublicEvent>> {
    let mut moves = vec![mv];
    if !before.is_visible_to(observer, mv) {
        let mut outcomes = Vec::new();
        imagined.legal_moves(&mut moves);
        imagined.chance_outcomes(&mut outcomes);
        moves.extend(outcomes.iter().map(|&(mv, _)| mv));
    }
    moves.retain(|&other| {
        imagined.is_legal(other) && imagined.is_visible_to(observer, other) == before.is_visible_to(observer, mv)
    });
    if moves.is_empty() {
        imagined.clone_from(after);
        imagined.resample_hidden(observer, rng);
        return None;
    }
    let mv = moves[rng.random_range(0..moves.len())];
    let told = imagined.public_events(mv);
    imagined.play_unchecked(mv);
    Some(told)
}

/// Compares where a simultaneous choice began, and what the observer has chosen since, with what was played. Returns
/// whether it began before this position.
fn check_choice<G: Game>(state: &G, choices: &[(G, G::Move)], observer: Seat) -> Result<bool, Failure> {
    let (mut begin, mut own) = (state.clone(), Vec::new());
    begin.rewind_simultaneous_choice(observer, &mut own);
    let first = choices.iter().position(|(before, _)| *before == begin).unwrap_or(choices.len());
    let since = &choices[first..];
    let own_since = since.iter().filter(|(before, _)| before.turn() == Turn::Player(observer));
    let others_are_unseen = since
        .iter()
        .all(|(before, mv)| before.turn() == Turn::Player(observer) || !before.is_visible_to(observer, *mv));
    if (since.is_empty() && begin != *state) || !own_since.map(|(_, mv)| *mv).eq(own) || !others_are_unseen {
        fail("a simultaneous choice begins where it began", state, format!("for {observer} at {begin:?}"))?;
    }
    Ok(begin != *state)
}

/// Whether resampling with the same random numbers makes both positions equal.
fn knows_the_same<G: Game>(state: &G, imagined: &G, observer: Seat, rng: &mut (impl Rng + Clone)) -> bool {
    let resampled = [state, imagined].map(|state| {
        let mut sample = state.clone();
        sample.resample_hidden(observer, &mut rng.clone());
        sample
    });
    rng.next_u64();
    resampled[0] == resampled[1]
}
