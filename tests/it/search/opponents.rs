//! Best responses: a search that knows the bot at the other seats finds what is best against it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use riverlab_bots::keys::DecisionKey;
use riverlab_bots::mcts::options::{HiddenChoices, Observers, SearchOptions};
use riverlab_bots::mcts::search::Search;
use riverlab_bots::{Bot, BotRng, Evaluate, View};
use riverlab_engine::games::toy::{ConnectFour, Tree, biased_rock_paper_scissors};
use riverlab_engine::{Game, Seat};

use super::{after, leak, plain, think, tree};

/// Plays the move with this name wherever there is one.
struct Plays(&'static str);

impl<G: Game> Bot<G> for Plays {
    fn choose(&mut self, view: &View<'_, G>, rng: &mut BotRng) -> G::Move {
        let mut legal = Vec::new();
        view.legal_moves(&mut legal);
        let state = view.sample(rng);
        legal.iter().copied().find(|&mv| state.move_text(mv) == self.0).unwrap_or(legal[0])
    }
}

/// The most visited move against a bot at all other seats, with what the player to move expects.
fn response<const N: usize, const IMPERFECT_INFORMATION: bool>(
    state: &Tree<N, IMPERFECT_INFORMATION>,
    options: &SearchOptions,
    other: &'static str,
) -> (String, f64) {
    let seat = state.turn().player().expect("a player is to move");
    let view = View::new(state, seat);
    let mut search = Search::new(options.clone()).against(Box::new(Plays(other)));
    search.begin(&view, DecisionKey::new(1), None);
    (0..20_000).for_each(|_| search.simulate(&view));
    let best = search.moves().max_by_key(|tried| tried.visits).expect("a move");
    let other_seats = Seat::all(state.n_players()).filter(|&other| other != seat);
    let others: f64 = other_seats.map(|other| search.mean_values()[other]).sum();
    assert!((search.mean_values()[seat] + others - 1.0).abs() < 1e-4);
    (state.move_text(best.mv), search.mean_values()[seat])
}

#[test]
fn the_best_response_is_found_where_everything_is_seen() {
    // Everybody for itself: b, as p2 takes y after a. What p2 does instead decides what is best.
    let state = tree::<2, false>(
        "p1 { a: chance { 1 s: p2 { x: [1 0] y: [0 1] } 1 t: p2 { y: [0 1] x: p1 { u: [1 0] v: [0 1] } } }
              b: p2 { x: [0 1] y: [1 1] } }",
    );
    let options = SearchOptions::default();
    for (other, best, known) in [("x", "a", 1.0), ("y", "b", 0.5)] {
        let (found, value) = response(&state, &options, other);
        assert!(found == best && (value - known).abs() < 0.02, "{other}: {found}, {value}");
    }
    // The others are all who do not search.
    let state = tree::<3, false>("p2 { a: p1 { x: p3 { x: [0 1 0] y: [1 0 0] } y: [1 0 0] } b: [1 1 1] }");
    for (other, best) in [("x", "a"), ("y", "b")] {
        assert_eq!(response(&state, &options, other).0, best, "{other}");
    }
}

/// Whoever is asked first, and whatever was chosen in truth: what the other one does is what that bot does.
#[test]
fn the_best_response_is_found_in_simultaneous_choices() {
    let rules = leak(biased_rock_paper_scissors());
    let first = Tree::<2>::new(rules, 2);
    let known = [("rock", "paper", 0.75), ("paper", "scissors", 0.625), ("scissors", "rock", 1.0)];
    let secrets = SearchOptions {
        observers: Observers::Multi,
        hidden_choices: HiddenChoices::Search,
        ..SearchOptions::default()
    };
    for (other, best, value) in known {
        let mut positions = vec![(first, secrets.clone()), (first, SearchOptions::default())];
        positions.extend(known.map(|(hidden, ..)| (after(first, &[hidden]), secrets.clone())));
        for (state, options) in positions {
            let (found, mean) = response(&state, &options, other);
            assert!(found == best && (mean - value).abs() < 0.03, "{other}: {found}, {mean}");
        }
    }
}

#[test]
fn who_knows_that_others_play_at_random_expects_more() {
    let start = ConnectFour::after("").expect("an empty board");
    let expects = |options: &str| think(&plain(2_000, options), &start, 1).1.values[0];
    let [alone, random] = ["", ",opponents=(random)"].map(expects);
    assert!(random > alone + 0.01, "{alone} {random}");
}

/// Somebody gives the search up while it asks this bot, which sees that.
struct GivenUp(Arc<(AtomicBool, AtomicU64)>);

impl<G: Game> Bot<G> for GivenUp {
    fn choose(&mut self, view: &View<'_, G>, _: &mut BotRng) -> G::Move {
        let (stop, asked) = &*self.0;
        assert!(!view.is_given_up(), "nobody is asked afterwards");
        stop.store(true, Ordering::Relaxed);
        asked.fetch_add(1, Ordering::Relaxed);
        assert!(view.is_given_up(), "a search within a search ends with it");
        let mut legal = Vec::new();
        view.legal_moves(&mut legal);
        legal[0]
    }
}

#[test]
fn who_is_asked_within_a_search_is_given_up_with_it() {
    fn check<G: Evaluate>(state: &G, options: SearchOptions) {
        let shared = Arc::new((AtomicBool::new(false), AtomicU64::new(0)));
        let view = View::new(state, state.turn().player().expect("a player is to move")).until(&shared.0);
        let mut search = Search::new(options).against(Box::new(GivenUp(Arc::clone(&shared))));
        search.begin(&view, DecisionKey::new(1), None);
        (0..3).for_each(|_| search.simulate(&view));
        assert_eq!(shared.1.load(Ordering::Relaxed), 1, "{}", G::NAME);
    }
    check(&ConnectFour::after("").expect("an empty board"), SearchOptions::default());
    let secrets = SearchOptions {
        observers: Observers::Multi,
        hidden_choices: HiddenChoices::Search,
        ..SearchOptions::default()
    };
    for options in [SearchOptions::default(), secrets] {
        check(&Tree::<2>::new(leak(biased_rock_paper_scissors()), 2), options);
    }
}
