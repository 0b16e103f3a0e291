//! Rio Grande move for move against an independent slow implementation, which conserves its pieces after every move: turns,
//! legal lists, chances and score parts, under several ways of playing, at 2 to 5 players.

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use riverlab_engine::games::rio_grande::{RioGrande, RioRules};
use riverlab_engine::{Game, GameRules, Seat, Turn};

use crate::lists::{choose_weighted, deal_texts, legal_texts};
use crate::long::scaled;
use crate::rio_grande::slow::Slow;

/// How the games are played, so that rare positions come up too.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Policy {
    Uniform,
    /// Builds bridges and ends rivers.
    Builder,
    /// Long rivers with many bridges, bends and lakes.
    Long,
    /// Hardly does anything.
    Lazy,
    /// One action a turn.
    Hasty,
}

impl Policy {
    fn weight(self, slow: &Slow, mv: &str) -> u32 {
        let what = mv.split(':').next().expect("a word");
        match (self, what) {
            (Policy::Builder, "bridge" | "mouth") => 200,
            (Policy::Builder, "bend") | (Policy::Lazy, "end") => 60,
            (Policy::Builder, "end" | "discard") => 1,
            (Policy::Builder, _) => 20,
            (Policy::Long, "bridge") => 4000,
            (Policy::Long, "river") if !mv.ends_with(":new") || slow.rivers.is_empty() => 4000,
            (Policy::Long, "lake" | "bend") => 2000,
            (Policy::Long, "discard") if !mv.contains("river") => 60,
            (Policy::Long, "end") if slow.actions > 0 => 200,
            (Policy::Hasty, "end") if slow.actions > 0 => 10_000,
            (Policy::Hasty, "end") => 1,
            (Policy::Hasty, _) if slow.actions == 0 => 100,
            _ => 1,
        }
    }

    fn choose(self, slow: &Slow, legal: &[String], rng: &mut Xoshiro256PlusPlus) -> String {
        choose_weighted(legal, |mv| u64::from(self.weight(slow, mv)), rng)
    }
}

/// What came up in the games, so that a test can insist on it.
#[derive(Default, Debug)]
struct Seen {
    games: usize,
    ended_by_passing: usize,
    bends: usize,
    bends_of_one_owner: usize,
    lakes: usize,
    partly_dried: usize,
    wholly_dried: usize,
    dried_source: usize,
    mouths: usize,
    bridges: usize,
    bridges_not_on_the_last_card: usize,
    longest_river: usize,
    ties: usize,
}

impl Seen {
    fn note(&mut self, slow: &Slow, mv: &str) {
        let words: Vec<&str> = mv.split(':').collect();
        let river = |number: &str| &slow.rivers[&number.parse().expect("a number")];
        let place = |text: &str| text.parse::<usize>().expect("a number");
        match words[..] {
            ["bend", _, number, swap] => {
                let (one, other) = swap.split_once('x').expect("two places");
                let owner = |text| river(number)[place(text) - 1].bridge;
                self.bends += 1;
                self.bends_of_one_owner += usize::from(owner(one) == owner(other));
            }
            ["lake", ..] => self.lakes += 1,
            ["mouth", ..] => self.mouths += 1,
            ["sandbank", _, number, at] => {
                let len = river(number).len();
                self.wholly_dried += usize::from(place(at) == len);
                self.dried_source += usize::from(place(at) == 1 && len > 1);
                self.partly_dried += usize::from(place(at) > 1 && place(at) < len);
            }
            ["bridge", number, at] => {
                self.bridges += 1;
                self.bridges_not_on_the_last_card += usize::from(place(at) < river(number).len());
            }
            _ => {}
        }
        self.longest_river = slow.rivers.values().map(Vec::len).fold(self.longest_river, usize::max);
    }
}

/// What each bridge that is still on the table brings if the game ends now, by seat.
fn points_to_come(slow: &Slow) -> Vec<i64> {
    let mut points = vec![0; slow.players];
    for river in slow.rivers.values() {
        for (place, laid) in river.iter().enumerate() {
            if let Some(seat) = laid.bridge {
                points[seat] += (crate::rio_grande::slow::bridge_points(river, place) + 1) / 2;
            }
        }
    }
    points
}

