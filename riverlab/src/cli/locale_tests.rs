use super::*;

#[test]
fn drawings_are_drawn_in_ascii() {
    assert_eq!(to_ascii("····─●─··|  █▆▃▁  |"), "....-o-..|  #=:_  |");
    assert!(to_ascii("ä … x").is_ascii());
}
