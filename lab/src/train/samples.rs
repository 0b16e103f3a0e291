//! What is learned from: positions of finished games, with what became of them, and decisions, with what a search looked at.
//!
//! ```text
//! target of player i = 1/2 * win share of i + 1/2 * exp(s_i / T) / sum over players j of exp(s_j / T)      s: final scores
//! target of a move   = its share of the visits of the search
//! ```
//!
//! The first is what a search uses for a finished game (`value=mix:0.5`), with the temperature T of the game.

use rand::RngExt;
use riverlab_bots::Evaluate;
use riverlab_bots::eval::features::{Feature, FeatureTable, MoveTable};
use riverlab_bots::eval::softmax::softmax;
use riverlab_bots::play::streams::{Deal, sampling_stream};
use riverlab_engine::{Outcome, Seat, Turn};

use super::visits;

/// How likely a position is learned from.
const POSITIONS: f64 = 0.25;
/// How likely a decision is, if there was a search; it is one of these positions.
const DECISIONS: f64 = 0.1;
/// One game in so many is held out.
const HELD_OUT: u64 = 5;

/// What is learned from, in the order of games.
#[derive(Clone, Debug)]
pub struct Samples {
    pub(super) players: usize,
    /// Of positions: the shares of players.
    pub(super) positions: Groups,
    /// The shares that hand-made values expect, in the order of the targets of positions.
    pub(super) hand: Vec<f32>,
    /// Of decisions: the shares of moves.
    pub(super) decisions: Groups,
}

/// Groups of rows of features, each with the share of its group that it should get.
#[derive(Clone, Debug)]
pub(super) struct Groups {
    pub(super) features: usize,
    heads: Vec<Head>,
    rows: Vec<f32>,
    targets: Vec<f32>,
}

/// What is said of a whole group.
#[derive(Clone, Copy, Debug)]
struct Head {
    left: f32,
    held_out: bool,
    /// The number of rows up to its end.
    end: usize,
}

/// A group: a position with its players, or a decision with its moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct Group<'a> {
    /// How much of the game is left.
    pub(super) left: f32,
    /// Whether it is not learned from, but looked at afterwards.
    pub(super) held_out: bool,
    /// The place of its first row among those of all groups.
    pub(super) begin: usize,
    /// The features, row by row.
    pub(super) rows: &'a [f32],
    /// The shares.
    pub(super) targets: &'a [f32],
}

impl Groups {
    fn new(features: usize) -> Groups {
        Groups { features, heads: Vec::new(), rows: Vec::new(), targets: Vec::new() }
    }

    /// The number of groups.
    pub(super) fn len(&self) -> usize {
        self.heads.len()
    }

    /// All groups.
    pub(super) fn iter(&self) -> impl Iterator<Item = Group<'_>> {
        let mut begin = 0;
        self.heads.iter().map(move |&Head { left, held_out, end }| {
            let (rows, targets) = (&self.rows[begin * self.features..end * self.features], &self.targets[begin..end]);
            let group = Group { left, held_out, begin, rows, targets };
            begin = end;
            group
        })
    }

    /// Adds the rows of a group; the targets of all its rows must follow.
    fn add<'a>(&mut self, left: f32, held_out: bool, rows: impl Iterator<Item = &'a [f32]>) {
        for row in rows {
            self.rows.extend_from_slice(&row[..self.features]);
        }
        self.heads.push(Head { left, held_out, end: self.rows.len() / self.features });
    }
}

/// The decisions of a game, as a journal of self-play holds them.
#[derive(Clone, Copy, Debug)]
pub struct KeptDecisions<'a> {
    /// The seed of the generation.
    pub seed: u64,
    /// The number of the game.
    pub game: u64,
    /// Its decisions.
    pub moves: &'a str,
    /// How often the search of each decision visited each move.
    pub visits: &'a str,
}

impl Samples {
    /// The number of players.
    pub(super) fn players(&self) -> usize {
        self.players
    }

    /// No samples yet of games with these features of positions and of moves.
    pub(super) fn new(features: [&[Feature]; 2], players: usize) -> Samples {
        let [positions, decisions] = features.map(|features| Groups::new(features.len()));
        Samples { players, positions, hand: Vec::new(), decisions }
    }

    /// Adds positions and decisions of one game, each with the same probability. `play` shows all positions, and returns the
    /// outcome.
    ///
    /// # Errors
    /// As `play`, or when visits are missing or wrong; the message says which.
    pub(super) fn add_game<G: Evaluate>(
        &mut self,
        kept: &KeptDecisions<'_>,
        play: impl FnOnce(&mut dyn FnMut(&G)) -> Result<Outcome, String>,
    ) -> Result<(), String> {
        let mut rng = sampling_stream(Deal { seed: kept.seed, number: kept.game });
        let (players, held_out) = (self.players, kept.game.is_multiple_of(HELD_OUT));
        let mut visits = visits::read(kept.visits);
        let (first, mut fault, mut legal) = (self.positions.len(), None, Vec::new());
        let outcome = play(&mut |state: &G| {
            let drawn: f64 = rng.random();
            if let Turn::Player(seat) = state.turn() {
                let decision = visits.get_mut(seat.index()).and_then(Iterator::next);
                let decision = decision.ok_or_else(|| format!("visits of {seat} are missing"));
                let added = decision.and_then(|decision| {
                    state.legal_moves(&mut legal);
                    let shares = visits::read_shares(decision, legal.len())?;
                    if drawn < DECISIONS {
                        self.add_decision(state, &legal, shares, held_out);
                    }
                    Ok(())
                });
                fault = fault.take().or(added.err());
            }
            if drawn < POSITIONS {
                let mut table = FeatureTable::default();
                state.write_features(None, &mut table);
                let rows = Seat::all(players).map(|seat| table.row(seat).as_slice());
                self.positions.add(table.left, held_out, rows);
                self.hand.extend_from_slice(&softmax(&state.evaluate(), G::SOFTMAX_TEMPERATURE)[..players]);
            }
        })?;
        let is_more =
            visits.len() != players || visits.iter_mut().any(|seat| seat.next().is_some_and(|rest| !rest.is_empty()));
        if let Some(fault) = fault.or_else(|| is_more.then(|| "there are visits of no decision".to_owned())) {
            return Err(fault);
        }
        let scores = softmax(&outcome.scores, G::SOFTMAX_TEMPERATURE);
        let share = |seat: Seat| outcome.shares[seat].sixtieths() as f32 / 60.0;
        let targets: Vec<f32> = Seat::all(players).map(|seat| 0.5 * share(seat) + 0.5 * scores[seat.index()]).collect();
        for _ in first..self.positions.len() {
            self.positions.targets.extend_from_slice(&targets);
        }
        Ok(())
    }

    /// Adds a decision, if there was a search.
    fn add_decision<G: Evaluate>(&mut self, state: &G, legal: &[G::Move], shares: Option<Vec<f32>>, held_out: bool) {
        let Some(mut shares) = shares.filter(|_| self.decisions.features > 0) else { return };
        let mut table = MoveTable::default();
        state.write_move_features(legal, &mut table);
        self.decisions.add(table.left, held_out, table.rows().iter().map(<[f32; _]>::as_slice));
        self.decisions.targets.append(&mut shares);
    }
}
