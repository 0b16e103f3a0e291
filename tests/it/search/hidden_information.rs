//! What is hidden from a player changes neither the player's choice nor what the player wins.

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use riverlab_bots::{BotRng, Evaluate, View};
use riverlab_engine::games::rio_grande::RioGrande;
use riverlab_engine::games::river_dragons::RiverDragons;
use riverlab_engine::games::toy::{
    Branch, Tree, TreeRules, biased_rock_paper_scissors, hidden_cell, matching_pennies, monty_hall,
};
use riverlab_engine::{Game, GameRules, Seat, Turn};

use super::{OBSERVERS, after, all_bots, bot, leak, plain, think, tree};
use crate::long::scaled;

/// Plays games of a tree, `p1` by the bot and `p2` uniformly; the share of `p1`.
fn share_in_play(rules: &'static TreeRules, spec: &str, games: u64) -> f64 {
    let mut bot = bot::<Tree>(spec);
    let mut sum = 0.0;
    for game in 0..games {
        let mut rng = BotRng::seed_from_u64(game);
        let mut state = Tree::new(rules, 2);
        while state.turn() != Turn::Over {
            let mv = match state.turn() {
                Turn::Player(Seat::FIRST) => bot.choose(&View::new(&state, Seat::FIRST), &mut rng),
                Turn::Player(_) => state.random_move(&mut Vec::new(), &mut rng),
                _ => state.draw(&mut rng),
            };
            state.play(mv).expect("legal");
        }
        sum += state.win_shares()[Seat::FIRST].value();
    }
    sum / games as f64
}

#[test]
fn nobody_wins_more_at_monty_hall_than_honest_players() {
    let rules = leak(monty_hall());
    for observers in OBSERVERS {
        for chance in ["open", "closed"] {
            let spec = plain(1000, &format!("{observers},chance={chance}"));
            // 3,000 games: the standard error is 0.009; 300 games: 0.027.
            let (games, off) = scaled((300, 0.09), (3000, 0.03));
            let share = share_in_play(rules, &spec, games);
            assert!((share - 2.0 / 3.0).abs() < off, "{spec}: {share}");
        }
        let state = after(Tree::<2>::new(rules, 2), &["car-2", "door-1", "open-3"]);
        let (mv, explanation) = think(&plain(5000, observers), &state, 1);
        assert_eq!(state.move_text(mv), "switch");
        assert!((explanation.ranking[0].value - 2.0 / 3.0).abs() < 0.03, "{:?}", explanation.ranking);
    }
}

#[test]
fn nobody_finds_the_hidden_coin_more_often_than_by_luck() {
    let rules = leak(hidden_cell());
    for observers in OBSERVERS {
        let spec = plain(200, observers);
        // 3,000 games: the standard error is 0.009; 500 games: 0.022.
        let (games, off) = scaled((500, 0.07), (3000, 0.03));
        let share = share_in_play(rules, &spec, games);
        assert!((share - 0.5).abs() < off, "{spec}: {share}");
        let state = after(Tree::<2>::new(rules, 2), &["b2"]);
        let (_, explanation) = think(&plain(20_000, observers), &state, 1);
        assert!(explanation.values[0] < 0.51, "{:?}", explanation.values);
    }
}

#[test]
fn hidden_moves_of_others_are_their_best_with_a_tree_of_their_own() {
    // p2 wins nothing by y, so nobody but a single observer, who takes unseen moves to be random, hopes for it.
    let lottery = |won: u32| format!("chance {{ {won} win: [1 0] {} lose: [0 1] }}", 100 - won);
    let reply =
        |x: u32, y: u32| format!("p2 hidden {{ x: p1 {{ go: {} }} y: p1 {{ go: {} }} }}", lottery(x), lottery(y));
    let state = tree::<2, true>(&format!("p1 {{ a: {} b: {} }}", reply(40, 99), reply(55, 55)));
    let chosen = |observers: &str| state.move_text(think(&plain(5000, observers), &state, 1).0);
    assert_eq!(chosen(",observers=multi"), "b");
    assert_eq!(chosen(",observers=single"), "a");
}

/// All positions that the player to move cannot tell from this one, by way of samples.
fn alike(state: &Tree, seat: Seat) -> Vec<Tree> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut found: Vec<Tree> = vec![*state];
    for _ in 0..200 {
        let mut sample = *state;
        sample.resample_hidden(seat, &mut rng);
        if !found.contains(&sample) {
            found.push(sample);
        }
    }
    found
}

