//! Integration tests of the workspace, one binary.

mod allocations;
mod balance;
mod carcassonne_components;
mod carcassonne_golden;
mod carcassonne_oracle;
mod components;
mod conformance;
mod dragons_components;
mod dragons_oracle;
mod errors;
mod lists;
mod matches;
mod modified_games;
mod playthrough;
mod program;
mod rio_components;
mod rio_oracle;
mod river_components;
mod river_oracle;
mod search;
#[expect(clippy::pedantic, unreachable_pub, reason = "an independent implementation, kept as its author wrote it")]
mod slow_carcassonne;
#[expect(clippy::pedantic, reason = "written together with it")]
mod slow_carcassonne_rulings;
#[expect(clippy::pedantic, unreachable_pub, reason = "an independent implementation, kept as its author wrote it")]
mod slow_dragons;
#[expect(clippy::pedantic, reason = "written together with it")]
mod slow_dragons_rulings;
#[expect(clippy::pedantic, unreachable_pub, reason = "an independent implementation, kept as its author wrote it")]
mod slow_rio;
#[expect(clippy::pedantic, reason = "written together with it")]
mod slow_rio_rulings;
#[expect(clippy::pedantic, unreachable_pub, reason = "an independent implementation, kept as its author wrote it")]
mod slow_river;
#[expect(clippy::pedantic, reason = "written together with it")]
mod slow_river_rulings;
mod stored;
mod tournaments;
mod trace_commands;
mod traces;
