//! `blocks.csv`: what every baseline and experiment gave on every deal, and the journal from which an interrupted study goes on.
//!
//! Rows are appended in the order of the stages, of their deals, and of the baselines and experiments, and never changed. What a
//! killed process leaves is a beginning of the complete file, of which at most the last line is cut.

use riverlab_engine::{ComponentIdx, PerPlayer, Share};

use super::stage::{Block, Stage};
use crate::error::ArenaError;
use crate::store::journal_file::{JournalFile, WholeLines};

/// No score is larger: a million points, in sixtieths.
const MAX_SCORE: i64 = 60 * 1_000_000;

/// The header row.
pub fn header(players: usize) -> String {
    let numbered = |name: &str| (1..=players).map(|number| format!("{name}_{number}")).collect::<Vec<_>>().join(",");
    format!("stage,slot,deal,{},{},taken", numbered("share"), numbered("score"))
}

/// The row of a block; stages count from 1. Shares and scores are in sixtieths, components are numbered from 1.
pub fn row(stage: usize, block: &Block) -> String {
    let shares: Vec<String> = block.shares.iter().map(ToString::to_string).collect();
    let scores: Vec<String> = block.scores.iter().map(ToString::to_string).collect();
    let taken: Vec<String> = block.taken.iter().map(|component| (component.index() + 1).to_string()).collect();
    let numbers = [shares.join(","), scores.join(","), taken.join(" ")];
    format!("{stage},{},{},{}\n", block.slot + 1, block.deal, numbers.join(","))
}

