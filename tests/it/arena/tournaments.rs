//! Tournaments: the same bytes whatever happens on the way.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use riverlab_bots::play::game_loop::play_game;
use riverlab_bots::play::streams::Deal;
use riverlab_bots::{Bot, Evaluate, registry};
use riverlab_engine::games::the_river::TheRiver;
use riverlab_engine::games::toy::Dice;
use riverlab_engine::{GameRules, Turn};

use crate::cli::program::{self, content, folder, interrupt, results, run_in, shell_in};
use crate::long::scaled;

const PLAN: &str = "tournament --players 2 --bots greedy random random --deals 12 --seed 7 --quiet";

fn reference(plan: &str) -> Vec<(String, String)> {
    let folder = folder();
    run_in(folder.path(), &format!("{plan} --threads 2 --out out")).ok();
    results(&folder.path().join("out"))
}

/// Rows of `games.csv` by column name.
fn rows(folder: &Path) -> Vec<BTreeMap<String, String>> {
    let mut reader = csv::Reader::from_path(folder.join("games.csv")).expect("games.csv");
    reader.deserialize().map(|row| row.expect("a row")).collect()
}

fn number(row: &BTreeMap<String, String>, column: &str) -> f64 {
    row[column].parse().expect("a number")
}

#[test]
fn threads_and_runs_do_not_matter() {
    let expected = reference(PLAN);
    let names: Vec<&str> = expected.iter().map(|(name, _)| name.as_str()).collect();
    let tables = ["pairs.csv", "ratings.csv", "seats.csv", "standings.csv"];
    assert_eq!(names, [&["elements.csv", "games.csv", "manifest.json", "moves.csv"][..], &tables].concat());
    for threads in [1, 2, 5] {
        let folder = folder();
        run_in(folder.path(), &format!("{PLAN} --threads {threads} --out out")).ok();
        assert!(results(&folder.path().join("out")) == expected, "{threads} threads");
    }
}

#[test]
fn searching_bots_play_the_same_on_any_number_of_threads() {
    for plan in [
        "tournament --players 3 --bots mcts:sims=60 flat:sims=60 ply --deals 2 --seed 7 --quiet",
        "tournament --bots mcts:sims=80,reuse=on mcts:sims=80,threads=2 mcts:sims=50,chance=closed --deals 2 --quiet",
        "tournament connect-four --bots mcts:sims=100,reuse=on mcts:sims=100,threads=3 --deals 4 --quiet",
    ] {
        let expected = reference(plan);
        for threads in scaled(&[5][..], &[1, 5]) {
            let folder = folder();
            run_in(folder.path(), &format!("{plan} --threads {threads} --out out")).ok();
            assert!(results(&folder.path().join("out")) == expected, "{plan} with {threads} threads");
        }
    }
}

#[test]
fn time_budgets_are_marked() {
    let folder = folder();
    let plan = "tournament --bots mcts:ms=1 random --deals 1 --quiet --out out";
    let text = run_in(folder.path(), plan).ok().stdout;
    assert!(text.contains("not reproducible") && text.contains("mcts:ms=1[timed]"), "{text}");
    let files = results(&folder.path().join("out"));
    assert_eq!(files.len(), 8);
    for (name, content) in files.into_iter().filter(|(name, _)| !["elements.csv", "moves.csv"].contains(&name.as_str()))
    {
        assert!(content.contains("mcts:ms=1[timed]"), "{name}: {content}");
        assert!(name != "manifest.json" || content.contains("\"reproducible\": false"), "{content}");
    }
    let ran = run_in(folder.path(), "verify out");
    assert_eq!(ran.code, Some(2));
    assert!(ran.stderr.contains("time budgets are not reproducible (mcts:ms=1[timed])"), "{}", ran.stderr);
    let plan = "match --focus mcts:ms=1 --against random --deals 1 --timing --quiet --json --out match";
    let text = run_in(folder.path(), plan).ok().stdout;
    assert!(text.contains("mcts:ms=1[timed]") && text.contains("\"reproducible\": false"), "{text}");
    let files = results(&folder.path().join("match"));
    assert_eq!(files.len(), 10);
    assert_eq!(files.iter().filter(|(_, content)| content.contains("mcts:ms=1[timed]")).count(), 8, "{files:?}");
    let trace = run_in(folder.path(), "trace --bots mcts:ms=1 random").ok().stdout;
    assert!(trace.contains("\"mcts:ms=1[timed]\""), "{trace}");
    let text = run_in(folder.path(), "tournament --bots mcts:sims=9 random --deals 1 --quiet --out fixed").ok().stdout;
    assert!(!text.contains("reproducible"), "{text}");
}

