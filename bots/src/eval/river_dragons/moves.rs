//! What learned policies of River Dragons look at of each move.
//!
//! A card for the program is looked at as the [account](super::walk) of the own way sees it, and a dragon by what its
//! victim will likely do; what carries out a card, by the ways that it helps and hinders. The ways of all players are
//! found once for all moves. Features that concern only some kinds of move are 0 for the others.

use riverlab_engine::games::river_dragons::{Card, Move, Place, PlankIdx, RiverDragons, SpanIdx, SupportIdx};
use riverlab_engine::{Game, Seat};

use super::features::{actions, share_left};
use super::programming::Programming;
use super::surroundings::layable;
use super::survey::{Concerned, Survey};
use super::way::Way;
use crate::eval::features::{FeatureRow, FeatureSink, MoveTable, features};

/// The most actions that a feature counts: what is more decides no more.
const MAX_ACTIONS: f32 = 5.0;

features! {
    Stone1: "card.stone1", "cards", "whether the card lays one stone";
    Stone2: "card.stone2", "cards", "whether it lays two stones";
    Plank1: "card.plank1", "cards", "whether it lays one plank";
    Plank2: "card.plank2", "cards", "whether it lays two planks";
    Remove: "card.remove", "cards", "whether it removes something";
    Move1: "card.move1", "cards", "whether it goes one step";
    Move2: "card.move2", "cards", "whether it goes two steps";
    Jump: "card.jump", "cards", "whether it jumps";
    Dragon: "card.dragon", "cards", "whether it is a dragon";
    Helps: "card.helps", "actions", "how much of the way the card does after the program so far";
    Best: "card.best", "cards", "whether no other card does more";
    Loses: "plan.loses", "actions", "how much less the whole program can do with this card than it could";
    PlanArrives: "plan.arrives", "pawns", "whether the program may still bring the pawn to the goal behind this card";
    PlanLayable: "plan.layable", "planks", "missing planks of the way that could be laid next";
    PlanReady: "plan.ready", "steps", "steps of the way that could be gone next, up to four";
    Arrives: "arrives", "pawns", "whether the card brings the pawn to the goal";
    ArrivesFirst: "arrives.first", "pawns", "whether nobody else likely arrives before";
    StoneLate: "stone.late", "shares", "the share of the program before a card that lays stones";
    PlankLate: "plank.late", "shares", "the share before a card that lays planks";
    MoveLate: "move.late", "shares", "the share before a card that goes";
    RemoveLate: "remove.late", "shares", "the share before a card that removes";
    DragonLate: "dragon.late", "shares", "the share before a dragon";
    StoneShared: "stone.shared", "stones", "for a card that lays stones, those of the way that others miss too";
    PlankShared: "plank.shared", "planks", "for a card that lays planks, those of the way that others miss too";
    MoveFalls: "move.falls", "pawns", "for a card that goes, whether the pawn can step nowhere as things are";
    MoveOccupied: "move.occupied", "pawns", "for a card that goes, whether pawns stand where the way goes first";
    RemoveLacking: "remove.lacking", "planks", "for a remove, planks of the way that the reserve lacks";
    RemoveRival: "remove.rival", "planks", "for a remove, planks on the rival's way and off the own one";
    JumpPossible: "jump.possible", "pawns", "for a jump, whether there is a pawn to jump over, as things are";
    JumpGoal: "jump.goal", "pawns", "for a jump, whether it leads to the goal, as things are";
    DragonStops: "dragon.stops", "actions", "what the victim likely does of its way in this position";
    DragonArrival: "dragon.arrival", "pawns", "whether the victim likely arrives in this position";
    DragonInTime: "dragon.in_time", "pawns", "whether the victim likely arrives in this position or a later one";
    DragonRival: "dragon.rival", "players", "whether the victim is the rival, who needs least of the others";
    DragonAhead: "dragon.ahead", "actions", "how much less the victim needs than the player";
    Wins: "wins", "pawns", "whether the pawn goes to its goal";
    LayOthers: "lay.others", "players", "others whose way misses the stone or plank that is laid";
    LayRival: "lay.rival", "players", "whether the rival's way misses it";
    StoneWay: "stone.way", "stones", "whether the own way misses the stone";
    StoneFirst: "stone.first", "stones", "whether it is the first that the own way misses";
    StoneLayable: "stone.layable", "planks", "missing planks of the own way that can be laid because of the stone";
    StoneLinks: "stone.links", "spans", "spans from the stone where the longest plank of the reserve can be laid";
    PlankWay: "plank.way", "planks", "whether the own way misses the plank";
    PlankFirst: "plank.first", "planks", "whether it is the first that the own way misses";
    PlankSteps: "plank.steps", "steps", "if it is, steps that the player still goes in this round, up to three";
    PlankOverlong: "plank.overlong", "lengths", "how much longer the plank is than it has to be";
    PlankLength: "plank.length", "lengths", "the number on the plank that is laid or lost";
    PlankNeeded: "plank.needed", "planks", "whether the own way then lacks a plank more that the reserve does not have";
    PlankCloses: "plank.closes", "planks", "missing planks of the own way that could not be laid any more";
    PlankClosesOthers: "plank.closes.others", "planks", "such planks of the ways of others";
    PlankGain: "plank.gain", "actions", "how much cheaper the own way gets from an end before the pawn";
    TakeStone: "take.stone", "stones", "whether a stone is removed, and no plank";
    TakeWay: "take.way", "pieces", "whether the own way needs what is removed";
    TakeOthers: "take.others", "players", "others whose way needs it";
    TakeRival: "take.rival", "players", "whether the rival's way needs it";
    TakeLacking: "take.lacking", "planks", "whether the removed plank is long enough for one that the own way lacks";
    TakeTraps: "take.traps", "pawns", "pawns of others that can go nowhere then, twice if they are to go now";
    GoProgress: "go.progress", "actions", "how much cheaper the way is from there";
    GoVillage: "go.village", "pawns", "whether the pawn goes into a village that is not its goal";
    GoOnward: "go.onward", "places", "places that the pawn could step to from there, but for where it comes from";
    GoForward: "go.forward", "pawns", "whether one of them is nearer to the goal, and a step is still to come";
    GoBesideGoal: "go.beside_goal", "pawns", "whether the next step could lead to the goal";
    GoBlocks: "go.blocks", "players", "others whose way begins with the plank that the pawn goes onto";
}

