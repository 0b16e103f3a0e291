//! What belongs to each seat: facts, reserve and program.

use super::layout::{Area, reserve_area, seat_area, slot_area};
use super::names::{number_of, reserve_name};
use super::{Drawing, text, title};
use crate::games::river_dragons::cards::Card;
use crate::games::river_dragons::pieces::PlankIdx;
use crate::games::river_dragons::state::Phase;
use crate::{Game, Seat};

impl Drawing<'_> {
    pub(super) fn add_seats(&mut self) {
        self.picture.add("frames", self.frames());
        self.picture.add("turn", self.turn_svg());
        for seat in Seat::all(self.state.n_players()) {
            self.picture.add(format!("seat-{}", seat.index() + 1), self.seat_svg(seat));
            for plank in self.state.players[seat].reserve.iter() {
                self.picture.add(reserve_name(seat, plank.length()), self.reserve_svg(seat, plank));
            }
            for position in 0..self.state.players[seat].program().len() {
                let name = format!("program-{}-{}", seat.index() + 1, position + 1);
                self.picture.add(name, self.slot_svg(seat, position));
            }
        }
        self.picture.add("start", self.start_svg());
        self.picture.add("position", self.position_svg());
    }

    /// The frames of seats, and of cards that are not programmed yet.
    fn frames(&self) -> String {
        let slot = |seat: Seat, position: usize| {
            let area = slot_area(seat, position);
            let (x, y) = area.center();
            area.svg("class=\"dragons-slot\"") + &text("small muted middle", x, y + 4, &(position + 1).to_string())
        };
        let slots = |seat: Seat| {
            (0..usize::from(self.state.rules.0.program)).map(|position| slot(seat, position)).collect::<String>()
        };
        let seats = Seat::all(self.state.n_players());
        seats.map(|seat| seat_area(seat).svg("class=\"soft\"") + &slots(seat)).collect()
    }

    /// A frame around who is to act, or has won.
    fn turn_svg(&self) -> String {
        let is_marked = |seat: &Seat| match self.state.outcome() {
            Some(_) => self.state.has_won(*seat),
            None => self.state.turn().player() == Some(*seat),
        };
        let marked = Seat::all(self.state.n_players()).filter(is_marked);
        marked.map(|seat| seat_area(seat).svg("class=\"dragons-turn\"")).collect()
    }

    fn seat_svg(&self, seat: Seat) -> String {
        let (player, Area { x, y, width, .. }) = (&self.state.players[seat], seat_area(seat));
        let number = number_of(player.color);
        let disc = format!(
            "<circle class=\"dragons-c{number} dragons-piece\" cx=\"{}\" cy=\"{}\" r=\"11\"/>{}",
            x + 19,
            y + 19,
            text(&format!("dragons-letter dragons-t{number}"), x + 19, y + 23, &(seat.index() + 1).to_string()),
        );
        let name = format!("{} ({})", self.color_name(player.color), self.letter(player.color));
        disc + &text("bold", x + 36, y + 24, &name) + &text("small end", x + width - 9, y + 23, &self.facts(seat))
    }

    /// How far the goal is, and how often the pawn fell.
    fn facts(&self, seat: Seat) -> String {
        let player = &self.state.players[seat];
        let goal = self.state.goal(seat);
        let way = match self.state.distance(player.pawn, goal) {
            0 => "at the goal".to_owned(),
            steps => format!("{steps} to {}", self.letter(goal)),
        };
        let falls = if player.falls == 1 { "fall" } else { "falls" };
        format!("{way} · {} {falls}", player.falls)
    }

    fn reserve_svg(&self, seat: Seat, plank: PlankIdx) -> String {
        let (area, number) = (reserve_area(seat, plank.length()), number_of(plank.color()));
        let (x, y) = area.center();
        let edge = if self.is_clickable(&reserve_name(seat, plank.length())) { "here" } else { "piece" };
        let wood = area.svg(&format!("class=\"dragons-{edge}\" style=\"fill:var(--dragons-{number})\""));
        let name = format!("{}{}", self.letter(plank.color()), plank.length() + 1);
        let words = format!("plank {} in reserve", self.state.plank_name(plank));
        title(&words) + &wood + &text(&format!("dragons-letter dragons-t{number}"), x, y + 4, &name)
    }

    /// A card of a program: face down unless the viewer knows it, and struck out where a dragon cancels it.
    fn slot_svg(&self, seat: Seat, position: usize) -> String {
        let area = slot_area(seat, position);
        if position >= self.known_cards(seat) {
            return format!("<use href=\"#dragons-back\" x=\"{}\" y=\"{}\"/>", area.x, area.y);
        }
        let card = self.state.players[seat].program()[position];
        let strike = if self.is_canceled(seat, position) { strike(area) } else { String::new() };
        self.card_svg(card, area) + &strike
    }

    /// The name of a card, or a dragon with the letter of its color.
    fn card_svg(&self, card: Card, area: Area) -> String {
        let (x, y) = area.center();
        let frame = area.svg("class=\"dragons-card\"");
        let words = title(&self.state.card_name(card));
        match card.color() {
            None => words + &frame + &text("small middle", x, y + 4, Card::NAMES[usize::from(card.0)]),
            Some(color) => {
                words
                    + &frame
                    + &dragon_svg(number_of(color), x - 8, y)
                    + &text("bold", x + 9, y + 5, self.letter(color))
            }
        }
    }

    /// Whether everybody has seen that a dragon cancels a card.
    fn is_canceled(&self, seat: Seat, position: usize) -> bool {
        let players = &self.state.players;
        let dragon = Card::dragon(players[seat].color);
        position < self.state.seen_cards()
            && players[seat].program()[position].actions() > 0
            && players.iter().any(|player| player.program().get(position) == Some(&dragon))
    }

    fn start_svg(&self) -> String {
        let Area { x, y, .. } = seat_area(self.state.start);
        let flag = Area { x: x + 142, y: y + 9, width: 42, height: 20 };
        let (middle, base) = flag.center();
        title("the start marker")
            + &flag.svg("class=\"paper\" stroke=\"var(--ink)\"")
            + &text("small middle", middle, base + 4, "start")
    }

    /// Frames around the cards that are carried out.
    fn position_svg(&self) -> String {
        if self.state.phase != Phase::Act {
            return String::new();
        }
        let slot = |seat: Seat| slot_area(seat, usize::from(self.state.position)).svg("class=\"dragons-strike\"");
        Seat::all(self.state.n_players()).map(slot).collect()
    }
}

fn dragon_svg(number: usize, x: i32, y: i32) -> String {
    format!("<use href=\"#dragons-dragon\" class=\"dragons-c{number}\" transform=\"translate({x} {y})scale(.7)\"/>")
}

fn strike(Area { x, y, width, height }: Area) -> String {
    format!("<path class=\"dragons-strike\" d=\"M{x} {}l{width} -{height}\"/>", y + height)
}
