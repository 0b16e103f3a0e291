use super::*;

#[test]
fn interventions_are_printed_as_they_are_parsed() {
    for text in [
        "ban",
        "ban-all",
        "grant",
        "remove",
        "cost+1",
        "cost-2-all",
        "points+20",
        "points-1-all",
        "set:a.b=c",
        "set:a=1;b=2",
    ] {
        assert_eq!(text.parse::<Intervention>().expect("allowed").to_string(), text);
    }
    for text in [
        "",
        "Ban",
        "remove-all",
        "grant-all",
        "cost",
        "cost1",
        "cost+0",
        "cost+21",
        "points+-1",
        "set:a",
        "set:a=1;b",
        "-all",
    ] {
        assert!(text.parse::<Intervention>().is_err(), "{text}");
    }
}
