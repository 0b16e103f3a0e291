//! Games under a ban that follow the game of their baseline as far as it goes.
//!
//! A bot that does not [look ahead](Bot::looks_ahead) plays under a ban as it does without one until it may not do what it
//! would do. So a game under a ban is that of the baseline on the same deal up to the first decision in which a banned
//! move is in the list and the bot, asked again, chooses another move, or draws another random number. Only from there on it
//! is played, and some games never come so far.

use std::sync::atomic::AtomicBool;

use riverlab_bots::{Bot, Evaluate};
use riverlab_engine::{ActiveIntervention, ComponentIdx, Components, Game, Modification, ModifiedGame, Modify, Turn};

use crate::play::game_loop::{BotFailure, Course, Decision, FinishedGame};

/// Whether games under this modification can follow those of the baseline.
pub(super) fn can_follow<G: Evaluate + Modify>(
    modification: &Modification<G>,
    bots: &[&mut dyn Bot<ModifiedGame<G>>],
) -> bool {
    matches!(modification.intervention, ActiveIntervention::Ban(_))
        && !G::BAN_CHANGES_BELIEFS
        && bots.iter().all(|bot| !bot.looks_ahead() && !bot.remembers())
}

/// A game without an intervention, with all of its decisions.
pub(super) struct ObservedBaseline<G: Evaluate + Modify> {
    decisions: Vec<Observed<G>>,
    /// The numbers of the decisions in which a component could be taken, by component.
    offers: Vec<Vec<u32>>,
    last: Course<ModifiedGame<G>>,
}

/// A decision of the baseline.
struct Observed<G: Evaluate + Modify> {
    before: Course<ModifiedGame<G>>,
    mv: G::Move,
}

impl<G: Evaluate + Modify> ObservedBaseline<G> {
    /// Plays the deal of a seed.
    ///
    /// # Errors
    /// As [`play_game_until`](crate::play::game_loop::play_game_until).
    pub(super) fn play(
        rules: &'static Modification<G>,
        deal: (u64, u64),
        bots: &mut [&mut dyn Bot<ModifiedGame<G>>],
        stop: &AtomicBool,
    ) -> Result<Self, BotFailure> {
        let mut course = Course::<ModifiedGame<G>>::new(rules, bots.len(), deal);
        let (mut decisions, mut offers, mut legal) = (Vec::new(), Vec::<Vec<u32>>::new(), Vec::new());
        loop {
            let before = course.state.turn().player().map(|_| course.clone());
            let Some(mv) = course.next_move(bots, &mut legal, stop, &mut |_, _, _| ())? else { break };
            if let Some(before) = before {
                let number = decisions.len() as u32;
                course.state.legal_moves(&mut legal);
                for &offered in &legal {
                    course.state.taken(offered, &mut |component| note(&mut offers, component, number));
                }
                decisions.push(Observed { before, mv });
            }
            course.state.play_unchecked(mv);
        }
        Ok(ObservedBaseline { decisions, offers, last: course })
    }

