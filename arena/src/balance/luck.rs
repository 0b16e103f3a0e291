//! Effects less [luck](crate::luck), in studies that ask for it.
//!
//! While a game of an experiment or a baseline is played, its luck is computed as that of any game; a game that follows the
//! baseline begins with what was seen of it. What a block keeps is what its shares and scores need:
//!
//! ```text
//! relative   luck less the mean luck of the others: of the affected player, summed over the seats; or of the start player
//! own        luck itself: of the affected player, summed over the seats; or summed over all players
//! ```
//!
//! The share effect of a deal has the relative luck of the experiment as its variates, less that of the baseline where the
//! start player is compared (where one player is affected in turn at each seat, what the baseline gives to all seats is a
//! whole win: no luck is in that). Score effects have these and the own luck of the experiment less that of the baseline. All
//! have mean zero, so that effects less any multiple of them are unbiased. Values are those of positions, without
//! features: few numbers, as they stand in `blocks.csv`.

use riverlab_engine::{Game, Modification, ModifiedGame, Modify, Scope, Seat, Turn};

use super::effect::DealEffect;
use super::following::Onlooker;
use super::judging::UNIT;
use super::stage::Block;
use crate::luck::observer::{Followed, GameLuck, LuckObserver, LuckValues};
use crate::luck::values::PositionValues;
use crate::stats::control_variates::{AdjustedMean, RawMean, VariateDeal, adjusted_mean};
use crate::stats::luck::{LuckScale, forget_rounding, kept_luck};

/// Computes the luck of the games of a study.
pub(super) type StudyObserver<G> = LuckObserver<ModifiedGame<G>, PositionValues<ModifiedGame<G>>>;

/// The luck of the games of a block: vectors with a number for each variate.
#[derive(Clone, PartialEq, Debug)]
pub struct BlockLuck {
    numbers: Vec<f32>,
}

impl BlockLuck {
    /// How many vectors there are: relative and own luck, the sums of the squares of the luck of all seats, and what these were
    /// to be expected to be.
    const VECTORS: usize = 4;

    /// Of numbers that stand one after the other; `None` if they are not so many, or not numbers.
    pub(super) fn new(numbers: Vec<f32>, variates: usize) -> Option<BlockLuck> {
        let is_possible = numbers.len() == Self::VECTORS * variates && numbers.iter().all(|number| !number.is_nan());
        is_possible.then_some(BlockLuck { numbers })
    }

    /// All numbers, one after the other.
    pub(super) fn numbers(&self) -> &[f32] {
        &self.numbers
    }

    fn vectors(&self) -> [&[f32]; Self::VECTORS] {
        let len = self.numbers.len() / Self::VECTORS;
        std::array::from_fn(|vector| &self.numbers[vector * len..(vector + 1) * len])
    }
}

/// Adds up the luck of the games of a block.
pub(super) struct BlockLuckSums {
    numbers: [Vec<f64>; BlockLuck::VECTORS],
}

impl BlockLuckSums {
    /// No game yet.
    pub(super) fn new(variates: usize) -> BlockLuckSums {
        BlockLuckSums { numbers: std::array::from_fn(|_| vec![0.0; variates]) }
    }

    /// Adds a game: the luck of this seat beside that of the others, and, of all players or of this one alone, own luck.
    pub(super) fn add(&mut self, luck: &GameLuck, players: usize, seat: Seat, scope: Scope) {
        let [relative, own, squares, variances] = &mut self.numbers;
        let others = (players - 1) as f64;
        let variates = relative.len();
        for (idx, (&sum, &variance)) in luck.sums.iter().zip(&luck.variances).enumerate() {
            let (of, variate) = (idx / variates, idx % variates);
            let (sum, variance) = kept_luck(sum, variance);
            let sum = f64::from(sum);
            relative[variate] += if of == seat.index() { sum } else { -sum / others };
            own[variate] += if of == seat.index() || scope == Scope::All { sum } else { 0.0 };
            squares[variate] += sum * sum;
            variances[variate] += variance;
        }
    }

