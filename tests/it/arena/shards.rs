//! Scripts that play the parts of a plan: what they write is what one machine does.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use crate::cli::program::{begun, folder, path as program, results, run_in, shell_in};

const TOURNAMENT: &str = "game = \"the-river\"\nplayers = 3\nbots = [\"greedy\", \"random\"]\ndeals = 9\nset = [\"building.mill-a.points=6\"]\n";
const MATCH: &str = "game = \"dice\"\nfocus = \"greedy\"\nagainst = [\"random\"]\ndeals = 40\nseed = 3\n";

/// Makes this program the one that scripts find.
fn install(folder: &Path, name: &str, script: &str) {
    let path = folder.join("bin").join(name);
    fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    fs::write(&path, script).expect("written");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("allowed");
}

fn install_riverlab(folder: &Path) {
    install(folder, "riverlab", &format!("#!/bin/sh\nexec {} \"$@\"\n", program().display()));
}

#[test]
fn matches_have_parts_too() {
    let folder = folder();
    let path = folder.path();
    for plan in [
        "match dice --focus greedy --against random --deals 41 --seed 3 --quiet",
        "match the-river --players 3 --focus greedy --baseline random --against random --deals 7 --quiet",
    ] {
        let whole = run_in(path, &format!("{plan} --out whole --force")).ok();
        for number in [2, 3, 1] {
            run_in(path, &format!("{plan} --shard {number}/3 --out part{number} --force")).ok();
        }
        let merged = run_in(path, "merge part3 part1 part2 --out merged --force").ok();
        assert!(results(&path.join("merged")) == results(&path.join("whole")), "{plan}");
        assert_eq!(merged.stdout, whole.stdout);
        let partial = run_in(path, "merge part3 part1 --partial").ok();
        assert!(partial.stderr.starts_with("note: "), "{partial:?}");
    }
}

const STUDIES: [&str; 3] = [
    "balance the-river --elements mill-a shed-a --deals 40 --confirm 30 --set building.shed-a.points=25 --interventions grant ban",
    "balance the-river --deals 11 --readings building.mill-a.* --bots greedy random",
    "balance the-river --elements mill-a shed-a inn-a --deals 12 --interactions 2",
];

fn play_study_parts(folder: &Path, study: &str, of: u64) -> String {
    for number in 1..=of {
        let part = run_in(folder, &format!("{study} --shard {number}/{of} --quiet --force --out part{number}")).ok();
        assert!(part.stdout.starts_with(&format!("part {number}/{of}: riverlab merge")), "{part:?}");
    }
    (1..=of).rev().map(|number| format!("part{number}")).collect::<Vec<_>>().join(" ")
}

#[test]
fn studies_have_parts_too() {
    let folder = folder();
    let path = folder.path();
    for study in STUDIES {
        let whole = run_in(path, &format!("{study} --quiet --force --out whole")).ok();
        let parts = play_study_parts(path, study, 4);
        let merged = run_in(path, &format!("merge {parts} --force --out merged")).ok();
        assert!(results(&path.join("merged")) == results(&path.join("whole")), "{study}");
        assert_eq!(merged.stdout, whole.stdout);
        run_in(path, "report part2").ok();
        // Killed while it merges, and while it plays what follows.
        let blocks = fs::read_to_string(path.join("merged/blocks.csv")).expect("blocks");
        for cut in [0, blocks.len() / 3, blocks.len() - 40] {
            fs::write(path.join("merged/manifest.json"), begun(&path.join("merged"))).expect("written");
            fs::write(path.join("merged/blocks.csv"), &blocks[..cut]).expect("written");
            run_in(path, &format!("merge {parts} --threads 1 --out merged")).ok();
            assert!(results(&path.join("merged")) == results(&path.join("whole")), "{study}, cut at {cut}");
        }
    }
}

#[test]
fn slots_that_end_in_one_part_end_in_all() {
    let folder = folder();
    let path = folder.path();
    // Bans of terrains leave a player no legal move on some deal, and the slot is not played any further.
    let study = "balance the-river --bots random greedy:eval=hand --elements terrain-forest terrain-badlands fort-a \
                 --interventions ban ban-all --deals 30 --confirm 20";
    let whole = run_in(path, &format!("{study} --quiet --out whole")).ok();
    assert!(whole.stdout.contains("no legal move"), "{whole:?}");
    let parts = play_study_parts(path, study, 5);
    run_in(path, &format!("merge {parts} --out merged")).ok();
    assert!(results(&path.join("merged")) == results(&path.join("whole")));
}

