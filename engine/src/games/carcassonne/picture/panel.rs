//! The panel above the table: what happens now, the tile that is concerned, and the points.

use super::point::Point;
use super::table::tile_svg;
use super::view::PANEL_WIDTH;
use super::{Drawing, PASS, claim_name, rotation_name};
use crate::games::carcassonne::board::Placed;
use crate::games::carcassonne::moves::Move;
use crate::games::carcassonne::scoring::Part;
use crate::games::carcassonne::state::Phase;
use crate::games::carcassonne::tiles::{FeatureKind, Spot};
use crate::picture::player_disc;
use crate::svg::text;
use crate::{Game, Seat, Share};

/// The distance of the contents from the sides.
const INSET: i32 = 24;
/// The right edge of the contents.
const RIGHT: i32 = PANEL_WIDTH - INSET;
/// The middle of the tile without turns, and how far the others are from it.
const FIRST_TILE: Point = Point { x: INSET + 42, y: 132 };
const NEXT_TILE: i32 = 106;
/// The middle of the tile that was laid, and how many hundredths of its size on the table it has.
const LAID: Point = Point { x: INSET + 76, y: 140 };
const LAID_PERCENT: i32 = 210;
/// Where the table of points begins, the base line of its head and its first row, and the height of a row.
const TABLE: i32 = 492;
const HEAD: i32 = 70;
const FIRST_ROW: i32 = 97;
const ROW: i32 = 29;
/// The right ends of the columns: all points, and those of each part.
const COLUMNS: [i32; 5] = [590, 645, 695, 782, 829];
/// Where the row of meeples begins.
const SUPPLY: i32 = 859;

