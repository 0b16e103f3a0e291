//! What can be played in a position, as texts.

use rand::RngExt;
use rand::rngs::Xoshiro256PlusPlus;
use riverlab_engine::Game;

/// The legal moves of the player to act, in the order of the list.
pub(crate) fn legal_texts<G: Game>(state: &G) -> Vec<String> {
    let mut legal = Vec::new();
    state.legal_moves(&mut legal);
    legal.into_iter().map(|mv| state.move_text(mv)).collect()
}

/// The moves of chance with their weights, sorted.
pub(crate) fn deal_texts<G: Game>(state: &G) -> Vec<(String, u32)> {
    let mut outcomes = Vec::new();
    state.chance_outcomes(&mut outcomes);
    let mut deals: Vec<(String, u32)> =
        outcomes.into_iter().map(|(mv, weight)| (state.move_text(mv), weight)).collect();
    deals.sort_unstable();
    deals
}

/// One of the texts, in proportion to their weights.
pub(crate) fn choose_weighted(texts: &[String], weight: impl Fn(&str) -> u64, rng: &mut Xoshiro256PlusPlus) -> String {
    let weights: Vec<u64> = texts.iter().map(|text| weight(text)).collect();
    let mut at = rng.random_range(0..weights.iter().sum());
    for (text, weight) in texts.iter().zip(weights) {
        if at < weight {
            return text.clone();
        }
        at -= weight;
    }
    unreachable!("the weights add up")
}