/// Writes the features of moves of the player to act.
pub(super) fn write(state: &RiverDragons, moves: &[Move], table: &mut MoveTable) {
    let Some(seat) = state.turn().player() else { return };
    let survey = Survey::of(state, seat);
    table.left = share_left(state, |player| survey.cost(player));
    let programming = state.progress().is_none().then(|| Programming::of(&survey));
    for &mv in moves {
        let row = &mut table.new_row();
        match (mv, &programming) {
            (Move::Program(card), Some(programming)) => write_card(&survey, programming, card, row),
            (Move::Stone(island), _) => write_stone(&survey, SupportIdx::of_island(island), row),
            (Move::Plank(length, span), _) => write_plank(&survey, length, span, row),
            (Move::Lose(length), _) => write_spent(&survey, length, None, row),
            (Move::RemoveStone(island), _) => {
                row.set_flag(Index::TakeStone, true);
                write_taken(&survey.go_onto(SupportIdx::of_island(island)), row);
            }
            (Move::RemovePlank(plank), _) => write_taken_plank(&survey, plank, row),
            (Move::Step(to) | Move::Jump(_, to), _) => write_going(&survey, to, row),
            (Move::DealStart(_) | Move::Program(_), _) => {}
        }
    }
}

/// A card for the program.
fn write_card(survey: &Survey<'_>, programming: &Programming, card: Card, row: &mut FeatureRow<'_, Index>) {
    row.set_flag(kind(card), true);
    write_plan(survey, programming, card, row);
    match card {
        Card::STONE1 | Card::STONE2 => {
            row.set(Index::StoneLate, programming.late);
            row.set(Index::StoneShared, programming.shared_stones as f32);
        }
        Card::PLANK1 | Card::PLANK2 => {
            row.set(Index::PlankLate, programming.late);
            row.set(Index::PlankShared, programming.shared_planks as f32);
        }
        Card::MOVE1 | Card::MOVE2 => {
            row.set(Index::MoveLate, programming.late);
            write_first_step(survey, programming, row);
        }
        Card::REMOVE => {
            row.set(Index::RemoveLate, programming.late);
            row.set_count(Index::RemoveLacking, survey.lacking());
            row.set(Index::RemoveRival, removable_of_rival(survey) as f32);
        }
        Card::JUMP => {
            let stays = programming.walk.at == 0;
            row.set_flag(Index::JumpPossible, stays && programming.beside.pawns > 0);
            row.set_flag(Index::JumpGoal, stays && programming.beside.jump);
        }
        _ => write_dragon(survey, programming, card, row),
    }
}

