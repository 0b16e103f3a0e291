//! Monte Carlo tree search: the bot `mcts`.
//!
//! For 2 to n players, chance and hidden information, on every game of the engine; see [`search`] for what it does,
//! [`select`] and [`crate::simulate`] for the formulas. General reference: Browne et al., "A Survey of Monte Carlo Tree
//! Search Methods", IEEE Transactions on Computational Intelligence and AI in Games 4 (2012).
//!
//! Where players choose at the same time and unseen, the move with the most visits (or the best mean) is no equilibrium: an
//! opponent who knows it has an answer. `simultaneous=regret` draws from a [mixed strategy](regret) there, which approaches
//! one in small games; in a game like River Dragons a thousand simulations are far too few for it.

mod regret;
mod search;
mod select;
mod tree;

use std::time::{Duration, Instant};

use rand::SeedableRng;
use rand::distr::Distribution;
use rand::distr::weighted::WeightedIndex;
use riverlab_engine::{Game, Seat, Turn};

use crate::bot::{Explanation, RankedMove};
use crate::options::Options;
use crate::simulate::{SearchRng, SimulationOptions};
use crate::{Bot, BotRng, Evaluate, SpecError, View};
use search::{Chance, HiddenChoices, Observers, Search, Simultaneous, Worlds};
use select::{Formula, Selection};
use tree::NodeId;

/// How the move is taken from the finished tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Final {
    Visits,
    Value,
}

/// The least number of nodes of a tree: more than any position has moves.
const MIN_NODES: u32 = 1000;

/// When a decision ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Budget {
    /// After so many simulations, over all threads.
    Simulations(u64),
    /// After so much time: not reproducible.
    Time(Duration),
}

#[derive(Clone, Copy, PartialEq, Debug)]
struct MctsOptions {
    budget: Budget,
    selection: Selection,
    simulation: SimulationOptions,
    observers: Observers,
    chance: Chance,
    worlds: Worlds,
    hidden_choices: HiddenChoices,
    simultaneous: Simultaneous,
    reuse: bool,
    chosen_by: Final,
    threads: u32,
    /// For each thread.
    nodes: u32,
}

impl MctsOptions {
    fn read(options: &Options<'_>) -> Result<Self, SpecError> {
        let threads = options.number("threads", 1, 256)?;
        let sims = options.number("sims", 1, 1_000_000_000_u64)?;
        let ms = options.number_or("ms", "off", 1, 3_600_000_u64)?;
        Ok(MctsOptions {
            budget: ms.map_or(Budget::Simulations(sims), |ms| Budget::Time(Duration::from_millis(ms))),
            selection: Selection {
                formula: options.word("select", &[("ucb1", Formula::Ucb1), ("puct", Formula::Puct)])?,
                c: options.number("c", 0.0, 1000.0)?,
                prior: options.number_or("prior", "off", 0.001, 1000.0)?.unwrap_or(0.0),
            },
            simulation: SimulationOptions::read(options)?,
            observers: options.word("observers", &[("single", Observers::Single), ("multi", Observers::Multi)])?,
            chance: options.word("chance", &[("open", Chance::Open), ("closed", Chance::Closed)])?,
            worlds: options.word("worlds", &[("each", Worlds::Each), ("one", Worlds::One)])?,
            hidden_choices: options
                .word("secrets", &[("even", HiddenChoices::Uniform), ("search", HiddenChoices::Search)])?,
            simultaneous: options
                .word("simultaneous", &[("bandit", Simultaneous::Bandit), ("regret", Simultaneous::Regret)])?,
            reuse: options.word("reuse", &[("on", true), ("off", false)])?,
            chosen_by: options.word("final", &[("visits", Final::Visits), ("value", Final::Value)])?,
            threads,
            nodes: options.number("nodes", MIN_NODES * threads, 1_000_000_000)? / threads,
        })
    }
}

/// The position of the last search, and what was played since.
struct Searched<G: Game> {
    position: G,
    since: Vec<(Turn, G::Move)>,
}

