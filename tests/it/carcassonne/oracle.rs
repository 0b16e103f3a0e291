//! Carcassonne move for move against an independent slow implementation, which computes all features anew after every
//! move: turns, legal lists, chances, points, meeples, and each feature with what the fast engine keeps of it.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use riverlab_engine::games::carcassonne::{Carcassonne, CarcassonneRules, Cell, FeatureKind, RiversInPlay, SegmentIdx};
use riverlab_engine::{Game, GameRules, RulesSource, Seat, Turn};

use crate::carcassonne::slow::{AROUND, Feature, Kind, STEPS, Slow};
use crate::lists::{choose_weighted, deal_texts, legal_texts};
use crate::long::scaled;

pub(crate) fn rules(sets: &[&str]) -> &'static CarcassonneRules {
    let source = RulesSource { file: None, sets: sets.iter().map(|&set| set.to_owned()).collect() };
    Box::leak(Box::new(CarcassonneRules::load(&source).unwrap_or_else(|error| panic!("{error}"))))
}

pub(crate) fn rules_with(rivers: RiversInPlay) -> &'static CarcassonneRules {
    static LOADED: [OnceLock<&'static CarcassonneRules>; 4] = [const { OnceLock::new() }; 4];
    LOADED[rivers as usize].get_or_init(|| rules(&[&format!("rivers={rivers}")]))
}

/// How the games are played, so that rare positions come up too.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Policy {
    Uniform,
    /// A meeple whenever there is one.
    Claim,
    /// No meeple but on farms.
    Farm,
    /// As near to the first tile as can be, so that features close.
    Compact,
    /// As far to the east as can be.
    East,
}

impl Policy {
    fn weight(self, mv: &str) -> u32 {
        let words: Vec<&str> = mv.split(':').collect();
        match (self, &words[..]) {
            (Policy::Claim | Policy::Compact | Policy::East, ["meeple", ..])
            | (Policy::Farm, ["meeple", "farm", _]) => 50,
            (Policy::Compact, ["tile", x, y, _]) => {
                let reach = [x, y].map(|text| text.parse::<i32>().expect("a number").pow(2)).iter().sum::<i32>();
                1_000_000 >> (reach as u32 / 2).min(19)
            }
            (Policy::Farm, ["none"]) => 5,
            _ => 1,
        }
    }

    fn choose(self, legal: &[String], rng: &mut Xoshiro256PlusPlus) -> String {
        // Always the easternmost.
        if self == Policy::East && legal[0].starts_with("tile") {
            let east = |mv: &str| mv.split(':').nth(1).expect("x").parse::<i32>().expect("a number");
            let most = legal.iter().map(|mv| east(mv)).max();
            return choose_weighted(legal, |mv| u64::from(Some(east(mv)) == most), rng);
        }
        choose_weighted(legal, |mv| u64::from(self.weight(mv)), rng)
    }
}

/// What came up in the games, so that a test can insist on it.
#[derive(Default, Debug)]
struct Seen {
    games: usize,
    ties: usize,
    discarded: usize,
    river_discarded: usize,
    volcano_turns: usize,
    lake_discarded: usize,
    shared_features: usize,
    largest_city: usize,
    twice_on_a_tile: usize,
    farm_points: i64,
    monasteries: usize,
    farthest: i32,
    open_cells: usize,
    legal: usize,
}

fn kind_of(kind: Kind) -> FeatureKind {
    match kind {
        Kind::Road => FeatureKind::Road,
        Kind::City => FeatureKind::City,
        Kind::Monastery => FeatureKind::Monastery,
        Kind::Farm => FeatureKind::Farm,
    }
}

/// The number of the segment of this name on the tile that lies there.
fn segment(fast: &Carcassonne, (x, y): (i32, i32), name: &str) -> SegmentIdx {
    let cell = Cell { x: x as i8, y: y as i8 };
    let placed = fast.board().placed().iter().find(|placed| placed.cell == cell).expect("a tile lies there");
    let tile = fast.rules().tile(placed.tile);
    let turned = &tile.turned[usize::from(placed.turns)];
    let number = (0..tile.segments.len()).find(|&number| turned.spot(number).to_string() == name);
    SegmentIdx(placed.first + number.expect("the tile has the segment") as u16)
}

