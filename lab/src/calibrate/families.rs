//! Rows about balance studies: false verdicts, false discoveries, and the power that is stated.
//!
//! The effects of each member of the family are tilted to what is to be true of it. Members are drawn independently of each
//! other. Where the deals of a member do not reach an effect, their mirror images are added; where that is not enough, the
//! member stays as it was measured, and what is true of it is its measured effect.

use rand_chacha::ChaCha8Rng;
use riverlab_stats::Ratio;
use riverlab_stats::power::{Design, Power, RATE};
use riverlab_stats::stable_sort::stable_sort_by;

use super::distribution::DealDistribution;
use super::methods::Methods;
use super::real_effects::{EffectSample, Member};
use super::request::CalibrationRequest;
use super::row::{Band, ERRORS, Row};
use super::simulator::{Purpose, Simulator};
use crate::balance::judging::{Judged, ShareEffect, UNIT, judged};
use crate::balance::verdict::Verdict;

/// The number of scenarios, each with its studies.
pub(crate) const SCENARIOS: u64 = 6;

/// One family in so many has a planted effect where false discoveries are counted.
const PLANTED: usize = 10;

/// A member whose effect is known.
#[derive(Clone, Debug)]
struct Known<'a> {
    member: &'a Member,
    effects: DealDistribution,
    truth: f64,
}

impl<'a> Known<'a> {
    fn new(member: &'a Member, aim: f64) -> Known<'a> {
        let tilted = member.effects.with_mean(aim, UNIT).or_else(|| {
            let mirrored = member.effects.mirrored();
            let (least, most) = mirrored.extremes(UNIT);
            let possible = least >= member.limits.0 && most <= member.limits.1;
            mirrored.with_mean(aim, UNIT).filter(|_| possible)
        });
        match tilted {
            Some(effects) => Known { member, effects, truth: aim },
            None => Known { member, effects: member.effects.clone(), truth: member.effects.mean(UNIT) },
        }
    }
}

/// What one study has concluded, each beside what is true.
type Study = Vec<(Judged, f64)>;

/// Whether a study has found what was planted.
type Seen = fn(&Judged) -> bool;

/// Simulates studies of families.
struct Families<'a, 's> {
    request: &'a CalibrationRequest,
    members: Vec<&'a Member>,
    methods: &'a Methods,
    simulator: &'a mut Simulator<'s>,
}

/// The rows of a family, and what is said of it.
pub fn rows(
    request: &CalibrationRequest,
    sample: &EffectSample,
    methods: &Methods,
    simulator: &mut Simulator<'_>,
) -> (Vec<Row>, Vec<String>) {
    let mut members: Vec<&Member> = sample.members.iter().filter(|member| member.effects.sd(UNIT) > 0.0).collect();
    let mut notes = Vec::new();
    let without = sample.members.len() - members.len();
    if without > 0 {
        notes.push(format!("{without} of the family have no effect on any deal played and are left out"));
    }
    if sample.impossible > 0 {
        notes.push(format!("{} of the family are left out, as a ban leaves a player no legal move", sample.impossible));
    }
    if members.is_empty() {
        return (Vec::new(), notes);
    }
    // The first one is planted: that with the median spread.
    stable_sort_by(&mut members, |one, other| one.effects.sd(UNIT).total_cmp(&other.effects.sd(UNIT)));
    let median = members.remove(members.len() / 2);
    members.insert(0, median);
    let mut families = Families { request, members, methods, simulator };
    let mut rows = families.false_verdicts();
    rows.push(families.false_discoveries());
    rows.extend(families.power());
    (rows, notes)
}

impl Families<'_, '_> {
    fn name(&self, truth: &str) -> String {
        format!("family of {}, {truth}", self.members.len())
    }

    /// Studies in which members have these effects.
    fn studies(&mut self, scenario: usize, aim: impl Fn(usize) -> f64) -> Vec<Study> {
        let known: Vec<Known<'_>> =
            self.members.iter().enumerate().map(|(idx, member)| Known::new(member, aim(idx))).collect();
        let (request, methods) = (self.request, self.methods);
        self.simulator.studies(Purpose::Families, scenario, request.studies, |rng| study(request, &known, methods, rng))
    }

