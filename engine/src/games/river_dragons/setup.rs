//! Set-up and chance, and what others cannot know of programs.

use rand::{Rng, RngExt};

use crate::data::RulesRef;
use crate::{PerPlayer, Seat};

use super::board::{PLANKS, Place, PlankIdx, Planks, SUPPORTS};
use super::cards::{Card, Cards};
use super::state::{NO_SPAN, PLAYERS, Phase, Player};
use super::{DragonRules, Move, RiverDragons};

impl RiverDragons {
    pub(super) fn set_up(rules: &'static DragonRules, players: usize) -> RiverDragons {
        assert!((2..=PLAYERS).contains(&players), "River Dragons is for 2 to 6 players, not {players}");
        let player = |seat: Seat| {
            let color = rules.colors_of(players)[seat.index()];
            let reserve = Planks(Planks::OF_ONE_COLOR << PlankIdx::of(color, 0).0);
            Player { color, pawn: Place::village(color), reserve, ..Player::default() }
        };
        RiverDragons {
            rules: RulesRef(rules),
            stones: 0,
            spans: [NO_SPAN; PLANKS],
            planks_at: [Planks::default(); SUPPORTS],
            on_board: Planks::default(),
            players: PerPlayer::from_fn(players, player),
            first_player: Seat::FIRST,
            start: Seat::FIRST,
            current: Seat::FIRST,
            phase: Phase::DealStart,
            round: 0,
            position: 0,
            left: 0,
        }
    }

    pub(super) fn list_deals(&self, outcomes: &mut Vec<(Move, u32)>) {
        outcomes.clear();
        if self.phase == Phase::DealStart {
            outcomes.extend(Seat::all(self.players.players()).map(|seat| (Move::DealStart(seat), 1)));
        }
    }

    pub(super) fn draw_deal(&self, rng: &mut impl Rng) -> Move {
        assert_eq!(self.phase, Phase::DealStart, "nothing is dealt now");
        Move::DealStart(Seat::draw(self.players.players(), rng))
    }

    pub(super) fn deal_start(&mut self, seat: Seat) {
        self.first_player = seat;
        self.start = seat;
        self.begin_round();
    }

    pub(super) fn begin_round(&mut self) {
        self.round += 1;
        self.current = self.start;
        self.phase = Phase::Program;
    }

    /// The hand of a player between the rounds.
    #[inline]
    pub(super) fn hand(&self, seat: Seat) -> Cards {
        let own = self.players[seat].color;
        let others = self.players.iter().map(|player| player.color).filter(|&color| color != own);
        others.fold(Cards::ACTIONS, |hand, color| hand.with(Card::dragon(color)))
    }

    /// How many cards of the programs everybody has seen.
    #[inline]
    pub(super) fn revealed(&self) -> usize {
        if self.phase == Phase::Act { usize::from(self.position) + 1 } else { 0 }
    }

    /// Takes back what is programmed in this round.
    pub(super) fn begin_programs_again(&mut self, observer: Seat, own: &mut Vec<Move>) {
        assert_eq!(self.phase, Phase::Program, "programs are carried out");
        own.clear();
        own.extend(self.players[observer].program().iter().map(|&card| Move::Program(card)));
        for player in self.players.as_mut_slice() {
            for idx in 0..usize::from(player.programmed) {
                player.cards[player.program[idx].kind()] -= 1;
            }
            player.clear_program();
        }
        self.current = self.start;
    }

    /// Programs what is not revealed of the others again, every program that they could have equally likely, without what is
    /// banned for a seat.
    #[inline]
    pub(super) fn program_again(&mut self, observer: Seat, banned: impl Fn(Seat) -> Cards, rng: &mut impl Rng) {
        let revealed = self.revealed();
        for seat in Seat::all(self.players.players()).filter(|&seat| seat != observer) {
            let hidden = usize::from(self.players[seat].programmed).saturating_sub(revealed);
            if hidden > 0 && self.phase != Phase::Over {
                self.program_rest(seat, revealed, hidden, self.hand(seat).without(banned(seat)), rng);
            }
        }
    }

    /// Draws the last `hidden` cards of a program, in order: first how many of them are dragons, then which and where.
    fn program_rest(&mut self, seat: Seat, revealed: usize, hidden: usize, hand: Cards, rng: &mut impl Rng) {
        let player = &mut self.players[seat];
        let shown = player.program[..revealed].iter().fold(Cards::default(), |cards, &card| cards.with(card));
        let free = hand.without(shown);
        let (mut dragons, mut actions) = (free.dragons(), free.actions());
        let most =
            u32::from(self.rules.0.dragons).saturating_sub(shown.dragons().len()).min(dragons.len()).min(hidden as u32);
        // Ways to lay so many dragons among the hidden cards, the order of all counted.
        let ways = |count: u32| {
            let others = hidden as u32 - count;
            choose(hidden as u32, count) * arrange(dragons.len(), count) * arrange(actions.len(), others)
        };
        let least = (hidden as u32).saturating_sub(actions.len());
        let all: u64 = (least..=most).map(ways).sum();
        let mut at = rng.random_range(0..all);
        let mut count = least;
        while at >= ways(count) {
            at -= ways(count);
            count += 1;
        }
        for (idx, left) in (revealed..revealed + hidden).zip((1..=hidden as u32).rev()) {
            // Of the cards that are left so many are dragons: each place is as likely.
            let is_dragon = rng.random_range(0..left) < count;
            let set = if is_dragon { &mut dragons } else { &mut actions };
            count -= u32::from(is_dragon);
            let card = set.nth(rng.random_range(0..set.len()));
            *set = set.without(Cards::default().with(card));
            let before = std::mem::replace(&mut player.program[idx], card);
            player.cards[before.kind()] -= 1;
            player.cards[card.kind()] += 1;
        }
    }
}

