//! One test, or more, for each ruling and each paragraph of rules.md, on positions set by hand.
use crate::rio_grande::slow::{BRIDGES, HAND, Slow, Step, all_cards, kind, landscape, water};

fn play(g: &mut Slow, moves: &[&str]) {
    for mv in moves {
        g.play(mv);
        g.check().unwrap_or_else(|error| panic!("{error} after {mv}"));
    }
}

/// Deals whatever comes first until somebody must decide or the game is over.
fn deal(g: &mut Slow) {
    while g.turn() == "chance" {
        let first = g.outcomes()[0].0.clone();
        play(g, &[&first]);
    }
}

fn has(g: &Slow, mv: &str) -> bool {
    g.legal().iter().any(|m| m == mv)
}

fn beginning(g: &Slow, start: &str) -> Vec<String> {
    g.legal().into_iter().filter(|m| m.starts_with(start)).collect()
}

fn is_refused(g: &Slow, mv: &str) -> bool {
    let mut copy = g.clone();
    !has(g, mv) && std::panic::catch_unwind(move || copy.play(mv)).is_err()
}

/// All but these cards go from the stack to the discards.
fn leave_in_stack(g: &mut Slow, cards: &str) {
    let mut left = Vec::new();
    for name in cards.split_whitespace() {
        let at = g.stack.iter().position(|c| c == name).unwrap();
        left.push(g.stack.remove(at));
    }
    left.sort();
    g.discards.append(&mut g.stack);
    g.stack = left;
    g.check().unwrap();
}

fn names(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|t| t.to_string()).collect()
}

fn part(g: &Slow, name: &str) -> Vec<i64> {
    g.parts().iter().map(|parts| parts[name]).collect()
}

/// Every hand is filled up to five, with river cards, so that no draw follows a turn without actions.
fn full(mut g: Slow) -> Slow {
    for hand in &mut g.hands {
        while hand.len() < HAND {
            let at = g.stack.iter().position(|c| kind(c) == "river").unwrap();
            hand.push(g.stack.remove(at));
        }
        hand.sort();
    }
    g.check().unwrap();
    g
}

/// Five cards that nobody needs.
const IDLE: &str = "river-grass-brown river-grass-brown river-grass-brown river-grass-brown river-grass-brown";

const IDLE_GREEN: &str = "river-grass-green river-grass-green river-grass-green river-grass-green river-grass-green";

// ---- cards ----

#[test]
fn check_sums_of_the_cards() {
    let cards = all_cards();
    let number = |test: &dyn Fn(&str) -> bool| cards.iter().filter(|c| test(c)).count();
    assert_eq!(cards.len(), 165);
    for (name, total) in [("river", 108), ("mouth", 24), ("bend", 12), ("lake", 12), ("sandbank", 9)] {
        assert_eq!(number(&|c| kind(c) == name), total, "{name}");
    }
    for name in ["blue", "green", "brown"] {
        assert_eq!(number(&|c| water(c) == name), 55);
        assert_eq!(number(&|c| c == format!("sandbank-{name}")), 3);
    }
    for name in ["forest", "steppe", "grass", "rock"] {
        assert_eq!(number(&|c| kind(c) != "sandbank" && landscape(c) == name), 39);
    }
    assert_eq!(number(&|c| c == "river-rock-green"), 9);
    assert_eq!(number(&|c| c == "mouth-rock-green"), 2);
    assert_eq!(number(&|c| c == "bend-rock-green"), 1);
    assert_eq!(number(&|c| c == "lake-rock-green"), 1);
}

// ---- set-up (ruling 9) ----

#[test]
fn the_start_player_is_the_first_chance_move() {
    for players in 2..=5 {
        let g = Slow::new(players);
        let seats: Vec<(String, u32)> = (1..=players).map(|seat| (format!("deal:p{seat}"), 1)).collect();
        assert_eq!((g.turn().as_str(), g.outcomes()), ("chance", seats));
        assert_eq!(g.legal(), names(&[]));
    }
}

#[test]
fn five_cards_to_the_start_player_then_five_to_the_next_seat_clockwise() {
    let mut g = Slow::new(3);
    play(&mut g, &["deal:p2"]);
    let mut sizes = Vec::new();
    while g.turn() == "chance" {
        let first = g.outcomes()[0].0.clone();
        play(&mut g, &[&first]);
        sizes.push([g.hands[0].len(), g.hands[1].len(), g.hands[2].len()]);
    }
    let expected: Vec<[usize; 3]> =
        (1..=5).map(|n| [0, n, 0]).chain((1..=5).map(|n| [0, 5, n])).chain((1..=5).map(|n| [n, 5, 5])).collect();
    assert_eq!(sizes, expected);
    assert_eq!(g.turn(), "p2");
}

#[test]
fn cards_are_dealt_with_the_copies_left_as_weights() {
    let mut g = Slow::new(2);
    play(&mut g, &["deal:p1"]);
    let weight = |g: &Slow, mv: &str| g.outcomes().iter().find(|(m, _)| m == mv).map(|(_, w)| *w);
    assert_eq!(g.outcomes().len(), 4 * 12 + 3);
    assert_eq!(g.outcomes().iter().map(|(_, w)| w).sum::<u32>(), 165);
    assert_eq!(weight(&g, "deal:river-rock-blue"), Some(9));
    assert_eq!(weight(&g, "deal:sandbank-blue"), Some(3));
    assert_eq!(weight(&g, "deal:mouth-rock-blue"), Some(2));
    assert_eq!(weight(&g, "deal:lake-rock-blue"), Some(1));
    play(&mut g, &["deal:river-rock-blue", "deal:river-rock-blue", "deal:lake-rock-blue"]);
    assert_eq!(weight(&g, "deal:river-rock-blue"), Some(7));
    assert_eq!(weight(&g, "deal:lake-rock-blue"), None);
    assert_eq!(g.hands[0], names(&["lake-rock-blue", "river-rock-blue", "river-rock-blue"]));
}