/// What each stack shows in a deal, in order.
fn shown<G: Evaluate>(deal: u64, bots: &[&str]) -> Vec<Vec<String>> {
    let build = |text: &&str| registry::build::<G>(&text.parse().expect("a spec")).expect("a bot");
    let mut bots: Vec<_> = bots.iter().map(build).collect();
    let mut seated: Vec<&mut dyn Bot<G>> = bots.iter_mut().map(|bot| &mut **bot as &mut dyn Bot<G>).collect();
    let mut shown = vec![Vec::new(); G::CHANCE_STREAMS.len()];
    play_game::<G>(G::Rules::standard(), Deal { seed: 5, number: deal }, &mut seated, |state, mv, _| {
        if state.turn() == Turn::Chance {
            shown[state.chance_stream()].push(state.move_text(mv));
        }
    })
    .expect("bots make legal moves");
    shown
}

/// The luck of a deal is the same in every rotation, and with other bots: each stack shows the same pieces in the same
/// order, until it is used up and what bots have discarded comes back.
#[test]
fn stacks_stay_aligned_between_rotations() {
    fn check<G: Evaluate>(until: usize, rotations: &[&[&str]]) {
        for deal in 1..=20 {
            let all: Vec<_> = rotations.iter().map(|bots| shown::<G>(deal, bots)).collect();
            let mut longer = 0;
            for (stack, other) in all.iter().flat_map(|other| all[0].iter().zip(other)) {
                let common = stack.len().min(other.len());
                let same = stack.iter().zip(other).take_while(|(a, b)| a == b).count();
                assert!(same == common || same >= until, "{} deal {deal}: {same} of {common}", G::NAME);
                longer += usize::from(stack.len() != other.len());
            }
            assert!(deal > 1 || longer > 0, "the games do not differ");
        }
    }
    let [greedy, ply] = ["greedy:eval=hand", "ply:eval=hand"];
    check::<TheRiver>(65, &[&[greedy, ply], &[ply, greedy], &[greedy, greedy]]);
    check::<TheRiver>(65, &[&[greedy, ply, ply], &[ply, greedy, ply], &[ply, ply, greedy]]);
    check::<Dice>(
        usize::MAX,
        &[&["greedy", "random", "ply"], &["random", "ply", "greedy"], &["ply", "greedy", "random"]],
    );
}

/// Four players of Dice, of whom those who win often are last often: by rating, row 2 was 1-3 and row 4 was 2-4, above row 3
/// with 3-4.
#[test]
fn ranks_go_with_rows_where_ratings_do_not_describe_them() {
    let folder = folder();
    let bots = "random greedy ply:samples=2 flat:sims=8";
    let plan = format!("tournament dice --players 4 --bots {bots} --deals 150 --quiet --out out");
    let text = run_in(folder.path(), &plan).ok().stdout;
    for said in ["by share, all at once", "who comes next behind the winners, for 4 of 4 bots:", "so read shares"] {
        assert!(text.contains(said), "{text}");
    }
    for file in ["standings.csv", "ratings.csv"] {
        let mut reader = csv::Reader::from_path(folder.path().join("out").join(file)).expect("a file");
        let rows: Vec<BTreeMap<String, String>> = reader.deserialize().map(|row| row.expect("a row")).collect();
        let ranks: Vec<[&str; 2]> = rows[..4].iter().map(|row| ["rank_lo", "rank_hi"].map(|end| &*row[end])).collect();
        assert_eq!(ranks, [["1", "1"], ["2", "2"], ["3", "4"], ["3", "4"]], "{file}");
    }
    let text = run_in(folder.path(), "tournament dice --bots random greedy --deals 50 --quiet --out two").ok().stdout;
    assert!(!text.contains("do not describe"), "{text}");
}

