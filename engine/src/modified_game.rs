//! A modified game: something is forbidden, given, taken out, or worth more, for one player or for all.
//!
//! A [`ModifiedGame`] is a game like any other, so bots plan under the intervention, also under that of the others,
//! which everybody knows.
//!
//! What it refuses to do: to decide what a ban means when it leaves a player without any move. The ban is waived for
//! that one decision, and [`ModifiedGame::ban_waived`] says so.

use rand::{Rng, RngExt};
use std::ops::RangeInclusive;

use crate::components::{Component, ComponentIdx, Components, Holding};
use crate::event::PublicEvent;
use crate::game::play_chance_by_draws;
use crate::game::{Game, PartMeaning, UnknownMove};
use crate::modification::ActiveIntervention;
use crate::modification::{Modification, Targets};
use crate::modify::Modify;
use crate::outcome::{Outcome, Parts, Share};
use crate::picture::{Picture, Viewer};
use crate::player::{PerPlayer, Seat};
use crate::turn::Turn;
use crate::watch::Watch;

/// A position of a game in which an intervention is made.
///
/// # Examples
/// Nobody ever takes a banned component, however the game goes on:
/// ```
/// use rand::SeedableRng;
/// use rand::rngs::Xoshiro256PlusPlus;
/// use riverlab_engine::games::the_river::TheRiver;
/// use riverlab_engine::{Components, Game, Intervention, LoadedRules, ModifiedGame, Seat, Turn};
///
/// let base = LoadedRules::<TheRiver>::standard();
/// let meadow = TheRiver::find_component(base.rules, 2, "terrain-meadow").expect("the game has it");
/// let ban = "ban".parse::<Intervention>()?.resolve(Some(meadow), &base)?.for_seat(Seat::FIRST);
///
/// let mut state = ModifiedGame::new(ban.leak(), 2);
/// let (mut rng, mut buffer) = (Xoshiro256PlusPlus::seed_from_u64(1), Vec::new());
/// let mut taken = [0, 0];
/// while let Some(mv) = match state.turn() {
///     Turn::Chance => Some(state.draw(&mut rng)),
///     Turn::Player(_) => Some(state.random_move(&mut buffer, &mut rng)),
///     Turn::Over => None,
/// } {
///     if let Turn::Player(seat) = state.turn() {
///         state.taken(mv, &mut |component| taken[seat.index()] += u32::from(component == meadow));
///     }
///     state.play(mv).expect("it is legal");
/// }
/// assert!(!state.ban_waived());
/// assert_eq!(taken[0], 0);
/// assert!(taken[1] > 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct ModifiedGame<G: Modify> {
    game: G,
    modification: &'static Modification<G>,
    ban_waived: bool,
}

/// What an intervention leaves of the moves that the rules of the game allow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum MovesLeft {
    /// Some of them or all, and no others.
    Part,
    /// None but perhaps trades and the like, so that the intervention is waived or the player may pass.
    Others,
}

/// Positions under other modifications are never equal.
impl<G: Modify> PartialEq for ModifiedGame<G> {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.modification, other.modification)
            && self.game == other.game
            && self.ban_waived == other.ban_waived
    }
}

impl<G: Modify> ModifiedGame<G> {
    /// The position without the modification.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The same position under another modification with the same tables.
    ///
    /// # Panics
    /// When the tables are other ones.
    #[must_use]
    pub fn under(&self, modification: &'static Modification<G>) -> ModifiedGame<G> {
        assert!(std::ptr::eq(self.modification.rules, modification.rules), "the tables are other ones");
        ModifiedGame { modification, ..self.clone() }
    }