/// The number of ways to choose.
fn choose(from: u32, count: u32) -> u64 {
    arrange(from, count) / arrange(count, count)
}

/// The number of ways to choose in order.
fn arrange(from: u32, count: u32) -> u64 {
    (0..count).map(|idx| u64::from(from.saturating_sub(idx))).product()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use rand::SeedableRng;
    use rand::rngs::Xoshiro256PlusPlus;

    use super::*;
    use crate::{Game, GameRules, Turn};

    /// The numbers of hidden programs: all equally likely, those that are allowed and no others.
    #[test]
    fn hidden_programs_are_equally_likely() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let programmed = |players: usize, cards: &[&str]| {
            let mut state = RiverDragons::new(DragonRules::standard(), players);
            state.play(Move::DealStart(Seat::FIRST)).expect("legal");
            for card in cards {
                state.play(state.parse_move(&format!("program:{card}")).expect("a move")).expect("legal");
            }
            state
        };
        // Two cards of p1 are hidden: 8 * 7 without dragons and 2 * 2 * 8 with one of two.
        let mut state = programmed(3, &["jump", "dragon-blue"]);
        let mut found: BTreeMap<Vec<Card>, u32> = BTreeMap::new();
        let draws = 88_000;
        for _ in 0..draws {
            state.resample_hidden(Seat::new(1), &mut rng);
            *found.entry(state.players[Seat::FIRST].program().to_vec()).or_default() += 1;
        }
        assert_eq!(found.len(), 8 * 7 + 2 * 2 * 8);
        let expected = f64::from(draws) / found.len() as f64;
        let chi_squared: f64 = found.values().map(|&count| (f64::from(count) - expected).powi(2) / expected).sum();
        assert!((chi_squared - 87.0).abs() < 6.0 * 174.0_f64.sqrt(), "{chi_squared}");
        // The owner knows them.
        let before = state.clone();
        state.resample_hidden(Seat::FIRST, &mut rng);
        assert!(state == before && state.turn() == Turn::Player(Seat::FIRST));
    }

    /// Also where the tables allow more dragons than are hidden, or only as many cards as one.
    #[test]
    fn programs_are_imagined_under_other_tables() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(4);
        let mut buffer = Vec::new();
        for (program, dragons) in [(5, 0), (5, 2), (5, 5), (1, 1), (3, 2)] {
            let sets = vec![format!("cards.program={program}"), format!("cards.dragons={dragons}")];
            let rules = DragonRules::load(&crate::RulesSource { file: None, sets }).expect("tables");
            let rules: &'static DragonRules = Box::leak(Box::new(rules));
            for players in 2..=6 {
                let (mut state, mut most) = (RiverDragons::new(rules, players), 0);
                while state.turn() != Turn::Over {
                    let mut hidden = state.clone();
                    hidden.resample_hidden(Seat::FIRST, &mut rng);
                    for seat in Seat::all(players) {
                        let used = hidden.players[seat].used();
                        assert_eq!(used.len(), u32::from(state.players[seat].programmed), "all different");
                        most = most.max(used.dragons().len());
                    }
                    let mv = match state.turn() {
                        Turn::Chance => state.draw(&mut rng),
                        _ => state.random_move(&mut buffer, &mut rng),
                    };
                    state.play(mv).expect("legal");
                }
                assert_eq!(most, dragons.min(players as u32 - 1), "{program} cards, {players} players");
            }
        }
    }

    #[test]
    fn revealed_cards_stay() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
        let mut buffer = Vec::new();
        for seed in 0..30 {
            let mut state = RiverDragons::new(DragonRules::standard(), 2 + seed % 5);
            while state.turn() != Turn::Over && state.round < 4 {
                let mv = match state.turn() {
                    Turn::Chance => state.draw(&mut rng),
                    _ => state.random_move(&mut buffer, &mut rng),
                };
                state.play_unchecked(mv);
                let mut hidden = state.clone();
                hidden.resample_hidden(Seat::FIRST, &mut rng);
                for seat in Seat::all(state.n_players()) {
                    let (now, then) = (hidden.players[seat], state.players[seat]);
                    let shown = state.revealed().min(usize::from(then.programmed));
                    assert_eq!(now.program[..shown], then.program[..shown]);
                    assert_eq!(now.programmed, then.programmed);
                    assert_eq!(now.used().len(), u32::from(now.programmed), "all different");
                    assert!(now.used().dragons().len() <= 1 && now.used().without(state.hand(seat)).len() == 0);
                }
            }
        }
    }

    /// The number of legal programs, counted by playing them.
    #[test]
    fn there_are_as_many_programs_as_the_rules_say() {
        fn programs(state: &RiverDragons) -> usize {
            if state.current != Seat::FIRST || state.phase != Phase::Program {
                return 1;
            }
            let mut moves = Vec::new();
            state.legal_moves(&mut moves);
            moves
                .iter()
                .map(|&mv| {
                    let mut next = state.clone();
                    next.play_unchecked(mv);
                    programs(&next)
                })
                .sum()
        }
        for players in 2..=6 {
            let mut state = RiverDragons::new(DragonRules::standard(), players);
            state.play(Move::DealStart(Seat::FIRST)).expect("legal");
            assert_eq!(programs(&state), 6720 + 8400 * (players - 1));
        }
    }
}
