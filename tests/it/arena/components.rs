//! Moves that are kept, and what components had to do with winning.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use riverlab_stats::{Interval, Ratio};
use serde_json::Value;

use crate::cli::program::{content, folder, interrupt, results, run_in};
use crate::long::scaled;

pub(super) const PLAN: &str = "tournament --players 3 --bots greedy random random --deals 7 --seed 3 --quiet";

pub(super) type Row = BTreeMap<String, String>;

pub(super) fn rows(folder: &Path, name: &str) -> Vec<Row> {
    let mut reader = csv::Reader::from_path(folder.join(name)).expect("a table");
    reader.deserialize().map(|row| row.expect("a row")).collect()
}

pub(super) fn number(row: &Row, column: &str) -> f64 {
    row[column].parse().expect("a number")
}

#[test]
fn both_files_are_the_same_on_any_number_of_threads() {
    let plan = "tournament --bots greedy random mcts:sims=20 --deals 5 --seed 2 --quiet";
    let folder = folder();
    let of = |threads: u32| {
        let out = format!("out{threads}");
        run_in(folder.path(), &format!("{plan} --threads {threads} --out {out}")).ok();
        results(&folder.path().join(out))
    };
    let expected = of(1);
    assert_eq!(content(&expected, "moves.csv").lines().count(), 31);
    assert!(of(2) == expected && of(5) == expected);
}

#[test]
fn games_without_components_keep_no_moves() {
    let folder = folder();
    for game in ["dice", "connect-four"] {
        run_in(folder.path(), &format!("tournament {game} --bots random random --deals 5 --quiet --out {game}")).ok();
        let files = results(&folder.path().join(game));
        assert!(files.iter().all(|(name, _)| name != "moves.csv" && name != "elements.csv"), "{game}");
        let report = run_in(folder.path(), &format!("report {game}")).ok().stdout;
        assert!(!report.contains("elements"), "{report}");
    }
}

/// What another game has left goes away when a run is replaced, in either direction.
#[test]
fn a_replaced_run_leaves_nothing() {
    let folder = folder();
    let games = ["dice", "the-river", "dice"].map(|game| format!("tournament {game} --bots random random --deals 2"));
    for (idx, game) in games.iter().enumerate() {
        run_in(folder.path(), &format!("{game} --quiet --force --out out")).ok();
        run_in(folder.path(), &format!("{game} --quiet --out new{idx}")).ok();
        assert!(results(&folder.path().join("out")) == results(&folder.path().join(format!("new{idx}"))), "{game}");
    }
}

/// Cuts both files of a complete run, each where it likes, and goes on.
fn check_cut(folder: &Path, expected: &[(String, String)], cuts: [usize; 2], plan: &str) {
    let out = folder.join("out");
    let [games, moves] = ["games.csv", "moves.csv"].map(|name| content(expected, name));
    interrupt(&out, &games[..cuts[0]]);
    fs::write(out.join("moves.csv"), &moves[..cuts[1]]).expect("written");
    run_in(folder, &format!("{plan} --out out")).ok();
    assert!(results(&out) == expected, "cut at bytes {cuts:?}");
}

#[test]
fn files_cut_anywhere_are_continued() {
    let plan = "tournament --bots greedy random --deals 6 --seed 7 --quiet";
    let folder = folder();
    run_in(folder.path(), &format!("{plan} --out out")).ok();
    let expected = results(&folder.path().join("out"));
    let ends = ["games.csv", "moves.csv"].map(|name| content(&expected, name).len());
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    for end in [[0, 0], [0, ends[1]], [ends[0], 0], [ends[0], 5], [50, ends[1]], [ends[0], ends[1] - 1], ends] {
        check_cut(folder.path(), &expected, end, plan);
    }
    for _ in 0..scaled(5, 25) {
        check_cut(folder.path(), &expected, ends.map(|end| rng.random_range(0..=end)), plan);
    }
}

/// A process that dies before there is a manifest leaves empty files, in which a run can begin.
#[test]
fn empty_files_are_no_run() {
    let folder = folder();
    fs::create_dir(folder.path().join("out")).expect("a folder");
    for name in ["games.csv", "moves.csv"] {
        fs::write(folder.path().join("out").join(name), "").expect("written");
    }
    run_in(folder.path(), &format!("{PLAN} --out out")).ok();
}

