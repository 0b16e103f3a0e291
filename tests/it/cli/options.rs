//! Every option of the commands that fill a folder: the folder of a run with another value is refused by the name of the
//! option. An option is either tried here or in the short list of those on which results do not depend.

use std::fs;
use std::path::Path;

use crate::cli::commands::{BOT, bash};
use crate::cli::program::{self, folder, run_in};

/// Options on which results do not depend. A training can be given more generations.
const OF_NO_RESULT: [&str; 17] = [
    "plan",
    "threads",
    "out",
    "resume",
    "force",
    "dry-run",
    "timing",
    "quiet",
    "progress",
    "json",
    "wide",
    "help",
    "answer-seconds",
    "memory-mib",
    "processes",
    "generations",
    "version",
];

/// Options that are named by what comes of them.
const NAMED: [(&str, &str); 2] = [("rules", "rules "), ("set", "rules ")];

/// Options of any run, with another value.
const OF_RULES: [(&str, &str); 2] = [("rules", "--rules rules.toml"), ("set", "--set building.mill-a.points=7")];

/// Options of runs with a program.
const OF_PROGRAMS: [(&str, &str); 3] = [
    ("program", "--program mine='python3 ./bot.py'"),
    ("on-fault", "--program mine='python3 bot.py' --on-fault forfeit"),
    ("clock", "--program mine='python3 bot.py' --clock 60000"),
];
const PROGRAM: &str = "--program mine='python3 bot.py'";

/// The options of a command, as its help lists them.
fn options_of(folder: &Path, command: &str) -> Vec<String> {
    let help = run_in(folder, &format!("{command} --help")).ok().stdout;
    let is_option = |line: &&str| line.trim_start().starts_with('-') && line.len() - line.trim_start().len() <= 6;
    let lines = help.lines().filter(is_option);
    let name = |line: &str| {
        let (_, rest) = line.split_once("--")?;
        Some(rest.split(|c: char| !c.is_ascii_alphanumeric() && c != '-').next()?.to_owned())
    };
    lines.filter_map(name).collect()
}

/// A run, and options with which it is another one.
struct Variations<'a> {
    run: &'a str,
    /// Each option with what is typed behind the run, in place of the same options of it.
    others: &'a [(&'a str, &'a str)],
}

