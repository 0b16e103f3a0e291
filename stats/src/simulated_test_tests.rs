use super::*;
use crate::long::scaled;

fn sprt(text: &str) -> Sprt {
    Sprt::parse(text, 0.05, 0.05).expect("the form is allowed")
}

/// Every block looked at, as in a real match.
fn play(sprt: &Sprt, kinds: &[(f64, f64)], chances: &[f64], rng: &mut ChaCha8Rng) -> (Decision, u64) {
    let mut run = SprtRun::new(sprt, 0.5);
    let mut blocks = 1;
    while run.add(kinds[drawn(chances, rng)].0) == Decision::Undecided {
        blocks += 1;
    }
    (run.decision(), blocks)
}

/// Steps of k blocks with moved bounds stop about where single blocks do; where deals are lopsided, somewhat later.
#[test]
fn coarse_steps_keep_length_and_error_rates() {
    let mut rng = ChaCha8Rng::seed_from_u64(9);
    for (text, kinds) in
        [("win:0.06", vec![(0.0, 0.3), (0.5, 0.4), (1.0, 0.3)]), ("2,2.3", vec![(0.0, 0.01), (0.5, 0.17), (1.0, 0.82)])]
    {
        let test = sprt(text);
        let mut scores = Scores::default();
        for (value, chance) in kinds {
            scores.add(value, 10_000.0 * chance);
        }
        let chances = scores.likeliest(0.5, test.hypotheses().0);
        let kinds: Vec<_> = scores.points().map(|point| point.0).zip(chances.iter().copied()).collect();
        let simulated = SimulatedTest::new(&test, 0.5, &kinds, 1_000_000);
        assert!(simulated.step >= 5, "{}", simulated.step);
        let (mut single, mut coarse, mut wrong) = (0.0, 0.0, [0, 0]);
        for _ in 0..scaled(400, 2_000) {
            let (decision, blocks) = play(&test, &kinds, &chances, &mut rng);
            single += blocks as f64;
            wrong[0] += u32::from(decision == Decision::Accepted);
            let stop = simulated.stop(&chances, &mut rng);
            coarse += stop.blocks;
            wrong[1] += u32::from(stop.decision == Decision::Accepted);
        }
        assert!((coarse / single - 1.0).abs() < 0.15, "{text}: {single} {coarse}");
        let matches = f64::from(scaled(400, 2_000));
        let allowed = matches * 0.055 + 2.0 * (matches * 0.05).sqrt();
        assert!(wrong.iter().all(|&wrong| f64::from(wrong) < allowed), "{text}: {wrong:?}");
    }
}

#[test]
fn error_rates_are_those_asked_for() {
    for (text, kinds) in [
        ("win:0.2", vec![(0.0, 30.0), (0.5, 40.0), (1.0, 30.0)]),
        ("4,5", vec![(0.5, 40.0), (1.0, 960.0)]),
        ("equivalence:0.3", vec![(0.25, 30.0), (0.5, 50.0), (0.75, 30.0)]),
        ("win:0.1", vec![(1.0, 40.0)]),
    ] {
        let rates = error_rates(&sprt(text), 0.5, &kinds, 100_000);
        for rate in [rates.accepts, rates.rejects] {
            assert!(rate.mean <= 0.05 && rate.lo <= rate.mean && rate.mean <= rate.hi, "{text}: {rates:?}");
        }
    }
}

#[test]
fn many_kinds_are_gathered() {
    let kinds: Vec<_> = (0..=1_000).map(|idx| (f64::from(idx) / 1_000.0, 1.0)).collect();
    let few = gathered(&kinds);
    assert!(few.len() <= MOST_KINDS && few[0] == (0.0, 1.0) && few[few.len() - 1] == (1.0, 1.0), "{few:?}");
    let mean = |kinds: &[(f64, f64)]| kinds.iter().map(|kind| kind.0 * kind.1).sum::<f64>();
    assert!((mean(&few) - mean(&kinds)).abs() < 1e-6);
}