#[test]
fn merged_parts_keep_moves_and_components() {
    let folder = folder();
    let path = folder.path();
    run_in(path, &format!("{PLAN} --out whole")).ok();
    for part in 1..=3 {
        run_in(path, &format!("{PLAN} --shard {part}/3 --out part{part}")).ok();
    }
    run_in(path, "merge part1 part2 part3 --out merged").ok();
    let expected = results(&path.join("whole"));
    assert!(results(&path.join("merged")) == expected);
    // What a killed merge leaves: moves first.
    let games = content(&expected, "games.csv");
    interrupt(&path.join("merged"), &games[..games.len() / 3]);
    run_in(path, "merge part1 part2 part3 --out merged").ok();
    assert!(results(&path.join("merged")) == expected);
}

#[test]
fn deleted_tables_come_back() {
    let folder = folder();
    let out = folder.path().join("out");
    run_in(folder.path(), &format!("{PLAN} --out out")).ok();
    let before = results(&out);
    fs::remove_file(out.join("elements.csv")).expect("removed");
    run_in(folder.path(), &format!("{PLAN} --out out")).ok();
    assert!(results(&out) == before);
    fs::remove_file(out.join("moves.csv")).expect("removed");
    let ran = run_in(folder.path(), "report out");
    let message = "error: cannot open out/moves.csv: No such file or directory (os error 2)\n";
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(2), message));
}

/// A row of moves that is not what was played, with the message that says so.
#[test]
fn changed_moves_are_found() {
    let folder = folder();
    let path = folder.path();
    run_in(path, "tournament --bots greedy random --deals 3 --quiet --out out").ok();
    let moves = fs::read_to_string(path.join("out/moves.csv")).expect("moves.csv");
    let lines: Vec<&str> = moves.lines().collect();
    let row = |game: usize| lines[game].split_once(',').expect("two columns").1;
    for (line, new, message) in [
        (0, "game,move".to_owned(), "line 1 is not of this run: \"game,move\", expected the header game,moves;"),
        (2, format!("3,{}", row(2)), "expected a row that begins with 2,;"),
        (2, format!("2,{}", row(1)), "line 3 is not of this run: "),
        (2, format!("2,{}", &row(2)[..20]), "expected the moves of game 2: decision 21 is missing;"),
        (2, format!("2,{}a", row(2)), "expected the moves of game 2: the game is over after "),
        (3, format!("3,Z{}", &row(3)[1..]), "expected the moves of game 3: decision 1 is none of 3 legal moves;"),
        (3, format!("3,-{}", &row(3)[1..]), "expected the moves of game 3: decision 1 is none of 3 legal moves;"),
        (6, format!("{}\n7,abc", lines[6]), "line 8 is not of this run: \"7,abc\", the run has no more games;"),
    ] {
        let mut changed: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
        changed[line].clone_from(&new);
        fs::write(path.join("out/moves.csv"), changed.join("\n") + "\n").expect("written");
        for command in ["report out", "verify out", "tournament --bots greedy random --deals 3 --quiet --out out"] {
            let ran = run_in(path, command);
            // To `verify` it is a finding, and only who plays can begin anew.
            let plays = command.starts_with("tournament");
            assert_eq!(ran.code, Some(if command == "verify out" { 1 } else { 2 }), "{new}: {ran:?}");
            let message = if plays { message } else { message.trim_end_matches(';') };
            assert!(ran.stderr.starts_with("error: out/moves.csv: line ") && ran.stderr.contains(message), "{ran:?}");
            assert_eq!(ran.stderr.contains("; --force begins anew"), plays, "{ran:?}");
        }
    }
    fs::write(path.join("out/moves.csv"), lines[..4].join("\n")).expect("written");
    let ran = run_in(path, "report out");
    let message = "error: out/moves.csv: has 2 of 6 games although the run is complete\n";
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(2), message));
}

