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
mod tests {
    use riverlab_bots::RankedMove;

    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let ranked = |(mv, visits)| RankedMove { mv, visits, value: 0.5 };
        let explanation = |visits: &[(char, u64)]| Explanation {
            simulations: 8,
            nodes: 1,
            values: vec![0.5, 0.5],
            ranking: visits.iter().copied().map(ranked).collect(),
            principal_variation: Vec::new(),
        };
        let mut text = String::new();
        write(&mut text, Some(&explanation(&[('c', 6), ('a', 2), ('b', 0)])), &['a', 'b', 'c']);
        write(&mut text, None, &['a']);
        assert_eq!(text, "2:6/0:2 -");
        let game = format!("{text}|-");
        let mut seats = read(&game);
        assert_eq!(read_shares(seats[0].next().expect("a decision"), 3), Ok(Some(vec![0.25, 0.0, 0.75])));
        assert_eq!(read_shares(seats[0].next().expect("a decision"), 1), Ok(None));
        assert_eq!((seats[0].next(), seats[1].next(), seats.len()), (None, Some("-"), 2));
        for wrong in ["3:1", "1:x", "1", "", "01:2", "1:0", "+1:2"] {
            assert_eq!(read_shares(wrong, 3), Err(format!("\"{wrong}\" are no visits of a move")));
        }
    }
}
