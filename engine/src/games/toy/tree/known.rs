//! Trees with known answers.

use std::sync::LazyLock;

use super::rules::TreeRules;
use crate::data::DataFacts;
use crate::{GameRules, RulesError, RulesSource};

/// The standard tree is [`matching_pennies`].
impl GameRules for TreeRules {
    fn load(source: &RulesSource) -> Result<Self, RulesError> {
        if source.is_standard() { Ok(matching_pennies()) } else { Err(RulesError::Fixed) }
    }

    fn standard() -> &'static Self {
        static STANDARD: LazyLock<TreeRules> = LazyLock::new(matching_pennies);
        &STANDARD
    }

    fn data(&self) -> &DataFacts {
        &self.data
    }
}

fn known(text: &str) -> TreeRules {
    TreeRules::parse(text).expect("a tree")
}

/// Matching pennies: `p1` wins if both show the same. Equilibrium: both equally often; worth 1/2 to each.
pub fn matching_pennies() -> TreeRules {
    known(
        "p1 hidden {
           heads: p2 { heads: [1 0] tails: [0 1] }
           tails: p2 { heads: [0 1] tails: [1 0] }
         }",
    )
}

/// Rock, paper, scissors in which a win is worth a whole game with a probability of 1, 1/2 and 1/4: rock against
/// scissors, paper against rock, scissors against paper; otherwise, and for equal choices, the win is shared.
///
/// With a the value of a win over 1/2, that is the antisymmetric matrix with rock-scissors 1/2, paper-rock 1/4 and
/// scissors-paper 1/8, whose equilibrium plays each choice in proportion to what the two others win from each other:
/// rock 1/7, paper 4/7, scissors 2/7; worth 1/2 to each.
pub fn biased_rock_paper_scissors() -> TreeRules {
    let against = |own: usize, other: usize| {
        let (win, lose) = ("win: [1 0]", "lose: [0 1]");
        match (own, other) {
            (0, 2) => win.to_owned(),
            (2, 0) => lose.to_owned(),
            (1, 0) => format!("1 {win} 1 draw: [1 1]"),
            (0, 1) => format!("1 {lose} 1 draw: [1 1]"),
            (2, 1) => format!("1 {win} 3 draw: [1 1]"),
            (1, 2) => format!("1 {lose} 3 draw: [1 1]"),
            _ => "draw: [1 1]".to_owned(),
        }
    };
    let names = ["rock", "paper", "scissors"];
    let reply = |own: usize| {
        let branch = |other: usize| format!("{}: chance {{ {} }}", names[other], against(own, other));
        format!("{}: p2 {{ {} {} {} }}", names[own], branch(0), branch(1), branch(2))
    };
    known(&format!("p1 hidden {{ {} {} {} }}", reply(0), reply(1), reply(2)))
}

/// The three doors of Monty Hall: a car is hidden, `p1` points at a door, another door without the car is opened, `p1`
/// stays or switches. Worth 2/3 to `p1`, by switching; more only to one who peeks.
pub fn monty_hall() -> TreeRules {
    let last = |car: usize, chosen: usize, opened: usize| {
        let won = if car == chosen { "[1 0]" } else { "[0 1]" };
        let lost = if car == chosen { "[0 1]" } else { "[1 0]" };
        format!("open-{opened}: p1 {{ stay: {won} switch: {lost} }}")
    };
    let opening = |car: usize, chosen: usize| {
        let doors = (1..=3).filter(|&door| door != car && door != chosen);
        doors.map(|door| last(car, chosen, door)).collect::<Vec<_>>().join(" ")
    };
    let choosing = |car: usize| {
        let doors = (1..=3).map(|chosen| format!("door-{chosen}: chance {{ {} }}", opening(car, chosen)));
        format!("car-{car}: p1 {{ {} }}", doors.collect::<Vec<_>>().join(" "))
    };
    known(&format!("chance hidden {{ {} {} {} }}", choosing(1), choosing(2), choosing(3)))
}

/// A coin under one of 2×2 cells; `p1` looks under two of them, one after the other. Worth 1/2 to `p1`, whatever is
/// looked under; more only to one who peeks.
pub fn hidden_cell() -> TreeRules {
    let cells = ["a1", "a2", "b1", "b2"];
    let second = |coin: &str, first: &str| {
        let others = cells.iter().filter(|&&cell| cell != first);
        let look = others.map(|&cell| format!("{cell}: {}", if cell == coin { "[1 0]" } else { "[0 1]" }));
        format!("chance {{ nothing: p1 {{ {} }} }}", look.collect::<Vec<_>>().join(" "))
    };
    let under = |coin: &str| {
        let found = "chance { coin: [1 0] }".to_owned();
        let look = cells.iter().map(|&first| {
            let then = if first == coin { found.clone() } else { second(coin, first) };
            format!("{first}: {then}")
        });
        format!("{coin}: p1 {{ {} }}", look.collect::<Vec<_>>().join(" "))
    };
    known(&format!("chance hidden {{ {} }}", cells.map(under).join(" ")))
}
