//! Commands that files and pages show: typed into a shell again, each gives the same bytes.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::cli::program::{Ran, content, finished, folder, results};

/// A bot that plays by the seeds of its decisions.
pub(super) const BOT: &str = r#"
import json, random, sys
for line in sys.stdin:
    m = json.loads(line)
    if m["t"] == "hello":
        a = {"t": "hello", "protocol": 1, "name": "it's; (mine)", "version": "1", "deterministic": True}
    elif m["t"] == "move":
        a = {"t": "move", "id": m["id"], "move": random.Random(m["seed"]).choice(m["legal"])}
    elif m["t"] == "quit":
        break
    else:
        continue
    print(json.dumps(a), flush=True)
"#;

/// Types lines into bash, where `riverlab` is the program.
pub(super) fn bash(folder: &Path, script: &str) -> Ran {
    let riverlab = format!("riverlab() {{ {} \"$@\"; }}\n", crate::cli::program::path().display());
    finished(std::process::Command::new("bash").arg("-c").arg(riverlab + script).current_dir(folder))
}

/// A folder with a rules file, learned weights and a program whose names a shell takes apart.
fn strange_names() -> tempfile::TempDir {
    let folder = folder();
    let path = folder.path();
    fs::write(path.join("my 'rules' (ä); $x.toml"), "[[building]]\nid = \"mill-a\"\npoints = 6\n").expect("written");
    fs::write(path.join("my bot; 'ä'.py"), BOT).expect("written");
    let train = "riverlab train the-river --games 20 --generations 1 --sims 2 --gate-deals 10 --quiet --out t";
    bash(path, &format!("{train} && cp t/weights-1.toml $'ä;\\'$x\"(&).toml' && rm -r t")).ok();
    folder
}

/// Bots and options that a shell takes apart.
const WEIGHTS: &str = "$'greedy:eval=./ä;\\'$x\"(&).toml'";
const NESTED: &str = "'mcts:sims=2,opponents=(greedy:eval=hand)'";
const PROGRAM: &str = r#"--program "mine=python3 'my bot; '\''ä'\''.py'""#;
const RULES: &str = r#"--rules "my 'rules' (ä); \$x.toml" --set 'building.mill-b.points= 5'"#;

/// All files of a folder and of those in it, the times in manifests left out.
fn files(folder: &Path) -> Vec<(String, String)> {
    let (folders, own): (Vec<PathBuf>, Vec<PathBuf>) = fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| entry.expect("an entry").path())
        .partition(|path| path.is_dir());
    assert!(!own.is_empty(), "{}", folder.display());
    for inner in &folders {
        fs::rename(inner, folder.with_extension("inner")).expect("moved");
    }
    let mut all = results(folder);
    if !folders.is_empty() {
        all.extend(files(&folder.with_extension("inner")));
        fs::remove_dir_all(folder.with_extension("inner")).expect("removed");
    }
    all
}

/// The command in a file: JSON, or TOML with what it comes of.
fn command_in(files: &[(String, String)], name: &str) -> String {
    let text = content(files, name);
    if let Ok(file) = text.parse::<toml::Table>() {
        return file["provenance"]["command"].as_str().expect("a command").to_owned();
    }
    let file: Value = serde_json::from_str(text).expect("JSON");
    file["command"].as_str().expect("a command").to_owned()
}

/// Types a command, and the one that its file has, and compares what both write.
fn check(folder: &Path, command: &str, file: &str) {
    bash(folder, &format!("rm -rf one two && riverlab {command} --quiet --out one")).ok();
    let one = files(&folder.join("one"));
    let again = command_in(&one, file);
    bash(folder, &format!("{again} --quiet --out two")).ok();
    assert!(files(&folder.join("two")) == one, "{again}");
}

#[test]
fn commands_of_tournaments_and_matches_can_be_typed_again() {
    let folder = strange_names();
    for command in [
        format!(
            "tournament the-river {RULES} --bots {WEIGHTS} {NESTED} cmd:mine {PROGRAM} --deals 1 --schedule gauntlet:2"
        ),
        format!("tournament the-river --bots {NESTED} random --deals 2 --shard 1/2"),
        format!("tournament the-river --bots cmd:mine random {PROGRAM} --on-fault forfeit --memory-mib 999 --deals 1"),
        format!("match the-river {RULES} --focus {NESTED} --baseline {WEIGHTS} --against cmd:mine {PROGRAM} --deals 1"),
        "match dice --focus greedy --against random --sprt=-0.5,0.5 --alpha 0.1 --deals 20".to_owned(),
    ] {
        check(folder.path(), &command, "manifest.json");
    }
}

