//! What the players have: points, bridges, and hands. A hand that the viewer does not know is drawn from the number of
//! its cards alone.

use crate::picture::player_disc;
use crate::svg::Sketch;
use crate::{Game, Outcome, Picture, Seat, Share, Viewer};

use super::super::cards::Card;
use super::super::scoring::Part;
use super::super::state::RioGrande;
use super::layout::{GAP, PLAYER_HEIGHT, STEP, WIDTH};
use super::names::hand_name;
use super::rivers::{card_words, draw_card};

/// The left edge of hands.
const HAND_LEFT: i32 = 190;

/// Draws what a player has.
pub(super) fn draw(state: &RioGrande, seat: Seat, viewer: Viewer, place: (i32, i32), picture: &mut Picture) {
    let mut sketch = Sketch::at(place);
    let frame = sketch.rect("soft edge", 0, 0, (WIDTH - 2 * GAP, PLAYER_HEIGHT)).svg();
    picture.add(format!("player-{seat}"), frame + &player_disc(seat, place.0 + 24, place.1 + 26, 14));
    picture.add(format!("score-{seat}"), score_svg(state, seat, place));
    picture.add(format!("bridges-{seat}"), bridges_svg(state, seat, place));
    if viewer.knows(seat) {
        for (idx, (card, count)) in piles(state.player(seat).hand()).enumerate() {
            picture.add(hand_name(seat, idx), pile_svg(state, card, count, idx, place));
        }
    } else {
        picture.add(format!("hand-{seat}"), backs_svg(seat, state.player(seat).hand().len(), place));
    }
}

/// The points so far; when the game is over, what they are made of and who wins.
fn score_svg(state: &RioGrande, seat: Seat, place: (i32, i32)) -> String {
    let Some(outcome) = state.outcome() else {
        let points = state.player(seat).points();
        return Sketch::at(place).text("big bold", 48, 32, &format!("{points} points")).svg();
    };
    let parts = outcome.parts[seat];
    let words = format!("rivers {}, final {}", parts[Part::Rivers as usize], parts[Part::Final as usize]);
    let mut sketch = Sketch::titled(place, &words);
    sketch.text("big bold", 48, 24, &format!("{} points", outcome.scores[seat]));
    sketch.text("small", 48, 44, &words).text("bold", 110, 68, if wins(&outcome, seat) { "winner" } else { "" }).svg()
}

fn wins(outcome: &Outcome, seat: Seat) -> bool {
    outcome.shares[seat] != Share::NONE
}

fn bridges_svg(state: &RioGrande, seat: Seat, place: (i32, i32)) -> String {
    let bridges = state.player(seat).bridges();
    let mut sketch = Sketch::titled(place, &format!("{seat} has {bridges} bridges to build"));
    sketch.rect("paper edge", 10, 48, (66, 28)).stamp("rio-bridges", 15, 50);
    sketch.text("bold", 42, 67, &format!("×{bridges}")).svg()
}

/// The cards of a hand in order, those that are alike counted.
pub(super) fn piles(hand: &[Card]) -> impl Iterator<Item = (Card, usize)> {
    hand.chunk_by(|one, other| one == other).map(|alike| (alike[0], alike.len()))
}

fn pile_svg(state: &RioGrande, card: Card, count: usize, idx: usize, place: (i32, i32)) -> String {
    let x = HAND_LEFT + STEP * idx as i32;
    let times = if count > 1 { format!("{count} × ") } else { String::new() };
    let mut sketch = Sketch::titled(place, &format!("in hand: {times}{}", card_words(card)));
    draw_card(&mut sketch, state, card, x, GAP);
    if count > 1 {
        sketch.rect("paper edge", x + 42, GAP + 46, (28, 18));
        sketch.text("bold middle", x + 56, GAP + 60, &format!("×{count}"));
    }
    sketch.svg()
}

fn backs_svg(seat: Seat, cards: usize, place: (i32, i32)) -> String {
    let mut sketch = Sketch::titled(place, &format!("{seat} holds {cards} cards"));
    for idx in 0..cards as i32 {
        sketch.stamp("rio-back", HAND_LEFT + 26 * idx, GAP);
    }
    sketch.text("muted", HAND_LEFT + 26 * cards as i32 + 62, 46, &format!("{cards} cards")).svg()
}
