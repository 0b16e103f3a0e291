//! What pairing saved, and how many deals the margin needs.

use std::fmt::Write as _;

use comfy_table::Table;

use crate::balance::effect::Unpaired;
use crate::balance::finding::Findings;
use crate::balance::plan::StudyPlan;
use crate::balance::power::Design;
use crate::report::text::{fitted, text_table};

/// What pairing saved, and how many deals the margin needs.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Precision {
    /// The experiments of the study.
    family: usize,
    margin: f64,
    /// How many times the games separate deals take: what for, the median, the least.
    savings: Vec<(&'static str, f64, f64)>,
    /// How many deals a study like this one needs.
    needs: Vec<Needed>,
}

/// The names of the two designs that stand for a study: those with the median and with the largest standard deviation.
pub const SPREADS: [&str; 2] = ["median spread", "largest spread"];

/// How many deals are needed where effects have a certain spread.
#[derive(Clone, PartialEq, Debug)]
struct Needed {
    spread: &'static str,
    sd: f64,
    /// To find an effect of the margin, to call one of twice that strong or weak, to call none balanced.
    deals: [u64; 3],
}

impl Needed {
    fn of(spread: &'static str, design: &Design) -> Needed {
        Needed { spread, sd: design.sd, deals: design.deals_needed() }
    }

    /// Of the designs with the median and with the largest spread.
    fn of_both(designs: [Design; 2]) -> Vec<Needed> {
        SPREADS.into_iter().zip(&designs).map(|(spread, design)| Needed::of(spread, design)).collect()
    }
}

impl Precision {
    /// The precision of a study.
    pub fn of(plan: &StudyPlan, findings: &Findings) -> Precision {
        let family = plan.family.len() * plan.bots.len();
        let spread_out = findings.effects.iter().filter(|finding| finding.effect.sd > 0.0);
        let designs = spread_out.map(|finding| Design::of(&finding.effect, family, plan.margin)).collect();
        // With a budget nobody asks how many deals it takes.
        let designs = median_and_largest(designs).filter(|_| plan.budget.is_none());
        let needs = designs.map_or_else(Vec::new, Needed::of_both);
        Precision { family, margin: plan.margin, savings: savings(findings), needs }
    }

    /// For a terminal.
    pub fn text(&self) -> String {
        let header = "times the games that separate deals take for the same intervals";
        let mut table = text_table(&[header, "median", "least"], &[0]);
        for (what, median, least) in &self.savings {
            table.add_row([(*what).to_owned(), format!("{median:.1}"), format!("{least:.1}")]);
        }
        let mut text = String::from("\n");
        if table.row_count() > 0 {
            text += &fitted(table, &[]);
        }
        if !self.needs.is_empty() {
            let _ = writeln!(text, "deals for 90 %, each, in a family of {}, without a second look:", self.family);
            text += &fitted(table_of(self.margin, &self.needs), &[]);
        }
        text
    }

    /// The same in sentences.
    pub fn sentences(&self) -> Vec<String> {
        let savings = self.savings.iter().map(|(what, median, least)| {
            format!("separate deals take {median:.1} times the games for the same intervals of {what} (median; {least:.1} at least)")
        });
        let needs = self.needs.iter().map(|needed| self.needed_sentence(needed));
        savings.chain(needs).collect()
    }

    fn needed_sentence(&self, needed: &Needed) -> String {
        let (Needed { spread, sd, deals: [found, called, balanced] }, margin) = (needed, self.margin);
        format!(
            "at the {spread} of effects (standard deviation of a deal {sd:.3}) it takes {found} deals to find an effect of {margin} \
             with 90 %, {called} to call one of {} strong or weak, and {balanced} to call no effect balanced, in a family of {} \
             without a second look",
            2.0 * margin,
            self.family
        )
    }
}

/// What pairing saved.
fn savings(findings: &Findings) -> Vec<(&'static str, f64, f64)> {
    let unpaired: Vec<Unpaired> = findings.effects.iter().map(|finding| finding.effect.unpaired).collect();
    let rows: [(&str, Vec<f64>); 3] = [
        ("shares, from games with and without", unpaired.iter().filter_map(|unpaired| unpaired.share).collect()),
        (
            "shares, from games with only, as 1/n is won without",
            unpaired.iter().filter_map(|unpaired| unpaired.share_known).collect(),
        ),
        ("scores, from games with and without", unpaired.iter().filter_map(|unpaired| unpaired.score).collect()),
    ];
    let row = |(what, ratios)| spread(ratios).map(|[least, median, _]| (what, median, least));
    rows.into_iter().filter_map(row).collect()
}

/// How many deals the designs with the median and with the largest spread need.
pub fn needed_table(designs: [Design; 2]) -> Table {
    table_of(designs[0].margin, &Needed::of_both(designs))
}

fn table_of(margin: f64, needs: &[Needed]) -> Table {
    let found = format!("an effect of {margin} is found");
    let called = format!("one of {} is called strong or weak", 2.0 * margin);
    let mut table = text_table(&["", "sd of a deal", &found, &called, "none is called balanced"], &[0]);
    for Needed { spread, sd, deals } in needs {
        let [found, called, balanced] = deals.map(|deals| deals.to_string());
        table.add_row([(*spread).to_owned(), format!("{sd:.3}"), found, called, balanced]);
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
