//! Tables for three and more at which nobody sits with somebody they must not meet, found by trying.
//!
//! The bot with the fewest possible partners is seated first; bots that fill no table rest. No fast method decides whether such
//! tables exist (partition into triangles is NP-complete), so the search gives up after a number of steps that is enough for
//! about twenty bots.

use super::pairs::nearest;

/// Steps of a search for few bots.
const STEPS: usize = 1_000_000;

/// Bots that are to be seated, by their numbers.
pub(super) struct Search<'a> {
    pub(super) players: usize,
    /// How many rest.
    pub(super) rests: usize,
    /// Who may rest.
    pub(super) may_rest: Vec<bool>,
    /// Who may meet.
    pub(super) may_meet: &'a dyn Fn(usize, usize) -> bool,
}

/// Tables, and who rests.
pub(super) type Seating = (Vec<Vec<usize>>, Vec<usize>);

struct Seated<'a, 'b> {
    search: &'b Search<'a>,
    is_free: Vec<bool>,
    /// With how many free bots each may meet.
    partners: Vec<usize>,
    seating: Seating,
    steps: usize,
}

impl Search<'_> {
    /// The first tables that the search finds, if there are any and it does not take too long.
    pub(super) fn run(&self) -> Option<Seating> {
        let bots = self.may_rest.len();
        let partners = |bot: usize| nearest(bot, bots).filter(|&other| (self.may_meet)(bot, other)).count();
        let mut seated = Seated {
            search: self,
            is_free: vec![true; bots],
            partners: (0..bots).map(partners).collect(),
            seating: Seating::default(),
            steps: STEPS / bots + 4 * bots,
        };
        seated.go_on().then_some(seated.seating)
    }
}

impl Seated<'_, '_> {
    /// Seats all free bots, and says whether that was possible.
    fn go_on(&mut self) -> bool {
        let free = (0..self.is_free.len()).filter(|&bot| self.is_free[bot]);
        let Some(next) = free.min_by_key(|&bot| self.partners[bot]) else { return true };
        let candidates = nearest(next, self.is_free.len());
        let candidates = candidates.filter(|&other| self.is_free[other] && (self.search.may_meet)(next, other));
        let candidates: Vec<usize> = candidates.collect();
        self.fill(&mut vec![next], &candidates) || self.rest(next)
    }

    /// Fills a table from candidates who may meet everybody at it, then goes on.
    fn fill(&mut self, table: &mut Vec<usize>, candidates: &[usize]) -> bool {
        if self.steps == 0 {
            return false;
        }
        self.steps -= 1;
        if table.len() == self.search.players {
            self.set_all_free(table, false);
            self.seating.0.push(table.clone());
            if self.go_on() {
                return true;
            }
            self.seating.0.pop();
            self.set_all_free(table, true);
            return false;
        }
        candidates.iter().enumerate().any(|(idx, &bot)| {
            let others = candidates[idx + 1..].iter().copied().filter(|&other| (self.search.may_meet)(bot, other));
            let others: Vec<usize> = others.collect();
            table.push(bot);
            let is_done = self.fill(table, &others);
            table.pop();
            is_done
        })
    }

    /// Lets a bot rest if it may, then goes on.
    fn rest(&mut self, bot: usize) -> bool {
        if !self.search.may_rest[bot] || self.seating.1.len() == self.search.rests {
            return false;
        }
        self.set_free(bot, false);
        self.seating.1.push(bot);
        let is_done = self.go_on();
        if !is_done {
            self.seating.1.pop();
            self.set_free(bot, true);
        }
        is_done
    }

    fn set_all_free(&mut self, bots: &[usize], is_free: bool) {
        for &bot in bots {
            self.set_free(bot, is_free);
        }
    }

    fn set_free(&mut self, bot: usize, is_free: bool) {
        self.is_free[bot] = is_free;
        for other in nearest(bot, self.is_free.len()).filter(|&other| (self.search.may_meet)(bot, other)) {
            if is_free {
                self.partners[other] += 1;
            } else {
                self.partners[other] -= 1;
            }
        }
    }
}
