//! Scored boards, river placements and rules from public examples (`tests/data/carcassonne/golden.json`).

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use riverlab_engine::games::carcassonne::{Carcassonne, Cell, FeatureKind, Move, RiversInPlay, TileIdx};
use riverlab_engine::{Game, Seat, Turn};
use serde_json::Value;

use crate::carcassonne::oracle::{rules, rules_with};
use crate::lists::{deal_texts, legal_texts};

fn golden() -> Value {
    serde_json::from_str(include_str!("../../data/carcassonne/golden.json")).expect("JSON")
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn text(value: &Value) -> &str {
    value.as_str().expect("a text")
}

/// The tile of a step, its cell, and its direction as one of those that differ.
fn step_tile(state: &Carcassonne, step: &Value) -> (TileIdx, Cell, u8) {
    let number = |key: &str| step[key].as_i64().expect("a number");
    let tile = state.rules().tile_named(text(&step["tile"])).expect("a tile");
    let turns = number("rot") as u8 % state.rules().tile(tile).rotations;
    (tile, Cell { x: number("x") as i8, y: number("y") as i8 }, turns)
}

/// The tables that the options of a scenario stand for.
fn sets(options: &Value) -> Vec<String> {
    let mut sets = Vec::new();
    match options["farm_rule"].as_i64() {
        Some(1) => sets.extend(["farm.rule=1".into(), "farm.city=4".into()]),
        Some(rule) => sets.push(format!("farm.rule={rule}")),
        None => {}
    }
    if let Some(word) = options["two_tile_city"].as_str() {
        sets.push(format!("edition.two_tile_city={word}"));
    }
    if let Some(counts) = options["pigsty"].as_bool() {
        sets.push(format!("edition.pigsty={counts}"));
    }
    sets
}

/// The segments of the tile that was laid last: the name of each and all its sides or halves of sides.
fn segments(state: &Carcassonne) -> Vec<(String, String)> {
    let placed = state.board().placed().last().expect("a tile");
    let tile = state.rules().tile(placed.tile);
    let turned = &tile.turned[usize::from(placed.turns)];
    let join = |names: Vec<&str>, kind: &str| format!("{kind}:{}", names.join(","));
    let halves = ["Nw", "Ne", "En", "Es", "Se", "Sw", "Ws", "Wn"];
    let sides = riverlab_engine::games::carcassonne::Side::ALL;
    let all = |number: usize| match tile.segments[number].kind {
        FeatureKind::Monastery => "monastery".to_owned(),
        FeatureKind::Farm => {
            join((0..8).filter(|&half| turned.at_half(half) == Some(number)).map(|half| halves[half]).collect(), "farm")
        }
        kind => {
            let there = sides.into_iter().filter(|&side| turned.at_side(side) == Some(number));
            join(there.map(|side| ["N", "E", "S", "W"][side.index()]).collect(), kind.name())
        }
    };
    (0..tile.segments.len()).map(|number| (turned.spot(number).to_string(), all(number))).collect()
}

/// The meeple move of a step, whose "at" may be any side of the segment.
fn meeple(state: &Carcassonne, step: &Value) -> String {
    let Some(meeple) = step.get("meeple") else { return "none".to_owned() };
    let (kind, at) = (text(&meeple["kind"]), meeple["at"].as_str());
    let is_it = |all: &str| {
        let (this, places) = all.split_once(':').unwrap_or((all, ""));
        this == kind && at.is_none_or(|at| places.split(',').any(|place| place == at))
    };
    let found = segments(state).into_iter().find(|(_, all)| is_it(all)).expect("the tile has the segment");
    format!("meeple:{}", found.0)
}

/// Points by score part, and meeples in supply, of all seats.
fn standing(state: &Carcassonne) -> Vec<(Vec<i32>, i64)> {
    let of = |seat: Seat| (state.score_parts(seat)[..4].to_vec(), i64::from(state.player(seat).supply()));
    Seat::all(state.n_players()).map(of).collect()
}

/// What events pay, by seat and score part, and how many meeples they return.
fn paid(events: &Value, players: &[Value]) -> Vec<(Vec<i32>, i64)> {
    let mut paid = vec![(vec![0; 4], 0); players.len()];
    for event in list(events) {
        let part = match text(&event["feature"]) {
            "road" => 0,
            "city" => 1,
            "monastery" => 2,
            "farm" | "farms_total" | "city_supply" => 3,
            other => panic!("{other}"),
        };
        for (seat, name) in players.iter().enumerate() {
            if list(&event["to"]).contains(name) {
                paid[seat].0[part] += event["points"].as_i64().expect("points") as i32;
            }
            paid[seat].1 += event["returned"][text(name)].as_i64().unwrap_or(0);
        }
    }
    paid
}

fn check_scenario(scenario: &Value) {
    let id = text(&scenario["id"]);
    let sets = sets(&scenario["options"]);
    let rules = rules(&sets.iter().map(String::as_str).collect::<Vec<_>>());
    let players = list(&scenario["players"]);
    let steps = list(&scenario["steps"]);
    let start = rules.tile_named(text(&steps[0]["tile"])).expect("a tile");
    let mut state = Carcassonne::set_up_with(rules, players.len(), start, 0);
    for step in &steps[1..] {
        let seat = players.iter().position(|name| *name == step["by"]).expect("a player");
        let (tile, cell, turns) = step_tile(&state, step);
        state.set_drawn(Seat::new(seat), tile);
        let before = standing(&state);
        state.play(Move::Tile(cell, turns)).unwrap_or_else(|error| panic!("{id}: {error}\n{state}"));
        if let Some(allowed) = step.get("allowed") {
            let named = segments(&state);
            let mut spots: Vec<&str> = named
                .iter()
                .filter(|(name, _)| legal_texts(&state).contains(&format!("meeple:{name}")))
                .map(|(_, all)| all.as_str())
                .collect();
            let mut expected: Vec<&str> = list(allowed).iter().map(text).collect();
            spots.sort_unstable();
            expected.sort_unstable();
            assert_eq!(spots, expected, "{id}");
        }
        // Without a choice the turn is over.
        if state.turn() == Turn::Player(Seat::new(seat)) {
            let mv = state.parse_move(&meeple(&state, step)).expect("a move");
            state.play(mv).unwrap_or_else(|error| panic!("{id}: {error}\n{state}"));
        } else {
            assert!(step.get("meeple").is_none(), "{id}");
        }
        let (now, paid) = (standing(&state), paid(&step["events"], players));
        for idx in 0..players.len() {
            let (points, supply) = before[idx].clone();
            let sum: Vec<i32> = points.iter().zip(&paid[idx].0).map(|(then, points)| then + points).collect();
            let used = i64::from(idx == seat && step.get("meeple").is_some());
            assert_eq!(now[idx], (sum, supply - used + paid[idx].1), "{id}\n{state}");
        }
    }
    if scenario["final_scoring"] == true {
        let before = standing(&state);
        state.set_over();
        let pay = paid(&scenario["final_events"], players);
        for ((now, then), (points, _)) in standing(&state).iter().zip(before).zip(pay) {
            let sum: Vec<i32> = then.0.iter().zip(points).map(|(then, points)| then + points).collect();
            assert_eq!(now.0, sum, "{id}\n{state}");
        }
    }
    for (seat, name) in Seat::all(players.len()).zip(players) {
        let score: i32 = state.score_parts(seat).iter().sum();
        assert_eq!(Some(i64::from(score)), scenario["score"][text(name)].as_i64(), "{id}");
        let supply = i64::from(state.player(seat).supply());
        assert_eq!(Some(supply), scenario["supply_after"][text(name)].as_i64(), "{id}");
    }
}

#[test]
fn all_scenarios_come_out() {
    let golden = golden();
    let scenarios = list(&golden["scenarios"]);
    scenarios.iter().for_each(check_scenario);
    assert_eq!(scenarios.len(), 29);
}

#[test]
fn rivers_may_go_where_the_checks_say() {
    let golden = golden();
    let rules = rules_with(RiversInPlay::Both);
    for check in list(&golden["river_placement_checks"]) {
        let board = list(&check["board"]);
        let start = rules.tile_named(text(&board[0]["tile"])).expect("a tile");
        let turns = board[0]["rot"].as_u64().expect("a number") as u8;
        let mut state = Carcassonne::set_up_with(rules, 2, start, turns);
        for step in &board[1..] {
            let (tile, cell, turns) = step_tile(&state, step);
            state.set_drawn(Seat::FIRST, tile);
            state.play(Move::Tile(cell, turns)).unwrap_or_else(|error| panic!("{}: {error}\n{state}", check["id"]));
        }
        let (tile, cell, turns) = step_tile(&state, &check["candidate"]);
        state.set_drawn(Seat::FIRST, tile);
        assert_eq!(Some(state.is_legal(Move::Tile(cell, turns))), check["legal"].as_bool(), "{}\n{state}", check["id"]);
    }
    assert_eq!(list(&golden["river_placement_checks"]).len(), 8);
}

/// The tiles in the order in which they are dealt in a random game, for as long as the positions are such.
fn dealt(rivers: RiversInPlay, seed: u64, mut after: impl FnMut(&Carcassonne) -> bool) -> Vec<String> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut state = Carcassonne::new(rules_with(rivers), 2);
    let (mut names, mut buffer) = (Vec::new(), Vec::new());
    while state.turn() != Turn::Over {
        let mv = if state.turn() == Turn::Chance {
            let mv = state.draw(&mut rng);
            if let Move::DealTile(tile) = mv {
                names.push(state.rules().tile(tile).id.clone());
            }
            mv
        } else {
            state.random_move(&mut buffer, &mut rng)
        };
        state.play(mv).expect("legal");
        if !after(&state) {
            break;
        }
    }
    names
}

