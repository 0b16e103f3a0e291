//! What pairing saved, and how many deals the margin needs.

use comfy_table::Table;
use riverlab_arena::report::terminal::{Text, fitted};
use riverlab_arena::report::text::text_table;
use riverlab_stats::power::Design;
use riverlab_stats::stable_sort::stable_sort_by;

use crate::balance::effect::Unpaired;
use crate::balance::finding::Findings;
use crate::balance::plan::StudyPlan;

/// What pairing saved, and how many deals the margin needs.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Precision {
    /// The experiments of the study.
    family: usize,
    margin: f64,
    savings: Vec<Saving>,
    /// How many deals a study like this one needs.
    needs: Vec<Needed>,
}

/// How many times the games separate deals take.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Saving {
    of: &'static str,
    median: f64,
    least: f64,
}

/// A design for effects of a certain spread.
#[derive(Clone, Copy, Debug)]
pub struct SpreadDesign {
    /// Which spread.
    pub spread: &'static str,
    /// The design.
    pub design: Design,
}

impl SpreadDesign {
    /// The designs of the effects with the median and the largest spread.
    pub fn both([median, largest]: [Design; 2]) -> [SpreadDesign; 2] {
        [
            SpreadDesign { spread: "median spread", design: median },
            SpreadDesign { spread: "largest spread", design: largest },
        ]
    }
}

/// How many deals are needed where effects have a certain spread.
#[derive(Clone, PartialEq, Debug)]
struct Needed {
    spread: &'static str,
    sd: f64,
    /// To find an effect of the margin, to call one of twice that strong or weak, to call none balanced.
    deals: [u64; 3],
}

impl Needed {
    fn of(SpreadDesign { spread, design }: &SpreadDesign) -> Needed {
        Needed { spread, sd: design.sd, deals: design.deals_needed() }
    }
}

impl Precision {
    /// The precision of a study.
    pub(crate) fn of(plan: &StudyPlan, findings: &Findings) -> Precision {
        let family = plan.family.len() * plan.bots.len();
        let spread_out = findings.effects.iter().filter(|finding| finding.effect.sd > 0.0);
        let designs = spread_out.map(|finding| finding.effect.design(family, plan.margin)).collect();
        let designs = median_and_largest(designs).map(SpreadDesign::both);
        // With a budget nobody asks how many deals it takes.
        let designs = designs.filter(|_| plan.budget.is_none());
        let needs = designs.iter().flatten().map(Needed::of).collect();
        Precision { family, margin: plan.margin, savings: savings(findings), needs }
    }

    /// For a terminal.
    pub(crate) fn text(&self) -> Text {
        let header = "times the games that separate deals take for the same intervals";
        let mut table = text_table(&[header, "median", "least"], &[0]);
        for Saving { of, median, least } in &self.savings {
            table.add_row([(*of).to_owned(), format!("{median:.1}"), format!("{least:.1}")]);
        }
        let mut text = Text::from("\n");
        if table.row_count() > 0 {
            text.push(fitted(table, &[]));
        }
        if !self.needs.is_empty() {
            text.push(format!("deals for 90 %, each, in a family of {}, without a second look:\n", self.family));
            text.push(fitted(table_of(self.margin, &self.needs), &[]));
        }
        text
    }

    /// The same in sentences.
    pub(crate) fn sentences(&self) -> Vec<String> {
        let savings = self.savings.iter().map(|Saving { of, median, least }| {
            format!("separate deals take {median:.1} times the games for the same intervals of {of} (median; {least:.1} at least)")
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
fn savings(findings: &Findings) -> Vec<Saving> {
    let unpaired: Vec<Unpaired> = findings.effects.iter().map(|finding| finding.effect.unpaired).collect();
    let rows: [(&str, Vec<f64>); 3] = [
        ("shares, from games with and without", unpaired.iter().filter_map(|unpaired| unpaired.share).collect()),
        (
            "shares, from games with only, as 1/n is won without",
            unpaired.iter().filter_map(|unpaired| unpaired.share_known).collect(),
        ),
        ("scores, from games with and without", unpaired.iter().filter_map(|unpaired| unpaired.score).collect()),
    ];
    let saving = |(of, ratios)| spread(ratios).map(|[least, median, _]| Saving { of, median, least });
    rows.into_iter().filter_map(saving).collect()
}

/// How many deals designs need.
pub fn needed_table(designs: &[SpreadDesign]) -> Table {
    table_of(designs[0].design.margin, &designs.iter().map(Needed::of).collect::<Vec<_>>())
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
pub(crate) fn median_and_largest(mut designs: Vec<Design>) -> Option<[Design; 2]> {
    stable_sort_by(&mut designs, |a, b| a.sd.total_cmp(&b.sd));
    Some([*designs.get(designs.len() / 2)?, *designs.last()?])
}

/// The least, the median, and the most.
pub fn spread(mut values: Vec<f64>) -> Option<[f64; 3]> {
    values.sort_unstable_by(f64::total_cmp);
    let (least, most) = (*values.first()?, *values.last()?);
    Some([least, f64::midpoint(values[(values.len() - 1) / 2], values[values.len() / 2]), most])
}

#[cfg(test)]
#[path = "precision_tests.rs"]
mod tests;
