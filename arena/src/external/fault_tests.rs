use super::*;

#[test]
fn tails_are_the_last_bytes_in_bounded_memory() {
    let (mut tail, mut all) = (Tail::default(), Vec::new());
    for size in [1, 100, 5000, 4096, 3, 4095, 20_000, 7] {
        let bytes: Vec<u8> = (0..size).map(|idx: u32| (idx * 7 + size) as u8).collect();
        tail.push(&bytes);
        all.extend_from_slice(&bytes);
        assert_eq!(tail.bytes(), &all[all.len().saturating_sub(TAIL)..]);
        assert!(tail.bytes.len() <= 3 * TAIL);
    }
}
