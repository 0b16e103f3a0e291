use super::*;

#[test]
fn long_labels_lose_their_middle() {
    assert_eq!(shortened_to("abcdefghij", 7), "abcd…ij");
    assert_eq!(shortened_to("abcdefg", 7), "abcdefg");
    assert_eq!(shortened(&"b".repeat(70)), format!("{}…{}", "b".repeat(30), "b".repeat(15)));
}
