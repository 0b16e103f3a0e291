//! Observations: the own hand, how many cards the others hold, and all that lies on the table.

use crate::{Feature, Game, ObservationWriter, Observe, Seat};

use super::cards::{Card, CardKind, Landscape, Water};
use super::rules::RioRules;
use super::scoring::Part;
use super::state::{Phase, RioGrande};

const PHASES: usize = 5;
/// The kinds of cards that lie in rivers: a mouth ends its river at once, and a sandbank shows as a covered card.
const LYING: [CardKind; 3] = [CardKind::River, CardKind::Bend, CardKind::Lake];
const LANDSCAPES: usize = Landscape::ALL.len();
const WATERS: usize = Water::ALL.len();

impl Observe for RioGrande {
    fn features(rules: &RioRules, players: usize) -> Vec<Feature> {
        let mut features = turn_features(rules, players).to_vec();
        features.extend(card_features(rules));
        features.extend(player_features(rules, players));
        features.push(Feature::flags(
            "rivers",
            &[most_lying(rules), row_len(rules, players)],
            "a row for each card on the table, by river, then from the head down, and rows of zeros behind them: the number \
             of the river; river card, bend or lake; forest, steppe, grass, rock; blue, green, brown; whether a sandbank covers \
             it; whether it was laid in this turn; whose bridge is on it, from the own seat on clockwise",
        ));
        features
    }

    fn observe(&self, seat: Seat, out: &mut [f32]) {
        let mut writer = ObservationWriter::new(out);
        self.observe_turn(seat, &mut writer);
        self.observe_cards(seat, &mut writer);
        self.observe_players(seat, &mut writer);
        self.observe_rivers(seat, &mut writer);
        writer.finish();
    }
}

/// Whose turn it is, and what has been done in it.
fn turn_features(rules: &RioRules, players: usize) -> [Feature; 10] {
    // Each turn with an action takes a card out of a hand, and so many empty ones in a row begin the last round.
    let turns = players * (rules.card_count as usize + 2);
    [
        Feature::flags(
            "phase",
            &[PHASES],
            "the start player is drawn, the first hands are dealt, a player acts, a hand is refilled, over",
        ),
        Feature::flags(
            "to_act",
            &[players],
            "who acts or is dealt cards, from the own seat on clockwise; none before the start player is drawn and at the end",
        ),
        Feature::flags("first_player", &[players], "who began, from the own seat on clockwise; none before the draw"),
        Feature::counts("turn", &[1], turns, "the number of the turn, from 1; 0 before the first"),
        Feature::counts("actions", &[1], rules.actions.into(), "actions that are done in this turn"),
        Feature::counts("specials", &[1], rules.specials.into(), "special cards that were laid in this turn"),
        Feature::counts("bridges_built", &[1], rules.bridges_per_turn.into(), "bridges that were built in this turn"),
        Feature::counts("empty_turns", &[1], 2 * players, "turns without an action in a row, up to the last one"),
        Feature::counts("turns_left", &[1], players, "turns that are left in the last round; 0 before it"),
        Feature::counts("stack", &[1], rules.card_count as usize, "cards in the stack"),
    ]
}

/// The cards that are not on the table.
fn card_features(rules: &RioRules) -> [Feature; 2] {
    let full = rules.cards.full();
    let most = Card::all().map(|card| rules.cards.count(&full, card.0)).max().unwrap_or(0) as usize;
    [
        Feature::counts(
            "hand",
            &[Card::COUNT],
            most.min(rules.hand.into()),
            "the own hand by card: river cards, mouths, bends, lakes, each by landscape (forest, steppe, grass, rock), then \
             water (blue, green, brown); sandbanks by water",
        ),
        Feature::counts(
            "unseen",
            &[Card::COUNT],
            most,
            "cards that the observer has not seen, in the same order: those of the stack and of the others' hands together",
        ),
    ]
}

