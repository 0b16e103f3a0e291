use super::*;

/// The most that any set of so many unused cards can do, by trying all of them.
fn slow_doable(missing: [u32; 3], reserve: u32, used: u16, cards: u32) -> u32 {
    let all = [Card::STONE1, Card::STONE2, Card::PLANK1, Card::PLANK2, Card::MOVE1, Card::MOVE2];
    let sets = (0_u16..1 << all.len()).filter(|set| set.count_ones() <= cards);
    let done = |set: u16| {
        let mut can = [0; 3];
        for (idx, card) in all.into_iter().enumerate() {
            let plays = set >> idx & 1 == 1 && used & card.bit() == 0;
            can[idx / 2] += u32::from(plays) * u32::from(card.actions());
        }
        can[0].min(missing[0]) + can[1].min(missing[1]).min(reserve) + can[2].min(missing[2])
    };
    sets.map(done).max().expect("a set")
}

#[test]
fn what_each_card_changes() {
    let mut checked = 0;
    for code in 0..1 << 11 {
        let [stones, planks, at, reserve] = [code & 15, code >> 4 & 15, code >> 8 & 1, code >> 9];
        for at_home in [false, true] {
            let walk = Walk { steps: 4, stones, planks, at: at as u32, reserve: reserve as i32, cost: 7, at_home };
            for (card, change) in FILLERS.into_iter().zip(walk.changes()) {
                assert_eq!(change, walk.needs_after(card) - walk.needs(), "{card:?} {walk:?}");
                checked += i32::from(change != 0);
            }
        }
    }
    assert!(checked > 1000, "{checked}");
}

#[test]
fn what_cards_can_do_at_most() {
    for code in 0..4_u32.pow(4) {
        let [stones, planks, steps, reserve] = [code % 4, code / 4 % 4, code / 16 % 4, code / 64];
        let bits = |count: u32| (1_u64 << count) - 1;
        let walk =
            Walk { steps, stones: bits(stones), planks: bits(planks), reserve: reserve as i32, ..Walk::default() };
        for (used, cards) in (0..1 << 8).step_by(7).flat_map(|used| (0..5).map(move |cards| (used, cards))) {
            let slow = slow_doable([stones, planks, steps], reserve, used, cards);
            assert_eq!(walk.doable(used, cards), slow, "{walk:?} {used:b} {cards}");
        }
    }
}
