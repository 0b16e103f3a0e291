//! The columns of tournaments and matches.

use super::Format::{Count, Decimals, Name, P, Plain, Signed, Text};
use super::{Column, main, more};
use crate::report::luck;

pub(super) const STANDINGS: &[Column<'static>] = &[
    main("bot", "Bot", Name, "name of the bot"),
    main("games", "Games", Count, "seats of games that the bot had"),
    more("blocks", "Blocks", Count, "blocks in which it took part: a deal in all seat rotations of a line-up"),
    main("share", "Share", Decimals(3), "mean share of the win, ties split; wins per seat"),
    main("share_lo", "from", Decimals(3), "lower end of the 95 % interval of the share, over deals"),
    main("share_hi", "to", Decimals(3), "upper end of the 95 % interval of the share, over deals"),
    more("elo", "Elo", Signed(0), "the share on the Elo scale, against a field of equals"),
    more("elo_lo", "Elo from", Signed(0), "lower end of its 95 % interval"),
    more("elo_hi", "Elo to", Signed(0), "upper end of its 95 % interval"),
    more("rank_mean", "Mean rank", Decimals(2), "mean rank in games, 1 being the best"),
    main("score_mean", "Score", Decimals(2), "mean score in points"),
    more("score_sd", "Score sd", Decimals(2), "standard deviation of scores in points"),
    more("score_min", "Least", Plain, "smallest score"),
    more("score_p05", "5 %", Plain, "5 % quantile of scores"),
    more("score_p50", "Median", Plain, "50 % quantile of scores"),
    more("score_p95", "95 %", Plain, "95 % quantile of scores"),
    more("score_max", "Most", Plain, "largest score"),
    RANK_LO,
    RANK_HI,
];

/// Where a bot truly stands: columns of two tables.
const RANK_LO: Column<'static> =
    main("rank_lo", "Rank from", Count, "best rank that it may truly have; all rank intervals hold at once with 95 %");
const RANK_HI: Column<'static> = main("rank_hi", "to", Count, "worst rank that it may truly have");

pub(super) const RATINGS: &[Column<'static>] = &[
    main("kind", "Of", Text, "bot, or seat for a position in turn order"),
    main("name", "Name", Name, "name of the bot; or the position in turn order, 1 being the start player"),
    main("rating", "Rating", Signed(0), "Davidson–Luce rating on the Elo scale, mean 0"),
    main("rating_lo", "from", Signed(0), "lower end of its 95 % interval"),
    main("rating_hi", "to", Signed(0), "upper end of its 95 % interval"),
    RANK_LO,
    RANK_HI,
    more("group", "Group", Count, "number of the group of bots that met, directly or through others"),
    more("next", "Next", Decimals(3), "behind the winners, how often the bot came next when it was left"),
    more("next_predicted", "predicted", Decimals(3), "the same as the ratings predict it"),
    more("next_misfit_se", "se", Decimals(3), "standard error of the difference of the two"),
    more("next_misfit_p", "p", P, "p-value of no difference, adjusted over all tests of the run"),
];

pub(super) const PAIRS: &[Column<'static>] = &[
    main("bot", "Bot", Name, "one bot"),
    main("opponent", "Against", Name, "the other"),
    more("games", "Meetings", Count, "pairs of seats in one game"),
    main("share_above", "Above", Decimals(3), "part of the meetings in which the bot ends above the other, level half"),
    main("lo", "from", Decimals(3), "lower end of its 95 % interval, over deals"),
    main("hi", "to", Decimals(3), "upper end of its 95 % interval, over deals"),
    main("score_diff", "Points", Signed(2), "mean score less that of the other"),
    more("score_diff_lo", "Points from", Signed(2), "lower end of its 95 % interval"),
    more("score_diff_hi", "Points to", Signed(2), "upper end of its 95 % interval"),
    main("p", "p", P, "p-value of no difference in who ends above"),
    main("q", "q", P, "the same with false discoveries controlled over all pairs"),
    more("predicted", "Predicted", Decimals(3), "Above as the ratings predict it"),
    more("misfit_se", "se", Decimals(3), "standard error of the difference of the two"),
    more("misfit_p", "Misfit p", P, "p-value of no difference, adjusted over all tests of the run"),
];

