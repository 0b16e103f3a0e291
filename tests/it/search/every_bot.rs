//! Every bot plays every game, repeats itself, and plays as well as it should.

use rand::SeedableRng;
use riverlab_bots::{BotRng, Evaluate, View};
use riverlab_engine::games::river_dragons::{DragonRules, RiverDragons};
use riverlab_engine::games::toy::{ConnectFour, FixedRules, Tree, monty_hall};
use riverlab_engine::{Game, GameRules, Seat, Turn, for_each_game};

use super::{all_bots, bot, leak, plain, play, play_some, short_dragons, think, tree};
use crate::long::scaled;

#[test]
fn every_bot_plays_every_game_and_repeats_itself() {
    // The quick form sees the beginning of each game, where there is most to choose from; the long one whole games, but of
    // River Dragons, which goes on for a thousand decisions when nobody tries, only the beginning and a game of few rounds.
    let decisions = scaled(20, 150);
    for spec in all_bots(scaled(4, 20)) {
        for_each_game!(G => for &players in scaled(&[3][..], &[2, 4]) {
            check_repeats::<G>(<G as Game>::Rules::standard(), players.min(*G::PLAYERS.end()), &spec, decisions);
        });
        check_repeats::<RiverDragons>(short_dragons(), 2, &spec, scaled(20, usize::MAX));
        play::<Tree>(leak(monty_hall()), 2, &spec);
    }
}

fn check_repeats<G: Evaluate>(rules: &'static G::Rules, players: usize, spec: &str, decisions: usize) {
    let [once, again] = [(); 2].map(|()| play_some::<G>(rules, players, spec, decisions));
    assert_eq!(once, again, "{spec} plays {}", G::NAME);
}

/// How often each of the legal moves is chosen, in their order.
fn choices<G: Evaluate>(spec: &str, state: &G, times: u64) -> Vec<u64> {
    let view = View::new(state, state.turn().player().expect("a player is to move"));
    let mut legal = Vec::new();
    view.legal_moves(&mut legal);
    let mut counts = vec![0; legal.len()];
    for seed in 0..times {
        let chosen = bot::<G>(spec).choose(&view, &mut BotRng::seed_from_u64(seed));
        counts[legal.iter().position(|&mv| mv == chosen).expect("a legal move")] += 1;
    }
    counts
}

#[test]
fn equal_moves_are_chosen_equally_often() {
    let alike = "p1 { a: [1 1] b: [1 1] c: [1 1] d: [1 1] }";
    for spec in ["random", "greedy:eval=hand", "flat:sims=8", "mcts:sims=7", "mcts:sims=8", "mcts:sims=9,select=puct"] {
        let seen = choices(spec, &tree::<2, false>(alike), 800);
        let hidden = choices(spec, &tree::<2, true>(alike), 800);
        assert!(seen.iter().chain(&hidden).all(|count| (140..=260).contains(count)), "{spec}: {seen:?} {hidden:?}");
    }
    // The empty board is its own mirror image.
    for spec in ["mcts:sims=8", "mcts:sims=14", "mcts:sims=50", "mcts:sims=8,threads=2", "mcts:sims=8,final=value"] {
        let counts = choices(spec, &ConnectFour::after("").expect("an empty board"), 1000);
        for (left, right) in (0..3).zip((4..7).rev()) {
            let (difference, sum) = (counts[left].abs_diff(counts[right]) as f64, counts[left] + counts[right]);
            assert!(difference < 4.0 * (sum as f64).sqrt(), "{spec}: {counts:?}");
        }
    }
}

#[test]
fn ending_early_changes_no_move() {
    let decisions = scaled(20, 150);
    for spec in all_bots(scaled(20, 60)).iter().filter(|spec| spec.starts_with("mcts")) {
        for_each_game!(G => {
            let rules = <G as Game>::Rules::standard();
            let [early, whole] = ["on", "off"]
                .map(|early| play_some::<G>(rules, 2, &format!("{spec},early={early}"), decisions));
            assert_eq!(early, whole, "{spec} plays {}", G::NAME);
        });
    }
}

