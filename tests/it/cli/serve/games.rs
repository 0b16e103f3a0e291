//! Games that are played over HTTP from the first move to the last, also when the server is killed meanwhile.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use super::client::{Server, until};
use super::page::{Begun, is_over, moves, some_move};
use crate::cli::program::{folder, run_in};

const GAMES: [&str; 4] = ["the-river", "rio-grande", "carcassonne", "river-dragons"];

/// Plays a game to its end at the seat p1, and returns how it ended.
fn play_on(server: &Server, begun: &Begun, choose: impl Fn(&Value) -> Value) -> Value {
    let key = begun.key("p1");
    let mut looking = begun.look(server, key);
    let mut sight = looking.turn(0);
    while !is_over(&sight) {
        begun.play(server, key, &sight["at"], &choose(&sight)).ok();
        sight = looking.turn(moves(&sight) + 1);
    }
    sight
}

#[test]
fn games_are_played_to_their_end_and_their_traces_are_those_of_the_program() {
    for game in GAMES {
        let dir = folder();
        let server = Server::start(dir.path());
        let begun = Begun::new(&server, game, &["human", "greedy"], &json!({}));
        let (trace, replay) = (format!("/games/{}/trace", begun.id), format!("/games/{}/replay", begun.id));
        let named = format!("/replay?file=games/{}.jsonl", begun.id);
        for target in [&trace, &replay] {
            let early = server.get(target);
            assert!(early.status == 403 && early.text().contains("once the game is over"), "{game}: {target}");
        }
        let early = server.get(&named);
        assert!(early.status == 422 && !early.text().contains("<svg"), "{game}: {}", early.text());
        let end = play_on(&server, &begun, |sight| match moves(sight) % 3 {
            0 => begun.hint(&server, begun.key("p1"), &sight["at"], "greedy").ok().json()["move"].clone(),
            _ => some_move(sight).clone(),
        });
        assert_eq!(end["outcome"]["ranks"].as_array().map(Vec::len), Some(2), "{game}");
        let written = begun.trace(dir.path());
        let given = server.get(&trace).ok();
        assert_eq!(given.text(), written, "{game}");
        let disposition = format!("attachment; filename=\"{}.jsonl\"", begun.id);
        assert_eq!(given.header("content-disposition"), Some(disposition.as_str()));
        run_in(dir.path(), &format!("replay games/{}.jsonl --html page.html", begun.id)).ok();
        let page = fs::read_to_string(dir.path().join("page.html")).expect("a page");
        assert!(server.get(&replay).ok().text() == page && server.get(&named).ok().text() == page, "{game}");
        server.is_well();
    }
}

/// Plays a game whose server is killed after each few moves: some before their answer is read, some after it, and some once
/// it is the person's turn again.
fn play_with_kills(folder: &Path, (game, seats): (&str, &[&str]), every: u64) -> String {
    let mut server = Server::start(folder);
    let begun = Begun::new(&server, game, seats, &json!({}));
    let key = begun.key("p1");
    let (mut made, mut sight) = (0, begun.look(&server, key).turn(0));
    while !is_over(&sight) {
        let mv = some_move(&sight);
        made += 1;
        if made % every != 0 {
            begun.play(&server, key, &sight["at"], mv).ok();
            sight = begun.look(&server, key).turn(moves(&sight) + 1);
            continue;
        }
        let saved = match made / every % 3 {
            0 => {
                use std::io::Write;
                let bearer = format!("Authorization: Bearer {key}");
                let body = json!({ "at": sight["at"], "move": mv }).to_string();
                let headers = ["Content-Type: application/json", &bearer];
                let request = server.request("POST", &format!("/games/{}/move", begun.id), &headers, &body);
                server.connect().write_all(request.as_bytes()).expect("sent");
                0
            }
            1 => {
                begun.play(&server, key, &sight["at"], mv).ok();
                1
            }
            _ => {
                begun.play(&server, key, &sight["at"], mv).ok();
                begun.look(&server, key).turn(moves(&sight) + 1);
                let next = begun.look(&server, key).turn(0);
                server.kill();
                server = Server::start(folder);
                assert_eq!(begun.look(&server, key).turn(0), next, "{game}: the same position after {made} moves");
                sight = next;
                continue;
            }
        };
        server.kill();
        server = Server::start(folder);
        sight = begun.look(&server, key).turn(moves(&sight) + saved);
    }
    begun.trace(folder)
}

