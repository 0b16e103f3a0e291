use std::ops::RangeInclusive;

use super::*;
use crate::games::toy::FixedRules;
use crate::{MAX_PARTS, ObservationWriter, Outcome, PartMeaning, Parts, PerPlayer};

/// The first player chooses a number in secret, the second one guesses it: twice, with one defect of the observation,
/// named by a letter.
#[derive(Clone, PartialEq, Debug)]
struct Guess<const DEFECT: char> {
    moves: Vec<u8>,
}

impl<const DEFECT: char> Guess<DEFECT> {
    fn is_secret(idx: usize) -> bool {
        idx.is_multiple_of(2)
    }
}

impl<const DEFECT: char> Game for Guess<DEFECT> {
    type Move = u8;
    type Rules = FixedRules;

    const NAME: &'static str = "guess";
    const TITLE: &'static str = "Guess";
    const RULES_VERSION: &'static str = "1";
    const PLAYERS: RangeInclusive<usize> = 2..=2;
    const PARTS: &'static [&'static str] = &["guessed"];
    const PARTS_ARE: PartMeaning = PartMeaning::Points;
    const IMPERFECT_INFORMATION: bool = true;
    const MAX_MOVES: usize = 4;

    fn new(_rules: &'static FixedRules, _players: usize) -> Self {
        Guess { moves: Vec::new() }
    }

    fn n_players(&self) -> usize {
        2
    }

    fn turn(&self) -> Turn {
        if self.moves.len() == 4 { Turn::Over } else { Turn::Player(Seat::new(self.moves.len() % 2)) }
    }

    fn first_player(&self) -> Seat {
        Seat::FIRST
    }

    fn legal_moves(&self, moves: &mut Vec<u8>) {
        moves.clear();
        moves.extend(if self.turn() == Turn::Over { 0..0 } else { 0..3 });
    }

    fn is_legal(&self, mv: u8) -> bool {
        self.turn() != Turn::Over && mv < 3
    }

    fn all_moves(&self) -> Vec<u8> {
        (0..3).collect()
    }

    fn play_unchecked(&mut self, mv: u8) {
        self.moves.push(mv);
    }

    fn resample_hidden(&mut self, observer: Seat, rng: &mut impl rand::Rng) {
        let secret = (0..self.moves.len()).filter(|&idx| observer != Seat::FIRST && Self::is_secret(idx));
        secret.for_each(|idx| self.moves[idx] = rng.random_range(0..3));
    }

    fn is_visible_to(&self, observer: Seat, _mv: u8) -> bool {
        observer == Seat::FIRST || !Self::is_secret(self.moves.len())
    }

    fn known_position(&self, observer: Seat) -> serde_json::Value {
        let knows = |idx: usize| observer == Seat::FIRST || !Self::is_secret(idx);
        (0..self.moves.len()).map(|idx| knows(idx).then_some(self.moves[idx])).collect()
    }

    fn score_parts(&self, _seat: Seat) -> Parts {
        [0; MAX_PARTS]
    }

    fn outcome(&self) -> Option<Outcome> {
        let parts = PerPlayer::from_fn(2, |seat| self.score_parts(seat));
        (self.turn() == Turn::Over).then(|| Outcome::from_parts(parts))
    }

    fn move_text(&self, mv: u8) -> String {
        mv.to_string()
    }
}

impl<const DEFECT: char> Observe for Guess<DEFECT> {
    fn features(_rules: &FixedRules, _players: usize) -> Vec<Feature> {
        let most = if DEFECT == 'b' { 2 } else { 3 };
        let name = if DEFECT == 'n' { "moves" } else { "length" };
        vec![
            Feature::counts("moves", &[4], most, "what was chosen, from 1; 0 where that is unknown"),
            Feature::counts(name, &[1], 4, "the number of moves"),
        ]
    }

    fn observe(&self, seat: Seat, out: &mut [f32]) {
        let knows = |idx: usize| match DEFECT {
            'l' => true,
            's' => seat == Seat::FIRST || idx != 0,
            'f' => !Self::is_secret(idx),
            _ => seat == Seat::FIRST || !Self::is_secret(idx),
        };
        let written = if DEFECT == 'u' { out.len() - 1 } else { out.len() };
        let mut writer = ObservationWriter::new(&mut out[..written]);
        for (idx, mv) in self.moves.iter().enumerate() {
            writer.number(if knows(idx) { mv + 1 } else { 0 });
        }
        writer.zeros(4 - self.moves.len());
        if DEFECT != 'u' {
            writer.count(self.moves.len());
        }
        writer.finish();
    }
}

fn found<const DEFECT: char>() -> &'static str {
    let plan = Plan { games: 20, ..Plan::default() };
    check_observations::<Guess<DEFECT>>(&FixedRules, &plan).map_or_else(|failure| failure.check, |_| "nothing")
}

#[test]
fn every_defect_is_found() {
    for (defect, found, expected) in [
        ("none", found::<' '>(), "nothing"),
        ("everybody sees the secrets", found::<'l'>(), "observations keep secrets"),
        ("everybody sees the later secrets", found::<'s'>(), "observations keep secrets"),
        ("the own secrets are forgotten", found::<'f'>(), "observations say what is told"),
        ("a bound is too low", found::<'b'>(), "observations are within their bounds"),
        ("a number is not written", found::<'u'>(), "observations are within their bounds"),
        ("a name stands twice", found::<'n'>(), "features"),
    ] {
        assert_eq!(found, expected, "{defect}");
    }
}

#[test]
fn every_game_of_the_list_can_be_observed() {
    let plan = Plan { games: 1, ..Plan::default() };
    crate::for_each_game!(G => {
        let report = check_observations::<G>(crate::GameRules::standard(), &plan);
        report.unwrap_or_else(|failure| panic!("{}: {failure}", G::NAME));
    });
}
