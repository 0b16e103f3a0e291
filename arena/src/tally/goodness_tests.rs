//! Tournaments that ratings describe, and tournaments that they do not.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use riverlab_engine::Seat;
use riverlab_stats::{Goodness, davidson_luce};

use super::run_tally::Tally;
use super::run_tally_tests::{games, spec, tally};
use crate::long::{scaled, studied};
use crate::plan::{Plan, Request};
use crate::report::csv::{json_text, pairs_csv, ratings_csv};
use crate::report::text::standings_text;
use crate::schedule::{BotIdx, Pairing, ScheduledGame};

/// Bots of the model.
struct World {
    pairing: Pairing,
    players: usize,
    strengths: Vec<f64>,
    /// The effect of being the start player.
    start: f64,
    /// δ of ties of two.
    tie: f64,
}

impl World {
    fn play(&self, deals: u64, rng: &mut ChaCha8Rng) -> Tally {
        let (bots, players) = (self.strengths.len(), self.players);
        let mut start_orders = vec![0.0; players];
        start_orders[0] = self.start;
        let mut scores = vec![0.0; players];
        let spec = spec(self.pairing, bots, players, deals);
        let games = games(spec, |game, seat| {
            if seat == Seat::FIRST {
                // As in `games`, seats take turns to begin.
                let start = game.deal as usize % players;
                let place = |seat: Seat| (game.seats[seat], ((seat.index() + players - start) % players) as u8);
                let seats: Vec<(BotIdx, u8)> = Seat::all(players).map(place).collect();
                for (bot, start_order, rank) in davidson_luce(&self.strengths, &start_orders, self.tie, &seats, rng) {
                    let seat = seats.iter().position(|&seated| seated == (bot, start_order)).expect("it is seated");
                    scores[seat] = -f64::from(rank);
                }
            }
            scores[seat.index()]
        });
        tally(spec, &games)
    }
}

/// A tournament of bots that score by themselves.
fn made_up(bots: usize, players: usize, deals: u64, score: impl FnMut(&ScheduledGame, Seat) -> f64) -> Tally {
    let spec = spec(Pairing::Full, bots, players, deals);
    tally(spec, &games(spec, score))
}

fn warns(tally: &Tally) -> bool {
    let (goodness, _, cycles) = tally.fit();
    let goodness = goodness.expect("it was tested");
    let (mut pairs, mut behind) = (goodness.pairs.iter(), goodness.behind.iter());
    pairs.any(|(_, misfit)| misfit.is_clear()) || behind.any(|(_, misfit)| misfit.is_clear()) || cycles.count > 0
}

fn worlds() -> Vec<World> {
    let world = |pairing: &str, players, strengths: &[f64], start, tie| World {
        pairing: pairing.parse().expect("a pairing"),
        players,
        strengths: strengths.to_vec(),
        start,
        tie,
    };
    vec![
        world("full", 2, &[0.0, 0.0, 0.0], 0.0, 0.0),
        world("full", 2, &[1.0, 0.5, 0.0, -0.5, -1.0], 0.3, 0.5),
        world("full", 2, &[4.0, 1.5, 0.0, 0.0], 0.3, 0.1),
        world("full", 3, &[0.0, 0.0, 0.0], 0.0, 0.0),
        world("full", 3, &[4.0, 0.5, 0.0, -0.5], 0.3, 0.2),
        world("full", 4, &[1.0, 0.0], 0.0, 0.1),
        world("swiss:6", 2, &[1.0, 0.5, 0.0, -0.5, -1.0, 0.0], 0.3, 0.5),
        world("gauntlet:2", 3, &[1.0, 0.5, 0.0, -0.5], 0.3, 0.5),
    ]
}

/// In 400 tournaments of the model, at most 6 % are said not to be of it.
#[test]
fn tournaments_of_the_model_hardly_ever_warn() {
    let (runs, deals) = studied((50, &[30][..]), (400, &[10, 30, 100]));
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let (mut warned, mut played) = (0, 0);
    for world in worlds() {
        for &deals in deals {
            let of_world = (0..runs).filter(|_| warns(&world.play(deals, &mut rng))).count();
            // Four standard errors are allowed.
            assert!(of_world as f64 <= 0.06 * f64::from(runs) + 4.0 * (0.06 * f64::from(runs)).sqrt());
            (warned, played) = (warned + of_world, played + runs);
        }
    }
    assert!(played >= 400 && warned as f64 <= 0.06 * f64::from(played), "{warned} of {played}");
}

/// The plan of bots of a made-up game.
fn plan(names: &[&str], players: usize) -> Plan {
    let specs = names.iter().map(|name| name.parse().expect("a spec")).collect();
    Plan::unchecked(&Request::tournament(players, specs, 100, 1), "made-up")
}

/// Rock beats scissors, scissors paper, paper rock, each in seven of ten games.
fn cycle(deals: u64, rng: &mut ChaCha8Rng) -> Tally {
    let mut first = 0.0;
    made_up(3, 2, deals, |game, seat| {
        if seat == Seat::FIRST {
            let [one, other] = [0, 1].map(|seat| game.seats[Seat::new(seat)]);
            let beats = (one + 1) % 3 == other;
            first = f64::from(u8::from(rng.random::<f64>() < if beats { 0.7 } else { 0.3 }));
        }
        if seat == Seat::FIRST { first } else { 1.0 - first }
    })
}

