//! What a suggestion has come to, in plain sentences: whether the goal is reached, and for each component for which it is not
//! what is left and what stood in the way.

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
        let is_changed = |subject: usize| {
            let key = format!(".{}.", self.plan.family[subject].component);
            self.suggestion.sets.iter().any(|set| set.contains(&key))
        };
        let is_out = |subject: usize| {
            let mut both = self.suggestion.parities.iter().flatten();
            both.any(|parity| parity.subject == subject && parity.is_out())
        };
        let family = 0..self.plan.family.len();
        family.filter(|&subject| is_changed(subject) || is_out(subject)).collect()
    }

    /// Those of them that are measured under the tables as suggested.
    fn after(&self) -> impl Iterator<Item = &Parity> {
        let concerned = self.concerned();
        self.suggestion.parities[1].iter().filter(move |parity| concerned.contains(&parity.subject))
    }

    /// Whether effect and rate of all of them lie within their limits, as far as can be seen.
    pub(super) fn is_reached(&self) -> bool {
        let measured = self.after().count();
        measured == self.concerned().len()
            && self.after().all(Parity::is_reached)
            && !self.suggestion.parities[1].is_empty()
    }

    /// Whether the goal is reached, and what is left of it.
    pub(super) fn sentences(&self) -> Vec<String> {
        if self.suggestion.parities[1].is_empty() {
            return vec!["nothing can be measured, so nothing is suggested".to_owned()];
        }
        let goal = format!(
            "the goal is an effect within {} of the siblings' median, taken at most {FACTOR} times as often or as rarely \
             as they are",
            self.plan.margin
        );
        let mut sentences = Vec::new();
        if self.concerned().is_empty() {
            sentences.push("nothing is found to be out, so nothing has to be changed".to_owned());
        } else if self.is_reached() {
            sentences.push(format!("the goal is reached: {goal}"));
        } else {
            sentences.push(format!("the goal is not reached: {goal}"));
            sentences
                .extend(self.after().filter(|parity| !parity.is_reached()).map(|parity| self.what_is_left(parity)));
        }
        sentences.extend(self.open_sentences());
        sentences
    }

    /// What the deals do not tell: of the changed components that are seen at parity, and of others that are not.
    fn open_sentences(&self) -> Vec<String> {
        let concerned = self.concerned();
        let names = |is_named: &dyn Fn(&Parity) -> bool| {
            let named = self.suggestion.parities[1].iter().filter(|parity| is_named(parity));
            named.map(|parity| self.plan.family[parity.subject].component.as_str()).collect::<Vec<_>>().join(", ")
        };
        let is_concerned = |parity: &Parity| concerned.contains(&parity.subject);
        let open = names(&|parity| is_concerned(parity) && parity.is_reached() && !parity.is_shown());
        let left = names(&|parity| !is_concerned(parity) && !parity.is_reached());
        let mut sentences = Vec::new();
        if !open.is_empty() {
            sentences.push(format!("seen at parity, but not shown to be so, which takes more deals: {open}"));
        }
        if !left.is_empty() {
            sentences
                .push(format!("left as they are: seen out, but not shown to differ from their siblings, which takes more deals: {left}"));
        }
        sentences
    }

    /// What is left of one component, and why.
    fn what_is_left(&self, parity: &Parity) -> String {
        let faults: Vec<String> = [self.effect_fault(parity), rate_fault(parity)].into_iter().flatten().collect();
        let name = &self.plan.family[parity.subject].component;
        format!("  {name}: {}; {}", faults.join(", and "), self.reason(parity))
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
        Some(format!("it is {seen} {way} than its siblings by {gap:.4} ({own:+.4}, they {siblings:+.4})"))
    }

    /// Why it was left at that.
    fn reason(&self, parity: &Parity) -> &'static str {
        match self.suggestion.obstacles.get(&parity.subject) {
            Some(Obstacle::RateWouldLeave) => {
                "a point or a resource that brings its effect nearer takes it too far from the rate at which its siblings are \
                 taken: effect and use cannot be had together in this way"
            }
            Some(Obstacle::EffectWouldLeave) => {
                "a point or a resource that brings the rate at which it is taken nearer takes its effect too far from that of \
                 its siblings: effect and use cannot be had together in this way"
            }
            Some(Obstacle::NothingHelps) => "no single point and no single resource brings it nearer",
            None => "the search has ended with its last check; another seed or more deals may get further",
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
    let than = if position.target.siblings == 0 { "before" } else { "of its siblings" };
    let (seen, rate, target) = (seen(parity.rate_standing), position.rate, position.target.rate);
    Some(format!("it is {seen} taken {way} ({rate:.3} of the seats, {than} {target:.3})"))
}

fn seen(standing: Standing) -> &'static str {
    if standing == Standing::Beyond { "shown to be" } else { "seen to be" }
}
