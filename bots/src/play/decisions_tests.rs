use super::*;

fn text(indexes: impl IntoIterator<Item = usize>) -> String {
    let mut text = Vec::new();
    indexes.into_iter().for_each(|index| encode(&mut text, index));
    String::from_utf8(text).expect("letters and digits")
}

#[test]
fn indexes_read_as_they_are_written() {
    assert_eq!(text([0, 25, 26, 51, 52, 103, 104, 571, 572, 626]), "azAZ1a1Z2a10Z11a12c");
    let indexes = || (0..2000).chain([usize::MAX - 1, usize::MAX]);
    assert!(decode(&text(indexes())).eq(indexes().map(Ok)));
}

#[test]
fn nothing_else_is_read() {
    for wrong in ["0a", "1", "12", "a-", "a b", "1-a", "é", "99999999999999999999a", "18446744073709551615Z", "a,b"] {
        assert!(decode(wrong).any(|index| index.is_err()), "{wrong}");
    }
    assert_eq!(decode("").next(), None);
}
