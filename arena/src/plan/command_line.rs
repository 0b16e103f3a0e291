//! The command that makes a run again.

use riverlab_bots::BotSpec;

use crate::plan::comparison::Comparison;
use crate::plan::context::GameContext;
use crate::plan::request::Request;
use crate::plan::shard::Shard;
use crate::plan::stop_rule::StopRule;
use crate::schedule::Pairing;
use crate::shell::rules_options;

/// How the command of a part ends.
const SHARD: &str = " --shard ";

/// The command that plays what is asked for, all of it.
pub(super) fn command_of(request: &Request, context: &GameContext) -> String {
    let what = if request.comparison.is_some() { "match" } else { "tournament" };
    let mut words = vec![format!("riverlab {what}"), context.game.clone()];
    words.extend(rules_options(&context.rules));
    words.push(format!("--players {}", request.players));
    push_bots(request, &mut words);
    words.extend(request.programs.options());
    match &request.stop {
        Some(StopRule::Width(width)) => words.push(format!("--deals auto:{}", width.width())),
        Some(StopRule::Ranks(rule)) => words.push(format!("--deals auto:ranks:{}", rule.margin())),
        Some(StopRule::Sprt(sprt)) => {
            let (alpha, beta) = sprt.error_rates();
            words.push(format!("--sprt={sprt} --alpha {alpha} --beta {beta} --deals {}", request.deals));
        }
        None => words.push(format!("--deals {}", request.deals)),
    }
    words.push(format!("--seed {}", request.seed));
    words.extend(request.adjust.map(|adjust| format!("--adjust {adjust}")));
    words.join(" ")
}

fn push_bots(request: &Request, words: &mut Vec<String>) {
    let list = |bots: &[BotSpec]| bots.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    let specs = request.bots.specs();
    let Some(comparison) = request.comparison else {
        words.push(format!("--bots {}", list(specs)));
        if request.pairing != Pairing::Full {
            words.push(format!("--schedule {}", request.pairing));
        }
        return;
    };
    words.push(format!("--focus {}", specs[0]));
    if comparison == Comparison::Baseline {
        words.push(format!("--baseline {}", specs[1]));
    }
    words.push(format!("--against {}", list(&specs[comparison.challengers()..])));
}

/// The command of a part of a run.
pub(crate) fn command_of_part(command: &str, shard: Shard) -> String {
    format!("{command}{SHARD}{shard}")
}

/// The command of the run that this is the command of a part of.
pub(crate) fn without_shard(command: &str, shard: Shard) -> &str {
    command.strip_suffix(&format!("{SHARD}{shard}")).unwrap_or(command)
}
