use super::*;

fn check(bots: usize, pairs: &[(u16, u16)], of: &[usize], separated: bool) {
    let mut beaten = Beaten::new(bots);
    for &(above, below) in pairs {
        beaten.insert(above, below);
    }
    let groups = beaten.groups();
    assert_eq!((groups.of.as_slice(), groups.separated), (of, separated), "{pairs:?}");
    assert_eq!(groups.members().len(), groups.count);
}

#[test]
fn groups_are_those_who_met() {
    check(0, &[], &[], false);
    check(3, &[], &[0, 1, 2], false);
    check(2, &[(1, 0)], &[0, 0], true);
    check(3, &[(0, 1), (1, 2), (2, 0)], &[0, 0, 0], false);
    check(5, &[(4, 0), (0, 4), (3, 1), (1, 3), (1, 1)], &[0, 1, 2, 1, 0], false);
    check(4, &[(0, 1), (1, 0), (2, 3), (3, 2), (1, 2)], &[0, 0, 0, 0], true);
}
