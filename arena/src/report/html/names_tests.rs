use super::*;

#[test]
fn the_longest_name_is_isolated() {
    let names = ["a", "a#2", "<b>"].map(str::to_owned);
    let text = isolated("a#2 beats <b>: so", &names).into_string();
    assert_eq!(text, "<bdi>a#2</bdi> be<bdi>a</bdi>ts <bdi>&lt;b&gt;</bdi>: so");
    assert_eq!(isolated("none", &[]).into_string(), "none");
    let command = isolated_in_command("--bots 'a'\\''b' c", &["a'b", "c"].map(str::to_owned)).into_string();
    assert_eq!(command, "--bots '<bdi>a'\\''b</bdi>' <bdi>c</bdi>");
}
