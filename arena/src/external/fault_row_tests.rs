use super::*;
use crate::external::FaultClass;

#[test]
fn control_characters_of_a_program_stand_escaped_in_its_row() {
    let wrote = |bytes: &[u8]| Fault { stderr: bytes.to_vec(), ..Fault::new(FaultClass::Exit, "it ended") };
    for (bytes, text) in [
        (&b"one\n\ttwo\n"[..], "one\n\ttwo\n"),
        (b"a\0b", "a\\u{0}b"),
        (b"\x1b[31mred\x07\x7f", "\\u{1b}[31mred\\u{7}\\u{7f}"),
        (b"line\r\n", "line\\r\n"),
        ("\u{9b}31m, ä €".as_bytes(), "\\u{9b}31m, ä €"),
        (b"\xff", "\u{fffd}"),
    ] {
        let fault = wrote(bytes);
        assert_eq!(FaultRow::afterwards("cmd:mine", &fault).stderr, text);
        let fault = Fault { stdout: fault.stderr, ..Fault::new(FaultClass::Exit, "it ended") };
        assert_eq!(FaultRow::afterwards("cmd:mine", &fault).stdout, text);
    }
}
