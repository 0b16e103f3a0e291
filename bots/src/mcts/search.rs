//! One search: simulations that grow a tree.
//!
//! A simulation goes down the tree by the [bandit formula](super::select), adds one node, plays on and
//! [values](crate::simulate) where it ends, and adds the value vector to the nodes on its way; each node keeps the
//! part of the player who moved there (max^n: Luckhardt and Irani 1986).
//!
//! **Chance** is drawn anew in every simulation. With `chance=open` it has no nodes (open loop: Perez, Dieskau,
//! Hünermund, Mostaghim and Lucas 2015): a node stands for the moves that players made, over all that chance may have
//! done in between, which wastes nothing where deals hardly repeat, but chooses later moves without knowing the deal. With
//! `chance=closed` what was dealt is part of the way down. As long as nothing was drawn unrecorded or hidden, a node has
//! the same moves at every visit and the rules need not list them again; elsewhere each simulation lists what is legal,
//! and availability counts take the place of visits of the parent.
//!
//! **Hidden information**: every simulation samples a position that the observer can imagine (information-set MCTS:
//! Cowling, Powley and Whitehouse 2012). `observers=single` grows one tree of what the observer sees; moves of others
//! that the observer cannot tell apart share a node and are played at random. `observers=multi` grows a tree for each
//! player, of what that player sees; each chooses in the own tree by what that player has seen since the position that is
//! thought about. What happened before is the same in every sample as far as the observer knows it, so the others learn
//! to answer the observer's secrets all the same: search does not bluff.
//!
//! **Simultaneous choices** are successive moves that others do not see. Whoever is asked late finds the choices of others
//! made: with `secrets=even` each that is possible is as likely as any other; with `secrets=search` (and trees of all)
//! simulations go back to where the choice began, the others choose in their trees as if they thought now, and the observer
//! chooses again what was chosen; when the choice is over, what is not revealed of it is equally likely.
//! `simultaneous=regret` selects by [regret matching](super::regret) there.
//!
//! `worlds=one` guesses once for the whole decision instead of once for each simulation, what is hidden and what chance will
//! do (a stream for each stack of the game), and takes the guess for the truth, whatever `secrets` says: to compare with.

use riverlab_engine::{Game, PerPlayer, Seat, Turn};

use rand::RngExt;

use super::regret::{self, Mixtures};
use super::select::{Formula, Selection};
use super::tree::{Actor, NodeId, Tree};
use crate::eval::advantage;
use crate::simulate::{SearchRng, SimulationOptions, Simulator, Values, shares_of};
use crate::{Evaluate, View};

/// Whether deals are part of the tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Chance {
    Open,
    Closed,
}

/// Whose knowledge the trees are about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Observers {
    Single,
    Multi,
}

/// How often what is hidden and what chance will do is sampled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Worlds {
    /// For each simulation.
    Each,
    /// Once for each decision.
    One,
}

/// How the search takes what others have chosen unseen in a simultaneous choice that is going on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum HiddenChoices {
    /// All of it is equally likely.
    Uniform,
    /// They choose it again in trees of their own.
    Search,
}

/// How moves are selected in simultaneous choices.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Simultaneous {
    /// As everywhere.
    Bandit,
    /// By [regret matching](super::regret).
    Regret,
}

/// No node: where memory is full.
const NOWHERE: NodeId = NodeId::MAX;

/// A search for one decision after the other; keeps its memory.
pub(crate) struct Search<G: Game> {
    selection: Selection,
    observers: Observers,
    chance: Chance,
    /// The hidden position that is taken for the truth in this decision.
    guess: Option<G>,
    pub(crate) tree: Tree<G::Move>,
    simulator: Simulator<G>,
    /// The nodes on the way of a simulation.
    path: Vec<NodeId>,
    hidden_choices: HiddenChoices,
    simultaneous: Simultaneous,
    /// What the observer has chosen in the simultaneous choice that is going on.
    own: Vec<G::Move>,
    /// The node whose children are the moves to choose from.
    pub(crate) decision: NodeId,
    mixtures: Mixtures,
    legal: Vec<G::Move>,
    available: Vec<NodeId>,
    players: usize,
    /// The number of simulations of this decision.
    pub(crate) simulations: u64,
    /// The sum of their value vectors.
    pub(crate) total: [f64; 8],
    table: &'static [f32],
}

