use std::fmt::Write;

use riverlab_arena::tally::{MatchTally, Null};
use riverlab_stats::power::Design;
use riverlab_stats::{
    DealSum, Detail, Placed, RatingData, Ratio, Sprt, clopper_pearson, elo, goodness, quantile, rate, t_quantile,
};

/// Files have nine decimals, so they hardly ever show a last bit that differs. Here all digits are compared with those of
/// the processor on which they were accepted; `tests/processors.sh` plays another one.
#[test]
fn statistics_are_the_same_to_the_last_bit() {
    let digits = [quantiles(), of_deals(), of_match(), of_design(), ratings()].join("\n");
    insta::assert_snapshot!(digits);
}

fn quantiles() -> String {
    let mut text = String::new();
    for count in [1, 2, 3, 7, 20, 150, 999, 1_000, 40_000] {
        let (student, share) = (t_quantile(count), clopper_pearson(count / 3, count));
        let rest = [quantile(0.9995, count), elo(share.hi, 3)];
        writeln!(text, "{count}: {student:?} {share:?} {rest:?}").expect("a text takes all");
    }
    text
}

/// Numbers that look random.
fn mixed(deal: u64, salt: u64) -> u64 {
    (deal * 2_654_435_761 + salt * 40_503) / 65_536
}

fn of_deals() -> String {
    let mut deals = Ratio::default();
    (1..=60).for_each(|deal| deals.add([0, 30, 60, 120][mixed(deal, 1) as usize % 4], 2));
    let tests = [0.4, 0.5, 0.75].map(|null| deals.p(60.0, null, 0.0, 1.0));
    format!("{:?} {:?} {tests:?}\n", deals.interval(60.0, 0.0, 1.0), deals.shape())
}

fn of_match() -> String {
    let sprt = Sprt::parse("win:0.2", 0.05, 0.05).expect("a test");
    let mut tally = MatchTally::new(Null::EqualShare { players: 2 }, Some(sprt), 80, false);
    (1..=40).for_each(|deal| {
        let sum = [30, 60, 90, 120, 60][mixed(deal, 2) as usize % 5];
        tally.add(DealSum { sum, count: 2 }, DealSum::default());
    });
    format!("{:?} {:#?}\n", tally.sequence(), tally.summary())
}

fn of_design() -> String {
    let design = Design { sd: 0.25, shape: [0.3, 3.5], extremes: (-0.5, 0.5), family: 10, margin: 0.02 };
    format!("{:?}\n", design.power(2_000, 2_000))
}

fn ratings() -> String {
    let mut data = RatingData::new(4, 3, 50, Detail::Rankings);
    for deal in 1..=50 {
        let seats = (0..3).map(|seat| {
            let rank = (mixed(deal, 3 + seat) % 3 + 1) as f64;
            Placed { bot: ((deal + seat) % 4) as u16, start_order: seat as u8, rank }
        });
        data.add(deal, &seats.collect::<Vec<_>>());
    }
    format!("{:#?}\n{:#?}\n", rate(&data), goodness(&data))
}
