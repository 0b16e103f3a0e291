use super::*;

#[test]
fn bots_in_parentheses_are_not_endless() {
    let nested = |depth: usize| format!("{}greedy{}", "mcts:opponents=(".repeat(depth), ")".repeat(depth));
    assert!(nested(BotSpec::DEEPEST).parse::<BotSpec>().is_ok());
    for depth in [BotSpec::DEEPEST + 1, 100_000] {
        assert_eq!(nested(depth).parse::<BotSpec>(), Err(SpecError::Nested(BotSpec::DEEPEST)));
    }
}

#[test]
fn time_budgets_are_known() {
    let timed = |text: &str| text.parse::<BotSpec>().expect("a spec").is_timed();
    assert_eq!(["mcts:ms=5", "mcts:sims=9,ms=5", "mcts:ms=off", "mcts"].map(timed), [true, true, false, false]);
    assert_eq!(["mcts:opponents=(mcts:ms=5)", "mcts:opponents=(mcts:ms=off)"].map(timed), [true, false]);
}

#[test]
fn specs_are_written_as_they_are_read() {
    for text in [
        "random",
        "mcts:sims=1000,c=0.7",
        "mcts:rollout=epsilon:0.2,reuse=on",
        "cmd:my-bot_2.py",
        "mcts:opponents=(mcts:sims=3,opponents=(ply:samples=2,eval=hand)),c=1",
    ] {
        assert_eq!(text.parse::<BotSpec>().map(|spec| spec.to_string()), Ok(text.to_owned()));
    }
    for wrong in [
        "",
        ":",
        "mcts:",
        "mcts:sims",
        "mcts:=3",
        "mcts:sims=",
        "a b",
        "random#2",
        "mcts:a=1,,b=2",
        "cmd",
        "cmd:",
        "cmd:a b",
        "cmd:a=1",
        "mcts:eval=a b",
        r#"mcts:eval=""#,
        r#"mcts:eval="""#,
        r#"mcts:eval="a"#,
        r#"mcts:eval="a"b"#,
        r#"mcts:eval="a"b"c""#,
        r#"mcts:eval="a\""#,
        "mcts:eval=\"a\nb\"",
    ] {
        assert_eq!(wrong.parse::<BotSpec>(), Err(SpecError::Syntax(wrong.to_owned())));
    }
}

#[test]
fn values_can_be_any_line_of_text_in_quotation_marks() {
    let texts = [
        "my weights/x.toml",
        "a,b",
        "a#2",
        "(a)",
        "(a",
        "a)",
        "a=b,c=d",
        r#"a"b"#,
        r#"""#,
        r"a\b c\",
        r#"\""#,
        r" \\",
        "größe/\u{6f22}\u{5b57}.toml",
        "a\u{3000}b",
        "hand",
        "a\\b",
    ];
    for text in texts {
        let quoted = format!("\"{}\"", text.replace('\\', r"\\").replace('"', "\\\""));
        for spec in [format!("mcts:sims=9,eval={quoted},c=1"), format!("mcts:opponents=(flat:eval={quoted}),c=1")] {
            let spec: BotSpec = spec.parse().expect(text);
            let flat = spec.inner().next().unwrap_or_else(|| spec.clone());
            let value =
                flat.options.iter().find(|(key, _)| key == "eval").map(|(_, value)| unquoted(value).into_owned());
            assert_eq!(value.as_deref(), Some(text), "{spec}");
            assert_eq!(spec.to_string().parse::<BotSpec>().as_ref(), Ok(&spec));
            assert!(spec.options.iter().any(|(key, value)| key == "c" && value == "1"), "{spec}");
        }
    }
    // Elsewhere than at the beginning of a value a mark is a character like others.
    let spec: BotSpec = r#"mcts:eval=./it's "x"(&).toml,c=1"#.replace(' ', "_").parse().expect("a spec");
    assert_eq!(spec.options[0].1, r#"./it's_"x"(&).toml"#);
    // One bot has one spelling.
    let spec = |text: &str| text.parse::<BotSpec>().expect("a spec");
    assert_eq!(spec(r#"mcts:eval="hand""#), spec("mcts:eval=hand"));
    assert_eq!(spec(r#"mcts:eval="a b\c""#), spec(r#"mcts:eval="a b\\c""#));
}
