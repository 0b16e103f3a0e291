//! Plan files: every command that plays takes one, and does what the same options do where they are typed.

use std::fs;
use std::path::Path;

use crate::cli::program::{folder, results, run_in, shell_in};

/// A plan of each command that fills a folder, and the same typed.
const PLANS: [(&str, &str, &str); 6] = [
    (
        "tournament",
        "game = \"the-river\"\nplayers = 3\nbots = [\"greedy\", \"random\"]\ndeals = 2\nschedule = \"gauntlet:1\"\n\
         seed = 9\nset = [\"building.mill-a.points=6\", \"building.mill-b.points=5\"]\n",
        "the-river --players 3 --bots greedy random --deals 2 --schedule gauntlet:1 --seed 9 \
         --set building.mill-a.points=6 --set building.mill-b.points=5",
    ),
    (
        "match",
        "game = \"dice\"\nfocus = \"greedy\"\nagainst = [\"random\"]\nsprt = \"-0.5,0.5\"\nalpha = 0.1\ndeals = 40\n",
        "dice --focus greedy --against random --sprt=-0.5,0.5 --alpha 0.1 --deals 40",
    ),
    (
        "balance",
        "bots = [\"random\"]\nelements = [\"fort-a\", \"mill-a\"]\ninterventions = [\"ban\", \"cost+1\"]\ndeals = 2\n\
         margin = 0.1\nreadings = true\n",
        "--bots random --elements fort-a mill-a --interventions ban cost+1 --deals 2 --margin 0.1 --readings",
    ),
    (
        "train",
        "game = \"the-river\"\ngames = 20\ngenerations = 1\nsims = 2\ngate_deals = 10\n",
        "the-river --games 20 --generations 1 --sims 2 --gate-deals 10",
    ),
    (
        "tune",
        "bot = \"greedy\"\nover = [\"eval=hand,learned\"]\nagainst = [\"random\"]\ngames = 400\nconfirm = 0\n",
        "--bot greedy --over eval=hand,learned --against random --games 400 --confirm 0",
    ),
    (
        "endings",
        "bots = [\"random\", \"greedy\"]\nby = \"random\"\npositions = 4\nnodes = 2000\n",
        "--bots random greedy --by random --positions 4 --nodes 2000",
    ),
];

/// Writes a plan and gives what a command prints by it, or why it does not.
fn refused(folder: &Path, command: &str, plan: &str) -> String {
    fs::write(folder.join("plan.toml"), plan).expect("written");
    let ran = run_in(folder, &format!("{command} --plan plan.toml --quiet --out refused"));
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), ""), "{command} {plan}");
    assert!(!folder.join("refused").exists());
    ran.stderr
}

#[test]
fn plans_do_what_is_typed() {
    let folder = folder();
    let path = folder.path();
    for (command, plan, typed) in PLANS {
        fs::write(path.join("plan.toml"), format!("{plan}quiet = true\nthreads = 1\n")).expect("written");
        run_in(path, &format!("{command} --plan plan.toml --out planned-{command}")).ok();
        run_in(path, &format!("{command} {typed} --quiet --out typed-{command}")).ok();
        let [planned, typed] = ["planned", "typed"].map(|out| results(&path.join(format!("{out}-{command}"))));
        assert!(planned == typed, "{command}");
    }
}

#[test]
fn plans_of_what_is_printed_do_what_is_typed() {
    let folder = folder();
    let path = folder.path();
    let calibrate = "--bots greedy random --parts shares --studies 100 --sample 40 --deals 10 --quiet";
    let plan = "game = \"dice\"\nbots = [\"greedy\", \"random\"]\nparts = [\"shares\"]\nstudies = 100\nsample = 40\n\
                deals = 10\nquiet = true\n";
    fs::write(path.join("calibrate.toml"), plan).expect("written");
    let [planned, typed] = ["--plan calibrate.toml", &format!("dice {calibrate}")]
        .map(|words| run_in(path, &format!("calibrate {words}")));
    assert_eq!((&planned.stdout, planned.code), (&typed.stdout, typed.code));
    assert!(planned.stdout.contains("dice"), "{planned:?}");
    let plan = "game = \"carcassonne:rivers=both\"\nplayers = 3\nbots = [\"greedy\"]\ndeal = 4\nexplain = true\n";
    fs::write(path.join("trace.toml"), plan).expect("written");
    let planned = run_in(path, "trace --plan trace.toml").ok().stdout;
    let typed = run_in(path, "trace carcassonne:rivers=both --players 3 --bots greedy --deal 4 --explain").ok().stdout;
    assert!(planned == typed && !typed.is_empty());
}

