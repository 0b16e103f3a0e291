use super::*;

fn sprt(text: &str) -> Sprt {
    Sprt::parse(text, 0.05, 0.05).expect("the form is allowed")
}

#[test]
fn forms_are_read_and_printed() {
    for (text, form) in [
        ("0,0.1", Form::Bounds { lo: 0.0, hi: 0.1 }),
        ("-10,10", Form::Bounds { lo: -10.0, hi: 10.0 }),
        ("win:0.1", Form::Win { margin: 0.1 }),
        ("no-loss:0.05", Form::NoLoss { margin: 0.05 }),
        ("equivalence:10", Form::Equivalence { margin: 10.0 }),
    ] {
        assert_eq!(sprt(text).form, form);
        assert_eq!(sprt(text).to_string(), text);
    }
    assert_eq!(sprt(" -0.1 , 0.2 ").to_string(), "-0.1,0.2");
}

#[test]
fn mistakes_are_named() {
    for (text, expected) in [
        ("", "`` is no test; allowed are LO,HI and win:D, no-loss:D, equivalence:D"),
        ("lose:1", "`lose:1` is no test; allowed are LO,HI and win:D, no-loss:D, equivalence:D"),
        ("0.1,0", "in `0.1,0`, LO is not 0.001 below HI"),
        ("0,0", "in `0,0`, LO is not 0.001 below HI"),
        ("0,inf", "in `0,inf`, `inf` is not a number from -10 to 10"),
        ("NaN,1", "in `NaN,1`, `NaN` is not a number from -10 to 10"),
        ("0,1,2", "in `0,1,2`, `1,2` is not a number from -10 to 10"),
        ("win", "in `win`, `` is not a number from 0.001 to 10"),
        ("win:0", "in `win:0`, `0` is not a number from 0.001 to 10"),
        ("no-loss:-1", "in `no-loss:-1`, `-1` is not a number from 0.001 to 10"),
        ("equivalence:11", "in `equivalence:11`, `11` is not a number from 0.001 to 10"),
    ] {
        assert_eq!(Sprt::parse(text, 0.05, 0.05), Err(expected.to_owned()));
    }
    for (alpha, beta, expected) in [
        (0.0, 0.05, "alpha is 0.0, but must be at least 1e-6 and below 0.5"),
        (0.5, 0.05, "alpha is 0.5, but must be at least 1e-6 and below 0.5"),
        (0.05, f64::NAN, "beta is NaN, but must be at least 1e-6 and below 0.5"),
    ] {
        assert_eq!(Sprt::parse("win:0.1", alpha, beta), Err(expected.to_owned()));
    }
}

#[test]
fn decisions_have_words() {
    for (text, accepted, rejected) in [
        ("0,0.1", "t >= 0.1 rather than <= 0", "t <= 0 rather than >= 0.1"),
        ("win:0.1", "better", "not better"),
        ("no-loss:0.1", "no loss", "loss"),
        ("equivalence:0.1", "equivalent", "different"),
    ] {
        assert_eq!(sprt(text).words(Decision::Accepted), accepted);
        assert_eq!(sprt(text).words(Decision::Rejected), rejected);
        assert_eq!(sprt(text).words(Decision::Undecided), "undecided");
    }
}

#[test]
fn bounds_are_those_of_wald() {
    let bounds = |text| SprtRun::new(&sprt(text), 0.5).bounds();
    let (lower, upper) = bounds("win:0.1");
    assert!((lower - libm::log(0.035 / 0.965)).abs() < 1e-12 && (lower + upper).abs() < 1e-12);
    let (lower, upper) = bounds("equivalence:0.1");
    assert!((lower - libm::log(0.0175 / 0.965)).abs() < 1e-12 && (upper - libm::log(0.9825 / 0.035)).abs() < 1e-12);
}

/// The decision and its block for blocks that come again and again in this order.
fn steady(text: &str, scores: &[f64]) -> (Decision, u64) {
    let mut run = SprtRun::new(&sprt(text), 0.5);
    let end = scores.iter().cycle().take(1_000_000).find(|&&score| run.add(score) != Decision::Undecided);
    assert!(end.is_some(), "{text} does not end");
    (run.decision(), run.blocks)
}

#[test]
fn lopsided_matches_are_decided() {
    assert_eq!(steady("win:0.2", &[1.0]), (Decision::Accepted, 30));
    assert_eq!(steady("win:0.1", &[1.0]), (Decision::Accepted, 35));
    assert_eq!(steady("win:0.1", &[0.0]).0, Decision::Rejected);
    assert_eq!(steady("no-loss:0.1", &[0.0]).0, Decision::Rejected);
    assert_eq!(steady("equivalence:0.1", &[1.0]).0, Decision::Rejected);
    assert_eq!(steady("equivalence:0.1", &[0.0]).0, Decision::Rejected);
    assert_eq!(steady("9,10", &[1.0, 1.0, 1.0, 0.0]).0, Decision::Rejected);
    assert_eq!(steady("9,10", &[1.0]).0, Decision::Accepted);
}

#[test]
fn steady_matches_are_decided_when_the_ratio_says_so() {
    // t = 0, then t = 0.1005 with 11 wins in 20.
    let even = [1.0, 0.0];
    let mut ahead = even.repeat(9);
    ahead.extend([1.0, 1.0]);
    let near = |(decision, blocks): (Decision, u64), expected, about: u64| {
        assert!(decision == expected && blocks.abs_diff(about) <= 20, "{decision:?} {blocks}");
    };
    near(steady("win:0.1", &ahead), Decision::Accepted, 650);
    near(steady("0,0.1", &ahead), Decision::Accepted, 650);
    near(steady("win:0.1", &even), Decision::Rejected, 650);
    near(steady("no-loss:0.1", &even), Decision::Accepted, 650);
    near(steady("equivalence:0.1", &even), Decision::Accepted, 655);
    assert_eq!(steady("equivalence:0.1", &ahead).0, Decision::Rejected);
}

#[test]
fn a_decision_and_its_ratio_stay() {
    let mut run = SprtRun::new(&sprt("win:0.5"), 0.5);
    while run.add(1.0) == Decision::Undecided {}
    let llr = run.llr();
    assert!(llr >= run.bounds().1);
    assert_eq!(run.add(0.0), Decision::Accepted);
    assert_eq!((run.decision(), run.llr()), (Decision::Accepted, llr));
}

#[test]
fn each_side_of_equivalence_keeps_its_acceptance() {
    let mut run = SprtRun::new(&sprt("equivalence:0.2"), 0.5);
    let mut feed = |wins: u64, losses: u64| {
        run.count(1.0, wins);
        run.count(0.0, losses);
        (run.look(0.0), run.llr())
    };
    assert_eq!(feed(34, 26).0, Decision::Undecided);
    // The mirror image is accepted at t = 0.08 of 80 blocks less than is the test itself.
    let (decision, llr) = feed(60, 40);
    assert!(decision == Decision::Undecided && llr < 0.0, "{decision:?} {llr}");
    assert_eq!(feed(40, 80).0, Decision::Accepted);
}

#[test]
fn t_values_of_equal_blocks_are_infinite_or_zero() {
    assert_eq!(t_value(1.0, 0.25, 0.0), f64::INFINITY);
    assert_eq!(t_value(0.0, 0.25, 0.0), f64::NEG_INFINITY);
    assert_eq!(t_value(0.25, 0.25, 0.0), 0.0);
    assert_eq!(t_value(0.75, 0.5, 0.5), 0.5);
}
