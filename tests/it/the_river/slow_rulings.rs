//! One test, or more, for each ruling and each paragraph of rules.md, on positions set by hand.
use crate::the_river::slow::{Display, KINDS, Slow, Step};

fn toml_text() -> String {
    crate::the_river::oracle::COMPONENTS.to_string()
}

fn changed(from: &str, to: &str) -> String {
    assert!(toml_text().contains(from), "{from}");
    toml_text().replacen(from, to, 1)
}

fn play(g: &mut Slow, moves: &[&str]) {
    for mv in moves {
        g.play(mv).unwrap();
        g.check().unwrap_or_else(|e| panic!("after {mv}: {e}"));
    }
}

/// Deals whatever comes first, but never a meadow, until somebody must decide.
fn deal(g: &mut Slow) {
    while g.turn() == "chance" {
        let outcomes = g.outcomes();
        let plain = outcomes.iter().find(|(m, _)| !m.contains("meadow")).unwrap_or(&outcomes[0]);
        g.play(&plain.0).unwrap();
    }
}

/// After colors (black, blue, green, yellow) and the start player.
fn seated(text: &str, players: usize, start: &str) -> Slow {
    let mut g = Slow::new(text, players);
    for color in ["black", "blue", "green", "yellow"].iter().take(players) {
        play(&mut g, &[&format!("deal:{color}")]);
    }
    play(&mut g, &[&format!("deal:{start}")]);
    g
}

/// First turn of round 1, p1 begins; everybody drafted desert-barn2 (so 7 barns, no symbols on it).
fn with(text: &str, players: usize) -> Slow {
    let mut g = seated(text, players, "p1");
    for _ in 0..=players {
        play(&mut g, &["deal:desert-barn2"]);
    }
    deal(&mut g);
    for slot in 1..=players {
        play(&mut g, &[&format!("draft:{slot}")]);
    }
    deal(&mut g);
    assert_eq!((g.turn().as_str(), g.round), ("p1", 1));
    g
}

fn started(players: usize) -> Slow {
    with(&toml_text(), players)
}

fn out_of_stack(g: &mut Slow, id: &str) -> String {
    let at = g.tile_stack.iter().position(|t| t == id).unwrap_or_else(|| panic!("no {id} in the stack"));
    g.tile_stack.remove(at)
}

/// Puts tiles on the next spaces of a board, without any effect.
fn put(g: &mut Slow, seat: usize, ids: &[&str]) {
    for id in ids {
        let tile = out_of_stack(g, id);
        g.seats[seat].tiles.push(tile);
    }
}

/// Exchanges the tile in a display slot for this one.
fn show(g: &mut Slow, slot: usize, id: &str) {
    let tile = out_of_stack(g, id);
    if let Some(old) = g.tiles[slot - 1].replace(tile) {
        g.tile_stack.push(old);
        g.tile_stack.sort();
    }
}

fn show_building(g: &mut Slow, slot: usize, id: &str) {
    if let Some(old) = g.buildings[slot - 1].take() {
        g.building_stack.push(old);
    }
    if let Some(at) = g.buildings.iter().position(|b| b.as_deref() == Some(id)) {
        g.buildings[slot - 1] = g.buildings[at].take();
        return;
    }
    let at = g.building_stack.iter().position(|b| b == id).unwrap();
    g.buildings[slot - 1] = Some(g.building_stack.remove(at));
}

fn give(g: &mut Slow, seat: usize, bundle: [i64; 4]) {
    for (k, amount) in bundle.iter().enumerate() {
        g.seats[seat].holds[k] += amount;
        g.islands[k] -= amount;
        assert!(g.islands[k] >= 0);
    }
    assert!(!g.holds_too_much(seat), "give: barns");
}

/// All pioneers on this boat but so many are away, on no space.
fn leave_on_boat(g: &mut Slow, seat: usize, left: i64) {
    while g.seats[seat].boat > left {
        g.seats[seat].boat -= 1;
        g.seats[seat].away += 1;
        g.placed.push((seat, "nowhere".into()));
    }
}

/// p1 makes this last move of the round; nobody else has a pioneer on the boat.
fn last_move(g: &mut Slow, mv: &str) {
    for seat in 0..g.players {
        leave_on_boat(g, seat, if seat == 0 { 1 } else { 0 });
    }
    play(g, &[mv]);
}

fn has(g: &Slow, mv: &str) -> bool {
    g.legal().iter().any(|m| m == mv)
}

fn beginning(g: &Slow, start: &str) -> Vec<String> {
    g.legal().into_iter().filter(|m| m.starts_with(start)).collect()
}

fn tokens(g: &mut Slow, seat: usize, count: usize) {
    for _ in 0..count {
        let token = g.tokens.remove(0);
        g.seats[seat].tokens.push(token);
    }
    if g.seats[seat].tokens.len() >= 2 {
        g.seats[seat].boat += g.seats[seat].waiting;
        g.seats[seat].waiting = 0;
    }
}

// ---- set-up ----

