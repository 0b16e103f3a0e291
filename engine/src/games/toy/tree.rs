//! Games given as explicit trees, with chance and hidden moves, so that search is tested where the answer is known.
//!
//! A tree is text:
//!
//! ```text
//! node   = points | actor [seen] "{" branch … "}"
//! points = "[" one whole number per player "]"            the game is over
//! actor  = "p1" … "p6" | "chance"
//! seen   = "hidden" | "for" player …                      who sees the move besides the actor; without it, everybody
//! branch = [weight] name ":" node                         weights (chance only) are whole numbers, 1 if left out
//! ```
//!
//! For example matching pennies, as two successive moves of which the first is hidden:
//!
//! ```text
//! p1 hidden {
//!   heads: p2 { heads: [1 0] tails: [0 1] }
//!   tails: p2 { heads: [0 1] tails: [1 0] }
//! }
//! ```
//!
//! What an observer knows is the sequence of moves so far, those unseen without their names. [`resample_hidden`](crate::Game::resample_hidden)
//! samples a node with the same knowledge, each as likely as chance makes it; other players' hidden choices are taken to
//! be equally likely. Positions with the same knowledge must agree on whose turn it is and, for the player to move, on
//! the names of the moves.

use std::collections::HashMap;
use std::fmt::{self, Write as _};
use std::ops::RangeInclusive;
use std::sync::LazyLock;

use rand::{Rng, RngExt};

use crate::{
    Game, GameRules, MAX_PARTS, Outcome, PartMeaning, Parts, PerPlayer, ProvenanceCounts, RulesError, RulesSource,
    Seat, Turn,
};

/// A move: the number of its name in the tree.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Branch(u16);

/// A tree that cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("tree: {0}")]
pub struct TreeError(String);

/// A tree.
pub struct TreeRules {
    text: String,
    players: usize,
    names: Vec<String>,
    nodes: Vec<Node>,
    /// The nodes that an observer cannot tell apart, with the weights that add up to each.
    alike: Vec<Vec<(u32, f64)>>,
}

struct Node {
    turn: Turn,
    /// Who sees the moves of this node, one bit per seat.
    seen: u8,
    branches: Vec<Edge>,
    points: PerPlayer<i32>,
    /// For each observer the entry in `alike`.
    knowledge: PerPlayer<u32>,
    /// The node above and the way from there; none at the root.
    parent: Option<(u32, Branch)>,
}

impl Node {
    fn all_see(&self, players: usize) -> bool {
        Seat::all(players).all(|seat| self.seen >> seat.index() & 1 == 1)
    }
}

struct Edge {
    name: Branch,
    weight: u32,
    child: u32,
}

impl TreeRules {
    /// Reads a tree.
    ///
    /// # Errors
    /// When the text is no tree, or positions that a player cannot tell apart differ in what that player may do.
    pub fn parse(text: &str) -> Result<TreeRules, TreeError> {
        let spaced = "{}[]:".chars().fold(text.to_owned(), |text, c| text.replace(c, &format!(" {c} ")));
        let mut parser = Parser {
            tokens: spaced.split_whitespace().map(str::to_owned).collect::<Vec<_>>().into_iter().peekable(),
            rules: TreeRules { text: text.to_owned(), players: 0, names: vec![], nodes: vec![], alike: vec![] },
        };
        parser.node()?;
        if let Some(token) = parser.tokens.next() {
            return Err(TreeError(format!("\"{token}\" follows the end")));
        }
        let mut rules = parser.rules;
        if !(2..=crate::MAX_PLAYERS).contains(&rules.players) {
            return Err(TreeError(format!("{} players: expected 2 to 6", rules.players)));
        }
        rules.find_knowledge();
        rules.check_knowledge()?;
        Ok(rules)
    }

