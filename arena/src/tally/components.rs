//! What components of a game had to do with winning. This is association, not effect: who could afford a building wins more
//! often anyway, with or without it.
//!
//! Only whole deals count. Of each component there is
//!
//! - offered: pieces that deals have put on offer; taken: pieces that players have taken; their ratio is the take rate;
//! - the first round: of the seats that took a piece in a game, the mean round of the first one;
//! - held: seats of games that had at least one piece at the end, the mean points that the pieces of such a seat brought,
//!   the mean win share of these seats, that of all other seats, and the mean score of the seats that held it;
//! - the [difference](super::association) between the two shares, with intervals that hold for all components at once.
//!
//! Deals are the independent units of the interval, as all games of a deal share its luck ([`Ratio`]): a deal d has c(d)
//! seats that held the component, with the sum s(d) of their shares. Deals in which nobody held it say nothing of it. All sums
//! are integers, so the order of games does not matter; memory does not grow with their number, as long as few deals are
//! under way at a time.

use std::collections::BTreeMap;

use riverlab_bots::play::component_event::ComponentEvent;
use riverlab_bots::play::game_loop::FinishedGame;
use riverlab_engine::{Component, Share};
use riverlab_stats::{Interval, POINT, Ratio, units};

use super::association::{AllSeats, Holders, associations};

/// What is counted of a component.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Counts {
    taken: u64,
    /// Seats of games that took some.
    takers: u64,
    /// The sum of their first rounds.
    rounds: u64,
    /// Seats of games that held some.
    held: u64,
    /// How many of these were forfeited.
    forfeits: u64,
    points: i64,
    /// In sixtieths.
    shares: i64,
    /// In sixtieths of a point.
    scores: i64,
}

impl Counts {
    fn add(&mut self, other: &Counts) {
        self.taken += other.taken;
        self.takers += other.takers;
        self.rounds += other.rounds;
        self.held += other.held;
        self.forfeits += other.forfeits;
        self.points += other.points;
        self.shares += other.shares;
        self.scores += other.scores;
    }
}

/// A deal under way.
#[derive(Clone, Debug)]
struct OpenDeal {
    games: u64,
    seats: u64,
    /// In sixtieths.
    shares: i64,
    /// By component, how many pieces were offered: apart from the rest, as there are most of these.
    offered: Vec<u32>,
    components: Vec<Counts>,
}

impl OpenDeal {
    fn new(components: usize) -> OpenDeal {
        let (offered, components) = (vec![0; components], vec![Counts::default(); components]);
        OpenDeal { games: 0, seats: 0, shares: 0, offered, components }
    }

    fn clear(&mut self) {
        (self.games, self.seats, self.shares) = (0, 0, 0);
        self.offered.fill(0);
        self.components.fill(Counts::default());
    }

    fn add(&mut self, result: &FinishedGame, events: &[ComponentEvent]) {
        let outcome = &result.outcome;
        self.games += 1;
        self.seats += outcome.shares.players() as u64;
        self.shares += outcome.shares.iter().map(|share| i64::from(share.sixtieths())).sum::<i64>();
        let scores = outcome.scores;
        for &event in events {
            match event {
                ComponentEvent::Offered(component) => self.offered[component.index()] += 1,
                ComponentEvent::TakenAgain(component) => self.components[component.index()].taken += 1,
                ComponentEvent::TakenFirst { component, round } => {
                    let counts = &mut self.components[component.index()];
                    counts.taken += 1;
                    counts.takers += 1;
                    counts.rounds += u64::from(round);
                }
                ComponentEvent::Held { component, seat, points } => {
                    let counts = &mut self.components[component.index()];
                    counts.held += 1;
                    counts.forfeits += u64::from(result.has_forfeited(seat));
                    counts.points += i64::from(points);
                    counts.shares += i64::from(outcome.shares[seat].sixtieths());
                    counts.scores += units(scores[seat]);
                }
            }
        }
    }
}

/// One component's line.
#[derive(Clone, PartialEq, Debug)]
pub struct ComponentLine {
    /// The name.
    pub name: String,
    /// What it is.
    pub kind: &'static str,
    /// Pieces that were put on offer.
    pub offered: u64,
    /// Pieces that were taken.
    pub taken: u64,
    /// The mean round of the first piece, of the seats that took some.
    pub first_round: Option<f64>,
    /// Seats of games that had some at the end.
    pub held: u64,
    /// How many of these were forfeited.
    pub forfeits: u64,
    /// The part of all seats that these are.
    pub held_rate: f64,
    /// The mean points that it brought them.
    pub points: Option<f64>,
    /// Their mean win share.
    pub share_held: Option<Interval>,
    /// The mean win share of the other seats.
    pub share_not_held: Option<f64>,
    /// How much higher the win share of seats with the component was than that of the others, with an interval; the
    /// intervals of all components that have one hold at the same time with 95 %. `None` where fewer than
    /// [`HELD_LEAST`](super::HELD_LEAST) of the seats held it, or all of them.
    pub association: Option<Interval>,
    /// The mean score of the seats that had it.
    pub score_held: Option<f64>,
}