    /// The same deal under a ban; `before` sees the decisions that are taken again and all that is played after them.
    ///
    /// # Errors
    /// As [`play`](Self::play).
    pub(super) fn follow(
        &self,
        ban: &'static Modification<G>,
        bots: &mut [&mut dyn Bot<ModifiedGame<G>>],
        stop: &AtomicBool,
        before: &mut impl FnMut(&ModifiedGame<G>, G::Move, Option<Decision<'_, ModifiedGame<G>>>),
    ) -> Result<(FinishedGame, ModifiedGame<G>), BotFailure> {
        let ActiveIntervention::Ban(component) = ban.intervention else { unreachable!("only bans are followed") };
        let mut legal = Vec::new();
        for &number in self.offers.get(component.index()).into_iter().flatten() {
            let observed = &self.decisions[number as usize];
            let after = self.decisions.get(number as usize + 1).map_or(&self.last, |next| &next.before);
            let Turn::Player(seat) = observed.before.state.turn() else { continue };
            if !ban.affects(seat) {
                continue;
            }
            let mut course = observed.before.with_state(observed.before.state.under(ban));
            let Some(mut mv) = course.next_move(bots, &mut legal, stop, before)? else { continue };
            if mv == observed.mv && course.stream(seat) == after.stream(seat) {
                continue;
            }
            loop {
                course.state.play_unchecked(mv);
                match course.next_move(bots, &mut legal, stop, before)? {
                    Some(next) => mv = next,
                    None => return Ok((course.finished(), course.state)),
                }
            }
        }
        Ok((self.last.finished(), self.last.state.under(ban)))
    }
}

/// Notes, once, that a component could be taken in a decision.
fn note(offers: &mut Vec<Vec<u32>>, component: ComponentIdx, number: u32) {
    if offers.len() <= component.index() {
        offers.resize_with(component.index() + 1, Vec::new);
    }
    let numbers = &mut offers[component.index()];
    if numbers.last() != Some(&number) {
        numbers.push(number);
    }
}

#[cfg(test)]
mod tests {
    use riverlab_bots::registry;
    use riverlab_engine::games::carcassonne::Carcassonne;
    use riverlab_engine::games::rio_grande::RioGrande;
    use riverlab_engine::games::river_dragons::RiverDragons;
    use riverlab_engine::games::the_river::TheRiver;
    use riverlab_engine::{Intervention, LoadedRules, Scope, Seat};

    use super::*;
    use crate::play::game_loop::play_game;

    /// Plays deals under bans, from their beginning and by following; returns how many games there were, and how many
    /// of them ended as the baseline did.
    fn compare<G: Evaluate + Modify>(spec: &str, players: usize, deals: u64, bans: &[&str]) -> [usize; 2] {
        let base = LoadedRules::<G>::standard();
        let rules = Modification::unchanged(base.rules).leak();
        let spec = spec.parse().expect("a spec");
        let mut built: Vec<_> =
            (0..players).map(|_| registry::build::<ModifiedGame<G>>(&spec).expect("a bot")).collect();
        let mut bots: Vec<&mut dyn Bot<ModifiedGame<G>>> =
            built.iter_mut().map(|bot| bot.as_mut() as &mut dyn Bot<ModifiedGame<G>>).collect();
        let stop = AtomicBool::new(false);
        let mut counts = [0; 2];
        for deal in 1..=deals {
            let baseline = ObservedBaseline::play(rules, (7, deal), &mut bots, &stop).expect("no bot fails");
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
                    let played = play_game(ban, 7, deal, &mut bots, |state, mv, _| waived |= state.is_banned(mv));
                    let (expected, _) = played.expect("no bot fails");
                    let followed = baseline.follow(ban, &mut bots, &stop, &mut |state, mv, _| {
                        waived_again |= state.is_banned(mv);
                    });
                    let (game, _) = followed.expect("no bot fails");
                    assert_eq!((game, waived_again), (expected, waived), "{about:?} on deal {deal}");
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
    fn only_bots_that_do_not_look_ahead_follow() {
        let base = LoadedRules::<TheRiver>::standard();
        let ban = |text: &str| {
            let intervention: Intervention = text.parse().expect("an intervention");
            intervention.resolve(Some(ComponentIdx(0)), &base).expect("it is allowed").for_seat(Seat::FIRST)
        };
        let follows = |spec: &str, modification: &Modification<TheRiver>| {
            let mut bot = registry::build::<ModifiedGame<TheRiver>>(&spec.parse().expect("a spec")).expect("a bot");
            can_follow(modification, &[bot.as_mut()])
        };
        assert!(follows("greedy", &ban("ban")) && follows("random", &ban("ban")));
        assert!(!follows("mcts:sims=10", &ban("ban")) && !follows("ply", &ban("ban")));
        assert!(!follows("greedy", &ban("points+1")));
        const { assert!(RiverDragons::BAN_CHANGES_BELIEFS) };
    }
}
