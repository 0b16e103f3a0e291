//! Modified games as tests ask for them: by the name of a component, under the standard rules.

use riverlab_engine::{ActiveIntervention, ComponentIdx, Components, Game, GameRules, Modification, Seat};

/// The standard rules with an intervention, for one seat or all.
pub(crate) fn modification<G: Game>(
    intervention: ActiveIntervention<G>,
    affected_seat: Option<Seat>,
) -> &'static Modification<G> {
    Modification { rules: G::Rules::standard(), intervention, affected_seat, name: "", watch: None }.leak()
}

/// The component of this name with three players.
pub(crate) fn component_named<G: Components>(name: &str) -> ComponentIdx {
    G::find_component(G::Rules::standard(), 3, name).expect("a component")
}
