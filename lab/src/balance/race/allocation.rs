//! Which experiments are played next, and on how many deals.
//!
//! Notation: an experiment has n deals with the mean effect E and the standard deviation s; the family has F members, α =
//! 0.05 and m is the margin. Its e-process grows by about d²/2s² a deal where E lies d away from what is tested, so a
//! verdict of strong, weak or balanced takes about 2s²·(ln(F/α) + 3/2)/d² deals, with d = ||E| − m|. An interval of one look is
//! narrower than half the margin after (1.96·s/(m/4))² deals. What an experiment *needs* is the smaller number less n.
//!
//! A round goes to the open experiments that need at most four times as much as the one that needs least, so that any budget
//! decides nearly as many as it can, wherever it ends: shortest job first, as in the allocation of Neyman (1934) deals go
//! where variance over the squared distance is to be worked off, but only as long as they lead to a verdict. Where a budget of
//! games is left that does not suffice for all of them, those come last that need most. A round has half of the least need,
//! but at most as many deals as that experiment has already, and at least a quarter of them: so there are few rounds, and
//! few deals after a verdict.
//!
//! Every round is played on deals that nothing was played on before. So who is played on a deal depends on earlier deals
//! only, as tests that hold at every look ask for.

use riverlab_engine::Scope;
use riverlab_stats::power::RATE;
use riverlab_stats::quantile;
use riverlab_stats::stable_sort::stable_sort_by;

use super::arm::Arm;
use crate::balance::stage::{Baseline, Stage};

/// What the start of an e-process costs beyond its level, as a logarithm: it bets for several distances.
const START: f64 = 1.5;
/// Experiments that need at most so many times as much as the nearest one are played with it.
const NEAR: f64 = 4.0;

/// What is known when a round is planned.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Outlook {
    /// The margin.
    pub margin: f64,
    /// The number of players.
    pub players: usize,
    /// The number of bots.
    pub bots: usize,
    /// The number of deals of the first round.
    pub first_round: u64,
    /// The last deal that was played.
    pub last_deal: u64,
    /// The games that are left, if there is a limit.
    pub games_left: Option<u64>,
}

/// An open experiment with the deals that it needs.
#[derive(Clone, Copy, Debug)]
struct Need {
    arm: usize,
    deals: f64,
}

/// The next round: none when all is decided, or no deal can be paid for.
pub(crate) fn next_round(arms: &[Arm], outlook: &Outlook) -> Option<Stage> {
    let family = arms.iter().filter(|arm| arm.is_measurable()).count();
    let open = (0..arms.len()).filter(|&arm| arms[arm].is_open());
    let mut needs: Vec<Need> = open.map(|arm| Need { arm, deals: deals_needed(&arms[arm], family, outlook) }).collect();
    stable_sort_by(&mut needs, |one, other| one.deals.total_cmp(&other.deals).then(one.arm.cmp(&other.arm)));
    let nearest = *needs.first()?;
    needs.retain(|need| need.deals <= NEAR * nearest.deals);
    keep_payable(&mut needs, arms, outlook);
    let per_deal = games_per_deal(&needs, arms, outlook);
    let wanted = round_length(nearest, arms[nearest.arm].shares.deals(), outlook.first_round);
    let deals = outlook.games_left.map_or(wanted, |left| wanted.min(left / per_deal));
    (deals > 0).then(|| stage(&needs, arms, outlook, deals))
}

/// About how many more deals an experiment needs for a verdict: at least one.
fn deals_needed(arm: &Arm, family: usize, outlook: &Outlook) -> f64 {
    let played = arm.shares.deals();
    if played == 0 {
        return outlook.first_round as f64;
    }
    let (least, most) = arm.tally.limits();
    // As if one more deal lay a quarter of the range away, so that deals without any effect do not tell all.
    let variance = arm.shares.sd().powi(2) + ((most - least) / 4.0).powi(2) / played as f64;
    let distance = arm.shares.mean().abs() - outlook.margin;
    let of_verdict = 2.0 * variance * (libm::log(family as f64 / RATE) + START) / distance.powi(2).max(1e-12);
    let of_width = variance * (quantile(1.0 - RATE / 2.0, u64::MAX) / (outlook.margin / 4.0)).powi(2);
    // A verdict that should be there already may come with any deal.
    (of_verdict.min(of_width) - played as f64).max(played as f64 / 10.0).max(1.0)
}

/// Leaves out those that need most where the games that are left do not suffice for all; the nearest one stays.
fn keep_payable(needs: &mut Vec<Need>, arms: &[Arm], outlook: &Outlook) {
    let Some(left) = outlook.games_left else { return };
    let mut spent = 0.0;
    let payable = needs.iter().take_while(|need| {
        spent += need.deals * games_of(&arms[need.arm], outlook.players) as f64;
        spent <= left as f64
    });
    let payable = payable.count().max(1);
    needs.truncate(payable);
}

fn games_of(arm: &Arm, players: usize) -> u64 {
    match arm.experiment.scope {
        Scope::One => players as u64,
        Scope::All => 1,
    }
}

/// The games of a deal: those of the experiments, and one for each bot that takes part.
fn games_per_deal(needs: &[Need], arms: &[Arm], outlook: &Outlook) -> u64 {
    let has_bot = |bot: &usize| needs.iter().any(|need| arms[need.arm].experiment.baseline == *bot);
    let baselines = (0..outlook.bots).filter(has_bot).count() as u64;
    baselines + needs.iter().map(|need| games_of(&arms[need.arm], outlook.players)).sum::<u64>()
}

/// How many deals a round has whose nearest experiment needs so many and has `played` already.
fn round_length(nearest: Need, played: u64, first_round: u64) -> u64 {
    if played == 0 {
        return first_round;
    }
    let half = (nearest.deals / 2.0).ceil().min(played as f64) as u64;
    half.max(played / 4).max(1)
}

fn stage(needs: &[Need], arms: &[Arm], outlook: &Outlook, deals: u64) -> Stage {
    let mut chosen: Vec<usize> = needs.iter().map(|need| need.arm).collect();
    chosen.sort_unstable();
    Stage {
        baselines: (0..outlook.bots).map(|bot| Baseline { sets: Vec::new(), bot }).collect(),
        experiments: chosen.into_iter().map(|arm| arms[arm].experiment.clone()).collect(),
        contrasts: Vec::new(),
        deals: outlook.last_deal + 1..=outlook.last_deal + deals,
    }
}
