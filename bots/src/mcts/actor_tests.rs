use super::*;

#[test]
fn actors_are_what_they_were_made_of() {
    let values: Values = std::array::from_fn(|idx| idx as f32);
    for seat in Seat::all(riverlab_engine::MAX_PLAYERS) {
        let player = Actor::of(Turn::Player(seat));
        assert_eq!(player, Actor::player(seat));
        for (actor, unseen, mixing) in [
            (player, false, false),
            (player.unseen(), true, false),
            (player.mixing(), false, true),
            (player.mixing().unseen(), true, true),
        ] {
            assert_eq!((actor.seat(), actor.is_unseen(), actor.is_mixing()), (Some(seat), unseen, mixing));
            assert_eq!(actor.value(&values), seat.index() as f32);
        }
    }
    let chance = Actor::of(Turn::Chance);
    assert_eq!(chance, Actor::CHANCE);
    assert_ne!(chance, Actor::player(Seat::FIRST));
    assert_eq!((chance.seat(), chance.is_unseen(), chance.unseen().is_unseen()), (None, false, true));
    assert_eq!(chance.unseen().value(&values), 0.0);
}
