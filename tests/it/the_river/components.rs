//! The components of The River: what moves offer and take and what seats hold, compared with the moves as text, with the
//! data as it is written, and with the score.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use riverlab_engine::games::the_river::{Building, Bundle, Resource, RiverRules, Slot, TheRiver};
use riverlab_engine::{
    Component, ComponentIdx, Components, Game, GameRules, Holding, InterventionKind, ModifiedGame, Modify, RulesSource,
    Seat, Turn,
};

use crate::long::scaled;
use crate::the_river::oracle::COMPONENTS;

/// How many there are of each name.
type Counts = BTreeMap<String, u32>;

fn components(players: usize) -> Vec<Component> {
    TheRiver::components(RiverRules::standard(), players)
}

pub(crate) fn component(name: &str) -> ComponentIdx {
    let idx = components(4).iter().position(|component| component.name == name);
    ComponentIdx(idx.unwrap_or_else(|| panic!("no component {name}")) as u16)
}

fn name_of(component: ComponentIdx) -> String {
    static NAMES: LazyLock<Vec<String>> =
        LazyLock::new(|| components(4).into_iter().map(|component| component.name).collect());
    NAMES[component.index()].clone()
}

/// The terrains of each tile, as written.
static TERRAINS: LazyLock<BTreeMap<String, Vec<String>>> = LazyLock::new(|| {
    let components: toml::Table = COMPONENTS.parse().expect("valid data");
    let text = |value: &toml::Value| value.as_str().expect("a text").to_owned();
    let entry = |tile: &toml::Value| {
        let terrains = tile["terrain"].as_array().expect("a list");
        (text(&tile["id"]), terrains.iter().map(text).collect())
    };
    components["tile"].as_array().expect("a list").iter().map(entry).collect()
});

/// The tile or building that a move takes from the draft or a display, by its text.
pub(crate) fn piece_taken(state: &TheRiver, text: &str) -> Option<String> {
    let (action, rest) = text.split_once(':')?;
    let slot = Slot(rest.split(':').next()?.parse::<u8>().ok()? - 1);
    let rules = state.rules();
    match action {
        "draft" | "claim" => state.displayed_tile(slot).map(|kind| rules.tiles[kind.index()].id.clone()),
        "reserve" | "build" => state.displayed_building(slot).map(|id| rules.buildings[id.index()].id.clone()),
        _ => None,
    }
}

/// Whether a piece is the one of this name, or a tile of the terrain of this name.
pub(crate) fn is_of(piece: &str, name: &str) -> bool {
    names_of(piece).contains(&name.to_owned())
}

/// A piece and the terrains that it has.
fn names_of(piece: &str) -> Vec<String> {
    let terrains = TERRAINS.get(piece).into_iter().flatten().map(|terrain| format!("terrain-{terrain}"));
    std::iter::once(piece.to_owned()).chain(terrains).collect()
}

/// A random move, half of the time a build where there is one.
fn lively_move<G: Game>(state: &G, rng: &mut Xoshiro256PlusPlus) -> G::Move {
    let mut legal = Vec::new();
    state.legal_moves(&mut legal);
    let is_build = |mv: &G::Move| state.move_text(*mv).starts_with("build");
    let builds: Vec<G::Move> = legal.iter().copied().filter(is_build).collect();
    let pool = if builds.is_empty() || rng.random() { legal } else { builds };
    pool[rng.random_range(0..pool.len())]
}

/// Plays a game to its end and shows each position with the move that is played in it.
pub(crate) fn play_game<G: Game>(mut state: G, seed: u64, mut see: impl FnMut(&G, G::Move)) -> G {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    loop {
        let mv = match state.turn() {
            Turn::Over => return state,
            Turn::Chance => state.draw(&mut rng),
            Turn::Player(_) => lively_move(&state, &mut rng),
        };
        see(&state, mv);
        state.play(mv).expect("legal");
    }
}

/// Numbers of players with seeds.
pub(crate) fn tables(seeds: u64) -> impl Iterator<Item = (usize, u64)> {
    (2..=4).flat_map(move |players| (0..seeds).map(move |seed| (players, seed << 8 | players as u64)))
}

fn river(players: usize) -> TheRiver {
    TheRiver::new(RiverRules::standard(), players)
}

fn found_by(find: impl FnOnce(&mut dyn FnMut(ComponentIdx))) -> Vec<String> {
    let mut found = Vec::new();
    find(&mut |component| found.push(name_of(component)));
    found.sort_unstable();
    found
}