/// Reads blocks back in their order. A row counts only if this program would write the very same bytes for it.
pub(crate) struct Reader<'a> {
    lines: WholeLines<'a>,
    players: usize,
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
    pub(crate) fn new(file: &'a JournalFile, players: usize, components: usize) -> Result<Self, ArenaError> {
        Ok(Reader { lines: file.lines(&header(players))?, players, components, ended: false })
    }

    /// Where the last complete row ends, in bytes; 0 when there is not even a header.
    pub(crate) fn end(&self) -> u64 {
        self.lines.end
    }

    /// The block of this slot on this deal, if it is there.
    ///
    /// # Errors
    /// When the file cannot be read, or another row is there, or one that no game gives.
    pub(crate) fn next(
        &mut self,
        number: usize,
        stage: &Stage,
        slot: usize,
        deal: u64,
    ) -> Result<Option<Block>, ArenaError> {
        self.ended = self.ended || !self.lines.next_line()?;
        if self.ended {
            return Ok(None);
        }
        let block = self.parse(slot, deal).filter(|block| row(number, block) == self.lines.line);
        let block = block.filter(|block| self.is_possible(stage, block));
        let expected = || self.lines.fault(&format!("expected a block that begins with {number},{},{deal},", slot + 1));
        let block = block.ok_or_else(expected)?;
        self.lines.end += self.lines.line.len() as u64;
        Ok(Some(block))
    }

    fn parse(&self, slot: usize, deal: u64) -> Option<Block> {
        let mut fields = self.lines.text().split(',').skip(3);
        let mut numbers = Vec::new();
        for _ in 0..2 * self.players {
            numbers.push(fields.next()?.parse::<i64>().ok()?);
        }
        let (shares, scores) = numbers.split_at(self.players);
        if shares.iter().any(|share| !(0..=60).contains(share)) {
            return None;
        }
        let taken = fields.next()?.split_ascii_whitespace();
        let taken = taken.map(|number| Some(ComponentIdx(number.parse::<u16>().ok()?.checked_sub(1)?)));
        Some(Block {
            slot,
            deal,
            shares: PerPlayer::from_fn(self.players, |seat| shares[seat.index()] as u32),
            scores: PerPlayer::from_fn(self.players, |seat| scores[seat.index()]),
            taken: taken.collect::<Option<_>>()?,
        })
    }

    /// Whether games can give it: shares are 1/k of a win, those of one game add up to one, and a baseline notes components of
    /// the game, each once and in order.
    fn is_possible(&self, stage: &Stage, block: &Block) -> bool {
        let shares = block.shares.as_slice();
        let of_one_game = stage.games_of(block.slot, self.players) == 1;
        let in_order = block.taken.windows(2).all(|pair| pair[0] < pair[1]);
        let known = block.taken.iter().all(|component| component.index() < self.components);
        shares.iter().all(|&share| share == 0 || (60 % share == 0 && 60 / share <= self.players as u32))
            && (!of_one_game || shares.iter().sum::<u32>() == Share::WHOLE)
            && block.scores.iter().all(|score| score.abs() <= MAX_SCORE)
            && if stage.experiment(block.slot).is_none() { in_order && known } else { block.taken.is_empty() }
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
mod tests {
    use riverlab_engine::Scope;

    use super::*;
    use crate::balance::stage::{Baseline, Experiment};

    #[test]
    fn rows_are_read_as_they_are_written() {
        let players = 3;
        let folder = std::env::temp_dir().join(format!("riverlab-blocks-{}", std::process::id()));
        let blocks: Vec<Block> = (0..4)
            .map(|slot| Block {
                slot,
                deal: 7,
                shares: PerPlayer::from_fn(players, |seat| if seat.index() == slot % 3 { 60 } else { 0 }),
                scores: PerPlayer::from_fn(players, |seat| 90 - 60 * (slot as i64) * seat.index() as i64),
                taken: (0..slot as u16).map(ComponentIdx).collect(),
            })
            .collect();
        let baselines = vec![Baseline { sets: Vec::new(), bot: 0 }; 4];
        let stage = Stage { baselines, experiments: Vec::new(), contrasts: Vec::new(), deals: 7..=7 };
        let text = header(players) + "\n" + &blocks.iter().map(|block| row(2, block)).collect::<String>();
        for end in 0..=text.len() {
            std::fs::write(&folder, &text.as_bytes()[..end]).expect("a file");
            let file = JournalFile::open(&folder).expect("a file");
            let mut reader = Reader::new(&file, players, 3).expect("a journal");
            let mut seen = Vec::new();
            while let Some(block) = reader.next(2, &stage, seen.len(), 7).expect("rows") {
                seen.push(block);
            }
            assert!(blocks.starts_with(&seen) && reader.expect_end().is_ok());
            let complete = text[..end].rfind('\n').map_or(0, |last| last + 1);
            assert_eq!(reader.end() as usize, complete);
        }
        let first = |text: String, stage: &Stage| {
            std::fs::write(&folder, text).expect("a file");
            let file = JournalFile::open(&folder).expect("a file");
            Reader::new(&file, players, 3).expect("a journal").next(2, stage, 0, 7).map(|_| ())
        };
        for (from, to) in [
            (",60,0,0,", ",61,0,0,"),
            (",60,0,0,", ",0,0,0,"),
            (",60,0,0,", ",15,15,30,"),
            ("2,1,7", "2,2,7"),
            (",90,", ",090,"),
            (",90,", ",60000060,"),
            (",90,\n", ",90,4\n"),
            (",90,\n", ",90,2 1\n"),
            (",90,\n", ",90,1 1\n"),
        ] {
            assert!(first(text.replacen(from, to, 1), &stage).is_err(), "{from} {to}");
        }
        assert!(first(text.replacen(",90,\n", ",90,1 3\n", 1), &stage).is_ok());
        // Of one player alone the seats are games of their own, and nobody's components are noted.
        let alone = Experiment { baseline: 0, subject: 0, scope: Scope::One };
        let stage = Stage { baselines: Vec::new(), experiments: vec![alone], ..stage };
        assert!(first(text.replacen(",60,0,0,", ",60,0,60,", 1), &stage).is_ok());
        assert!(first(text.replacen(",90,\n", ",90,1\n", 1), &stage).is_err());

        std::fs::remove_file(&folder).expect("the file is there");
    }
}