    /// Walks the tree and groups the nodes that an observer cannot tell apart.
    fn find_knowledge(&mut self) {
        let mut groups: HashMap<(Seat, String), u32> = HashMap::new();
        let nothing: PerPlayer<String> = PerPlayer::from_fn(self.players, |_| String::new());
        let mut open = vec![(0_u32, nothing, 1.0)];
        while let Some((idx, histories, weight)) = open.pop() {
            for observer in Seat::all(self.players) {
                let next = self.alike.len() as u32;
                let group = *groups.entry((observer, histories[observer].clone())).or_insert(next);
                if group == next {
                    self.alike.push(Vec::new());
                }
                self.alike[group as usize].push((idx, weight));
                self.nodes[idx as usize].knowledge[observer] = group;
            }
            let node = &self.nodes[idx as usize];
            let total: u32 = node.branches.iter().map(|edge| edge.weight).sum();
            for edge in &node.branches {
                let mut after = histories.clone();
                for observer in Seat::all(self.players) {
                    let seen = node.seen >> observer.index() & 1 == 1;
                    let name = if seen { &self.names[usize::from(edge.name.0)] } else { "?" };
                    write!(after[observer], "{} {name};", node.turn).expect("written");
                }
                open.push((edge.child, after, weight * f64::from(edge.weight) / f64::from(total)));
            }
        }
        // In the order of the text, whatever the order of the walk.
        self.alike.iter_mut().for_each(|group| group.sort_unstable_by_key(|entry| entry.0));
    }

    fn check_knowledge(&self) -> Result<(), TreeError> {
        let names = |node: &Node| node.branches.iter().map(|edge| edge.name).collect::<Vec<_>>();
        for observer in Seat::all(self.players) {
            for node in &self.nodes {
                let first = &self.nodes[self.alike[node.knowledge[observer] as usize][0].0 as usize];
                let own = node.turn == Turn::Player(observer);
                if first.turn != node.turn || (own && names(first) != names(node)) {
                    let message = format!("{observer} cannot tell nodes apart that differ, at a turn of {}", node.turn);
                    return Err(TreeError(message));
                }
            }
        }
        Ok(())
    }
}

struct Parser {
    tokens: std::iter::Peekable<std::vec::IntoIter<String>>,
    rules: TreeRules,
}

impl Parser {
    fn next(&mut self) -> Result<String, TreeError> {
        self.tokens.next().ok_or_else(|| TreeError("the text ends too early".to_owned()))
    }

    fn expect(&mut self, expected: &str) -> Result<(), TreeError> {
        let token = self.next()?;
        if token == expected { Ok(()) } else { Err(TreeError(format!("\"{token}\": expected \"{expected}\""))) }
    }

    /// Reads a node; returns its number.
    fn node(&mut self) -> Result<u32, TreeError> {
        let token = self.next()?;
        let idx = self.rules.nodes.len();
        let nobody = PerPlayer::from_fn(0, |_| 0);
        let knowledge = PerPlayer::from_fn(crate::MAX_PLAYERS, |_| 0);
        self.rules.nodes.push(Node {
            turn: Turn::Over,
            seen: 0,
            branches: vec![],
            points: nobody,
            knowledge,
            parent: None,
        });
        if token == "[" {
            self.rules.nodes[idx].points = self.points()?;
            return Ok(idx as u32);
        }
        let turn = match token.as_str() {
            "chance" => Turn::Chance,
            seat => Turn::Player(
                seat.parse().map_err(|_| TreeError(format!("\"{seat}\": expected p1 to p6, chance or [")))?,
            ),
        };
        let seen = self.seen()?;
        let own = turn.player().map_or(0, |seat| 1 << seat.index());
        let branches = self.branches(turn)?;
        for edge in &branches {
            self.rules.nodes[edge.child as usize].parent = Some((idx as u32, edge.name));
        }
        let node = &mut self.rules.nodes[idx];
        (node.turn, node.seen, node.branches) = (turn, seen | own, branches);
        Ok(idx as u32)
    }

