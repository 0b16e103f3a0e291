//! The rules table as it is written in TOML, and what must be true of it.

use indexmap::IndexMap;
use serde::Deserialize;

use crate::data::Int;

use super::limits::{COLORS, ISLANDS, LENGTHS, MAX_PROGRAM, MAX_ROUNDS, PLANKS, SUPPORTS};
use super::measures::Measures;
use super::pieces::Color;

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct Raw {
    pub(super) cards: RawCards,
    pub(super) limits: RawLimits,
    planks: RawPlanks,
    players: IndexMap<String, Vec<String>>,
    pub(super) villages: IndexMap<String, RawVillage>,
    islands: IndexMap<String, [i64; 2]>,
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct RawCards {
    pub(super) program: Int<1, { MAX_PROGRAM as u8 }>,
    pub(super) dragons: Int<0, { MAX_PROGRAM as u8 }>,
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct RawLimits {
    pub(super) stones: Int<0, { ISLANDS as u8 }>,
    pub(super) load: Int<1, { PLANKS as u8 }>,
    pub(super) colors: Int<1, { COLORS as u8 }>,
    pub(super) rounds: Int<1, { MAX_ROUNDS as u8 }>,
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct RawPlanks {
    reach: [Int<1, 250>; LENGTHS],
    village_rim: Int<0, 100>,
    island_near: Int<1, 100>,
    village_near: Int<1, 100>,
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct RawVillage {
    at: [i64; 2],
    goal: String,
}

/// The largest coordinate, so that products of distances fit into 64 bits.
const MAX_COORDINATE: i64 = 10_000;

/// The key of a value, and what is wrong with it.
pub(super) type Fault = (String, String);

fn position(key: &str, at: [i64; 2]) -> Result<[i64; 2], Fault> {
    match at.iter().find(|coordinate| !(0..=MAX_COORDINATE).contains(*coordinate)) {
        Some(wrong) => Err((key.to_owned(), format!("{wrong} is not from 0 to {MAX_COORDINATE}"))),
        None => Ok(at),
    }
}

impl Raw {
    fn color(&self, key: &str, name: &str) -> Result<Color, Fault> {
        let known = self.villages.get_index_of(name).map(|idx| Color(idx as u8));
        let names = || self.villages.keys().map(String::as_str).collect::<Vec<_>>().join(", ");
        known.ok_or_else(|| (key.to_owned(), format!("\"{name}\": allowed are {}", names())))
    }

    /// Where everything lies, and how far planks reach.
    pub(super) fn measures(&self) -> Result<Measures, Fault> {
        let at = self.positions()?;
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

    /// The positions of villages and islands, all different.
    fn positions(&self) -> Result<[[i64; 2]; SUPPORTS], Fault> {
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
        Ok(at)
    }

    /// The village that the pawn of each village goes to.
    pub(super) fn goals(&self) -> Result<[Color; COLORS], Fault> {
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

    /// The colors in seat order, by number of players less 2.
    pub(super) fn seats(&self) -> Result<[Vec<Color>; 5], Fault> {
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
