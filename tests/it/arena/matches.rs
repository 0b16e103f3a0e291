//! Matches, sequential rules, schedules and plans: decided by the deals in order, never by who is faster.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::cli::program::{folder, interrupt, results, run_in, shell_in};
use crate::long::scaled;

/// Every way to end a run before its last deal, and a schedule that depends on results.
const STOPPING: [&str; 9] = [
    "match dice --focus greedy --against random --sprt win:0.3 --seed 3",
    "match dice --players 3 --focus greedy --against random --sprt=-0.2,0.2 --seed 3 --alpha 0.1",
    "match dice --players 3 --focus greedy --baseline random --against random greedy --sprt win:0.2",
    "match dice --focus random --against random --sprt equivalence:0.5 --deals 900",
    "tournament dice --players 3 --bots greedy random --deals auto:0.1",
    "tournament dice --players 3 --bots greedy random random random random ply random --schedule swiss:4 --deals 5",
    "match the-river --focus greedy --against random --deals auto:0.5",
    "tournament dice --bots greedy random ply --deals auto:ranks:0.1",
    "tournament dice --players 3 --bots greedy random greedy --deals auto:ranks:0.2",
];

fn json(folder: &Path, arguments: &str) -> Value {
    serde_json::from_str(&run_in(folder, &format!("{arguments} --quiet --json")).ok().stdout).expect("JSON")
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is no number"))
}

#[test]
fn runs_that_look_at_results_do_not_depend_on_threads() {
    for plan in STOPPING {
        let folder = folder();
        let path = folder.path();
        run_in(path, &format!("{plan} --quiet --threads 1 --out one")).ok();
        let expected = results(&path.join("one"));
        for threads in scaled(&[3][..], &[2, 7]) {
            run_in(path, &format!("{plan} --quiet --threads {threads} --out many --force")).ok();
            assert!(results(&path.join("many")) == expected, "{plan} with {threads} threads");
        }
    }
}

#[test]
fn runs_that_look_at_results_are_continued_from_any_game() {
    for plan in STOPPING {
        let folder = folder();
        let out = folder.path().join("out");
        run_in(folder.path(), &format!("{plan} --quiet --out out")).ok();
        let expected = results(&out);
        let journal = fs::read_to_string(out.join("games.csv")).expect("games.csv");
        for part in scaled(2..3, 1..4) {
            interrupt(&out, &journal[..journal.len() * part / 4]);
            run_in(folder.path(), &format!("{plan} --quiet --resume --out out")).ok();
            assert!(results(&out) == expected, "{plan} cut after {part} of 4 parts");
        }
        let again = run_in(folder.path(), &format!("{plan} --out out")).ok();
        assert!(again.stderr.contains("out is complete; nothing to play"), "{again:?}");
    }
}

#[test]
fn a_match_finds_out_who_is_better() {
    let folder = folder();
    let won = json(folder.path(), "match dice --focus mcts:sims=20 --against random --sprt win:0.3 --out won");
    let lost = json(folder.path(), "match dice --focus random --against mcts:sims=20 --sprt win:0.3 --out lost");
    assert_eq!((&won["match"]["decision"], &lost["match"]["decision"]), (&"better".into(), &"not better".into()));
    for result in [&won["match"], &lost["match"]] {
        let (llr, lo, hi) = (number(&result["llr"]), number(&result["llr_lo"]), number(&result["llr_hi"]));
        assert!(llr <= lo || llr >= hi, "{result}");
        for rate in ["false_accepted", "true_rejected"] {
            let rate = ["_lo", "", "_hi"].map(|end| number(&result[format!("{rate}{end}")]));
            assert!(rate[0] <= rate[1] && rate[1] <= rate[2] && rate[1] < 0.05, "{result}");
        }
        for name in ["adjusted", "raw"] {
            let interval = ["_lo", "", "_hi"].map(|end| number(&result[format!("{name}{end}")]));
            assert!(interval[0] <= interval[1] && interval[1] <= interval[2], "{result}");
        }
        assert!(number(&result["always_lo"]) <= number(&result["raw_lo"]), "{result}");
        assert!(number(&result["always_hi"]) >= number(&result["raw_hi"]), "{result}");
    }
    // A lucky streak ends a test early: what is left without it is less.
    assert!(number(&won["match"]["adjusted"]) <= number(&won["match"]["raw"]), "{}", won["match"]);
}

#[test]
fn equal_bots_are_found_equivalent() {
    let folder = folder();
    let equal = json(folder.path(), "match dice --focus greedy --against greedy --sprt equivalence:0.3 --out equal");
    assert_eq!(equal["match"]["decision"], "equivalent");
    let other = json(folder.path(), "match dice --focus greedy --against random --sprt equivalence:0.3 --out other");
    assert_eq!(other["match"]["decision"], "different");
}

