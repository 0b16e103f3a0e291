//! One test, or more, for each sentence and ruling of rules.md, on positions set by hand; the `[expect]` table of
//! board.toml; random games that conserve all pieces; and the ten sample games.

use crate::river_dragons::slow::{
    CARDS, GUARD_ROUND, POSITIONS, STONES, Setup, Slow, Step, all_planks, board, color_of, number_of,
};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use serde_json::Value;
use std::collections::BTreeSet;

// ---- helpers ----

fn play(g: &mut Slow, moves: &[&str]) {
    for mv in moves {
        g.play(mv);
        g.check().unwrap_or_else(|error| panic!("{error} after {mv}"));
    }
}

fn legal(g: &Slow) -> String {
    g.legal().join(" ")
}

/// Position, seat and what is left of the card.
fn acting(g: &Slow) -> (usize, String, usize) {
    let Step::Act { position, left, .. } = g.step else { panic!("nobody acts: {:?}", g.step) };
    (position + 1, g.turn(), left)
}

fn has(g: &Slow, mv: &str) -> bool {
    g.legal().iter().any(|m| m == mv)
}

fn is_refused(g: &Slow, mv: &str) -> bool {
    let mut copy = g.clone();
    !has(g, mv) && std::panic::catch_unwind(move || copy.play(mv)).is_err()
}

/// Whether some plank of the reserve may lie on this span.
fn may_lay(g: &Slow, span: &str) -> bool {
    g.legal().iter().any(|mv| mv.starts_with("plank:") && mv.ends_with(&format!(":{span}")))
}

fn set(text: &str) -> BTreeSet<String> {
    text.split_whitespace().map(str::to_string).collect()
}

fn part(g: &Slow, name: &str) -> Vec<i64> {
    g.parts().iter().map(|parts| parts[name]).collect()
}

/// Stones on all islands but these.
fn all_but(islands: &str) -> String {
    let free = set(islands);
    let stones: Vec<String> = board().islands.iter().filter(|island| !free.contains(*island)).cloned().collect();
    stones.join(" ")
}

/// Lays these programs, one after the other from the start player.
fn program(g: &mut Slow, programs: &[&str]) {
    for cards in programs {
        for card in cards.split_whitespace() {
            play(g, &[&format!("program:{card}")]);
        }
    }
}

fn random_move(g: &Slow, rng: &mut Xoshiro256PlusPlus) -> String {
    let moves = if g.turn() == "chance" { g.outcomes().into_iter().map(|(mv, _)| mv).collect() } else { g.legal() };
    moves[rng.random_range(0..moves.len())].clone()
}

/// All stones are out: no choice in stone1 and stone2.
const ALL_STONES: &str = "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27";

// ---- components ----

#[test]
fn colors_by_number_of_players_in_the_seat_order_of_the_board() {
    // ruling 14
    for (players, colors) in [
        (2, "pink black"),
        (3, "yellow red blue"),
        (4, "yellow red blue green"),
        (5, "pink yellow red blue green"),
        (6, "pink yellow red black blue green"),
    ] {
        let g = Slow::new(players);
        let seats: Vec<&str> = (0..players).map(|seat| g.color(seat)).collect();
        assert_eq!(seats.join(" "), colors);
    }
}

#[test]
fn what_everybody_begins_with() {
    for players in 2..=6 {
        let g = Slow::new(players);
        g.check().unwrap();
        assert_eq!((g.supply, g.stones.len(), g.planks.len(), g.lost.len()), (27, 0, 0, 0));
        for seat in 0..players {
            let color = g.color(seat);
            assert_eq!(g.pawns[seat], format!("village:{color}"));
            let planks: BTreeSet<String> = (1..=6).map(|number| format!("{color}{number}")).collect();
            assert_eq!(g.reserves[seat], planks);
            assert_eq!(g.cards(seat).len(), 8 + players - 1);
            assert!(!g.cards(seat).contains(&format!("dragon-{color}")));
        }
    }
}

#[test]
fn the_cards_are_eight_actions_and_a_dragon_per_opponent() {
    let g = Slow::new(3);
    let expected = "stone1 stone2 plank1 plank2 remove move1 move2 jump dragon-yellow dragon-blue";
    assert_eq!(g.cards(1).join(" "), expected);
    assert_eq!(CARDS.len(), 8);
}

#[test]
fn a_goal_is_the_village_opposite() {
    let g = Slow::new(6);
    for (color, goal) in [
        ("blue", "yellow"),
        ("yellow", "blue"),
        ("green", "red"),
        ("red", "green"),
        ("pink", "black"),
        ("black", "pink"),
    ] {
        let seat = (0..6).find(|seat| g.color(*seat) == color).unwrap();
        assert_eq!(g.goal(seat), format!("village:{goal}"));
    }
    // Opposite on the board: the center (320, 280) lies halfway between the two, as every start is equally far.
    assert!((0..6).all(|seat| part(&g, "distance")[seat] == 5));
}

/// All ways to complete the program that is being laid.
fn programs_from(g: &Slow, seat: usize) -> usize {
    if g.programs[seat].len() == POSITIONS {
        return 1;
    }
    let after = |mv: &String| {
        let mut next = g.clone();
        next.play(mv);
        programs_from(&next, seat)
    };
    g.legal().iter().map(after).sum()
}

#[test]
fn the_number_of_legal_programs() {
    for players in 2..=6 {
        let mut g = Slow::new(players);
        g.play("deal:p2");
        assert_eq!(programs_from(&g, 1), 6720 + 8400 * (players - 1), "{players} players");
    }
}

// ---- the board ----

fn expected() -> toml::Table {
    let file: toml::Table = include_str!("../../data/river-dragons/board.toml").parse().unwrap();
    file["expect"].as_table().unwrap().clone()
}

#[test]
fn spans_and_crossings_are_as_the_board_expects() {
    let expected = expected();
    let spans = &board().spans;
    assert_eq!(spans.len() as i64, expected["spans"].as_integer().unwrap());
    let crossings: usize = spans.values().map(|span| span.crosses.len()).sum();
    assert_eq!(crossings as i64, 2 * expected["crossing_pairs"].as_integer().unwrap());
    for plank in 1..=6 {
        let pairs = |text: &str| text.split('-').map(str::to_string).collect::<BTreeSet<String>>();
        let list = expected[&format!("plank{plank}")].as_array().unwrap();
        let listed: BTreeSet<_> = list.iter().map(|text| pairs(text.as_str().unwrap())).collect();
        let found: BTreeSet<_> =
            spans.iter().filter(|(_, span)| span.plank == plank).map(|(name, _)| pairs(name)).collect();
        assert_eq!((listed.len(), found), (list.len(), listed), "plank {plank}");
    }
}

#[test]
fn crossing_is_mutual_and_never_between_spans_with_a_shared_support() {
    for (name, span) in &board().spans {
        for other in &span.crosses {
            let second = &board().spans[other];
            assert!(second.crosses.contains(name));
            assert!(!span.ends.iter().any(|end| second.ends.contains(end)), "{name} {other}");
        }
    }
}

