//! What the report says of components and winning.

use serde_json::Value;

use crate::arena::components::{PLAN, Row, json, number, rows};
use crate::cli::program::{folder, run_in};

#[test]
fn a_report_names_components_and_says_what_it_does_not_know() {
    let folder = folder();
    run_in(
        folder.path(),
        &format!("{} --out out", PLAN.replace("greedy", "greedy:eval=hand").replace("seed 3", "seed 4")),
    )
    .ok();
    let report = run_in(folder.path(), "report out").ok().stdout;
    let (_, text) = report.split_once("elements most and least associated with winning").expect("the list");
    let value: Value = json(Some(&run_in(folder.path(), "report out --json").ok().stdout));
    let names: Vec<&str> =
        value["elements"].as_array().expect("a list").iter().filter_map(|row| row["element"].as_str()).collect();
    let expected = rows(&folder.path().join("out"), "elements.csv");
    assert!(names.iter().copied().eq(expected.iter().map(|row| row["element"].as_str())));
    // Seven deals tell nothing of so many components.
    let compared = expected.iter().filter(|row| !row["difference_lo"].is_empty()).count();
    let calm =
        format!(": of the {compared} that at least 2 % of seats held in the end, the deals tell none from one without");
    assert!(compared > 50 && text.starts_with(&calm), "{text}");
}

#[test]
fn a_report_names_components_whose_interval_excludes_no_difference() {
    let folder = folder();
    run_in(folder.path(), "tournament --bots greedy random --deals 200 --seed 3 --quiet --out out").ok();
    let report = run_in(folder.path(), "report out").ok().stdout;
    let (_, text) = report.split_once("elements most and least associated with winning, of the ").expect("the list");
    assert!(text.contains("association, not effect"), "{text}");
    let table = rows(&folder.path().join("out"), "elements.csv");
    let is_told = |row: &&Row| {
        !row["difference_lo"].is_empty() && (number(row, "difference_lo") > 0.0 || number(row, "difference_hi") < 0.0)
    };
    let told: Vec<&Row> = table.iter().filter(is_told).collect();
    assert!(told.len() > 4 && text.starts_with(&told.len().to_string()), "{} told: {text}", told.len());
    let names: Vec<&str> = text.lines().filter_map(|line| line.split_whitespace().next()).collect();
    for end in [1.0, -1.0] {
        let mut of_end: Vec<&&Row> = told.iter().filter(|row| end * number(row, "difference") > 0.0).collect();
        of_end.sort_by(|one, other| (end * number(other, "difference")).total_cmp(&(end * number(one, "difference"))));
        for (rank, row) in of_end.into_iter().enumerate() {
            assert_eq!(names.contains(&row["element"].as_str()), rank < 10, "{row:?} in {text}");
        }
    }
    for row in table.iter().filter(|row| !is_told(row)) {
        assert!(!names.contains(&row["element"].as_str()), "{row:?} in {text}");
    }
}
