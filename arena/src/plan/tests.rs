use riverlab_engine::games::toy::Dice;

use super::*;
use crate::table::GameTable;

#[test]
fn shards_cover_all_deals_once() {
    let bots = ["random", "greedy"].map(|text| text.parse().expect("a spec")).to_vec();
    let all = Plan::new(Request::tournament(2, bots, 10, 1), &GameTable::<Dice>::standard()).expect("a plan");
    for of in 1..=10 {
        let parts: Vec<Plan> = (1..=of).map(|number| all.part(Shard { number, of }).expect("a part")).collect();
        let mut next = 1;
        for part in &parts {
            let (first, last) = part.deal_range();
            assert!(first == next && last >= first, "{first} {last}");
            next = last + 1;
            assert_eq!(part.of_all_parts(), all);
        }
        assert_eq!(next, 11);
        assert_eq!(parts.iter().map(|part| part.games).sum::<u64>(), all.games);
    }
    assert!(all.part(Shard { number: 1, of: 11 }).is_err());
}