#[test]
fn spans_are_named_with_the_village_or_the_smaller_island_first() {
    for (name, span) in &board().spans {
        let [first, second] = &span.ends;
        assert_eq!(*name, format!("{first}-{second}"));
        let second: usize = second.parse().unwrap_or_else(|_| panic!("{name}: village to village, ruling 2"));
        match first.parse::<usize>() {
            Ok(first) => assert!(first < second),
            Err(_) => assert!(board().goals.contains_key(first)),
        }
    }
}

#[test]
fn a_span_over_a_third_island_is_not_available() {
    // ruling 7: all of these are short enough
    for name in "1-8 2-3 4-13 13-15 14-17 15-18 pink-18 black-14 yellow-6 red-5 blue-20 green-22".split(' ') {
        assert!(!board().spans.contains_key(name), "{name}");
    }
}

#[test]
fn every_crossing_is_equally_long() {
    for (village, goal) in &board().goals {
        assert_eq!((board().steps[goal][village], board().steps[goal][goal]), (5, 0));
    }
}

#[test]
fn a_distance_is_one_more_than_the_least_distance_of_a_neighbor() {
    // Villages may be passed; planks are neighbors at a shared stone only.
    for (goal, steps) in &board().steps {
        assert_eq!(steps.len(), 153 + 6);
        for (place, count) in steps.iter().filter(|(place, _)| *place != goal) {
            let ends: Vec<&str> = place.split('-').collect();
            let is_neighbor = |other: &str| {
                let others: Vec<&str> = other.split('-').collect();
                let shared = others.iter().find(|end| ends.contains(end));
                let village = |support: &str| board().goals.contains_key(support);
                shared.is_some_and(|support| !village(support) || ends.len() != others.len())
            };
            let least = steps.iter().filter(|(other, _)| *other != place && is_neighbor(other)).map(|(_, n)| n).min();
            assert_eq!(*count, least.unwrap() + 1, "{place} to {goal}");
        }
    }
}

// ---- a round ----

#[test]
fn the_only_chance_move_is_the_start_player() {
    // ruling 14
    for players in 2..=6 {
        let g = Slow::new(players);
        let seats: Vec<(String, u32)> = (1..=players).map(|seat| (format!("deal:p{seat}"), 1)).collect();
        assert_eq!((g.turn().as_str(), g.outcomes(), g.legal()), ("chance", seats, vec![]));
        let mut later = g.clone();
        play(&mut later, &["deal:p2"]);
        assert_eq!((later.turn().as_str(), later.outcomes()), ("p2", vec![]));
    }
}

#[test]
fn programs_are_laid_by_the_start_player_then_clockwise() {
    // ruling 10
    let mut g = Slow::new(4);
    play(&mut g, &["deal:p3"]);
    let mut turns = Vec::new();
    while let Step::Program(_) = g.step {
        turns.push(g.turn());
        let last = g.legal().pop().unwrap();
        play(&mut g, &[&last]);
    }
    let expected: Vec<String> = ["p3", "p4", "p1", "p2"].iter().flat_map(|seat| vec![seat.to_string(); 5]).collect();
    assert_eq!(turns, expected);
    assert_eq!(acting(&g).1, "p3");
}

#[test]
fn a_program_is_five_different_cards_with_at_most_one_dragon() {
    let mut g = Slow::new(3);
    play(&mut g, &["deal:p1"]);
    let dragons = "program:dragon-blue program:dragon-red ";
    let begin = "program:jump program:move1 program:move2 program:plank1 program:plank2 program:remove";
    assert_eq!(legal(&g), format!("{dragons}{begin} program:stone1 program:stone2"));
    play(&mut g, &["program:stone1"]);
    assert_eq!(legal(&g), format!("{dragons}{begin} program:stone2"));
    play(&mut g, &["program:dragon-red"]);
    assert_eq!(legal(&g), format!("{begin} program:stone2"));
    assert!(is_refused(&g, "program:stone1") && is_refused(&g, "program:dragon-blue"));
    assert!(is_refused(&g, "program:dragon-yellow"));
    play(&mut g, &["program:stone2", "program:plank1"]);
    assert_eq!(legal(&g), "program:jump program:move1 program:move2 program:plank2 program:remove");
}

#[test]
fn positions_one_after_the_other_each_clockwise_from_the_start_player() {
    let programs = ["stone1 plank1 stone2"; 3];
    let mut g = Setup { players: 3, start: 1, programs: &programs, ..Setup::default() }.begin();
    let mut seen = Vec::new();
    while matches!(g.step, Step::Act { position: 0..=2, .. }) {
        seen.push(acting(&g));
        let first = g.legal()[0].clone();
        play(&mut g, &[&first]);
    }
    let mut expected = Vec::new();
    for (position, counts) in [(1, vec![1]), (2, vec![1]), (3, vec![2, 1])] {
        for seat in ["p2", "p3", "p1"] {
            expected.extend(counts.iter().map(|left| (position, seat.to_string(), *left)));
        }
    }
    assert_eq!(seen, expected);
}

#[test]
fn cards_return_and_the_start_marker_goes_to_the_left() {
    let mut g = Slow::new(3);
    play(&mut g, &["deal:p2"]);
    for (round, seat) in [(1, "p2"), (2, "p3"), (3, "p1"), (4, "p2")] {
        assert_eq!((g.round, g.turn().as_str(), g.legal().len()), (round, seat, 10));
        // Nothing can be done with these, and nobody needs to choose: the reserves are empty, no plank lies anywhere.
        g.lost = all_planks(3);
        g.reserves.iter_mut().for_each(BTreeSet::clear);
        program(&mut g, &["plank1 plank2 remove move1 jump"; 3]);
        assert_eq!(g.programs, vec![Vec::<String>::new(); 3]);
    }
}

// ---- dragons ----

#[test]
fn a_dragon_cancels_the_card_of_its_color_in_the_same_position() {
    for (programs, start) in [(["dragon-black", "stone1 plank1"], 0), (["dragon-black", "stone1 plank1"], 1)] {
        // whatever the order of play
        let g = Setup { programs: &programs, start, stones: "1 3", ..Setup::default() }.begin();
        // Position 1 is over; in position 2 p1 has stone1.
        assert_eq!((g.programs[0][1].as_str(), g.programs[1][1].as_str()), ("stone1", "plank1"));
        assert_eq!((acting(&g).0, acting(&g).1.as_str()), (2, ["p1", "p2"][start]));
        assert_eq!((g.stones.len(), g.falls[1]), (2, 0));
    }
}

#[test]
fn a_dragon_does_nothing_in_other_positions_and_to_other_colors() {
    let programs = ["dragon-red stone1", "move1 stone1", "stone1 stone2"];
    let mut g = Setup { players: 3, programs: &programs, ..Setup::default() }.begin();
    assert_eq!(acting(&g), (1, "p3".to_string(), 1));
    play(&mut g, &["stone:1"]);
    assert_eq!(acting(&g), (2, "p1".to_string(), 1));
    play(&mut g, &["stone:2"]);
    assert_eq!(acting(&g), (2, "p2".to_string(), 1));
}