#[test]
fn parts_of_studies_that_do_not_fit_are_refused() {
    let folder = folder();
    let path = folder.path();
    let study = "balance the-river --elements mill-a --deals 9";
    play_study_parts(path, study, 3);
    run_in(path, &format!("{study} --quiet --out whole")).ok();
    run_in(path, &format!("{study} --seed 2 --shard 3/3 --quiet --out other")).ok();
    run_in(path, "tournament dice --bots greedy random --deals 4 --shard 1/2 --quiet --out run").ok();
    let refused = |parts: &str, message: &str| {
        let ran = run_in(path, &format!("merge {parts} --out merged"));
        assert_eq!((ran.code, ran.stderr), (Some(2), format!("error: {message}\n")), "{parts}");
        assert!(!path.join("merged/effects.csv").exists(), "{parts}");
    };
    refused("part1 part3", "merge: of 3 parts these are missing: 2/3");
    refused("part1 part2 other", "other: is of another run than part1: --seed 2 there, 1 in the other");
    refused("whole", "whole: is no part of a run: parts are played with --shard K/M");
    let partial = run_in(path, "merge --partial part1");
    let message = "error: --partial: the parts of a study have no findings of their own\n";
    assert_eq!((partial.code, partial.stderr.as_str()), (Some(2), message));
    let blocks = fs::read_to_string(path.join("part2/blocks.csv")).expect("blocks");
    fs::write(path.join("part2/blocks.csv"), &blocks[..blocks.len() - 60]).expect("written");
    refused("part1 part2 part3", "part2/blocks.csv: lacks rows although the part is complete");
    fs::write(path.join("part2/blocks.csv"), blocks.replacen("1,1,4,", "1,1,5,", 1)).expect("written");
    let ran = run_in(path, "merge part1 part2 part3 --out merged");
    assert!(ran.code == Some(2) && ran.stderr.contains("part2/blocks.csv: line 2 is not of this run"), "{ran:?}");
    fs::write(path.join("part2/blocks.csv"), &blocks).expect("written");
    run_in(path, "merge part1 part2 part3 --out merged").ok();
    assert!(results(&path.join("merged")) == results(&path.join("whole")));
    for (options, message) in [
        ("--until-decided --budget 9000", "--shard: a study with --until-decided cannot be split"),
        ("--suggest", "--shard: a study with --suggest cannot be split"),
        ("--deals 2", "--shard 1/3: 2 deals cannot be split into 3 parts"),
    ] {
        let ran = run_in(path, &format!("balance the-river --elements mill-a {options} --shard 1/3 --out no"));
        assert!(ran.code == Some(2) && ran.stderr.contains(message), "{ran:?}");
    }
}

#[test]
fn make_plays_parts_and_merges_them() {
    let folder = folder();
    let path = folder.path();
    install_riverlab(path);
    for (plan, command) in [(TOURNAMENT, "tournament"), (MATCH, "match")] {
        fs::write(path.join("a plan.toml"), plan).expect("written");
        let script = "\"$RIVERLAB\" shards --plan 'a plan.toml' --count 4 --emit make --out all > parts.mk";
        assert_eq!(shell_in(path, script).ok().stderr, "");
        let make = "rm -rf all all.parts; PATH=$PWD/bin:$PATH make -j 2 -f parts.mk";
        shell_in(path, make).ok();
        shell_in(path, &format!("rm -rf one; \"$RIVERLAB\" {command} --plan 'a plan.toml' --quiet --out one")).ok();
        assert!(results(&path.join("all")) == results(&path.join("one")), "{plan}");
        let again = shell_in(path, "PATH=$PWD/bin:$PATH make -f parts.mk").ok();
        assert!(again.stdout.contains("Nothing to be done"), "{again:?}");
    }
}

/// Slurm as far as the script needs it: every job is carried out at once, and the first try of part 2 fails.
const SBATCH: &str = r#"#!/usr/bin/env bash
set -eu
array=
while [ "${1#--}" != "$1" ]; do
    case $1 in
    --array=*) array=${1#--array=1-} ;;
    --test-only) echo "sbatch: would start" >&2; exit 0 ;;
    esac
    shift
done
echo "7;cluster"
if [ -z "$array" ]; then
    "$@" >&2
else
    for part in $(seq 1 "$array"); do SLURM_ARRAY_TASK_ID=$part "$@" >&2; done
fi
"#;

#[test]
fn slurm_plays_parts_and_merges_them() {
    let folder = folder();
    let path = folder.path();
    install(path, "sbatch", SBATCH);
    let flaky = "#!/bin/sh\ncase \"$*\" in *2/5*) [ -e failed ] || { touch failed; exit 1; } ;; esac\n";
    install(path, "riverlab", &format!("{flaky}exec {} \"$@\"\n", program().display()));
    fs::write(path.join("plan.toml"), TOURNAMENT).expect("written");
    shell_in(path, "\"$RIVERLAB\" shards --plan plan.toml --count 5 --emit slurm --out all > parts.sh").ok();
    shell_in(path, "bash -n parts.sh && chmod +x parts.sh && PATH=$PWD/bin:$PATH ./parts.sh check").ok();
    assert!(!path.join("all").exists());
    shell_in(path, "PATH=$PWD/bin:$PATH SBATCH_OPTIONS=--time=1:00 ./parts.sh").ok();
    assert!(path.join("failed").exists());
    shell_in(path, "\"$RIVERLAB\" tournament --plan plan.toml --quiet --out one").ok();
    assert!(results(&path.join("all")) == results(&path.join("one")));
    // A part that is lost is named.
    shell_in(path, "rm -r all all.parts/4").ok();
    let merge = shell_in(path, "PATH=$PWD/bin:$PATH ./parts.sh merge");
    let message = "error: merge: of 5 parts these are missing: 4/5\n";
    assert_eq!((merge.code, merge.stderr.as_str()), (Some(2), message));
}