impl<G: Evaluate> Searched<G> {
    /// Whether that leads to the position of the view, in a game that hides nothing.
    fn leads_to(&self, view: &View<'_, G>) -> bool {
        let mut position = self.position.clone();
        self.since.iter().all(|&(_, mv)| position.play(mv).is_ok()) && view.is_of(&position)
    }
}

/// The bot.
pub(crate) struct Mcts<G: Game> {
    options: MctsOptions,
    searches: Vec<Search<G>>,
    legal: Vec<G::Move>,
    ranking: Vec<RankedMove<G::Move>>,
    /// What the trees are about, if they still hold.
    searched: Option<Searched<G>>,
}

impl<G: Evaluate> Mcts<G> {
    /// A bot with these options.
    ///
    /// # Errors
    /// When a value is not allowed.
    pub(crate) fn new(options: &Options<'_>) -> Result<Self, SpecError> {
        let options = MctsOptions::read(options)?;
        let nodes = options.nodes as usize;
        let MctsOptions { selection, simulation, observers, chance, hidden_choices, simultaneous, .. } = options;
        let search = |_| Search::new(selection, simulation, observers, chance, hidden_choices, simultaneous, nodes);
        let searches = (0..options.threads).map(search).collect();
        Ok(Mcts { options, searches, legal: Vec::new(), ranking: Vec::new(), searched: None })
    }

    fn search(&mut self, view: &View<'_, G>, rng: &mut BotRng) {
        let searched = self.searched.take().filter(|searched| searched.leads_to(view));
        let world = (self.options.worlds == Worlds::One).then(|| SearchRng::from_rng(rng));
        for search in &mut self.searches {
            let rng = SearchRng::from_rng(rng);
            if !searched.as_ref().is_some_and(|searched| search.go_on(&searched.since, &rng)) {
                search.begin(view, rng, world.clone());
            }
        }
        let (threads, budget) = (self.options.threads, self.options.budget);
        let start = Instant::now();
        let (first, others) = self.searches.split_first_mut().expect("at least one thread");
        std::thread::scope(|scope| {
            for (idx, search) in (1..).zip(others) {
                scope.spawn(move || run(search, view, share_of(budget, idx, threads), start));
            }
            run(first, view, share_of(budget, 0, threads), start);
        });
    }

    /// Adds up what the trees say of the legal moves, best first.
    fn rank(&mut self) {
        self.ranking.clear();
        let unvisited = |&mv: &G::Move| RankedMove { mv, visits: 0, value: 0.0 };
        self.ranking.extend(self.legal.iter().map(unvisited));
        for search in &self.searches {
            for child in search.tree.children(search.decision) {
                let node = search.tree.node(child);
                if let Some(ranked) = self.ranking.iter_mut().find(|ranked| ranked.mv == node.mv) {
                    ranked.visits += u64::from(node.visits);
                    ranked.value += node.total;
                }
            }
        }
        for ranked in &mut self.ranking {
            ranked.value /= ranked.visits.max(1) as f64;
        }
        self.ranking.sort_by(|a, b| {
            let by_value = b.known_value().total_cmp(&a.known_value());
            match self.options.chosen_by {
                Final::Visits => b.visits.cmp(&a.visits).then(by_value),
                Final::Value => by_value,
            }
        });
    }

    /// In a simultaneous choice [by regret](regret), draws the move from the average strategy, and puts it first.
    fn mix(&mut self, rng: &mut BotRng) {
        let Search { tree, decision, .. } = &self.searches[0];
        if !tree.children(*decision).any(|child| tree.node(child).actor.is_mixing()) {
            return;
        }
        let mut weights = vec![0.0; self.ranking.len()];
        for Search { tree, decision, .. } in &self.searches {
            for child in tree.children(*decision).filter(|&child| tree.node(child).actor.is_mixing()) {
                let mv = tree.node(child).mv;
                if let Some(idx) = self.ranking.iter().position(|ranked| ranked.mv == mv) {
                    weights[idx] += regret::weight(tree.bound(child));
                }
            }
        }
        if let Ok(weighted) = WeightedIndex::new(&weights) {
            let chosen = weighted.sample(rng);
            self.ranking[..=chosen].rotate_right(1);
        }
    }

