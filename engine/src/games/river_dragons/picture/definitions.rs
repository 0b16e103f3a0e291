//! What all pictures of a table have in common: colors, symbols, and the cards of hands.

use super::names::{letters, number_of};
use crate::games::river_dragons::DragonRules;
use crate::games::river_dragons::cards::Card;
use crate::picture::escaped;

const COLORS: &str = include_str!("symbols.css");
const SYMBOLS: &str = include_str!("symbols.svg");

/// The definitions of all pictures under these rules.
pub(super) fn definitions(rules: &DragonRules) -> String {
    let joined = |lines: &str| lines.lines().collect::<String>();
    let letters = letters(&rules.colors);
    let cards: String = Card::all().map(|card| card_symbol(card, &letters)).collect();
    format!("<style>{}</style>{}{cards}", escaped(&joined(COLORS)), joined(SYMBOLS))
}

/// The identifier of the symbol of a card.
pub(super) fn card_id(card: Card) -> String {
    format!("dragons-k{}", card.0)
}

/// A card of a hand, whose frame looks like what uses it.
fn card_symbol(card: Card, letters: &[String]) -> String {
    let (icon, name) = match card.color() {
        None => {
            let name = Card::NAMES[usize::from(card.0)];
            (format!("<use href=\"#dragons-{name}\" x=\"35\" y=\"28\"/>"), name.to_owned())
        }
        Some(color) => {
            let class = format!("class=\"dragons-c{}\"", number_of(color));
            let icon = format!("<use href=\"#dragons-dragon\" {class} x=\"35\" y=\"28\"/>");
            (icon, format!("dragon {}", escaped(&letters[color.index()])))
        }
    };
    format!(
        "<g id=\"{}\"><rect class=\"dragons-face\" width=\"70\" height=\"74\" rx=\"4\"/>{icon}<text class=\"dragons-word\" \
         x=\"35\" y=\"64\">{name}</text></g>",
        card_id(card)
    )
}