#[test]
fn size_of_the_stack_after_dealing() {
    for (players, left) in [(2, 155), (3, 150), (4, 145), (5, 140)] {
        let mut g = Slow::new(players);
        deal(&mut g);
        assert_eq!((g.turn().as_str(), g.stack.len()), ("p1", left));
        assert_eq!(g.bridges, vec![4; players]);
        assert_eq!(g.scores(), vec![0; players]);
    }
}

// ---- a turn ----

#[test]
fn end_is_always_offered_and_the_third_action_ends_the_turn() {
    let hand = "river-rock-blue river-rock-blue river-rock-blue mouth-rock-blue lake-rock-blue";
    let mut g = Slow::with(2, &[hand, IDLE], &[]);
    assert!(has(&g, "end"));
    play(&mut g, &["river:rock-blue:new"]);
    assert!(has(&g, "end"));
    play(&mut g, &["bridge:1:1"]);
    assert!(has(&g, "end"));
    play(&mut g, &["river:rock-blue:1"]);
    assert_eq!((g.turn().as_str(), &g.step), ("chance", &Step::Refill(0)));
}

#[test]
fn a_turn_of_none_one_or_two_actions_ends_with_end() {
    let hand = "river-rock-blue river-rock-blue river-rock-blue mouth-rock-blue lake-rock-blue";
    let mut g = Slow::with(2, &[hand, IDLE], &[]);
    let mut none = g.clone();
    play(&mut none, &["end"]);
    assert_eq!(none.turn(), "p2"); // the hand is full: no chance move
    play(&mut g, &["discard:lake-rock-blue", "end"]);
    assert_eq!(g.turn(), "chance");
    deal(&mut g);
    assert_eq!((g.turn().as_str(), g.hands[0].len()), ("p2", 5));
}

#[test]
fn every_action_may_be_repeated_but_special_cards_and_bridges() {
    let mut g =
        Slow::with(2, &["river-rock-blue river-rock-green river-rock-brown mouth-grass-blue lake-grass-green"], &[]);
    let mut sources = g.clone();
    play(&mut sources, &["river:rock-blue:new", "river:rock-green:new", "river:rock-brown:new"]);
    assert_eq!(sources.rivers.len(), 3);
    let mut discards = g.clone();
    play(&mut discards, &["discard:river-rock-blue", "discard:mouth-grass-blue", "discard:lake-grass-green"]);
    assert_eq!(discards.discards, names(&["river-rock-blue", "mouth-grass-blue", "lake-grass-green"]));
    play(&mut g, &["river:rock-blue:new", "bridge:1:1"]);
    assert_eq!(beginning(&g, "bridge"), names(&[]));
    play(&mut g, &["river:rock-green:1"]);
    assert_eq!(g.river_text(1), "river-rock-blue+p1 river-rock-green");
}

#[test]
fn the_whole_list_of_a_small_position() {
    let hand = "river-rock-blue river-rock-blue mouth-grass-green bend-rock-brown sandbank-green";
    let rivers = [(2, "river-rock-green+p2 river-rock-brown+p1"), (5, "river-steppe-green lake-grass-green")];
    let mut g = Slow::with(2, &[hand, ""], &rivers);
    let expected = [
        "bend:rock-brown:2:1x2",
        "discard:bend-rock-brown",
        "discard:mouth-grass-green",
        "discard:river-rock-blue",
        "discard:sandbank-green",
        "end",
        "mouth:grass-green:5",
        "river:rock-blue:2",
        "river:rock-blue:new",
        "sandbank:green:5:1",
    ];
    assert_eq!(g.legal(), expected);
    play(&mut g, &["river:rock-blue:new"]);
    let expected = [
        "bend:rock-brown:1:1x1",
        "bend:rock-brown:2:1x2",
        "bridge:1:1",
        "discard:bend-rock-brown",
        "discard:mouth-grass-green",
        "discard:river-rock-blue",
        "discard:sandbank-green",
        "end",
        "mouth:grass-green:5",
        "river:rock-blue:1",
        "river:rock-blue:2",
        "river:rock-blue:new",
        "sandbank:green:5:1",
    ];
    assert_eq!(g.legal(), expected[1..]); // river 1 has no two bridges
    play(&mut g, &["bend:rock-brown:2:1x2"]);
    let expected =
        ["bridge:1:1", "discard:mouth-grass-green", "discard:river-rock-blue", "discard:sandbank-green", "end"];
    assert_eq!(
        g.legal(),
        [&names(&expected)[..], &names(&["river:rock-blue:1", "river:rock-blue:2", "river:rock-blue:new"])].concat()
    );
}

#[test]
fn equal_cards_in_a_hand_are_one_move() {
    let g = Slow::with(2, &["river-rock-blue river-rock-blue river-rock-blue"], &[]);
    assert_eq!(g.legal(), names(&["discard:river-rock-blue", "end", "river:rock-blue:new"]));
}

// ---- laying cards ----

#[test]
fn a_card_follows_one_of_its_water_or_its_landscape() {
    let g = Slow::with(
        2,
        &["river-rock-blue river-steppe-blue river-rock-brown river-steppe-brown mouth-grass-blue"],
        &[(4, "river-rock-blue")],
    );
    assert_eq!(beginning(&g, "river:rock-blue:4").len(), 1); // both
    assert!(has(&g, "river:steppe-blue:4")); // water
    assert!(has(&g, "river:rock-brown:4")); // landscape
    assert!(is_refused(&g, "river:steppe-brown:4")); // neither
    assert!(has(&g, "mouth:grass-blue:4"));
}

#[test]
fn only_a_river_card_is_a_source() {
    let g = Slow::with(2, &["river-rock-blue mouth-rock-blue bend-rock-blue lake-rock-blue sandbank-blue"], &[]);
    assert_eq!(beginning(&g, "river"), names(&["river:rock-blue:new"]));
    for mv in
        ["mouth:rock-blue:new", "lake:rock-blue:new", "mouth:rock-blue:1", "lake:rock-blue:1", "sandbank:blue:1:1"]
    {
        assert!(is_refused(&g, mv), "{mv}");
    }
    assert_eq!(g.legal().len(), 7); // five discards, the source, end
}

