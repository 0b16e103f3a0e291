//! Folders in which somebody has changed files, or put links, pipes and folders in their place: refused with a message, and
//! nothing is written, removed or waited for.

use std::fs::{self, Permissions};
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::Command;

use crate::cli::program::{self, Ran, folder, run_in, shell_in};

const TRAIN: &str = "train the-river --games 20 --generations 1 --sims 1 --gate-deals 10 --threads 1 --quiet --out run";
const TUNE: &str = "tune dice --bot flat:sims=2 --over sims=2..3 --against random --games 400 --confirm 20 --threads 1 --quiet --out run";
const ENDINGS: &str =
    "endings connect-four --bots random --by random --positions 2 --nodes 2000 --threads 1 --quiet --out run";

/// The message of a run that is refused.
fn refused(ran: &Ran) -> &str {
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), ""), "{ran:?}");
    assert_eq!(ran.stderr.matches('\n').count(), 1, "{ran:?}");
    &ran.stderr
}

/// Runs a command, then again with a file changed; the file must stay as it is, and the message say what is wrong.
fn damaged(command: &str, name: &str, change: &dyn Fn(&str) -> String, says: &str) {
    let folder = folder();
    let path = folder.path();
    run_in(path, command).ok();
    let file = path.join("run").join(name);
    let before = change(&fs::read_to_string(&file).expect("a file"));
    fs::write(&file, &before).expect("written");
    let ran = run_in(path, command);
    assert!(refused(&ran).contains(says), "{name}: {ran:?}");
    assert_eq!(fs::read_to_string(&file).expect("a file"), before, "{name}");
}

fn without_line(number: usize) -> impl Fn(&str) -> String {
    move |text| text.split_inclusive('\n').enumerate().filter(|(idx, _)| *idx != number).map(|(_, line)| line).collect()
}

#[test]
fn journals_of_trainings_are_checked_before_anything_is_added() {
    damaged(TRAIN, "games-1.csv", &without_line(4), "games-1.csv: game 4: the row has another number");
    damaged(TRAIN, "games-1.csv", &without_line(0), "games-1.csv: line 1: expected game,moves,visits");
    let one_more = |text: &str| format!("{text}{}", text.lines().nth(1).expect("a row").to_owned() + "\n");
    damaged(TRAIN, "games-1.csv", &one_more, "games-1.csv: game 21: no more games are played");
    damaged(TRAIN, "games-1.csv", &|text| text.replacen(":1 ", ":01 ", 1), "are no visits of a move");
    damaged(TRAIN, "games-1.csv", &|text| text.replacen('|', " -|", 1), "there are visits of no decision");
    damaged(TRAIN, "gates.csv", &without_line(0), "gates.csv: line 1: expected generation,share");
    let another = |text: &str| text.replacen("\n1,", "\n2,", 1);
    damaged(TRAIN, "gates.csv", &another, "gates.csv: row 1 is not the match of generation 1");
}

#[test]
fn journals_of_endings_are_checked() {
    damaged(
        ENDINGS,
        "endings.csv",
        &|text| text.replacen("share_lost", "xhare_lost", 1),
        "endings.csv: line 1: expected deal,",
    );
    let seat = |text: &str| {
        let row =
            text.lines().find(|line| line.contains(",1,") && !line.ends_with(",,")).expect("a position").to_owned();
        let mut columns: Vec<&str> = row.split(',').collect();
        columns[2] = "22";
        text.replacen(&row, &columns.join(","), 1)
    };
    damaged(ENDINGS, "endings.csv", &seat, "it is no row of a position");
}

