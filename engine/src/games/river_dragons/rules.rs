//! The component tables, and the board that follows from them.

use std::sync::OnceLock;

use indexmap::IndexMap;
use serde::Deserialize;

use crate::data::{DataTree, GameRules, Int, ProvenanceCounts, RulesError, RulesSource};

use super::board::{Board, COLORS, Color, ISLANDS, LENGTHS, Measures, SPANS, SUPPORTS};
use super::state::PROGRAM;

const EMBEDDED: &str = include_str!("../../../data/river-dragons.toml");

/// The rules of River Dragons.
#[derive(Debug)]
pub struct DragonRules {
    /// The names of the colors and their villages.
    pub colors: [String; COLORS],
    /// Of each village the one opposite, where its pawn goes.
    pub goals: [Color; COLORS],
    /// The colors in seat order, by number of players less 2.
    pub(super) seats: [Vec<Color>; 5],
    /// Spans and distances.
    pub board: Board,
    /// The cards of a program.
    pub program: u8,
    /// Dragons in a program, at most.
    pub dragons: u8,
    /// Stones in the supply.
    pub stones: u8,
    /// Planks on a support, at most.
    pub load: u8,
    /// Colors in a reserve after a remove, at most.
    pub reserve_colors: u8,
    /// The game ends after so many rounds.
    pub rounds: u8,
    canonical: String,
    provenance_counts: ProvenanceCounts,
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
struct Raw {
    cards: RawCards,
    limits: RawLimits,
    planks: RawPlanks,
    players: IndexMap<String, Vec<String>>,
    villages: IndexMap<String, RawVillage>,
    islands: IndexMap<String, [i64; 2]>,
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
struct RawCards {
    program: Int<1, { PROGRAM as u8 }>,
    dragons: Int<0, { PROGRAM as u8 }>,
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
struct RawLimits {
    stones: Int<0, { ISLANDS as u8 }>,
    load: Int<1, 36>,
    colors: Int<1, { COLORS as u8 }>,
    rounds: Int<1, 60>,
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
struct RawPlanks {
    reach: [Int<1, 250>; LENGTHS],
    village_rim: Int<0, 100>,
    island_near: Int<1, 100>,
    village_near: Int<1, 100>,
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
struct RawVillage {
    at: [i64; 2],
    goal: String,
}

/// The farthest that anything may be from the corner.
const FARTHEST: i64 = 10_000;

type Fault = (String, String);

fn position(key: &str, at: [i64; 2]) -> Result<[i64; 2], Fault> {
    match at.iter().find(|coordinate| !(0..=FARTHEST).contains(*coordinate)) {
        Some(wrong) => Err((key.to_owned(), format!("{wrong} is not from 0 to {FARTHEST}"))),
        None => Ok(at),
    }
}

impl Raw {
    fn color(&self, key: &str, name: &str) -> Result<Color, Fault> {
        let known = self.villages.get_index_of(name).map(|idx| Color(idx as u8));
        let names = || self.villages.keys().map(String::as_str).collect::<Vec<_>>().join(", ");
        known.ok_or_else(|| (key.to_owned(), format!("\"{name}\": allowed are {}", names())))
    }

    fn measures(&self) -> Result<Measures, Fault> {
        if self.villages.len() != COLORS {
            return Err(("villages".into(), format!("{}: the board has {COLORS}", self.villages.len())));
        }
        let mut at = [[0; 2]; SUPPORTS];
        for (idx, (name, village)) in self.villages.iter().enumerate() {
            at[idx] = position(&format!("villages.{name}.at"), village.at)?;
        }
        for (idx, place) in at[COLORS..].iter_mut().enumerate() {
            let name = (idx + 1).to_string();
            let island =
                self.islands.get(&name).ok_or_else(|| ("islands".to_owned(), format!("there is no {name}")))?;
            *place = position(&format!("islands.{name}"), *island)?;
        }
        if self.islands.len() != ISLANDS {
            return Err(("islands".into(), format!("{}: the board has {ISLANDS}", self.islands.len())));
        }
        for (idx, place) in at.iter().enumerate() {
            if at[..idx].contains(place) {
                return Err(("islands".into(), format!("two lie at {place:?}")));
            }
        }
        let reach = self.planks.reach.map(|reach| i64::from(reach.value()));
        if !reach.is_sorted() {
            return Err(("planks.reach".into(), format!("{reach:?}: longer planks have greater numbers")));
        }
        Ok(Measures {
            at,
            reach,
            village_rim: i64::from(self.planks.village_rim.value()),
            island_near: i64::from(self.planks.island_near.value()),
            village_near: i64::from(self.planks.village_near.value()),
        })
    }

