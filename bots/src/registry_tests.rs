use super::*;
use crate::Defaults;
use riverlab_engine::games::toy::Dice;
use riverlab_engine::{Game, for_each_game};

fn build_text(text: &str) -> Result<Box<dyn Bot<Dice>>, SpecError> {
    build(&text.parse()?)
}

#[test]
fn defaults_of_games_are_options_with_allowed_values() {
    let mut checked = 0;
    let mut check = |defaults: Defaults| {
        for (option, value) in defaults {
            let text = format!("mcts:{option}={value}");
            assert!(build_text(&text).is_ok(), "{text}");
            checked += 1;
        }
    };
    for_each_game!(G => {
        check(G::DEFAULTS);
        for (option, _) in G::LEARNED_DEFAULTS {
            assert!(mcts::INFO.options.iter().any(|known| known.name == *option), "{}: {option}", G::NAME);
        }
        let has_weights = !weights::embedded_texts(G::NAME).is_empty();
        assert_eq!(build::<G>(&"mcts:eval=learned".parse().expect("a spec")).is_ok(), has_weights, "{}", G::NAME);
        let used = BotRegistry::standard().weights_of::<G>(&"greedy".parse().expect("a spec")).expect("nothing is read");
        assert_eq!(used.is_some(), has_weights, "{}: what the program has weights for is valued by them", G::NAME);
    });
    assert!(checked > 0);
}

#[test]
fn listed_defaults_are_allowed() {
    for bot in BOTS {
        let options: Vec<String> =
            bot.options.iter().map(|option| format!("{}={}", option.name, option.default)).collect();
        let text = if options.is_empty() { bot.name.to_owned() } else { format!("{}:{}", bot.name, options.join(",")) };
        assert!(build_text(&text).is_ok(), "{text}");
    }
}

#[test]
fn every_listed_option_is_read() {
    for bot in BOTS {
        for option in bot.options {
            let text = format!("{}:{}=wrong", bot.name, option.name);
            let error = build_text(&text).err();
            assert!(matches!(&error, Some(SpecError::Value { option: named, .. }) if *named == option.name), "{text}");
        }
    }
}
