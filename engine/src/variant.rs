//! A game under changed terms: something is forbidden, given, taken out, or worth more, for one player or for all.
//!
//! A [`Variant`] is a game like any other, so bots plan under its terms: those of the others too, which everybody knows.
//!
//! What it refuses to do: to decide what a ban means when it leaves a player without any move. The game goes on as if
//! the ban were lifted for that one decision, and [`Variant::lifted`] says so.

use rand::{Rng, RngExt};
use std::ops::RangeInclusive;

use crate::{
    Certainties, ElementIdx, Elements, Game, GameRules, Holding, Outcome, PartMeaning, Parts, PerPlayer, Reading,
    RulesError, RulesSource, Seat, Share, Turn, UnknownMove,
};

/// What differs from the game as it is.
#[derive(Debug)]
pub enum Change<G: Game> {
    /// Nothing.
    None,
    /// The players concerned may not take the element.
    Ban(ElementIdx),
    /// The player concerned starts with the element or gets it first.
    Grant(ElementIdx),
    /// The element leaves the game, for all.
    Remove(ElementIdx),
    /// Each piece of the element brings the players concerned so many points more at the end.
    Points(ElementIdx, i32),
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

/// The terms of a [`Variant`].
#[derive(Debug)]
pub struct Terms<G: Game> {
    /// The component tables.
    pub rules: &'static G::Rules,
    /// What differs.
    pub change: Change<G>,
    /// The one player concerned; all when there is none.
    pub concerned: Option<Seat>,
}

impl<G: Game> Terms<G> {
    /// The game as it is.
    pub fn unchanged(rules: &'static G::Rules) -> Terms<G> {
        Terms { rules, change: Change::None, concerned: None }
    }

    /// Whether the change is for this seat.
    #[inline]
    pub fn concerns(&self, seat: Seat) -> bool {
        self.concerned.is_none_or(|one| one == seat)
    }

    /// The tables that hold for the decisions of a seat.
    fn rules_of(&self, seat: Seat) -> &'static G::Rules {
        match self.change {
            Change::Costs(rules) if self.concerns(seat) => rules,
            _ => self.rules,
        }
    }
}

/// The tables of the game; changes are made in code only.
impl<G: Game> GameRules for Terms<G> {
    fn load(source: &RulesSource) -> Result<Self, RulesError> {
        Ok(Terms::unchanged(Box::leak(Box::new(G::Rules::load(source)?))))
    }

    /// The game as it is, made anew at each call.
    fn standard() -> &'static Self {
        Box::leak(Box::new(Terms::unchanged(G::Rules::standard())))
    }

    fn canonical(&self) -> &str {
        self.rules.canonical()
    }

    fn certainties(&self) -> Certainties {
        self.rules.certainties()
    }

    fn rivers(&self) -> Option<&'static str> {
        self.rules.rivers()
    }

    fn readings(&self) -> &[Reading] {
        self.rules.readings()
    }
}

/// A position of a game under changed terms.
#[derive(Clone, Debug)]
pub struct Variant<G: Elements> {
    game: G,
    terms: &'static Terms<G>,
    lifted: bool,
}

/// Positions under other terms are never equal.
impl<G: Elements> PartialEq for Variant<G> {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.terms, other.terms) && self.game == other.game && self.lifted == other.lifted
    }
}

impl<G: Elements> Variant<G> {
    /// The position without the terms.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The terms.
    pub fn terms(&self) -> &'static Terms<G> {
        self.terms
    }

    /// Whether a ban had to be lifted in this game, as it left a player without any move.
    pub fn lifted(&self) -> bool {
        self.lifted
    }

    /// Whether the player to act takes by this move what the terms forbid: only where nothing else was left.
    #[inline]
    pub fn is_banned(&self, mv: G::Move) -> bool {
        self.banned().is_some_and(|element| self.game.takes(mv, element))
    }

    /// The points that the terms add for a seat.
    #[inline]
    pub fn points_added(&self, seat: Seat) -> i32 {
        self.revalued_for(seat).map_or(0, |(element, more)| self.game.pieces(seat, element) as i32 * more)
    }

    /// The element of which each piece brings a seat so many points more.
    #[inline]
    fn revalued_for(&self, seat: Seat) -> Option<(ElementIdx, i32)> {
        match self.terms.change {
            Change::Points(element, more) if self.terms.concerns(seat) => Some((element, more)),
            _ => None,
        }
    }

    /// The element that the player to act may not take.
    #[inline]
    fn banned(&self) -> Option<ElementIdx> {
        match (self.terms.change, self.game.turn()) {
            (Change::Ban(element), Turn::Player(seat)) if self.terms.concerns(seat) => Some(element),
            _ => None,
        }
    }

    /// The grant that can still forbid something.
    #[inline]
    fn open_grant(&self) -> Option<(ElementIdx, Seat)> {
        match (self.terms.change, self.terms.concerned) {
            (Change::Grant(element), Some(seat)) if self.game.grant_is_open(element) => Some((element, seat)),
            _ => None,
        }
    }

    fn go_by_terms(&mut self) {
        if let (Change::Costs(_), Turn::Player(seat)) = (self.terms.change, self.game.turn()) {
            self.game.go_by(self.terms.rules_of(seat));
        }
    }
}

impl<G: Elements> Game for Variant<G> {
    type Move = G::Move;
    type Rules = Terms<G>;