#[test]
fn a_script_takes_folder_and_threads_from_the_plan_unless_they_are_given() {
    let folder = folder();
    let path = folder.path();
    let script = |plan: &str, options: &str| {
        fs::write(path.join("plan.toml"), plan).expect("written");
        run_in(path, &format!("shards --plan plan.toml --count 2 {options}")).ok().stdout
    };
    for (command, plan) in [("tournament", TOURNAMENT), ("match", MATCH)] {
        let planned = format!("out = \"my-run\"\nthreads = 3\n{plan}");
        for (plan, options, out, threads) in [
            (planned.as_str(), "", "my-run", 3),
            (&planned, "--out other --threads 2", "other", 2),
            (plan, "", "results", 1),
        ] {
            let play = format!("riverlab {command} --plan plan.toml --threads {threads} --quiet ");
            for (emit, named) in [("make", "OUT := "), ("slurm", "OUT=${OUT:-"), ("parallel", "out=${OUT:-")] {
                let script = script(plan, &format!("--emit {emit} {options}"));
                assert!(script.contains(&format!("{named}{out}")) && script.contains(&play), "{script}");
            }
        }
        let slurm = script(&planned, "--emit slurm");
        assert!(slurm.contains("--cpus-per-task=3 "), "{slurm}");
    }
    let spaced = format!("out = \"a b\"\n{TOURNAMENT}");
    fs::write(path.join("plan.toml"), spaced).expect("written");
    let ran = run_in(path, "shards --plan plan.toml --count 2 --emit make");
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(2), "error: --out \"a b\": make knows no names with spaces\n"));
}

#[test]
fn plans_that_cannot_be_split_are_refused() {
    let folder = folder();
    let path = folder.path();
    let refused = |plan: &str, options: &str, message: &str| {
        fs::write(path.join("plan.toml"), plan).expect("written");
        let ran = run_in(path, &format!("shards --plan plan.toml --emit make {options}"));
        assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), ""), "{plan}");
        assert!(ran.stderr.contains(message), "{plan}: {}", ran.stderr);
    };
    let stops = "--shard: a run that stops by its results cannot be split; riverlab cluster plays it on many machines";
    refused("deals = \"auto:0.1\"\n", "--count 4", stops);
    refused("schedule = \"swiss:3\"\n", "--count 4", "--shard: a Swiss cannot be split");
    refused(&MATCH.replace("deals = 40", "sprt = \"win:0.1\""), "--count 4", stops);
    refused(MATCH, "--count 41", "--shard 1/41: 40 deals cannot be split into 41 parts");
    refused(MATCH, "--count 0", "expected a whole number from 1 to 10000");
    refused("gamess = 3\n", "--count 2", "gamess");
    fs::write(path.join("plan.toml"), MATCH).expect("written");
    let ran = shell_in(path, "\"$RIVERLAB\" shards --plan plan.toml --count 2 --emit make --out 'a b'");
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(2), "error: --out \"a b\": make knows no names with spaces\n"));
    for options in ["--plan plan.toml --out \"$(printf 'bad\\377')\"", "--plan -", "--plan /dev/stdin"] {
        let ran = shell_in(path, &format!("\"$RIVERLAB\" shards --count 2 --emit slurm {options} < plan.toml"));
        assert!(ran.code == Some(2) && ran.stderr.contains("a script cannot name it"), "{ran:?}");
    }
    let ran = run_in(path, "shards --plan nowhere.toml --emit make --count 2");
    assert_eq!(
        (ran.code, ran.stderr.as_str()),
        (Some(2), "error: cannot read nowhere.toml: No such file or directory (os error 2)\n")
    );
}

#[test]
fn a_cluster_needs_the_package_for_python() {
    let folder = folder();
    let path = folder.path();
    install(path, "python3", "#!/bin/sh\nexec /usr/bin/env -i PATH=/usr/bin:/bin python3 -S \"$@\"\n");
    let ran = shell_in(path, "PATH=$PWD/bin:$PATH \"$RIVERLAB\" cluster --plan plan.toml");
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), ""));
    assert!(
        ran.stderr.starts_with("error: riverlab cluster needs the package for Python with Ray: pip install"),
        "{ran:?}"
    );
}
