//! Play from a position for some turns, so that its value sees what a draw is good for.

use riverlab_bots::eval::evaluator::Evaluator;
use riverlab_bots::eval::play_on::Chooser;
use riverlab_bots::eval::policy::LearnedPolicy;
use riverlab_bots::{Evaluate, Greedy, SearchRng};
use riverlab_engine::{Seat, Turn};

/// Plays on, and chance with its true probabilities.
#[derive(Debug)]
pub struct Lookahead<G: Evaluate> {
    by: By<G>,
    legal: Vec<G::Move>,
}

#[derive(Debug)]
enum By<G: Evaluate> {
    /// Each seat by the hand-made values of positions as it can know them.
    Values(Greedy<G::Move>),
    Policy(Box<LearnedPolicy>),
}

/// How far play has gone on.
#[derive(Clone, Debug)]
pub struct Play<G> {
    state: G,
    /// A turn is what one player decides before another one does.
    turns_begun: usize,
    last: Option<Seat>,
}

impl<G: Evaluate> Play<G> {
    /// From this position on.
    pub fn from(state: &G) -> Play<G> {
        Play { state: state.clone(), turns_begun: 0, last: None }
    }

    /// Whether a player's decision is one of so many turns: it is played then.
    fn takes(&mut self, seat: Seat, turns: usize) -> bool {
        if self.last != Some(seat) {
            if self.turns_begun == turns {
                return false;
            }
            (self.turns_begun, self.last) = (self.turns_begun + 1, Some(seat));
        }
        true
    }
}

impl<G: Evaluate> Lookahead<G> {
    /// Play by what a game asks for, with learned values if there are any.
    pub fn new(learned: Option<&Evaluator>) -> Lookahead<G> {
        let policy = match G::PLAY_ON.by {
            Chooser::HandMadeValues => None,
            Chooser::LearnedPolicy => learned.and_then(Evaluator::policy),
        };
        let by = policy.map_or_else(|| By::Values(Greedy::by(Evaluator::Hand)), |policy| By::Policy(Box::new(policy)));
        Lookahead { by, legal: Vec::new() }
    }

    /// Plays what is alike however often play goes on: what a policy chooses until chance acts. By values nothing is certain,
    /// as equal ones are drawn from.
    pub fn play_what_is_certain(&mut self, play: &mut Play<G>, turns: usize) {
        let By::Policy(policy) = &mut self.by else { return };
        while let Turn::Player(seat) = play.state.turn()
            && play.takes(seat, turns)
        {
            play.state.play_unchecked(policy_move(policy, &play.state, &mut self.legal));
        }
    }

    /// Plays to the end of so many turns, or of the game; returns where that is.
    pub fn play_on(&mut self, mut play: Play<G>, turns: usize, rng: &mut SearchRng) -> G {
        loop {
            let mv = match play.state.turn() {
                Turn::Chance if play.turns_begun < turns => play.state.draw(rng),
                Turn::Player(seat) if play.takes(seat, turns) => match &mut self.by {
                    By::Values(greedy) => greedy.choose_at(&play.state, rng),
                    By::Policy(policy) => policy_move(policy, &play.state, &mut self.legal),
                },
                Turn::Over | Turn::Chance | Turn::Player(_) => return play.state,
            };
            play.state.play_unchecked(mv);
        }
    }
}

fn policy_move<G: Evaluate>(policy: &mut LearnedPolicy, state: &G, legal: &mut Vec<G::Move>) -> G::Move {
    state.legal_moves(legal);
    policy.best(state, legal)
}
