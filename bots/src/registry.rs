//! The bots that there are.

use crate::flat::Flat;
use crate::mcts::Mcts;
use crate::options::{BotInfo, OptionInfo, Options};
use crate::ply::Ply;
use crate::{Bot, BotSpec, Evaluate, Greedy, Random, SpecError};

const fn option(name: &'static str, default: &'static str, meaning: &'static str) -> OptionInfo {
    OptionInfo { name, default, meaning }
}

const ROLLOUT: OptionInfo = option(
    "rollout",
    "random",
    "how simulations go on: random, greedy, epsilon:E (random with probability E), mast, quick",
);
const DEPTH: OptionInfo =
    option("depth", "end", "a rollout is cut short and valued after DEPTH * players decisions, or end");
const VALUE: OptionInfo = option("value", "share", "what a finished game is worth: share, score, mix:W (W of share)");

/// All bots.
pub const BOTS: [BotInfo; 5] = [
    BotInfo {
        name: "random",
        summary: "every legal move is equally likely",
        options: &[],
        source: "the usual baseline",
    },
    BotInfo {
        name: "greedy",
        summary: "best immediate gain by a hand-made value of the position; ties are drawn",
        options: &[],
        source: "hand-made, documented in bots/src/eval",
    },
    BotInfo {
        name: "ply",
        summary: "one move of look-ahead over sampled deals, by the same value of the position",
        options: &[option("samples", "20", "samples of chance and hidden information for each move")],
        source: "expectimax of depth one (Michie 1966)",
    },
    BotInfo {
        name: "flat",
        summary: "flat Monte Carlo: simulates every move, drops the worse half, and so on",
        options: &[option("sims", "1000", "simulations per decision"), ROLLOUT, DEPTH, VALUE],
        source: "sequential halving (Karnin, Koren, Somekh 2013)",
    },
    BotInfo {
        name: "mcts",
        summary: "Monte Carlo tree search for n players, chance and hidden information",
        options: &[
            option("sims", "1000", "simulations per decision, over all threads"),
            option("ms", "off", "milliseconds per decision instead: not reproducible"),
            option("c", "0.7", "exploration constant"),
            option("select", "ucb1", "bandit formula: ucb1, puct"),
            ROLLOUT,
            DEPTH,
            VALUE,
            option("prior", "off", "weight of the value of the position after a move, or off"),
            option("chance", "open", "deals are part of the tree (closed) or drawn anew and forgotten (open)"),
            option("reuse", "off", "keep what the last search found out about the position: on, off"),
            option("final", "visits", "the move played has the most visits or the best mean: visits, value"),
            option("threads", "1", "trees that grow side by side and are added up"),
            option("observers", "single", "one tree of what the player sees (single) or one for each player (multi)"),
            option(
                "secrets",
                "even",
                "what others chose unseen at the same time: any (even), or, with multi, chosen again (search)",
            ),
            option(
                "simultaneous",
                "bandit",
                "choices at the same time: like all (bandit), mixed by regret matching (regret)",
            ),
            option("worlds", "each", "hidden and future cards are guessed for each simulation or decision: each, one"),
            option("nodes", "1000000", "with so many nodes (about 50 bytes each, twice with reuse) trees grow no more"),
        ],
        source: "UCT (Kocsis, Szepesvári 2006), information sets (Cowling, Powley, Whitehouse 2012)",
    },
];

/// Makes the bot that a spec names.
///
/// # Errors
/// When there is no such bot, it has no such option or the value is not allowed; the message says what is.
pub fn build<G: Evaluate>(spec: &BotSpec) -> Result<Box<dyn Bot<G>>, SpecError> {
    let info = BOTS
        .iter()
        .find(|info| info.name == spec.name)
        .ok_or_else(|| SpecError::Name { name: spec.name.clone(), allowed: BOTS.map(|info| info.name).join(", ") })?;
    let options = Options::new(spec, info, G::DEFAULTS)?;
    Ok(match info.name {
        "random" => Box::new(Random::default()),
        "greedy" => Box::new(Greedy::default()),
        "ply" => Box::new(Ply::new(&options)?),
        "flat" => Box::new(Flat::new(&options)?),
        "mcts" => Box::new(Mcts::new(&options)?),
        name => unreachable!("bot {name} is listed but cannot be made"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use riverlab_engine::games::carcassonne::Carcassonne;
    use riverlab_engine::games::rio_grande::RioGrande;
    use riverlab_engine::games::river_dragons::RiverDragons;
    use riverlab_engine::games::the_river::TheRiver;

    #[test]
    fn defaults_of_games_are_options_with_allowed_values() {
        for (option, value) in
            [TheRiver::DEFAULTS, RioGrande::DEFAULTS, Carcassonne::DEFAULTS, RiverDragons::DEFAULTS].concat()
        {
            let spec: BotSpec = format!("mcts:{option}={value}").parse().expect("a spec");
            assert!(build::<TheRiver>(&spec).is_ok(), "{spec}");
        }
    }

    #[test]
    fn listed_defaults_are_those_that_hold() {
        for bot in BOTS {
            let options: Vec<String> =
                bot.options.iter().map(|option| format!("{}={}", option.name, option.default)).collect();
            let text =
                if options.is_empty() { bot.name.to_owned() } else { format!("{}:{}", bot.name, options.join(",")) };
            assert!(build::<TheRiver>(&text.parse().expect("a spec")).is_ok(), "{text}");
        }
    }
}
