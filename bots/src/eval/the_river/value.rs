//! The hand-made value of a player, from parts that a move changes one by one.

use riverlab_engine::games::the_river::{Bundle, Columns, Move, Player, Resource, RiverSpace, TheRiver};
use riverlab_engine::{Game, PerPlayer, Seat};

/// The most players.
const MAX_PLAYERS: usize = *<TheRiver as Game>::PLAYERS.end();

/// After so many rounds nothing counts but points, so that nobody waits for ever.
const LONG_GAME: f64 = 16.0;

/// The share of the game that is left, from 0 to 1.
pub(super) fn share_left(state: &TheRiver) -> f64 {
    share_left_after(state, Seat::all(state.n_players()).map(|seat| progress(state, state.player(seat))))
}

/// The share of the game that is left where the players have come so far.
fn share_left_after(state: &TheRiver, progress: impl Iterator<Item = f64>) -> f64 {
    if state.end_triggered() {
        return 0.0;
    }
    let time = 1.0 - f64::from(state.round()) / LONG_GAME;
    (1.0 - progress.fold(0.0, f64::max)) * time.max(0.0)
}

/// How near a player with these pieces is to what ends the game, from 0 to 1.
#[inline]
fn progress(state: &TheRiver, player: &Player) -> f64 {
    let river = player.tiles().len() as f64 / RiverSpace::COUNT as f64;
    river.max(f64::from(player.tokens()) / f64::from(state.table().bonus_slots))
}

/// The resources that count more while the game goes on, and the points of the others.
#[inline]
fn worth_of_resources(held: Bundle) -> [f64; 2] {
    let food = f64::from(held.get(Resource::Food));
    let others = f64::from(held.total()) - food;
    let useful = others.min(8.0);
    [useful + 1.25 * food, (others - useful) / 3.0]
}

/// What the value of a player is made of: all that depends on the pieces of that player alone.
#[derive(Clone, Copy, Default)]
pub(super) struct Parts {
    /// Points that are sure.
    sure: f64,
    /// Resources that count more while the game goes on.
    stored: f64,
    /// The points of the others.
    surplus: f64,
    /// What symbols, barns and pioneers are worth at the beginning of a game.
    equipment: f64,
    columns: Columns,
    /// The number of reserved buildings.
    reserved: u8,
    /// See [`progress`].
    progress: f64,
}

impl Parts {
    /// What the value of a player with these pieces is made of.
    pub(super) fn of(state: &TheRiver, player: &Player) -> Parts {
        let settled = f64::from(player.pioneers().saturating_sub(player.settling()));
        let [stored, surplus] = worth_of_resources(player.held());
        Parts {
            sure: f64::from(sure_points(state, player)),
            stored,
            surplus,
            equipment: production(player) + 0.9 * f64::from(player.symbols().barns().min(8)) + 6.0 * settled,
            columns: player.columns(),
            reserved: player.reserved().len() as u8,
            progress: progress(state, player),
        }
    }

    /// The same for a player who holds these resources.
    #[inline]
    fn with_held(self, held: Bundle) -> Parts {
        let [stored, surplus] = worth_of_resources(held);
        Parts { stored, surplus, ..self }
    }

    /// The same after a move of the player, who is to act; `None` for moves that may change more than resources,
    /// columns and the number of reserved buildings. After a return, a meadow may bring what it could not bring before.
    #[inline]
    fn after(self, state: &TheRiver, seat: Seat, mv: Move) -> Option<Parts> {
        let held = state.player(seat).held();
        Some(match mv {
            Move::Swap(lower, upper) => {
                let columns = state.columns_after_swap(lower, upper);
                let gain = f64::from(columns.points()) - f64::from(self.columns.points());
                Parts { sure: self.sure + gain, columns, ..self }
            }
            Move::Trade(bundle) => self.with_held(held - bundle + Bundle::of(Resource::Food, 1)),
            Move::Produce(resource) => self.with_held(held + Bundle::of(resource, state.yield_of(resource))),
            Move::Food(instead) => self.with_held(held + Bundle::of(instead.unwrap_or(Resource::Food), 1)),
            Move::Reserve(_) => Parts { reserved: self.reserved + 1, ..self },
            Move::Start => self,
            _ => return None,
        })
    }

