//! The value of a position of River Dragons: how many actions each player still needs at the end of this round.
//!
//! ```text
//! way    = the cheapest way from the pawn to the goal, of steps onto planks and into villages; it costs
//!          1 for a step, 1 for a stone that is missing, 1 for a plank that is missing,
//!          3 more for each missing plank that the reserve does not have, 3 more for each span that is blocked
//! needs  = what the way still costs when the rest of the program is carried out along it:
//!          stones and planks go where they are missing first; a pawn that cannot go on goes back;
//!          a card that a dragon of a known program cancels does nothing
//!          + 0.3 for a plank that helps nothing, + 4 for a jump, - 0.4 for a card removed
//!          - 5 - 0.5 for each position left, if the goal is reached in this round
//! value  = 0.9 - needs / 50, from 0 to 1
//! ```
//!
//! What a program lacks is filled with the card that helps most at its place, for everybody, so that values before, amid and
//! after programs are alike. Other pawns, and planks of the own way that cross, are overlooked. The weights were set by hand
//! so that `greedy` reaches the goal in a few rounds.

use riverlab_engine::games::river_dragons::{Beside, Card, RiverDragons, SpanIdx, SpanSet, SupportIdx};
use riverlab_engine::{Game, PerPlayer, Seat};

use super::Evaluate;

/// The number of lengths of planks.
const LENGTHS: usize = 6;

/// Costs of planks that the reserve does not have and of spans that are blocked, in actions; then costs in tenths of them.
const LACKING: u8 = 3;
const BLOCKED: u8 = 3;
const ACTION: i32 = 10;
const WASTED: i32 = 3;
const JUMPED: i32 = 40;
const DRAGON: i32 = 5;
const REACHED: i32 = -50;
const EARLIER: i32 = -5;

/// The value of a player who needs nothing more, and of a tenth of an action.
const VALUE: (f64, f64) = (0.9, 1.0 / 500.0);

/// What a program is filled with: of cards that help alike, the first.
const FILLERS: [Card; 7] =
    [Card::MOVE2, Card::MOVE1, Card::PLANK2, Card::PLANK1, Card::STONE2, Card::STONE1, Card::REMOVE];

impl Evaluate for RiverDragons {
    const SPREAD: f64 = 0.06;

    fn evaluate(&self) -> PerPlayer<f64> {
        values(self, None)
    }

    fn evaluate_as(&self, observer: Seat) -> PerPlayer<f64> {
        values(self, Some(observer))
    }
}

/// The values as an observer knows the programs, or somebody who knows all.
fn values(state: &RiverDragons, observer: Option<Seat>) -> PerPlayer<f64> {
    if let Some(outcome) = state.outcome() {
        return outcome.scores;
    }
    let ground = Ground::of(state);
    let programs = Programs { state, observer, revealed: state.progress().map_or(0, |(position, _)| position + 1) };
    PerPlayer::from_fn(state.n_players(), |seat| match ground.way(state, seat) {
        None => 0.0,
        Some(mut walk) => {
            programs.carry_out(seat, &mut walk);
            (VALUE.0 - VALUE.1 * f64::from(walk.needs())).clamp(0.0, 1.0)
        }
    })
}

/// What it costs to get over a span with a plank: a step.
const BRIDGED: u8 = 1;
/// And without: a plank more.
const UNBRIDGED: u8 = 2;
/// No way is longer; more than one over all supports would need.
const FARTHEST: usize = 256;

/// What it takes to get over each span and onto each support, whoever walks.
struct Ground {
    /// A step, 1 more without a plank, more where none can be laid.
    over: [u8; SpanSet::MOST],
    /// 1 for a village, which is entered by a step, and for an island without a stone.
    onto: [u8; SupportIdx::COUNT],
}

impl Ground {
    fn of(state: &RiverDragons) -> Ground {
        let mut over = [UNBRIDGED + BLOCKED; SpanSet::MOST];
        state.unblocked_spans().iter().for_each(|span| over[span.index()] = UNBRIDGED);
        state.bridged_spans().iter().for_each(|span| over[span.index()] = BRIDGED);
        let mut onto = [1; SupportIdx::COUNT];
        state.stones().for_each(|island| onto[island.index()] = 0);
        Ground { over, onto }
    }

