use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::*;
use crate::long::scaled;

/// Games of a deal, and seats of a game.
const GAMES: usize = 2;
const SEATS: usize = 2;

/// A component: in which part of deals it is there at all, and how likely a seat holds it then.
#[derive(Clone, Copy)]
struct Component {
    there: f64,
    held: f64,
    /// How much likelier, or less likely, the winner of a game holds it than the loser.
    winner: f64,
}

impl Component {
    fn held_by(&self, wins: bool) -> f64 {
        self.held + if wins { self.winner / 2.0 } else { -self.winner / 2.0 }
    }

    /// The true difference: P(win | held) − P(win | not held).
    fn difference(&self) -> f64 {
        let win = |held: f64, other: f64| held / (held + other);
        let [of_winner, of_loser] = [true, false].map(|wins| self.there * self.held_by(wins));
        win(of_winner, of_loser) - win(1.0 - of_winner, 1.0 - of_loser)
    }
}

/// The components of a tournament, each with its holders' shares, deal by deal.
fn simulate(rng: &mut ChaCha8Rng, deals: u64, components: &[Component]) -> Vec<Option<Interval>> {
    let mut seen = vec![(0, Ratio::default()); components.len()];
    for _ in 0..deals {
        // Deals have luck of their own: in half of them the same seat wins all games.
        let alike = rng.random::<bool>().then(|| rng.random_range(0..SEATS));
        let winners = [(); GAMES].map(|()| alike.unwrap_or_else(|| rng.random_range(0..SEATS)));
        for (component, (held, ratio)) in components.iter().zip(&mut seen) {
            let (mut here, mut shares) = (0, 0);
            let there = rng.random::<f64>() < component.there;
            for (winner, seat) in winners.iter().flat_map(|winner| (0..SEATS).map(move |seat| (*winner, seat))) {
                if there && rng.random::<f64>() < component.held_by(winner == seat) {
                    here += 1;
                    shares += if winner == seat { 60 } else { 0 };
                }
            }
            *held += here;
            ratio.add(shares, here);
        }
    }
    let seats = deals * (GAMES * SEATS) as u64;
    let all = AllSeats { deals, seats, shares: 60 * (deals as i64) * GAMES as i64 };
    let holders: Vec<Holders<'_>> = seen.iter().map(|(held, shares)| Holders { held: *held, shares }).collect();
    associations(all, &holders)
}

fn excludes_no_difference(interval: Option<Interval>) -> bool {
    interval.is_some_and(|interval| interval.lo > 0.0 || interval.hi < 0.0)
}

/// Fifty components that have nothing to do with winning, from rare ones to such as nearly everybody holds.
fn unrelated() -> Vec<Component> {
    let part = |idx: usize| 0.03 + 0.019 * idx as f64;
    (0..50).map(|idx| Component { there: [0.5, 1.0][idx % 2], held: part(idx), winner: 0.0 }).collect()
}

#[test]
fn components_without_association_are_hardly_ever_named() {
    let (all_deals, runs) = scaled((&[30, 100][..], 150), (&[20, 50, 100, 400], 1_000));
    for &deals in all_deals {
        let mut rng = ChaCha8Rng::seed_from_u64(deals);
        let names_one =
            |rng: &mut ChaCha8Rng| simulate(rng, deals, &unrelated()).into_iter().any(excludes_no_difference);
        let wrong = (0..runs).filter(|_| names_one(&mut rng)).count();
        // Three standard errors above 5 %.
        let allowed = 0.05 + 3.0 * (0.05 * 0.95 / f64::from(runs)).sqrt();
        assert!(wrong as f64 <= allowed * f64::from(runs), "{deals} deals: {wrong} of {runs} runs");
    }
}

#[test]
fn planted_associations_are_found_among_fifty() {
    let runs = scaled(20, 100);
    for winner in [0.2, -0.2] {
        let mut components = unrelated();
        components[20] = Component { there: 1.0, held: 0.4, winner };
        let mut rng = ChaCha8Rng::seed_from_u64(7);
        let found = (0..runs).filter(|_| {
            let interval = simulate(&mut rng, 300, &components)[20].expect("it is of the family");
            if winner > 0.0 { interval.lo > 0.0 } else { interval.hi < 0.0 }
        });
        assert_eq!(found.count(), runs, "{winner}");
    }
}

/// With 95 % for a component alone, and no less for each of a family.
#[test]
fn intervals_cover_the_true_difference() {
    let runs = scaled(400, 2_000);
    for (there, held, winner) in
        [(1.0, 0.05, 0.0), (1.0, 0.05, 0.04), (0.5, 0.3, 0.0), (0.5, 0.4, 0.3), (1.0, 0.5, -0.5), (1.0, 0.9, 0.15)]
    {
        let component = Component { there, held, winner };
        for deals in [50, 200] {
            let mut rng = ChaCha8Rng::seed_from_u64(3);
            let covers = |interval: Option<Interval>| {
                let truth = component.difference();
                // Where too few seats held it there is no interval.
                interval.is_none_or(|interval| interval.lo <= truth && truth <= interval.hi)
            };
            let covered = (0..runs).filter(|_| covers(simulate(&mut rng, deals, &[component])[0])).count();
            let allowed = 0.94 - 3.0 * (0.94 * 0.06 / f64::from(runs)).sqrt();
            let rate = covered as f64 / f64::from(runs);
            assert!(rate >= allowed, "{there} {held} {winner}, {deals} deals: {rate}");
        }
    }
}

#[test]
fn differences_are_those_counted_by_hand() {
    // Two deals of four seats: of two holders one wins, then three hold it and two of them win.
    let mut shares = Ratio::default();
    shares.add(60, 2);
    shares.add(120, 3);
    let all = AllSeats { deals: 2, seats: 8, shares: 240 };
    let none = Ratio::default();
    let holders = [
        Holders { held: 5, shares: &shares },
        Holders { held: 0, shares: &none },
        Holders { held: 8, shares: &shares },
    ];
    let seen = associations(all, &holders);
    let difference = seen[0].expect("five of eight seats");
    assert!((difference.mean - (3.0 / 5.0 - 1.0 / 3.0)).abs() < 1e-12, "{difference:?}");
    assert!(difference.lo < 0.0 && difference.hi > 0.0 && difference.lo >= -1.0 && difference.hi <= 1.0);
    assert_eq!(seen[1..], [None, None]);
    // The wider the family, the wider the interval.
    let [one, two] = [1, 2].map(|count| associations(all, &[holders[0]; 2][..count])[0].expect("of the family"));
    assert!(two.lo < one.lo && two.hi > one.hi, "{one:?} {two:?}");
}
