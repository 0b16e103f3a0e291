//! Observations of the toy games.

use crate::{Feature, Game, ObservationWriter, Observe, Seat, Turn};

use super::connect_four::{COLUMN_BITS, COLUMNS, ROWS};
use super::dice::{GOAL, HIGHEST_FACE, TURNS};
use super::{ConnectFour, Dice, FixedRules};

impl Observe for ConnectFour {
    fn features(_rules: &FixedRules, _players: usize) -> Vec<Feature> {
        vec![
            Feature::flags("to_act", &[2], "whose turn it is, the own seat first; none when the game is over"),
            Feature::flags(
                "stones",
                &[2, usize::from(COLUMNS), usize::from(ROWS)],
                "stones of the observer, then of the opponent, by column from the left and cell from the bottom",
            ),
        ]
    }

    fn observe(&self, seat: Seat, out: &mut [f32]) {
        let mut writer = ObservationWriter::new(out);
        writer.seat(self.turn().player(), seat, 2);
        for owner in seat.clockwise(2) {
            let stones = self.stones(owner);
            for column in 0..COLUMNS {
                (0..ROWS).for_each(|row| writer.flag(stones >> (column * COLUMN_BITS + row) & 1 == 1));
            }
        }
        writer.finish();
    }
}

impl Observe for Dice {
    fn features(_rules: &FixedRules, players: usize) -> Vec<Feature> {
        // Nobody rolls who has enough in a turn, and no turn begins with enough.
        let sum = usize::from(GOAL - 1 + HIGHEST_FACE);
        vec![
            Feature::flags("phase", &[4], "the start player is drawn, a player decides, the die is rolled, over"),
            Feature::flags("to_act", &[players], "whose turn it is, from the own seat on clockwise"),
            Feature::flags(
                "first_player",
                &[players],
                "who began, from the own seat on clockwise; none before the draw",
            ),
            Feature::counts("kept", &[players], usize::from(GOAL) - 1 + sum, "points, from the own seat on clockwise"),
            Feature::counts("sum", &[1], sum, "what the turn has brought"),
            Feature::counts(
                "turns_left",
                &[1],
                usize::from(TURNS) * players,
                "turns of all players, this one included",
            ),
        ]
    }

    fn observe(&self, seat: Seat, out: &mut [f32]) {
        let players = self.n_players();
        let phase = match (self.turn(), self.current) {
            (Turn::Chance, None) => 0,
            (Turn::Player(_), _) => 1,
            (Turn::Chance, Some(_)) => 2,
            (Turn::Over, _) => 3,
        };
        let mut writer = ObservationWriter::new(out);
        writer.one_hot(4, Some(phase));
        writer.seat(self.current, seat, players);
        writer.seat(self.current.map(|_| self.first_player()), seat, players);
        seat.clockwise(players).for_each(|seat| writer.number(self.kept[seat]));
        writer.number(self.sum);
        writer.number(self.turns_left);
        writer.finish();
    }
}

#[cfg(test)]
#[path = "observation_tests.rs"]
mod tests;
