use super::*;
use crate::games::rio_grande::{CardKind, Landscape, Water};

fn load(sets: &[&str]) -> Result<RioRules, String> {
    let source = RulesSource { file: None, sets: sets.iter().map(|&set| set.to_owned()).collect() };
    RioRules::load(&source).map_err(|error| error.to_string())
}

#[test]
fn the_embedded_cards_are_those_of_the_booklet() {
    let full = RioRules::standard().cards.full();
    let count = |fits: &dyn Fn(Card) -> bool| -> u32 {
        Card::all().filter(|&card| fits(card)).map(|card| RioRules::standard().cards.count(&full, card.0)).sum()
    };
    assert_eq!(full.len(), 165);
    let kinds = CardKind::ALL.map(|kind| count(&|card| card.kind() == kind));
    assert_eq!(kinds, [108, 24, 12, 12, 9]);
    assert_eq!(Water::ALL.map(|water| count(&|card| card.water() == water)), [55; 3]);
    assert_eq!(Landscape::ALL.map(|landscape| count(&|card| card.landscape() == Some(landscape))), [39; 4]);
    let provenance_counts = RioRules::standard().provenance_counts();
    assert_eq!((provenance_counts.rulebook, provenance_counts.review, provenance_counts.reconstructed), (12, 0, 0));
}

#[test]
fn faults_name_key_and_value() {
    for (set, expected) in [
        ("cards.lake=11", "--set: cards.lake: 11 is not from 0 to 10"),
        ("cards.river=10", "--set: cards: 177 cards: the box has 165"),
        ("cards.ford=1", "--set: cards.ford: unknown field `ford`, expected one of"),
        ("players.hand=10", "--set: players.hand: 10 is not from 1 to 9"),
        ("turn.actions=0", "--set: turn.actions: 0 is not from 1 to 9"),
        ("rivers.at_most=7", "--set: rivers.at_most: 7 is not from 1 to 6"),
    ] {
        let message = load(&[set]).expect_err(set);
        assert!(message.starts_with(expected), "{set}: {message}");
    }
    let message = load(&["cards.river=0", "cards.mouth=0", "cards.bend=0"]).expect_err("too few");
    assert_eq!(message, "--set: cards: 21 cards: 5 players are dealt 25, and some must be left");
}