/// A game that other bots have played under these names, with all that follows from it: only playing it again tells.
#[test]
fn verify_finds_a_forged_game_and_a_changed_table() {
    let folder = folder();
    let path = folder.path();
    let plan = "tournament --bots greedy random --deals 4 --quiet --out out";
    run_in(path, plan).ok();
    run_in(path, "verify out").ok();
    run_in(path, &plan.replace("greedy random", "greedy greedy").replace("--out out", "--out other")).ok();
    let line = |text: &str, nth: usize| text.lines().nth(nth).expect("a line").to_owned() + "\n";
    let read = |name: &str| fs::read_to_string(path.join(name)).expect("a file");
    let (games, moves) = (read("out/games.csv"), read("out/moves.csv"));
    let (theirs, their_moves) = (read("other/games.csv"), read("other/moves.csv"));
    let mut forged = games.clone();
    for nth in [3, 4] {
        let columns = |text: &str| line(text, nth).splitn(7, ',').map(str::to_owned).collect::<Vec<_>>();
        let new = [&columns(&games)[..6], &columns(&theirs)[6..]].concat().join(",");
        forged = forged.replace(&line(&games, nth), &new);
    }
    interrupt(&path.join("out"), &forged);
    fs::write(path.join("out/moves.csv"), moves.replace(&line(&moves, 2), &line(&their_moves, 2))).expect("written");
    run_in(path, plan).ok();
    let ran = run_in(path, "verify out");
    assert_eq!(ran.code, Some(1), "{ran:?}");
    assert!(ran.stderr.contains("1 of 8 games played again went another way, the first is game 2 (deal 1"), "{ran:?}");

    let components = read("out/elements.csv");
    fs::write(path.join("out/elements.csv"), components.replacen(",building,", ",building,1", 1)).expect("written");
    let ran = run_in(path, "verify out");
    let message = "error: out/elements.csv: does not follow from the games\n";
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(1), message));
}

#[test]
fn a_stored_game_is_the_trace_of_its_bots() {
    let folder = folder();
    let path = folder.path();
    let plan =
        "tournament --players 3 --bots greedy random mcts:sims=9 --set building.mill-a.points=6 --deals 3 --seed 9";
    run_in(path, &format!("{plan} --shard 2/2 --quiet --out out")).ok();
    // The second part begins with deal 2, game 4.
    for (game, deal, bots) in [(4, 2, "greedy random mcts:sims=9"), (9, 3, "mcts:sims=9 greedy random")] {
        let stored = run_in(path, &format!("trace --from out --game {game}")).ok().stdout;
        let set = "--set building.mill-a.points=6";
        let command = format!("trace --players 3 {set} --seed 9 --deal {deal} --bots {bots}");
        assert_eq!(run_in(path, &command).ok().stdout, stored);
        fs::write(path.join("game.jsonl"), &stored).expect("written");
        run_in(path, &format!("replay game.jsonl {set}")).ok();
    }
    for game in [3, 10] {
        let ran = run_in(path, &format!("trace --from out --game {game}"));
        let message = format!("error: out: holds no whole game {game}\n");
        assert_eq!((ran.code, ran.stdout, ran.stderr), (Some(2), String::new(), message));
    }
}

#[test]
fn games_of_time_budgets_are_kept_exactly() {
    let folder = folder();
    let path = folder.path();
    run_in(path, "tournament --bots mcts:ms=1 random --deals 2 --quiet --out out").ok();
    let games = rows(&path.join("out"), "games.csv");
    for game in 1..=4 {
        let trace = run_in(path, &format!("trace --from out --game {game}")).ok().stdout;
        fs::write(path.join("game.jsonl"), &trace).expect("written");
        run_in(path, "replay game.jsonl").ok();
        let (header, outcome) = (json(trace.lines().next()), json(trace.lines().last()));
        let scores = numbers(&outcome["outcome"]["scores"]);
        let expected = games.iter().filter(|row| row["game"] == game.to_string());
        let (bots, points): (Vec<&str>, Vec<f64>) =
            expected.map(|row| (row["bot"].as_str(), number(row, "score"))).unzip();
        assert_eq!(scores, points);
        assert_eq!(header["bots"], Value::from(bots));
    }
    run_in(path, "report out").ok();
}

#[test]
fn traces_of_runs_that_cannot_be() {
    let folder = folder();
    let path = folder.path();
    run_in(path, "tournament dice --bots random random --deals 2 --quiet --out dice").ok();
    for (arguments, message) in [
        ("--from nothing --game 1", "cannot read nothing/manifest.json: No such file or directory"),
        ("--from dice --game 1", "dice: holds no moves: dice has no elements, so its moves are not kept"),
        ("--from dice --game 0", "invalid value '0' for '--game <GAME>'"),
        ("--from dice", "--game <GAME>"),
        ("--game 1", "--from <DIR>"),
        ("--from dice --game 1 --bots random", "cannot be used with"),
        ("--from dice --game 1 --seed 1", "cannot be used with"),
        ("--from dice --game 1 --explain", "cannot be used with"),
        ("dice --from dice --game 1", "cannot be used with"),
    ] {
        let ran = run_in(path, &format!("trace {arguments}"));
        assert_eq!(ran.code, Some(2), "{arguments}: {ran:?}");
        assert!(ran.stderr.contains(message), "{arguments}: {}", ran.stderr);
    }
}

