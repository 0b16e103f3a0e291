//! The River move for move against an independent slow implementation, which conserves its pieces after every move:
//! turns, legal lists, chances and score parts, under several ways of playing and under other tables.

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use riverlab_engine::games::the_river::{RiverRules, TheRiver};
use riverlab_engine::{Game, GameRules, RulesSource, Seat, Turn, perft};

use crate::lists::{deal_texts, legal_texts};
use crate::long::scaled;
use crate::the_river::slow::Slow;

pub(crate) const COMPONENTS: &str = include_str!("../../../engine/data/the-river.toml");

/// How the games are played, so that rare positions come up too.
#[derive(Clone, Copy)]
enum Policy {
    Uniform,
    /// Mostly moves that begin so.
    Prefer(&'static [&'static str]),
    /// Other moves where there are any.
    Avoid(&'static [&'static str]),
}

impl Policy {
    fn choose(self, legal: &[String], rng: &mut Xoshiro256PlusPlus) -> String {
        let fits = |text: &&String| match self {
            Policy::Uniform => true,
            Policy::Prefer(list) => list.iter().any(|start| text.starts_with(start)),
            Policy::Avoid(list) => !list.iter().any(|start| text.starts_with(start)),
        };
        let mut pool: Vec<&String> = legal.iter().filter(fits).collect();
        if pool.is_empty() || (matches!(self, Policy::Prefer(_)) && rng.random_range(0..8) == 0) {
            pool = legal.iter().collect();
        }
        pool[rng.random_range(0..pool.len())].clone()
    }
}

/// What came up in the games, so that a test can insist on it.
#[derive(Default, Debug)]
struct Seen {
    idle: usize,
    idle_with_trades: usize,
    keep: usize,
    nobody_left: usize,
    last_round_guard: usize,
    full_boards: usize,
    by_tokens: usize,
    below_zero: usize,
}

fn compare(fast: &TheRiver, slow: &Slow) -> Vec<String> {
    assert_eq!(fast.turn().to_string(), slow.turn(), "{fast}");
    let mut legal = legal_texts(fast);
    legal.sort_unstable();
    assert_eq!(legal, slow.legal(), "{fast}");
    assert_eq!(deal_texts(fast), slow.outcomes(), "{fast}");
    for (seat, parts) in Seat::all(fast.n_players()).zip(slow.parts()) {
        for (name, points) in TheRiver::PARTS.iter().zip(fast.score_parts(seat)) {
            assert_eq!(i64::from(points), parts[*name], "{name} of {seat} in {fast}");
        }
    }
    slow.check().unwrap_or_else(|error| panic!("{error} in {fast}"));
    legal
}

fn play_both(rules: &'static RiverRules, text: &str, players: usize, games: u64, policy: Policy, seen: &mut Seen) {
    let start = Slow::new(text, players);
    for seed in 0..games {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed << 8 | players as u64);
        let (mut fast, mut slow) = (TheRiver::new(rules, players), start.clone());
        loop {
            let legal = compare(&fast, &slow);
            let mv = match fast.turn() {
                Turn::Over => break,
                Turn::Chance => fast.move_text(fast.draw(&mut rng)),
                Turn::Player(_) => policy.choose(&legal, &mut rng),
            };
            seen.idle += usize::from(mv == "idle");
            seen.idle_with_trades += usize::from(mv == "idle" && legal.len() > 1);
            seen.keep += usize::from(mv == "keep");
            slow.play(&mv).expect("legal");
            fast.play(fast.parse_move(&mv).expect("a move")).expect("legal");
        }
        let outcome = fast.outcome().expect("the game is over");
        let scores: Vec<f64> = slow.scores().into_iter().map(|score| score as f64).collect();
        assert_eq!(outcome.scores.as_slice(), scores);
        seen.below_zero += usize::from(scores.iter().any(|&score| score < 0.0));
        seen.nobody_left += usize::from(!fast.end_triggered());
        seen.last_round_guard += usize::from(fast.round() == 50);
        let any = |test: &dyn Fn(Seat) -> bool| Seat::all(players).any(test);
        seen.full_boards += usize::from(any(&|seat| fast.player(seat).tiles().len() == 12));
        seen.by_tokens += usize::from(any(&|seat| fast.player(seat).tokens() == fast.table().bonus_slots));
    }
}

fn rules_from(text: &str) -> &'static RiverRules {
    let source = RulesSource { file: Some(("test.toml".into(), text.into())), sets: Vec::new() };
    Box::leak(Box::new(RiverRules::load(&source).expect("valid rules")))
}

#[test]
fn random_games_agree() {
    let mut seen = Seen::default();
    for players in 2..=4 {
        play_both(RiverRules::standard(), COMPONENTS, players, scaled(15, 150), Policy::Uniform, &mut seen);
    }
    assert!(seen.full_boards > scaled(20, 300) && seen.keep >= scaled(0, 1), "{seen:?}");
}

#[test]
fn one_sided_games_agree() {
    let mut seen = Seen::default();
    for players in 2..=4 {
        let mut play = |games, policy| play_both(RiverRules::standard(), COMPONENTS, players, games, policy, &mut seen);
        play(scaled(4, 25), Policy::Prefer(&["build", "wood", "clay", "stone"]));
        play(scaled(4, 25), Policy::Prefer(&["claim", "swap", "trade"]));
        play(scaled(2, 10), Policy::Prefer(&["food", "wood", "clay", "stone", "idle", "keep"]));
        play(scaled(1, 3), Policy::Avoid(&["claim", "build", "trade"]));
    }
    assert!(seen.last_round_guard >= scaled(2, 6) && seen.by_tokens >= scaled(1, 10), "{seen:?}");
}

