use riverlab_arena::table::GameTable;
use riverlab_engine::games::carcassonne::Carcassonne;
use riverlab_engine::games::the_river::TheRiver;

use super::*;

#[test]
fn self_play_has_no_moves_that_the_policy_thinks_nothing_of() {
    let request = TrainRequest {
        players: 2,
        against: None,
        generations: 1,
        games: 1,
        sims: 50,
        gate_deals: 1,
        seed: 1,
        command: String::new(),
    };
    let text = |bot: Result<BotSpec, ArenaError>| bot.expect("a spec").to_string();
    assert_eq!(
        text(request.bot(&GameTable::<Carcassonne>::standard(), "hand")),
        "mcts:sims=50,eval=hand,prior=20,uniform=0"
    );
    assert_eq!(text(request.bot(&GameTable::<TheRiver>::standard(), "hand")), "mcts:sims=50,eval=hand,prior=5");
}
