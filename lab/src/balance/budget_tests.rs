use super::*;

#[test]
fn budgets_are_games_or_times() {
    for (text, budget, shown) in [
        ("1", Budget::Games(1), "1"),
        ("1000000000000", Budget::Games(MAX_GAMES), "1000000000000"),
        ("90s", Budget::Seconds(90), "90s"),
        ("120s", Budget::Seconds(120), "2m"),
        ("60m", Budget::Seconds(3_600), "1h"),
        ("8760h", Budget::Seconds(MAX_SECONDS), "8760h"),
    ] {
        assert_eq!((text.parse(), budget.to_string().as_str()), (Ok(budget), shown));
        assert_eq!(serde_json::to_string(&budget).expect("plain data"), format!("\"{shown}\""));
    }
    for wrong in ["", "0", "-1", "1000000000001", "0s", "8761h", "1.5h", "1d", "many", "m"] {
        let error = wrong.parse::<Budget>().expect_err(wrong);
        assert!(error.starts_with(&format!("`{wrong}` is neither")), "{error}");
    }
}
