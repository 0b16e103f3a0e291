//! Reading a tree from its text.

use super::node::{Branch, Edge, Node};
use crate::{MAX_PLAYERS, PerPlayer, Seat, Turn};

/// A tree that cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("tree: {0}")]
pub struct TreeError(pub(super) String);

/// What the text of a tree says.
#[derive(Default)]
pub(super) struct TreeText {
    pub(super) players: usize,
    /// The names of branches, each once.
    pub(super) names: Vec<String>,
    /// The nodes, the root first.
    pub(super) nodes: Vec<Node>,
}

/// Reads a tree for 2 to 6 players.
pub(super) fn parse(text: &str) -> Result<TreeText, TreeError> {
    let spaced = "{}[]:".chars().fold(text.to_owned(), |text, c| text.replace(c, &format!(" {c} ")));
    let tokens: Vec<String> = spaced.split_whitespace().map(str::to_owned).collect();
    let mut parser = Parser { tokens: tokens.into_iter().peekable(), text: TreeText::default() };
    parser.node()?;
    if let Some(token) = parser.tokens.next() {
        return Err(TreeError(format!("\"{token}\" follows the end")));
    }
    let players = parser.text.players;
    if !(2..=MAX_PLAYERS).contains(&players) {
        return Err(TreeError(format!("{players} players: expected 2 to 6")));
    }
    Ok(parser.text)
}

struct Parser {
    tokens: std::iter::Peekable<std::vec::IntoIter<String>>,
    text: TreeText,
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
        let idx = self.text.nodes.len();
        self.text.nodes.push(Node {
            turn: Turn::Over,
            seen: 0,
            branches: vec![],
            points: PerPlayer::from_fn(0, |_| 0),
            knowledge: PerPlayer::from_fn(MAX_PLAYERS, |_| 0),
            parent: None,
        });
        if token == "[" {
            self.text.nodes[idx].points = self.points()?;
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
            self.text.nodes[edge.child as usize].parent = Some((idx as u32, edge.name));
        }
        let node = &mut self.text.nodes[idx];
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
        if points.len() > MAX_PLAYERS || (self.text.players != 0 && self.text.players != points.len()) {
            return Err(TreeError(format!("points for {} players", points.len())));
        }
        self.text.players = points.len();
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
                return Err(TreeError(format!("\"{}\" stands twice", self.text.names[usize::from(name.0)])));
            }
            self.expect(":")?;
            branches.push(Edge { name, weight: weight.unwrap_or(1), child: self.node()? });
        }
        if branches.is_empty() { Err(TreeError("a node has no branch".to_owned())) } else { Ok(branches) }
    }

    fn name(&mut self, token: String) -> Branch {
        let names = &mut self.text.names;
        let idx = names.iter().position(|name| *name == token).unwrap_or_else(|| {
            names.push(token);
            names.len() - 1
        });
        Branch(idx as u16)
    }
}
