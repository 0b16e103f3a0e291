//! Paths of any name, and runs that are read where the files of their bots are not.

use std::fs;
use std::path::{Path, PathBuf};

use super::programs::write_bot;
use crate::cli::program::{Ran, finished, folder, path as program, results, run_in};

/// A folder of such a name, with the weights of a bot, rules and a program.
fn with_files(parent: &Path, name: &str) -> PathBuf {
    let folder = parent.join(name);
    fs::create_dir(&folder).expect("a folder");
    let weights = Path::new(env!("CARGO_MANIFEST_DIR")).join("../bots/weights/the-river-2.toml");
    fs::copy(weights, folder.join("weights.toml")).expect("copied");
    fs::write(folder.join("rules.toml"), "[building.mill-a]\npoints = 3\n").expect("written");
    write_bot(&folder.join("bot.py"), "1", "pass");
    folder
}

/// Runs the program with these arguments, which need no quoting.
fn run(path: &Path, arguments: &[&str]) -> Ran {
    finished(std::process::Command::new(program()).args(arguments).current_dir(path))
}

#[test]
fn paths_can_have_any_name() {
    let parent = folder();
    let path = parent.path();
    for name in ["w dir", "a,b", "(x", "it's \"quoted\"", r"back\slash", "größe 漢字", "a#2", "{1..2}?"] {
        let here = with_files(path, name);
        let quoted = |file: &str| {
            let path = format!("{name}/{file}");
            format!("\"{}\"", path.replace('\\', r"\\").replace('"', "\\\""))
        };
        let bot = format!("mcts:sims=2,eval={}", quoted("weights.toml"));
        let rules = format!("{name}/rules.toml");
        let command = format!("mine=python3 {}", quoted("bot.py"));
        let out = format!("{name}/run");
        let options = ["--rules", &rules, "--deals", "2", "--quiet", "--out", &out, "--bots", "random"];
        let play = |more: &[&str]| run(path, &[&["tournament", "the-river"], &options[..], more].concat());
        play(&[&bot, "cmd:mine", "--program", &command]).ok();
        assert!(!here.join("run/faults.csv").exists(), "{name}");
        run(path, &["report", &out, "--html", &format!("{name}/page.html")]).ok();
        run(path, &["report", &out, "--json"]).ok();
        run(path, &["trace", "--from", &out, "--game", "1"]).ok();
        play(&[&bot, "--force"]).ok();
        run(path, &["verify", &out]).ok();
        play(&[&bot, "--resume"]).ok();
        // The command in the manifest is one for a shell, and gives the same bytes.
        let manifest = fs::read_to_string(here.join("run/manifest.json")).expect("a manifest");
        let manifest: serde_json::Value = serde_json::from_str(&manifest).expect("JSON");
        let command = manifest["command"].as_str().expect("a text").replacen("riverlab", "\"$RIVERLAB\"", 1);
        let before = results(&here.join("run"));
        fs::remove_dir_all(here.join("run")).expect("removed");
        let mut again = std::process::Command::new("sh");
        again.args(["-c", &format!("{command} --out \"$OUT\" --quiet")]).current_dir(path);
        finished(again.env("RIVERLAB", program()).env("OUT", &out)).ok();
        assert!(results(&here.join("run")) == before, "{name}: {command}");
        // A bot of another one, in lists of values, in plans.
        let nested = format!("mcts:sims=2,opponents=(ply:samples=2,eval={})", quoted("weights.toml"));
        run(path, &["trace", "the-river", "--bots", &nested]).ok();
        let tuned = format!("eval=hand,{}", quoted("weights.toml"));
        let tune = ["--bot", "greedy", "--against", "random", "--over", &tuned, "--games", "400", "--confirm", "0"];
        run(path, &[&["tune", "the-river"], &tune[..], &["--quiet", "--out", &format!("{name}/tuning")]].concat()).ok();
        let train = ["train", "the-river", "--games", "20", "--generations", "1", "--sims", "1", "--gate-deals", "10"];
        run(path, &[&train[..], &["--quiet", "--out", &format!("{name}/training")]].concat()).ok();
        let plan = format!("bots = [{bot:?}, \"random\"]\nplayers = 2\ndeals = 1\ngame = \"the-river\"\n");
        fs::write(here.join("plan.toml"), plan).expect("written");
        run(path, &["tournament", "--plan", &format!("{name}/plan.toml"), "--dry-run"]).ok();
    }
    let missing = run(path, &["trace", "the-river", "--bots", r#"greedy:eval="w dir/none.toml""#]);
    assert!(missing.code == Some(2) && missing.stderr.contains("w dir/none.toml"), "{missing:?}");
}

#[test]
fn runs_are_read_where_the_files_of_their_bots_are_not() {
    let parent = folder();
    let path = parent.path();
    let _ = with_files(path, "here");
    let here = path.join("here");
    let bot = "greedy:eval=weights.toml";
    let play = |out: &str, words: &[&str]| {
        run(&here, &[words, &["--rules", "rules.toml", "--deals", "2", "--quiet", "--out", out]].concat()).ok();
    };
    let tournament = ["tournament", "the-river", "--bots", bot, "random"];
    play("run", &[&tournament[..], &["cmd:mine", "--program", "mine=python3 bot.py"]].concat());
    play("part", &[&tournament[..], &["--shard", "1/2"]].concat());
    play("match", &["match", "the-river", "--focus", bot, "--against", "random"]);
    play("study", &["balance", "the-river", "--bots", bot, "random", "--elements", "mill-a"]);
    let there = path.join("there");
    for name in ["run", "part", "match", "study"] {
        fs::create_dir_all(&there).expect("a folder");
        fs::rename(here.join(name), there.join(name)).expect("moved");
    }
    fs::remove_dir_all(&here).expect("removed");
    let read = |words: &str| run_in(&there, words);
    for name in ["run", "part", "match", "study"] {
        for how in ["", " --json", " --html page.html"] {
            read(&format!("report {name}{how}")).ok();
        }
    }
    read("trace --from run --game 1").ok();
    read("merge part --partial").ok();
    // What plays needs them, and says which.
    for play in ["verify match", "verify run"] {
        let refused = read(play);
        assert!(refused.code == Some(2) && refused.stderr.contains("weights.toml"), "{refused:?}");
    }
}