/// River Dragons only says who won: nobody is tied with others who have not won. One line-up of all bots: strengths are as
/// wins, but for the effect of turn order.
#[test]
fn bots_that_have_not_won_are_not_tied() {
    let folder = folder();
    let bots = "greedy ply random";
    let plan = format!("tournament river-dragons --players 3 --bots {bots} --deals 100 --quiet");
    let text = run_in(folder.path(), &format!("{plan} --out out")).ok().stdout;
    assert!(text.contains("the game only says who won") && !text.contains("do not describe"), "{text}");
    let read = |file: &str| -> Vec<BTreeMap<String, String>> {
        let mut reader = csv::Reader::from_path(folder.path().join("out").join(file)).expect("a file");
        reader.deserialize().map(|row| row.expect("a row")).collect()
    };
    let of = |rows: &[BTreeMap<String, String>], bot: &str, column: &str| {
        let row = rows.iter().find(|row| row.get("bot").or(row.get("name")).is_some_and(|name| name == bot));
        number(row.expect("a row"), column)
    };
    let (standings, ratings, pairs) = (read("standings.csv"), read("ratings.csv"), read("pairs.csv"));
    let [share, of_other] = ["greedy", "ply"].map(|bot| of(&standings, bot, "share"));
    let ahead = of(&ratings, "greedy", "rating") - of(&ratings, "ply", "rating");
    let expected = 400.0 * libm::log10(share / of_other);
    assert!((ahead - expected).abs() < 10.0 + 0.1 * expected.abs(), "{ahead}, {expected}");
    let pair = pairs.iter().find(|row| row["bot"] == "greedy" && row["opponent"] == "ply").expect("a pair");
    // Games without any winner are shared by all.
    assert!((number(pair, "share_above") - share / (share + of_other)).abs() < 0.005, "{pair:?}");
    assert_eq!(pair["games"], "300");
    assert!(ratings.iter().all(|row| row["next"].is_empty()), "{ratings:?}");
    let again = run_in(folder.path(), "report out").ok().stdout;
    assert!(again.contains("the game only says who won"), "{again}");
    // Of two players, the other one has lost.
    let two =
        run_in(folder.path(), "tournament river-dragons --bots greedy ply --deals 20 --quiet --out two").ok().stdout;
    assert!(!two.contains("the game only says who won"), "{two}");
}

#[test]
fn another_seed_gives_other_games() {
    let other = reference(&PLAN.replace("--seed 7", "--seed 8"));
    let expected = reference(PLAN);
    assert!(content(&expected, "games.csv") != content(&other, "games.csv"));
}

#[test]
fn a_run_cut_at_any_byte_is_continued() {
    let expected = reference(PLAN);
    let folder = folder();
    let out = folder.path().join("out");
    let journal = content(&expected, "games.csv");
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut cuts: Vec<usize> = (0..scaled(4, 25)).map(|_| rng.random_range(0..journal.len())).collect();
    cuts.extend([0, 1, 50, journal.len() - 1]);
    for (idx, cut) in cuts.into_iter().enumerate() {
        let _ = fs::remove_dir_all(&out);
        run_in(folder.path(), &format!("{PLAN} --out out")).ok();
        interrupt(&out, &journal[..cut]);
        let resume = if idx % 2 == 0 { "" } else { "--resume" };
        run_in(folder.path(), &format!("{PLAN} {resume} --out out")).ok();
        assert!(results(&out) == expected, "cut at byte {cut}");
    }
}

#[test]
fn a_killed_run_is_continued() {
    let plan = "tournament --players 3 --bots random greedy --deals 60 --seed 3 --quiet";
    let expected = reference(plan);
    let folder = folder();
    let out = folder.path().join("out");
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
    let mut killed = 0;
    for attempt in 0..scaled(10, 40) {
        let resume = if attempt % 2 == 1 && out.join("manifest.json").exists() { " --resume" } else { "" };
        let mut child = Command::new(program::path())
            .args(format!("{plan}{resume} --out out").split_whitespace())
            .current_dir(folder.path())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        std::thread::sleep(Duration::from_millis(rng.random_range(0..60)));
        child.kill().expect("a signal");
        killed += usize::from(!child.wait().expect("an end").success());
    }
    assert!(killed > 0, "no run was killed");
    run_in(folder.path(), &format!("{plan} --out out")).ok();
    assert!(results(&out) == expected, "after {killed} kills");
}

