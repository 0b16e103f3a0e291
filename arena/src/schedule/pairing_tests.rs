use super::*;

#[test]
fn pairings_are_written_as_they_are_read() {
    for text in ["full", "gauntlet:2", "swiss:9"] {
        assert_eq!(text.parse::<Pairing>().map(|pairing| pairing.to_string()), Ok(text.to_owned()));
    }
    assert_eq!("gauntlet".parse(), Ok(Pairing::Gauntlet { challengers: 1 }));
    for wrong in ["", "swiss", "swiss:0", "full:2", "gauntlet:x", "knockout"] {
        assert!(wrong.parse::<Pairing>().is_err(), "{wrong}");
    }
}
