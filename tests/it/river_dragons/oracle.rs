//! River Dragons move for move against an independent slow implementation: turns, legal lists, places of pawns, planks,
//! stones, score parts, under several ways of playing, at 2 to 6 players.

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use riverlab_engine::games::river_dragons::{DragonRules, RiverDragons};
use riverlab_engine::{Game, GameRules, Seat, Turn};

use crate::lists::{choose_weighted, deal_texts, legal_texts};
use crate::long::scaled;
use crate::river_dragons::slow::{Slow, board};

/// How the games are played, so that rare positions come up too.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Policy {
    Uniform,
    /// Lays stones and planks and mostly goes the shortest way.
    Eager,
    /// Lays planks and removes them.
    Carpenter,
}

impl Policy {
    fn choose(self, slow: &Slow, seat: usize, legal: &[String], rng: &mut Xoshiro256PlusPlus) -> String {
        let distance_after = |mv: &String| {
            let mut next = slow.clone();
            next.play(mv);
            next.parts()[seat]["distance"]
        };
        let goes = legal[0].starts_with("step") || legal[0].starts_with("jump");
        if self == Policy::Eager && goes && rng.random_range(0..4) > 0 {
            return legal.iter().min_by_key(|mv| distance_after(mv)).expect("a move").clone();
        }
        let weight = |mv: &str| match (self, mv) {
            (Policy::Eager, "program:jump" | "program:remove") => 1,
            (Policy::Eager, "program:move2" | "program:plank2") => 10,
            (Policy::Carpenter, "program:remove" | "program:plank2" | "program:stone2") => 30,
            (Policy::Carpenter, mv) if mv.starts_with("remove:plank") => 30,
            _ => 5,
        };
        choose_weighted(legal, weight, rng)
    }
}

/// What came up in the games, so that a test can insist on it.
#[derive(Default, Debug)]
struct Seen {
    games: usize,
    won: usize,
    won_before_the_guard: usize,
    falls: i64,
    lost_planks: usize,
    foreign_planks: usize,
    jumps: usize,
    most_planks: usize,
    removed_stones: usize,
    legal: usize,
}

fn compare(fast: &RiverDragons, slow: &Slow) -> Vec<String> {
    assert_eq!(fast.turn().to_string(), slow.turn(), "{fast}");
    let mut legal = legal_texts(fast);
    legal.sort_unstable();
    assert_eq!(legal, slow.legal(), "{fast}");
    assert_eq!(deal_texts(fast), slow.outcomes(), "{fast}");
    if fast.turn() == Turn::Chance {
        return legal;
    }
    let shown = fast.to_string();
    let line = |start: &str| shown.lines().find_map(|line| line.strip_prefix(start)).expect("a line");
    let mut stones: Vec<&str> = line("stones:").split_whitespace().collect();
    stones.sort_unstable();
    assert!(stones.iter().copied().eq(slow.stones.iter().map(String::as_str)), "{fast}");
    let planks: Vec<String> = slow.planks.iter().map(|(plank, span)| format!("{plank}:{span}")).collect();
    let mut on_board: Vec<&str> = line("planks:").split_whitespace().collect();
    on_board.sort_unstable();
    assert_eq!(on_board, planks, "{fast}");
    for (idx, parts) in slow.parts().iter().enumerate() {
        let seat = Seat::new(idx);
        for (name, value) in RiverDragons::PARTS.iter().zip(fast.score_parts(seat)) {
            assert_eq!(i64::from(value), parts[name], "{name} of {seat} in {fast}");
        }
        let row = line(&format!("{seat} "));
        assert!(row.contains(&format!(": on {},", slow.pawns[idx])), "{fast}");
        let reserve = row.split(", reserve").nth(1).and_then(|rest| rest.split(',').next()).expect("a reserve");
        let mut reserve: Vec<&str> = reserve.split_whitespace().collect();
        reserve.sort_unstable();
        assert!(reserve.iter().copied().eq(slow.reserves[idx].iter().map(String::as_str)), "{fast}");
        let program = row.split(", program").nth(1).expect("a program");
        if fast.turn() != Turn::Over {
            assert!(program.split_whitespace().eq(slow.programs[idx].iter().map(String::as_str)), "{fast}");
        }
    }
    slow.check().unwrap_or_else(|error| panic!("{error} in {fast}"));
    legal
}