#[test]
fn set_up_deals_every_color_and_the_start_player_with_weight_one() {
    let mut g = Slow::new(&toml_text(), 4);
    let all = ["black", "blue", "green", "yellow"];
    for (n, color) in all.iter().enumerate() {
        assert_eq!(g.turn(), "chance");
        let left: Vec<(String, u32)> = all[n..].iter().map(|c| (format!("deal:{c}"), 1)).collect();
        assert_eq!(g.outcomes(), left); // the last one too, though it has one outcome
        play(&mut g, &[&format!("deal:{color}")]);
    }
    let seats: Vec<(String, u32)> = (1..=4).map(|s| (format!("deal:p{s}"), 1)).collect();
    assert_eq!(g.outcomes(), seats);
    play(&mut g, &["deal:p3"]);
    // draft tiles first, weights are the copies left in the bag
    let weight = |g: &Slow, m: &str| g.outcomes().iter().find(|(o, _)| o == m).map(|(_, w)| *w);
    assert_eq!(weight(&g, "deal:forest-wood"), Some(5));
    play(&mut g, &["deal:forest-wood"]);
    assert_eq!(weight(&g, "deal:forest-wood"), Some(4));
    play(&mut g, &["deal:desert-barn3"]);
    assert_eq!(weight(&g, "deal:desert-barn3"), None);
    play(&mut g, &["deal:forest-wood"; 3]);
    // then buildings
    assert_eq!(g.agenda[0], Step::Deal(Display::Buildings));
    assert_eq!(g.outcomes().len(), 33);
    assert!(g.play("deal:forest-wood").is_err());
    assert!(g.play("draft:1").is_err());
    play(&mut g, &["deal:well-a", "deal:well-b", "deal:well-c", "deal:shed-a"]);
    assert_eq!(g.turn(), "p2");
}

#[test]
fn draft_goes_counter_clockwise_and_the_start_player_is_last() {
    let mut g = seated(&toml_text(), 3, "p2");
    deal(&mut g);
    assert_eq!(g.legal(), ["draft:1", "draft:2", "draft:3", "draft:4"]);
    for (who, mv) in [("p1", "draft:2"), ("p3", "draft:1"), ("p2", "draft:4")] {
        assert_eq!(g.turn(), who);
        play(&mut g, &[mv]);
    }
    assert_eq!(g.tile_leftover.len(), 1);
    assert!(g.draft.iter().all(|s| s.is_none()));
    assert_eq!(g.outcomes().iter().map(|(_, w)| w).sum::<u32>(), 65 - 4);
    deal(&mut g);
    assert_eq!(g.turn(), "p2");
    assert!(g.seats.iter().all(|s| s.tiles.len() == 1 && s.boat == 4 && s.waiting == 1));
}

#[test]
fn drafted_meadows_act_at_once() {
    let mut g = seated(&toml_text(), 3, "p1");
    play(&mut g, &["deal:meadow-take4-clay", "deal:meadow-swap2", "deal:meadow-income-wood", "deal:desert-barn2"]);
    deal(&mut g);
    play(&mut g, &["draft:1"]);
    assert_eq!(g.seats[2].holds, [0, 4, 0, 0]); // five printed barns: all fit
    assert_eq!(g.turn(), "p2");
    play(&mut g, &["draft:2"]); // swap: nothing, there is only one tile
    assert_eq!(g.turn(), "p1");
    play(&mut g, &["draft:3"]); // income: nothing before the clean-up
    assert_eq!(g.turn(), "chance");
    assert_eq!(g.seats[0].holds, [0; 4]);

    // with six to take, returns before the next one drafts
    let text = changed("resource = \"clay\", amount = 4", "resource = \"clay\", amount = 6");
    let mut g = seated(&text, 2, "p1");
    play(&mut g, &["deal:meadow-take4-clay", "deal:desert-barn2", "deal:desert-barn2"]);
    deal(&mut g);
    play(&mut g, &["draft:1"]);
    assert_eq!((g.turn().as_str(), g.legal()), ("p2", vec!["return:clay".to_string()]));
    play(&mut g, &["return:clay"]);
    assert_eq!(g.turn(), "p1");
    assert_eq!(g.legal(), ["draft:2", "draft:3"]);
}

#[test]
fn drafted_tile_is_no_claim_and_space_one_not_framed() {
    let mut g = started(2);
    play(&mut g, &["claim:1", "start", "claim:2"]);
    assert_eq!(g.seats[0].tiles.len(), 3);
    play(&mut g, &["claim:3"]);
    assert!(beginning(&g, "claim").is_empty()); // two claims
    last_move(&mut g, "wood"); // printed on 8: wood (black)
    assert_eq!(g.seats[0].gone, 1); // space 3
    assert_eq!((g.seats[1].gone, g.seats[1].boat), (0, 4));
}

// ---- a turn ----

#[test]
fn trades_take_no_food_and_need_food_on_its_island() {
    let mut g = started(2);
    give(&mut g, 0, [2, 1, 1, 2]);
    assert_eq!(beginning(&g, "trade"), ["trade:1w1c1s", "trade:2w1c", "trade:2w1s"]);
    play(&mut g, &["trade:2w1c"]);
    assert_eq!(g.turn(), "p1");
    assert_eq!(g.seats[0].holds, [0, 0, 1, 3]);
    assert_eq!(g.islands[3], 0);
    assert!(beginning(&g, "trade").is_empty());
    let mut g = started(2);
    give(&mut g, 1, [0, 0, 0, 3]);
    give(&mut g, 0, [3, 3, 0, 0]);
    assert!(beginning(&g, "trade").is_empty());
    assert!(g.play("trade:3w").is_err());
}

