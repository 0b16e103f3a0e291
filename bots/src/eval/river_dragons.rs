//! The value of a position of River Dragons: how many actions each player still needs at the end of this round.
//!
//! ```text
//! way    = the cheapest way from the pawn to the goal, of steps onto planks and into villages; it costs
//!          1 for a step, 1 for a stone that is missing, 1 for a plank that is missing (of length 5 and 6 a little more),
//!          3 more for each missing plank that the reserve does not have, 3 more for each span that is blocked
//! needs  = what the way still costs when the rest of the program is carried out along it:
//!          stones and planks go where they are missing first; a pawn that cannot go on goes back;
//!          a card that a dragon cancels does nothing
//!          + 0.4 for a plank that helps nothing, + 4 for a jump, + 0.6 for a dragon
//!          - 5 - 0.4 for each position left, if the goal is reached in this round
//! value  = 0.9 - needs / 50, from 0 to 1
//! ```
//!
//! What a program lacks is filled with the card that helps most at its place, for everybody, so that values before, amid and
//! after programs are alike. What an observer does not know of programs is filled too, and in choices the values of others
//! count a little less ([`OPPONENT_WEIGHT`](Evaluate::OPPONENT_WEIGHT)). Other pawns, and planks of the own way that cross, are overlooked. The
//! weights were set by hand so that `greedy` reaches the goal in a few rounds.
//!
//! The quick choice is the card that helps most, and then what carries it out along the way.

use rand::Rng;
use rand::seq::IteratorRandom;
use riverlab_engine::games::river_dragons::{Beside, Card, Move, Place, RiverDragons, SpanIdx, SpanSet, SupportIdx};
use riverlab_engine::{ComponentIdx, Game, Modify, PerPlayer, Seat};

use super::Evaluate;
use crate::options::Defaults;

/// The number of lengths of planks.
const LENGTHS: usize = 6;

/// All costs are fifths of an action.
const ACTION: u16 = 5;
const LACKING: u16 = 3 * ACTION;
const BLOCKED: u16 = 3 * ACTION;
/// What planks cost more by their length, as each is there once.
const LONG: [u16; LENGTHS] = [0, 0, 0, 1, 2, 4];
const WASTED: i32 = 2;
const JUMPED: i32 = 20;
const DRAGON: i32 = 3;
const REACHED: i32 = -25;
const EARLIER: i32 = -2;

/// The value of a player who needs nothing more, and what a fifth of an action takes away.
const VALUE: (f64, f64) = (0.9, 1.0 / 250.0);

/// What a program is filled with: of cards that help alike, the first.
const FILLERS: [Card; 7] =
    [Card::MOVE2, Card::MOVE1, Card::PLANK2, Card::PLANK1, Card::STONE2, Card::STONE1, Card::REMOVE];

impl Evaluate for RiverDragons {
    const SOFTMAX_TEMPERATURE: f64 = 0.06;
    // Planks serve all, and still somebody must lay them.
    const OPPONENT_WEIGHT: f64 = 0.9;

    /// Measured: see the table in `bots/README.md`.
    const DEFAULTS: Defaults = &[
        ("select", "puct"),
        ("c", "1"),
        ("prior", "3"),
        ("rollout", "quick"),
        ("depth", "8"),
        ("observers", "multi"),
        ("secrets", "search"),
    ];

    fn evaluate(&self) -> PerPlayer<f64> {
        values(self, None, |_| 0)
    }

    fn evaluate_as(&self, observer: Seat) -> PerPlayer<f64> {
        values(self, Some(observer), |_| 0)
    }

    fn evaluate_under_ban(
        &self,
        observer: Option<Seat>,
        component: ComponentIdx,
        is_affected: impl Fn(Seat) -> bool,
    ) -> PerPlayer<f64> {
        let is_banned = |card: Card| self.takes(Move::Program(card), component);
        let banned = FILLERS.into_iter().filter(|&card| is_banned(card)).fold(0, |banned, card| banned | card.bit());
        values(self, observer, |seat| if is_affected(seat) { banned } else { 0 })
    }

    fn quick_choice(&self, legal: &[Move], rng: &mut impl Rng) -> Option<Move> {
        let seat = self.turn().player()?;
        let way = Ground::of(self).way(self, seat)?;
        match self.progress() {
            None => next_card(self, seat, way.walk, legal, rng),
            Some((position, _)) => along(self, seat, &way, self.player(seat).program()[position], legal, rng),
        }
    }
}