pub(super) const SEATS: &[Column<'static>] = &[
    main("seat", "Position", Count, "position in turn order, 1 being the start player of the game"),
    main("bot", "Bot", Name, "name of the bot, or (all)"),
    main("games", "Games", Count, "seats of games"),
    main("share", "Share", Decimals(3), "mean share of the win, wins per seat"),
    main("share_lo", "from", Decimals(3), "lower end of its 95 % interval, over deals"),
    main("share_hi", "to", Decimals(3), "upper end of its 95 % interval, over deals"),
    main("score_mean", "Score", Decimals(2), "mean score in points"),
];

pub(super) const COMPONENTS: &[Column<'static>] = &[
    main("element", "Element", Text, "name of the component"),
    main("kind", "Kind", Text, "its kind"),
    more("offered", "Offered", Count, "pieces that chance has put on offer"),
    more("taken", "Taken", Count, "pieces that players have taken"),
    main("take_rate", "Take rate", Decimals(3), "taken / offered"),
    more("first_round_mean", "First round", Decimals(1), "mean round in which a seat took its first piece"),
    main("held", "Held", Count, "seats of games that had a piece at the end"),
    more("points_mean", "Points", Decimals(2), "mean points that the pieces of such a seat brought"),
    main("share_held", "Share with", Decimals(3), "mean win share of the seats that held it"),
    more("share_held_lo", "with, from", Decimals(3), "lower end of its 95 % interval"),
    more("share_held_hi", "with, to", Decimals(3), "upper end of its 95 % interval"),
    main("share_not_held", "Share without", Decimals(3), "mean win share of all other seats"),
    more("score_held_mean", "Score with", Decimals(2), "mean score of the seats that held it"),
    main("difference", "Difference", Signed(3), "share with less share without: an association, not an effect"),
    main(
        "difference_lo",
        "from",
        Signed(3),
        "lower end of its interval; those of all components hold at once with 95 %",
    ),
    main("difference_hi", "to", Signed(3), "upper end of its interval"),
];

pub(super) const MATCH: &[Column<'static>] = &[
    main("focus", "Focus", Name, "the bot that is put to the test"),
    main("baseline", "Baseline", Name, "the bot that it is compared with; empty where that is an equal share"),
    main("against", "Against", Name, "the field"),
    main("deals", "Deals", Count, "deals that were played"),
    main("stop", "Stop rule", Text, "fixed, auto:WIDTH or sprt:TEST"),
    main("raw", "Raw mean", Decimals(4), "mean share of the focus, or mean difference to the baseline; wins per seat"),
    main("raw_lo", "Raw mean, from", Decimals(4), "lower end of its 95 % interval"),
    main("raw_hi", "Raw mean, to", Decimals(4), "upper end of its 95 % interval"),
    main("null", "Without a difference", Decimals(4), "what the mean would be without one"),
    main("t", "t per deal", Signed(3), "mean less that, in standard deviations of a deal"),
    main("p", "p", P, "p-value of no difference, as if the deals had been fixed"),
    main("always_lo", "At every look, from", Decimals(4), "lower end of the interval that is valid whenever one looks"),
    main("always_hi", "At every look, to", Decimals(4), "upper end of that interval"),
    main("decision", "Decision", Text, "what the sequential test has decided"),
    main("llr", "Log-likelihood ratio", Decimals(3), "exact; of equivalence the smaller of two"),
    main("llr_lo", "decides below", Decimals(3), "the lower bound of the test"),
    main("llr_hi", "decides above", Decimals(3), "the upper bound of the test"),
    main("adjusted", "Stop-adjusted mean", Decimals(4), "median unbiased under the stopping rule"),
    main("adjusted_lo", "Stop-adjusted, from", Decimals(4), "lower end of its 95 % interval"),
    main("adjusted_hi", "Stop-adjusted, to", Decimals(4), "upper end of its 95 % interval"),
    main("false_accepted", "False claims accepted", Decimals(4), "in matches simulated with deals like these"),
    main("false_accepted_lo", "accepted, from", Decimals(4), "lower end of the 95 % interval of the simulations"),
    main("false_accepted_hi", "accepted, to", Decimals(4), "upper end of the 95 % interval of the simulations"),
    main("true_rejected", "True claims rejected", Decimals(4), "in such matches"),
    main("true_rejected_lo", "rejected, from", Decimals(4), "lower end of the 95 % interval of the simulations"),
    main("true_rejected_hi", "rejected, to", Decimals(4), "upper end of the 95 % interval of the simulations"),
];

