//! Studies whose effects are adjusted for luck.

use std::fs;

use crate::balance::studies::{
    balance, check_that_files_depend_on_the_plan_alone, check_that_interrupted_studies_go_on, number, table,
};
use crate::cli::program::{begun, folder, run_in};

#[test]
fn effects_adjusted_for_luck_have_columns_at_the_end() {
    let folder = folder();
    let path = folder.path();
    let study = "balance rio-grande --bots greedy --elements cards-bend --deals 200 --quiet";
    let plain = run_in(path, &format!("{study} --out plain")).ok().stdout;
    let text = run_in(path, &format!("{study} --adjust luck --out adjusted")).ok().stdout;
    assert!(text.starts_with(&plain) && text.contains("\nadjusted for luck: "), "{text}");
    for name in ["effects.csv", "blocks.csv"] {
        let [plain, adjusted] =
            ["plain", "adjusted"].map(|out| fs::read_to_string(path.join(out).join(name)).expect("a file"));
        assert_eq!(plain.lines().count(), adjusted.lines().count(), "{name}");
        for (plain, adjusted) in plain.lines().zip(adjusted.lines()) {
            assert!(adjusted.starts_with(plain) && adjusted.len() > plain.len(), "{name}: {plain} {adjusted}");
        }
    }
    assert_eq!(run_in(path, "report adjusted --adjust luck").ok().stdout, text);
    let ran = run_in(path, "report plain --adjust luck");
    assert!(ran.code == Some(2) && ran.stderr.contains("only if it is played with --adjust luck"), "{ran:?}");
    let row = table(&path.join("adjusted/effects.csv")).remove(0);
    let [mean, lo, hi] = ["", "_lo", "_hi"].map(|end| number(&row, &format!("luck_adjusted_share_effect{end}")));
    let raw = number(&row, "hi") - number(&row, "lo");
    assert!(row["share_effect_figure"] == "adjusted" && number(&row, "share_effect_gain_lo") > 1.0, "{row:?}");
    assert!(hi - lo < raw && (lo..hi).contains(&mean), "{row:?}");
    assert!((mean - number(&row, "share_effect")).abs() < raw / 2.0, "the same within the error: {row:?}");
}

const OF_THE_RIVER: &str = "--bots greedy mcts:sims=5 --elements fort-a inn-a meadow-per-desert --interventions ban points+2-all \
                            --deals 34 --confirm 8 --adjust luck";

#[test]
fn neither_threads_nor_interruptions_matter() {
    let files = ["blocks.csv", "effects.csv", "interactions.csv", "manifest.json", "screen.csv"];
    check_that_files_depend_on_the_plan_alone(folder().path(), OF_THE_RIVER, &files);
    check_that_interrupted_studies_go_on(OF_THE_RIVER, &["effects.csv", "interactions.csv", "screen.csv"]);
}

#[test]
fn journals_with_other_luck_are_refused() {
    let folder = folder();
    let path = folder.path();
    let study = "--bots greedy --elements fort-a --deals 4 --adjust luck --out study";
    balance(path, study).ok();
    let journal = path.join("study/blocks.csv");
    let blocks = fs::read_to_string(&journal).expect("a journal");
    let begun = begun(&path.join("study"));
    let luck = blocks.lines().nth(1).and_then(|row| row.split(',').next_back()).expect("a row");
    let (first, rest) = luck.split_once(' ').expect("many numbers");
    for other in
        [rest.to_owned(), format!("NaN {rest}"), format!("{first}0000 {rest}"), format!("{luck} 0"), String::new()]
    {
        fs::write(path.join("study/manifest.json"), &begun).expect("written");
        fs::write(&journal, blocks.replacen(luck, &other, 1)).expect("written");
        let ran = balance(path, study);
        assert!(ran.code == Some(2) && ran.stderr.contains("is not of this run"), "{other}: {ran:?}");
    }
}

#[test]
fn rounds_are_adjusted_as_well() {
    let folder = folder();
    let path = folder.path();
    let words = "balance rio-grande --bots greedy --elements source --deals 40 --margin 0.1 --quiet --adjust luck";
    run_in(path, &format!("{words} --until-decided --budget 2000 --out study")).ok();
    let row = table(&path.join("study/effects.csv")).remove(0);
    assert!(number(&row, "blocks") > 60.0 && number(&row, "score_effect_gain") > 0.5, "{row:?}");
}

#[test]
fn other_studies_refuse_to_be_adjusted() {
    let folder = folder();
    for option in ["--readings", "--suggest", "--interactions"] {
        let ran = run_in(folder.path(), &format!("balance the-river --deals 5 --adjust luck {option}"));
        let expected = format!(
            "--adjust luck: only effects of one component each are adjusted, so {option} cannot be given with it"
        );
        assert!(ran.code == Some(2) && ran.stderr.contains(&expected), "{ran:?}");
    }
    let ran = run_in(folder.path(), "balance the-river --deals 5 --adjust skill");
    assert!(ran.code == Some(2) && ran.stderr.contains("expected luck"), "{ran:?}");
}
