//! Monte Carlo tree search: the bot `mcts`.
//!
//! It plays every game of the engine: 2 to 6 players, chance, hidden information and simultaneous choices. General
//! reference: Browne et al., "A Survey of Monte Carlo Tree Search Methods", IEEE Transactions on Computational
//! Intelligence and AI in Games 4 (2012). Each part opens with its formulas, its references and its limits:
//!
//! | file | what it is about |
//! | --- | --- |
//! | [`options`] | all options, and what each is read as |
//! | [`search`] | one simulation: down the tree, on to a value, and up again (max^n); open and closed loop; one world |
//! | `perfect` | the way down where everybody sees everything |
//! | `information_set` | the way down the trees of what each player sees (information-set MCTS) |
//! | `simultaneous` | choices at the same time, which others make again |
//! | [`regret`] | mixed strategies for them (regret matching) |
//! | `available` | choosing at a node whose moves are not always the same (availability counts) |
//! | [`select`] | the bandit formulas (UCB1, PUCT) |
//! | `prior` | what is known of a move before it is tried |
//! | `reuse` | keeping the tree between moves |
//! | [`tree`], [`actor`] | nodes in memory |
//! | `budget` | when a decision ends, perhaps before its budget does |
//! | [`crate::simulate`] | rollout policies, MAST, and the values of positions |
//!
//! The parts with which a search of one's own can be built are public: [`search::Search`] is a whole search, [`tree`],
//! [`select`] and [`regret`] are its parts.
//!
//! This file makes the decision: it runs one search per thread (root parallelization: Cazenave and Jouandeau 2007) and
//! takes the move from the sums over their trees.
//!
//! Where players choose at the same time and unseen, the move with the most visits (or the best mean) is no
//! equilibrium: an opponent who knows it has an answer. `simultaneous=regret` draws from a [mixed strategy](regret)
//! there, which approaches one in small games; in a game like River Dragons a thousand simulations are far too few for
//! it.

pub mod actor;
mod available;
mod budget;
mod information_set;
pub mod options;
mod perfect;
mod prior;
pub mod regret;
mod reuse;
pub mod search;
pub mod select;
mod simultaneous;
pub mod tree;

use std::ops::ControlFlow;
use std::time::Instant;

use rand::SeedableRng;
use rand::distr::Distribution;
use rand::distr::weighted::WeightedIndex;
use riverlab_engine::{Game, Seat, Turn};

use crate::bot::Bot;
use crate::bot::{Explanation, RankedMove};
use crate::eval::Evaluate;
use crate::keys::DecisionKey;
use crate::options::Options;
use crate::rng::BotRng;
use crate::rng::SearchRng;
use crate::seen::{NewGame, Seen};
use crate::spec::SpecError;
use crate::view::View;
use budget::{Budget, Lead};
pub(crate) use options::INFO;
use options::{Chance, Final, MctsOptions, OPPONENTS, Simultaneous, Worlds};
use reuse::LastSearch;
use search::Search;
use tree::NodeId;

/// The bot `mcts`.
pub(crate) struct Mcts<G: Game> {
    options: MctsOptions,
    /// One for each thread.
    searches: Vec<Search<G>>,
    legal: Vec<G::Move>,
    /// What the last decision found, if there was a choice.
    ranking: Vec<RankedMove<G::Move>>,
    /// What the trees are about, if they still hold.
    last: Option<LastSearch<G>>,
    /// Whether decisions will be explained.
    explains: bool,
}

impl<G: Evaluate> Mcts<G> {
    /// A bot with these options.
    ///
    /// # Errors
    /// When a value is not allowed.
    pub(crate) fn new(given: &Options<'_>) -> Result<Self, SpecError> {
        let options = MctsOptions::read::<G>(given)?;
        let opponents = given.get(&OPPONENTS)?;
        let weights = given.weights();
        let search = |_| {
            let search = Search::new(options.search.clone());
            Ok(match &opponents {
                None => search,
                Some(spec) => search.against(G::build_bot(spec, &weights)?),
            })
        };
        let searches = (0..options.threads).map(search).collect::<Result<_, SpecError>>()?;
        Ok(Mcts { options, searches, legal: Vec::new(), ranking: Vec::new(), last: None, explains: false })
    }

