use super::*;

#[test]
fn tilting_reaches_means_and_t_values_between_the_extremes() {
    let kinds = [(0.0, 3.0), (0.5, 90.0), (1.0, 7.0)];
    for aim in [0.1, 0.5, 0.98] {
        assert!((mean_of(&tilted(&kinds, aim, mean_of)) - aim).abs() < 1e-9);
    }
    for aim in [-0.3, 0.1, 3.0] {
        let tilted = tilted(&kinds, aim, |kinds| t_of(kinds, 0.5));
        assert!((t_of(&tilted, 0.5) - aim).abs() < 1e-9);
    }
}