    /// The cheapest way of a player to the goal, if there is any (Dijkstra 1959, from the goal).
    fn way(&self, state: &RiverDragons, seat: Seat) -> Option<Walk> {
        let board = &state.rules().board;
        let player = state.player(seat);
        let pawn = player.pawn();
        let starts = match (pawn.as_village(), pawn.as_plank().and_then(|plank| state.span_of(plank))) {
            (Some(village), _) => [village.support(); 2],
            (None, span) => board.spans[span.expect("planks under pawns lie on the board").index()].ends,
        };
        // From a plank that rests on a village that village is entered first.
        let first = |start: SupportIdx| u8::from(pawn.as_village().is_none() && start.village().is_some());
        let mut reserve = [0_i8; LENGTHS];
        player.reserve().for_each(|plank| reserve[usize::from(plank.length())] += 1);
        let mut lacking = [LACKING; LENGTHS];
        let reached = reserve.iter().rposition(|&planks| planks > 0).map_or(0, |longest| longest + 1);
        lacking[..reached].fill(0);

        let goal = state.goal(seat).support();
        let mut cost = [u8::MAX; SupportIdx::COUNT];
        let mut next = [(goal, SpanIdx::default()); SupportIdx::COUNT];
        // The supports at each cost; those that were found cheaper since are there too.
        let mut at_cost = [0_u64; FARTHEST];
        let mut waiting = starts.iter().fold(0_u64, |set, start| set | 1 << start.index());
        (cost[goal.index()], at_cost[0]) = (0, 1 << goal.index());
        for now in 0..u8::MAX {
            if waiting == 0 {
                break;
            }
            while at_cost[usize::from(now)] != 0 {
                let to = SupportIdx::at(at_cost[usize::from(now)].trailing_zeros() as usize);
                at_cost[usize::from(now)] &= at_cost[usize::from(now)] - 1;
                waiting &= !(1 << to.index());
                if cost[to.index()] < now {
                    continue;
                }
                let here = now + self.onto[to.index()];
                for &Beside { over, from, length } in &board.beside[to.index()] {
                    let cost_over = self.over[over.index()];
                    let lacks = if cost_over == BRIDGED { 0 } else { lacking[usize::from(length)] };
                    let sum = here.saturating_add(cost_over).saturating_add(lacks);
                    if sum < cost[from.index()] {
                        cost[from.index()] = sum;
                        next[from.index()] = (to, over);
                        at_cost[usize::from(sum)] |= 1 << from.index();
                    }
                }
            }
        }
        let start = starts.into_iter().min_by_key(|&start| cost[start.index()].saturating_add(first(start)))?;
        if cost[start.index()] == u8::MAX {
            return None;
        }
        let at_home = pawn.as_village() == Some(player.color());
        let mut walk = Walk { steps: u32::from(first(start)), at_home, ..Walk::default() };
        let mut at = start;
        while at != goal {
            let (to, over) = next[at.index()];
            if self.over[over.index()] != BRIDGED {
                walk.planks |= 1 << walk.steps;
                reserve[usize::from(board.spans[over.index()].length)] -= 1;
                walk.cost += ACTION * i32::from(self.over[over.index()] - UNBRIDGED);
            }
            let is_village = to.village().is_some();
            walk.stones |= u64::from(!is_village && self.onto[to.index()] > 0) << walk.steps;
            walk.steps += 1 + u32::from(is_village);
            at = to;
        }
        // Longer planks lie where shorter ones would do; what is left over is missing.
        let mut left = 0;
        let lacking = reserve.iter().rev().fold(0, |lacking, &more| {
            left += i32::from(more);
            lacking.max(-left)
        });
        walk.reserve = left + walk.planks.count_ones() as i32;
        walk.cost += ACTION * i32::from(LACKING) * (lacking - (-left).max(0));
        Some(walk)
    }
}

/// The way of a pawn, a bit for each of its steps, and how far the pawn is on it.
#[derive(Clone, Copy, Debug, Default)]
struct Walk {
    steps: u32,
    /// A stone is missing where the plank of this step ends.
    stones: u64,
    /// The plank of this step is missing.
    planks: u64,
    at: u32,
    /// The number of planks in the reserve.
    reserve: i32,
    /// What it costs besides steps, stones and planks.
    cost: i32,
    /// The pawn has not left its start village, where it cannot fall.
    at_home: bool,
}

