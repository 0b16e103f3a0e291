use super::*;

#[test]
fn bars_are_drawn_to_scale() {
    assert_eq!(bars(&[0, 4, 1, 1000]), "M1.05 100v-2h.9V100zM2.05 100v-2h.9V100zM3.05 100v-100h.9V100z");
    assert_eq!(bars(&[0, 0]), "");
}

#[test]
fn all_histograms_have_one_axis() {
    let row =
        |label: &str| Distribution { label: label.to_owned(), counts: vec![1, 2, 1, 0], quantiles: [12.0, 15.0, 27.5] };
    let rows = vec![row("a"), row("b")];
    let (name, caption, axis) = ("scores".to_owned(), "Scores".to_owned(), "points".to_owned());
    let text = Histograms { name, caption, axis, from: 10.0, width: 5.0, rows }.picture().into_string();
    for part in [r#"viewBox="0 0 4 100""#, r#"<line class="strip" x1="10%" x2="87.5%""#, "a: 12, 15, 27.5; b: 12"] {
        assert!(text.contains(part), "{part} in {text}");
    }
}