impl ComponentLine {
    /// The part of the offered pieces that were taken.
    pub(crate) fn take_rate(&self) -> Option<f64> {
        mean(self.taken as i64, self.offered, 1.0)
    }

    /// How much higher the win share of seats with the component was than that of the others.
    pub(crate) fn difference(&self) -> Option<f64> {
        Some(self.share_held?.mean - self.share_not_held?)
    }
}

/// A mean of so many values, each divided by `scale`.
fn mean(sum: i64, count: u64, scale: f64) -> Option<f64> {
    (count > 0).then(|| sum as f64 / (count as f64 * scale))
}

/// Gathers what games show of their components, in any order.
#[derive(Clone, Debug)]
pub struct ComponentTally {
    components: Vec<Component>,
    games_per_deal: u64,
    all: AllSeats,
    offered: Vec<u64>,
    counts: Vec<Counts>,
    /// The shares of seats that held a component, deal by deal.
    held: Vec<Ratio>,
    open: BTreeMap<u64, OpenDeal>,
    /// The deal that was finished last, to be used again.
    closed: Option<OpenDeal>,
}

impl ComponentTally {
    /// Nothing of these components yet.
    pub fn new(components: Vec<Component>, games_per_deal: u64) -> ComponentTally {
        let (counts, held) = (vec![Counts::default(); components.len()], vec![Ratio::default(); components.len()]);
        let (all, offered, open) = (AllSeats::default(), vec![0; components.len()], BTreeMap::new());
        ComponentTally { components, games_per_deal, all, offered, counts, held, open, closed: None }
    }

    /// Adds a game of a deal.
    pub fn add(&mut self, deal: u64, result: &FinishedGame, events: &[ComponentEvent]) {
        let (spare, components) = (&mut self.closed, self.components.len());
        let open = self.open.entry(deal);
        let open = open.or_insert_with(|| spare.take().unwrap_or_else(|| OpenDeal::new(components)));
        open.add(result, events);
        if open.games == self.games_per_deal {
            self.end_deal(deal);
        }
    }

    fn end_deal(&mut self, deal: u64) {
        let mut open = self.open.remove(&deal).expect("it is under way");
        self.all.deals += 1;
        self.all.seats += open.seats;
        self.all.shares += open.shares;
        for (offered, &here) in self.offered.iter_mut().zip(&open.offered) {
            *offered += u64::from(here);
        }
        for ((counts, held), here) in self.counts.iter_mut().zip(&mut self.held).zip(&open.components) {
            counts.add(here);
            held.add(here.shares, here.held);
        }
        open.clear();
        self.closed = Some(open);
    }

    /// A line for each component, in their order.
    pub fn lines(&self) -> Vec<ComponentLine> {
        let counted = self.counts.iter().zip(&self.held);
        let holders: Vec<Holders<'_>> = counted.map(|(counts, shares)| Holders { held: counts.held, shares }).collect();
        let associations = associations(self.all, &holders).into_iter().enumerate();
        associations.map(|(idx, association)| self.line(idx, association)).collect()
    }

    fn line(&self, idx: usize, association: Option<Interval>) -> ComponentLine {
        let (component, counts) = (&self.components[idx], &self.counts[idx]);
        let whole = f64::from(Share::WHOLE);
        ComponentLine {
            name: component.name.clone(),
            kind: component.kind,
            offered: self.offered[idx],
            taken: counts.taken,
            first_round: mean(counts.rounds as i64, counts.takers, 1.0),
            held: counts.held,
            forfeits: counts.forfeits,
            held_rate: counts.held as f64 / self.all.seats.max(1) as f64,
            points: mean(counts.points, counts.held, 1.0),
            share_held: (counts.held > 0).then(|| self.held[idx].interval(whole, 0.0, 1.0)),
            share_not_held: mean(self.all.shares - counts.shares, self.all.seats - counts.held, whole),
            association,
            score_held: mean(counts.scores, counts.held, POINT),
        }
    }
}

#[cfg(test)]
#[path = "components_tests.rs"]
mod tests;
