use super::*;

#[test]
fn rows_are_written_as_the_library_writes_them() {
    let (mut ours, mut library) = (Vec::new(), rows_in_memory());
    for text in ["random", "mcts:sims=5,c=1", "a \"b\"", "two\nlines", "\u{202e}é", " a "] {
        for value in [-7.0, 0.0, 2.5] {
            let mut fields = Fields::of(&mut ours);
            fields.number(value);
            fields.text(text);
            fields.integer(u64::MAX);
            fields.end();
            let row = [number(value), text.to_owned(), u64::MAX.to_string()];
            library.write_record(&row).expect("memory can be written");
        }
    }
    assert_eq!(String::from_utf8(ours).expect("text"), into_text(library));
}

#[test]
fn numbers_are_written_as_the_standard_library_writes_them() {
    for value in [0.0, -0.0, 1.0, -7.0, 2.5, 1e9, 3e9, 1e300, 0.1 + 0.2, f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        assert_eq!(number(value), value.to_string());
    }
}
