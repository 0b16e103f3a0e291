//! What pairing saved, and how many deals the margin needs.

use comfy_table::Table;

use crate::balance::effect::Unpaired;
use crate::balance::finding::Findings;
use crate::balance::plan::StudyPlan;
use crate::balance::power::Design;
use crate::report::text::{fitted, text_table};

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
        text += &fitted(table, &[]);
    }
    text + &needed_text(plan, findings).unwrap_or_default()
}

/// How many deals a study like this one needs.
fn needed_text(plan: &StudyPlan, findings: &Findings) -> Option<String> {
    let family = plan.family.len() * plan.bots.len();
    let designs = findings.effects.iter().filter(|finding| finding.effect.sd > 0.0);
    let designs: Vec<Design> = designs.map(|finding| Design::of(&finding.effect, family, plan.margin)).collect();
    let [median, largest] = median_and_largest(designs)?;
    let mut text = format!("deals for 90 %, each, in a family of {family}, without a second look:\n");
    text += &fitted(needed_table(&[("median spread", median), ("largest spread", largest)]), &[]);
    Some(text)
}

/// How many deals designs need.
pub fn needed_table(designs: &[(&str, Design)]) -> Table {
    let margin = designs[0].1.margin;
    let found = format!("an effect of {margin} is found");
    let called = format!("one of {} is called strong or weak", 2.0 * margin);
    let mut table = text_table(&["", "sd of a deal", &found, &called, "none is called balanced"], &[0]);
    for (name, design) in designs {
        let [found, called, balanced] = design.deals_needed().map(|deals| deals.to_string());
        table.add_row([(*name).to_owned(), format!("{:.3}", design.sd), found, called, balanced]);
    }
    table
}

/// The designs with the median and with the largest standard deviation.
pub fn median_and_largest(mut designs: Vec<Design>) -> Option<[Design; 2]> {
    designs.sort_by(|a, b| a.sd.total_cmp(&b.sd));
    Some([*designs.get(designs.len() / 2)?, *designs.last()?])
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
