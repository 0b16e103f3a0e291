//! Playing a stage: the rules of all its games, made once, and one thread's bots.

use std::sync::atomic::{AtomicBool, Ordering};

use riverlab_arena::error::ArenaError;
use riverlab_arena::schedule::BotIdx;
use riverlab_arena::table::GameTable;
use riverlab_bots::play::game_loop::{BotFailure, Decision, FinishedGame};
use riverlab_bots::play::streams::Deal;
use riverlab_bots::{Bot, Evaluate};
use riverlab_engine::{
    ComponentIdx, Components, Game, Intervention, LoadedRules, Modification, ModifiedGame, Modify, Outcome, PerPlayer,
    ResolveError, Scope, Seat, Turn,
};

use super::following::{ObservedBaseline, can_follow};
use super::plan::Subject;
use super::setup::{PreparedStage, StageWorker, StudySetup};
use super::stage::{Block, Experiment, NoLegalMove, SlotResult, Stage};

/// What is played in a slot of a stage.
#[derive(Debug)]
struct PreparedSlot<G: Evaluate + Modify> {
    /// The bot: an index into those of the study.
    bot: usize,
    scope: Scope,
    /// The rules of its games: one for all players, or one for each seat.
    games: Vec<&'static Modification<G>>,
}

/// A stage of a game whose type is known, ready to be played.
pub(super) struct PreparedGames<'a, G: Evaluate + Modify> {
    table: &'a GameTable<G>,
    setup: &'a StudySetup<'a>,
    stage: &'a Stage,
    slots: Vec<PreparedSlot<G>>,
}

impl<'a, G: Evaluate + Modify> PreparedGames<'a, G> {
    /// Resolves all interventions of a stage; nothing if it is stopped.
    pub(super) fn new(
        table: &'a GameTable<G>,
        setup: &'a StudySetup<'a>,
        stage: &'a Stage,
        stop: &AtomicBool,
    ) -> Result<Option<Self>, ArenaError> {
        let base = table.loaded_rules();
        let mut slots = Vec::new();
        let mut rules: Vec<LoadedRules<G>> = Vec::new();
        for (baseline, first) in stage.baselines.iter().zip(stage.first_alike()) {
            rules.push(match rules.get(first) {
                Some(same) => same.clone(),
                None => base.with_values(&baseline.sets)?,
            });
            let games = vec![Modification::unchanged(rules[rules.len() - 1].rules).leak()];
            slots.push(PreparedSlot { bot: baseline.bot, scope: Scope::All, games });
        }
        for experiment in &stage.experiments {
            if stop.load(Ordering::Relaxed) {
                return Ok(None);
            }
            let games = modifications(setup, &rules[experiment.baseline], experiment)?;
            slots.push(PreparedSlot { bot: stage.bot_of(experiment), scope: experiment.scope, games });
        }
        Ok(Some(PreparedGames { table, setup, stage, slots }))
    }
}

impl<G: Evaluate + Modify> PreparedStage for PreparedGames<'_, G> {
    fn worker<'w>(&'w self, stop: &'w AtomicBool) -> Box<dyn StageWorker + 'w> {
        Box::new(Worker::new(self, stop))
    }
}

/// The rules of the games of an experiment: one for all players, or one for each seat.
fn modifications<G: Evaluate + Modify>(
    setup: &StudySetup<'_>,
    base: &LoadedRules<G>,
    experiment: &Experiment,
) -> Result<Vec<&'static Modification<G>>, ArenaError> {
    let subject = &setup.plan.family[experiment.subject];
    let resolved = subject.intervention.resolve(setup.targets[experiment.subject], base);
    let mut modification = resolved.map_err(|error| unresolved(subject, &error))?.named(&subject.to_string());
    if let Some(partner) = experiment.partner {
        let other = setup.targets[partner].expect("bans and grants are of components");
        modification =
            modification.and(other).named(&format!("{subject} and {}", setup.plan.family[partner].component));
    }
    Ok(match experiment.scope {
        Scope::One => Seat::all(setup.plan.players).map(|seat| modification.for_seat(seat).leak()).collect(),
        Scope::All => vec![modification.leak()],
    })
}

