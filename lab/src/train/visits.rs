//! How often a search visited each legal move, as text: what learned policies are fitted to.
//!
//! A decision is a list of `INDEX:VISITS`, between them `/`, of the moves that were visited, each by its index in the legal
//! list; `-` where there was no search. Between decisions of a seat there is a space, between seats `|`.

use std::fmt::Write as _;

use riverlab_bots::Explanation;

/// What stands between the decisions of two seats.
pub(super) const BETWEEN_SEATS: &str = "|";
const BETWEEN_DECISIONS: char = ' ';
const BETWEEN_MOVES: char = '/';
const NO_SEARCH: &str = "-";

/// Adds a decision of a seat.
pub(super) fn write<M: Copy + PartialEq>(text: &mut String, searched: Option<&Explanation<M>>, legal: &[M]) {
    if !text.is_empty() {
        text.push(BETWEEN_DECISIONS);
    }
    let begin = text.len();
    for ranked in searched.into_iter().flat_map(|explanation| &explanation.ranking).filter(|ranked| ranked.visits > 0) {
        let index = legal.iter().position(|mv| *mv == ranked.mv).expect("a legal move");
        if text.len() > begin {
            text.push(BETWEEN_MOVES);
        }
        let _ = write!(text, "{index}:{}", ranked.visits);
    }
    if text.len() == begin {
        text.push_str(NO_SEARCH);
    }
}

/// The decisions of all seats of a game: for each seat, an iterator over them.
pub(super) fn read(text: &str) -> Vec<impl Iterator<Item = &str>> {
    text.split(BETWEEN_SEATS).map(|seat| seat.split(BETWEEN_DECISIONS)).collect()
}

/// The share of the visits that each of so many legal moves got; nothing where there was no search.
///
/// # Errors
/// When this is no list of visits of such moves; the message shows it.
pub(super) fn read_shares(decision: &str, moves: usize) -> Result<Option<Vec<f32>>, String> {
    if decision == NO_SEARCH {
        return Ok(None);
    }
    let (mut shares, mut sum) = (vec![0.0; moves], 0.0);
    for part in decision.split(BETWEEN_MOVES) {
        let numbers =
            part.split_once(':').and_then(|(index, visits)| Some((index.parse().ok()?, visits.parse().ok()?)));
        // Each move stands once, as it is written.
        let is_sound = |&(index, visits): &(usize, u32)| {
            index < moves && visits > 0 && shares[index] == 0.0 && format!("{index}:{visits}") == part
        };
        let (index, visits) = numbers.filter(is_sound).ok_or_else(|| format!("\"{part}\" are no visits of a move"))?;
        shares[index] = visits as f32;
        sum += visits as f32;
    }
    for share in &mut shares {
        *share /= sum;
    }
    Ok(Some(shares))
}

#[cfg(test)]
#[path = "visits_tests.rs"]
mod tests;
