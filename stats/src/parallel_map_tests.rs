use super::*;

#[test]
fn results_are_in_order_for_any_count_and_threads() {
    for threads in [1, 3] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        for count in [0, 1, 2, 100] {
            let expected: Vec<usize> = (0..count).map(|number| number * number).collect();
            let made = AtomicUsize::new(0);
            let own = || made.fetch_add(1, Ordering::Relaxed);
            let (plain, with) = pool.install(|| {
                let plain = parallel_map(count, |number| number * number);
                (plain, parallel_map_with(count, own, |_, number| number * number))
            });
            assert!(plain == expected && with == expected, "{threads} threads, {count}: {plain:?}, {with:?}");
            assert!(made.into_inner() <= threads.min(count));
        }
    }
}

#[test]
#[should_panic(expected = "number 3")]
fn panics_are_passed_on() {
    parallel_map(5, |number| assert!(number != 3, "number {number}"));
}
