//! Blocks of real matches, for tests: how often a bot had which share of the games of a deal.

use crate::tilting::{mean_of, t_of, tilted};

/// A match that was played, and what its deals were worth.
pub(crate) struct Blocks {
    /// The game, the number of players, the bot and its opponents.
    pub(crate) name: &'static str,
    pub(crate) players: u32,
    /// Shares with the number of deals that had them.
    pub(crate) kinds: &'static [(f64, f64)],
}

const THIRD: f64 = 1.0 / 3.0;

/// All with `--seed 77`; rare ties are left out where they are fewer than one in 500.
pub(crate) const BLOCKS: &[Blocks] = &[
    Blocks {
        name: "dice, random against greedy",
        players: 2,
        kinds: &[(0.0, 8945.0), (0.25, 15.0), (0.5, 21679.0), (0.75, 9.0), (1.0, 19352.0)],
    },
    Blocks {
        name: "dice, random against greedy",
        players: 3,
        kinds: &[(0.0, 8459.0), (THIRD, 17906.0), (2.0 * THIRD, 16354.0), (1.0, 7281.0)],
    },
    Blocks {
        name: "dice, random against greedy",
        players: 4,
        kinds: &[(0.0, 7053.0), (0.25, 15439.0), (0.5, 15661.0), (0.75, 9062.0), (1.0, 2785.0)],
    },
    Blocks {
        name: "connect-four, greedy against random",
        players: 2,
        kinds: &[(0.0, 4.0), (0.5, 2088.0), (0.75, 2.0), (1.0, 47906.0)],
    },
    Blocks {
        name: "connect-four, ply against greedy",
        players: 2,
        kinds: &[(0.0, 4900.0), (0.5, 10239.0), (1.0, 4844.0)],
    },
    Blocks { name: "the-river, greedy against random", players: 2, kinds: &[(0.5, 21.0), (0.75, 4.0), (1.0, 19975.0)] },
    Blocks {
        name: "the-river, greedy against random",
        players: 3,
        kinds: &[(0.0, 1.0), (THIRD, 29.0), (0.5, 4.0), (2.0 * THIRD, 576.0), (5.0 / 6.0, 68.0), (1.0, 9321.0)],
    },
    Blocks {
        name: "the-river, greedy against random",
        players: 4,
        kinds: &[(0.25, 11.0), (0.375, 2.0), (0.5, 78.0), (0.625, 10.0), (0.75, 786.0), (0.875, 82.0), (1.0, 7030.0)],
    },
    Blocks {
        name: "the-river, ply against greedy",
        players: 2,
        kinds: &[(0.0, 1645.0), (0.25, 293.0), (0.5, 6110.0), (0.75, 293.0), (1.0, 1659.0)],
    },
    Blocks {
        name: "the-river, ply against greedy",
        players: 3,
        kinds: &[
            (0.0, 971.0),
            (1.0 / 6.0, 130.0),
            (THIRD, 2744.0),
            (0.5, 165.0),
            (2.0 * THIRD, 891.0),
            (5.0 / 6.0, 19.0),
            (1.0, 69.0),
        ],
    },
    Blocks {
        name: "the-river, ply against greedy",
        players: 4,
        kinds: &[
            (0.0, 1195.0),
            (0.125, 158.0),
            (0.25, 2415.0),
            (0.375, 166.0),
            (0.5, 895.0),
            (0.625, 38.0),
            (0.75, 109.0),
        ],
    },
];

impl Blocks {
    /// The same with this mean share.
    pub(crate) fn with_mean(&self, share: f64) -> Vec<(f64, f64)> {
        tilted(self.kinds, share, mean_of)
    }

    /// The same with this t-value.
    pub(crate) fn with_t(&self, t: f64) -> Vec<(f64, f64)> {
        let null = 1.0 / f64::from(self.players);
        tilted(self.kinds, t, |kinds| t_of(kinds, null))
    }
}