/// The spaces of the embedded tables hardly ever lead to `idle`, and never to "no pioneer left".
#[test]
fn games_with_other_tables_agree() {
    const SPACES: &str = r#"[spaces]
certainty = "review"
claim = { 2 = "1 each", 3 = "3 any", 4 = "1 each" }
build = { 2 = "1 any", 3 = "1 each", 4 = "2 any" }
reserve = { 2 = "1 any", 3 = "1 any", 4 = "1 each" }
wood = { 2 = "1 any", 3 = "1 any", 4 = "1 each" }
clay = { 2 = "1 any", 3 = "2 any", 4 = "2 any" }
stone = { 2 = "0 any", 3 = "1 each", 4 = "1 any" }
food = { 2 = "1 each", 3 = "1 any", 4 = "1 any" }
swap = { 2 = "1 each", 3 = "0 any", 4 = "1 any" }
start = { 2 = "0 any", 3 = "0 any", 4 = "unlimited" }
first_pioneer_bonus = { 2 = 2, 3 = 0, 4 = 3 }

"#;
    let (before, rest) = COMPONENTS.split_once("[spaces]").expect("a section of spaces");
    let (_, after) = rest.split_once("[pioneers]").expect("a section of pioneers");
    let text = format!("{before}{SPACES}[pioneers]{after}")
        .replace("settle  = [3, 6, 9, 12]", "settle  = [2, 3, 4, 5]")
        .replace("with_bonus_token = 2", "with_bonus_token = 3")
        .replace("buildings = { 2 = 4, 3 = 4, 4 = 4 }", "buildings = { 2 = 4, 3 = 6, 4 = 5 }")
        .replace("tiles     = { 2 = 5, 3 = 7, 4 = 9 }", "tiles     = { 2 = 5, 3 = 3, 4 = 6 }")
        .replace("times = 2", "times = 3")
        .replace("amount = 4", "amount = 6");
    let rules = rules_from(&text);
    let mut seen = Seen::default();
    for players in 2..=4 {
        play_both(rules, &text, players, scaled(15, 100), Policy::Uniform, &mut seen);
    }
    let [idle, idle_with_trades, nobody_left] = scaled([2, 0, 2], [20, 5, 20]);
    assert!(seen.idle > idle && seen.idle_with_trades > idle_with_trades && seen.nobody_left > nobody_left, "{seen:?}");
}

/// The tables with these lines added to the entries of tiles.
fn with_tile_lines(lines: &[(&str, &str)]) -> String {
    lines.iter().fold(COMPONENTS.to_owned(), |text, (id, line)| {
        let entry = format!("id = \"{id}\"\n");
        assert_eq!(text.matches(&entry).count(), 1, "{id}");
        text.replace(&entry, &format!("{entry}{line}\n"))
    })
}

/// Plain and mixed tiles with points besides, meadows of every kind with those and with other points for each thing.
#[test]
fn games_with_points_of_tiles_agree() {
    let text = with_tile_lines(&[
        ("forest-wood", "points = 3"),
        ("desert-barn2", "points = -50"),
        ("badlands-clay", "points = 0"),
        ("mixed-forest-badlands", "points = 50"),
        ("meadow-per-desert", "each = 2"),
        ("meadow-per-badlands", "each = 0"),
        ("meadow-per-meadow", "each = 9\npoints = -7"),
        ("meadow-produce-wood", "each = 2"),
        ("meadow-produce-clay", "each = 3\npoints = 1"),
        ("meadow-income-wood", "points = 4"),
        ("meadow-take4-wood", "points = -1"),
        ("meadow-swap2", "points = 2"),
        ("meadow-per-pioneer", "each = 4"),
        ("meadow-per-bonus-token", "each = 5\npoints = -3"),
    ]);
    let rules = rules_from(&text);
    let mut seen = Seen::default();
    for players in 2..=4 {
        play_both(rules, &text, players, scaled(5, 30), Policy::Uniform, &mut seen);
        play_both(rules, &text, players, scaled(3, 15), Policy::Prefer(&["claim", "build"]), &mut seen);
    }
    assert!(seen.full_boards > scaled(8, 60) && seen.below_zero > scaled(0, 10), "{seen:?}");
}

fn slow_perft(slow: &Slow, depth: usize) -> u64 {
    if depth == 0 || slow.turn() == "over" {
        return 1;
    }
    let deals = slow.outcomes().into_iter().map(|(text, _)| text);
    let after = |text: String| {
        let mut next = slow.clone();
        next.play(&text).expect("legal");
        slow_perft(&next, depth - 1)
    };
    slow.legal().into_iter().chain(deals).map(after).sum()
}

/// Counts of move sequences from the first turn and from a turn in the middle of a seeded game.
#[test]
fn perft_counts_agree() {
    for (players, skipped, expected) in
        [(2, 11, [2, 72, 2548]), (2, 90, [33, 765, 13349]), (3, 90, [31, 741, 21132]), (4, 120, [2, 33, 648])]
    {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(players as u64);
        let (mut fast, mut slow) = (TheRiver::new(RiverRules::standard(), players), Slow::new(COMPONENTS, players));
        for moves in 0.. {
            if moves >= skipped && fast.turn() != Turn::Chance {
                break;
            }
            let mv = match fast.turn() {
                Turn::Chance => fast.draw(&mut rng),
                _ => fast.random_move(&mut Vec::new(), &mut rng),
            };
            slow.play(&fast.move_text(mv)).expect("legal");
            fast.play(mv).expect("legal");
        }
        let counts = [1, 2, 3].map(|depth| perft(&fast, depth));
        assert_eq!(counts[..2], [1, 2].map(|depth| slow_perft(&slow, depth)), "{fast}");
        assert_eq!(counts, expected, "{fast}");
    }
}
