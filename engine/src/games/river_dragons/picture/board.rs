//! The river: villages, islands with stones, planks on spans, pawns.

use super::layout::{Bank, RIVER};
use super::names::{number_of, pawn_name, plank_name, span_name, support_name};
use super::{Drawing, text, title};
use crate::games::river_dragons::limits::{COLORS, ISLANDS};
use crate::games::river_dragons::pieces::{Color, PlankIdx, SupportIdx};
use crate::games::river_dragons::spans::SpanIdx;
use crate::{Game, Seat};

/// Half the width of planks.
const HALF_PLANK: f64 = 7.5;
/// How far planks on one span are apart.
const BESIDE: f64 = 17.0;
/// At which part of what is seen of a plank its name stands, the first of these that is away from villages and islands,
/// and where a pawn stands on it.
const NAME_AT: [f64; 4] = [0.5, 0.6, 0.4, 0.3];
const PAWN_AT: f64 = 0.82;
/// What is not farther than this from an island is hidden by it.
const NEAR: i32 = 25;
/// The same where less than so many pixels are seen.
const SHORT: f64 = 90.0;
const NAME_AND_PAWN_AT_SHORT: [f64; 2] = [0.3, 0.75];

impl Drawing<'_> {
    pub(super) fn add_board(&mut self) {
        let waves = RIVER.svg("fill=\"url(#dragons-waves)\"");
        self.picture.add("river", RIVER.svg("class=\"water\"") + &waves);
        self.add_spans();
        for plank in self.planks() {
            self.picture.add(plank_name(plank), self.plank_svg(plank));
        }
        for island in 0..ISLANDS as u8 {
            self.picture.add(support_name(SupportIdx::of_island(island)), self.island_svg(island));
        }
        for village in Color::all().take(COLORS) {
            self.picture.add(support_name(village.support()), self.village_svg(village));
        }
        for seat in Seat::all(self.state.n_players()) {
            self.picture.add(pawn_name(seat), self.pawn_svg(seat));
        }
    }

    /// The planks on the board, the longest first: of two that have nearly one direction, the shorter one is seen.
    fn planks(&self) -> Vec<PlankIdx> {
        let mut planks: Vec<PlankIdx> = self.state.on_board.iter().collect();
        let length = |plank: &PlankIdx| self.layout.line(self.state.spans[plank.index()], 0.0).length() as i32;
        planks.sort_by_cached_key(|plank| std::cmp::Reverse(length(plank)));
        planks
    }

    /// The spans on which the viewer may lay a plank.
    fn add_spans(&mut self) {
        if !self.clickable.iter().any(|name| name.starts_with("span-")) {
            return;
        }
        for (idx, span) in self.state.rules.0.board.spans.iter().enumerate() {
            let over = SpanIdx(idx as u8);
            let name = span_name(self.state, over);
            if self.is_clickable(&name) {
                let words = title(&format!("{}: plank {} or longer", self.state.span_name(over), span.length + 1));
                let path = self.layout.line(over, 0.0).path();
                self.picture.add(name, format!("{words}<path class=\"dragons-span\" d=\"{path}\"/>"));
            }
        }
    }

    fn island_svg(&self, island: u8) -> String {
        let support = SupportIdx::of_island(island);
        let ((x, y), has_stone) = (self.layout.at(support), self.state.has_stone(island));
        let (symbol, class, words) =
            if has_stone { ("stone", "bold", "a stone") } else { ("island", "muted", "no stone") };
        let land = title(&format!("island {}, {words}", island + 1)) + &use_svg(symbol, x, y);
        // The number of a stone is dark in both modes, as the stone is light.
        let style = if has_stone { " style=\"fill:#10161d\"" } else { "" };
        let number =
            format!("<text class=\"small middle {class}\" x=\"{x}\" y=\"{}\"{style}>{}</text>", y + 4, island + 1);
        land + &number + &self.here(&support_name(support), x, y)
    }

    /// A ring around what the viewer may click.
    fn here(&self, name: &str, x: i32, y: i32) -> String {
        if self.is_clickable(name) { use_svg("here", x, y) } else { String::new() }
    }

    fn village_svg(&self, village: Color) -> String {
        let support = village.support();
        let ((x, y), number) = (self.layout.at(support), number_of(village));
        let words = format!("the village {}", self.state.rules.0.name(village));
        let edge = if self.is_clickable(&support_name(support)) { "here" } else { "piece" };
        let house = format!(
            "{}<use href=\"#dragons-house\" class=\"dragons-c{number} dragons-{edge}\" style=\"fill:var(--dragons-{number})\" \
             x=\"{x}\" y=\"{y}\"/>",
            title(&words)
        );
        let letter = text(&format!("dragons-letter dragons-t{number}"), x, y - 11, self.letter(village));
        house + &letter + &self.village_label(village)
    }

    /// The name of a village, and whose start and goal it is.
    fn village_label(&self, village: Color) -> String {
        let (x, y) = self.layout.at(village.support());
        let of_seat = |is_it: &dyn Fn(Seat) -> bool| Seat::all(self.state.n_players()).find(|&seat| is_it(seat));
        let start = of_seat(&|seat| self.state.players[seat].color == village).map(|seat| format!("start {seat}"));
        let goal = of_seat(&|seat| self.state.goal(seat) == village).map(|seat| format!("goal {seat}"));
        let lines: Vec<String> = [Some(self.color_name(village)), start, goal].into_iter().flatten().collect();
        let line = |y: i32, line: &str| text("small middle bold", x, y, line);
        match self.layout.bank(village.support()) {
            Bank::Top => line(y - 36, &lines.join(" · ")),
            Bank::Bottom => line(y + 38, &lines.join(" · ")),
            Bank::Between => (0..).zip(&lines).map(|(nth, words)| line(y + 36 + 15 * nth, words)).collect(),
        }
    }

    /// The planks that lie on the span of a plank, in order.
    fn beside(&self, plank: PlankIdx) -> (SpanIdx, Vec<PlankIdx>) {
        let span = self.state.spans[plank.index()];
        let on_span = |other: &PlankIdx| self.state.spans[other.index()] == span;
        (span, self.state.on_board.iter().filter(on_span).collect())
    }

    fn plank_line(&self, plank: PlankIdx) -> super::layout::Line {
        let (span, beside) = self.beside(plank);
        let nth = beside.iter().position(|&other| other == plank).unwrap_or_default();
        self.layout.line(span, BESIDE * (nth as f64 - (beside.len() - 1) as f64 / 2.0))
    }

    /// Where the name of a plank stands, and where a pawn on it: apart, and away from the stones and villages at its
    /// ends.
    fn on_plank(&self, plank: PlankIdx) -> [(i32, i32); 2] {
        let ends = self.state.rules.0.board.spans[self.state.spans[plank.index()].index()].ends;
        let hidden = ends.map(|end| if end.village().is_some() { 30.0 } else { 13.0 });
        let line = self.plank_line(plank);
        let at = |part: f64| line.point_between(part, hidden);
        if line.length() - hidden[0] - hidden[1] < SHORT {
            return NAME_AND_PAWN_AT_SHORT.map(at);
        }
        let name = NAME_AT.into_iter().map(at).find(|&point| self.is_open(point));
        [name.unwrap_or_else(|| at(NAME_AT[0])), at(PAWN_AT)]
    }

    /// Whether no village or island is near a point.
    fn is_open(&self, (x, y): (i32, i32)) -> bool {
        (0..SupportIdx::COUNT).map(|support| self.layout.at(SupportIdx::at(support))).all(|(other_x, other_y)| {
            let (right, down) = (x - other_x, y - other_y);
            right * right + down * down > NEAR * NEAR
        })
    }

    fn plank_svg(&self, plank: PlankIdx) -> String {
        let (line, number) = (self.plank_line(plank), number_of(plank.color()));
        let [(x, y), _] = self.on_plank(plank);
        let span = self.state.span_name(self.state.spans[plank.index()]);
        let words = format!("plank {} on {span}", self.state.plank_name(plank));
        let (half, edge) =
            if self.is_clickable(&plank_name(plank)) { (HALF_PLANK + 1.0, "here") } else { (HALF_PLANK, "piece") };
        let wood = format!(
            "<path class=\"dragons-c{number} dragons-{edge}\" style=\"fill:var(--dragons-{number})\" d=\"{}\"/>",
            line.outline(half)
        );
        let name = format!("{}{}", self.letter(plank.color()), plank.length() + 1);
        title(&words) + &wood + &text(&format!("dragons-letter dragons-t{number}"), x, y + 4, &name)
    }

    fn pawn_svg(&self, seat: Seat) -> String {
        let (x, y) = self.pawn_at(seat);
        let (number, color) = (seat.index() + 1, number_of(self.state.players[seat].color));
        let words = format!("the pawn of {seat}, {}", self.state.rules.0.name(self.state.players[seat].color));
        let disc = format!("<circle class=\"dragons-c{color}\" cx=\"{x}\" cy=\"{y}\" r=\"10\"/>");
        let figure = text(&format!("dragons-letter dragons-t{color}"), x, y + 4, &number.to_string());
        let rings = use_svg("pawn", x, y) + &use_svg("ring", x, y);
        title(&words) + &disc + &figure + &rings + &self.here(&pawn_name(seat), x, y)
    }

    /// Where a pawn stands: on its plank, or beside the others in its village.
    fn pawn_at(&self, seat: Seat) -> (i32, i32) {
        let place = self.state.players[seat].pawn;
        let Some(village) = place.as_village() else {
            return place.as_plank().map(|plank| self.on_plank(plank)[1]).unwrap_or_default();
        };
        let here = Seat::all(self.state.n_players()).filter(|&other| self.state.players[other].pawn == place);
        let (count, nth) = (here.clone().count() as i32, here.take_while(|&other| other != seat).count() as i32);
        let (x, y) = self.layout.at(village.support());
        let apart = if count > 1 { (72 / (count - 1)).min(26) } else { 0 };
        (x + apart * nth - apart * (count - 1) / 2, y + 6)
    }
}

fn use_svg(symbol: &str, x: i32, y: i32) -> String {
    format!("<use href=\"#dragons-{symbol}\" x=\"{x}\" y=\"{y}\"/>")
}
