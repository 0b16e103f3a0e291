//! What the features of all moves of a position have in common.

use std::cell::OnceCell;

use riverlab_engine::games::the_river::{Bundle, Move, Player, Resource, TheRiver};
use riverlab_engine::{Game, Seat};

use super::board::{Board, Claims};
use super::targets::{Targets, next_token};

/// A position as the player to act sees it. What only some kinds of moves need is worked out when it is first asked
/// for.
pub(super) struct Position<'a> {
    pub(super) state: &'a TheRiver,
    pub(super) seat: Seat,
    pub(super) player: &'a Player,
    /// The pioneers that are left on the boat after a placement.
    pub(super) rest: u8,
    /// The pioneers that the others have on their boats, on average.
    pub(super) others: f32,
    /// Whether a meadow swaps tiles.
    pub(super) meadow_swaps: bool,
    board: OnceCell<Board<'a>>,
    targets: OnceCell<Targets>,
    claims: OnceCell<Option<Claims<'a>>>,
    lead: OnceCell<f32>,
}

impl<'a> Position<'a> {
    pub(super) fn of(state: &'a TheRiver, seat: Seat) -> Position<'a> {
        let player = state.player(seat);
        let players = state.n_players();
        let boats: u8 = Seat::all(players).map(|seat| state.player(seat).boat()).sum();
        Position {
            state,
            seat,
            player,
            rest: player.boat().saturating_sub(1),
            others: f32::from(boats - player.boat()) / (players - 1) as f32,
            // Only the swaps of a meadow can be declined.
            meadow_swaps: state.is_legal(Move::Keep),
            board: OnceCell::new(),
            targets: OnceCell::new(),
            claims: OnceCell::new(),
            lead: OnceCell::new(),
        }
    }

    /// The player's tiles.
    pub(super) fn board(&self) -> &Board<'a> {
        self.board.get_or_init(|| Board::of(self.state, self.player))
    }

    /// The buildings that the player can aim at.
    pub(super) fn targets(&self) -> &Targets {
        self.targets.get_or_init(|| {
            let token =
                self.next_token().map_or(0.0, |points| points + f32::from(self.player.meadows().per_bonus_token()));
            Targets::of(self.state, self.player, token)
        })
    }

    /// What claims have in common, if the player has a space left.
    pub(super) fn claims(&self) -> Option<&Claims<'a>> {
        self.claims.get_or_init(|| Claims::of(self.state, self.seat)).as_ref()
    }

    /// The other players.
    pub(super) fn rivals(&self) -> impl Iterator<Item = (Seat, &'a Player)> {
        let seats = Seat::all(self.state.n_players()).filter(|&seat| seat != self.seat);
        seats.map(|seat| (seat, self.state.player(seat)))
    }

    /// The points of the bonus token that comes with the next building, if one does.
    pub(super) fn next_token(&self) -> Option<f32> {
        next_token(self.state, self.player)
    }

    /// By how many points the player leads.
    pub(super) fn lead(&self) -> f32 {
        *self.lead.get_or_init(|| {
            let score = |seat| self.state.score_parts(seat).iter().sum::<i32>();
            let best = self.rivals().map(|(seat, _)| score(seat)).max();
            (score(self.seat) - best.unwrap_or(0)) as f32
        })
    }

    /// The player's production symbols of a resource, up to two.
    pub(super) fn symbols(&self, resource: Resource) -> u8 {
        self.player.symbols().production(resource).min(2)
    }

    /// The points of a building of the display, if another player can pay it.
    pub(super) fn denied_points(&self, place: usize) -> f32 {
        let target = self.targets().at(place);
        if self.rivals().any(|(_, rival)| target.missing(rival.held()) == 0) { target.points } else { 0.0 }
    }
}

/// How many kinds of resources there are in a bundle.
pub(super) fn resource_kinds(bundle: Bundle) -> i32 {
    bundle.to_bytes().into_iter().filter(|&count| count > 0).count() as i32
}