/// The rules of golden.json that are no boards, by their names.
#[test]
fn all_rule_checks_hold() {
    let golden = golden();
    for check in list(&golden["rule_checks"]) {
        match text(&check["id"]) {
            "volcano_lake_no_meeple" => {
                let rules = rules_with(RiversInPlay::Two);
                let lake = rules.tile_named("r2_volcano_lake").expect("a tile");
                let mut state = Carcassonne::new(rules, 3);
                state.set_drawn(Seat::new(1), lake);
                state.play(Move::Tile(Cell { x: 0, y: 1 }, 2)).expect("legal");
                // No meeple, and after the next deal the same player lays a tile.
                assert_eq!(state.turn(), Turn::Chance);
                let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
                while state.turn() == Turn::Chance {
                    state.play(state.draw(&mut rng)).expect("legal");
                }
                assert_eq!(state.turn(), Turn::Player(Seat::new(1)));
            }
            "plain_lake_normal" => {
                let rules = rules_with(RiversInPlay::One);
                let mut state = Carcassonne::new(rules, 3);
                state.set_drawn(Seat::new(1), rules.tile_named("r1_lake").expect("a tile"));
                state.play(Move::Tile(Cell { x: 0, y: 1 }, 2)).expect("legal");
                assert_eq!(legal_texts(&state), ["meeple:farm:Nw", "none"]);
            }
            "fork_first" => {
                for rivers in [RiversInPlay::Two, RiversInPlay::Both] {
                    let mut state = Carcassonne::new(rules_with(rivers), 2);
                    state.play(state.parse_move("deal:p1").expect("a move")).expect("legal");
                    assert_eq!(deal_texts(&state), [("deal:r2_fork".to_owned(), 1)]);
                }
            }
            "lake_last" | "river_before_land" => {
                for (rivers, draws, lake) in [
                    (RiversInPlay::One, 11, "r1_lake"),
                    (RiversInPlay::Two, 11, "r2_volcano_lake"),
                    (RiversInPlay::Both, 21, "r2_volcano_lake"),
                ] {
                    let names = dealt(rivers, 1, |_| true);
                    assert_eq!((names.len(), names[draws - 1].as_str()), (draws + 71, lake));
                    assert!(names[..draws].iter().all(|name| name.starts_with('r')));
                    assert!(names[draws..].iter().all(|name| !name.starts_with('r')));
                }
            }
            "no_meeple_on_river" => {
                // What can be claimed on a tile alone is each road, city, monastery and farm of the data, and no more.
                let rules = rules_with(RiversInPlay::Both);
                let json: Value =
                    serde_json::from_str(include_str!("../../../engine/data/carcassonne-tiles.json")).expect("JSON");
                let rivers = list(&json["tiles"]).iter().filter(|tile| !list(&tile["rivers"]).is_empty());
                for tile in rivers.filter(|tile| !list(&tile["flags"]).contains(&"volcano".into())) {
                    let mut state = Carcassonne::new(rules, 2);
                    let idx = rules.tile_named(text(&tile["id"])).expect("a tile");
                    state.set_drawn(Seat::FIRST, idx);
                    let mv = legal_texts(&state).first().cloned().expect("it fits at the source");
                    state.play(state.parse_move(&mv).expect("a move")).expect("legal");
                    let claimable =
                        ["roads", "cities", "farms"].map(|kind| list(&tile[kind]).len()).iter().sum::<usize>()
                            + usize::from(list(&tile["flags"]).contains(&"monastery".into()));
                    assert_eq!(legal_texts(&state).len(), claimable + 1, "{state}");
                }
            }
            "unplaceable_tile" => {
                let mut found = 0;
                for seed in 0..200 {
                    // Who lays the next tile: the left neighbor of the last one, also after tiles that fitted nowhere.
                    let (mut next, mut dealing) = (None, false);
                    dealt(RiversInPlay::One, seed, |state| {
                        let deals = state.turn() == Turn::Chance;
                        found += usize::from(dealing && deals && state.stack_len() < 81);
                        dealing = deals;
                        if let (Turn::Player(seat), Some(_)) = (state.turn(), state.drawn()) {
                            assert!(next.is_none_or(|next| next == seat), "{state}");
                            next = Some(seat.left(2));
                        }
                        state.stack_len() > 70
                    });
                }
                assert!(found > 0);
            }
            other => panic!("no test of {other}"),
        }
    }
    assert_eq!(list(&golden["rule_checks"]).len(), 7);
}