#[test]
fn one_special_card_in_a_turn_but_any_number_of_discards() {
    // ruling 2
    let hand = "lake-rock-blue mouth-rock-blue mouth-rock-blue sandbank-blue river-rock-blue";
    let mut g = Slow::with(
        2,
        &[hand, IDLE],
        &[(1, "river-rock-blue river-rock-blue"), (2, "river-rock-green+p1 river-rock-green+p2")],
    );
    let after = |first: &str| {
        let mut copy = g.clone();
        play(&mut copy, &[first]);
        copy.legal()
            .into_iter()
            .filter(|m| ["lake", "mouth", "bend", "sandbank"].contains(&m.split(':').next().unwrap()))
            .count()
    };
    for first in ["lake:rock-blue:1", "mouth:rock-blue:2", "sandbank:blue:1:1", "sandbank:blue:1:2"] {
        assert_eq!(after(first), 0, "{first}");
    }
    assert!(after("river:rock-blue:1") > 0);
    assert!(after("discard:lake-rock-blue") > 0);
    play(&mut g, &["lake:rock-blue:1", "discard:mouth-rock-blue", "discard:mouth-rock-blue"]);
    deal(&mut g);
    assert_eq!(g.turn(), "p2");
    play(&mut g, &["end"]);
    assert!(has(&g, "sandbank:blue:1:1")); // the next own turn
}

#[test]
fn lake_then_mouth_is_illegal() {
    let mut g = Slow::with(2, &["lake-rock-blue mouth-rock-blue"], &[(1, "river-rock-blue")]);
    play(&mut g, &["lake:rock-blue:1"]);
    assert!(is_refused(&g, "mouth:rock-blue:1"));
}

#[test]
fn a_bend_counts_as_the_special_card_of_the_turn() {
    let mut g = Slow::with(2, &["bend-rock-blue mouth-rock-blue"], &[(1, "river-rock-blue+p1 river-rock-blue+p2")]);
    play(&mut g, &["bend:rock-blue:1:1x2"]);
    assert_eq!(g.legal(), names(&["discard:mouth-rock-blue", "end"]));
}

#[test]
fn the_most_downstream_card_is_the_one_to_match_whoever_laid_it() {
    // ruling 3
    for last in ["lake-grass-green", "bend-grass-green", "river-grass-green"] {
        let river = format!("river-rock-blue river-rock-green {last}");
        let mut g = Slow::with(2, &["river-rock-blue mouth-steppe-green river-grass-brown"], &[(1, &river)]);
        assert!(!has(&g, "river:rock-blue:1"));
        assert!(has(&g, "mouth:steppe-green:1"));
        assert!(has(&g, "river:grass-brown:1"));
        play(&mut g, &["river:grass-brown:1"]);
        assert!(!has(&g, "mouth:steppe-green:1"));
    }
}

#[test]
fn a_sandbank_is_never_the_card_to_match() {
    // ruling 3: a covered card is the head, never the last card
    let hand = "sandbank-blue river-rock-blue river-rock-brown";
    let mut g = Slow::with(2, &[hand], &[(1, "river-grass-green river-grass-blue river-grass-brown")]);
    play(&mut g, &["sandbank:blue:1:2"]);
    assert_eq!(g.river_text(1), "river-grass-blue/sandbank-blue river-grass-brown");
    assert!(is_refused(&g, "river:rock-blue:1"));
    play(&mut g, &["river:rock-brown:1"]);
    assert_eq!(g.river_text(1), "river-grass-blue/sandbank-blue river-grass-brown river-rock-brown");
}

#[test]
fn a_special_card_may_follow_a_river_card_of_the_same_turn() {
    // ruling 4
    let g = Slow::with(2, &["river-rock-blue mouth-rock-blue lake-rock-blue sandbank-blue bend-grass-blue"], &[]);
    let mut source = g.clone();
    play(&mut source, &["river:rock-blue:new"]);
    assert!(has(&source, "mouth:rock-blue:1"));
    assert!(has(&source, "lake:rock-blue:1"));
    assert!(has(&source, "sandbank:blue:1:1"));
    assert_eq!(beginning(&source, "bend"), names(&[])); // no two bridges
    play(&mut source, &["mouth:rock-blue:1"]);
    assert_eq!((source.rivers.len(), source.scores()), (0, vec![0, 0]));
}

// ---- six rivers ----

const SIX: [(usize, &str); 6] = [
    (1, "river-rock-blue"),
    (2, "river-rock-green"),
    (3, "river-rock-brown river-forest-brown"),
    (4, "river-grass-blue"),
    (5, "river-grass-green"),
    (6, "river-steppe-brown"),
];

#[test]
fn never_more_than_six_rivers_at_a_time() {
    let five = Slow::with(2, &["river-forest-blue"], &SIX[..5]);
    assert!(has(&five, "river:forest-blue:new"));
    let six = Slow::with(2, &["river-forest-blue"], &SIX);
    assert_eq!(
        six.legal(),
        names(&[
            "discard:river-forest-blue",
            "end",
            "river:forest-blue:1",
            "river:forest-blue:3",
            "river:forest-blue:4"
        ])
    );
}

#[test]
fn a_mouth_frees_a_place_among_the_six_at_once() {
    // ruling 5, worked example
    let mut g = Slow::with(2, &["river-forest-blue mouth-grass-green"], &SIX);
    assert!(is_refused(&g, "river:forest-blue:new"));
    play(&mut g, &["mouth:grass-green:5", "river:forest-blue:new"]);
    assert_eq!(g.river_text(5), "river-forest-blue"); // the lowest free number
    assert_eq!(g.river_text(6), "river-steppe-brown"); // rivers keep their number
}

#[test]
fn a_dried_river_frees_a_place_among_the_six_at_once() {
    // ruling 5
    let mut g = Slow::with(2, &["river-forest-blue sandbank-brown river-forest-green"], &SIX);
    let mut half = g.clone();
    play(&mut half, &["sandbank:brown:3:1"]);
    assert!(is_refused(&half, "river:forest-blue:new")); // that river stays
    play(&mut g, &["sandbank:brown:3:2", "river:forest-blue:new"]);
    assert_eq!(g.river_text(3), "river-forest-blue");
    assert!(is_refused(&g, "river:forest-green:new"));
}

