//! Every game passes the conformance kit, and a game with any one defect does not.

use std::ops::RangeInclusive;

use rand::rngs::Xoshiro256PlusPlus;
use rand::{Rng, RngExt, SeedableRng};
use riverlab_engine::conformance::{Plan, check};
use riverlab_engine::games::river_dragons::{DragonRules, Move, RiverDragons};
use riverlab_engine::games::toy::{
    Dice, DiceMove, FixedRules, Tree, TreeRules, biased_rock_paper_scissors, hidden_cell, matching_pennies, monty_hall,
};
use riverlab_engine::{
    Game, GameRules, IllegalMove, Outcome, PartMeaning, Parts, PerPlayer, Picture, PublicEvent, Seat, Share, Turn,
    UnknownMove, ViewBox, Viewer, for_each_game, playout,
};

use crate::long::scaled;

/// Checks random games with every number of players, more of them where they are short; brute force, which is slow, in as many positions of each as try a
/// given number of moves.
pub(crate) fn conforms<G: Game>(rules: &'static G::Rules) {
    let mut state = G::new(rules, *G::PLAYERS.start());
    let tried = scaled(20_000, 500_000) / state.all_moves().len();
    let decisions = playout(&mut state, &mut Xoshiro256PlusPlus::seed_from_u64(1), &mut Vec::new()).decisions as usize;
    let games = scaled(1, 3) * (100 / decisions).max(1);
    let brute_force_every = 1 + decisions / (tried + 1);
    let plan = Plan { games, brute_force_every, pictures_every: brute_force_every.min(8), ..Plan::default() };
    let report = check::<G>(rules, &plan).unwrap_or_else(|failure| panic!("{}: {failure}", G::NAME));
    let games = plan.games * G::PLAYERS.count();
    assert_eq!(report.games, games, "{}", G::NAME);
    assert!(report.decisions >= 7 * games, "{}: games end after fewer than 7 decisions, {report:?}", G::NAME);
    assert!(report.refused > games, "{}: hardly any move was refused, {report:?}", G::NAME);
    assert_eq!(report.chance_events == 0, G::CHANCE_STREAMS.is_empty(), "{}: {report:?}", G::NAME);
}

#[test]
fn every_game_conforms() {
    for_each_game!(G => conforms::<G>(GameRules::standard()));
}

#[test]
fn trees_conform() {
    for make in [matching_pennies, biased_rock_paper_scissors, hidden_cell, monty_hall] {
        let rules: &'static TreeRules = Box::leak(Box::new(make()));
        let report =
            check::<Tree>(rules, &Plan { games: 50, ..Plan::default() }).unwrap_or_else(|failure| panic!("{failure}"));
        assert_eq!(report.games, 50);
        let open = check::<Tree<2, false>>(rules, &Plan { games: 50, ..Plan::default() });
        assert!(open.is_ok(), "{open:?}");
    }
}

/// Dice with one defect, named by a letter.
#[derive(Clone, PartialEq, Debug)]
struct Defective<const DEFECT: char>(Dice);

impl<const DEFECT: char> Game for Defective<DEFECT> {
    type Move = DiceMove;
    type Rules = FixedRules;