    /// The value of a player, who may have the start player figure, where such a share of the game is left.
    #[inline]
    pub(super) fn value(&self, left: f64, has_start_figure: bool) -> f64 {
        let start = if has_start_figure { 0.4 } else { 0.0 };
        self.sure + (self.stored * (1.0 / 3.0 + 0.85 * left) + self.surplus) + left * (self.later() + start)
    }

    /// What counts at the beginning of a game only.
    #[inline]
    fn later(&self) -> f64 {
        self.equipment + columns_in_reach(self.columns) + 1.2 * f64::from(self.reserved)
    }
}

/// What is known of a position before a move that leaves the pieces of others as they are.
pub(super) struct Before {
    mover: Seat,
    parts: PerPlayer<Parts, MAX_PLAYERS>,
    /// The share of the game that is left.
    left: f64,
    values: PerPlayer<f64>,
}

impl Before {
    pub(super) fn of(state: &TheRiver, mover: Seat) -> Before {
        let parts: PerPlayer<Parts, MAX_PLAYERS> =
            PerPlayer::from_fn(state.n_players(), |seat| Parts::of(state, state.player(seat)));
        let left = share_left_after(state, parts.iter().map(|parts| parts.progress));
        let value = |seat| parts[seat].value(left, seat == state.start_figure());
        Before { mover, values: PerPlayer::from_fn(parts.players(), value), parts, left }
    }

    /// The values after a move of the player to act.
    #[inline]
    pub(super) fn values_after(&self, state: &TheRiver, mv: Move) -> PerPlayer<f64> {
        // Outside of the draft these moves change nothing but what the player has.
        let simple = if state.round() > 0 { self.parts[self.mover].after(state, self.mover, mv) } else { None };
        match (simple, mv) {
            (Some(after), Move::Start) => self.values_with(&after, self.left, self.mover),
            (Some(after), _) => {
                let value = after.value(self.left, state.start_figure() == self.mover);
                let value_of = |seat| if seat == self.mover { value } else { self.values[seat] };
                PerPlayer::from_fn(self.values.players(), value_of)
            }
            (None, Move::Claim(slot)) => self.values_of(state, &state.player_after_claim(slot)),
            (None, _) => {
                let mut next = state.clone();
                next.play_unchecked(mv);
                self.values_of(&next, next.player(self.mover))
            }
        }
    }

    /// The values where the player has these pieces. A full river board ends the game as much as having come so far
    /// does.
    fn values_of(&self, state: &TheRiver, player: &Player) -> PerPlayer<f64> {
        let after = Parts::of(state, player);
        let progress = |seat| if seat == self.mover { after.progress } else { self.parts[seat].progress };
        let left = share_left_after(state, Seat::all(self.parts.players()).map(progress));
        self.values_with(&after, left, state.start_figure())
    }

    /// The values with these parts of the player, where such a share of the game is left and a seat has the start
    /// player figure.
    #[inline]
    fn values_with(&self, after: &Parts, left: f64, start_figure: Seat) -> PerPlayer<f64> {
        PerPlayer::from_fn(self.parts.players(), |seat| {
            let parts = if seat == self.mover { after } else { &self.parts[seat] };
            parts.value(left, seat == start_figure)
        })
    }
}

/// The points of a player that are sure: all but those of resources, as if all pioneers who will not settle were on the
/// boat, where meadows count them.
pub(super) fn sure_points(state: &TheRiver, player: &Player) -> i32 {
    let away = i32::from(player.pioneers().saturating_sub(player.settling())) - i32::from(player.boat());
    state.points_but_resources(player) + i32::from(player.meadows().per_pioneer()) * away
}

/// What so many production symbols of a resource are worth at the beginning of a game; more are worth no more.
const PRODUCTION: [f64; 5] = [0.0, 1.6, 3.2, 3.2 + 0.8, 3.2 + 0.8 * 2.0];

/// What production symbols are worth at the beginning of a game.
fn production(player: &Player) -> f64 {
    let worth = |resource| PRODUCTION[usize::from(player.symbols().production(resource)).min(PRODUCTION.len() - 1)];
    Resource::PRODUCED.into_iter().map(worth).sum()
}

/// What the columns are worth that are begun.
#[inline]
fn columns_in_reach(columns: Columns) -> f64 {
    f64::from(4 * columns.begun() + columns.lone())
}