/// What each player has.
fn player_features(rules: &RioRules, players: usize) -> [Feature; 5] {
    // A card brings points at most once for each bridge upstream, as its river leaves the table then.
    let full = rules.cards.full();
    let lakes = Card::all().filter(|card| card.kind() == CardKind::Lake).map(|card| rules.cards.count(&full, card.0));
    let worth = rules.card_count as usize + usize::from(rules.lake) * lakes.sum::<u32>() as usize;
    let points = usize::from(rules.bridges) * worth;
    [
        Feature::counts(
            "cards",
            &[players],
            rules.hand.into(),
            "cards in hand by player, from the own seat on clockwise",
        ),
        Feature::counts("bridges", &[players], rules.bridges.into(), "bridges that are not on the table by player"),
        Feature::counts("points", &[players], points, "points of rivers that reached their mouths by player"),
        Feature::counts(
            "final_points",
            &[players],
            points,
            "what the rivers on the table would bring at the end now by player",
        ),
        Feature::counts(
            "bridge_points",
            &[players],
            points,
            "what the rivers on the table would bring at a mouth now by player",
        ),
    ]
}

/// All cards that can lie on the table.
fn most_lying(rules: &RioRules) -> usize {
    let full = rules.cards.full();
    let lying = Card::all().filter(|card| LYING.contains(&card.kind()));
    lying.map(|card| rules.cards.count(&full, card.0) as usize).sum()
}

fn row_len(rules: &RioRules, players: usize) -> usize {
    usize::from(rules.rivers) + LYING.len() + LANDSCAPES + WATERS + 2 + players
}

impl RioGrande {
    fn observe_turn(&self, seat: Seat, writer: &mut ObservationWriter) {
        let players = self.n_players();
        let is_drawn = self.phase != Phase::DealStart;
        let acts = is_drawn && self.phase != Phase::Over;
        writer.one_hot(PHASES, Some(self.phase as usize));
        writer.seat(acts.then_some(self.current), seat, players);
        writer.seat(is_drawn.then_some(self.first_player), seat, players);
        writer.number(self.turn);
        for number in [self.actions, self.specials, self.bridges, self.empty_turns, self.turns_left] {
            writer.number(number);
        }
        writer.count(self.stack_len() as usize);
    }

    /// Whatever cards the others hold, the unseen ones are the same: theirs and those of the stack are counted
    /// together.
    fn observe_cards(&self, seat: Seat, writer: &mut ObservationWriter) {
        let hand = writer.zeros(Card::COUNT);
        self.players[seat].hand().iter().for_each(|card| hand[card.index()] += 1.0);
        let unseen = writer.zeros(Card::COUNT);
        self.rules.0.cards.counts(&self.stack).for_each(|(card, count)| unseen[usize::from(card)] = count as f32);
        for other in seat.clockwise(self.n_players()).skip(1) {
            self.players[other].hand().iter().for_each(|card| unseen[card.index()] += 1.0);
        }
    }

    fn observe_players(&self, seat: Seat, writer: &mut ObservationWriter) {
        let seats = || seat.clockwise(self.n_players());
        seats().for_each(|seat| writer.number(self.players[seat].hand.len()));
        seats().for_each(|seat| writer.number(self.players[seat].bridges));
        seats().for_each(|seat| writer.number(self.players[seat].points));
        let parts = self.parts();
        seats().for_each(|seat| writer.number(parts[seat][Part::Final as usize] as f32));
        let sums = self.rivers.all_sums();
        seats().for_each(|seat| writer.number(sums.points[seat.index()]));
    }

    fn observe_rivers(&self, seat: Seat, writer: &mut ObservationWriter) {
        let (rules, players) = (self.rules.0, self.n_players());
        let mut rows = most_lying(rules);
        for river in self.rivers.iter() {
            let laid_before = self.rivers.len(river) - self.rivers.fresh(river);
            for (place, laid) in self.rivers.cards(river).iter().enumerate() {
                let card = laid.card();
                writer.one_hot(rules.rivers.into(), Some(river.index()));
                writer.one_hot(LYING.len(), LYING.iter().position(|&kind| kind == card.kind()));
                writer.one_hot(LANDSCAPES, card.landscape().map(|landscape| landscape as usize));
                writer.one_hot(WATERS, Some(card.water() as usize));
                writer.flag(laid.is_covered());
                writer.flag(place >= laid_before);
                writer.seat(laid.bridge(), seat, players);
                rows -= 1;
            }
        }
        writer.zeros(rows * row_len(rules, players));
    }
}

#[cfg(test)]
#[path = "observation_tests.rs"]
mod tests;