#[test]
fn several_trades_then_one_pioneer_and_empty_boats_are_skipped() {
    let mut g = started(3);
    give(&mut g, 0, [4, 2, 0, 0]);
    play(&mut g, &["trade:3w", "trade:1w2c"]);
    assert_eq!((g.turn().as_str(), g.seats[0].holds), ("p1", [0, 0, 0, 2]));
    leave_on_boat(&mut g, 1, 0);
    play(&mut g, &["start"]);
    assert_eq!(g.turn(), "p3"); // p2 is skipped; the start figure changes nothing this round
    play(&mut g, &["food"]);
    assert_eq!(g.turn(), "p1");
}

#[test]
fn idle_only_without_placement_and_trades_stay_legal_beside_it() {
    let mut g = started(2);
    give(&mut g, 0, [0, 0, 3, 0]);
    g.seats[0].reserved = vec!["fort-a".into(), "fort-b".into()];
    for id in ["fort-a", "fort-b"] {
        match g.building_stack.iter().position(|b| b == id) {
            Some(at) => drop(g.building_stack.remove(at)),
            None => panic!("{id} is on display"),
        }
    }
    for space in ["food", "start", "wood", "clay", "stone", "swap"] {
        g.placed.push((1, space.into()));
        g.seats[1].boat -= 1;
        g.seats[1].away += 1;
    }
    g.seats[1].boat += 6;
    g.seats[1].away -= 6; // only p1 counts here
    for _ in 0..2 {
        g.placed.push((0, "claim".into()));
        g.seats[0].boat -= 1;
        g.seats[0].away += 1;
    }
    for slot in 1..=4 {
        show_building(&mut g, slot, ["inn-a", "market-a", "mill-a", "mill-b"][slot - 1]);
    }
    assert_eq!(g.legal(), ["idle", "trade:3s"]);
    let mut h = g.clone();
    h.play("trade:3s").unwrap();
    assert_eq!(h.legal(), ["idle"]);
    h.play("idle").unwrap();
    assert_eq!((h.turn().as_str(), h.seats[0].boat, h.seats[0].away), ("p2", 1, 3));
    g.placed.retain(|(_, s)| s != "start");
    assert_eq!(g.legal(), ["start", "trade:3s"]); // a placement is legal: no idle
}

#[test]
fn a_trade_can_make_a_placement_legal_or_the_other_way_round() {
    // "after the trades made so far": with food in hand fort-a can be paid, without it not
    let mut g = started(2);
    show_building(&mut g, 1, "shed-a"); // 2 wood 1 clay
    give(&mut g, 0, [0, 0, 3, 2]);
    assert!(beginning(&g, "build:1").is_empty());
    play(&mut g, &["trade:3s"]);
    assert_eq!(beginning(&g, "build:1"), ["build:1:3f"]);
}

// ---- spaces ----

#[test]
fn claim_covers_prints_and_is_limited() {
    let mut g = started(2);
    assert_eq!((g.barns(0), g.symbols(0, "wood")), (7, 2));
    show(&mut g, 1, "mountain-stone");
    show(&mut g, 2, "badlands-clay2");
    play(&mut g, &["claim:1", "start", "claim:2", "food"]);
    assert_eq!((g.barns(0), g.symbols(0, "wood")), (6, 1)); // a barn and a wood covered
    assert_eq!((g.symbols(0, "stone"), g.symbols(0, "clay")), (2, 3));
    assert!(beginning(&g, "claim").is_empty());
    assert!(g.tiles[0].is_none() && g.tiles[1].is_none());
}

#[test]
fn taken_slots_stay_empty_until_clean_up() {
    let mut g = started(2);
    play(&mut g, &["claim:2", "reserve:3"]);
    assert_eq!(beginning(&g, "claim"), ["claim:1", "claim:3", "claim:4", "claim:5"]);
    assert_eq!(g.buildings[2], None);
    last_move(&mut g, "food");
    assert_eq!(g.turn(), "chance");
    assert_eq!(g.agenda[0], Step::Deal(Display::Tiles)); // tiles first
    assert_eq!((g.tile_discard.len(), g.round), (4, 2));
    for _ in 0..5 {
        assert_eq!(g.agenda[0], Step::Deal(Display::Tiles));
        let mv = g.outcomes()[0].0.clone();
        play(&mut g, &[&mv]);
    }
    assert_eq!(g.agenda[0], Step::Deal(Display::Buildings));
    play(&mut g, &["deal:fort-c"]);
    assert_eq!(g.buildings[2].as_deref(), Some("fort-c"));
    assert_eq!(g.turn(), "p1");
}

#[test]
fn claim_order_place_return_take_return() {
    let mut g = started(2);
    show(&mut g, 1, "meadow-take4-clay");
    give(&mut g, 0, [3, 1, 2, 1]); // seven barns, full
    give(&mut g, 1, [0, 4, 0, 0]); // two clay left on the island
    play(&mut g, &["claim:1"]); // covers the barn of space 2
    assert_eq!(g.turn(), "p1");
    assert_eq!(g.seats[0].holds, [3, 1, 2, 1]); // nothing taken yet
    assert_eq!(g.legal(), ["return:clay", "return:food", "return:stone", "return:wood"]);
    assert!(g.play("keep").is_err());
    play(&mut g, &["return:clay"]); // so three are there: all are taken
    assert_eq!(g.seats[0].holds, [3, 3, 2, 1]);
    assert_eq!(g.islands[1], 0);
    assert_eq!(g.legal(), ["return:clay", "return:food", "return:stone", "return:wood"]);
    play(&mut g, &["return:food", "return:wood", "return:wood"]);
    assert_eq!(g.turn(), "p2");
    assert_eq!(g.seats[0].holds, [1, 3, 2, 0]);
    // at most four
    show(&mut g, 2, "meadow-take4-wood");
    play(&mut g, &["claim:2"]);
    assert_eq!(g.seats[1].holds[0], 4);
}

