//! What roads, cities and farms mean to the player to act and to the others, before and after tiles are joined.
//!
//! What others have is a mean over all of them: 0.5 of three other players have twice as much as 0.25.

use riverlab_engine::games::carcassonne::{Carcassonne, CitiesBeside, Feature, FeatureKind, FittingTiles, SegmentIdx};
use riverlab_engine::{Game, Seat};

use crate::eval::carcassonne::survey::chance_of_cell;

/// No chance of a cell is less, so that chances can be divided by it.
const MIN_CHANCE: f32 = 0.02;

/// A position and the player to act; nothing that matters here is hidden.
#[derive(Clone, Copy)]
pub(super) struct View<'a> {
    pub(super) state: &'a Carcassonne,
    /// The player to act.
    pub(super) me: Seat,
    /// The number of the other players.
    others: f32,
}

impl<'a> View<'a> {
    pub(super) fn new(state: &'a Carcassonne, me: Seat) -> View<'a> {
        View { state, me, others: (state.n_players() - 1) as f32 }
    }

    /// The meeples that the player to act has in the supply.
    pub(super) fn supply(&self) -> u8 {
        self.state.player(self.me).supply()
    }

    /// Who would be paid for a feature.
    #[inline]
    pub(super) fn holding(&self, feature: Feature) -> Holding {
        if !feature.is_claimed() {
            return Holding::NOBODY;
        }
        let most = feature.meeples.iter().copied().max().unwrap_or_default();
        let paid = feature.meeples.iter().map(|&count| u8::from(count == most)).sum::<u8>();
        let own = u8::from(feature.meeples[self.me.index()] == most);
        Holding { own: f32::from(own), others: f32::from(paid - own) / self.others }
    }

    /// What a road or city means.
    #[inline]
    pub(super) fn stake(&self, kind: FeatureKind, feature: Feature, chance: f32) -> Stake {
        self.stake_of(kind, feature, self.holding(feature), chance)
    }

    /// What a road or city means for which these would be paid.
    #[inline]
    pub(super) fn stake_of(&self, kind: FeatureKind, feature: Feature, holding: Holding, chance: f32) -> Stake {
        let now = f32::from(self.state.worth(kind, &feature));
        let gain = if feature.open == 0 { 0.0 } else { f32::from(self.state.worth_completed(kind, &feature)) - now };
        Stake { kind, feature, holding, now, hope: chance * gain, chance }
    }

    /// The meeples on a feature, those of others as a mean.
    #[inline]
    pub(super) fn meeples(&self, feature: Feature) -> Holding {
        if !feature.is_claimed() {
            return Holding::NOBODY;
        }
        let own = feature.meeples[self.me.index()];
        let all: u8 = feature.meeples.iter().sum();
        Holding { own: f32::from(own), others: f32::from(all - own) / self.others }
    }
}

/// The share of the player to act, and the mean share of the others.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Holding {
    /// 1 with the most meeples, alone or as others, else 0.
    pub(super) own: f32,
    /// The share of the other players that have the most meeples.
    pub(super) others: f32,
}

impl Holding {
    pub(super) const NOBODY: Holding = Holding { own: 0.0, others: 0.0 };

    /// Whether others are paid and the player to act is not.
    #[inline]
    pub(super) fn is_others(self) -> bool {
        self.own == 0.0 && self.others > 0.0
    }

    /// Whether the player to act alone is paid.
    #[inline]
    pub(super) fn is_own(self) -> bool {
        self.own > 0.0 && self.others == 0.0
    }
}

/// What a road or city means.
#[derive(Clone, Copy)]
pub(super) struct Stake {
    pub(super) kind: FeatureKind,
    pub(super) feature: Feature,
    /// Who would be paid.
    pub(super) holding: Holding,
    /// The points that it brings as it is.
    pub(super) now: f32,
    /// The points that completing it adds, times the chance.
    pub(super) hope: f32,
    /// How likely it is completed, from 0 to 1.
    pub(super) chance: f32,
}

impl Stake {
    /// Stands for a road or city that was not looked at.
    pub(super) fn unknown(kind: FeatureKind) -> Stake {
        Stake { kind, feature: Feature::default(), holding: Holding::NOBODY, now: 0.0, hope: 0.0, chance: 1.0 }
    }

    /// Whether it is completed.
    #[inline]
    pub(super) fn is_complete(&self) -> bool {
        self.feature.open == 0
    }
}

/// What the tiles of the stack that fit on a cell mean for roads and cities that end there.
#[derive(Clone, Copy)]
pub(super) struct Fit {
    /// The chances of the cell for roads and cities, as in the [survey](crate::eval::carcassonne::survey); 0 without
    /// tiles.
    chances: [f32; 2],
}

impl Fit {
    /// Stands for a cell that was not looked at.
    pub(super) const UNKNOWN: Fit = Fit { chances: [-1.0; 2] };

    /// What these tiles mean.
    #[inline]
    pub(super) fn of(fitting: FittingTiles, players: usize) -> Fit {
        let all = fitting.all();
        let chance = |kind| chance_of_cell(all, fitting.closing(kind), players);
        Fit { chances: [FeatureKind::Road, FeatureKind::City].map(chance) }
    }

    #[inline]
    pub(super) fn is_unknown(self) -> bool {
        self.chances[0] < 0.0
    }

    /// Whether no tile fits.
    #[inline]
    pub(super) fn is_stuck(self) -> bool {
        self.chances[0] == 0.0
    }

    /// The chance of the cell, for a road or city that ends there; never 0.
    #[inline]
    pub(super) fn chance(self, kind: FeatureKind) -> f32 {
        self.chances[usize::from(kind != FeatureKind::Road)].max(MIN_CHANCE)
    }
}

/// The points that a farm brings now, and the number of incomplete cities beside it.
pub(super) fn farm_now(state: &Carcassonne, farm: SegmentIdx) -> (f32, f32) {
    let CitiesBeside { completed, others } = state.cities_beside(farm);
    (f32::from(state.farm_city_points(farm)) * completed as f32, others as f32)
}
