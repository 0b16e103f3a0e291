use super::*;

#[test]
fn lines_are_moves_commands_or_parts_of_moves() {
    let mv = |text: &str| LegalMove { text: text.to_owned(), parts: Vec::new(), is_final: false };
    let moves = [mv("claim:1"), mv("claim:12"), mv("undo"), mv("7")];
    let request = |line| read_request(line, &moves);
    assert_eq!([request("claim:1\n"), request(" 2 ")], [Request::Move(0), Request::Move(1)]);
    assert_eq!([request("undo"), request("7")], [Request::Move(2), Request::Move(3)], "texts of moves come first");
    assert_eq!(request("claim"), Request::Moves("claim".to_owned()));
    assert_eq!(request("moves"), Request::Moves(String::new()));
    assert_eq!([request("0"), request("5")], [Request::Unknown("0".into()), Request::Unknown("5".into())]);
    assert_eq!(request("hint mcts:sims=9"), Request::Hint(Some("mcts:sims=9".into())));
    assert_eq!(request("save a game.jsonl"), Request::Save(Some("a game.jsonl".into())));
    assert_eq!([request(""), request("?"), request("quit")], [Request::Show, Request::Help, Request::Quit]);
}
