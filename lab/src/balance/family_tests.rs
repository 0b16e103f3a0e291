use super::*;

#[test]
fn components_are_found_by_name_kind_and_pattern() {
    let component = Component { name: "meadow-per-desert".to_owned(), kind: "meadow", interventions: &[] };
    for (text, expected) in [
        ("meadow-per-desert", true),
        ("meadow", true),
        ("meadow-*", true),
        ("*desert", true),
        ("*per*", true),
        ("meadow-*-desert", true),
        ("*", true),
        ("meadow-per", false),
        ("mead", false),
        ("*forest", false),
        ("meadow-*-forest", false),
        ("", false),
    ] {
        assert_eq!(matches(text, &component), expected, "{text}");
    }
}
