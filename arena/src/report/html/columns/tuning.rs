//! The columns of tunings.

use super::Format::{Decimals, Text};
use super::{Column, main};

pub(super) const OPTIONS: &[Column<'static>] = &[
    main("option", "Option", Text, "the option of the bot, or the value of the rules"),
    main("chosen", "Tuned", Text, "the value that has won"),
    main("matters", "Matters", Text, "whether other values are worse by ten Elo points"),
    main("value", "Value", Text, "a value, all other options being as they have won"),
    main("share", "Share", Decimals(4), "the share at this value, by the model"),
    main("share_lo", "from", Decimals(4), "lower end of its 95 % interval"),
    main("share_hi", "to", Decimals(4), "upper end of its 95 % interval"),
    main("spread", "Spread", Decimals(4), "the spread of effects at this value, by the model"),
    main("spread_lo", "from", Decimals(4), "lower end of its 95 % interval"),
    main("spread_hi", "to", Decimals(4), "upper end of its 95 % interval"),
];

pub(super) const PAIRS: &[Column<'static>] = &[
    main("option", "Option", Text, "an option of the bot, or a value of the rules"),
    main("value", "Value", Text, "its value"),
    main("other", "Other option", Text, "another one"),
    main("other_value", "Its value", Text, "its value, all others being as they have won"),
    main("share", "Share", Decimals(4), "the share at these values, by the model"),
    main("spread", "Spread", Decimals(4), "the spread of effects at these values, by the model"),
];
