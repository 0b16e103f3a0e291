use super::super::state::Phase;
use super::super::{RiverRules, Slot, TileKind};
use super::*;
use crate::conformance::{self, Plan};
use crate::games::picture_checks::{bytes_per_move, check_xml, moves_with_the_same_parts, picture_for, positions};
use crate::{GameRules, PicturePart, Turn};

fn random_game(players: usize, seed: u64) -> Vec<TheRiver> {
    positions(RiverRules::standard(), players, seed)
}

/// What is drawn as a part of the picture.
fn part(state: &TheRiver, name: &str) -> String {
    let picture = draw(state, Viewer::Public);
    let part: Option<&PicturePart> = picture.parts.iter().find(|part| part.name == name);
    part.unwrap_or_else(|| panic!("{name} is not in the picture of {state}")).svg.clone()
}

#[test]
fn pictures_are_files_in_all_positions() {
    for players in TheRiver::PLAYERS {
        let game = random_game(players, 1);
        game.iter()
            .step_by(17)
            .chain(game.last())
            .for_each(|state| check_xml(&picture_for(state, Viewer::Public), "river-"));
    }
}

#[test]
fn pictures_pass_the_conformance_kit() {
    let plan = Plan { games: 1, brute_force_every: 50, pictures_every: 8, draws: 100, ..Plan::default() };
    conformance::check::<TheRiver>(RiverRules::standard(), &plan).expect("conformance");
}

#[test]
fn few_bytes_change_with_a_move() {
    for players in TheRiver::PLAYERS {
        let bytes = bytes_per_move::<TheRiver>(RiverRules::standard(), players, Viewer::Public);
        assert!(bytes < 1200, "{bytes} with {players} players");
    }
}

#[test]
fn parts_tell_most_moves_apart() {
    for players in TheRiver::PLAYERS {
        let same = moves_with_the_same_parts::<TheRiver>(RiverRules::standard(), players);
        assert!(same < 1.3, "{same} with {players} players");
    }
}

#[test]
fn moves_are_about_places_on_the_table() {
    let mut state = TheRiver::new(RiverRules::standard(), 3);
    let mut check = |text: &str, expected: &[&str]| {
        let mv = state.parse_move(text).expect("a move");
        assert_eq!(move_parts(&state, mv), expected, "{text}");
        state.current = state.current.left(3);
    };
    check("draft:2", &["tile-2"]);
    check("claim:9", &["space-claim", "tile-9"]);
    check("wood", &["space-wood"]);
    check("food", &["space-food"]);
    check("food:stone", &["space-food", "space-stone"]);
    check("reserve:4", &["space-reserve", "building-4"]);
    check("build:1:2w1f", &["space-build", "building-1"]);
    check("build:r2:0", &["space-build", "reserved-p2-2"]);
    check("start", &["space-start"]);
    check("swap:3-11", &["space-swap", "place-p1-3", "place-p1-11"]);
    check("return:food", &["held-p2-food"]);
    check("trade:2w1s", &["trade", "held-p3-wood", "held-p3-stone"]);
    check("keep", &["keep"]);
    check("idle", &["idle"]);
    check("deal:p2", &[]);
}

/// What is drawn follows each move of a whole game.
#[test]
fn pieces_are_where_the_position_has_them() {
    for state in random_game(4, 4).iter().step_by(5) {
        for space in ActionSpace::ALL {
            let svg = part(state, &names::space(space));
            let there = |seat: &Seat| state.player(*seat).pioneers_on[space as usize] > 0;
            assert!(Seat::all(4).all(|seat| svg.contains(&format!("#river-{seat}")) == there(&seat)), "{svg} {state}");
        }
        for seat in Seat::all(4) {
            let boat = part(state, &format!("boat-{seat}"));
            assert_eq!(boat.matches(&format!("#river-{seat}")).count(), usize::from(state.player(seat).boat));
            for resource in Resource::ALL {
                let held = format!(">{}</text>", state.player(seat).held.get(resource));
                assert!(part(state, &names::held(seat, resource)).ends_with(&held));
            }
        }
    }
}

#[test]
fn displays_show_what_lies_in_their_slots() {
    let game = random_game(2, 5);
    let state = game.iter().find(|state| state.round == 2 && state.phase == Phase::Place).expect("a second round");
    for slot in 0..5 {
        let kind: TileKind = state.displayed_tile(Slot(slot)).expect("all tiles are dealt");
        let words = tiles::tile_words(state.tile(kind));
        let title = format!("<title>tile {}, {words}</title>", slot + 1);
        assert!(part(state, &names::tile(slot.into())).starts_with(&title));
    }
    assert!(part(state, "turn").contains("sends a pioneer") && part(state, "round").contains("Round 2"));
    assert!(!draw(state, Viewer::Public).parts.iter().any(|part| part.name == "result"));
}

#[test]
fn the_end_shows_scores_and_winners() {
    let game = random_game(3, 6);
    let last = game.last().expect("a position");
    let (outcome, result) = (last.outcome().expect("the game is over"), part(last, "result"));
    for seat in Seat::all(3) {
        assert!(
            result.contains(&format!(
                "<text class=\"bold end\" x=\"808\" y=\"{}\">{}</text>",
                layout::height(3) + 48 + 26 * seat.index() as i32,
                outcome.scores[seat]
            )),
            "{result}"
        );
    }
    assert!(result.contains(">winner</text>") && part(last, "turn").contains("Game over: p"));
    assert!(last.turn() == Turn::Over && part(last, "round").contains("Round"));
}
