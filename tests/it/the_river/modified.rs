//! The River with interventions, compared with the game as it is: positions by the text of their moves, chances by
//! going through all deals, scores by replaying.

use std::collections::BTreeMap;

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use riverlab_bots::{BotRng, View, registry};
use riverlab_engine::conformance::{self, Plan};
use riverlab_engine::games::the_river::{BuildingId, Bundle, Resource, RiverRules, Slot, TheRiver};
use riverlab_engine::{
    ActiveIntervention, Components, Game, GameRules, Modification, ModifiedGame, Modify, Outcome, Seat, Targets, Turn,
};

use crate::lists::legal_texts;
use crate::long::scaled;
use crate::modifications::modification;
use crate::the_river::components::{check_holdings, component, is_of, load, piece_taken, play_game, tables};

type River = ModifiedGame<TheRiver>;

const P1: Seat = Seat::FIRST;

fn seat(number: usize) -> Seat {
    Seat::new(number - 1)
}

fn modified(players: usize, intervention: ActiveIntervention<TheRiver>, affected_seat: Option<Seat>) -> River {
    River::new(modification(intervention, affected_seat), players)
}

/// The tables with the cost of these buildings changed.
fn cost_overrides<'a>(buildings: impl IntoIterator<Item = &'a str>, more: i32) -> &'static RiverRules {
    let standard = RiverRules::standard();
    let sets = |name: &str| TheRiver::cost_overrides(standard, component(name), more).expect("it costs enough");
    load(&buildings.into_iter().flat_map(sets).collect::<Vec<_>>()).expect("valid")
}

fn all_buildings() -> impl Iterator<Item = &'static str> {
    RiverRules::standard().buildings.iter().map(|building| building.id.as_str())
}

/// Modifications with every kind of intervention, for one and for all.
fn all_modifications() -> Vec<&'static Modification<TheRiver>> {
    let (one, all) = (Some(seat(2)), None);
    let mut list = vec![modification(ActiveIntervention::None, all)];
    for name in ["mill-a", "meadow-per-pioneer", "forest-wood", "terrain-meadow"] {
        list.extend(
            [one, all]
                .map(|affected_seat| modification(ActiveIntervention::Ban(component(name).into()), affected_seat)),
        );
    }
    for name in ["mill-a", "meadow-take4-wood", "desert-barn2", "color-green", "order-2"] {
        list.extend([P1, seat(2)].map(|to| modification(ActiveIntervention::Grant(component(name).into()), Some(to))));
    }
    let both = |names: [&str; 2]| Targets::from(component(names[0])).and(component(names[1]));
    for names in [["mill-a", "inn-b"], ["terrain-forest", "terrain-meadow"], ["mill-b", "meadow-per-pioneer"]] {
        list.extend([one, all].map(|to| modification(ActiveIntervention::Ban(both(names)), to)));
    }
    for names in [["mill-a", "inn-b"], ["meadow-take4-wood", "mill-a"], ["order-2", "color-green"]] {
        list.push(modification(ActiveIntervention::Grant(both(names)), one));
    }
    for name in ["mill-a", "forest-wood", "meadow-swap2", "terrain-forest"] {
        list.push(modification(ActiveIntervention::Remove(component(name)), all));
    }
    for name in ["mill-a", "meadow-per-meadow", "terrain-badlands", "token-2"] {
        let changes = [(1, all), (-1, one), (5, one), (5, all)];
        list.extend(changes.map(|(more, affected_seat)| {
            modification(ActiveIntervention::Points(component(name), more), affected_seat)
        }));
    }
    for rules in [cost_overrides(["mill-a"], -1), cost_overrides(all_buildings(), 1)] {
        list.extend([one, all].map(|affected_seat| modification(ActiveIntervention::Costs(rules), affected_seat)));
    }
    list
}

#[test]
fn every_intervention_conforms() {
    let plan = Plan { games: 1, brute_force_every: 40, pictures_every: 8, draws: 2000, ..Plan::default() };
    for modification in all_modifications().into_iter().step_by(scaled(5, 1)) {
        let report = conformance::check::<River>(modification, &plan).unwrap_or_else(|failure| {
            panic!("{:?} for {:?}: {failure}", modification.intervention, modification.affected_seat)
        });
        assert_eq!(report.games, 3);
        assert!(report.refused > 0);
    }
}

