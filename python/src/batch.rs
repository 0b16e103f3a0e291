//! How many games at once are set up, and the arrays that show them.

use riverlab_bots::BotSpec;

/// Whose decisions are those of the learner.
#[derive(Clone, Copy)]
pub(crate) enum Seating {
    /// Those of one seat.
    Fixed(usize),
    /// Those of a seat that is drawn for each game.
    Drawn,
    /// Those of all seats.
    All,
}

/// What is played.
#[derive(Clone)]
pub(crate) struct Plan {
    /// The bots, in the order of the seats that they take.
    pub(crate) bots: Vec<BotSpec>,
    pub(crate) seating: Seating,
    pub(crate) players: usize,
    pub(crate) games: usize,
    pub(crate) threads: usize,
    pub(crate) is_zero_sum: bool,
}

/// What is shown of a game, a row of each array.
pub(crate) struct Row<'a> {
    pub(crate) observation: &'a mut [f32],
    pub(crate) mask: &'a mut [i8],
    /// Whether the mask has not been written yet; else it shows what it showed last.
    pub(crate) is_fresh: bool,
    pub(crate) reward: &'a mut f64,
    pub(crate) is_over: &'a mut bool,
    pub(crate) seat: &'a mut i64,
}

/// The arrays that are written.
pub(crate) struct Arrays<'a> {
    pub(crate) observations: &'a mut [f32],
    pub(crate) masks: &'a mut [i8],
    pub(crate) are_fresh: bool,
    pub(crate) rewards: &'a mut [f64],
    pub(crate) terminations: &'a mut [bool],
    pub(crate) seats: &'a mut [i64],
}

impl<'a> Arrays<'a> {
    pub(crate) fn rows(self, width: usize, actions: usize) -> impl Iterator<Item = Row<'a>> {
        let numbers = self.observations.chunks_exact_mut(width).zip(self.masks.chunks_exact_mut(actions));
        let results = self.rewards.iter_mut().zip(self.terminations).zip(self.seats);
        numbers.zip(results).map(move |((observation, mask), ((reward, is_over), seat))| Row {
            observation,
            mask,
            is_fresh: self.are_fresh,
            reward,
            is_over,
            seat,
        })
    }
}

/// How a game has ended.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum End {
    ByTheRules,
    ByIllegalAction,
    /// It was stopped before it was the learner's turn.
    Interrupted,
}

impl End {
    pub(crate) const ALL: [End; 3] = [End::ByTheRules, End::ByIllegalAction, End::Interrupted];
}