/// The card that helps most after those that are programmed; of several, any.
fn next_card(state: &RiverDragons, seat: Seat, mut walk: Walk, legal: &[Move], rng: &mut impl Rng) -> Option<Move> {
    state.player(seat).program().iter().for_each(|&card| walk.carry_out(card, card.actions()));
    let needs = |mv: Move| match mv {
        Move::Program(card) => walk.needs_after(card),
        _ => i32::MAX,
    };
    let least = legal.iter().map(|&mv| needs(mv)).min()?;
    legal.iter().copied().filter(|&mv| needs(mv) == least).choose(rng)
}

/// The move that carries out a card along the way, if there is one.
fn along(state: &RiverDragons, seat: Seat, way: &Way, card: Card, legal: &[Move], rng: &mut impl Rng) -> Option<Move> {
    let span_of = |place: Place| place.as_plank().and_then(|plank| state.span_of(plank));
    let first = |fits: &dyn Fn(Move) -> bool| legal.iter().copied().find(|&mv| fits(mv));
    match card {
        Card::STONE1 | Card::STONE2 => {
            let islands = way.spans().iter().filter_map(|(_, to)| to.island());
            islands.filter(|&island| !state.has_stone(island)).map(Move::Stone).next()
        }
        // Shorter planks come first.
        Card::PLANK1 | Card::PLANK2 => {
            let mut missing = way.spans().iter().filter(|&&(over, _)| !state.is_bridged(over));
            missing.find_map(|&(over, _)| first(&|mv| matches!(mv, Move::Plank(_, span) if span == over)))
        }
        Card::MOVE1 | Card::MOVE2 => match way.start.village() {
            Some(village) if state.player(seat).pawn() != Place::village(village) => {
                first(&|mv| mv == Move::Step(Place::village(village)))
            }
            _ => {
                let &(over, _) = way.spans().first()?;
                first(&|mv| matches!(mv, Move::Step(place) if span_of(place) == Some(over)))
            }
        },
        Card::REMOVE => {
            let others = Seat::all(state.n_players()).filter(|&other| other != seat);
            let rival = Ground::of(state).way(state, others.choose(rng)?)?;
            // The span that is laid open, if it is none of the own way.
            let opened = |mv: Move| match mv {
                Move::RemovePlank(plank) => state.span_of(plank).filter(|&span| !way.goes_over(span)),
                _ => None,
            };
            let hinders = |mv: Move| opened(mv).is_some_and(|span| rival.goes_over(span));
            first(&hinders).or_else(|| first(&|mv| opened(mv).is_some()))
        }
        _ => None,
    }
}

/// The values as an observer knows the programs, or somebody who knows all, where some cards cannot be programmed.
fn values(state: &RiverDragons, observer: Option<Seat>, banned: impl Fn(Seat) -> u16) -> PerPlayer<f64> {
    if let Some(outcome) = state.outcome() {
        return outcome.scores;
    }
    let ground = Ground::of(state);
    let programs = Programs { state, observer, revealed: state.progress().map_or(0, |(position, _)| position + 1) };
    PerPlayer::from_fn(state.n_players(), |seat| match ground.way(state, seat) {
        None => 0.0,
        Some(Way { mut walk, .. }) => {
            programs.carry_out(seat, banned(seat), &mut walk);
            (VALUE.0 - VALUE.1 * f64::from(walk.needs())).clamp(0.0, 1.0)
        }
    })
}

/// What it costs to get over a span with a plank: a step.
const BRIDGED: u16 = ACTION;
/// And without: a plank more.
const UNBRIDGED: u16 = 2 * ACTION;
/// A way that costs more counts as none.
const FARTHEST: u16 = 512;

/// What it takes to get over each span and onto each support, whoever walks.
struct Ground {
    /// A step, 1 more without a plank, more where none can be laid.
    over: [u16; SpanSet::MAX],
    /// 1 for a village, which is entered by a step, and for an island without a stone.
    onto: [u16; SupportIdx::COUNT],
}

impl Ground {
    fn of(state: &RiverDragons) -> Ground {
        let mut over = [UNBRIDGED + BLOCKED; SpanSet::MAX];
        state.unblocked_spans().iter().for_each(|span| over[span.index()] = UNBRIDGED);
        state.bridged_spans().iter().for_each(|span| over[span.index()] = BRIDGED);
        let mut onto = [ACTION; SupportIdx::COUNT];
        state.stones().for_each(|island| onto[island.index()] = 0);
        Ground { over, onto }
    }