    fn search(&mut self, view: &View<'_, G>, rng: &mut BotRng) {
        let last = self.last.take().filter(|last| last.leads_to(view));
        let world = (self.options.worlds == Worlds::One).then(|| SearchRng::from_rng(rng));
        for search in &mut self.searches {
            let key = DecisionKey::draw(rng);
            if !last.as_ref().is_some_and(|last| search.reuse_tree(view, &last.since, key)) {
                search.begin(view, key, world.clone());
            }
        }
        let (threads, budget) = (self.options.threads, self.options.budget);
        let lead = self.lead();
        let start = Instant::now();
        let (first, others) = self.searches.split_first_mut().expect("at least one thread");
        let run = |search: &mut Search<G>, thread, mut lead: Option<Lead>| {
            let _ = budget.share(thread, threads).spend(start, || {
                search.simulate(view);
                let is_certain = lead.as_mut().is_some_and(|lead| lead.is_certain(|| search.most_visits()));
                if is_certain || view.is_given_up() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
        };
        std::thread::scope(|scope| {
            for (thread, search) in (1..).zip(others) {
                scope.spawn(move || run(search, thread, None));
            }
            run(first, 0, lead);
        });
    }

    /// What notices that the decision is certain, where nothing but the most visited move of one tree is asked for.
    /// Simulations of a time are not counted beforehand.
    fn lead(&self) -> Option<Lead> {
        let MctsOptions { budget, ref search, chosen_by, may_end_early, threads, .. } = self.options;
        let is_most_visited = chosen_by == Final::Visits && search.simultaneous == Simultaneous::Bandit && threads == 1;
        match budget {
            Budget::Simulations(sims) if may_end_early && is_most_visited && !self.explains && !self.remembers() => {
                Some(Lead::new(sims))
            }
            Budget::Simulations(_) | Budget::Time(_) => None,
        }
    }

    /// Adds up what the trees say of the legal moves, best first.
    fn rank(&mut self) {
        self.ranking.clear();
        let unvisited = |&mv: &G::Move| RankedMove { mv, visits: 0, value: 0.0 };
        self.ranking.extend(self.legal.iter().map(unvisited));
        for search in &self.searches {
            for tried in search.moves() {
                if let Some(ranked) = self.ranking.iter_mut().find(|ranked| ranked.mv == tried.mv) {
                    ranked.visits += u64::from(tried.visits);
                    ranked.value += tried.total;
                }
            }
        }
        for ranked in &mut self.ranking {
            ranked.value /= ranked.visits.max(1) as f64;
        }
        let ties = self.searches[0].ties();
        let place =
            |ranked: &RankedMove<G::Move>| ties.filter(|_| ranked.visits > 0).map(|key| key.place_of(&ranked.mv));
        self.ranking.sort_by(|a, b| {
            let by_value = b.known_value().total_cmp(&a.known_value());
            let by_rank = match self.options.chosen_by {
                Final::Visits => b.visits.cmp(&a.visits).then(by_value),
                Final::Value => by_value,
            };
            by_rank.then_with(|| place(a).cmp(&place(b)))
        });
    }

    /// In a simultaneous choice [by regret](regret), draws the move from the average strategy, and puts it first.
    fn mix(&mut self, rng: &mut BotRng) {
        let Search { tree, decision, .. } = &self.searches[0];
        if !tree.children(*decision).any(|child| tree.branch(child).actor.is_mixing()) {
            return;
        }
        let mut weights = vec![0.0; self.ranking.len()];
        for Search { tree, decision, .. } in &self.searches {
            for child in tree.children(*decision).filter(|&child| tree.branch(child).actor.is_mixing()) {
                let branch = tree.branch(child);
                if let Some(idx) = self.ranking.iter().position(|ranked| ranked.mv == branch.mv) {
                    weights[idx] += regret::weight(branch.bound);
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
            let by_visits =
                |&a: &NodeId, &b: &NodeId| tree.branch(a).visits.cmp(&tree.branch(b).visits).then(b.cmp(&a));
            tree.children(id).max_by(by_visits).filter(|&child| tree.branch(child).visits > 0)
        };
        let chosen = self.ranking[0].mv;
        let mut next = tree.children(self.searches[0].decision).find(|&child| tree.branch(child).mv == chosen);
        let mut moves = vec![(view.observer(), chosen)];
        while let Some(child) = next.and_then(most_visited) {
            let branch = tree.branch(child);
            let Some(seat) = branch.actor.seat().filter(|_| !branch.actor.is_unseen()) else { break };
            moves.push((seat, branch.mv));
            next = Some(child);
        }
        moves
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
            self.last = Some(LastSearch { position: view.sample(rng), since: Vec::new() });
        }
        self.ranking[0].mv
    }

    fn remembers(&self) -> bool {
        // What was found out in one world says nothing about the next, nor does a sample about the position.
        self.options.reuse && !G::IMPERFECT_INFORMATION && self.options.worlds == Worlds::Each
    }

    fn will_explain(&mut self) {
        self.explains = true;
    }

    fn begin_game(&mut self, _game: &NewGame<G>) {
        self.last = None;
    }

    fn observe(&mut self, seen: &Seen<'_, G>) {
        let (turn, Some(mv)) = (seen.turn(), seen.mv()) else { return };
        if turn == Turn::Chance && self.options.search.chance == Chance::Open {
            // What the tree says of moves behind a chance event holds over all its outcomes, not for this one.
            self.last = None;
        }
        if let Some(last) = &mut self.last {
            last.since.push((turn, mv));
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
