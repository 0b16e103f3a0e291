//! Odd ways to tell a program something, which it must stand.

/// What a program must ignore.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Oddity {
    /// Fields that it does not know.
    Fields,
    /// Lines whose `t` it does not know.
    Lines,
    /// Lines that end with a carriage return too.
    CarriageReturns,
    /// A line that is longer than any buffer.
    LongLine,
}

/// More than fits into a pipe.
const LONG: usize = 300_000;

impl Oddity {
    /// All of them.
    pub const ALL: [Oddity; 4] = [Oddity::Fields, Oddity::Lines, Oddity::CarriageReturns, Oddity::LongLine];

    /// Its name in files.
    pub fn name(self) -> &'static str {
        match self {
            Oddity::Fields => "unknown fields are ignored",
            Oddity::Lines => "lines of an unknown kind are ignored",
            Oddity::CarriageReturns => "lines may end with CR LF",
            Oddity::LongLine => "a line of 300 kB is read",
        }
    }

    /// What a program is told in this odd way.
    pub(crate) fn applied_to(self, lines: &str) -> String {
        let line = |line: &str| match self {
            Oddity::Fields => line.replacen("{\"t\":", "{\"of_later\":{\"t\":[null,1.5e3]},\"t\":", 1) + "\n",
            Oddity::Lines => format!("{{\"t\":\"of-later\",\"id\":1}}\n{line}\n"),
            Oddity::CarriageReturns => format!("{line}\r\n"),
            Oddity::LongLine => {
                let long = "x".repeat(LONG);
                line.replacen("{\"t\":", &format!("{{\"of_later\":\"{long}\",\"t\":"), 1) + "\n"
            }
        };
        lines.lines().map(line).collect()
    }
}
