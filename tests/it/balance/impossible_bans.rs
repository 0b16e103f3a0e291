//! Bans that leave a player no legal move: the study goes on, and their entries say that nothing can be measured.
//!
//! In The River a player drafts a tile before the first round. Where all tiles on offer have the same terrain, a ban of that
//! terrain leaves no legal move.

use std::collections::BTreeMap;
use std::fs;

use crate::balance::studies::{balance, number, row_of, table};
use crate::cli::program::{begun, content, folder, results};
use crate::long::scaled;

type Row = BTreeMap<String, String>;

/// The terrains cannot be banned, neither from one player nor from all; the fort can.
const STUDY: &str = "--bots random greedy:eval=hand --elements terrain-forest terrain-badlands fort-a --interventions ban ban-all \
                     --deals 30 --confirm 20 --seed 1";

/// Columns without numbers, of a row of effects in which nothing is measured.
const NUMBERS: [&str; 14] = [
    "blocks",
    "share_effect",
    "lo",
    "hi",
    "score_effect",
    "score_lo",
    "score_hi",
    "p",
    "q",
    "sd",
    "unpaired",
    "unpaired_known",
    "score_unpaired",
    "example_deal",
];

fn assert_unmeasured(row: &Row, reason: &str) {
    assert_eq!((row["verdict"].as_str(), row["reason"].as_str()), ("not-measurable", reason), "{row:?}");
    let filled: Vec<&&str> =
        NUMBERS.iter().filter(|column| row.get(**column).is_some_and(|cell| !cell.is_empty())).collect();
    assert!(filled.is_empty(), "{filled:?} of {row:?}");
}

fn of_bot<'a>(rows: &'a [Row], component: &str, intervention: &str, bot: &str) -> &'a Row {
    let is_it = |row: &&Row| row["element"] == component && row["intervention"] == intervention && row["bot"] == bot;
    rows.iter().find(is_it).unwrap_or_else(|| panic!("no {intervention} {component} for {bot}"))
}

/// The number of games that a journal holds: one for a baseline or an intervention on all, else one for each seat up to that
/// of the player without a legal move.
fn games(blocks: &[Row], is_for_all: impl Fn(&Row) -> bool) -> usize {
    let of = |row: &Row| match row["no_move_seat"].parse::<usize>() {
        _ if is_for_all(row) => 1,
        Ok(seat) => seat,
        Err(_) => 2,
    };
    blocks.iter().map(of).sum()
}

#[test]
fn the_study_goes_on_and_the_entry_says_why() {
    let folder = folder();
    let path = folder.path();
    let ran = balance(path, &format!("{STUDY} --out study")).ok();
    balance(path, &format!("{} --out alone", STUDY.replace("terrain-forest terrain-badlands ", ""))).ok();
    let [effects, alone] = ["study", "alone"].map(|out| table(&path.join(out).join("effects.csv")));
    assert_eq!((effects.len(), alone.len()), (12, 4));
    // Nothing of it is in the family: the other entries are what they are without it.
    let measured: Vec<&Row> = effects.iter().filter(|row| row["verdict"] != "not-measurable").collect();
    assert_eq!(measured, alone.iter().collect::<Vec<_>>());
    for (component, intervention, bot, place) in [
        ("terrain-forest", "ban", "random", "p2 no legal move in round 0 of deal 23"),
        ("terrain-forest", "ban", "greedy:eval=hand", "p2 no legal move in round 0 of deal 21"),
        ("terrain-forest", "ban-all", "random", "p2 no legal move in round 0 of deal 21"),
        ("terrain-forest", "ban-all", "greedy:eval=hand", "p2 no legal move in round 0 of deal 21"),
        ("terrain-badlands", "ban", "random", "p1 no legal move in round 0 of deal 1"),
        ("terrain-badlands", "ban-all", "greedy:eval=hand", "p1 no legal move in round 0 of deal 1"),
    ] {
        let reason = format!("the ban leaves {place}");
        assert_unmeasured(of_bot(&effects, component, intervention, bot), &reason);
        let line = format!("  {intervention} {component} ({bot}): {reason}\n");
        assert!(ran.stdout.contains(&line), "{line} is not in {}", ran.stdout);
    }
    let interactions = table(&path.join("study/interactions.csv"));
    assert!(interactions.iter().all(|row| row["element"] == "fort-a"), "{interactions:?}");
    let json = balance(path, &format!("{STUDY} --json --out study")).ok().stdout;
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    let reasons = json["findings"]["effects"].as_array().expect("a list").iter().map(|row| row["reason"].as_str());
    assert_eq!(reasons.flatten().count(), 8);
}