pub(super) fn json(line: Option<&str>) -> Value {
    serde_json::from_str(line.expect("a line")).expect("JSON")
}

fn numbers(list: &Value) -> Vec<f64> {
    list.as_array().expect("a list").iter().filter_map(Value::as_f64).collect()
}

/// What a seat did with a component in a game, counted from the text of a trace.
#[derive(Clone, Debug, Default)]
struct Seen {
    offered: u64,
    taken: u64,
    /// By seat.
    first_round: BTreeMap<usize, u32>,
    held: Vec<bool>,
}

/// The displays of The River, followed by the text of moves alone.
#[derive(Default)]
struct Displays {
    tiles: Vec<Option<String>>,
    buildings: Vec<Option<String>>,
    reserved: Vec<Vec<String>>,
    /// Deals of a whole tile display so far: the first is the draft, of round 0.
    tile_deals: u32,
    dealing: bool,
}

fn fill(slots: &mut Vec<Option<String>>, piece: &str) {
    match slots.iter_mut().find(|slot| slot.is_none()) {
        Some(slot) => *slot = Some(piece.to_owned()),
        None => slots.push(Some(piece.to_owned())),
    }
}

impl Displays {
    fn deal(&mut self, piece: &str, is_building: bool) {
        if is_building {
            return fill(&mut self.buildings, piece);
        }
        if !self.dealing {
            self.tiles.clear();
            self.tile_deals += 1;
            self.dealing = true;
        }
        fill(&mut self.tiles, piece);
    }

    /// What a move takes from a display, and what it places for good.
    fn decide(&mut self, seat: usize, mv: &str) -> (Option<String>, Option<String>) {
        self.dealing = false;
        let parts: Vec<&str> = mv.split(':').collect();
        let place = |text: &str| text.parse::<usize>().expect("a slot") - 1;
        match parts[..] {
            ["draft" | "claim", slot] => {
                let tile = self.tiles[place(slot)].take();
                (tile.clone(), tile)
            }
            ["reserve", slot] => {
                let building = self.buildings[place(slot)].take().expect("a building");
                self.reserved[seat].push(building.clone());
                (Some(building), None)
            }
            ["build", from, _] => {
                if let Some(idx) = from.strip_prefix('r') {
                    return (None, Some(self.reserved[seat].remove(place(idx))));
                }
                let building = self.buildings[place(from)].take();
                (building.clone(), building)
            }
            _ => (None, None),
        }
    }
}

/// Counts the tiles and buildings of a trace.
fn count(trace: &str, players: usize, kinds: &BTreeMap<String, String>) -> BTreeMap<String, Seen> {
    let mut displays = Displays { reserved: vec![Vec::new(); players], ..Displays::default() };
    let mut seen: BTreeMap<String, Seen> = BTreeMap::new();
    let new = || Seen { held: vec![false; players], ..Seen::default() };
    for line in trace.lines().skip(1).map(|line| json(Some(line))) {
        let Some(mv) = line["move"].as_str() else { break };
        if let Some(seat) = line["turn"].as_str().and_then(|turn| turn.strip_prefix('p')) {
            let seat = seat.parse::<usize>().expect("a seat") - 1;
            let (taken, placed) = displays.decide(seat, mv);
            if let Some(piece) = taken {
                let entry = seen.entry(piece).or_insert_with(new);
                entry.taken += 1;
                entry.first_round.entry(seat).or_insert(displays.tile_deals - 1);
            }
            if let Some(piece) = placed {
                seen.entry(piece).or_insert_with(new).held[seat] = true;
            }
        } else {
            let piece = mv.strip_prefix("deal:").expect("a deal");
            if let Some(kind) = kinds.get(piece) {
                displays.deal(piece, kind == "building");
                seen.entry(piece.to_owned()).or_insert_with(new).offered += 1;
            }
        }
    }
    seen
}

/// The mean over deals of sums and counts of shares, with its interval.
fn interval(deals: &BTreeMap<u64, (f64, u64)>) -> Option<Interval> {
    let mut shares = Ratio::default();
    for &(sum, count) in deals.values() {
        shares.add((60.0 * sum).round() as i64, count);
    }
    (!deals.is_empty()).then(|| shares.interval(60.0, 0.0, 1.0))
}

struct Game {
    deal: u64,
    shares: Vec<f64>,
    scores: Vec<f64>,
    seen: BTreeMap<String, Seen>,
}

