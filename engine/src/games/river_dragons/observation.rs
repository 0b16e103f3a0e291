//! Observations: the own program, what is revealed of the others', and all that lies and stands on the board.

use crate::{Feature, Game, ObservationWriter, Observe, Seat};

use super::cards::Card;
use super::limits::{COLORS, ISLANDS, LENGTHS, PLANKS, SUPPORTS};
use super::pieces::{Color, PlankIdx, SupportIdx};
use super::rules::DragonRules;
use super::scoring::Part;
use super::state::{Phase, RiverDragons};

const PHASES: usize = 4;

/// How many steps after the observer each seat of the table sits, by the color of the seat.
type Steps = [Option<usize>; COLORS];

impl Observe for RiverDragons {
    fn features(rules: &DragonRules, players: usize) -> Vec<Feature> {
        let mut features = turn_features(rules, players).to_vec();
        features.extend(board_features(rules, players));
        features.extend(player_features(rules, players));
        features
    }

    fn observe(&self, seat: Seat, out: &mut [f32]) {
        let mut writer = ObservationWriter::new(out);
        let mut steps: Steps = [None; COLORS];
        for (away, seat) in seat.clockwise(self.n_players()).enumerate() {
            steps[self.players[seat].color.index()] = Some(away);
        }
        self.observe_turn(seat, &mut writer);
        self.observe_board(seat, &mut writer);
        self.observe_players(seat, &steps, &mut writer);
        self.observe_programs(seat, &steps, &mut writer);
        writer.finish();
    }
}

/// Whose turn it is, and how far the programs have come.
fn turn_features(rules: &DragonRules, players: usize) -> [Feature; 7] {
    [
        Feature::flags(
            "phase",
            &[PHASES],
            "the start player is drawn, programs are made, programs are carried out, over",
        ),
        Feature::flags(
            "to_act",
            &[players],
            "who programs or acts, from the own seat on clockwise; none before and after the game",
        ),
        Feature::flags(
            "first_player",
            &[players],
            "who began the game, from the own seat on clockwise; none before the draw",
        ),
        Feature::flags(
            "start",
            &[players],
            "who has the start marker, from the own seat on clockwise; none before the draw",
        ),
        Feature::counts("round", &[1], rules.rounds.into(), "the number of the round, from 1; 0 before the first"),
        Feature::flags("position", &[rules.program.into()], "the position of the programs that is carried out"),
        Feature::counts("left", &[1], 2, "how often the card of the player to act is still to be carried out"),
    ]
}

/// What lies on the board.
fn board_features(rules: &DragonRules, players: usize) -> [Feature; 5] {
    let load = usize::from(rules.load).min(PLANKS);
    [
        Feature::flags("stones", &[ISLANDS], "whether each island has a stone"),
        Feature::counts("stones_left", &[1], rules.stones.into(), "stones in the supply"),
        Feature::counts(
            "load",
            &[SUPPORTS],
            load,
            "planks on each support: the villages in the order of the tables, then the islands",
        ),
        Feature::counts("spans", &[rules.board.spans.len()], load, "planks on each span, in the order of the board"),
        Feature::flags(
            "planks",
            &[players, LENGTHS, players + SUPPORTS],
            "where each plank is, by owner of its color from the own seat on clockwise and by length: in whose reserve, from the \
             own seat on clockwise; the two supports on which it lies, in the order of their load; all zeros when it is out of the \
             game",
        ),
    ]
}

/// What each player has and shows.
fn player_features(rules: &DragonRules, players: usize) -> [Feature; 7] {
    let (program, cards) = (usize::from(rules.program), Card::ACTIONS + players);
    [
        Feature::flags(
            "colors",
            &[players, COLORS],
            "the color by player, from the own seat on clockwise, in the order of the tables",
        ),
        Feature::flags(
            "pawns",
            &[players, COLORS + players * LENGTHS],
            "where each pawn stands: a village in the order of the tables, or a plank in the order of planks",
        ),
        Feature::counts(
            "distance",
            &[players],
            rules.board.most_steps().into(),
            "steps of each pawn to its goal, as if a plank lay on every span",
        ),
        Feature::counts("falls", &[players], usize::from(rules.rounds) * program, "how often each pawn fell"),
        Feature::counts("programmed", &[players], program, "how many cards the program of each player has"),
        Feature::flags(
            "programs",
            &[players, program, cards],
            "the cards of each program by position, as far as the observer knows them, which is all of the own one and what is \
             revealed of the others': stone1, stone2, plank1, plank2, remove, move1, move2, jump, then the dragon of each player \
             from the own seat on clockwise",
        ),
        Feature::flags("hand", &[cards], "the own cards that are not in the own program, in the same order"),
    ]
}

