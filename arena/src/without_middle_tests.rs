use super::*;

#[test]
fn long_texts_lose_their_middle() {
    let shown = |text, mark: fn(usize) -> String| without_middle(text, 7, [4, 2], mark).into_owned();
    assert_eq!(shown("abcdefghij", |_| "…".to_owned()), "abcd…ij");
    assert_eq!(shown("abcdefghij", |left| format!("[{left}]")), "abcd[4]ij");
    assert_eq!(shown("äbcdefg", |_| "…".to_owned()), "äbcdefg");
}
