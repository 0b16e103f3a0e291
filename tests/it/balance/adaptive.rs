//! Studies that are played until all is decided: what they decide, that nothing but the plan matters, and how they go on.

use std::fs;
use std::path::Path;

use crate::balance::studies::{balance, check_that_files_depend_on_the_plan_alone, number, row_of, table};
use crate::cli::program::{begun, folder, results, run_in};
use crate::long::scaled;

/// Two bots, four experiments each, and a ban that leaves no legal move.
const STUDY: &str = "--bots random greedy --elements meadow-per-meadow fort-a --interventions ban points+12 --deals 20 \
                     --margin 0.05 --until-decided --budget 3000 --seed 3";

/// The columns that only such studies have.
const COLUMNS: [&str; 5] = ["rounds", "ln_e_effect", "ln_e_beyond", "ln_e_balanced", "ended"];

fn games(folder: &Path) -> u64 {
    let manifest = fs::read_to_string(folder.join("manifest.json")).expect("a manifest");
    let manifest: serde_json::Value = serde_json::from_str(&manifest).expect("JSON");
    manifest["games_played"].as_u64().expect("it is complete")
}

#[test]
fn planted_effects_are_decided_within_the_budget() {
    let folder = folder();
    let path = folder.path();
    let study = "--elements inn-a inn-b mill-a mill-b --set building.inn-b.points=25 --until-decided --budget 60000";
    let ran = balance(path, &format!("{study} --out study")).ok();
    let rows = table(&path.join("study/effects.csv"));
    let verdict = |component: &str| row_of(&rows, component)["verdict"].clone();
    assert_eq!((verdict("inn-b").as_str(), verdict("inn-a").as_str()), ("strong", "balanced"), "{}", ran.stdout);
    assert!(games(&path.join("study")) <= 60_000);
    for row in &rows {
        let is_decided = ["strong", "weak", "balanced", "near-margin"].contains(&row["verdict"].as_str());
        assert_eq!(row["ended"], if is_decided { "decided" } else { "open" }, "{row:?}");
        let [lo, mean, hi] = ["lo", "share_effect", "hi"].map(|column| number(row, column));
        assert!(lo < mean && mean < hi && row["deals"] == "rounds", "{row:?}");
        // A verdict agrees with the interval, as both hold at every look.
        match row["verdict"].as_str() {
            "strong" => assert!(hi < -0.02, "{row:?}"),
            "balanced" => assert!(lo > -0.02 && hi < 0.02, "{row:?}"),
            "near-margin" => assert!(hi - lo < 0.01, "{row:?}"),
            _ => {}
        }
    }
    let blocks = table(&path.join("study/blocks.csv"));
    let deals: Vec<u64> = blocks.iter().map(|row| row["deal"].parse().expect("a number")).collect();
    assert!(deals.is_sorted(), "deals are played in their order, each once");
    assert!(ran.stdout.contains("\ndecided: ") && ran.stdout.contains(" of a budget of 60000, in "), "{}", ran.stdout);
}

#[test]
fn files_depend_on_the_plan_alone() {
    let folder = folder();
    let path = folder.path();
    let files = ["blocks.csv", "effects.csv", "manifest.json"];
    let whole = check_that_files_depend_on_the_plan_alone(path, STUDY, &files);
    assert_eq!(run_in(path, "report one").ok().stdout, whole.stdout);
    run_in(path, "report one --html page.html").ok();
    let page = fs::read_to_string(path.join("page.html")).expect("a page");
    assert!(page.contains("Decided: ") && page.contains("near-margin") && page.contains("3000 games"), "no decisions");
}

