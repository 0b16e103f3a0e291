use super::*;

#[test]
fn notes_become_sentences() {
    let of = |note: &str| sentence(note, &["a#2".to_owned()]).into_string();
    assert_eq!(of(" it wins 5 %\n"), "It wins 5\u{a0}%.");
    assert_eq!(of("a#2 wins"), "<bdi>a#2</bdi> wins.");
    assert_eq!([count(1, "bot", "bots"), count(2, "bot", "bots")], ["1 bot", "2 bots"]);
}

#[test]
fn what_was_asked_is_escaped() {
    let source = RulesSource { file: Some(("<b>\"".to_owned(), "x = 1".to_owned())), sets: vec!["a.b=<i>".to_owned()] };
    let question = Question::default().with_text("Part", "").with_rules(&source);
    let text = question.markup("riverlab <u>", &[]).into_string();
    assert!(text.contains("<bdi>&lt;b&gt;&quot;</bdi>") && text.contains("<code>a.b=&lt;i&gt;</code>"), "{text}");
    assert!(text.contains("riverlab &lt;u&gt;") && !text.contains("Part"), "{text}");
}