fn outcomes<G: Game>(state: &G) -> Vec<(G::Move, u32)> {
    let mut outcomes = Vec::new();
    state.chance_outcomes(&mut outcomes);
    outcomes
}

#[test]
fn without_an_intervention_a_modified_game_is_the_game() {
    for (players, seed) in tables(15) {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let (mut game, mut modified) =
            (TheRiver::new(RiverRules::standard(), players), modified(players, ActiveIntervention::None, None));
        while game.turn() != Turn::Over {
            assert_eq!(
                (modified.turn(), legal_texts(&modified), outcomes(&modified)),
                (game.turn(), legal_texts(&game), outcomes(&game))
            );
            let mut same = rng.clone();
            let [mv, other] = match game.turn() {
                Turn::Chance => [game.draw(&mut rng), modified.draw(&mut same)],
                _ => [game.random_move(&mut Vec::new(), &mut rng), modified.random_move(&mut Vec::new(), &mut same)],
            };
            assert_eq!((mv, &rng), (other, &same));
            game.play(mv).expect("legal");
            modified.play(mv).expect("legal");
            assert_eq!(modified.game(), &game);
        }
        assert_eq!((modified.turn(), modified.outcome()), (Turn::Over, game.outcome()));
    }
}

/// What bans led to.
#[derive(Default, Debug)]
struct Seen {
    refused: usize,
    idle: usize,
    idle_beside_trades: usize,
    ban_waived: usize,
}

/// The legal list of a game when pieces are banned, and whether the ban has to be waived.
fn under_ban(game: &TheRiver, banned: &[&str]) -> (Vec<String>, bool) {
    let whole = legal_texts(game);
    let is_banned = |piece: String| banned.iter().any(|banned| is_of(&piece, banned));
    let takes = |text: &String| piece_taken(game, text).is_some_and(is_banned);
    let mut left: Vec<String> = whole.iter().filter(|text| !takes(text)).cloned().collect();
    if left.iter().any(|text| !text.starts_with("trade:")) {
        return (left, false);
    }
    if whole.iter().any(|text| text.starts_with("draft:")) {
        return (whole, true);
    }
    left.push("idle".to_owned());
    (left, false)
}

fn check_ban(start: River, banned: &[&str], seed: u64, seen: &mut Seen) {
    let mut ban_waived = false;
    let end = play_game(start, seed, |state, _| {
        assert_eq!(state.ban_waived(), ban_waived, "{banned:?} in {state:?}");
        let Turn::Player(seat) = state.turn() else { return };
        let (whole, legal) = (legal_texts(state.game()), legal_texts(state));
        if state.modification().affected_seat.is_some_and(|one| one != seat) {
            return assert_eq!(legal, whole, "{banned:?} in {state:?}");
        }
        let (expected, nothing_else) = under_ban(state.game(), banned);
        assert_eq!(legal, expected, "{banned:?} in {state:?}");
        ban_waived |= nothing_else;
        seen.refused += usize::from(legal.len() < whole.len());
        if legal.contains(&"idle".to_owned()) {
            check_idle(state, seat);
            seen.idle += usize::from(!whole.contains(&"idle".to_owned()));
            seen.idle_beside_trades += usize::from(legal.len() > 1);
        }
    });
    assert_eq!(end.ban_waived(), ban_waived);
    seen.ban_waived += usize::from(ban_waived);
}

/// A pioneer leaves the boat, nothing else happens, and the turn goes on clockwise.
fn check_idle(state: &River, seat: Seat) {
    let mut next = state.clone();
    next.play(state.parse_move("idle").expect("a move")).expect("legal");
    let (before, after) = (state.game(), next.game());
    let players = before.n_players();
    let boat = |other: Seat| before.player(other).boat() - u8::from(other == seat);
    let Some(follows) = seat.left(players).clockwise(players).find(|&other| boat(other) > 0) else {
        assert!(Seat::all(players).all(|other| after.player(other).boat() == after.player(other).pioneers()));
        return;
    };
    assert_eq!(after.turn(), Turn::Player(follows));
    assert_eq!((after.supply(), after.round()), (before.supply(), before.round()));
    for other in Seat::all(players) {
        let [was, is] = [before, after].map(|game| *game.player(other));
        assert_eq!(is.boat(), boat(other));
        assert_eq!((is.held(), is.tiles(), is.reserved()), (was.held(), was.tiles(), was.reserved()));
    }
}

