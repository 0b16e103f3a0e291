use super::*;

#[test]
fn bits_are_sets_of_indexes() {
    for (len, word) in [(64, 0x8421_f00f_1234_5679_u64), (7, 0x55), (3, 5), (70, u64::MAX), (0, 0)] {
        let (mut by_bits, mut by_indexes) = (vec![f32::NAN; len], vec![f32::NAN; len]);
        let mut writer = ObservationWriter::new(&mut by_bits);
        writer.bits(len, word);
        writer.finish();
        ObservationWriter::new(&mut by_indexes).set(len, crate::bits::set_bits(word).map(usize::from));
        assert_eq!(by_bits, by_indexes, "{len} {word:#x}");
    }
}

#[test]
fn features_are_found_by_name() {
    let features = [Feature::flags("one", &[2, 3], "a"), Feature::counts("other", &[4], 9, "b")];
    assert_eq!(feature_range(&features, "one"), Some(0..6));
    assert_eq!(feature_range(&features, "other"), Some(6..10));
    assert_eq!(feature_range(&features, "third"), None);
}
