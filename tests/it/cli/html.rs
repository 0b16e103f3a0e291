//! `riverlab report --html`: pages whose numbers are those of the files, of any run, with any names in it.

use std::fs;
use std::path::Path;

use crate::cli::program::{Ran, folder, interrupt, run_in, shell_in};

const TOURNAMENT: &str = "tournament --bots greedy random ply --deals 4 --quiet";
const MATCH: &str = "match dice --focus greedy --against random --sprt win:0.1 --deals 60 --quiet";
const STUDY: &str =
    "balance --bots greedy random --elements shed-a fort-a mill-a --interventions ban grant --deals 8 --quiet";
const READINGS: &str = "balance --elements mill-a inn-a --readings building.inn-a.* --deals 4 --quiet";
const SUGGESTION: &str = "balance --elements shed-a fort-a --set building.shed-a.points=25 --interventions grant --suggest \
                          --deals 30 --quiet";

/// Plays a run into the folder `run` and gives its page.
fn page_of(path: &Path, command: &str) -> String {
    run_in(path, &format!("{command} --out run")).ok();
    let ran = run_in(path, "report run --html page.html").ok();
    assert_eq!(ran.stdout, "wrote page.html\n");
    read(path, "page.html")
}

fn read(path: &Path, name: &str) -> String {
    fs::read_to_string(path.join(name)).expect("a file")
}

/// The values of a table of a page, row by row: what stands in `data-v`, or else the text.
fn values(page: &str, table: &str) -> Vec<Vec<String>> {
    let from = page.find(&format!("data-table=\"{table}\"")).unwrap_or_else(|| panic!("no table {table}"));
    let whole = &page[from..from + page[from..].find("</table>").expect("an end")];
    let body = whole.split("<tbody>").nth(1).expect("a body");
    let cells = |row: &str| -> Vec<String> {
        let begins = row.match_indices("<td").chain(row.match_indices("<th")).map(|(at, _)| at);
        let mut begins: Vec<usize> = begins.collect();
        begins.sort_unstable();
        let ends = begins.iter().skip(1).copied().chain([row.len()]);
        begins.iter().zip(ends).map(|(&from, to)| value(&row[from..to])).collect()
    };
    body.split("<tr>").skip(1).map(cells).collect()
}

/// How many columns of a table the list below it explains.
fn explained(page: &str, table: &str) -> usize {
    let from = page.find(&format!("data-table=\"{table}\"")).expect("a table");
    let list = page[from..].split("</details>").next().expect("a part");
    list.matches("<dt>").count()
}