/// The same bot twice plays the very same games in the same seats: the difference to the baseline is exactly nothing.
#[test]
fn a_baseline_cancels_what_both_would_win() {
    let folder = folder();
    let plan = "match the-river --players 3 --focus greedy --baseline greedy --against random --deals 12";
    let same = json(folder.path(), &format!("{plan} --out same"));
    assert_eq!(["raw", "raw_lo", "raw_hi", "t"].map(|name| number(&same["match"][name])), [0.0; 4]);
    assert_eq!(number(&same["match"]["p"]), 1.0);
    let better = json(folder.path(), &format!("{} --out better", plan.replace("baseline greedy", "baseline random")));
    assert!(number(&better["match"]["raw_lo"]) > 0.0, "{}", better["match"]);
}

#[test]
fn intervals_get_as_narrow_as_asked_for() {
    let folder = folder();
    for width in [0.2, 0.1] {
        let plan = format!("tournament dice --bots greedy random --deals auto:{width} --out width{width}");
        let result = json(folder.path(), &plan);
        for line in result["standings"].as_array().expect("lines") {
            let seen = number(&line["share_hi"]) - number(&line["share_lo"]);
            assert!(seen <= width && seen > width * 0.8, "{seen} for {width}");
        }
        assert!(number(&result["deals_played"]) < number(&result["run"]["deals"]));
    }
}

/// Every two neighbors in the ranking are told apart, or equivalent; bots that are hardly different take longer.
#[test]
fn orders_are_settled() {
    let folder = folder();
    let clear = json(folder.path(), "tournament dice --bots random mcts:sims=50 --deals auto:ranks --out clear");
    assert_eq!(clear["order"]["bots"], serde_json::json!(["mcts:sims=50", "random"]));
    assert_eq!(clear["order"]["neighbors"], serde_json::json!(["ahead"]));
    let bots = "mcts:sims=50 mcts:sims=60 random";
    let close = json(folder.path(), &format!("tournament dice --bots {bots} --deals auto:ranks:0.1 --out close"));
    assert_eq!((&close["order"]["settled"], number(&close["order"]["margin"])), (&Value::Bool(true), 0.1));
    assert_eq!(close["order"]["neighbors"], serde_json::json!(["equivalent", "ahead"]));
    assert!(number(&close["deals_played"]) < number(&close["run"]["deals"]));
    let text = run_in(folder.path(), "report clear").ok().stdout;
    assert!(text.contains("the order is settled: mcts:sims=50 > random (> told apart"), "{text}");
    run_in(folder.path(), "report clear --html clear.html").ok();
    let page = fs::read_to_string(folder.path().join("clear.html")).expect("a page");
    assert!(page.contains("until the order is settled"), "no stop rule");
}

/// Differences of shares range from -1 to 1, so they take up to four times the deals of shares.
#[test]
fn differences_get_as_narrow_as_asked_for() {
    for seed in scaled(&[9][..], &[6, 9, 29]) {
        let folder = folder();
        let plan = "match dice --focus greedy --baseline mcts:sims=50 --against random --deals auto:0.2";
        let result = &json(folder.path(), &format!("{plan} --seed {seed} --out out"))["match"];
        let width = number(&result["raw_hi"]) - number(&result["raw_lo"]);
        assert!(width <= 0.2, "{width} with seed {seed}");
        assert_eq!(result["stop"], "auto:0.2");
    }
}

#[test]
fn a_gauntlet_and_a_swiss_are_played() {
    let folder = folder();
    let bots = "mcts:sims=4 mcts:sims=8 mcts:sims=16 mcts:sims=32 mcts:sims=64 greedy random";
    let gauntlet = format!("tournament dice --bots {bots} --schedule gauntlet:2 --deals 3 --out gauntlet");
    let result = json(folder.path(), &gauntlet);
    assert_eq!(result["run"]["games"], 2 * 5 * 2 * 3);
    assert_eq!(result["pairs"].as_array().map(Vec::len), Some(2 * 2 * 5));
    let swiss = format!("tournament dice --bots {bots} --schedule swiss:5 --deals 4 --out swiss");
    let result = json(folder.path(), &swiss);
    assert_eq!(result["run"]["games"], 3 * 2 * 4 * 5);
    let standings = result["standings"].as_array().expect("lines");
    let ratings: Vec<f64> =
        result["ratings"].as_array().expect("lines")[..7].iter().map(|line| number(&line["rating"])).collect();
    assert!(ratings.is_sorted_by(|a, b| a >= b), "standings of a Swiss are by rating: {ratings:?}");
    assert_eq!(standings.len(), 7);
    let expected = results(&folder.path().join("swiss"));
    run_in(folder.path(), &format!("{swiss} --quiet --threads 5 --force")).ok();
    assert!(results(&folder.path().join("swiss")) == expected, "another number of threads, another Swiss");
}

