use super::*;

#[test]
fn clocks_are_written_as_they_are_read() {
    for text in ["1", "1000", "60000+0", "60000+500"] {
        assert_eq!(text.parse::<Clock>().map(|clock| clock.to_string()), Ok(text.to_owned()));
    }
    for text in ["", "0", "-1", "1.5", "0+5", "5+", "+5", "86400001", "1s"] {
        assert!(text.parse::<Clock>().is_err(), "{text}");
    }
}

#[test]
fn programs_are_options_again() {
    let program: Program = "mine=python3 'my bot.py'".parse().expect("a program");
    assert_eq!(program.words(), ["python3", "my bot.py"]);
    let programs = Programs {
        list: vec![program],
        functions: Vec::new(),
        on_fault: OnFault::Forfeit,
        clock: Some(Clock::Move(5)),
        limits: Limits { memory_mib: 9, ..Limits::default() },
    };
    let options = "--program mine='python3 '\\''my bot.py'\\''' --clock 5 --on-fault forfeit --memory-mib 9";
    let words: Vec<String> = programs.words().iter().map(ToString::to_string).collect();
    assert_eq!(words.join(" "), options);
    for wrong in ["mine", "=x", "a b=x", "mine=", "mine='x"] {
        assert!(wrong.parse::<Program>().is_err(), "{wrong}");
    }
    let refused = "ä=python3 bot.py".parse::<Program>().expect_err("a name");
    assert!(refused.starts_with("the name \"ä\": allowed are the letters A to Z "), "{refused}");
}

#[test]
fn functions_are_marked_unless_they_are_deterministic() {
    let functions = ["mine", "other=deterministic"].map(|text| text.parse().expect("a function")).to_vec();
    let programs = Programs { functions, ..Programs::default() };
    let spec = |text: &str| text.parse::<BotSpec>().expect("a spec");
    assert_eq!(["py:mine", "py:other", "greedy"].map(|text| programs.mark_of(&spec(text))), ["[external]", "", ""]);
    let used = programs.clone().of_bots(&[spec("py:other"), spec("greedy")]).expect("it is there");
    assert_eq!((used.functions.len(), used.to_string().as_str()), (1, "other of Python"));
    let error = programs.of_bots(&[spec("py:third")]).expect_err("it is not there").to_string();
    assert_eq!(error, "bot \"py:third\": there is no function of this name: functions play from Python");
    for wrong in ["", "a b", "mine=fast", "=deterministic"] {
        assert!(wrong.parse::<Function>().is_err(), "{wrong}");
    }
}

#[test]
fn only_what_is_used_belongs_to_a_run() {
    let programs =
        Programs { list: ["a=x", "b=y"].map(|text| text.parse().expect("a program")).to_vec(), ..Programs::default() };
    let bots = |text: &[&str]| text.iter().map(|text| text.parse().expect("a spec")).collect::<Vec<BotSpec>>();
    let used = programs.clone().of_bots(&bots(&["cmd:b", "greedy", "cmd:b"])).expect("it is there");
    assert_eq!(used.list, programs.list[1..]);
    assert!(programs.clone().of_bots(&bots(&["greedy"])).expect("none is needed").is_empty());
    let error = programs.of_bots(&bots(&["cmd:c"])).expect_err("it is not there").to_string();
    assert_eq!(error, "bot \"cmd:c\": there is no program of this name: give --program c='COMMAND'");
}