    fn goals(&self) -> Result<[Color; COLORS], Fault> {
        let mut goals = [Color::default(); COLORS];
        for (idx, (name, village)) in self.villages.iter().enumerate() {
            let key = format!("villages.{name}.goal");
            goals[idx] = self.color(&key, &village.goal)?;
            if goals[idx].index() == idx {
                return Err((key, format!("\"{name}\" is the start")));
            }
        }
        Ok(goals)
    }

    fn seats(&self) -> Result<[Vec<Color>; 5], Fault> {
        let mut seats: [Vec<Color>; 5] = std::array::from_fn(|_| Vec::new());
        if let Some(other) = self.players.keys().find(|key| !["2", "3", "4", "5", "6"].contains(&key.as_str())) {
            return Err(("players".into(), format!("{other}: allowed are 2 to 6")));
        }
        for (players, colors) in (2..).zip(&mut seats) {
            let key = format!("players.{players}");
            let names = self.players.get(&players.to_string()).ok_or_else(|| (key.clone(), "is missing".to_owned()))?;
            for name in names {
                let color = self.color(&key, name)?;
                if colors.contains(&color) {
                    return Err((key, format!("\"{name}\" stands twice")));
                }
                colors.push(color);
            }
            if colors.len() != players {
                return Err((key, format!("{} colors for {players} players", colors.len())));
            }
        }
        Ok(seats)
    }
}

impl DragonRules {
    /// The color of each seat with so many players.
    #[inline]
    pub fn colors_of(&self, players: usize) -> &[Color] {
        &self.seats[players - 2]
    }

    /// The name of a color.
    pub fn name(&self, color: Color) -> &str {
        &self.colors[color.index()]
    }

    pub(super) fn color_named(&self, name: &str) -> Option<Color> {
        Color::all().find(|&color| self.name(color) == name)
    }
}

impl GameRules for DragonRules {
    fn load(source: &RulesSource) -> Result<Self, RulesError> {
        let data = DataTree::read("river-dragons.toml", EMBEDDED, source, "limits.rounds=30")?;
        let raw: Raw = data.typed()?;
        let fault = |(key, message): Fault| data.error(&key, message);
        let board = raw.measures().map_err(fault)?.board();
        let board =
            board.map_err(|spans| data.error("planks", format!("{spans} spans: at most {SPANS} are allowed")))?;
        let goals = raw.goals().map_err(fault)?;
        let seats = raw.seats().map_err(fault)?;
        if let Some(start) = seats.iter().flatten().find(|&&start| !board.joins(start, goals[start.index()])) {
            return Err(data.error(
                "planks",
                format!("there is no way from \"{}\" to its goal", raw.villages.keys()[start.index()]),
            ));
        }
        let names: Vec<String> = raw.villages.keys().cloned().collect();
        Ok(DragonRules {
            colors: names.try_into().expect("checked"),
            goals,
            seats,
            board,
            program: raw.cards.program.value(),
            dragons: raw.cards.dragons.value(),
            stones: raw.limits.stones.value(),
            load: raw.limits.load.value(),
            reserve_colors: raw.limits.colors.value(),
            rounds: raw.limits.rounds.value(),
            canonical: data.canonical(),
            provenance_counts: data.provenance_counts()?,
        })
    }

    fn standard() -> &'static Self {
        static STANDARD: OnceLock<DragonRules> = OnceLock::new();
        STANDARD.get_or_init(|| Self::load(&RulesSource::default()).expect("the embedded rules are valid"))
    }

    fn canonical(&self) -> &str {
        &self.canonical
    }

    fn provenance_counts(&self) -> ProvenanceCounts {
        self.provenance_counts.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_without_a_way_are_refused() {
        let refused = |sets: &[&str]| {
            let sets = sets.iter().map(|&set| set.to_owned()).collect();
            DragonRules::load(&RulesSource { file: None, sets }).expect_err("no way").to_string()
        };
        let message = refused(&["planks.reach=[1,1,1,1,1,1]"]);
        assert!(message.contains("there is no way from \"pink\" to its goal"), "{message}");
        let message = refused(&["planks.island_near=0"]);
        assert!(message.contains("planks.island_near"), "{message}");
        let message = refused(&["planks.reach=[75,50,100,125,150,175]"]);
        assert!(message.contains("longer planks have greater numbers"), "{message}");
    }
}