/// Compares a feature that was flooded anew with what the engine keeps.
fn compare_feature(fast: &Carcassonne, slow: &Slow, feature: &Feature, seen: &mut Seen) {
    let tile_segment = |&(cell, number): &((i32, i32), usize)| &slow.board[&cell].kind().segments[number];
    let segments: BTreeSet<SegmentIdx> =
        feature.places.iter().map(|place| segment(fast, place.0, &tile_segment(place).name())).collect();
    let first = *segments.first().expect("a feature has segments");
    let kind = kind_of(feature.kind);
    assert_eq!(fast.features().segments(first).collect::<BTreeSet<_>>(), segments, "{fast}");
    let root = fast.features().root(first);
    for &segment in &segments {
        assert_eq!((fast.features().root(segment), fast.kind_of(segment)), (root, kind), "{fast}");
    }
    let kept = fast.features().feature(root);
    let cells: BTreeSet<(i32, i32)> = feature.places.iter().map(|&(cell, _)| cell).collect();
    let lies = |(x, y): (i32, i32)| slow.board.contains_key(&(x, y));
    let tiles = match kind {
        FeatureKind::Road | FeatureKind::City => cells.len(),
        FeatureKind::Monastery => {
            let (x, y) = *cells.first().expect("a cell");
            1 + AROUND.iter().filter(|(dx, dy)| lies((x + dx, y + dy))).count()
        }
        FeatureKind::Farm => feature.places.len(),
    };
    assert_eq!(usize::from(kept.tiles), tiles, "{kind:?} in {fast}");
    if matches!(kind, FeatureKind::Road | FeatureKind::City) {
        let sides = feature.places.iter().flat_map(|place| tile_segment(place).at.iter().map(move |&at| (place.0, at)));
        let open = sides.filter(|&((x, y), at)| !lies((x + STEPS[at].0, y + STEPS[at].1))).count();
        assert_eq!(usize::from(kept.open), open, "{kind:?} in {fast}");
        let shields: i64 = feature.places.iter().map(|place| tile_segment(place).shields).sum();
        assert_eq!(i64::from(kept.shields), shields, "{fast}");
        seen.twice_on_a_tile += usize::from(cells.len() < feature.places.len());
    }
    let mut meeples = [0; 5];
    slow.meeples_on(feature).iter().for_each(|&(_, seat)| meeples[seat] += 1);
    assert_eq!(kept.meeples, meeples, "{fast}");
    assert_eq!(Carcassonne::is_complete(kind, kept), slow.is_complete(feature), "{fast}");
    if kind == FeatureKind::Farm {
        let worth = i64::from(fast.farm_city_points(root)) * i64::from(fast.cities_beside(root).completed);
        assert_eq!(worth, slow.worth(feature), "{fast}");
    } else {
        assert_eq!(i64::from(fast.worth(kind, kept)), slow.worth(feature), "{kind:?} in {fast}");
    }
    seen.shared_features += usize::from(meeples.iter().filter(|&&count| count > 0).count() > 1);
    seen.largest_city = seen.largest_city.max(if kind == FeatureKind::City { cells.len() } else { 0 });
}

fn compare(fast: &Carcassonne, slow: &Slow, seen: &mut Seen) -> Vec<String> {
    assert_eq!(fast.turn().to_string(), slow.turn(), "{fast}");
    let mut legal = legal_texts(fast);
    legal.sort_unstable();
    assert_eq!(legal, slow.legal(), "{fast}");
    assert_eq!(deal_texts(fast), slow.outcomes(), "{fast}");
    let on_board: BTreeSet<(i32, i32)> =
        fast.board().placed().iter().map(|placed| (i32::from(placed.cell.x), i32::from(placed.cell.y))).collect();
    assert!(on_board.iter().eq(slow.board.keys()), "{fast}");
    let open: BTreeSet<(i32, i32)> =
        fast.board().open().iter().map(|open| (i32::from(open.cell.x), i32::from(open.cell.y))).collect();
    assert_eq!(open, slow.frontier(), "{fast}");
    assert_eq!(fast.stack_len() as usize, slow.bags.iter().map(Vec::len).sum::<usize>(), "{fast}");
    for (seat, parts) in Seat::all(fast.n_players()).zip(slow.parts()) {
        for (name, points) in Carcassonne::PARTS.iter().zip(fast.score_parts(seat)) {
            assert_eq!(i64::from(points), parts[name], "{name} of {seat} in {fast}");
        }
        assert_eq!(usize::from(fast.player(seat).supply()), slow.supply[seat.index()], "{seat} in {fast}");
    }
    slow.features().iter().for_each(|feature| compare_feature(fast, slow, feature, seen));
    slow.check().unwrap_or_else(|error| panic!("{error} in {fast}"));
    seen.open_cells = seen.open_cells.max(open.len());
    seen.legal = seen.legal.max(legal.len());
    legal
}

/// Whether the volcano lake fits nowhere in the game that [`play_both`] plays of this seed.
fn lake_is_discarded(rules: &'static CarcassonneRules, players: usize, seed: u64) -> bool {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed << 8 | players as u64);
    let mut state = Carcassonne::new(rules, players);
    loop {
        let mv = match state.turn() {
            Turn::Over => return false,
            Turn::Chance => state.move_text(state.draw(&mut rng)),
            Turn::Player(_) => {
                let mut legal = legal_texts(&state);
                legal.sort_unstable();
                Policy::Uniform.choose(&legal, &mut rng)
            }
        };
        state.play(state.parse_move(&mv).expect("a move")).expect("legal");
        if mv == "deal:r2_volcano_lake" {
            return state.turn() == Turn::Chance;
        }
    }
}