    const NAME: &'static str = Dice::NAME;
    const TITLE: &'static str = Dice::TITLE;
    const RULES_VERSION: &'static str = Dice::RULES_VERSION;
    const PLAYERS: RangeInclusive<usize> = Dice::PLAYERS;
    const CHANCE_STREAMS: &'static [&'static str] = if DEFECT == 's' { &["setup"] } else { Dice::CHANCE_STREAMS };
    const PARTS: &'static [&'static str] = Dice::PARTS;
    const PARTS_ARE: PartMeaning = Dice::PARTS_ARE;
    const WINNERS_ONLY: bool = DEFECT == 'G';
    const IMPERFECT_INFORMATION: bool = matches!(DEFECT, 'v' | 'h' | 'f');
    const MAX_MOVES: usize = if DEFECT == 'e' { 9 } else { Dice::MAX_MOVES };

    fn new(rules: &'static FixedRules, players: usize) -> Self {
        Defective(Dice::new(rules, players))
    }

    fn n_players(&self) -> usize {
        self.0.n_players()
    }

    fn turn(&self) -> Turn {
        self.0.turn()
    }

    fn first_player(&self) -> Seat {
        self.0.first_player()
    }

    fn legal_moves(&self, moves: &mut Vec<DiceMove>) {
        self.0.legal_moves(moves);
        match DEFECT {
            'm' if moves.len() > 1 => drop(moves.pop()),
            'd' => moves.extend_from_within(..),
            'o' if self.turn() == Turn::Over => moves.push(DiceMove::Roll),
            _ => {}
        }
    }

    fn is_legal(&self, mv: DiceMove) -> bool {
        self.0.is_legal(mv) || (DEFECT == 'i' && mv == DiceMove::Stop && self.turn().player().is_some())
    }

    fn play_unchecked(&mut self, mv: DiceMove) {
        self.0.play_unchecked(mv);
    }

    fn play(&mut self, mv: DiceMove) -> Result<(), IllegalMove> {
        if !self.is_legal(mv) {
            if DEFECT == 'r' {
                *self = Self::new(&FixedRules, self.n_players());
            }
            return Err(IllegalMove { text: self.move_text(mv), turn: self.turn() });
        }
        // The defect "p": the checked way plays something else.
        self.0.play_unchecked(if DEFECT == 'p' && mv == DiceMove::Face(6) { DiceMove::Face(5) } else { mv });
        Ok(())
    }

    fn draw(&self, rng: &mut impl Rng) -> DiceMove {
        match self.0.draw(rng) {
            DiceMove::Face(2) if DEFECT == 'w' => DiceMove::Face(3),
            mv => mv,
        }
    }

    fn chance_outcomes(&self, outcomes: &mut Vec<(DiceMove, u32)>) {
        self.0.chance_outcomes(outcomes);
        if DEFECT == 'c' && outcomes.len() == 6 {
            outcomes.pop();
        }
        if DEFECT == 'z' && outcomes.len() == 6 {
            outcomes[3].1 = 0;
        }
    }

    fn chance_stream(&self) -> usize {
        self.0.chance_stream()
    }

    fn resample_hidden(&mut self, _observer: Seat, rng: &mut impl Rng) {
        if matches!(DEFECT, 'h' | 'q') && self.turn() != Turn::Over {
            let mv = self.random_move(&mut Vec::new(), rng);
            self.play_unchecked(mv);
        }
    }

    fn is_visible_to(&self, observer: Seat, mv: DiceMove) -> bool {
        // The defect "f": a face that was not seen stands in the position all the same.
        if DEFECT == 'f' && matches!(mv, DiceMove::Face(_)) {
            return observer == Seat::FIRST;
        }
        (DEFECT != 'v' || !matches!(mv, DiceMove::Roll | DiceMove::Stop)) && (DEFECT != 'y' || mv != DiceMove::Face(3))
    }

    fn score_parts(&self, seat: Seat) -> Parts {
        self.0.score_parts(seat)
    }

    fn outcome(&self) -> Option<Outcome> {
        let mut outcome = self.0.outcome()?;
        match DEFECT {
            'a' => outcome.scores[Seat::FIRST] += 1.0,
            'b' => outcome.shares[Seat::FIRST] = Share::of_winners(5),
            'k' => outcome.ranks[Seat::FIRST] = 9.0,
            'n' => return None,
            'H' => {
                // Whoever has not won is last.
                let won = PerPlayer::from_fn(self.0.n_players(), |seat| outcome.shares[seat].value());
                outcome = Outcome { scores: outcome.scores, ..Outcome::from_scores(won, outcome.parts) };
            }
            _ => {}
        }
        Some(outcome)
    }

    fn win_shares(&self) -> PerPlayer<Share> {
        let mut shares = self.0.win_shares();
        if DEFECT == 'u' {
            shares.as_mut_slice().rotate_left(1);
        }
        shares
    }

    fn move_text(&self, mv: DiceMove) -> String {
        if DEFECT == 't' && mv == DiceMove::Stop { "roll".to_owned() } else { self.0.move_text(mv) }
    }

    fn parse_move(&self, text: &str) -> Result<DiceMove, UnknownMove> {
        self.0.parse_move(if DEFECT == 'l' { text.trim() } else { text })
    }

    fn all_moves(&self) -> Vec<DiceMove> {
        self.0.all_moves()
    }

    fn picture(&self, _viewer: Viewer) -> Option<Picture> {
        let definitions = if DEFECT == 'B' { format!("{:?}", self.0) } else { String::new() };
        let mut picture = Picture::new(ViewBox { x: 0, y: 0, width: 10, height: 10 }, definitions);
        picture.add("cup", "<circle r=\"4\"/>");
        match DEFECT {
            'C' => picture.add("cup", "<circle r=\"5\"/>"),
            'D' => picture.add("<cup>", "<circle r=\"6\"/>"),
            _ => {}
        }
        Some(picture)
    }

    fn move_parts(&self, _mv: DiceMove) -> Vec<String> {
        vec![if DEFECT == 'E' { "table" } else { "cup" }.to_owned()]
    }

    fn play_chance(&mut self, rng: &mut impl Rng) -> u64 {
        let mut played = u64::from(DEFECT == 'g');
        while self.turn() == Turn::Chance {
            let mv = self.draw(rng);
            self.play_unchecked(mv);
            played += 1;
        }
        played
    }

    fn random_move(&self, buffer: &mut Vec<DiceMove>, rng: &mut impl Rng) -> DiceMove {
        let (_, mv) = self.random_indexed_move(buffer, rng);
        if DEFECT == 'A' { DiceMove::Face(1) } else { mv }
    }

    fn random_indexed_move(&self, buffer: &mut Vec<DiceMove>, rng: &mut impl Rng) -> (usize, DiceMove) {
        if DEFECT == 'x' {
            return (0, DiceMove::Face(1));
        }
        self.legal_moves(buffer);
        let index = rng.random_range(0..buffer.len() as u32) as usize;
        (index + usize::from(DEFECT == 'j'), buffer[index])
    }
}

