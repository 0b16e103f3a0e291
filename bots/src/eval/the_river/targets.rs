//! The buildings that a player can aim at, and how near the resources come to them.

use riverlab_engine::games::the_river::{BuildFrom, BuildingId, Bundle, Player, Resource, Slot, TheRiver};

/// A reserved building costs so many resources less.
pub(super) const DISCOUNT: u8 = 1;
/// The most slots of a display of tiles or buildings.
pub(super) const MAX_SLOTS: u8 = 8;
/// The most buildings: those of the display and two reserved ones.
const MAX_TARGETS: usize = MAX_SLOTS as usize + 2;

/// The share of a building's worth that counts, by the number of missing resources.
const NEARNESS: [f32; 5] = [1.0, 0.75, 0.5, 0.25, 0.0];

/// A building that a player can aim at; worth nothing where a slot is empty.
#[derive(Clone, Copy, Default)]
pub(super) struct Target {
    cost: Bundle,
    /// How many resources are to be paid, after the discount of a reserved building.
    total: u8,
    /// The points of the building.
    pub(super) points: f32,
    /// The points that building it brings: those of the building, the bonus token, and the meadows that count tokens.
    pub(super) worth: f32,
}

impl Target {
    /// A building that costs so many resources less, where the bonus token that comes with it brings so many points.
    #[inline]
    pub(super) fn of(state: &TheRiver, id: BuildingId, discount: u8, token: f32) -> Target {
        let building = &state.rules().buildings[id.index()];
        let points = f32::from(building.points);
        let total = building.cost.total().saturating_sub(discount);
        Target { cost: building.cost, total, points, worth: points + token }
    }

    /// How many resources are missing to pay it without food.
    #[inline]
    pub(super) fn missing_without_food(&self, held: Bundle) -> u8 {
        self.total.saturating_sub(self.cost.min(held).total())
    }

    /// How many resources are missing to pay it, where food stands for any.
    #[inline]
    pub(super) fn missing(&self, held: Bundle) -> u8 {
        self.missing_without_food(held).saturating_sub(held.get(Resource::Food))
    }

    /// How far somebody is who lacks so many resources.
    #[inline]
    pub(super) fn reach(&self, missing: u8) -> Reach {
        Reach {
            near: self.worth * NEARNESS[usize::from(missing.min(4))],
            payable: if missing == 0 { self.worth } else { 0.0 },
        }
    }

    /// The same building once it is reserved.
    #[must_use]
    pub(super) fn reserved(self) -> Target {
        Target { total: self.total.saturating_sub(DISCOUNT), ..self }
    }
}

/// How far a player is with buildings.
#[derive(Clone, Copy, Default)]
pub(super) struct Reach {
    /// The most that a building is worth, a quarter less for each resource that is missing.
    pub(super) near: f32,
    /// The most that a building is worth that can be paid; 0 if there is none.
    pub(super) payable: f32,
}

impl Reach {
    /// The better of both.
    #[inline]
    #[must_use]
    pub(super) fn max(self, other: Reach) -> Reach {
        // None is NaN, for which `f32::max` would test.
        let larger = |one: f32, other: f32| if one > other { one } else { other };
        Reach { near: larger(self.near, other.near), payable: larger(self.payable, other.payable) }
    }
}

/// The points of the bonus token that comes with the next building, if one does.
pub(super) fn next_token(state: &TheRiver, player: &Player) -> Option<f32> {
    let next = state.tokens_left().first().filter(|_| player.tokens() < state.table().bonus_slots);
    next.map(|&points| f32::from(points))
}

/// The buildings of the display by their slots, then the reserved ones of the player.
pub(super) struct Targets {
    all: [Target; MAX_TARGETS],
    /// The slots of the display.
    slots: usize,
    count: usize,
    /// How far the player is with what is held now.
    pub(super) now: Reach,
    /// How many wood, clay and stone are missing for a building, on average.
    pub(super) shortage: [f32; 3],
}

impl Targets {
    /// The buildings of a player to whom the next bonus token would bring so many points.
    pub(super) fn of(state: &TheRiver, player: &Player, token: f32) -> Targets {
        let slots = state.table().building_slots.min(MAX_SLOTS);
        let mut all = [Target::default(); MAX_TARGETS];
        let shown = (0..slots).map(|slot| state.displayed_building(Slot(slot)).map(|id| (id, 0)));
        let reserved = player.reserved().iter().map(|&id| Some((id, DISCOUNT)));
        for (target, building) in all.iter_mut().zip(shown.chain(reserved)) {
            if let Some((id, discount)) = building {
                *target = Target::of(state, id, discount, token);
            }
        }
        let slots = usize::from(slots);
        let count = slots + player.reserved().len();
        let mut targets = Targets { all, slots, count, now: Reach::default(), shortage: [0.0; 3] };
        targets.now = targets.reach(player.held(), None);
        targets.shortage = targets.shortage_of(player.held());
        targets
    }

    fn shortage_of(&self, held: Bundle) -> [f32; 3] {
        let mut missing = Bundle::NONE;
        for target in &self.all[..self.count] {
            missing += target.cost - target.cost.min(held);
        }
        Resource::PRODUCED.map(|resource| f32::from(missing.get(resource)) / self.count.max(1) as f32)
    }

    /// The place of a building among the targets.
    #[inline]
    pub(super) fn place(&self, from: BuildFrom) -> usize {
        match from {
            BuildFrom::Display(slot) => slot.index(),
            BuildFrom::Reserved(idx) => self.slots + usize::from(idx),
        }
    }

    /// The building at a place.
    #[inline]
    pub(super) fn at(&self, place: usize) -> &Target {
        &self.all[place]
    }

    /// How far a player is who holds this, without the building at the place `except`.
    #[inline]
    pub(super) fn reach(&self, held: Bundle, except: Option<usize>) -> Reach {
        let reach = |targets: &[Target], best: Reach| {
            targets.iter().fold(best, |best, target| best.max(target.reach(target.missing(held))))
        };
        let targets = &self.all[..self.count];
        match except {
            None => reach(targets, Reach::default()),
            Some(place) => reach(&targets[place + 1..], reach(&targets[..place], Reach::default())),
        }
    }
}
