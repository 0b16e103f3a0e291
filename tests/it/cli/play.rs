//! Games that people play (`riverlab play`), as the library has them, and the pages of `riverlab replay`.

use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};
use std::sync::atomic::AtomicBool;

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use riverlab_arena::external::programs::Programs;
use riverlab_arena::live::{Advanced, LiveTable, NewTable, Player};
use riverlab_arena::trace::{Detail, Lines};
use riverlab_bots::play::streams::Deal;
use riverlab_engine::{RulesSource, Seat, Viewer};
use riverlab_lab::Registry;

use super::program::{folder, path, run_in};

const GAMES: [&str; 5] = ["the-river", "rio-grande", "carcassonne", "river-dragons", "dice"];

fn players(texts: &[&str]) -> Vec<Player> {
    texts.iter().map(|text| text.parse().expect("a player")).collect()
}

fn table(game: &str, seats: &[&str], seed: u64) -> Box<dyn LiveTable> {
    let players = players(seats);
    let table =
        NewTable { players: &players, programs: Programs::NONE, deal: Deal { seed, number: 1 }, detail: Detail::Moves };
    let game = Registry::standard().catalog().open(game, &RulesSource::default()).expect("a game");
    game.begin_live(&table).expect("a table")
}

/// Lets chance and bots move until a person must, whose seat it returns.
fn wait(table: &mut dyn LiveTable) -> Option<Seat> {
    loop {
        match table.advance(&AtomicBool::new(false)).expect("bots that play") {
            Advanced::Moved => {}
            Advanced::Waiting(seat) => return Some(seat),
            Advanced::Over => return None,
        }
    }
}

/// Plays so many decisions of people at random, or to the end of the game; says whether it is there.
fn play(table: &mut dyn LiveTable, rng: &mut Xoshiro256PlusPlus, decisions: usize) -> bool {
    for _ in 0..decisions {
        let Some(seat) = wait(table) else { return true };
        let moves = table.sight(Viewer::Seat(seat)).moves.len();
        table.play(seat, rng.random_range(0..moves)).expect("a legal move");
    }
    false
}

#[test]
fn a_game_that_is_taken_up_again_goes_on_as_it_would_have() {
    for game in GAMES {
        let seats = ["human", "greedy"];
        let mut whole = table(game, &seats, 7);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        play(whole.as_mut(), &mut rng, 6);
        wait(whole.as_mut());
        let (saved, mut again) = (whole.trace(), rng.clone());
        play(whole.as_mut(), &mut rng, 60);

        let mut lines = Lines::new(saved.as_bytes());
        let header = lines.header().expect("a header");
        let players = players(&seats);
        assert!(header.seed.is_some() && header.deal.is_some());
        let new = NewTable { players: &players, programs: Programs::NONE, deal: header.dealt(), detail: Detail::Moves };
        let opened = Registry::standard().catalog().open(game, &RulesSource::default()).expect("a game");
        let resumed = opened.resume_live(&mut lines, &header, &new);
        let mut resumed = resumed.unwrap_or_else(|error| panic!("{game}: {error}"));
        assert_eq!(resumed.trace(), saved, "{game}");
        play(resumed.as_mut(), &mut again, 60);
        assert_eq!(resumed.trace(), whole.trace(), "{game}");
    }
}

#[test]
fn what_is_taken_back_ends_at_chance_and_at_what_has_become_known() {
    for game in GAMES {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
        let mut live = table(game, &["human", "random", "human"][..2 + usize::from(game != "dice")], 3);
        let (mut taken_back, mut refused) = (0, 0);
        while let Some(seat) = wait(live.as_mut()) {
            let sight = live.sight(Viewer::Seat(seat));
            let told = live.told(Viewer::Seat(seat), 0);
            let last = told.iter().rposition(|told| told.turn == seat.to_string());
            let since = last.map_or(&[][..], |last| &told[last..]);
            let is_other = |told: &&riverlab_arena::trace::Told| told.turn != seat.to_string();
            if sight.can_undo {
                assert!(since.iter().all(|told| told.turn != "chance"), "{game}: {since:?}");
                assert!(since.iter().flat_map(|told| &told.events).all(|event| !event.starts_with("reveal")), "{game}");
                assert!(!live.hides() || !since.iter().any(|told| is_other(&told)), "{game}: {since:?}");
                let before = live.trace();
                live.undo(seat).expect("it can be taken back");
                assert_eq!(Some(live.n_moves()), last, "{game}");
                assert!(before.starts_with(&live.trace()), "{game}: what is left is what was");
                // The same move again, and the bots answer as they did.
                let mv = since[0].mv.clone().expect("an own move");
                let moves = live.sight(Viewer::Seat(seat)).moves;
                live.play(seat, moves.iter().position(|legal| legal.text == mv).expect("legal")).expect("legal");
                assert_eq!(wait(live.as_mut()), Some(seat), "{game}");
                assert_eq!(live.trace(), before, "{game}");
                taken_back += 1;
            } else {
                let before = live.trace();
                live.undo(seat).expect_err("it cannot be taken back");
                assert_eq!(live.trace(), before, "{game}");
                refused += 1;
            }
            let moves = live.sight(Viewer::Seat(seat)).moves.len();
            live.play(seat, rng.random_range(0..moves)).expect("a legal move");
        }
        assert!(refused > 0 && (taken_back > 0 || game == "dice"), "{game}: {taken_back}, {refused}");
    }
}

