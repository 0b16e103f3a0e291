use super::*;

#[test]
fn files_are_read_by_their_columns() {
    let columns: Vec<&Column> = timing::layout().columns().collect();
    let content = b"bot,ms_mean,sims_per_s,shoe size\n\"a,\"\"b\",0.5,,\nc,inf,7,44\n";
    let (headings, rows) = parsed(content, &columns).expect("a table");
    let view = TableView::of_cells(TIMING, headings, rows.into_iter(), "Times").markup().into_string();
    for part in [
        r#"<th class="t" scope="col" data-column="shoe size">shoe size</th>"#,
        "<bdi>a,&quot;b</bdi>",
        r#"<td data-v="0.5">0.500</td>"#,
        r#"<td data-v=""></td>"#,
        r#"<td data-v="inf">∞</td>"#,
        r#"<td data-v="7">7</td>"#,
    ] {
        assert!(view.contains(part), "{part} in {view}");
    }
    assert!(parsed(b"a,b\n1\n", &columns).is_err());
}