#[test]
fn no_more_games_are_played_than_needed() {
    let folder = folder();
    let path = folder.path();
    balance(path, &format!("{} --out study", STUDY.replace("--confirm 20", "--confirm 0"))).ok();
    let blocks = table(&path.join("study/blocks.csv"));
    let ended: Vec<&Row> = blocks.iter().filter(|row| !row["no_move_seat"].is_empty()).collect();
    assert_eq!(ended.len(), 8);
    for end in ended {
        let mut same = blocks.iter().filter(|row| (&row["stage"], &row["slot"]) == (&end["stage"], &end["slot"]));
        let last = same.next_back().expect("itself at least");
        assert_eq!(last, end, "it is played after its end");
        assert!(end["share_1"].is_empty() && end["score_2"].is_empty(), "{end:?}");
    }
    // Two baselines, then bans of one player and of all in turn.
    let is_for_all = |row: &Row| number(row, "slot") <= 2.0 || number(row, "slot") % 2.0 == 0.0;
    let manifest = fs::read_to_string(path.join("study/manifest.json")).expect("a manifest");
    let manifest: serde_json::Value = serde_json::from_str(&manifest).expect("JSON");
    assert_eq!(manifest["games_played"], games(&blocks, is_for_all));
}

#[test]
fn threads_and_interruptions_do_not_matter() {
    let folder = folder();
    let path = folder.path();
    let whole = balance(path, &format!("{STUDY} --threads 1 --out study")).ok();
    let study = path.join("study");
    let expected = results(&study);
    for threads in [2, 5] {
        let out = format!("threads-{threads}");
        let ran = balance(path, &format!("{STUDY} --threads {threads} --out {out}")).ok();
        assert!(results(&path.join(out)) == expected && ran.stdout == whole.stdout, "{threads} threads");
    }
    let blocks = content(&expected, "blocks.csv").to_owned();
    let begun = begun(&study);
    // Before, within and behind the first row that says that there is no legal move, and elsewhere.
    let row = blocks.find(",,,,,,1,0\n").expect("such a row");
    let parts = scaled(3, 25);
    for end in
        (0..parts).map(|part| part * blocks.len() / parts).chain([row - 4, row + 4, row + 9, row + 10, blocks.len()])
    {
        fs::write(study.join("manifest.json"), &begun).expect("written");
        fs::write(study.join("blocks.csv"), &blocks[..end]).expect("written");
        balance(path, &format!("{STUDY} --threads 2 --out study")).ok();
        assert!(results(&study) == expected, "cut after {end} bytes");
    }
    let shown = balance(path, &format!("{STUDY} --out study")).ok();
    assert_eq!(shown.stdout, whole.stdout);
}

