use rand::SeedableRng;

use super::*;

/// Legal moves with some numbers in the set, some in a run, and others.
const LEGAL: LegalNumbers<'_> = LegalNumbers { set: 1 << 47 | 0b11, run: 80..83, others: &[3000, 200, 3000] };

fn numbers() -> Vec<u16> {
    (0..LEGAL.len()).map(|place| LEGAL.at(place).0).collect()
}

#[test]
fn mast_prefers_what_has_won() {
    let mut rng = SearchRng::seed_from_u64(1);
    assert_eq!(numbers(), [0, 1, 47, 80, 81, 82, 3000, 200, 3000]);
    for best in numbers() {
        let mut mast = Mast::new();
        for _ in 0..3 {
            for number in numbers() {
                for result in 0..10 {
                    let won = if number == best { 1.0 } else { f32::from(number) / 4096.0 };
                    mast.note(number, Seat::FIRST);
                    mast.learn(&[won * [0.9, 0.7][result % 2]; 8]);
                }
            }
            let chosen = (0..1000).filter(|_| {
                let chosen = match mast.choose(&LEGAL, Seat::FIRST, &mut rng) {
                    ChosenMove::Number(number) => number,
                    ChosenMove::Other(place) => LEGAL.others[place],
                };
                chosen == best
            });
            // One in ten is random, and some of those are the best as well.
            let count = chosen.count();
            assert!((880..960).contains(&count), "{best}: {count}");
            mast.clear();
        }
    }
}

#[test]
fn the_best_is_the_first_of_the_highest() {
    let mut rng = SearchRng::seed_from_u64(2);
    for _ in 0..10_000 {
        let mut of_seat = OfSeat::new();
        let mean = |mean: u32| f32::midpoint(mean as f32 / 8.0, 1.0);
        for number in 0..MOVE_NUMBERS as u16 {
            of_seat.keys[slot_of(number)] = key_of(mean(rng.random_range(0..8)), number);
        }
        let others: Vec<u16> = (0..rng.random_range(0..5)).map(|_| rng.random_range(128..4096)).collect();
        let start = rng.random_range(SET_NUMBERS as u16..120);
        let run = start..rng.random_range(start..128);
        let set = rng.random::<u64>() & [0, rng.random()][rng.random_range(0..2)] & ((1 << SET_NUMBERS) - 1);
        let legal = LegalNumbers { set, run, others: &others };
        let places: Vec<(u16, ChosenMove)> = (0..legal.len()).map(|place| legal.at(place)).collect();
        let Some(highest) = places.iter().map(|&(number, _)| of_seat.mean(number)).max() else { continue };
        let first = places.into_iter().find(|&(number, _)| of_seat.mean(number) == highest).expect("one of them");
        assert_eq!(of_seat.best(&legal), (highest, first.1), "{legal:?}");
    }
}
