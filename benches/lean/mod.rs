//! The leanest UCT for Connect Four that we can write by hand: two bitboards, nodes in one array, no abstraction.
//!
//! Two players, no chance, nothing hidden, one formula, uniformly random rollouts. It knows every trick of ours that
//! applies but one, the move beside what selection reads: children side by side, what selection reads in an array of its
//! own, bounds computed when a node is updated, the table of square roots of logarithms.

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

/// The lowest cells of the seven columns of seven bits each.
const BOTTOM: u64 = 0x0000_0408_1020_4081;
/// The highest cells.
const TOP: u64 = BOTTOM << 5;

#[derive(Clone, Copy)]
struct Board {
    stones: u64,
    own: u64,
    open: u32,
    won: bool,
}

impl Board {
    #[inline]
    fn play(&mut self, column: u8) {
        let shift = 7 * column;
        let stone = (self.stones + (1 << shift)) & (0x7f << shift);
        let own = self.own | stone;
        self.own ^= self.stones;
        self.stones |= stone;
        self.open &= !(u32::from(stone & TOP != 0) << column);
        let has_line = [1, 7, 6, 8].iter().any(|step| {
            let pairs = own & (own >> step);
            pairs & (pairs >> (2 * step)) != 0
        });
        if has_line {
            self.won = true;
            self.open = 0;
        }
    }

    #[inline]
    fn over(self) -> bool {
        self.open == 0
    }
}

/// For each set of columns its members in order, and how many there are.
static COLUMNS: [([u8; 8], u32); 128] = {
    let (mut all, mut set) = ([([0; 8], 0); 128], 0);
    while set < 128 {
        let (mut count, mut column) = (0, 0);
        while column < 7 {
            if set >> column & 1 == 1 {
                all[set].0[count] = column as u8;
                count += 1;
            }
            column += 1;
        }
        all[set].1 = count as u32;
        set += 1;
    }
    all
};

#[derive(Clone, Copy)]
struct Bound {
    mean: f32,
    width: f32,
}

#[derive(Clone, Copy)]
struct Node {
    /// The sum of the values for the player who moved.
    total: f32,
    visits: u32,
    first_child: u32,
    children: u8,
    column: u8,
}

/// The search.
pub(crate) struct Lean {
    nodes: Vec<Node>,
    bounds: Vec<Bound>,
    path: Vec<u32>,
    sqrt_ln: Vec<f32>,
    rng: Xoshiro256PlusPlus,
    c: f32,
}

impl Lean {
    pub(crate) fn new(c: f32) -> Lean {
        Lean {
            nodes: Vec::new(),
            bounds: Vec::new(),
            path: Vec::new(),
            sqrt_ln: (0..20_000).map(|n| libm::logf(n.max(1) as f32).sqrt()).collect(),
            rng: Xoshiro256PlusPlus::seed_from_u64(0),
            c,
        }
    }

    /// The column with the most visits after so many simulations from the empty board, with its visits.
    pub(crate) fn search(&mut self, simulations: u32, seed: u64) -> (u8, u32) {
        self.rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        self.nodes.clear();
        self.bounds.clear();
        self.push(0, 0.0);
        for _ in 0..simulations {
            self.simulate();
        }
        let root = self.nodes[0];
        let children = &self.nodes[root.first_child as usize..][..usize::from(root.children)];
        let best = children.iter().max_by_key(|node| node.visits).expect("a child");
        (best.column, best.visits)
    }

    fn push(&mut self, column: u8, mean: f32) {
        self.nodes.push(Node { total: 0.0, visits: 0, first_child: 0, children: 0, column });
        self.bounds.push(Bound { mean, width: 0.0 });
    }

    #[inline]
    fn simulate(&mut self) {
        let mut board = Board { stones: 0, own: 0, open: 0x7f, won: false };
        let mut id = 0;
        self.path.clear();
        self.path.push(0);
        while !board.over() {
            let node = self.nodes[id as usize];
            if node.visits == 0 && id != 0 {
                break;
            }
            if node.children == 0 {
                self.expand(id, board.open);
            }
            id = self.select(id);
            self.path.push(id);
            board.play(self.nodes[id as usize].column);
        }
        let moves = self.path.len();
        let (value, odd) = self.roll_out(board);
        // The value is that of the player who moved last in the rollout, `odd` plies after the leaf.
        let mut value = if odd { 1.0 - value } else { value };
        for idx in (0..moves).rev() {
            let id = self.path[idx] as usize;
            let node = &mut self.nodes[id];
            node.visits += 1;
            node.total += value;
            let once = 1.0 / (node.visits as f32).sqrt();
            self.bounds[id] = Bound { mean: node.total * (once * once), width: once };
            value = 1.0 - value;
        }
    }

    fn expand(&mut self, id: u32, open: u32) {
        let first_child = self.nodes.len() as u32;
        for &column in &COLUMNS[open as usize].0[..open.count_ones() as usize] {
            let mean = 1e4 * (1.0 + self.rng.random::<f32>());
            self.push(column, mean);
        }
        let node = &mut self.nodes[id as usize];
        (node.first_child, node.children) = (first_child, open.count_ones() as u8);
    }

    #[inline]
    fn select(&self, id: u32) -> u32 {
        let node = self.nodes[id as usize];
        let factor = self.c * self.sqrt_ln[node.visits as usize];
        let (mut best, mut best_score) = (0, f32::NEG_INFINITY);
        let first = node.first_child as usize;
        for (idx, bound) in self.bounds[first..first + usize::from(node.children)].iter().enumerate() {
            let score = bound.mean + factor * bound.width;
            if score > best_score {
                (best, best_score) = (idx as u32, score);
            }
        }
        node.first_child + best
    }

    /// The value of a random end for the player who moves last there, and whether the number of moves to it is odd.
    #[inline]
    fn roll_out(&mut self, mut board: Board) -> (f32, bool) {
        let mut odd = false;
        while !board.over() {
            let (columns, count) = &COLUMNS[board.open as usize & 127];
            let nth = self.rng.random_range(0..*count);
            board.play(columns[nth as usize & 7]);
            odd = !odd;
        }
        (if board.won { 1.0 } else { 0.5 }, odd)
    }
}