#[test]
fn dragons_do_not_cancel_dragons() {
    // p1 and p2 cancel in a ring: p1's dragon hits p2's dragon, p2's dragon still hits p3.
    let programs = ["dragon-red stone1", "dragon-blue stone1", "stone1 stone2"];
    let g = Setup { players: 3, programs: &programs, ..Setup::default() }.begin();
    assert_eq!((acting(&g), g.stones.len()), ((2, "p1".to_string(), 1), 0));
}

#[test]
fn two_dragons_may_hit_the_same_card() {
    let programs = ["dragon-blue stone1", "dragon-blue stone1", "stone1 stone2"];
    let g = Setup { players: 3, programs: &programs, ..Setup::default() }.begin();
    assert_eq!((acting(&g), g.stones.len()), ((2, "p1".to_string(), 1), 0));
}

#[test]
fn a_canceled_move_is_no_fall() {
    for card in ["move1", "move2", "jump"] {
        let setup = Setup { stones: "14 15", planks: "pink2:14-15", pawns: "pink2 village:black", ..Setup::default() };
        let canceled = Setup { programs: &[card, "dragon-pink"], ..setup.clone() }.begin();
        assert_eq!((canceled.pawns[0].as_str(), canceled.falls[0]), ("pink2", 0), "{card}");
        let falls = Setup { programs: &[card, "stone1"], ..setup }.begin();
        assert_eq!((falls.pawns[0].as_str(), falls.falls[0]), ("village:pink", 1), "{card}");
    }
}

#[test]
fn a_canceled_plank_card_costs_no_plank() {
    let g = Setup { programs: &["plank2", "dragon-pink"], ..Setup::default() }.begin();
    assert_eq!((g.reserves[0].len(), g.lost.len()), (6, 0));
}

// ---- the end ----

#[test]
fn the_game_ends_the_instant_a_pawn_stands_on_its_goal() {
    let programs = ["stone1 stone2", "stone1 plank1", "move1 stone1"];
    let setup = Setup {
        players: 3,
        stones: "3",
        planks: "red1:yellow-3",
        pawns: "village:yellow village:red red1",
        programs: &programs,
        start: 2,
        ..Setup::default()
    };
    let mut g = setup.begin();
    assert_eq!(g.color(2), "blue");
    assert_eq!(legal(&g), "step:village:yellow");
    assert_eq!((g.winners(), g.scores(), g.shares()), (vec![], vec![0.0; 3], vec![0.0; 3]));
    play(&mut g, &["step:village:yellow"]);
    assert_eq!((g.turn().as_str(), g.legal(), g.outcomes()), ("over", vec![], vec![]));
    assert_eq!((g.winners(), g.scores(), g.shares()), (vec![2], vec![0.0, 0.0, 1.0], vec![0.0, 0.0, 1.0]));
    assert_eq!((g.stones.len(), part(&g, "distance")), (1, vec![5, 5, 0]));
    assert!(is_refused(&g, "stone:1"));
}

#[test]
fn the_first_step_of_move2_may_end_the_game() {
    // ruling 3
    let setup = Setup {
        stones: "13",
        planks: "black1:black-13",
        pawns: "black1 village:black",
        programs: &["move2", "stone1"],
        ..Setup::default()
    };
    let mut g = setup.begin();
    play(&mut g, &["step:village:black"]);
    assert_eq!((g.turn().as_str(), g.winners()), ("over", vec![0]));
}

#[test]
fn the_second_step_of_move2_may_end_the_game() {
    let setup = Setup {
        stones: "13 14",
        planks: "black1:black-13 pink1:13-14",
        pawns: "pink1 village:black",
        programs: &["move2"],
        ..Setup::default()
    };
    let mut g = setup.begin();
    assert_eq!(legal(&g), "step:black1");
    play(&mut g, &["step:black1"]);
    assert_eq!((legal(&g), acting(&g).2), ("step:pink1 step:village:black".to_string(), 1));
    play(&mut g, &["step:village:black"]);
    assert_eq!((g.turn().as_str(), g.scores()), ("over", vec![1.0, 0.0]));
}

#[test]
fn a_jump_may_end_the_game() {
    let setup = Setup {
        stones: "13 14",
        planks: "black1:black-13 pink1:13-14",
        pawns: "pink1 black1",
        programs: &["jump"],
        round: 7,
        ..Setup::default()
    };
    let mut g = setup.begin();
    assert_eq!(legal(&g), "jump:black1:village:black");
    play(&mut g, &["jump:black1:village:black"]);
    assert_eq!((g.turn().as_str(), g.winners(), part(&g, "rounds")), ("over", vec![0], vec![7, 7]));
}

#[test]
fn the_goal_of_somebody_else_ends_nothing() {
    let setup = Setup {
        players: 3,
        stones: "3",
        planks: "red1:yellow-3",
        pawns: "village:yellow red1 village:blue",
        programs: &["stone1", "move1"],
        start: 1,
        ..Setup::default()
    };
    let mut g = setup.begin();
    play(&mut g, &["step:village:yellow"]);
    assert_eq!((g.turn().as_str(), g.pawns[1].as_str()), ("p3", "village:yellow"));
}

/// Nothing on the board, no reserves: all of these cards lapse.
const LAPSING: &str = "plank1 plank2 remove move1 jump";

#[test]
fn after_sixty_rounds_the_game_is_a_tie_of_all() {
    // ruling 11
    for (players, share) in [(2, 0.5), (3, 1.0 / 3.0), (6, 1.0 / 6.0)] {
        let setup =
            Setup { players, reserves: &[""; 6][..players], programs: &[LAPSING; 6][..players], ..Setup::default() };
        let before = Setup { round: 59, ..setup.clone() }.begin();
        assert_eq!((before.turn().as_str(), before.round, before.winners()), ("p2", 60, vec![]));
        let over = Setup { round: GUARD_ROUND, ..setup }.begin();
        assert_eq!((over.turn().as_str(), over.scores()), ("over", vec![share; players]));
        assert_eq!((over.winners(), over.shares()), ((0..players).collect(), vec![share; players]));
        assert_eq!((part(&over, "rounds"), part(&over, "distance")), (vec![60; players], vec![5; players]));
    }
}

#[test]
fn the_last_card_of_round_sixty_may_still_win() {
    let setup = Setup {
        stones: ALL_STONES,
        planks: "black1:black-13",
        pawns: "black1 village:black",
        reserves: &["", ""],
        programs: &["plank1 plank2 stone1 stone2 move1", "plank1 plank2 stone1 stone2 jump"],
        round: GUARD_ROUND,
        start: 1,
        ..Setup::default()
    };
    let mut g = setup.begin();
    assert_eq!(acting(&g), (5, "p1".to_string(), 1));
    play(&mut g, &["step:village:black"]);
    assert_eq!((g.scores(), part(&g, "rounds")), (vec![1.0, 0.0], vec![60, 60]));
}

// ---- stones ----

#[test]
fn stone1_is_one_stone_on_a_free_island() {
    let mut g = Setup { stones: &all_but("2 10 27"), programs: &["stone1", "stone1"], ..Setup::default() }.begin();
    assert_eq!(legal(&g), "stone:10 stone:2 stone:27");
    assert_eq!((g.supply, is_refused(&g, "stone:1")), (3, true));
    play(&mut g, &["stone:10"]);
    assert_eq!((g.supply, g.turn().as_str(), legal(&g).as_str()), (2, "p2", "stone:2 stone:27"));
}