#[test]
fn an_interrupted_run_says_so_and_is_continued() {
    let deals = scaled(40_000, 200_000);
    let plan = &format!("tournament --players 2 --bots random --deals {deals} --seed 3 --out out");
    let folder = folder();
    let script = format!("$RIVERLAB {plan} & PID=$!; sleep 0.4; kill -INT $PID; wait $PID");
    // A background job of a shell without job control ignores SIGINT, so SIGTERM stands in for it.
    let ran = program::shell_in(folder.path(), &script.replace("-INT", "-TERM"));
    assert_eq!(ran.code, Some(130), "{ran:?}");
    assert!(ran.stderr.contains("error: interrupted: what is finished is written"), "{ran:?}");
    let before = rows(&folder.path().join("out")).len();
    assert!(before > 0 && before < 2 * deals);
    let ran = run_in(folder.path(), plan).ok();
    assert!(ran.stderr.contains(&format!("resuming after {} of {deals} games", before / 2)), "{ran:?}");
    assert_eq!(rows(&folder.path().join("out")).len(), 2 * deals);
}

#[test]
fn a_complete_run_is_shown_again_and_not_touched() {
    let folder = folder();
    let out = folder.path().join("out");
    let first = run_in(folder.path(), &format!("{PLAN} --out out")).ok();
    let stamp = |name: &str| fs::metadata(out.join(name)).and_then(|data| data.modified()).expect("a time");
    let names = ["games.csv", "manifest.json", "standings.csv", "seats.csv", "pairs.csv", "ratings.csv"];
    let before = names.map(|name| (stamp(name), fs::read(out.join(name)).expect("a file")));
    for resume in ["", "--resume"] {
        let again = run_in(folder.path(), &format!("{PLAN} {resume} --out out")).ok();
        assert_eq!(again.stdout, first.stdout);
        for (name, (time, content)) in names.iter().zip(&before) {
            assert!(
                stamp(name) == *time && fs::read(out.join(name)).expect("a file") == *content,
                "{name} was touched"
            );
        }
    }
}

/// Copies are exactly equal, in shares and in ratings.
#[test]
fn ratings_of_copies_alone_are_points() {
    for plan in [
        "dice --bots random random --deals 1",
        "dice --bots random random random --deals 5",
        "dice --players 3 --bots flat:sims=2,depth=3 flat:depth=3,sims=2 --deals 5",
        "dice --bots random random random --deals 5 --schedule swiss:2",
    ] {
        let folder = folder();
        run_in(folder.path(), &format!("tournament {plan} --quiet --out out")).ok();
        let mut ratings = csv::Reader::from_path(folder.path().join("out/ratings.csv")).expect("ratings");
        let bots = ratings.records().map(|row| row.expect("a row")).filter(|row| &row[0] == "bot");
        let intervals: Vec<[String; 3]> = bots.map(|row| [2, 3, 4].map(|column| row[column].to_owned())).collect();
        assert!(intervals.len() > 1 && intervals.iter().all(|interval| *interval == ["0", "0", "0"]), "{intervals:?}");
        run_in(folder.path(), "verify out").ok();
    }
}

#[test]
fn a_bot_against_itself_has_an_equal_share_in_every_block() {
    for (players, bots) in
        [(2, "random"), (2, "greedy greedy"), (3, "random random"), (4, "random random random random")]
    {
        let folder = folder();
        let plan = format!("tournament --players {players} --bots {bots} --deals 10 --seed 5 --quiet --out out");
        run_in(folder.path(), &plan).ok();
        let mut blocks: BTreeMap<(String, String, String), (f64, f64)> = BTreeMap::new();
        for row in rows(&folder.path().join("out")) {
            let key = (row["lineup"].clone(), row["deal"].clone(), row["bot"].clone());
            let block = blocks.entry(key).or_default();
            *block = (block.0 + number(&row, "share"), block.1 + 1.0);
        }
        assert!(blocks.len() >= 10);
        for (block, (share, seats)) in blocks {
            assert!((share / seats - 1.0 / f64::from(players)).abs() < 1e-12, "{block:?}: {share} in {seats} seats");
        }
    }
}

