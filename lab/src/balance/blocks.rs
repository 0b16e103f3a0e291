//! `blocks.csv`: what every baseline and experiment gave on every deal, and the journal from which an interrupted study goes on.
//!
//! Where a ban has left a player no legal move, the row says who and in which round instead of what was won; the slot has no
//! further rows in its stage.
//!
//! Rows are appended in the order of the stages, of their deals, and of the baselines and experiments, and never changed. What a
//! killed process leaves is a beginning of the complete file, of which at most the last line is cut.

use riverlab_arena::column::{Column, plain};
use riverlab_arena::error::ArenaError;
use riverlab_arena::store::journal_file::{JournalFile, WholeLines};
use riverlab_engine::{ComponentIdx, PerPlayer, Seat, Share};

use super::setup::StudySetup;
use super::stage::{Block, NoLegalMove, SlotResult, Stage};

/// No score is larger: a million points, in sixtieths.
const MAX_SCORE: i64 = 60 * 1_000_000;

/// The columns before shares and scores.
pub(crate) const FIRST: [Column; 3] = [
    plain("stage", "number of the stage"),
    plain("slot", "number of the slot in it"),
    plain("deal", "number of the deal"),
];

/// A column for each seat, or for each position in turn order.
pub(crate) const SHARE: Column = plain(
    "share_<n>",
    "`share_1`, `share_2`, …: win shares; for interventions on one player, of that player in seat 1, 2, …; otherwise of all \
     players of one game, by position in turn order",
)
.unit("1/60 of a win");
pub(crate) const SCORE: Column =
    plain("score_<n>", "`score_1`, `score_2`, …: the scores that belong to them").unit("1/60 of a point");

/// The columns behind them.
pub(crate) const NEXT: [Column; 3] = [
    plain(
        "taken",
        "in games without an intervention, the numbers of the components that winners took, separated by spaces",
    ),
    plain("no_move_seat", "where a ban left a player no legal move: the number of the player's seat"),
    plain("no_move_round", "and the round"),
];

/// A column that only some studies have.
pub(crate) const HELD: Column = plain(
    "held",
    "with `--suggest` only: in games without an intervention, the numbers of the components that seats held at the end, each \
     once for every seat that did, in order and separated by spaces",
);

/// The columns of a study.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Columns {
    /// Each has a share and a score.
    pub players: usize,
    /// Whether there is `held`, the last column: see [`StudyPlan::notes_held`].
    held: bool,
}

impl Columns {
    /// Those of a study.
    pub(crate) fn of(setup: &StudySetup<'_>) -> Columns {
        let plan = setup.plan;
        Columns { players: plan.players, held: plan.notes_held() }
    }

    /// The header row.
    pub(crate) fn header(self) -> String {
        let names = |columns: &'static [Column]| columns.iter().map(|column| column.name.to_owned());
        let numbered = |column: Column| (1..=self.players).map(move |n| column.name.replace("<n>", &n.to_string()));
        let last = self.held.then(|| HELD.name.to_owned());
        let all = names(&FIRST).chain(numbered(SHARE)).chain(numbered(SCORE)).chain(names(&NEXT));
        all.chain(last).collect::<Vec<_>>().join(",")
    }

    /// The row of a slot on a deal; stages count from 1. Shares and scores are in sixtieths, components and seats are numbered
    /// from 1.
    pub(crate) fn row(self, stage: usize, result: &SlotResult) -> String {
        let (row, held) = match result {
            SlotResult::Played(block) => (start_of_block(stage, block), list(&block.held)),
            SlotResult::NoLegalMove(NoLegalMove { slot, deal, seat, round }) => {
                let nothing = ",".repeat(2 * self.players + 1);
                let row = format!("{stage},{},{deal},{nothing}{},{round}", slot + 1, seat.index() + 1);
                (row, String::new())
            }
        };
        if self.held { row + "," + &held + "\n" } else { row + "\n" }
    }
}

/// The row of a block up to `no_move_round`.
fn start_of_block(stage: usize, block: &Block) -> String {
    let shares: Vec<String> = block.shares.iter().map(ToString::to_string).collect();
    let scores: Vec<String> = block.scores.iter().map(ToString::to_string).collect();
    let numbers = [shares.join(","), scores.join(","), list(&block.taken)].join(",");
    format!("{stage},{},{},{numbers},,", block.slot + 1, block.deal)
}

/// Components, numbered from 1.
fn list(components: &[ComponentIdx]) -> String {
    let numbers: Vec<String> = components.iter().map(|component| (component.index() + 1).to_string()).collect();
    numbers.join(" ")
}

/// The components of a [`list`].
fn parse_list(text: &str) -> Option<Vec<ComponentIdx>> {
    let numbers = text.split_ascii_whitespace();
    numbers.map(|number| Some(ComponentIdx(number.parse::<u16>().ok()?.checked_sub(1)?))).collect()
}

/// Reads blocks back in their order. A row counts only if this program would write the very same bytes for it.
pub(crate) struct Reader<'a> {
    lines: WholeLines<'a>,
    columns: Columns,
    /// The number of components of the game.
    components: usize,
    /// Whether no complete row is left.
    ended: bool,
}

