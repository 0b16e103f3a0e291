//! `bots.csv`: how each bot decides in the positions of a study.

use riverlab_arena::column::plain;
use riverlab_arena::report::cell::Cell;
use riverlab_arena::report::layout::{Field, Layout};
use riverlab_stats::Interval;

/// How a bot decides in endings.
#[derive(Clone, PartialEq, Debug)]
pub struct BotRecord {
    /// The bot.
    pub bot: String,
    /// How often its move is a best one, with a 95 % interval.
    pub best: Interval,
    /// The win share that its move loses, with a 95 % interval.
    pub share_lost: Interval,
    /// The same on average in each group of positions.
    pub lost_by_size: Vec<f64>,
    /// The points that it loses beside the most that can be had; none where points are none or could not be solved.
    pub points_lost: Option<Interval>,
}

/// A bot with the number of positions.
pub(crate) struct RecordRow {
    positions: u64,
    record: BotRecord,
}

pub(crate) const COLUMNS: &[Field<RecordRow>] = &[
    plain("bot", "its spec").of(|row| (&row.record.bot).into()),
    plain("positions", "number of positions that were solved").of(|row| row.positions.into()),
    plain("best", "how often it plays a best move").of(|row| Cell::Fixed(row.record.best.mean)),
    plain("best_lo", "lower end of its 95 % interval").of(|row| Cell::Fixed(row.record.best.lo)),
    plain("best_hi", "upper end of its 95 % interval").of(|row| Cell::Fixed(row.record.best.hi)),
    plain("share_lost", "win share that it loses on average").of(|row| Cell::Fixed(row.record.share_lost.mean)),
    plain("share_lost_lo", "lower end of its 95 % interval").of(|row| Cell::Fixed(row.record.share_lost.lo)),
    plain("share_lost_hi", "upper end of its 95 % interval").of(|row| Cell::Fixed(row.record.share_lost.hi)),
    plain("points_lost", "points that it loses on average").of(|row| row.points_lost(|lost| lost.mean)),
    plain("points_lost_lo", "lower end of its 95 % interval").of(|row| row.points_lost(|lost| lost.lo)),
    plain("points_lost_hi", "upper end of its 95 % interval").of(|row| row.points_lost(|lost| lost.hi)),
];

impl RecordRow {
    fn points_lost(&self, part: fn(&Interval) -> f64) -> Cell {
        self.record.points_lost.as_ref().map_or(Cell::Empty, |lost| Cell::Fixed(part(lost)))
    }
}

/// The content of the file.
pub(super) fn records_csv(positions: u64, bots: &[BotRecord]) -> Vec<u8> {
    Layout::new(COLUMNS).csv(bots.iter().map(|record| RecordRow { positions, record: record.clone() }))
}
