use crate::random::Random;
use riverlab_engine::games::toy::Dice;
use riverlab_engine::{GameRules, for_each_game};

use super::*;

/// A bot that draws, but must be asked.
struct Asked<G: Game>(Random<G::Move>);

impl<G: Game> Bot<G> for Asked<G> {
    fn choose(&mut self, view: &View<'_, G>, rng: &mut BotRng) -> G::Move {
        self.0.choose(view, rng)
    }

    fn has_one_stream(&self) -> bool {
        true
    }
}

/// A bot that draws, and fails in the end.
struct FailsAtLast<G: Game>(Random<G::Move>);

impl<G: Game> Bot<G> for FailsAtLast<G> {
    fn choose(&mut self, view: &View<'_, G>, rng: &mut BotRng) -> G::Move {
        self.0.choose(view, rng)
    }

    fn remembers(&self) -> bool {
        true
    }

    fn failure(&mut self) -> Option<NoAnswer> {
        Some("no more".into())
    }
}

/// The decisions of a game, by their indexes, and its result.
fn decisions<G: Game>(bots: &mut [&mut dyn Bot<G>]) -> (Vec<(G::Move, usize)>, FinishedGame) {
    let mut all = Vec::new();
    let (result, _) = play_game(GameRules::standard(), Deal { seed: 1, number: 2 }, bots, |_, mv, decision| {
        all.extend(decision.map(|decision| (mv, decision.index)));
    })
    .expect("legal moves");
    (all, result)
}

#[test]
fn moves_are_drawn_without_asking_as_a_bot_draws_them() {
    for_each_game!(G => {
        let (mut first, mut second) = (Random::default(), Random::default());
        let (mut asked, mut asked_too) = (Asked::<G>(Random::default()), Asked::<G>(Random::default()));
        assert!(Bot::<G>::only_draws(&first) && !asked.only_draws());
        let drawn = decisions::<G>(&mut [&mut first, &mut second]);
        assert!(!drawn.0.is_empty() && drawn == decisions::<G>(&mut [&mut asked, &mut asked_too]), "{}", G::NAME);
    });
}

#[test]
fn a_failure_at_the_end_is_that_of_the_game() {
    let (mut draws, mut fails) = (Random::default(), FailsAtLast::<Dice>(Random::default()));
    let mut bots: [&mut dyn Bot<Dice>; 2] = [&mut draws, &mut fails];
    let played = play_game(GameRules::standard(), Deal { seed: 1, number: 2 }, &mut bots, |_, _, _| ());
    assert_eq!(played.expect_err("it fails").to_string(), "after the last decision of p2: no more");
}
