use super::*;

#[test]
fn lines_come_where_they_are_asked_for() {
    let progress = Progress { stage: 2, games: 1_500, of: 6_000 };
    let line = |kind, pause| StudyBar::of_kind(kind, pause).next(progress);
    let (none, minute) = (Duration::ZERO, LINE);
    let now = line(ProgressKind::Lines, none).expect("a line");
    assert!(now.starts_with("1,500/6,000 games, stage 2, ") && now.ends_with(" left"), "{now}");
    assert_eq!(line(ProgressKind::Lines, minute), None);
    assert_eq!([ProgressKind::Bar, ProgressKind::None].map(|kind| line(kind, none)), [None, None]);
}