#[test]
fn all_27_islands_are_free_at_first() {
    let g = Setup { programs: &["stone2"], ..Setup::default() }.begin();
    assert_eq!((g.legal().len(), g.legal()[1].as_str()), (27, "stone:10"));
}

#[test]
fn stone2_is_two_stones_one_after_the_other() {
    let mut g = Setup { stones: &all_but("2 10 27"), programs: &["stone2", "stone1"], ..Setup::default() }.begin();
    play(&mut g, &["stone:10"]);
    assert_eq!((acting(&g), legal(&g).as_str()), ((1, "p1".to_string(), 1), "stone:2 stone:27"));
    play(&mut g, &["stone:2"]);
    assert_eq!((g.turn().as_str(), legal(&g).as_str()), ("p2", "stone:27"));
}

#[test]
fn the_second_stone_of_stone2_lapses_without_a_free_island() {
    let setup = Setup { stones: &all_but("5"), programs: &["stone2", "plank1"], ..Setup::default() };
    let mut g = setup.begin();
    assert_eq!(legal(&g), "stone:5"); // a single option is a move, ruling 14
    play(&mut g, &["stone:5"]);
    assert_eq!((g.supply, g.turn().as_str()), (0, "p2"));
}

#[test]
fn stone_cards_lapse_without_a_stone() {
    for card in ["stone1", "stone2"] {
        let g = Setup { stones: ALL_STONES, programs: &[card, "plank1"], ..Setup::default() }.begin();
        assert_eq!((g.turn().as_str(), g.supply, g.stones.len()), ("p2", 0, STONES));
    }
}

// ---- planks ----

#[test]
fn a_plank_lies_between_two_stones_or_a_village_and_a_stone() {
    // 16 is near pink; 18 has no stone. Any plank may be laid anywhere (ruling 2), an absent color's village too (13).
    let setup = Setup { stones: "16 11", reserves: &["pink3"], programs: &["plank1"], ..Setup::default() };
    assert_eq!(legal(&setup.begin()), "plank:3:11-16 plank:3:pink-11 plank:3:pink-16");
    let far = Setup { stones: "24 25", reserves: &["pink1 pink5"], ..setup };
    assert_eq!(legal(&far.begin()), "plank:1:blue-24 plank:5:24-25 plank:5:blue-24 plank:5:blue-25 plank:5:green-25");
}

#[test]
fn a_plank_must_be_long_enough_and_may_overhang() {
    for plank in 1..=6 {
        let reserve = format!("pink{plank}");
        let setup = Setup { stones: ALL_STONES, reserves: &[&reserve], programs: &["plank1"], ..Setup::default() };
        let expected: BTreeSet<String> =
            board().spans.iter().filter(|(_, s)| s.plank <= plank).map(|(n, _)| format!("plank:{plank}:{n}")).collect();
        assert_eq!(setup.begin().legal().into_iter().collect::<BTreeSet<_>>(), expected);
        assert_eq!(expected.len(), [18, 54, 81, 96, 129, 153][plank - 1]);
    }
}

#[test]
fn a_plank_may_not_cross_another_plank() {
    let setup = Setup {
        stones: "7 8 11 16 18",
        planks: "pink6:11-18",
        reserves: &["", "black6"],
        programs: &["stone1", "plank1"],
        start: 1,
        ..Setup::default()
    };
    let g = setup.begin();
    for crossing in ["7-16", "7-18", "8-16", "pink-8"] {
        assert_eq!(may_lay(&g, crossing), crossing == "7-18", "{crossing}"); // 7-18 shares the stone 18
    }
    assert_eq!(
        legal(&g),
        "plank:6:11-16 plank:6:11-18 plank:6:16-18 plank:6:7-11 plank:6:7-18 plank:6:7-8 plank:6:8-11 plank:6:8-18 \
         plank:6:green-18 plank:6:pink-11 plank:6:pink-16 plank:6:pink-7 plank:6:yellow-11 plank:6:yellow-7 plank:6:yellow-8"
    );
}

#[test]
fn a_stone_carries_three_planks_at_most() {
    let mut setup = Setup {
        stones: "11 16 17 18 22 23",
        planks: "black1:pink-16 black3:16-23",
        reserves: &["pink6"],
        programs: &["plank1"],
        ..Setup::default()
    };
    let g = setup.begin();
    assert_eq!(g.load("16"), 2);
    assert!(may_lay(&g, "11-16") && may_lay(&g, "16-17") && may_lay(&g, "16-22") && may_lay(&g, "pink-11"));
    setup.planks = "black1:pink-16 black3:16-23 black2:11-16";
    let g = setup.begin();
    assert_eq!(g.load("16"), 3);
    assert!(!may_lay(&g, "16-17") && !may_lay(&g, "16-22") && !may_lay(&g, "pink-16") && may_lay(&g, "pink-11"));
}

#[test]
fn a_village_carries_three_planks_at_most() {
    let setup = Setup {
        stones: "7 11 16 23",
        planks: "black1:pink-16 black2:pink-11 black5:pink-7",
        reserves: &["pink6"],
        programs: &["plank1"],
        ..Setup::default()
    };
    let g = setup.begin();
    assert_eq!(g.load("pink"), 3);
    assert_eq!(
        legal(&g),
        "plank:6:11-16 plank:6:11-23 plank:6:16-23 plank:6:7-11 plank:6:7-16 plank:6:green-23 plank:6:yellow-7"
    );
}

#[test]
fn planks_side_by_side_on_the_same_supports() {
    // ruling 6: both count for the limit; nothing but the limit stops a third
    let mut g = Setup {
        stones: "16",
        reserves: &["pink1 pink2 pink3 pink4"],
        programs: &["plank2 plank1", "move1 plank2"],
        ..Setup::default()
    }
    .begin();
    play(&mut g, &["plank:1:pink-16", "plank:3:pink-16"]);
    assert_eq!((g.load("pink"), g.load("16")), (2, 2));
    assert_eq!((acting(&g), legal(&g).as_str()), ((2, "p1".into(), 1), "plank:2:pink-16 plank:4:pink-16"));
    play(&mut g, &["plank:4:pink-16"]);
    assert_eq!((g.load("pink"), g.load("16")), (3, 3));
    assert_eq!((g.turn().as_str(), g.pawns[0].as_str()), ("p2", "village:pink"));
    assert_eq!(legal(&g), "lose:1 lose:2 lose:3 lose:4 lose:5 lose:6"); // nobody can lay a fourth
}

#[test]
fn one_plank_leaves_the_game_only_if_no_plank_of_the_reserve_fits_anywhere() {
    let setup = Setup { stones: "11", programs: &["plank1", "stone1"], ..Setup::default() };
    let mut lost = Setup { reserves: &["pink1"], ..setup.clone() }.begin();
    assert_eq!(legal(&lost), "lose:1"); // a single option
    play(&mut lost, &["lose:1"]);
    assert_eq!((lost.reserves[0].len(), lost.lost.contains("pink1"), lost.turn().as_str()), (0, true, "p2"));
    let one_fits = Setup { reserves: &["pink1 pink2"], ..setup.clone() }.begin();
    assert_eq!(legal(&one_fits), "plank:2:pink-11");
    let far = Setup { stones: "1 18", reserves: &["pink2 black3"], ..setup.clone() }.begin();
    assert_eq!(legal(&far), "plank:3:yellow-1"); // no choice to lose the other one
    let bare = Setup { stones: "", reserves: &["pink2 black6"], ..setup }.begin();
    assert_eq!(legal(&bare), "lose:2 lose:6"); // of the player's choice, foreign colors too
}