#[test]
fn claimed_swap_meadow_up_to_two_swaps_each_optional() {
    let mut g = started(2);
    put(&mut g, 0, &["forest-wood"]);
    show(&mut g, 1, "meadow-swap2");
    play(&mut g, &["claim:1"]);
    assert_eq!(g.turn(), "p1");
    assert_eq!(g.legal(), ["keep", "swap:1-2", "swap:1-3", "swap:2-3"]);
    let (mut none, mut one) = (g.clone(), g.clone());
    play(&mut none, &["keep"]);
    assert_eq!(none.turn(), "p2");
    play(&mut one, &["swap:1-3", "keep"]);
    assert_eq!(one.turn(), "p2");
    assert_eq!(one.seats[0].tiles, ["meadow-swap2", "forest-wood", "desert-barn2"]);
    play(&mut g, &["swap:1-3"]);
    assert_eq!(g.legal().len(), 4);
    play(&mut g, &["swap:1-3"]);
    assert_eq!(g.turn(), "p2");
    assert_eq!(g.seats[0].tiles, ["desert-barn2", "forest-wood", "meadow-swap2"]);
    assert!(has(&g, "swap:1-2") == (g.seats[1].tiles.len() >= 2)); // the swap space is still free
}

#[test]
fn claim_returns_come_before_the_swaps() {
    let mut g = started(2);
    show(&mut g, 1, "meadow-swap2");
    give(&mut g, 0, [7, 0, 0, 0]);
    play(&mut g, &["claim:1"]);
    assert_eq!(g.legal(), ["return:wood"]);
    play(&mut g, &["return:wood"]);
    assert_eq!(g.legal(), ["keep", "swap:1-2"]);
}

#[test]
fn not_with_twelve_tiles_and_the_twelfth_triggers_the_end() {
    let mut g = started(2);
    put(&mut g, 0, &["forest-wood", "forest-wood", "forest-wood", "forest-wood", "forest-wood2"]);
    put(&mut g, 0, &["badlands-clay2", "mountain-stone2", "forest-barn2", "desert-clay-barn", "desert-barn3"]);
    play(&mut g, &["claim:1"]);
    assert!(g.triggered);
    play(&mut g, &["food"]);
    assert!(beginning(&g, "claim").is_empty());
    last_move(&mut g, "start");
    assert_eq!(g.turn(), "over"); // the round and its clean-up were completed
    assert_eq!((g.seats[0].gone, g.seats[0].boat), (1, 3));
    assert!(g.legal().is_empty() && g.outcomes().is_empty() && g.play("claim:1").is_err());
}

#[test]
fn production_counts_visible_symbols_and_the_first_pioneer() {
    for players in 2..=4 {
        let mut g = started(players);
        put(&mut g, 0, &["meadow-produce-stone", "mountain-stone2"]); // covers the printed wood of 3
        let bonus = if players == 2 { 0 } else { 1 };
        play(&mut g, &["stone"]);
        assert_eq!(g.seats[0].holds, [0, 0, 4 + bonus, 0]); // 1 + 2 + printed on 8
        if players > 2 {
            play(&mut g, &["stone"]); // blue: one printed; not the first any more
            assert_eq!(g.seats[1].holds, [0, 0, 1, 0]);
            assert!(!has(&g, "stone")); // "2 any"
        } else {
            assert!(!has(&g, "stone"));
        }
    }
}

#[test]
fn production_needs_at_least_one_and_is_limited_by_the_island() {
    let mut g = started(2);
    assert!(has(&g, "wood") && has(&g, "clay") && has(&g, "stone"));
    g.seats[0].color = "nobody's".into(); // nothing printed
    assert!(!has(&g, "wood") && !has(&g, "clay") && !has(&g, "stone"));
    let mut g = started(3);
    for seat in &mut g.seats {
        seat.color = "".into();
    }
    assert!(has(&g, "wood")); // nothing printed, but the first pioneer takes one
    g.play("wood").unwrap();
    assert_eq!(g.seats[0].holds, [1, 0, 0, 0]);
    assert!(!has(&g, "wood")); // there is room, but nothing to take

    let mut g = started(3);
    give(&mut g, 1, [7, 0, 0, 0]);
    give(&mut g, 2, [2, 0, 0, 0]);
    play(&mut g, &["wood"]); // two printed and the bonus, one on the island
    assert_eq!(g.seats[0].holds, [1, 0, 0, 0]);
    assert!(!has(&g, "wood"));
}

#[test]
fn full_barns_do_not_forbid_producing_or_food() {
    let mut g = started(2);
    give(&mut g, 0, [3, 3, 0, 1]);
    assert!(has(&g, "wood") && has(&g, "food"));
    let mut h = g.clone();
    play(&mut h, &["wood"]);
    assert_eq!(h.seats[0].holds[0], 5);
    play(&mut h, &["return:clay", "return:wood"]); // one after the other, also of what was just taken
    assert_eq!(h.turn(), "p2");
    play(&mut g, &["food"]);
    assert_eq!(g.legal(), ["return:clay", "return:food", "return:wood"]);
    play(&mut g, &["return:food"]);
    assert_eq!(g.turn(), "p2");
}