pub(crate) fn holdings<G: Components>(state: &G, seat: Seat) -> Vec<Holding> {
    let mut found = Vec::new();
    state.holdings(seat, &mut |holding| found.push(holding));
    found
}

/// The token that the player to act takes by building now.
fn next_token(state: &TheRiver, seat: Seat) -> Option<String> {
    let (all, left) = (state.table().tokens.len(), state.tokens_left().len());
    (left > 0 && state.player(seat).tokens() < state.table().bonus_slots).then(|| format!("token-{}", all - left + 1))
}

#[test]
fn components_have_names_of_their_own_in_an_order_that_players_do_not_change() {
    let rules = RiverRules::standard();
    let names = |players| components(players).into_iter().map(|component| component.name).collect::<Vec<_>>();
    for (players, tokens) in [(2, 8), (3, 20), (4, 20)] {
        let names = names(players);
        assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len());
        assert_eq!(names.len(), rules.tiles.len() + rules.buildings.len() + 5 + 4 + 4 + tokens);
    }
    assert_eq!(names(4), names(3));
    assert!(names(4).starts_with(&names(2)));
}

#[test]
fn components_say_what_can_be_done_to_them() {
    use InterventionKind::{Ban, Cost, Grant, Points, Remove};
    let of = |name: &str, players| {
        let component = components(players).into_iter().find(|component| component.name == name).expect("a component");
        (component.kind, component.interventions.to_vec())
    };
    assert_eq!(of("mill-a", 2), ("building", vec![Ban, Grant, Remove, Cost, Points]));
    assert_eq!(of("forest-wood", 2), ("tile", vec![Ban, Grant, Remove, Points]));
    assert_eq!(of("meadow-swap2", 2), ("meadow", vec![Ban, Grant, Remove, Points]));
    assert_eq!(of("terrain-forest", 2), ("terrain", vec![Ban, Remove, Points]));
    assert_eq!(of("color-green", 2), ("color", vec![Grant]));
    assert_eq!(of("token-8", 2), ("bonus-token", vec![Points]));
    for (players, seats) in [(2, 2), (3, 3), (4, 4)] {
        let open = (1..=4).filter(|place| of(&format!("order-{place}"), players) == ("order", vec![Grant]));
        assert_eq!(open.count(), seats);
    }
}

/// A kind of which the box has none can be neither dealt nor taken.
#[test]
fn nothing_can_be_done_to_tiles_that_are_not_there() {
    let sets = ["tile.desert-barn3.count=0", "tile.desert-barn2.count=6"];
    let components = TheRiver::components(load(&sets).expect("valid"), 2);
    let interventions =
        |name| components.iter().find(|component| component.name == name).expect("a component").interventions;
    assert!(interventions("desert-barn3").is_empty());
    assert_eq!(interventions("desert-barn2").len(), 4);
}

#[test]
fn names_that_components_need_are_refused() {
    for prefix in ["terrain-", "color-", "order-", "token-"] {
        for (section, id) in [("building", "shed-a"), ("tile", "forest-wood2")] {
            let name = format!("{prefix}x");
            let text = COMPONENTS.replace(id, &name);
            let source = RulesSource { file: Some(("mine.toml".into(), text)), sets: Vec::new() };
            let error = RiverRules::load(&source).expect_err(&name).to_string();
            assert_eq!(error, format!("mine.toml: {section}.{name}: names that begin with {prefix} are taken"));
            let kind = id.split('-').next().expect("a word");
            let free = COMPONENTS.replace(id, &format!("{kind}-{name}"));
            let source = RulesSource { file: Some(("mine.toml".into(), free)), sets: Vec::new() };
            RiverRules::load(&source).unwrap_or_else(|error| panic!("{error}"));
        }
    }
}

/// Tables with cheap buildings and few tokens, or few slots for them.
fn few_tokens() -> &'static RiverRules {
    let costs = |building: &Building| {
        [("wood", 1), ("clay", 0), ("stone", 0)]
            .map(|(name, cost)| format!("building.{}.cost.{name}={cost}", building.id))
    };
    let tokens = ["bonus_tokens.2=[6, 5]", "river.bonus_slots.3=1", "river.bonus_slots.4=1"].map(str::to_owned);
    let costs = RiverRules::standard().buildings.iter().flat_map(costs);
    load(&tokens.into_iter().chain(costs).collect::<Vec<_>>()).expect("valid")
}

