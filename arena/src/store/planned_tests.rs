use super::*;

struct Plan(Vec<Word>);

impl Planned for Plan {
    fn fields(&self) -> Vec<Field> {
        let options = Field::of_words(&self.0);
        [Field::new("game", "dice")].into_iter().chain(options).chain([Field::new("bots", self.0.len())]).collect()
    }
}

#[test]
fn the_first_difference_is_named() {
    let (seed, budget) = (|seed: u64| Word::new("seed", seed), Word::new("budget", 60));
    for (there, asked, expected) in [
        (vec![seed(1)], vec![seed(1)], None),
        (vec![seed(1)], vec![seed(2)], Some("--seed 1 there, 2 asked for")),
        (vec![seed(1)], vec![budget.clone(), seed(1)], Some("--budget 60 asked for, not there")),
        (vec![seed(1), budget], vec![seed(1)], Some("--budget 60 there, not asked for")),
        (vec![Word::flag("suggest")], vec![], Some("--suggest there, not asked for")),
        (vec![Word::new("set", "a=1")], vec![Word::new("set", "a=2")], None),
    ] {
        assert_eq!(Plan(there).difference(&Plan(asked)).as_deref(), expected);
    }
}