/// Everything in `standings.csv` but the intervals, from `games.csv` by plain means.
#[test]
fn standings_follow_from_the_games() {
    let folder = folder();
    let out = folder.path().join("out");
    run_in(folder.path(), "tournament --players 3 --bots greedy random --deals 15 --seed 2 --quiet --out out").ok();
    let games = rows(&out);
    let parts: Vec<&String> = games[0].keys().filter(|column| column.starts_with("points_")).collect();
    assert_eq!(parts.len(), 5);
    for row in &games {
        assert_eq!(parts.iter().map(|part| number(row, part)).sum::<f64>(), number(row, "score"));
    }
    let mut reader = csv::Reader::from_path(out.join("standings.csv")).expect("standings.csv");
    let standings: Vec<BTreeMap<String, String>> = reader.deserialize().map(|row| row.expect("a row")).collect();
    assert_eq!(standings.len(), 2);
    for line in &standings {
        let own: Vec<&BTreeMap<String, String>> = games.iter().filter(|row| row["bot"] == line["bot"]).collect();
        let mean = |column: &str| own.iter().map(|row| number(row, column)).sum::<f64>() / own.len() as f64;
        let mut scores: Vec<f64> = own.iter().map(|row| number(row, "score")).collect();
        scores.sort_by(f64::total_cmp);
        let variance =
            scores.iter().map(|score| (score - mean("score")).powi(2)).sum::<f64>() / (scores.len() - 1) as f64;
        let near = |column: &str, expected: f64| {
            assert!((number(line, column) - expected).abs() < 1e-9, "{column}: {} is not {expected}", line[column]);
        };
        near("games", own.len() as f64);
        near("share", mean("share"));
        near("rank_mean", mean("rank"));
        near("score_mean", mean("score"));
        near("score_sd", variance.sqrt());
        near("score_min", scores[0]);
        near("score_max", scores[scores.len() - 1]);
        assert!(number(line, "share_lo") <= number(line, "share") && number(line, "share") <= number(line, "share_hi"));
    }
}

/// Everything in `seats.csv` but the intervals, from `games.csv` by plain means: the place in turn order is in it.
#[test]
fn seats_follow_from_the_games() {
    let folder = folder();
    let out = folder.path().join("out");
    run_in(folder.path(), "tournament --players 3 --bots greedy random --deals 15 --seed 2 --quiet --out out").ok();
    let games = rows(&out);
    // Clockwise from the start player, who does not always sit in seat 1.
    let starters: BTreeSet<&String> = games.iter().filter(|row| row["place"] == "1").map(|row| &row["seat"]).collect();
    assert_eq!(starters.len(), 3);
    for game in games.chunks(3) {
        let starter = game.iter().position(|row| row["place"] == "1").expect("a start player");
        let places: Vec<&str> = (starter..starter + 3).map(|seat| game[seat % 3]["place"].as_str()).collect();
        assert_eq!(places, ["1", "2", "3"]);
    }
    let mut reader = csv::Reader::from_path(out.join("seats.csv")).expect("seats.csv");
    let seats: Vec<BTreeMap<String, String>> = reader.deserialize().map(|row| row.expect("a row")).collect();
    assert_eq!(seats.len(), 9);
    for line in &seats {
        let is_own = |row: &&BTreeMap<String, String>| {
            row["place"] == line["seat"] && (line["bot"] == "(all)" || row["bot"] == line["bot"])
        };
        let own: Vec<&BTreeMap<String, String>> = games.iter().filter(is_own).collect();
        let mean = |column: &str| own.iter().map(|row| number(row, column)).sum::<f64>() / own.len() as f64;
        assert_eq!(number(line, "games"), own.len() as f64);
        for (column, expected) in [("share", mean("share")), ("score_mean", mean("score"))] {
            assert!((number(line, column) - expected).abs() < 1e-9, "{column} of {line:?} is not {expected}");
        }
    }
}

#[test]
fn standings_come_as_json_too() {
    let folder = folder();
    let ran = run_in(folder.path(), &format!("{PLAN} --json --out out")).ok();
    let value: serde_json::Value = serde_json::from_str(&ran.stdout).expect("JSON");
    assert_eq!(value["standings"][0]["bot"], "greedy");
    assert_eq!(value["run"]["seed"], 7);
}

#[test]
fn greedy_beats_random() {
    for players in [2, 3, 4] {
        let folder = folder();
        let plan = format!("tournament --players {players} --bots greedy random --deals 15 --quiet --json --out out");
        let ran = run_in(folder.path(), &plan).ok();
        let value: serde_json::Value = serde_json::from_str(&ran.stdout).expect("JSON");
        assert_eq!(value["standings"][0]["bot"], "greedy");
        let lower = value["standings"][0]["share_lo"].as_f64().expect("a number");
        assert!(lower > 1.0 / f64::from(players), "{lower} with {players} players");
    }
}

