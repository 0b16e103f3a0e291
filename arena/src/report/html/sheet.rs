//! A result table as it stands in its CSV file: what a page shows and draws is taken from here, so that its numbers are
//! those of the files.
//!
//! Refuses: rows of different lengths.

use crate::stats::Interval;

/// A result table as text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Sheet {
    /// The name of its file without the ending: `standings`.
    pub(crate) name: String,
    /// The names of its columns.
    pub(crate) header: Vec<String>,
    /// Its rows, each with a cell for every column.
    pub(crate) rows: Vec<Vec<String>>,
}

/// A row of a table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line<'a> {
    header: &'a [String],
    cells: &'a [String],
}

impl Sheet {
    /// Reads the content of a file of this name.
    ///
    /// # Errors
    /// When it is no CSV, or its rows have different lengths.
    pub(crate) fn parse(file: &str, content: &[u8]) -> Result<Sheet, csv::Error> {
        let mut reader = csv::Reader::from_reader(content);
        let texts = |record: &csv::StringRecord| record.iter().map(str::to_owned).collect();
        let header = texts(reader.headers()?);
        let rows = reader.records().map(|record| Ok(texts(&record?))).collect::<Result<_, csv::Error>>()?;
        Ok(Sheet { name: file.trim_end_matches(".csv").to_owned(), header, rows })
    }

    /// Reads a file that this program has written.
    ///
    /// # Panics
    /// When it is none.
    pub(crate) fn of(file: &str, content: &[u8]) -> Sheet {
        Sheet::parse(file, content).expect("written by this program")
    }

    /// Its rows.
    pub(crate) fn lines(&self) -> impl Iterator<Item = Line<'_>> {
        self.rows.iter().map(|cells| Line { header: &self.header, cells })
    }
}

impl<'a> Line<'a> {
    /// The text in a column; empty if there is no such column.
    pub(crate) fn text(&self, column: &str) -> &'a str {
        let at = self.header.iter().position(|name| name == column);
        at.map_or("", |at| self.cells[at].as_str())
    }

    /// The number in a column, if there is one; it may be infinite.
    pub(crate) fn number(&self, column: &str) -> Option<f64> {
        self.text(column).parse().ok()
    }

    /// The mean and the interval in three columns, if all are there.
    pub(crate) fn interval(&self, [mean, lo, hi]: [&str; 3]) -> Option<Interval> {
        Some(Interval { mean: self.number(mean)?, lo: self.number(lo)?, hi: self.number(hi)? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_found_by_their_columns() {
        let sheet = Sheet::of("pairs.csv", b"bot,lo,mean,hi\n\"a,\"\"b\",-inf,0.5,\nc,0,1,2\n");
        assert_eq!((sheet.name.as_str(), sheet.rows.len()), ("pairs", 2));
        let lines: Vec<Line<'_>> = sheet.lines().collect();
        assert_eq!((lines[0].text("bot"), lines[0].text("no such")), ("a,\"b", ""));
        assert_eq!((lines[0].number("lo"), lines[0].number("hi")), (Some(f64::NEG_INFINITY), None));
        let columns = ["mean", "lo", "hi"];
        assert_eq!(lines[0].interval(columns), None);
        assert_eq!(lines[1].interval(columns), Some(Interval { mean: 1.0, lo: 0.0, hi: 2.0 }));
        assert!(Sheet::parse("a.csv", b"a,b\n1\n").is_err());
    }
}