#[test]
fn moves_take_what_their_text_says() {
    let bannable: Vec<(String, ComponentIdx)> = components(4)
        .into_iter()
        .filter(|component| component.interventions.contains(&InterventionKind::Ban))
        .map(|banned| (banned.name.clone(), component(&banned.name)))
        .collect();
    let few_tokens = few_tokens();
    let mut builds_without_token = [0; 2];
    for (players, seed) in tables(10) {
        let rules = if seed < 4 << 8 { RiverRules::standard() } else { few_tokens };
        play_game(TheRiver::new(rules, players), seed, |state, _| {
            let mut legal = Vec::new();
            state.legal_moves(&mut legal);
            for mv in legal {
                let text = state.move_text(mv);
                let mut expected = piece_taken(state, &text).map_or(Vec::new(), |piece| names_of(&piece));
                let builder = state.turn().player().filter(|_| text.starts_with("build"));
                let token = builder.map(|seat| next_token(state, seat));
                let why = usize::from(state.tokens_left().is_empty());
                builds_without_token[why] += usize::from(token == Some(None));
                expected.extend(token.flatten());
                expected.sort_unstable();
                assert_eq!(
                    found_by(|found| state.taken(mv, &mut |component| found(component))),
                    expected,
                    "{text} in {state}"
                );
                for (name, component) in &bannable {
                    assert_eq!(state.takes(mv, *component), expected.contains(name), "{name} by {text} in {state}");
                }
            }
        });
    }
    assert!(builds_without_token.iter().all(|&count| count > 3), "{builds_without_token:?}");
}

#[test]
fn deals_offer_what_their_text_says() {
    for (players, seed) in tables(10) {
        play_game(river(players), seed, |state, mv| {
            let text = state.move_text(mv);
            let expected = match (state.turn(), text.strip_prefix("deal:")) {
                (Turn::Chance, Some(color @ ("black" | "blue" | "green" | "yellow"))) => vec![format!("color-{color}")],
                (Turn::Chance, Some("p1" | "p2" | "p3" | "p4")) => {
                    let places = (1..=players).map(|place| format!("order-{place}"));
                    let tokens = (1..=state.table().tokens.len()).map(|nth| format!("token-{nth}"));
                    places.chain(tokens).collect::<BTreeSet<_>>().into_iter().collect()
                }
                (Turn::Chance, Some(piece)) => {
                    names_of(piece).into_iter().collect::<BTreeSet<_>>().into_iter().collect()
                }
                _ => Vec::new(),
            };
            assert_eq!(
                found_by(|found| state.offered(mv, &mut |component| found(component))),
                expected,
                "{text} in {state}"
            );
        });
    }
}

/// What a seat holds is what it has taken: all tiles, terrains and tokens, and no building that was not taken.
fn check_taken_is_held(end: &TheRiver, seat: Seat, taken: &Counts) {
    let held: Counts = holdings(end, seat).iter().map(|holding| (name_of(holding.component), holding.pieces)).collect();
    for component in components(end.n_players()) {
        let [taken, held] = [taken, &held].map(|counts| counts.get(&component.name).copied().unwrap_or(0));
        match component.kind {
            "tile" | "meadow" | "terrain" | "bonus-token" => assert_eq!(held, taken, "{} of {seat}", component.name),
            "building" => assert!(held <= taken, "{} of {seat}", component.name),
            _ => assert_eq!(taken, 0, "{} of {seat}", component.name),
        }
    }
}

#[test]
fn what_was_taken_is_held_at_the_end() {
    let mut built = 0;
    for (players, seed) in tables(scaled(10, 40)) {
        let mut taken = vec![Counts::new(); players];
        let end = play_game(river(players), seed, |state, mv| {
            for name in found_by(|found| state.taken(mv, &mut |component| found(component))) {
                let seat = state.turn().player().expect("players take");
                *taken[seat.index()].entry(name).or_default() += 1;
            }
        });
        for seat in Seat::all(players) {
            check_taken_is_held(&end, seat, &taken[seat.index()]);
            built += end.player(seat).built().count();
        }
    }
    assert!(built > scaled(100, 200), "{built}");
}

