//! Trees keep within their memory, allocate nothing in simulations, and keep what they may between moves.

use rand::SeedableRng;
use riverlab_bots::{BotRng, NewGame, Seen, View};
use riverlab_engine::games::the_river::TheRiver;
use riverlab_engine::games::toy::{ConnectFour, Dice, FixedRules};
use riverlab_engine::{Game, GameRules, Seat, Turn};

use super::{bot, in_mid_game, plain, play, think};

fn new_game<G: Game>() -> NewGame<G> {
    NewGame { rules: G::Rules::standard(), seat: Seat::FIRST, players: 2, seed: 1 }
}

#[test]
fn memory_is_bounded() {
    let state = ConnectFour::after("").expect("the empty board");
    let nodes = |spec: &str| think(spec, &state, 1).1.nodes;
    assert!(nodes(&plain(20_000, "")) > 5000);
    let full = nodes(&plain(20_000, ",nodes=1000"));
    assert!(full <= 1000 && full > 950, "{full}");
    let full = nodes(&plain(20_000, ",nodes=3000,threads=3"));
    assert!(full <= 3000 && full > 2850, "{full}");
    for spec in ["chance=closed", "chance=closed,select=ucb1,prior=off", "chance=open", "chance=closed,reuse=on"] {
        let spec = format!("mcts:sims=6000,nodes=1000,{spec}");
        assert!(think(&spec, &in_mid_game(), 1).1.nodes <= 1000);
        play::<Dice>(&FixedRules, 3, &spec.replace("6000", "1500"));
    }
    let river = in_mid_game();
    let (_, explanation) = think(&plain(3000, ",nodes=1000"), &river, 1);
    assert!(explanation.nodes <= 1000 && explanation.simulations == 3000);
}

#[test]
fn what_was_found_out_is_kept_between_moves_until_a_chance_event() {
    let mut searcher = bot::<ConnectFour>(&plain(2000, ",reuse=on"));
    let mut rng = BotRng::seed_from_u64(1);
    let mut state = ConnectFour::after("").expect("the empty board");
    let mut visits = Vec::new();
    searcher.begin_game(&new_game());
    for _ in 0..2 {
        let view = View::new(&state, Seat::FIRST);
        let mv = searcher.choose(&view, &mut rng);
        let explanation = searcher.explain(&view).expect("a choice");
        assert_eq!(explanation.simulations, 2000);
        visits.push(explanation.ranking.iter().map(|ranked| ranked.visits).sum::<u64>());
        for mv in [mv, state.parse_move("1").expect("a column")] {
            searcher.observe(&Seen::new(&state, Seat::FIRST, mv));
            state.play(mv).expect("legal");
        }
    }
    assert!(visits[0] == 2000 && visits[1] > 2000, "{visits:?}");
    // A position that does not follow from what the bot was told is searched anew.
    let other = ConnectFour::after("111111").expect("legal columns");
    searcher.choose(&View::new(&other, Seat::FIRST), &mut rng);
    // In a new game nothing is known.
    searcher.begin_game(&new_game());
    let state = ConnectFour::after("").expect("the empty board");
    let view = View::new(&state, Seat::FIRST);
    searcher.choose(&view, &mut rng);
    let ranking = searcher.explain(&view).expect("a choice").ranking;
    assert_eq!(ranking.iter().map(|ranked| ranked.visits).sum::<u64>(), 2000);
}

#[test]
fn chance_events_end_what_is_kept_unless_they_are_in_the_tree() {
    let known_in = |chance: &str, seed: u64| {
        let mut searcher = bot::<Dice>(&plain(500, &format!(",reuse=on,chance={chance}")));
        let mut rng = BotRng::seed_from_u64(seed);
        let mut state = Dice::new(&FixedRules, 2);
        let mut known = [0, 0];
        let mut dealt = false;
        searcher.begin_game(&new_game());
        while state.turn() != Turn::Over {
            let turn = state.turn();
            let mv = match turn {
                Turn::Player(seat) => {
                    let view = View::new(&state, seat);
                    let mv = searcher.choose(&view, &mut rng);
                    let visits: u64 = searcher
                        .explain(&view)
                        .map_or(500, |explanation| explanation.ranking.iter().map(|ranked| ranked.visits).sum());
                    known[usize::from(dealt)] += visits - 500;
                    dealt = false;
                    mv
                }
                _ => state.draw(&mut rng),
            };
            dealt |= turn == Turn::Chance;
            searcher.observe(&Seen::new(&state, Seat::FIRST, mv));
            state.play(mv).expect("legal");
        }
        known
    };
    let known_before = |chance| (0..10).map(|seed| known_in(chance, seed)[1]).sum::<u64>();
    assert_eq!(known_before("open"), 0);
    let closed = known_before("closed");
    assert!(closed > 1000, "{closed}");
}

#[test]
fn simulations_allocate_nothing() {
    let state = in_mid_game();
    let view = View::new(&state, state.turn().player().expect("a player is to move"));
    for options in [
        "",
        ",chance=closed",
        ",rollout=mast,depth=3",
        ",rollout=greedy,depth=3",
        ",select=puct,prior=2,c=1",
        ",value=mix:0.5",
    ] {
        let allocations = |sims: u64| {
            let mut bot = bot::<TheRiver>(&plain(sims, options));
            let mut choose = || bot.choose(&view, &mut BotRng::seed_from_u64(1));
            choose();
            allocation_counter::measure(|| {
                choose();
            })
            .count_total
        };
        let (few, many) = (allocations(100), allocations(3000));
        assert!(many == few && few < 20, "{options}: {few} allocations in 100 simulations, {many} in 3000");
    }
}
