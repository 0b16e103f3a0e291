//! Carcassonne passes the conformance kit with each choice of rivers, not only with that of the list of games.

use riverlab_engine::games::carcassonne::{Carcassonne, RiversInPlay};

use super::oracle::rules_with;
use crate::contract::conformance::conforms;

#[test]
fn every_choice_of_rivers_conforms() {
    for rivers in RiversInPlay::ALL {
        conforms::<Carcassonne>(rules_with(rivers));
    }
}
