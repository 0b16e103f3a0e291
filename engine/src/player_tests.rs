use super::*;

#[test]
fn seats_go_around_the_table() {
    let names = |seats: Seats| seats.map(|seat| seat.to_string()).collect::<Vec<_>>().join(" ");
    assert_eq!(names(Seat::all(3)), "p1 p2 p3");
    assert_eq!(names(Seat::new(2).clockwise(4)), "p3 p4 p1 p2");
    assert_eq!(Seat::new(0).right(4), Seat::new(3));
    assert_eq!(Seat::new(0).steps_after(Seat::new(2), 3), 1);
}

#[test]
fn seat_names_round_trip() {
    for index in 0..MAX_PLAYERS {
        assert_eq!(Seat::new(index).to_string().parse(), Ok(Seat::new(index)));
    }
    for wrong in ["p0", "p7", "p01", "P1", "1", ""] {
        assert!(wrong.parse::<Seat>().is_err(), "{wrong}");
    }
}