impl<'a> Reader<'a> {
    /// Reads the header.
    ///
    /// # Errors
    /// When the file cannot be read or has another header.
    pub(crate) fn new(file: &'a JournalFile, columns: Columns, components: usize) -> Result<Self, ArenaError> {
        Ok(Reader { lines: file.lines(&columns.header())?, columns, components, ended: false })
    }

    /// Reads rows of the answer of a worker, which has no header.
    pub(crate) fn of_answer(text: &'a str, columns: Columns, components: usize) -> Self {
        Reader { lines: WholeLines::of_answer(text), columns, components, ended: false }
    }

    /// Where the last complete row ends, in bytes; 0 when there is not even a header.
    pub(crate) fn end(&self) -> u64 {
        self.lines.end
    }

    /// What this slot gave on this deal, if it is there.
    ///
    /// # Errors
    /// When the file cannot be read, or another row is there, or one that no game gives.
    pub(crate) fn next(
        &mut self,
        number: usize,
        stage: &Stage,
        slot: usize,
        deal: u64,
    ) -> Result<Option<SlotResult>, ArenaError> {
        self.ended = self.ended || !self.lines.next_line()?;
        if self.ended {
            return Ok(None);
        }
        let result = self.parse(slot, deal).filter(|result| self.columns.row(number, result) == self.lines.line);
        let result = result.filter(|result| match result {
            SlotResult::Played(block) => self.is_possible(stage, block),
            SlotResult::NoLegalMove(_) => stage.experiment(slot).is_some(),
        });
        let expected = || self.lines.fault(&format!("expected a block that begins with {number},{},{deal},", slot + 1));
        let result = result.ok_or_else(expected)?;
        self.lines.end += self.lines.line.len() as u64;
        Ok(Some(result))
    }

    fn parse(&self, slot: usize, deal: u64) -> Option<SlotResult> {
        let mut fields: Vec<&str> = self.lines.text().split(',').collect();
        let held = if self.columns.held { fields.pop()? } else { "" };
        let (before, &[seat, round]) = fields.split_last_chunk()?;
        if seat.is_empty() && round.is_empty() {
            return self.parse_block(slot, deal, before, held).map(SlotResult::Played);
        }
        let seat = seat.parse::<usize>().ok()?.checked_sub(1).filter(|&seat| seat < self.columns.players)?;
        Some(SlotResult::NoLegalMove(NoLegalMove { slot, deal, seat: Seat::new(seat), round: round.parse().ok()? }))
    }

    /// Reads a block from the fields before `no_move_seat`, and from the last one.
    fn parse_block(&self, slot: usize, deal: u64, fields: &[&str], held: &str) -> Option<Block> {
        let players = self.columns.players;
        let mut fields = fields.iter().skip(3);
        let mut numbers = Vec::new();
        for _ in 0..2 * players {
            numbers.push(fields.next()?.parse::<i64>().ok()?);
        }
        let (shares, scores) = numbers.split_at(players);
        if shares.iter().any(|share| !(0..=60).contains(share)) {
            return None;
        }
        Some(Block {
            slot,
            deal,
            shares: PerPlayer::from_fn(players, |seat| shares[seat.index()] as u32),
            scores: PerPlayer::from_fn(players, |seat| scores[seat.index()]),
            taken: parse_list(fields.next()?)?,
            held: parse_list(held)?,
        })
    }

    /// Whether games can give it: shares are 1/k of a win, those of one game add up to one, and a baseline alone notes
    /// components.
    fn is_possible(&self, stage: &Stage, block: &Block) -> bool {
        let (shares, players) = (block.shares.as_slice(), self.columns.players);
        let of_one_game = stage.games_of(block.slot, players) == 1;
        shares.iter().all(|&share| share == 0 || (60 % share == 0 && 60 / share <= players as u32))
            && (!of_one_game || shares.iter().sum::<u32>() == Share::WHOLE)
            && block.scores.iter().all(|score| score.abs() <= MAX_SCORE)
            && match stage.experiment(block.slot) {
                None => self.are_possible(&block.taken, &block.held),
                Some(_) => block.taken.is_empty() && block.held.is_empty(),
            }
    }

    /// Whether these can be the components that winners took, and those that seats held at the end: they are of the game
    /// and in order, and none is held by more seats than there are.
    fn are_possible(&self, taken: &[ComponentIdx], held: &[ComponentIdx]) -> bool {
        let players = self.columns.players;
        taken.windows(2).all(|pair| pair[0] < pair[1])
            && held.is_sorted()
            && held.windows(players + 1).all(|some| some[0] < some[players])
            && taken.iter().chain(held).all(|component| component.index() < self.components)
    }

    /// An error: the study is complete, and its rows are not.
    pub(crate) fn lacks_rows(&self) -> ArenaError {
        ArenaError::folder(self.lines.path, "lacks rows although the part is complete")
    }

    /// That nothing comes after what has been read.
    ///
    /// # Errors
    /// When something does.
    pub(crate) fn expect_end(&mut self) -> Result<(), ArenaError> {
        if self.ended { Ok(()) } else { self.lines.expect_end() }
    }
}

#[cfg(test)]
#[path = "blocks_tests.rs"]
mod tests;
