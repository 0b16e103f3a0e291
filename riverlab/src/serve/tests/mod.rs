//! What the server sends to a person does not depend on what the person may not know.
//!
//! Games are played twice on a real server, the second time with other cards wherever one player does not see them. All that
//! the server has sent to that player's page, but for dates, is the same bytes: pages, events, answers, hints and refusals.

mod scripted;
mod twins;
mod visit;
mod wire;

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::sync::mpsc;

use riverlab_arena::external::programs::Programs;
use riverlab_arena::live::{LiveGame, Player};
use riverlab_arena::table::GameTable;
use riverlab_arena::trace::{Detail, Header};
use riverlab_bots::Evaluate;
use riverlab_engine::games::rio_grande::RioGrande;
use riverlab_engine::games::river_dragons::RiverDragons;
use riverlab_engine::{Modify, Seat};
use scripted::{Scripted, Server};
use serde_json::json;
use twins::{Script, Twins, positions};
use visit::{Record, Texts, Visit, key};

use crate::long::scaled;

/// The folders of the two servers.
const SIDES: [&str; 2] = ["one", "other"];

/// Two servers, one for each game of a pair. Their folders have one name, but are two, as a game that is over may be saved
/// once more while its twin is played.
struct Servers {
    both: [Server; 2],
    folder: tempfile::TempDir,
}

/// Who plays: people and bots.
struct Cast {
    players: Vec<Player>,
    /// Whose page is watched.
    watched: Seat,
}

impl Servers {
    fn start() -> Servers {
        let folder = tempfile::tempdir().expect("a folder");
        let link = folder.path().join("link");
        let both = SIDES.map(|side| {
            let real = folder.path().join(side);
            fs::create_dir_all(real.join("games")).expect("a folder");
            symlink(real, &link).expect("a link");
            let server = Server::start(&link);
            fs::remove_file(&link).expect("it was a link");
            server
        });
        Servers { both, folder }
    }

    /// Plays both games.
    fn records<G: Evaluate + Modify>(&self, id: &str, twins: &Twins<G>, cast: &Cast) -> [Record; 2] {
        [0, 1].map(|side| {
            let script = &twins.scripts[side];
            let (permits, permitted) = mpsc::channel();
            let games = self.folder.path().join(SIDES[side]).join("games");
            let game = begin::<G>(&games, id, cast);
            let server = &self.both[side];
            server.set_table(Box::new(Scripted { game, moves: script.moves.clone(), permits: permitted }));
            let trace = games.join(format!("{id}.jsonl"));
            let texts = texts(twins.players, script);
            let visit = Visit { address: server.address, id: id.to_owned(), trace, texts, who: cast.watched, permits };
            visit.run()
        })
    }
}

/// A game before its first move, with its files.
fn begin<G: Evaluate + Modify>(games: &Path, id: &str, cast: &Cast) -> LiveGame<G> {
    let Cast { players, .. } = cast;
    let people = Seat::all(players.len()).filter(|seat| players[seat.index()] == Player::Human);
    let seats: Vec<_> = people.map(|seat| json!([seat.to_string(), key(seat)])).collect();
    let bots: Vec<String> = players.iter().map(ToString::to_string).collect();
    // Its moves, chance's too, are those of a script, and of no deal.
    let header = json!({ "game": G::NAME, "players": players.len(), "bots": bots });
    let file = |end: &str, text: &str| fs::write(games.join(format!("{id}{end}")), text).expect("written");
    file(".seats.json", &json!({ "game": G::NAME, "seats": seats }).to_string());
    file(".jsonl", &format!("{header}\n"));
    let header: Header = serde_json::from_value(header).expect("a header");
    let table = GameTable::<G>::standard();
    LiveGame::new(header.clone(), header.dealt(), players, table.venue(Programs::NONE), Detail::Moves).expect("a game")
}

