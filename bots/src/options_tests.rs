use std::fmt::Debug;

use super::*;

fn check<V: AllowedValues<Value: PartialEq + Debug>>(values: &V, allowed: &str, cases: &[(&str, Option<V::Value>)]) {
    assert_eq!(values.allowed(), allowed);
    for (text, expected) in cases {
        assert_eq!(values.parse(text), *expected, "{text}");
    }
}

#[test]
fn values_are_read_as_the_message_says() {
    let cases = [("2", Some(2)), ("9", Some(9)), ("1", None), ("10", None), ("2.5", None), ("", None)];
    check(&(2_u32..=9), "a whole number from 2 to 9", &cases);
    let cases = [("0.5", Some(0.5)), ("1e0", Some(1.0)), ("-0.1", None), ("NaN", None), ("one", None)];
    check(&(0.0_f32..=1.0), "a number from 0 to 1", &cases);
    let off = NumberOr { word: "off", range: 1..=5_u64 };
    check(&off, "off or a whole number from 1 to 5", &[("off", Some(None)), ("3", Some(Some(3))), ("end", None)]);
    let words = Words(&[("yes", true), ("no", false)]);
    check(&words, "yes or no", &[("yes", Some(true)), ("no", Some(false)), ("", None), ("YES", None)]);
    let texts = Texts { allowed: "x:1", parse: |text| (0..=3_u32).parse(text.strip_prefix("x:")?) };
    check(&texts, "x:1", &[("x:3", Some(3)), ("x:4", None), ("3", None)]);
}

#[test]
fn the_spec_goes_before_the_game_and_the_game_before_the_default() {
    const DEPTH: BotOption<RangeInclusive<u32>> = BotOption::new("depth", "1", "how deep", 1..=9);
    const WIDTH: BotOption<RangeInclusive<u32>> = BotOption::new("width", "2", "how wide", 1..=9);
    const INFO: BotInfo = BotInfo { name: "bot", summary: "", options: &[DEPTH.info, WIDTH.info], source: "" };
    let read = |spec: &str, game: Defaults| {
        let spec = spec.parse()?;
        let options = Options::new(&spec, &INFO, game)?;
        Ok::<_, SpecError>([options.get(&DEPTH)?, options.get(&WIDTH)?])
    };
    assert_eq!(read("bot", &[]), Ok([1, 2]));
    assert_eq!(read("bot", &[("depth", "5"), ("other", "0")]), Ok([5, 2]));
    assert_eq!(read("bot:width=7,depth=6", &[("depth", "5")]), Ok([6, 7]));
    let message = |spec: &str| read(spec, &[]).expect_err("a wrong option").to_string();
    assert_eq!(message("bot:width=0"), "bot \"bot\": width=0: expected a whole number from 1 to 9");
    assert_eq!(message("bot:size=1"), "bot \"bot\" has no option \"size\": allowed are depth, width");
    assert_eq!(message("bot:width=1,width=1"), "bot \"bot\": option \"width\" is given twice");
}