    /// The cheapest way of a player to the goal, if there is any (Dijkstra 1959, from the goal).
    fn way(&self, state: &RiverDragons, seat: Seat) -> Option<Way> {
        let board = &state.rules().board;
        let player = state.player(seat);
        let pawn = player.pawn();
        let starts = match (pawn.as_village(), pawn.as_plank().and_then(|plank| state.span_of(plank))) {
            (Some(village), _) => [village.support(); 2],
            (None, span) => board.spans[span.expect("planks under pawns lie on the board").index()].ends,
        };
        // From a plank that rests on a village that village is entered first.
        let first = |start: SupportIdx| u16::from(pawn.as_village().is_none() && start.village().is_some());
        let mut reserve = [0_i8; LENGTHS];
        player.reserve().for_each(|plank| reserve[usize::from(plank.length())] += 1);
        let mut plank = LONG.map(|long| LACKING + long);
        let reached = reserve.iter().rposition(|&planks| planks > 0).map_or(0, |longest| longest + 1);
        plank[..reached].iter_mut().for_each(|cost| *cost -= LACKING);

        let goal = state.goal(seat).support();
        let mut cost = [FARTHEST; SupportIdx::COUNT];
        let mut next = [(goal, SpanIdx::default()); SupportIdx::COUNT];
        // The supports at each cost; those that were found cheaper since are there too.
        let mut at_cost = [0_u64; FARTHEST as usize];
        let mut waiting = starts.iter().fold(0_u64, |set, start| set | 1 << start.index());
        (cost[goal.index()], at_cost[0]) = (0, 1 << goal.index());
        for now in 0..FARTHEST {
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
                    let sum = here + cost_over + if cost_over == BRIDGED { 0 } else { plank[usize::from(length)] };
                    if sum < cost[from.index()] {
                        cost[from.index()] = sum;
                        next[from.index()] = (to, over);
                        at_cost[usize::from(sum)] |= 1 << from.index();
                    }
                }
            }
        }
        let reached = starts.into_iter().filter(|start| cost[start.index()] < FARTHEST);
        let start = reached.min_by_key(|&start| cost[start.index()] + ACTION * first(start))?;
        let at_home = pawn.as_village() == Some(player.color());
        let mut walk = Walk { steps: u32::from(first(start)), at_home, ..Walk::default() };
        let mut spans = [(SpanIdx::default(), start); SupportIdx::COUNT];
        let mut hops = 0;
        let mut at = start;
        while at != goal {
            let (to, over) = next[at.index()];
            spans[hops] = (over, to);
            hops += 1;
            if self.over[over.index()] != BRIDGED {
                walk.planks |= 1 << walk.steps;
                reserve[usize::from(board.spans[over.index()].length)] -= 1;
                walk.cost += i32::from(self.over[over.index()] - UNBRIDGED);
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
        walk.cost += i32::from(LACKING) * (lacking - (-left).max(0));
        Some(Way { walk, start, spans, hops })
    }
}

/// A way to a goal.
struct Way {
    walk: Walk,
    /// The support from which the first span is gone over; entered first if it is a village that the pawn is not in.
    start: SupportIdx,
    /// The spans with their farther ends, and how many there are.
    spans: [(SpanIdx, SupportIdx); SupportIdx::COUNT],
    hops: usize,
}

impl Way {
    fn spans(&self) -> &[(SpanIdx, SupportIdx)] {
        &self.spans[..self.hops]
    }

    fn goes_over(&self, span: SpanIdx) -> bool {
        self.spans().iter().any(|&(over, _)| over == span)
    }
}