#[test]
fn commands_of_studies_can_be_typed_again() {
    let folder = strange_names();
    for options in [
        "--elements 'mill-*' --interventions ban cost+1",
        "--interventions 'set:building.mill-a.points= 5'",
        "--elements fort-a --readings 'building.fort-?.*' --margin 0.1",
        "--elements mill-a fort-a --interactions 1 --confirm 2",
        "--elements mill-a --until-decided --budget 300",
        "--elements mill-a --shard 2/2",
    ] {
        let study = format!("balance the-river {RULES} --bots {WEIGHTS} cmd:mine {PROGRAM} --deals 2 {options}");
        check(folder.path(), &study, "manifest.json");
    }
}

#[test]
fn commands_of_tunings_endings_and_trainings_can_be_typed_again() {
    let folder = strange_names();
    let path = folder.path();
    for options in [
        format!("--bot greedy --over eval=hand,learned --against {NESTED}"),
        format!("--bot {WEIGHTS} --over 'rules:building.mill-a.points=2..8' --objective first-seat-share"),
    ] {
        let tune = format!("tune the-river {RULES} {options} --games 400 --confirm 20 --seed 3");
        check(path, &tune, "tuning.json");
    }
    let endings = format!("endings the-river {RULES} --bots {NESTED} {WEIGHTS} --by random --positions 4 --nodes 2000");
    check(path, &endings, "plan.json");
    let train = "--games 20 --generations 1 --sims 2 --gate-deals 10";
    check(path, &format!("train the-river {RULES} {train} --against {WEIGHTS}"), "weights-1.toml");
}

/// The commands by which a report and its page show a game of an effect.
#[test]
fn commands_that_show_a_game_of_an_effect_can_be_typed() {
    let folder = strange_names();
    let path = folder.path();
    let study = format!("balance the-river {RULES} --bots {NESTED} cmd:mine {PROGRAM} --deals 80 --elements well-a");
    let report = bash(path, &format!("riverlab {study} --interventions grant --quiet --out one")).ok().stdout;
    bash(path, "riverlab report one --html page.html").ok();
    let page = fs::read_to_string(path.join("page.html")).expect("a page").replace("<bdi>", "").replace("</bdi>", "");
    let commands: Vec<&str> =
        report.lines().filter_map(|line| line.split_once("riverlab trace ")).map(|(_, c)| c).collect();
    assert!(commands.len() >= 2, "{report}");
    for bot in ["mcts:sims=2,opponents=(greedy:eval=hand)", "cmd:mine"] {
        let command = commands.iter().find(|command| command.contains(bot)).expect("an effect for each bot");
        let traced = bash(path, &format!("riverlab trace {command}")).ok().stdout;
        let header: Value = serde_json::from_str(traced.lines().next().expect("a header")).expect("JSON");
        assert_eq!(header["bots"], serde_json::json!([bot, bot]));
        let escaped = command.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;");
        assert!(page.contains(&format!("riverlab trace {escaped}")), "{escaped}");
    }
}

/// Scripts that play the parts of a plan whose name a shell and make take apart.
#[test]
fn scripts_of_parts_name_any_plan() {
    let folder = strange_names();
    let path = folder.path();
    let plan = "game = \"the-river\"\nbots = [\"mcts:sims=2,opponents=(greedy)\", \"cmd:mine\"]\ndeals = 3\n\
                rules = \"my 'rules' (ä); $x.toml\"\n[program]\nmine = \"python3 'my bot; '\\\\''ä'\\\\''.py'\"\n";
    fs::write(path.join("it's $my; (plan) ä.toml"), plan).expect("written");
    fs::create_dir(path.join("bin")).expect("a folder");
    std::os::unix::fs::symlink(crate::cli::program::path(), path.join("bin/riverlab")).expect("a link");
    bash(path, "riverlab tournament --plan $'it\\'s $my; (plan) ä.toml' --quiet --out one").ok();
    let expected = results(&path.join("one"));
    for (emit, out, play) in [
        ("make", "'my-ä'", "make -f script"),
        ("slurm", "'my; ä'", "for k in 1 2 3; do SLURM_ARRAY_TASK_ID=$k bash script part; done && bash script merge"),
    ] {
        let plan = "$'it\\'s $my; (plan) ä.toml'";
        let script = format!("riverlab shards --plan {plan} --count 3 --emit {emit} --out {out} > script");
        bash(path, &format!("{script} && export PATH=$PWD/bin:$PATH && unset -f riverlab && {play}")).ok();
        assert!(results(&path.join(out.trim_matches('\''))) == expected, "{emit}");
    }
    let ran = bash(path, "riverlab shards --plan $'it\\'s $my; (plan) ä.toml' --count 3 --emit make --out 'a;b'");
    assert_eq!(ran.stderr, "error: --out \"a;b\": make gives ; a meaning of its own\n");
}