    /// The rules that this position refers to.
    pub fn modification(&self) -> &'static Modification<G> {
        self.modification
    }

    /// Whether a ban had to be waived in this game, as it left a player without any move.
    pub fn ban_waived(&self) -> bool {
        self.ban_waived
    }

    /// Whether the player to act takes the banned component by this move, which is legal only where nothing else was
    /// left.
    #[inline]
    pub fn is_banned(&self, mv: G::Move) -> bool {
        self.banned().is_some_and(|banned| banned.any(|component| self.game.takes(mv, component)))
    }

    /// Whether a ban or an open grant holds for the player to act, whether or not it bears on a legal move.
    #[inline]
    pub fn is_restricted(&self) -> bool {
        self.banned().is_some() || self.open_grant().is_some()
    }

    /// Whether a ban or an open grant that holds for the player to act may bear on a legal move.
    #[inline]
    pub fn is_hindered(&self) -> bool {
        self.banned().is_some_and(|banned| banned.any(|component| self.game.may_take(component)))
            || self.open_grant().is_some()
    }

    /// The points that the intervention adds for a seat.
    #[inline]
    pub fn points_added(&self, seat: Seat) -> i32 {
        self.points_delta_for(seat).map_or(0, |(component, delta)| self.game.pieces(seat, component) as i32 * delta)
    }

    /// The component of which each piece brings a seat more points, and how many more.
    #[inline]
    fn points_delta_for(&self, seat: Seat) -> Option<(ComponentIdx, i32)> {
        match self.modification.intervention {
            ActiveIntervention::Points(component, delta) if self.modification.affects(seat) => Some((component, delta)),
            _ => None,
        }
    }

    /// Whether a move that was chosen among all that the rules of the game allow stands as the choice among those that
    /// the intervention leaves of them: not where it is forbidden, nor where the player can do something else instead.
    /// `moves`, which are all that the rules allow, become those that are left.
    pub fn keeps(&self, chosen: G::Move, moves: &mut Vec<G::Move>) -> bool {
        self.restrict(moves) == MovesLeft::Part && moves.contains(&chosen)
    }

    /// Leaves of `moves`, which are all that the rules of the game allow, those that the intervention allows too.
    fn restrict(&self, moves: &mut Vec<G::Move>) -> MovesLeft {
        if let Some(banned) = self.banned() {
            moves.retain(|&mv| !banned.any(|component| self.game.takes(mv, component)));
        } else if let Some((component, seat)) = self.open_grant() {
            moves.retain(|&mv| self.game.grant_allows(mv, component, seat));
        } else {
            return MovesLeft::Part;
        }
        let left = moves.len();
        moves.extend(self.game.pass(moves));
        if moves.is_empty() {
            self.game.legal_moves(moves);
        }
        if moves.len() == left { MovesLeft::Part } else { MovesLeft::Others }
    }

    /// Notes which components the player to act could take by these moves.
    #[cold]
    fn note_all(&self, watch: &Watch, moves: &[G::Move]) {
        for &mv in moves {
            self.note(watch, mv);
        }
    }

    /// Notes which components the player to act takes by this move.
    fn note(&self, watch: &Watch, mv: G::Move) {
        if let Turn::Player(seat) = self.game.turn() {
            self.game.taken(mv, &mut |component| watch.note(seat, component));
        }
    }

    /// Before a move is drawn: notes what would make a difference to the draw even where it is not what is drawn,
    /// because without it nothing is left, or the player can [pass](Modify::pass).
    #[cold]
    fn note_before_draw(&self, watch: &Watch, legal: &[G::Move]) {
        let takes_nothing = |mv: &G::Move| {
            let mut nothing = true;
            self.game.taken(*mv, &mut |_| nothing = false);
            nothing
        };
        let free: Vec<G::Move> = legal.iter().copied().filter(takes_nothing).collect();
        if free.is_empty() || self.game.pass(&free).is_some() {
            self.note_all(watch, legal);
        }
    }

    /// The components that the player to act may not take.
    #[inline]
    fn banned(&self) -> Option<Targets> {
        match (self.modification.intervention, self.game.turn()) {
            (ActiveIntervention::Ban(banned), Turn::Player(seat)) if self.modification.affects(seat) => Some(banned),
            _ => None,
        }
    }

    /// The grant that can still forbid something; of two there is never more than one.
    #[inline]
    fn open_grant(&self) -> Option<(ComponentIdx, Seat)> {
        match (self.modification.intervention, self.modification.affected_seat) {
            (ActiveIntervention::Grant(granted), Some(seat)) => {
                let open = granted.iter().find(|&component| self.game.grant_is_open(component));
                open.map(|component| (component, seat))
            }
            _ => None,
        }
    }

    /// Lets the player to act pay by the tables that hold for this seat.
    fn set_rules_by_modification(&mut self) {
        if let (ActiveIntervention::Costs(_), Turn::Player(seat)) = (self.modification.intervention, self.game.turn()) {
            self.game.set_rules(self.modification.rules_of(seat));
        }
    }
}

impl<G: Modify> Game for ModifiedGame<G> {
    type Move = G::Move;
    type Rules = Modification<G>;