    /// What is kept of it.
    pub(super) fn finish(self) -> BlockLuck {
        BlockLuck { numbers: self.numbers.iter().flatten().map(|&number| number as f32).collect() }
    }
}

/// Looks on for the luck of a game, if anybody asks for it.
pub(super) struct LuckOnlooker<'a, G: Modify, V> {
    /// Who computes it.
    pub(super) observer: Option<&'a mut LuckObserver<ModifiedGame<G>, V>>,
    /// The rules without a watch, where those of the game are watched: what is looked at here is nothing to be noted.
    pub(super) unwatched: Option<&'static Modification<G>>,
}

impl<G: Modify, V: LuckValues<ModifiedGame<G>>> Onlooker<G> for LuckOnlooker<'_, G, V> {
    type Seen = Option<Followed>;

    fn before(&mut self, state: &ModifiedGame<G>, mv: G::Move) {
        let Some(observer) = &mut self.observer else { return };
        match self.unwatched {
            Some(rules) if state.turn() == Turn::Chance => observer.before(&state.under(rules), mv),
            _ => observer.before(state, mv),
        }
    }

    fn seen(&self) -> Option<Followed> {
        self.observer.as_ref().map(|observer| observer.followed())
    }

    fn go_on_from(&mut self, seen: &Option<Followed>) {
        if let (Some(observer), Some(followed)) = (&mut self.observer, seen) {
            observer.go_on_from(followed);
        }
    }
}

/// Gathers the luck that belongs to an effect, deal by deal.
#[derive(Clone, PartialEq, Debug)]
pub struct EffectLuck {
    /// How heavy each variate is.
    weights: Vec<f64>,
    deals: Vec<LuckDeal>,
    scale: LuckScale,
}

#[derive(Clone, PartialEq, Debug)]
struct LuckDeal {
    deal: u64,
    /// How many values its sum of shares has, and its sum of scores.
    games: usize,
    players: usize,
    effect: DealEffect,
    relative: Vec<f32>,
    own: Vec<f32>,
}

impl LuckDeal {
    /// A sum in units, over so many values, with these vectors of variates.
    fn of(&self, sum: i64, values: usize, vectors: &[&[f32]]) -> VariateDeal {
        let variates = vectors.concat().into_iter().map(f64::from).collect();
        VariateDeal { deal: self.deal, sum: sum as f64 / UNIT, values: values as f64, variates }
    }
}

/// The effects of an experiment on the share and on the score, adjusted for luck where that gains.
pub type AdjustedEffects = [AdjustedMean; 2];

impl EffectLuck {
    /// No deal yet, with variates of these weights.
    pub fn new(weights: Vec<f64>) -> EffectLuck {
        EffectLuck { scale: LuckScale::new(weights.len()), weights, deals: Vec::new() }
    }

    /// Adds a deal with the effects that it has; blocks without luck count as games without any.
    pub(super) fn add(&mut self, scope: Scope, with: &Block, without: &Block, effect: DealEffect) {
        let (Some(with_luck), Some(without_luck)) = (&with.luck, &without.luck) else { return };
        for luck in [with_luck, without_luck] {
            let [_, _, squares, variances] = luck.vectors();
            for (variate, (&square, &variance)) in squares.iter().zip(variances).enumerate() {
                self.scale.add(with.deal, variate, f64::from(square), f64::from(variance));
            }
        }
        let less = |some: &[f32], others: &[f32]| some.iter().zip(others).map(|(one, other)| one - other).collect();
        let ([relative, own, ..], [others, others_own, ..]) = (with_luck.vectors(), without_luck.vectors());
        let players = with.scores.players();
        self.deals.push(LuckDeal {
            deal: with.deal,
            games: if scope == Scope::One { players } else { 1 },
            players,
            effect,
            relative: if scope == Scope::One { relative.to_vec() } else { less(relative, others) },
            own: less(own, others_own),
        });
    }

    /// Adds all deals of another one, which come after those that are there.
    pub(super) fn merge(&mut self, other: &EffectLuck) {
        self.deals.extend(other.deals.iter().cloned());
        self.scale.merge(&other.scale);
    }