#[test]
fn food_island_empty_gives_another_resource_from_the_food_space() {
    let mut g = started(3);
    give(&mut g, 2, [0, 0, 0, 4]);
    give(&mut g, 1, [0, 7, 0, 0]);
    give(&mut g, 0, [0, 3, 0, 0]);
    assert_eq!(beginning(&g, "food"), ["food:stone", "food:wood"]); // the clay island is empty
    play(&mut g, &["food:stone"]);
    assert_eq!(g.seats[0].holds, [0, 3, 1, 0]);
    play(&mut g, &["stone"]); // blue: 1 printed, and still the first on the stone island
    assert_eq!(g.seats[1].holds, [0, 7, 2, 0][..]);
    play(&mut g, &["return:clay", "return:clay"]);
    assert!(has(&g, "food:wood") && has(&g, "food:clay"));
    play(&mut g, &["food:wood"]);
    assert!(beginning(&g, "food").is_empty()); // "2 any"
}

#[test]
fn a_trade_can_empty_the_food_island() {
    let mut g = started(2);
    give(&mut g, 0, [3, 0, 0, 0]);
    give(&mut g, 1, [0, 0, 0, 2]);
    assert!(has(&g, "food") && !has(&g, "food:wood"));
    play(&mut g, &["trade:3w"]);
    assert_eq!(beginning(&g, "food"), ["food:clay", "food:stone", "food:wood"]);
}

#[test]
fn reserve_two_at_most_and_numbers_close_up() {
    let text = changed("reserve = { 2 = \"1 any\"", "reserve = { 2 = \"unlimited\"");
    let mut g = with(&text, 2);
    for (slot, id) in ["shed-a", "shed-b", "well-a"].iter().enumerate() {
        show_building(&mut g, slot + 1, id);
    }
    play(&mut g, &["reserve:1", "food", "reserve:3", "start"]);
    assert!(beginning(&g, "reserve").is_empty());
    give(&mut g, 0, [2, 2, 2, 0]);
    assert_eq!(beginning(&g, "build:r1"), ["build:r1:1w1c", "build:r1:2w"]);
    assert_eq!(beginning(&g, "build:r2"), ["build:r2:1c1s", "build:r2:1w1c", "build:r2:1w1s"]);
    play(&mut g, &["build:r1:2w"]);
    assert_eq!(g.seats[0].reserved, ["well-a"]);
    assert_eq!(g.parts()[0]["buildings"], 2); // the reserved one counts nothing
    leave_on_boat(&mut g, 1, 0);
    g.agenda = vec![Step::Turn(0)];
    assert_eq!(beginning(&g, "build:r1"), ["build:r1:1c1s"]);
    assert!(beginning(&g, "build:r2").is_empty());
    assert!(has(&g, "reserve:2"));
}

#[test]
fn payments_are_every_distinct_exact_bundle() {
    let mut g = started(3);
    show_building(&mut g, 1, "shed-a"); // 2 wood 1 clay
    give(&mut g, 0, [2, 1, 1, 3]);
    let full = ["build:1:1c2f", "build:1:1w1c1f", "build:1:1w2f", "build:1:2w1c", "build:1:2w1f", "build:1:3f"];
    assert_eq!(beginning(&g, "build:1"), full);
    let id = g.buildings[0].take().unwrap();
    g.seats[0].reserved.push(id);
    let less = ["build:r1:1c1f", "build:r1:1w1c", "build:r1:1w1f", "build:r1:2f", "build:r1:2w"];
    assert_eq!(beginning(&g, "build:r1"), less);
    assert!(g.play("build:r1:2w1c").is_err());
    let before = g.islands;
    play(&mut g, &["build:r1:1w1f"]);
    assert_eq!(g.islands, [before[0] + 1, before[1], before[2], before[3] + 1]);
    assert_eq!(g.seats[0].holds, [1, 1, 1, 2]);
}

#[test]
fn a_reserved_building_may_cost_nothing() {
    let text = changed("cost = { wood = 2, clay = 1 }", "cost = { wood = 1 }");
    let mut g = with(&text, 2);
    show_building(&mut g, 1, "shed-a");
    let id = g.buildings[0].take().unwrap();
    g.seats[0].reserved.push(id);
    assert_eq!(beginning(&g, "build"), ["build:r1:0"]);
    play(&mut g, &["build:r1:0"]);
    assert_eq!(g.seats[0].built, ["shed-a"]);
}

#[test]
fn second_token_brings_the_fifth_pioneer_even_to_an_empty_boat() {
    let mut g = started(2);
    show_building(&mut g, 1, "shed-a");
    give(&mut g, 0, [2, 1, 0, 0]);
    tokens(&mut g, 0, 1);
    leave_on_boat(&mut g, 0, 1);
    leave_on_boat(&mut g, 1, 0);
    play(&mut g, &["build:1:2w1c"]);
    assert_eq!(g.seats[0].tokens, [6, 5]);
    assert_eq!((g.seats[0].boat, g.seats[0].waiting), (1, 0));
    assert_eq!((g.turn().as_str(), g.round), ("p1", 1)); // still round 1
    play(&mut g, &["start"]);
    assert_eq!((g.round, g.seats[0].boat, g.seats[1].boat), (2, 5, 4));
}

