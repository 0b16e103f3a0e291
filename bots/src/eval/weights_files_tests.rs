use std::sync::atomic::{AtomicUsize, Ordering};

use riverlab_engine::games::the_river::TheRiver;
use riverlab_engine::games::toy::Dice;

use super::*;
use crate::eval::evaluator::learnable;
use crate::eval::weights::embedded_texts;

#[test]
fn a_file_is_read_once_and_parsed_once() {
    static READS: AtomicUsize = AtomicUsize::new(0);
    let files = WeightsFiles::by(|_| {
        READS.fetch_add(1, Ordering::Relaxed);
        Ok(embedded_texts("the-river")[0].to_owned())
    });
    let first = files.weights("w.toml", &learnable::<TheRiver>()).expect("weights");
    assert!(Arc::ptr_eq(&first, &files.clone().weights("w.toml", &learnable::<TheRiver>()).expect("weights")));
    assert!(files.text("w.toml").is_ok());
    assert_eq!(READS.load(Ordering::Relaxed), 1);
    assert!(files.unread().text("w.toml").is_ok());
    assert_eq!(READS.load(Ordering::Relaxed), 2);
}

#[test]
fn what_cannot_be_read_is_refused_with_the_game() {
    let refused = |files: &WeightsFiles, path| files.weights(path, &learnable::<Dice>()).expect_err("no weights");
    assert!(refused(&WeightsFiles::default(), "nowhere.toml").starts_with("weights of dice: "));
    let given = WeightsFiles::given([("w.toml".to_owned(), embedded_texts("the-river")[0].to_owned())]);
    assert_eq!(refused(&given, "w.toml"), "weights of dice: these are of the-river");
    assert!(
        given.weights("w.toml", &learnable::<TheRiver>()).is_ok(),
        "a game that asks in vain takes nothing from another"
    );
}
