use super::*;

#[test]
fn equal_hands_are_equal() {
    let (mut one, mut other) = (Hand::default(), Hand::default());
    for card in [7, 3, 50, 3] {
        one.put(Card(card));
    }
    for card in [3, 50, 3, 9, 7] {
        other.put(Card(card));
    }
    other.take(Card(9));
    assert_eq!(one, other);
    assert_eq!(one.cards(), [3, 3, 7, 50].map(Card));
}

#[test]
fn hands_are_in_order() {
    for sequence in 0..10_000_u32 {
        let (mut hand, mut list) = (Hand::default(), Vec::new());
        for digit in sequence.to_string().bytes() {
            let card = Card(digit % 6);
            if let Some(place) = list.iter().position(|&other| other == card) {
                list.remove(place);
                hand.take(card);
            } else {
                list.extend([card, card]);
                list.sort_unstable();
                hand.put(card);
                hand.put(card);
            }
            assert_eq!((hand.cards(), usize::from(hand.len())), (&list[..], list.len()));
        }
    }
}