/// The steps of a way, a bit for each, and how far the pawn is on it.
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
        self.cost + i32::from(ACTION) * (planks + others as i32) + i32::from(LACKING) * (planks - self.reserve).max(0)
    }

    /// What it needs when one more card is carried out.
    fn needs_after(mut self, card: Card) -> i32 {
        self.carry_out(card, card.actions());
        self.needs()
    }

    fn has_reached(&self) -> bool {
        self.at == self.steps
    }

    /// Carries out a card so many times.
    fn carry_out(&mut self, card: Card, times: u8) {
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
            self.cost += i32::from(ACTION);
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
    fn carry_out(&self, seat: Seat, banned: u16, walk: &mut Walk) {
        let length = usize::from(self.state.rules().program);
        let (first, left) = remaining(self.state, seat);
        let known = self.known(seat);
        let mut used = known.iter().fold(banned, |used, &card| used | card.bit());
        for position in first..length {
            let canceled = self.is_canceled(seat, position);
            let card = match known.get(position) {
                Some(&card) => card,
                None if canceled => continue,
                None => {
                    let unused = FILLERS.into_iter().filter(|card| used & card.bit() == 0);
                    let Some(card) = unused.min_by_key(|&card| walk.needs_after(card)) else { continue };
                    used |= card.bit();
                    card
                }
            };
            if !canceled {
                let left = left.filter(|_| position == first);
                walk.carry_out(card, left.unwrap_or(card.actions()));
            }
            if walk.has_reached() {
                walk.cost += REACHED + EARLIER * (length - 1 - position) as i32;
                return;
            }
        }
    }
}

