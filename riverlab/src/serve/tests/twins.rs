//! Two games that one seat cannot tell apart.
//!
//! A twin of a game has the same moves, but for some that the seat does not see: cards that others are dealt, cards that
//! others program and that are never revealed. Beside that others choose something in both, take it back, and choose again,
//! and what they chose first is another thing in each.

use std::collections::BTreeMap;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use riverlab_bots::play::game_loop::play_game;
use riverlab_bots::play::streams::Deal;
use riverlab_bots::{Bot, BotRegistry, Evaluate};
use riverlab_engine::{Game, GameRules, PublicEvent, Seat, Turn};

/// So many changes are tried.
const TRIES: usize = 300;
/// Most changes concern moves that are not further apart than this, among those that the seat does not see.
const NEAR: usize = 8;

/// A whole game, with what players choose and take back in it.
#[derive(Clone)]
pub(super) struct Script<G: Game> {
    pub(super) moves: Vec<G::Move>,
    /// What is chosen first in the place of the move with this index and those after it.
    pub(super) detours: BTreeMap<usize, Vec<G::Move>>,
}

/// Two games that `observer` cannot tell apart.
pub(super) struct Twins<G: Game> {
    pub(super) players: usize,
    observer: Seat,
    pub(super) scripts: [Script<G>; 2],
}

/// What a seat is told of a move.
type Told<G> = (Turn, Option<<G as Game>::Move>, Vec<PublicEvent>);

fn begin<G: Game>(players: usize) -> G {
    G::new(G::Rules::standard(), players)
}

/// The positions before each move, and the last one.
pub(super) fn positions<G: Game>(players: usize, moves: &[G::Move]) -> Vec<G> {
    let mut positions = vec![begin::<G>(players)];
    for &mv in moves {
        let mut next = positions.last().expect("one").clone();
        next.play(mv).expect("legal");
        positions.push(next);
    }
    positions
}

fn told<G: Game>(before: &G, mv: G::Move, observer: Seat) -> Told<G> {
    let seen = before.is_visible_to(observer, mv).then_some(mv);
    (before.turn(), seen, before.public_events(mv))
}

/// A move of whoever's turn it is, chance included.
fn any_move<G: Game>(state: &G, rng: &mut ChaCha8Rng) -> G::Move {
    match state.turn() {
        Turn::Chance => state.draw(rng),
        _ => state.random_move(&mut Vec::new(), rng),
    }
}

impl<G: Evaluate> Twins<G> {
    /// A game between bots, and another one that the observer cannot tell from it.
    pub(super) fn new(players: usize, observer: Seat, seed: u64) -> Twins<G> {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let game = bots_play::<G>(players, seed);
        let twin = twin::<G>(players, &game, observer, &mut rng);
        let places = choices_to_change::<G>(&positions(players, &game), &game, observer, &mut rng);
        let scripts = [game, twin].map(|moves| {
            let positions = positions::<G>(players, &moves);
            let detours = places.iter().map(|&(at, length)| (at, other_choices(&positions[at], length, &mut rng)));
            Script { detours: detours.collect(), moves }
        });
        Twins { players, observer, scripts }
    }

    /// In how many positions in which the observer is to move the games differ.
    pub(super) fn different_looks(&self) -> usize {
        let [ours, theirs] = [0, 1].map(|side| positions::<G>(self.players, &self.scripts[side].moves));
        let looks = ours.iter().zip(&theirs).filter(|(state, _)| state.turn() == Turn::Player(self.observer));
        looks.filter(|(state, other)| state != other).count()
    }

    /// How many moves differ, those that are never taken back and those that are.
    pub(super) fn different_moves(&self) -> (usize, usize) {
        let [ours, theirs] = &self.scripts;
        let differ = |one: &[G::Move], other: &[G::Move]| one.iter().zip(other).filter(|(a, b)| a != b).count();
        let taken_back = ours.detours.values().zip(theirs.detours.values()).map(|(one, other)| differ(one, other));
        (differ(&ours.moves, &theirs.moves), taken_back.sum())
    }
}

