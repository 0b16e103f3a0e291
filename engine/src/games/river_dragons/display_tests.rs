use super::*;
use crate::GameRules;
use crate::games::river_dragons::DragonRules;

#[test]
fn programs_are_read_by_those_who_made_them_until_they_are_revealed() {
    let mut state = RiverDragons::new(DragonRules::standard(), 2);
    let mut play = |texts: &[&str]| {
        for text in texts {
            state.play(state.parse_move(text).expect("a move")).expect("a legal move");
        }
        [Viewer::All, Viewer::Public, Viewer::Seat(Seat::FIRST), Viewer::Seat(Seat::new(1))].map(|viewer| {
            let text = state.position_text(viewer);
            let programs =
                text.lines().filter_map(|line| line.split_once("program").map(|(_, program)| program.to_owned()));
            programs.skip(usize::from(text.contains("programs"))).collect::<Vec<_>>()
        })
    };
    let [all, public, first, second] = play(&["deal:p2", "program:stone1", "program:stone2"]);
    assert_eq!((&all[1], &second[1]), (&" stone1 stone2".to_owned(), &" stone1 stone2".to_owned()));
    assert_eq!((&public[1], &first[1]), (&" ? ?".to_owned(), &" ? ?".to_owned()));
    let own = ["program:jump", "program:move1", "program:move2", "program:stone1", "program:stone2"];
    let rest = [&["program:plank1", "program:plank2", "program:move1"][..], &own[..]].concat();
    let [_, public, first, _] = play(&rest);
    assert_eq!(public, [" jump ? ? ? ?", " stone1 ? ? ? ?"]);
    assert_eq!(first[0], " jump move1 move2 stone1 stone2");
}
