//! Interventions: what is done to a component in an experiment, from its text to the rules of a modified game.
//!
//! An intervention is written as one word, and names no component: `ban`, `cost+1-all`. [`Intervention::resolve`]
//! brings it together with a component and the tables of a game, once; what comes out is a [`Modification`], which a
//! [`ModifiedGame`](crate::ModifiedGame) is played by.
//!
//! | text | what is done | to whom |
//! | --- | --- | --- |
//! | `ban`, `ban-all` | nobody affected may take it | one player, all |
//! | `grant` | the player starts with it or gets it first | one player |
//! | `remove` | it leaves the game | all |
//! | `cost+1`, `cost-2-all` | it costs more or less | one player, all |
//! | `points-1`, `points+3-all` | each piece brings more or fewer points | one player, all |
//! | `set:KEY=VALUE;KEY=VALUE` | the tables have other values, of whatever component | all |
//!
//! What it refuses to do: to check that a component allows an intervention. [`Intervention::applies_to`] says so, and
//! whoever asks people for interventions reports it in their words.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::components::{Component, ComponentIdx, InterventionKind};
use crate::data::{GameRules, RulesError, RulesSource};
use crate::game::Game;
use crate::modification::ActiveIntervention;
use crate::modification::Modification;
use crate::modify::Modify;

/// What is done to a component in an experiment.
///
/// # Examples
/// It is parsed, printed as it was written, and resolved against a component:
/// ```
/// use riverlab_engine::games::the_river::{RiverRules, TheRiver};
/// use riverlab_engine::{ActiveIntervention, Components, Intervention, LoadedRules, Scope};
///
/// let dearer: Intervention = "cost+1".parse()?;
/// assert_eq!(dearer, Intervention::Cost { delta: 1, scope: Scope::One });
/// assert_eq!(dearer.to_string(), "cost+1");
///
/// let base = LoadedRules::<TheRiver>::standard();
/// let mill = TheRiver::find_component(base.rules, 2, "mill-a").expect("the game has it");
/// let modification = dearer.resolve(Some(mill), &base)?;
/// let ActiveIntervention::Costs(dearer_rules) = modification.intervention else { panic!("it changes costs") };
/// let cost = |rules: &RiverRules| {
///     rules.buildings.iter().find(|building| building.id == "mill-a").map(|building| building.cost.to_string())
/// };
/// assert_eq!(cost(base.rules).as_deref(), Some("3w1c1s"));
/// assert_eq!(cost(dearer_rules).as_deref(), Some("4w1c1s"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Intervention {
    /// The affected players may not take the component.
    Ban(Scope),
    /// One player starts with the component or gets it first.
    Grant,
    /// The component leaves the game, for all.
    Remove,
    /// The component costs more, or less where `delta` is negative.
    Cost {
        /// By how much, in resources; from −20 to 20, never 0.
        delta: i32,
        /// For whom.
        scope: Scope,
    },
    /// Each piece of the component brings more points, or fewer where `delta` is negative.
    Points {
        /// By how many points; from −20 to 20, never 0.
        delta: i32,
        /// For whom.
        scope: Scope,
    },
    /// The tables have other values for all, each `key=value`; of one component, several, or none.
    Set(Vec<String>),
}

/// The players whom an intervention affects.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scope {
    /// One player alone.
    One,
    /// All players.
    All,
}

/// The largest change of a cost or of points.
const MAX_DELTA: i32 = 20;

impl Intervention {
    /// What it does to a component; `None` for other values of the tables, which are of no component.
    pub fn kind(&self) -> Option<InterventionKind> {
        match self {
            Intervention::Ban(_) => Some(InterventionKind::Ban),
            Intervention::Grant => Some(InterventionKind::Grant),
            Intervention::Remove => Some(InterventionKind::Remove),
            Intervention::Cost { .. } => Some(InterventionKind::Cost),
            Intervention::Points { .. } => Some(InterventionKind::Points),
            Intervention::Set(_) => None,
        }
    }

    /// The players whom it affects.
    pub fn scope(&self) -> Scope {
        match self {
            Intervention::Ban(scope) | Intervention::Cost { scope, .. } | Intervention::Points { scope, .. } => *scope,
            Intervention::Grant => Scope::One,
            Intervention::Remove | Intervention::Set(_) => Scope::All,
        }
    }

    /// Whether a component allows it.
    pub fn applies_to(&self, component: &Component) -> bool {
        self.kind().is_some_and(|kind| component.interventions.contains(&kind))
    }

