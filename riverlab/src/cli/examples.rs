//! The examples at the end of the help of each command. A test parses every one of them.

pub(super) const RIVERLAB: &str = "\
Examples:
  riverlab                                  play 300 games of The River and show who is better
  riverlab play the-river                   play a game yourself
  riverlab tournament --bots greedy random  compare bots
  riverlab report results                   show all tables of a run

riverlab COMMAND --help shows more examples.";

pub(super) const TOURNAMENT: &str = "\
Examples:
  # Which of these bots is best, and by how much?
  riverlab tournament the-river --players 3 --bots mcts:sims=100 greedy random --deals 100 --out study
  # How long would that take?
  riverlab tournament --bots mcts:sims=1000 mcts:sims=200 --deals 500 --dry-run
  # Go on until the order of the bots is settled
  riverlab tournament --bots greedy ply random --deals auto:ranks --out order
  # Many bots: each meets those that stand near it
  riverlab tournament carcassonne --bots greedy random ply flat --schedule swiss:5 --deals 50 --out swiss
  # A program of your own
  riverlab tournament --bots cmd:mine greedy --program mine='python3 bot.py' --out mine";

pub(super) const MATCH: &str = "\
Examples:
  # Is a bot better than another, over 500 deals?
  riverlab match --focus mcts:sims=200,c=0.7 --against mcts:sims=200 --deals 500 --out duel
  # Stop as soon as that is clear
  riverlab match --focus mcts:sims=200,c=0.7 --against mcts:sims=200 --sprt win:0.1 --out test";

pub(super) const BALANCE: &str = "\
Examples:
  # What are the meadows and buildings of The River worth?
  riverlab balance the-river --bots greedy --deals 2000 --out worth
  # Only those named mill, for players of different strengths
  riverlab balance --elements 'mill-*' --bots greedy random --deals 1000 --out mills
  # Play on what is not decided yet, with at most 400,000 games
  riverlab balance --bots greedy --margin 0.02 --until-decided --budget 400000 --out decided
  # What are two of them worth together beyond the sum of what each is worth?
  riverlab balance --elements 'inn-*' 'mill-*' --bots greedy --interactions 20 --deals 500 --confirm 2000 --out pairs";

pub(super) const CALIBRATE: &str = "\
Examples:
  riverlab calibrate the-river --bots greedy
  riverlab calibrate the-river --bots greedy ply --deals 200";

pub(super) const TRAIN: &str = "\
Examples:
  # Weights for The River with 2 players, in about a minute
  riverlab train the-river --players 2 --out training";

pub(super) const TUNE: &str = "\
Examples:
  riverlab tune the-river --bot mcts:sims=200 --over c=0.1..2:log prior=1..30:log depth=1,2,4,8 --against mcts:sims=200
  # An option that counts only where another one has a value
  riverlab tune dice --bot mcts:sims=20 --over c=0.1..2:log select=ucb1,puct 'prior=1..30:log?select=puct' --against greedy";

pub(super) const ENDINGS: &str = "\
Examples:
  riverlab endings carcassonne --bots mcts:sims=50 mcts:sims=200 mcts:sims=1000
  # Choices of both players at the same time, as a matrix game: one card a round
  riverlab endings river-dragons --set cards.program=1 --bots mcts:sims=1000";

pub(super) const REPORT: &str = "\
Examples:
  riverlab report study
  riverlab report study --json > study.json
  # One page to send to somebody
  riverlab report study --html study.html";

pub(super) const MERGE: &str = "\
Examples:
  riverlab tournament --deals 1000 --shard 1/2 --out part1
  riverlab tournament --deals 1000 --shard 2/2 --out part2
  riverlab merge part1 part2 --out all
  # Of a study, too: what follows from the parts, a confirmation, is played when they are merged
  riverlab balance --deals 5000 --confirm 5000 --shard 1/2 --out part1
  riverlab balance --deals 5000 --confirm 5000 --shard 2/2 --out part2
  riverlab merge part1 part2 --out study";

