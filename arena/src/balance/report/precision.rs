//! What pairing saved, and how many deals the margin needs.

use std::fmt::Write as _;

use crate::balance::effect::Unpaired;
use crate::balance::finding::Findings;
use crate::balance::plan::StudyPlan;
use crate::balance::verdict::deals_needed;
use crate::report::text::text_table;

/// What pairing saved, and how many deals the margin needs.
pub fn precision_text(plan: &StudyPlan, findings: &Findings) -> String {
    let mut text = String::from("\n");
    let unpaired: Vec<Unpaired> = findings.effects.iter().map(|finding| finding.effect.unpaired).collect();
    let rows: [(&str, Vec<f64>); 3] = [
        ("shares, from games with and without", unpaired.iter().filter_map(|unpaired| unpaired.share).collect()),
        (
            "shares, from games with only, as 1/n is won without",
            unpaired.iter().filter_map(|unpaired| unpaired.share_known).collect(),
        ),
        ("scores, from games with and without", unpaired.iter().filter_map(|unpaired| unpaired.score).collect()),
    ];
    let header = "times the games that separate deals take for the same intervals";
    let mut table = text_table(&[header, "median", "least"], &[0]);
    for (what, ratios) in rows {
        if let Some([least, median, _]) = spread(ratios) {
            table.add_row([what.to_owned(), format!("{median:.1}"), format!("{least:.1}")]);
        }
    }
    if table.row_count() > 0 {
        let _ = writeln!(text, "{table}");
    }
    let sds = findings.effects.iter().map(|finding| finding.effect.sd).collect();
    if let Some([_, median, most]) = spread(sds).filter(|[_, _, most]| *most > 0.0) {
        let _ = writeln!(
            text,
            "deals to find effects of {} or exclude them, each with 90 %: {} (median spread, {median:.3}), {} (largest, \
             {most:.3})",
            plan.margin,
            deals_needed(median, plan.margin),
            deals_needed(most, plan.margin)
        );
    }
    text
}

/// The least, the median, and the most.
pub fn spread(mut values: Vec<f64>) -> Option<[f64; 3]> {
    values.sort_unstable_by(f64::total_cmp);
    let (least, most) = (*values.first()?, *values.last()?);
    Some([least, f64::midpoint(values[(values.len() - 1) / 2], values[values.len() / 2]), most])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spreads_are_least_median_and_most() {
        assert_eq!(spread(vec![]), None);
        assert_eq!(spread(vec![3.0]), Some([3.0, 3.0, 3.0]));
        assert_eq!(spread(vec![4.0, 1.0, 2.0, 9.0]), Some([1.0, 3.0, 9.0]));
    }
}