fn compare(fast: &RioGrande, slow: &Slow) -> Vec<String> {
    assert_eq!(fast.turn().to_string(), slow.turn(), "{fast}");
    let mut legal = legal_texts(fast);
    legal.sort_unstable();
    assert_eq!(legal, slow.legal(), "{fast}");
    assert_eq!(deal_texts(fast), slow.outcomes(), "{fast}");
    let to_come = points_to_come(slow);
    for (seat, parts) in Seat::all(fast.n_players()).zip(slow.parts()) {
        let points = fast.score_parts(seat);
        assert_eq!(i64::from(points[0]), parts["rivers"], "{seat} in {fast}");
        assert_eq!(i64::from(points[1]), to_come[seat.index()], "{seat} in {fast}");
        if fast.turn() == Turn::Over {
            assert_eq!(i64::from(points[1]), parts["final"], "{seat} in {fast}");
        }
        let hand: Vec<String> = fast.player(seat).hand().iter().map(|card| card.name()).collect();
        let mut there = slow.hands[seat.index()].clone();
        there.sort_by_key(|name| hand.iter().position(|other| other == name));
        assert_eq!(hand, there, "{seat} in {fast}");
    }
    slow.check().unwrap_or_else(|error| panic!("{error} in {fast}"));
    legal
}

fn play_both(players: usize, games: u64, policy: Policy, seen: &mut Seen) {
    for seed in 0..games {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed << 8 | players as u64);
        let (mut fast, mut slow) = (RioGrande::new(RioRules::standard(), players), Slow::new(players));
        loop {
            let legal = compare(&fast, &slow);
            let mv = match fast.turn() {
                Turn::Over => break,
                Turn::Chance => fast.move_text(fast.draw(&mut rng)),
                Turn::Player(_) => policy.choose(&slow, &legal, &mut rng),
            };
            seen.note(&slow, &mv);
            slow.play(&mv);
            fast.play(fast.parse_move(&mv).expect("a move")).expect("legal");
        }
        let outcome = fast.outcome().expect("the game is over");
        let scores: Vec<f64> = slow.scores().into_iter().map(|score| score as f64).collect();
        assert_eq!(outcome.scores.as_slice(), scores);
        let shares: Vec<f64> = outcome.shares.iter().map(|share| share.value()).collect();
        assert_eq!(shares, slow.shares());
        seen.games += 1;
        seen.ties += usize::from(slow.winners().len() > 1);
        seen.ended_by_passing += usize::from(!slow.stack.is_empty());
    }
}

#[test]
fn random_games_agree() {
    let mut seen = Seen::default();
    for players in 2..=5 {
        play_both(players, scaled(6, 40), Policy::Uniform, &mut seen);
    }
    let [wholly_dried, dried_source, mouths] = scaled([10, 5, 100], [100, 50, 1000]);
    assert!(seen.ended_by_passing > scaled(0, 3) && seen.ended_by_passing < scaled(15, 100), "{seen:?}");
    assert!(seen.wholly_dried > wholly_dried && seen.dried_source > dried_source && seen.mouths > mouths, "{seen:?}");
}

#[test]
fn games_with_many_bridges_agree() {
    let mut seen = Seen::default();
    for players in 2..=5 {
        play_both(players, scaled(3, 20), Policy::Builder, &mut seen);
        play_both(players, scaled(1, 6), Policy::Long, &mut seen);
    }
    let [one_owner, dried, not_last, lakes, longest] = scaled([4, 8, 4, 40, 60], [50, 100, 50, 500, 80]);
    assert!(seen.bends_of_one_owner > one_owner && seen.bends > 2 * seen.bends_of_one_owner, "{seen:?}");
    assert!(seen.partly_dried > dried && seen.bridges_not_on_the_last_card > not_last, "{seen:?}");
    assert!(seen.lakes > lakes && seen.longest_river > longest, "{seen:?}");
}

#[test]
fn games_that_end_by_passing_agree() {
    let mut seen = Seen::default();
    for players in 2..=5 {
        play_both(players, scaled(5, 30), Policy::Lazy, &mut seen);
        play_both(players, scaled(1, 4), Policy::Hasty, &mut seen);
    }
    assert!(seen.ended_by_passing > scaled(12, 100) && seen.ties > scaled(5, 50), "{seen:?}");
}