#[test]
fn the_last_slot_triggers_the_end_and_building_goes_on_without_slot() {
    let mut g = started(2);
    show_building(&mut g, 1, "shed-a");
    show_building(&mut g, 2, "shed-b");
    give(&mut g, 0, [2, 3, 1, 0]);
    tokens(&mut g, 0, 3);
    play(&mut g, &["build:1:2w1c"]);
    assert!(g.triggered);
    play(&mut g, &["food", "build:2:2c1s"]);
    assert_eq!(g.seats[0].tokens, [6, 5, 4, 3]); // no fifth slot with two players
    assert_eq!(g.tokens, [2, 0, 0, 0]);
    assert_eq!(g.parts()[0]["buildings"], 4);
    last_move_of(&mut g, 1, "start");
    assert_eq!(g.turn(), "over");
    let mut g = started(3);
    give(&mut g, 0, [2, 1, 0, 0]);
    show_building(&mut g, 1, "shed-a");
    tokens(&mut g, 0, 3);
    play(&mut g, &["build:1:2w1c"]);
    assert!(!g.triggered); // three players: the fifth
}

fn last_move_of(g: &mut Slow, seat: usize, mv: &str) {
    for other in 0..g.players {
        leave_on_boat(g, other, if other == seat { 1 } else { 0 });
    }
    play(g, &[mv]);
}

#[test]
fn without_a_token_left_building_is_allowed() {
    let mut g = started(2);
    show_building(&mut g, 1, "shed-a");
    give(&mut g, 0, [2, 1, 0, 0]);
    tokens(&mut g, 1, 4);
    let rest: Vec<i64> = g.tokens.drain(..).collect();
    g.play("build:1:2w1c").unwrap();
    assert!(g.seats[0].tokens.is_empty() && g.seats[0].built.len() == 1 && !rest.is_empty());
}

#[test]
fn start_figure_also_for_its_owner_and_it_begins_the_next_round() {
    let mut g = started(3);
    play(&mut g, &["food", "start"]);
    assert_eq!((g.turn().as_str(), g.start), ("p3", 1));
    assert!(!has(&g, "start"));
    last_move_of(&mut g, 2, "claim:1");
    deal(&mut g);
    assert_eq!((g.turn().as_str(), g.round), ("p2", 2));
    play(&mut g, &["start"]); // "also if you have it"
    assert_eq!((g.turn().as_str(), g.start), ("p3", 1));
}

#[test]
fn swap_needs_two_tiles_may_be_alike_and_nothing_acts_again() {
    let mut g = started(2);
    assert!(beginning(&g, "swap").is_empty());
    put(&mut g, 0, &["desert-barn2", "meadow-take4-wood"]);
    assert_eq!(beginning(&g, "swap"), ["swap:1-2", "swap:1-3", "swap:2-3"]); // 1 and 2 are alike
    assert!(g.play("swap:3-1").is_err());
    let (barns, wood) = (g.barns(0), g.symbols(0, "wood"));
    play(&mut g, &["swap:1-3"]);
    assert_eq!(g.seats[0].tiles, ["meadow-take4-wood", "desert-barn2", "desert-barn2"]);
    assert_eq!((g.barns(0), g.symbols(0, "wood"), g.seats[0].holds), (barns, wood, [0; 4]));
    last_move_of(&mut g, 1, "start");
    assert_eq!(g.seats[0].gone, 0); // a swap on the framed space 3 settles nobody
}

#[test]
fn space_rules_are_read_from_the_table_for_every_space() {
    let mut text = changed("food    = { 2 = \"1 any\"", "food    = { 2 = \"1 each\"");
    text = text.replacen("start   = { 2 = \"1 any\"", "start   = { 2 = \"unlimited\"", 1);
    text = text.replacen("claim   = { 2 = \"2 each\"", "claim   = { 2 = \"3 any\"", 1);
    text = text.replacen("build   = { 2 = \"unlimited\"", "build   = { 2 = \"1 any\"", 1);
    let mut g = with(&text, 2);
    play(&mut g, &["food"]);
    assert!(has(&g, "food")); // p2 has its own
    play(&mut g, &["food"]);
    assert!(!has(&g, "food"));
    play(&mut g, &["start", "start", "claim:1", "claim:2", "claim:3"]);
    assert!(beginning(&g, "claim").is_empty());
    let mut g = with(&text, 2);
    show_building(&mut g, 1, "well-a");
    show_building(&mut g, 2, "well-b");
    give(&mut g, 0, [1, 1, 1, 0]);
    give(&mut g, 1, [1, 1, 1, 0]);
    play(&mut g, &["build:1:1w1c1s"]);
    assert!(beginning(&g, "build").is_empty());
}

// ---- clean-up ----

#[test]
fn two_framed_spaces_in_one_round_settle_two() {
    let text = changed("settle  = [3, 6, 9, 12]", "settle  = [2, 3]");
    let mut g = with(&text, 2);
    play(&mut g, &["claim:1", "food", "claim:2", "claim:3"]);
    last_move(&mut g, "wood");
    assert_eq!((g.seats[0].gone, g.seats[0].boat), (2, 2));
    assert_eq!((g.seats[1].gone, g.seats[1].boat), (1, 3));
}

