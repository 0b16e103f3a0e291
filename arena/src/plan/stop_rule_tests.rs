use super::*;

#[test]
fn rules_stand_in_files_as_they_are_read() {
    for (text, shown) in [
        (r#"{"width":0.02}"#, "auto:0.02"),
        (r#"{"ranks":0.05}"#, "auto:ranks:0.05"),
        (r#"{"sprt":{"test":"win:0.1","alpha":0.05,"beta":0.1}}"#, "sprt:win:0.1"),
    ] {
        let rule: StopRule = serde_json::from_str(text).expect("a rule");
        assert_eq!(rule.to_string(), shown);
        assert_eq!(serde_json::to_string(&rule).expect("plain data"), text);
    }
    for wrong in
        [r#"{"width":5}"#, r#"{"ranks":5}"#, r#"{"sprt":{"test":"lose","alpha":0.05,"beta":0.1}}"#, r#""never""#]
    {
        assert!(serde_json::from_str::<StopRule>(wrong).is_err(), "{wrong}");
    }
}
