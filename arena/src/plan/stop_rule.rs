//! When a run stops before all of its deals are played.

use std::fmt;

use riverlab_stats::{FixedWidth, RankRule, Sprt};
use serde::{Deserialize, Serialize};

/// When a run stops before all of its deals are played. It looks after every complete deal, in the order of the deals.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(try_from = "StopRuleInFile", into = "StopRuleInFile")]
pub enum StopRule {
    /// When every interval of a share is as narrow as asked.
    Width(FixedWidth),
    /// When the order of the bots is settled.
    Ranks(RankRule),
    /// When a sequential test has decided.
    Sprt(Sprt),
}

impl StopRule {
    /// The rule of fixed width, if it is one.
    pub(crate) fn width(self) -> Option<FixedWidth> {
        match self {
            StopRule::Width(width) => Some(width),
            StopRule::Ranks(_) | StopRule::Sprt(_) => None,
        }
    }

    /// The rule by which the order is settled, if it is one.
    pub fn ranks(self) -> Option<RankRule> {
        match self {
            StopRule::Ranks(rule) => Some(rule),
            StopRule::Width(_) | StopRule::Sprt(_) => None,
        }
    }

    /// The sequential test, if it is one.
    pub fn sprt(self) -> Option<Sprt> {
        match self {
            StopRule::Width(_) | StopRule::Ranks(_) => None,
            StopRule::Sprt(sprt) => Some(sprt),
        }
    }
}

/// As on the command line: `auto:0.02`, `auto:ranks:0.05`, `sprt:win:0.1`.
impl fmt::Display for StopRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StopRule::Width(width) => write!(f, "auto:{}", width.width()),
            StopRule::Ranks(rule) => write!(f, "auto:ranks:{}", rule.margin()),
            StopRule::Sprt(sprt) => write!(f, "sprt:{sprt}"),
        }
    }
}

/// How a stop rule stands in a manifest.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum StopRuleInFile {
    Width(f64),
    /// The margin within which bots are equivalent.
    Ranks(f64),
    Sprt {
        /// The hypotheses, as on the command line.
        test: String,
        /// The probability of accepting the better hypothesis under the other.
        alpha: f64,
        /// The probability of the reverse.
        beta: f64,
    },
}

impl From<StopRule> for StopRuleInFile {
    fn from(rule: StopRule) -> StopRuleInFile {
        match rule {
            StopRule::Width(width) => StopRuleInFile::Width(width.width()),
            StopRule::Ranks(rule) => StopRuleInFile::Ranks(rule.margin()),
            StopRule::Sprt(sprt) => {
                let (alpha, beta) = sprt.error_rates();
                StopRuleInFile::Sprt { test: sprt.to_string(), alpha, beta }
            }
        }
    }
}

impl TryFrom<StopRuleInFile> for StopRule {
    type Error = String;

    fn try_from(rule: StopRuleInFile) -> Result<StopRule, String> {
        match rule {
            StopRuleInFile::Width(width) => FixedWidth::parse(&width.to_string()).map(StopRule::Width),
            StopRuleInFile::Ranks(margin) => RankRule::parse(&format!(":{margin}")).map(StopRule::Ranks),
            StopRuleInFile::Sprt { test, alpha, beta } => Sprt::parse(&test, alpha, beta).map(StopRule::Sprt),
        }
    }
}

#[cfg(test)]
#[path = "stop_rule_tests.rs"]
mod tests;
