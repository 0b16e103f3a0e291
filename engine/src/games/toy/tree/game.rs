//! Trees as games.

use std::fmt;
use std::ops::RangeInclusive;

use rand::{Rng, RngExt};

use super::node::{Branch, Edge, Node};
use super::rules::TreeRules;
use crate::{Game, MAX_PARTS, Outcome, PartMeaning, Parts, PerPlayer, Seat, Turn};

/// A position in a tree for so many players.
///
/// With `IMPERFECT_INFORMATION` false everybody sees everything, whatever the text says: for testing what search does
/// then.
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

    /// The position before the last move, and that move, if it was a choice that somebody did not see: the observer, or
    /// others if it was the observer's own.
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
        write!(f, "Tree(node {} of {})", self.node, self.rules.data.canonical())
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
