//! Modified games as tests ask for them: by the name of a component, under the standard rules.

use riverlab_engine::{Change, ComponentIdx, Components, Game, GameRules, Modification, Seat};

/// A change of the standard rules, for one seat or all.
pub(crate) fn modification<G: Game>(change: Change<G>, affected_seat: Option<Seat>) -> &'static Modification<G> {
    Box::leak(Box::new(Modification { rules: G::Rules::standard(), change, affected_seat }))
}

/// The component of this name with three players.
pub(crate) fn component_named<G: Components>(name: &str) -> ComponentIdx {
    let components = G::components(G::Rules::standard(), 3);
    ComponentIdx(components.iter().position(|component| component.name == name).expect("an element") as u16)
}