#[test]
fn nothing_is_written_where_a_link_leads() {
    for (command, names) in [
        (TRAIN, &["weights-1.toml", "gates.csv", "training.json"][..]),
        (TUNE, &["tuned.toml", "pairs.svg", "trials.csv"]),
        (ENDINGS, &["bots.csv", "endings.csv"]),
        ("balance the-river --bots random --elements mill-a --deals 5 --quiet --force --out run", &["blocks.csv"]),
        ("tournament dice --bots greedy random --deals 5 --quiet --force --out run", &["games.csv"]),
    ] {
        for name in names {
            let folder = folder();
            let path = folder.path();
            run_in(path, command).ok();
            fs::rename(path.join("run").join(name), path.join("precious")).expect("moved");
            symlink("../precious", path.join("run").join(name)).expect("a link");
            let before = fs::read(path.join("precious")).expect("there");
            let ran = run_in(path, command);
            assert!(refused(&ran).contains(&format!("run/{name}: it is no regular file")), "{command}: {ran:?}");
            assert_eq!(fs::read(path.join("precious")).expect("there"), before, "{command}: {name}");
        }
    }
}

#[test]
fn what_has_no_end_is_not_waited_for() {
    for (command, plan) in [(TRAIN, "training.json"), (TUNE, "tuning.json"), (ENDINGS, "plan.json")] {
        for put in ["ln -s /dev/zero", "mkfifo"] {
            let folder = folder();
            let path = folder.path();
            run_in(path, command).ok();
            assert!(path.join("run").join(plan).is_file(), "{command}");
            let ran = shell_in(path, &format!("rm run/{plan}; {put} run/{plan}; timeout 20 $RIVERLAB {command}"));
            assert!(refused(&ran).contains(&format!("run/{plan}: it is no regular file")), "{ran:?}");
        }
    }
}

#[test]
fn what_is_cut_off_stays_where_something_before_it_is_wrong() {
    let folder = folder();
    let path = folder.path();
    run_in(path, TRAIN).ok();
    let journal = path.join("run/games-1.csv");
    let whole = fs::read_to_string(&journal).expect("there");
    let cut = whole[..whole.len() - 20].replacen(":1 ", ":01 ", 1);
    fs::write(&journal, &cut).expect("written");
    let ran = run_in(path, TRAIN);
    assert!(refused(&ran).contains("are no visits of a move"), "{ran:?}");
    assert_eq!(fs::read_to_string(&journal).expect("there"), cut);
    fs::write(&journal, &whole[..whole.len() - 20]).expect("written");
    run_in(path, TRAIN).ok();
    assert_eq!(fs::read_to_string(&journal).expect("there"), whole);
}

#[test]
fn force_removes_no_folder_that_has_the_name_of_a_file() {
    for (command, names) in [
        (TRAIN, &["games-1.csv", "weights-7.toml"][..]),
        (TUNE, &["tuned.toml", "trials.csv"]),
        (ENDINGS, &["bots.csv"]),
        ("tournament dice --bots greedy random --deals 5 --quiet --out run", &["games.csv", "standings.csv"]),
    ] {
        for name in names {
            let folder = folder();
            let path = folder.path();
            run_in(path, command).ok();
            let at = path.join("run").join(name);
            let _ = fs::remove_file(&at);
            fs::create_dir(&at).expect("a folder");
            fs::write(at.join("notes.txt"), "mine").expect("written");
            let before = files(&path.join("run"));
            let ran = run_in(path, &format!("{command} --force"));
            assert_eq!(refused(&ran), format!("error: run/{name}: it is no regular file\n"));
            assert_eq!(files(&path.join("run")), before, "{command}: {name}");
        }
    }
}

#[test]
fn force_removes_the_match_of_a_tuning_and_nothing_beside_it() {
    let folder = folder();
    let path = folder.path();
    run_in(path, TUNE).ok();
    let notes = path.join("run/confirm/notes.txt");
    assert!(path.join("run/confirm/games.csv").is_file());
    fs::write(&notes, "mine").expect("written");
    let before = files(&path.join("run"));
    let ran = run_in(path, &format!("{TUNE} --force"));
    assert_eq!(refused(&ran), "error: run/confirm/notes.txt: it is no file of a run: it is not removed\n");
    assert_eq!(files(&path.join("run")), before);
    fs::remove_file(&notes).expect("removed");
    run_in(path, &format!("{TUNE} --force --seed 7")).ok();
    assert!(path.join("run/confirm/games.csv").is_file());
}