#[test]
fn a_server_that_is_killed_goes_on_with_the_same_games() {
    for (game, seats, every) in [
        ("the-river", &["human", "mcts:sims=30"][..], 2),
        ("rio-grande", &["human", "greedy", "mcts:sims=10"], 7),
        ("carcassonne", &["human", "greedy"], 6),
        ("river-dragons", &["human", "greedy"], 9),
    ] {
        let (whole, broken) = (folder(), folder());
        let server = Server::start(whole.path());
        let begun = Begun::new(&server, game, seats, &json!({}));
        play_on(&server, &begun, |sight| some_move(sight).clone());
        assert_eq!(play_with_kills(broken.path(), (game, seats), every), begun.trace(whole.path()), "{game}");
    }
}

#[test]
fn moves_are_made_by_those_whose_turn_it_is_at_the_position_that_they_see() {
    let dir = folder();
    let server = Server::start(dir.path());
    let begun = Begun::new(&server, "the-river", &["human", "human"], &json!({}));
    let sight = begun.look(&server, begun.key("p1")).turn(0);
    let (turn, other) = if sight["waiting"] == "p1" { ("p1", "p2") } else { ("p2", "p1") };
    let sight = begun.look(&server, begun.key(turn)).turn(0);
    let (at, mv) = (&sight["at"], some_move(&sight));
    let before = begun.trace(dir.path());
    let play = |key: &str, at: &Value, mv: &Value| begun.play(&server, key, at, mv);
    assert!(play(begun.key(other), at, mv).refused(409).contains("it is the turn of nobody at this page"));
    assert!(play(begun.key(turn), &json!(moves(&sight) + 1), mv).refused(409).contains("the game has gone on"));
    for wrong in [json!("castle"), json!(""), json!("x".repeat(9000)), json!("\0")] {
        assert!(play(begun.key(turn), at, &wrong).refused(422).contains("is not legal for"), "{wrong}");
    }
    let (wrong_key, long_key) = ("0".repeat(32), "k".repeat(5000));
    for key in ["", "x", &wrong_key, &long_key, &begun.key(turn)[1..], "p1"] {
        let refusals = [
            play(key, at, mv),
            begun.post(&server, "undo", key, &json!({ "at": at })),
            begun.hint(&server, key, at, "greedy"),
            begun.post(&server, "go-on", key, &json!({})),
            begun.post(&server, "sit", key, &json!({ "seat": "p1" })),
        ];
        for answer in refusals {
            assert_ne!(answer.refused(403), "", "{key}");
        }
        let looked = server.events(&begun.events(), key).err().map(|answer| answer.refused(403));
        assert_eq!(looked.is_some(), !key.is_empty(), "onlookers have no key: {key}");
    }
    let nothing = begun.post(&server, "undo", begun.key(turn), &json!({ "at": at }));
    assert!(nothing.refused(409).contains("has made no move yet"));
    assert_eq!(begun.trace(dir.path()), before, "nothing has changed");
    let onlooker = begun.look(&server, "").turn(0);
    assert!(onlooker["legal"].as_array().expect("moves").is_empty() && onlooker["undo"].is_null());
    for absent in ["no", "the-river-00000000", &"x".repeat(300)] {
        assert!(server.get(&format!("/games/{absent}/events")).refused(404).contains("there is no game"), "{absent}");
    }
    assert!(server.get(&format!("/games/{}/p3", begun.id)).status == 404);
    server.is_well();
}

#[test]
fn two_pages_of_one_seat_see_the_same_and_the_later_move_is_refused() {
    let dir = folder();
    let server = Server::start(dir.path());
    let begun = Begun::new(&server, "carcassonne", &["human", "greedy"], &json!({}));
    let key = begun.key("p1");
    let mut tabs = [begun.look(&server, key), begun.look(&server, key)];
    let mut at = 0;
    for _ in 0..5 {
        let [one, two] = tabs.each_mut().map(|tab| tab.turn(at));
        assert_eq!((&one["legal"], &one["text"], &one["at"]), (&two["legal"], &two["text"], &two["at"]));
        let mv = some_move(&one);
        begun.play(&server, key, &one["at"], mv).ok();
        assert_ne!(begun.play(&server, key, &two["at"], mv).refused(409), "", "the game has gone on");
        at = moves(&one) + 1;
    }
    drop(tabs);
    let (own, onlooker) = (begun.look(&server, key).turn(at), begun.look(&server, "").turn(at));
    assert_eq!((own["told"].as_array().map(Vec::len), &own["at"]), (Some(moves(&own) as usize), &onlooker["at"]));
}

