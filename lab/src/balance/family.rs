//! The family of a study: which components are asked about, and what is done to each.
//!
//! Components are asked for by name, by kind, or by a pattern with `*`. A component that is asked for by its name must allow
//! every intervention; of a kind or a pattern those that do not are left out.
//!
//! The *siblings* of a subject are the others of the family with the same kind of component and the same intervention.

use riverlab_arena::error::ArenaError;
use riverlab_engine::{Component, ComponentIdx, Intervention, InterventionKind};
use riverlab_stats::stable_sort::stable_sort_by;
use wildmatch::WildMatch;

use super::plan::{Role, Subject};
use super::setup::StudyTable;

/// The median of fewer siblings follows a single one that stands out.
const MIN_SIBLINGS: usize = 3;

/// Every component asked for with everything that is done to it, in the order of the game.
///
/// # Errors
/// When there is no such component, or an intervention does not apply.
pub(crate) fn family(
    table: &dyn StudyTable,
    players: usize,
    asked: &[String],
    interventions: &[Intervention],
) -> Result<Vec<Subject>, ArenaError> {
    let components = table.components(players);
    if components.is_empty() {
        let game = &table.facts().name;
        return Err(ArenaError::Usage(format!("{game} has no components that could be balanced")));
    }
    let mut family = Vec::new();
    for (component, is_named) in chosen(table, &components, asked, interventions)? {
        for intervention in interventions {
            if intervention.applies_to(component) {
                family.push(subject(&component.name, component.kind, intervention));
            } else if is_named && intervention.kind().is_some() {
                return Err(ArenaError::Usage(not_applicable(intervention, component)));
            }
        }
    }
    for intervention in interventions {
        if let Intervention::Set(values) = intervention {
            family.push(subject(&values.join(";"), "tables", intervention));
        } else if !family.iter().any(|subject| subject.intervention == *intervention) {
            return Err(ArenaError::Usage(applies_to_none(intervention, &components)));
        }
    }
    Ok(family)
}

fn subject(component: &str, kind: &str, intervention: &Intervention) -> Subject {
    Subject {
        component: component.to_owned(),
        kind: kind.to_owned(),
        intervention: intervention.clone(),
        role: Role::Asked,
    }
}

/// The siblings of a subject.
pub(crate) fn siblings(family: &[Subject], subject: usize) -> impl Iterator<Item = usize> {
    let of = &family[subject];
    let is_sibling = move |idx: &usize| {
        *idx != subject && family[*idx].kind == of.kind && family[*idx].intervention == of.intervention
    };
    (0..family.len()).filter(is_sibling)
}

/// A family of one intervention in which every subject has `MIN_SIBLINGS` siblings at least: where it has fewer, all
/// components of its kind with which the intervention can be made are added, as far as the game has them.
pub(crate) fn with_siblings(table: &dyn StudyTable, players: usize, family: &[Subject]) -> Vec<Subject> {
    let intervention = &family[0].intervention;
    let needs = |kind: &str| {
        let of_kind = family.iter().filter(|subject| subject.kind == kind).count();
        (1..=MIN_SIBLINGS).contains(&of_kind)
    };
    let can_be_made = |idx: usize| table.can_resolve(intervention, ComponentIdx(idx as u16));
    let member = |(idx, component): (usize, Component)| {
        if let Some(asked) = family.iter().find(|subject| subject.component == component.name) {
            return Some(asked.clone());
        }
        let is_added = needs(component.kind) && intervention.applies_to(&component) && can_be_made(idx);
        let added = || Subject { role: Role::Sibling, ..subject(&component.name, component.kind, intervention) };
        is_added.then(added)
    };
    table.components(players).into_iter().enumerate().filter_map(member).collect()
}

/// The components asked for in the order of the game, with whether each was asked for by its name.
fn chosen<'c>(
    table: &dyn StudyTable,
    components: &'c [Component],
    asked: &[String],
    interventions: &[Intervention],
) -> Result<Vec<(&'c Component, bool)>, ArenaError> {
    let only_tables = interventions.iter().all(|intervention| intervention.kind().is_none());
    if only_tables && !asked.is_empty() {
        return Err(ArenaError::Usage(format!(
            "--elements {}: set: changes the tables, not what is done to a component; leave --elements out",
            asked.join(" ")
        )));
    }
    let asked: Vec<String> = match asked {
        [] if only_tables => Vec::new(),
        [] => table.default_kinds().iter().map(|kind| (*kind).to_owned()).collect(),
        some => some.to_vec(),
    };
    if let Some(text) = asked.iter().find(|text| !components.iter().any(|component| matches(text, component))) {
        return Err(ArenaError::Usage(unknown(text, components)));
    }
    let is_asked = |component: &&Component| asked.iter().any(|text| matches(text, component));
    let with_naming = |component: &'c Component| (component, asked.contains(&component.name));
    Ok(components.iter().filter(is_asked).map(with_naming).collect())
}

/// Whether a name, a kind or a pattern with `*` means a component.
fn matches(text: &str, component: &Component) -> bool {
    text == component.kind || WildMatch::new(text).matches(&component.name)
}

/// What to say of a text that means no component.
fn unknown(text: &str, components: &[Component]) -> String {
    let mut kinds: Vec<&str> = components.iter().map(|component| component.kind).collect();
    kinds.dedup();
    let mut near: Vec<(f64, &str)> = components
        .iter()
        .map(|component| (strsim::jaro_winkler(text, &component.name), component.name.as_str()))
        .collect();
    stable_sort_by(&mut near, |one, other| other.0.total_cmp(&one.0));
    let near: Vec<&str> = near.iter().take(4).map(|(_, name)| *name).collect();
    format!(
        "--elements \"{text}\": there is no such component: allowed are the kinds {}, names such as {}, and patterns with *",
        kinds.join(", "),
        near.join(", ")
    )
}

/// What to say of an intervention that no component asked for allows.
fn applies_to_none(intervention: &Intervention, components: &[Component]) -> String {
    let applicable = components.iter().filter(|component| intervention.applies_to(component));
    let mut kinds: Vec<&str> = applicable.map(|component| component.kind).collect();
    kinds.dedup();
    let allowed = match &kinds[..] {
        [] => "nothing in this game".to_owned(),
        some => format!("the kinds {}", some.join(", ")),
    };
    format!("--interventions {intervention}: applies to none of the components asked for: it applies to {allowed}")
}

/// What to say of an intervention that a component does not allow.
fn not_applicable(intervention: &Intervention, component: &Component) -> String {
    let spelling = |kind: &InterventionKind| match kind {
        InterventionKind::Ban => "ban, ban-all",
        InterventionKind::Grant => "grant",
        InterventionKind::Remove => "remove",
        InterventionKind::Cost => "cost+1, cost-1 and the like",
        InterventionKind::Points => "points+1, points-1 and the like",
    };
    let allowed: Vec<&str> = component.interventions.iter().map(spelling).collect();
    let allowed = match &allowed[..] {
        [] => "nothing can be done to it".to_owned(),
        some => format!("allowed are {}", some.join(", ")),
    };
    format!("--interventions {intervention}: does not apply to {} ({}): {allowed}", component.name, component.kind)
}

#[cfg(test)]
#[path = "family_tests.rs"]
mod tests;
