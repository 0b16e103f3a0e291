use super::*;

#[test]
fn shards_are_written_as_they_are_read() {
    assert_eq!("2/8".parse::<Shard>().map(|shard| shard.to_string()), Ok("2/8".to_owned()));
    for wrong in ["", "2", "0/3", "4/3", "1/0", "1/99999", "-1/2"] {
        assert!(wrong.parse::<Shard>().is_err(), "{wrong}");
    }
}
