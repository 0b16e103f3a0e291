//! What somebody who follows a game is told of its moves.

use riverlab_engine::{Game, PublicEvent, Seat, Viewer};
use serde::Serialize;

/// A move as somebody sees it: perhaps only that there was one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Told {
    /// Who made it: `p1`, …, or `chance`.
    pub turn: String,
    /// The move, if the viewer sees which it is.
    #[serde(rename = "move")]
    pub mv: Option<String>,
    /// What everybody learns beside the move, each as `reveal: p1 move2, p2 dragon-pink`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub events: Vec<String>,
}

/// What `viewer` is told of a move that is about to be played.
///
/// ```
/// use riverlab_arena::trace::told;
/// use riverlab_engine::games::river_dragons::{DragonRules, RiverDragons};
/// use riverlab_engine::{Game, GameRules, Seat, Viewer};
///
/// let mut position = RiverDragons::new(DragonRules::standard(), 2);
/// position.play(position.parse_move("deal:p1")?)?;
/// let mv = position.parse_move("program:jump")?;
/// assert_eq!(told(&position, mv, Viewer::Seat(Seat::FIRST)).mv.as_deref(), Some("program:jump"));
/// assert_eq!(told(&position, mv, Viewer::Public).mv, None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn told<G: Game>(before: &G, mv: G::Move, viewer: Viewer) -> Told {
    let is_visible = match viewer {
        Viewer::All => true,
        Viewer::Seat(seat) => before.is_visible_to(seat, mv),
        Viewer::Public => Seat::all(before.n_players()).all(|seat| before.is_visible_to(seat, mv)),
    };
    let events = before.public_events(mv).into_iter().map(|event| event_text(&event));
    Told { turn: before.turn().to_string(), mv: is_visible.then(|| before.move_text(mv)), events: events.collect() }
}

/// What everybody learns beside a move, as a line.
pub fn event_text(event: &PublicEvent) -> String {
    let words: Vec<String> = event.by_seat.iter().map(|(seat, word)| format!("{seat} {word}")).collect();
    format!("{}: {}", event.kind, words.join(", "))
}
