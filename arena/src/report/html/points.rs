//! The table of points on the page of a game, live or replayed.

use maud::{Markup, html};
use riverlab_engine::Seat;

/// Whether the page shows the final score and the rank from the beginning.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EndColumns {
    /// It does: the game is over.
    Shown,
    /// Its script shows them when the game is over.
    Later,
}

/// A line of the table.
pub struct PlayerPoints<'a> {
    /// Who it is.
    pub player: &'a str,
    /// The points of each score part.
    pub points: Vec<String>,
    /// The score at the end.
    pub final_score: String,
    /// The rank at the end.
    pub rank: String,
}

/// The points of all players in seat order, with these score parts.
pub fn points_table(caption: &str, parts: &[impl AsRef<str>], players: &[PlayerPoints<'_>], end: EndColumns) -> Markup {
    let class = (end == EndColumns::Later).then_some("final");
    html! {
        div.scroll tabindex="0" role="region" aria-labelledby="points-h" {
            table #points {
                caption { (caption) }
                thead { tr {
                    th.t scope="col" { "player" }
                    @for part in parts { th scope="col" { (part.as_ref().replace('_', " ")) } }
                    th class=[class] scope="col" { "final score" } th class=[class] scope="col" { "rank" }
                } }
                tbody { @for (seat, line) in Seat::all(players.len()).zip(players) { tr {
                    th.t scope="row" { (seat) " " bdi { (line.player) } }
                    @for points in &line.points { td { (points) } }
                    td.final { (line.final_score) } td.final { (line.rank) }
                } } }
            }
        }
    }
}
