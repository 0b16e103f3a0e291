//! Whose turn it is and for what, what can be done without a place on the table, and the result.

use crate::svg::Sketch;
use crate::{Game, Outcome, Picture, Seat, Share, Turn};

use super::super::state::{Due, Phase};
use super::super::{Move, TheRiver};
use super::layout::{BOARD_HEIGHT, BOARD_WIDTH, GAP, WIDTH, board, height};

/// The height of a row of the result.
const ROW: i32 = 26;

/// Draws the head of the picture, and the result once the game is over.
pub(super) fn draw(state: &TheRiver, picture: &mut Picture) {
    picture.add("round", round_svg(state));
    picture.add("turn", turn_svg(state));
    if state.round > 0 || state.phase != Phase::DealColors {
        let (x, y) = board(state.start_figure);
        let mut sketch = Sketch::titled((x, y), "start figure: begins the next round");
        picture.add("start-figure", sketch.stamp("river-start", 134, 7).svg());
    }
    draw_buttons(state, picture);
    if let Some(outcome) = state.outcome() {
        picture.add("result", result_svg(state, &outcome));
    }
}

fn round_svg(state: &TheRiver) -> String {
    let round = if state.round == 0 { "Draft".to_owned() } else { format!("Round {}", state.round) };
    let mut sketch = Sketch::at((GAP, 0));
    sketch.text("big bold", 2, 30, &round);
    if state.end_triggered && state.phase != Phase::Over {
        sketch.rect("outline", 102, 12, (84, 26)).text("bold small middle", 144, 29, "last round");
    }
    sketch.svg()
}

/// What is going on, and a frame around the board of the player to act.
fn turn_svg(state: &TheRiver) -> String {
    let mut sketch = Sketch::at((0, 0));
    if let Turn::Player(seat) = state.turn() {
        let (x, y) = board(seat);
        sketch.rect("river-now", x, y, (BOARD_WIDTH, BOARD_HEIGHT)).stamp(&format!("river-{seat}"), 208, 25);
    }
    sketch.text("big", 226, 31, &doing(state)).svg()
}

fn doing(state: &TheRiver) -> String {
    let doing = match state.phase {
        Phase::DealColors | Phase::DealStart | Phase::DealDraft | Phase::DealBuildings | Phase::DealTiles => {
            "chance deals"
        }
        Phase::Draft => "drafts a tile",
        Phase::Place => "sends a pioneer",
        Phase::Return => "returns what does not fit into the barns",
        Phase::Swap => return format!("may swap tiles: {} left", swaps_left(state)),
        Phase::Over => return result_words(state),
    };
    doing.to_owned()
}

fn swaps_left(state: &TheRiver) -> u8 {
    if let Some(Due::Swaps(times)) = state.due { times } else { 0 }
}

fn result_words(state: &TheRiver) -> String {
    let winners = state.outcome().map_or_else(Vec::new, |outcome| winners(&outcome));
    let names: Vec<String> = winners.iter().map(ToString::to_string).collect();
    let verb = if names.len() == 1 { "wins" } else { "share the win" };
    format!("Game over: {} {verb}", names.join(" and "))
}

fn winners(outcome: &Outcome) -> Vec<Seat> {
    Seat::all(outcome.shares.players()).filter(|&seat| outcome.shares[seat] != Share::NONE).collect()
}

/// A box to click on for what has no other place.
struct Button {
    name: &'static str,
    words: &'static str,
    means: fn(&Move) -> bool,
}

const BUTTONS: [Button; 3] = [
    Button { name: "trade", words: "trade 3 for 1 food", means: |mv| matches!(mv, Move::Trade(_)) },
    Button { name: "keep", words: "keep the tiles", means: |mv| *mv == Move::Keep },
    Button { name: "idle", words: "let a pioneer idle", means: |mv| *mv == Move::Idle },
];

/// Draws the buttons that mean legal moves.
fn draw_buttons(state: &TheRiver, picture: &mut Picture) {
    let mut legal = Vec::new();
    state.legal_moves(&mut legal);
    let buttons = BUTTONS.iter().filter(|button| legal.iter().any(button.means));
    for (Button { name, words, .. }, x) in buttons.zip([WIDTH - GAP - 150, WIDTH - GAP - 308]) {
        let mut sketch = Sketch::titled((x, 8), words);
        picture.add(*name, sketch.rect("paper river-button", 0, 0, (150, 32)).text("middle", 75, 21, words).svg());
    }
}

/// The height of the result, once there is one.
pub(super) fn result_height(state: &TheRiver) -> i32 {
    if state.phase == Phase::Over { ROW * (state.n_players() as i32 + 1) + 2 * GAP } else { 0 }
}

/// The final scores with their parts.
fn result_svg(state: &TheRiver, outcome: &Outcome) -> String {
    let mut sketch = Sketch::titled((GAP, height(state.n_players())), &result_words(state));
    sketch.rect("soft edge", 0, 0, (WIDTH - 2 * GAP, result_height(state) - GAP));
    let columns = || (300..).step_by(100);
    for (name, x) in TheRiver::PARTS.iter().chain(&["total"]).zip(columns()) {
        sketch.text("small muted end", x, 22, &name.replace('_', " "));
    }
    let winners = winners(outcome);
    for (seat, y) in Seat::all(state.n_players()).zip((22 + ROW..).step_by(ROW as usize)) {
        sketch.stamp(&format!("river-{seat}"), 22, y - 5);
        sketch.text("bold", 40, y, if winners.contains(&seat) { "winner" } else { "" });
        let parts = outcome.parts[seat].iter().take(TheRiver::PARTS.len()).copied();
        for (points, x) in parts.zip(columns()) {
            sketch.text("end", x, y, &points.to_string());
        }
        sketch.text("bold end", 800, y, &outcome.scores[seat].to_string());
    }
    sketch.svg()
}
