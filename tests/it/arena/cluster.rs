//! Runs, studies and trainings whose games others play: the files are those of one machine, whatever becomes of jobs.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::thread;
use std::time::Duration;

use riverlab::cli::{Host, call};
use riverlab_arena::cluster::{Crew, Round, Shards};
use riverlab_arena::error::ArenaError;
use riverlab_lab::Registry;
use riverlab_lab::carry_out::carry_out;

use crate::cli::program::{folder, results};
use crate::long::scaled;

/// A crew in this process: answers come late and out of order, some jobs are played twice, and rounds end while jobs are
/// under way.
#[derive(Debug, Default)]
struct Unreliable {
    /// The pieces of a job.
    pieces: u64,
    jobs: AtomicU64,
    rounds: Mutex<Vec<Round>>,
    ended: Mutex<BTreeSet<u64>>,
    /// After so many jobs the command is stopped, if that is asked for.
    stops_after: Option<u64>,
    host: OnceLock<Host>,
    /// What is changed in jobs on their way.
    job: Option<(&'static str, &'static str)>,
    /// What is changed in answers on their way.
    answer: Option<(&'static str, &'static str)>,
}

impl Unreliable {
    fn of(pieces: u64) -> Unreliable {
        Unreliable { pieces, ..Unreliable::default() }
    }
}

/// Text in which something was changed on its way, once, if it is there.
fn changed(text: Vec<u8>, change: Option<(&str, &str)>) -> Vec<u8> {
    let Some((from, to)) = change else { return text };
    let text = String::from_utf8(text).expect("text");
    text.replacen(from, to, 1).into_bytes()
}

impl Crew for Unreliable {
    fn places(&self) -> usize {
        4
    }

    fn begin(&self, round: &Round) -> Result<Shards, ArenaError> {
        let mut rounds = self.rounds.lock().expect("rounds");
        assert!(rounds.iter().all(|other| other.name != round.name), "{round:?} again");
        assert!(round.seconds_per_piece > 0.0 && round.pieces.is_none_or(|all| round.done < all), "{round:?}");
        rounds.push(round.clone());
        Ok(Shards { round: rounds.len() as u64, pieces: self.pieces })
    }

    fn play(&self, round: u64, job: Vec<u8>) -> Result<Vec<u8>, ArenaError> {
        let number = self.jobs.fetch_add(1, Ordering::Relaxed);
        let job = changed(job, self.job);
        if number % 5 == 1 {
            thread::sleep(Duration::from_millis(20));
        }
        let threads = 1 + number as usize % 2;
        let play = || {
            let (mut last, stop) = (0, AtomicBool::new(false));
            let catalog = Registry::standard().catalog();
            // Workers are other processes: their threads are not those that wait here.
            let answer = thread::scope(|scope| {
                let work = || carry_out(&catalog, &job, threads, &stop, &mut |pieces| last = pieces);
                scope.spawn(work).join().expect("no panic")
            });
            assert!(answer.is_err() || last > 0);
            answer
        };
        let answer = changed(play()?, self.answer);
        if number.is_multiple_of(3) && self.answer.is_none() {
            assert!(play()? == answer, "an answer depends on its job alone");
        }
        if self.stops_after.is_some_and(|jobs| number >= jobs) {
            self.host.get().expect("a host").stop().store(true, Ordering::Relaxed);
        }
        let ended = self.ended.lock().expect("ended").contains(&round);
        if ended { Err(ArenaError::Interrupted) } else { Ok(answer) }
    }

    fn end(&self, round: u64) {
        self.ended.lock().expect("ended").insert(round);
    }
}

fn words<'a>(command: &'a str, out: &'a Path) -> impl Iterator<Item = OsString> + 'a {
    command.split_whitespace().map(OsString::from).chain(["--quiet".into(), "--out".into(), out.into()])
}

/// Carries out a command with games that are played here.
fn here(command: &str, out: &Path) -> Result<String, ArenaError> {
    call(&Registry::standard().catalog(), words(command, out), &Host::within())
}

/// Carries out a command with games that a crew plays.
fn by(crew: Unreliable, command: &str, out: &Path) -> (Result<String, ArenaError>, Arc<Unreliable>) {
    let crew = Arc::new(crew);
    let host = Host::with_crew(Arc::clone(&crew) as Arc<dyn Crew>);
    crew.host.set(host.clone()).expect("a new crew");
    (call(&Registry::standard().catalog(), words(command, out), &host), crew)
}

