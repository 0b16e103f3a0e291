use super::*;

#[test]
fn moves_stand_in_columns_with_their_numbers() {
    let texts = ["claim:1", "claim:2", "food", "wood", "swap:1-2"];
    let moves = texts.map(|text| LegalMove { text: text.to_owned(), parts: Vec::new(), is_final: false });
    let text = |part, lines, width| moves_text(&moves, part, lines, width, Paint::Plain);
    assert_eq!(text("", 12, 24), "  1 claim:1   4 wood\n  2 claim:2   5 swap:1-2\n  3 food\n");
    assert_eq!(text("o", 12, 80), "  3 food  4 wood\n");
    assert_eq!(text("", 1, 24).lines().next(), Some("  1 claim:1   2 claim:2"));
    assert!(text("", 1, 24).contains("and 3 more"));
    assert_eq!(text("nothing", 12, 80), "");
}
