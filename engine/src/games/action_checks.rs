//! The action index of every game: it conforms, its table is frozen, and its numbers mean what moves and positions say.

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use crate::conformance::{Plan, check_actions};
use crate::games::carcassonne::{self, Carcassonne, CarcassonneRules, RiversInPlay};
use crate::games::rio_grande::{self, CardKind, RioGrande, RioRules};
use crate::games::river_dragons::{DragonRules, RiverDragons};
use crate::games::the_river::{RiverRules, TheRiver};
use crate::games::toy::{ConnectFour, Dice};
use crate::{
    Actions, ActiveIntervention, Components, Game, GameRules, Modification, ModifiedGame, RulesSource, Turn,
    for_each_game,
};

fn leaked<R: GameRules>(sets: &[&str]) -> &'static R {
    let sets = sets.iter().map(|&set| set.to_owned()).collect();
    Box::leak(Box::new(R::load(&RulesSource { file: None, sets }).expect("tables")))
}

fn with_rivers(rivers: RiversInPlay) -> &'static CarcassonneRules {
    leaked(&[&format!("rivers={rivers}")])
}

/// Checks so many random games with each number of players.
fn conforms<G: Actions>(rules: &'static G::Rules, games: usize) {
    let plan = Plan { games, brute_force_every: 1 + G::n_actions(rules) / 10_000, ..Plan::default() };
    let report = check_actions::<G>(rules, &plan).unwrap_or_else(|failure| panic!("{}: {failure}", G::NAME));
    assert_eq!(report.games, games * G::PLAYERS.count());
    assert!(report.decisions >= 7 * report.games, "{}: {report:?}", G::NAME);
    assert!(report.refused > 0, "{}: {report:?}", G::NAME);
}

#[test]
fn every_game_has_an_action_index() {
    for_each_game!(G => conforms::<G>(GameRules::standard(), 12));
}

#[test]
fn every_variant_of_carcassonne_has_one() {
    for rivers in RiversInPlay::ALL {
        conforms::<Carcassonne>(with_rivers(rivers), 2);
    }
}

#[test]
fn modified_games_have_that_of_the_game() {
    let rules = RiverRules::standard();
    let meadow = TheRiver::find_component(rules, 2, "terrain-meadow").expect("a component");
    let ban =
        Modification { intervention: ActiveIntervention::Ban(meadow.into()), ..Modification::unchanged(rules) }.leak();
    conforms::<ModifiedGame<TheRiver>>(ban, 2);
    let dear = leaked(&["building.mill-a.cost.wood=9"]);
    let costs = Modification { intervention: ActiveIntervention::Costs(dear), ..Modification::unchanged(rules) };
    assert!(ModifiedGame::<TheRiver>::check_actions(&costs).is_err());
}

/// The tables as learners know them: game, variant, rules version, number of actions, fingerprint of their names.
const FROZEN: [(&str, &str, &str, usize, u64); 9] = [
    ("the-river", "", "1", 4074, 0x6628_0493_d044_695e),
    ("rio-grande", "", "1", 14_620, 0x167c_b292_b224_27bd),
    ("carcassonne", "rivers=none", "1", 40_918, 0xf716_f080_c95d_1f45),
    ("carcassonne", "rivers=1", "1", 54_470, 0x0c99_b6bf_f1a1_8c15),
    ("carcassonne", "rivers=2", "1", 54_470, 0x0c99_b6bf_f1a1_8c15),
    ("carcassonne", "rivers=both", "1", 68_470, 0x0c7c_b15d_544e_a8e9),
    ("river-dragons", "", "1", 2582, 0x2432_faa4_44ce_12ca),
    ("connect-four", "", "1", 7, 0x9713_e463_4748_3457),
    ("dice", "", "1", 2, 0x1942_e0c0_321f_beba),
];