#[test]
fn plank2_lays_one_plank_after_the_other() {
    let setup = Setup { stones: "11 16", reserves: &["pink1 pink2"], programs: &["plank2"], ..Setup::default() };
    let mut g = setup.begin();
    assert_eq!(legal(&g), "plank:1:pink-16 plank:2:11-16 plank:2:pink-11 plank:2:pink-16");
    play(&mut g, &["plank:1:pink-16"]);
    assert_eq!((acting(&g).2, legal(&g).as_str()), (1, "plank:2:11-16 plank:2:pink-11 plank:2:pink-16"));
}

#[test]
fn each_plank_of_plank2_is_judged_by_itself() {
    let setup = Setup { stones: "11", reserves: &["pink1 pink2"], programs: &["plank2", "stone1"], ..Setup::default() };
    let mut one = setup.begin();
    play(&mut one, &["plank:2:pink-11"]);
    assert_eq!((acting(&one), legal(&one).as_str()), ((1, "p1".into(), 1), "lose:1"));
    play(&mut one, &["lose:1"]);
    assert_eq!((one.turn().as_str(), one.planks.len(), one.lost.contains("pink1")), ("p2", 1, true));
    let mut two = Setup { stones: "", ..setup }.begin();
    play(&mut two, &["lose:2"]);
    assert_eq!((acting(&two), legal(&two).as_str()), ((1, "p1".into(), 1), "lose:1"));
    play(&mut two, &["lose:1"]);
    assert_eq!((two.turn().as_str(), two.reserves[0].len()), ("p2", 0));
}

#[test]
fn plank_cards_lapse_with_an_empty_reserve() {
    for card in ["plank1", "plank2"] {
        let g = Setup { stones: "16", reserves: &[""], programs: &[card, "stone1"], ..Setup::default() }.begin();
        assert_eq!(g.turn(), "p2");
    }
    let setup = Setup { stones: "16", reserves: &["pink4"], programs: &["plank2", "stone1"], ..Setup::default() };
    let (mut laid, mut lost) = (setup.begin(), Setup { stones: "", ..setup }.begin());
    play(&mut laid, &["plank:4:pink-16"]);
    play(&mut lost, &["lose:4"]);
    assert_eq!((laid.turn().as_str(), lost.turn().as_str()), ("p2", "p2"));
}

#[test]
fn the_number_names_a_plank_of_the_reserve_of_whatever_color() {
    let setup = Setup { stones: "16", reserves: &["pink1 black4"], programs: &["plank1"], ..Setup::default() };
    let mut g = setup.begin();
    assert_eq!(legal(&g), "plank:1:pink-16 plank:4:pink-16");
    play(&mut g, &["plank:4:pink-16"]);
    assert_eq!((g.planks["black4"].as_str(), g.reserves[0].clone()), ("pink-16", set("pink1")));
}

#[test]
fn the_notation_of_planks() {
    assert_eq!((color_of("red4"), number_of("red4")), ("red", 4));
    let g = Setup { stones: "12 17", reserves: &["pink4 pink5"], programs: &["plank1"], ..Setup::default() }.begin();
    assert_eq!(legal(&g), "plank:5:12-17"); // the smaller island first
}

// ---- remove ----

#[test]
fn remove_takes_a_plank_of_any_color_and_number_or_a_stone() {
    let setup = Setup {
        stones: "5 11 16",
        planks: "pink1:pink-16 black2:pink-11",
        reserves: &[""],
        programs: &["remove", "stone1"],
        ..Setup::default()
    };
    let g = setup.begin();
    assert_eq!(legal(&g), "remove:plank:black2 remove:plank:pink1 remove:stone:5");
    let mut plank = g.clone();
    play(&mut plank, &["remove:plank:black2"]);
    assert_eq!((plank.reserves[0].clone(), plank.planks.len(), plank.turn().as_str()), (set("black2"), 1, "p2"));
    let mut stone = g;
    play(&mut stone, &["remove:stone:5"]);
    assert_eq!((stone.supply, stone.stones.len(), stone.turn().as_str()), (STONES - 2, 2, "p2"));
    assert!(has(&stone, "stone:5")); // free again
}

#[test]
fn no_plank_under_a_pawn_and_no_stone_under_a_plank() {
    let setup = Setup {
        stones: "11 16 18",
        planks: "pink1:pink-16 black2:16-18",
        pawns: "pink1 village:black",
        reserves: &[""],
        programs: &["remove"],
        ..Setup::default()
    };
    assert_eq!(legal(&setup.begin()), "remove:plank:black2 remove:stone:11");
    let other = Setup { pawns: "village:pink black2", ..setup.clone() }.begin();
    assert_eq!(legal(&other), "remove:plank:pink1 remove:stone:11");
    let home = Setup { pawns: "village:pink village:black", ..setup }.begin(); // a pawn in the village does not matter
    assert_eq!(legal(&home), "remove:plank:black2 remove:plank:pink1 remove:stone:11");
}

#[test]
fn a_reserve_never_holds_two_planks_of_one_number() {
    let setup = Setup {
        stones: "16 18 22",
        planks: "black1:pink-16 black2:16-18 black3:18-22",
        reserves: &["pink1 pink3 pink5"],
        programs: &["remove"],
        ..Setup::default()
    };
    assert_eq!(legal(&setup.begin()), "remove:plank:black2");
}

#[test]
fn a_reserve_never_holds_more_than_two_colors() {
    // ruling 8; seats are yellow, red, blue, green
    let setup = Setup {
        players: 4,
        stones: "16 18 22 26",
        planks: "yellow1:pink-16 red2:16-18 blue3:18-22 green4:22-26",
        programs: &["remove"],
        ..Setup::default()
    };
    for (reserve, expected) in [
        ("", "blue3 green4 red2 yellow1"),
        ("yellow6", "blue3 green4 red2 yellow1"),
        ("red6", "blue3 green4 red2 yellow1"),
        ("yellow6 red5", "red2 yellow1"),
        ("yellow6 yellow5 red3", "red2 yellow1"),
        ("red6 blue5", "blue3 red2"), // two foreign colors: the own plank would be a third
        ("green6 red5 green2", "green4"),
    ] {
        let g = Setup { reserves: &[reserve], ..setup.clone() }.begin();
        let expected: Vec<String> = expected.split(' ').map(|plank| format!("remove:plank:{plank}")).collect();
        assert_eq!(g.legal(), expected, "{reserve}");
    }
}