#[test]
fn what_is_typed_takes_precedence() {
    let folder = folder();
    let path = folder.path();
    let plan = "game = \"carcassonne:rivers=both\"\nplayers = 2\nbots = [\"greedy\", \"random\"]\ndeals = 9\n\
                set = [\"rivers=1\"]\nquiet = true\n";
    fs::create_dir(path.join("plans")).expect("a folder");
    fs::write(path.join("plans/plan.toml"), plan).expect("written");
    for (typed, same) in [
        ("--bots random random --deals 1", "carcassonne:rivers=both --set rivers=1 --bots random random --deals 1"),
        ("dice --bots random --deals 1 --players 1 --set points=1", ""),
        ("carcassonne:rivers=2 --deals 1", "carcassonne:rivers=2 --bots greedy random --deals 1"),
        ("carcassonne --deals=1 --set rivers=2", "carcassonne --set rivers=2 --bots greedy random --deals 1"),
    ] {
        let ran = run_in(path, &format!("tournament {typed} --plan plans/plan.toml --out one --force"));
        if same.is_empty() {
            assert!(ran.code == Some(2) && ran.stderr.contains("dice"), "{ran:?}");
            continue;
        }
        ran.ok();
        run_in(path, &format!("tournament {same} --quiet --out two --force")).ok();
        assert!(results(&path.join("one")) == results(&path.join("two")), "{typed}");
    }
}

#[test]
fn paths_of_a_plan_start_from_its_folder() {
    let folder = folder();
    let path = folder.path();
    fs::create_dir(path.join("plans")).expect("a folder");
    fs::write(path.join("plans/rules.toml"), "[[building]]\nid = \"mill-a\"\npoints = 6\n").expect("written");
    let plan = "bots = [\"random\"]\nelements = [\"mill-a\"]\ndeals = 2\nrules = \"rules.toml\"\nout = \"planned\"\n";
    fs::write(path.join("plans/plan.toml"), plan).expect("written");
    run_in(path, "balance --plan=plans/plan.toml --quiet").ok();
    run_in(path, "balance --rules plans/rules.toml --bots random -e mill-a --deals 2 --quiet --out typed").ok();
    assert!(results(&path.join("planned")) == results(&path.join("typed")));
}

/// A plan and rules may come from whatever can be read; the paths in such a plan start from where one is.
#[test]
fn plans_and_rules_come_from_pipes() {
    let folder = folder();
    let path = folder.path();
    fs::write(path.join("rules.toml"), "[[building]]\nid = \"mill-a\"\npoints = 6\n").expect("written");
    let options = "bots = [\"greedy\", \"random\"]\ndeals = 2\nrules = \"rules.toml\"\n";
    fs::write(path.join("plan.toml"), options).expect("written");
    run_in(path, "tournament --plan plan.toml --quiet --out whole").ok();
    for plan in [
        "cat plan.toml | $RIVERLAB tournament --plan -",
        "cat plan.toml | $RIVERLAB tournament --plan /dev/stdin",
        "mkfifo pipe; cat plan.toml > pipe & $RIVERLAB tournament --plan pipe",
        "cat rules.toml | $RIVERLAB tournament --bots greedy random --deals 2 --rules -",
        "$RIVERLAB tournament --bots greedy random --deals 2 --rules - < rules.toml",
    ] {
        shell_in(path, &format!("{plan} --quiet --force --out piped")).ok();
        let files = ["piped", "whole"].map(|run| fs::read(path.join(run).join("games.csv")).expect("games"));
        assert!(files[0] == files[1], "{plan}");
    }
    let refused = run_in(path, "tournament --plan /dev/zero");
    let message = "error: cannot read /dev/zero: it is larger than 64 MiB\n";
    assert_eq!((refused.code, refused.stderr.as_str()), (Some(2), message));
}