pub(super) const SHARDS: &str = "\
Examples:
  # 64 parts on the machines of a Slurm cluster: bash parts.sh
  riverlab shards --plan plan.toml --count 64 --emit slurm > parts.sh
  # 16 parts on this machine, by GNU parallel or by make
  riverlab shards --plan plan.toml --count 16 --emit parallel > parts.sh
  riverlab shards --plan plan.toml --count 16 --emit make > parts.mk";

pub(super) const CLUSTER: &str = "\
Examples:
  # A plan of a tournament or match, on the cluster of which this machine is part
  riverlab cluster --plan plan.toml --shards 64 --address auto --out results
  # A study or a training; a run that looks at its results, too
  riverlab cluster --address auto --out study -- balance the-river --deals 5000 --confirm 5000";

pub(super) const VERIFY: &str = "\
Examples:
  riverlab verify study
  # Play 500 of its games again
  riverlab verify study --sample 500";

pub(super) const TRACE: &str = "\
Examples:
  riverlab trace --players 4 --seed 7 --bots greedy random random random > game.jsonl
  # With what the search found out about each move
  riverlab trace --bots mcts:sims=1000 greedy --explain > explained.jsonl
  # A game of a run
  riverlab trace --from study --game 17 > game17.jsonl";

pub(super) const REPLAY: &str = "\
Examples:
  riverlab replay game.jsonl
  # The position before the move of line 40
  riverlab replay game.jsonl --show --line 40
  # A page with pictures to look at move by move; with --seat only what p2 may know
  riverlab replay game.jsonl --html game.html
  riverlab replay game.jsonl --html p2.html --seat p2";

pub(super) const PLAY: &str = "\
Examples:
  riverlab play the-river
  riverlab play carcassonne --seats human mcts:sims=2000 greedy --save game.jsonl
  # Go on with that game
  riverlab play --resume game.jsonl --save game.jsonl
  # Two people at one screen
  riverlab play river-dragons --seats human human
  # The game of deal 12 of seed 7, yourself in the place of the first bot
  riverlab play --seed 7 --deal 12 --seats human greedy";

pub(super) const SERVE: &str = "\
Examples:
  # The runs and games below this folder, and games to play, at http://127.0.0.1:4747/
  riverlab serve
  riverlab serve studies --port 8000 --hint mcts:sims=5000
  # Also play against a program of your own
  riverlab serve --bot cmd:mine --program mine='python3 bot.py'
  # For other machines of your network
  riverlab serve --address 192.0.2.7 --token 3f9c2ab7d05e4418";

pub(super) const THINK: &str = "\
Examples:
  riverlab think game.jsonl --bot mcts:sims=2000
  riverlab think game.jsonl --line 19 --bot mcts:sims=300";

pub(super) const BOT_CHECK: &str = "\
Examples:
  riverlab bot check -- python3 bot.py
  riverlab bot check --game the-river -- node bot.js";

pub(super) const GAMES: &str = "\
Examples:
  riverlab games
  riverlab games carcassonne:rivers=both";

pub(super) const BOTS: &str = "\
Examples:
  riverlab bots --wide";

pub(super) const COMPLETIONS: &str = "\
Examples:
  riverlab completions bash > ~/.local/share/bash-completion/completions/riverlab
  riverlab completions zsh > ~/.zfunc/_riverlab
  riverlab completions fish > ~/.config/fish/completions/riverlab.fish";

pub(super) const MAN: &str = "\
Examples:
  riverlab man | man -l -
  # The pages of all commands
  riverlab man --dir ~/.local/share/man/man1";

#[cfg(test)]
pub(super) const ALL: [&str; 23] = [
    RIVERLAB,
    TOURNAMENT,
    MATCH,
    BALANCE,
    CALIBRATE,
    TRAIN,
    TUNE,
    ENDINGS,
    REPORT,
    MERGE,
    SHARDS,
    CLUSTER,
    VERIFY,
    TRACE,
    REPLAY,
    PLAY,
    SERVE,
    THINK,
    BOT_CHECK,
    GAMES,
    BOTS,
    COMPLETIONS,
    MAN,
];
