//! Sequential tests of a t-value on blocks (GSPRT).
//!
//! Notation: t = (mean − null)/sd of the block scores; α and β are the chances of accepting a false claim and of rejecting a
//! true one. A one-sided test of t ≤ t₀ against t ≥ t₁ takes the [exact log-likelihood ratio](super::likelihood) of the two
//! after every block; it accepts the claim t ≥ t₁ at LLR ≥ ln((1 − β′)/α′) and rejects it at LLR ≤ ln(β′/(1 − α′)) (Wald 1945).
//! Between t₀ and t₁ either answer is right.
//!
//! α′ and β′ are 0.7·α and 0.7·β. Wald's bounds hold for known distributions. Here each hypothesis has as many as make the
//! data likely, and where long tests leave no overshoot, the rates would come out up to a fifth too high. (The closed form
//! (N/2)·ln[(1 + (t − t₀)²)/(1 + (t − t₁)²)], which other tools use, takes Var(√N·t) for 1 + t²/2. With the skewness γ and
//! the kurtosis κ of the blocks it is 1 − γt + t²(κ − 1)/4: away from 0 its rates are wrong by a factor of ten.)
//!
//! Equivalence, |t| < margin, is two one-sided tests (Schuirmann 1987): t ≤ −margin against t ≥ 0, and its mirror image,
//! each at α and β/2. The claim is accepted when both have accepted theirs, each keeping its answer once it has one, and
//! rejected when one of them rejects.
//!
//! Decides on blocks in index order, not in order of arrival: short games finish first, and the answer must not depend on
//! the number of threads. Decides nothing before block 30, where sd is a guess.
//!
//! Refuses: claims about shares (t measures them in standard deviations of a block), and estimates (after a stop the raw t
//! is biased: see [`adjusted`](super::adjusted)).

use std::fmt;

use super::likelihood::Scores;

/// The number of blocks before which nothing is decided.
pub const FIRST_LOOK: u64 = 30;

/// The part of the error rates asked for that Wald's bounds are made with.
const PART: f64 = 0.7;

/// The largest t-value that can be asked about.
const LARGEST: f64 = 10.0;
/// The smallest difference of t-values: millions of blocks.
const MIN: f64 = 0.001;
/// The smallest error rate.
const MIN_RATE: f64 = 1e-6;

/// A claim about a t-value, with the hypothesis it is tested against.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Form {
    /// t ≥ `hi` rather than t ≤ `lo`.
    Bounds {
        /// The hypothesis against the claim.
        lo: f64,
        /// The claim.
        hi: f64,
    },
    /// Better by `margin` rather than not better at all.
    Win {
        /// The t-value claimed.
        margin: f64,
    },
    /// Not worse at all rather than worse by `margin`.
    NoLoss {
        /// How far below 0 the t-value is otherwise.
        margin: f64,
    },
    /// Equal rather than `margin` or more apart.
    Equivalence {
        /// How far from 0 the t-value is otherwise.
        margin: f64,
    },
}

/// A sequential test. Invariant: its form and error rates are among those that [`Sprt::parse`] allows.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    form: Form,
    alpha: f64,
    beta: f64,
}

/// The answer of a test to its claim.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decision {
    /// More blocks are needed.
    Undecided,
    /// The claim is accepted.
    Accepted,
    /// The claim is rejected.
    Rejected,
}

/// A test on its way through the blocks of a match.
#[derive(Clone, Debug)]
pub struct SprtRun {
    null: f64,
    blocks: u64,
    scores: Scores,
    bounds: (f64, f64),
    sides: Vec<Side>,
    decision: Decision,
}

/// One of the one-sided tests of a run.
#[derive(Clone, Debug)]
struct Side {
    /// The t-values of its hypotheses.
    hypotheses: [f64; 2],
    llr: f64,
    decision: Decision,
}

impl Sprt {
    /// Reads a form, `LO,HI`, `win:D`, `no-loss:D` or `equivalence:D`, and takes error rates between 0 and 0.5.
    ///
    /// # Errors
    /// A message that names the value and what is allowed.
    pub fn parse(text: &str, alpha: f64, beta: f64) -> Result<Sprt, String> {
        let form = parse_form(text)?;
        for (name, rate) in [("alpha", alpha), ("beta", beta)] {
            if !(MIN_RATE..0.5).contains(&rate) {
                return Err(format!("{name} is {rate:?}, but must be at least {MIN_RATE:?} and below 0.5"));
            }
        }
        Ok(Sprt { form, alpha, beta })
    }

