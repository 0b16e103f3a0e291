use std::sync::atomic::Ordering;

use riverlab_arena::store::file_names::{EFFECTS, SCREEN, SUGGESTED, SUGGESTION};
use riverlab_arena::table::GameTable;
use riverlab_engine::RulesSource;
use riverlab_engine::games::the_river::TheRiver;

use super::*;
use crate::balance::request::StudyRequest;
use crate::balance::runner::Progress;

/// A study that is interrupted as soon as something of this stage is played: before the first one for 0.
fn interrupted(task: Task, intervention: &str, confirm: u64, stage: usize) -> PlayedStudy {
    try_interrupted(task, intervention, confirm, stage).expect("it is played")
}

fn try_interrupted(task: Task, intervention: &str, confirm: u64, stage: usize) -> Result<PlayedStudy, ArenaError> {
    let request = StudyRequest {
        programs: riverlab_arena::external::programs::Programs::default(),
        task,
        players: 2,
        bots: vec!["greedy".parse().expect("a bot")],
        components: ["shed-a", "fort-a", "mill-a", "inn-a"].map(str::to_owned).to_vec(),
        interventions: vec![intervention.parse().expect("one")],
        margin: 0.01,
        deals: 30,
        confirm,
        budget: None,
        seed: 1,
    };
    let source = RulesSource { file: None, sets: vec!["building.shed-a.points=25".to_owned()] };
    let table = GameTable::<TheRiver>::open(&source).expect("tables");
    let plan = request.plan(&table).expect("a plan");
    let stop = AtomicBool::new(stage == 0);
    let mut count = |progress: Progress| stop.store(progress.stage >= stage, Ordering::Relaxed);
    let mut runner = StudyRunner { threads: 1, stop: &stop, crew: None, progress: &mut count };
    run_in_memory(&plan, &table, &mut runner)
}

fn names(report: &Report) -> Vec<&'static str> {
    report.files().iter().map(|(name, _)| *name).collect()
}

fn table(report: &Report, name: &str) -> Vec<u8> {
    report.files().into_iter().find(|(other, _)| *other == name).expect("a table").1
}

#[test]
fn interrupted_suggestions_show_the_first_stage() {
    let PlayedStudy { result, report: complete, .. } = interrupted(Task::Suggestion, "grant", 20, usize::MAX);
    let stages = result.stages.len();
    assert!(result.is_complete && stages > 2, "{stages} stages");
    assert_eq!(names(&complete), [EFFECTS, SUGGESTED, SUGGESTION]);
    let mut screened: Option<Vec<u8>> = None;
    for stage in [2, 3, stages / 2, stages] {
        let PlayedStudy { result, report, .. } = interrupted(Task::Suggestion, "grant", 20, stage);
        // A stage may be over with its first batch.
        if result.is_complete {
            continue;
        }
        assert!(result.stages.len() >= stage);
        let text = report.text.to_string();
        assert!(text.starts_with("not complete: "), "{text}");
        assert_eq!(names(&report), [EFFECTS]);
        let effects = table(&report, EFFECTS);
        assert_eq!(*screened.get_or_insert_with(|| effects.clone()), effects, "in stage {stage}");
    }
    assert!(screened.is_some());
}

#[test]
fn interrupted_confirmations_do_not_count() {
    let PlayedStudy { result, report: complete, .. } = interrupted(Task::Effects, "grant", 1000, usize::MAX);
    assert!(result.is_complete);
    assert_eq!(names(&complete), [EFFECTS, SCREEN]);
    let PlayedStudy { result, report, .. } = interrupted(Task::Effects, "grant", 1000, 2);
    assert!(!result.is_complete && result.stages[1].deals() < 1000);
    assert_eq!(names(&report), [EFFECTS]);
    assert_eq!(table(&report, EFFECTS), table(&complete, SCREEN));
    let text = report.text.to_string();
    assert!(text.contains(" of 1000 deals of stage 2 are played"), "{text}");
    assert!(!text.contains("fresh deals"), "{text}");
}

#[test]
fn a_study_of_which_nothing_is_played_says_so() {
    for task in [Task::Effects, Task::Suggestion] {
        let confirm = u64::from(task == Task::Suggestion);
        let PlayedStudy { result, report, .. } = interrupted(task, "ban", confirm, 0);
        assert_eq!((result.is_complete, report.files().len()), (false, 0));
        let text = report.text.to_string();
        assert!(text.starts_with("not complete: 0 of 30 deals of stage 1 are played"), "{text}");
    }
    // Under which tables it is to be played is not known yet.
    let readings = Task::Sensitivity(vec!["building.inn-a.*".to_owned()]);
    assert!(matches!(try_interrupted(readings, "ban", 0, 0), Err(ArenaError::Interrupted)));
}
