//! What the bridges of a river of Rio Grande mean to the player to act, as learned policies look at it.

use riverlab_engine::games::rio_grande::{RioGrande, RiverIdx, Water};

use super::table::{BySeat, cards_upstream, half};

/// What the bridges of a river mean to the player to act. The **rival** is the other player to whom it brings most.
#[derive(Clone, Copy, Default)]
pub(super) struct Stream {
    /// The bridges by seat.
    bridges: BySeat,
    /// By seat: what they bring if a mouth is laid now.
    at_mouth: BySeat,
    /// By seat: what they bring if the game ends now.
    pub(super) at_end: BySeat,
    /// By seat: how many of them bring more at the end of the game with one more point.
    even: BySeat,
    /// The bridges of the player.
    pub(super) own: i32,
    /// The most bridges of one of the others.
    pub(super) rival: i32,
    /// The bridges of all others beyond these.
    pub(super) rest: i32,
    /// What a mouth brings the player.
    pub(super) own_points: i32,
    /// The most that it brings one of the others.
    pub(super) rival_points: i32,
    /// What it brings all others beyond that.
    pub(super) rest_points: i32,
    /// By water: the points of the player that a sandbank of that water can take.
    exposed: [i32; Water::ALL.len()],
    /// The points of the worst bridge of the player.
    own_least: i32,
    /// The points of the best bridge of another player.
    others_most: i32,
}

impl Stream {
    pub(super) fn of(state: &RioGrande, river: RiverIdx, me: usize) -> Stream {
        let mut stream = Stream { own_least: i32::MAX, ..Stream::default() };
        let (mut waters, mut bridges_left) = (0, state.rivers().bridges(river));
        for (_, points, laid) in cards_upstream(state, river) {
            if let Some(seat) = laid.bridge() {
                stream.add(seat.index(), points);
                if seat.index() == me {
                    stream.add_own(points, waters);
                } else {
                    stream.others_most = stream.others_most.max(points);
                }
                bridges_left -= 1;
                if bridges_left == 0 {
                    break;
                }
            } else if laid.is_free() {
                waters |= 1 << laid.card().water() as u8;
            }
        }
        (stream.own, stream.rival, stream.rest) = own_rival_rest(&stream.bridges, me);
        (stream.own_points, stream.rival_points, stream.rest_points) = own_rival_rest(&stream.at_mouth, me);
        stream
    }

    #[inline]
    fn add(&mut self, seat: usize, points: i32) {
        self.bridges[seat] += 1;
        self.at_mouth[seat] += points + 1;
        self.at_end[seat] += half(points);
        self.even[seat] += 1 - points % 2;
    }

    /// Adds what the bridges of the player to act count for besides: these are the waters of open cards downstream.
    #[inline]
    fn add_own(&mut self, points: i32, waters: u8) {
        self.own_least = self.own_least.min(points);
        for (water, exposed) in self.exposed.iter_mut().enumerate() {
            *exposed += points * i32::from(waters >> water & 1);
        }
    }

    /// By how many bridges the player is ahead of the rival: what each further card brings.
    #[inline]
    pub(super) fn growth(&self) -> i32 {
        self.own - self.rival
    }

    /// By how many points the player is ahead of the rival if a mouth is laid now.
    #[inline]
    pub(super) fn lead(&self) -> i32 {
        self.own_points - self.rival_points
    }

    /// What the player wins by the best swap with a bridge of another player.
    #[inline]
    pub(super) fn best_swap(&self) -> i32 {
        if self.own > 0 && self.others_most > 0 { self.others_most - self.own_least } else { 0 }
    }

    /// What the bridges of a player bring as they stand.
    #[inline]
    pub(super) fn points_of(&self, seat: usize) -> i32 {
        self.at_mouth[seat] - self.bridges[seat]
    }

    #[inline]
    pub(super) fn points_of_others(&self) -> i32 {
        self.rival_points + self.rest_points - self.rival - self.rest
    }

    /// The points of the player that a sandbank can take only once there is an open card of this water downstream.
    #[inline]
    pub(super) fn newly_exposed(&self, water: Water) -> i32 {
        self.own_points - self.own - self.exposed[water as usize]
    }

    /// The points of the player times the share of waters whose sandbank can take them.
    #[inline]
    pub(super) fn exposed(&self) -> f32 {
        self.exposed.iter().sum::<i32>() as f32 / self.exposed.len() as f32
    }

    /// What a mouth brings a player beyond what the bridges bring at the end of the game.
    #[inline]
    pub(super) fn mouth_over_end(&self, seat: usize) -> i32 {
        self.at_mouth[seat] - self.at_end[seat]
    }

    /// What a card that brings so many points per bridge brings a player at the end of the game.
    #[inline]
    pub(super) fn growth_at_end(&self, seat: usize, per_bridge: i32) -> i32 {
        per_bridge / 2 * self.bridges[seat] + per_bridge % 2 * self.even[seat]
    }
}

/// The value of a player, the highest one of the others, and the sum of the others besides. Values are not negative.
#[inline]
pub(super) fn own_rival_rest(values: &BySeat, me: usize) -> (i32, i32, i32) {
    let (mut highest, mut sum) = (0, 0);
    for (seat, &value) in values.iter().enumerate() {
        if seat != me {
            highest = highest.max(value);
            sum += value;
        }
    }
    (values[me], highest, sum - highest)
}
