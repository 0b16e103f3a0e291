//! `trials.csv`: the shares of all settings, deal by deal, as they were played. It is the journal of a tuning, which goes on
//! after the last deal that is whole.

use std::path::Path;

use riverlab_arena::column::{Column, plain};
use riverlab_arena::csv_rows::{into_bytes, into_text, rows_in_memory};
use riverlab_arena::error::ArenaError;
use riverlab_arena::store::journal_file::{JournalFile, whole_rows};

use super::search::{PlayedRound, Round, Stage};
use super::space::{Setting, Space};

/// The columns before the options.
pub(crate) const FIRST: [Column; 5] = [
    plain("round", "number of the round"),
    plain(
        "stage",
        "`design` (settings that fill the space), `search` (settings drawn where the best may be), `finals` (the best of them \
         again) or `confirm` (of values of rules: the winner and what there was)",
    ),
    plain("settings", "how many settings the round compares"),
    plain("deals", "how many deals the round has"),
    plain("setting", "number of the setting within the round"),
];

/// The columns of options.
pub(crate) const OPTION: Column =
    plain("<option>", "one column for each option: its value; empty where the option does not count beside the others");

/// The columns behind them.
pub(crate) const LAST: [Column; 2] = [
    plain("deal", "number of the deal; all settings of a round are played on the same ones"),
    plain("share", "mean win share of the setting over the games of the deal, or that of the player who begins"),
];

/// The file, at its end.
#[derive(Debug)]
pub(super) struct Trials(JournalFile);

impl Trials {
    /// Opens the file, or begins it: all rounds that have begun, of which the last may lack deals.
    ///
    /// # Errors
    /// When a row is none of this tuning; the message names the line.
    pub(super) fn open(path: &Path, space: &Space) -> Result<(Trials, Vec<PlayedRound>), ArenaError> {
        let header = header(space);
        let (rounds, end) = read(&whole_rows(path, &header)?, space)
            .map_err(|(line, why)| ArenaError::folder(path, format!("line {}: {why}", line + 1)))?;
        Ok((Trials(JournalFile::go_on(path, &header, end)?), rounds))
    }

    /// Adds a deal: the share of each setting of the round.
    pub(super) fn add(
        &mut self,
        space: &Space,
        number: usize,
        round: &Round,
        deal: u64,
        shares: &[f64],
    ) -> Result<(), ArenaError> {
        let mut rows = rows_in_memory();
        for (idx, (setting, share)) in round.settings.iter().zip(shares).enumerate() {
            let first = [
                (number + 1).to_string(),
                round.stage.name().to_owned(),
                round.settings.len().to_string(),
                round.deals.to_string(),
                (idx + 1).to_string(),
            ];
            let values = (0..space.dimensions().len()).map(|option| space.value(option, setting).unwrap_or_default());
            let last = [deal.to_string(), share.to_string()];
            rows.write_record(first.into_iter().chain(values).chain(last)).expect("memory can be written");
        }
        self.0.append(&into_bytes(rows))
    }
}

fn header(space: &Space) -> String {
    let mut row = rows_in_memory();
    let options = space.dimensions().iter().map(|dimension| OPTION.name.replace("<option>", &dimension.name));
    let [first, last] = [&FIRST[..], &LAST].map(|columns| columns.iter().map(|column| column.name.to_owned()));
    row.write_record(first.chain(options).chain(last)).expect("memory can be written");
    into_text(row).trim_end_matches('\n').to_owned()
}

/// A row of the file.
struct Row {
    round: usize,
    stage: Stage,
    settings: usize,
    deals: u64,
    setting: usize,
    values: Setting,
    deal: u64,
    share: f64,
}

impl Row {
    /// What all rows of a deal have in common.
    fn place(&self) -> (usize, Stage, usize, u64, u64) {
        (self.round, self.stage, self.settings, self.deals, self.deal)
    }
}

/// Reads the rows of all whole deals: the rounds, and where the last of these deals ends, in bytes. An error has the number of its line,
/// the header not counted.
fn read(text: &str, space: &Space) -> Result<(Vec<PlayedRound>, usize), (u64, String)> {
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(text.as_bytes());
    let (mut rounds, mut end, mut deal): (Vec<PlayedRound>, usize, Vec<Row>) = (Vec::new(), 0, Vec::new());
    let mut record = csv::StringRecord::new();
    loop {
        match reader.read_record(&mut record) {
            Ok(true) => {}
            Ok(false) => break,
            Err(error) => return Err((error.position().map_or(0, csv::Position::line), "it is no row".to_owned())),
        }
        let line = record.position().map_or(0, csv::Position::line);
        let wrong = |why: &str| (line, why.to_owned());
        let row = row(&record, space).ok_or_else(|| wrong("it is no row of this tuning"))?;
        if row.setting != deal.len() + 1 || deal.first().is_some_and(|first| first.place() != row.place()) {
            return Err(wrong("it is not the next setting of the deal"));
        }
        let settings = row.settings;
        deal.push(row);
        if deal.len() == settings {
            add(&mut rounds, &deal).map_err(|why| wrong(&why))?;
            deal.clear();
            end = reader.position().byte() as usize;
        }
    }
    Ok((rounds, end))
}

fn row(record: &csv::StringRecord, space: &Space) -> Option<Row> {
    let options = space.dimensions().len();
    if record.len() != FIRST.len() + options + LAST.len() {
        return None;
    }
    let number = |column: usize| record[column].parse::<u64>().ok().filter(|&number| number > 0);
    let value = |option: usize| {
        let text = &record[FIRST.len() + option];
        if text.is_empty() { Some(0.0) } else { space.coordinate(option, text) }
    };
    let share = record[FIRST.len() + options + 1].parse::<f64>().ok().filter(|share| (0.0..=1.0).contains(share));
    Some(Row {
        round: number(0)? as usize,
        stage: Stage::named(&record[1])?,
        settings: number(2)? as usize,
        deals: number(3)?,
        setting: number(4)? as usize,
        values: (0..options).map(value).collect::<Option<_>>()?,
        deal: number(FIRST.len() + options)?,
        share: share?,
    })
}

/// Adds a whole deal to the rounds.
fn add(rounds: &mut Vec<PlayedRound>, deal: &[Row]) -> Result<(), String> {
    let Row { round: number, stage, deals, deal: number_of_deal, .. } = deal[0];
    let settings: Vec<Setting> = deal.iter().map(|row| row.values.clone()).collect();
    let round = Round { stage, settings, deals };
    let done = |played: &PlayedRound| played.shares[0].len() as u64 == played.round.deals;
    if number == rounds.len() + 1 && rounds.last().is_none_or(done) {
        rounds.push(PlayedRound { shares: vec![Vec::new(); round.settings.len()], round });
    } else if number != rounds.len() || rounds.last().is_none_or(|played| played.round != round) {
        return Err("it is of another round than the rows before it".to_owned());
    }
    let played = rounds.last_mut().expect("there is one");
    if number_of_deal != played.shares[0].len() as u64 + 1 || number_of_deal > deals {
        return Err(format!("deal {number_of_deal} does not come next"));
    }
    played.shares.iter_mut().zip(deal).for_each(|(shares, row)| shares.push(row.share));
    Ok(())
}