/// A game between bots that play well and bots that play anyhow.
fn bots_play<G: Evaluate>(players: usize, seed: u64) -> Vec<G::Move> {
    let build = |seat: usize| {
        let spec = if (seat as u64 + seed).is_multiple_of(2) { "greedy" } else { "random" };
        BotRegistry::standard().build::<G>(&spec.parse().expect("a spec")).expect("a bot")
    };
    let mut bots: Vec<Box<dyn Bot<G>>> = (0..players).map(build).collect();
    let mut seated: Vec<&mut dyn Bot<G>> = bots.iter_mut().map(|bot| &mut **bot as &mut dyn Bot<G>).collect();
    let mut moves = Vec::new();
    play_game::<G>(G::Rules::standard(), Deal { seed, number: 1 }, &mut seated, |_, mv, _| moves.push(mv))
        .expect("bots play on");
    moves
}

/// Changes what the observer does not see, as long as all else can stay as it is.
fn twin<G: Game>(players: usize, game: &[G::Move], observer: Seat, rng: &mut ChaCha8Rng) -> Vec<G::Move> {
    let positions = positions::<G>(players, game);
    let told: Vec<Told<G>> = positions.iter().zip(game).map(|(before, &mv)| told(before, mv, observer)).collect();
    let hidden: Vec<usize> = (0..game.len()).filter(|&at| told[at].1.is_none()).collect();
    let mut twin = game.to_vec();
    for _ in 0..TRIES {
        let Some(changed) = changed::<G>(players, &twin, &hidden, rng) else { break };
        if follows::<G>(players, &changed, &told, observer) {
            twin = changed;
        }
    }
    twin
}

/// Two hidden moves the other way round, or another one in the place of one.
fn changed<G: Game>(players: usize, moves: &[G::Move], hidden: &[usize], rng: &mut ChaCha8Rng) -> Option<Vec<G::Move>> {
    let last = hidden.len().checked_sub(1)?;
    let mut changed = moves.to_vec();
    let one = rng.random_range(0..=last);
    if rng.random_ratio(3, 4) {
        let other =
            if rng.random_ratio(3, 4) { last.min(one + rng.random_range(0..NEAR)) } else { rng.random_range(0..=last) };
        changed.swap(hidden[one], hidden[other]);
    } else {
        let at = hidden[one];
        let before = positions::<G>(players, &moves[..at]).pop().expect("one");
        changed[at] = any_move(&before, rng);
    }
    Some(changed)
}

/// Whether these moves are a whole game of which the observer is told just this.
fn follows<G: Game>(players: usize, moves: &[G::Move], all: &[Told<G>], observer: Seat) -> bool {
    let mut state = begin::<G>(players);
    let is_same = moves.iter().zip(all).all(|(&mv, expected)| {
        let is_same = state.turn() == expected.0 && state.is_legal(mv) && told(&state, mv, observer) == *expected;
        if is_same {
            state.play_unchecked(mv);
        }
        is_same
    });
    is_same && state.turn() == Turn::Over
}

/// Where others could choose first something else, and how many cards of it: never the last one, which stands.
fn choices_to_change<G: Game>(
    positions: &[G],
    game: &[G::Move],
    observer: Seat,
    rng: &mut ChaCha8Rng,
) -> Vec<(usize, usize)> {
    let mut places = Vec::new();
    let is_choice = |at: usize| positions[at].is_simultaneous() && positions[at].turn() != Turn::Player(observer);
    for at in (0..game.len()).filter(|&at| is_choice(at)) {
        let same = |other: usize| is_choice(other) && positions[other].turn() == positions[at].turn();
        let left = (at..game.len()).take_while(|&other| same(other)).count();
        if left > 1 && rng.random_ratio(1, 6) {
            places.push((at, rng.random_range(1..left)));
        }
    }
    places
}

fn other_choices<G: Game>(before: &G, length: usize, rng: &mut ChaCha8Rng) -> Vec<G::Move> {
    let mut state = before.clone();
    let choose = |_| {
        let mv = any_move(&state, rng);
        state.play_unchecked(mv);
        mv
    };
    (0..length).map(choose).collect()
}
