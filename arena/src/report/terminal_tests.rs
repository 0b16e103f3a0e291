use super::*;
use crate::report::text::text_table;

#[test]
fn whoever_prints_chooses_the_width() {
    let mut table = text_table(&["bot", "share"], &[0]);
    table.add_row(["b".repeat(70), "0.5".repeat(5)]);
    let text = Text::from("bots\n").with(fitted(table, &[(1, "share")])).with("end\n");
    assert_eq!(text.to_string(), text.shown(Width::Terminal));
    assert!(text.to_string().ends_with("\n--wide also shows: share\nend\n"), "{text}");
    let wide = text.shown(Width::AllColumns);
    assert!(wide.contains("0.50.50.5") && wide.starts_with("bots\n") && !wide.contains("--wide"), "{wide}");
}