/// The share of random games with a river tile that fits nowhere, of those that rules.md gives, within 4 standard errors
/// and what they were rounded by.
#[test]
fn some_river_tiles_fit_nowhere() {
    for (rivers, share, rounding) in
        [(RiversInPlay::One, 0.038, 0.002), (RiversInPlay::Two, 0.10, 0.005), (RiversInPlay::Both, 0.22, 0.01)]
    {
        let games = 3000;
        let river_tiles = if rivers == RiversInPlay::Both { 21 } else { 11 };
        let with = (0..games).filter(|&seed| {
            // Until the first land tile: the source lies from the start.
            let mut laid = 0;
            dealt(rivers, seed, |state| {
                laid = state.board().placed().len() - 1;
                state.stack_len() >= 71 && laid < river_tiles
            });
            laid < river_tiles
        });
        let found = with.count() as f64 / games as f64;
        let error = (share * (1.0 - share) / games as f64).sqrt();
        assert!((found - share).abs() < rounding + 4.0 * error, "{rivers}: {found}");
    }
}

#[test]
fn the_box_has_the_numbers_of_the_rules() {
    let rules = rules_with(RiversInPlay::Both);
    let of = |prefix: fn(&str) -> bool| {
        let tiles = rules.tiles.iter().filter(|tile| prefix(&tile.id));
        (tiles.clone().count(), tiles.map(|tile| u32::from(tile.count)).sum::<u32>())
    };
    assert_eq!(of(|id| !id.starts_with('r')), (24, 72));
    assert_eq!(of(|id| id.starts_with("r1_")), (10, 12));
    assert_eq!(of(|id| id.starts_with("r2_")), (12, 12));
    assert_eq!(rules.tiles.iter().map(|tile| tile.segments.len()).max(), Some(8));
    assert_eq!(RiversInPlay::ALL.map(|rivers| rules_with(rivers).draws()), [71, 82, 82, 92]);
    let json: Value = serde_json::from_str(include_str!("../../../engine/data/carcassonne-tiles.json")).expect("JSON");
    for (set, sums) in json["_checks"].as_object().expect("a table") {
        let tiles = || list(&json["tiles"]).iter().filter(|tile| tile["set"] == **set);
        let kinds: Vec<_> =
            tiles().map(|tile| rules.tile(rules.tile_named(text(&tile["id"])).expect("a tile"))).collect();
        let sum = |of: &dyn Fn(&riverlab_engine::games::carcassonne::Tile) -> usize| -> usize {
            kinds.iter().map(|tile| usize::from(tile.count) * of(tile)).sum()
        };
        let expected = |key: &str| sums[key].as_u64().map(|sum| sum as usize);
        assert_eq!(Some(kinds.len()), expected("types"));
        assert_eq!(Some(sum(&|_| 1)), expected("tiles"));
        assert_eq!(Some(sum(&|tile| usize::from(tile.monastery().is_some()))), expected("monasteries"));
        assert_eq!(
            Some(sum(&|tile| tile.segments.iter().map(|segment| usize::from(segment.shields)).sum())),
            expected("shields")
        );
        for (terrain, kind) in [("road", Some(FeatureKind::Road)), ("city", Some(FeatureKind::City)), ("river", None)] {
            let sides = riverlab_engine::games::carcassonne::Side::ALL;
            let is_it = |tile: &riverlab_engine::games::carcassonne::Tile, side| match kind {
                Some(kind) => tile.turned[0].at_side(side).is_some_and(|number| tile.segments[number].kind == kind),
                None => tile.turned[0].has_river(side),
            };
            let found = sum(&|tile| sides.into_iter().filter(|&side| is_it(tile, side)).count());
            assert_eq!(Some(found as u64), sums["edges"][terrain].as_u64(), "{terrain} of {set}");
        }
    }
}