    /// The chosen move and then those that the first tree holds for best, one after the other.
    fn principal_variation(&self, view: &View<'_, G>) -> Vec<(Seat, G::Move)> {
        let tree = &self.searches[0].tree;
        let most_visited = |id: NodeId| {
            let by_visits = |&a: &NodeId, &b: &NodeId| tree.node(a).visits.cmp(&tree.node(b).visits).then(b.cmp(&a));
            tree.children(id).max_by(by_visits).filter(|&child| tree.node(child).visits > 0)
        };
        let chosen = self.ranking[0].mv;
        let mut next = tree.children(self.searches[0].decision).find(|&child| tree.node(child).mv == chosen);
        let mut moves = vec![(view.observer(), chosen)];
        while let Some(child) = next.and_then(most_visited) {
            let node = tree.node(child);
            let Some(seat) = node.actor.player().filter(|_| !node.actor.is_unseen()) else { break };
            moves.push((seat, node.mv));
            next = Some(child);
        }
        moves
    }
}

/// What one of the threads does of a budget.
fn share_of(budget: Budget, idx: u32, threads: u32) -> Budget {
    match budget {
        Budget::Time(_) => budget,
        Budget::Simulations(sims) => {
            let (each, rest) = (sims / u64::from(threads), sims % u64::from(threads));
            Budget::Simulations(each + u64::from(u64::from(idx) < rest))
        }
    }
}

/// How many simulations are played between two looks at the clock.
const PER_LOOK: u64 = 8;

fn run<G: Evaluate>(search: &mut Search<G>, view: &View<'_, G>, budget: Budget, start: Instant) {
    match budget {
        Budget::Simulations(sims) => (0..sims).for_each(|_| search.simulate(view)),
        Budget::Time(time) => {
            // At least one, whenever the thread comes to it.
            loop {
                (0..PER_LOOK).for_each(|_| search.simulate(view));
                if start.elapsed() >= time {
                    break;
                }
            }
        }
    }
}

impl<G: Evaluate> Bot<G> for Mcts<G> {
    fn choose(&mut self, view: &View<'_, G>, rng: &mut BotRng) -> G::Move {
        view.legal_moves(&mut self.legal);
        if let [only] = self.legal[..] {
            self.ranking.clear();
            return only;
        }
        self.search(view, rng);
        self.rank();
        self.mix(rng);
        if self.remembers() {
            self.searched = Some(Searched { position: view.sample(rng), since: Vec::new() });
        }
        self.ranking[0].mv
    }

    fn remembers(&self) -> bool {
        // What was found out in one world says nothing about the next.
        self.options.reuse && !G::IMPERFECT_INFORMATION && self.options.worlds == Worlds::Each
    }

    fn begin_game(&mut self) {
        self.searched = None;
    }

    fn observe(&mut self, turn: Turn, mv: G::Move) {
        if turn == Turn::Chance && self.options.chance == Chance::Open {
            // What the tree says of moves behind a deal holds over all deals, not for this one.
            self.searched = None;
        }
        if let Some(searched) = &mut self.searched {
            searched.since.push((turn, mv));
        }
    }

    fn simulations(&self) -> u64 {
        if self.ranking.is_empty() { 0 } else { self.searches.iter().map(|search| search.simulations).sum() }
    }

    fn explain(&self, view: &View<'_, G>) -> Option<Explanation<G::Move>> {
        if self.ranking.is_empty() {
            return None;
        }
        let simulations = self.simulations();
        let value = |seat: Seat| {
            self.searches.iter().map(|search| search.total[seat.index()]).sum::<f64>() / simulations as f64
        };
        Some(Explanation {
            simulations,
            nodes: self.searches.iter().map(|search| search.tree.len() as u64).sum(),
            values: Seat::all(view.n_players()).map(value).collect(),
            ranking: self.ranking.clone(),
            principal_variation: self.principal_variation(view),
        })
    }
}
