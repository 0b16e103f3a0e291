//! Which shares a tuning looks for, and logits of shares.

use riverlab_stats::Interval;

/// Which shares are good.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Goal {
    /// The share of settings of which nothing is known.
    pub(super) start: f64,
    /// The share that is looked for; the greatest if there is none.
    pub(super) target: Option<f64>,
}

impl Goal {
    /// How good the share of a logit is, in logits: the more the better.
    pub(super) fn worth(self, logit_of_share: f64) -> f64 {
        self.target.map_or(logit_of_share, |target| -(logit_of_share - logit(target)).abs())
    }

    /// How good a share is: the more the better.
    pub(super) fn worth_of_share(self, share: f64) -> f64 {
        self.target.map_or(share, |target| -(share - target).abs())
    }

    /// How far shares of an interval are from what is looked for: the least and the most.
    pub(super) fn distances(target: f64, interval: &Interval) -> [f64; 2] {
        let most = (target - interval.lo).abs().max((interval.hi - target).abs());
        let least = (interval.lo - target).max(target - interval.hi).max(0.0);
        [least, most]
    }
}

/// The logit of a share.
pub(super) fn logit(share: f64) -> f64 {
    libm::log(share / (1.0 - share))
}

/// The share of a logit.
pub(super) fn share_of(logit: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-logit))
}
