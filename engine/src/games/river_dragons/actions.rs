//! The action index of River Dragons: its 2,582 numbers mean the same moves in all positions, on the standard board.
//!
//! ```text
//! 14     program       eight actions and the dragons of all six colors; the own one is never in the hand
//! 27     stone         by island
//! 918    plank         6 lengths on each of 153 spans, by length
//! 6      lose          by length
//! 27     remove stone  by island
//! 36     remove plank  6 of each of 6 colors
//! 42     step          to a plank or a village
//! 1512   jump          over each of 36 planks to each of 42 places
//! ```
//!
//! The spans follow from where villages and islands lie and how far planks reach. Tables with other spans are refused;
//! those in which the same spans are longer, or cross others, are not.

use crate::{Actions, ActionsError, Game, GameRules};

use super::cards::Card;
use super::limits::{COLORS, ISLANDS, LENGTHS, PLANKS, SUPPORTS};
use super::moves::Move;
use super::notation;
use super::pieces::{Color, Place, PlankIdx, SupportIdx};
use super::rules::DragonRules;
use super::spans::{Span, SpanIdx};
use super::state::RiverDragons;

/// The spans of the standard board.
const SPANS: usize = 153;
/// The places where a pawn can stand.
const PLACES: usize = PLANKS + COLORS;

const STONES_FROM: usize = Card::COUNT;
const PLANKS_FROM: usize = STONES_FROM + ISLANDS;
const LOSE_FROM: usize = PLANKS_FROM + LENGTHS * SPANS;
const REMOVE_STONES_FROM: usize = LOSE_FROM + LENGTHS;
const REMOVE_PLANKS_FROM: usize = REMOVE_STONES_FROM + ISLANDS;
const STEPS_FROM: usize = REMOVE_PLANKS_FROM + PLANKS;
const JUMPS_FROM: usize = STEPS_FROM + PLACES;
/// The number of all actions.
const ACTIONS: usize = JUMPS_FROM + PLANKS * PLACES;

const _: () = assert!(ACTIONS == 2582);

/// The move of a number.
#[inline]
fn move_of(index: usize) -> Option<Move> {
    let after = |from: usize| (index - from) as u8;
    Some(match index {
        0..STONES_FROM => Move::Program(Card(index as u8)),
        STONES_FROM..PLANKS_FROM => Move::Stone(after(STONES_FROM)),
        PLANKS_FROM..LOSE_FROM => {
            let laying = index - PLANKS_FROM;
            Move::Plank((laying / SPANS) as u8, SpanIdx((laying % SPANS) as u8))
        }
        LOSE_FROM..REMOVE_STONES_FROM => Move::Lose(after(LOSE_FROM)),
        REMOVE_STONES_FROM..REMOVE_PLANKS_FROM => Move::RemoveStone(after(REMOVE_STONES_FROM)),
        REMOVE_PLANKS_FROM..STEPS_FROM => Move::RemovePlank(PlankIdx(after(REMOVE_PLANKS_FROM))),
        STEPS_FROM..JUMPS_FROM => Move::Step(Place(after(STEPS_FROM))),
        JUMPS_FROM..ACTIONS => {
            let jump = index - JUMPS_FROM;
            Move::Jump(PlankIdx((jump / PLACES) as u8), Place((jump % PLACES) as u8))
        }
        _ => return None,
    })
}

/// The first support that does not lie where it lies on the standard board, as the key of its position; else what the
/// spans depend on besides.
fn moved_key(rules: &DragonRules, standard: &DragonRules) -> String {
    let moved = (0..SUPPORTS).find(|&support| rules.board.at[support] != standard.board.at[support]);
    match moved.map(SupportIdx::at) {
        None => "planks".to_owned(),
        Some(support) if support.index() < COLORS => format!("villages.{}.at", rules.name(Color(support.0))),
        Some(support) => format!("islands.{}", usize::from(support.0) - COLORS + 1),
    }
}

/// The name of the first span that other rules do not have. Spans are ordered by their ends, so where the rules have
/// the same ones they have the same indexes.
fn extra_span(rules: &DragonRules, others: &DragonRules) -> Option<String> {
    let is_extra = |span: &Span| others.board.spans.iter().all(|other| other.ends != span.ends);
    let extra = rules.board.spans.iter().position(is_extra)?;
    Some(rules.span_name(SpanIdx(extra as u8)))
}

impl Actions for RiverDragons {
    fn n_actions(_rules: &DragonRules) -> usize {
        ACTIONS
    }

    fn check_actions(rules: &DragonRules) -> Result<(), ActionsError> {
        let standard = DragonRules::standard();
        let message = match (extra_span(rules, standard), extra_span(standard, rules)) {
            (None, None) => return Ok(()),
            (Some(extra), _) => format!("the span {extra} is none of the {SPANS} of the table"),
            (None, Some(missing)) => format!("there is no span {missing}, which the table has"),
        };
        Err(ActionsError { game: Self::NAME, key: moved_key(rules, standard), message })
    }

    #[inline]
    fn action_index(&self, mv: Move) -> usize {
        match mv {
            Move::Program(card) => usize::from(card.0),
            Move::Stone(island) => STONES_FROM + usize::from(island),
            Move::Plank(length, span) => PLANKS_FROM + SPANS * usize::from(length) + span.index(),
            Move::Lose(length) => LOSE_FROM + usize::from(length),
            Move::RemoveStone(island) => REMOVE_STONES_FROM + usize::from(island),
            Move::RemovePlank(plank) => REMOVE_PLANKS_FROM + plank.index(),
            Move::Step(to) => STEPS_FROM + usize::from(to.0),
            Move::Jump(over, to) => JUMPS_FROM + PLACES * over.index() + usize::from(to.0),
            Move::DealStart(_) => panic!("{mv:?} is a move of chance"),
        }
    }

    #[inline]
    fn action_at(&self, index: usize) -> Option<Move> {
        move_of(index)
    }

    fn action_name(rules: &DragonRules, index: usize) -> String {
        let mv = move_of(index).unwrap_or_else(|| panic!("{} has no action {index}", Self::TITLE));
        notation::move_text(rules, mv)
    }
}
