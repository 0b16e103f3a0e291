use super::*;

#[test]
fn verdicts_change_only_where_effects_differ() {
    for (given, under, q, expected) in [
        (Verdict::Strong, Verdict::Strong, 0.9, Robustness::Holds),
        (Verdict::Strong, Verdict::Balanced, 0.9, Robustness::Open),
        (Verdict::Strong, Verdict::Balanced, 0.01, Robustness::Changes),
        (Verdict::Strong, Verdict::Undecided, 0.01, Robustness::Open),
        (Verdict::Undecided, Verdict::Weak, 0.01, Robustness::Open),
    ] {
        assert_eq!(robustness(given, under, q), expected, "{given:?} {under:?} {q}");
    }
}

#[test]
fn patterns_mean_alternatives_by_name_or_key() {
    let alternative = |id: &str, covers: &[&str]| Alternative {
        id: id.to_owned(),
        covers: covers.iter().map(|&key| key.to_owned()).collect(),
        sets: Vec::new(),
        why: String::new(),
    };
    let all = [alternative("a.points-1", &["a.points"]), alternative("counts/1", &["tile.x.count", "tile.y.count"])];
    let count = |patterns: &[&str]| {
        let patterns: Vec<String> = patterns.iter().map(|&pattern| pattern.to_owned()).collect();
        chosen(&all, &patterns).map(|found| found.len()).map_err(|error| error.to_string())
    };
    assert_eq!(count(&[]), Ok(2));
    assert_eq!(count(&["a.*"]), Ok(1));
    assert_eq!(count(&["tile.*.count", "a.points"]), Ok(2));
    assert_eq!(count(&["b"]), Err("--readings \"b\": means none of 2 alternatives, such as a.points-1".to_owned()));
    assert!(chosen(&[], &[]).is_err());
}