/// What people write.
fn texts<G: Evaluate + Modify>(players: usize, script: &Script<G>) -> Texts {
    let positions = positions::<G>(players, &script.moves);
    let moves = positions.iter().zip(&script.moves).map(|(before, &mv)| before.move_text(mv));
    // The names of what is chosen do not depend on the position.
    let detour = |(&at, moves): (&usize, &Vec<G::Move>)| {
        (at, moves.iter().map(|&mv| positions[at].move_text(mv)).collect::<Vec<_>>())
    };
    Texts { moves: moves.collect(), detours: script.detours.iter().map(detour).collect() }
}

/// How much the games of all pairs differ.
#[derive(Default, Debug)]
struct Differences {
    /// The pairs with moves that are never taken back and differ, and how many moves that are.
    pairs: usize,
    moves: usize,
    /// The positions in which the first seat is to move that differ.
    looks: usize,
    /// The moves that are taken back and differ.
    taken_back: usize,
    /// What was sent in one game of each pair.
    bytes: usize,
}

/// Two games that the first seat cannot tell apart, and who plays them: people at all seats, or at one or two of them.
fn pair<G: Evaluate + Modify>(number: usize, most: usize, all_people: bool) -> (Twins<G>, Vec<Player>) {
    let players = 2 + number % (most - 1);
    let bot = || Player::Bot("random".parse().expect("a spec"));
    let is_human = |seat: usize| seat == 0 || all_people || number % 2 == 1 && seat == 1;
    let seated = (0..players).map(|seat| if is_human(seat) { Player::Human } else { bot() });
    (Twins::new(players, Seat::FIRST, number as u64), seated.collect())
}

/// Plays pairs and compares all that the first seat was sent.
fn compare<G: Evaluate + Modify>(pairs: usize, most: usize, all_people: bool) -> Differences {
    let servers = Servers::start();
    let mut all = Differences::default();
    for number in 0..pairs {
        let (twins, players) = pair::<G>(number, most, all_people);
        let id = format!("{}-{number}", G::NAME);
        let records = servers.records(&id, &twins, &Cast { players, watched: Seat::FIRST });
        assert_same(&id, &records);
        let (moves, taken_back) = twins.different_moves();
        all.pairs += usize::from(moves > 0);
        all.moves += moves;
        all.looks += twins.different_looks();
        all.taken_back += taken_back;
        all.bytes += records[0].answers.len() + records[0].events.len();
    }
    println!("{}: {all:?}", G::NAME);
    all
}

fn assert_same(id: &str, [one, other]: &[Record; 2]) {
    for (what, ours, theirs) in [("answers", &one.answers, &other.answers), ("events", &one.events, &other.events)] {
        let at = ours.iter().zip(theirs).position(|(a, b)| a != b);
        let shown = |bytes: &[u8]| {
            let from = at.unwrap_or(bytes.len()).saturating_sub(200);
            String::from_utf8_lossy(&bytes[from..bytes.len().min(from + 400)]).into_owned()
        };
        assert!(ours == theirs, "{id}: {what} differ at {at:?}:\n{}\n---\n{}", shown(ours), shown(theirs));
    }
    assert!(one.moments == other.moments, "{id}: the same at another time");
}

#[test]
fn pages_of_rio_grande_say_nothing_of_cards_that_others_hold() {
    let pairs = scaled(6, 20);
    let differences = compare::<RioGrande>(pairs, 5, false);
    assert!(differences.pairs >= pairs - 1 && differences.looks > 5 * pairs, "{differences:?}");
}

#[test]
fn pages_of_river_dragons_say_nothing_of_programs_before_they_are_revealed() {
    let pairs = scaled(6, 20);
    let differences = compare::<RiverDragons>(pairs, 6, true);
    assert!(differences.taken_back > 5 * pairs && differences.moves > 0, "{differences:?}");
}

/// What another seat is sent differs where the games do.
#[test]
fn pages_of_those_who_see_the_difference_do_differ() {
    fn differ<G: Evaluate + Modify>(most: usize) -> bool {
        let servers = Servers::start();
        let (twins, players) = pair::<G>(1, most, true);
        let [one, other] = servers.records("game", &twins, &Cast { players, watched: Seat::new(1) });
        one.events != other.events
    }
    assert!(differ::<RioGrande>(2) && differ::<RiverDragons>(2));
}