impl Walk {
    fn needs(&self) -> i32 {
        let planks = self.planks.count_ones() as i32;
        let others = self.stones.count_ones() + self.steps - self.at;
        self.cost + ACTION * (planks + others as i32) + ACTION * i32::from(LACKING) * (planks - self.reserve).max(0)
    }

    fn has_reached(&self) -> bool {
        self.at == self.steps
    }

    /// Carries out a card so many times.
    fn carry_out(&mut self, card: Card, times: u32) {
        for _ in 0..times {
            match card {
                Card::STONE1 | Card::STONE2 => self.stones &= self.stones.wrapping_sub(1),
                Card::PLANK1 | Card::PLANK2 if self.reserve == 0 => {}
                Card::PLANK1 | Card::PLANK2 => {
                    // A stone is missing neither at its end nor at that of the step before.
                    let fits = self.planks & !self.stones & !(self.stones << 1);
                    self.planks &= !(fits & fits.wrapping_neg());
                    self.reserve -= 1;
                    self.cost += if fits == 0 { WASTED } else { 0 };
                }
                Card::MOVE1 | Card::MOVE2 if self.has_reached() => {}
                Card::MOVE1 | Card::MOVE2 => self.go(),
                Card::JUMP if !self.at_home => self.cost += JUMPED,
                Card::REMOVE => self.reserve += 1,
                _ => {}
            }
        }
        if card.is_dragon() {
            self.cost += DRAGON;
        }
    }

    fn go(&mut self) {
        if self.planks >> self.at & 1 == 0 {
            self.at += 1;
            self.at_home = false;
        } else if self.at > 0 {
            self.at -= 1;
        } else if !self.at_home {
            self.cost += ACTION;
        }
    }
}

/// The programs as far as they are known.
struct Programs<'a> {
    state: &'a RiverDragons,
    /// Who knows the own program and what is revealed; everything, if nobody.
    observer: Option<Seat>,
    revealed: usize,
}

impl Programs<'_> {
    fn known(&self, seat: Seat) -> &[Card] {
        let program = self.state.player(seat).program();
        let knows = self.observer.is_none_or(|observer| observer == seat);
        &program[..if knows { program.len() } else { program.len().min(self.revealed) }]
    }

    fn is_canceled(&self, seat: Seat, position: usize) -> bool {
        let dragon = Card::dragon(self.state.player(seat).color());
        Seat::all(self.state.n_players()).any(|other| self.known(other).get(position) == Some(&dragon))
    }

    /// Carries out the rest of a program along the way, filled where it is not known.
    fn carry_out(&self, seat: Seat, walk: &mut Walk) {
        let length = usize::from(self.state.rules().program);
        let (first, left) = remaining(self.state, seat);
        let known = self.known(seat);
        let mut used = known.iter().fold(0, |used, &card| used | card.bit());
        for position in first..length {
            let canceled = self.is_canceled(seat, position);
            let card = match known.get(position) {
                Some(&card) => card,
                None if canceled => continue,
                None => {
                    let helps = |card: &Card| {
                        let mut next = *walk;
                        next.carry_out(*card, u32::from(card.actions()));
                        next.needs()
                    };
                    let unused = FILLERS.into_iter().filter(|card| used & card.bit() == 0);
                    let Some(card) = unused.min_by_key(helps) else { continue };
                    used |= card.bit();
                    card
                }
            };
            if !canceled {
                let times = u32::from(card.actions());
                walk.carry_out(card, if position == first { left.unwrap_or(times) } else { times });
            }
            if walk.has_reached() {
                walk.cost += REACHED + EARLIER * (length - 1 - position) as i32;
                return;
            }
        }
    }
}

/// The first position that a player has still to carry out, and how often, if not as the card says.
fn remaining(state: &RiverDragons, seat: Seat) -> (usize, Option<u32>) {
    let Some((position, left)) = state.progress() else { return (0, None) };
    let Some(current) = state.turn().player() else { return (0, None) };
    let after = |seat: Seat| seat.places_after(state.start(), state.n_players());
    match after(seat).cmp(&after(current)) {
        std::cmp::Ordering::Less => (position + 1, None),
        std::cmp::Ordering::Equal => (position, Some(left)),
        std::cmp::Ordering::Greater => (position, None),
    }
}
