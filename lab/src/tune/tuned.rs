//! What came of a tuning.

use riverlab_bots::BotSpec;
use riverlab_stats::Decision;

use super::confirm::Confirmed;
use super::options::OptionFinding;
use super::search::Winner;

/// What came of a tuning.
#[derive(Debug)]
pub struct Tuned {
    /// The bot with the options that have won.
    pub bot: BotSpec,
    /// The values of the rules that have won, as `--set` takes them.
    pub sets: Vec<String>,
    /// What the search says of both.
    pub winner: Winner,
    /// What each option does.
    pub options: Vec<OptionFinding>,
    /// What they have shown on deals of their own, if that was asked for.
    pub confirmed: Option<Confirmed>,
    /// Why that can decide nothing, where its deals are too few.
    pub cannot_confirm: Option<String>,
}

impl Tuned {
    /// In words, what deals of its own have shown of what has won.
    pub fn verdict(&self) -> String {
        let Some(confirmed) = &self.confirmed else { return "not put to the test".to_owned() };
        let what = match confirmed {
            Confirmed::Match(_) => "the bot as it was",
            Confirmed::Check(_) => "what there was",
        };
        match confirmed.decision() {
            Decision::Accepted => format!("better than {what}"),
            Decision::Rejected => format!("no better than {what}"),
            Decision::Undecided => {
                let why = self.cannot_confirm.as_ref().map_or(String::new(), |why| format!(": {why}"));
                format!("not known to be better than {what}{why}")
            }
        }
    }
}