#[test]
fn decisions_end_early_where_nothing_is_asked_but_the_move() {
    let state = ConnectFour::after("121212").expect("legal columns");
    let view = View::new(&state, Seat::FIRST);
    let simulations = |options: &str, explains: bool| {
        let mut bot = bot::<ConnectFour>(&format!("mcts:sims=500,{options}"));
        if explains {
            bot.will_explain();
        }
        bot.choose(&view, &mut BotRng::seed_from_u64(1));
        bot.simulations()
    };
    assert!((251..500).contains(&simulations("early=on", false)));
    assert_eq!(simulations("early=on", true), 500);
    for options in ["early=off", "final=value", "threads=2", "reuse=on"] {
        assert_eq!(simulations(options, false), 500, "{options}");
    }
}

#[test]
fn connect_four_is_played_well() {
    let check = |columns: &str, expected: &str, spec: &str| {
        let state = ConnectFour::after(columns).expect("legal columns");
        let (mv, _) = think(spec, &state, 3);
        assert!(expected.contains(&state.move_text(mv)), "{spec} plays {} in\n{state}", state.move_text(mv));
    };
    for options in ["", ",select=puct,prior=2", ",reuse=on", ",threads=2", ",nodes=1000"] {
        let spec = plain(4000, options);
        check("121212", "1", &spec); // wins
        check("12121", "1", &spec); // blocks
        check("443", "25", &spec); // an open three is coming and must be stopped
        check("4433", "25", &spec); // makes an open three
    }
}

#[test]
fn flat_spends_its_budget_and_no_more() {
    let state = ConnectFour::after("443").expect("legal columns");
    for sims in [1, 3, 7, 8, 20, 1000] {
        let (mv, explanation) = think(&format!("flat:sims={sims}"), &state, 1);
        assert_eq!(explanation.simulations, sims);
        assert_eq!(explanation.ranking.iter().map(|ranked| ranked.visits).sum::<u64>(), sims);
        assert!(sims < 1000 || "25".contains(&state.move_text(mv)), "plays {}", state.move_text(mv));
    }
}

#[test]
fn more_simulations_win_more() {
    // The first of each pair must win by far; both sides of half as many seeded games.
    let games = scaled(20, 60);
    let pairs = [("mcts:sims=800", "mcts:sims=20"), ("flat:sims=400", "random"), ("mcts:sims=100", "random")];
    for (strong, weak) in pairs {
        let mut wins = 0.0;
        for game in 0..games {
            let mut bots = [bot::<ConnectFour>(strong), bot::<ConnectFour>(weak)];
            let mut rng = BotRng::seed_from_u64(game);
            let mut state = ConnectFour::new(&FixedRules, 2);
            let strong_seat = Seat::new(game as usize % 2);
            while let Turn::Player(seat) = state.turn() {
                let bot = &mut bots[usize::from(seat != strong_seat)];
                state.play(bot.choose(&View::new(&state, seat), &mut rng)).expect("legal");
            }
            wins += state.win_shares()[strong_seat].value();
        }
        assert!(wins > 0.8 * games as f64, "{strong} wins {wins} of {games} against {weak}");
    }
}

#[test]
fn greedy_dragons_reach_their_goals_in_a_few_rounds() {
    let games = scaled(9, 41);
    for players in 2..=6 {
        let mut rounds = Vec::new();
        for seed in 0..games {
            let mut bot = bot::<RiverDragons>("greedy:eval=hand");
            let mut rng = BotRng::seed_from_u64(seed);
            let mut state = RiverDragons::new(DragonRules::standard(), players);
            while state.turn() != Turn::Over {
                let mv = match state.turn() {
                    Turn::Player(seat) => bot.choose(&View::new(&state, seat), &mut rng),
                    _ => state.draw(&mut rng),
                };
                state.play(mv).expect("legal");
            }
            rounds.push(state.round_number());
        }
        rounds.sort_unstable();
        assert!((3..=4).contains(&rounds[games as usize / 2]), "{players} players: {rounds:?}");
    }
}