/// The program is sent SIGINT again and again, always in the middle of games.
#[test]
fn an_interrupt_gives_up_games_that_are_played_again() {
    let folder = folder();
    let run = "tournament dice --bots mcts:sims=40000 mcts:sims=30000 --deals 2 --threads 2";
    run_in(folder.path(), &format!("{run} --quiet --out whole")).ok();
    let (mut interrupted, out) = (0, folder.path().join("cut"));
    for wait in 1.. {
        let script = format!("$RIVERLAB {run} --out cut & sleep 0.{wait:02}; kill -INT $!; wait $!");
        let ran = shell_in(folder.path(), &script);
        if ran.code == Some(0) {
            // A program that has not yet begun to listen, as on a busy machine, plays on: a shell's children ignore SIGINT.
            if interrupted > 0 || wait == 30 {
                break;
            }
            fs::remove_dir_all(&out).expect("removed");
            continue;
        }
        interrupted += 1;
        assert!(ran.code == Some(130) && ran.stderr.contains("giving up the games under way"), "{ran:?}");
        // Then it is given more time, so that it comes to an end some time.
        run_in(folder.path(), &format!("{run} --quiet --out cut")).ok();
        if interrupted == 3 {
            break;
        }
        assert_eq!(results(&out), results(&folder.path().join("whole")));
        fs::remove_dir_all(&out).expect("removed");
    }
    assert!(interrupted > 0);
    assert_eq!(results(&out), results(&folder.path().join("whole")));
}

#[test]
fn a_run_gets_more_deals() {
    let folder = folder();
    let path = folder.path();
    for (name, plan) in [
        ("tournament", "tournament the-river --bots greedy random random --players 2 --quiet --timing"),
        ("gauntlet", "tournament dice --bots greedy random ply --schedule gauntlet:1 --quiet"),
        ("match", "match dice --focus greedy --against random --quiet"),
    ] {
        run_in(path, &format!("{plan} --deals 4 --out {name}")).ok();
        let before = results(&path.join(name));
        let more = run_in(path, &plan.replace(" --quiet", &format!(" --deals 7 --out {name}"))).ok();
        assert!(more.stderr.contains("resuming after "), "{more:?}");
        run_in(path, &format!("{plan} --deals 7 --out whole-{name}")).ok();
        let [more, whole] = [name.to_owned(), format!("whole-{name}")].map(|name| {
            let all = results(&path.join(name));
            all.into_iter().filter(|(name, _)| name != "timing.csv").collect::<Vec<_>>()
        });
        assert!(more == whole && more != before, "{name}");
        run_in(path, &format!("verify {name}")).ok();
        let fewer = run_in(path, &format!("{plan} --deals 4 --out {name}"));
        assert!(fewer.code == Some(2) && fewer.stderr.contains("deals are added, but none is taken back"), "{fewer:?}");
        let other = run_in(path, &format!("{plan} --deals 9 --seed 2 --out {name}"));
        assert!(other.code == Some(2) && other.stderr.contains("--seed 1 there, 2 asked for"), "{other:?}");
        assert!(results(&path.join(name)).len() == results(&path.join(format!("whole-{name}"))).len());
    }
    // Killed on its way, it is an unfinished run of all deals.
    let plan = "tournament the-river --bots greedy random --quiet";
    run_in(path, &format!("{plan} --deals 3 --out killed")).ok();
    shell_in(path, &format!("timeout -s KILL 1 \"$RIVERLAB\" {plan} --deals 100000 --threads 1 --out killed; true"))
        .ok();
    assert!(run_in(path, "report killed").ok().stdout.contains("deals: "));
    assert!(
        !results(&path.join("killed"))
            .iter()
            .any(|(name, text)| name == "manifest.json" && text.contains("\"complete\": true"))
    );
    for (plan, why) in [
        (
            "match dice --focus greedy --against random --sprt win:0.1 --deals 60",
            "a sequential test has looked at the results",
        ),
        ("tournament dice --bots greedy random ply random --schedule swiss:2 --deals 2", "the rounds of a Swiss"),
    ] {
        run_in(path, &format!("{plan} --quiet --out fixed")).ok();
        let words: Vec<&str> = plan.split(' ').collect();
        let (deals, before) = words.split_last().expect("words");
        let more = format!("{} {} --quiet --out fixed", before.join(" "), deals.parse::<u64>().expect("a number") + 40);
        let refused = run_in(path, &more);
        assert!(refused.code == Some(2) && refused.stderr.contains(why), "{refused:?}");
        std::fs::remove_dir_all(path.join("fixed")).expect("removed");
    }
}
