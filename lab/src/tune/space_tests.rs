use super::*;

fn space(options: &[&str]) -> Result<Space, String> {
    Space::new(options.iter().map(|text| text.parse()).collect::<Result<_, _>>()?)
}

#[test]
fn options_are_written_as_they_are_read() {
    for text in ["c=0.1..2:log", "sims=50..400:whole", "x=-1..1", "depth=1,2,4", "depth=1,2?rollout=quick"] {
        assert_eq!(text.parse::<Dimension>().map(|dimension| dimension.to_string()), Ok(text.to_owned()));
    }
    for (text, message) in [
        ("c", "expected NAME=LO..HI"),
        ("c=", "expected NAME=LO..HI"),
        ("c=1..x", "expected NAME=LO..HI"),
        ("c=1..2:lin", "expected NAME=LO..HI"),
        ("c=2..1", "2..1: expected the lower end first"),
        ("c=0..1:log", "0..1:log: expected numbers above 0"),
        ("c=0.5..2:whole", "0.5..2:whole: expected whole numbers"),
        ("c=1", "1: expected 2 to 16 values"),
        ("c=1,,2", "1,,2: expected 2 to 16 values"),
        ("c=1,2,1", "1,2,1: 1 is given twice"),
        ("c=1,2?d", "expected NAME=LO..HI"),
    ] {
        let said = text.parse::<Dimension>().expect_err(text);
        assert!(said.starts_with(message), "{text}: {said}");
    }
}

#[test]
fn spaces_that_do_not_fit_together_are_refused() {
    let many: Vec<String> = (0..9).map(|number| format!("o{number}=0..1")).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    for (options, message) in [
        (&many[..], "9 options: expected 1 to 8"),
        (&[], "0 options: expected 1 to 8"),
        (&["c=0..1", "c=1,2"], "c is given twice"),
        (&["c=0..1?d=1"], "c: d=1: expected another option that is tuned"),
        (&["c=0..1?d=1", "d=0..1"], "c: d=1: expected an option with a list of values"),
        (&["c=0..1?d=3", "d=1,2"], "c: d=3: expected one of 1, 2"),
    ] {
        let said = space(options).expect_err(message);
        assert!(said.starts_with(message), "{options:?}: {said}");
    }
}

#[test]
fn settings_have_values_that_can_be_written_down() {
    let space = space(&["c=0.1..10:log", "n=1..7:whole", "d=p,q", "e=0..1?d=q"]).expect("a space");
    let texts = |point: [f64; 4]| {
        let setting = space.at(&point);
        assert_eq!(space.snapped(&setting), setting, "it is there already");
        let text = |option| space.value(option, &setting).unwrap_or_else(|| "-".to_owned());
        let back: Vec<Option<f64>> = (0..4).map(|option| space.coordinate(option, &text(option))).collect();
        for (option, coordinate) in back.into_iter().enumerate().filter(|(_, coordinate)| coordinate.is_some()) {
            assert_eq!(coordinate, Some(setting[option]), "{point:?}");
        }
        [text(0), text(1), text(2), text(3)].join(" ")
    };
    assert_eq!(texts([0.5, 0.5, 0.2, 0.3]), "1 4 p -");
    assert_eq!(texts([0.0, 0.0, 0.7, 0.3]), "0.1 1 q 0.3");
    assert_eq!(texts([1.0, 1.0, 1.0, 1.0]), "10 7 q 1");
    assert_eq!(texts([0.123, 0.9, 0.5, 0.123_456]), "0.176 6 q 0.123");
}