impl<G: Evaluate> Search<G> {
    pub(crate) fn new(
        selection: Selection,
        simulation: SimulationOptions,
        observers: Observers,
        chance: Chance,
        hidden_choices: HiddenChoices,
        simultaneous: Simultaneous,
        most_nodes: usize,
    ) -> Self {
        Search {
            selection,
            observers,
            chance,
            hidden_choices,
            simultaneous,
            own: Vec::new(),
            decision: 0,
            mixtures: Mixtures::default(),
            guess: None,
            tree: Tree::new(most_nodes),
            simulator: Simulator::new(simulation),
            path: Vec::new(),
            legal: Vec::new(),
            available: Vec::new(),
            players: 0,
            simulations: 0,
            total: [0.0; 8],
            table: Selection::table(),
        }
    }

    /// Begins a decision with an empty tree, in the one world that a generator makes, if there is one.
    pub(crate) fn begin(&mut self, view: &View<'_, G>, rng: SearchRng, world: Option<SearchRng>) {
        view.legal_moves(&mut self.legal);
        self.players = view.n_players();
        let roots = if self.trees_of_all() { view.n_players() } else { 1 };
        self.tree.reset(roots, self.legal[0]);
        self.decision = if self.trees_of_all() { view.observer().index() as NodeId } else { 0 };
        self.begin_simulations(rng);
        if let Some(mut world) = world {
            self.guess = Some(view.sample(&mut world));
            self.simulator.fix_chance(&mut world);
        }
    }

    fn begin_simulations(&mut self, rng: SearchRng) {
        self.simulator.begin(rng);
        self.simulations = 0;
        self.total = [0.0; 8];
    }

    /// Begins a decision in a game that hides nothing with what the last one found out about the position after these
    /// moves; false if that is nothing.
    pub(crate) fn go_on(&mut self, moves: &[(Turn, G::Move)], rng: &SearchRng) -> bool {
        let mut id = 0;
        for &(turn, mv) in moves {
            match self.tree.find(id, mv, Actor::of(turn, true)) {
                Some(child) => id = child,
                None => return false,
            }
        }
        if self.tree.children(id).is_empty() {
            return false;
        }
        self.tree.keep_below(id);
        self.decision = 0;
        self.begin_simulations(rng.clone());
        true
    }

    fn trees_of_all(&self) -> bool {
        G::IMPERFECT_INFORMATION && self.observers == Observers::Multi
    }

    /// One simulation.
    #[inline]
    pub(crate) fn simulate(&mut self, view: &View<'_, G>) {
        let mut state = match &self.guess {
            Some(guess) => guess.clone(),
            None => view.sample(&mut self.simulator.rng),
        };
        self.simulator.rewind();
        self.path.clear();
        if G::IMPERFECT_INFORMATION {
            self.descend_information_set(&mut state, view.observer());
        } else {
            self.descend(&mut state);
        }
        let values = self.simulator.simulate(state);
        self.back_up(&values);
        self.simulations += 1;
    }

    /// Goes down the tree of a game in which everybody sees everything.
    #[inline]
    fn descend(&mut self, state: &mut G) {
        let (mut id, mut same_moves) = (0, true);
        self.path.push(id);
        loop {
            if self.tree.node(id).visits == 0 && id != 0 {
                return;
            }
            let (seat, child) = match state.turn() {
                Turn::Over => return,
                Turn::Chance => {
                    let mv = self.simulator.draw(state);
                    if self.chance == Chance::Closed {
                        let Some(child) = self.tree.find_or_add(id, mv, Actor::CHANCE, &mut 0, || 0.0) else { return };
                        self.path.push(child);
                        id = child;
                    } else {
                        same_moves = false;
                    }
                    state.play_unchecked(mv);
                    continue;
                }
                Turn::Player(seat) if same_moves => (seat, self.choose_any(id, state, seat)),
                Turn::Player(seat) => {
                    let chosen = self.choose_available(id, state, seat, seat);
                    (seat, chosen.map(|(child, _)| child))
                }
            };
            let Some(child) = child else { return };
            let mv = self.tree.node(child).mv;
            self.simulator.note(mv, seat);
            state.play_unchecked(mv);
            self.path.push(child);
            id = child;
        }
    }

    /// Chooses among the moves of a node that has the same ones at every visit; none when memory is full.
    #[inline]
    fn choose_any(&mut self, id: NodeId, state: &G, seat: Seat) -> Option<NodeId> {
        if self.tree.children(id).is_empty() && !self.expand(id, state, seat) {
            return None;
        }
        Some(self.selection.best_of_all(&self.tree, self.table, id))
    }

    /// Gives a node all legal moves as children; false when memory is full.
    fn expand(&mut self, id: NodeId, state: &G, seat: Seat) -> bool {
        state.legal_moves(&mut self.legal);
        let rng = &mut self.simulator.rng;
        if !self.tree.expand(id, &self.legal, Actor::seen(seat), || rng.random()) {
            return false;
        }
        if self.selection.prior > 0.0 {
            self.value_children(id, state, seat);
        } else if self.selection.formula == Formula::Puct {
            let alike = 1.0 / self.legal.len() as f32;
            for child in self.tree.children(id) {
                self.tree.node_mut(child).prior = alike;
            }
        }
        true
    }