    fn points(&mut self) -> Result<PerPlayer<i32>, TreeError> {
        let mut points = Vec::new();
        loop {
            let token = self.next()?;
            if token == "]" {
                break;
            }
            points.push(token.parse().map_err(|_| TreeError(format!("\"{token}\": expected a whole number or ]")))?);
        }
        if points.len() > crate::MAX_PLAYERS || (self.rules.players != 0 && self.rules.players != points.len()) {
            return Err(TreeError(format!("points for {} players", points.len())));
        }
        self.rules.players = points.len();
        Ok(PerPlayer::from_fn(points.len(), |seat| points[seat.index()]))
    }

    fn seen(&mut self) -> Result<u8, TreeError> {
        let mut seen = 0;
        match self.next()?.as_str() {
            "{" => return Ok(u8::MAX),
            "hidden" => self.expect("{")?,
            "for" => loop {
                let token = self.next()?;
                if token == "{" {
                    break;
                }
                let seat: Seat =
                    token.parse().map_err(|_| TreeError(format!("\"{token}\": expected p1 to p6 or {{")))?;
                seen |= 1 << seat.index();
            },
            token => return Err(TreeError(format!("\"{token}\": expected hidden, for or {{"))),
        }
        Ok(seen)
    }

    fn branches(&mut self, turn: Turn) -> Result<Vec<Edge>, TreeError> {
        let mut branches: Vec<Edge> = Vec::new();
        loop {
            let mut token = self.next()?;
            if token == "}" {
                break;
            }
            let weight = token.parse().ok().filter(|weight| *weight > 0 && turn == Turn::Chance);
            if weight.is_some() && self.tokens.peek().is_some_and(|next| next != ":") {
                token = self.next()?;
            }
            let name = self.name(token);
            if branches.iter().any(|edge| edge.name == name) {
                return Err(TreeError(format!("\"{}\" stands twice", self.rules.names[usize::from(name.0)])));
            }
            self.expect(":")?;
            branches.push(Edge { name, weight: weight.unwrap_or(1), child: self.node()? });
        }
        if branches.is_empty() { Err(TreeError("a node has no branch".to_owned())) } else { Ok(branches) }
    }

    fn name(&mut self, token: String) -> Branch {
        let names = &mut self.rules.names;
        let idx = names.iter().position(|name| *name == token).unwrap_or_else(|| {
            names.push(token);
            names.len() - 1
        });
        Branch(idx as u16)
    }
}

impl fmt::Debug for TreeRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TreeRules").field("text", &self.text).finish_non_exhaustive()
    }
}

impl GameRules for TreeRules {
    fn load(source: &RulesSource) -> Result<Self, RulesError> {
        if source.is_standard() { Ok(matching_pennies()) } else { Err(RulesError::Fixed) }
    }

    fn standard() -> &'static Self {
        static STANDARD: LazyLock<TreeRules> = LazyLock::new(matching_pennies);
        &STANDARD
    }

    fn canonical(&self) -> &str {
        &self.text
    }

    fn provenance_counts(&self) -> ProvenanceCounts {
        ProvenanceCounts::default()
    }
}

fn known(text: &str) -> TreeRules {
    TreeRules::parse(text).expect("a tree")
}

/// Matching pennies: `p1` wins if both show the same. Equilibrium: both equally often; worth 1/2 to each.
pub fn matching_pennies() -> TreeRules {
    known(
        "p1 hidden {
           heads: p2 { heads: [1 0] tails: [0 1] }
           tails: p2 { heads: [0 1] tails: [1 0] }
         }",
    )
}

