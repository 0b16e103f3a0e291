//! Every game passes the conformance kit.

use riverlab_engine::GameRules;
use riverlab_engine::conformance::{Plan, check};
use riverlab_engine::games::the_river::{RiverRules, TheRiver};

#[test]
fn the_river_conforms() {
    let plan = Plan { games: 12, brute_force_every: 3, ..Plan::default() };
    let report = check::<TheRiver>(RiverRules::standard(), &plan).unwrap_or_else(|failure| panic!("{failure}"));
    assert_eq!(report.games, 36);
    assert!(report.decisions > 36 * 50 && report.refused > report.decisions);
}