    /// Writes the prior knowledge of the new children of a node whose moves are always the same.
    fn value_children(&mut self, id: NodeId, state: &G, seat: Seat) {
        let mut sum = 0.0;
        for child in self.tree.children(id) {
            self.value_child(child, state, seat);
            sum += self.tree.node(child).prior;
        }
        if self.selection.formula == Formula::Puct {
            for child in self.tree.children(id) {
                let (node, bound) = self.tree.both_mut(child);
                node.prior /= sum;
                bound.width = node.prior;
            }
        }
    }

    /// Writes the prior knowledge of a new child: for puct not yet divided by the sum over its siblings. Unseen moves, of
    /// which one is drawn, are worth what the position is worth before them.
    fn value_child(&mut self, child: NodeId, state: &G, seat: Seat) {
        let (node, bound) = self.tree.both_mut(child);
        let mut next = state.clone();
        if !node.actor.is_unseen() {
            next.play_unchecked(node.mv);
        }
        let points = next.evaluate_as(seat);
        let value = shares_of(&points, G::SOFTMAX_TEMPERATURE)[seat.index()];
        node.prior = match self.selection.formula {
            Formula::Puct => self.selection.weight(advantage::<G>(&points, seat) / G::SOFTMAX_TEMPERATURE),
            Formula::Ucb1 => value,
        };
        self.selection.untried(node, value, bound);
    }

    /// Goes down the trees of a game with hidden information.
    fn descend_information_set(&mut self, state: &mut G, observer: Seat) {
        let multi = self.trees_of_all();
        let roots = if multi { state.n_players() } else { 1 };
        let mut at: PerPlayer<NodeId> = PerPlayer::from_fn(roots, |seat| seat.index() as NodeId);
        self.path.extend(at.iter());
        if self.hidden_choices == HiddenChoices::Search && multi && self.guess.is_none() && state.is_simultaneous() {
            self.choose_again(&mut at, state, observer);
        }
        loop {
            let (mv, chosen) = match state.turn() {
                Turn::Over => return,
                Turn::Chance => (self.simulator.draw(state), None),
                Turn::Player(seat) => {
                    let (own, viewer) = if multi { (seat, seat) } else { (Seat::FIRST, observer) };
                    let id = at[own];
                    if self.is_leaf(id, roots) {
                        return;
                    }
                    let Some((child, mv)) = self.choose_available(id, state, seat, viewer) else { return };
                    at[own] = child;
                    self.path.push(child);
                    self.simulator.note(mv, seat);
                    (mv, Some(own))
                }
            };
            if chosen.is_none() || multi {
                self.follow(&mut at, state, if multi { None } else { Some(observer) }, chosen, mv);
            }
            state.play_unchecked(mv);
        }
    }

    /// Goes back to where the simultaneous choice began that is going on, and comes again to the decision of the observer:
    /// the others choose in their trees, the observer what was chosen before.
    fn choose_again(&mut self, at: &mut PerPlayer<NodeId>, state: &mut G, observer: Seat) {
        let mut own = std::mem::take(&mut self.own);
        state.rewind_simultaneous_choice(observer, &mut own);
        let mut next = own.iter();
        while let Turn::Player(seat) = state.turn() {
            let id = at[seat];
            let (child, mv) = if seat == observer {
                let Some(&mv) = next.next() else { break };
                let (actor, rng) = (self.actor(state, seat, true), &mut self.simulator.rng);
                // Nothing is to be known of it.
                let child =
                    if id == NOWHERE { None } else { self.tree.find_or_add(id, mv, actor, &mut 0, || rng.random()) };
                (child, mv)
            } else {
                let chosen =
                    if self.is_leaf(id, at.players()) { None } else { self.choose_available(id, state, seat, seat) };
                match chosen {
                    Some((child, mv)) => {
                        self.simulator.note(mv, seat);
                        (Some(child), mv)
                    }
                    None => (None, self.simulator.rollout_move(state, seat)),
                }
            };
            at[seat] = child.unwrap_or(NOWHERE);
            self.path.extend(child);
            self.follow(at, state, None, Some(seat), mv);
            state.play_unchecked(mv);
        }
        self.own = own;
        if at[observer] != NOWHERE {
            self.decision = at[observer];
        }
    }

