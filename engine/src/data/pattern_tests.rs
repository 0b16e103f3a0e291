use super::*;

#[test]
fn patterns_cover_the_keys_below_them() {
    for (pattern, key, expected) in [
        ("supply", "supply.4.wood", true),
        ("supply.4", "supply.4.wood", true),
        ("supply.4", "supply.3.wood", false),
        ("tile.*.count", "tile.forest-wood.count", true),
        ("tile.meadow-*.count", "tile.meadow-swap2.count", true),
        ("tile.meadow-*.count", "tile.forest-wood.count", false),
        ("tile.*.count", "tile.forest-wood.wood", false),
        ("tile.a.count.deep", "tile.a.count", false),
    ] {
        assert_eq!(covers(pattern, key), expected, "{pattern} {key}");
    }
}