    /// What is to be said of a test on at most so many blocks, which are deals, where they are too few for any decision.
    ///
    /// ```
    /// use riverlab_stats::Sprt;
    /// assert!(Sprt::cannot_decide(20).is_some_and(|text| text.contains("before deal 30")));
    /// assert_eq!(Sprt::cannot_decide(30), None);
    /// ```
    pub fn cannot_decide(most_deals: u64) -> Option<String> {
        (most_deals < FIRST_LOOK).then(|| {
            format!(
                "a sequential test decides nothing before deal {FIRST_LOOK}, and this one ends at deal {most_deals}"
            )
        })
    }

    /// α and β: the chances of accepting a false claim and of rejecting a true one.
    pub fn error_rates(&self) -> (f64, f64) {
        (self.alpha, self.beta)
    }

    /// A decision in words.
    pub fn words(&self, decision: Decision) -> String {
        let (accepted, rejected) = match self.form {
            Form::Bounds { lo, hi } => {
                (format!("t >= {hi} rather than <= {lo}"), format!("t <= {lo} rather than >= {hi}"))
            }
            Form::Win { .. } => ("better".to_owned(), "not better".to_owned()),
            Form::NoLoss { .. } => ("no loss".to_owned(), "loss".to_owned()),
            Form::Equivalence { .. } => ("equivalent".to_owned(), "different".to_owned()),
        };
        match decision {
            Decision::Undecided => "undecided".to_owned(),
            Decision::Accepted => accepted,
            Decision::Rejected => rejected,
        }
    }

    /// t₀ and t₁, if it is one test and not two.
    pub fn one_sided(&self) -> Option<(f64, f64)> {
        (self.signs().len() == 1).then(|| self.hypotheses())
    }

    /// t₀ and t₁ of the one-sided test, or of the first of two.
    pub(super) fn hypotheses(&self) -> (f64, f64) {
        match self.form {
            Form::Bounds { lo, hi } => (lo, hi),
            Form::Win { margin } => (0.0, margin),
            Form::NoLoss { margin } | Form::Equivalence { margin } => (-margin, 0.0),
        }
    }

    /// The signs of t in its one-sided tests: −1 is the mirror image.
    pub(super) fn signs(&self) -> &'static [f64] {
        if matches!(self.form, Form::Equivalence { .. }) { &[1.0, -1.0] } else { &[1.0] }
    }

    /// Wald's bounds of its one-sided tests: the claim is rejected at the first and accepted at the second.
    pub(super) fn bounds(&self) -> (f64, f64) {
        let (alpha, beta) = (PART * self.alpha, PART * self.beta / self.signs().len() as f64);
        (libm::log(beta / (1.0 - alpha)), libm::log((1.0 - beta) / alpha))
    }
}

/// The form as it is typed.
impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.form {
            Form::Bounds { lo, hi } => write!(f, "{lo},{hi}"),
            Form::Win { margin } => write!(f, "win:{margin}"),
            Form::NoLoss { margin } => write!(f, "no-loss:{margin}"),
            Form::Equivalence { margin } => write!(f, "equivalence:{margin}"),
        }
    }
}

impl SprtRun {
    /// A run that has seen no block; a bot without a difference has mean scores of `null`, between 0 and 1.
    pub fn new(sprt: &Sprt, null: f64) -> SprtRun {
        let (t0, t1) = sprt.hypotheses();
        let side = |sign: &f64| Side { hypotheses: [sign * t0, sign * t1], llr: 0.0, decision: Decision::Undecided };
        SprtRun {
            null,
            blocks: 0,
            scores: Scores::default(),
            bounds: sprt.bounds(),
            sides: sprt.signs().iter().map(side).collect(),
            decision: Decision::Undecided,
        }
    }

    /// The decision after the next block in index order, with its score in [0, 1]. Once there is a decision, it stays.
    pub fn add(&mut self, score: f64) -> Decision {
        self.count(score, 1);
        self.look(0.0)
    }

