//! The options of tournaments and matches, and the command that plays one again.

use riverlab_bots::BotSpec;

use crate::plan::comparison::Comparison;
use crate::plan::context::GameContext;
use crate::plan::request::Request;
use crate::plan::shard::Shard;
use crate::plan::stop_rule::StopRule;
use crate::schedule::Pairing;
use crate::shell::{Word, command_text};

/// How the command of a part ends.
const SHARD: &str = " --shard ";

impl Request {
    /// The command that plays it.
    pub fn command(&self) -> &'static str {
        if self.comparison.is_some() { "match" } else { "tournament" }
    }

    /// The options that ask for it, but for the game and its rules.
    pub fn words(&self) -> Vec<Word> {
        let mut words = vec![Word::new("players", self.players)];
        words.extend(self.words_of_bots());
        words.extend(self.programs.words());
        words.extend(self.words_of_deals());
        words.push(Word::new("seed", self.seed));
        words.extend(self.shard.map(|shard| Word::new("shard", shard)));
        words
    }

    fn words_of_bots(&self) -> Vec<Word> {
        let list = |option, bots: &[BotSpec]| Word::list(option, bots);
        let specs = self.bots.specs();
        let Some(comparison) = self.comparison else {
            let schedule = (self.pairing != Pairing::Full).then(|| Word::new("schedule", self.pairing));
            return std::iter::once(list("bots", specs)).chain(schedule).collect();
        };
        let focus = std::iter::once(Word::new("focus", &specs[0]));
        let baseline = (comparison == Comparison::Baseline).then(|| Word::new("baseline", &specs[1]));
        focus.chain(baseline).chain([list("against", &specs[comparison.challengers()..])]).collect()
    }

    fn words_of_deals(&self) -> Vec<Word> {
        match &self.stop {
            Some(stop @ (StopRule::Width(_) | StopRule::Ranks(_))) => vec![Word::new("deals", stop)],
            Some(StopRule::Sprt(sprt)) => {
                let (alpha, beta) = sprt.error_rates();
                let deals = Word::new("deals", self.deals);
                vec![Word::new("sprt", sprt), Word::new("alpha", alpha), Word::new("beta", beta), deals]
            }
            None => vec![Word::new("deals", self.deals)],
        }
    }

    /// The command that plays it again, for a shell.
    pub(super) fn command_text(&self, context: &GameContext) -> String {
        command_text(self.command(), &context.game, &context.rules, &self.words())
    }
}

/// The command of a part of a run.
pub fn command_of_part(command: &str, shard: Shard) -> String {
    format!("{command}{SHARD}{shard}")
}

/// The command of the run that this is the command of a part of.
pub fn without_shard(command: &str, shard: Shard) -> &str {
    command.strip_suffix(&format!("{SHARD}{shard}")).unwrap_or(command)
}