#[test]
fn what_is_hidden_does_not_change_the_choice() {
    let cases: [(TreeRules, &[&str], usize); 4] = [
        (monty_hall(), &["car-1", "door-1", "open-3"], 2),
        (hidden_cell(), &["a1", "b2", "nothing"], 3),
        (matching_pennies(), &["heads"], 2),
        (biased_rock_paper_scissors(), &["rock"], 3),
    ];
    for (rules, moves, positions) in cases {
        let state = after(Tree::<2>::new(leak(rules), 2), moves);
        let seat = state.turn().player().expect("a player is to move");
        let positions_alike = alike(&state, seat);
        assert_eq!(positions_alike.len(), positions, "{state:?}");
        for spec in all_bots(scaled(20, 60)) {
            let mut bot = bot::<Tree>(&spec);
            let mut choices = |state: &Tree| -> Vec<Branch> {
                let view = View::new(state, seat);
                (0..scaled(20, 50)).map(|seed| bot.choose(&view, &mut BotRng::seed_from_u64(seed))).collect()
            };
            let first = choices(&positions_alike[0]);
            assert!(positions_alike.iter().all(|other| choices(other) == first), "{spec} in {state:?}");
        }
    }
}

/// Positions of the first decisions of a random game, one in so many.
fn positions<G: Game>(players: usize, decisions_at_most: usize, one_in: usize) -> Vec<G> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(players as u64);
    let (mut state, mut positions, mut buffer) = (G::new(G::Rules::standard(), players), Vec::new(), Vec::new());
    let mut decisions = 0;
    while state.turn() != Turn::Over && decisions < decisions_at_most {
        let mv = if state.turn() == Turn::Chance {
            state.draw(&mut rng)
        } else {
            if decisions % one_in == 0 {
                positions.push(state.clone());
            }
            decisions += 1;
            state.random_move(&mut buffer, &mut rng)
        };
        state.play_unchecked(mv);
    }
    positions
}

/// Whatever the others hold, a bot that sees the same chooses the same, with equal streams at least: so the distribution of
/// its choices is the same.
#[test]
fn cards_of_others_do_not_change_the_choice() {
    for (players, one_in) in [(2, 40), (3, 60), (5, 60)] {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
        for state in positions::<RioGrande>(players, usize::MAX, one_in) {
            let seat = state.turn().player().expect("a player is to move");
            let mut others = Vec::new();
            while others.len() < 3 {
                let mut other = state.clone();
                other.resample_hidden(seat, &mut rng);
                assert_eq!(other.player(seat), state.player(seat));
                others.push(other);
            }
            assert!(others.iter().any(|other| *other != state), "{state}");
            check_same_choices(seat, &state, &others, scaled(4, 30));
        }
    }
}

/// Bots that go by learned values and policies.
fn learned_bots(sims: u64) -> Vec<String> {
    let mcts = ["", ",observers=single,chance=open", ",observers=multi,secrets=search", ",prior=5,rollout=greedy"];
    let mcts = mcts.map(|options| format!("mcts:sims={sims},eval=learned{options}"));
    let flat = format!("flat:sims={sims},eval=learned,rollout=learned,depth=2");
    ["greedy:eval=learned".to_owned(), "ply:eval=learned".to_owned(), flat].into_iter().chain(mcts).collect()
}

/// All bots choose the same, and give the same reasons, in all of these positions.
fn check_same_choices<G: Evaluate>(seat: Seat, state: &G, others: &[G], sims: u64) {
    for spec in all_bots(sims).into_iter().chain(learned_bots(sims)) {
        let mut bot = bot::<G>(&spec);
        let mut choose = |state: &G| {
            let view = View::new(state, seat);
            let mv = bot.choose(&view, &mut BotRng::seed_from_u64(3));
            (mv, bot.explain(&view))
        };
        let chosen = choose(state);
        for other in others {
            assert!(choose(other) == chosen, "{spec} in {state:?}");
        }
    }
}

/// The same of programs, while they are made and while they are carried out.
#[test]
fn programs_of_others_do_not_change_the_choice() {
    for (players, one_in) in [(2, 29), (3, 41), (5, 67)] {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
        let (mut programming, mut acting) = (0, 0);
        for state in positions::<RiverDragons>(players, 250, one_in) {
            let seat = state.turn().player().expect("a player is to move");
            let mut others = vec![state.clone(); 3];
            for other in &mut others {
                other.resample_hidden(seat, &mut rng);
                assert_eq!(other.player(seat), state.player(seat));
            }
            if others.iter().any(|other| *other != state) {
                programming += usize::from(state.is_simultaneous());
                acting += usize::from(!state.is_simultaneous());
                check_same_choices(seat, &state, &others, scaled(3, 20));
            }
        }
        assert!(programming > 0 && acting > 0, "{players} players: {programming}, {acting}");
    }
}