#[test]
fn colors_are_counted_at_that_moment() {
    // ruling 8: after the last red plank is laid, green may come
    let programs = ["plank1 remove", "move1 jump", "move1 jump", "move1 jump"];
    let setup = Setup {
        players: 4,
        stones: "16 18",
        planks: "green4:16-18",
        reserves: &["yellow6 red5"],
        programs: &programs,
        ..Setup::default()
    };
    let mut g = setup.begin();
    play(&mut g, &["plank:5:pink-16"]);
    assert_eq!((acting(&g).0, legal(&g).as_str()), (2, "remove:plank:green4 remove:plank:red5"));
}

#[test]
fn remove_lapses_if_nothing_is_possible() {
    let setup = Setup { programs: &["remove", "stone1"], ..Setup::default() };
    assert_eq!(setup.begin().turn(), "p2"); // nothing on the board
    let held = Setup {
        stones: "16",
        planks: "black1:pink-16 black2:pink-16",
        pawns: "village:pink black2",
        reserves: &["pink1"],
        ..setup
    };
    assert_eq!(held.begin().turn(), "p2"); // the number 1, under a pawn, under planks
}

#[test]
fn remove_must_be_carried_out_if_anything_can_be_removed() {
    // ruling 9: even if it is the only bridge
    let setup = Setup {
        stones: "16",
        planks: "pink1:pink-16",
        reserves: &["pink2"],
        programs: &["remove"],
        ..Setup::default()
    };
    assert_eq!(legal(&setup.begin()), "remove:plank:pink1");
}

// ---- moves ----

/// pink - 16 - 18 - 22 with a plank on each, and a second plank at pink.
const WAY: &str = "pink1:pink-16 pink2:16-18 black2:18-22 black3:pink-11";

#[test]
fn a_step_leads_to_an_adjacent_unoccupied_plank_or_village() {
    // ruling 1
    let setup = Setup { stones: "11 16 18 22", planks: WAY, programs: &["move1", "stone1"], ..Setup::default() };
    for (pawns, expected) in [
        ("village:pink village:black", "step:black3 step:pink1"),
        ("pink1 village:black", "step:pink2 step:village:pink"), // not to the other plank on the village
        ("black3 village:black", "step:village:pink"),
        ("pink2 village:black", "step:black2 step:pink1"),
        ("black2 village:black", "step:pink2"),
        ("village:pink pink1", "step:black3"),
        ("pink2 pink1", "step:black2"),
        ("pink1 village:red", "step:pink2 step:village:pink"),
    ] {
        assert_eq!(legal(&Setup { pawns, ..setup.clone() }.begin()), expected, "{pawns}");
    }
}

#[test]
fn move1_is_one_step() {
    let setup = Setup { stones: "11 16 18 22", planks: WAY, programs: &["move1", "stone1"], ..Setup::default() };
    let mut g = setup.begin();
    play(&mut g, &["step:pink1"]);
    assert_eq!((g.turn().as_str(), g.pawns[0].as_str()), ("p2", "pink1"));
}

#[test]
fn move2_is_two_steps_and_going_back_is_allowed() {
    let setup = Setup { stones: "11 16 18 22", planks: WAY, programs: &["move2", "stone1"], ..Setup::default() };
    let mut g = setup.begin();
    play(&mut g, &["step:pink1"]);
    assert_eq!((acting(&g), legal(&g).as_str()), ((1, "p1".into(), 1), "step:pink2 step:village:pink"));
    let mut back = g.clone();
    play(&mut back, &["step:village:pink"]);
    assert_eq!((back.turn().as_str(), back.pawns[0].as_str(), back.falls[0]), ("p2", "village:pink", 0));
    play(&mut g, &["step:pink2"]);
    assert_eq!((g.turn().as_str(), g.pawns[0].as_str()), ("p2", "pink2"));
}

#[test]
fn the_second_step_may_be_back_only_and_is_compulsory() {
    // ruling 3, and 14: a single option is a move
    let setup = Setup {
        stones: "16 18",
        planks: "pink1:pink-16 pink2:16-18",
        pawns: "pink1 village:black",
        programs: &["move2", "stone1"],
        ..Setup::default()
    };
    let mut g = setup.begin();
    play(&mut g, &["step:pink2"]);
    assert_eq!((g.turn().as_str(), legal(&g).as_str()), ("p1", "step:pink1"));
}

#[test]
fn any_village_may_be_entered_and_passed() {
    // rulings 2 and 13: green is nobody's here
    let setup = Setup {
        stones: "26 23",
        planks: "black1:green-26 pink3:green-23",
        pawns: "black1 village:black",
        programs: &["move2", "stone1"],
        ..Setup::default()
    };
    let mut g = setup.begin();
    assert_eq!(legal(&g), "step:village:green");
    play(&mut g, &["step:village:green"]);
    assert_eq!(legal(&g), "step:black1 step:pink3");
    play(&mut g, &["step:pink3"]);
    assert_eq!(g.pawns[0], "pink3");
}

#[test]
fn villages_hold_any_number_of_pawns() {
    let setup = Setup {
        players: 4,
        stones: "3",
        planks: "red1:yellow-3",
        pawns: "red1 village:yellow village:red village:yellow",
        programs: &["move1"],
        ..Setup::default()
    };
    let mut g = setup.begin();
    play(&mut g, &["step:village:yellow"]);
    assert_eq!(g.pawns.iter().filter(|pawn| *pawn == "village:yellow").count(), 3);
}

#[test]
fn planks_side_by_side_are_adjacent_at_their_stone() {
    let setup = Setup {
        stones: "16 18",
        planks: "pink1:pink-16 black4:pink-16 pink5:16-18",
        programs: &["move1"],
        ..Setup::default()
    };
    for (pawns, expected) in [
        ("pink1 village:black", "step:black4 step:pink5 step:village:pink"),
        ("pink5 village:black", "step:black4 step:pink1"),
    ] {
        assert_eq!(legal(&Setup { pawns, ..setup.clone() }.begin()), expected);
    }
    let two_stones = Setup { planks: "pink5:16-18 pink6:16-18", pawns: "pink5 village:black", ..setup }.begin();
    assert_eq!(legal(&two_stones), "step:pink6"); // once, though they share two stones
}

#[test]
fn without_a_step_the_pawn_falls_and_the_card_ends() {
    for card in ["move1", "move2"] {
        let setup = Setup {
            stones: "14 15 16",
            planks: "pink2:14-15 pink1:pink-16",
            pawns: "pink2 village:black",
            programs: &[card, "stone1"],
            ..Setup::default()
        };
        let g = setup.begin();
        // move2 does not go on, though there is a plank at the start village
        assert_eq!((g.turn().as_str(), g.pawns[0].as_str(), part(&g, "falls")), ("p2", "village:pink", vec![1, 0]));
    }
}

#[test]
fn a_pawn_shut_in_by_pawns_falls() {
    let setup = Setup {
        stones: "14 15 20",
        planks: "pink2:14-15 black2:15-20",
        pawns: "pink2 black2",
        programs: &["move1", "stone1"],
        ..Setup::default()
    };
    assert_eq!(setup.begin().pawns, ["village:pink", "black2"]);
}

#[test]
fn a_pawn_falls_out_of_a_foreign_village_too() {
    let setup = Setup { pawns: "village:red village:black", programs: &["move1", "stone1"], ..Setup::default() };
    let g = setup.begin();
    assert_eq!((g.pawns[0].as_str(), g.falls[0]), ("village:pink", 1));
}

