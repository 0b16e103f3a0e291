use riverlab_engine::PerPlayer;

use super::*;

fn block(deal: u64, shares: &[u32], scores: &[i64]) -> Block {
    let shares = PerPlayer::from_fn(shares.len(), |seat| shares[seat.index()]);
    let scores = PerPlayer::from_fn(scores.len(), |seat| 60 * scores[seat.index()]);
    Block { slot: 0, deal, shares, scores, taken: Vec::new(), held: Vec::new() }
}

fn near(seen: f64, expected: f64) {
    assert!((seen - expected).abs() < 1e-9, "{seen} is not {expected}");
}

#[test]
fn effects_of_one_are_differences_from_an_equal_share() {
    let mut tally = EffectTally::new(Scope::One, Direction::Down, 2);
    let without = block(1, &[60, 0], &[30, 20]);
    tally.add(&block(1, &[60, 0], &[30, 20]), &without, true);
    tally.add(&block(2, &[0, 0], &[25, 15]), &without, true);
    tally.add(&block(3, &[0, 0], &[25, 15]), &without, false);
    tally.add(&block(4, &[60, 30], &[25, 25]), &without, true);
    let effect = &effects(&[tally], &[0], 0.02, 1)[0];
    near(effect.share.mean, (0.0 - 0.5 - 0.5 + 0.25) / 4.0);
    near(effect.score.mean, (0.0 - 5.0 - 5.0 + 0.0) / 4.0);
    let example = Some(Example { deal: 2, taken: true });
    assert_eq!((effect.deals, effect.example, effect.verdict), (4, example, Verdict::Undecided));
    // Effects of the deals: 0, -.5, -.5, .25; shares with it 1, 0, 0, 0, 0, 0, 1, .5, without 1, 0 four times.
    let sd = effect.sd;
    near(sd * sd, (0.1875_f64.powi(2) + 2.0 * 0.3125_f64.powi(2) + 0.4375_f64.powi(2)) / 3.0);
    let (with, without) = ((2.25 - 2.5_f64.powi(2) / 8.0) / 7.0, 2.0 / 7.0);
    near(effect.unpaired.share.expect("a spread"), 2.0 * (with + without) / (2.0 * sd * sd));
    near(effect.unpaired.share_known.expect("a spread"), with / (2.0 * sd * sd));
}

#[test]
fn effects_of_all_are_those_of_the_start_player() {
    let mut tally = EffectTally::new(Scope::All, Direction::Start, 3);
    let without = block(1, &[0, 60, 0], &[10, 20, 30]);
    for deal in 1..=40 {
        tally.add(&block(deal, &[60, 0, 0], &[12, 22, 32]), &without, true);
    }
    let effect = &effects(&[tally], &[0], 0.02, 1)[0];
    assert_eq!((effect.share.mean, effect.score.mean, effect.verdict), (1.0, 2.0, Verdict::HelpsStart));
    assert_eq!(effect.unpaired, Unpaired::default());
}

#[test]
fn examples_go_the_way_of_the_mean() {
    let without = block(1, &[60, 0], &[30, 20]);
    let deals = [(1, [60, 60], true), (2, [0, 0], false), (3, [0, 30], true), (4, [60, 30], false)];
    let example = |direction, chosen: &[u64]| {
        let mut tally = EffectTally::new(Scope::One, direction, 2);
        for (deal, shares, taken) in deals.iter().filter(|(deal, ..)| chosen.contains(deal)) {
            tally.add(&block(*deal, shares, &[0, 0]), &without, *taken);
        }
        effects(&[tally], &[0], 0.02, 1)[0].example.map(|example| (example.deal, example.taken))
    };
    // Bans after which the player wins less; of the two the winner had taken it in deal 3.
    assert_eq!(example(Direction::Down, &[2, 3, 4]), Some((3, true)));
    assert_eq!(example(Direction::Down, &[2, 4]), Some((2, false)));
    // A ban after which the player wins more.
    assert_eq!(example(Direction::Down, &[1, 4]), Some((1, false)));
    assert_eq!(example(Direction::Up, &[1, 4]), Some((1, true)));
    assert_eq!(example(Direction::Up, &[2, 3]), Some((2, false)));
    assert_eq!(example(Direction::Up, &[]), None);
}

#[test]
fn effects_are_tested_around_any_value() {
    let mut sums = Ratio::default();
    (0..400).for_each(|deal| sums.add(if deal % 5 == 0 { -60 } else { 0 }, 2));
    let shares = ShareEffects { sums, limits: (-0.5, 0.5) };
    let check = |value, expected: [bool; 2]| {
        let (beyond, within) = shares.p_around(value, 0.05);
        assert_eq!([beyond < 0.05, within < 0.05], expected, "{value}: {beyond} {within}");
    };
    // The mean is -0.1, with a standard error of 0.01.
    check(0.0, [true, false]);
    check(-0.05, [false, false]);
    check(-0.1, [false, true]);
    check(-0.2, [true, false]);
}
