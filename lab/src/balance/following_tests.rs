use riverlab_bots::play::game_loop::play_game;
use riverlab_bots::registry;
use riverlab_engine::games::carcassonne::Carcassonne;
use riverlab_engine::games::rio_grande::RioGrande;
use riverlab_engine::games::river_dragons::RiverDragons;
use riverlab_engine::games::the_river::TheRiver;
use riverlab_engine::{Intervention, LoadedRules, Scope, Seat};

use super::*;

/// Plays deals under bans, from their beginning and by following; returns how many games there were, and how many
/// of them ended as the baseline did.
fn compare<G: Evaluate + Modify>(spec: &str, players: usize, deals: u64, bans: &[&str]) -> [usize; 2] {
    let base = LoadedRules::<G>::standard();
    let rules = Modification::unchanged(base.rules).watched(Box::leak(Box::default())).leak();
    let spec = spec.parse().expect("a spec");
    let mut built: Vec<_> = (0..players).map(|_| registry::build::<ModifiedGame<G>>(&spec).expect("a bot")).collect();
    let mut bots: Vec<&mut dyn Bot<ModifiedGame<G>>> =
        built.iter_mut().map(|bot| bot.as_mut() as &mut dyn Bot<ModifiedGame<G>>).collect();
    let stop = AtomicBool::new(false);
    let mut counts = [0; 2];
    for number in 1..=deals {
        let deal = Deal { seed: 7, number };
        let baseline = ObservedBaseline::play(rules, deal, &mut bots, &stop);
        let baseline = baseline.expect("no bot fails");
        for (component, about) in (0..).zip(G::components(base.rules, players)) {
            for ban in bans {
                let ban: Intervention = ban.parse().expect("an intervention");
                if !ban.applies_to(&about) {
                    continue;
                }
                let resolved = ban.resolve(Some(ComponentIdx(component)), &base).expect("it is allowed");
                let seat = Seat::new(component as usize % players);
                let ban = match ban.scope() {
                    Scope::One => resolved.for_seat(seat).leak(),
                    Scope::All => resolved.leak(),
                };
                assert!(can_follow(ban, &bots));
                let (mut waived, mut waived_again) = (false, false);
                let played = play_game(ban, deal, &mut bots, |state, mv, _| waived |= state.is_banned(mv));
                let (expected, _) = played.expect("no bot fails");
                let followed = baseline.follow(ban, &mut bots, &stop, |state, mv, _| {
                    waived_again |= state.is_banned(mv);
                });
                let (game, _) = followed.expect("no bot fails");
                assert_eq!((game, waived_again), (expected, waived), "{about:?} on deal {number}");
                counts[0] += 1;
                counts[1] += usize::from(game == baseline.last.finished());
            }
        }
    }
    counts
}

#[test]
fn games_that_follow_are_those_that_are_played_from_the_beginning() {
    for spec in ["greedy", "greedy:eval=hand", "random"] {
        for players in [2, 4] {
            let [games, alike] = compare::<TheRiver>(spec, players, 4, &["ban", "ban-all"]);
            assert!(games >= 400 && alike > games / 10 && alike < games, "{spec}: {alike} of {games}");
        }
        let [games, _] = compare::<RioGrande>(spec, 3, 2, &["ban"]);
        assert!(games > 0);
        let [games, _] = compare::<Carcassonne>(spec, 2, 1, &["ban"]);
        assert!(games > 0);
    }
}

