//! What the features of cards look at that is the same for all cards that may come next into a program: what the
//! program so far does, and what the others will likely do. Nothing is known of their programs yet.

use riverlab_engine::games::river_dragons::{Card, RiverDragons};
use riverlab_engine::{Game, PerPlayer, Seat};

use super::features::order;
use super::programs::best_filler;
use super::surroundings::Surroundings;
use super::survey::Survey;
use super::walk::Walk;

/// The program of the player to act before its next card.
pub(super) struct Programming {
    /// The own way after the program so far.
    pub(super) walk: Walk,
    /// The cards of the program so far, one bit each.
    pub(super) used: u16,
    /// The position of the next card, as an index.
    pub(super) position: usize,
    /// The number of positions behind it.
    pub(super) left: u32,
    /// The share of the program that is made.
    pub(super) late: f32,
    /// How much the card that helps most helps next, in fifths of an action.
    pub(super) best: i32,
    /// What lies and stands beside the pawn.
    pub(super) beside: Surroundings,
    /// The missing stones of the own way that are missing on ways of others too.
    pub(super) shared_stones: u32,
    /// Such planks.
    pub(super) shared_planks: u32,
    forecasts: PerPlayer<Forecast>,
    /// The first position in which another player likely arrives, and how many play before in it.
    first_arrival: Option<(usize, usize)>,
}

/// What a player does who programs the card that helps most each time.
#[derive(Clone, Copy, Default)]
pub(super) struct Forecast {
    /// How much the card helps that is in the position of the next card, in fifths of an action.
    pub(super) helps: i32,
    /// The position in which the goal is reached.
    pub(super) arrival: Option<usize>,
}

impl Forecast {
    fn of(walk: Option<&Walk>, position: usize, length: usize) -> Forecast {
        let mut forecast = Forecast::default();
        let Some(mut walk) = walk.copied() else { return forecast };
        let mut used = 0;
        for at in 0..length {
            let Some(card) = best_filler(used, &walk) else { break };
            used |= card.bit();
            let before = walk.needs();
            walk.carry_out(card, card.actions());
            if at == position {
                forecast.helps = before - walk.needs();
            }
            if walk.has_reached() {
                forecast.arrival = Some(at);
                break;
            }
            // Nobody asks for more of those who are too far away to arrive.
            if at >= position && walk.doable(used, (length - 1 - at) as u32) < walk.missing() {
                break;
            }
        }
        forecast
    }
}

impl Programming {
    /// What follows from a position in which programs are made.
    pub(super) fn of(survey: &Survey<'_>) -> Programming {
        let (state, seat) = (survey.state, survey.seat);
        let (program, length) = (state.player(seat).program(), usize::from(state.rules().program));
        let (position, used) = (program.len(), program.iter().fold(0, |used, &card| used | card.bit()));
        let mut walk = survey.way(seat).map(|way| way.walk).unwrap_or_default();
        for &card in program {
            walk.carry_out(card, card.actions());
        }
        let forecasts = PerPlayer::from_fn(state.n_players(), |player| {
            let walk = survey.way(player).map(|way| &way.walk).filter(|_| player != seat);
            Forecast::of(walk, position, length)
        });
        let arrival = |other| forecasts[other].arrival.map(|at| (at, order(state, other)));
        let (shared_stones, shared_planks) = shared(survey);
        Programming {
            walk,
            used,
            position,
            left: length.saturating_sub(position + 1) as u32,
            late: position as f32 / length.saturating_sub(1).max(1) as f32,
            best: best_help(&walk, used),
            beside: beside(survey),
            shared_stones,
            shared_planks,
            first_arrival: survey.others().filter_map(arrival).min(),
            forecasts,
        }
    }

    /// Whether the player to act would be the first to arrive with the next card.
    pub(super) fn is_first(&self, state: &RiverDragons, seat: Seat) -> bool {
        self.first_arrival.is_none_or(|first| (self.position, order(state, seat)) < first)
    }

    /// What another player will likely do.
    pub(super) fn forecast(&self, other: Seat) -> Forecast {
        self.forecasts[other]
    }
}

/// How much the card that helps most helps next among those that are not `used` (one bit each), in fifths of an action.
fn best_help(walk: &Walk, used: u16) -> i32 {
    best_filler(used, walk).map_or(0, |card: Card| walk.needs() - walk.needs_after(card))
}

/// What lies and stands beside the own pawn.
fn beside(survey: &Survey<'_>) -> Surroundings {
    let first = survey.way(survey.seat).and_then(|way| way.first_span(survey.pawn()));
    Surroundings::of(survey.state, &survey.ground, survey.seat, survey.longest, first)
}

/// The stones and planks that the own way misses, and that of some other player too.
fn shared(survey: &Survey<'_>) -> (u32, u32) {
    let (mut stones, mut planks) = (0, 0);
    let Some(way) = survey.way(survey.seat) else { return (0, 0) };
    for &(over, to) in way.spans() {
        stones += u32::from(!survey.ground.is_firm(to) && survey.go_onto(to).others > 0);
        planks += u32::from(!survey.ground.is_bridged(over) && survey.go_over(over).others > 0);
    }
    (stones, planks)
}
