use super::*;
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

#[test]
fn selection_agrees_with_counting_bits() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    for round in 0..2000 {
        let word = match round % 3 {
            0 => rng.next_u64(),
            1 => rng.next_u64() & rng.next_u64() & rng.next_u64(),
            _ => rng.next_u64() | rng.next_u64() | rng.next_u64(),
        };
        let places = (0..64).filter(|place| word >> place & 1 == 1);
        for (nth, place) in places.enumerate() {
            assert_eq!(select_bit(word, nth as u32), place, "{word:#x} {nth}");
        }
    }
    assert_eq!(select_bit(u64::MAX, 63), 63);
}

#[test]
fn content_alone_makes_bags_equal() {
    let kinds = PieceKinds::<2>::new([40, 1, 30]);
    let mut bag = kinds.full();
    assert_eq!(bag.len(), 71);
    for kind in [2, 0, 2, 1] {
        assert!(kinds.take(&mut bag, kind));
    }
    assert!(!kinds.take(&mut bag, 1));
    let mut other = kinds.full();
    for kind in [1, 2, 2, 0, 0] {
        assert!(kinds.take(&mut other, kind));
    }
    assert!(kinds.put(&mut other, 0));
    assert_eq!(bag, other);
    assert_eq!(bag.sums, bag.words.map(ByteSums::of));
    assert_eq!(kinds.counts(&bag).collect::<Vec<_>>(), [(0, 39), (2, 28)]);
    assert_eq!(bag.common(&kinds.full()), bag.len());
    assert!(!kinds.put(&mut kinds.full(), 1));
}

#[test]
fn all_counts_are_those_of_each_kind() {
    let numbers = [3, 0, 1, 60, 1, 2, 61, 0];
    let kinds = PieceKinds::<2>::new(numbers);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
    for most in 0..=61 {
        let mut bag = kinds.full();
        for (kind, number) in (0..).zip(numbers) {
            (0..rng.random_range(0..=number.min(most))).for_each(|_| assert!(kinds.take(&mut bag, kind)));
        }
        let each = (0..kinds.len() as Kind).map(|kind| (kind, kinds.count(&bag, kind)));
        assert!(kinds.counts(&bag).eq(each.filter(|&(_, count)| count > 0)), "{bag:?}");
    }
    assert_eq!(kinds.counts(&Bag::default()).count(), 0);
}

#[test]
fn bags_have_pieces_in_common() {
    let kinds = PieceKinds::<2>::new([40, 24, 64]);
    let (mut one, mut other) = (Bag::default(), Bag::default());
    for (kind, count) in [(0, 40), (1, 24), (2, 64)] {
        for _ in 0..count {
            assert!(kinds.put(if kind == 1 { &mut other } else { &mut one }, kind));
        }
        assert_eq!(one.common(&kinds.full()), one.len());
    }
    assert_eq!(one.common(&other), 0);
    assert_eq!(one.with(&other), kinds.full());
    assert_eq!(one.with(&other).common(&kinds.full()), 128);
}

#[test]
fn every_piece_is_equally_likely() {
    let kinds = PieceKinds::<2>::new([1, 60, 3, 6]);
    let mut bag = kinds.full();
    assert!(kinds.take(&mut bag, 3));
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
    let mut seen = [0_u32; 4];
    for _ in 0..69_000 {
        seen[usize::from(kinds.draw(&bag, &mut rng))] += 1;
    }
    for (kind, expected) in [(0, 1000), (1, 60_000), (2, 3000), (3, 5000)] {
        let spread = 5.0 * f64::from(expected).sqrt();
        assert!((f64::from(seen[kind]) - f64::from(expected)).abs() < spread, "{seen:?}");
    }
}
