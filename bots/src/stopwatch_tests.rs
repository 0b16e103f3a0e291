use super::*;

#[test]
fn stops_are_not_counted() {
    let ms = Duration::from_millis;
    let begin = Instant::now();
    let before = stopped();
    let mut watch = Stopwatch::since(begin, ms(50));
    assert_eq!(watch.look(begin + ms(60)), ms(60));
    assert_eq!(watch.look(begin + ms(900)), ms(900), "a busy machine");
    assert_eq!(watch.look(begin + ms(60_900)), ms(900), "an hour or a minute");
    assert_eq!(watch.elapsed_at_last_look(), ms(900));
    assert_eq!(watch.look(begin + ms(61_000)), ms(1_000));
    assert_eq!(stopped(), before + ms(60_000));
}

#[test]
fn slow_work_is_counted() {
    let seconds = Duration::from_secs;
    let begin = Instant::now();
    let mut watch = Stopwatch::learning_since(begin);
    for look in 1..5 {
        assert_eq!(watch.look(begin + seconds(3 * look)), seconds(3 * look));
    }
    assert_eq!(watch.look(begin + seconds(100)), seconds(12));
}