#[test]
fn a_ban_forbids_what_takes_the_piece_and_no_more() {
    for (banned, refused, ban_waived) in [
        ("mill-a", 20, 0),
        ("meadow-per-pioneer", 20, 0),
        ("forest-wood", 100, 0),
        ("terrain-forest", 300, 2),
        ("terrain-meadow", 300, 2),
        ("mixed-desert-forest", 20, 0),
    ] {
        let mut seen = Seen::default();
        for (players, seed) in tables(12) {
            for affected_seat in [None, Some(seat(2))] {
                check_ban(
                    modified(players, ActiveIntervention::Ban(component(banned).into()), affected_seat),
                    &[banned],
                    seed,
                    &mut seen,
                );
            }
        }
        assert!(seen.refused >= refused && seen.ban_waived >= ban_waived, "{banned}: {seen:?}");
    }
}

#[test]
fn two_banned_pieces_are_taken_by_nobody_affected() {
    for names in [["terrain-forest", "terrain-meadow"], ["mill-a", "inn-b"], ["shed-a", "meadow-per-bonus-token"]] {
        let mut seen = Seen::default();
        let banned = Targets::from(component(names[0])).and(component(names[1]));
        for (players, seed) in tables(12) {
            for affected_seat in [None, Some(seat(2))] {
                let start = modified(players, ActiveIntervention::Ban(banned), affected_seat);
                check_ban(start, &names, seed, &mut seen);
            }
        }
        assert!(seen.refused >= 20, "{names:?}: {seen:?}");
    }
}

/// Two buildings are reserved from the start; of a tile and a building the building is, and the tile is dealt first.
#[test]
fn two_granted_pieces_come_to_their_player() {
    let both = |names: [&str; 2]| Targets::from(component(names[0])).and(component(names[1]));
    for (players, seed) in tables(12) {
        let to = Seat::new(seed as usize / 256 % players);
        let start = modified(players, ActiveIntervention::Grant(both(["mill-a", "inn-b"])), Some(to));
        let named = |state: &River, seat| -> Vec<String> {
            let reserved = state.game().player(seat).reserved().iter();
            reserved.map(|&id| RiverRules::standard().buildings[usize::from(id.0)].id.clone()).collect()
        };
        for seat in Seat::all(players) {
            let expected: &[&str] = if seat == to { &["mill-a", "inn-b"] } else { &[] };
            assert_eq!(named(&start, seat), expected);
        }
        play_game(start, seed, |state, mv| {
            let text = state.move_text(mv);
            assert!(text != "deal:mill-a" && text != "deal:inn-b", "{text}");
        });
        let start = modified(players, ActiveIntervention::Grant(both(["meadow-swap2", "mill-a"])), Some(to));
        assert_eq!(named(&start, to), ["mill-a"]);
        let mut is_drafted = false;
        play_game(start, seed, |state, _| {
            let tiles = state.game().player(to).tiles();
            let has_it = tiles.first() == RiverRules::standard().tile_named("meadow-swap2").as_ref();
            is_drafted |= has_it;
            assert!(state.game().round() > 1 || tiles.is_empty() || is_drafted, "{state:?}");
        });
        assert!(is_drafted);
    }
    let agree =
        |one: &str, other: &str| TheRiver::grants_agree(RiverRules::standard(), component(one), component(other));
    assert!(agree("mill-a", "inn-b") && agree("meadow-swap2", "mill-a") && agree("order-1", "color-green"));
    assert!(!agree("meadow-swap2", "forest-wood") && !agree("order-1", "order-2") && !agree("mill-a", "mill-a"));
}

/// Tables in which little can be done besides claiming tiles.
fn narrow_rules() -> &'static RiverRules {
    let closed = ["clay", "stone", "food", "swap", "start", "reserve"];
    let sets = |players| {
        let closed = closed.map(|space| format!("spaces.{space}.{players}=0 any"));
        let open = ["claim", "build"].map(|space| format!("spaces.{space}.{players}=unlimited"));
        closed.into_iter().chain(open)
    };
    load(&(2..=4).flat_map(sets).collect::<Vec<_>>()).expect("valid")
}

