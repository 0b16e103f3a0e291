//! What programs are told says nothing that their seat may not know.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use riverlab_bots::play::streams::{ChanceStreams, Deal, bot_streams, game_seed};
use riverlab_bots::{NewGame, Seen, View};
use riverlab_engine::games::rio_grande::RioGrande;
use riverlab_engine::games::river_dragons::RiverDragons;
use riverlab_engine::{Game, GameRules, Seat, Turn};

use crate::external::programs::Hello;

use super::lines::{Dialog, Question, Wants};

/// What a seat is told that wants to be told everything.
fn dialog() -> Dialog {
    let wants = ["rules", "position"].map(str::to_owned).to_vec();
    Dialog::new(Wants::of(&Hello { wants, ..Hello::default() }), None, Vec::new())
}

/// A game with what one seat is told of it.
#[derive(Clone)]
struct Told<G> {
    state: G,
    dialog: Dialog,
    lines: String,
}

impl<G: Game> Told<G> {
    fn new(rules: &'static G::Rules, players: usize, seat: Seat) -> Self {
        let mut dialog = dialog();
        let lines = dialog.game(&NewGame::<G> { rules, seat, players, seed: 5 });
        Told { state: G::new(rules, players), dialog, lines }
    }

    fn play(&mut self, observer: Seat, mv: G::Move) {
        self.dialog.observe(&Seen::new(&self.state, observer, mv));
        self.state.play(mv).expect("legal");
    }

    fn ask(&mut self, observer: Seat, id: u32) {
        let view = View::new(&self.state, observer);
        let mut legal = Vec::new();
        view.legal_moves(&mut legal);
        let legal: Vec<String> = legal.into_iter().map(|mv| view.move_text(mv)).collect();
        self.lines += &self.dialog.question(&view, &Question { id, seed: 7, legal: &legal, left_ms: None });
    }
}

/// The moves by which the observer cannot tell an imagined game from the true one, in which `mv` is about to be played.
fn alike<G: Game>(truth: &G, mv: G::Move, imagined: &G, observer: Seat) -> Vec<G::Move> {
    let mut moves = vec![mv];
    if !truth.is_visible_to(observer, mv) {
        let mut outcomes = Vec::new();
        imagined.legal_moves(&mut moves);
        imagined.chance_outcomes(&mut outcomes);
        moves.extend(outcomes.into_iter().map(|(mv, _)| mv));
        moves.retain(|&other| !imagined.is_visible_to(observer, other));
    }
    // What is revealed at the end of a choice differs where the choices do: such games can be told apart, and should be.
    moves.retain(|&other| imagined.is_legal(other) && imagined.public_events(other) == truth.public_events(mv));
    moves
}

/// Plays games and, beside each, others that one seat cannot tell from it, and compares all that this seat is told. Returns
/// at how many questions the hidden information differed.
fn compare<G: Game>(players: usize, games: u64, questions: u32) -> u32 {
    let rules = G::Rules::standard();
    let mut rng = ChaCha8Rng::seed_from_u64(players as u64);
    let mut compared = 0;
    for game in 0..games {
        let observer = Seat::new(game as usize % players);
        let mut truth = Told::<G>::new(rules, players, observer);
        let (mut imagined, mut asked) = (truth.clone(), 0);
        while truth.state.turn() != Turn::Over && asked < questions {
            if truth.state.turn() == Turn::Player(observer) {
                asked += 1;
                compared += u32::from(truth.state != imagined.state);
                truth.ask(observer, asked);
                imagined.ask(observer, asked);
                assert_eq!(truth.lines, imagined.lines, "{}: {:?}\n{:?}", G::NAME, truth.state, imagined.state);
            }
            let mv = match truth.state.turn() {
                Turn::Chance => truth.state.draw(&mut rng),
                _ => truth.state.random_move(&mut Vec::new(), &mut rng),
            };
            let moves = alike(&truth.state, mv, &imagined.state, observer);
            truth.play(observer, mv);
            if moves.is_empty() || rng.random_ratio(1, 50) {
                imagined.clone_from(&truth);
                imagined.state.resample_hidden(observer, &mut rng);
            } else {
                imagined.play(observer, moves[rng.random_range(0..moves.len())]);
            }
        }
    }
    compared
}

#[test]
fn what_a_seat_is_told_does_not_depend_on_what_it_may_not_know() {
    for players in 2..=5 {
        let compared = compare::<RioGrande>(players, 12, 100);
        assert!(compared > 250, "{compared} positions of Rio Grande with {players} players");
    }
    for players in 2..=6 {
        let compared = compare::<RiverDragons>(players, 12, 100);
        assert!(compared > 250, "{compared} positions of River Dragons with {players} players");
    }
}

/// All numbers in what a seat is told: as decimals, and as hexadecimals.
fn numbers(lines: &str) -> Vec<u64> {
    let words = lines.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    words.flat_map(|word| [word.parse().ok(), u64::from_str_radix(word, 16).ok()]).flatten().collect()
}

#[test]
fn neither_the_seed_nor_the_number_of_the_deal_is_told() {
    let (rules, players) = (GameRules::standard(), 3);
    // Numbers that do not come up by chance.
    let deal = Deal { seed: 0x6b8b_4567_327b_23c6, number: 643_808_873 };
    let mut told = String::new();
    for seat in Seat::all(players) {
        let mut streams = bot_streams(deal, players);
        let mut dialog = dialog();
        let mut state = RioGrande::new(rules, players);
        let mut chance = ChanceStreams::new::<RioGrande>(deal);
        let number = game_seed(deal, seat);
        told += &dialog.game(&NewGame::<RioGrande> { rules, seat, players, seed: number });
        let mut id = 0;
        while state.turn() != Turn::Over {
            let mv = match state.turn() {
                Turn::Chance => chance.draw(&state),
                Turn::Player(other) => {
                    let stream = &mut streams[other.index()];
                    if other == seat {
                        id += 1;
                        let seed = rand::Rng::next_u64(stream);
                        let question = Question { id, seed, legal: &[], left_ms: None };
                        told += &dialog.question(&View::new(&state, seat), &question);
                    }
                    state.random_move(&mut Vec::new(), stream)
                }
                Turn::Over => unreachable!("the game goes on"),
            };
            dialog.observe(&Seen::new(&state, seat, mv));
            state.play(mv).expect("legal");
        }
        // Nor is the number that the seeds of the game are made of.
        assert!(!numbers(&told).contains(&number));
    }
    let numbers = numbers(&told);
    assert!(numbers.len() > 1000 && !numbers.contains(&deal.seed) && !numbers.contains(&deal.number));
}
