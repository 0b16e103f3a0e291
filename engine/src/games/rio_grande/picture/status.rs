//! Whose turn it is and what was done in it, the stack, and what can be done without a place on the table.

use crate::svg::Sketch;
use crate::{Game, Picture, Seat, Share, Turn};

use super::super::state::{Phase, RioGrande};
use super::layout::{GAP, Layout, PLAYER_HEIGHT, WIDTH};

/// Draws the head of the picture.
pub(super) fn draw(state: &RioGrande, layout: &Layout, picture: &mut Picture) {
    picture.add("turn", turn_svg(state, layout));
    let mut stack = Sketch::at((0, 0));
    picture.add("stack", stack.text("end", WIDTH - GAP - 200, 30, &format!("stack {}", state.stack_len())).svg());
    if let Some(left) = state.turns_left() {
        let words = if left == 1 { "last round: 1 turn".to_owned() } else { format!("last round: {left} turns") };
        let mut sketch = Sketch::at((WIDTH - GAP - 416, 0));
        sketch.rect("outline", 0, 10, (140, 28)).text("bold small middle", 70, 29, &words);
        picture.add("last-round", sketch.svg());
    }
    if state.phase == Phase::Act {
        draw_buttons(state, picture);
    }
}

fn draw_buttons(state: &RioGrande, picture: &mut Picture) {
    if !state.me().hand().is_empty() {
        picture.add("discard", button_svg(WIDTH - GAP - 192, "discard", "discard a card of the hand"));
    }
    picture.add("end", button_svg(WIDTH - GAP - 92, "end turn", "end the turn"));
}

fn button_svg(x: i32, text: &str, words: &str) -> String {
    let mut sketch = Sketch::titled((x, 8), words);
    sketch.rect("paper rio-button", 0, 0, (92, 32)).text("middle", 46, 21, text).svg()
}

/// What is going on, and a frame around what the player to act has.
fn turn_svg(state: &RioGrande, layout: &Layout) -> String {
    let mut sketch = Sketch::at((GAP, 0));
    sketch.text("big bold", 2, 30, &format!("Turn {}", state.turn));
    if let Turn::Player(seat) = state.turn() {
        let (_, y) = layout.player(seat);
        sketch.rect("rio-now", 0, y, (WIDTH - 2 * GAP, PLAYER_HEIGHT)).stamp(&format!("rio-{seat}"), 106, 24);
    }
    sketch.text("", 122, 29, &doing(state)).svg()
}

fn doing(state: &RioGrande) -> String {
    match state.phase {
        Phase::DealStart => "chance draws the start player".to_owned(),
        Phase::DealHands | Phase::Refill => format!("chance deals cards to {}", state.current),
        Phase::Act => done(state),
        Phase::Over => result_words(state),
    }
}

/// What was done in the turn.
fn done(state: &RioGrande) -> String {
    let mut done = format!("action {} of {}", state.actions + 1, state.rules.0.actions);
    if state.specials > 0 {
        done += ", special card laid";
    }
    if state.bridges > 0 {
        done += ", bridge built";
    }
    done
}

fn result_words(state: &RioGrande) -> String {
    let Some(outcome) = state.outcome() else { return String::new() };
    let winners = Seat::all(state.n_players()).filter(|&seat| outcome.shares[seat] != Share::NONE);
    let names: Vec<String> = winners.map(|seat| seat.to_string()).collect();
    let verb = if names.len() == 1 { "wins" } else { "share the win" };
    format!("game over: {} {verb}", names.join(" and "))
}
