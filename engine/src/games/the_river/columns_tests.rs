use crate::games::the_river::{RiverRules, Terrain, TheRiver};
use crate::{Game, GameRules, Seat, Turn};
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

use super::*;

fn terrains(all: &[Terrain]) -> Terrains {
    all.iter().fold(Terrains::default(), |terrains, &terrain| terrains.with(terrain))
}

#[test]
fn a_column_is_worth_what_its_tiles_share() {
    use Terrain::{Desert, Forest, Mountain};
    let (forest, mixed, none) = (terrains(&[Forest]), terrains(&[Forest, Mountain]), Terrains::default());
    let (desert, mountain) = (terrains(&[Desert]), terrains(&[Mountain]));
    let facts = |column: [Terrains; 3]| {
        let column = Column(column);
        (column.points(), column.is_whole(), column.is_begun(), column.is_lone())
    };
    assert_eq!(facts([none; 3]), (0, false, false, false));
    assert_eq!(facts([forest, none, none]), (0, false, false, true));
    assert_eq!(facts([forest, mixed, none]), (2, false, true, false));
    assert_eq!(facts([forest, desert, none]), (0, false, false, false));
    assert_eq!(facts([forest, mixed, forest]), (6, true, false, false));
    // All three must share one and the same terrain.
    assert_eq!(facts([forest, mixed, mountain]), (2, false, false, false));
    assert_eq!(facts([forest, desert, desert]), (0, false, false, false));
}

#[test]
fn what_a_tile_adds_is_what_the_column_is_worth_more() {
    let all = (0..1 << Terrain::ALL.len()).map(|set: u8| {
        let present = Terrain::ALL.into_iter().filter(|terrain| set >> *terrain as u8 & 1 == 1);
        present.fold(Terrains::default(), Terrains::with)
    });
    let small: Vec<Terrains> = all.filter(|terrains| terrains.len() <= 2).collect();
    let mut whole = 0;
    for place in 0..3 {
        for (&one, &other) in small.iter().flat_map(|one| small.iter().map(move |other| (one, other))) {
            let column = Column([one, other, one]).with_tile(place, Terrains::default());
            for column in [column, Column([other, one, other]).with_tile(place, Terrains::default())] {
                for &tile in &small {
                    let (wanted, after) = (column.wanted(place), column.with_tile(place, tile));
                    assert_eq!(wanted.points(tile), after.points() - column.points(), "{column:?} {place} {tile:?}");
                    assert_eq!(wanted.completes(tile), after.is_whole());
                    whole += u32::from(after.is_whole());
                }
            }
        }
    }
    assert!(whole > 100, "{whole}");
}

#[test]
fn what_is_kept_is_what_the_tiles_say() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let (mut legal, mut changes) = (Vec::new(), 0);
    for _ in 0..30 {
        let mut state = TheRiver::new(RiverRules::standard(), 2);
        while state.turn() != Turn::Over {
            let mv = match state.turn() {
                Turn::Chance => state.draw(&mut rng),
                _ => state.random_move(&mut legal, &mut rng),
            };
            state.play_unchecked(mv);
            for player in Seat::all(2).map(|seat| state.player(seat)) {
                let columns = state.rules().columns.map(|spaces| Column::of(&spaces, player.terrains()));
                let count = |is: fn(Column) -> bool| columns.into_iter().filter(|&column| is(column)).count() as u8;
                let points = columns.into_iter().map(Column::points).sum();
                let expected = Columns::new(points, count(Column::is_begun), count(Column::is_lone));
                assert_eq!(player.columns(), expected);
                changes += u32::from(points > 0);
            }
        }
    }
    assert!(changes > 100);
}