/// What to say of an intervention that cannot be made.
fn unresolved(subject: &Subject, error: &ResolveError) -> ArenaError {
    let of = match &subject.intervention {
        Intervention::Set(_) => String::new(),
        _ => format!("not of {}: ", subject.component),
    };
    // The values come from an intervention, not from the option that errors of the tables name.
    let message = error.to_string();
    let message = message.strip_prefix("--set: ").or(message.strip_prefix("--set ")).unwrap_or(&message);
    ArenaError::Usage(format!("--interventions {}: {of}{message}", subject.intervention))
}

/// One thread's bots.
struct Worker<'a, G: Evaluate + Modify> {
    prepared: &'a PreparedGames<'a, G>,
    /// A bot for each bot of the study and each seat.
    bots: Vec<Vec<Box<dyn Bot<ModifiedGame<G>>>>>,
    /// The rules of each baseline, watched for what has a bearing on its decisions.
    watched: Vec<&'static Modification<G>>,
    /// The game of the baseline that was followed last, with its slot and deal.
    followed: Option<(usize, u64, ObservedBaseline<G>)>,
    /// Set when games are to be given up.
    stop: &'a AtomicBool,
}

/// A game; of a baseline also who took what in it, and what seats held at the end if that is to be noted.
struct ObservedGame {
    game: FinishedGame,
    taken: Vec<(Seat, ComponentIdx)>,
    held: Vec<ComponentIdx>,
}

/// Observations of one game.
struct Notes {
    slot: usize,
    deal: u64,
    is_baseline: bool,
    taken: Vec<(Seat, ComponentIdx)>,
    /// Where a ban left a player without any move first.
    waived: Option<NoLegalMove>,
}

impl Notes {
    /// Sees a move that is about to be played. Until a game leaves the baseline, its players have legal moves.
    fn before<G: Evaluate + Modify>(&mut self, state: &ModifiedGame<G>, mv: G::Move) {
        let Turn::Player(seat) = state.turn() else { return };
        if state.is_banned(mv) {
            let found = NoLegalMove { slot: self.slot, deal: self.deal, seat, round: state.round() };
            self.waived = self.waived.or(Some(found));
        }
        if self.is_baseline {
            state.taken(mv, &mut |component| self.taken.push((seat, component)));
        }
    }
}

/// Why a block is not played to its end.
enum Ended {
    /// A ban left a player without any move.
    NoLegalMove(NoLegalMove),
    /// A bot has failed.
    Failed(BotFailure),
}

impl<'a, G: Evaluate + Modify> Worker<'a, G> {
    fn new(prepared: &'a PreparedGames<'a, G>, stop: &'a AtomicBool) -> Self {
        let plan = prepared.setup.plan;
        let venue = prepared.table.venue(&plan.programs);
        let make = |spec| venue.build_modified(spec).expect("the study has been checked");
        let bots = plan.bots.specs().iter().map(|spec| (0..plan.players).map(|_| make(spec)).collect()).collect();
        let watch = Box::leak(Box::default());
        let baselines = &prepared.slots[..prepared.stage.baselines.len()];
        let watched = baselines.iter().map(|baseline| baseline.games[0].watched(watch).leak()).collect();
        Worker { prepared, bots, watched, followed: None, stop }
    }
}

impl<G: Evaluate + Modify> StageWorker for Worker<'_, G> {
    fn play(&mut self, slot: usize, deal: u64) -> Result<SlotResult, ArenaError> {
        let played = match self.prepared.slots[slot].scope {
            Scope::All => self.play_for_all(slot, deal),
            Scope::One => self.play_for_each(slot, deal),
        };
        match played {
            Ok(block) => Ok(SlotResult::Played(block)),
            Err(Ended::NoLegalMove(found)) => Ok(SlotResult::NoLegalMove(found)),
            Err(Ended::Failed(failure)) => {
                let bot = self.prepared.setup.plan.bots.name(self.prepared.slots[slot].bot as BotIdx).to_owned();
                Err(ArenaError::of_bot(bot, format!("deal {deal} of experiment {slot}"), failure))
            }
        }
    }
}

