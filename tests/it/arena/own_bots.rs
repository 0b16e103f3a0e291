//! Bots of one's own in runs: in the registry, by name, and what happens when one plays a move that the rules do not allow.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use rand::RngExt;
use riverlab_arena::error::ArenaError;
use riverlab_arena::plan::{Plan, Request};
use riverlab_arena::run::runner::PlaySettings;
use riverlab_arena::run::session::Session;
use riverlab_arena::store::run_dir::OnExisting;
use riverlab_arena::table::GameTable;
use riverlab_bots::{Bot, BotInfo, BotKind, BotRegistry, BotRng, Evaluate, Options, SpecError, View};
use riverlab_engine::games::the_river::{RiverRules, TheRiver};
use riverlab_engine::{Game, GameRules, Seat};

/// A bot that plays at random, and in one of a thousand decisions a move that is not legal, unless it is `MENDED`.
struct Rogue<const MENDED: bool>;

impl<const MENDED: bool> BotKind for Rogue<MENDED> {
    const INFO: BotInfo =
        BotInfo { name: "rogue", summary: "plays what it should not", options: &[], source: "a test" };

    fn build<G: Evaluate>(_options: &Options<'_>) -> Result<Box<dyn Bot<G>>, SpecError> {
        Ok(Box::new(Rogue::<MENDED>))
    }
}

impl<G: Game, const MENDED: bool> Bot<G> for Rogue<MENDED> {
    fn choose(&mut self, view: &View<'_, G>, rng: &mut BotRng) -> G::Move {
        let mv = view.random_move(&mut Vec::new(), rng);
        let position = view.sample(rng);
        if rng.random_range(0..1000) > 0 || MENDED {
            return mv;
        }
        position.all_moves().into_iter().find(|&mv| !position.is_legal(mv)).expect("not all moves are legal")
    }
}

fn registry<const MENDED: bool>() -> BotRegistry {
    let mut registry = BotRegistry::standard().clone();
    registry.add::<Rogue<MENDED>, TheRiver>();
    registry
}

/// Plays a tournament, or what is left of it.
fn play(folder: &Path, bots: &BotRegistry, threads: usize) -> Result<(), ArenaError> {
    let table = GameTable::<TheRiver>::standard().with_bots(bots.clone());
    let specs = ["rogue", "greedy"].map(|text| text.parse().expect("a spec")).to_vec();
    let plan = Plan::new(Request::tournament(2, specs, 40, 1), &table)?;
    let mut session = Session::open(folder, &plan, &table, OnExisting::Continue)?;
    let stop = AtomicBool::new(false);
    let settings = PlaySettings::new(threads, &stop);
    session.play(settings, |_| ())?;
    session.finish().map(|_| ())
}

fn games(folder: &Path) -> String {
    std::fs::read_to_string(folder.join("games.csv")).expect("a journal")
}

#[test]
fn an_illegal_move_names_the_bot_and_nothing_finished_is_lost() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    play(&at("whole"), &registry::<true>(), 2).expect("a mended bot plays it all");
    let mut messages = Vec::new();
    for (name, threads) in [("one", 1), ("two", 2)] {
        let error = play(&at(name), &registry::<false>(), threads).expect_err("an illegal move");
        assert_eq!(error.exit_code(), 1);
        messages.push(error.to_string());
        let kept = games(&at(name));
        assert!(games(&at("whole")).starts_with(&kept) && kept.lines().count() > 1, "{kept}");
    }
    assert_eq!(messages[0], messages[1], "the first game in the order of the schedule");
    let message = &messages[0];
    assert!(message.starts_with("bot rogue, game ") && message.contains(": illegal move "), "{message}");
    for name in ["one", "two"] {
        play(&at(name), &registry::<true>(), 2).expect("it goes on once the bot is mended");
        assert_eq!(games(&at(name)), games(&at("whole")));
    }
}

#[test]
fn bots_of_ones_own_are_known_for_the_games_that_they_were_added_for() {
    let registry = registry::<true>();
    let names: Vec<&str> = registry.infos().map(|info| info.name).collect();
    assert_eq!(names, ["random", "greedy", "ply", "flat", "mcts", "rogue"]);
    let spec = "rogue".parse().expect("a spec");
    assert!(registry.build::<TheRiver>(&spec).is_ok());
    assert!(registry.build::<riverlab_engine::ModifiedGame<TheRiver>>(&spec).is_ok());
    let error = registry.build::<riverlab_engine::games::toy::Dice>(&spec).err().expect("not added for this game");
    assert_eq!(error.to_string(), "bot \"rogue\" is unknown: allowed are random, greedy, ply, flat, mcts, rogue");
    let position = TheRiver::new(RiverRules::standard(), 2);
    assert!(View::new(&position, Seat::FIRST).position().is_some());
}