/// The value of a cell.
fn value(cell: &str) -> String {
    let (tag, rest) = cell.split_once('>').expect("a tag");
    let text = match tag.split_once("data-v=\"") {
        Some((_, value)) => value.split('"').next().expect("a value").to_owned(),
        None => rest.split('<').filter_map(|part| part.split('>').next_back()).collect(),
    };
    [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&amp;", "&")]
        .iter()
        .fold(text, |text, (from, to)| text.replace(from, to))
}

/// The rows of a CSV file.
fn rows(path: &Path, file: &str) -> Vec<Vec<String>> {
    let mut reader = csv::Reader::from_path(path.join(file)).expect("a file");
    reader.records().map(|record| record.expect("a row").iter().map(str::to_owned).collect()).collect()
}

/// Every table of the folder is on the page, and has the numbers of the file.
fn check_tables(path: &Path, page: &str, tables: &[&str]) {
    for table in tables {
        let expected = rows(path, &format!("run/{table}.csv"));
        assert!(!expected.is_empty(), "{table}");
        assert_eq!(values(page, table), expected, "{table}");
        assert_eq!(explained(page, table), expected[0].len(), "{table} has columns that the page does not explain");
    }
}

#[test]
fn numbers_of_a_tournament_are_those_of_its_files() {
    let folder = folder();
    let path = folder.path();
    let page = page_of(path, &format!("{TOURNAMENT} --timing"));
    check_tables(path, &page, &["standings", "ratings", "pairs", "seats", "elements", "timing"]);
    assert!(page.contains("This is association, not effect") && page.contains("<h1>Tournament: The River</h1>"));
    assert!(page.contains("riverlab tournament the-river --players 2"), "the command is missing");
}

#[test]
fn a_match_shows_its_way_to_the_last_deal() {
    let folder = folder();
    let path = folder.path();
    let page = page_of(path, MATCH);
    let expected = rows(path, "run/match.csv").remove(0);
    let down: Vec<String> = values(&page, "match").into_iter().map(|mut row| row.remove(1)).collect();
    assert_eq!(down, expected);
    let header = read(path, "run/match.csv");
    let column = |name: &str| header.lines().next().expect("a header").split(',').position(|other| other == name);
    let in_file = |name: &str| expected[column(name).expect("a column")].parse::<f64>().expect("a number");
    let [deals, llr, raw, lo, hi] = ["deals", "llr", "raw", "always_lo", "always_hi"].map(in_file);
    for last in [
        format!("After {deals} deals log-likelihood ratio: {llr:.3}. "),
        format!("After {deals} deals share of the focus: {raw:.3} ({lo:.3} to {hi:.3}). "),
    ] {
        assert!(page.contains(&last), "{last}");
    }
}

#[test]
fn numbers_of_studies_are_those_of_their_files() {
    for (command, tables) in [
        (STUDY, &["effects", "interactions"] as &[&str]),
        (READINGS, &["effects", "readings"]),
        (SUGGESTION, &["effects", "suggested"]),
    ] {
        let folder = folder();
        let page = page_of(folder.path(), command);
        check_tables(folder.path(), &page, tables);
        assert!(page.contains("<h1>Balance study: The River</h1>") && page.contains("<article class=\"card\">"));
    }
}

#[test]
fn a_page_depends_on_the_run_alone() {
    let folder = folder();
    let path = folder.path();
    for (command, name) in [(TOURNAMENT, "tournament"), (STUDY, "study")] {
        for (threads, out) in [(1, "one"), (2, "two")] {
            run_in(path, &format!("{command} --threads {threads} --out {name}-{out}")).ok();
            run_in(path, &format!("report {name}-{out} --html {out}.html")).ok();
        }
        assert!(read(path, "one.html") == read(path, "two.html"), "{name}");
    }
}

#[test]
fn pages_load_nothing_and_are_small() {
    let folder = folder();
    let path = folder.path();
    let tournament = page_of(path, "tournament --bots mcts:sims=2 greedy random --deals 30 --quiet");
    assert!(tournament.len() < 300_000, "{}", tournament.len());
    let study = page_of(path, "balance --elements * --deals 2 --quiet --force");
    let components = values(&study, "effects").len();
    assert!(components >= 50 && study.len() < 600_000 * components / 50, "{components}: {}", study.len());
    for page in [tournament, study] {
        for word in ["http:", "https:", "src=", "@import", "url(", "<link", "<iframe", "<img"] {
            assert!(!page.contains(word), "{word}");
        }
        let policy = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:";
        assert!(page.contains(policy) && page.matches("<h1>").count() == 1 && page.contains("<html lang=\"en\">"));
        let pictures = page.matches("<svg role=\"img\"").count();
        assert!(pictures > 0 && pictures == page.matches("<desc ").count(), "{pictures}");
    }
}

#[test]
fn hostile_names_are_text() {
    let folder = folder();
    let path = folder.path();
    let weights = fs::read(crate::of_project("bots/weights/the-river-2.toml")).expect("weights");
    let names = ["<script>alert(1)</script>", "./\"'&\u{202e}<b>.toml"];
    for name in names {
        let file = path.join(name);
        fs::create_dir_all(file.parent().expect("a folder")).expect("made");
        fs::write(file, &weights).expect("written");
    }
    let bots = names.map(|name| format!("greedy:eval={name}"));
    let page = page_of(path, &format!("tournament --bots {} {} random --deals 2 --quiet", bots[0], bots[1]));
    check_tables(path, &page, &["standings", "pairs", "seats", "ratings"]);
    assert_eq!(page.matches("<script>").count(), 1, "a name is a script");
    assert!(!page.contains("\u{202e}<b>"), "a name is a tag");
    assert!(page.contains("<bdi>greedy:eval=&lt;script&gt;alert(1)&lt;/script&gt;</bdi>"));
    // A name that turns the direction of what follows stands alone in its element.
    for (at, _) in page.match_indices('\u{202e}') {
        let element = page[..at].rfind('<').map(|from| page[from..].chars().take(5).collect::<String>());
        let alone = ["<bdi>", "<text", "<desc", "<titl"];
        assert!(element.as_deref().is_some_and(|element| alone.contains(&element)), "{element:?}");
    }
}

#[test]
fn unfinished_runs_have_pages() {
    let folder = folder();
    let path = folder.path();
    run_in(path, &format!("{TOURNAMENT} --out run")).ok();
    let games = read(path, "run/games.csv");
    fs::remove_file(path.join("run/standings.csv")).expect("removed");
    interrupt(&path.join("run"), &games[..games.len() * 3 / 4]);
    run_in(path, "report run --html page.html").ok();
    let page = read(path, "page.html");
    assert!(page.contains("The run is not complete") && page.contains("data-table=\"standings\""));
}

#[test]
fn what_cannot_be_written_is_named() {
    let folder = folder();
    let path = folder.path();
    run_in(path, "tournament dice --bots greedy random --deals 2 --quiet --out run").ok();
    let refused = |arguments: &str, why: &str| {
        let Ran { code, stdout, stderr } = run_in(path, arguments);
        assert_eq!((code, stdout.as_str()), (Some(2), ""), "{arguments}: {stderr}");
        assert!(stderr.contains(why), "{arguments}: {stderr}");
    };
    refused("report run --html no/page.html", "cannot write no/page.html: its folder is not there");
    refused("report run --html run", "cannot write run: it is there and is no file");
    refused("report run --html /dev/full", "cannot write /dev/full: it is there and is no file");
    refused("report missing --html page.html", "missing");
    refused("report run --json --html page.html", "cannot be used with");
    assert!(!path.join("page.html").exists());
    fs::write(path.join("page.html"), "old").expect("written");
    refused("report run --html page.html", "cannot write page.html: it is there, and is no such file of riverlab");
    run_in(path, "report run --html page.html --force").ok();
    let page = read(path, "page.html");
    assert!(page.starts_with("<!DOCTYPE html>"));
    run_in(path, "report run --html page.html").ok();
    assert_eq!(run_in(path, "report run --html -").ok().stdout, page);
    assert!(!path.join("-").exists());
}

#[test]
fn what_is_read_is_not_written_over() {
    let folder = folder();
    let path = folder.path();
    run_in(path, "tournament dice --bots greedy random --deals 2 --quiet --out run").ok();
    run_in(path, "balance the-river --elements mill-a --bots greedy random --deals 2 --quiet --out study").ok();
    shell_in(path, "$RIVERLAB trace the-river > g.jsonl; ln -s run same; ln -s ../g.jsonl run/link; ln g.jsonl hard")
        .ok();
    let files = || [read(path, "run/games.csv"), read(path, "study/blocks.csv"), read(path, "g.jsonl")];
    let before = files();
    for arguments in [
        "report run --html run/games.csv",
        "report run --html run/match.csv",
        "report same --html run/../same/games.csv",
        "report study --html study/manifest.json",
        "report study --html ./study/blocks.csv",
        "replay g.jsonl --html g.jsonl",
        "replay g.jsonl --html run/link",
        "replay run/../g.jsonl --html hard",
        "replay run/link --html g.jsonl",
    ] {
        for force in ["", " --force"] {
            let ran = run_in(path, &format!("{arguments}{force}"));
            assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), ""), "{arguments}{force}: {ran:?}");
        }
    }
    shell_in(path, "$RIVERLAB replay - --html g.jsonl --force < g.jsonl; [ $? = 2 ]").ok();
    assert!(files() == before && !path.join("run/match.csv").exists());
    // Pictures, too, replace their own kind alone; pages and pictures on standard output are those of files.
    run_in(path, "replay g.jsonl --html page.html --svg pictures").ok();
    assert_eq!(run_in(path, "replay g.jsonl --html -").ok().stdout, read(path, "page.html"));
    run_in(path, "replay g.jsonl --html page.html --svg pictures").ok();
    fs::write(path.join("pictures/position-0001.svg"), "<svg>mine</svg>").expect("written");
    let ran = run_in(path, "replay g.jsonl --svg pictures");
    assert!(ran.code == Some(2) && ran.stderr.contains("pictures/position-0001.svg: it is there"), "{ran:?}");
    run_in(path, "replay g.jsonl --svg pictures --force").ok();
    run_in(path, "man --dir man").ok();
    fs::write(path.join("man/riverlab.1"), "mine").expect("written");
    assert_eq!(run_in(path, "man --dir man").code, Some(2));
    run_in(path, "man --dir man --force").ok();
    run_in(path, "man --dir man").ok();
}