#[test]
fn what_no_plan_can_say_is_refused_by_its_key() {
    let folder = folder();
    let path = folder.path();
    for (command, plan, message) in [
        ("tournament", "focus = \"greedy\"\n", "focus: an option of match, not of tournament"),
        (
            "match",
            "bots = [\"greedy\"]\n",
            "bots: an option of tournament, balance, calibrate, endings, trace, not of match",
        ),
        ("balance", "sims = 3\n", "sims: an option of train, not of balance"),
        ("tune", "elements = [\"mill-a\"]\n", "elements: an option of balance, calibrate, not of tune"),
        ("balance", "timing = true\n", "timing: an option of tournament, match, not of balance"),
        ("endings", "bots = [\"random\"]\nresume = true\n", "resume: not allowed in a plan: it is typed"),
        ("tune", "plan = \"other.toml\"\n", "plan: not allowed in a plan: it is typed"),
        ("train", "gate-deals = 20\n", "gate-deals: unknown key: allowed are against, game, games, gate_deals,"),
        ("train", "gate_deal = 20\n", "; did you mean \"gate_deals\"?"),
        ("tune", "over = \"depth\"\n", "over: depth: expected NAME=LO..HI"),
        ("tune", "over = []\n", "over: the list is empty"),
        ("balance", "suggest = 1\n", "suggest: expected true or false"),
        ("balance", "margin = [0.1]\n", "margin: expected one value, a text or a number"),
        ("balance", "seed = true\n", "seed: expected one value, a text or a number"),
        ("balance", "elements = [[\"fort-a\"]]\n", "elements: expected texts or numbers"),
        ("balance", "interactions = 0\n", "interactions: 0: expected a whole number from 1 to 10000"),
        ("balance", "progress = \"often\"\n", "progress: often: expected one of auto, bar, lines, none"),
        ("balance", "program = \"x\"\n", "program: expected a table: NAME = \"COMMAND\""),
        ("balance", "[program]\n\"a b\" = \"x\"\n", "program.a b: the name \"a b\": allowed are the letters"),
        ("balance", "[program]\na = \"x 'y\"\n", "program.a: \"x 'y\" is no command"),
        ("balance", "deals = 3\ndeals = 4\n", "duplicate key"),
        ("tournament", "out = \"~/run\"\n", "out: ~/run: no shell has replaced the ~: write the whole path"),
        ("train", "rules = \"~\"\n", "rules: ~: no shell has replaced the ~"),
    ] {
        let stderr = refused(path, command, plan);
        assert!(stderr.starts_with("error: plan.toml: ") && stderr.contains(message), "{command} {plan}: {stderr}");
    }
}

#[test]
fn what_a_plan_turns_on_can_be_turned_off() {
    let folder = folder();
    let path = folder.path();
    let plan = "bots = [\"random\"]\nelements = [\"mill-a\"]\ndeals = 2\nquiet = true\n";
    fs::write(path.join("off.toml"), plan).expect("written");
    run_in(path, "balance --plan off.toml --out off").ok();
    let off = results(&path.join("off"));
    for key in ["readings", "suggest"] {
        fs::write(path.join("on.toml"), format!("{plan}{key} = true\n")).expect("written");
        run_in(path, &format!("balance --plan on.toml --out {key}")).ok();
        run_in(path, &format!("balance --plan on.toml --{key}=false --force=false --out no-{key}")).ok();
        let [on, turned_off] = ["", "no-"].map(|no| results(&path.join(format!("{no}{key}"))));
        assert!(off == turned_off && off != on, "{key}");
    }
    let ran = run_in(path, "balance --plan on.toml --deals=false --out refused");
    assert!(ran.code == Some(2) && ran.stderr.contains("--deals"), "{ran:?}");
}