#[test]
fn a_journal_that_goes_on_with_an_impossible_ban_is_refused() {
    let folder = folder();
    let path = folder.path();
    let study = "--bots random --elements terrain-badlands fort-a --deals 3 --out study";
    balance(path, study).ok();
    let journal = path.join("study/blocks.csv");
    let blocks = fs::read_to_string(&journal).expect("a journal");
    assert!(blocks.contains("\n1,2,1,"), "the fort is played first: {blocks}");
    let end = "\n1,3,1,,,,,,1,0\n";
    for other in ["\n1,3,1,,,,,,3,0\n", "\n1,3,1,,,,,,1,\n", "\n1,3,1,,,,,,1,0\n1,3,2,60,0,60,60,,,\n"] {
        assert!(blocks.contains(end), "{blocks}");
        fs::write(&journal, blocks.replacen(end, other, 1)).expect("written");
        let ran = balance(path, study);
        assert!(ran.code == Some(2) && ran.stderr.contains("is not of this run"), "{other}: {ran:?}");
    }
}

#[test]
fn a_study_in_which_nothing_can_be_measured_ends_early() {
    let folder = folder();
    let path = folder.path();
    for (intervention, deal, played) in [("ban", 9, 27), ("ban-all", 6, 12)] {
        let study = format!("--bots random --elements terrain-meadow --interventions {intervention} --deals 200");
        for (threads, out) in [(1, "one"), (2, "two")] {
            let ran = balance(path, &format!("{study} --confirm 9 --threads {threads} --out {out} --force")).ok();
            assert!(ran.stdout.contains(&format!("deals: {deal}, ")), "{}", ran.stdout);
            let rows = table(&path.join(out).join("effects.csv"));
            assert_eq!(rows.len(), 1);
            let seat = if intervention == "ban" { "p2" } else { "p1" };
            assert_unmeasured(&rows[0], &format!("the ban leaves {seat} no legal move in round 0 of deal {deal}"));
            assert!(
                content(&results(&path.join(out)), "manifest.json").contains(&format!("\"games_played\": {played}"))
            );
            assert_eq!(table(&path.join(out).join("blocks.csv")).len(), 2 * deal);
            let again = balance(path, &format!("{study} --confirm 9 --out {out}")).ok();
            assert_eq!(again.stdout, ran.stdout);
        }
        let ran = balance(path, &format!("{study} --dry-run")).ok();
        assert!(
            ran.stdout.ends_with("not measurable, as a ban leaves a player no legal move: 1 experiments\n"),
            "{ran:?}"
        );
        let ran = balance(path, &format!("{study} --dry-run --json")).ok();
        let found: serde_json::Value = serde_json::from_str(&ran.stdout).expect("JSON");
        assert_eq!((&found["impossible"], &found["experiments"]), (&1.into(), &1.into()), "{found}");
        assert_eq!(found["designs"].as_array().map(Vec::len), Some(0), "{found}");
    }
}

#[test]
fn confirmation_plays_what_can_be_measured() {
    let folder = folder();
    let path = folder.path();
    // The ban of the meadow stands out for greedy, and cannot be measured for random; for greedy it turns out in deal 55.
    let study = "--bots random greedy:eval=hand --elements terrain-meadow --deals 40 --seed 1";
    let random = "the ban leaves p2 no legal move in round 0 of deal 9";
    for (confirm, verdict) in [(10, "measured"), (20, "not-measurable")] {
        let out = format!("confirm-{confirm}");
        balance(path, &format!("{study} --confirm {confirm} --out {out}")).ok();
        let [screen, effects] = ["screen.csv", "effects.csv"].map(|name| table(&path.join(&out).join(name)));
        for rows in [&screen, &effects] {
            let row = of_bot(rows, "terrain-meadow", "ban", "random");
            assert_unmeasured(row, random);
            assert_eq!(row["deals"], "screening");
        }
        assert_eq!(number(of_bot(&screen, "terrain-meadow", "ban", "greedy:eval=hand"), "blocks"), 40.0);
        let fresh = of_bot(&effects, "terrain-meadow", "ban", "greedy:eval=hand");
        assert_eq!(fresh["deals"], "fresh");
        if verdict == "measured" {
            assert_eq!(number(fresh, "blocks"), 10.0);
        } else {
            assert_unmeasured(fresh, "the ban leaves p1 no legal move in round 0 of deal 55");
        }
        // One baseline and one experiment: random plays no fresh deal.
        let blocks = table(&path.join(&out).join("blocks.csv"));
        let slots: Vec<&str> =
            blocks.iter().filter(|row| row["stage"] == "2").map(|row| row["slot"].as_str()).collect();
        assert!(slots.len() >= 20 && slots.chunks(2).all(|pair| pair == ["2", "3"]), "{slots:?}");
    }
}