    const NAME: &'static str = G::NAME;
    const TITLE: &'static str = G::TITLE;
    const RULES_VERSION: &'static str = G::RULES_VERSION;
    const PLAYERS: RangeInclusive<usize> = G::PLAYERS;
    const STACKS: &'static [&'static str] = G::STACKS;
    const PARTS: &'static [&'static str] = G::PARTS;
    const PARTS_ARE: PartMeaning = G::PARTS_ARE;
    const HIDES: bool = G::HIDES;
    const MAX_MOVES: usize = G::MAX_MOVES;

    fn new(terms: &'static Terms<G>, players: usize) -> Self {
        let mut game = G::new(terms.rules, players);
        match (terms.change, terms.concerned) {
            (Change::Remove(element), _) => game.remove(element),
            (Change::Grant(element), Some(seat)) => game.grant(element, seat),
            _ => {}
        }
        let mut variant = Variant { game, terms, lifted: false };
        variant.go_by_terms();
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
        if let Some(element) = self.banned() {
            moves.retain(|&mv| !self.game.takes(mv, element));
        } else if let Some((element, seat)) = self.open_grant() {
            moves.retain(|&mv| self.game.allows(mv, element, seat));
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
            _ => self.game.is_legal(mv) && open_grant.is_none_or(|(element, seat)| self.game.allows(mv, element, seat)),
        }
    }

    #[inline]
    fn play_unchecked(&mut self, mv: G::Move) {
        if let Some(element) = self.banned() {
            self.lifted |= self.game.takes(mv, element);
            if self.game.play_if_pass(mv) {
                return;
            }
        }
        self.game.play_unchecked(mv);
        self.go_by_terms();
    }

    /// What the game itself draws, so that as much as can be is dealt alike; drawn again while a grant forbids it.
    fn draw(&self, rng: &mut impl Rng) -> G::Move {
        let drawn = self.game.draw(rng);
        if self.open_grant().is_none_or(|(element, seat)| self.game.allows(drawn, element, seat)) {
            return drawn;
        }
        let mut outcomes = Vec::new();
        self.outcomes(&mut outcomes);
        match outcomes[..] {
            [] => panic!("the grant cannot come true"),
            [(only, _)] => only,
            _ => self.draw(rng),
        }
    }

    fn outcomes(&self, outcomes: &mut Vec<(G::Move, u32)>) {
        self.game.outcomes(outcomes);
        if let Some((element, seat)) = self.open_grant() {
            outcomes.retain(|&(mv, _)| self.game.allows(mv, element, seat));
        }
    }

    fn stack(&self) -> usize {
        self.game.stack()
    }

    fn hide(&mut self, observer: Seat, rng: &mut impl Rng) {
        match self.terms.change {
            Change::Ban(element) => self.game.hide_under_ban(observer, element, |seat| self.terms.concerns(seat), rng),
            _ => self.game.hide(observer, rng),
        }
    }

    fn sees(&self, observer: Seat, mv: G::Move) -> bool {
        self.game.sees(observer, mv)
    }

    fn is_simultaneous(&self) -> bool {
        self.game.is_simultaneous()
    }

    fn begin_choice_again(&mut self, observer: Seat, own: &mut Vec<G::Move>) {
        self.game.begin_choice_again(observer, own);
        self.go_by_terms();
    }

    fn score_parts(&self, seat: Seat) -> Parts {
        let mut parts = self.game.score_parts(seat);
        if let Change::Points(element, _) = self.terms.change {
            parts[self.game.part_of(element)] += self.points_added(seat);
        }
        parts
    }

    fn outcome(&self) -> Option<Outcome> {
        let outcome = self.game.outcome()?;
        if !matches!(self.terms.change, Change::Points(..)) {
            return Some(outcome);
        }
        let players = self.n_players();
        let score = |seat| outcome.scores[seat] + f64::from(self.points_added(seat));
        let parts = PerPlayer::from_fn(players, |seat| self.score_parts(seat));
        Some(Outcome::from_scores(PerPlayer::from_fn(players, score), parts))
    }

    fn win_shares(&self) -> PerPlayer<Share> {
        match self.terms.change {
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

impl<G: Elements> Elements for Variant<G> {
    const ASKED_FOR: &'static [&'static str] = G::ASKED_FOR;

    fn elements(terms: &Terms<G>, players: usize) -> Vec<crate::Element> {
        G::elements(terms.rules, players)
    }

    fn offered(&self, mv: G::Move, found: &mut dyn FnMut(ElementIdx)) {
        self.game.offered(mv, found);
    }

    fn taken(&self, mv: G::Move, found: &mut dyn FnMut(ElementIdx)) {
        self.game.taken(mv, found);
    }

    fn takes(&self, mv: G::Move, element: ElementIdx) -> bool {
        self.game.takes(mv, element)
    }

    fn round(&self) -> u32 {
        self.game.round()
    }

    /// With the points that the terms add.
    fn holdings(&self, seat: Seat, found: &mut dyn FnMut(Holding)) {
        let revalued = self.revalued_for(seat);
        self.game.holdings(seat, &mut |holding| {
            let more = revalued.map_or(0, |(element, more)| if holding.element == element { more } else { 0 });
            found(Holding { points: holding.points + holding.pieces as i32 * more, ..holding });
        });
    }

    fn pieces(&self, seat: Seat, element: ElementIdx) -> u32 {
        self.game.pieces(seat, element)
    }

    fn part_of(&self, element: ElementIdx) -> usize {
        self.game.part_of(element)
    }
}
