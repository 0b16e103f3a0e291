//! From the share effects of a family, deal by deal, to p-values, q-values and verdicts.
//!
//! Each effect has a two-sided p-value of no effect, and the p-values of an effect within the margin and of one beyond it. Over
//! the family the first becomes q (Benjamini and Hochberg 1995), the other two are adjusted by Holm's method, and a
//! [verdict](super::verdict) is made of them. Every step is a function that can be replaced, so that a calibration can show
//! what another method would do.

use std::collections::BTreeMap;

use riverlab_engine::Scope;
use riverlab_stats::{Ratio, benjamini_hochberg, holm};

use super::verdict::{Direction, Evidence, Verdict, verdict};

/// Sixtieths, of shares and of points.
pub(crate) const UNIT: f64 = 60.0;

/// The share effects of an experiment over deals.
#[derive(Clone, Copy, Debug)]
pub struct ShareEffect<'a> {
    /// The effects, in sixtieths.
    pub share: &'a Ratio,
    /// The least and the greatest effect that a deal can have.
    pub limits: (f64, f64),
    /// Which way they point when the component is strong.
    pub direction: Direction,
}

/// What is concluded of an effect.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Judged {
    /// The two-sided p-value of no effect.
    pub p: f64,
    /// The same with false discoveries controlled over the family.
    pub q: f64,
    /// The p-value of an effect within the margin, adjusted over the family.
    pub beyond: f64,
    /// The p-value of an effect beyond the margin, adjusted over the family.
    pub within: f64,
    /// What it says.
    pub verdict: Verdict,
}

/// The steps from effects to verdicts.
#[derive(Clone, Copy, Debug)]
pub struct Judging {
    /// The two-sided p-value of no effect.
    pub p: fn(&ShareEffect<'_>) -> f64,
    /// The p-values of an effect within the margin, and of one beyond it.
    pub p_at_margin: fn(&ShareEffect<'_>, f64) -> (f64, f64),
    /// From the first to q.
    pub discoveries: fn(&[f64]) -> Vec<f64>,
    /// What the other two become over the family.
    pub errors: fn(&[f64]) -> Vec<f64>,
    /// From all of them to a verdict.
    pub verdict: fn(&Evidence, Direction) -> Verdict,
}

/// The steps that studies take.
pub(crate) const JUDGING: Judging = Judging { p, p_at_margin, discoveries: benjamini_hochberg, errors: holm, verdict };

/// The least and the greatest share effect that a deal can have.
pub(crate) fn limits(scope: Scope, players: u64) -> (f64, f64) {
    let equal = 1.0 / players as f64;
    match scope {
        Scope::One => (-equal, 1.0 - equal),
        Scope::All => (-1.0, 1.0),
    }
}

/// What is concluded of effects; those with the same number in `families` are a family. `looks` is how often *balanced* may be
/// said of the same component.
pub(crate) fn judged(
    effects: &[ShareEffect<'_>],
    families: &[usize],
    margin: f64,
    looks: u32,
    judging: &Judging,
) -> Vec<Judged> {
    let p: Vec<f64> = effects.iter().map(judging.p).collect();
    let q = by_family(&p, families, judging.discoveries);
    let at_margin = effects.iter().map(|effect| (judging.p_at_margin)(effect, margin));
    let (beyond, within): (Vec<f64>, Vec<f64>) = at_margin.unzip();
    let (beyond, within) = (by_family(&beyond, families, judging.errors), by_family(&within, families, judging.errors));
    let one = |(idx, effect): (usize, &ShareEffect<'_>)| {
        let (p, q, beyond, within) = (p[idx], q[idx], beyond[idx], within[idx]);
        let evidence =
            Evidence { mean: effect.share.mean(UNIT), deals: effect.share.deals(), q, beyond, within, looks };
        Judged { p, q, beyond, within, verdict: (judging.verdict)(&evidence, effect.direction) }
    };
    effects.iter().enumerate().map(one).collect()
}

/// The two-sided p-value of no effect.
fn p(effect: &ShareEffect<'_>) -> f64 {
    let (least, most) = effect.limits;
    effect.share.p(UNIT, 0.0, least, most)
}

/// The p-values of an effect within the margin, and of one beyond it.
fn p_at_margin(effect: &ShareEffect<'_>, margin: f64) -> (f64, f64) {
    p_around(effect.share, effect.limits, 0.0, margin)
}

/// The p-values of a mean that lies within the margin around a value, and of one that lies beyond it.
pub(crate) fn p_around(share: &Ratio, (least, most): (f64, f64), value: f64, margin: f64) -> (f64, f64) {
    let [above_it, below_it] = share.one_sided_p(UNIT, value + margin, least, most);
    let [above_minus, below_minus] = share.one_sided_p(UNIT, value - margin, least, most);
    (above_it.min(below_minus), below_it.max(above_minus))
}

/// Adjusts the p-values of each family by itself.
fn by_family(p: &[f64], families: &[usize], adjust: fn(&[f64]) -> Vec<f64>) -> Vec<f64> {
    let mut members: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (idx, &family) in families.iter().enumerate() {
        members.entry(family).or_default().push(idx);
    }
    let mut adjusted = vec![1.0; p.len()];
    for members in members.values() {
        let of_family: Vec<f64> = members.iter().map(|&idx| p[idx]).collect();
        for (&idx, value) in members.iter().zip(adjust(&of_family)) {
            adjusted[idx] = value;
        }
    }
    adjusted
}

#[cfg(test)]
#[path = "judging_tests.rs"]
mod tests;
