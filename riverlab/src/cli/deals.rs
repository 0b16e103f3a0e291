//! How many deals a run has, as it is asked for.

use std::str::FromStr;

use riverlab_arena::plan::StopRule;
use riverlab_bots::play::streams::Deal;
use riverlab_stats::{FixedWidth, RankRule};

/// How many deals: a number, or until intervals are narrow or the order is settled.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Deals {
    Fixed(u64),
    Auto(FixedWidth),
    Ranks(RankRule),
}

impl FromStr for Deals {
    type Err = String;

    fn from_str(text: &str) -> Result<Deals, String> {
        if let Some(margin) = text.strip_prefix("auto:ranks") {
            return RankRule::parse(margin).map(Deals::Ranks);
        }
        if let Some(width) = text.strip_prefix("auto:") {
            return FixedWidth::parse(width).map(Deals::Auto);
        }
        let most = Deal::MAX_NUMBER;
        let number = text.parse().ok().filter(|number| (1..=most).contains(number));
        number
            .map(Deals::Fixed)
            .ok_or_else(|| format!("expected a whole number from 1 to {most}, auto:WIDTH or auto:ranks"))
    }
}

impl Deals {
    /// The most deals that are needed, for values within a range of this size and this number of different bots.
    pub(super) fn most(self, range: f64, bots: usize) -> u64 {
        match self {
            Deals::Fixed(deals) => deals,
            Deals::Auto(width) => width.most_blocks(range),
            Deals::Ranks(rule) => rule.most_deals(bots),
        }
    }

    /// What ends the run before, if there is anything.
    pub(super) fn stop(self) -> Option<StopRule> {
        match self {
            Deals::Fixed(_) => None,
            Deals::Auto(width) => Some(StopRule::Width(width)),
            Deals::Ranks(rule) => Some(StopRule::Ranks(rule)),
        }
    }
}