/// The names and contents of all files of a folder.
fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        if path.is_dir() {
            found.extend(files(&path).into_iter().map(|(below, data)| (format!("{name}/{below}"), data)));
        } else {
            found.push((name, fs::read(&path).expect("a file")));
        }
    }
    found.sort();
    found
}

#[test]
fn what_takes_long_before_the_games_is_given_up() {
    let folder = folder();
    let readings = "balance the-river --bots random --deals 1 --interventions cost+1 --readings --elements '*'";
    let script = format!("exec timeout --preserve-status -s INT -k 40 1 $RIVERLAB {readings} --quiet --out run");
    let ran = shell_in(folder.path(), &script);
    assert_eq!(ran.code, Some(130), "{ran:?}");
}

#[test]
fn senseless_tables_are_warned_of() {
    let folder = folder();
    let path = folder.path();
    fs::write(path.join("rules.toml"), "[bonus_tokens]\n2 = []\n[spaces]\nswap = { 2 = \"0 any\" }\n")
        .expect("written");
    let ran = run_in(path, "trace the-river --bots random random --rules rules.toml").ok();
    let warnings = [
        "warning: rules.toml: bonus_tokens.2=[]: the list is empty, so there is nothing of it in the game\n",
        "warning: rules.toml: spaces.swap.2=\"0 any\": there is room for nobody\n",
    ];
    for warning in warnings {
        assert!(ran.stderr.contains(warning), "{ran:?}");
    }
    let ran = shell_in(path, "exec $RIVERLAB games the-river --set 'spaces.food.2=0 any'").ok();
    assert_eq!(ran.stderr, "warning: --set spaces.food.2=\"0 any\": there is room for nobody\n");
}

#[test]
fn a_run_that_cannot_be_replaced_stays() {
    let folder = folder();
    let path = folder.path();
    let command = "match dice --focus greedy --against random --deals 5 --quiet --out run";
    run_in(path, command).ok();
    fs::remove_file(path.join("run/match.csv")).expect("removed");
    fs::create_dir(path.join("run/match.csv")).expect("a folder");
    let before = files(&path.join("run"));
    let ran = run_in(path, &format!("{command} --seed 2 --force"));
    assert_eq!(refused(&ran), "error: run/match.csv: it is no regular file\n");
    assert_eq!(files(&path.join("run")), before);
    assert!(path.join("run/manifest.json").exists());
}

#[test]
fn a_plan_is_replaced_by_force_also_where_it_is_the_same() {
    let folder = folder();
    let path = folder.path();
    run_in(path, ENDINGS).ok();
    let whole = fs::read_to_string(path.join("run/endings.csv")).expect("there");
    fs::write(path.join("run/endings.csv"), "damaged\n").expect("written");
    run_in(path, &format!("{ENDINGS} --force")).ok();
    assert_eq!(fs::read_to_string(path.join("run/endings.csv")).expect("there"), whole);
}

#[test]
fn names_cannot_command_a_terminal() {
    let folder = folder();
    let path = folder.path();
    run_in(path, "trace dice --bots random random").ok();
    for (script, says) in [
        ("exec $RIVERLAB match \"$(printf '\\033[31mdice')\" --focus random --against random", "\\u{1b}[31mdice"),
        ("exec $RIVERLAB report \"$(printf 'a\\nb')\"", "a\\nb"),
        ("exec $RIVERLAB tournament --deals \"$(printf '\\033[2J')\"", "'--deals <DEALS>'"),
        ("exec $RIVERLAB tournament --plan \"$(printf 'a\\tb.toml')\"", "a\\tb.toml"),
    ] {
        let ran = shell_in(path, script);
        assert_eq!(ran.code, Some(2), "{ran:?}");
        assert!(ran.stderr.contains(says) && !ran.stderr.contains('\u{1b}'), "{ran:?}");
    }
    let header = r#"{"game":"dice","players":2,"seed":1,"deal":1,"bots":["\u001b[31mred","random"]}"#;
    fs::write(path.join("header"), format!("{header}\n")).expect("written");
    let script = "$RIVERLAB trace dice --bots random random > game; (cat header; tail -n +2 game) > red; exec $RIVERLAB replay red";
    let ran = shell_in(path, script).ok();
    assert!(ran.stdout.contains("\\u{1b}[31mred") && !ran.stdout.contains('\u{1b}'), "{ran:?}");
}