impl Drawing<'_> {
    pub(super) fn add_panel(&mut self) {
        self.add_on_panel("status", &self.status_svg());
        self.add_on_panel("turn", &self.turn_svg());
        self.add_on_panel("table", &self.head_svg());
        for seat in Seat::all(self.state.n_players()) {
            self.add_on_panel(&format!("player-{}", seat.index() + 1), &self.player_svg(seat));
        }
        match self.state.phase {
            Phase::Lay => self.add_rotations(),
            Phase::Claim => self.add_claims(),
            Phase::DealStart | Phase::Deal | Phase::Over => {}
        }
    }

    fn add_on_panel(&mut self, name: &str, svg: &str) {
        if !svg.is_empty() {
            self.picture.add(name, self.view.on_panel(svg));
        }
    }

    fn status_svg(&self) -> String {
        let (seat, turn) = (self.state.current, self.state.turn);
        let drawn = || &self.state.rules.0.tile(self.state.drawn).id;
        let now = match self.state.phase {
            Phase::DealStart => "The start player is drawn".to_owned(),
            Phase::Deal => format!("Turn {turn}: a tile is drawn for {seat}"),
            Phase::Lay => format!("Turn {turn}: {seat} lays tile {}", drawn()),
            Phase::Claim => format!("Turn {turn}: {seat} may put a meeple on tile {}", drawn()),
            Phase::Over => "The game is over".to_owned(),
        };
        let stack = match self.state.stack_len() {
            0 => "the stack is empty".to_owned(),
            1 => "1 tile in the stack".to_owned(),
            more => format!("{more} tiles in the stack"),
        };
        text("big bold", INSET, 34, &now) + &text("end muted", RIGHT, 34, &stack)
    }

    fn head_svg(&self) -> String {
        let names = ["points"].into_iter().chain(Part::NAMES);
        let heads = COLUMNS.iter().zip(names).map(|(x, name)| text("small muted end", *x, HEAD, name));
        let last = if self.state.phase == Phase::Over { "result" } else { "meeples left" };
        heads.collect::<String>() + &text("small muted", SUPPLY - 10, HEAD, last)
    }

    /// The rows of the player whose turn it is, or of the winners.
    fn turn_svg(&self) -> String {
        let shares = self.state.outcome().map(|outcome| outcome.shares);
        let is_marked = |seat: &Seat| match &shares {
            Some(shares) => shares[*seat] != Share::default(),
            None => self.state.current() == Some(*seat),
        };
        let row = |seat: Seat| {
            let y = row_of(seat) - 20;
            format!(
                "<rect class=\"soft\" stroke=\"var(--accent)\" x=\"{TABLE}\" y=\"{y}\" width=\"{}\" height=\"{}\" rx=\"5\"/>",
                RIGHT - TABLE,
                ROW - 1
            )
        };
        Seat::all(self.state.n_players()).filter(is_marked).map(row).collect()
    }

    fn player_svg(&self, seat: Seat) -> String {
        let (parts, y) = (self.state.score_parts(seat), row_of(seat));
        let mut svg = player_disc(seat, TABLE + 18, y - 5, 10) + &text("", TABLE + 36, y, &seat.to_string());
        svg += &text("bold big end", COLUMNS[0], y + 1, &parts.iter().sum::<i32>().to_string());
        for (x, points) in COLUMNS[1..].iter().zip(parts) {
            svg += &text("end", *x, y, &points.to_string());
        }
        svg + &self.supply_svg(seat, y)
    }

    /// The meeples that are not on the table, or how the game ended.
    fn supply_svg(&self, seat: Seat, y: i32) -> String {
        if let Some(outcome) = self.state.outcome() {
            return match outcome.shares[seat] {
                share if share == Share::default() => String::new(),
                share if share == Share::of_winners(1) => text("bold", SUPPLY - 10, y, "wins"),
                _ => text("bold", SUPPLY - 10, y, "shares the win"),
            };
        }
        match self.state.players[seat].supply() {
            0 => text("muted", SUPPLY - 10, y, "none"),
            supply => format!("<use href=\"#carcassonne-s{supply}\" class=\"{seat}\" x=\"{SUPPLY}\" y=\"{}\"/>", y - 5),
        }
    }

    /// The tile that was drawn, in all its directions; those in which the viewer cannot lay it are pale.
    fn add_rotations(&mut self) {
        let tile = self.state.drawn;
        self.add_on_panel(
            "heading",
            &text("small muted", INSET, HEAD, "The tile, after so many clockwise quarter turns:"),
        );
        for turns in 0..self.state.rules.0.tile(tile).rotations {
            let fits = |mv: &Move| matches!(*mv, Move::Tile(_, other) if other == turns);
            let is_pale = !self.legal.is_empty() && !self.legal.iter().any(fits);
            let at = Point { x: FIRST_TILE.x + i32::from(turns) * NEXT_TILE, y: FIRST_TILE.y };
            let svg = tile_svg(Placed { tile, turns, ..Placed::default() }, at, "scale(1.1)");
            let svg = rotation_title(turns) + &svg + &text("middle", at.x, at.y + 62, &turns.to_string());
            let svg = if is_pale { format!("<g opacity=\".35\">{svg}</g>") } else { svg };
            self.add_on_panel(&rotation_name(turns), &svg);
        }
    }

    /// The tile that was laid, with the spots that the viewer may claim and a button to claim none.
    fn add_claims(&mut self) {
        let placed = self.state.last_placed();
        let heading = text("small muted", INSET, HEAD - 12, "The tile that was laid:");
        let letters = |text_of: &str, y: i32| text("small muted", LAID.x + 110, y, text_of);
        let legend = letters("R road, C city,", LAID.y + 44) + &letters("M monastery, F farm", LAID.y + 62);
        let is_asked = !self.legal.is_empty();
        self.add_on_panel("heading", &if is_asked { heading + &legend } else { heading });
        self.add_on_panel("laid", &tile_svg(placed, LAID, "scale(2.1)"));
        for mv in std::mem::take(&mut self.legal) {
            match mv {
                Move::Meeple(spot) => self.picture.add(claim_name(spot), self.claim_svg(placed, spot)),
                Move::None => self.add_on_panel(PASS, &pass_svg()),
                _ => {}
            }
        }
    }

    /// A spot, on the tile in the panel and on the one on the table.
    fn claim_svg(&self, placed: Placed, spot: Spot) -> String {
        let turned = self.state.last_turned_tile();
        let segments = self.state.rules.0.tile(placed.tile).segments.len();
        let segment = (0..segments).find(|&segment| turned.spot(segment) == spot).expect("the tile has the spot");
        let (here, there) = (self.anchor(placed, segment), self.anchor_on_table(placed, segment));
        let Point { x, y } = LAID.plus(here.scaled(LAID_PERCENT));
        let mark =
            |x: i32, y: i32, r: i32| format!("<circle class=\"carcassonne-mark\" cx=\"{x}\" cy=\"{y}\" r=\"{r}\"/>");
        let large = mark(x, y, 13) + &text("bold middle", x, y + 5, letter_of(spot.kind()));
        let title = format!("<title>a {} ({spot})</title>", spot.kind().role());
        title + &self.view.on_panel(&large) + &mark(there.x, there.y, 6)
    }
}

/// The base line of a player's row.
fn row_of(seat: Seat) -> i32 {
    FIRST_ROW + ROW * seat.index() as i32
}

fn letter_of(kind: FeatureKind) -> &'static str {
    ["R", "C", "M", "F"][kind as usize]
}

fn rotation_title(turns: u8) -> String {
    format!("<title>the tile after {turns} quarter {}</title>", if turns == 1 { "turn" } else { "turns" })
}

fn pass_svg() -> String {
    let (x, y) = (LAID.x + 110, LAID.y - 18);
    let frame = format!(
        "<title>put no meeple</title><rect class=\"soft\" stroke=\"var(--accent)\" stroke-width=\"2\" x=\"{x}\" y=\"{y}\" \
         width=\"130\" height=\"36\" rx=\"8\"/>"
    );
    frame + &text("bold middle", x + 65, y + 23, "no meeple")
}
