//! A tree with what observers know at its nodes.

use std::collections::HashMap;
use std::fmt::{self, Write as _};

use super::node::Node;
use super::parse::{TreeError, TreeText, parse};
use crate::data::DataFacts;
use crate::{PerPlayer, Seat, Turn};

/// A tree.
pub struct TreeRules {
    pub(super) data: DataFacts,
    pub(super) players: usize,
    pub(super) names: Vec<String>,
    pub(super) nodes: Vec<Node>,
    /// The nodes that an observer cannot tell apart, with the weights that add up to each.
    pub(super) alike: Vec<Vec<(u32, f64)>>,
}

impl TreeRules {
    /// Reads a tree.
    ///
    /// # Errors
    /// When the text is no tree, or positions that a player cannot tell apart differ in what that player may do.
    pub fn parse(text: &str) -> Result<TreeRules, TreeError> {
        let TreeText { players, names, nodes } = parse(text)?;
        let mut rules = TreeRules { data: DataFacts::of_text(text), players, names, nodes, alike: Vec::new() };
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

impl fmt::Debug for TreeRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TreeRules").field("text", &self.data.canonical()).finish_non_exhaustive()
    }
}