impl<G: Evaluate + Modify> Worker<'_, G> {
    /// One game; its players are counted from the start player.
    fn play_for_all(&mut self, slot: usize, deal: u64) -> Result<Block, Ended> {
        let players = self.prepared.setup.plan.players;
        let ObservedGame { game, taken, held } = self.play_game(slot, self.prepared.slots[slot].games[0], deal)?;
        let seat_at = |order: Seat| game.first_player.clockwise(players).nth(order.index()).expect("a seat");
        Ok(Block {
            slot,
            deal,
            shares: PerPlayer::from_fn(players, |order| game.outcome.shares[seat_at(order)].sixtieths()),
            scores: PerPlayer::from_fn(players, |order| units(game.outcome.scores[seat_at(order)])),
            taken: by_winners(taken, &game.outcome),
            held,
        })
    }

    /// A game for each seat, in which the player there is affected.
    fn play_for_each(&mut self, slot: usize, deal: u64) -> Result<Block, Ended> {
        let players = self.prepared.setup.plan.players;
        let mut shares = PerPlayer::from_fn(players, |_| 0);
        let mut scores = PerPlayer::from_fn(players, |_| 0);
        for (seat, modification) in Seat::all(players).zip(&self.prepared.slots[slot].games) {
            let outcome = self.play_game(slot, modification, deal)?.game.outcome;
            shares[seat] = outcome.shares[seat].sixtieths();
            scores[seat] = units(outcome.scores[seat]);
        }
        Ok(Block { slot, deal, shares, scores, taken: Vec::new(), held: Vec::new() })
    }

    fn play_game(
        &mut self,
        slot: usize,
        modification: &'static Modification<G>,
        deal: u64,
    ) -> Result<ObservedGame, Ended> {
        let experiment = self.prepared.stage.experiment(slot);
        let is_baseline = experiment.is_none();
        let bots = &mut self.bots[self.prepared.slots[slot].bot];
        let mut seated: Vec<&mut dyn Bot<ModifiedGame<G>>> =
            bots.iter_mut().map(|bot| bot.as_mut() as &mut dyn Bot<ModifiedGame<G>>).collect();
        let (plan, stop) = (self.prepared.setup.plan, self.stop);
        let dealt = Deal { seed: plan.seed, number: deal };
        let followed = experiment.filter(|_| can_follow(modification, &seated)).map(|experiment| experiment.baseline);
        let followed = match followed {
            None => None,
            Some(baseline) => Some(match &mut self.followed {
                Some((slot, of_deal, game)) if (*slot, *of_deal) == (baseline, deal) => game,
                followed => {
                    let game = ObservedBaseline::play(self.watched[baseline], dealt, &mut seated, stop);
                    &mut followed.insert((baseline, deal, game.map_err(Ended::Failed)?)).2
                }
            }),
        };
        let mut notes = Notes { slot, deal, is_baseline, taken: Vec::new(), waived: None };
        let mut before = |state: &_, mv, _: Option<Decision<'_, _>>| notes.before(state, mv);
        let played = match followed {
            Some(game) => game.follow(modification, &mut seated, stop, before),
            None => ModifiedGame::play_game(modification, dealt, &mut seated, stop, &mut before),
        };
        let (game, last) = played.map_err(Ended::Failed)?;
        let notes_held = is_baseline && plan.notes_held();
        let held = if notes_held { held_by_seats(&last, plan.players) } else { Vec::new() };
        let Notes { taken, waived, .. } = notes;
        waived.map_or(Ok(ObservedGame { game, taken, held }), |found| Err(Ended::NoLegalMove(found)))
    }
}

/// What winners took, each once.
fn by_winners(taken: Vec<(Seat, ComponentIdx)>, outcome: &Outcome) -> Vec<ComponentIdx> {
    let of_winner =
        |(seat, component): (Seat, ComponentIdx)| (outcome.shares[seat].sixtieths() > 0).then_some(component);
    let mut components: Vec<ComponentIdx> = taken.into_iter().filter_map(of_winner).collect();
    components.sort_unstable();
    components.dedup();
    components
}

/// What seats hold in a position, each once for every seat that does, by number.
fn held_by_seats<G: Components>(position: &G, players: usize) -> Vec<ComponentIdx> {
    let mut held = Vec::new();
    for seat in Seat::all(players) {
        position.holdings(seat, &mut |holding| held.push(holding.component));
    }
    held.sort_unstable();
    held
}

/// A score in sixtieths of a point.
fn units(score: f64) -> i64 {
    (score * 60.0).round() as i64
}