#[test]
fn a_plan_says_what_the_command_line_says() {
    let folder = folder();
    let path = folder.path();
    fs::create_dir(path.join("plans")).expect("a folder");
    let rules = "[[building]]\nid = \"mill-a\"\npoints = 6\n";
    fs::write(path.join("plans/rules.toml"), rules).expect("written");
    let plan = "game = \"the-river\"\nplayers = 3\nbots = [\"greedy\", \"random\"]\ndeals = 4\nseed = 9\n\
                rules = \"rules.toml\"\nset = [\"building.mill-b.points=5\"]\nout = \"planned\"\n";
    fs::write(path.join("plans/plan.toml"), plan).expect("written");
    run_in(path, "tournament --plan plans/plan.toml --quiet").ok();
    run_in(
        path,
        "tournament the-river --players 3 --bots greedy random --deals 4 --seed 9 --rules plans/rules.toml \
         --set building.mill-b.points=5 --out typed --quiet",
    )
    .ok();
    assert!(results(&path.join("planned")) == results(&path.join("typed")));
    // What is typed overrides the plan.
    let other = json(path, "tournament --plan plans/plan.toml --seed 10 --deals auto:0.4 --out other");
    assert_eq!((&other["run"]["seed"], &other["run"]["players"]), (&10.into(), &3.into()));
    assert_eq!(other["run"]["stop"]["width"], 0.4);
    // How a run is played and shown stands in a plan too.
    let shown = "game = \"dice\"\nbots = [\"greedy\", \"random\"]\ndeals = 4\nshard = \"2/2\"\ntiming = true\nquiet = true\n\
                 json = true\nprogress = \"none\"\nthreads = 1\nout = \"part\"\n";
    fs::write(path.join("plans/part.toml"), shown).expect("written");
    let ran = run_in(path, "tournament --plan plans/part.toml").ok();
    assert_eq!(ran.stderr, "");
    let part: Value = serde_json::from_str(&ran.stdout).expect("JSON");
    assert_eq!((&part["run"]["shard"], &part["deals_played"]), (&"2/2".into(), &2.into()), "{part}");
    assert!(path.join("part/timing.csv").exists());
    let duel = "focus = \"mcts:sims=20\"\nagainst = [\"random\"]\nsprt = \"win:0.3\"\nbeta = 0.1\ngame = \"dice\"\n";
    fs::write(path.join("plans/match.toml"), duel).expect("written");
    let result = json(path, "match --plan plans/match.toml --out duel");
    assert_eq!(result["match"]["decision"], "better");
    assert_eq!(result["run"]["stop"]["sprt"]["beta"], 0.1);
}

#[test]
fn a_dry_run_writes_nothing() {
    let folder = folder();
    for command in ["tournament dice --bots greedy random", "balance dice --bots random --deals 10"] {
        let ran = run_in(folder.path(), &format!("{command} --dry-run --resume --out there"));
        let message = "error: there: holds no run to resume; leave out --resume to begin one\n";
        assert_eq!((ran.code, ran.stderr.as_str()), (Some(2), message));
    }
    for arguments in [
        "tournament dice --bots greedy random --deals 30",
        "tournament dice --bots greedy random --deals auto:0.05",
        "tournament dice --bots greedy random --deals auto:ranks",
        "tournament dice --bots greedy random random random --schedule swiss:3",
        "match dice --focus greedy --against random --sprt win:0.1",
    ] {
        let text = run_in(folder.path(), &format!("{arguments} --dry-run")).ok().stdout;
        for part in ["games:", "tried:", "expected", "95 % interval", "greedy"] {
            assert!(text.contains(part), "{arguments}: {text}");
        }
        let found = json(folder.path(), &format!("{arguments} --dry-run"));
        assert!(text.starts_with(found["command"].as_str().expect("a command")), "{text}");
        assert!(text.contains(&format!("{}; a deal has {} line-ups", found["games"], found["line_ups_per_deal"])));
        assert!(number(&found["expected"]["seconds"]) > 0.0 && number(&found["games_per_second"]) > 0.0, "{found}");
        for interval in found["intervals"].as_array().expect("a list") {
            let (sd, lo, hi) = (number(&interval["sd"]), number(&interval["lo"]), number(&interval["hi"]));
            assert!(interval["sd_known"] == true && sd > 0.0 && lo < hi, "{interval}");
        }
    }
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 0);
}

#[test]
fn thinking_time_is_written_on_demand() {
    let folder = folder();
    let plan = "tournament dice --bots mcts:sims=50 random --deals 5 --quiet --out";
    run_in(folder.path(), &format!("{plan} timed --timing")).ok();
    run_in(folder.path(), &format!("{plan} plain")).ok();
    let (mut timed, plain) = (results(&folder.path().join("timed")), results(&folder.path().join("plain")));
    let timing = timed.pop().expect("timing.csv comes last");
    assert!(timed == plain, "the clock has changed a result");
    let lines: Vec<&str> = timing.1.lines().collect();
    assert_eq!(lines[0], "bot,decisions,ms_mean,ms_p50,ms_p95,ms_max,sims_per_s");
    assert!(lines.len() == 3 && lines[1].starts_with("mcts:sims=50,") && lines[2].ends_with(','), "{timing:?}");
}

