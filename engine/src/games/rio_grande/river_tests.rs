use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use super::*;
use crate::games::rio_grande::{Move, RioGrande, RioRules};
use crate::{Game, GameRules, Turn};

/// What the bridges on the first cards of a river come to, card by card.
fn counted(state: &RioGrande, river: RiverIdx, count: usize) -> BridgeSums {
    let (cards, mut sums) = (state.rivers.cards(river), BridgeSums::default());
    for (place, seat) in (0..count).filter_map(|place| Some((place, cards[place].bridge()?))) {
        let lakes = cards[place..].iter().filter(|laid| laid.card().kind() == CardKind::Lake).count();
        let points = state.points_of_bridge((cards.len() - place) as i32, lakes as i32) as u16;
        assert_eq!(state.rivers.points_at(river, place), points);
        sums.count[seat.index()] += 1;
        sums.points[seat.index()] += points;
    }
    sums
}

fn check(state: &RioGrande) {
    let (rivers, mut all, mut fresh) = (&state.rivers, BridgeSums::default(), Vec::new());
    for river in (0..MAX_RIVERS as u8).map(RiverIdx) {
        let len = rivers.len(river);
        assert!((0..=len).all(|count| rivers.sums_upstream(river, count) == counted(state, river, count)), "{state}");
        assert_eq!(*rivers.sums(river), counted(state, river, len), "{state}");
        assert_eq!(rivers.bridges(river), rivers.cards(river).iter().filter(|laid| laid.bridge().is_some()).count());
        all.add(rivers.sums(river));
        fresh.extend((len - rivers.fresh(river)..len).map(|place| (river, place, rivers.cards(river)[place])));
    }
    assert_eq!((rivers.all_sums(), rivers.fresh_cards().collect::<Vec<_>>()), (all, fresh));
    for card in Card::all().filter(|card| card.landscape().is_some()) {
        let fits = |last: Card| last.water() == card.water() || last.landscape() == card.landscape();
        let set = rivers.iter().filter(|&river| rivers.cards(river).last().is_some_and(|last| fits(last.card())));
        assert_eq!(rivers.continued_by(card), set.fold(0, |set, river| set | 1 << river.0));
    }
}

#[test]
fn what_rivers_remember_is_what_lies_there() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
    let (mut legal, mut most) = (Vec::new(), 0);
    for players in [2, 3, 5].repeat(6) {
        let mut state = RioGrande::new(RioRules::standard(), players);
        while state.turn() != Turn::Over {
            check(&state);
            if state.turn() == Turn::Chance {
                state.play_unchecked(state.draw(&mut rng));
                continue;
            }
            state.legal_moves(&mut legal);
            // Bridges become many where they are built.
            let mv = legal.iter().copied().find(|mv| matches!(mv, Move::Bridge(..)));
            state.play_unchecked(mv.unwrap_or_else(|| legal[rng.random_range(0..legal.len())]));
            most = most.max(state.rivers.bridges.iter().sum());
        }
    }
    assert!(most > 9, "{most} bridges");
}