/// The color and the place are held once each, and every player's are different.
fn check_circumstances(state: &TheRiver) {
    let mut expected: Vec<String> = (1..=state.n_players()).map(|place| format!("order-{place}")).collect();
    expected.extend(Seat::all(state.n_players()).map(|seat| format!("color-{}", state.player(seat).color())));
    let all = Seat::all(state.n_players()).flat_map(|seat| holdings(state, seat));
    let mut found: Vec<String> = all.map(|holding| name_of(holding.component)).collect();
    found.retain(|name| name.starts_with("color-") || name.starts_with("order-"));
    expected.sort_unstable();
    found.sort_unstable();
    assert_eq!(found, expected);
    let first = holdings(state, state.first_player());
    assert!(first.iter().any(|holding| holding.component == component("order-1")));
}

/// The points of what a seat holds, by the score part of their kind.
fn points_by_part(state: &impl Components, seat: Seat) -> BTreeMap<&'static str, i32> {
    let kinds: Vec<&str> = components(state.n_players()).iter().map(|component| component.kind).collect();
    let mut points = BTreeMap::from([("buildings", 0), ("bonus_tokens", 0), ("columns", 0), ("meadows", 0)]);
    for holding in holdings(state, seat) {
        let part = match kinds[holding.component.index()] {
            "tile" | "meadow" => "meadows",
            "building" => "buildings",
            "terrain" => "columns",
            _ => "bonus_tokens",
        };
        *points.get_mut(part).expect("a part") += holding.points;
    }
    points
}

pub(crate) fn check_holdings<G: Components>(state: &G) {
    let count = components(state.n_players()).len();
    for seat in Seat::all(state.n_players()) {
        let held = holdings(state, seat);
        for idx in 0..count {
            let of_it: Vec<&Holding> = held.iter().filter(|holding| holding.component.index() == idx).collect();
            let pieces = of_it.first().map_or(0, |holding| holding.pieces);
            assert!(of_it.len() <= 1 && of_it.iter().all(|holding| holding.pieces > 0), "{of_it:?}");
            assert_eq!(state.pieces(seat, ComponentIdx(idx as u16)), pieces, "{idx} of {seat} in {state:?}");
        }
        let parts = state.score_parts(seat);
        for (part, points) in points_by_part(state, seat) {
            let idx = G::PARTS.iter().position(|name| *name == part).expect("a part");
            assert_eq!(points, parts[idx], "{part} of {seat} in {state:?}");
        }
    }
}

/// Points of tiles, and mixed tiles that share both of their terrains.
const POINTED: [&str; 7] = [
    "tile.forest-wood.points=3",
    "tile.meadow-per-pioneer.each=4",
    "tile.meadow-income-clay.points=-2",
    "tile.mixed-desert-forest.count=4",
    "tile.mixed-forest-badlands.count=0",
    "tile.mixed-badlands-mountain.count=0",
    "tile.mixed-mountain-desert.count=0",
];

#[test]
fn points_of_holdings_add_up_to_the_score_parts() {
    let pointed = load(&POINTED).expect("valid");
    for (players, seed) in tables(20) {
        for rules in [RiverRules::standard(), pointed] {
            let end = play_game(TheRiver::new(rules, players), seed, |state, _| {
                if state.round() > 0 && state.turn().player() == Some(Seat::FIRST) {
                    check_holdings(state);
                }
            });
            check_holdings(&end);
            check_circumstances(&end);
        }
    }
}

pub(crate) fn load<S: AsRef<str>>(sets: &[S]) -> Result<&'static RiverRules, String> {
    let source = RulesSource { file: None, sets: sets.iter().map(|set| set.as_ref().to_owned()).collect() };
    let rules = RiverRules::load(&source).map_err(|error| error.to_string())?;
    Ok(Box::leak(Box::new(rules)))
}

#[test]
fn points_of_tiles_are_checked() {
    for (set, expected) in [
        ("tile.forest-wood.points=51", "tile.forest-wood.points: 51 is no number from -50 to 50"),
        ("tile.forest-wood.points=-51", "tile.forest-wood.points: -51 is no number from -50 to 50"),
        ("tile.forest-wood.points=many", "tile.forest-wood.points: \"many\" is no number from -50 to 50"),
        ("tile.forest-wood.points=1.5", "tile.forest-wood.points: 1.5 is no number from -50 to 50"),
        ("tile.meadow-per-pioneer.each=10", "tile.meadow-per-pioneer.each: 10 is not from 0 to 9"),
        ("tile.forest-wood.each=1", "tile.forest-wood.each: is for meadows that bring points for each of something"),
        ("tile.meadow-swap2.each=1", "tile.meadow-swap2.each: is for meadows that bring points for each of something"),
        (
            "tile.meadow-income-clay.each=1",
            "tile.meadow-income-clay.each: is for meadows that bring points for each of something",
        ),
    ] {
        assert_eq!(load(&[set]).expect_err(set), format!("--set: {expected}"));
    }
    for (set, points, each) in [
        ("tile.meadow-per-pioneer.points=-50", -50, 1),
        ("tile.meadow-per-pioneer.points=50", 50, 1),
        ("tile.meadow-per-pioneer.each=0", 0, 0),
        ("tile.meadow-per-pioneer.each=9", 0, 9),
    ] {
        let rules = load(&[set]).expect(set);
        let tile = &rules.tiles[rules.tile_named("meadow-per-pioneer").expect("a meadow").index()];
        assert_eq!((tile.points, tile.each), (points, each), "{set}");
    }
}