/// Rock, paper, scissors in which a win is worth a whole game with a probability of 1, 1/2 and 1/4: rock against
/// scissors, paper against rock, scissors against paper; otherwise, and for equal choices, the win is shared.
///
/// With a the value of a win over 1/2, that is the antisymmetric matrix with rock-scissors 1/2, paper-rock 1/4 and
/// scissors-paper 1/8, whose equilibrium plays each choice in proportion to what the two others win from each other:
/// rock 1/7, paper 4/7, scissors 2/7; worth 1/2 to each.
pub fn biased_rock_paper_scissors() -> TreeRules {
    let against = |own: usize, other: usize| {
        let (win, lose) = ("win: [1 0]", "lose: [0 1]");
        match (own, other) {
            (0, 2) => win.to_owned(),
            (2, 0) => lose.to_owned(),
            (1, 0) => format!("1 {win} 1 draw: [1 1]"),
            (0, 1) => format!("1 {lose} 1 draw: [1 1]"),
            (2, 1) => format!("1 {win} 3 draw: [1 1]"),
            (1, 2) => format!("1 {lose} 3 draw: [1 1]"),
            _ => "draw: [1 1]".to_owned(),
        }
    };
    let names = ["rock", "paper", "scissors"];
    let reply = |own: usize| {
        let branch = |other: usize| format!("{}: chance {{ {} }}", names[other], against(own, other));
        format!("{}: p2 {{ {} {} {} }}", names[own], branch(0), branch(1), branch(2))
    };
    known(&format!("p1 hidden {{ {} {} {} }}", reply(0), reply(1), reply(2)))
}

/// The three doors of Monty Hall: a car is hidden, `p1` points at a door, another door without the car is opened, `p1`
/// stays or switches. Worth 2/3 to `p1`, by switching; more only to one who peeks.
pub fn monty_hall() -> TreeRules {
    let last = |car: usize, chosen: usize, opened: usize| {
        let won = if car == chosen { "[1 0]" } else { "[0 1]" };
        let lost = if car == chosen { "[0 1]" } else { "[1 0]" };
        format!("open-{opened}: p1 {{ stay: {won} switch: {lost} }}")
    };
    let opening = |car: usize, chosen: usize| {
        let doors = (1..=3).filter(|&door| door != car && door != chosen);
        doors.map(|door| last(car, chosen, door)).collect::<Vec<_>>().join(" ")
    };
    let choosing = |car: usize| {
        let doors = (1..=3).map(|chosen| format!("door-{chosen}: chance {{ {} }}", opening(car, chosen)));
        format!("car-{car}: p1 {{ {} }}", doors.collect::<Vec<_>>().join(" "))
    };
    known(&format!("chance hidden {{ {} {} {} }}", choosing(1), choosing(2), choosing(3)))
}

/// A coin under one of 2×2 cells; `p1` looks under two of them, one after the other. Worth 1/2 to `p1`, whatever is
/// looked under; more only to one who peeks.
pub fn hidden_cell() -> TreeRules {
    let cells = ["a1", "a2", "b1", "b2"];
    let second = |coin: &str, first: &str| {
        let others = cells.iter().filter(|&&cell| cell != first);
        let look = others.map(|&cell| format!("{cell}: {}", if cell == coin { "[1 0]" } else { "[0 1]" }));
        format!("chance {{ nothing: p1 {{ {} }} }}", look.collect::<Vec<_>>().join(" "))
    };
    let under = |coin: &str| {
        let found = "chance { coin: [1 0] }".to_owned();
        let look = cells.iter().map(|&first| {
            let then = if first == coin { found.clone() } else { second(coin, first) };
            format!("{first}: {then}")
        });
        format!("{coin}: p1 {{ {} }}", look.collect::<Vec<_>>().join(" "))
    };
    known(&format!("chance hidden {{ {} }}", cells.map(under).join(" ")))
}

/// A position in a tree for so many players.
///
/// With `IMPERFECT_INFORMATION` false everybody sees everything, whatever the text says: for testing what search does then.
#[derive(Clone, Copy)]
pub struct Tree<const PLAYERS: usize = 2, const IMPERFECT_INFORMATION: bool = true> {
    rules: &'static TreeRules,
    node: u32,
}

