use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use super::*;

#[test]
fn threads_share_the_simulations_and_not_the_time() {
    let shares = |sims, threads| -> Vec<Budget> {
        (0..threads).map(|thread| Budget::Simulations(sims).share(thread, threads)).collect()
    };
    assert_eq!(shares(7, 3), [3, 2, 2].map(Budget::Simulations));
    assert_eq!(shares(1, 2), [1, 0].map(Budget::Simulations));
    let time = Budget::Time(Duration::from_millis(5));
    assert_eq!(time.share(1, 3), time);
}

#[test]
fn budgets_are_spent() {
    let count = |budget: Budget| {
        let mut simulations = 0;
        let spent = budget.spend(Instant::now(), || {
            simulations += 1;
            ControlFlow::Continue(())
        });
        assert!(spent.is_continue());
        simulations
    };
    assert_eq!(count(Budget::Simulations(5)), 5);
    assert_eq!(count(Budget::Simulations(0)), 0);
    assert_eq!(count(Budget::Time(Duration::ZERO)), SIMULATIONS_PER_LOOK);
}

/// The number of simulations after which a decision is certain by the plain rule, and that is noticed, when these
/// are the moves that they visit.
fn certain_after(visited: &[usize]) -> [Option<usize>; 2] {
    let (mut visits, mut lead, mut found) = ([0; 3], Lead::new(visited.len() as u64), [None; 2]);
    for (played, &mv) in (1..).zip(visited) {
        visits[mv] += 1;
        let mut sorted = visits;
        sorted.sort_unstable();
        let [_, second, most] = sorted;
        if most > second + (visited.len() - played) as u32 {
            found[0] = found[0].or(Some(played));
        }
        if lead.is_certain(|| (most, second)) {
            found[1] = found[1].or(Some(played));
        }
    }
    found
}

#[test]
fn a_decision_is_certain_as_soon_as_no_other_move_can_catch_up() {
    assert_eq!(certain_after(&[0, 0, 0, 0]), [Some(3); 2]);
    assert_eq!(certain_after(&[0, 0, 1, 1]), [None; 2]);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let (mut certain, mut early) = (0, 0);
    for _ in 0..2000 {
        let (length, first) = (rng.random_range(1..60), rng.random_range(0.3..1.0));
        let visited: Vec<usize> =
            (0..length).map(|_| if rng.random_bool(first) { 0 } else { rng.random_range(0..3) }).collect();
        let [plain, noticed] = certain_after(&visited);
        assert_eq!(noticed, plain, "{visited:?}");
        certain += usize::from(plain.is_some());
        early += usize::from(plain.is_some_and(|played| played < length));
    }
    assert!(certain > early && early > 1000, "{certain} {early}");
}

#[test]
fn budgets_are_given_up() {
    for budget in [Budget::Simulations(5), Budget::Time(Duration::from_secs(100))] {
        let mut simulations = 0;
        let spent = budget.spend(Instant::now(), || {
            simulations += 1;
            if simulations == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert!(spent.is_break() && simulations == 3);
    }
}