#[test]
fn the_last_card_of_a_program_is_final() {
    let mut live = table("river-dragons", &["human", "random"], 1);
    let mut finals = Vec::new();
    for _ in 0..5 {
        let seat = wait(live.as_mut()).expect("a person programs");
        let moves = live.sight(Viewer::Seat(seat)).moves;
        finals.push(moves.iter().all(|mv| mv.is_final));
        live.play(seat, 0).expect("a card");
    }
    assert_eq!(finals, [false, false, false, false, true]);
    let other = live.sight(Viewer::Seat(Seat::new(1)));
    assert!(other.moves.is_empty() || other.turn.player() == Some(Seat::new(1)));
    assert!(live.play(Seat::FIRST, 10_000).is_err());
}

#[test]
fn hints_rank_moves_and_leave_the_game_as_it_is() {
    for game in GAMES {
        let mut live = table(game, &["human", "random"], 5);
        let seat = wait(live.as_mut()).expect("a person is to move");
        let before = live.trace();
        let ask =
            || live.hint(seat, &"flat:sims=60".parse().expect("a spec"), &AtomicBool::new(false)).expect("a hint");
        let hint = ask();
        assert_eq!(hint, ask(), "{game}: the same each time");
        let moves = live.sight(Viewer::Seat(seat)).moves;
        assert_eq!(moves[hint.index].text, hint.mv, "{game}");
        assert_eq!(hint.ranking.iter().map(|ranked| ranked.visits).sum::<u64>(), hint.simulations, "{game}");
        assert_eq!(live.trace(), before, "{game}");
    }
}

