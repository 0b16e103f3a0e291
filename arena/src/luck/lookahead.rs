//! Play from a position for some turns, so that its value sees what a draw is good for.

use riverlab_bots::eval::evaluator::Evaluator;
use riverlab_bots::eval::play_on::Chooser;
use riverlab_bots::eval::policy::LearnedPolicy;
use riverlab_bots::{Evaluate, Greedy, SearchRng};
use riverlab_engine::Turn;

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

impl<G: Evaluate> Lookahead<G> {
    /// Play by what a game asks for, with learned values if there are any.
    pub fn new(learned: Option<Evaluator>) -> Lookahead<G> {
        let policy = match G::PLAY_ON.by {
            Chooser::HandMadeValues => None,
            Chooser::LearnedPolicy => learned.and_then(Evaluator::policy),
        };
        let by = policy.map_or_else(|| By::Values(Greedy::by(Evaluator::Hand)), |policy| By::Policy(Box::new(policy)));
        Lookahead { by, legal: Vec::new() }
    }

    /// Plays to the end of so many turns, or of the game. A turn is what one player decides before another one does.
    pub fn play_on(&mut self, state: &mut G, turns: usize, rng: &mut SearchRng) {
        let (mut begun, mut last) = (0, None);
        loop {
            let mv = match state.turn() {
                Turn::Over => return,
                Turn::Chance if begun == turns => return,
                Turn::Chance => state.draw(rng),
                Turn::Player(seat) => {
                    if last != Some(seat) {
                        if begun == turns {
                            return;
                        }
                        (begun, last) = (begun + 1, Some(seat));
                    }
                    self.choose(state, rng)
                }
            };
            state.play_unchecked(mv);
        }
    }

    fn choose(&mut self, state: &G, rng: &mut SearchRng) -> G::Move {
        match &mut self.by {
            By::Values(greedy) => greedy.choose_at(state, rng),
            By::Policy(policy) => {
                state.legal_moves(&mut self.legal);
                policy.best(state, &self.legal)
            }
        }
    }
}