#[test]
fn the_lowest_free_number_is_taken() {
    let mut g = Slow::with(
        2,
        &["river-forest-blue river-forest-green river-forest-brown"],
        &[(2, "river-rock-green"), (4, "river-grass-blue")],
    );
    play(&mut g, &["river:forest-blue:new", "river:forest-green:new", "river:forest-brown:new"]);
    assert_eq!(g.river_text(1), "river-forest-blue");
    assert_eq!(g.river_text(3), "river-forest-green");
    assert_eq!(g.river_text(5), "river-forest-brown");
}

// ---- mouths and scoring ----

/// Head R, R with X's bridge, lake, R with Y's bridge, bend, R.
const EXAMPLE: &str =
    "river-rock-blue river-rock-blue+p1 lake-rock-blue river-rock-blue+p2 bend-rock-blue river-rock-blue";

#[test]
fn worked_example_of_a_mouth() {
    let mut g = Slow::with(3, &["mouth-rock-blue"], &[(1, EXAMPLE)]);
    play(&mut g, &["mouth:rock-blue:1"]);
    assert_eq!(part(&g, "rivers"), [9, 4, 0]);
    assert_eq!(part(&g, "final"), [0, 0, 0]);
    assert_eq!(g.bridges, [4, 4, 4]);
    assert_eq!((g.rivers.len(), g.removed.len()), (0, 7));
}

#[test]
fn worked_example_of_the_end_of_the_game() {
    let mut g = full(Slow::with(3, &[], &[(1, EXAMPLE)]));
    play(&mut g, &["end"; 5]);
    assert_eq!((part(&g, "final"), g.turn().as_str()), (vec![0, 0, 0], "p3"));
    play(&mut g, &["end"]);
    assert_eq!(g.turn(), "over");
    assert_eq!(part(&g, "rivers"), [0, 0, 0]);
    assert_eq!(part(&g, "final"), [4, 2, 0]);
    assert_eq!(g.scores(), [4, 2, 0]);
}

#[test]
fn a_lake_below_a_bridge_is_worth_four_in_all_and_one_above_nothing() {
    let score = |river: &str| {
        let mut g = Slow::with(2, &["mouth-rock-blue"], &[(1, river)]);
        play(&mut g, &["mouth:rock-blue:1"]);
        g.points[0]
    };
    assert_eq!(score("river-rock-blue+p1"), 2); // the mouth counts
    assert_eq!(score("river-rock-blue+p1 lake-rock-blue"), 6);
    assert_eq!(score("river-rock-blue+p1 lake-rock-blue lake-rock-green river-rock-blue"), 11);
    assert_eq!(score("river-rock-blue lake-rock-blue river-rock-blue+p1"), 2);
    assert_eq!(score("river-rock-blue lake-rock-blue lake-rock-green river-rock-blue"), 0);
}

#[test]
fn a_mouth_scores_every_bridge_and_the_bridges_may_be_used_again_this_turn() {
    let rivers =
        [(1, "river-rock-blue+p1 river-rock-blue+p1 river-rock-blue+p2 river-rock-blue+p1 river-rock-blue+p1")];
    let mut g = Slow::with(2, &["river-rock-green river-forest-green mouth-rock-blue mouth-rock-green"], &rivers);
    play(&mut g, &["river:rock-green:new"]);
    assert_eq!((g.bridges[0], beginning(&g, "bridge")), (0, names(&[]))); // none at home
    play(&mut g, &["mouth:rock-blue:1"]);
    assert_eq!(g.points, [6 + 5 + 3 + 2, 4]);
    assert_eq!((g.bridges.clone(), beginning(&g, "bridge")), (vec![4, 4], names(&["bridge:2:1"])));
    play(&mut g, &["bridge:2:1"]);
    assert_eq!((g.bridges[0], g.river_text(2).as_str()), (3, "river-rock-green+p1"));
}

#[test]
fn river_card_bridge_on_it_mouth() {
    // worked example: legal, 2 points at least; "bridge" first: illegal
    let hand = "river-rock-blue mouth-rock-blue";
    let mut g = Slow::with(2, &[hand], &[]);
    play(&mut g, &["river:rock-blue:new", "bridge:1:1", "mouth:rock-blue:1"]);
    assert_eq!((g.points.clone(), g.bridges.clone(), g.turn().as_str()), (vec![2, 0], vec![4, 4], "chance"));
    let mut g = Slow::with(2, &[hand], &[(1, "river-rock-green river-rock-green")]);
    assert!(is_refused(&g, "bridge:1:1") && is_refused(&g, "bridge:1:2"));
    play(&mut g, &["river:rock-blue:1", "bridge:1:3", "mouth:rock-blue:1"]);
    assert_eq!(g.points, [2, 0]);
}

// ---- bends ----

#[test]
fn a_bend_swaps_two_bridges_at_once() {
    let river = "river-rock-blue+p1 river-rock-blue river-rock-blue+p2 lake-rock-blue river-rock-blue+p2";
    let mut g = Slow::with(3, &["bend-rock-blue"], &[(4, river)]);
    let pairs = ["bend:rock-blue:4:1x3", "bend:rock-blue:4:1x5", "bend:rock-blue:4:3x5"];
    assert_eq!(beginning(&g, "bend"), names(&pairs)); // also two of one owner (ruling 6)
    assert!(is_refused(&g, "bend:rock-blue:4") && is_refused(&g, "bend:rock-blue:4:3x1"));
    let mut same = g.clone();
    play(&mut same, &["bend:rock-blue:4:3x5"]);
    assert_eq!(same.river_text(4), format!("{river} bend-rock-blue"));
    play(&mut g, &["bend:rock-blue:4:1x3"]);
    let swapped =
        "river-rock-blue+p2 river-rock-blue river-rock-blue+p1 lake-rock-blue river-rock-blue+p2 bend-rock-blue";
    assert_eq!((g.river_text(4).as_str(), g.actions), (swapped, 1)); // at no extra action
    assert_eq!(g.bridges, [3, 2, 4]);
}

