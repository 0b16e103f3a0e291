//! What the tests of observations of all games share.

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

use crate::conformance::{Plan, check_observations};
use crate::{Game, Observe, Seat, Turn, feature_range};

/// How many numbers an observation has with each number of players.
pub(crate) fn lengths<G: Observe>(rules: &G::Rules) -> Vec<usize> {
    G::PLAYERS.map(|players| G::observation_len(rules, players)).collect()
}

/// Checks random games with each number of players.
pub(crate) fn sees_all<G: Observe>(rules: &'static G::Rules, games: usize) {
    let plan = Plan { games, ..Plan::default() };
    let report = check_observations::<G>(rules, &plan).unwrap_or_else(|failure| panic!("{}: {failure}", G::NAME));
    assert_eq!(report.games, games * G::PLAYERS.count());
    if G::IMPERFECT_INFORMATION {
        assert!(report.decisions >= 1000, "{report:?}");
    }
}

/// What a seat sees of a position.
pub(crate) fn observation<G: Observe>(rules: &G::Rules, state: &G, seat: Seat) -> Vec<f32> {
    let mut out = vec![f32::NAN; G::observation_len(rules, state.n_players())];
    state.observe(seat, &mut out);
    out
}

/// A feature of what a seat sees of a position.
pub(crate) fn seen<G: Observe>(rules: &G::Rules, state: &G, seat: Seat, name: &str) -> Vec<f32> {
    let features = G::features(rules, state.n_players());
    let range = feature_range(&features, name).unwrap_or_else(|| panic!("there is no {name}"));
    observation(rules, state, seat)[range].to_vec()
}

/// Two games of which one is the other with everybody moved one seat to the left: each player sees the same in both.
/// `set_up` says how they begin, in texts of moves; all later moves are the same.
pub(crate) fn check_seats_are_relative<G: Observe>(
    rules: &'static G::Rules,
    games: u64,
    set_up: impl Fn(usize) -> [Vec<String>; 2],
) {
    for players in G::PLAYERS {
        for seed in 0..games {
            let [mut one, mut other] = set_up(players).map(|texts| begun::<G>(rules, players, &texts));
            let (mut rng, mut buffer) = (Xoshiro256PlusPlus::seed_from_u64(seed), Vec::new());
            while one.turn() != Turn::Over {
                let mv = match one.turn() {
                    Turn::Chance => one.draw(&mut rng),
                    _ => one.random_move(&mut buffer, &mut rng),
                };
                one.play(mv).expect("legal");
                other.play(mv).expect("legal");
                for seat in Seat::all(players) {
                    let [here, there] = [(&one, seat), (&other, seat.left(players))];
                    let [here, there] = [here, there].map(|(state, seat)| observation(rules, state, seat));
                    assert!(here == there, "{seat} of {players}\n{one:?}\n{other:?}");
                }
            }
        }
    }
}

/// The position after these moves.
pub(crate) fn begun<G: Game>(rules: &'static G::Rules, players: usize, texts: &[impl AsRef<str>]) -> G {
    let mut state = G::new(rules, players);
    for text in texts.iter().map(AsRef::as_ref) {
        let mv = state.parse_move(text).unwrap_or_else(|error| panic!("{error}"));
        state.play(mv).unwrap_or_else(|error| panic!("{error}"));
    }
    state
}

/// The first player is drawn, once `p1` and once `p2`.
pub(crate) fn first_and_second(_players: usize) -> [Vec<String>; 2] {
    ["deal:p1", "deal:p2"].map(|text| vec![text.to_owned()])
}