impl<const PLAYERS: usize, const IMPERFECT_INFORMATION: bool> Tree<PLAYERS, IMPERFECT_INFORMATION> {
    #[inline]
    fn node(&self) -> &'static Node {
        &self.rules.nodes[self.node as usize]
    }

    /// The position before the last move, and that move, if it was a choice that somebody did not see: the observer, or others
    /// if it was the observer's own.
    fn choice_before(&self, observer: Seat) -> Option<(Self, Branch)> {
        let (node, mv) = self.node().parent?;
        let before = Tree { rules: self.rules, node };
        let unseen = match before.turn() {
            Turn::Player(seat) if seat == observer => !before.node().all_see(PLAYERS),
            Turn::Player(_) => !before.is_visible_to(observer, mv),
            _ => false,
        };
        unseen.then_some((before, mv))
    }

    fn edge(&self, mv: Branch) -> Option<&'static Edge> {
        self.node().branches.iter().find(|edge| edge.name == mv)
    }
}

impl<const PLAYERS: usize, const IMPERFECT_INFORMATION: bool> PartialEq for Tree<PLAYERS, IMPERFECT_INFORMATION> {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.rules, other.rules) && self.node == other.node
    }
}

impl<const PLAYERS: usize, const IMPERFECT_INFORMATION: bool> fmt::Debug for Tree<PLAYERS, IMPERFECT_INFORMATION> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Tree(node {} of {})", self.node, self.rules.text)
    }
}

impl<const PLAYERS: usize, const IMPERFECT_INFORMATION: bool> Game for Tree<PLAYERS, IMPERFECT_INFORMATION> {
    type Move = Branch;
    type Rules = TreeRules;