#[test]
fn faults_of_the_tables_name_key_and_value() {
    use riverlab_engine::games::carcassonne::CarcassonneRules;
    use riverlab_engine::{GameRules, RulesSource};
    for (set, expected) in [
        ("rivers=3", "--set: rivers: \"3\": allowed are none, 1, 2 and both"),
        ("players.meeples=8", "--set: players.meeples: 8 is not from 1 to 7"),
        ("tile.A.count=21", "--set: tile.A.count: 21 is not from 0 to 20"),
        ("tile.M.count=20", "--set: tile: 102 tiles with 316 segments in play: at most 96 with 352 are allowed"),
        ("tile.A.rotations=2", "--set: tile.A.rotations: 2: 4 directions differ"),
        (
            "tile.E.edges=[\"city\", \"city\", \"field\", \"field\"]",
            "carcassonne.toml: tile.E.cities: do not cover the sides",
        ),
        ("tile.A.edges=[\"hill\", \"field\", \"road\", \"field\"]", "--set: tile.A.edges[0]: unknown variant `hill`"),
        ("tile.C.flags=[]", "--set: tile.C.flags: Shield does not fit what lies on the tile"),
        ("tile.r1_lake.count=0", "--set: tile.r1_lake.count: 0: the game needs one"),
        ("tile.r1_bend.flags=[\"start\"]", "--set: tile.r1_bend.flags: Start is for no tile of River1"),
        ("tile.B.roads=[{edges=[]}]", "--set: tile.B.roads: have one without sides"),
        ("tile.H.rotations=4", "--set: tile.H.rotations: 4: 2 directions differ"),
        ("tile.D.flags=[]", "--set: tile: 0 tiles of Base have the flag Start: one must"),
        ("tile.AA.count=1", "--set: tile.AA.count: there is no \"AA\": allowed are A, B, C"),
        ("farm.rule=4", "--set: farm.rule: 4 is not from 1 to 3"),
        (
            "edition.two_tile_city=new",
            "--set: edition.two_tile_city: unknown variant `new`, expected `normal` or `old`",
        ),
    ] {
        let source = RulesSource { file: None, sets: vec![set.to_owned()] };
        let message = CarcassonneRules::load(&source).expect_err(set).to_string();
        assert!(message.starts_with(expected), "{set}: {message}");
    }
    let sets = ["farm.rule=2", "edition.pigsty=true"].map(str::to_owned).to_vec();
    let error = CarcassonneRules::load(&RulesSource { file: None, sets }).expect_err("both").to_string();
    assert_eq!(error, "--set: edition.pigsty: counts under farm.rule = 3 only");
}
