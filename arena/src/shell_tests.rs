use super::*;

#[test]
fn rules_are_options_in_the_order_in_which_they_hold() {
    let sets = vec!["rounds.2=4".to_owned(), "spaces.wood.2=2 each".to_owned()];
    let rules = RulesSource { file: Some(("my rules.toml".to_owned(), String::new())), sets };
    let options: Vec<String> = rules_words(&rules).iter().map(Word::to_string).collect();
    assert_eq!(options, ["--rules 'my rules.toml'", "--set rounds.2=4 --set 'spaces.wood.2=2 each'"]);
    assert!(rules_words(&RulesSource::default()).is_empty());
}

#[test]
fn words_are_quoted_for_a_shell() {
    assert_eq!(quoted("spaces.wood.2=2 each"), "'spaces.wood.2=2 each'");
    assert_eq!(quoted("a/b-c.toml"), "a/b-c.toml");
    assert_eq!(quoted("it's"), "'it'\\''s'");
    assert_eq!(quoted(""), "''");
}

#[test]
fn what_only_a_shell_can_do_is_seen_where_it_is_not_quoted() {
    let needs = [
        "a | b", "a|b", "a 2>c", "a;", "a & b", "a `b`", "a $B", "a${B}", "a $(b)", "~/a", "a ~/b", "A=1 b", "a # ~\n|",
    ];
    for command in needs {
        assert!(needs_shell(command).is_some(), "{command}");
    }
    let needs_none = [
        "a '|' \"&\" \\; \\>",
        "a '$B' \\$B $ $1 a$",
        "a '~/b' b~ ~b \"~/b\" --to=~/b",
        "a 'it'\\''s;'",
        "a --b=1",
        "a # | ~/b",
        "env A=1 b",
        "a \"x\\\"|\"",
        "",
    ];
    for command in needs_none {
        assert_eq!(needs_shell(command), None, "{command}");
    }
    // Whatever is quoted for a shell is handed on as it is.
    for word in ["|", "a;b", "$HOME", "~", "~/x", "`w`", "a&b", ">"] {
        assert_eq!(needs_shell(&format!("a {}", quoted(word))), None, "{word}");
    }
}

#[test]
fn a_shell_reads_back_every_value() {
    for value in
        ["", "a b", "it's", "x;y", "(greedy)", "$HOME", "`w`", "*", "~", "ä-ö", "-x", "a\"b\\", "#", "!!", "a=b c"]
    {
        for option in ["bots", "set", "sprt"] {
            let text = Word::list(option, [value, "2"]).to_string();
            let words = shlex::split(&text).expect("words");
            let option = format!("--{option}");
            let stripped = words.iter().map(|word| word.strip_prefix(&format!("{option}=")).unwrap_or(word));
            let values: Vec<&str> = stripped.filter(|word| *word != option).collect();
            assert_eq!(values, [value, "2"], "{text}");
        }
    }
    assert_eq!(Word::flag("suggest").to_string(), "--suggest");
    assert_eq!(Word::new("sprt", "win:0.1").to_string(), "--sprt=win:0.1");
}
