use super::*;
use crate::column::Format::{Count, Decimals, Name, Signed};
use crate::column::{main, more};
use crate::report::layout::Field;

struct Row(&'static str, u64, f64, f64);

const COLUMNS: &[Field<Row>] = &[
    main("bot", "Bot", Name, "").of(|row| row.0.into()),
    main("games", "Games", Count, "").of(|row| row.1.into()),
    main("share", "Share", Decimals(3), "").of(|row| row.2.into()),
    more("elo", "Elo", Signed(0), "").of(|row| row.3.into()),
];

#[test]
fn cells_hold_the_text_of_the_file() {
    let row = Row("<b>", 10, 0.123_456_789, f64::NEG_INFINITY);
    let text = TableView::new("standings.csv", &Layout::new(COLUMNS), [row], "Bots").markup().into_string();
    for part in [
        r#"<th class="t" scope="row"><bdi>&lt;b&gt;</bdi></th>"#,
        r#"<td data-v="0.123456789">0.123</td>"#,
        r#"<td class="m" data-v="-inf">−∞</td>"#,
        r#"<th class="m" scope="col" data-column="elo">Elo</th>"#,
        "All 4 columns",
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
    assert!(!text.contains("data-rows-left-out"), "{text}");
}

#[test]
fn long_tables_say_how_long_they_are() {
    let rows = (0..MAX_CELLS + 7).map(|_| Row("a", 1, 0.5, 0.0));
    let layout = Layout::new(&COLUMNS[2..3]);
    let text = TableView::new("standings.csv", &layout, rows, "Bots").markup().into_string();
    assert!(text.contains("data-rows-left-out=\"7\"") && text.contains("7 more rows are in "), "{}", &text[..400]);
}

#[test]
fn single_rows_go_down_the_page() {
    const COLUMNS: &[Field<Row>] = &[
        main("focus", "Focus", Name, "").of(|row| row.0.into()),
        main("deals", "Deals", Count, "").of(|row| row.1.into()),
        main("llr", "Ratio", Decimals(3), "").of(|_| Cell::Empty),
    ];
    let row = Row("a", 7, 0.0, 0.0);
    let text = TableView::down("match.csv", &Layout::new(COLUMNS), &row, "The match").markup().into_string();
    let cell = r#"<th scope="row" data-column="deals">Deals</th><td data-v="7">7</td>"#;
    assert!(text.contains(cell) && text.contains(r#"<td data-v=""></td>"#), "{text}");
}
