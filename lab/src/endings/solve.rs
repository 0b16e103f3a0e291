//! What a position is worth to two players who make no more mistakes.
//!
//! The first seat maximizes what a game ends with, the second minimizes it; chance is averaged over all that it may bring, and
//! choices at the same time are a [matrix game](super::matrix). Bounds cut off what cannot matter (alpha and beta, Knuth and
//! Moore 1975); chance and matrices are computed whole.
//!
//! Refuses: more than two players, and positions in which anybody lacks knowledge, other than of what is chosen at the same time.

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use riverlab_engine::{Game, Seat, Turn};

use super::matrix::{equilibrium, row_values};

/// What players want.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Objective {
    /// The win share.
    Share,
    /// The difference of scores.
    Points,
}

impl Objective {
    /// What the first seat has of a game that is over.
    fn of<G: Game>(self, state: &G) -> f64 {
        let [first, second] = two_seats();
        match self {
            Objective::Share => state.win_shares()[first].value(),
            Objective::Points => {
                let outcome = state.outcome().expect("the game is over");
                outcome.scores[first] - outcome.scores[second]
            }
        }
    }

    /// The least and the most that there is.
    fn ends(self) -> (f64, f64) {
        match self {
            Objective::Share => (0.0, 1.0),
            Objective::Points => (f64::NEG_INFINITY, f64::INFINITY),
        }
    }

    /// What the other seat has of it.
    fn mirrored(self, value: f64) -> f64 {
        match self {
            Objective::Share => 1.0 - value,
            Objective::Points => -value,
        }
    }
}

/// Legal moves, each with what it is worth to who makes it.
pub(crate) type Values<G> = Vec<(<G as Game>::Move, f64)>;

/// Why there is no solution.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unsolved {
    /// It takes more positions than are allowed.
    TooLarge,
    /// Somebody does not know all that there is to know.
    Hidden,
}

/// The seats of two players.
fn two_seats() -> [Seat; 2] {
    let mut seats = Seat::all(2);
    [seats.next(), seats.next()].map(|seat| seat.expect("a seat"))
}

/// Whether both players know everything, but for what they choose at the same time: other hands, which a seat may take to
/// be as likely, are the same hands.
pub(crate) fn is_open<G: Game>(state: &G) -> bool {
    const SAMPLES: usize = 6;
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    !G::IMPERFECT_INFORMATION
        || two_seats().into_iter().all(|seat| {
            (0..SAMPLES).all(|_| {
                let mut sample = state.clone();
                sample.resample_hidden(seat, &mut rng);
                sample == *state
            })
        })
}

/// What each legal move is worth to the player to act, if both go on without fault, with the number of positions that were
/// looked at.
///
/// ```
/// use rand::SeedableRng;
/// use riverlab_lab::endings::solve::{Objective, move_values};
/// use riverlab_engine::games::toy::{ConnectFour, FixedRules};
/// use riverlab_engine::{Game, Turn};
///
/// // A board that random play has filled but for four places.
/// let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(1);
/// let state = (0..).find_map(|_| {
///     let mut state = ConnectFour::new(&FixedRules, 2);
///     for _ in 0..38 {
///         let Turn::Player(_) = state.turn() else { return None };
///         let mv = state.random_move(&mut Vec::new(), &mut rng);
///         state.play_unchecked(mv);
///     }
///     matches!(state.turn(), Turn::Player(_)).then_some(state)
/// });
/// let (values, positions) = move_values(&state.expect("one"), Objective::Share, 1_000).expect("small");
/// assert!(positions < 100 && values.iter().all(|(_, share)| [0.0, 0.5, 1.0].contains(share)));
/// ```
///
/// # Errors
/// When the position is too large, or something is hidden.
///
/// # Panics
/// When nobody is to act, or there are not two players.
pub fn move_values<G: Game>(state: &G, objective: Objective, most: u64) -> Result<(Values<G>, u64), Unsolved> {
    assert_eq!(state.n_players(), 2, "two players");
    let Turn::Player(seat) = state.turn() else { panic!("a player is to act") };
    let mut solver = Solver { objective, most, nodes: 0 };
    let mut moves = Vec::new();
    state.legal_moves(&mut moves);
    let (lo, hi) = objective.ends();
    let value = |mv: G::Move| {
        let value = solver.value(&after(state, mv), lo, hi)?;
        Ok((mv, if seat == Seat::FIRST { value } else { objective.mirrored(value) }))
    };
    let values = moves.into_iter().map(value).collect::<Result<_, _>>()?;
    Ok((values, solver.nodes))
}

/// What each of the choices that both players make at the same time is worth, for the first seat and for the second, against
/// the optimal strategy of the other one that leaves it least; each chooses one move.
///
/// # Errors
/// When the position is too large, something else is hidden, or somebody chooses more than one move.
///
/// # Panics
/// When no choice at the same time begins, or there are not two players.
pub(crate) fn choice_values<G: Game>(
    state: &G,
    objective: Objective,
    most: u64,
) -> Result<([Values<G>; 2], u64), Unsolved> {
    assert_eq!(state.n_players(), 2, "two players");
    let mut solver = Solver { objective, most, nodes: 0 };
    let Matrix { choices, wins } = solver.matrix(state)?;
    let single = |choices: Vec<Vec<G::Move>>| {
        choices.into_iter().map(|choice| <[G::Move; 1]>::try_from(choice).ok()).collect::<Option<Vec<_>>>()
    };
    let [first, second] = choices.map(single);
    let (Some(first), Some(second)) = (first, second) else { return Err(Unsolved::TooLarge) };
    let losses: Vec<Vec<f64>> = (0..second.len()).map(|column| wins.iter().map(|row| -row[column]).collect()).collect();
    let rows = first.iter().zip(row_values(&wins)).map(|([mv], value)| (*mv, value));
    let columns = second.iter().zip(row_values(&losses)).map(|([mv], value)| (*mv, objective.mirrored(-value)));
    Ok(([rows.collect(), columns.collect()], solver.nodes))
}