/// The cost with `more` of the resource that there is most of, the first of those that are level.
fn cost_with(cost: Bundle, more: i32) -> Option<Bundle> {
    let mut amounts = Resource::PRODUCED.map(|resource| i32::from(cost.get(resource)));
    let most = *amounts.iter().max().expect("three");
    let place = amounts.iter().position(|&amount| amount == most).expect("there is one");
    amounts[place] += more;
    let [wood, clay, stone] = amounts.map(|amount| u8::try_from(amount).ok());
    Some(Bundle::new(wood?, clay?, stone?, 0))
}

#[test]
fn repricing_changes_one_cost_and_nothing_else() {
    let standard = RiverRules::standard();
    let mut refused = 0;
    for (idx, building) in standard.buildings.iter().enumerate() {
        for more in [1, -1, -2] {
            let sets = TheRiver::cost_overrides(standard, component(&building.id), more);
            let Some(cost) = cost_with(building.cost, more) else {
                let message = sets.expect_err(&building.id);
                assert_eq!(message, format!("{} costs {}", building.id, building.cost));
                refused += 1;
                continue;
            };
            let changed = load(&sets.expect("there is enough")).expect("valid");
            let mut expected = standard.buildings.clone();
            expected[idx].cost = cost;
            assert_eq!(changed.buildings, expected);
            assert_eq!(changed.tiles, standard.tiles);
        }
    }
    assert_eq!(refused, 3, "the three wells cost one of each");
    for name in ["forest-wood", "meadow-swap2", "terrain-forest", "color-blue", "order-1", "token-1"] {
        assert!(TheRiver::cost_overrides(standard, component(name), 1).is_err(), "{name}");
    }
}

#[test]
fn revaluing_changes_the_points_of_one_piece_and_nothing_else() {
    let standard = RiverRules::standard();
    for more in [1, -1, 5] {
        for idx in 0..standard.buildings.len() {
            let mut expected = standard.buildings.clone();
            expected[idx].points = expected[idx].points.checked_add_signed(more).expect("in range");
            let sets = TheRiver::points_overrides(standard, component(&expected[idx].id), i32::from(more))
                .expect("has points");
            let changed = load(&sets).expect("valid");
            assert_eq!((&changed.buildings, &changed.tiles), (&expected, &standard.tiles));
        }
        for idx in 0..standard.tiles.len() {
            let mut expected = standard.tiles.clone();
            expected[idx].points += more;
            let sets = TheRiver::points_overrides(standard, component(&expected[idx].id), i32::from(more))
                .expect("has points");
            let changed = load(&sets).expect("valid");
            assert_eq!((&changed.buildings, &changed.tiles), (&standard.buildings, &expected));
        }
    }
    let pointed = load(&POINTED).expect("valid");
    for (name, expected) in
        [("forest-wood", "tile.forest-wood.points=4"), ("meadow-per-pioneer", "tile.meadow-per-pioneer.points=1")]
    {
        assert_eq!(TheRiver::points_overrides(pointed, component(name), 1), Ok(vec![expected.to_owned()]));
    }
    assert_eq!(TheRiver::points_overrides(standard, component("shed-a"), -3), Err("shed-a brings 2 points".to_owned()));
    assert!(TheRiver::points_overrides(standard, component("shed-a"), -2).is_ok());
    for name in ["terrain-forest", "color-blue", "order-1", "token-1"] {
        assert!(TheRiver::points_overrides(standard, component(name), 1).is_err(), "{name}");
    }
}

#[test]
fn positions_stay_small() {
    assert!(size_of::<TheRiver>() <= 576, "{} bytes", size_of::<TheRiver>());
    assert!(size_of::<ModifiedGame<TheRiver>>() <= 592, "{} bytes", size_of::<ModifiedGame<TheRiver>>());
}
