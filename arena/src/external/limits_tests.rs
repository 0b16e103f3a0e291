use super::*;

#[test]
fn processes_are_read_whatever_their_name() {
    let stat = "71 (a) b (c) S 1 70 70 0 -1 4194560 1 0 0 0 0 0 0 0 20 0 1 0 5 1000 321 99 1 1 0";
    assert_eq!(ProcessStat::parse(stat), Some(ProcessStat { state: 'S', group: 70, pages: 321 }));
    assert_eq!(ProcessStat::parse("71 (cut) S 1"), None);
    assert!(!all_processes().is_empty());
}
