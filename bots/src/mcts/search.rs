//! One search: simulations that grow a tree, or several.
//!
//! A simulation goes down the tree by the [bandit formula](super::select), adds one node, plays on and
//! [values](crate::simulate) where it ends, and adds the value vector to the nodes on its way; each node keeps the
//! part of the player who moved there (max^n: Luckhardt and Irani 1986).
//!
//! This file holds what all searches have in common. The way down is that of perfect or of
//! imperfect information.
//!
//! **Draws**: each simulation draws from the [stream](crate::keys) of the move that it begins with and of how often
//! that was tried before, so that what one simulation draws does not depend on the others: where an intervention
//! changes some of them, the rest stay as they are. Simulations that begin with somebody else's choice, or with a mixed
//! one, are numbered instead.
//!
//! **Chance** is drawn anew in every simulation. With `chance=open` it has no nodes (open loop: Perez, Dieskau,
//! Hünermund, Mostaghim and Lucas 2015): a node stands for the moves that players made, over all that chance may have
//! done in between, which wastes nothing where chance events hardly repeat, but chooses later moves without knowing
//! them. With `chance=closed` what chance did is part of the way down.
//!
//! **Opponents** choose as the searcher would, each for itself, or as a bot does that is known (`opponents`): then the
//! search looks for the best response to that bot (Timbers et al., "Approximate Exploitability", 2022), as what others
//! do is no choice any more. The bot is asked in positions that the searcher imagines, and sees of them what that
//! player would see.
//!
//! **One world**: with `worlds=one` a decision guesses once, instead of once for each simulation, what is hidden and
//! what chance will do (see [`crate::simulate`]), and takes the guess for the truth, whatever `secrets` says. It is
//! there to compare with.

use riverlab_engine::{Game, PerPlayer, Seat};

use super::options::{Observers, SearchOptions};
use super::regret::Mixtures;
use super::select::{Formula, Selection};
use super::tree::{Branch, Knows, NodeId, Tree};
use crate::bot::Bot;
use crate::eval::Evaluate;
use crate::eval::policy::LearnedPolicy;
use crate::eval::softmax::Values;
use crate::keys::DecisionKey;
use crate::rng::SearchRng;
use crate::simulate::Simulator;
use crate::view::View;

/// A move to choose from, and what a search made of it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TriedMove<M> {
    /// The move.
    pub mv: M,
    /// How often it was tried.
    pub visits: u32,
    /// The sum over its tries of the value for the player who decides, each from 0 to 1.
    pub total: f64,
}

/// A search for one decision after the other; keeps its memory.
///
/// # Examples
/// A bot of one's own can decide by itself when it has searched enough: here as soon as one move has twice the visits
/// of any other.
/// ```
/// use riverlab_bots::View;
/// use riverlab_bots::keys::DecisionKey;
/// use riverlab_bots::mcts::options::SearchOptions;
/// use riverlab_bots::mcts::search::Search;
/// use riverlab_engine::games::toy::ConnectFour;
/// use riverlab_engine::{Game, Seat};
///
/// let position = ConnectFour::after("121212").expect("legal columns");
/// let view = View::new(&position, Seat::FIRST);
/// let mut search = Search::<ConnectFour>::new(SearchOptions::default());
/// search.begin(&view, DecisionKey::new(1), None);
/// loop {
///     search.simulate(&view);
///     let mut visits: Vec<_> = search.moves().map(|tried| (tried.visits, tried.mv)).collect();
///     visits.sort_unstable();
///     let [.., (second, _), (first, best)] = visits[..] else { continue };
///     if search.simulations() > 50 && first > 2 * second {
///         assert_eq!(position.move_text(best), "1", "it wins at once");
///         break;
///     }
/// }
/// assert!(search.mean_values()[Seat::FIRST] > 0.5);
/// ```
pub struct Search<G: Game> {
    pub(super) options: SearchOptions,
    pub(super) tree: Tree<G::Move>,
    pub(super) simulator: Simulator<G>,
    /// What gives moves their prior probabilities, if that was learned.
    pub(super) policy: Option<LearnedPolicy>,
    /// The node whose children are the moves to choose from.
    pub(super) decision: NodeId,
    /// What the simulations of this decision draw from.
    key: DecisionKey,
    /// The number of simulations of this decision.
    pub(super) simulations: u64,
    /// The sum of their value vectors.
    pub(super) total: [f64; 8],
    /// The nodes on the way of a simulation.
    pub(super) path: Vec<NodeId>,
    /// A position that the observer can imagine, in which the move is chosen that a simulation begins with.
    front: Option<Box<G>>,
    /// The position that is taken for the truth in this decision, in a search in one world.
    pub(super) guess: Option<G>,
    /// What the observer has chosen in the simultaneous choice that is going on.
    pub(super) own_choices: Vec<G::Move>,
    /// The moves of a simulation that were drawn by regret matching.
    pub(super) mixtures: Mixtures,
    pub(super) legal: Vec<G::Move>,
    pub(super) available: Vec<NodeId>,
    /// The nodes among them that were not met before.
    pub(super) new: Vec<NodeId>,
    /// The table that selection reads.
    pub(super) table: &'static [f32],
    players: usize,
}

impl<G: Evaluate> Search<G> {
    /// A search with these options.
    pub fn new(options: SearchOptions) -> Self {
        let Selection { formula, prior, .. } = options.selection;
        let knows = if formula == Formula::Ucb1 && prior == 0.0 { Knows::Visits } else { Knows::All };
        Search {
            tree: Tree::new(options.max_nodes as usize, knows),
            simulator: Simulator::new(options.simulation.clone()),
            policy: if options.has_policy { options.simulation.evaluator.policy() } else { None },
            options,
            decision: 0,
            key: DecisionKey::new(0),
            front: None,
            simulations: 0,
            total: [0.0; 8],
            path: Vec::new(),
            guess: None,
            own_choices: Vec::new(),
            mixtures: Mixtures::default(),
            legal: Vec::new(),
            available: Vec::new(),
            new: Vec::new(),
            table: Selection::table(),
            players: 0,
        }
    }