/// Peak memory in kilobytes of a tournament.
fn peak_memory(plan: &str) -> u64 {
    let folder = folder();
    let run = format!("$RIVERLAB tournament dice {plan} --quiet --out out");
    // The shell's own child is the only one that it waits for.
    let script = format!(
        "{run} > table & PID=$!; while [ -r /proc/$PID/status ]; do \
                          grep VmHWM /proc/$PID/status >> peak; sleep 0.02; done; wait $PID"
    );
    let ran = shell_in(folder.path(), &script);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    let peaks = fs::read_to_string(folder.path().join("peak")).expect("some looks");
    let peak = |line: &str| line.split_whitespace().nth(1).and_then(|kilobytes| kilobytes.parse().ok());
    peaks.lines().filter_map(peak).max().expect("a peak")
}

#[test]
fn memory_does_not_grow_with_the_number_of_games() {
    let bots = "random ".repeat(20);
    // What is bounded is what so many games would take if each were kept: 100 bytes a game are 12 MB.
    let (deals, rounds) = scaled((80_000, 4000), (300_000, 20_000));
    for (few, many) in [
        ("--bots random random --deals 20000".to_owned(), format!("--bots random random --deals {deals}")),
        (
            format!("--players 3 --bots {bots} --schedule swiss:200 --deals 1"),
            format!("--players 3 --bots {bots} --schedule swiss:{rounds} --deals 1"),
        ),
    ] {
        let (before, after) = (peak_memory(&few), peak_memory(&many));
        assert!(after < before + 12_000, "{before} kB for {few}, {after} kB for {many}");
    }
}

/// A run that ends before the first look of its sequential test says so: before it, as it would be, and of its result.
#[test]
fn a_test_that_cannot_decide_says_so() {
    let folder = folder();
    let run = |arguments: &str| run_in(folder.path(), arguments).ok();
    let said = "a sequential test decides nothing before deal 30, and this one ends at deal 20";
    for test in ["win:0.3", "no-loss:0.3", "equivalence:0.3", "0,0.5"] {
        let plan = format!("match dice --focus greedy --against random --sprt {test} --deals");
        let short = run(&format!("{plan} 20 --force"));
        assert!(short.stderr.contains(&format!("{said}: ask for more with --deals")), "{}", short.stderr);
        assert!(short.stdout.contains(said) && short.stdout.contains("undecided"), "{}", short.stdout);
        let dry = run(&format!("{plan} 20 --dry-run")).stdout;
        assert!(dry.contains(said), "{dry}");
        assert_eq!(json(folder.path(), &format!("{plan} 20 --dry-run"))["note"], said);
        let long = run(&format!("{plan} 30 --dry-run")).stdout;
        assert!(!long.contains("decides nothing"), "{long}");
    }
    let of_bot = "tune dice --bot mcts:sims=4 --over c=0.1..2 --against random --games 400 --confirm";
    let tuned = run(&format!("{of_bot} 20 --out tuned"));
    assert!(tuned.stderr.contains(&format!("{said}: ask for more with --confirm")), "{}", tuned.stderr);
    assert!(
        tuned.stdout.contains(&format!("not known to be better than the bot as it was: {said}")),
        "{}",
        tuned.stdout
    );
}

/// A bot in two spellings is one bot: in the self-check, the order of bots, matches, and balance studies.
#[test]
fn copies_are_known_however_they_are_spelled() {
    let folder = folder();
    let bots = "mcts:sims=10,c=1 mcts:c=1.0,sims=10,reuse=off random";
    let shown = run_in(folder.path(), &format!("tournament dice --bots {bots} --deals 10 --out copies")).ok().stdout;
    assert!(shown.contains("a bot against its copies: 0 of 10 blocks divergent"), "{shown}");
    let order = json(folder.path(), &format!("tournament dice --bots {bots} --deals auto:ranks:0.3 --out order"));
    assert_eq!(order["order"]["bots"].as_array().map(Vec::len), Some(2), "{order}");
    let error = |arguments: &str| run_in(folder.path(), arguments).stderr;
    let alone = error("tournament dice --bots greedy greedy:eval=hand --deals auto:ranks");
    assert!(alone.contains("1 different bots: needs 2"), "{alone}");
    let twice = error("balance dice --bots greedy greedy:eval=hand --deals 10");
    assert!(twice.contains("greedy:eval=hand is given twice (as greedy)"), "{twice}");
}
