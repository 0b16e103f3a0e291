//! The rows of `games.csv`: one for each seat of a game.

use riverlab_bots::play::game_loop::FinishedGame;
use riverlab_engine::Seat;

use crate::column::{Column, plain};
use crate::csv_rows::Fields;
use crate::external::programs::OnFault;
use crate::schedule::ScheduledGame;

/// The columns before the score parts.
pub(crate) const COLUMNS: [Column; 10] = [
    plain("game", "number of the game"),
    plain("lineup", "number of the line-up, the same in every deal; in a Swiss numbered over all rounds"),
    plain("deal", "number of the deal"),
    plain("rotation", "number of the seat rotation within the block"),
    plain("seat", "number of the seat (`1` is p1), whoever begins"),
    plain("bot", "name of the bot in this seat"),
    plain("score", "final score; on River Dragons 1 for the winner and else 0, a tie of all being 1/players")
        .unit("points"),
    plain("rank", "rank in the final ranking, 1 being the best; tied players have the mean of their ranks"),
    plain(
        "share",
        "this seat's share of the win: 1/k for each of the k winners, 0 for everybody else; the shares of a game add up to 1",
    )
    .unit("wins"),
    plain("decisions", "number of moves that this seat chose").unit("moves"),
];

/// The columns of score parts.
pub(crate) const PART: Column =
    plain("points_<part>", "one column for each score part of the game, see below").unit("points, or facts");

/// The column behind the score parts.
pub(crate) const PLACE: Column = plain(
    "place",
    "position of this seat in turn order, counted clockwise from the start player of the game, who has 1; \
     [seats.csv](#seatscsv) calls it `seat`",
);

/// The last column, of runs whose programs can forfeit.
pub(crate) const FORFEIT: Column = plain(
    "forfeit",
    "only with `--on-fault forfeit`: the decision in which the program in this seat failed, and lost its part of the game; \
     0 where it did not",
);

/// The header row for a game with these score parts.
pub(crate) fn header(parts: &[String], on_fault: OnFault) -> String {
    let parts = parts.iter().map(|part| PART.name.replace("<part>", part));
    let names = COLUMNS.iter().map(|column| column.name.to_owned()).chain(parts).chain([PLACE.name.to_owned()]);
    let forfeit = (on_fault == OnFault::Forfeit).then(|| FORFEIT.name.to_owned());
    names.chain(forfeit).collect::<Vec<_>>().join(",")
}

/// Writes the rows of a game.
pub(crate) fn write_rows(
    rows: &mut Vec<u8>,
    on_fault: OnFault,
    names: &[String],
    parts: usize,
    game: &ScheduledGame,
    result: &FinishedGame,
) {
    let (outcome, players) = (&result.outcome, result.decisions.as_slice().len());
    for seat in Seat::all(players) {
        let mut row = Fields::of(rows);
        row.integer(game.game);
        row.integer(game.lineup);
        row.integer(game.deal);
        row.integer(game.rotation);
        row.integer(seat.index() + 1);
        row.text(&names[usize::from(game.seats[seat])]);
        row.number(outcome.scores[seat]);
        row.number(outcome.ranks[seat]);
        row.number(outcome.shares[seat].value());
        row.integer(result.decisions[seat]);
        outcome.parts[seat].iter().take(parts).for_each(|&part| row.integer(part));
        row.integer(seat.steps_after(result.first_player, players) + 1);
        if on_fault == OnFault::Forfeit {
            row.integer(result.forfeits[seat]);
        }
        row.end();
    }
}
