//! `options.csv` and `option-pairs.csv`: what the options do near the winner, by the model.

use riverlab_arena::column::Format::{Decimals, Text};
use riverlab_arena::column::main;
use riverlab_arena::report::cell::Cell;
use riverlab_arena::report::layout::Field;
use riverlab_stats::Interval;

use super::options::{Matters, OptionFinding, PairFinding, ValueShare};

/// A value of an option, all others being the winner's.
pub(crate) struct OptionRow {
    option: String,
    /// The value that has won.
    chosen: Option<String>,
    matters: Matters,
    value: String,
    share: Interval,
}

/// A value of one option and a value of another one.
pub(crate) struct PairRow {
    option: String,
    value: String,
    other: String,
    other_value: String,
    share: f64,
}

/// The columns of `options.csv`.
pub(crate) const OPTIONS: &[Field<OptionRow>] = &[
    main("option", "Option", Text, "the option of the bot, or the value of the rules").of(|row| (&row.option).into()),
    main("chosen", "Tuned", Text, "the value that has won")
        .detail("empty where the option does not count beside it")
        .of(|row| row.chosen.as_ref().into()),
    main("matters", "Matters", Text, "whether other values are worse by ten Elo points")
        .detail("`matters`, `does not matter`, `not known` or `does not count`")
        .of(|row| row.matters.word().into()),
    main("value", "Value", Text, "a value, all other options being as they have won").of(|row| (&row.value).into()),
    main("share", "Share", Decimals(4), "the share at this value, by the model").of(|row| Cell::Fixed(row.share.mean)),
    main("share_lo", "from", Decimals(4), "lower end of its 95 % interval").of(|row| Cell::Fixed(row.share.lo)),
    main("share_hi", "to", Decimals(4), "upper end of its 95 % interval").of(|row| Cell::Fixed(row.share.hi)),
];

/// The columns of `option-pairs.csv`.
pub(crate) const PAIRS: &[Field<PairRow>] = &[
    main("option", "Option", Text, "an option of the bot, or a value of the rules").of(|row| (&row.option).into()),
    main("value", "Value", Text, "its value").of(|row| (&row.value).into()),
    main("other", "Other option", Text, "another one").of(|row| (&row.other).into()),
    main("other_value", "Its value", Text, "its value, all others being as they have won")
        .of(|row| (&row.other_value).into()),
    main("share", "Share", Decimals(4), "the share at these values, by the model").of(|row| Cell::Fixed(row.share)),
];

/// A row for each value of each option.
pub(super) fn option_rows(options: &[OptionFinding]) -> Vec<OptionRow> {
    let of_option = |finding: &OptionFinding| {
        let OptionFinding { name, chosen, matters, shares, .. } = finding.clone();
        let row = move |ValueShare { value, share, .. }| OptionRow {
            option: name.clone(),
            chosen: chosen.clone(),
            matters,
            value,
            share,
        };
        shares.into_iter().map(row)
    };
    options.iter().flat_map(of_option).collect()
}

/// A row for each pair of values of each pair of options.
pub(super) fn pair_rows(options: &[OptionFinding], pairs: &[PairFinding]) -> Vec<PairRow> {
    let mut rows = Vec::new();
    for PairFinding { options: [one, other], values, shares } in pairs {
        for ((value, _), shares) in values[0].iter().zip(shares) {
            rows.extend(values[1].iter().zip(shares).map(|((other_value, _), share)| PairRow {
                option: options[*one].name.clone(),
                value: value.clone(),
                other: options[*other].name.clone(),
                other_value: other_value.clone(),
                share: *share,
            }));
        }
    }
    rows
}