#[test]
fn a_cycle_is_found() {
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    for _ in 0..scaled(20, 200) {
        let (goodness, pairs, cycles) = cycle(100, &mut rng).fit();
        assert_eq!((cycles.count, cycles.clearest), (1, Some([0, 1, 2])));
        assert!(goodness.expect("it was tested").pairs.iter().all(|(_, above)| above.is_clear()));
        for pair in pairs {
            let misfit = pair.misfit.expect("it was tested");
            assert!((misfit.predicted - 0.5).abs() < 0.12 && (misfit.seen - pair.above.mean).abs() < 1e-12, "{pair:?}");
        }
    }
    let summary = cycle(100, &mut rng).summary();
    let text = standings_text(&plan(&["random:bot=1", "random:bot=2", "random:bot=3"], 2), &summary).to_string();
    for said in [
        "ratings do not describe how often one bot ends above another, for 3 of 3 pairs:\n  random:bot=",
        "random:bot=1 beats random:bot=2, random:bot=2 beats random:bot=3, random:bot=3 beats random:bot=1",
        "so read shares and pairs, not ratings",
    ] {
        assert!(text.contains(said), "{text}");
    }
}

/// Of four bots, one wins in two of five games and is last in all others.
fn first_or_last(deals: u64, rng: &mut ChaCha8Rng) -> Tally {
    made_up(4, 4, deals, |game, seat| match game.seats[seat] {
        0 => {
            if rng.random::<f64>() < 0.4 {
                2.0
            } else {
                -2.0
            }
        }
        _ => rng.random::<f64>(),
    })
}

#[test]
fn a_bot_that_is_first_or_last_is_found() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    for _ in 0..scaled(20, 200) {
        let (goodness, ..) = first_or_last(50, &mut rng).fit();
        let (bot, misfit) = goodness.expect("it was tested").behind[0];
        // Behind the winners it never comes next.
        assert!(bot == 0 && misfit.is_clear() && misfit.seen == 0.0 && misfit.predicted > 0.1, "{misfit:?}");
    }
    let plan = plan(&["random:bot=1", "random:bot=2", "random:bot=3", "random:bot=4"], 4);
    let summary = first_or_last(50, &mut rng).summary();
    let text = standings_text(&plan, &summary).to_string();
    assert!(text.contains("ratings do not describe who comes next behind the winners, for 4 of 4 bots:\n  "), "{text}");
    let lines = |csv: Vec<u8>| String::from_utf8(csv).expect("text").lines().next().expect("a header").to_owned();
    assert!(lines(ratings_csv(&plan, &summary)).ends_with(",group,next,next_predicted,next_misfit_se,next_misfit_p"));
    assert!(lines(pairs_csv(&plan, &summary)).ends_with(",q,predicted,misfit_se,misfit_p"));
    let json: serde_json::Value = serde_json::from_str(&json_text(&plan, &summary, None, &[])).expect("JSON");
    assert_eq!((&json["fit"]["bots_tested"], &json["fit"]["cycles"]), (&4.into(), &0.into()));
    assert!(json["fit"]["bots_misfit"].as_u64() > Some(0) && json["ratings"][0]["next_misfit_p"].is_number());
}

/// With one challenger every pair has a strength of its own, so whatever was seen is predicted.
#[test]
fn what_the_fit_follows_anyway_is_not_tested() {
    let mut rng = ChaCha8Rng::seed_from_u64(4);
    let gauntlet = World {
        pairing: Pairing::Gauntlet { challengers: 1 },
        players: 2,
        strengths: vec![0.5, 0.0, -0.5],
        start: 0.0,
        tie: 0.0,
    };
    let goodness = gauntlet.play(200, &mut rng).fit().0.expect("there is a fit");
    assert!(goodness.pairs.len() == 2 && goodness.pairs.iter().all(|(_, misfit)| misfit.p.is_none()), "{goodness:?}");
    assert!(goodness.pairs.iter().all(|(_, misfit)| misfit.size() < 0.01) && goodness.behind.is_empty());
    let one_deal = first_or_last(1, &mut rng).fit();
    assert!(one_deal.0.is_none() && one_deal.1.iter().all(|pair| pair.misfit.is_none()));
}

/// A copy plays what the bot itself would: it adds no pair, and the p-values of the others hardly change.
#[test]
fn copies_count_as_one_bot() {
    let play = |bots: usize, first_copies: Vec<BotIdx>| {
        let spec = spec(Pairing::Full, bots, 2, 60);
        let luck = |deal: u64, seat: usize, bot: BotIdx| (deal * 31 + seat as u64 * 17 + u64::from(bot) * 7919) % 23;
        let original = first_copies.clone();
        let games = games(spec, |game, seat| {
            let bot = original[usize::from(game.seats[seat])];
            luck(game.deal * game.deal, seat.index(), bot) as f64 + 2.0 * f64::from(bot)
        });
        let mut tally = Tally::new(&spec, first_copies);
        for (game, result) in &games {
            tally.add(game, result);
        }
        tally.fit()
    };
    let (alone, copied) = (play(3, vec![0, 1, 2]), play(4, vec![0, 1, 2, 0]));
    let p = |fit: &Option<Goodness>| -> Vec<f64> {
        fit.as_ref().expect("it was tested").pairs.iter().map(|(_, misfit)| misfit.p.expect("a p-value")).collect()
    };
    let (alone_p, copied_p) = (p(&alone.0), p(&copied.0));
    assert!(alone_p.len() == 3 && copied_p.len() == 3, "{alone_p:?} {copied_p:?}");
    assert!(
        alone_p.iter().zip(&copied_p).all(|(alone, copied)| (alone - copied).abs() < 0.1),
        "{alone_p:?} {copied_p:?}"
    );
    let misfit = |bot, opponent| {
        copied.1.iter().find(|pair| (pair.bot, pair.opponent) == (bot, opponent)).expect("they met").misfit
    };
    assert!(misfit(0, 3).is_none() && misfit(3, 1) == misfit(0, 1));
}