pub(super) const TIMING: &[Column<'static>] = &[
    main("bot", "Bot", Name, "name of the bot"),
    main("decisions", "Decisions", Count, "decisions that were timed"),
    main("ms_mean", "Mean ms", Decimals(3), "mean time per decision in milliseconds"),
    main("ms_p50", "Median ms", Decimals(3), "median time per decision in milliseconds"),
    main("ms_p95", "95 % ms", Decimals(3), "95 % quantile in milliseconds"),
    main("ms_max", "Most ms", Decimals(3), "longest decision in milliseconds"),
    main("sims_per_s", "Simulations / s", Count, "simulations per second of thinking time"),
];

pub(super) const FAULTS: &[Column<'static>] = &[main("bot", "Bot", Name, "name of the program")];

/// The columns of a figure that may be adjusted for luck, by their names in files: `$others` says how all are shown but the
/// figure itself.
macro_rules! less_luck {
    ($names:expr, $label:literal, $format:expr, $what:literal, $others:ident) => {{
        let [figure, mean, lo, hi, gain, gain_lo] = $names;
        [
            $others(
                figure,
                concat!($label, ": stands"),
                Text,
                concat!("raw or adjusted: which of the two ", $what, " stands"),
            ),
            main(
                mean,
                concat!($label, " less luck"),
                $format,
                concat!($what, " adjusted for luck, or the raw one where no gain is sure"),
            ),
            $others(lo, concat!($label, " less luck, from"), $format, "lower end of its 95 % interval"),
            $others(hi, concat!($label, " less luck, to"), $format, "upper end of its 95 % interval"),
            $others(
                gain,
                concat!($label, ": gain"),
                Decimals(2),
                "so many times as many deals would be as precise without the adjustment",
            ),
            $others(gain_lo, concat!($label, ": gain from"), Decimals(2), "lower end of the 95 % interval of the gain"),
        ]
    }};
}

/// Six columns of a figure that may be adjusted for luck.
type LessLuck = [Column<'static>; 6];

pub(super) const SHARE_LESS_LUCK: LessLuck = less_luck!(luck::SHARE, "Share", Decimals(3), "share", more);
pub(super) const SCORE_LESS_LUCK: LessLuck = less_luck!(luck::SCORE, "Score", Decimals(2), "mean score", more);
pub(super) const ABOVE_LESS_LUCK: LessLuck = less_luck!(luck::ABOVE, "Above", Decimals(3), "share of meetings", more);
pub(super) const POINTS_LESS_LUCK: LessLuck =
    less_luck!(luck::SCORE_DIFFERENCE, "Points", Signed(2), "difference of scores", more);
pub(super) const MATCH_LESS_LUCK: LessLuck = less_luck!(luck::COMPARED, "Mean", Decimals(4), "mean", main);
pub(super) const MATCH_SCORE_LESS_LUCK: LessLuck = less_luck!(luck::SCORE, "Score", Decimals(2), "mean score", main);
pub(super) const SHARE_EFFECT_LESS_LUCK: LessLuck =
    less_luck!(luck::SHARE_EFFECT, "Share effect", Signed(4), "share effect", more);
pub(super) const SCORE_EFFECT_LESS_LUCK: LessLuck =
    less_luck!(luck::SCORE_EFFECT, "Score effect", Signed(2), "score effect", more);
