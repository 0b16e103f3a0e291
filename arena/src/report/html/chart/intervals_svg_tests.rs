use super::*;
use crate::report::html::chart::mark::Mark;

fn plot_of(labels: &[&str], reference: f64) -> Intervals {
    let row = |label: &&str| Row {
        label: (*label).to_owned(),
        group: String::new(),
        intervals: vec![(Mark::Series(0), Interval { mean: 0.5, lo: 0.25, hi: f64::INFINITY })],
    };
    Intervals {
        name: "standings".to_owned(),
        caption: "Shares".to_owned(),
        axis: "share".to_owned(),
        rows: labels.iter().map(row).collect(),
        legend: Vec::new(),
        reference: Some((reference, "an equal share".to_owned())),
        band: None,
        ends: Some((0.0, 1.0)),
    }
}

#[test]
fn intervals_are_drawn_to_scale() {
    let text = plot_of(&["a"], 0.5).picture().into_string();
    for part in [
        r#"<line class="bar s0" x1="25%" x2="100%" y1="9" y2="9"></line>"#,
        r##"<use href="#m-circle" x="50%" y="9" class="k s0"></use>"##,
        r#"<text class="open" x="100%" y="13">›</text>"#,
        r#"<line class="reference" x1="50%" x2="50%""#,
        r#"<desc id="standings-d">Means with 95 % intervals. A line marks an equal share, 0.5. a: 0.500 (0.250 to inf)."#,
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
}

#[test]
fn long_labels_stand_above_and_are_shortened() {
    let (short, long) = (plot_of(&["a"], 0.5), plot_of(&[&"b".repeat(70)], 0.5));
    let height = |plot: &Intervals| plot.rows_height(plot.labels());
    assert_eq!(height(&long) - height(&short), LABEL);
    assert!(long.picture().into_string().contains(&format!("{}…{}<", "b".repeat(30), "b".repeat(15))));
}
