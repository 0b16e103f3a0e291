//! Training: weights of learned evaluations and policies, from games that bots play against themselves.
//!
//! ```text
//! generation 1      games of mcts by hand-made values
//! generation g      games of mcts by the weights of the generations before
//! after each one    fit to the positions and decisions of all games so far, and a match of the new weights against what is best so far:
//!                   only what wins it is played with in the next generation
//! ```
//!
//! The pool of all generations and the gate are there because weights that were fitted to the games of the newest generation
//! alone have played worse than their predecessors.

mod divergence;
mod fit;
mod folder;
mod gate;
mod generation;
mod noisy;
mod plan;
mod samples;
mod self_play;
mod table;
mod training;
mod visits;
mod weights_file;

pub use divergence::{PHASES, PhaseDivergence, PolicyDivergence};
pub use gate::Gate;
pub(crate) use generation::SelfPlayWork;
pub use generation::{Generation, SelfPlay};
pub use plan::TrainRequest;
pub use samples::{KeptDecisions, Samples};
pub use table::TrainingTable;
pub use training::{Progress, Trained, train};