/// The first position that a player has still to carry out, and how often, if not as the card says.
fn remaining(state: &RiverDragons, seat: Seat) -> (usize, Option<u8>) {
    let Some((position, left)) = state.progress() else { return (0, None) };
    let Some(current) = state.turn().player() else { return (0, None) };
    let after = |seat: Seat| seat.places_after(state.start(), state.n_players());
    match after(seat).cmp(&after(current)) {
        std::cmp::Ordering::Less => (position + 1, None),
        std::cmp::Ordering::Equal => (position, Some(left)),
        std::cmp::Ordering::Greater => (position, None),
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand::rngs::Xoshiro256PlusPlus;
    use riverlab_engine::games::river_dragons::DragonRules;
    use riverlab_engine::{GameRules, Turn};

    use super::*;

    /// Calls `check` in every position of some random games with few rounds.
    fn each_position(players: usize, mut check: impl FnMut(&RiverDragons, &mut Xoshiro256PlusPlus)) {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(players as u64);
        let mut buffer = Vec::new();
        for _ in 0..3 {
            let mut state = RiverDragons::new(DragonRules::standard(), players);
            while state.turn() != Turn::Over && state.round_number() < 9 {
                let mv = match state.turn() {
                    Turn::Player(_) => state.random_move(&mut buffer, &mut rng),
                    _ => state.draw(&mut rng),
                };
                state.play(mv).expect("legal");
                check(&state, &mut rng);
            }
        }
    }

    /// The cost of the cheapest way from a support, by going over all spans until nothing gets cheaper (Bellman 1958).
    fn slow_costs(state: &RiverDragons, seat: Seat) -> Vec<u32> {
        let board = &state.rules().board;
        let longest = state.player(seat).reserve().map(|plank| usize::from(plank.length())).max();
        let mut cost = vec![u32::MAX / 2; SupportIdx::COUNT];
        cost[state.goal(seat).support().index()] = 0;
        let unblocked = state.unblocked_spans();
        for _ in 0..SupportIdx::COUNT {
            for (idx, span) in board.spans.iter().enumerate() {
                let length = usize::from(span.length);
                let over = board.beside[span.ends[0].index()].iter().map(|beside| beside.over);
                let over = over.into_iter().find(|over| over.index() == idx).expect("it ends there");
                for (from, to) in [(0, 1), (1, 0)].map(|(a, b)| (span.ends[a], span.ends[b])) {
                    let mut sum = cost[to.index()] + 5;
                    sum += if to.village().is_some() || !state.has_stone(to.island().expect("no village")) {
                        5
                    } else {
                        0
                    };
                    if !state.is_bridged(over) {
                        sum += 5 + u32::from(LONG[length]);
                        sum += if longest.is_some_and(|longest| longest >= length) { 0 } else { 15 };
                        sum += if unblocked.contains(over) { 0 } else { 15 };
                    }
                    cost[from.index()] = cost[from.index()].min(sum);
                }
            }
        }
        cost
    }

    #[test]
    fn ways_are_the_cheapest() {
        for players in [2, 4, 6] {
            each_position(players, |state, _| {
                for seat in Seat::all(players) {
                    if state.turn() == Turn::Over {
                        return;
                    }
                    let ground = Ground::of(state);
                    let way = ground.way(state, seat).expect("a way");
                    let costs = slow_costs(state, seat);
                    // Read forward, it costs what the slow search finds, and no other start is cheaper.
                    let pawn = state.player(seat).pawn();
                    let enter = |start: SupportIdx| {
                        u32::from(start.village().is_some_and(|village| pawn != Place::village(village))) * 5
                    };
                    let span = pawn.as_plank().and_then(|plank| state.span_of(plank));
                    let village = pawn.as_village().map(|village| [village.support(); 2]);
                    let starts = village.or_else(|| Some(state.rules().board.spans[span?.index()].ends));
                    let starts = starts.expect("a pawn stands somewhere");
                    let best = starts.map(|start| costs[start.index()] + enter(start)).into_iter().min().expect("two");
                    assert_eq!(costs[way.start.index()] + enter(way.start), best, "{state}");
                    let mut at = way.start;
                    for &(over, to) in way.spans() {
                        let ends = state.rules().board.spans[over.index()].ends;
                        assert!(ends.contains(&at) && ends.contains(&to) && at != to, "{state}");
                        assert!(costs[at.index()] > costs[to.index()]);
                        at = to;
                    }
                    assert_eq!(at, state.goal(seat).support());
                    assert!(way.walk.steps >= u32::from(state.distance(pawn, state.goal(seat))), "{state}");
                }
            });
        }
    }

    /// Alone on the river a player needs three stones, four planks and five steps; a program does eight of that.
    #[test]
    fn needs_at_the_start() {
        let mut state = RiverDragons::new(DragonRules::standard(), 2);
        state.play(Move::DealStart(Seat::FIRST)).expect("legal");
        let way = Ground::of(&state).way(&state, Seat::FIRST).expect("a way");
        let walk = way.walk;
        assert_eq!((walk.stones.count_ones(), walk.planks.count_ones(), walk.steps, walk.cost), (3, 4, 5, 0));
        assert_eq!(walk.needs(), 12 * i32::from(ACTION));
        let mut program = walk;
        for card in [Card::STONE2, Card::PLANK2, Card::MOVE2, Card::STONE1, Card::PLANK1] {
            program.carry_out(card, card.actions());
        }
        assert_eq!(program.needs(), 4 * i32::from(ACTION));
        let values = state.evaluate();
        let value = |needs: i32| VALUE.0 - VALUE.1 * f64::from(needs);
        assert!(values.iter().all(|&found| (found - value(4 * i32::from(ACTION))).abs() < 1e-12), "{values:?}");
        // Who may not go two steps needs two actions more.
        let move2 = (0..20).map(ComponentIdx).find(|&component| state.takes(Move::Program(Card::MOVE2), component));
        let banned = state.evaluate_under_ban(None, move2.expect("an element"), |seat| seat == Seat::FIRST);
        assert!((banned[Seat::FIRST] - value(5 * i32::from(ACTION))).abs() < 1e-12, "{banned:?}");
        assert_eq!(banned[Seat::new(1)], values[Seat::new(1)]);
        // A pawn that has nowhere to go stays; what is laid without a stone is wasted.
        let mut wasted = walk;
        wasted.carry_out(Card::MOVE2, 2);
        wasted.carry_out(Card::PLANK1, 1);
        assert_eq!((wasted.at, wasted.needs()), (0, walk.needs() + WASTED));
    }

    #[test]
    fn quick_choices_are_legal() {
        for players in [2, 3, 6] {
            let (mut quick, mut all, mut legal) = (0, 0, Vec::new());
            each_position(players, |state, rng| {
                state.legal_moves(&mut legal);
                if legal.is_empty() {
                    return;
                }
                all += 1;
                if let Some(mv) = state.quick_choice(&legal, rng) {
                    assert!(legal.contains(&mv), "{} in {state}", state.move_text(mv));
                    quick += 1;
                }
            });
            assert!(quick * 3 > all * 2 && all > 300, "{quick} of {all}");
        }
    }

    /// The values of an observer do not depend on what the others have programmed unseen.
    #[test]
    fn unseen_programs_do_not_count_for_an_observer() {
        let mut differ = 0;
        each_position(3, |state, rng| {
            let mut other = state.clone();
            other.resample_hidden(Seat::FIRST, rng);
            differ += u32::from(other != *state);
            assert_eq!(other.evaluate_as(Seat::FIRST), state.evaluate_as(Seat::FIRST), "{state}");
        });
        assert!(differ > 100);
    }
}