#[test]
fn a_fall_on_the_start_village_is_none() {
    // ruling 5
    for card in ["move1", "move2", "jump"] {
        let g = Setup { programs: &[card, "stone1"], ..Setup::default() }.begin();
        assert_eq!((g.turn().as_str(), g.pawns[0].as_str(), g.falls[0]), ("p2", "village:pink", 0));
    }
}

#[test]
fn a_pawn_may_fall_many_times() {
    let mut g = Setup { pawns: "village:red village:black", programs: &["jump", "stone1"], ..Setup::default() }.begin();
    g.pawns[0] = "village:red".to_string();
    g.programs[0][1] = "move1".to_string();
    play(&mut g, &["stone:1"]);
    assert_eq!(part(&g, "falls"), [2, 0]);
}

// ---- jumps ----

#[test]
fn a_jump_leads_over_a_pawn_to_a_place_adjacent_to_its_plank() {
    let planks = "pink1:pink-16 pink2:16-18 black2:18-22 black3:17-18";
    let setup = Setup { stones: "11 16 17 18 22", planks, programs: &["jump", "stone1"], ..Setup::default() };
    for (pawns, expected) in [
        ("pink1 pink2", "jump:pink2:black2 jump:pink2:black3"),
        ("pink2 pink1", "jump:pink1:village:pink"),
        ("village:pink pink1", "jump:pink1:pink2"), // not back to where it stands (ruling 4)
        ("black2 pink2", "jump:pink2:black3 jump:pink2:pink1"),
        ("black2 black3", "jump:black3:pink2"),
    ] {
        assert_eq!(legal(&Setup { pawns, ..setup.clone() }.begin()), expected, "{pawns}");
    }
}

#[test]
fn a_jump_needs_a_landing_place_that_is_free() {
    let setup = Setup {
        players: 3,
        stones: "16 18 22",
        planks: "yellow1:pink-16 yellow2:16-18 red2:18-22",
        pawns: "yellow1 yellow2 red2",
        programs: &["jump", "stone1"],
        ..Setup::default()
    };
    let g = setup.begin();
    assert_eq!((g.turn().as_str(), g.pawns[0].as_str(), g.falls[0]), ("p2", "village:yellow", 1));
    // From behind a row of two the near pawn only is jumped; the far plank is occupied.
    let village = Setup { pawns: "red2 yellow2 yellow1", ..setup }.begin();
    assert_eq!(village.pawns[0], "village:yellow");
}

#[test]
fn a_jump_lands_in_a_village_with_pawns() {
    let setup = Setup {
        players: 3,
        stones: "16 18",
        planks: "yellow1:pink-16 yellow2:16-18",
        pawns: "yellow2 yellow1 village:pink",
        programs: &["jump"],
        ..Setup::default()
    };
    let mut g = setup.begin();
    play(&mut g, &["jump:yellow1:village:pink"]);
    assert_eq!(g.pawns, ["village:pink", "yellow1", "village:pink"]);
}

#[test]
fn without_a_pawn_to_jump_the_pawn_falls() {
    let setup = Setup {
        stones: "16 18",
        planks: "pink1:pink-16 pink2:16-18",
        pawns: "pink1 village:black",
        programs: &["jump", "stone1"],
        ..Setup::default()
    };
    let g = setup.begin();
    assert_eq!((g.pawns[0].as_str(), g.falls[0], g.turn().as_str()), ("village:pink", 1, "p2"));
}

#[test]
fn pawns_in_villages_are_not_jumped() {
    // ruling 4
    let setup = Setup {
        stones: "23 26",
        planks: "pink1:green-26 pink3:green-23",
        pawns: "pink1 village:green",
        programs: &["jump", "stone1"],
        ..Setup::default()
    };
    assert_eq!(setup.begin().falls[0], 1);
    // Planks on one village are not adjacent: the pawn across the village is not jumped either.
    let across = Setup { pawns: "pink1 pink3", ..setup }.begin();
    assert_eq!(across.falls[0], 1);
}

#[test]
fn from_a_village_one_does_not_jump_back_into_it_but_elsewhere() {
    let setup = Setup {
        stones: "16",
        planks: "pink1:pink-16 black1:pink-16",
        pawns: "village:pink pink1",
        programs: &["jump", "stone1"],
        ..Setup::default()
    };
    assert_eq!(legal(&setup.begin()), "jump:pink1:black1");
    let on_plank = Setup { pawns: "black1 pink1", ..setup }.begin();
    assert_eq!(legal(&on_plank), "jump:pink1:village:pink");
}

#[test]
fn a_jump_may_choose_between_pawns() {
    let setup = Setup {
        players: 3,
        stones: "11 16 18 22",
        planks: "yellow1:pink-16 yellow2:16-18 red2:18-22",
        pawns: "yellow2 yellow1 red2",
        programs: &["jump"],
        ..Setup::default()
    };
    assert_eq!(legal(&setup.begin()), "jump:yellow1:village:pink");
    let planks = "yellow1:pink-16 yellow2:16-18 red2:18-22 red3:11-18";
    let more = Setup { planks, ..setup }.begin();
    assert_eq!(legal(&more), "jump:red2:red3 jump:yellow1:village:pink");
}

// ---- score parts ----

#[test]
fn distance_is_counted_as_if_a_plank_lay_on_every_span() {
    // pink's goal is black; 8-15 is two planks before it: 8-15, 9-15, black-9 and the village
    let setup = Setup { stones: ALL_STONES, programs: &["move1"], ..Setup::default() };
    for (planks, distance) in
        [("pink1:black-13", 1), ("pink5:8-15", 3), ("pink1:pink-16", 4), ("pink6:pink-8", 4), ("pink1:red-2", 3)]
    {
        let pawn = planks.split(':').next().unwrap();
        let pawns = format!("{pawn} village:black");
        // A plank elsewhere, which is no way to anything, changes nothing.
        let planks_and_another = format!("{planks} black6:20-27");
        let mut g = Setup { planks: &planks_and_another, pawns: &pawns, ..setup.clone() }.begin();
        g.pawns[0] = pawn.to_string(); // in case it fell
        assert_eq!(part(&g, "distance"), [distance, 5], "{planks}");
    }
}

#[test]
fn parts_are_facts_of_every_seat() {
    let g = Slow::new(5);
    let names: Vec<&str> = g.parts()[4].keys().copied().collect();
    assert_eq!((g.parts().len(), names), (5, vec!["distance", "falls", "rounds"]));
    assert_eq!((part(&g, "distance"), part(&g, "falls"), part(&g, "rounds")), (vec![5; 5], vec![0; 5], vec![1; 5]));
}

// ---- check ----

