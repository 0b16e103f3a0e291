use super::*;

#[test]
fn it_is_that_of_the_library_bit_for_bit() {
    // A step that is prime, so that all places of all binades are met; all floats were compared once.
    for bits in (0..=f32::INFINITY.to_bits()).step_by(1009) {
        for x in [f32::from_bits(bits), -f32::from_bits(bits)] {
            assert_eq!(exp(x).to_bits(), libm::expf(x).to_bits(), "{x:e}");
        }
    }
    for all in [[-3.0, 0.25, 1e-9, 86.0, -0.0], [-3.0, 88.0, 1e9, -90.0, 0.5]] {
        let mut exponentials = all;
        exp_all(&mut exponentials);
        assert_eq!(exponentials, all.map(libm::expf));
    }
    assert!(exp(f32::NAN).is_nan());
}