#[test]
fn a_bend_may_swap_bridges_of_others_only() {
    let mut g = Slow::with(3, &["bend-rock-blue"], &[(1, "river-rock-blue+p3 river-rock-blue+p2")]);
    play(&mut g, &["bend:rock-blue:1:1x2"]);
    assert_eq!(g.river_text(1), "river-rock-blue+p2 river-rock-blue+p3 bend-rock-blue");
}

#[test]
fn a_bend_with_fewer_than_two_bridges_can_only_be_discarded() {
    for river in ["river-rock-blue river-rock-blue", "river-rock-blue+p2 river-rock-blue"] {
        let g = Slow::with(2, &["bend-rock-blue"], &[(1, river), (2, "river-grass-green+p1 river-grass-green+p2")]);
        assert_eq!(g.legal(), names(&["discard:bend-rock-blue", "end"])); // river 2 does not match
    }
}

#[test]
fn a_bridge_of_this_turn_may_be_swapped() {
    let hand = "river-rock-blue river-grass-blue bend-rock-blue";
    let mut g = Slow::with(2, &[hand], &[(1, "river-rock-blue+p2")]);
    play(&mut g, &["river:rock-blue:1"]);
    assert_eq!(beginning(&g, "bend"), names(&[]));
    play(&mut g, &["bridge:1:2"]);
    assert_eq!(beginning(&g, "bend"), names(&["bend:rock-blue:1:1x2"]));
    play(&mut g, &["bend:rock-blue:1:1x2"]);
    assert_eq!(g.river_text(1), "river-rock-blue+p1 river-rock-blue+p2 bend-rock-blue");
}

#[test]
fn a_bend_does_not_hinder_or_grant_a_bridge() {
    let mut g = Slow::with(2, &["river-rock-blue bend-rock-blue"], &[(1, "river-rock-blue+p2 river-rock-blue+p1")]);
    play(&mut g, &["river:rock-blue:1", "bend:rock-blue:1:1x2"]);
    assert_eq!(beginning(&g, "bridge"), names(&["bridge:1:3"])); // not on the bend, card 4
    play(&mut g, &["bridge:1:3"]);
    assert_eq!(g.river_text(1), "river-rock-blue+p1 river-rock-blue+p2 river-rock-blue+p1 bend-rock-blue");
}

// ---- sandbanks ----

#[test]
fn worked_example_of_a_sandbank() {
    let river = "river-rock-blue river-rock-blue+p1 river-rock-blue+p2 lake-rock-blue river-rock-blue river-rock-blue+p2 river-rock-green";
    let mut g = Slow::with(2, &["sandbank-blue"], &[(3, river)]);
    assert_eq!(beginning(&g, "sandbank"), names(&["sandbank:blue:3:1", "sandbank:blue:3:5"]));
    play(&mut g, &["sandbank:blue:3:5"]);
    assert_eq!(g.river_text(3), "river-rock-blue/sandbank-blue river-rock-blue+p2 river-rock-green");
    assert_eq!((g.bridges.clone(), g.scores()), (vec![4, 3], vec![0, 0])); // home, unscored
    assert_eq!(g.removed.len(), 4);
}

#[test]
fn a_sandbank_wants_its_own_water_and_a_plain_river_card_without_a_bridge() {
    let g = Slow::with(
        2,
        &["sandbank-green"],
        &[
            (1, "river-rock-brown"),
            (2, "river-rock-green+p2 lake-rock-green"),
            (3, "river-rock-green+p1 river-grass-green+p1 bend-rock-green"),
        ],
    );
    assert_eq!(g.legal(), names(&["discard:sandbank-green", "end"])); // brown, bridge, lake, bend
    assert!(is_refused(&g, "sandbank:green:1:1"));
    assert!(is_refused(&g, "sandbank:green:2:2"));
}

#[test]
fn a_sandbank_lies_anywhere_in_any_river_and_needs_no_match_with_the_last_card() {
    let g = Slow::with(
        2,
        &["sandbank-green"],
        &[(1, "river-rock-green river-rock-green+p2 river-grass-green river-grass-blue"), (6, "river-forest-green")],
    );
    assert_eq!(beginning(&g, "sandbank"), names(&["sandbank:green:1:1", "sandbank:green:1:3", "sandbank:green:6:1"]));
}

#[test]
fn on_the_last_card_the_whole_river_goes() {
    let mut g = Slow::with(
        2,
        &["sandbank-blue"],
        &[(2, "river-rock-blue+p2 lake-rock-blue"), (3, "river-rock-blue+p2 lake-rock-green river-rock-blue")],
    );
    play(&mut g, &["sandbank:blue:3:3"]);
    assert_eq!((g.rivers.len(), g.bridges.clone(), g.scores()), (1, vec![4, 3], vec![0, 0]));
    assert_eq!(g.removed, names(&["river-rock-blue", "lake-rock-green", "river-rock-blue", "sandbank-blue"]));
}

#[test]
fn on_the_source_it_has_no_effect_unless_that_is_the_last_card() {
    // ruling 7
    let mut g =
        Slow::with(2, &["sandbank-blue"], &[(1, "river-rock-blue river-rock-blue+p1"), (2, "river-grass-blue")]);
    let mut alone = g.clone();
    play(&mut alone, &["sandbank:blue:2:1"]);
    assert_eq!(alone.rivers.keys().collect::<Vec<_>>(), [&1]);
    play(&mut g, &["sandbank:blue:1:1"]);
    assert_eq!(g.river_text(1), "river-rock-blue/sandbank-blue river-rock-blue+p1");
    assert_eq!(g.removed.len(), 0);
}

