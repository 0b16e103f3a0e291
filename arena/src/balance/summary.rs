//! The results of a study for people who design games.

use std::fmt::Write as _;

use super::effect::{RATE, Unpaired, Verdict, deals_needed};
use super::findings::{Deals, Finding, Findings, Interaction};
use super::intervention::{Direction, Intervention, Scope};
use super::sensitivity::{Robustness, SensitivityResult};
use super::study::{StudyPlan, Task};
use super::suggest::exceeds_margin;
use crate::plan::quoted;
use crate::report::text::text_table;
use crate::stats::Interval;
use riverlab_engine::Treatment;

/// How many components are shown from either end.
const ENDS: usize = 10;
/// The width of a drawing; odd, so that there is a middle.
const DRAWING: usize = 41;

/// An effect turned so that strong is above 0.
fn turned(finding: &Finding, effect: Interval) -> Interval {
    match finding.subject.intervention.direction() {
        Direction::Down => effect.mirrored(0.0),
        Direction::Up | Direction::Start => effect,
    }
}

/// How much a component is worth.
fn strength(finding: &Finding) -> Interval {
    turned(finding, finding.effect.share)
}

/// All that is said of a study of effects.
pub fn summary_text(plan: &StudyPlan, findings: &Findings) -> String {
    let mut text = title(plan, findings);
    for (bot, name) in plan.bots.iter().enumerate() {
        for intervention in interventions(plan) {
            let of = |finding: &&Finding| finding.bot == bot && finding.subject.intervention.name() == intervention;
            let mut chosen: Vec<&Finding> = findings.effects.iter().filter(of).collect();
            chosen.sort_by(|one, other| strength(other).mean.total_cmp(&strength(one).mean));
            if !chosen.is_empty() {
                text += &ranking_text(plan, name, &intervention, &chosen);
            }
        }
    }
    text + &interactions_text(plan, &findings.interactions) + &precision_text(plan, findings)
}

