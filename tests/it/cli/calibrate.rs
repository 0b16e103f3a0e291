//! The command `calibrate`.

use serde_json::Value;

use crate::cli::program::{folder, run_in};
use crate::long::scaled;

const DICE: &str = "calibrate dice --players 3 --bots greedy random --deals 50 --sample 500 --quiet";

#[test]
fn calibrations_do_not_depend_on_threads_and_write_nothing() {
    let folder = folder();
    let studies = scaled(100, 200);
    let ran = |threads| run_in(folder.path(), &format!("{DICE} --studies {studies} --threads {threads}")).ok().stdout;
    let seen = [1, 2].map(ran);
    assert_eq!(seen[0], seen[1]);
    let lines: Vec<&str> = seen[0].lines().collect();
    assert_eq!(lines[0], format!("dice, 3 players, greedy random; {studies} studies, seed: 1"));
    assert!(lines.contains(&"the game has no components, so there are no rows about balance studies"), "{}", seen[0]);
    let rows = lines.iter().filter(|line| line.trim_end().ends_with("holds")).count();
    assert!(rows > 30, "{}", seen[0]);
    assert_eq!(lines.last(), Some(&format!("all {rows} rows hold").as_str()));
    assert_eq!(folder.path().read_dir().expect("a folder").count(), 0);
}

#[test]
fn a_game_with_components_has_rows_about_families() {
    let arguments = "calibrate the-river --elements mill-* --interventions ban grant --margin 0.1 --balance-deals 100 \
                     --effect-sample 60 --sample 60 --deals 30 --studies 200 --quiet --json";
    let ran = run_in(folder().path(), arguments);
    let seen: Value = serde_json::from_str(&ran.stdout).expect("JSON");
    let rows = seen["rows"].as_array().expect("rows");
    let of_families =
        rows.iter().filter(|row| row["truth"].as_str().is_some_and(|truth| truth.starts_with("family of")));
    assert!(of_families.count() >= 5, "{seen}");
    for row in rows {
        let number = |name: &str| row[name].as_f64().expect("a number");
        let holds = number("hi") >= number("least") && number("lo") <= number("most");
        assert_eq!(row["holds"].as_bool(), Some(holds), "{row}");
    }
    let holds = rows.iter().all(|row| row["holds"] == true);
    assert_eq!((seen["holds"].as_bool(), ran.code), (Some(holds), Some(i32::from(!holds))));
}

#[test]
fn bad_options_are_named_with_what_is_allowed() {
    for (arguments, expected) in [
        ("calibrate chess", "game \"chess\" is unknown: allowed are "),
        (
            "calibrate dice --bots random random",
            "--bots random random: expected another one for the first to play against",
        ),
        ("calibrate dice --bots greedy best", "\"best\""),
        (
            "calibrate dice --bots greedy --sample 20 --quiet",
            "--bots greedy ply: the first had the same share in all 20 deals",
        ),
        ("calibrate dice --players 9", "players 9"),
        (
            "calibrate dice --deals 1",
            "invalid value '1' for '--deals <DEALS>': expected a whole number from 2 to 1000000",
        ),
        (
            "calibrate dice --studies 99",
            "invalid value '99' for '--studies <STUDIES>': expected a whole number from 100 to",
        ),
        (
            "calibrate dice --sample 19",
            "invalid value '19' for '--sample <SAMPLE>': expected a whole number from 20 to",
        ),
        ("calibrate dice --elements mill-a", "dice has no components that could be balanced"),
        ("calibrate --elements mill-x", "--elements \"mill-x\": there is no such component: allowed are the kinds "),
        ("calibrate --margin 2", "--margin 2: expected a share between 0 and 1"),
    ] {
        let ran = run_in(folder().path(), arguments);
        assert_eq!(ran.code, Some(2), "{arguments}: {ran:?}");
        assert!(ran.stderr.contains(expected) && ran.stdout.is_empty(), "{arguments}: {ran:?}");
    }
}