#[test]
fn income_from_the_start_figure_on_with_returns_at_once() {
    let mut g = started(3);
    put(&mut g, 0, &["meadow-income-wood", "forest-wood"]);
    put(&mut g, 1, &["meadow-income-clay", "meadow-income-stone"]);
    // barns: black 2 + 4 = 6, blue the same
    give(&mut g, 0, [0, 0, 6, 0]);
    give(&mut g, 1, [6, 0, 0, 0]);
    play(&mut g, &["food", "return:food"]);
    last_move_of(&mut g, 1, "start"); // p2 holds the figure now
    assert_eq!((g.turn().as_str(), g.round), ("p2", 1));
    assert!(g.seats.iter().all(|s| s.away == 0 && s.boat == 4)); // back before the income
    assert_eq!(g.seats[1].holds, [6, 1, 0, 0]); // in the order of the spaces, one by one
    assert_eq!(g.legal(), ["return:clay", "return:wood"]);
    play(&mut g, &["return:wood"]);
    assert_eq!((g.turn().as_str(), g.seats[1].holds), ("p2", [5, 1, 1, 0]));
    play(&mut g, &["return:stone"]);
    assert_eq!((g.turn().as_str(), g.seats[0].holds), ("p1", [1, 0, 6, 0]));
    play(&mut g, &["return:wood"]);
    assert_eq!((g.turn().as_str(), g.round), ("chance", 2));
}

#[test]
fn income_takes_nothing_from_an_empty_island() {
    let mut g = started(2);
    put(&mut g, 0, &["meadow-income-wood"]);
    give(&mut g, 1, [7, 0, 0, 0]);
    last_move(&mut g, "food");
    assert_eq!((g.round, g.seats[0].holds), (2, [0, 0, 0, 1]));
}

#[test]
fn income_of_an_earlier_owner_can_come_back_to_a_later_one() {
    let mut g = started(2);
    put(&mut g, 0, &["meadow-income-clay"]); // 6 barns
    put(&mut g, 1, &["desert-barn2"]); // 8 barns
    g.seats[1].tiles[1] = "meadow-income-wood".into();
    g.tile_stack.push("desert-barn2".into());
    out_of_stack(&mut g, "meadow-income-wood");
    g.tile_stack.sort();
    give(&mut g, 0, [6, 0, 0, 0]);
    give(&mut g, 1, [1, 0, 0, 0]); // the wood island is empty
    last_move(&mut g, "start");
    play(&mut g, &["return:wood"]);
    assert_eq!((g.round, g.seats[1].holds[0]), (2, 2));
}

#[test]
fn nobody_has_a_pioneer_left() {
    let mut g = started(2);
    for seat in 0..2 {
        g.seats[seat].boat = 0;
        g.seats[seat].away = 1;
        g.seats[seat].gone = 3;
        g.placed.push((seat, "nowhere".into()));
        put(&mut g, seat, &["forest-barn2"]);
        g.seats[seat].covered = vec![3]; // as if by a claim
    }
    g.seats[0].boat = 1;
    g.seats[0].away = 0;
    g.placed.remove(0);
    g.seats[0].covered.clear();
    play(&mut g, &["claim:1"]); // on space 3
    assert_eq!(g.turn(), "over"); // though the fifth ones still wait
    assert!(!g.triggered);
    assert!(g.seats.iter().all(|s| s.waiting == 1 && s.boat == 0));
}

#[test]
fn one_with_pioneers_left_is_enough_and_others_are_skipped() {
    let mut g = started(2);
    g.seats[0].boat = 1;
    g.seats[0].gone = 3;
    put(&mut g, 0, &["forest-barn2"]);
    leave_on_boat(&mut g, 1, 0);
    play(&mut g, &["claim:1"]);
    deal(&mut g);
    assert_eq!((g.round, g.start, g.turn().as_str()), (2, 0, "p2")); // p1 would begin but has none
}

#[test]
fn an_empty_stack_takes_all_discards() {
    let mut g = started(2);
    let keep: Vec<String> = g.tile_stack.drain(2..).collect();
    g.tile_discard = keep;
    let leftover = g.tile_leftover.clone();
    play(&mut g, &["claim:1"]);
    last_move_of(&mut g, 1, "food");
    assert_eq!(g.tile_stack.len(), 2);
    for _ in 0..2 {
        let mv = g.outcomes()[0].0.clone();
        play(&mut g, &[&mv]);
    }
    // 65 - 1 leftover - 3 on boards - 2 on display, the display just discarded among them
    assert_eq!(g.outcomes().iter().map(|(_, w)| w).sum::<u32>(), 59);
    deal(&mut g);
    assert_eq!((g.tile_stack.len(), g.tile_discard.len()), (56, 0));
    assert_eq!(g.tile_leftover, leftover); // never comes back
}

#[test]
fn without_buildings_slots_stay_empty() {
    let mut g = started(2);
    let mut rest: Vec<String> = g.building_stack.drain(..).collect();
    g.seats[1].built.append(&mut rest); // somewhere
    play(&mut g, &["reserve:2", "claim:1"]);
    last_move(&mut g, "food");
    for _ in 0..5 {
        let mv = g.outcomes()[0].0.clone();
        play(&mut g, &[&mv]);
    }
    assert_eq!((g.turn().as_str(), g.round), ("p1", 2));
    assert_eq!(beginning(&g, "reserve"), ["reserve:1", "reserve:3", "reserve:4"]);
}