#[test]
fn a_ban_that_leaves_nothing_but_trades_lets_pioneers_idle() {
    let mut seen = Seen::default();
    for (players, seed) in tables(15) {
        for (banned, affected_seat) in [("terrain-meadow", None), ("terrain-forest", Some(seat(2)))] {
            let modification = Modification {
                rules: narrow_rules(),
                intervention: ActiveIntervention::Ban(component(banned).into()),
                affected_seat,
                name: "",
                watch: None,
            };
            check_ban(River::new(Box::leak(Box::new(modification)), players), &[banned], seed, &mut seen);
        }
    }
    assert!(seen.idle > 50 && seen.idle_beside_trades > 10, "{seen:?}");
}

fn play_all<G: Game>(mut state: G, moves: &str) -> G {
    for text in moves.split_whitespace() {
        state.play(state.parse_move(text).expect("a move")).expect(text);
    }
    state
}

#[test]
fn a_ban_is_lifted_when_the_draft_has_nothing_else() {
    const DEALS: &str = "deal:black deal:blue deal:p1 deal:meadow-per-forest deal:meadow-swap2 deal:meadow-per-desert \
        deal:mill-a deal:mill-b deal:mill-c deal:shed-a";
    let ban = ActiveIntervention::Ban(component("terrain-meadow").into());
    for (affected_seat, ban_waived) in [(None, [true, true]), (Some(P1), [false, true]), (Some(seat(2)), [true, true])]
    {
        let drafting = play_all(modified(2, ban, affected_seat), DEALS);
        assert_eq!(
            (legal_texts(&drafting).join(" "), drafting.ban_waived()),
            ("draft:1 draft:2 draft:3".to_owned(), false)
        );
        let second = play_all(drafting, "draft:3");
        assert_eq!(second.ban_waived(), ban_waived[0], "{affected_seat:?}");
        assert_eq!(legal_texts(&second).join(" "), "draft:1 draft:2");
        assert_eq!(play_all(second, "draft:1").ban_waived(), ban_waived[1], "{affected_seat:?}");
    }
    let one_is_no_meadow = DEALS.replace("meadow-swap2", "forest-wood");
    let drafting = play_all(modified(2, ban, None), &one_is_no_meadow);
    assert_eq!(legal_texts(&drafting).join(" "), "draft:2");
    assert!(!play_all(drafting, "draft:2").ban_waived());
}

#[test]
fn a_granted_building_is_reserved_from_the_start() {
    let granted = RiverRules::standard().building_named("mill-a").expect("a building");
    for (players, seed) in tables(5) {
        for to in Seat::all(players) {
            let start = modified(players, ActiveIntervention::Grant(component("mill-a").into()), Some(to));
            for other in Seat::all(players) {
                let expected: &[BuildingId] = if other == to { &[granted] } else { &[] };
                assert_eq!(start.game().player(other).reserved(), expected);
            }
            let undealt: Vec<BuildingId> = start.game().undealt_buildings().collect();
            assert!(undealt.len() == 32 && !undealt.contains(&granted));
            play_game(start, seed, |state, mv| assert_ne!(state.move_text(mv), "deal:mill-a"));
        }
    }
}

/// The draft moves of a game when one seat is to get a tile.
fn drafts_under_grant(game: &TheRiver, granted: &str, to: Seat) -> Vec<String> {
    let whole = legal_texts(game);
    let is_it = |text: &String| piece_taken(game, text).as_deref() == Some(granted);
    let has_drafted = !game.player(to).tiles().is_empty();
    let copies = whole.iter().filter(|text| is_it(text)).count();
    match game.turn() {
        Turn::Player(seat) if seat == to => whole.into_iter().filter(is_it).collect(),
        _ if has_drafted || copies > 1 => whole,
        _ => whole.into_iter().filter(|text| !is_it(text)).collect(),
    }
}

