//! A calibration as text and as JSON.

use std::fmt::Write as _;

use riverlab_arena::report::terminal::{Text, fitted};
use riverlab_arena::report::text::text_table;
use serde_json::{Value, json};

use super::request::CalibrationRequest;
use super::row::{Band, Row};
use super::run::Calibration;

/// A table with a line for each row, what could not be simulated, and whether all rows hold.
pub fn text(game: &str, request: &CalibrationRequest, calibration: &Calibration) -> Text {
    let CalibrationRequest { players, deals, balance_deals, studies, sample, effect_sample, seed, .. } = request;
    let bots: Vec<String> = request.bots.iter().map(ToString::to_string).collect();
    let mut text = format!("{game}, {players} players, {}; {studies} studies, seed: {seed}\n", bots.join(" "));
    let _ = writeln!(text, "matches and tournaments of {deals} deals, from {sample} that were played");
    if calibration.has_families {
        let _ = writeln!(text, "balance studies of {balance_deals} deals, from {effect_sample} that were played");
    }
    let header = ["what is true", "what happened", "rate", "99 % interval", "promised", ""];
    let mut table = text_table(&header, &[0, 1, 5]);
    for row in &calibration.rows {
        table.add_row(cells(row));
    }
    let mut text = Text::from(text).with(fitted(table, &[]));
    for note in &calibration.notes {
        text.push(format!("{note}\n"));
    }
    text.with(verdict(calibration) + "\n")
}

fn cells(row: &Row) -> [String; 6] {
    let Row { truth, what, rate, promised, .. } = row;
    [
        truth.clone(),
        (*what).to_owned(),
        format!("{:.4}", rate.mean),
        rate.text(4),
        band_text(*promised),
        if row.holds() { "holds" } else { "FAILS" }.to_owned(),
    ]
}

fn band_text(band: Band) -> String {
    match (band.least > 0.0, band.most < 1.0) {
        (true, true) => format!("{:.3} .. {:.3}", band.least, band.most),
        (true, false) => format!("at least {:.3}", band.least),
        _ => format!("at most {:.3}", band.most),
    }
}

/// Whether all rows hold, or which do not.
pub fn verdict(calibration: &Calibration) -> String {
    let failing: Vec<String> =
        calibration.rows.iter().filter(|row| !row.holds()).map(|row| format!("{}: {}", row.truth, row.what)).collect();
    match &failing[..] {
        [] => format!("all {} rows hold", calibration.rows.len()),
        some => format!("{} of {} rows do not hold: {}", some.len(), calibration.rows.len(), some.join("; ")),
    }
}

/// The same as JSON.
pub fn json(game: &str, request: &CalibrationRequest, calibration: &Calibration) -> Value {
    let row = |row: &Row| {
        json!({
            "truth": row.truth,
            "what": row.what,
            "studies": row.studies,
            "rate": row.rate.mean,
            "lo": row.rate.lo,
            "hi": row.rate.hi,
            "least": row.promised.least,
            "most": row.promised.most,
            "holds": row.holds(),
        })
    };
    json!({
        "game": game,
        "players": request.players,
        "bots": request.bots.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "deals": request.deals,
        "balance_deals": request.balance_deals,
        "studies": request.studies,
        "sample": request.sample,
        "effect_sample": request.effect_sample,
        "margin": request.margin,
        "seed": request.seed,
        "rows": calibration.rows.iter().map(row).collect::<Vec<_>>(),
        "notes": calibration.notes,
        "holds": calibration.holds(),
    })
}