// ---- end and scoring ----

#[test]
fn round_fifty_is_the_last() {
    let mut g = started(2);
    g.round = 48;
    last_move(&mut g, "food");
    assert_eq!((g.round, g.triggered), (49, false));
    deal(&mut g);
    last_move(&mut g, "food");
    assert_eq!((g.round, g.triggered), (50, true));
    deal(&mut g);
    assert_eq!(g.turn(), "p1"); // round 50 is played
    last_move(&mut g, "food");
    assert_eq!((g.round, g.turn().as_str()), (50, "over"));
}

#[test]
fn columns_and_mixed_tiles() {
    let mut g = started(2);
    let spaces = |g: &mut Slow, tiles: [&str; 12]| {
        g.seats[0].tiles = tiles.iter().filter(|t| !t.is_empty()).map(|t| t.to_string()).collect();
        g.parts()[0]["columns"]
    };
    let (d, f, df, fb, bm) =
        ("desert-barn2", "forest-wood", "mixed-desert-forest", "mixed-forest-badlands", "mixed-badlands-mountain");
    // columns 1 8 9, 2 7 10, 3 6 11, 4 5 12
    assert_eq!(spaces(&mut g, [d, f, f, d, d, "", "", "", "", "", "", ""]), 2); // 4 and 5
    assert_eq!(spaces(&mut g, [d, f, f, d, d, d, f, d, d, f, d, d]), 6 + 6 + 6);
    assert_eq!(spaces(&mut g, [d, f, f, d, f, f, f, d, f, d, f, f]), 2 + 2 + 6); // 5 and 12 alone: nothing
    assert_eq!(spaces(&mut g, [df, f, f, d, f, f, df, d, f, fb, f, f]), 2 + 6 + 6); // 1: all desert or forest but not one
    assert_eq!(spaces(&mut g, [fb, f, f, d, bm, f, d, bm, "", "", "", ""]), 2 + 2);
    let m = "meadow-swap2";
    assert_eq!(spaces(&mut g, [m, f, f, d, f, d, d, m, "meadow-take4-clay", d, d, d]), 6); // a terrain too
}

#[test]
fn meadow_points() {
    let mut g = started(2);
    let points = |g: &mut Slow, tiles: &[&str]| {
        g.seats[0].tiles = tiles.iter().map(|t| t.to_string()).collect();
        g.parts()[0]["meadows"]
    };
    assert_eq!(points(&mut g, &["meadow-per-desert", "mixed-desert-forest", "desert-barn2", "forest-wood"]), 2);
    assert_eq!(points(&mut g, &["meadow-per-forest", "mixed-desert-forest", "desert-barn2"]), 1);
    assert_eq!(points(&mut g, &["meadow-per-meadow", "meadow-swap2", "meadow-take4-clay"]), 3); // itself too
    // black: wood printed on 3 and 10, clay on 6, stone on 8
    assert_eq!(points(&mut g, &["meadow-produce-stone"]), 2);
    assert_eq!(points(&mut g, &["meadow-produce-wood"]), 3);
    assert_eq!(points(&mut g, &["meadow-produce-wood", "forest-wood2"]), 3); // at most
    assert_eq!(points(&mut g, &["meadow-produce-wood", "desert-barn2", "desert-barn2"]), 2); // 3 is covered
    assert_eq!(points(&mut g, &["meadow-income-wood", "meadow-income-clay"]), 4);
    assert_eq!(points(&mut g, &["meadow-per-pioneer"]), 4);
    assert_eq!(points(&mut g, &["meadow-per-bonus-token"]), 0);
    g.seats[0].tokens = vec![6, 0, 0];
    assert_eq!(points(&mut g, &["meadow-per-bonus-token"]), 3); // zeros too
    g.seats[0].holds = [1, 1, 1, 2];
    assert_eq!(g.parts()[0]["resources"], 1);
    g.seats[0].holds = [1, 1, 1, 3];
    assert_eq!(g.parts()[0]["resources"], 2); // of any kinds together, food too
    assert_eq!(g.parts()[0]["bonus_tokens"], 6);
    assert_eq!(g.scores()[0], 6 + 2 + 3);
}

#[test]
fn pioneers_on_the_boat_count_after_the_last_clean_up() {
    let mut g = started(2);
    put(&mut g, 0, &["meadow-per-pioneer"]);
    tokens(&mut g, 0, 2);
    g.round = 49;
    last_move(&mut g, "food");
    deal(&mut g);
    play(&mut g, &["claim:1"]); // space 3: one settles
    last_move_of(&mut g, 1, "food");
    assert_eq!((g.turn().as_str(), g.parts()[0]["meadows"]), ("over", 4)); // five, one settled
}

#[test]
fn refuses_nonsense() {
    let mut g = started(2);
    let before = g.clone();
    let bad = [
        "",
        "claim",
        "claim:0",
        "claim:6",
        "Claim:1",
        "claim:1 ",
        "build:1:0",
        "return:wood",
        "keep",
        "idle",
        "deal:p1",
    ];
    for mv in bad.iter().chain(&KINDS[..0]) {
        assert!(g.play(mv).is_err(), "{mv}");
    }
    assert_eq!(g, before);
}