#[test]
fn a_granted_tile_is_dealt_first_and_drafted_by_its_player() {
    let (mut kept_for, mut free_copies) = (0, 0);
    for granted in ["meadow-take4-wood", "meadow-swap2", "desert-barn2", "forest-wood"] {
        let kind = RiverRules::standard().tile_named(granted).expect("a tile");
        for (players, seed) in tables(15) {
            let to = Seat::new(seed as usize / 256 % players);
            let mut dealt = Vec::new();
            play_game(
                modified(players, ActiveIntervention::Grant(component(granted).into()), Some(to)),
                seed,
                |state, mv| {
                    let game = state.game();
                    dealt.push(state.move_text(mv));
                    let whole = legal_texts(game);
                    if whole.iter().any(|text| text.starts_with("draft:")) {
                        let legal = legal_texts(state);
                        assert_eq!(legal, drafts_under_grant(game, granted, to), "{granted} in {state:?}");
                        kept_for += usize::from(legal.len() < whole.len() && game.turn() != Turn::Player(to));
                        let has_drafted = !game.player(to).tiles().is_empty();
                        let is_it = |text: &String| piece_taken(game, text).as_deref() == Some(granted);
                        free_copies += usize::from(has_drafted && whole.iter().filter(|text| is_it(text)).count() == 1);
                    } else {
                        assert_eq!(legal_texts(state), whole);
                    }
                    if let Some(first) = game.player(to).tiles().first() {
                        assert!(
                            game.round() > 1 || dealt.iter().any(|text| text.starts_with("swap:")) || *first == kind
                        );
                    }
                },
            );
            assert_eq!(dealt[players + 1], format!("deal:{granted}"));
        }
    }
    assert!(kept_for > 100 && free_copies > 3, "{kept_for} {free_copies}");
}

/// The probabilities of the next deals, as text.
fn distribution<G: Game>(state: &G, deals: usize) -> BTreeMap<String, f64> {
    if deals == 0 {
        return BTreeMap::from([(String::new(), 1.0)]);
    }
    let next = outcomes(state);
    let whole: f64 = next.iter().map(|&(_, weight)| f64::from(weight)).sum();
    let mut all = BTreeMap::new();
    for (mv, weight) in next {
        let mut after = state.clone();
        after.play(mv).expect("legal");
        for (rest, probability) in distribution(&after, deals - 1) {
            let text = format!("{} {rest}", state.move_text(mv));
            all.insert(text, probability * f64::from(weight) / whole);
        }
    }
    all
}

/// Deals have the probabilities that they have in the game given that the grant comes true.
fn check_given<G: Game>(state: &G, game: &TheRiver, deals: usize, comes_true: impl Fn(&[&str]) -> bool) {
    let words = |text: &str| comes_true(&text.split_whitespace().collect::<Vec<_>>());
    let mut given: BTreeMap<String, f64> =
        distribution(game, deals).into_iter().filter(|(text, _)| words(text)).collect();
    let whole: f64 = given.values().sum();
    for probability in given.values_mut() {
        *probability /= whole;
    }
    let found = distribution(state, deals);
    assert!(found.keys().eq(given.keys()), "{state:?}");
    for (text, probability) in &found {
        assert!((probability - given[text]).abs() < 1e-12, "{text}: {probability}, not {}", given[text]);
    }
}

#[test]
fn deals_under_a_grant_are_those_of_the_game_given_that_it_comes_true() {
    for players in 2..=4 {
        let game = TheRiver::new(RiverRules::standard(), players);
        for to in Seat::all(players) {
            let granted = |name: &str| modified(players, ActiveIntervention::Grant(component(name).into()), Some(to));
            for color in ["black", "blue", "green", "yellow"] {
                let state = granted(&format!("color-{color}"));
                check_given(&state, &game, players + 1, |deals| deals[to.index()] == format!("deal:{color}"));
            }
            for place in 1..=players {
                let is_it = |deals: &[&str]| {
                    let start: Seat = deals[players]["deal:".len()..].parse().expect("a seat");
                    start.clockwise(players).position(|seat| seat == to) == Some(place - 1)
                };
                check_given(&granted(&format!("order-{place}")), &game, players + 1, is_it);
            }
            let set_up = ["deal:black", "deal:blue", "deal:green", "deal:yellow"][..players].join(" ") + " deal:p2";
            for name in ["meadow-per-pioneer", "desert-barn2"] {
                let (state, game) = (play_all(granted(name), &set_up), play_all(game.clone(), &set_up));
                check_given(&state, &game, 2, |deals| deals[0] == format!("deal:{name}"));
            }
        }
    }
}