/// A choice at the same time: what each seat may choose, and what the first wins.
struct Matrix<M> {
    choices: [Vec<Vec<M>>; 2],
    wins: Vec<Vec<f64>>,
}

/// Moves that a seat chooses in a row, and the position after them.
type Chosen<G> = (Vec<<G as Game>::Move>, G);

struct Solver {
    objective: Objective,
    most: u64,
    nodes: u64,
}

impl Solver {
    /// What a position is worth to the first seat: exactly if it is between the bounds, else at least or at most so much.
    fn value<G: Game>(&mut self, state: &G, lo: f64, hi: f64) -> Result<f64, Unsolved> {
        self.nodes += 1;
        if self.nodes > self.most {
            return Err(Unsolved::TooLarge);
        }
        match state.turn() {
            Turn::Over => Ok(self.objective.of(state)),
            Turn::Chance => self.chance(state, lo, hi),
            Turn::Player(_) if state.is_simultaneous() => {
                let Matrix { wins, .. } = self.matrix(state)?;
                Ok(equilibrium(&wins).value)
            }
            Turn::Player(seat) => self.decision(state, seat, lo, hi),
        }
    }

    fn chance<G: Game>(&mut self, state: &G, lo: f64, hi: f64) -> Result<f64, Unsolved> {
        let mut outcomes = Vec::new();
        state.chance_outcomes(&mut outcomes);
        if let [(mv, _)] = outcomes[..] {
            return self.value(&after(state, mv), lo, hi);
        }
        let (least, most) = self.objective.ends();
        let (mut sum, mut all) = (0.0, 0.0);
        for (mv, weight) in outcomes {
            sum += f64::from(weight) * self.value(&after(state, mv), least, most)?;
            all += f64::from(weight);
        }
        Ok(sum / all)
    }

    fn decision<G: Game>(&mut self, state: &G, seat: Seat, mut lo: f64, mut hi: f64) -> Result<f64, Unsolved> {
        let mut moves = Vec::new();
        state.legal_moves(&mut moves);
        let [first, second] = two_seats();
        let other = if seat == first { second } else { first };
        if G::IMPERFECT_INFORMATION && moves.len() > 1 && moves.iter().any(|&mv| !state.is_visible_to(other, mv)) {
            return Err(Unsolved::Hidden);
        }
        let mut best: Option<f64> = None;
        for mv in moves {
            let value = self.value(&after(state, mv), lo, hi)?;
            let keep = best.map_or(value, |best| if seat == first { best.max(value) } else { best.min(value) });
            best = Some(keep);
            if seat == first {
                lo = lo.max(keep);
            } else {
                hi = hi.min(keep);
            }
            if lo >= hi {
                break;
            }
        }
        Ok(best.expect("there is a legal move"))
    }

    /// All that both may choose from here at the same time.
    fn matrix<G: Game>(&mut self, state: &G) -> Result<Matrix<G::Move>, Unsolved> {
        let Turn::Player(earlier) = state.turn() else { panic!("a player is to act") };
        let mine = self.choices(state, earlier)?;
        let mut theirs: Option<Vec<Vec<G::Move>>> = None;
        let (least, most) = self.objective.ends();
        let mut values = Vec::with_capacity(mine.len());
        for (_, chosen) in &mine {
            let later = match chosen.turn() {
                Turn::Player(later) if chosen.is_simultaneous() => later,
                _ => return Err(Unsolved::Hidden),
            };
            let (choices, states): (Vec<_>, Vec<_>) = self.choices(chosen, later)?.into_iter().unzip();
            // Who chooses later must not see what was chosen.
            if theirs.get_or_insert_with(|| choices.clone()) != &choices {
                return Err(Unsolved::Hidden);
            }
            let row: Vec<f64> = states.iter().map(|state| self.value(state, least, most)).collect::<Result<_, _>>()?;
            values.push(row);
        }
        let mine: Vec<Vec<G::Move>> = mine.into_iter().map(|(choice, _)| choice).collect();
        let theirs = theirs.expect("there is a legal move");
        if earlier == Seat::FIRST {
            return Ok(Matrix { choices: [mine, theirs], wins: values });
        }
        let wins = (0..theirs.len()).map(|column| values.iter().map(|row| row[column]).collect()).collect();
        Ok(Matrix { choices: [theirs, mine], wins })
    }

    /// All that a seat may choose before the other one chooses, move after move, with what is reached.
    fn choices<G: Game>(&mut self, state: &G, seat: Seat) -> Result<Vec<Chosen<G>>, Unsolved> {
        let (mut open, mut done) = (vec![(Vec::new(), state.clone())], Vec::new());
        while let Some((choice, state)) = open.pop() {
            self.nodes += 1;
            if self.nodes > self.most {
                return Err(Unsolved::TooLarge);
            }
            if !choice.is_empty() && (state.turn() != Turn::Player(seat) || !state.is_simultaneous()) {
                done.push((choice, state));
                continue;
            }
            let mut moves = Vec::new();
            state.legal_moves(&mut moves);
            // The last is taken up first, so that choices come in the order of moves.
            for mv in moves.into_iter().rev() {
                let mut longer: Vec<G::Move> = choice.clone();
                longer.push(mv);
                open.push((longer, after(&state, mv)));
            }
        }
        Ok(done)
    }
}

fn after<G: Game>(state: &G, mv: G::Move) -> G {
    let mut next = state.clone();
    next.play_unchecked(mv);
    next
}