/// Compares a command that a crew plays with the same on one machine; a second time it is interrupted and taken up again.
fn check(command: &str, pieces: u64, rounds: usize) {
    let folder = folder();
    let [alone, together, again] = ["alone", "together", "again"].map(|name| folder.path().join(name));
    let expected = here(command, &alone).expect(command);
    let (text, crew) = by(Unreliable::of(pieces), command, &together);
    let text = text.expect(command);
    if !command.starts_with("train") {
        assert_eq!(text, expected, "{command}");
    }
    assert!(results(&together) == results(&alone), "{command}: other bytes in {}", folder.keep().display());
    let (jobs, begun) = (crew.jobs.load(Ordering::Relaxed), crew.rounds.lock().expect("rounds").len());
    assert!(jobs >= 3 && begun >= rounds, "{command}: {jobs} jobs in {begun} rounds");

    let crew = Unreliable { stops_after: Some(jobs / 2), ..Unreliable::of(pieces) };
    match by(crew, command, &again).0 {
        Err(ArenaError::Interrupted) => assert!(results(&again) != results(&alone), "{command}"),
        // What was left had been given out before the flag was seen.
        Ok(_) => {}
        Err(error) => panic!("{command}: {error}"),
    }
    by(Unreliable::of(pieces), command, &again).0.expect(command);
    assert!(results(&again) == results(&alone), "{command}: other bytes after an interruption");
}

#[test]
fn runs_of_all_games_have_the_bytes_of_one_machine() {
    let sims = scaled(10, 60);
    for (command, pieces) in [
        ("tournament dice --bots greedy random --deals 60", 7),
        ("tournament the-river --players 3 --bots mcts:sims=SIMS,eval=learned greedy random --deals 6", 4),
        ("tournament rio-grande --bots greedy random --deals 5", 3),
        ("tournament carcassonne:rivers=both --bots mcts:sims=SIMS greedy --deals 3", 2),
        ("tournament river-dragons --players 4 --bots mcts:sims=SIMS random --deals 4", 3),
        ("tournament the-river --set building.mill-a.points=6 --bots greedy random --deals 6", 5),
    ] {
        check(&command.replace("SIMS", &sims.to_string()), pieces, 1);
    }
}

#[test]
fn runs_that_look_at_their_results_end_where_they_do_on_one_machine() {
    for (command, pieces) in [
        ("tournament dice --bots greedy random --deals auto:0.1", 11),
        ("tournament dice --bots greedy random ply --deals auto:ranks", 16),
        ("match dice --focus greedy --against random --sprt win:0.1", 9),
        ("match the-river --focus greedy --baseline random --against random --deals auto:0.3", 5),
        ("tournament dice --players 2 --bots greedy random ply greedy random --schedule swiss:4 --deals 6", 5),
    ] {
        check(command, pieces, 1);
    }
}

#[test]
fn studies_have_the_bytes_of_one_machine() {
    let river = "balance the-river --elements mill-a shed-a fort-a inn-a";
    for (command, pieces, stages) in [
        ("--deals 60 --confirm 40 --set building.shed-a.points=25 --interventions grant ban", 7, 2),
        ("--deals 12 --readings building.mill-a.* --bots greedy random", 10, 1),
        ("--deals 20 --suggest --interventions grant --set building.shed-a.points=25", 11, 2),
        ("--deals 15 --interactions 3", 6, 2),
        ("--deals 15 --confirm 10", 6, 1),
        ("--until-decided --budget 6000", 50, 2),
    ] {
        check(&format!("{river} {command}"), pieces, stages);
    }
    check("balance river-dragons --deals 8 --players 3", 13, 1);
    check("balance carcassonne --deals 3 --confirm 2 --bots greedy", 4, 1);
    check("balance rio-grande --deals 3", 4, 1);
}

#[test]
fn trainings_have_the_bytes_of_one_machine() {
    check("train the-river --games 30 --generations 2 --sims 8 --gate-deals 10 --seed 5", 7, 4);
}