/// Draws have the frequencies that their weights say: the chi-squared statistic is within six standard deviations.
fn check_draws(state: &River, rng: &mut Xoshiro256PlusPlus) {
    const DRAWS: u32 = 1500;
    let outcomes = outcomes(state);
    let whole: u32 = outcomes.iter().map(|&(_, weight)| weight).sum();
    let mut counts = vec![0_u32; outcomes.len()];
    for _ in 0..DRAWS {
        let mut same = rng.clone();
        let own = state.game().draw(&mut same);
        let drawn = state.draw(rng);
        // What the game itself draws is kept where it may be.
        assert!(drawn == own || outcomes.iter().all(|&(mv, _)| mv != own), "{state:?}");
        counts[outcomes.iter().position(|&(mv, _)| mv == drawn).expect("an outcome")] += 1;
    }
    let deviation = |(&(_, weight), &count): (&(_, u32), &u32)| {
        let expected = f64::from(DRAWS * weight) / f64::from(whole);
        (f64::from(count) - expected).powi(2) / expected
    };
    let chi_squared: f64 = outcomes.iter().zip(&counts).map(deviation).sum();
    let freedom = (outcomes.len() - 1) as f64;
    assert!(chi_squared <= freedom + 6.0 * (2.0 * freedom).sqrt(), "{chi_squared} for {freedom} in {state:?}");
}

#[test]
fn draws_under_a_grant_match_the_outcomes() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
    for players in 2..=4 {
        for name in ["color-green", "order-1", "meadow-swap2", "forest-wood", "mill-a"] {
            let to = Seat::new(players - 1);
            let mut state = modified(players, ActiveIntervention::Grant(component(name).into()), Some(to));
            while state.turn() == Turn::Chance {
                check_draws(&state, &mut rng);
                state.play(state.draw(&mut rng)).expect("legal");
            }
        }
    }
}

#[test]
fn what_is_removed_is_never_dealt() {
    let rules = RiverRules::standard();
    for removed in ["mill-a", "forest-wood", "meadow-per-pioneer", "terrain-forest", "terrain-meadow"] {
        let (mut deals, mut new_stacks) = (0, 0);
        for (players, seed) in tables(scaled(3, 20)) {
            let start = modified(players, ActiveIntervention::Remove(component(removed)), None);
            let stays = |id: &str| !is_of(id, removed);
            let tiles: u32 = rules.tiles.iter().filter(|tile| stays(&tile.id)).map(|tile| u32::from(tile.count)).sum();
            assert_eq!(start.game().undealt_tiles().map(|(_, count)| count).sum::<u32>(), tiles);
            let buildings = rules.buildings.iter().filter(|building| stays(&building.id)).count();
            assert_eq!(start.game().undealt_buildings().count(), buildings);
            let mut discarded = false;
            play_game(start, seed, |state, mv| {
                if let Some(piece) = state.move_text(mv).strip_prefix("deal:") {
                    assert!(stays(piece), "{removed}: {piece} in {state:?}");
                    deals += 1;
                }
                let is_empty = state.game().discarded_tiles().next().is_none();
                new_stacks += usize::from(is_empty && discarded);
                discarded = !is_empty;
            });
        }
        assert!(deals > scaled(500, 4000) && new_stacks > scaled(0, 3), "{removed}: {deals} {new_stacks}");
    }
}

/// How many pieces of a name a seat has at the end, the tokens from who took each of them.
fn pieces(game: &TheRiver, of: Seat, name: &str, tokens: &[Seat]) -> usize {
    let (rules, player) = (game.rules(), game.player(of));
    if let Some(nth) = name.strip_prefix("token-") {
        let nth: usize = nth.parse().expect("a number");
        return usize::from(tokens.get(nth - 1) == Some(&of));
    }
    let tiles = player.tiles().iter().map(|kind| &rules.tiles[kind.index()].id);
    let buildings = player.built().map(|id| &rules.buildings[id.index()].id);
    tiles.chain(buildings).filter(|id| is_of(id, name)).count()
}

