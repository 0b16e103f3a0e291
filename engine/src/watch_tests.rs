use super::*;

#[test]
fn what_is_noted_is_taken_once() {
    let watch = Watch::default();
    let (first, second) = (Seat::FIRST, Seat::new(1));
    for component in [200, 3, 64, 3] {
        watch.note(second, ComponentIdx(component));
    }
    let taken = |seat| {
        let mut all = Vec::new();
        watch.take(seat, |component| all.push(component.0));
        all
    };
    assert_eq!((taken(first), taken(second), taken(second)), (vec![], vec![3, 64, 200], vec![]));
}
