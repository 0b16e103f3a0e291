//! Integration tests of the workspace, one binary.

mod allocations;
mod balance;
mod carcassonne_elements;
mod carcassonne_golden;
mod carcassonne_oracle;
mod conformance;
mod dragons_elements;
mod dragons_oracle;
mod elements;
mod errors;
mod lists;
mod matches;
mod playthrough;
mod program;
mod rio_elements;
mod rio_oracle;
mod river_elements;
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
mod variants;