/// Plays a modified game, and the same moves in the game: how many pieces all have at the end.
fn check_points(players: usize, seed: u64, name: &str, part: usize, more: i32, affected_seat: Option<Seat>) -> usize {
    let mut game = TheRiver::new(RiverRules::standard(), players);
    let mut tokens = Vec::new();
    let start = modified(players, ActiveIntervention::Points(component(name), more), affected_seat);
    let end = play_game(start, seed, |state, mv| {
        assert_eq!(legal_texts(state), legal_texts(&game));
        let left = game.tokens_left().len();
        game.play(mv).expect("legal");
        tokens.extend(state.turn().player().filter(|_| game.tokens_left().len() < left));
    });
    let (was, is) = (game.outcome().expect("over"), end.outcome().expect("over"));
    let mut all = 0;
    for seat in Seat::all(players) {
        let held = pieces(&game, seat, name, &tokens);
        let added = if affected_seat.is_none_or(|one| one == seat) { more * held as i32 } else { 0 };
        let mut expected = was.parts[seat];
        expected[part] += added;
        assert_eq!(is.parts[seat], expected, "{name} of {seat} in {end:?}");
        assert_eq!(end.score_parts(seat), expected, "{name} of {seat} in {end:?}");
        assert_eq!(is.scores[seat], was.scores[seat] + f64::from(added), "{name} of {seat} in {end:?}");
        all += held;
    }
    check_places(&is);
    assert_eq!(end.win_shares(), is.shares);
    check_holdings(&end);
    all
}

/// Ranks are means of places in the order of scores, shares those of the best.
fn check_places(outcome: &Outcome) {
    let mut sorted = outcome.scores.as_slice().to_vec();
    sorted.sort_by(|a, b| b.total_cmp(a));
    for seat in Seat::all(sorted.len()) {
        let score = outcome.scores[seat];
        let places: Vec<usize> = (1..=sorted.len()).filter(|&place| sorted[place - 1] == score).collect();
        let rank = places.iter().sum::<usize>() as f64 / places.len() as f64;
        assert_eq!(outcome.ranks[seat], rank, "{outcome:?}");
        let share = if places[0] == 1 { 60 / places.len() as u32 } else { 0 };
        assert_eq!(outcome.shares[seat].sixtieths(), share, "{outcome:?}");
    }
}

#[test]
fn points_are_added_for_each_piece() {
    for (name, part) in [
        ("well-a", "buildings"),
        ("forest-wood", "meadows"),
        ("meadow-per-meadow", "meadows"),
        ("meadow-take4-clay", "meadows"),
        ("terrain-desert", "columns"),
        ("token-2", "bonus_tokens"),
    ] {
        let part = TheRiver::PARTS.iter().position(|other| *other == part).expect("a part");
        let changes = [(1, None), (-1, None), (5, None), (5, Some(seat(2))), (-40, Some(P1))];
        let check = |(players, seed)| {
            let (more, affected_seat) = changes[seed as usize / 256 % changes.len()];
            check_points(players, seed, name, part, more, affected_seat)
        };
        let held: usize = tables(scaled(5, 10)).map(check).sum();
        assert!(held > scaled(1, 5), "{name}: {held}");
    }
}

/// Whether a bundle of wood, clay, stone and food pays this cost exactly.
fn pays(paid: [u8; 4], cost: [u8; 4]) -> bool {
    (0..3).all(|kind| paid[kind] <= cost[kind]) && paid.iter().sum::<u8>() == cost.iter().sum::<u8>()
}

/// The same with one resource less.
fn pays_reserved(paid: [u8; 4], cost: [u8; 4]) -> bool {
    let less = |kind: usize| {
        let mut less = cost;
        less[kind] -= 1;
        less
    };
    (0..3).filter(|&kind| cost[kind] > 0).any(|kind| pays(paid, less(kind)))
}

fn amounts(bundle: Bundle) -> [u8; 4] {
    Resource::ALL.map(|resource| bundle.get(resource))
}

/// Every bundle within what is held.
fn within(held: [u8; 4]) -> Vec<[u8; 4]> {
    let mut all = vec![[0; 4]];
    for kind in 0..4 {
        let more = |bundle: &[u8; 4]| {
            let mut next = *bundle;
            (0..=held[kind]).map(move |amount| {
                next[kind] = amount;
                next
            })
        };
        all = all.iter().flat_map(more).collect();
    }
    all
}

