use super::*;

#[test]
fn too_few_bots_are_an_error() {
    for (pairing, bots, players) in [("gauntlet:2", 2, 2), ("swiss:3", 3, 3)] {
        let spec = |pairing: &str, bots| ScheduleSpec {
            pairing: pairing.parse().expect("a pairing"),
            bots,
            players,
            deals: 1,
        };
        assert!(spec(pairing, bots).check().is_err());
        assert!(spec(pairing, bots + 1).check().is_ok());
    }
}