/// Begins each run, and asks for each other one in its folder.
fn check(command: &str, runs: &[Variations<'_>]) {
    let folder = folder();
    let path = folder.path();
    fs::write(path.join("rules.toml"), "[[building]]\nid = \"mill-a\"\npoints = 7\n").expect("written");
    fs::write(path.join("bot.py"), BOT).expect("written");
    let mut tried: Vec<&str> = Vec::new();
    for Variations { run, others } in runs {
        let words = |more: &str| {
            // What is typed again takes the place of the option of the run.
            let is_kept = |option: &&str| {
                let name = format!("--{}", option.split(' ').next().unwrap_or_default());
                !more.split(' ').any(|word| word == name)
            };
            let kept: String =
                run.split(" --").skip(1).filter(is_kept).fold(String::new(), |kept, option| kept + " --" + option);
            format!("riverlab {command} the-river{kept} {more} --quiet --out one")
        };
        // As soon as its plan is there, it need not play on.
        let begun = "until [ -s one/manifest.json ] || [ -s one/tuning.json ] || ! kill -0 $PID; do sleep 0.05; done";
        let run = words("").replacen("riverlab", &program::path().to_string_lossy(), 1);
        bash(path, &format!("rm -rf one; {run} & PID=$!; {begun}; sleep 0.2; kill -9 $PID; wait $PID; true"));
        for (option, more) in *others {
            let ran = bash(path, &words(more));
            let own = format!("--{option} ");
            let name = NAMED.iter().find(|(named, _)| named == option).map_or(own.as_str(), |(_, name)| name);
            let is_named = ran.stderr.contains(name) || ran.stderr.contains(&format!("{}:", own.trim_end()));
            assert!(ran.code == Some(2) && is_named, "{}: {ran:?}", words(more));
            tried.push(option);
        }
    }
    let options = options_of(path, command);
    assert!(options.len() > 8, "{options:?}");
    for option in options {
        assert!(
            tried.contains(&option.as_str()) != OF_NO_RESULT.contains(&option.as_str()),
            "{command} --{option} is to be tried here, or to be in the list of options without a bearing on results"
        );
    }
}

#[test]
fn other_tournaments_are_refused_by_the_name_of_the_option() {
    let others = [
        ("players", "--players 3"),
        ("bots", "--bots random greedy"),
        ("deals", "--deals 3"),
        ("deals", "--deals auto:0.9"),
        ("schedule", "--schedule gauntlet:1"),
        ("seed", "--seed 2"),
        ("shard", "--shard 1/2"),
    ];
    check(
        "tournament",
        &[
            Variations { run: " --bots random random --deals 4", others: &[&others[..], &OF_RULES].concat() },
            Variations { run: &format!(" --bots cmd:mine random --deals 2 {PROGRAM}"), others: &OF_PROGRAMS },
        ],
    );
}

#[test]
fn other_matches_are_refused_by_the_name_of_the_option() {
    let others = [
        ("players", "--players 3"),
        ("focus", "--focus greedy"),
        ("baseline", "--baseline greedy"),
        ("against", "--against random"),
        ("sprt", "--sprt win:0.9"),
        ("deals", "--deals 3"),
        ("seed", "--seed 2"),
        ("shard", "--shard 1/2"),
    ];
    let of_test =
        [("alpha", "--alpha 0.1"), ("beta", "--beta 0.1"), ("sprt", "--sprt win:0.8"), ("deals", "--deals 5")];
    check(
        "match",
        &[
            Variations {
                run: " --focus random --against greedy --deals 4",
                others: &[&others[..], &OF_RULES].concat(),
            },
            Variations { run: " --focus random --against greedy --sprt win:0.9 --deals 4", others: &of_test },
            Variations {
                run: &format!(" --focus cmd:mine --against random --deals 2 {PROGRAM}"),
                others: &OF_PROGRAMS,
            },
        ],
    );
}

#[test]
fn other_studies_are_refused_by_the_name_of_the_option() {
    let others = [
        ("players", "--players 3"),
        ("bots", "--bots greedy"),
        ("elements", "--elements fort-b"),
        ("interventions", "--interventions grant"),
        ("deals", "--deals 4"),
        ("confirm", "--confirm 2"),
        ("margin", "--margin 0.1"),
        ("readings", "--readings"),
        ("until-decided", "--until-decided --budget 300"),
        ("seed", "--seed 2"),
        ("shard", "--shard 1/2"),
    ];
    let study = " --bots random --deals 3 --elements fort-a";
    check(
        "balance",
        &[
            Variations { run: study, others: &[&others[..], &OF_RULES].concat() },
            Variations { run: &format!("{study} --confirm 2"), others: &[("suggest", "--suggest")] },
            Variations {
                run: " --bots random --deals 3 --elements fort-a mill-a --confirm 2",
                others: &[("interactions", "--interactions 1")],
            },
            Variations { run: &format!("{study} --until-decided --budget 300"), others: &[("budget", "--budget 400")] },
            Variations {
                run: &format!(" --bots cmd:mine --deals 2 --elements fort-a {PROGRAM}"),
                others: &OF_PROGRAMS,
            },
        ],
    );
}

#[test]
fn other_trainings_are_refused_by_the_name_of_the_option() {
    let others = [
        ("players", "--players 3"),
        ("against", "--against random"),
        ("games", "--games 21"),
        ("sims", "--sims 3"),
        ("gate-deals", "--gate-deals 11"),
        ("seed", "--seed 2"),
    ];
    let run = " --games 20 --generations 1 --sims 2 --gate-deals 10";
    check("train", &[Variations { run, others: &[&others[..], &OF_RULES].concat() }]);
}

#[test]
fn other_tunings_are_refused_by_the_name_of_the_option() {
    let others = [
        ("players", "--players 3"),
        ("bot", "--bot greedy:eval=hand"),
        ("over", "--over eval=learned,hand"),
        ("against", "--against greedy"),
        ("games", "--games 701"),
        ("confirm", "--confirm 1"),
        ("seed", "--seed 2"),
    ];
    let run = " --bot greedy --over eval=hand,learned --against random --games 700 --confirm 0";
    let of_rules = " --bot random --over rules:building.mill-a.points=2..8 --confirm 0 --objective";
    check(
        "tune",
        &[
            Variations { run, others: &[&others[..], &OF_RULES].concat() },
            Variations {
                run: &format!("{of_rules} first-seat-share --games 700"),
                others: &[("objective", "--objective first-seat-share:0.4")],
            },
        ],
    );
}

#[test]
fn other_endings_are_refused_by_the_name_of_the_option() {
    let others = [
        ("bots", "--bots greedy"),
        ("by", "--by greedy"),
        ("positions", "--positions 5"),
        ("nodes", "--nodes 2001"),
        ("seed", "--seed 2"),
    ];
    let run = " --bots random --by random --positions 4 --nodes 2000";
    check("endings", &[Variations { run, others: &[&others[..], &OF_RULES].concat() }]);
}