    /// The rules of a game with this intervention in `component`, which must be given unless the intervention sets
    /// values of the tables. Where it affects one player, [`Modification::for_seat`] says which.
    ///
    /// # Errors
    /// When the component has no such cost, or the tables would not be valid.
    ///
    /// # Panics
    /// When there is no component for an intervention that needs one.
    pub fn resolve<G: Modify>(
        &self,
        component: Option<ComponentIdx>,
        base: &LoadedRules<G>,
    ) -> Result<Modification<G>, ResolveError> {
        let component = || component.expect("only values of the tables are set without a component");
        let intervention = match self {
            Intervention::Ban(_) => ActiveIntervention::Ban(component().into()),
            Intervention::Grant => ActiveIntervention::Grant(component().into()),
            Intervention::Remove => ActiveIntervention::Remove(component()),
            Intervention::Points { delta, .. } => ActiveIntervention::Points(component(), *delta),
            Intervention::Cost { delta, .. } => {
                let values = G::cost_overrides(base.rules, component(), *delta).map_err(ResolveError::NoSuchCost)?;
                ActiveIntervention::Costs(base.with_values(&values)?.rules)
            }
            Intervention::Set(values) => return Ok(Modification::unchanged(base.with_values(values)?.rules)),
        };
        Ok(Modification { rules: base.rules, intervention, affected_seat: None, name: "", watch: None })
    }
}

impl fmt::Display for Intervention {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Intervention::Ban(scope) => write!(f, "ban{}", scope.suffix()),
            Intervention::Grant => f.write_str("grant"),
            Intervention::Remove => f.write_str("remove"),
            Intervention::Cost { delta, scope } => write!(f, "cost{delta:+}{}", scope.suffix()),
            Intervention::Points { delta, scope } => write!(f, "points{delta:+}{}", scope.suffix()),
            Intervention::Set(values) => write!(f, "set:{}", values.join(";")),
        }
    }
}

impl Scope {
    /// How the text of an intervention ends.
    fn suffix(self) -> &'static str {
        match self {
            Scope::One => "",
            Scope::All => "-all",
        }
    }
}

/// A text that is no intervention.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "\"{0}\" is no intervention: allowed are ban, grant, cost+1, points-1 and the like (up to {MAX_DELTA}), for one player \
     alone; ban-all, cost+1-all, points-1-all, remove and set:KEY=VALUE, for all"
)]
pub struct UnknownIntervention(pub String);

impl FromStr for Intervention {
    type Err = UnknownIntervention;

    fn from_str(text: &str) -> Result<Intervention, UnknownIntervention> {
        parse(text).ok_or_else(|| UnknownIntervention(text.to_owned()))
    }
}

crate::convert_as_text!(Intervention);

fn parse(text: &str) -> Option<Intervention> {
    if let Some(values) = text.strip_prefix("set:") {
        let values: Vec<String> = values.split(';').map(str::to_owned).collect();
        return values.iter().all(|value| value.contains('=')).then_some(Intervention::Set(values));
    }
    let (name, scope) = text.strip_suffix("-all").map_or((text, Scope::One), |name| (name, Scope::All));
    match (name, scope) {
        ("ban", _) => return Some(Intervention::Ban(scope)),
        ("grant", Scope::One) => return Some(Intervention::Grant),
        ("remove", Scope::One) => return Some(Intervention::Remove),
        _ => {}
    }
    if let Some(delta) = name.strip_prefix("cost") {
        return Some(Intervention::Cost { delta: parse_delta(delta)?, scope });
    }
    Some(Intervention::Points { delta: parse_delta(name.strip_prefix("points")?)?, scope })
}

/// A number that is written with its sign.
fn parse_delta(number: &str) -> Option<i32> {
    let is_signed = number.starts_with(['+', '-']) && number[1..].starts_with(|c: char| c.is_ascii_digit());
    let delta: i32 = number.parse().ok()?;
    (is_signed && delta != 0 && delta.abs() <= MAX_DELTA).then_some(delta)
}

/// The tables of a game together with where they come from, so that others can be made that differ in some values.
#[derive(Debug)]
pub struct LoadedRules<G: Game> {
    /// Where the tables come from.
    pub source: RulesSource,
    /// The tables.
    pub rules: &'static G::Rules,
}

// A derived one would ask tables to be `Clone`.
impl<G: Game> Clone for LoadedRules<G> {
    fn clone(&self) -> Self {
        LoadedRules { source: self.source.clone(), rules: self.rules }
    }
}

impl<G: Game> LoadedRules<G> {
    /// The tables of the game as it is.
    pub fn standard() -> LoadedRules<G> {
        LoadedRules { source: RulesSource::default(), rules: G::Rules::standard() }
    }

    /// The tables with some values changed, each `key=value`. Tables that differ live as long as the program, as
    /// positions refer to them.
    ///
    /// # Errors
    /// When the changed tables are not valid.
    pub fn with_values(&self, values: &[String]) -> Result<LoadedRules<G>, RulesError> {
        let mut source = self.source.clone();
        source.sets.extend_from_slice(values);
        let rules = if values.is_empty() { self.rules } else { Box::leak(Box::new(G::Rules::load(&source)?)) };
        Ok(LoadedRules { source, rules })
    }
}

/// An intervention that cannot be made in a component.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ResolveError {
    /// The component has no cost, or there is nothing to take away from it.
    #[error("{0}")]
    NoSuchCost(String),
    /// The changed tables are not valid.
    #[error(transparent)]
    Rules(#[from] RulesError),
}

#[cfg(test)]
#[path = "intervention_tests.rs"]
mod tests;
