//! Pictures of positions: the river with islands, stones, planks and pawns, beside it what belongs to each seat with
//! its program, and below it, for a player, the own cards.
//!
//! A card of a program that the viewer does not know lies face down, and nothing else is drawn from it. What the player
//! to act may click is marked in that player's pictures only.
//!
//! # Parts
//! Seats, islands, positions of programs and lengths of planks are numbers from 1; a color and its village are a number
//! in the order of the data, whatever it is called.
//! - `island-12` with its stone; `village-3`; `plank-3-4`: plank 4 of the third color; `pawn-2` of a seat.
//! - `span-12-17`, `span-v3-1`: a span over which a plank can be laid now.
//! - `seat-2`, `start`, `turn`, `position`: facts of a seat, the start marker, whose turn it is, the position of the
//!   programs.
//! - `reserve-2-4`: plank 4 in the reserve of a seat; `program-2-5`: the fifth card of its program.
//! - `card-stone1`, `card-dragon-3`: a card in the own hand.
//! - `status`, `river`, `frames`, `hand`: what happens, and what does not change.

mod board;
mod definitions;
mod hand;
mod layout;
mod names;
mod seats;
#[cfg(test)]
mod tests;

use crate::picture::escaped;
use crate::svg::text;
use crate::{Game, Picture, Seat, Turn, Viewer};

use super::cards::Card;
use super::moves::Move;
use super::pieces::{Color, Place, PlankIdx, SupportIdx};
use super::state::{Phase, RiverDragons};
use layout::Layout;
use names::{card_name, letters, pawn_name, place_name, plank_name, reserve_name, span_name, support_name};

/// A position that is drawn for somebody.
struct Drawing<'a> {
    state: &'a RiverDragons,
    viewer: Viewer,
    layout: Layout<'a>,
    /// The letters of the colors.
    letters: Vec<String>,
    /// The parts that moves are about, if the viewer is the player to act.
    clickable: Vec<String>,
    picture: Picture,
}

/// The position as a picture for somebody.
pub(super) fn draw(state: &RiverDragons, viewer: Viewer) -> Picture {
    let layout = Layout::new(&state.rules.0.board);
    let has_hand = matches!(viewer, Viewer::Seat(_));
    let rules = state.rules.0;
    let definitions = rules.definitions.get_or_init(|| definitions::definitions(rules));
    let picture = Picture::new(layout::view_box(has_hand), definitions.clone());
    let (letters, clickable) = (letters(&rules.colors), clickable(state, viewer));
    let mut drawing = Drawing { state, viewer, layout, letters, clickable, picture };
    drawing.add_status();
    drawing.add_board();
    drawing.add_seats();
    if let Viewer::Seat(seat) = viewer {
        drawing.add_hand(seat);
    }
    drawing.picture
}

/// The parts that the moves of the viewer are about, each once.
fn clickable(state: &RiverDragons, viewer: Viewer) -> Vec<String> {
    let mut legal = Vec::new();
    if matches!(state.turn(), Turn::Player(seat) if viewer == Viewer::Seat(seat)) {
        state.legal_moves(&mut legal);
    }
    let mut parts: Vec<String> = legal.into_iter().flat_map(|mv| move_parts(state, mv)).collect();
    parts.sort_unstable();
    parts.dedup();
    parts
}

/// The parts that a person clicks for a move of the player to act.
pub(super) fn move_parts(state: &RiverDragons, mv: Move) -> Vec<String> {
    match mv {
        Move::DealStart(_) => Vec::new(),
        Move::Program(card) => vec![card_name(card)],
        Move::Stone(island) | Move::RemoveStone(island) => vec![support_name(SupportIdx::of_island(island))],
        Move::Plank(length, span) => vec![span_name(state, span), reserve_name(state.current, length)],
        Move::Lose(length) => vec![reserve_name(state.current, length)],
        Move::RemovePlank(plank) => vec![plank_name(plank)],
        Move::Step(to) => vec![place_name(to)],
        Move::Jump(over, to) => pawn_on(state, over).map(pawn_name).into_iter().chain([place_name(to)]).collect(),
    }
}

fn pawn_on(state: &RiverDragons, plank: PlankIdx) -> Option<Seat> {
    Seat::all(state.n_players()).find(|&seat| state.players[seat].pawn == Place::plank(plank))
}

fn title(text: &str) -> String {
    format!("<title>{}</title>", escaped(text))
}

impl Drawing<'_> {
    fn is_clickable(&self, part: &str) -> bool {
        self.clickable.binary_search_by(|other| other.as_str().cmp(part)).is_ok()
    }

    /// The letter of a color.
    fn letter(&self, color: Color) -> &str {
        &self.letters[color.index()]
    }

    /// The name of a color, cut where it is too long to be drawn.
    fn color_name(&self, color: Color) -> String {
        let name = self.state.rules.0.name(color);
        let cut: String = name.chars().take(9).collect();
        if cut.len() < name.len() { cut + "…" } else { cut }
    }

    /// How many cards of a program the viewer knows.
    fn known_cards(&self, seat: Seat) -> usize {
        let programmed = self.state.players[seat].program().len();
        if self.viewer.knows(seat) { programmed } else { self.state.seen_cards().min(programmed) }
    }

    fn add_status(&mut self) {
        let supply = u32::from(self.state.rules.0.stones).saturating_sub(self.state.stones.count_ones());
        let right = text("end muted", layout::RIGHT, layout::STATUS, &format!("{supply} stones in the supply"));
        let svg = text("big bold", layout::INSET, layout::STATUS, &self.status()) + &right;
        self.picture.add("status", svg);
    }

    fn status(&self) -> String {
        let (state, seat) = (self.state, self.state.current);
        let round = format!("Round {} of {}", state.round, state.rules.0.rounds);
        match state.phase {
            Phase::DealStart => "The start player is drawn".to_owned(),
            Phase::Program => {
                let card = state.players[seat].programmed + 1;
                format!("{round}: {seat} programs card {card} of {}", state.rules.0.program)
            }
            Phase::Act => {
                let (card, left) = (Card::NAMES.get(usize::from(state.card_of(seat).0)), state.left);
                let again = if left > 1 { format!(" ({left} left)") } else { String::new() };
                format!(
                    "{round}, position {}: {seat} carries out {}{again}",
                    state.position + 1,
                    card.unwrap_or(&"nothing")
                )
            }
            Phase::Over => match Seat::all(state.n_players()).find(|&seat| state.has_won(seat)) {
                Some(winner) => format!("{winner} wins in round {}", state.round),
                None => format!("A tie of all after {} rounds", state.round),
            },
        }
    }
}
