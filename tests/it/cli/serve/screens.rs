//! Several people at one screen: by turns where they know different things, together where nothing is hidden.

use serde_json::{Value, json};

use super::client::Server;
use super::page::{Begun, is_over, moves, some_move};
use crate::cli::program::folder;

/// Sits down at the screen, and returns the key for this turn.
fn sit(server: &Server, begun: &Begun, seat: &Value) -> String {
    let answer = begun.post(server, "sit", begun.key("screen"), &json!({ "seat": seat })).ok().json();
    answer["key"].as_str().expect("a key").to_owned()
}

#[test]
fn people_who_know_different_things_sit_down_one_after_the_other() {
    for game in ["rio-grande", "river-dragons"] {
        let dir = folder();
        let server = Server::start(dir.path());
        let begun = Begun::new(&server, game, &["human", "greedy", "human"], &json!({ "one_screen": true }));
        assert_eq!(begun.names(), ["screen"], "no seat has a key of its own");
        let screen = begun.key("screen");
        let mut all = begun.look(&server, screen);
        let mut public = all.turn(0);
        let (mut earlier, mut turns): (Option<String>, usize) = (None, 0);
        while turns < 6 {
            let onlooker = begun.look(&server, "").turn(moves(&public));
            let shown = begun.look(&server, screen).turn(moves(&public));
            assert_eq!(shown, onlooker, "{game}: before somebody sits down the screen shows what everybody sees");
            let seat = public["waiting"].clone();
            let other = if seat == "p1" { "p3" } else { "p1" };
            for (who, status) in [(other, 409), ("p2", 409), ("p9", 422), ("", 422)] {
                let refusal = begun.post(&server, "sit", screen, &json!({ "seat": who })).refused(status);
                assert_ne!(refusal, "", "{game}: {who}");
            }
            assert_ne!(begun.play(&server, screen, &public["at"], &json!("x")).refused(403), "");
            assert_ne!(begun.hint(&server, screen, &public["at"], "greedy").refused(403), "");
            let key = sit(&server, &begun, &seat);
            if let Some(old) = &earlier {
                assert!(server.events(&begun.events(), old).is_err_and(|answer| !answer.refused(403).is_empty()));
                assert_ne!(begun.play(&server, old, &public["at"], &json!("x")).refused(403), "");
                assert_ne!(begun.hint(&server, old, &public["at"], "greedy").refused(403), "");
                assert_ne!(begun.post(&server, "undo", old, &json!({ "at": public["at"] })).refused(403), "");
            }
            let mut own = begun.look(&server, &key);
            let mut sight = own.turn(0);
            assert!(sight["waiting"] == seat && sight["legal"] != onlooker["legal"], "{game}");
            assert!(sight["text"] != onlooker["text"] || game == "river-dragons", "the own hand is seen");
            begun.hint(&server, &key, &sight["at"], "greedy").ok();
            let left = loop {
                begun.play(&server, &key, &sight["at"], some_move(&sight)).ok();
                let at = moves(&sight) + 1;
                match next_own(&mut own, at, &seat) {
                    Some(next) => sight = next,
                    None => break true,
                }
            };
            assert!(left && own.event().is_none(), "{game}: the stream has ended");
            public = all.turn(moves(&sight) + 1);
            assert!(public["waiting"] != seat && !is_over(&public), "{game}");
            earlier = Some(key);
            turns += 1;
        }
        server.is_well();
    }
}

/// The next position at which this person is to move; nothing once the person's turn has ended. Of another person's turn
/// nothing is sent but what this person may see.
fn next_own(looking: &mut super::page::Looking, at: u64, seat: &Value) -> Option<Value> {
    while let Some(sight) = looking.next() {
        assert!(sight["waiting"] == *seat || sight["legal"].as_array().is_some_and(Vec::is_empty), "{sight}");
        if sight["waiting"] == *seat && moves(&sight) >= at {
            return Some(sight);
        }
    }
    None
}

#[test]
fn whoever_sits_down_again_sends_the_own_other_page_away() {
    let dir = folder();
    let server = Server::start(dir.path());
    let begun = Begun::new(&server, "rio-grande", &["human", "human"], &json!({ "one_screen": true }));
    let seat = begun.look(&server, "").turn(0)["waiting"].clone();
    let first = sit(&server, &begun, &seat);
    let mut looking = begun.look(&server, &first);
    assert!(looking.next().is_some());
    let second = sit(&server, &begun, &seat);
    assert_eq!((looking.event().as_deref(), looking.event()), (Some("left"), None));
    assert!(server.events(&begun.events(), &first).is_err_and(|answer| answer.status == 403));
    assert!(begun.look(&server, &second).next().is_some());
    assert!(begun.post(&server, "sit", &second, &json!({ "seat": seat })).refused(403).contains("share the screen"));
}

#[test]
fn where_nothing_is_hidden_the_screen_acts_for_all() {
    let dir = folder();
    let server = Server::start(dir.path());
    let begun = Begun::new(&server, "the-river", &["human", "human"], &json!({ "one_screen": true }));
    let key = begun.key("screen");
    let mut looking = begun.look(&server, key);
    let mut sight = looking.turn(0);
    let mut seats = std::collections::BTreeSet::new();
    while !is_over(&sight) {
        seats.insert(sight["waiting"].as_str().expect("a seat").to_owned());
        begun.play(&server, key, &sight["at"], some_move(&sight)).ok();
        sight = looking.turn(moves(&sight) + 1);
    }
    assert_eq!(seats.into_iter().collect::<Vec<_>>(), ["p1", "p2"]);
    assert!(begun.post(&server, "sit", key, &json!({ "seat": "p1" })).status == 403);
}
