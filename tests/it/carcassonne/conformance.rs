//! Carcassonne passes the conformance kit with each choice of rivers, not only with that of the list of games.

use riverlab_engine::games::carcassonne::{Carcassonne, RiversInPlay};

use super::oracle::rules_with;
use crate::contract::conformance::conforms;

#[test]
fn every_choice_of_rivers_conforms() {
    RiversInPlay::ALL.into_iter().for_each(|rivers| conforms::<Carcassonne>(rules_with(rivers)));
}