#[test]
fn suggestions_leave_what_cannot_be_measured_alone() {
    let folder = folder();
    let path = folder.path();
    // Each of the buildings has three siblings. Other terrains are siblings of those that are asked for.
    let study = "--bots greedy:eval=hand --deals 60 --suggest --set building.inn-b.points=12 --elements inn-* chapel-a";
    balance(path, &format!("{study} --out alone")).ok();
    let ran = balance(path, &format!("{study} terrain-meadow terrain-badlands --out beside")).ok();
    for name in ["effects.csv", "suggested.csv"] {
        let [alone, beside] = ["alone", "beside"].map(|out| table(&path.join(out).join(name)));
        assert_eq!(alone.len(), 4);
        for column in ["share_effect", "hold_rate", "siblings", "siblings_share_effect", "siblings_hold_rate"] {
            assert_eq!(row_of(&beside, "inn-b")[column], row_of(&alone, "inn-b")[column], "{name}: {column}");
        }
        assert_unmeasured(row_of(&beside, "terrain-meadow"), "the ban leaves p1 no legal move in round 0 of deal 55");
        assert_unmeasured(row_of(&beside, "terrain-badlands"), "the ban leaves p1 no legal move in round 0 of deal 1");
    }
    assert!(
        ran.stdout.contains("ban terrain-meadow (greedy:eval=hand): the ban leaves p1 no legal move"),
        "{}",
        ran.stdout
    );
    let nothing = "--bots greedy:eval=hand --deals 60 --suggest --elements terrain-badlands terrain-mountain";
    let ran = balance(path, &format!("{nothing} --out nothing")).ok();
    assert!(ran.stdout.contains("\nnothing is suggested\n"), "{}", ran.stdout);
    let suggested = table(&path.join("nothing/suggested.csv"));
    assert_unmeasured(row_of(&suggested, "terrain-mountain"), "the ban leaves p1 no legal move in round 0 of deal 7");
}

#[test]
fn alternatives_under_which_nothing_can_be_measured_are_open() {
    let folder = folder();
    let path = folder.path();
    // The desert cannot be banned under one alternative; the forest cannot be banned under the tables as given.
    let study = "--elements terrain-desert terrain-forest --deals 21 --readings badlands-counts*";
    let ran = balance(path, &format!("{study} --out study")).ok();
    let effects = table(&path.join("study/effects.csv"));
    let desert = row_of(&effects, "terrain-desert")["verdict"].clone();
    assert_ne!(desert, "not-measurable");
    let forest = "the ban leaves p2 no legal move in round 0 of deal 21";
    assert_unmeasured(row_of(&effects, "terrain-forest"), forest);
    let rows = table(&path.join("study/readings.csv"));
    assert_eq!(rows.len(), 8);
    for row in &rows {
        let is_measured = row["element"] == "terrain-desert" && row["reading"] != "badlands-counts/4";
        assert_eq!(row["difference"].is_empty(), !is_measured, "{row:?}");
        assert!(is_measured || row["outcome"] == "open", "{row:?}");
        let given = if row["element"] == "terrain-forest" { "not-measurable" } else { &desert };
        assert_eq!(row["verdict_given"], given, "{row:?}");
    }
    let open = rows.iter().find(|row| row["element"] == "terrain-desert" && row["reading"] == "badlands-counts/4");
    let open = open.expect("a row");
    assert!(open["verdict"] == "not-measurable" && open["reason"].starts_with("the ban leaves "), "{open:?}");
    assert!(ran.stdout.contains(forest), "{}", ran.stdout);
}
