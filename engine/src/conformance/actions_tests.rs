use std::ops::RangeInclusive;

use super::*;
use crate::games::toy::{Dice, DiceMove, FixedRules};
use crate::{ActionsError, Game, Outcome, PartMeaning, Parts};

/// Dice with one defect of its action index, named by a letter. The secret is what nobody knows, and does nothing.
#[derive(Clone, PartialEq, Debug)]
struct Defective<const DEFECT: char> {
    dice: Dice,
    secret: bool,
}

impl<const DEFECT: char> Game for Defective<DEFECT> {
    type Move = DiceMove;
    type Rules = FixedRules;

    const NAME: &'static str = Dice::NAME;
    const TITLE: &'static str = Dice::TITLE;
    const RULES_VERSION: &'static str = Dice::RULES_VERSION;
    const PLAYERS: RangeInclusive<usize> = Dice::PLAYERS;
    const CHANCE_STREAMS: &'static [&'static str] = Dice::CHANCE_STREAMS;
    const PARTS: &'static [&'static str] = Dice::PARTS;
    const PARTS_ARE: PartMeaning = Dice::PARTS_ARE;
    const IMPERFECT_INFORMATION: bool = true;
    const MAX_MOVES: usize = Dice::MAX_MOVES;

    fn new(rules: &'static FixedRules, players: usize) -> Self {
        Defective { dice: Dice::new(rules, players), secret: false }
    }

    fn n_players(&self) -> usize {
        self.dice.n_players()
    }

    fn turn(&self) -> Turn {
        self.dice.turn()
    }

    fn first_player(&self) -> Seat {
        self.dice.first_player()
    }

    fn legal_moves(&self, moves: &mut Vec<DiceMove>) {
        self.dice.legal_moves(moves);
    }

    fn is_legal(&self, mv: DiceMove) -> bool {
        self.dice.is_legal(mv)
    }

    fn all_moves(&self) -> Vec<DiceMove> {
        self.dice.all_moves()
    }

    fn play_unchecked(&mut self, mv: DiceMove) {
        self.dice.play_unchecked(mv);
    }

    fn draw(&self, rng: &mut impl Rng) -> DiceMove {
        self.dice.draw(rng)
    }

    fn resample_hidden(&mut self, _observer: Seat, rng: &mut impl Rng) {
        self.secret = rng.random();
    }

    fn score_parts(&self, seat: Seat) -> Parts {
        self.dice.score_parts(seat)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.dice.outcome()
    }

    fn move_text(&self, mv: DiceMove) -> String {
        self.dice.move_text(mv)
    }
}

impl<const DEFECT: char> Actions for Defective<DEFECT> {
    fn n_actions(_rules: &FixedRules) -> usize {
        if DEFECT == 'n' { 1 } else { 3 }
    }

    fn check_actions(_rules: &FixedRules) -> Result<(), ActionsError> {
        let error = ActionsError { game: Self::NAME, key: "faces".to_owned(), message: "7".to_owned() };
        if DEFECT == 'c' { Err(error) } else { Ok(()) }
    }

    fn action_index(&self, mv: DiceMove) -> usize {
        match (DEFECT, mv) {
            ('d', _) => 0,
            ('s', _) => usize::from((mv == DiceMove::Stop) != self.secret),
            ('w', DiceMove::Stop) | ('t', DiceMove::Face(_)) => 2,
            _ => usize::from(mv == DiceMove::Stop),
        }
    }

    fn action_at(&self, index: usize) -> Option<DiceMove> {
        match (DEFECT, index) {
            ('s', 0 | 1) => Some(if (index == 1) == self.secret { DiceMove::Roll } else { DiceMove::Stop }),
            ('t', 2) => self.secret.then_some(DiceMove::Face(1)),
            ('n', 1) => None,
            (_, 0) | ('b', usize::MAX) => Some(DiceMove::Roll),
            (_, 1) | ('o', 2) => Some(DiceMove::Stop),
            _ => None,
        }
    }

    fn action_name(_rules: &FixedRules, index: usize) -> String {
        ["roll", "stop", if DEFECT == 'a' { "stop" } else { "none" }][index].to_owned()
    }

    fn legal_actions(&self, moves: &mut Vec<DiceMove>, actions: &mut Vec<(usize, DiceMove)>) {
        self.legal_moves(moves);
        actions.clear();
        actions.extend(moves.iter().map(|&mv| (self.action_index(mv), mv)));
        match DEFECT {
            'm' if actions.len() > 1 => drop(actions.pop()),
            'r' => actions.reverse(),
            'e' if self.turn() == Turn::Over => actions.push((0, DiceMove::Roll)),
            's' => actions.sort_unstable(),
            _ => {}
        }
    }

    fn legal_indexes(&self, moves: &mut Vec<DiceMove>, indexes: &mut Vec<usize>) {
        let mut actions = Vec::new();
        self.legal_actions(moves, &mut actions);
        indexes.clear();
        indexes.extend(actions.into_iter().map(|(index, _)| index).skip(usize::from(DEFECT == 'l')));
    }
}

fn failed<const DEFECT: char>() -> Option<&'static str> {
    let found = check_actions::<Defective<DEFECT>>(&FixedRules, &Plan::default());
    found.err().map(|failure| failure.check)
}

#[test]
fn every_defect_is_found() {
    assert_eq!(failed::<'-'>(), None);
    assert_eq!(failed::<'c'>(), Some("action names"));
    assert_eq!(failed::<'a'>(), Some("action names"));
    assert_eq!(failed::<'m'>(), Some("legal actions are the legal moves"));
    assert_eq!(failed::<'r'>(), Some("numbers of legal actions ascend"));
    assert_eq!(failed::<'l'>(), Some("numbers alone are those of the legal actions"));
    assert_eq!(failed::<'n'>(), Some("numbers are below the number of all"));
    assert_eq!(failed::<'d'>(), Some("a number is that of its move"));
    assert_eq!(failed::<'w'>(), Some("a number is that of its move"));
    assert_eq!(failed::<'o'>(), Some("a number is that of its move"));
    assert_eq!(failed::<'s'>(), Some("numbers keep secrets"));
    assert_eq!(failed::<'t'>(), Some("numbers keep secrets"));
    assert_eq!(failed::<'b'>(), Some("numbers beyond the table name no move"));
    assert_eq!(failed::<'e'>(), Some("legal actions are those of a player"));
}
