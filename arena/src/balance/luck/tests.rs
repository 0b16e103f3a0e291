//! Luck of games that follow, of blocks, and of effects.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::atomic::AtomicBool;

use riverlab_bots::{Bot, SearchRng, registry};
use riverlab_engine::games::rio_grande::RioGrande;
use riverlab_engine::{ComponentIdx, Components, Intervention, LoadedRules, Modification, ModifiedGame, Scope, Seat};

use crate::balance::following::ObservedBaseline;
use crate::balance::luck::block::{BlockLuck, BlockLuckSums, LuckOnlooker};
use crate::balance::luck::effect::{DealSums, EffectLuck};
use crate::luck::observer::{GameLuck, LuckObserver, LuckValues};
use crate::play::game_loop::play_game;
use crate::stats::DealSum;
use crate::stats::control_variates::RawMean;

/// Values that differ from position to position, and that no intervention changes.
struct Plain;

impl LuckValues<ModifiedGame<RioGrande>> for Plain {
    fn variates(&self) -> usize {
        2
    }

    fn write(&mut self, state: &ModifiedGame<RioGrande>, _rng: &mut SearchRng, values: &mut [f64]) {
        let mut hasher = DefaultHasher::new();
        format!("{:?}", state.game()).hash(&mut hasher);
        let drawn = hasher.finish() % 1_000;
        for (seat, values) in (1..).zip(values.chunks_exact_mut(2)) {
            values.copy_from_slice(&[drawn as f64, (drawn % (7 * seat)) as f64]);
        }
    }
}

/// The luck of a game that follows its baseline is that of the game from its beginning, whether it ever leaves it or not.
#[test]
fn games_that_follow_have_the_luck_of_their_beginning() {
    let base = LoadedRules::<RioGrande>::standard();
    let unchanged = Modification::unchanged(base.rules);
    let (watched, plain) = (unchanged.watched(Box::leak(Box::default())).leak(), unchanged.leak());
    let spec = "greedy:eval=hand".parse().expect("a spec");
    let mut built: Vec<_> = (0..2).map(|_| registry::build::<ModifiedGame<RioGrande>>(&spec).expect("a bot")).collect();
    let mut bots: Vec<&mut dyn Bot<ModifiedGame<RioGrande>>> =
        built.iter_mut().map(|bot| bot.as_mut() as &mut dyn Bot<_>).collect();
    let stop = AtomicBool::new(false);
    let mut observer = LuckObserver::new(Plain, 7);
    let ban: Intervention = "ban".parse().expect("an intervention");
    let (mut alike, mut apart) = (0, 0);
    for deal in 1..=4 {
        observer.begin(deal, 2);
        let mut onlooker = LuckOnlooker { observer: Some(&mut observer), unwatched: Some(plain) };
        let baseline = ObservedBaseline::play(watched, 7, deal, &mut bots, &stop, &mut onlooker);
        let baseline = baseline.expect("no bot fails");
        let of_baseline = observer.luck().clone();
        for (component, about) in (0..).zip(RioGrande::components(base.rules, 2)) {
            if !ban.applies_to(&about) {
                continue;
            }
            let resolved = ban.resolve(Some(ComponentIdx(component)), &base).expect("it is allowed");
            let rules = resolved.for_seat(Seat::FIRST).leak();
            observer.begin(deal, 2);
            play_game(rules, 7, deal, &mut bots, |state, mv, _| observer.before(state, mv)).expect("no bot fails");
            let expected = observer.luck().clone();
            observer.begin(deal, 2);
            let mut onlooker = LuckOnlooker { observer: Some(&mut observer), unwatched: None };
            baseline.follow(rules, &mut bots, &stop, &mut onlooker).expect("no bot fails");
            assert_eq!(observer.luck(), &expected, "{about:?} on deal {deal}");
            alike += usize::from(expected == of_baseline);
            apart += usize::from(expected != of_baseline);
        }
    }
    assert!(alike > 10 && apart > 10, "{alike} {apart}");
}

const PLAYERS: usize = 2;

fn luck(numbers: [f32; 4]) -> BlockLuck {
    BlockLuck::new(numbers.to_vec(), 1).expect("so many numbers")
}

#[test]
fn luck_of_a_block_is_that_of_the_affected_player() {
    let luck = GameLuck { sums: vec![1.0, 10.0, 4.0, f64::INFINITY], variances: vec![2.0, 3.0, 5.0, 1.0] };
    for (seat, scope, relative, own) in [
        (0, Scope::One, [-3.0, 10.0], [1.0, 10.0]),
        (1, Scope::One, [3.0, -10.0], [4.0, 0.0]),
        (1, Scope::All, [3.0, -10.0], [5.0, 10.0]),
    ] {
        let mut sums = BlockLuckSums::new(2);
        sums.add(&luck, PLAYERS, Seat::new(seat), scope);
        let block = sums.finish();
        let [seen_relative, seen_own, squares, variances] = block.vectors();
        assert_eq!((seen_relative, seen_own), (&relative[..], &own[..]), "seat {seat}, {scope:?}");
        assert_eq!((squares, variances), (&[17.0, 100.0][..], &[7.0, f32::INFINITY][..]));
    }
    assert!(BlockLuck::new(vec![0.0; 7], 2).is_none() && BlockLuck::new(vec![f32::NAN; 8], 2).is_none());
}

/// Shares that follow luck, of one affected player or of the start player beside a game without.
#[test]
fn effects_less_luck_are_narrower_and_keep_their_mean() {
    for scope in [Scope::One, Scope::All] {
        let mut effect = EffectLuck::new(vec![4.0]);
        let mut sum = 0;
        for deal in 1..=400 {
            let lucky = deal % 2 == 0;
            let noise = if deal % 7 == 0 { 60 } else { 0 };
            let share = if lucky { 60 } else { noise };
            let own = if lucky { 1.0 } else { -1.0 };
            let values = if scope == Scope::One { 2 } else { 1 };
            let sums = DealSums {
                deal,
                share: DealSum { sum: share, count: values },
                score: DealSum { sum: 60 * share, count: 2 },
            };
            effect.add(scope, sums, &luck([own, own, 2.0, 2.0]), &luck([0.0; 4]));
            sum += share;
        }
        let games = if scope == Scope::One { 2.0 } else { 1.0 };
        let mean = sum as f64 / (60.0 * games * 400.0);
        let [share, score] = effect.adjusted(RawMean::Alike, RawMean::Alike);
        for (adjusted, mean) in [(share, mean), (score, 60.0 * games * mean / 2.0)] {
            let gain = adjusted.gain.expect("there is luck");
            assert!(gain.lo > 2.0 && !adjusted.is_raw(), "{scope:?}: {adjusted:?}");
            assert!((adjusted.mean.mean - mean).abs() < 0.02 * mean, "{scope:?}: {adjusted:?}, {mean}");
        }
    }
}
