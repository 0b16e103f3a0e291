use super::*;

#[test]
fn contours_follow_the_function() {
    let axis = |idx: usize| idx as f64 / 20.0 - 1.0;
    let circle: Vec<Vec<f64>> =
        (0..41).map(|x| (0..41).map(|y| axis(x) * axis(x) + axis(y) * axis(y)).collect()).collect();
    let pieces: Vec<_> = contour(&circle, |_, idx| axis(idx), 0.25).collect();
    let length: f64 = pieces.iter().map(|[from, to]| libm::hypot(to[0] - from[0], to[1] - from[1])).sum();
    assert!((length - std::f64::consts::PI).abs() < 0.02, "{length}");
    assert!(pieces.iter().flatten().all(|[x, y]| (libm::hypot(*x, *y) - 0.5).abs() < 0.01));
    // At a saddle lines do not cross.
    let saddle = vec![vec![1.0, 0.0], vec![0.0, 1.0]];
    let pieces: Vec<_> = contour(&saddle, |_, idx| idx as f64, 0.4).collect();
    assert_eq!(pieces.len(), 2);
    assert!(pieces.iter().all(|[from, to]| (from[0] - from[1]) * (to[0] - to[1]) > 0.0), "{pieces:?}");
}
