use riverlab_engine::Seat;

use super::*;
use crate::column::header;
use crate::external::fault_row::COLUMNS;
use crate::external::{Fault, FaultClass};

#[test]
fn rows_of_games_that_are_played_again_go() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = FaultsFile::in_folder(folder.path());
    let fault = Fault { stdout: b"a,\"b\"\n\xff".to_vec(), ..Fault::new(FaultClass::Late, "it had 5 ms") };
    let row = |game| FaultRow::in_game(game, Seat::new(1), 7, "cmd:mine", &fault);
    let text = || fs::read_to_string(folder.path().join(FAULTS)).unwrap_or_default();
    file.resume(5).expect("nothing to do");
    file.append(&[row(1), row(4)]).expect("written");
    let before = text();
    file.append(&[row(6), FaultRow::afterwards("cmd:mine", &fault)]).expect("written");
    fs::write(folder.path().join(FAULTS), text() + "7,2,cmd").expect("written");
    file.resume(5).expect("rewritten");
    assert_eq!(text(), before);
    assert!(before.starts_with("game,seat,bot,decision,class,ms,detail,stdout,stderr\n1,2,cmd:mine,7,late,0,"));
    assert_eq!(before.lines().next(), Some(header(&COLUMNS).as_str()));
    file.resume(0).expect("removed");
    assert_eq!(text(), "");
}
