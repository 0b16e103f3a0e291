//! Games under a ban that follow the game of their baseline as far as it goes.
//!
//! A bot that plays by the rules alone decides under a ban as it does without one, as long as the banned component was in no
//! list of legal moves and in no move that was made, neither in the game nor in what the bot has tried out: it has drawn the
//! same numbers from the same stream and seen the same answers. While the baseline is played, a [`Watch`] notes which
//! components these are in each decision. A game under a ban is that of the baseline up to the first decision in which the
//! component was noted for a player who may not take it, and the bot, asked again, chooses another move. Only from there on
//! it is played, and some games never come so far.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use riverlab_bots::play::game_loop::{BotFailure, Course, Decision, FinishedGame};
use riverlab_bots::play::streams::Deal;
use riverlab_bots::{Bot, Evaluate};
use riverlab_engine::{ActiveIntervention, ComponentIdx, Game, Modification, ModifiedGame, Modify, Seat, Turn, Watch};

/// Whether games under this modification can follow those of the baseline: bots that are told of the game are told of the
/// intervention, and a ban that changes beliefs is in everything that is imagined.
pub(super) fn can_follow<G: Evaluate + Modify>(
    modification: &Modification<G>,
    bots: &[&mut dyn Bot<ModifiedGame<G>>],
) -> bool {
    matches!(modification.intervention, ActiveIntervention::Ban(_))
        && !G::BAN_CHANGES_BELIEFS
        && G::components(modification.rules, bots.len()).len() <= Watch::MAX_COMPONENTS
        && bots.iter().all(|bot| !bot.remembers())
}

/// A game without an intervention, with all of its decisions.
pub(super) struct ObservedBaseline<G: Evaluate + Modify> {
    decisions: Vec<Observed<G>>,
    /// The numbers of the decisions that a component had a bearing on, by who could take it.
    concerned: BTreeMap<(Seat, ComponentIdx), Vec<u32>>,
    last: Course<ModifiedGame<G>>,
}

/// A decision of the baseline.
struct Observed<G: Evaluate + Modify> {
    before: Course<ModifiedGame<G>>,
    mv: G::Move,
}

impl<G: Evaluate + Modify> ObservedBaseline<G> {
    /// Plays a deal by rules that are watched.
    ///
    /// # Errors
    /// As [`play_game_until`](riverlab_bots::play::game_loop::play_game_until).
    ///
    /// # Panics
    /// When nothing watches the rules.
    pub(super) fn play(
        rules: &'static Modification<G>,
        deal: Deal,
        bots: &mut [&mut dyn Bot<ModifiedGame<G>>],
        stop: &AtomicBool,
    ) -> Result<Self, BotFailure> {
        let watch = rules.watch.expect("the rules are watched");
        let mut course = Course::<ModifiedGame<G>>::new(rules, bots, deal);
        let (mut decisions, mut concerned, mut legal) = (Vec::new(), BTreeMap::<_, Vec<u32>>::new(), Vec::new());
        let seats = Seat::all(bots.len());
        seats.clone().for_each(|seat| watch.take(seat, |_| ()));
        loop {
            let before = course.state.turn().player().map(|_| course.clone());
            let Some(mv) = course.next_move(bots, &mut legal, stop, &mut |_, _, _| ())? else { break };
            if let Some(before) = before {
                let number = decisions.len() as u32;
                for seat in seats.clone() {
                    watch.take(seat, |component| concerned.entry((seat, component)).or_default().push(number));
                }
                decisions.push(Observed { before, mv });
            }
            course.state.play_unchecked(mv);
        }
        Ok(ObservedBaseline { decisions, concerned, last: course })
    }

    /// The numbers of the decisions that a ban can have a bearing on, in order.
    fn concerned_by(&self, ban: &Modification<G>) -> Vec<u32> {
        let ActiveIntervention::Ban(banned) = ban.intervention else { unreachable!("only bans are followed") };
        let affected = Seat::all(self.last.state.n_players()).filter(|&seat| ban.affects(seat));
        let mut numbers: Vec<u32> = affected
            .flat_map(|seat| banned.iter().filter_map(move |component| self.concerned.get(&(seat, component))))
            .flatten()
            .copied()
            .collect();
        numbers.sort_unstable();
        numbers.dedup();
        numbers
    }

    /// The same deal under a ban. `before` sees every move that is played anew: repeated decisions, and all moves after the game
    /// leaves the baseline.
    ///
    /// # Errors
    /// As [`play`](Self::play).
    pub(super) fn follow(
        &self,
        ban: &'static Modification<G>,
        bots: &mut [&mut dyn Bot<ModifiedGame<G>>],
        stop: &AtomicBool,
        mut before: impl FnMut(&ModifiedGame<G>, G::Move, Option<Decision<'_, ModifiedGame<G>>>),
    ) -> Result<(FinishedGame, ModifiedGame<G>), BotFailure> {
        let mut legal = Vec::new();
        for number in self.concerned_by(ban) {
            let observed = &self.decisions[number as usize];
            let after = self.decisions.get(number as usize + 1).map_or(&self.last, |next| &next.before);
            let Turn::Player(seat) = observed.before.state.turn() else { continue };
            let mut course = observed.before.with_state(observed.before.state.under(ban));
            let Some(mut mv) = course.next_move(bots, &mut legal, stop, &mut before)? else { continue };
            // Of a bot that goes on with the same stream, this must be as it was.
            if mv == observed.mv && course.stream(seat) == after.stream(seat) {
                continue;
            }
            loop {
                course.state.play_unchecked(mv);
                match course.next_move(bots, &mut legal, stop, &mut before)? {
                    Some(next) => mv = next,
                    None => return Ok((course.finished(), course.state)),
                }
            }
        }
        Ok((self.last.finished(), self.last.state.under(ban)))
    }
}

#[cfg(test)]
#[path = "following_tests.rs"]
mod tests;
