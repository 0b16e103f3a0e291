use super::*;

fn players() -> [Actor; 2] {
    [0, 1].map(|seat| Actor::player(Seat::new(seat)))
}

fn tree(max_nodes: usize) -> Tree<u8> {
    let mut tree = Tree::new(max_nodes, Knows::All);
    tree.reset(1, 0);
    tree
}

fn moves(tree: &Tree<u8>, id: NodeId) -> Vec<u8> {
    tree.children(id).map(|child| tree.branch(child).mv).collect()
}

#[test]
fn children_are_found_again_when_their_node_has_grown() {
    let ([p1, p2], mut tree) = (players(), tree(1000));
    for round in 0..3 {
        let mut hint = 0;
        for mv in 0..40 {
            let child = tree.find_or_add(0, mv, p1, &mut hint, || 0.5).expect("room");
            assert_eq!((tree.visit(child, 0.5), tree.branch(child).mv), (f64::from(round + 1) / 2.0, mv));
            let grandchild = tree.find_or_add(child, mv + 1, p2, &mut 0, || 0.0).expect("room");
            assert_eq!(tree.find(child, mv + 1, p2), Some(grandchild));
        }
    }
    assert_eq!(moves(&tree, 0), (0..40).collect::<Vec<u8>>());
    // The same move of another player is another node; unseen moves are all one.
    assert_eq!(tree.find(0, 3, p2), None);
    let unseen = p1.unseen();
    let one = tree.find_or_add(0, 7, unseen, &mut 0, || 0.0);
    assert!(one.is_some() && one == tree.find_or_add(0, 8, unseen, &mut 0, || 0.0) && one != tree.find(0, 7, p1));
}

#[test]
fn what_does_not_fit_is_refused_and_nothing_changes() {
    let ([p1, _], mut tree) = (players(), tree(8));
    assert!(!tree.expand(0, &[1, 2, 3, 4, 5, 6, 7, 8], p1, |_| 0.0));
    assert!(tree.expand(0, &[1, 2, 3, 4], p1, |_| 0.0));
    assert_eq!(tree.find_or_add(0, 9, p1, &mut 0, || 0.0), None);
    assert_eq!((tree.len(), moves(&tree, 0)), (5, vec![1, 2, 3, 4]));
}

#[test]
fn keeping_a_part_keeps_all_that_is_below() {
    let ([p1, p2], mut tree) = (players(), tree(1000));
    assert!(tree.expand(0, &[1, 2, 3], p1, |_| 0.0));
    for child in tree.children(0) {
        assert!(tree.expand(child, &[10, 20], p2, |_| 0.0));
        for (grandchild, visits) in tree.children(child).zip(1..) {
            tree.set_visits(grandchild, visits);
            assert!(tree.expand(grandchild, &[100], p1, |_| 0.0));
        }
    }
    let kept = tree.find(0, 2, p1).expect("a child");
    tree.set_visits(kept, 5);
    tree.keep_below(kept);
    assert_eq!((tree.len(), tree.branch(0).visits, moves(&tree, 0)), (5, 5, vec![10, 20]));
    let visits: Vec<u32> = tree.children(0).map(|child| tree.branch(child).visits).collect();
    assert_eq!(visits, [1, 2]);
    assert!(tree.children(0).all(|child| moves(&tree, child) == [100]));
    // It grows on as before.
    assert!(tree.find_or_add(0, 30, p2, &mut 0, || 0.0).is_some());
    assert_eq!(moves(&tree, 0), [10, 20, 30]);
}

#[test]
fn a_tree_that_knows_little_grows_like_any_other() {
    let [p1, p2] = players();
    let grow = |knows| {
        let mut tree = Tree::new(200, knows);
        tree.reset(1, 0);
        assert!(tree.expand(0, &[1, 2, 3], p1, |&mv: &u8| 1.0 / f32::from(mv)));
        for child in tree.children(0) {
            assert!(tree.expand(child, &[10, 20], p2, |_| 0.0));
        }
        let below = tree.find(0, 1, p1).expect("a child");
        assert!(tree.expand(tree.find(below, 20, p2).expect("a child"), &[1, 2, 3], p1, |_| 0.0));
        tree.keep_below(below);
        assert_eq!((tree.len(), moves(&tree, 0)), (6, vec![10, 20]));
        tree.keep_below(tree.find(0, 20, p2).expect("a child"));
        for child in tree.children(0) {
            assert!(tree.expand(child, &[10, 20], p2, |_| 0.0));
        }
        let kept = tree.find(0, 2, p1).expect("a child");
        tree.visit(kept, 0.5);
        for mv in 30..40 {
            let added = tree.find_or_add(kept, mv, p2, &mut 0, || 0.0).expect("room");
            tree.set_available(added, u32::from(mv));
        }
        tree.keep_below(kept);
        let children = tree.children(0).map(|child| (tree.branch(child).mv, tree.available(child)));
        (tree.total(0), tree.len(), children.collect::<Vec<_>>())
    };
    let (total, len, children) = grow(Knows::Visits);
    assert!(total == 0.5 && len == 13 && children[..3] == [(10, 0), (20, 0), (30, 30)], "{len} {children:?}");
    assert_eq!(grow(Knows::All), (total, len, children));
}

#[test]
fn sums_are_those_in_double_precision() {
    let halves = |count: i32| (0..count).map(|idx| f64::from(idx % 3) / 2.0);
    let shares = (0..1000).map(|idx| f64::from(1.0 / (1 + idx % 7) as f32));
    let one_among_many = (0..1000).map(|idx| if idx == 700 { 0.1 } else { 0.5 });
    // So much that halves are lost beside it in single precision.
    let large = [f64::from(1 << 23), 1.0, 0.5];
    let cases: [(Vec<f64>, Knows); 4] = [
        (halves(1000).collect(), Knows::Visits),
        (shares.collect(), Knows::All),
        (one_among_many.collect(), Knows::All),
        (large.to_vec(), Knows::All),
    ];
    for (values, knows) in cases {
        let mut tree = Tree::new(10, Knows::Visits);
        tree.reset(1, 0);
        assert!(tree.expand(0, &[1, 2], players()[0], |_| 0.0));
        let mut expected = [0.0; 3];
        for (idx, value) in values.iter().enumerate() {
            let id = if idx % 5 == 4 { 2 } else { 1 };
            for id in [0, id] {
                expected[id] += value;
                assert_eq!(tree.visit(id as NodeId, *value), expected[id]);
            }
        }
        assert_eq!(tree.knows, knows);
        let found = [0, 1, 2].map(|id| (tree.total(id), tree.prior(id), tree.available(id)));
        assert_eq!(found, expected.map(|sum| (sum, 0.0, 0)));
    }
}
