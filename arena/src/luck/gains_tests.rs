//! What the adjustment gains where no game is paired: one game of each deal, whose luck pairing has not taken out already. And
//! what it gains for Dice by values that are no more than estimates.
//!
//! The long form plays `mcts:sims=50` against `mcts:sims=50,c=1`, as the figures of `docs/luck.md` say:
//! `RIVERLAB_GAINS=1 cargo test --release -p riverlab-arena --lib -- luck::gains --nocapture`.

use rayon::prelude::*;
use riverlab_bots::{Bot, Evaluate, registry};
use riverlab_engine::games::carcassonne::Carcassonne;
use riverlab_engine::games::rio_grande::RioGrande;
use riverlab_engine::games::the_river::TheRiver;
use riverlab_engine::games::toy::Dice;
use riverlab_engine::{Game, GameRules, Modify};

use crate::luck::observed_games::play;
use crate::luck::observer::{GameLuck, LuckObserver, LuckValues};
use crate::luck::values::PositionValues;
use crate::plan::{Plan, Request};
use crate::play::game_loop::FinishedGame;
use crate::schedule::{Next, ScheduledGame};
use crate::stats::control_variates::{AdjustedMean, Gain};
use crate::table::GameTable;
use crate::tally::luck::{LuckLog, SeatLuck, of_two};

const PLAYERS: usize = 2;

/// Which games are played of a deal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Of {
    /// One; each bot begins as often as the other.
    Single,
    /// Both seatings.
    Pairs,
}

/// A thread's bots, and who looks on.
type Player<G> = (Vec<Box<dyn Bot<G>>>, LuckObserver<G, PositionValues<G>>);

type Values<G> = fn(&'static <G as Game>::Rules, usize) -> PositionValues<G>;

/// Share and score of the first bot on so many deals, and its score less that of the other.
fn figures<G: Evaluate + Modify>(bots: [&str; PLAYERS], deals: u64, of: Of, values: Values<G>) -> [AdjustedMean; 3] {
    let seed = 1;
    let rules = GameRules::standard();
    let specs: Vec<_> = bots.iter().map(|text| text.parse().expect("a spec")).collect();
    let request = Request::tournament(PLAYERS, specs.clone(), deals, seed);
    let plan = Plan::new(request, &GameTable::<G>::standard()).expect("a plan");
    let mut schedule = plan.schedule();
    let mut games = Vec::new();
    while let Next::Game(game) = schedule.next_game() {
        if of == Of::Pairs || (game.deal + u64::from(game.rotation)).is_multiple_of(2) {
            games.push(game);
        }
    }
    let games_of_deal = if of == Of::Pairs { 2 } else { 1 };
    assert_eq!(games.len() as u64, games_of_deal * deals);
    let player = || {
        let bots: Vec<Box<dyn Bot<G>>> = specs.iter().map(|spec| registry::build(spec).expect("a bot")).collect();
        (bots, LuckObserver::new(values(rules, PLAYERS), seed))
    };
    let observe = |(bots, observer): &mut Player<G>, game: &ScheduledGame| {
        observer.begin(game.deal, PLAYERS);
        let played = play(rules, seed, game, bots, |state, mv| observer.before(state, mv));
        (played, observer.luck().clone())
    };
    let played: Vec<(FinishedGame, GameLuck)> = games.par_iter().map_init(player, observe).collect();
    let values = values(rules, PLAYERS);
    let mut log = LuckLog::new(games_of_deal, values.weights());
    for (game, (result, luck)) in games.iter().zip(&played) {
        log.add(game, result, SeatLuck { sums: &luck.sums, variances: &luck.variances });
    }
    of_two(&log, 0, 1)
}

fn gains(figures: [AdjustedMean; 3]) -> [Gain; 3] {
    figures.map(|figure| figure.gain.expect("there is luck"))
}

#[test]
fn single_games_and_estimates_gain() {
    let bots = ["greedy", "random"];
    let [share, score, difference] = gains(figures::<Dice>(bots, 400, Of::Single, PositionValues::new));
    assert!(share.lo > 1.5 && score.lo > 1.5 && difference.lo > 1.5, "{share:?} {score:?} {difference:?}");
    let [share, score, difference] = gains(figures::<Dice>(bots, 400, Of::Pairs, |_, _| PositionValues::estimated()));
    assert!(share.lo > 1.2 && score.lo > 1.2 && difference.lo > 1.2, "{share:?} {score:?} {difference:?}");
    if std::env::var_os("RIVERLAB_GAINS").is_some() {
        print_all();
    }
}

fn print_all() {
    let bots = ["mcts:sims=50", "mcts:sims=50,c=1"];
    let print = |name: &str, figures| {
        let [share, score, difference] = gains(figures).map(|gain| format!("{:.2} ({:.2})", gain.mean, gain.lo));
        println!("{name}: share {share}, score {score}, difference of scores {difference}");
    };
    print("Dice, pairs, by estimates", figures::<Dice>(bots, 4_000, Of::Pairs, |_, _| PositionValues::estimated()));
    print("Dice", figures::<Dice>(bots, 4_000, Of::Single, PositionValues::new));
    print("The River", figures::<TheRiver>(bots, 1_500, Of::Single, PositionValues::new));
    print("Carcassonne", figures::<Carcassonne>(bots, 400, Of::Single, PositionValues::new));
    print("Rio Grande", figures::<RioGrande>(bots, 1_500, Of::Single, PositionValues::new));
}