/// The interventions of a study, each once.
fn interventions(plan: &StudyPlan) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for subject in &plan.family {
        let name = subject.intervention.name();
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

fn title(plan: &StudyPlan, findings: &Findings) -> String {
    let fresh = findings.effects.iter().filter(|finding| finding.on == Deals::Fresh).count();
    let played = |on_fresh: bool| {
        let chosen = findings.effects.iter().filter(|finding| (finding.on == Deals::Fresh) == on_fresh);
        chosen.map(|finding| finding.effect.deals).max().unwrap_or(if on_fresh { plan.confirm } else { plan.deals })
    };
    let mut text = format!(
        "{}, {} players, each bot against its copies, deals: {}, seed: {}\n",
        plan.game,
        plan.players,
        played(false),
        plan.seed
    );
    if fresh > 0 && plan.study == Task::Effects {
        let _ =
            writeln!(text, "{fresh} effects that stood out in them were played again, on {} fresh deals", played(true));
    }
    let _ = write!(
        text,
        "strength: the share of wins that a player gains by the element or loses without it, points likewise\n\
         balanced: surely within {} (90 % interval); strong, weak: beyond doubt (q < {RATE}), but not surely within\n",
        plan.margin
    );
    if !plan.reproducible {
        text += "a bot with a time budget (ms=, marked [timed]) played: the study is not reproducible\n";
    }
    text
}

fn ranking_text(plan: &StudyPlan, bot: &str, intervention: &str, chosen: &[&Finding]) -> String {
    let start = chosen[0].subject.intervention.direction() == Direction::Start;
    let what = if start { "effect on the share of the start player" } else { "strength" };
    let reach = chosen
        .iter()
        .map(|finding| strength(finding))
        .fold(plan.margin, |most, share| most.max(-share.lo).max(share.hi));
    let drawing = format!("from {:+.3} to {reach:+.3}, | margin", -reach);
    let header = ["element", what, "95 % interval", &drawing, "points", "q", "verdict"];
    let mut table = text_table(&header, &[0, 3, 6]);
    let cut = chosen.len() > 2 * ENDS;
    let (first, last) = if cut { chosen.split_at(ENDS) } else { (chosen, &[][..]) };
    table.add_rows(first.iter().map(|finding| cells(finding, reach, plan.margin)));
    if cut {
        table.add_row([format!("({} between)", last.len() - ENDS)]);
        table.add_rows(last[last.len() - ENDS..].iter().map(|finding| cells(finding, reach, plan.margin)));
    }
    let shown = first.iter().chain(&last[last.len().saturating_sub(ENDS)..]);
    let outliers: Vec<&&Finding> = shown.filter(|finding| is_outlier(finding)).collect();
    let mut text = format!("\n{bot}: {intervention}\n{table}\n{}", counts_text(chosen));
    if !outliers.is_empty() {
        text += "examples are games in which nothing is done to any element\n";
    }
    text + &outliers.into_iter().map(|finding| outlier_text(plan, finding)).collect::<String>()
}

fn cells(finding: &Finding, reach: f64, margin: f64) -> Vec<String> {
    let (share, effect) = (strength(finding), &finding.effect);
    vec![
        finding.subject.component.clone(),
        format!("{:+.4}", share.mean),
        format!("{:+.4} .. {:+.4}", share.lo, share.hi),
        drawing(&share, reach, margin),
        format!("{:+.2}", turned(finding, effect.score).mean),
        format!("{:.4}", effect.q),
        effect.verdict.name().to_owned(),
    ]
}

/// `····|····┼──●─|····`: an interval within −reach to reach, zero and the margin on either side.
fn drawing(share: &Interval, reach: f64, margin: f64) -> String {
    let middle = (DRAWING / 2) as f64;
    let place = |value: f64| ((value / reach).clamp(-1.0, 1.0) * middle + middle).round() as usize;
    let (lo, mean, hi) = (place(share.lo), place(share.mean), place(share.hi));
    let sign = |at: usize| match at {
        _ if at == mean => '●',
        _ if at == place(margin) || at == place(-margin) => '|',
        _ if (lo..=hi).contains(&at) => '─',
        _ if at == place(0.0) => '┼',
        _ => '·',
    };
    (0..DRAWING).map(sign).collect()
}

fn counts_text(chosen: &[&Finding]) -> String {
    let all = [
        Verdict::Strong,
        Verdict::Weak,
        Verdict::HelpsStart,
        Verdict::HurtsStart,
        Verdict::Balanced,
        Verdict::Undecided,
    ];
    let count = |verdict: Verdict| chosen.iter().filter(|finding| finding.effect.verdict == verdict).count();
    let counts: Vec<String> = all
        .into_iter()
        .filter(|&verdict| count(verdict) > 0)
        .map(|verdict| format!("{} {}", count(verdict), verdict.name()))
        .collect();
    format!("{}\n", counts.join(", "))
}

fn is_outlier(finding: &Finding) -> bool {
    !matches!(finding.effect.verdict, Verdict::Balanced | Verdict::Undecided)
}

/// What an outlier means, and how to see it.
fn outlier_text(plan: &StudyPlan, finding: &Finding) -> String {
    let mut text = format!("  {}\n", words(finding));
    if let Some(example) = finding.effect.example {
        let what = if example.taken { "a winner took it" } else { "it told most" };
        let _ = writeln!(text, "    {what}: {}", trace_command(plan, finding.bot, example.deal));
    }
    text
}

/// The command that shows the game of a deal in which nothing is done to any component.
fn trace_command(plan: &StudyPlan, bot: usize, deal: u64) -> String {
    let spec = plan.specs().map_or_else(|_| plan.bots[bot].clone(), |specs| specs[bot].to_string());
    let bots = vec![spec; plan.players].join(" ");
    let mut words = vec![format!("riverlab trace {}", plan.game)];
    if let Some((file, _)) = &plan.rules.file {
        words.push(format!("--rules {}", quoted(file)));
    }
    words.extend(plan.rules.sets.iter().map(|set| format!("--set {}", quoted(set))));
    words.push(format!("--players {} --seed {} --deal {deal} --bots {bots}", plan.players, plan.seed));
    words.join(" ")
}

/// One line of plain words.
fn words(finding: &Finding) -> String {
    let (component, share) = (&finding.subject.component, &finding.effect.share);
    let who = match &finding.subject.intervention {
        Intervention::Set(_) => format!("with {component} the start player"),
        Intervention::Treat { treatment, more, scope } => {
            let one = *scope == Scope::One;
            let alone = |text: String| if one { text } else { format!("{text}, for all, the start player") };
            match treatment {
                Treatment::Ban if one => format!("a player who may not take {component}"),
                Treatment::Ban => format!("when nobody may take {component}, the start player"),
                Treatment::Grant => format!("a player who gets {component} first"),
                Treatment::Remove => format!("without {component} in the game the start player"),
                Treatment::Cost => alone(format!("a player for whom {component} costs {more:+}")),
                Treatment::Points => alone(format!("a player for whom {component} brings {more:+} points")),
            }
        }
    };
    let way = if share.mean < 0.0 { "fewer" } else { "more" };
    let [mean, one, other] = [share.mean, share.lo, share.hi].map(|value| 100.0 * value * share.mean.signum());
    let (lo, hi) = (one.min(other), one.max(other));
    format!("{who} wins {mean:.1} of 100 games {way} ({lo:.1} to {hi:.1})")
}

fn interactions_text(plan: &StudyPlan, interactions: &[Interaction]) -> String {
    if interactions.is_empty() {
        return String::new();
    }
    let differing: Vec<&Interaction> =
        interactions.iter().filter(|interaction| interaction.contrast.q < RATE).collect();
    let count = interactions.len();
    let mut text =
        format!("\nby strength of play: {} of {count} effects differ between bots (q < {RATE})\n", differing.len());
    if differing.is_empty() {
        return text;
    }
    let mut table = text_table(&["element", "", "bot", "less", "share", "95 % interval", "q"], &[0, 1, 2, 3]);
    for interaction in differing {
        let (share, (bot, other)) = (&interaction.contrast.share, interaction.bots);
        table.add_row([
            interaction.subject.component.clone(),
            interaction.subject.intervention.name(),
            plan.bots[bot].clone(),
            plan.bots[other].clone(),
            format!("{:+.4}", share.mean),
            format!("{:+.4} .. {:+.4}", share.lo, share.hi),
            format!("{:.4}", interaction.contrast.q),
        ]);
    }
    let _ = writeln!(text, "{table}");
    text
}

/// Which verdicts hold under other readings of the tables.
pub fn readings_text(plan: &StudyPlan, [count, impossible]: [usize; 2], reread: &[SensitivityResult]) -> String {
    let mut text = format!(
        "\nother readings of reconstructed values: {count}; a verdict holds where it is the same, changes where the effect differs \
         too (q < {RATE})\n"
    );
    if impossible > 0 {
        let _ = writeln!(text, "{impossible} more are not possible together with what is asked");
    }
    let header = ["element", "", "bot", "verdict", "holds", "open", "changes", "changes under"];
    let mut table = text_table(&header, &[0, 1, 2, 3, 7]);
    let mut firm = 0;
    let groups = reread.chunk_by(|one, other| (&one.subject, one.bot) == (&other.subject, other.bot));
    for group in groups.filter(|group| group[0].given != Verdict::Undecided) {
        let count = |outcome: Robustness| group.iter().filter(|reread| reread.outcome == outcome).count();
        firm += usize::from(count(Robustness::Holds) == group.len());
        let changing = group.iter().filter(|reread| reread.outcome == Robustness::Changes);
        let names: Vec<String> =
            changing.map(|reread| format!("{} ({})", reread.reading.id, reread.effect.verdict.name())).collect();
        table.add_row([
            group[0].subject.component.clone(),
            group[0].subject.intervention.name(),
            plan.bots[group[0].bot].clone(),
            group[0].given.name().to_owned(),
            count(Robustness::Holds).to_string(),
            count(Robustness::Open).to_string(),
            count(Robustness::Changes).to_string(),
            names.join(", "),
        ]);
    }
    let _ = writeln!(text, "{table}\n{firm} of {} verdicts hold under all readings", table.row_count());
    text
}

/// A suggestion, with what it does.
pub fn suggestion_text(plan: &StudyPlan, sets: &[String], before: &[Finding], after: &[Finding]) -> String {
    let mut text = title(plan, &Findings { effects: after.to_vec(), ..Findings::default() });
    if sets.is_empty() {
        text += "\nnothing has to be changed\n";
    } else {
        let _ = writeln!(text, "\n{} values to change ({}):", sets.len(), crate::store::file_names::SUGGESTION);
        for set in sets {
            let _ = writeln!(text, "  {}", set.replace('=', " = "));
        }
    }
    let touched = |finding: &Finding| sets.iter().any(|set| set.contains(&format!(".{}.", finding.subject.component)));
    let out = |finding: &Finding| exceeds_margin(&finding.effect, plan.margin);
    let mut table = text_table(&["element", "before", "95 % interval", "", "after", "95 % interval", ""], &[0, 3, 6]);
    for (before, after) in before.iter().zip(after) {
        if touched(before) || out(before) || out(after) {
            let mut cells = vec![before.subject.component.clone()];
            for finding in [before, after] {
                let share = strength(finding);
                let standing = if out(finding) { "out" } else { "" };
                cells.extend([
                    format!("{:+.4}", share.mean),
                    format!("{:+.4} .. {:+.4}", share.lo, share.hi),
                    standing.to_owned(),
                ]);
            }
            table.add_row(cells);
        }
    }
    let counts = |findings: &[Finding]| {
        let beyond = findings.iter().filter(|finding| out(finding)).count();
        let within = findings.iter().filter(|finding| finding.effect.verdict == Verdict::Balanced).count();
        format!("{beyond} out, {within} surely within the margin, {} neither", findings.len() - beyond - within)
    };
    let _ = writeln!(
        text,
        "\non the same fresh deals, with the tables as they were and as suggested; out: beyond the margin, q < {RATE}\n{table}"
    );
    let _ = writeln!(text, "before: {}\nafter:  {}", counts(before), counts(after));
    if after.iter().any(out) {
        text += "the goal is not reached: more deals, or a wider margin, may get further\n";
    }
    text
}

/// What pairing saved, and how many deals the margin needs.
fn precision_text(plan: &StudyPlan, findings: &Findings) -> String {
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
    fn intervals_are_drawn_to_scale() {
        let draw = |lo, mean, hi| drawing(&Interval { mean, lo, hi }, 0.04, 0.02);
        assert_eq!(draw(0.016, 0.02, 0.024), "··········|·········┼·······──●──········");
        assert_eq!(draw(-0.04, -0.03, -0.02), "─────●────|·········┼·········|··········");
    }

    #[test]
    fn spreads_are_least_median_and_most() {
        assert_eq!(spread(vec![]), None);
        assert_eq!(spread(vec![3.0]), Some([3.0, 3.0, 3.0]));
        assert_eq!(spread(vec![4.0, 1.0, 2.0, 9.0]), Some([1.0, 3.0, 9.0]));
    }
}
