//! Every game passes the conformance kit in very many games: played at random, well, badly, and so that lists of moves are as
//! long as can be.
//!
//! The study, a million games of each game, goes on where it stopped when it is started again with the same folder:
//! `RIVERLAB_GAMES=1000000 RIVERLAB_GAMES_KEEP=DIR cargo test --release --test it -- contract::many_games --nocapture`.

use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::path::PathBuf;
use std::sync::Mutex;

use rayon::prelude::*;
use riverlab_bots::Evaluate;
use riverlab_engine::conformance::{Plan, Report, check_played};
use riverlab_engine::{Game, GameRules, Turn, for_each_game};

use crate::long::scaled;

/// How games are played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Way {
    Random,
    /// The best gain at once.
    Greedy,
    /// The greatest loss: scores go below zero, and what ends a game is put off.
    Worst,
    /// As many legal moves as can be for whoever is next.
    Widest,
}

const WAYS: [Way; 4] = [Way::Random, Way::Greedy, Way::Worst, Way::Widest];
/// Brute force over all moves, in one of so many positions; what players are told and read is compared in these too.
const BRUTE_FORCE_EVERY: usize = 50;
/// Pictures are compared in one of so many positions.
const PICTURES_EVERY: usize = 400;
/// In the study texts and pictures, which would take a third of the time, are compared so many times less often.
const RARELY: usize = 10;

impl Way {
    fn choose<G: Evaluate>(self, state: &G, legal: &[G::Move]) -> Option<usize> {
        let Turn::Player(seat) = state.turn() else { return None };
        if self == Way::Random {
            return None;
        }
        if legal.len() == 1 {
            return Some(0);
        }
        let mut list = Vec::new();
        let mut value = |mv: G::Move| {
            let mut next = state.clone();
            next.play_unchecked(mv);
            match self {
                Way::Greedy => next.evaluate()[seat],
                Way::Worst => -next.evaluate()[seat],
                _ => {
                    list.clear();
                    if matches!(next.turn(), Turn::Player(_)) {
                        next.legal_moves(&mut list);
                    }
                    list.len() as f64
                }
            }
        };
        let best = |one: (usize, f64), other: (usize, f64)| if other.1 > one.1 { other } else { one };
        legal.iter().map(|&mv| value(mv)).enumerate().reduce(best).map(|(idx, _)| idx)
    }
}

/// Plays one part of the games, of all numbers of players, in one way; texts and pictures are compared so many times less often.
fn part<G: Evaluate>(seed: u64, games: usize, rarely: usize) -> Report {
    let way = WAYS[seed as usize % WAYS.len()];
    let draws = if seed == 0 { 20_000 } else { 0 };
    let plan = Plan {
        games,
        seed,
        brute_force_every: BRUTE_FORCE_EVERY,
        texts_every: rarely * BRUTE_FORCE_EVERY,
        pictures_every: rarely * PICTURES_EVERY,
        draws,
    };
    check_played::<G>(GameRules::standard(), &plan, &mut |state, legal| way.choose(state, legal))
        .unwrap_or_else(|failure| panic!("{}, {way:?}, seed {seed}: {failure}", G::NAME))
}

/// Where finished parts are kept, if they are.
fn kept<G: Game>() -> Option<PathBuf> {
    let folder = PathBuf::from(std::env::var_os("RIVERLAB_GAMES_KEEP")?);
    fs::create_dir_all(&folder).expect("a folder");
    Some(folder.join(format!("{}.txt", G::NAME)))
}

/// Plays at least so many games, in parts, each with a seed of its own.
fn play<G: Evaluate>(games: usize, rarely: usize) {
    let of_each = (games / (WAYS.len() * G::PLAYERS.count())).clamp(1, 20);
    let parts = games.div_ceil(of_each * G::PLAYERS.count()) as u64;
    let path = kept::<G>();
    let text = path.as_ref().and_then(|path| fs::read_to_string(path).ok()).unwrap_or_default();
    // A line is a part: its seed, games, decisions, chance events and refused moves. One that was cut off is played again.
    let read = |line: &str| -> Option<[usize; 5]> {
        let numbers: Vec<usize> = line.strip_suffix(" .")?.split(' ').filter_map(|word| word.parse().ok()).collect();
        numbers.try_into().ok()
    };
    let mut done: Vec<[usize; 5]> = text.lines().filter_map(read).filter(|line| (line[0] as u64) < parts).collect();
    let file = path.map(|path| {
        let mut file = OpenOptions::new().create(true).append(true).open(path).expect("a file");
        file.write_all(if text.is_empty() || text.ends_with('\n') { b"" } else { b"\n" }).expect("room");
        Mutex::new(file)
    });
    let missing: Vec<u64> = (0..parts).filter(|seed| done.iter().all(|line| line[0] as u64 != *seed)).collect();
    let new = missing.into_par_iter().map(|seed| {
        let report = part::<G>(seed, of_each, rarely);
        let line = [seed as usize, report.games, report.decisions, report.chance_events, report.refused];
        if let Some(file) = &file {
            let words = line.map(|number| number.to_string()).join(" ");
            file.lock().expect("not poisoned").write_all(format!("{words} .\n").as_bytes()).expect("room");
        }
        line
    });
    done.extend(new.collect::<Vec<_>>());
    let sum = |column: usize| done.iter().map(|line| line[column]).sum::<usize>();
    println!("{}: {} games, {} decisions, {} chance events, {} moves refused", G::NAME, sum(1), sum(2), sum(3), sum(4));
    assert!(sum(1) >= games && sum(2) >= sum(1), "{}", G::NAME);
}

#[test]
fn games_conform_however_they_are_played() {
    let study: Option<usize> =
        std::env::var("RIVERLAB_GAMES").ok().map(|text| text.parse().expect("a number of games"));
    let (games, rarely) = study.map_or((scaled(40, 200), 1), |games| (games, RARELY));
    for_each_game!(G => play::<G>(games, rarely));
}
