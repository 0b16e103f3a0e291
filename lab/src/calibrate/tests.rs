//! A calibration with `greedy` on The River holds for the statistics of reports, and finds what is wrong with others: those of
//! earlier versions, and planted mistakes.

use std::sync::OnceLock;

use riverlab_arena::table::GameTable;
use riverlab_engine::games::the_river::TheRiver;
use riverlab_stats::power::{Design, RATE};
use riverlab_stats::{Decision, FIRST_LOOK, Interval, Sprt, Sums, t_quantile, t_value};

use super::methods::{HOUSE, Methods, Scores};
use super::real_effects::play_effects;
use super::real_games::play_match;
use super::request::CalibrationRequest;
use super::row::Row;
use super::run::{Calibration, RealGames, simulate};
use super::simulator::{Progress, Simulator};
use super::{families, matches, sequential};
use crate::balance::judging::{JUDGING, Judging};
use crate::balance::verdict::{Direction, Evidence, Verdict};
use crate::calibrate::contest::Pool;
use crate::long::studied;

fn request() -> CalibrationRequest {
    CalibrationRequest {
        players: 2,
        bots: ["greedy:eval=hand", "ply:eval=hand"].map(|text| text.parse().expect("a bot")).to_vec(),
        deals: 200,
        balance_deals: 700,
        components: ["fort-*", "mill-*", "well-*"].map(str::to_owned).to_vec(),
        interventions: vec!["ban".parse().expect("an intervention")],
        margin: 0.02,
        parts: Vec::new(),
        studies: studied(3_000, 6_000),
        sample: 1_000,
        effect_sample: 500,
        seed: 1,
    }
}

/// The games that all tests draw their studies from.
fn real() -> &'static RealGames {
    static REAL: OnceLock<RealGames> = OnceLock::new();
    REAL.get_or_init(|| {
        let (request, table) = (request(), GameTable::<TheRiver>::standard());
        let of_match = request.match_plan(&table).expect("a plan");
        let study = request.study_plan(&table).expect("a plan").expect("there are components");
        RealGames {
            of_match: play_match(&of_match, &table, 2, &mut |_| ()).expect("it is played"),
            effects: Some(play_effects(&study, &table, &mut |_| ()).expect("it is played")),
        }
    })
}

/// The rows about shares and scores, or those about sequential tests.
fn match_rows(methods: &Methods, tests: bool) -> Vec<Row> {
    let (request, sample) = (request(), &real().of_match);
    let (pool, null) = (Pool::new(sample), sample.null());
    let mut ignore = |_: Progress| ();
    let mut simulator = Simulator::new(request.seed, "", 0, &mut ignore);
    if tests {
        let lopsided = &sequential::tests(&pool, null)[1..];
        return sequential::rows(&request, &pool, null, lopsided, methods, &mut simulator).0;
    }
    let (contests, notes) = matches::contests(&pool, null);
    assert_eq!((contests.len(), notes.len()), (6, 0), "{notes:?}");
    matches::rows(&request, &contests, null, methods, &mut simulator)
}

fn family_rows(methods: &Methods) -> Vec<Row> {
    family_rows_of(methods, request().balance_deals)
}

/// The rows about balance studies of so many deals.
fn family_rows_of(methods: &Methods, balance_deals: u64) -> Vec<Row> {
    let mut ignore = |_: Progress| ();
    let mut simulator = Simulator::new(1, "", 0, &mut ignore);
    let request = CalibrationRequest { balance_deals, ..request() };
    let effects = real().effects.as_ref().expect("there are components");
    families::rows(&request, effects, methods, &mut simulator).0
}

/// What happened in the rows that do not hold.
fn failing(rows: &[Row]) -> Vec<String> {
    rows.iter().filter(|row| !row.holds()).map(|row| format!("{}: {} {:?}", row.truth, row.what, row.rate)).collect()
}

fn assert_finds(rows: &[Row], what: &str) {
    assert!(rows.iter().any(|row| row.what == what && !row.holds()), "{what} holds: {rows:#?}");
}

fn with_judging(judging: Judging) -> Methods {
    Methods { judging, ..HOUSE }
}

fn uncontrolled(p: &[f64]) -> Vec<f64> {
    p.to_vec()
}

#[test]
fn the_statistics_of_reports_hold() {
    for rows in [match_rows(&HOUSE, false), match_rows(&HOUSE, true), family_rows(&HOUSE)] {
        assert!(!rows.is_empty());
        assert_eq!(failing(&rows), [""; 0]);
    }
}

/// The rows about ratings, and that nothing but the request matters.
#[test]
fn a_whole_calibration_holds_at_any_number_of_threads() {
    let request = CalibrationRequest { studies: studied(40, 1_000), deals: 60, ..request() };
    let on = |threads| -> Calibration {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        pool.install(|| simulate(&request, real(), &HOUSE, &mut |_| ()))
    };
    let calibration = on(1);
    assert_eq!(calibration, on(2));
    assert_eq!(failing(&calibration.rows), [""; 0]);
    assert!(calibration.rows.iter().any(|row| row.truth.starts_with("effect of beginning")));
}

