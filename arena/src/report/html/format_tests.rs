use super::*;

#[test]
fn numbers_are_printed_for_people() {
    for (format, cell, expected) in [
        (Format::Text, Cell::from("0.50"), "0.50"),
        (Format::Plain, Cell::Number(-7.25), "−7.25"),
        (Format::Count, Cell::Count(1234), "1234"),
        (Format::Count, Cell::Count(1_234_567), "1\u{202f}234\u{202f}567"),
        (Format::Decimals(3), Cell::Number(0.123_456_789), "0.123"),
        (Format::Decimals(3), Cell::Number(f64::NEG_INFINITY), "−∞"),
        (Format::Signed(4), Cell::Number(0.01), "+0.0100"),
        (Format::Signed(2), Cell::Number(-0.001), "+0.00"),
        (Format::P, Cell::Number(0.000_001), "< 0.0001"),
        (Format::P, Cell::Empty, ""),
        (Format::Count, Cell::from("many"), "many"),
    ] {
        assert_eq!(printed(format, &cell), expected, "{format:?} {cell:?}");
    }
}
