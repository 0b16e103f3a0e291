//! The rules of a modified game: those of the game, and one intervention in force.
//!
//! A [`Modification`] is what an [`Intervention`](crate::Intervention) becomes once its component and its tables are
//! known. It is the `Rules` of a [`ModifiedGame`](crate::ModifiedGame), so a position refers to it at no cost.

use crate::components::ComponentIdx;
use crate::data::DataFacts;
use crate::data::{GameRules, RulesError, RulesSource};
use crate::game::Game;
use crate::player::Seat;
use crate::watch::Watch;

/// The components that something is done to: one, or two.
///
/// # Examples
/// ```
/// use riverlab_engine::{ComponentIdx, Targets};
///
/// let both = Targets::from(ComponentIdx(3)).and(ComponentIdx(7));
/// assert!(both.any(|component| component == ComponentIdx(7)));
/// assert_eq!(both.iter().count(), 2);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Targets {
    first: ComponentIdx,
    second: Option<ComponentIdx>,
}

impl From<ComponentIdx> for Targets {
    fn from(component: ComponentIdx) -> Targets {
        Targets { first: component, second: None }
    }
}

impl Targets {
    /// The same one and another.
    ///
    /// # Panics
    /// When there are two already, or it is the same.
    #[must_use]
    pub fn and(self, other: ComponentIdx) -> Targets {
        assert!(self.second.is_none() && self.first != other, "{self:?} and {other:?}");
        Targets { second: Some(other), ..self }
    }

    /// All of them.
    pub fn iter(self) -> impl Iterator<Item = ComponentIdx> {
        [Some(self.first), self.second].into_iter().flatten()
    }

    /// Whether this is true of any of them.
    #[inline]
    pub fn any(self, mut test: impl FnMut(ComponentIdx) -> bool) -> bool {
        test(self.first) || self.second.is_some_and(test)
    }
}

/// The intervention that is in force in a modified game.
#[derive(Debug)]
pub enum ActiveIntervention<G: Game> {
    /// Nothing is done to any component.
    None,
    /// The affected players may not take the components.
    Ban(Targets),
    /// The affected player starts with the components or gets them first. It needs one affected seat, and grants that
    /// [agree](crate::Modify::grants_agree).
    Grant(Targets),
    /// The component leaves the game, for all.
    Remove(ComponentIdx),
    /// Each piece of the component brings the affected players so many points more at the end.
    Points(ComponentIdx, i32),
    /// The affected players pay by other tables, which differ in costs only.
    Costs(&'static G::Rules),
}

#[expect(clippy::expl_impl_clone_on_copy, reason = "a derived one would ask positions to be `Copy`")]
impl<G: Game> Clone for ActiveIntervention<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for ActiveIntervention<G> {}

/// The rules of a [`ModifiedGame`](crate::ModifiedGame).
#[derive(Debug)]
pub struct Modification<G: Game> {
    /// The component tables.
    pub rules: &'static G::Rules,
    /// What is done to a component.
    pub intervention: ActiveIntervention<G>,
    /// The one player whom it affects; it affects all players when there is none.
    pub affected_seat: Option<Seat>,
    /// What it is called, as in `ban mill-a`; empty where nobody has given it a name.
    pub name: &'static str,
    /// What notes which components could be taken, if anything does.
    pub watch: Option<&'static Watch>,
}

#[expect(clippy::expl_impl_clone_on_copy, reason = "a derived one would ask positions to be `Copy`")]
impl<G: Game> Clone for Modification<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for Modification<G> {}

impl<G: Game> Modification<G> {
    /// The game as it is.
    pub fn unchanged(rules: &'static G::Rules) -> Modification<G> {
        Modification { rules, intervention: ActiveIntervention::None, affected_seat: None, name: "", watch: None }
    }

    /// The same intervention, for this seat alone.
    #[must_use]
    pub fn for_seat(self, seat: Seat) -> Modification<G> {
        Modification { affected_seat: Some(seat), ..self }
    }

    /// A ban or a grant of one component, made in a second one as well.
    ///
    /// # Panics
    /// When it is another intervention, or of two components already.
    #[must_use]
    pub fn and(self, other: ComponentIdx) -> Modification<G> {
        let intervention = match self.intervention {
            ActiveIntervention::Ban(targets) => ActiveIntervention::Ban(targets.and(other)),
            ActiveIntervention::Grant(targets) => ActiveIntervention::Grant(targets.and(other)),
            _ => panic!("neither a ban nor a grant"),
        };
        Modification { intervention, ..self }
    }

    /// The same modification, called so for the rest of the program's life.
    #[must_use]
    pub fn named(self, name: &str) -> Modification<G> {
        Modification { name: String::leak(name.to_owned()), ..self }
    }

    /// The same modification, in which a [`Watch`] notes which components could be taken.
    #[must_use]
    pub fn watched(self, watch: &'static Watch) -> Modification<G> {
        Modification { watch: Some(watch), ..self }
    }

    /// The modification for the rest of the program's life, as positions refer to it.
    pub fn leak(self) -> &'static Modification<G> {
        Box::leak(Box::new(self))
    }

    /// Whether the intervention affects this seat.
    #[inline]
    pub fn affects(&self, seat: Seat) -> bool {
        self.affected_seat.is_none_or(|one| one == seat)
    }

    /// The tables that hold for the decisions of a seat.
    pub(crate) fn rules_of(&self, seat: Seat) -> &'static G::Rules {
        match self.intervention {
            ActiveIntervention::Costs(rules) if self.affects(seat) => rules,
            _ => self.rules,
        }
    }
}

/// Text loads the tables of the game; interventions are added in code only.
impl<G: Game> GameRules for Modification<G> {
    fn load(source: &RulesSource) -> Result<Self, RulesError> {
        Ok(Modification::unchanged(Box::leak(Box::new(G::Rules::load(source)?))))
    }

    /// The game as it is, made anew at each call.
    fn standard() -> &'static Self {
        Modification::unchanged(G::Rules::standard()).leak()
    }

    fn data(&self) -> &DataFacts {
        self.rules.data()
    }

    fn facts(&self) -> Vec<(&'static str, String)> {
        self.rules.facts()
    }

    fn modification(&self) -> Option<(Option<Seat>, &str)> {
        (!self.name.is_empty()).then_some((self.affected_seat, self.name))
    }
}