/// FNV-1a of the names, each with the end of a line.
fn fingerprint<G: Actions>(rules: &G::Rules) -> u64 {
    let names = (0..G::n_actions(rules)).map(|index| G::action_name(rules, index));
    names
        .flat_map(|name| (name + "\n").into_bytes())
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

fn check_frozen<G: Actions>(rules: &G::Rules) {
    let variant: Vec<String> = rules.facts().iter().map(|(key, value)| format!("{key}={value}")).collect();
    let variant = variant.join(" ");
    let frozen = FROZEN.iter().find(|row| (row.0, row.1) == (G::NAME, &*variant)).expect("a frozen table");
    let now = (G::NAME, &*variant, G::RULES_VERSION, G::n_actions(rules), fingerprint::<G>(rules));
    let [before, after] = [*frozen, now]
        .map(|(_, _, version, actions, names)| format!("{actions} actions, {names:#018x}, rules version {version}"));
    let name = format!("{} {variant}", G::NAME);
    assert!(*frozen == now, "{name} had {before} and has {after}: RULES_VERSION must change when actions do");
}

#[test]
fn tables_are_frozen() {
    for_each_game!(G => check_frozen::<G>(GameRules::standard()));
    for rivers in RiversInPlay::ALL {
        check_frozen::<Carcassonne>(with_rivers(rivers));
    }
}

/// Plays games with every number of players and gives each position with its legal actions to `check`. Moves that
/// `choose` does not choose are random.
fn each_decision<G: Actions>(
    rules: &'static G::Rules,
    games: u64,
    choose: impl Fn(&[G::Move]) -> Option<G::Move>,
    mut check: impl FnMut(&G, &[(usize, G::Move)]),
) {
    let (mut moves, mut actions) = (Vec::new(), Vec::new());
    for (players, game) in G::PLAYERS.flat_map(|players| (0..games).map(move |game| (players, game))) {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(game);
        let mut state = G::new(rules, players);
        while state.turn() != Turn::Over {
            state.legal_actions(&mut moves, &mut actions);
            let mv = match state.turn() {
                Turn::Chance => state.draw(&mut rng),
                _ => choose(&moves).unwrap_or_else(|| moves[rng.random_range(0..moves.len())]),
            };
            check(&state, &actions);
            state.play_unchecked(mv);
        }
    }
}

/// The name of a number, which knows neither position nor number of players, is the text of the move.
fn names_are_texts<G: Actions>(rules: &'static G::Rules) {
    each_decision::<G>(
        rules,
        2,
        |_| None,
        |state, actions| {
            for &(index, mv) in actions {
                assert_eq!(G::action_name(rules, index), state.move_text(mv), "{} {index}", G::NAME);
            }
        },
    );
}

#[test]
fn numbers_without_ordinals_are_named_as_their_moves() {
    names_are_texts::<TheRiver>(GameRules::standard());
    for rivers in RiversInPlay::ALL {
        names_are_texts::<Carcassonne>(with_rivers(rivers));
    }
    names_are_texts::<RiverDragons>(GameRules::standard());
    names_are_texts::<ConnectFour>(GameRules::standard());
    names_are_texts::<Dice>(GameRules::standard());
}

/// The name of a move's number, counted card by card.
fn counted_name(state: &RioGrande, mv: rio_grande::Move) -> String {
    let text = state.move_text(mv);
    let start = text.rsplit_once(':').map_or("", |(start, _)| start);
    let count = |river, place: u8, fits: &dyn Fn(rio_grande::Laid) -> bool| {
        (0..=usize::from(place)).filter(|&place| fits(state.rivers().cards(river)[place])).count()
    };
    match mv {
        rio_grande::Move::Bend(_, river, first, second) => {
            let [first, second] = [first, second].map(|place| count(river, place, &|laid| laid.bridge().is_some()));
            format!("{start}:bridges {first}x{second}")
        }
        rio_grande::Move::Sandbank(water, river, place) => {
            let is_plain =
                |laid: rio_grande::Laid| laid.card().kind() == CardKind::River && laid.card().water() == water;
            let is_eligible = |laid: rio_grande::Laid| is_plain(laid) && laid.bridge().is_none() && !laid.is_covered();
            format!("{start}:eligible card {}", count(river, place, &is_eligible))
        }
        rio_grande::Move::Bridge(river, place) => {
            let before_turn = state.rivers().len(river) - state.rivers().fresh(river);
            format!("{start}:card {} of this turn", usize::from(place) + 1 - before_turn)
        }
        _ => text,
    }
}

#[test]
fn ordinals_of_rio_grande_are_counted_from_the_head() {
    let (rules, mut bends, mut sandbanks, mut second) = (RioRules::standard(), 0, 0, 0);
    // Bridges become many where they are built.
    let build =
        |moves: &[rio_grande::Move]| moves.iter().copied().find(|mv| matches!(mv, rio_grande::Move::Bridge(..)));
    each_decision::<RioGrande>(rules, 20, build, |state, actions| {
        for &(index, mv) in actions {
            let name = RioGrande::action_name(rules, index);
            assert_eq!(name, counted_name(state, mv), "{state}");
            bends += u32::from(name.contains(":bridges 2x"));
            sandbanks += u32::from(name.contains(":eligible card 3"));
            second += u32::from(name.contains(":card 2 of"));
        }
    });
    assert!(bends > 20 && sandbanks > 20 && second > 20, "{bends} {sandbanks} {second}");
}

#[test]
fn variants_of_carcassonne_begin_like_smaller_ones() {
    let names = |rivers| {
        let rules = with_rivers(rivers);
        (0..Carcassonne::n_actions(rules)).map(|index| Carcassonne::action_name(rules, index)).collect::<Vec<_>>()
    };
    let [none, one, two, both] = RiversInPlay::ALL.map(names);
    assert_eq!(one, two);
    assert!(one.starts_with(&none) && both.starts_with(&one));
    assert_eq!(none[..2], ["none", "meeple:road:N"]);
    assert_eq!(
        none[17..24],
        ["meeple:monastery", "tile:0:0:0", "tile:0:0:1", "tile:0:0:2", "tile:0:0:3", "tile:0:-1:0", "tile:0:-1:1"]
    );
    let ring: Vec<&String> = none[18 + 4 * 5..].iter().step_by(4).take(9).collect();
    let expected = ["0:-2", "1:-1", "2:0", "1:1", "0:2", "-1:1", "-2:0", "-1:-1", "0:-3"];
    assert_eq!(ring, expected.map(|cell| format!("tile:{cell}:0")).iter().collect::<Vec<_>>());
}

#[test]
fn windows_of_carcassonne_number_all_moves_inside() {
    for window in [0, 1, 20, 92, 127] {
        let all = Carcassonne::n_windowed_actions(window);
        assert_eq!(all, (2 * usize::from(window) + 1).pow(2) * 4 + 18);
        for index in 0..all {
            let mv = Carcassonne::windowed_action_at(index, window).expect("a move");
            assert_eq!(Carcassonne::windowed_action_index(mv, window), Some(index));
        }
        assert_eq!(Carcassonne::windowed_action_at(all, window), None);
        assert_eq!(Carcassonne::windowed_action_at(usize::MAX, window), None);
    }
    assert_eq!(Carcassonne::n_windowed_actions(20), 6742);
}

#[test]
fn windows_of_carcassonne_hide_no_move() {
    let [mut inside, mut outside] = [0, 0];
    each_decision::<Carcassonne>(
        with_rivers(RiversInPlay::Both),
        2,
        |_| None,
        |_, actions| {
            for &(_, mv) in actions {
                let is_inside = |cell: carcassonne::Cell| cell.x.abs().max(cell.y.abs()) <= 6;
                let expected = !matches!(mv, carcassonne::Move::Tile(cell, _) if !is_inside(cell));
                assert_eq!(Carcassonne::windowed_action_index(mv, 6).is_some(), expected, "{mv:?}");
                *(if expected { &mut inside } else { &mut outside }) += 1;
            }
        },
    );
    assert!(inside > 1000 && outside > 1000, "{inside} {outside}");
}

/// What is wrong with these values, if anything is.
fn refusal<G: Actions>(sets: &[&str]) -> Option<String> {
    G::check_actions(leaked::<G::Rules>(sets)).err().map(|error| error.to_string())
}

fn refused<G: Actions>(sets: &[&str], expected: &str) {
    let expected = format!("{} has no action numbers for these rules: {expected}", G::NAME);
    assert_eq!(refusal::<G>(sets), Some(expected), "{sets:?}");
}

#[test]
fn tables_that_need_more_numbers_are_refused_by_name() {
    refused::<TheRiver>(
        &["building.mill-a.cost.wood=9"],
        "building.mill-a.cost: 9w1c1s, 11 resources: the table has payments of at most 8",
    );
    refused::<RioGrande>(&["players.bridges=5"], "players.bridges: 5 of each of 5: the table has pairs of 20");
    refused::<RioGrande>(
        &["cards.river=10", "cards.mouth=0"],
        "cards.river: 10 of each landscape and water: the table has 36 of a water",
    );
    refused::<RioGrande>(&["turn.actions=4"], "turn.actions: 4: the table has 2 cards before a bridge");
    refused::<Carcassonne>(
        &["rivers=none", "tile.E.count=6"],
        "tile: 72 tiles are drawn: the table of rivers = none reaches 71 cells far",
    );
    for (set, expected) in [
        ("islands.1=[310,110]", "islands.1: the span 1-8 is none of the 153 of the table"),
        ("villages.pink.at=[60,280]", "villages.pink.at: the span pink-17 is none of the 153 of the table"),
        ("planks.island_near=10", "planks: the span 2-3 is none of the 153 of the table"),
        ("planks.island_near=18", "planks: there is no span pink-7, which the table has"),
    ] {
        refused::<RiverDragons>(&[set], expected);
    }
}

#[test]
fn tables_that_need_no_more_numbers_are_not_refused() {
    assert_eq!(refusal::<TheRiver>(&["building.mill-a.points=6"]), None);
    assert_eq!(refusal::<RioGrande>(&["turn.actions=2", "cards.river=8", "players.bridges=3"]), None);
    assert_eq!(refusal::<Carcassonne>(&["rivers=1", "tile.E.count=4"]), None);
    assert_eq!(refusal::<RiverDragons>(&["islands.1=[293,80]", "limits.stones=20", "cards.dragons=2"]), None);
    assert_eq!(DragonRules::standard().board.spans.len(), 153);
}