    /// Takes blocks of the same score without looking.
    pub(super) fn count(&mut self, score: f64, blocks: u64) {
        if self.decision == Decision::Undecided {
            self.blocks += blocks;
            self.scores.add(score, blocks as f64);
        }
    }

    /// The decision after the blocks so far.
    ///
    /// The bounds lie nearer by a difference of logarithms, or halfway if that is less.
    pub(super) fn look(&mut self, nearer: f64) -> Decision {
        if self.decision == Decision::Undecided {
            let (lower, upper) = self.bounds;
            let nearer = nearer.min(0.5 * upper.min(-lower));
            for side in &mut self.sides {
                side.look(self.blocks, &self.scores, self.null, (lower + nearer, upper - nearer));
            }
            self.decision = joint(&self.sides);
        }
        self.decision
    }

    /// The decision after the last look.
    pub fn decision(&self) -> Decision {
        self.decision
    }

    /// The log-likelihood ratio, the smaller of two for equivalence. It stays where it was at the decision.
    pub fn llr(&self) -> f64 {
        self.sides.iter().map(|side| side.llr).fold(f64::INFINITY, f64::min)
    }

    /// The log-likelihood ratios at which the claim is rejected and accepted.
    pub fn bounds(&self) -> (f64, f64) {
        self.bounds
    }
}

impl Side {
    fn look(&mut self, blocks: u64, scores: &Scores, null: f64, (lower, upper): (f64, f64)) {
        if self.decision != Decision::Undecided {
            return;
        }
        let [against, claim] = self.hypotheses.map(|t| scores.loss(null, t));
        self.llr = against - claim;
        if blocks >= FIRST_LOOK && self.llr >= upper {
            self.decision = Decision::Accepted;
        } else if blocks >= FIRST_LOOK && self.llr <= lower {
            self.decision = Decision::Rejected;
        }
    }
}

/// Rejected by one is rejected, accepted by all is accepted.
fn joint(sides: &[Side]) -> Decision {
    if sides.iter().any(|side| side.decision == Decision::Rejected) {
        Decision::Rejected
    } else if sides.iter().all(|side| side.decision == Decision::Accepted) {
        Decision::Accepted
    } else {
        Decision::Undecided
    }
}

/// How many standard deviations the mean lies above the null: infinite when all blocks are equal, but 0 if equal to null.
pub fn t_value(mean: f64, null: f64, sd: f64) -> f64 {
    if mean == null { 0.0 } else { (mean - null) / sd }
}

fn parse_form(text: &str) -> Result<Form, String> {
    if let Some((lo, hi)) = text.split_once(',') {
        let (lo, hi) = (parse_bound(text, lo)?, parse_bound(text, hi)?);
        let apart = hi - lo >= MIN;
        return if apart { Ok(Form::Bounds { lo, hi }) } else { Err(format!("in `{text}`, LO is not {MIN} below HI")) };
    }
    let (name, margin) = text.split_once(':').unwrap_or((text, ""));
    let margin = || parse_margin(text, margin);
    match name {
        "win" => Ok(Form::Win { margin: margin()? }),
        "no-loss" => Ok(Form::NoLoss { margin: margin()? }),
        "equivalence" => Ok(Form::Equivalence { margin: margin()? }),
        _ => Err(format!("`{text}` is no test; allowed are LO,HI and win:D, no-loss:D, equivalence:D")),
    }
}

fn parse_bound(text: &str, bound: &str) -> Result<f64, String> {
    match bound.trim().parse() {
        Ok(bound) if (-LARGEST..=LARGEST).contains(&bound) => Ok(bound),
        _ => Err(format!("in `{text}`, `{bound}` is not a number from -{LARGEST} to {LARGEST}")),
    }
}

fn parse_margin(text: &str, margin: &str) -> Result<f64, String> {
    match margin.trim().parse() {
        Ok(margin) if (MIN..=LARGEST).contains(&margin) => Ok(margin),
        _ => Err(format!("in `{text}`, `{margin}` is not a number from {MIN} to {LARGEST}")),
    }
}

#[cfg(test)]
#[path = "sprt_tests.rs"]
mod tests;