#[test]
fn workers_that_differ_are_refused_by_name() {
    let version = concat!("\"version\":\"", env!("CARGO_PKG_VERSION"), "\"");
    let command = "tournament the-river --bots greedy random --deals 4";
    for (from, to, message) in [
        (version, "\"version\":\"0.0.9\"", "it is of riverlab version 0.0.9, and this is"),
        ("\"rules_hash\":\"", "\"rules_hash\":\"0", "it is of rules 0"),
        ("\"rules_version\":\"", "\"rules_version\":\"9", "it is of rules version 9"),
        ("{\"head\"", "{\"tail\"", "job: it cannot be read: "),
    ] {
        let folder = folder();
        let out = folder.path().join("run");
        let (ended, _) = by(Unreliable { job: Some((from, to)), ..Unreliable::of(3) }, command, &out);
        let error = ended.expect_err(message);
        assert!(error.to_string().contains(message) && error.exit_code() == 2, "{error}");
        let games = std::fs::read_to_string(out.join("games.csv")).expect("a journal");
        assert_eq!(games.lines().count(), 1, "nothing of it is there");
    }
}

#[test]
fn damaged_answers_are_named_and_nothing_of_them_is_kept() {
    let run = "tournament the-river --bots greedy random --deals 4";
    let study = "balance the-river --elements mill-a --deals 10";
    let training = "train the-river --games 20 --generations 1 --sims 8 --gate-deals 10";
    for (command, journal, from, to, message) in [
        (run, "games.csv", "{\"rows\":\"1,1,", "{\"rows\":\"1,2,", "line 1 is not of this run: \"1,2,"),
        (run, "games.csv", "\\n", "", "is not of this run"),
        (run, "games.csv", "\"rows\":\"", "\"rows\":\"\",\"lost\":\"", "damaged: pieces are missing"),
        (run, "games.csv", "\",\"moves\":", "\\n1\\n\",\"moves\":", "damaged: there is more than was asked for"),
        (run, "games.csv", "\"moves\":\"1,", "\"moves\":\"1,9", "expected the moves of game 1"),
        (run, "games.csv", "{\"rows\"", "\"rows\"", "damaged: "),
        (study, "blocks.csv", "\"rows\":\"1,1,1,", "\"rows\":\"1,1,2,", "expected a block that begins with 1,1,1,"),
        (study, "blocks.csv", "\",\"moves\":", "\\n1\\n\",\"moves\":", "is not of this run"),
        (training, "games-1.csv", "\"rows\":\"1,", "\"rows\":\"2,", "damaged: the row of game 1 is not there"),
        (training, "games-1.csv", "\",\"moves\":", "9\\n\",\"moves\":", "damaged: there is more than was asked for"),
    ] {
        let folder = folder();
        let out = folder.path().join("run");
        let (ended, _) = by(Unreliable { answer: Some((from, to)), ..Unreliable::of(3) }, command, &out);
        let error = ended.expect_err(message);
        assert!(error.to_string().contains(message) && error.exit_code() == 2, "{message}: {error}");
        let rows = std::fs::read_to_string(out.join(journal)).expect("a journal");
        assert_eq!(rows.lines().count(), 1, "nothing of it is there: {rows}");
        // The same command, with answers that arrive as they were sent.
        by(Unreliable::of(3), command, &out).0.expect(command);
        let alone = folder.path().join("alone");
        here(command, &alone).expect(command);
        assert!(results(&out) == results(&alone), "{command}");
    }
}

#[test]
fn a_job_that_fails_ends_the_run_after_the_games_before_it() {
    let folder = folder();
    let out = folder.path().join("run");
    let command = "tournament dice --bots greedy random --deals 20";
    // Nobody can read the job that begins with game 10.
    let (ended, _) = by(Unreliable { job: Some(("[[10,", "[[x,")), ..Unreliable::of(3) }, command, &out);
    let error = ended.expect_err("it fails");
    assert!(error.to_string().contains("job: it cannot be read"), "{error}");
    let games = std::fs::read_to_string(out.join("games.csv")).expect("a journal");
    assert_eq!(games.lines().count(), 1 + 2 * 9, "{games}");
    by(Unreliable::of(3), command, &out).0.expect(command);
    here(command, &folder.path().join("alone")).expect(command);
    assert!(results(&out) == results(&folder.path().join("alone")));
}