    const NAME: &'static str = "tree";
    const TITLE: &'static str = "Tree";
    const RULES_VERSION: &'static str = "1";
    const PLAYERS: RangeInclusive<usize> = PLAYERS..=PLAYERS;
    const CHANCE_STREAMS: &'static [&'static str] = &["chance"];
    const PARTS: &'static [&'static str] = &["points"];
    const PARTS_ARE: PartMeaning = PartMeaning::Points;
    const IMPERFECT_INFORMATION: bool = IMPERFECT_INFORMATION;
    const MAX_MOVES: usize = 1 << 16;

    fn new(rules: &'static TreeRules, players: usize) -> Self {
        assert_eq!(players, rules.players, "the tree is for {} players", rules.players);
        Tree { rules, node: 0 }
    }

    fn n_players(&self) -> usize {
        PLAYERS
    }

    fn turn(&self) -> Turn {
        self.node().turn
    }

    fn first_player(&self) -> Seat {
        Seat::FIRST
    }

    fn legal_moves(&self, moves: &mut Vec<Branch>) {
        moves.clear();
        if self.turn().player().is_some() {
            moves.extend(self.node().branches.iter().map(|edge| edge.name));
        }
    }

    fn is_legal(&self, mv: Branch) -> bool {
        self.edge(mv).is_some()
    }

    fn play_unchecked(&mut self, mv: Branch) {
        self.node = self.edge(mv).expect("a legal move").child;
    }

    fn draw(&self, rng: &mut impl Rng) -> Branch {
        assert_eq!(self.turn(), Turn::Chance, "chance is not to act");
        let branches = &self.node().branches;
        let mut left = rng.random_range(0..branches.iter().map(|edge| edge.weight).sum::<u32>());
        let drawn = branches.iter().find(|edge| {
            let found = left < edge.weight;
            left = left.saturating_sub(edge.weight);
            found
        });
        drawn.expect("the weights add up").name
    }

    fn chance_outcomes(&self, outcomes: &mut Vec<(Branch, u32)>) {
        outcomes.clear();
        if self.turn() == Turn::Chance {
            outcomes.extend(self.node().branches.iter().map(|edge| (edge.name, edge.weight)));
        }
    }

    fn chance_stream(&self) -> usize {
        assert_eq!(self.turn(), Turn::Chance, "chance is not to act");
        0
    }

    fn resample_hidden(&mut self, observer: Seat, rng: &mut impl Rng) {
        if !IMPERFECT_INFORMATION {
            return;
        }
        let alike = &self.rules.alike[self.node().knowledge[observer] as usize];
        let mut left = rng.random::<f64>() * alike.iter().map(|(_, weight)| weight).sum::<f64>();
        let drawn = alike.iter().find(|(_, weight)| {
            left -= weight;
            left < 0.0
        });
        self.node = drawn.or(alike.last()).expect("the node itself is among them").0;
    }

    fn is_visible_to(&self, observer: Seat, _mv: Branch) -> bool {
        !IMPERFECT_INFORMATION || self.node().seen >> observer.index() & 1 == 1
    }

    fn is_simultaneous(&self) -> bool {
        match self.turn() {
            Turn::Player(seat) if IMPERFECT_INFORMATION => {
                !self.node().all_see(PLAYERS) || self.choice_before(seat).is_some()
            }
            _ => false,
        }
    }

    fn rewind_simultaneous_choice(&mut self, observer: Seat, own: &mut Vec<Branch>) {
        assert!(self.is_simultaneous(), "no simultaneous choice is going on");
        own.clear();
        while let Some((before, mv)) = self.choice_before(observer) {
            if before.turn() == Turn::Player(observer) {
                own.push(mv);
            }
            *self = before;
        }
        own.reverse();
    }

    fn score_parts(&self, seat: Seat) -> Parts {
        let mut parts = [0; MAX_PARTS];
        if self.turn() == Turn::Over {
            parts[0] = self.node().points[seat];
        }
        parts
    }

    fn outcome(&self) -> Option<Outcome> {
        let parts = PerPlayer::from_fn(PLAYERS, |seat| self.score_parts(seat));
        let scores = PerPlayer::from_fn(PLAYERS, |seat| f64::from(parts[seat][0]));
        (self.turn() == Turn::Over).then(|| Outcome::from_scores(scores, parts))
    }

    fn move_text(&self, mv: Branch) -> String {
        self.rules.names[usize::from(mv.0)].clone()
    }

    fn all_moves(&self) -> Vec<Branch> {
        (0..self.rules.names.len() as u16).map(Branch).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;
    use rand::rngs::Xoshiro256PlusPlus;

    fn fails(text: &str, expected: &str) {
        assert_eq!(TreeRules::parse(text).map(|_| ()), Err(TreeError(expected.to_owned())), "{text}");
    }

    #[test]
    fn broken_trees_are_refused() {
        fails("", "the text ends too early");
        fails("p1 { a: [1 0]", "the text ends too early");
        fails("p7 { a: [1 0] }", "\"p7\": expected p1 to p6, chance or [");
        fails("p1 { a: [1 0] } b", "\"b\" follows the end");
        fails("p1 { a: [1 x] }", "\"x\": expected a whole number or ]");
        fails("p1 { a: [1 0] b: [1 0 0] }", "points for 3 players");
        fails("p1 { a: [1] }", "1 players: expected 2 to 6");
        fails("p1 { a: [1 0] a: [0 1] }", "\"a\" stands twice");
        fails("p1 { }", "a node has no branch");
        fails("p1 seen { a: [1 0] }", "\"seen\": expected hidden, for or {");
        fails("chance for q1 { a: [1 0] }", "\"q1\": expected p1 to p6 or {");
        let differs = "chance hidden { a: p1 { x: [1 0] } b: p1 { y: [1 0] } }";
        fails(differs, "p1 cannot tell nodes apart that differ, at a turn of p1");
    }

    #[test]
    fn hiding_weighs_by_chance() {
        let rules: &'static TreeRules = Box::leak(Box::new(monty_hall()));
        let mut state = Tree::<2>::new(rules, 2);
        for text in ["car-1", "door-1", "open-3"] {
            state.play(state.parse_move(text).expect("a move")).expect("legal");
        }
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let stay_wins = (0..30_000).filter(|_| {
            let mut sample = state;
            sample.resample_hidden(Seat::FIRST, &mut rng);
            sample.play(sample.parse_move("stay").expect("a move")).expect("legal");
            sample.win_shares()[Seat::FIRST] == crate::Share::ALL
        });
        let share = stay_wins.count() as f64 / 30_000.0;
        assert!((share - 1.0 / 3.0).abs() < 0.01, "{share}");
    }
}