#[test]
fn a_sandbank_may_lie_on_a_card_of_this_turn() {
    // ruling 7: on the last card, so the whole river goes; then on one that another card follows
    let hand = "river-rock-blue river-rock-green sandbank-blue";
    let mut g = Slow::with(2, &[hand], &[(1, "river-rock-brown+p1 river-rock-brown")]);
    let mut last = g.clone();
    play(&mut last, &["river:rock-blue:1", "sandbank:blue:1:3"]);
    assert_eq!((last.rivers.len(), last.bridges[0]), (0, 4));
    assert_eq!(beginning(&last, "bridge"), names(&[])); // that river is no more
    play(&mut g, &["river:rock-blue:1", "river:rock-green:1"]);
    assert_eq!(beginning(&g, "bridge"), names(&["bridge:1:3", "bridge:1:4"]));
    play(&mut g, &["sandbank:blue:1:3"]);
    assert_eq!(g.river_text(1), "river-rock-blue/sandbank-blue river-rock-green");
}

#[test]
fn a_covered_card_takes_no_bridge_and_no_second_sandbank() {
    // ruling 7
    let hand = "river-rock-blue sandbank-blue sandbank-blue river-rock-blue";
    let mut g = Slow::with(2, &[hand, IDLE], &[(1, "river-rock-blue")]);
    play(&mut g, &["river:rock-blue:1", "sandbank:blue:1:1"]);
    assert_eq!(g.river_text(1), "river-rock-blue/sandbank-blue river-rock-blue");
    assert_eq!(beginning(&g, "bridge"), names(&["bridge:1:2"]));
    play(&mut g, &["end"]);
    deal(&mut g);
    play(&mut g, &["end"]);
    assert_eq!(beginning(&g, "sandbank"), names(&["sandbank:blue:1:2"]));
}

#[test]
fn a_bridge_on_a_card_of_this_turn_after_the_cards_above_it_dried() {
    // after drying, cards are renumbered from the new head (ruling 7)
    let river = "river-rock-blue+p1 river-rock-blue+p1 river-rock-blue+p1 river-rock-blue+p1 river-grass-blue river-grass-green";
    let mut g = Slow::with(2, &["river-grass-brown sandbank-blue"], &[(1, river)]);
    play(&mut g, &["river:grass-brown:1"]);
    assert_eq!(beginning(&g, "bridge"), names(&[])); // no bridge at home
    play(&mut g, &["sandbank:blue:1:5"]);
    assert_eq!((g.bridges[0], beginning(&g, "bridge")), (4, names(&["bridge:1:3"])));
    play(&mut g, &["bridge:1:3"]);
    assert_eq!(g.river_text(1), "river-grass-blue/sandbank-blue river-grass-green river-grass-brown+p1");
}

#[test]
fn bends_count_from_the_new_head_too() {
    let river = "river-rock-blue river-rock-green river-rock-green+p1 river-rock-green river-rock-green+p2";
    let mut g = Slow::with(2, &["sandbank-green river-rock-green", "bend-rock-green"], &[(1, river)]);
    play(&mut g, &["sandbank:green:1:2", "end"]);
    deal(&mut g);
    assert_eq!(beginning(&g, "bend"), names(&["bend:rock-green:1:2x4"]));
}

#[test]
fn a_covered_card_holds_a_place_and_a_second_sandbank_takes_it_away() {
    let river = "river-rock-blue/sandbank-blue river-rock-blue+p2 river-rock-blue river-rock-blue+p1";
    let mut g = Slow::with(2, &["sandbank-blue mouth-rock-blue"], &[(1, river)]);
    let mut ended = g.clone();
    play(&mut ended, &["mouth:rock-blue:1"]);
    assert_eq!((ended.points.clone(), ended.removed.len()), (vec![2, 4], 6));
    assert_eq!(beginning(&g, "sandbank"), names(&["sandbank:blue:1:3"])); // the covered card is 1
    play(&mut g, &["sandbank:blue:1:3"]);
    assert_eq!(g.river_text(1), "river-rock-blue/sandbank-blue river-rock-blue+p1");
    assert_eq!(g.removed, names(&["river-rock-blue", "sandbank-blue", "river-rock-blue"]));
}

#[test]
fn dried_cards_and_their_lakes_do_not_count_any_more() {
    let river = "river-rock-blue+p1 lake-rock-blue river-rock-blue river-rock-blue+p1 lake-rock-green";
    let mut g = full(Slow::with(2, &["sandbank-blue mouth-rock-green"], &[(1, river)]));
    play(&mut g, &["sandbank:blue:1:3", "end"]);
    deal(&mut g);
    play(&mut g, &["end", "mouth:rock-green:1"]);
    assert_eq!(g.points, [3 + 3, 0]); // bridge, lake, mouth
}

// ---- bridges ----

#[test]
fn a_bridge_stands_on_any_river_card_of_this_turn() {
    let hand = "river-rock-blue river-rock-green lake-rock-green";
    let mut g = Slow::with(2, &[hand], &[(2, "river-rock-brown"), (3, "river-rock-green+p2")]);
    play(&mut g, &["river:rock-blue:2", "river:rock-green:new"]);
    assert_eq!(beginning(&g, "bridge"), names(&["bridge:1:1", "bridge:2:2"])); // not on the older cards
    let mut end = g.clone();
    play(&mut end, &["bridge:2:2"]); // third action
    assert_eq!((end.turn().as_str(), end.river_text(2).as_str()), ("chance", "river-rock-brown river-rock-blue+p1"));
}

#[test]
fn a_bridge_stands_on_no_lake_and_no_bend() {
    let rivers = [(1, "river-rock-blue+p1 river-rock-blue+p2")];
    for mv in ["lake:rock-blue:1", "bend:rock-blue:1:1x2"] {
        let mut g = Slow::with(2, &["lake-rock-blue bend-rock-blue"], &rivers);
        play(&mut g, &[mv]);
        assert_eq!(beginning(&g, "bridge"), names(&[]), "{mv}");
    }
}

#[test]
fn a_river_card_below_which_a_lake_was_laid_still_takes_a_bridge() {
    let mut g = Slow::with(2, &["river-rock-blue lake-rock-blue"], &[]);
    play(&mut g, &["river:rock-blue:new", "lake:rock-blue:1", "bridge:1:1"]);
    assert_eq!(g.river_text(1), "river-rock-blue+p1 lake-rock-blue");
}

