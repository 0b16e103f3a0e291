//! Rows about sequential tests: how often they accept a false claim and reject a true one.

use riverlab_stats::{Decision, Sprt};

use super::contest::Pool;
use super::methods::Methods;
use super::real_games::UNIT;
use super::request::CalibrationRequest;
use super::row::{ERRORS, Row};
use super::simulator::{Purpose, Simulator};

/// Both error rates of all tests.
const RATE: f64 = 0.05;
/// No simulated match is longer.
const MOST_BLOCKS: u64 = 100_000;
/// The share of the lopsided contest that a test is made of, and how far apart its hypotheses are.
const LOPSIDED: (f64, f64) = (0.8, 0.4);
/// The largest t-value that can be asked about.
const LARGEST: f64 = 10.0;

/// A test that is calibrated.
#[derive(Clone, Debug)]
pub struct CalibratedTest {
    /// The test.
    pub sprt: Sprt,
    /// Its hypotheses, as t-values.
    pub hypotheses: [f64; 2],
}

/// The tests that are calibrated.
pub fn tests(pool: &Pool, null: f64) -> Vec<CalibratedTest> {
    let mut tests = vec![("win:0.1".to_owned(), [0.0, 0.1])];
    if let Some(contest) = pool.with_share(LOPSIDED.0) {
        let shares = contest.shares();
        let t = ((shares.mean(UNIT) - null) / shares.sd(UNIT) * 100.0).round() / 100.0;
        let hypotheses = [t, ((t + LOPSIDED.1) * 100.0).round() / 100.0];
        if hypotheses[1] <= LARGEST {
            tests.push((format!("{},{}", hypotheses[0], hypotheses[1]), hypotheses));
        }
    }
    let parsed = |(text, hypotheses): (String, _)| {
        let sprt = Sprt::parse(&text, RATE, RATE).expect("a test");
        CalibratedTest { sprt, hypotheses }
    };
    tests.into_iter().map(parsed).collect()
}

/// The error rates of the tests, each in matches at its two hypotheses.
pub fn rows(
    request: &CalibrationRequest,
    pool: &Pool,
    null: f64,
    tests: &[CalibratedTest],
    methods: &Methods,
    simulator: &mut Simulator<'_>,
) -> (Vec<Row>, Vec<String>) {
    let (mut rows, mut notes) = (Vec::new(), Vec::new());
    for (idx, CalibratedTest { sprt, hypotheses }) in tests.iter().enumerate() {
        let wrong =
            [(Decision::Accepted, "a false claim is accepted"), (Decision::Rejected, "a true claim is rejected")];
        for (of_two, (&t, (wrong, what))) in hypotheses.iter().zip(wrong).enumerate() {
            let truth = format!("--sprt {sprt}, t = {t}");
            let Some(contest) = pool.with_t(t) else {
                notes.push(format!("no tilting of the deals played gives t = {t}, so --sprt {sprt} has no row there"));
                continue;
            };
            let shares = contest.shares();
            let erred = simulator.studies(Purpose::Tests, 2 * idx + of_two, request.studies, |rng| {
                let mut score = || shares.one_value(UNIT, rng);
                (methods.test)(sprt, null, &mut score, MOST_BLOCKS) == wrong
            });
            let erred = erred.into_iter().filter(|&erred| erred).count() as u64;
            rows.push(Row::new(&truth, what, erred, request.studies, ERRORS));
        }
    }
    (rows, notes)
}
