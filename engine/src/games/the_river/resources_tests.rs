use super::*;

#[test]
fn what_is_missing_is_the_rest_of_the_cost() {
    let all: Vec<Bundle> = super::super::payments::bundles_up_to(5);
    let costs: Vec<Bundle> = all.iter().map(|bundle| bundle.without_food()).collect();
    for &held in &all {
        for pair in costs.chunks_exact(2) {
            let expected = [0, 1].map(|idx| pair[idx].total() - pair[idx].min(held).total());
            assert_eq!(held.missing([pair[0], pair[1]]), expected, "{held} {pair:?}");
        }
    }
}

#[test]
fn bundles_read_as_they_are_written() {
    for (text, bundle) in [
        ("0", Bundle::NONE),
        ("2w1s1f", Bundle::new(2, 0, 1, 1)),
        ("1w1c1s", Bundle::new(1, 1, 1, 0)),
        ("10w", Bundle::new(10, 0, 0, 0)),
    ] {
        assert_eq!(bundle.to_string(), text);
        assert_eq!(text.parse(), Ok(bundle));
    }
    for wrong in ["", "w", "1x", "1s1w", "0w", "01w", "1w1w", "1w2", "-1w", "1w 1c", "200w", "+1w"] {
        assert_eq!(wrong.parse::<Bundle>(), Err(NoBundle), "{wrong}");
    }
}

#[test]
fn packed_arithmetic_agrees_with_plain_numbers() {
    let numbers = [0_u8, 1, 2, 7, 13];
    let bundles: Vec<Bundle> =
        numbers.iter().flat_map(|&w| numbers.iter().map(move |&c| Bundle::new(w, c, 13 - w.min(c), c / 2))).collect();
    for &a in &bundles {
        assert_eq!(u32::from(a.total()), Resource::ALL.iter().map(|&r| u32::from(a.get(r))).sum::<u32>());
        for &b in &bundles {
            assert_eq!(a.contains(b), Resource::ALL.iter().all(|&r| a.get(r) >= b.get(r)));
            for r in Resource::ALL {
                assert_eq!(a.present() >> r as u32 & 1 == 1, a.get(r) > 0);
                assert_eq!(a.min(b).get(r), a.get(r).min(b.get(r)));
                assert_eq!((a + b).get(r), a.get(r) + b.get(r));
            }
        }
    }
}