fn play_both(players: usize, games: u64, policy: Policy, seen: &mut Seen) {
    for seed in 0..games {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed << 8 | players as u64);
        let (mut fast, mut slow) = (RiverDragons::new(DragonRules::standard(), players), Slow::new(players));
        loop {
            let legal = compare(&fast, &slow);
            let mv = match fast.turn() {
                Turn::Over => break,
                Turn::Chance => fast.move_text(fast.draw(&mut rng)),
                Turn::Player(seat) => policy.choose(&slow, seat.index(), &legal, &mut rng),
            };
            seen.jumps += usize::from(mv.starts_with("jump"));
            seen.lost_planks += usize::from(mv.starts_with("lose"));
            seen.removed_stones += usize::from(mv.starts_with("remove:stone"));
            seen.legal = seen.legal.max(legal.len());
            slow.play(&mv);
            fast.play(fast.parse_move(&mv).expect("a move")).expect("legal");
            seen.most_planks = seen.most_planks.max(slow.planks.len());
        }
        let outcome = fast.outcome().expect("the game is over");
        let shares: Vec<f64> = outcome.shares.iter().map(|share| share.value()).collect();
        for (ours, theirs) in shares.iter().zip(slow.shares()) {
            assert!((ours - theirs).abs() < 1e-12, "{shares:?}");
        }
        assert_eq!(outcome.scores.as_slice(), slow.scores());
        seen.games += 1;
        seen.won += usize::from(slow.winners().len() == 1);
        seen.won_before_the_guard += usize::from(slow.winners().len() == 1 && slow.round < 30);
        seen.falls += slow.parts().iter().map(|parts| parts["falls"]).sum::<i64>();
        let own = |seat: usize| slow.reserves[seat].iter().filter(|plank| !plank.starts_with(slow.color(seat))).count();
        seen.foreign_planks += (0..players).map(own).sum::<usize>();
    }
}

fn play_all(games: u64, policy: Policy) -> Seen {
    let mut seen = Seen::default();
    (2..=6).for_each(|players| play_both(players, games, policy, &mut seen));
    seen
}

#[test]
fn random_games_agree() {
    let seen = play_all(scaled(1, 4), Policy::Uniform);
    let [lost_planks, jumps, legal] = scaled([1, 0, 100], [10, 5, 200]);
    assert!(seen.falls > scaled(15, 100) && seen.lost_planks > lost_planks, "{seen:?}");
    assert!(seen.jumps > jumps && seen.legal > legal, "{seen:?}");
}

#[test]
fn games_with_a_winner_agree() {
    let seen = play_all(scaled(2, 6), Policy::Eager);
    assert!(seen.won > scaled(0, 3) && seen.won_before_the_guard > 0, "{seen:?}");
}

#[test]
fn games_with_many_planks_agree() {
    let seen = play_all(scaled(1, 3), Policy::Carpenter);
    let [most_planks, foreign_planks, removed_stones] = scaled([25, 3, 0], [30, 20, 5]);
    assert!(seen.most_planks >= most_planks && seen.foreign_planks > foreign_planks, "{seen:?}");
    assert!(seen.removed_stones > removed_stones, "{seen:?}");
}

/// The numbers and lists that rules.md and the data expect of the geometry.
#[test]
fn the_board_is_what_the_data_expect() {
    let rules = DragonRules::standard();
    let file: toml::Table = include_str!("../../data/river-dragons/board.toml").parse().expect("TOML");
    let expect = file["expect"].as_table().expect("a table");
    assert_eq!(Some(rules.board.spans.len() as i64), expect["spans"].as_integer());
    assert_eq!(Some(rules.board.crossings() as i64), expect["crossing_pairs"].as_integer());
    let state = RiverDragons::new(rules, 2);
    let mut found = vec![Vec::new(); 6];
    for mv in state.all_moves() {
        let text = state.move_text(mv);
        if let Some(span) = text.strip_prefix("plank:6:") {
            let length = rules.board.spans[found.iter().map(Vec::len).sum::<usize>()].length;
            found[usize::from(length)].push(span.to_owned());
        }
    }
    for (number, mut spans) in (1..).zip(found) {
        let key = format!("plank{number}");
        // The data list unordered pairs, islands first.
        let ordered = |span: &str| {
            let (first, second) = span.split_once('-').expect("a pair");
            if first.parse::<u8>().is_err() { format!("{second}-{first}") } else { span.to_owned() }
        };
        for span in &mut spans {
            *span = ordered(span);
        }
        let mut expected: Vec<&str> =
            expect[key.as_str()].as_array().expect("a list").iter().filter_map(toml::Value::as_str).collect();
        spans.sort_unstable();
        expected.sort_unstable();
        assert_eq!(spans, expected, "{key}");
    }
    assert!(board().spans.len() == rules.board.spans.len());
}