#[test]
fn a_bridge_is_not_built_in_a_river_that_ended() {
    let mut g =
        Slow::with(2, &["river-rock-blue mouth-rock-blue"], &[(1, "river-rock-green"), (2, "river-rock-green")]);
    play(&mut g, &["river:rock-blue:1", "mouth:rock-blue:1"]);
    assert_eq!(g.legal(), names(&["end"]));
}

#[test]
fn a_bridge_is_not_built_on_a_card_of_an_earlier_turn() {
    let hand = "river-rock-blue river-rock-blue";
    let mut g = Slow::with(2, &[hand, hand], &[]);
    play(&mut g, &["river:rock-blue:new", "end"]);
    deal(&mut g);
    assert_eq!((g.turn().as_str(), beginning(&g, "bridge")), ("p2", names(&[])));
    play(&mut g, &["river:rock-blue:1"]);
    assert_eq!(beginning(&g, "bridge"), names(&["bridge:1:2"]));
}

#[test]
fn one_bridge_in_a_turn_even_if_it_came_home_again() {
    let hand = "river-rock-blue river-rock-blue mouth-rock-blue sandbank-blue";
    let mut g = Slow::with(2, &[hand], &[]);
    play(&mut g, &["river:rock-blue:new", "bridge:1:1"]);
    assert!(has(&g, "river:rock-blue:1") && beginning(&g, "bridge").is_empty());
    let mut again = Slow::with(2, &["river-rock-blue river-rock-green"], &[]);
    play(&mut again, &["river:rock-blue:new", "river:rock-green:1", "bridge:1:1"]);
    assert_eq!(again.turn(), "chance");
    play(&mut g, &["mouth:rock-blue:1"]);
    assert_eq!((g.points[0], g.bridges[0]), (2, 4));
}

#[test]
fn no_bridge_without_one_at_home() {
    let river = "river-rock-blue+p1 river-rock-blue+p1 river-rock-blue+p1 river-rock-blue+p1";
    let mut g = Slow::with(2, &["river-rock-blue"], &[(1, river)]);
    assert_eq!(g.bridges, [0, BRIDGES]);
    play(&mut g, &["river:rock-blue:1"]);
    assert_eq!(g.legal(), names(&["end"]));
}

// ---- the end of a turn ----

#[test]
fn the_hand_is_refilled_one_card_at_a_time_and_always_by_chance() {
    let hand = "river-rock-blue river-rock-blue river-rock-blue river-rock-blue river-rock-blue";
    let mut g = Slow::with(2, &[hand, IDLE], &[]);
    leave_in_stack(&mut g, "lake-grass-blue");
    play(&mut g, &["river:rock-blue:new", "end"]);
    assert_eq!(g.outcomes(), [("deal:lake-grass-blue".to_string(), 1)]); // one outcome is a move too
    play(&mut g, &["deal:lake-grass-blue"]);
    assert_eq!(g.turn(), "p2");
}

#[test]
fn removed_and_discarded_cards_never_come_back() {
    // ruling 8
    let mut g = Slow::with(2, &["mouth-rock-blue river-rock-green sandbank-blue", IDLE], &[(1, "river-rock-blue")]);
    leave_in_stack(
        &mut g,
        "river-rock-brown river-rock-brown lake-grass-green lake-grass-blue lake-grass-brown river-forest-blue",
    );
    let before = g.discards.len();
    play(&mut g, &["mouth:rock-blue:1", "discard:river-rock-green", "discard:sandbank-blue"]);
    assert_eq!(g.discards[before..], names(&["river-rock-green", "sandbank-blue"]));
    assert_eq!(g.removed, names(&["river-rock-blue", "mouth-rock-blue"]));
    assert_eq!(g.outcomes().iter().map(|(_, weight)| weight).sum::<u32>(), 6);
    assert_eq!(g.outcomes().len(), 5);
    deal(&mut g); // five cards
    assert_eq!((g.stack.len(), g.turn().as_str()), (1, "p2"));
}

// ---- the end of the game ----

#[test]
fn as_many_empty_turns_as_players_bring_the_last_round() {
    // ruling 1
    for players in 2..=5 {
        let mut g = full(Slow::with(players, &[], &[]));
        for n in 0..players {
            assert_eq!((g.turn(), g.turns_left), (format!("p{}", n + 1), None));
            play(&mut g, &["end"]);
        }
        for n in 0..players {
            assert_eq!((g.turn(), g.turns_left), (format!("p{}", n + 1), Some(players - n)));
            play(&mut g, &["end"]); // empty turns of the last round trigger nothing
        }
        assert_eq!(g.turn(), "over");
    }
}

#[test]
fn empty_turns_must_follow_one_another() {
    let mut g = full(Slow::with(3, &[], &[]));
    play(&mut g, &["end", "end"]);
    assert_eq!(g.empty_turns, 2);
    let card = g.hands[2][0].clone();
    play(&mut g, &[&format!("discard:{card}"), "end"]); // a discard is an action
    deal(&mut g);
    assert_eq!((g.empty_turns, g.turns_left), (0, None));
    play(&mut g, &["end", "end"]);
    assert_eq!(g.turns_left, None);
    play(&mut g, &["end"]); // p3 passes as the last one
    assert_eq!((g.turns_left, g.turn().as_str()), (Some(3), "p1"));
}

#[test]
fn the_last_round_after_passing_begins_with_the_left_neighbor_and_nobody_draws() {
    let hand = "river-rock-blue river-rock-blue river-rock-blue river-rock-blue river-rock-blue";
    let mut g = Slow::with(2, &[hand, IDLE], &[]);
    play(&mut g, &["river:rock-blue:new", "end"]);
    deal(&mut g);
    play(&mut g, &["end", "end"]); // p2, p1
    assert_eq!((g.turn().as_str(), g.turns_left), ("p2", Some(2)));
    let stack = g.stack.len();
    play(&mut g, &["river:grass-brown:new", "bridge:2:1", "river:grass-brown:2"]);
    assert_eq!((g.turn().as_str(), g.hands[1].len(), g.stack.len()), ("p1", 3, stack));
    play(&mut g, &["river:rock-blue:1", "end"]);
    assert_eq!((g.turn().as_str(), part(&g, "final")), ("over", vec![0, 1]));
}