    const NAME: &'static str = G::NAME;
    const TITLE: &'static str = G::TITLE;
    const RULES_VERSION: &'static str = G::RULES_VERSION;
    const PLAYERS: RangeInclusive<usize> = G::PLAYERS;
    const CHANCE_STREAMS: &'static [&'static str] = G::CHANCE_STREAMS;
    const PARTS: &'static [&'static str] = G::PARTS;
    const PARTS_ARE: PartMeaning = G::PARTS_ARE;
    const IMPERFECT_INFORMATION: bool = G::IMPERFECT_INFORMATION;
    const WINNERS_ONLY: bool = G::WINNERS_ONLY;
    const MAX_MOVES: usize = G::MAX_MOVES;

    fn new(modification: &'static Modification<G>, players: usize) -> Self {
        let mut game = G::new(modification.rules, players);
        match (modification.intervention, modification.affected_seat) {
            (ActiveIntervention::Remove(component), _) => game.remove(component),
            (ActiveIntervention::Grant(granted), Some(seat)) => {
                granted.iter().for_each(|component| game.grant(component, seat));
            }
            _ => {}
        }
        let mut state = ModifiedGame { game, modification, ban_waived: false };
        state.set_rules_by_modification();
        state
    }

    #[inline]
    fn n_players(&self) -> usize {
        self.game.n_players()
    }

    #[inline]
    fn turn(&self) -> Turn {
        self.game.turn()
    }

    fn first_player(&self) -> Seat {
        self.game.first_player()
    }

    #[inline]
    fn legal_moves(&self, moves: &mut Vec<G::Move>) {
        self.game.legal_moves(moves);
        if let Some(watch) = self.modification.watch {
            self.note_all(watch, moves);
        }
        if self.is_hindered() {
            self.restrict(moves);
        }
    }

    fn is_legal(&self, mv: G::Move) -> bool {
        let open_grant = self.open_grant();
        match self.turn() {
            Turn::Player(_) if self.banned().is_some() || open_grant.is_some() => {
                let mut moves = Vec::new();
                self.legal_moves(&mut moves);
                moves.contains(&mv)
            }
            _ => {
                self.game.is_legal(mv)
                    && open_grant.is_none_or(|(component, seat)| self.game.grant_allows(mv, component, seat))
            }
        }
    }

    #[inline]
    fn play_unchecked(&mut self, mv: G::Move) {
        if let Some(watch) = self.modification.watch {
            self.note(watch, mv);
        }
        if let Some(banned) = self.banned() {
            self.ban_waived |= banned.any(|component| self.game.takes(mv, component));
            if self.game.play_if_pass(mv) {
                return;
            }
        }
        self.game.play_unchecked(mv);
        self.set_rules_by_modification();
    }

    /// What the game itself draws, so that as much as can be is dealt alike; drawn again while a grant forbids it.
    fn draw(&self, rng: &mut impl Rng) -> G::Move {
        let drawn = self.game.draw(rng);
        if self.open_grant().is_none_or(|(component, seat)| self.game.grant_allows(drawn, component, seat)) {
            return drawn;
        }
        let mut outcomes = Vec::new();
        self.chance_outcomes(&mut outcomes);
        match outcomes[..] {
            [] => panic!("the grant cannot come true"),
            [(only, _)] => only,
            _ => self.draw(rng),
        }
    }

    #[inline]
    fn play_chance(&mut self, rng: &mut impl Rng) -> u64 {
        if !matches!(self.modification.intervention, ActiveIntervention::Grant(_)) {
            let played = self.game.play_chance(rng);
            self.set_rules_by_modification();
            return played;
        }
        play_chance_by_draws(self, rng)
    }

    fn chance_outcomes(&self, outcomes: &mut Vec<(G::Move, u32)>) {
        self.game.chance_outcomes(outcomes);
        if let Some((component, seat)) = self.open_grant() {
            outcomes.retain(|&(mv, _)| self.game.grant_allows(mv, component, seat));
        }
    }

    fn chance_stream(&self) -> usize {
        self.game.chance_stream()
    }

    fn resample_hidden(&mut self, observer: Seat, rng: &mut impl Rng) {
        match self.modification.intervention {
            ActiveIntervention::Ban(banned) => {
                self.game.resample_hidden_under_ban(observer, banned, |seat| self.modification.affects(seat), rng);
            }
            _ => self.game.resample_hidden(observer, rng),
        }
    }

    fn is_visible_to(&self, observer: Seat, mv: G::Move) -> bool {
        self.game.is_visible_to(observer, mv)
    }

    fn is_simultaneous(&self) -> bool {
        self.game.is_simultaneous()
    }

    fn public_events(&self, mv: G::Move) -> Vec<PublicEvent> {
        self.game.public_events(mv)
    }

    fn known_position(&self, observer: Seat) -> serde_json::Value {
        self.game.known_position(observer)
    }

    fn rewind_simultaneous_choice(&mut self, observer: Seat, own: &mut Vec<G::Move>) {
        self.game.rewind_simultaneous_choice(observer, own);
        self.set_rules_by_modification();
    }

    fn score_parts(&self, seat: Seat) -> Parts {
        let mut parts = self.game.score_parts(seat);
        if let ActiveIntervention::Points(component, _) = self.modification.intervention {
            parts[self.game.part_of(component)] += self.points_added(seat);
        }
        parts
    }

    fn outcome(&self) -> Option<Outcome> {
        let outcome = self.game.outcome()?;
        if !matches!(self.modification.intervention, ActiveIntervention::Points(..)) {
            return Some(outcome);
        }
        let players = self.n_players();
        let score = |seat| outcome.scores[seat] + f64::from(self.points_added(seat));
        let parts = PerPlayer::from_fn(players, |seat| self.score_parts(seat));
        Some(Outcome::from_scores(PerPlayer::from_fn(players, score), parts))
    }

    fn win_shares(&self) -> PerPlayer<Share> {
        match self.modification.intervention {
            ActiveIntervention::Points(..) => self.outcome().expect("the game is over").shares,
            _ => self.game.win_shares(),
        }
    }

    fn move_text(&self, mv: G::Move) -> String {
        self.game.move_text(mv)
    }

    fn parse_move(&self, text: &str) -> Result<G::Move, UnknownMove> {
        self.game.parse_move(text)
    }

    fn all_moves(&self) -> Vec<G::Move> {
        self.game.all_moves()
    }

    fn position_text(&self, viewer: Viewer) -> String {
        self.game.position_text(viewer)
    }

    fn picture(&self, viewer: Viewer) -> Option<Picture> {
        self.game.picture(viewer)
    }

    fn move_parts(&self, mv: G::Move) -> Vec<String> {
        self.game.move_parts(mv)
    }

    #[inline]
    fn rollout_move(&self, buffer: &mut Vec<G::Move>, rng: &mut impl Rng) -> G::Move {
        if self.modification.watch.is_none() && !self.is_hindered() {
            return self.game.rollout_move(buffer, rng);
        }
        self.choose_listed(buffer, |moves| moves[rng.random_range(0..moves.len() as u32) as usize])
    }

    #[inline]
    fn choose_listed(&self, buffer: &mut Vec<G::Move>, mut choose: impl FnMut(&[G::Move]) -> G::Move) -> G::Move {
        self.game.legal_moves(buffer);
        if let Some(watch) = self.modification.watch {
            self.note_before_draw(watch, buffer);
        }
        let chosen = choose(buffer);
        if !self.is_hindered() || self.keeps(chosen, buffer) { chosen } else { choose(buffer) }
    }

    #[inline]
    fn random_indexed_move(&self, buffer: &mut Vec<G::Move>, rng: &mut impl Rng) -> (usize, G::Move) {
        if let Some(watch) = self.modification.watch {
            self.game.legal_moves(buffer);
            self.note_all(watch, buffer);
        }
        if !self.is_hindered() {
            return self.game.random_indexed_move(buffer, rng);
        }
        self.legal_moves(buffer);
        let index = rng.random_range(0..buffer.len() as u32) as usize;
        (index, buffer[index])
    }
}

impl<G: Modify> Components for ModifiedGame<G> {
    fn components(modification: &Modification<G>, players: usize) -> Vec<Component> {
        G::components(modification.rules, players)
    }

    fn offered(&self, mv: G::Move, found: &mut impl FnMut(ComponentIdx)) {
        self.game.offered(mv, found);
    }

    fn taken(&self, mv: G::Move, found: &mut impl FnMut(ComponentIdx)) {
        self.game.taken(mv, found);
    }

    fn round(&self) -> u32 {
        self.game.round()
    }

    /// With the points that the intervention adds.
    fn holdings(&self, seat: Seat, found: &mut impl FnMut(Holding)) {
        let changed = self.points_delta_for(seat);
        self.game.holdings(seat, &mut |holding| {
            let delta = changed.filter(|(component, _)| holding.component == *component).map_or(0, |(_, delta)| delta);
            found(Holding { points: holding.points + holding.pieces as i32 * delta, ..holding });
        });
    }

    fn pieces(&self, seat: Seat, component: ComponentIdx) -> u32 {
        self.game.pieces(seat, component)
    }

    fn part_of(&self, component: ComponentIdx) -> usize {
        self.game.part_of(component)
    }
}
