use super::*;

#[test]
fn policies_are_called_as_the_option_says() {
    let cases = [
        ("random", Some(Policy::Random)),
        ("greedy", Some(Policy::Greedy)),
        ("epsilon:0.2", Some(Policy::Epsilon(0.2))),
        ("mast", Some(Policy::Mast)),
        ("quick", Some(Policy::Quick)),
        ("learned", Some(Policy::Learned(1.0))),
        ("learned:2.5", Some(Policy::Learned(2.5))),
        ("epsilon", None),
        ("epsilon:2", None),
        ("best", None),
    ];
    for (text, expected) in cases {
        assert_eq!(ROLLOUT.values.parse(text), expected, "{text}");
    }
}