#[test]
fn the_last_card_triggers_the_last_round_of_one_turn_each() {
    let mut g = Slow::with(3, &["river-rock-blue river-rock-green", IDLE, "river-rock-brown"], &[]);
    leave_in_stack(&mut g, "lake-rock-blue lake-rock-green lake-rock-brown");
    play(&mut g, &["discard:river-rock-blue", "end"]);
    let mut at_once = g.clone();
    play(&mut at_once, &["deal:lake-rock-brown", "deal:lake-rock-blue"]);
    assert_eq!((at_once.turn().as_str(), at_once.turns_left), ("chance", None));
    play(&mut g, &["deal:lake-rock-blue", "deal:lake-rock-brown", "deal:lake-rock-green"]);
    assert_eq!((g.hands[0].len(), g.turns_left), (4, Some(3))); // the refill stops with the stack
    for seat in ["p2", "p3"] {
        assert_eq!(g.turn(), seat);
        let first = g.legal()[0].clone();
        assert!(first.starts_with("discard"));
        play(&mut g, &[&first, "end"]); // nobody draws
    }
    assert_eq!((g.turn().as_str(), g.hands[1].len(), g.hands[2].len()), ("p1", 4, 0)); // the one who drew it, too
    play(&mut g, &["river:rock-green:new", "lake:rock-green:1", "bridge:1:1"]);
    assert_eq!((g.turn().as_str(), g.scores()), ("over", vec![3, 0, 0])); // (2 + 3) / 2, rounded up
}

#[test]
fn the_last_card_may_fill_the_hand_exactly() {
    let mut g = Slow::with(2, &[IDLE, IDLE_GREEN], &[]);
    leave_in_stack(&mut g, "lake-rock-blue lake-rock-green");
    play(&mut g, &["discard:river-grass-brown", "discard:river-grass-brown", "end", "deal:lake-rock-blue"]);
    assert_eq!(g.turns_left, None);
    play(&mut g, &["deal:lake-rock-green"]);
    assert_eq!((g.hands[0].len(), g.turns_left, g.turn().as_str()), (HAND, Some(2), "p2"));
}

#[test]
fn the_last_round_is_triggered_once_only() {
    // ruling 1: everybody passes in the last round, with an empty stack and with a full one
    let mut g = full(Slow::with(2, &[IDLE], &[]));
    leave_in_stack(&mut g, "lake-rock-blue");
    play(&mut g, &["discard:river-grass-brown", "end", "deal:lake-rock-blue", "end", "end"]);
    assert_eq!(g.turn(), "over");
    // passing, then one more turn each whatever is done in it
    let mut g = full(Slow::with(3, &[IDLE], &[]));
    play(&mut g, &["end", "end", "end", "discard:river-grass-brown", "end", "end"]);
    assert_eq!((g.turns_left, g.turn().as_str()), (Some(1), "p3"));
    play(&mut g, &["end"]);
    assert_eq!(g.turn(), "over");
}

#[test]
fn the_third_action_of_the_last_turn_ends_the_game() {
    let mut g = Slow::with(2, &[IDLE, IDLE_GREEN], &[]);
    play(&mut g, &["end", "end", "end"]);
    assert_eq!((g.turn().as_str(), g.turns_left), ("p2", Some(1)));
    play(&mut g, &["river:grass-green:new", "bridge:1:1"]);
    assert_eq!((g.turn().as_str(), part(&g, "final")), ("p2", vec![0, 0]));
    let mut ended = g.clone();
    play(&mut ended, &["end"]);
    play(&mut g, &["discard:river-grass-green"]);
    for over in [g, ended] {
        assert_eq!((over.turn().as_str(), over.legal(), over.outcomes()), ("over", vec![], vec![]));
        assert_eq!(over.scores(), [0, 1]);
    }
}

#[test]
fn what_remains_scores_half_rounded_up_for_every_bridge_by_itself() {
    let rivers = [(2, "river-rock-blue+p1 river-rock-blue+p2 river-rock-blue+p1"), (6, "river-grass-green+p1")];
    let mut g = full(Slow::with(2, &[], &rivers));
    play(&mut g, &["end", "end", "end", "end"]);
    assert_eq!(part(&g, "final"), [2 + 1 + 1, 1]); // of 3, 1 and 1; of 2
}

#[test]
fn most_points_win_and_ties_share_the_win() {
    // ruling 9
    let rivers = [(1, "river-rock-blue+p3 river-rock-blue+p1"), (2, "river-rock-blue+p1"), (3, "river-rock-blue+p3")];
    let mut g = full(Slow::with(3, &[], &rivers));
    assert_eq!((g.winners(), g.shares()), (vec![], vec![0.0; 3]));
    play(&mut g, &["end"; 6]);
    assert_eq!((g.scores(), g.winners(), g.shares()), (vec![2, 0, 2], vec![0, 2], vec![0.5, 0.0, 0.5]));
    let mut g = full(Slow::with(2, &[], &[(4, "river-rock-blue+p2")]));
    play(&mut g, &["end"; 4]);
    assert_eq!((g.winners(), g.shares()), (vec![1], vec![0.0, 1.0]));
}

#[test]
fn points_of_mouths_and_of_the_end_add_up() {
    let rivers =
        [(1, "river-rock-blue+p1 river-rock-blue+p2"), (2, "river-rock-green river-rock-green+p2 river-rock-green")];
    let mut g = Slow::with(
        2,
        &["mouth-rock-blue river-grass-brown river-grass-brown river-grass-brown river-grass-brown"],
        &rivers,
    );
    leave_in_stack(&mut g, "lake-grass-blue");
    play(&mut g, &["mouth:rock-blue:1", "end", "deal:lake-grass-blue"]);
    assert_eq!(g.scores(), [3, 2]);
    play(&mut g, &["end", "end"]);
    assert_eq!((part(&g, "rivers"), part(&g, "final"), g.scores()), (vec![3, 2], vec![0, 1], vec![3, 3]));
    assert_eq!(g.shares(), [0.5, 0.5]);
}
