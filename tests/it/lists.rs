//! What can be played in a position, as texts.

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
    state.outcomes(&mut outcomes);
    let mut deals: Vec<(String, u32)> =
        outcomes.into_iter().map(|(mv, weight)| (state.move_text(mv), weight)).collect();
    deals.sort_unstable();
    deals
}
