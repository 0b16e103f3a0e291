use super::*;

#[test]
fn every_number_is_an_action_of_its_own() {
    for number in 0..ACTIONS {
        let action = Action::of(number).expect("an action");
        assert_eq!(action.number(), number, "{}", action.name());
        if let Action::Bend(_, _, [first, second]) = action {
            assert!(first < second && second < MAX_BRIDGES);
        }
    }
    assert!(Action::of(ACTIONS).is_none());
}
