use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

use super::*;
use crate::games::the_river::BuildingId;
use crate::games::the_river::RiverRules;
use crate::games::the_river::costs::Costs;
use crate::{Game, GameRules, RulesSource, Seat, Turn};

/// Compares the counts in random games; returns the largest, and how often a building could be paid that costs more
/// than is counted by words.
fn check_counts(rules: &'static RiverRules) -> (u32, u32) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(4);
    let (mut buffer, mut largest, mut dear) = (Vec::new(), 0, 0);
    for _ in 0..200 {
        let mut state = TheRiver::new(rules, 4);
        while state.turn() != Turn::Over {
            if state.turn() == Turn::Chance {
                state.play_unchecked(state.draw(&mut rng));
                continue;
            }
            let builds = state.options().builds;
            let mut listed = 0;
            state.each_payment(builds, |_, _| listed += 1);
            assert_eq!(state.count_payments(builds), listed, "{state}");
            largest = largest.max(listed);
            dear += set_bits(builds).filter(|&place| state.price(place.into()).2 > MAX_COUNTED).count() as u32;
            state.play_unchecked(state.random_move(&mut buffer, &mut rng));
        }
    }
    (largest, dear)
}

#[test]
fn payments_are_counted_without_listing_them() {
    let (largest, dear) = check_counts(RiverRules::standard());
    assert!(largest > 10 && dear == 0, "{largest} {dear}");
    let (_, dear) = check_counts(rules_with(["mill-a.cost.wood=4", "mill-a.cost.clay=4"]));
    assert!(dear > 0);
}

fn rules_with<const SETS: usize>(of_buildings: [&str; SETS]) -> &'static RiverRules {
    let sets = of_buildings.map(|set| format!("building.{set}")).to_vec();
    Box::leak(Box::new(RiverRules::load(&RulesSource { file: None, sets }).expect("tables")))
}

/// Of a reserved building less is paid than it costs of one resource alone.
#[test]
fn payments_for_buildings_of_one_resource_are_counted() {
    let rules = rules_with(["mill-a.cost.wood=8", "mill-a.cost.clay=0", "mill-a.cost.stone=0"]);
    let id = rules.buildings.iter().position(|building| building.id == "mill-a").expect("a building");
    let mut state = TheRiver::new(rules, 2);
    let (reserved, mut most) = (1 << MAX_BUILDING_SLOTS, 0);
    for (wood, food) in (0..=9).flat_map(|wood| (0..=5).map(move |food| (wood, food))) {
        let player = &mut state.players[Seat::FIRST];
        (player.held, player.reserved[0]) = (Bundle::new(wood, 1, 0, food), BuildingId(id as u8));
        player.reserved_count = 1;
        let mut listed = 0;
        state.each_payment(reserved, |_, _| listed += 1);
        assert_eq!(state.count_payments(reserved), listed, "{wood} {food}");
        most = most.max(listed);
    }
    assert_eq!(most, 6, "seven wood, or six and a food, and so on");
}

#[test]
fn all_slots_at_once_are_payable_as_one_by_one() {
    let all = bundles_up_to(5);
    let costs: Vec<Bundle> = all.iter().map(|bundle| bundle.without_food()).collect();
    let (mut display, mut payable) = (Costs::default(), 0);
    for (idx, &held) in all.iter().enumerate() {
        let in_slots: [Bundle; MAX_BUILDING_SLOTS] = std::array::from_fn(|slot| costs[(idx * 7 + slot) % costs.len()]);
        for (slot, cost) in (0..).map(Slot).zip(in_slots) {
            display.set(slot, cost);
        }
        for food in 0..4 {
            let expected = in_slots.map(|cost| cost.total() - cost.min(held).total() <= food);
            let found = display.payable(held, food);
            assert_eq!(std::array::from_fn(|slot| found >> slot & 1 == 1), expected, "{held} {in_slots:?}");
            payable += found.count_ones();
        }
    }
    assert!(payable > 500);
    for slot in (0..MAX_BUILDING_SLOTS as u8).map(Slot) {
        display.set(slot, Bundle::NONE);
    }
    assert!(display == Costs::default());
}