    /// Adjusts the effects on the share and on the score.
    pub(super) fn adjusted(&self, share: RawMean, score: RawMean) -> AdjustedEffects {
        let of_share = |luck: &LuckDeal| luck.of(luck.effect.share, luck.games, &[&luck.relative]);
        let of_score = |luck: &LuckDeal| luck.of(luck.effect.score, luck.players, &[&luck.relative, &luck.own]);
        [self.adjust(share, 1, of_share), self.adjust(score, 2, of_score)]
    }

    fn adjust(&self, raw: RawMean, vectors: usize, deal: impl Fn(&LuckDeal) -> VariateDeal) -> AdjustedMean {
        let mut deals: Vec<VariateDeal> = self.deals.iter().map(deal).collect();
        forget_rounding(&mut deals, &self.scale.squares());
        adjusted_mean(raw, &deals, &self.scale.of_vectors(vectors, &self.weights))
    }
}

#[cfg(test)]
mod tests {
    use std::hash::{DefaultHasher, Hash, Hasher};
    use std::sync::atomic::AtomicBool;

    use riverlab_bots::{Bot, SearchRng, registry};
    use riverlab_engine::games::rio_grande::RioGrande;
    use riverlab_engine::{ComponentIdx, Components, Intervention, LoadedRules, PerPlayer};

    use super::*;
    use crate::balance::following::ObservedBaseline;
    use crate::play::game_loop::play_game;

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
        let mut built: Vec<_> =
            (0..2).map(|_| registry::build::<ModifiedGame<RioGrande>>(&spec).expect("a bot")).collect();
        let mut bots: Vec<&mut dyn Bot<ModifiedGame<RioGrande>>> =
            built.iter_mut().map(|bot| bot.as_mut() as &mut dyn Bot<_>).collect();
        let stop = AtomicBool::new(false);
        let mut observer = LuckObserver::new(Plain, 7);
        let ban: Intervention = "ban".parse().expect("an intervention");
        let (mut alike, mut apart) = (0, 0);
        for deal in 1..=4 {
            observer.begin(deal, 2);
            let mut onlooker = LuckOnlooker { observer: Some(&mut observer), unwatched: Some(plain) };
            let baseline = ObservedBaseline::play(watched, (7, deal), &mut bots, &stop, &mut onlooker);
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

    fn block(deal: u64, shares: [u32; PLAYERS], luck: [f32; 4]) -> Block {
        Block {
            slot: 0,
            deal,
            shares: PerPlayer::from_fn(PLAYERS, |seat| shares[seat.index()]),
            scores: PerPlayer::from_fn(PLAYERS, |seat| 60 * i64::from(shares[seat.index()])),
            taken: Vec::new(),
            held: Vec::new(),
            luck: BlockLuck::new(luck.to_vec(), 1),
        }
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
            let mut luck = EffectLuck::new(vec![4.0]);
            let mut sum = 0;
            for deal in 1..=400 {
                let lucky = deal % 2 == 0;
                let noise = if deal % 7 == 0 { 60 } else { 0 };
                let share = if lucky { 60 } else { noise };
                let own = if lucky { 1.0 } else { -1.0 };
                let (with, without) =
                    (block(deal, [share, 0], [own, own, 2.0, 2.0]), block(deal, [0, 0], [0.0, 0.0, 0.0, 0.0]));
                luck.add(scope, &with, &without, DealEffect { share: i64::from(share), score: 60 * i64::from(share) });
                sum += share;
            }
            let games = if scope == Scope::One { 2.0 } else { 1.0 };
            let mean = f64::from(sum) / (60.0 * games * 400.0);
            let [share, score] = luck.adjusted(RawMean::Alike, RawMean::Alike);
            for (adjusted, mean) in [(share, mean), (score, 60.0 * games * mean / 2.0)] {
                let gain = adjusted.gain.expect("there is luck");
                assert!(gain.lo > 2.0 && !adjusted.is_raw(), "{scope:?}: {adjusted:?}");
                assert!((adjusted.mean.mean - mean).abs() < 0.02 * mean, "{scope:?}: {adjusted:?}, {mean}");
            }
        }
    }
}
