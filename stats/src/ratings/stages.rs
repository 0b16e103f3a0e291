//! Sums over the sets of players that were left: expected winners of stages and their covariances.

use super::data::{MAX_PLAYERS, SetKey};
use crate::linear::Matrix;

/// Sets of equally many players.
pub(super) struct Run {
    size: usize,
    /// Item of each member, set after set; an item is a bot at a position, bot·players + position.
    items: Vec<u32>,
    /// By size of tied sets: every choice of so many members.
    choices: [Vec<Choice>; MAX_PLAYERS + 1],
}

/// Some members of a set, by their position; only the first |T| count.
type Choice = [u8; MAX_PLAYERS];

/// The weights of tied sets at some parameters.
pub(super) struct Worths {
    /// α by item.
    alone: Vec<f64>,
    tied: Vec<TiedWorths>,
}

/// The weights of tied sets of one size.
struct TiedWorths {
    size: usize,
    delta: f64,
    /// α^(1/size) by item.
    roots: Vec<f64>,
}

/// Where second derivatives are gathered.
pub(super) struct Curvature<'a> {
    pub(super) hessian: &'a mut Matrix,
    pub(super) bots: usize,
    pub(super) players: usize,
    pub(super) ties: &'a [usize],
}

/// Expectations in one stage of sets T that come next.
struct Expected<const N: usize> {
    /// For each member i, of 1/|T| if i ∈ T.
    shares: [f64; N],
    /// For each size, the probability that |T| is it.
    ties: [f64; MAX_PLAYERS + 1],
}

/// Expectations of products in one stage.
struct Products<const N: usize> {
    /// For members i and j, of 1/|T|² if both are in T.
    shares: [[f64; N]; N],
    /// For each size and each member i, of 1/|T| if i ∈ T and |T| is the size.
    ties: [[f64; N]; MAX_PLAYERS + 1],
}

/// Calls a function of a run with the size of its sets as a constant.
macro_rules! of_size {
    ($run:ident.$function:ident($($argument:expr),*)) => {
        match $run.size {
            2 => $run.$function::<2>($($argument),*),
            3 => $run.$function::<3>($($argument),*),
            4 => $run.$function::<4>($($argument),*),
            5 => $run.$function::<5>($($argument),*),
            _ => $run.$function::<MAX_PLAYERS>($($argument),*),
        }
    };
}

impl Worths {
    pub(super) fn new(parameters: &[f64], bots: usize, players: usize, ties: &[usize]) -> Worths {
        let (strengths, rest) = parameters.split_at(bots);
        let (start_orders, deltas) = rest.split_at(players);
        let powers = |size: usize| {
            let of = |strength: f64| {
                start_orders.iter().map(move |start_order| libm::exp((strength + start_order) / size as f64))
            };
            strengths.iter().flat_map(|&strength| of(strength)).collect()
        };
        let tied = ties.iter().zip(deltas);
        Worths {
            alone: powers(1),
            tied: tied.map(|(&size, log)| TiedWorths { size, delta: libm::exp(*log), roots: powers(size) }).collect(),
        }
    }
}

impl TiedWorths {
    /// Calls `visit` with each tied set of this size and its weight.
    #[inline]
    fn each<const N: usize>(&self, set: &[u32; N], choices: &[Choice], mut visit: impl FnMut(&[u8], f64)) {
        let mut roots = [0.0; N];
        roots.iter_mut().zip(set).for_each(|(root, &item)| *root = self.roots[item as usize]);
        for choice in choices {
            let tied = &choice[..self.size];
            visit(tied, tied.iter().fold(self.delta, |weight, &member| weight * roots[usize::from(member)]));
        }
    }
}

impl Run {
    /// The sets with these keys, all of one size.
    pub(super) fn new(players: usize, keys: &[SetKey]) -> Run {
        let items =
            keys.iter().flat_map(|key| key.members()).map(|member| (member.bot * players + member.start_order) as u32);
        let size = keys[0].len();
        Run { size, items: items.collect(), choices: std::array::from_fn(|chosen| choices(size, chosen)) }
    }

    /// The number of members of each set.
    pub(super) fn size(&self) -> usize {
        self.size
    }

    /// The number of sets.
    pub(super) fn len(&self) -> usize {
        self.items.len() / self.size
    }

    /// Adds to `items` and `ties` what is expected of stages that came up so often.
    pub(super) fn expect(&self, counts: &[f64], worths: &Worths, items: &mut [f64], ties: &mut [f64]) {
        of_size!(self.expect_of(counts, worths, items, ties));
    }

    fn expect_of<const N: usize>(&self, counts: &[f64], worths: &Worths, items: &mut [f64], ties: &mut [f64]) {
        for (set, count) in self.items.as_chunks::<N>().0.iter().zip(counts) {
            let expected = self.expected(set, worths);
            for (&item, share) in set.iter().zip(expected.shares) {
                items[item as usize] += count * share;
            }
            for tied in &worths.tied {
                ties[tied.size] += count * expected.ties[tied.size];
            }
        }
    }

    #[inline]
    fn expected<const N: usize>(&self, set: &[u32; N], worths: &Worths) -> Expected<N> {
        let mut shares = [0.0; N];
        shares.iter_mut().zip(set).for_each(|(share, &item)| *share = worths.alone[item as usize]);
        let mut ties = [0.0; MAX_PLAYERS + 1];
        let mut total: f64 = shares.iter().sum();
        for tied in &worths.tied {
            let size = tied.size;
            let (mut sum, mut held) = (0.0, [0.0; N]);
            tied.each(set, &self.choices[size], |members, weight| {
                sum += weight;
                for &member in members {
                    held[usize::from(member)] += weight;
                }
            });
            shares.iter_mut().zip(held).for_each(|(share, held)| *share += held / size as f64);
            ties[size] = sum;
            total += sum;
        }
        for share in &mut shares {
            *share /= total;
        }
        worths.tied.iter().for_each(|tied| ties[tied.size] /= total);
        Expected { shares, ties }
    }