/// Runs the program with lines typed into it.
fn typed(arguments: &str, lines: impl AsRef<[u8]>) -> (Option<i32>, String, String) {
    let mut child = Command::new(path())
        .args(arguments.split_whitespace())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // A program that has ended reads no more.
    let _ = child.stdin.take().expect("a pipe").write_all(lines.as_ref());
    let output = child.wait_with_output().expect("it ends");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[test]
fn a_person_sees_no_card_of_another_hand() {
    let dir = folder();
    let save = dir.path().join("game.jsonl");
    let arguments = format!("play rio-grande --seats human random --seed 3 --save {}", save.display());
    let (code, stdout, _) = typed(&arguments, "1\n".repeat(4));
    assert_eq!(code, Some(0));
    let trace = fs::read_to_string(&save).expect("a trace");
    let hidden: Vec<&str> =
        trace.lines().filter(|line| line.contains("\"chance\"") && line.contains("deal:")).collect();
    assert!(hidden.len() > 10 && stdout.contains("a move that you do not see"), "{stdout}");
    assert!(stdout.contains("holds 5 cards"), "{stdout}");
    assert!(
        stdout.ends_with(&format!("to go on: riverlab play --resume {0} --save {0}\n", save.display())),
        "{stdout}"
    );
}

#[test]
fn wrong_requests_name_what_is_allowed() {
    let dir = folder();
    fs::write(dir.path().join("there"), "x").expect("written");
    let trace = run_in(dir.path(), "trace dice --seed 1").ok().stdout;
    fs::write(dir.path().join("dice.jsonl"), trace).expect("written");
    for (arguments, message) in [
        ("play --seats human", "--seats 1: the-river is for 2 to 4 players"),
        ("play chess", "game \"chess\" is unknown"),
        ("play --seats human alphazero", "bot \"alphazero\" is unknown"),
        ("play --save there", "--save there: exists: give another name, or --resume to go on with its game"),
        ("play --resume nothing", "cannot read nothing"),
        ("play --resume dice.jsonl --seats human", "--seats: 1 for 2 players: give 2"),
        ("play dice --seats human cmd:mine", "bot \"cmd:mine\": there is no program of this name"),
        ("play rio-grande --seats human human", "several people who know different things need a terminal"),
        ("replay dice.jsonl --html no/page.html", "cannot write no/page.html: its folder is not there"),
        ("replay dice.jsonl --svg pictures", "--svg: dice has no pictures"),
        ("replay dice.jsonl --html page.html --seat p3", "--seat p3: there are 2 players: allowed are p1 to p2"),
        (
            "play --save ~/game.jsonl",
            "no shell has replaced the ~: write the whole path, or ./~ for a folder of this name",
        ),
        ("replay dice.jsonl --svg ~/pictures", "no shell has replaced the ~"),
        ("replay ~ada/dice.jsonl", "no shell has replaced the ~"),
        ("tournament dice --out=~", "no shell has replaced the ~"),
        ("merge ~/a ~/b", "no shell has replaced the ~"),
        ("man nothing", "man: there is no command \"nothing\": allowed are "),
    ] {
        let ran = run_in(dir.path(), arguments);
        assert!(ran.code == Some(2) && ran.stderr.contains(message), "{arguments}: {ran:?}");
    }
    let ran = run_in(dir.path(), "play --resume there");
    assert!(ran.code == Some(1) && ran.stderr.contains("there: line 1: is no header"), "{ran:?}");
    assert_eq!(fs::read_to_string(dir.path().join("there")).expect("a file"), "x", "nothing is lost");
    assert!(!dir.path().join("page.html").exists() && !dir.path().join("~").exists());
    let (_, stdout, _) = typed("play dice --seats human random", "save ~/game.jsonl\n");
    assert!(stdout.contains("~/game.jsonl: no shell has replaced the ~"), "{stdout}");
}

#[test]
fn pages_of_games_are_the_same_each_time_and_show_names_as_text() {
    let dir = folder();
    let trace = run_in(dir.path(), "trace the-river --bots greedy random --seed 2").ok().stdout;
    let hostile = "<script>alert(1)</script>\\\"'\\u202e";
    let trace = trace.replacen("\"greedy\"", &format!("\"{hostile}\""), 1);
    fs::write(dir.path().join("game.jsonl"), trace).expect("written");
    let page = |name: &str| {
        run_in(dir.path(), &format!("replay game.jsonl --html {name}")).ok();
        fs::read_to_string(dir.path().join(name)).expect("a page")
    };
    let first = page("first.html");
    assert_eq!(first, page("second.html"));
    assert!(!first.contains("<script>alert") && first.contains("<bdi>&lt;script&gt;alert(1)&lt;/script&gt;"));
    assert!(!first.contains("http://") && !first.contains("https://"), "nothing is loaded from anywhere");
}

#[test]
fn the_page_of_a_seat_says_that_it_leaves_out_what_others_hold() {
    let dir = folder();
    let trace = run_in(dir.path(), "trace rio-grande --bots random --seed 11").ok().stdout;
    let dealt: Vec<&str> = trace.lines().skip(1).take(40).filter(|line| line.contains("\"chance\"")).collect();
    assert!(dealt.len() > 5);
    fs::write(dir.path().join("game.jsonl"), &trace).expect("written");
    let page = |arguments: &str| {
        run_in(dir.path(), &format!("replay game.jsonl --html page.html {arguments}")).ok();
        fs::read_to_string(dir.path().join("page.html")).expect("a page")
    };
    let (own, all) = (page("--seat p2"), page(""));
    assert!(own.contains("an event that this page does not show") && !all.contains("does not show"));
    assert!(own.contains("only what p2 may know") && all.contains("also what players have hidden"));
    assert!(!own.contains("\"seed\""));
}

#[test]
fn what_is_typed_in_another_encoding_is_no_move_and_ends_nothing() {
    let dir = folder();
    let save = dir.path().join("a b.jsonl");
    let lines = [b"gr\xfc\xdfe\n1\nsave ", save.as_os_str().as_encoded_bytes(), b"\nquit\n"].concat();
    let (code, stdout, stderr) = typed("play connect-four --seats human random --seed 3", lines);
    assert_eq!((code, stderr.as_str()), (Some(0), ""), "{stdout}");
    let name = format!("'{}'", save.display());
    assert!(stdout.contains(&format!("to go on: riverlab play --resume {name} --save {name}")), "{stdout}");
    assert!(run_in(dir.path(), "replay --help").ok().stdout.contains("--force") && save.exists());
}