fn play_both(rivers: RiversInPlay, players: usize, games: impl Iterator<Item = u64>, policy: Policy, seen: &mut Seen) {
    let rules = rules_with(rivers);
    for seed in games {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed << 8 | players as u64);
        let (mut fast, mut slow) = (Carcassonne::new(rules, players), Slow::new(players, rivers.name()));
        let (mut last_turn, mut lake) = (Turn::Chance, false);
        loop {
            let legal = compare(&fast, &slow, seen);
            let mv = match fast.turn() {
                Turn::Over => break,
                Turn::Chance => fast.move_text(fast.draw(&mut rng)),
                Turn::Player(_) => policy.choose(&legal, &mut rng),
            };
            let before = slow.discards.len();
            slow.play(&mv);
            fast.play(fast.parse_move(&mv).expect("a move")).expect("legal");
            if slow.discards.len() > before {
                seen.discarded += 1;
                seen.river_discarded += usize::from(mv.starts_with("deal:r"));
                seen.lake_discarded += usize::from(mv.ends_with("lake"));
            }
            if let Turn::Player(_) = fast.turn() {
                seen.volcano_turns += usize::from(lake && fast.turn() == last_turn);
                lake = mv == "deal:r2_volcano_lake";
                last_turn = fast.turn();
            }
        }
        let outcome = fast.outcome().expect("the game is over");
        let scores: Vec<f64> = slow.scores().into_iter().map(|score| score as f64).collect();
        assert_eq!(outcome.scores.as_slice(), scores);
        let shares: Vec<f64> = outcome.shares.iter().map(|share| share.value()).collect();
        assert_eq!(shares, slow.shares());
        let part = |name: &str| slow.parts().iter().map(|parts| parts[name]).sum::<i64>();
        seen.games += 1;
        seen.ties += usize::from(slow.winners().len() > 1);
        seen.farm_points += part("farms");
        seen.monasteries += usize::from(part("monasteries") > 0);
        let reach = slow.board.keys().map(|(x, y)| x.abs().max(y.abs())).max().unwrap_or_default();
        seen.farthest = seen.farthest.max(reach);
    }
}

fn play_all(games: u64, policy: Policy) -> Seen {
    let mut seen = Seen::default();
    for (idx, rivers) in RiversInPlay::ALL.into_iter().enumerate() {
        // A quick run takes one number of players for each, not the same for all.
        let one = 2 + (idx + policy as usize) % 4;
        for players in scaled(one..=one, 2..=5) {
            play_both(rivers, players, 0..games, policy, &mut seen);
        }
    }
    seen
}

#[test]
fn random_games_agree() {
    let seen = play_all(scaled(1, 6), Policy::Uniform);
    let [river_discarded, volcano_turns, shared] = scaled([0, 0, 3], [4, 20, 100]);
    assert!(seen.river_discarded >= river_discarded && seen.volcano_turns > volcano_turns, "{seen:?}");
    assert!(seen.shared_features > shared, "{seen:?}");
}

#[test]
fn games_whose_lake_fits_nowhere_agree() {
    let mut seen = Seen::default();
    for rivers in [RiversInPlay::Two, RiversInPlay::Both] {
        for players in [2, 3] {
            let rules = rules_with(rivers);
            let seeds = (0..400).filter(|&seed| lake_is_discarded(rules, players, seed)).take(scaled(1, 3));
            play_both(rivers, players, seeds, Policy::Uniform, &mut seen);
        }
    }
    assert!(seen.lake_discarded > scaled(1, 3) && seen.volcano_turns == 0, "{seen:?}");
}

#[test]
fn games_with_many_meeples_agree() {
    let claim = play_all(scaled(1, 3), Policy::Claim);
    let [shared, monasteries] = scaled([5, 0], [100, 10]);
    assert!(claim.ties + claim.shared_features > shared && claim.monasteries > monasteries, "{claim:?}");
    let farm = play_all(scaled(1, 3), Policy::Farm);
    assert!(farm.farm_points > scaled(25, 500), "{farm:?}");
}

#[test]
fn compact_and_stretched_games_agree() {
    let compact = play_all(scaled(1, 3), Policy::Compact);
    let [discarded, twice] = scaled([0, 5], [1, 100]);
    assert!(compact.discarded >= discarded && compact.twice_on_a_tile > twice && compact.farthest < 15, "{compact:?}");
    let east = play_all(scaled(1, 2), Policy::East);
    assert!(east.farthest > scaled(35, 50) && east.open_cells > scaled(80, 110), "{east:?}");
}