/// All ways to build, by trying every payment.
fn builds(game: &TheRiver, of: Seat, rules: &RiverRules) -> Vec<String> {
    let player = game.player(of);
    let bundles = within(amounts(player.held()));
    let cost = |id: BuildingId| amounts(rules.buildings[id.index()].cost);
    let mut found = Vec::new();
    let mut add = |place: String, id: BuildingId, pays: fn([u8; 4], [u8; 4]) -> bool| {
        let payments = bundles.iter().filter(|paid| pays(**paid, cost(id)));
        found.extend(payments.map(|&[w, c, s, f]| format!("build:{place}:{}", Bundle::new(w, c, s, f))));
    };
    for slot in 0..game.table().building_slots {
        if let Some(id) = game.displayed_building(Slot(slot)) {
            add(format!("{}", slot + 1), id, pays);
        }
    }
    for (idx, &id) in player.reserved().iter().enumerate() {
        add(format!("r{}", idx + 1), id, pays_reserved);
    }
    found.sort_unstable();
    found
}

#[test]
fn builds_cost_what_the_tables_of_the_player_say() {
    let printed = RiverRules::standard();
    for more in [1, -1] {
        let changed = cost_overrides(all_buildings(), more);
        for (building, was) in changed.buildings.iter().zip(&printed.buildings) {
            assert_eq!(i32::from(building.cost.total()), i32::from(was.cost.total()) + more);
        }
        // Builds that the other tables would not allow: of players concerned, of others, of reserved buildings.
        let mut seen = [0; 3];
        for (players, seed) in tables(scaled(2, 10)) {
            for affected_seat in [None, Some(seat(2))] {
                play_game(modified(players, ActiveIntervention::Costs(changed), affected_seat), seed, |state, _| {
                    let (Turn::Player(seat), game) = (state.turn(), state.game()) else { return };
                    let mut legal = legal_texts(state);
                    let in_turn =
                        |text: &String| !["draft", "return", "keep"].iter().any(|word| text.starts_with(word));
                    if !legal.iter().all(in_turn) {
                        return;
                    }
                    legal.retain(|text| text.starts_with("build:"));
                    legal.sort_unstable();
                    let is_concerned = affected_seat.is_none_or(|one| one == seat);
                    let [holds, other] = if is_concerned { [changed, printed] } else { [printed, changed] };
                    assert_eq!(legal, builds(game, seat, holds), "{game}");
                    let others = builds(game, seat, other);
                    let only_here = |text: &&String| !others.contains(text);
                    seen[usize::from(!is_concerned)] += legal.iter().filter(only_here).count();
                    seen[2] += legal.iter().filter(only_here).filter(|text| text.starts_with("build:r")).count();
                });
            }
        }
        assert!(seen.iter().all(|&count| count > scaled(2, 20)), "{more}: {seen:?}");
    }
}

/// A game among copies of a bot; whoever takes what is banned had nothing else.
fn play_bots(spec: &str, modification: &'static Modification<TheRiver>, players: usize) {
    let mut state = River::new(modification, players);
    let mut bot = registry::build::<River>(&spec.parse().expect("a spec")).expect("a bot");
    let mut rng = BotRng::seed_from_u64(players as u64);
    loop {
        let mv = match state.turn() {
            Turn::Over => break,
            Turn::Chance => state.draw(&mut rng),
            Turn::Player(seat) => bot.choose(&View::new(&state, seat), &mut rng),
        };
        if let (Turn::Player(seat), ActiveIntervention::Ban(banned)) = (state.turn(), modification.intervention)
            && modification.affected_seat.is_none_or(|one| one == seat)
        {
            let components = TheRiver::components(modification.rules, players);
            let names: Vec<&str> = banned.iter().map(|component| components[component.index()].name.as_str()).collect();
            let (allowed, _) = under_ban(state.game(), &names);
            assert!(allowed.contains(&state.move_text(mv)), "{spec}: {} in {state:?}", state.move_text(mv));
        }
        state.play(mv).expect("bots play legal moves");
    }
    assert!(state.outcome().is_some());
}

#[test]
fn bots_play_under_every_intervention() {
    for (nth, modification) in all_modifications().into_iter().enumerate().step_by(scaled(5, 1)) {
        play_bots("greedy", modification, 2 + nth % 3);
        if nth % 3 == 0 {
            play_bots("mcts:sims=30", modification, 2 + nth % 2);
        }
    }
}