/// The flag of a card.
fn kind(card: Card) -> Index {
    match card {
        Card::STONE1 => Index::Stone1,
        Card::STONE2 => Index::Stone2,
        Card::PLANK1 => Index::Plank1,
        Card::PLANK2 => Index::Plank2,
        Card::REMOVE => Index::Remove,
        Card::MOVE1 => Index::Move1,
        Card::MOVE2 => Index::Move2,
        Card::JUMP => Index::Jump,
        _ => Index::Dragon,
    }
}

/// What the card does of the way, and what the program can still do behind it.
fn write_plan(survey: &Survey<'_>, programming: &Programming, card: Card, row: &mut FeatureRow<'_, Index>) {
    let (before, used) = (&programming.walk, programming.used | card.bit());
    let mut after = *before;
    after.carry_out(card, card.actions());
    let helps = before.needs() - after.needs();
    let could = before.doable(programming.used, programming.left + 1);
    let can = after.doable(used, programming.left);
    let does = before.missing() as f32 - after.missing() as f32;
    row.set(Index::Helps, actions(helps).clamp(-MAX_ACTIONS, MAX_ACTIONS));
    row.set_flag(Index::Best, helps >= programming.best);
    row.set(Index::Loses, (could as f32 - does - can as f32).clamp(-MAX_ACTIONS, MAX_ACTIONS));
    row.set_flag(Index::PlanArrives, can == after.missing());
    row.set(Index::PlanLayable, after.layable().count_ones() as f32);
    row.set(Index::PlanReady, after.ready().min(4) as f32);
    if after.has_reached() && !before.has_reached() {
        row.set_flag(Index::Arrives, true);
        row.set_flag(Index::ArrivesFirst, programming.is_first(survey.state, survey.seat));
    }
}

/// What keeps a card from going, if the pawn has not gone before.
fn write_first_step(survey: &Survey<'_>, programming: &Programming, row: &mut FeatureRow<'_, Index>) {
    let (walk, beside) = (&programming.walk, &programming.beside);
    if walk.at > 0 {
        return;
    }
    let first = survey.way(survey.seat).and_then(|way| way.first_span(survey.pawn()));
    let is_bridged = first.is_some_and(|first| survey.ground.is_bridged(first));
    row.set_flag(Index::MoveFalls, !walk.at_home && beside.exits == 0 && walk.ready() == 0);
    row.set_flag(Index::MoveOccupied, is_bridged && !beside.is_next_free);
}

/// The planks of the rival's way that the own way does not need, and on which nobody stands.
fn removable_of_rival(survey: &Survey<'_>) -> usize {
    let is_free = |span: SpanIdx| {
        let on = |place: Place| place.as_plank().and_then(|plank| survey.state.span_of(plank)) == Some(span);
        !Seat::all(survey.state.n_players()).any(|player| on(survey.state.player(player).pawn()))
    };
    let is_removable =
        |&&(over, _): &&(SpanIdx, _)| survey.ground.is_bridged(over) && !survey.go_over(over).own && is_free(over);
    survey.way(survey.rival).map_or(0, |way| way.spans().iter().filter(is_removable).count())
}

/// What a dragon does to its victim.
fn write_dragon(survey: &Survey<'_>, programming: &Programming, card: Card, row: &mut FeatureRow<'_, Index>) {
    row.set(Index::DragonLate, programming.late);
    let Some(victim) = survey.others().find(|&other| Some(survey.state.player(other).color()) == card.color()) else {
        return;
    };
    let forecast = programming.forecast(victim);
    let ahead = actions(survey.cost(survey.seat) - survey.cost(victim));
    row.set(Index::DragonStops, actions(forecast.helps).clamp(0.0, MAX_ACTIONS));
    row.set_flag(Index::DragonArrival, forecast.arrival == Some(programming.position));
    row.set_flag(Index::DragonInTime, forecast.arrival.is_some_and(|arrival| programming.position <= arrival));
    row.set_flag(Index::DragonRival, victim == survey.rival);
    row.set(Index::DragonAhead, ahead.clamp(-MAX_ACTIONS, MAX_ACTIONS));
}

/// Others whose way misses what is laid.
fn write_laid(concerned: &Concerned, row: &mut FeatureRow<'_, Index>) {
    row.set(Index::LayOthers, concerned.others as f32);
    row.set_flag(Index::LayRival, concerned.rival);
}

/// A stone that is laid.
fn write_stone(survey: &Survey<'_>, stone: SupportIdx, row: &mut FeatureRow<'_, Index>) {
    let concerned = survey.go_onto(stone);
    write_laid(&concerned, row);
    row.set(Index::StoneLinks, f32::from(layable(&survey.ground, survey.longest, stone)));
    if concerned.own
        && let Some(way) = survey.way(survey.seat)
    {
        let mut missing = way.spans().iter().map(|&(_, to)| to).filter(|&to| !survey.ground.is_firm(to));
        row.set_flag(Index::StoneWay, true);
        row.set_flag(Index::StoneFirst, missing.next() == Some(stone));
        row.set(Index::StoneLayable, layable_from(survey, way, stone) as f32);
    }
}