/// River Dragons with one defect in its simultaneous choices.
#[derive(Clone, PartialEq, Debug)]
struct Unfair<const DEFECT: char>(RiverDragons);

impl<const DEFECT: char> Game for Unfair<DEFECT> {
    type Move = Move;
    type Rules = DragonRules;

    const NAME: &'static str = RiverDragons::NAME;
    const TITLE: &'static str = RiverDragons::TITLE;
    const RULES_VERSION: &'static str = RiverDragons::RULES_VERSION;
    const PLAYERS: RangeInclusive<usize> = 2..=2;
    const CHANCE_STREAMS: &'static [&'static str] = RiverDragons::CHANCE_STREAMS;
    const PARTS: &'static [&'static str] = RiverDragons::PARTS;
    const PARTS_ARE: PartMeaning = RiverDragons::PARTS_ARE;
    const IMPERFECT_INFORMATION: bool = true;
    const MAX_MOVES: usize = RiverDragons::MAX_MOVES;

    fn new(rules: &'static DragonRules, players: usize) -> Self {
        Unfair(RiverDragons::new(rules, players))
    }

    fn n_players(&self) -> usize {
        self.0.n_players()
    }

    fn turn(&self) -> Turn {
        self.0.turn()
    }

    fn first_player(&self) -> Seat {
        self.0.first_player()
    }

    fn legal_moves(&self, moves: &mut Vec<Move>) {
        self.0.legal_moves(moves);
    }

    fn is_legal(&self, mv: Move) -> bool {
        self.0.is_legal(mv)
    }

    fn play_unchecked(&mut self, mv: Move) {
        self.0.play_unchecked(mv);
    }

    fn draw(&self, rng: &mut impl Rng) -> Move {
        self.0.draw(rng)
    }

    fn chance_outcomes(&self, outcomes: &mut Vec<(Move, u32)>) {
        self.0.chance_outcomes(outcomes);
    }

    fn chance_stream(&self) -> usize {
        self.0.chance_stream()
    }

    fn resample_hidden(&mut self, observer: Seat, rng: &mut impl Rng) {
        // The defect "g": what is programmed stays as it is.
        if DEFECT != 'g' {
            self.0.resample_hidden(observer, rng);
        }
    }

    fn is_visible_to(&self, observer: Seat, mv: Move) -> bool {
        self.0.is_visible_to(observer, mv)
    }

    fn public_events(&self, mv: Move) -> Vec<PublicEvent> {
        // The defect "t": everybody is told what is programmed.
        match self.turn() {
            Turn::Player(seat) if DEFECT == 't' && self.0.is_simultaneous() => {
                vec![PublicEvent { kind: "program", by_seat: vec![(seat, self.move_text(mv))] }]
            }
            _ => self.0.public_events(mv),
        }
    }

    fn is_simultaneous(&self) -> bool {
        // The defect "1": nobody is told that programs are made at the same time, and that they will be revealed.
        DEFECT != '1' && self.0.is_simultaneous()
    }

    fn rewind_simultaneous_choice(&mut self, observer: Seat, own: &mut Vec<Move>) {
        let now = self.clone();
        self.0.rewind_simultaneous_choice(observer, own);
        match DEFECT {
            '2' => own.clear(),
            '3' => own.reverse(),
            '4' => *self = now,
            '5' => self.0.rewind_simultaneous_choice(Seat::FIRST, own),
            _ => {}
        }
    }

    fn score_parts(&self, seat: Seat) -> Parts {
        self.0.score_parts(seat)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.0.outcome()
    }

    fn move_text(&self, mv: Move) -> String {
        self.0.move_text(mv)
    }

    fn parse_move(&self, text: &str) -> Result<Move, UnknownMove> {
        self.0.parse_move(text)
    }

    fn all_moves(&self) -> Vec<Move> {
        self.0.all_moves()
    }

    // The defects "k", "x" and "p": a player is told, reads and sees what others have programmed.

    fn known_position(&self, observer: Seat) -> serde_json::Value {
        if DEFECT == 'k' { format!("{:?}", self.0).into() } else { self.0.known_position(observer) }
    }

    fn position_text(&self, viewer: Viewer) -> String {
        self.0.position_text(if DEFECT == 'x' { Viewer::All } else { viewer })
    }

    fn picture(&self, viewer: Viewer) -> Option<Picture> {
        let mut picture = Picture::new(ViewBox { x: 0, y: 0, width: 10, height: 10 }, String::new());
        picture.add("text", self.position_text(if DEFECT == 'p' { Viewer::All } else { viewer }));
        Some(picture)
    }
}

