//! Studies of two components at a time: what they find, that nothing but the plan matters, and how they go on.

use std::fs;

use crate::balance::studies::{
    balance, check_that_files_depend_on_the_plan_alone, check_that_interrupted_studies_go_on, number, table,
};
use crate::cli::program::{folder, run_in};

/// Two bots, five components of which one cannot be measured, three pairs.
const STUDY: &str = "--bots greedy random --elements fort-a mill-a inn-b meadow-per-meadow meadow-per-forest --interactions 3 \
                     --deals 30 --confirm 9 --seed 3";

const FILES: [&str; 5] = ["blocks.csv", "effects.csv", "manifest.json", "screen.csv", "synergies.csv"];

#[test]
fn files_depend_on_the_plan_alone() {
    let folder = folder();
    let path = folder.path();
    let whole = check_that_files_depend_on_the_plan_alone(path, STUDY, &FILES);
    assert_eq!(run_in(path, "report one").ok().stdout, whole.stdout);
    run_in(path, "report one --html page.html").ok();
    let page = fs::read_to_string(path.join("page.html")).expect("a page");
    assert!(page.contains("Two components together") && page.contains("<svg"), "no pairs");
}

#[test]
fn interrupted_studies_go_on() {
    check_that_interrupted_studies_go_on(STUDY, &["effects.csv", "screen.csv", "synergies.csv"]);
}

#[test]
fn interactions_are_what_both_are_worth_beyond_the_sum() {
    let folder = folder();
    let path = folder.path();
    let ran = balance(path, &format!("{STUDY} --out study")).ok();
    let rows = table(&path.join("study/synergies.csv"));
    let effects = table(&path.join("study/effects.csv"));
    assert_eq!(rows.len(), 6, "{rows:?}");
    for row in &rows {
        let [one, other, both, interaction] =
            ["one_effect", "other_effect", "both_effect", "interaction"].map(|column| number(row, column));
        assert!((interaction - (both - one - other)).abs() < 1e-9, "{row:?}");
        assert!(number(row, "lo") < interaction && interaction < number(row, "hi"), "{row:?}");
        assert_eq!((row["blocks"].as_str(), row["intervention"].as_str()), ("9", "ban"));
        assert!(number(row, "association").abs() <= 1.0);
        let alone = effects.iter().find(|effect| effect["element"] == row["element"] && effect["bot"] == row["bot"]);
        let alone = alone.expect("its component was played alone");
        assert_eq!((alone["deals"].as_str(), &alone["share_effect"]), ("fresh", &row["one_effect"]));
    }
    assert!(ran.stdout.contains("pairs: the effect of both less those of each; 9 on fresh deals"), "{}", ran.stdout);
}

/// Who is given either of two buildings of 50 points has won: both are worth no more than one. Two that bring next to nothing
/// are worth their sum.
#[test]
fn planted_substitutes_are_found() {
    let folder = folder();
    let path = folder.path();
    let study = "--elements inn-a inn-b --interventions grant --set building.inn-a.points=50 --set building.inn-b.points=50 \
                 --interactions --deals 20 --confirm 60";
    balance(path, &format!("{study} --out planted")).ok();
    let rows = table(&path.join("planted/synergies.csv"));
    assert_eq!((rows.len(), rows[0]["verdict"].as_str()), (1, "substitutes"), "{rows:?}");
    assert!(number(&rows[0], "interaction") < -0.3 && number(&rows[0], "hi") < -0.2, "{rows:?}");
    balance(path, "--elements granary-a inn-c --interactions --deals 20 --confirm 400 --margin 0.1 --out weak").ok();
    let rows = table(&path.join("weak/synergies.csv"));
    assert_eq!((rows.len(), rows[0]["verdict"].as_str()), (1, "additive"), "{rows:?}");
}

#[test]
fn what_cannot_be_asked_is_refused() {
    let folder = folder();
    for (options, message) in [
        ("--interactions 0", "0"),
        ("--interactions --confirm 0", "--confirm 0"),
        ("--interactions --interventions ban-all", "ban-all"),
        ("--interactions --interventions ban points+1", "points+1"),
        ("--interactions --elements mill-a", "no two of ban mill-a"),
        ("--interactions --interventions grant --elements meadow-swap2 meadow-per-meadow", "no two of grant"),
        ("--interactions --until-decided --budget 1000 --confirm 0", "--interactions"),
        ("--interactions --suggest", "--suggest"),
        ("--interactions --readings", "--readings"),
    ] {
        let ran = balance(folder.path(), &format!("{options} --out refused"));
        assert!(ran.code == Some(2) && ran.stderr.contains(message), "{options}: {ran:?}");
        assert!(!folder.path().join("refused").exists());
    }
}