/// The missing planks of the own way that can be laid once a stone of it lies.
fn layable_from(survey: &Survey<'_>, way: &Way, stone: SupportIdx) -> usize {
    let spans = &survey.state.rules().board.spans;
    let is_layable = |&&(over, _): &&(SpanIdx, SupportIdx)| {
        let ends = spans[over.index()].ends;
        let is_firm = |&end: &SupportIdx| end == stone || survey.ground.is_firm(end);
        ends.contains(&stone) && ends.iter().all(is_firm) && !survey.ground.is_blocked(over)
    };
    way.spans().iter().filter(is_layable).count()
}

/// A plank that is laid.
fn write_plank(survey: &Survey<'_>, length: u8, span: SpanIdx, row: &mut FeatureRow<'_, Index>) {
    write_spent(survey, length, Some(span), row);
    let shortest = survey.state.rules().board.spans[span.index()].length;
    row.set(Index::PlankOverlong, f32::from(length.saturating_sub(shortest)));
    let (own, others) = survey.gaps_closed_by(span);
    row.set(Index::PlankCloses, own as f32);
    row.set(Index::PlankClosesOthers, others as f32);
    let Some(way) = survey.way(survey.seat).filter(|_| !survey.ground.is_bridged(span)) else { return };
    let concerned = survey.go_over(span);
    write_laid(&concerned, row);
    row.set(Index::PlankGain, actions(survey.gain_of_plank(span)).min(MAX_ACTIONS));
    if concerned.own {
        let mut missing = way.spans().iter().map(|&(over, _)| over).filter(|&over| !survey.ground.is_bridged(over));
        row.set_flag(Index::PlankWay, true);
        if missing.next() == Some(span) {
            row.set_flag(Index::PlankFirst, true);
            row.set(Index::PlankSteps, f32::from(survey.coming_steps().min(3)));
        }
    }
}

/// A plank that leaves the reserve, and goes onto a span or out of the game.
fn write_spent(survey: &Survey<'_>, length: u8, onto: Option<SpanIdx>, row: &mut FeatureRow<'_, Index>) {
    row.set(Index::PlankLength, f32::from(length) + 1.0);
    row.set_flag(Index::PlankNeeded, survey.is_needed(length, onto));
}

/// Those whose way needs what is removed.
fn write_taken(concerned: &Concerned, row: &mut FeatureRow<'_, Index>) {
    row.set_flag(Index::TakeWay, concerned.own);
    row.set(Index::TakeOthers, concerned.others as f32);
    row.set_flag(Index::TakeRival, concerned.rival);
}

/// A plank that is removed.
fn write_taken_plank(survey: &Survey<'_>, plank: PlankIdx, row: &mut FeatureRow<'_, Index>) {
    if let Some(span) = survey.state.span_of(plank) {
        write_taken(&survey.go_over(span), row);
    }
    row.set_flag(Index::TakeLacking, survey.is_lacking(plank.length()));
    row.set(Index::TakeTraps, survey.trapped_without(plank) as f32);
}

/// A step or a jump to a place.
fn write_going(survey: &Survey<'_>, to: Place, row: &mut FeatureRow<'_, Index>) {
    let state = survey.state;
    let goal = state.goal(survey.seat);
    if to == Place::village(goal) {
        row.set_flag(Index::Wins, true);
        return;
    }
    row.set_flag(Index::GoVillage, to.as_village().is_some());
    if let Some(span) = to.as_plank().and_then(|plank| state.span_of(plank)) {
        row.set_flag(Index::GoBesideGoal, state.rules().board.spans[span.index()].ends.contains(&goal.support()));
        row.set(Index::GoBlocks, survey.blocked_on(span) as f32);
    }
    if survey.way(survey.seat).is_none() {
        return;
    }
    let costs = [survey.pawn(), to].map(|place| i32::from(survey.routes.cost_from(state, place)));
    let progress = costs[0] - costs[1];
    let (onward, is_any_nearer) = survey.onward(to);
    let goes_on = state.progress().is_some_and(|(_, left)| left > 1) || survey.coming_steps() > 0;
    row.set(Index::GoProgress, actions(progress).clamp(-MAX_ACTIONS, MAX_ACTIONS));
    row.set(Index::GoOnward, f32::from(onward));
    row.set_flag(Index::GoForward, is_any_nearer && goes_on);
}
