use super::*;

#[test]
fn boards_without_a_way_are_refused() {
    let refused = |sets: &[&str]| {
        let sets = sets.iter().map(|&set| set.to_owned()).collect();
        DragonRules::load(&RulesSource { file: None, sets }).expect_err("no way").to_string()
    };
    let message = refused(&["planks.reach=[1,1,1,1,1,1]"]);
    assert!(message.contains("there is no way from \"pink\" to its goal"), "{message}");
    let message = refused(&["planks.island_near=0"]);
    assert!(message.contains("planks.island_near"), "{message}");
    let message = refused(&["planks.reach=[75,50,100,125,150,175]"]);
    assert!(message.contains("longer planks have greater numbers"), "{message}");
}
