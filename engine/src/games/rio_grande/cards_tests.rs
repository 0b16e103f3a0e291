use super::*;

#[test]
fn cards_are_what_their_names_say() {
    let names: Vec<String> = Card::all().map(Card::name).collect();
    assert_eq!(
        (names.len(), &*names[0], &*names[23], &*names[50]),
        (51, "river-forest-blue", "mouth-rock-brown", "sandbank-brown")
    );
    for card in Card::all() {
        assert_eq!(Card::named(&card.name()), Some(card));
        match card.landscape() {
            Some(landscape) => assert_eq!(Card::new(card.kind(), landscape, card.water()), card),
            None => assert_eq!(Card::sandbank(card.water()), card),
        }
    }
    assert_eq!(Card::named("river-blue"), None);
}