#[test]
fn traces_of_nonsense_are_refused() {
    let folder = folder();
    let path = folder.path();
    for (header, says) in [
        (r#"{"game":"dice","players":2,"seed":"chance"}"#, "seed: invalid type: string \"chance\""),
        (r#"{"game":"dice","players":2,"rules_hash":5}"#, "rules_hash: invalid type: integer `5`"),
        (r#"{"game":"dice","players":2,"bots":"random"}"#, "bots: invalid type: string \"random\""),
    ] {
        fs::write(path.join("game"), format!("{header}\n")).expect("written");
        let ran = run_in(path, "replay game");
        assert!(ran.code == Some(1) && ran.stderr.contains(says), "{ran:?}");
    }
    let script =
        "$RIVERLAB trace dice --bots random random | sed '4s/.*/{\"outcome\":null}/' > game; exec $RIVERLAB think game";
    let ran = shell_in(path, script);
    assert!(ran.code == Some(1) && ran.stderr.contains("line 4: "), "{ran:?}");
}

#[test]
fn values_of_tables_are_named_in_messages() {
    let folder = folder();
    for (arguments, says) in [
        ("trace --set =3", "error: --set \"=3\": expected key=value, for example "),
        ("trace --set supply..wood=3", "error: --set \"supply..wood=3\": expected key=value, for example "),
        ("trace carcassonne --set edition.two_tile_city=[1]", "edition.two_tile_city: expected a text"),
    ] {
        let ran = run_in(folder.path(), arguments);
        assert!(refused(&ran).contains(says), "{ran:?}");
    }
    fs::write(folder.path().join("plan.toml"), "\"\" = 3\n").expect("written");
    let ran = run_in(folder.path(), "tournament --plan plan.toml");
    assert!(refused(&ran).starts_with("error: plan.toml: an empty key: allowed are answer_seconds, "), "{ran:?}");
}

#[test]
fn weights_beyond_all_numbers_are_refused() {
    let folder = folder();
    let text = fs::read_to_string(crate::of_project("bots/weights/rio-grande-2.toml")).expect("weights");
    let changed: Vec<String> =
        text.lines()
            .map(|line| {
                if line.starts_with("\"points\" =") { "\"points\" = [-1e38, 0.0]".to_owned() } else { line.to_owned() }
            })
            .collect();
    fs::write(folder.path().join("w.toml"), changed.join("\n")).expect("written");
    let ran = run_in(folder.path(), "trace rio-grande --bots ply:samples=1,eval=w.toml");
    assert!(refused(&ran).contains("points: no numbers from -1000000 to 1000000"), "{ran:?}");
}

#[test]
fn messages_are_short_whatever_they_quote() {
    let folder = folder();
    let path = folder.path();
    fs::write(path.join("plan.toml"), format!("game = \"{}\"\n", "ü".repeat(100_000))).expect("written");
    let ran = run_in(path, "tournament --plan plan.toml --quiet");
    let message = refused(&ran);
    assert!(message.starts_with("error: game \"üü"), "{message}");
    assert!(message.contains(" characters] ") && message.contains("the-river"), "{message}");
    assert!((4_000..4_100).contains(&message.chars().count()), "{message}");
}

/// Runs the program as a user who may read the folder but write nowhere: as nobody, where we are root.
fn run_without_rights_in(folder: &Path, arguments: &str) -> Ran {
    const NOBODY: u32 = 65534;
    let is_root = fs::metadata(folder).expect("a folder").uid() == 0;
    let copy = folder.join("riverlab");
    if is_root && !copy.exists() {
        fs::copy(program::path(), &copy).expect("room for a copy");
    }
    let mut command = Command::new(if is_root { &copy } else { program::path() });
    if is_root {
        command.uid(NOBODY).gid(NOBODY);
    }
    program::finished(command.args(arguments.split_whitespace()).current_dir(folder))
}

fn set_mode(path: &Path, mode: u32) {
    fs::set_permissions(path, Permissions::from_mode(mode)).expect("it is ours");
}

#[test]
fn complete_runs_are_shown_where_nothing_can_be_written() {
    let root = folder();
    let path = root.path();
    set_mode(path, 0o755);
    let tournament = "tournament dice --bots greedy random --deals 5 --quiet --out run";
    let balance = "balance the-river --bots random --elements mill-a --deals 5 --quiet --out run";
    for (command, derived) in [
        (tournament, &["pairs.csv", "standings.csv"][..]),
        ("match dice --focus greedy --against random --deals 5 --quiet --out run", &["match.csv"]),
        (balance, &["effects.csv"]),
    ] {
        let run = path.join("run");
        let shown = run_in(path, command).ok();
        for name in derived {
            fs::remove_file(run.join(name)).expect("it is there");
        }
        set_mode(&run, 0o555);
        let again = run_without_rights_in(path, command).ok();
        assert_eq!((again.stdout, again.stderr), (shown.stdout, String::new()), "{command}");
        let report = run_without_rights_in(path, "report run").ok();
        assert!(report.stdout.lines().count() > 5 && report.stderr.is_empty(), "{report:?}");
        for name in derived {
            assert!(!run.join(name).exists(), "{command}: {name} was written");
        }
        // What lacks games is not shown as if it had all of them.
        let more = run_without_rights_in(path, &format!("{command} --force --seed 2"));
        assert!(refused(&more).contains("Permission denied"), "{more:?}");
        set_mode(&run, 0o755);
        fs::remove_dir_all(&run).expect("ours");
    }
}

/// What git's autocrlf and editors do to files: the message says so, and does not advise to throw the games away.
#[test]
fn files_with_other_line_ends_are_known_as_such() {
    let folder = folder();
    let path = folder.path();
    let plan = "tournament the-river --bots greedy random --deals 2 --quiet --out run";
    let study = "balance the-river --elements mill-a --bots greedy random --deals 2 --quiet --out study";
    run_in(path, plan).ok();
    run_in(path, study).ok();
    for (command, again, folder, name) in [
        ("verify run", plan, "run", "games.csv"),
        ("verify run", plan, "run", "moves.csv"),
        ("report run", "report run", "run", "games.csv"),
        ("verify run", "verify run", "run", "standings.csv"),
        ("report study", study, "study", "blocks.csv"),
    ] {
        let file = path.join(folder).join(name);
        let text = fs::read_to_string(&file).expect("a file");
        for (changed, why) in [
            (text.replace('\n', "\r\n"), "ends in CR LF"),
            (format!("\u{feff}{text}"), "begins with a byte order mark"),
        ] {
            fs::write(&file, &changed).expect("written");
            for command in [command, again] {
                let ran = run_in(path, command);
                assert!(
                    ran.code.is_some_and(|code| code > 0) && ran.stderr.contains(why),
                    "{command}, {name}: {ran:?}"
                );
                assert!(ran.stderr.contains("restore the file") && !ran.stderr.contains("--force"), "{ran:?}");
            }
            assert_eq!(fs::read_to_string(&file).expect("a file"), changed);
        }
        fs::write(&file, text).expect("written");
    }
    // What is no table of rows is read as it is.
    for name in ["run/manifest.json", "study/manifest.json"] {
        let file = path.join(name);
        let text = fs::read_to_string(&file).expect("a file");
        fs::write(&file, format!("\u{feff}{}", text.replace('\n', "\r\n"))).expect("written");
        run_in(path, &format!("report {}", name.split('/').next().expect("a folder"))).ok();
    }
    fs::write(path.join("plan.toml"), "\u{feff}game = \"dice\"\r\nbots = [\"greedy\", \"random\"]\r\n")
        .expect("written");
    run_in(path, "tournament --plan plan.toml --deals 2 --quiet --out other").ok();
    let weights = fs::read_to_string("../bots/weights/the-river-2.toml").expect("weights");
    fs::write(path.join("w.toml"), format!("\u{feff}{}", weights.replace('\n', "\r\n"))).expect("written");
    fs::write(path.join("r.toml"), "\u{feff}[building.mill-a]\r\npoints = 3\r\n").expect("written");
    run_in(path, "trace the-river --bots greedy:eval=w.toml random --rules r.toml").ok();
}

/// A complete run has nothing behind its last game.
#[test]
fn a_part_of_a_line_behind_a_complete_run_is_seen() {
    let folder = folder();
    let path = folder.path();
    let plan = "tournament the-river --bots greedy random --deals 2 --quiet --out run";
    run_in(path, plan).ok();
    for name in ["games.csv", "moves.csv"] {
        let file = path.join("run").join(name);
        let text = fs::read_to_string(&file).expect("a file");
        fs::write(&file, format!("{text}1,2")).expect("written");
        let message = "ends in a part of a line although the run is complete";
        for command in ["report run", plan] {
            assert!(refused(&run_in(path, command)).contains(message));
        }
        let found = run_in(path, "verify run");
        assert!(found.code == Some(1) && found.stderr.contains(message), "{found:?}");
        fs::write(&file, text).expect("written");
    }
    run_in(path, "verify run").ok();
}

/// What is damaged within a run is a finding of `verify`; where there is no run, there is nothing to check.
#[test]
fn verify_tells_damage_from_a_wrong_folder() {
    let folder = folder();
    let path = folder.path();
    run_in(path, "tournament the-river --bots greedy random --deals 2 --quiet --out run").ok();
    for (name, change) in [
        ("games.csv", &(|text: &str| text.replacen("\n1,", "\n2,", 1)) as &dyn Fn(&str) -> String),
        ("games.csv", &|text| text.lines().take(4).map(|line| line.to_owned() + "\n").collect()),
        ("moves.csv", &|text| text.replacen('\n', "\n!", 2)),
        ("standings.csv", &|text| text.replacen("greedy", "random", 1)),
        ("manifest.json", &|text| text.replacen("\"seed\": 1", "\"seed\": 2", 1)),
        ("manifest.json", &|text| text.replacen("\"players\": 2", "\"players\": 9", 1)),
        ("manifest.json", &|text| text[..text.len() / 2].to_owned()),
    ] {
        let file = path.join("run").join(name);
        let text = fs::read_to_string(&file).expect("a file");
        fs::write(&file, change(&text)).expect("written");
        let ran = run_in(path, "verify run");
        assert!(ran.code == Some(1) && !ran.stderr.contains("--force"), "{name}: {ran:?}");
        for command in ["report run", "trace --from run --game 3", "merge run --out whole"] {
            let ran = run_in(path, command);
            assert!(!ran.stderr.contains("--force"), "{command}, {name}: {ran:?}");
        }
        fs::write(&file, text).expect("written");
    }
    for name in ["games.csv", "standings.csv"] {
        let (file, kept) = (path.join("run").join(name), path.join("kept"));
        fs::rename(&file, &kept).expect("moved");
        assert_eq!(run_in(path, "verify run").code, Some(1), "{name}");
        fs::rename(&kept, &file).expect("moved");
    }
    run_in(path, "balance the-river --elements mill-a --bots random --deals 2 --quiet --out study").ok();
    for command in ["verify nothing", "verify study", "verify run/games.csv", "verify run --sample 0"] {
        assert_eq!(run_in(path, command).code, Some(2), "{command}");
    }
    run_in(path, "verify run").ok();
}

/// Folders of other kinds say what they are.
#[test]
fn what_holds_no_run_is_named() {
    for (command, kind) in [(TRAIN, "a training"), (TUNE, "a tuning"), (ENDINGS, "exact endings")] {
        let folder = folder();
        run_in(folder.path(), command).ok();
        for command in ["report run", "verify run", "trace --from run --game 1"] {
            let ran = run_in(folder.path(), command);
            assert!(refused(&ran).contains(&format!("run: holds {kind}, no run: see ")), "{ran:?}");
        }
    }
}