    /// The same search for the best response to a bot that is known to sit at all other seats: it chooses for them, in
    /// the tree and beyond.
    #[must_use]
    pub fn against(mut self, bot: Box<dyn Bot<G>>) -> Self {
        self.simulator.set_opponents(bot, Seat::FIRST);
        self
    }

    /// Begins a decision with an empty tree, in the one world that a generator makes, if there is one.
    pub fn begin(&mut self, view: &View<'_, G>, key: DecisionKey, world: Option<SearchRng>) {
        view.legal_moves(&mut self.legal);
        self.players = view.n_players();
        let roots = if self.has_tree_of_each() { view.n_players() } else { 1 };
        self.tree.reset(roots, self.legal[0]);
        self.decision = if self.has_tree_of_each() { view.observer().index() as NodeId } else { 0 };
        self.begin_simulations(view, key);
        if let Some(mut world) = world {
            self.guess = Some(view.sample(&mut world));
            self.simulator.fix_chance(&mut world);
        }
    }

    pub(super) fn begin_simulations(&mut self, view: &View<'_, G>, key: DecisionKey) {
        self.key = key;
        self.simulator.set_searcher(view.observer());
        self.simulator.begin(key.root_stream());
        let front = view.sample(&mut self.simulator.rng);
        match &mut self.front {
            Some(kept) => **kept = front,
            None => self.front = Some(Box::new(front)),
        }
        self.simulations = 0;
        self.total = [0.0; 8];
    }

    /// What draws an order of equal moves for this decision, see [`super::select`].
    #[inline]
    pub(super) fn ties(&self) -> Option<DecisionKey> {
        G::FEATURES.is_empty().then_some(self.key)
    }

    /// Whether the children of a node are valued, even if there is a policy: the moves to choose from are few, and
    /// worth it.
    pub(super) fn is_valued(&self, id: NodeId) -> bool {
        id == self.decision && self.options.selection.prior > 0.0
    }

    /// Whether there is a tree of what each player sees, not only one of what the observer sees.
    pub(super) fn has_tree_of_each(&self) -> bool {
        G::IMPERFECT_INFORMATION && self.options.observers == Observers::Multi
    }

    /// The moves that have been tried or listed so far, of the player who decides.
    pub fn moves(&self) -> impl Iterator<Item = TriedMove<G::Move>> {
        self.tree.children(self.decision).map(|child| {
            let &Branch { mv, visits, .. } = self.tree.branch(child);
            TriedMove { mv, visits, total: self.tree.total(child) }
        })
    }

    /// The most visits of a move, and the second most.
    pub(super) fn most_visits(&self) -> (u32, u32) {
        let mut most = (0, 0);
        for TriedMove { visits, .. } in self.moves() {
            if visits > most.0 {
                most = (visits, most.0);
            } else {
                most.1 = most.1.max(visits);
            }
        }
        most
    }

    /// The number of simulations of this decision.
    pub fn simulations(&self) -> u64 {
        self.simulations
    }

    /// The mean value of all simulations of this decision for each seat, from 0 to 1.
    ///
    /// # Panics
    /// Before the first decision.
    pub fn mean_values(&self) -> PerPlayer<f64> {
        let simulations = self.simulations.max(1) as f64;
        PerPlayer::from_fn(self.players, |seat| self.total[seat.index()] / simulations)
    }

    /// One simulation of the decision that has [begun](Self::begin), whose view this is.
    #[inline]
    pub fn simulate(&mut self, view: &View<'_, G>) {
        let first = self.first_choice(view.observer());
        self.simulator.rng = match first {
            Some((child, mv)) => self.key.stream(&mv, u64::from(self.tree.branch(child).visits)),
            None => self.key.stream(&(), self.simulations),
        };
        let mut state = match &self.guess {
            Some(guess) => guess.clone(),
            None => view.sample(&mut self.simulator.rng),
        };
        self.simulator.rewind();
        self.path.clear();
        if G::IMPERFECT_INFORMATION {
            self.descend_information_set(&mut state, view, first);
        } else {
            self.descend(&mut state, first, view.stop());
        }
        let values = self.simulator.simulate_until(&mut state, view.stop());
        self.back_up(&values);
        self.simulations += 1;
    }

    /// The move that the next simulation begins with, and its node, where the observer chooses it by the bandit
    /// formula.
    #[inline]
    fn first_choice(&mut self, observer: Seat) -> Option<(NodeId, G::Move)> {
        let front = self.front.take()?;
        let first = if self.chooses_again(&front) || self.actor(&front, observer).is_mixing() {
            None
        } else if G::IMPERFECT_INFORMATION {
            self.choose_available(self.decision, &front, observer, observer)
        } else {
            let child = self.choose_any(self.decision, &front, observer);
            child.map(|child| (child, self.tree.branch(child).mv))
        };
        self.front = Some(front);
        first
    }

    #[inline]
    fn back_up(&mut self, values: &Values) {
        let selection = self.options.selection;
        self.mixtures.learn(&mut self.tree, values);
        for &id in &self.path {
            let actor = self.tree.branch(id).actor;
            let total = self.tree.visit(id, f64::from(actor.value(values)));
            if !actor.is_mixing() {
                let prior = self.tree.prior(id);
                selection.update(total, prior, self.tree.branch_mut(id));
            }
        }
        for (total, value) in self.total.iter_mut().zip(&values[..self.players]) {
            *total += f64::from(*value);
        }
    }
}
