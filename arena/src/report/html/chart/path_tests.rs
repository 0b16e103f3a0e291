use super::*;

#[test]
fn ways_are_drawn_to_scale() {
    let point = |deals, value| Point { deals, value, interval: Some((value - 1.0, value + 1.0)) };
    let path = Path {
        name: "llr".to_owned(),
        caption: "The test".to_owned(),
        axis: "ratio".to_owned(),
        points: vec![point(1, 0.0), point(4, 1.0)],
        bounds: vec![(-3.0, "rejected".to_owned()), (3.0, "accepted".to_owned())],
    };
    let text = path.picture().into_string();
    for part in [
        r#"<path class="way" d="M250 120L1000 90"></path>"#,
        r#"<path class="area" d="M250 150L1000 120L1000 60L250 90"></path>"#,
        r#"<circle class="last" cx="100%" cy="90" r="4">"#,
        "After 4 deals ratio: 1.000 (0.000 to 2.000). rejected: -3; accepted: 3.",
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
}