#[test]
fn check_finds_what_is_wrong() {
    let setup = Setup {
        stones: "11 16 18 22",
        planks: WAY,
        pawns: "pink1 village:black",
        programs: &["move1", "stone1"],
        ..Setup::default()
    };
    type Break = fn(&mut Slow);
    let breaks: [(&str, Break); 14] = [
        ("stones lost", |g| g.supply += 1),
        ("planks lost", |g| _ = g.reserves[0].pop_first()),
        ("planks lost", |g| _ = g.lost.insert("pink1".to_string())),
        ("a plank without a stone", |g| {
            g.stones.remove("11");
            g.supply += 1;
        }),
        ("a plank is too short", |g| _ = g.planks.insert("pink1".to_string(), "pink-11".to_string())),
        ("a pawn on no plank", |g| g.pawns[1] = "red4".to_string()),
        ("a pawn in no village", |g| g.pawns[1] = "village:white".to_string()),
        ("two pawns on a plank", |g| g.pawns[1] = "pink1".to_string()),
        ("a winner, and not over", |g| g.pawns[0] = "village:black".to_string()),
        ("over, and why?", |g| g.step = Step::Over),
        ("a card twice", |g| g.programs[0][1] = "move1".to_string()),
        ("a card of somebody else", |g| g.programs[0][1] = "dragon-pink".to_string()),
        ("programs incomplete", |g| _ = g.programs[0].pop()),
        ("a reserve with a number twice or three colors", |g| {
            g.reserves[1].remove("black1");
            g.reserves[0].insert("black1".to_string());
            g.reserves[0].insert("pink1".to_string());
            g.planks.remove("pink1");
        }),
    ];
    for (expected, break_it) in breaks {
        let mut g = setup.begin();
        g.check().unwrap();
        break_it(&mut g);
        assert_eq!(g.check(), Err(expected.to_string()));
    }
    let mut crossed = setup.begin();
    crossed.stones.extend(set("7 8"));
    crossed.supply -= 2;
    for (plank, span) in [("black4", "7-8"), ("pink6", "7-16")] {
        crossed.check().unwrap();
        crossed.reserves.iter_mut().for_each(|reserve| _ = reserve.remove(plank));
        crossed.planks.insert(plank.to_string(), span.to_string());
    }
    assert_eq!(crossed.check(), Ok(()));
    crossed.planks.insert("black4".to_string(), "8-11".to_string());
    assert_eq!(crossed.check(), Err("planks cross".to_string()));
    crossed.planks.insert("black4".to_string(), "11-16".to_string());
    assert_eq!(crossed.check(), Err("too many planks on a support".to_string()));
}

#[test]
fn a_move_that_is_not_legal_is_refused() {
    let g = Setup { programs: &["stone1"], ..Setup::default() }.begin();
    for mv in ["stone:28", "stone:0", "stone", "", "deal:p1", "program:stone2", "lose:1", "step:village:red"] {
        assert!(is_refused(&g, mv), "{mv}");
    }
    assert!(is_refused(&Slow::new(2), "deal:p3") && is_refused(&Slow::new(2), "program:stone1"));
}

// ---- whole games ----

/// A random game; if it is eager, few jump or remove and pawns mostly go the shortest way, so that somebody may win.
fn random_game(players: usize, eager: bool, rng: &mut Xoshiro256PlusPlus) -> Slow {
    let mut g = Slow::new(players);
    while g.turn() != "over" {
        let mut mv = random_move(&g, rng);
        if eager && ["program:jump", "program:remove"].contains(&mv.as_str()) {
            mv = random_move(&g, rng);
        }
        if eager && (mv.starts_with("step") || mv.starts_with("jump")) && rng.random_range(0..4) > 0 {
            mv = shortest_way(&g);
        }
        play(&mut g, &[&mv]);
    }
    g
}

/// The step or jump that leads nearest to the goal.
fn shortest_way(g: &Slow) -> String {
    let Step::Act { seat, .. } = g.step else { panic!("nobody moves: {:?}", g.step) };
    let after = |mv: &String| {
        let mut next = g.clone();
        next.play(mv);
        part(&next, "distance")[seat]
    };
    g.legal().into_iter().min_by_key(after).unwrap()
}

#[test]
fn random_games_conserve_the_pieces_and_end() {
    let mut won = 0;
    for players in (2..=6).step_by(crate::long::scaled(2, 1)) {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(players as u64);
        for eager in [false, true, true, true] {
            let g = random_game(players, eager, &mut rng);
            let winners = g.winners().len();
            assert!(winners == 1 || winners == players && g.round == GUARD_ROUND);
            assert_eq!((g.shares().iter().sum::<f64>() * 1e9).round(), 1e9);
            for seat in 0..players {
                assert_eq!(part(&g, "distance")[seat] == 0, winners == 1 && g.winners()[0] == seat);
            }
            won += usize::from(winners == 1);
        }
    }
    assert!(won > 0, "no game was won");
}

// ---- the sample games ----

const TRACES: [(&str, &str); 10] = [
    ("2p-greedy", include_str!("../../data/river-dragons/2p-greedy.jsonl")),
    ("2p-mixed", include_str!("../../data/river-dragons/2p-mixed.jsonl")),
    ("3p-greedy", include_str!("../../data/river-dragons/3p-greedy.jsonl")),
    ("3p-mixed", include_str!("../../data/river-dragons/3p-mixed.jsonl")),
    ("4p-greedy", include_str!("../../data/river-dragons/4p-greedy.jsonl")),
    ("4p-mixed", include_str!("../../data/river-dragons/4p-mixed.jsonl")),
    ("5p-greedy", include_str!("../../data/river-dragons/5p-greedy.jsonl")),
    ("5p-mixed", include_str!("../../data/river-dragons/5p-mixed.jsonl")),
    ("6p-greedy", include_str!("../../data/river-dragons/6p-greedy.jsonl")),
    ("6p-mixed", include_str!("../../data/river-dragons/6p-mixed.jsonl")),
];

/// Turn, legal moves (of chance: the outcomes), move, and in the end scores and parts.
fn replay(name: &str, text: &str) {
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let mut g = Slow::new(lines[0]["players"].as_u64().unwrap() as usize);
    for (i, line) in lines[1..lines.len() - 1].iter().enumerate() {
        let place = format!("{name} line {}", i + 2);
        assert_eq!(g.turn(), line["turn"], "{place}");
        let chance: Vec<String> = g.outcomes().into_iter().map(|(mv, _)| mv).collect();
        let legal = if g.turn() == "chance" { chance } else { g.legal() };
        assert_eq!(Value::from(legal), line["legal"], "{place}\n{g:?}");
        g.play(line["move"].as_str().unwrap());
        g.check().unwrap_or_else(|error| panic!("{error} after {place}"));
    }
    assert_eq!((g.turn().as_str(), g.legal(), g.outcomes()), ("over", vec![], vec![]), "{name}");
    let outcome = &lines[lines.len() - 1]["outcome"];
    let scores: Vec<f64> = outcome["scores"].as_array().unwrap().iter().map(|score| score.as_f64().unwrap()).collect();
    assert_eq!(g.scores(), scores, "{name}");
    let parts = outcome["parts"].as_array().unwrap();
    assert_eq!(parts.len(), g.players, "{name}");
    for (seat, part) in g.parts().iter().enumerate() {
        assert_eq!(part.len(), parts[seat].as_object().unwrap().len(), "{name}");
        for (key, value) in part {
            assert_eq!(Some(*value), parts[seat][key].as_i64(), "{key} of seat {seat} in {name}");
        }
    }
}

#[test]
fn the_sample_games_replay() {
    for (name, text) in TRACES {
        replay(name, text);
    }
}