    /// Adds to `sums`, for each set, the value that is expected of a stage, where a member that comes next counts its value
    /// of `items`, shared in ties, and a tie its value of `ties`.
    pub(super) fn project(&self, worths: &Worths, items: &[f64], ties: &[f64], sums: &mut Vec<f64>) {
        of_size!(self.project_of(worths, items, ties, sums));
    }

    fn project_of<const N: usize>(&self, worths: &Worths, items: &[f64], ties: &[f64], sums: &mut Vec<f64>) {
        sums.extend(self.items.as_chunks::<N>().0.iter().map(|set| {
            let expected = self.expected(set, worths);
            let of_items: f64 =
                set.iter().zip(expected.shares).map(|(&item, share)| share * items[item as usize]).sum();
            of_items + worths.tied.iter().map(|tied| expected.ties[tied.size] * ties[tied.size]).sum::<f64>()
        }));
    }

    /// The members of each set, as items.
    pub(super) fn sets(&self) -> impl Iterator<Item = &[u32]> {
        self.items.chunks_exact(self.size)
    }

    /// Adds the covariances in stages that came up so often.
    pub(super) fn curve(&self, counts: &[f64], worths: &Worths, curvature: &mut Curvature) {
        of_size!(self.curve_of(counts, worths, curvature));
    }

    fn curve_of<const N: usize>(&self, counts: &[f64], worths: &Worths, curvature: &mut Curvature) {
        for (set, &count) in self.items.as_chunks::<N>().0.iter().zip(counts) {
            if count > 0.0 {
                curvature.add(set, count, &self.expected(set, worths), &self.products(set, worths));
            }
        }
    }

    fn products<const N: usize>(&self, set: &[u32; N], worths: &Worths) -> Products<N> {
        let mut products = Products { shares: [[0.0; N]; N], ties: [[0.0; N]; MAX_PLAYERS + 1] };
        let mut total = 0.0;
        for (member, &item) in set.iter().enumerate() {
            products.shares[member][member] = worths.alone[item as usize];
            total += worths.alone[item as usize];
        }
        for tied in &worths.tied {
            tied.each(set, &self.choices[tied.size], |members, weight| {
                total += weight;
                products.add(members, weight / tied.size as f64);
            });
        }
        products.divide(total);
        products
    }
}

impl<const N: usize> Products<N> {
    fn add(&mut self, members: &[u8], share: f64) {
        for &a in members {
            self.ties[members.len()][usize::from(a)] += share;
            for &b in members {
                self.shares[usize::from(a)][usize::from(b)] += share / members.len() as f64;
            }
        }
    }

    fn divide(&mut self, total: f64) {
        self.shares.as_flattened_mut().iter_mut().for_each(|product| *product /= total);
        self.ties.as_flattened_mut().iter_mut().for_each(|product| *product /= total);
    }
}

impl Curvature<'_> {
    fn add<const N: usize>(&mut self, set: &[u32; N], count: f64, mean: &Expected<N>, product: &Products<N>) {
        for a in 0..N {
            for b in 0..N {
                self.add_members(set[a], set[b], count * (product.shares[a][b] - mean.shares[a] * mean.shares[b]));
            }
            for (idx, &size) in self.ties.iter().enumerate() {
                let covariance = product.ties[size][a] - mean.shares[a] * mean.ties[size];
                self.add_member_and_tie(set[a], idx, count * covariance);
            }
        }
        for (idx, &size) in self.ties.iter().enumerate() {
            for (other_idx, &other) in self.ties.iter().enumerate() {
                let both = if size == other { mean.ties[size] } else { 0.0 };
                let covariance = both - mean.ties[size] * mean.ties[other];
                let start_order = (self.tie(idx), self.tie(other_idx));
                self.hessian[start_order] += count * covariance;
            }
        }
    }

    fn add_members(&mut self, a: u32, b: u32, covariance: f64) {
        let ((bot, start_order), (other_bot, other_place)) = (self.of_item(a), self.of_item(b));
        self.hessian[(bot, other_bot)] += covariance;
        self.hessian[(bot, other_place)] += covariance;
        self.hessian[(start_order, other_bot)] += covariance;
        self.hessian[(start_order, other_place)] += covariance;
    }

    fn add_member_and_tie(&mut self, item: u32, tie: usize, covariance: f64) {
        let ((bot, start_order), tie) = (self.of_item(item), self.tie(tie));
        for parameter in [bot, start_order] {
            self.hessian[(parameter, tie)] += covariance;
            self.hessian[(tie, parameter)] += covariance;
        }
    }

    /// The parameters of an item: its bot's and its position's.
    fn of_item(&self, item: u32) -> (usize, usize) {
        (item as usize / self.players, self.bots + item as usize % self.players)
    }

    fn tie(&self, idx: usize) -> usize {
        self.bots + self.players + idx
    }
}

/// Every ascending choice of so many from 0..n.
fn choices(n: usize, chosen: usize) -> Vec<Choice> {
    let masks = (0_u32..1 << n).filter(|mask| mask.count_ones() as usize == chosen);
    let members = |mask: u32| {
        let mut choice = [0; MAX_PLAYERS];
        let bits = (0..n as u8).filter(move |bit| mask >> bit & 1 == 1);
        choice.iter_mut().zip(bits).for_each(|(member, bit)| *member = bit);
        choice
    };
    masks.map(members).collect()
}