fn games_of_run(path: &Path, count_of: u64, kinds: &BTreeMap<String, String>) -> Vec<Game> {
    let game = |number: u64| {
        let trace = run_in(path, &format!("trace --from out --game {number}")).ok().stdout;
        let (header, last) = (json(trace.lines().next()), json(trace.lines().last()));
        let seen = count(&trace, 3, kinds);
        let [shares, scores] = ["shares", "scores"].map(|name| numbers(&last["outcome"][name]));
        Game { deal: header["deal"].as_u64().expect("a deal"), shares, scores, seen }
    };
    (1..=count_of).map(game).collect()
}

fn near(row: &Row, column: &str, expected: Option<f64>) {
    let there = row[column].parse::<f64>().ok();
    let same = match (there, expected) {
        (Some(there), Some(expected)) => (there - expected).abs() < 1e-8,
        (there, expected) => there.is_none() && expected.is_none() && row[column].is_empty(),
    };
    assert!(same, "{column} of {row:?} is not {expected:?}");
}

fn mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

/// All of `elements.csv` that is about tiles and buildings, counted again from the text of traces.
fn check_component(row: &Row, games: &[Game]) {
    let nothing = Seen { held: vec![false; 3], ..Seen::default() };
    let (mut offered, mut taken, mut rounds) = (0, 0, Vec::new());
    let (mut with, mut without, mut scores, mut deals) = (Vec::new(), Vec::new(), Vec::new(), BTreeMap::new());
    for game in games {
        let seen = game.seen.get(&row["element"]).unwrap_or(&nothing);
        offered += seen.offered;
        taken += seen.taken;
        rounds.extend(seen.first_round.values().map(|&round| f64::from(round)));
        for seat in 0..3 {
            if seen.held[seat] {
                with.push(game.shares[seat]);
                scores.push(game.scores[seat]);
                let deal: &mut (f64, u64) = deals.entry(game.deal).or_default();
                *deal = (deal.0 + game.shares[seat], deal.1 + 1);
            } else {
                without.push(game.shares[seat]);
            }
        }
    }
    let counts = ["offered", "taken", "held"].map(|column| number(row, column));
    assert_eq!(counts, [offered, taken, with.len() as u64].map(|count| count as f64), "{row:?}");
    near(row, "take_rate", (offered > 0).then(|| taken as f64 / offered as f64));
    near(row, "first_round_mean", mean(&rounds));
    near(row, "share_held", mean(&with));
    near(row, "share_not_held", mean(&without));
    near(row, "score_held_mean", mean(&scores));
    let share = interval(&deals);
    near(row, "share_held_lo", share.map(|share| share.lo));
    near(row, "share_held_hi", share.map(|share| share.hi));
    near(row, "difference", mean(&with).zip(mean(&without)).map(|(with, without)| with - without));
    let (held, seats) = (with.len() as f64, (with.len() + without.len()) as f64);
    assert_eq!(row["difference_lo"].is_empty(), held < 0.02 * seats || held == seats, "{row:?}");
}

#[test]
fn components_follow_from_the_text_of_traces() {
    let folder = folder();
    let path = folder.path();
    run_in(path, &format!("{PLAN} --out out")).ok();
    let table = rows(&path.join("out"), "elements.csv");
    let pieces: Vec<&Row> =
        table.iter().filter(|row| ["tile", "meadow", "building"].contains(&row["kind"].as_str())).collect();
    let kinds = pieces.iter().map(|row| (row["element"].clone(), row["kind"].clone())).collect();
    let games = games_of_run(path, 21, &kinds);
    assert!(pieces.iter().filter(|row| row["held"] != "0").count() > 50);
    for row in pieces {
        check_component(row, &games);
    }
    // The points of pieces add up to those in games.csv.
    let seats = rows(&path.join("out"), "games.csv");
    for (kind, part) in
        [("building", "buildings"), ("bonus-token", "bonus_tokens"), ("meadow", "meadows"), ("terrain", "columns")]
    {
        let of_kind = table.iter().filter(|row| row["kind"] == kind && row["held"] != "0");
        let points: f64 = of_kind.map(|row| number(row, "held") * number(row, "points_mean")).sum();
        let expected: f64 = seats.iter().map(|row| number(row, &format!("points_{part}"))).sum();
        assert!(expected > 0.0 && (points - expected).abs() < 1e-4, "{kind}: {points} is not {expected}");
    }
}
