//! A game under changed terms: something is forbidden, given, taken out, or worth more, for one player or for all.
//!
//! A [`ModifiedGame`] is a game like any other, so bots plan under its terms: those of the others too, which everybody knows.
//!
//! What it refuses to do: to decide what a ban means when it leaves a player without any move. The game goes on as if
//! the ban were ban_waived for that one decision, and [`ModifiedGame::ban_waived`] says so.

use rand::{Rng, RngExt};
use std::ops::RangeInclusive;

use crate::{
    Alternative, ComponentIdx, Components, Game, GameRules, Holding, Outcome, PartMeaning, Parts, PerPlayer,
    ProvenanceCounts, RulesError, RulesSource, Seat, Share, Turn, UnknownMove,
};

/// What differs from the game as it is.
#[derive(Debug)]
pub enum Change<G: Game> {
    /// Nothing.
    None,
    /// The players concerned may not take the component.
    Ban(ComponentIdx),
    /// The player concerned starts with the component or gets it first.
    Grant(ComponentIdx),
    /// The component leaves the game, for all.
    Remove(ComponentIdx),
    /// Each piece of the component brings the players concerned so many points more at the end.
    Points(ComponentIdx, i32),
    /// The players concerned pay by other tables, which differ in costs only.
    Costs(&'static G::Rules),
}

#[expect(clippy::expl_impl_clone_on_copy, reason = "a derived one would ask positions to be `Copy`")]
impl<G: Game> Clone for Change<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for Change<G> {}

/// The terms of a [`ModifiedGame`].
#[derive(Debug)]
pub struct Modification<G: Game> {
    /// The component tables.
    pub rules: &'static G::Rules,
    /// What differs.
    pub change: Change<G>,
    /// The one player concerned; all when there is none.
    pub affected_seat: Option<Seat>,
}

impl<G: Game> Modification<G> {
    /// The game as it is.
    pub fn unchanged(rules: &'static G::Rules) -> Modification<G> {
        Modification { rules, change: Change::None, affected_seat: None }
    }

    /// Whether the change is for this seat.
    #[inline]
    pub fn affects(&self, seat: Seat) -> bool {
        self.affected_seat.is_none_or(|one| one == seat)
    }

    /// The tables that hold for the decisions of a seat.
    fn rules_of(&self, seat: Seat) -> &'static G::Rules {
        match self.change {
            Change::Costs(rules) if self.affects(seat) => rules,
            _ => self.rules,
        }
    }
}

/// The tables of the game; changes are made in code only.
impl<G: Game> GameRules for Modification<G> {
    fn load(source: &RulesSource) -> Result<Self, RulesError> {
        Ok(Modification::unchanged(Box::leak(Box::new(G::Rules::load(source)?))))
    }

    /// The game as it is, made anew at each call.
    fn standard() -> &'static Self {
        Box::leak(Box::new(Modification::unchanged(G::Rules::standard())))
    }

    fn canonical(&self) -> &str {
        self.rules.canonical()
    }

    fn provenance_counts(&self) -> ProvenanceCounts {
        self.rules.provenance_counts()
    }

    fn facts(&self) -> Vec<(&'static str, String)> {
        self.rules.facts()
    }

    fn alternatives(&self) -> &[Alternative] {
        self.rules.alternatives()
    }
}

/// A position of a game under changed terms.
#[derive(Clone, Debug)]
pub struct ModifiedGame<G: Components> {
    game: G,
    modification: &'static Modification<G>,
    ban_waived: bool,
}

/// Positions under other terms are never equal.
impl<G: Components> PartialEq for ModifiedGame<G> {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.modification, other.modification)
            && self.game == other.game
            && self.ban_waived == other.ban_waived
    }
}

impl<G: Components> ModifiedGame<G> {
    /// The position without the terms.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The terms.
    pub fn modification(&self) -> &'static Modification<G> {
        self.modification
    }

    /// Whether a ban had to be ban_waived in this game, as it left a player without any move.
    pub fn ban_waived(&self) -> bool {
        self.ban_waived
    }

    /// Whether the player to act takes by this move what the terms forbid: only where nothing else was left.
    #[inline]
    pub fn is_banned(&self, mv: G::Move) -> bool {
        self.banned().is_some_and(|component| self.game.takes(mv, component))
    }

    /// The points that the terms add for a seat.
    #[inline]
    pub fn points_added(&self, seat: Seat) -> i32 {
        self.points_delta_for(seat).map_or(0, |(component, more)| self.game.pieces(seat, component) as i32 * more)
    }

    /// The component of which each piece brings a seat so many points more.
    #[inline]
    fn points_delta_for(&self, seat: Seat) -> Option<(ComponentIdx, i32)> {
        match self.modification.change {
            Change::Points(component, more) if self.modification.affects(seat) => Some((component, more)),
            _ => None,
        }
    }

    /// The component that the player to act may not take.
    #[inline]
    fn banned(&self) -> Option<ComponentIdx> {
        match (self.modification.change, self.game.turn()) {
            (Change::Ban(component), Turn::Player(seat)) if self.modification.affects(seat) => Some(component),
            _ => None,
        }
    }

    /// The grant that can still forbid something.
    #[inline]
    fn open_grant(&self) -> Option<(ComponentIdx, Seat)> {
        match (self.modification.change, self.modification.affected_seat) {
            (Change::Grant(component), Some(seat)) if self.game.grant_is_open(component) => Some((component, seat)),
            _ => None,
        }
    }

    fn set_rules_by_modification(&mut self) {
        if let (Change::Costs(_), Turn::Player(seat)) = (self.modification.change, self.game.turn()) {
            self.game.set_rules(self.modification.rules_of(seat));
        }
    }
}