/// The place of a card in the order of hands and programs.
fn place_of(card: Card, steps: &Steps) -> Option<usize> {
    match card.color() {
        Some(color) => steps[color.index()].map(|away| Card::ACTIONS + away),
        None => Some(card.kind()),
    }
}

impl RiverDragons {
    fn observe_turn(&self, seat: Seat, writer: &mut ObservationWriter) {
        let players = self.n_players();
        let is_drawn = self.phase != Phase::DealStart;
        let progress = self.progress();
        writer.one_hot(PHASES, Some(self.phase as usize));
        writer.seat(self.turn().player(), seat, players);
        writer.seat(is_drawn.then_some(self.first_player), seat, players);
        writer.seat(is_drawn.then_some(self.start), seat, players);
        writer.number(self.round);
        writer.one_hot(self.rules.0.program.into(), progress.map(|(position, _)| position));
        writer.number(progress.map_or(0, |(_, left)| left));
    }

    fn observe_board(&self, seat: Seat, writer: &mut ObservationWriter) {
        let (board, players) = (&self.rules.0.board, self.n_players());
        let stones = self.stones();
        writer.set(ISLANDS, stones.iter().filter_map(SupportIdx::island).map(usize::from));
        writer.count(usize::from(self.rules.0.stones) - stones.len() as usize);
        (0..SUPPORTS).for_each(|support| writer.count(self.load(SupportIdx::at(support)) as usize));
        let spans = writer.zeros(board.spans.len());
        self.on_board.iter().for_each(|plank| spans[self.spans[plank.index()].index()] += 1.0);
        let holder = |plank| Seat::all(players).find(|&seat| self.players[seat].reserve.contains(plank));
        for owner in seat.clockwise(players) {
            for length in 0..LENGTHS as u8 {
                let plank = PlankIdx::of(self.players[owner].color, length);
                writer.seat(holder(plank), seat, players);
                let ends = self.span_of(plank).map(|span| board.spans[span.index()].ends.map(SupportIdx::index));
                writer.set(SUPPORTS, ends.into_iter().flatten());
            }
        }
    }

    fn observe_players(&self, seat: Seat, steps: &Steps, writer: &mut ObservationWriter) {
        let players = self.n_players();
        let seats = || seat.clockwise(players);
        seats().for_each(|seat| writer.one_hot(COLORS, Some(self.players[seat].color.index())));
        for seat in seats() {
            let pawn = self.players[seat].pawn;
            let on_plank = |plank: PlankIdx| {
                let away = steps[plank.color().index()].expect("all planks belong to players");
                COLORS + away * LENGTHS + usize::from(plank.length())
            };
            let village = pawn.as_village().map(Color::index);
            writer.one_hot(COLORS + players * LENGTHS, village.or_else(|| pawn.as_plank().map(on_plank)));
        }
        seats().for_each(|seat| writer.number(self.score_parts(seat)[Part::Distance as usize] as f32));
        seats().for_each(|seat| writer.number(self.players[seat].falls));
        seats().for_each(|seat| writer.number(self.players[seat].programmed));
    }

    fn observe_programs(&self, seat: Seat, steps: &Steps, writer: &mut ObservationWriter) {
        let players = self.n_players();
        let cards = Card::ACTIONS + players;
        for other in seat.clockwise(players) {
            let program = self.players[other].program();
            let seen = if other == seat { program.len() } else { self.seen_cards().min(program.len()) };
            let known = &program[..seen];
            for position in 0..usize::from(self.rules.0.program) {
                writer.one_hot(cards, known.get(position).and_then(|&card| place_of(card, steps)));
            }
        }
        let hand = self.hand(seat).without(self.players[seat].used());
        writer.set(cards, hand.iter().filter_map(|card| place_of(card, steps)));
    }
}

#[cfg(test)]
#[path = "observation_tests.rs"]
mod tests;
