//! The types of the columns in the files of riverlab, which are the same whatever the values are.

use std::path::Path;

use arrow_schema::DataType;

/// Files without `.csv`, each with its columns behind their types; a star stands for any characters. The first name that fits
/// counts; whatever has none is a number, with decimals or missing in some rows.
const FILES: [(&str, &str); 25] = [
    ("games", "text bot whole game lineup deal rotation seat decisions points_* place forfeit"),
    ("moves", "text moves whole game"),
    ("standings", "text bot whole games blocks rank_lo rank_hi forfeits"),
    ("ratings", "text kind name whole forfeits"),
    ("pairs", "text bot opponent whole games forfeits forfeits_opponent"),
    ("seats", "text bot whole seat games forfeits"),
    ("elements", "text element kind whole offered taken held forfeits"),
    ("match", "text focus baseline against stop decision whole deals forfeits forfeits_against"),
    ("timing", "text bot whole decisions"),
    ("faults", "text bot class detail stdout stderr whole ms"),
    ("effects", EFFECTS),
    ("screen", EFFECTS),
    ("suggested", EFFECTS),
    ("interactions", "text element intervention bot other"),
    ("synergies", "text element other intervention bot verdict reason"),
    ("readings", "text reading element intervention bot verdict verdict_given outcome sets reason"),
    ("blocks", "text taken held whole stage slot deal"),
    ("trials", TRIALS),
    ("confirm", TRIALS),
    ("options", "text option chosen matters value"),
    ("option-pairs", "text option value other other_value"),
    ("endings", "text move whole deal"),
    ("bots", "text bot whole positions"),
    ("games-*", "text moves visits whole game"),
    ("gates", "whole generation deals flag passed"),
];
const EFFECTS: &str = "text element intervention bot verdict kind deals reason ended effect_parity hold_parity";
const TRIALS: &str = "whole round settings deals setting deal number share text *";

/// What is in every folder of riverlab: one of these.
const MARKS: [&str; 4] = ["manifest.json", "tuning.json", "training.json", "plan.json"];

/// The types of the columns of a file.
pub(crate) struct Types(&'static str);

/// The types of a file of riverlab; none of any other file.
pub(crate) fn own_types(path: &Path) -> Option<Types> {
    let (folder, name) = (path.parent()?, path.file_name()?.to_str()?.strip_suffix(".csv")?);
    let (_, columns) = FILES.iter().find(|(file, _)| fits(file, name))?;
    MARKS.iter().any(|mark| folder.join(mark).is_file()).then_some(Types(columns))
}

impl Types {
    /// That of a column.
    pub(crate) fn of(&self, column: &str) -> DataType {
        let mut data_type = DataType::Float64;
        for word in self.0.split(' ') {
            match word {
                "text" => data_type = DataType::Utf8,
                "whole" => data_type = DataType::Int64,
                "number" => data_type = DataType::Float64,
                "flag" => data_type = DataType::Boolean,
                pattern if fits(pattern, column) => return data_type,
                _ => {}
            }
        }
        DataType::Float64
    }
}

/// Whether a name is that of a pattern.
fn fits(pattern: &str, name: &str) -> bool {
    pattern.strip_suffix('*').map_or(pattern == name, |start| name.starts_with(start))
}