impl<G: Components> Game for ModifiedGame<G> {
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
    const MAX_MOVES: usize = G::MAX_MOVES;

    fn new(modification: &'static Modification<G>, players: usize) -> Self {
        let mut game = G::new(modification.rules, players);
        match (modification.change, modification.affected_seat) {
            (Change::Remove(component), _) => game.remove(component),
            (Change::Grant(component), Some(seat)) => game.grant(component, seat),
            _ => {}
        }
        let mut variant = ModifiedGame { game, modification, ban_waived: false };
        variant.set_rules_by_modification();
        variant
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
        if let Some(component) = self.banned() {
            moves.retain(|&mv| !self.game.takes(mv, component));
        } else if let Some((component, seat)) = self.open_grant() {
            moves.retain(|&mv| self.game.allows(mv, component, seat));
        } else {
            return;
        }
        moves.extend(self.game.pass(moves));
        if moves.is_empty() {
            self.game.legal_moves(moves);
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
                    && open_grant.is_none_or(|(component, seat)| self.game.allows(mv, component, seat))
            }
        }
    }

    #[inline]
    fn play_unchecked(&mut self, mv: G::Move) {
        if let Some(component) = self.banned() {
            self.ban_waived |= self.game.takes(mv, component);
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
        if self.open_grant().is_none_or(|(component, seat)| self.game.allows(drawn, component, seat)) {
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

    fn chance_outcomes(&self, outcomes: &mut Vec<(G::Move, u32)>) {
        self.game.chance_outcomes(outcomes);
        if let Some((component, seat)) = self.open_grant() {
            outcomes.retain(|&(mv, _)| self.game.allows(mv, component, seat));
        }
    }

    fn chance_stream(&self) -> usize {
        self.game.chance_stream()
    }

    fn resample_hidden(&mut self, observer: Seat, rng: &mut impl Rng) {
        match self.modification.change {
            Change::Ban(component) => {
                self.game.resample_hidden_under_ban(observer, component, |seat| self.modification.affects(seat), rng)
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

    fn rewind_simultaneous_choice(&mut self, observer: Seat, own: &mut Vec<G::Move>) {
        self.game.rewind_simultaneous_choice(observer, own);
        self.set_rules_by_modification();
    }

    fn score_parts(&self, seat: Seat) -> Parts {
        let mut parts = self.game.score_parts(seat);
        if let Change::Points(component, _) = self.modification.change {
            parts[self.game.part_of(component)] += self.points_added(seat);
        }
        parts
    }

    fn outcome(&self) -> Option<Outcome> {
        let outcome = self.game.outcome()?;
        if !matches!(self.modification.change, Change::Points(..)) {
            return Some(outcome);
        }
        let players = self.n_players();
        let score = |seat| outcome.scores[seat] + f64::from(self.points_added(seat));
        let parts = PerPlayer::from_fn(players, |seat| self.score_parts(seat));
        Some(Outcome::from_scores(PerPlayer::from_fn(players, score), parts))
    }

    fn win_shares(&self) -> PerPlayer<Share> {
        match self.modification.change {
            Change::Points(..) => self.outcome().expect("the game is over").shares,
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

    #[inline]
    fn random_move(&self, buffer: &mut Vec<G::Move>, rng: &mut impl Rng) -> G::Move {
        if self.banned().is_none() && self.open_grant().is_none() {
            return self.game.random_move(buffer, rng);
        }
        self.legal_moves(buffer);
        buffer[rng.random_range(0..buffer.len() as u32) as usize]
    }
}

impl<G: Components> Components for ModifiedGame<G> {
    const DEFAULT_KINDS: &'static [&'static str] = G::DEFAULT_KINDS;

    fn components(modification: &Modification<G>, players: usize) -> Vec<crate::Component> {
        G::components(modification.rules, players)
    }

    fn offered(&self, mv: G::Move, found: &mut dyn FnMut(ComponentIdx)) {
        self.game.offered(mv, found);
    }

    fn taken(&self, mv: G::Move, found: &mut dyn FnMut(ComponentIdx)) {
        self.game.taken(mv, found);
    }

    fn takes(&self, mv: G::Move, component: ComponentIdx) -> bool {
        self.game.takes(mv, component)
    }

    fn round(&self) -> u32 {
        self.game.round()
    }

    /// With the points that the terms add.
    fn holdings(&self, seat: Seat, found: &mut dyn FnMut(Holding)) {
        let revalued = self.points_delta_for(seat);
        self.game.holdings(seat, &mut |holding| {
            let more = revalued.map_or(0, |(component, more)| if holding.component == component { more } else { 0 });
            found(Holding { points: holding.points + holding.pieces as i32 * more, ..holding });
        });
    }

    fn pieces(&self, seat: Seat, component: ComponentIdx) -> u32 {
        self.game.pieces(seat, component)
    }

    fn part_of(&self, component: ComponentIdx) -> usize {
        self.game.part_of(component)
    }
}