/// Cut after any row, and in the middle of some: the same files in the end.
#[test]
fn interrupted_studies_go_on() {
    let folder = folder();
    let path = folder.path();
    // Short rounds, so that there are several in few rows.
    let command = STUDY.replace("--deals 20", "--deals 5").replace("--budget 3000", "--budget 500");
    balance(path, &format!("{command} --out study")).ok();
    let study = path.join("study");
    let (expected, begun) = (results(&study), begun(&study));
    let blocks = fs::read_to_string(study.join("blocks.csv")).expect("a journal");
    assert!(blocks.contains("\n4,"), "it has four rounds at least");
    let rows: Vec<usize> = blocks.match_indices('\n').map(|(end, _)| end + 1).collect();
    let step = scaled(rows.len() / 12, 1);
    for (number, end) in rows.iter().step_by(step).enumerate() {
        let end = end - if number % 3 == 0 { 0 } else { 2 };
        let _ = fs::remove_file(study.join("effects.csv"));
        fs::write(study.join("manifest.json"), &begun).expect("written");
        fs::write(study.join("blocks.csv"), &blocks[..end]).expect("written");
        let (resume, threads) = if number % 2 == 0 { ("", 1) } else { ("--resume", 5) };
        balance(path, &format!("{command} --threads {threads} {resume} --out study")).ok();
        assert!(results(&study) == expected, "cut after {end} bytes");
    }
}

/// What is played in some time is kept: the study is complete with it, and goes on with it.
#[test]
fn studies_with_a_time_keep_what_was_played() {
    let folder = folder();
    let path = folder.path();
    let command = STUDY.replace("--budget 3000", "--budget 1s").replace("0.05", "0.004");
    let whole = balance(path, &format!("{command} --out study")).ok();
    assert!(whole.stdout.contains("ended by the clock"), "{}", whole.stdout);
    let study = path.join("study");
    let files = results(&study);
    assert!(files.iter().any(|(_, content)| content.contains("\"reproducible\": false")));
    // Complete, so that it is displayed; and its report is the same.
    let again = balance(path, &format!("{command} --out study")).ok();
    assert!(again.stdout == whole.stdout && results(&study) == files);
    assert_eq!(run_in(path, "report study").ok().stdout, whole.stdout);
    // Taken up in the middle of a round, it keeps all that is there and plays on.
    let begun = begun(&study);
    let blocks = fs::read_to_string(study.join("blocks.csv")).expect("a journal");
    let end = blocks[..blocks.len() / 2].rfind('\n').expect("rows") + 1;
    fs::write(study.join("manifest.json"), begun).expect("written");
    fs::write(study.join("blocks.csv"), &blocks[..end]).expect("written");
    balance(path, &format!("{command} --resume --out study")).ok();
    let now = fs::read_to_string(study.join("blocks.csv")).expect("a journal");
    assert!(now.starts_with(&blocks[..end]) && now.len() > end);
}

#[test]
fn a_budget_that_is_too_small_decides_nothing_and_says_so() {
    let folder = folder();
    let ran = balance(folder.path(), "--elements mill-a --deals 2 --until-decided --budget 10 --out study").ok();
    assert!(
        ran.stdout.contains("\ndecided: 0 of 1: ") && ran.stdout.ends_with("\nopen: ban mill-a\n"),
        "{}",
        ran.stdout
    );
    let refused = balance(folder.path(), "--elements mill-a --deals 100 --until-decided --budget 10 --out none");
    assert!(refused.code == Some(2) && refused.stderr.contains("the first round alone takes 300 games"), "{refused:?}");
}

#[test]
fn what_cannot_be_measured_ends_nothing() {
    let folder = folder();
    let path = folder.path();
    let study = "--elements terrain-badlands fort-a --deals 30 --until-decided --budget 4000 --margin 0.1";
    balance(path, &format!("--bots random greedy:eval=hand {study} --out study")).ok();
    let rows = table(&path.join("study/effects.csv"));
    assert_eq!(rows.len(), 4);
    for row in &rows {
        let is_impossible = row["element"] == "terrain-badlands";
        assert_eq!(row["verdict"] == "not-measurable", is_impossible, "{row:?}");
        assert!(COLUMNS.iter().all(|column| row[*column].is_empty() == is_impossible), "{row:?}");
    }
    // Studies of fixed size have none of the columns.
    balance(path, "--elements fort-a --deals 10 --out fixed").ok();
    let fixed = table(&path.join("fixed/effects.csv"));
    assert!(COLUMNS.iter().all(|column| !fixed[0].contains_key(*column)));
}
