use riverlab_engine::Scope;

use super::*;
use crate::balance::stage::{Baseline, Experiment};

const PLAYERS: usize = 3;
const WITH_HELD: Columns = Columns { players: PLAYERS, held: true };
const WITHOUT_HELD: Columns = Columns { players: PLAYERS, held: false };

/// Four baselines and an experiment on one deal, and what they gave.
fn stage_and_results() -> (Stage, Vec<SlotResult>) {
    let mut results: Vec<SlotResult> = (0..4)
        .map(|slot| Block {
            slot,
            deal: 7,
            shares: PerPlayer::from_fn(PLAYERS, |seat| if seat.index() == slot % 3 { 60 } else { 0 }),
            scores: PerPlayer::from_fn(PLAYERS, |seat| 90 - 60 * (slot as i64) * seat.index() as i64),
            taken: (0..slot as u16).map(ComponentIdx).collect(),
            held: (0..slot as u16).flat_map(|number| vec![ComponentIdx(number); slot]).collect(),
        })
        .map(SlotResult::Played)
        .collect();
    results.push(SlotResult::NoLegalMove(NoLegalMove { slot: 4, deal: 7, seat: Seat::new(2), round: 0 }));
    let baselines = vec![Baseline { sets: Vec::new(), bot: 0 }; 4];
    let experiments = vec![Experiment { baseline: 0, subject: 0, partner: None, scope: Scope::One }];
    (Stage { baselines, experiments, contrasts: Vec::new(), deals: 7..=7 }, results)
}

fn text(columns: Columns, results: &[SlotResult]) -> String {
    columns.header() + "\n" + &results.iter().map(|result| columns.row(2, result)).collect::<String>()
}

/// Reads from a file with this content.
fn read<T>(test: &str, columns: Columns, content: &str, read: impl FnOnce(&mut Reader<'_>) -> T) -> T {
    let path = std::env::temp_dir().join(format!("riverlab-blocks-{test}-{}", std::process::id()));
    std::fs::write(&path, content).expect("a file");
    let file = JournalFile::open(&path).expect("a file");
    let result = read(&mut Reader::new(&file, columns, 3).expect("a journal"));
    std::fs::remove_file(&path).expect("the file is there");
    result
}

#[test]
fn rows_are_read_as_they_are_written() {
    let (stage, results) = stage_and_results();
    let text = text(WITH_HELD, &results);
    assert!(text.contains("2,4,7,60,0,0,90,-90,-270,1 2 3,,,1 1 1 2 2 2 3 3 3\n2,5,7,,,,,,,,3,0,\n"), "{text}");
    check_reading(WITH_HELD, &text, &stage, &results);
}

#[test]
fn what_is_held_is_no_column_of_other_studies() {
    let (stage, results) = stage_and_results();
    let without = |result: SlotResult| match result {
        SlotResult::Played(block) => SlotResult::Played(Block { held: Vec::new(), ..block }),
        other @ SlotResult::NoLegalMove(_) => other,
    };
    let results: Vec<SlotResult> = results.into_iter().map(without).collect();
    let text = text(WITHOUT_HELD, &results);
    assert!(text.ends_with("2,4,7,60,0,0,90,-90,-270,1 2 3,,\n2,5,7,,,,,,,,3,0\n"), "{text}");
    check_reading(WITHOUT_HELD, &text, &stage, &results);
}

/// Reads every beginning of a text.
fn check_reading(columns: Columns, text: &str, stage: &Stage, results: &[SlotResult]) {
    for end in 0..=text.len() {
        let (seen, complete) = read(&format!("written-{}", columns.held), columns, &text[..end], |reader| {
            let mut seen = Vec::new();
            while let Some(result) = reader.next(2, stage, seen.len(), 7).expect("rows") {
                seen.push(result);
            }
            assert!(reader.expect_end().is_ok());
            (seen, reader.end() as usize)
        });
        assert!(results.starts_with(&seen));
        assert_eq!(complete, text[..end].rfind('\n').map_or(0, |last| last + 1));
    }
}

#[test]
fn rows_that_no_game_gives_are_refused() {
    let (stage, results) = stage_and_results();
    let first = |from: &str, to: &str, stage: &Stage| {
        let content = text(WITH_HELD, &results).replacen(from, to, 1);
        read("refused", WITH_HELD, &content, |reader| reader.next(2, stage, 0, 7).map(|_| ()))
    };
    for (from, to) in [
        (",60,0,0,", ",61,0,0,"),
        (",60,0,0,", ",0,0,0,"),
        (",60,0,0,", ",15,15,30,"),
        ("2,1,7", "2,2,7"),
        (",90,", ",090,"),
        (",90,", ",60000060,"),
        (",90,,,,\n", ",90,4,,,\n"),
        (",90,,,,\n", ",90,2 1,,,\n"),
        (",90,,,,\n", ",90,1 1,,,\n"),
        (",90,,,,\n", ",90,,,,4\n"),
        (",90,,,,\n", ",90,,,,2 1\n"),
        (",90,,,,\n", ",90,,,,1 1 1 1\n"),
        (",90,,,,\n", ",90,,1,,\n"),
        (",90,,,,\n", ",90,,,0,\n"),
        // Nothing is banned in a baseline.
        ("2,1,7,60,0,0,90,90,90,,,,\n", "2,1,7,,,,,,,,3,0,\n"),
    ] {
        assert!(first(from, to, &stage).is_err(), "{from} {to}");
    }
    assert!(first(",90,,,,\n", ",90,1 3,,,1 1 1 2\n", &stage).is_ok());
    // Of one player alone the seats are games of their own, and nobody's components are noted.
    let stage = Stage { baselines: Vec::new(), ..stage };
    assert!(first(",60,0,0,", ",60,0,60,", &stage).is_ok());
    assert!(first(",90,,,,\n", ",90,1,,,\n", &stage).is_err());
    assert!(first(",90,,,,\n", ",90,,,,1\n", &stage).is_err());
    let no_move = |who: &str| first("2,1,7,60,0,0,90,90,90,,,,", &format!("2,1,7,,,,,,,,{who},"), &stage);
    assert!(no_move("3,12").is_ok());
    for wrong in ["4,0", "0,0", "1,", ",1", "1,-1", "1,00", "p1,0"] {
        assert!(no_move(wrong).is_err(), "{wrong}");
    }
}