/// Student's interval of the mean of deals, as it was before there were pseudo-deals.
#[test]
fn intervals_of_student_are_found_in_lopsided_contests() {
    let methods = Methods {
        interval: |values, scale, _| {
            let half = t_quantile(values.deals() - 1) * values.sd(scale) / (values.deals() as f64).sqrt();
            let mean = values.mean(scale);
            Interval { mean, lo: mean - half, hi: mean + half }
        },
        ..HOUSE
    };
    let rows = match_rows(&methods, false);
    assert_finds(&rows, "interval lies above the truth");
    assert!(failing(&rows).iter().all(|row| row.contains("share 0.9")), "{:?}", failing(&rows));
}

#[test]
fn intervals_narrowed_by_a_tenth_are_found() {
    let methods = Methods {
        interval: |values, scale, limits| {
            let Interval { mean, lo, hi } = (HOUSE.interval)(values, scale, limits);
            Interval { mean, lo: mean - 0.9 * (mean - lo), hi: mean + 0.9 * (hi - mean) }
        },
        ..HOUSE
    };
    assert_finds(&match_rows(&methods, false), "interval contains the truth");
}

#[test]
fn p_values_that_are_too_small_are_found() {
    let methods = Methods { p: |values, scale, null, limits| 0.5 * (HOUSE.p)(values, scale, null, limits), ..HOUSE };
    assert_finds(&match_rows(&methods, false), "p is below 0.05");
}

/// The closed form of the log-likelihood ratio with Wald's bounds at the full rates.
fn closed_form(sprt: &Sprt, null: f64, score: &mut Scores<'_>, most_blocks: u64) -> Decision {
    let ((t0, t1), (alpha, beta)) = (sprt.one_sided().expect("one test"), sprt.error_rates());
    let (lower, upper) = (libm::log(beta / (1.0 - alpha)), libm::log((1.0 - beta) / alpha));
    let mut sums = Sums::default();
    // Shares of two games are exact sixtieths.
    let scale = 60.0;
    for block in 1..=most_blocks {
        sums.add((score() * scale).round() as i64);
        let t = t_value(sums.mean(scale), null, sums.sd(scale));
        if block < FIRST_LOOK || !t.is_finite() {
            continue;
        }
        let llr = block as f64 / 2.0 * libm::log((1.0 + (t - t0).powi(2)) / (1.0 + (t - t1).powi(2)));
        if llr >= upper {
            return Decision::Accepted;
        }
        if llr <= lower {
            return Decision::Rejected;
        }
    }
    Decision::Undecided
}

#[test]
fn the_closed_form_of_the_test_is_found() {
    let rows = match_rows(&Methods { test: closed_form, ..HOUSE }, true);
    assert!(!failing(&rows).is_empty(), "{rows:#?}");
}

/// "strong" by a test against 0, and "balanced" by an interval of 90 % for each element alone.
#[test]
fn verdicts_against_no_effect_are_found() {
    let verdict = |evidence: &Evidence, _: Direction| match evidence {
        Evidence { q, .. } if *q < RATE => Verdict::Strong,
        Evidence { within, .. } if *within < RATE => Verdict::Balanced,
        _ => Verdict::Undecided,
    };
    let rows = family_rows(&with_judging(Judging { errors: uncontrolled, verdict, ..JUDGING }));
    assert_finds(&rows, "any is called strong or weak");
    let rows = family_rows(&with_judging(Judging {
        errors: uncontrolled,
        verdict: |evidence, _| if evidence.within < RATE { Verdict::Balanced } else { Verdict::Undecided },
        ..JUDGING
    }));
    assert_finds(&rows, "any is called balanced");
}

#[test]
fn families_without_control_are_found() {
    let rows = family_rows(&with_judging(Judging { discoveries: uncontrolled, ..JUDGING }));
    assert_finds(&rows, "any has q below 0.05");
    assert_finds(&rows, "share of false discoveries");
    let rows = family_rows(&with_judging(Judging { errors: uncontrolled, ..JUDGING }));
    assert_finds(&rows, "any is called strong or weak");
    assert_finds(&rows, "any is called balanced");
}

#[test]
fn the_power_of_one_element_alone_is_found() {
    let power = |design: &Design, deals| Design { family: 1, ..*design }.power(deals, 0);
    assert_eq!(failing(&family_rows_of(&HOUSE, 400)), [""; 0]);
    let rows = family_rows_of(&Methods { power, ..HOUSE }, 400);
    for what in ["it has q below 0.05", "it is called strong or weak", "one of them is called balanced"] {
        assert_finds(&rows, what);
    }
}