fn is_unfair<const DEFECT: char>() -> Option<&'static str> {
    let plan = Plan { games: 1, brute_force_every: 1000, pictures_every: 8, ..Plan::default() };
    check::<Unfair<DEFECT>>(DragonRules::standard(), &plan).err().map(|failure| failure.check)
}

#[test]
fn every_defect_of_simultaneous_choices_is_found() {
    assert_eq!(is_unfair::<' '>(), None);
    assert_eq!(is_unfair::<'g'>(), Some("hiding leaves what the observer has seen"));
    assert_eq!(is_unfair::<'1'>(), Some("public events tell no secrets"));
    assert_eq!(is_unfair::<'t'>(), Some("public events tell no secrets"));
    assert_eq!(is_unfair::<'k'>(), Some("what is told keeps secrets"));
    assert_eq!(is_unfair::<'x'>(), Some("texts keep secrets"));
    assert_eq!(is_unfair::<'p'>(), Some("pictures keep secrets"));
    for found in [is_unfair::<'2'>(), is_unfair::<'3'>(), is_unfair::<'4'>(), is_unfair::<'5'>()] {
        assert_eq!(found, Some("a simultaneous choice begins where it began"));
    }
}

fn fails<const DEFECT: char>(expected: &str) {
    let failure = check::<Defective<DEFECT>>(&FixedRules, &Plan::default()).expect_err("a defect");
    assert_eq!(failure.check, expected, "defect {DEFECT}: {failure}");
}

#[test]
fn every_defect_is_found() {
    assert!(check::<Defective<' '>>(&FixedRules, &Plan::default()).is_ok());
    fails::<'m'>("legal list is what brute force finds");
    fails::<'i'>("legal list is what brute force finds");
    fails::<'d'>("legal list without duplicates");
    fails::<'o'>("no move after the end");
    fails::<'r'>("refused moves leave the position untouched");
    fails::<'p'>("both ways of playing agree");
    fails::<'w'>("draws match the probabilities");
    fails::<'c'>("chance outcomes are complete");
    fails::<'z'>("chance outcomes are possible");
    fails::<'s'>("chance streams have names");
    fails::<'h'>("hiding changes nothing public");
    fails::<'q'>("a game that hides nothing hides nothing");
    fails::<'y'>("a game that hides nothing hides nothing");
    fails::<'f'>("hiding leaves what the observer has seen");
    fails::<'v'>("players see their own moves");
    fails::<'a'>("scores are the sums of their parts");
    fails::<'b'>("win shares sum to 1");
    fails::<'u'>("both ways of asking for the win shares agree");
    fails::<'k'>("ranks are those of all players");
    fails::<'n'>("a game that is over has an outcome");
    fails::<'G'>("a game that only says who has won ranks nobody else");
    fails::<'H'>("a game that only says who has won says so (WINNERS_ONLY)");
    fails::<'t'>("moves are read as they are written");
    fails::<'l'>("moves are read as they are written");
    fails::<'x'>("random move");
    fails::<'j'>("random move");
    fails::<'A'>("random move");
    fails::<'g'>("chance in one go");
    fails::<'e'>("ends within its bound");
    fails::<'B'>("definitions of pictures are those of the table");
    fails::<'C'>("parts of pictures have names of their own");
    fails::<'D'>("parts of pictures have names");
    fails::<'E'>("moves are about parts of the picture");
}