#[test]
fn moves_are_taken_back_and_hints_are_legal() {
    let dir = folder();
    let server = Server::start(dir.path());
    let begun = Begun::new(&server, "the-river", &["human", "greedy"], &json!({}));
    let key = begun.key("p1");
    let mut looking = begun.look(&server, key);
    let mut taken_back = 0;
    let mut sight = looking.turn(0);
    for _ in 0..8 {
        let hint = begun.hint(&server, key, &sight["at"], "mcts:sims=40").ok().json();
        let legal = sight["legal"].as_array().expect("moves");
        assert_eq!(legal[hint["index"].as_u64().expect("an index") as usize]["move"], hint["move"]);
        assert_eq!(hint["simulations"], 40);
        for ranked in hint["ranking"].as_array().expect("moves") {
            assert!(legal.iter().any(|mv| mv["move"] == ranked["move"]), "{ranked}");
            assert!((0.0..=1.0).contains(&ranked["value"].as_f64().expect("a value")), "{ranked}");
        }
        let (at, before) = (moves(&sight), begun.trace(dir.path()));
        begun.play(&server, key, &sight["at"], &hint["move"]).ok();
        sight = looking.turn(at + 1);
        if sight["undo"] == "p1" {
            begun.post(&server, "undo", key, &json!({ "at": sight["at"] })).ok();
            let again = looking.until(|sight| moves(sight) == at);
            assert_eq!(begun.trace(dir.path()), before, "what is left is what was");
            begun.play(&server, key, &again["at"], &hint["move"]).ok();
            sight = looking.turn(at + 1);
            taken_back += 1;
        } else {
            let refusal = begun.post(&server, "undo", key, &json!({ "at": sight["at"] })).refused(409);
            assert!(refusal.contains("chance has moved since"), "{refusal}");
        }
    }
    assert!(taken_back > 0);
}

/// A program that plays the first legal move, and that stops instead as long as a file is there.
const PROGRAM: &str = r#"
import json, os, sys
game = None
for line in sys.stdin:
    message = json.loads(line)
    if message["t"] == "game":
        game = message
    if message["t"] == "hello":
        print(json.dumps({"t": "hello", "protocol": 1, "name": "first", "version": "1", "deterministic": True}), flush=True)
    elif message["t"] == "move":
        if os.path.exists(sys.argv[1]):
            sys.exit("its secret plan")
        if game is None:
            sys.exit("which game?")
        print(json.dumps({"t": "move", "id": message["id"], "move": message["legal"][0]}), flush=True)
    elif message["t"] == "quit":
        break
"#;

#[test]
fn a_program_plays_and_when_it_fails_only_the_terminal_is_told_why() {
    let dir = folder();
    let (script, broken) = (dir.path().join("first.py"), dir.path().join("broken"));
    fs::write(&script, PROGRAM).expect("written");
    let program = format!("x=python3 {} {}", script.display(), broken.display());
    let server = Server::with(dir.path(), &["--bot", "cmd:x", "--program", &program]);
    let begun = Begun::new(&server, "carcassonne", &["human", "cmd:x"], &json!({}));
    let key = begun.key("p1");
    let mut looking = begun.look(&server, key);
    let mut sight = looking.turn(0);
    for _ in 0..2 {
        begun.play(&server, key, &sight["at"], some_move(&sight)).ok();
        sight = looking.turn(moves(&sight) + 1);
    }
    fs::write(&broken, "").expect("written");
    let failed = loop {
        let before = moves(&sight);
        begun.play(&server, key, &sight["at"], some_move(&sight)).ok();
        sight = looking.until(|next| next["failed"] == true || next["waiting"] == "p1" && moves(next) > before);
        if sight["failed"] == true {
            break sight;
        }
    };
    assert!(!failed.to_string().contains("secret plan") && failed["waiting"].is_null(), "{failed}");
    until("the terminal says why", || server.stderr().contains("cmd:x"));
    begun.post(&server, "go-on", key, &json!({})).ok();
    looking.until(|sight| sight["failed"] == true);
    fs::remove_file(&broken).expect("removed");
    begun.post(&server, "go-on", key, &json!({})).ok();
    let on = looking.turn(moves(&failed) + 1);
    assert!(on["failed"] == false && on["waiting"] == "p1");
    let end = play_on(&server, &begun, |sight| some_move(sight).clone());
    assert!(is_over(&end));
    server.is_well();
}
