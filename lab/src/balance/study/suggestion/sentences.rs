//! What a suggestion has come to, in plain sentences: whether the goal is reached, what the changes did to the use of each
//! component, and for each that is still out what is left and what stood in the way.

use super::parity::{FACTOR, Parity, Standing};
use super::search::{Obstacle, Suggestion};
use crate::balance::plan::StudyPlan;
use crate::balance::verdict::Direction;

/// What a suggestion has come to.
pub(super) struct Outcome<'a> {
    pub(super) plan: &'a StudyPlan,
    pub(super) suggestion: &'a Suggestion,
}

impl Outcome<'_> {
    /// The subjects that are changed, or that are out before or after.
    pub(super) fn concerned(&self) -> Vec<usize> {
        let is_out = |subject: usize| {
            let mut both = self.suggestion.parities.iter().flatten();
            both.any(|parity| parity.subject == subject && parity.is_out())
        };
        let family = 0..self.plan.family.len();
        family.filter(|&subject| self.suggestion.changed.contains(&subject) || is_out(subject)).collect()
    }

    /// Those of them that are measured under the tables as suggested.
    fn after(&self) -> Vec<&Parity> {
        let concerned = self.concerned();
        let after = self.suggestion.parities[1].iter();
        after.filter(|parity| concerned.contains(&parity.subject)).collect()
    }

    /// Whether effect and rate of all of them lie within their limits, as far as can be seen.
    pub(super) fn is_reached(&self) -> bool {
        let after = self.after();
        let is_measured = !self.suggestion.parities[1].is_empty() && after.len() == self.concerned().len();
        is_measured && after.iter().all(|parity| parity.is_reached())
    }

    /// Whether the goal is reached, what was done to use, and what is left.
    pub(super) fn sentences(&self) -> Vec<String> {
        if self.suggestion.parities[1].is_empty() {
            return vec!["nothing can be measured, so nothing is suggested".to_owned()];
        }
        let mut sentences = vec![self.goal()];
        sentences.extend(self.after().into_iter().map(|parity| self.use_of(parity)));
        let missed = self.after().into_iter().filter(|parity| !parity.is_reached());
        sentences.extend(missed.map(|parity| self.what_is_left(parity)));
        sentences.extend(self.open_sentences());
        sentences
    }

    fn goal(&self) -> String {
        if self.concerned().is_empty() {
            return "nothing is found to be out, so nothing has to be changed".to_owned();
        }
        let goal = format!(
            "within {} of the siblings' median effect, and held at most {FACTOR} times as often or as rarely as they are",
            self.plan.margin
        );
        if !self.is_reached() {
            format!("the goal is not reached: on fresh deals not all of these are {goal}")
        } else if self.after().into_iter().all(Parity::is_shown) {
            format!("the goal is reached: on fresh deals all of these are {goal}")
        } else {
            format!("the goal is reached as seen, but not shown: on fresh deals all of these are seen {goal}")
        }
    }

    /// How often a component is held, before and after.
    fn use_of(&self, parity: &Parity) -> String {
        let name = &self.plan.family[parity.subject].component;
        let before = self.suggestion.parities[0].iter().find(|before| before.subject == parity.subject);
        let before = before.map_or("unknown".to_owned(), |before| percent(before.position.rate));
        let (after, target) = (percent(parity.position.rate), parity.position.target);
        let siblings =
            if target.siblings == 0 { String::new() } else { format!("; its siblings by {}", percent(target.rate)) };
        format!("  {name} is held at the end by {after} of the seats, before the change by {before}{siblings}")
    }

    /// What the deals do not tell: of the changed components that are seen at parity, and of others that are not.
    fn open_sentences(&self) -> Vec<String> {
        let concerned = self.concerned();
        let is_concerned = |parity: &Parity| concerned.contains(&parity.subject);
        let open = self.names(|parity| is_concerned(parity) && parity.is_reached() && !parity.is_shown());
        let left = self.names(|parity| !is_concerned(parity) && !parity.is_reached());
        let sentences = [
            ("seen at parity, but not shown to be so; more deals would tell", open),
            (
                "left as they are, as they are seen out, but not shown to differ from their siblings; more deals would tell",
                left,
            ),
        ];
        let told = sentences.into_iter().filter(|(_, names)| !names.is_empty());
        told.map(|(sentence, names)| format!("{sentence}: {names}")).collect()
    }

    /// The names of these components, after the changes.
    fn names(&self, is_named: impl Fn(&Parity) -> bool) -> String {
        let named = self.suggestion.parities[1].iter().filter(|parity| is_named(parity));
        named.map(|parity| self.plan.family[parity.subject].component.as_str()).collect::<Vec<_>>().join(", ")
    }

    /// What is left of one component, and why.
    fn what_is_left(&self, parity: &Parity) -> String {
        let faults: Vec<String> = [self.effect_fault(parity), rate_fault(parity)].into_iter().flatten().collect();
        let name = &self.plan.family[parity.subject].component;
        format!("  {name} is {}: {}", faults.join(", and "), self.reason(parity))
    }

    /// How far the effect is out.
    fn effect_fault(&self, parity: &Parity) -> Option<String> {
        let (position, plan) = (&parity.position, self.plan);
        if position.effect_distance() <= 1.0 {
            return None;
        }
        let direction = Direction::of(&plan.family[parity.subject].intervention);
        let [own, siblings] = [position.effect, position.target.effect]
            .map(|effect| if direction == Direction::Down { 0.0 - effect } else { effect });
        let way = if own > siblings { "stronger" } else { "weaker" };
        let (gap, seen) = ((own - siblings).abs(), seen(parity.effect_standing));
        Some(format!("{seen} {way} than its siblings by {gap:.4} ({own:+.4}, they {siblings:+.4})"))
    }

    /// Why it was left at that.
    fn reason(&self, parity: &Parity) -> &'static str {
        match self.suggestion.obstacles.get(&parity.subject) {
            Some(Obstacle::RateWouldLeave) => {
                "one point or one resource that brings its effect nearer makes it held too rarely or too often, so points and \
                 costs cannot give it both the effect and the use of its siblings"
            }
            Some(Obstacle::EffectWouldLeave) => {
                "one point or one resource that brings its use nearer takes its effect too far from that of its siblings, so \
                 points and costs cannot give it both"
            }
            Some(Obstacle::NothingHelps) => "no single point and no single resource brings it nearer",
            None => "the search ended with its last check; another seed or more deals may get further",
        }
    }
}

/// How far the rate is out.
fn rate_fault(parity: &Parity) -> Option<String> {
    let position = &parity.position;
    if position.rate_distance() <= 1.0 {
        return None;
    }
    let way = if position.rate > position.target.rate { "too often" } else { "too rarely" };
    let than = if position.target.siblings == 0 { "before" } else { "its siblings" };
    let (seen, rate, target) = (seen(parity.rate_standing), percent(position.rate), percent(position.target.rate));
    Some(format!("{seen} held {way} (by {rate} of the seats, {than} {target})"))
}

fn seen(standing: Standing) -> &'static str {
    if standing == Standing::Beyond { "shown to be" } else { "seen to be" }
}

/// A share in percent.
fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}
