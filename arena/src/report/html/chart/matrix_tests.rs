use super::*;

#[test]
fn cells_have_numbers_and_colors() {
    let labels = ["A", "B"].map(|letter| (letter.to_owned(), "bot".to_owned())).to_vec();
    let shares = vec![vec![None, Some(0.75)], vec![Some(0.25), None]];
    let matrix = Matrix { name: "pairs".to_owned(), caption: "Pairs".to_owned(), labels, shares };
    let text = matrix.picture().into_string();
    for part in [
        r#"<rect class="above" x="50%" width="50%" y="34" height="34" fill-opacity="0.23"></rect>"#,
        r#"<text class="number" x="75%" y="55">.75</text>"#,
        r#"<rect class="below" x="0%" width="50%" y="68" height="34" fill-opacity="0.23"></rect>"#,
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
    assert_eq!(["1.00", ".50"], [1.0, 0.499].map(share_text));
}