#[test]
fn searches_follow_as_well() {
    for spec in [
        "mcts:sims=12",
        "mcts:sims=12,eval=hand",
        "mcts:sims=12,eval=hand,select=ucb1,prior=off,rollout=random,chance=closed",
        "mcts:sims=12,eval=hand,rollout=greedy,depth=1,threads=2",
        "mcts:sims=12,rollout=epsilon:0.5,depth=1,policy=off,prior=2,worlds=one",
        "mcts:sims=12,rollout=quick",
        "flat:sims=30",
        "ply:samples=2",
    ] {
        let [games, alike] = compare::<TheRiver>(spec, 2, 1, &["ban"]);
        assert!(games >= 50 && alike > 0 && alike < games, "{spec}: {alike} of {games}");
    }
    for spec in ["mcts:sims=5", "mcts:sims=5,eval=hand,observers=multi,rollout=random"] {
        let [games, _] = compare::<RioGrande>(spec, 2, 1, &["ban"]);
        assert!(games > 0);
    }
    let [games, _] = compare::<Carcassonne>("mcts:sims=5,eval=hand", 2, 1, &["ban"]);
    assert!(games > 0);
}

/// Under a ban of two components a game leaves the baseline where either of them has a bearing.
#[test]
fn games_under_two_bans_follow_as_well() {
    let base = LoadedRules::<TheRiver>::standard();
    let rules = Modification::unchanged(base.rules).watched(Box::leak(Box::default())).leak();
    let spec = "greedy".parse().expect("a spec");
    let mut built: Vec<_> = (0..2).map(|_| registry::build::<ModifiedGame<TheRiver>>(&spec).expect("a bot")).collect();
    let mut bots: Vec<&mut dyn Bot<ModifiedGame<TheRiver>>> =
        built.iter_mut().map(|bot| bot.as_mut() as &mut dyn Bot<ModifiedGame<TheRiver>>).collect();
    let stop = AtomicBool::new(false);
    let ban: Intervention = "ban".parse().expect("an intervention");
    let (mut unlike_both, mut alike) = (0, 0);
    for number in 1..=4 {
        let deal = Deal { seed: 7, number };
        let baseline = ObservedBaseline::play(rules, deal, &mut bots, &stop);
        let baseline = baseline.expect("no bot fails");
        for (first, second) in (0..40).map(|idx| (ComponentIdx(idx), ComponentIdx(idx + 7))) {
            let one = ban.resolve(Some(first), &base).expect("it is allowed").for_seat(Seat::new(1));
            let other = ban.resolve(Some(second), &base).expect("it is allowed").for_seat(Seat::new(1));
            let games = [one.and(second), one, other].map(|ban| {
                let ban = ban.leak();
                let (expected, _) = play_game(ban, deal, &mut bots, |_, _, _| ()).expect("no bot fails");
                let followed = baseline.follow(ban, &mut bots, &stop, |_, _, _| ());
                assert_eq!(followed.expect("no bot fails").0, expected, "{first:?}, {second:?} on deal {number}");
                expected
            });
            alike += usize::from(games[0] == baseline.last.finished());
            unlike_both += usize::from(games[1] != games[0] && games[2] != games[0]);
        }
    }
    assert!(unlike_both > 0 && alike > 0, "{unlike_both} {alike}");
}

#[test]
fn only_bots_follow_that_are_not_told_of_the_ban() {
    let base = LoadedRules::<TheRiver>::standard();
    let ban = |text: &str| {
        let intervention: Intervention = text.parse().expect("an intervention");
        intervention.resolve(Some(ComponentIdx(0)), &base).expect("it is allowed").for_seat(Seat::FIRST)
    };
    let follows = |spec: &str, modification: &Modification<TheRiver>| {
        let mut bot = registry::build::<ModifiedGame<TheRiver>>(&spec.parse().expect("a spec")).expect("a bot");
        let mut other = registry::build::<ModifiedGame<TheRiver>>(&"greedy".parse().expect("a spec")).expect("a bot");
        can_follow(modification, &[bot.as_mut(), other.as_mut()])
    };
    assert!(follows("greedy", &ban("ban")) && follows("random", &ban("ban")));
    assert!(follows("mcts:sims=10", &ban("ban")) && !follows("mcts:sims=10,reuse=on", &ban("ban")));
    assert!(!follows("greedy", &ban("points+1")));
    const { assert!(RiverDragons::BAN_CHANGES_BELIEFS) };
}