    /// No member is called strong or weak whose effect is within the margin, and none balanced whose effect is not.
    fn false_verdicts(&mut self) -> Vec<Row> {
        let (margin, studies) = (self.request.margin, self.request.studies);
        let [none, at_margin] = [self.name("no effects"), self.name("all effects at the margin")];
        let is_beyond = |(judged, truth): &(Judged, f64)| judged.verdict.is_beyond_margin() && truth.abs() <= margin;
        let is_balanced =
            |(judged, truth): &(Judged, f64)| judged.verdict == Verdict::Balanced && truth.abs() >= margin;
        let is_found = |(judged, truth): &(Judged, f64)| judged.q < RATE && *truth == 0.0;
        let count = |seen: &[Study], is: &dyn Fn(&(Judged, f64)) -> bool| {
            seen.iter().filter(|study| study.iter().any(is)).count() as u64
        };
        let seen = self.studies(0, |_| 0.0);
        let mut rows = vec![
            Row::new(&none, "any is called strong or weak", count(&seen, &is_beyond), studies, ERRORS),
            Row::new(&none, "any has q below 0.05", count(&seen, &is_found), studies, ERRORS),
        ];
        let seen = self.studies(1, |idx| if idx % 2 == 0 { margin } else { -margin });
        rows.push(Row::new(&at_margin, "any is called strong or weak", count(&seen, &is_beyond), studies, ERRORS));
        rows.push(Row::new(&at_margin, "any is called balanced", count(&seen, &is_balanced), studies, ERRORS));
        rows
    }

    /// The share of false ones among what has q below 0.05.
    fn false_discoveries(&mut self) -> Row {
        let planted = self.members.len().div_ceil(PLANTED);
        let (margin, name) = (self.request.margin, self.name("a tenth at twice the margin"));
        let seen = self.studies(2, |idx| if idx < planted { 2.0 * margin } else { 0.0 });
        let false_share = |study: &Study| {
            let found = study.iter().filter(|(judged, _)| judged.q < RATE);
            let wrong = found.clone().filter(|(_, truth)| *truth == 0.0).count();
            wrong as f64 / found.count().max(1) as f64
        };
        let shares: Vec<f64> = seen.iter().map(false_share).collect();
        Row::of_shares(&name, "share of false discoveries", &shares, ERRORS)
    }

    /// The design of a study whose members all differ from deal to deal as this one.
    fn design(&self, effects: &DealDistribution) -> Design {
        let (sd, shape, extremes) = (effects.sd(UNIT), effects.shape(UNIT), effects.extremes(UNIT));
        Design { sd, shape, extremes, family: self.members.len(), margin: self.request.margin }
    }

    /// The member with the median spread, among others without an effect.
    fn power(&mut self) -> Vec<Row> {
        let margin = self.request.margin;
        let found = |judged: &Judged| judged.q < RATE;
        let called = |judged: &Judged| judged.verdict.is_beyond_margin();
        let balanced = |judged: &Judged| judged.verdict == Verdict::Balanced;
        let of = |stated: Power| [stated.margin_found, stated.twice_called, stated.none_balanced];
        let scenarios: [(&str, &'static str, f64, Seen); 3] = [
            ("one effect of the margin", "it has q below 0.05", margin, found),
            ("one effect of twice the margin", "it is called strong or weak", 2.0 * margin, called),
            ("no effects", "one of them is called balanced", 0.0, balanced),
        ];
        let mut rows = Vec::new();
        for (idx, (truth, what, effect, is)) in scenarios.into_iter().enumerate() {
            let planted = Known::new(self.members[0], effect);
            if planted.truth != effect {
                continue;
            }
            let design = self.design(&planted.effects);
            let stated = of((self.methods.power)(&design, self.request.balance_deals))[idx];
            let seen = self.studies(3 + idx, |member| if member == 0 { effect } else { 0.0 });
            let happened = seen.iter().filter(|study| is(&study[0].0)).count() as u64;
            let name = self.name(truth);
            rows.push(Row::new(&name, what, happened, self.request.studies, Band::of_power(stated)));
        }
        rows
    }
}

/// One study.
fn study(request: &CalibrationRequest, known: &[Known<'_>], methods: &Methods, rng: &mut ChaCha8Rng) -> Study {
    let drawn: Vec<Ratio> = known.iter().map(|known| known.effects.draw(request.balance_deals, rng)).collect();
    let effect = |(share, known)| {
        let Known { member, .. }: &Known<'_> = known;
        ShareEffect { share, limits: member.limits, direction: member.direction }
    };
    let effects: Vec<ShareEffect<'_>> = drawn.iter().zip(known).map(effect).collect();
    let judged = judged(&effects, &vec![0; effects.len()], request.margin, 1, &methods.judging);
    judged.into_iter().zip(known.iter().map(|known| known.truth)).collect()
}