    /// Who chooses now, as somebody sees it.
    fn actor(&self, state: &G, seat: Seat, seen: bool) -> Actor {
        let actor = Actor::of(Turn::Player(seat), seen);
        if self.simultaneous == Simultaneous::Regret && state.is_simultaneous() { actor.mixing() } else { actor }
    }

    fn is_leaf(&self, id: NodeId, roots: usize) -> bool {
        id == NOWHERE || (self.tree.node(id).visits == 0 && id >= roots as NodeId)
    }

    /// Chooses among the moves that are legal now, in the tree of `eyes`: moves that they cannot tell apart are one, and
    /// drawn. Moves that were not met before get a node; none when memory is full and no legal move has one.
    fn choose_available(&mut self, id: NodeId, state: &G, seat: Seat, viewer: Seat) -> Option<(NodeId, G::Move)> {
        state.legal_moves(&mut self.legal);
        self.available.clear();
        let (mut hint, mut unseen) = (0, 0);
        let actors = [false, true].map(|seen| self.actor(state, seat, seen));
        for idx in 0..self.legal.len() {
            let seen = state.is_visible_to(viewer, self.legal[idx]);
            if !seen {
                self.legal.swap(unseen, idx);
                unseen += 1;
            }
            if seen || unseen == 1 {
                let mv = self.legal[if seen { idx } else { 0 }];
                let child = self.find_or_add(id, mv, actors[usize::from(seen)], &mut hint, state);
                // Children may move while more are added, but not among themselves.
                self.available.extend(child.map(|child| child - self.tree.children(id).start));
            }
        }
        let first = self.tree.children(id).start;
        self.available.iter_mut().for_each(|child| *child += first);
        if self.available.is_empty() {
            return None;
        }
        for &child in &self.available {
            self.tree.node_mut(child).available += 1;
        }
        let child = if actors[1].is_mixing() {
            self.mixtures.draw(&mut self.tree, &self.available, &mut self.simulator.rng)
        } else {
            self.selection.best_available(&self.tree, self.table, &self.available)
        };
        let node = self.tree.node(child);
        if node.actor.is_unseen() {
            let drawn = self.simulator.rng.random_range(0..unseen as u32);
            return Some((child, self.legal[drawn as usize]));
        }
        Some((child, node.mv))
    }

    fn find_or_add(&mut self, id: NodeId, mv: G::Move, actor: Actor, hint: &mut NodeId, state: &G) -> Option<NodeId> {
        let rng = &mut self.simulator.rng;
        let child = self.tree.find_or_add(id, mv, actor, hint, || rng.random())?;
        let is_new = self.tree.node(child).available == 0;
        match actor.player() {
            Some(seat) if is_new && self.selection.prior > 0.0 => self.value_child(child, state, seat),
            // Without prior knowledge all moves are alike.
            _ if is_new => self.tree.node_mut(child).prior = 1.0,
            _ => {}
        }
        if is_new && actor.is_mixing() {
            *self.tree.both_mut(child).1 = regret::UNTRIED;
        }
        Some(child)
    }

    /// Moves the places in the trees, but that of the player who chose, along a move as the tree's owner sees it.
    fn follow(
        &mut self,
        at: &mut PerPlayer<NodeId>,
        state: &G,
        owner: Option<Seat>,
        chosen: Option<Seat>,
        mv: G::Move,
    ) {
        if state.turn() == Turn::Chance && self.chance == Chance::Open {
            return;
        }
        for tree in Seat::all(at.players()) {
            let id = at[tree];
            if Some(tree) == chosen || id == NOWHERE {
                continue;
            }
            let seen = state.is_visible_to(owner.unwrap_or(tree), mv);
            let actor =
                state.turn().player().map_or(Actor::of(Turn::Chance, seen), |seat| self.actor(state, seat, seen));
            // Nobody chooses between moves that are unseen, so what follows them is as near.
            let known = actor.is_unseen() || !self.is_leaf(id, at.players());
            let rng = &mut self.simulator.rng;
            let child = known.then(|| self.tree.find_or_add(id, mv, actor, &mut 0, || rng.random())).flatten();
            at[tree] = child.unwrap_or(NOWHERE);
            self.path.extend(child);
        }
    }

    #[inline]
    fn back_up(&mut self, values: &Values) {
        let selection = self.selection;
        self.mixtures.learn(&mut self.tree, values);
        for &id in &self.path {
            let (node, bound) = self.tree.both_mut(id);
            node.visits += 1;
            node.total += f64::from(values[node.actor.index() & 7]);
            if !node.actor.is_mixing() {
                selection.update(node, bound);
            }
        }
        for (total, value) in self.total.iter_mut().zip(&values[..self.players]) {
            *total += f64::from(*value);
        }
    }
}
