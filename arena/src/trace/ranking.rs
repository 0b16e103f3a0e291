//! A bot's ranking of moves in the notation of the game.

use riverlab_bots::Explanation;
use riverlab_engine::Game;
use serde::Serialize;

/// A search's ranking of the legal moves in a position.
#[derive(Clone, PartialEq, Debug)]
pub struct Ranking {
    /// The number of simulations.
    pub simulations: u64,
    /// The number of nodes of the tree.
    pub nodes: u64,
    /// The mean value for each seat.
    pub values: Vec<f64>,
    /// The principal variation, as `p1 claim:2`.
    pub variation: Vec<String>,
    /// All legal moves, best first.
    pub moves: Vec<RankedText>,
}

/// A legal move with its search statistics.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct RankedText {
    /// The move in the notation of the game.
    #[serde(rename = "move")]
    pub mv: String,
    /// The number of simulations that tried it.
    pub visits: u64,
    /// The mean value for the player to act, from 0 to 1.
    pub value: f64,
}

impl Ranking {
    /// The ranking of an explanation of this position.
    pub fn new<G: Game>(state: &G, explanation: &Explanation<G::Move>) -> Ranking {
        let Explanation { simulations, nodes, values, ranking, principal_variation } = explanation;
        let variation = principal_variation.iter().map(|&(seat, mv)| format!("{seat} {}", state.move_text(mv)));
        let ranked =
            ranking.iter().map(|one| RankedText { mv: state.move_text(one.mv), visits: one.visits, value: one.value });
        Ranking {
            simulations: *simulations,
            nodes: *nodes,
            values: values.clone(),
            variation: variation.collect(),
            moves: ranked.collect(),
        }
    }

    /// The moves that were tried.
    pub(crate) fn tried(&self) -> impl Iterator<Item = &RankedText> {
        self.moves.iter().filter(|ranked| ranked.visits > 0)
    }
}
