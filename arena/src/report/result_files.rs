//! The files that follow from the games of a run.

use crate::plan::Plan;
use crate::report::csv::{components_csv, match_csv, pairs_csv, ratings_csv, seats_csv, standings_csv};
use crate::store::file_names::{COMPONENTS, MATCH, PAIRS, RATINGS, SEATS, STANDINGS};
use crate::store::run_dir::ResultFile;
use crate::tally::Report;

/// All result tables of a run under the names of their files: those of a match and of components where there are any.
pub(crate) fn result_files(plan: &Plan, report: &Report) -> Vec<ResultFile> {
    let Report { summary, of_match, components } = report;
    let mut files = vec![
        (STANDINGS, standings_csv(plan, summary)),
        (PAIRS, pairs_csv(plan, summary)),
        (SEATS, seats_csv(plan, summary)),
        (RATINGS, ratings_csv(plan, summary)),
    ];
    files.extend(of_match.as_ref().map(|result| (MATCH, match_csv(plan, summary, result))));
    files.extend((!components.is_empty()).then(|| (COMPONENTS, components_csv(plan, components))));
    files
}
