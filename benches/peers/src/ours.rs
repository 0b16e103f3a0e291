//! Our own bot `mcts`, made anew for every search like the peers.
//!
//! A simulation adds one node and plays one random game; the bot counts as many as were asked for. The exploration
//! constant is given, so that all search alike.

use rand::SeedableRng;
use riverlab_bots::{BotRng, BotSpec, View, registry};
use riverlab_engine::Seat;
use riverlab_engine::games::toy::ConnectFour;

use crate::board::{Searched, empty_board};

/// Searches the empty board.
pub fn search(simulations: u32, seed: u64) -> Searched {
    let spec: BotSpec = format!(
        "mcts:sims={simulations},select=ucb1,c=1.4142,prior=off,rollout=random,depth=end,value=share,reuse=off,early=off"
    )
    .parse()
    .expect("a spec");
    let mut bot = registry::build::<ConnectFour>(&spec).expect("the bot mcts with these options");
    let state = empty_board();
    let view = View::new(&state, Seat::FIRST);
    let column = bot.choose(&view, &mut BotRng::seed_from_u64(seed)).0;
    Searched { column: Some(column), counted: bot.explain(&view).map(|explanation| explanation.simulations) }
}
