//! Which bots a page may ask for.
//!
//! A page may be open on any machine that reaches the server. So it may choose among what is built in, up to a number of
//! simulations; a bot that starts a program or reads a file plays only if it stands on the command line of the server.

use riverlab_arena::external::programs::Programs;
use riverlab_arena::live::Player;
use riverlab_bots::{BotRegistry, BotSpec};

/// The most that a page may ask for of what makes a decision take long, beside simulations.
const MOST: [(&str, u64); 4] = [("samples", 500), ("ms", 10_000), ("nodes", 1_000_000), ("threads", 4)];
/// Options that make no decision last and read nothing.
const FREE: [&str; 14] = [
    "c",
    "select",
    "rollout",
    "depth",
    "value",
    "prior",
    "policy",
    "chance",
    "reuse",
    "final",
    "early",
    "observers",
    "secrets",
    "simultaneous",
];
/// What positions may be valued by, unless the command line says otherwise: everything else is a file.
const BUILT_IN_VALUES: [&str; 2] = ["hand", "learned"];
/// The simulations of a search whose spec does not say how many.
const USUAL_SIMULATIONS: u64 = 1000;

/// Which bots a page may ask for.
#[derive(Clone, Debug)]
pub struct Allowed {
    /// Bots that stand on the command line: they may be whatever they are.
    pub specs: Vec<BotSpec>,
    /// The programs among them.
    pub programs: Programs,
    /// The bot that is asked for hints.
    pub hint: BotSpec,
    /// The most simulations for one decision that a page may ask for.
    pub most_simulations: u64,
}

impl Allowed {
    /// The player that a page asks for: `human`, or a bot.
    ///
    /// # Errors
    /// That there is no such bot, or that a page may not ask for it.
    pub(super) fn player(&self, text: &str) -> Result<Player, String> {
        match text.parse().map_err(|error: riverlab_bots::SpecError| error.to_string())? {
            Player::Human => Ok(Player::Human),
            Player::Bot(spec) => self.checked(spec).map(Player::Bot),
        }
    }

    /// The bot that a page asks for.
    ///
    /// # Errors
    /// That there is no such bot, or that a page may not ask for it.
    pub(super) fn bot(&self, text: &str) -> Result<BotSpec, String> {
        self.checked(text.parse().map_err(|error: riverlab_bots::SpecError| error.to_string())?)
    }

    fn checked(&self, spec: BotSpec) -> Result<BotSpec, String> {
        // Options may stand in another order, and numbers be written otherwise.
        let canonical = |spec| BotRegistry::standard().canonical(spec, &[], &[]);
        if self.specs.iter().chain([&self.hint]).any(|allowed| canonical(allowed) == canonical(&spec)) {
            return Ok(spec);
        }
        let refused =
            |why: &str| Err(format!("bot \"{spec}\": {why}: only if riverlab serve was started with --bot {spec}"));
        if spec.program().is_some() {
            return refused("it starts a program");
        }
        let searches = ["mcts", "flat"].contains(&spec.name.as_str());
        let given = |key: &str| spec.options.iter().find(|(option, _)| option == key).map(|(_, value)| value.as_str());
        if searches && given("sims").is_none() && self.most_simulations < USUAL_SIMULATIONS {
            return refused(&format!("more than {} simulations", self.most_simulations));
        }
        for (key, value) in &spec.options {
            let sims = ("sims", self.most_simulations);
            let most = MOST.iter().chain([&sims]).find(|(option, _)| option == key);
            match most {
                // What is no number is refused by the bot itself.
                Some((_, most)) if value.parse::<u64>().is_ok_and(|number| number > *most) => {
                    return refused(&format!("{key} is more than {most}"));
                }
                Some(_) => {}
                None if key == "eval" && BUILT_IN_VALUES.contains(&value.as_str()) => {}
                None if key == "eval" => return refused("it reads a file"),
                None if FREE.contains(&key.as_str()) || key == "worlds" => {}
                None => return refused(&format!("nobody knows what {key} does")),
            }
        }
        Ok(spec)
    }
}

#[cfg(test)]
#[path = "allowed_tests.rs"]
mod tests;
