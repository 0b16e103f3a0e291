#!/usr/bin/env python3
"""Compares the CPU time of the program with that of earlier ones, work by work.

usage: studies/speed.py PAIRS HAND LEARNED NEW [WORK …]

HAND is a program from before values were learned, LEARNED one from after that, NEW the one of today. Of each work, each
program runs PAIRS times, in turn. A row has the median of its CPU seconds, the ratio of the medians with `early=off`, that
with the default, and what is wanted. Ratios of games are of the time for a decision, as programs that choose other moves play
longer or shorter games. `studies/speed.sh` builds the programs.
"""

import csv
import resource
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

# Name: game, players, deals, bot, and the ratios that are wanted (without and with early stop).
SELF_PLAY = {
    "river-2": ("the-river", 2, 30, "mcts:sims=400", "1.7 / 2.1"),
    "river-4": ("the-river", 4, 10, "mcts:sims=200", "2.0 / 2.4"),
    "rio-grande": ("rio-grande", 2, 2, "mcts:sims=200", "2.3 / 2.6"),
    "carcassonne": ("carcassonne", 2, 1, "mcts:sims=200", "2.5 / 3.2"),
    "river-dragons": ("river-dragons", 2, 3, "mcts:sims=200", "2.0 / 2.4"),
}
RANDOM = {
    "random-river": ("the-river", 2, 20_000, "1.3"),
    "random-rio-grande": ("rio-grande", 2, 6000, "1.5"),
    "random-carcassonne": ("carcassonne", 2, 2000, "2.0"),
    "random-river-dragons": ("river-dragons", 2, 4000, "1.5"),
}
# Name: bot, deals and what is wanted, of a study of The River's 50 components.
BALANCE = {
    "balance-greedy": ("greedy", 100, "4.0"),
    "balance-mcts": ("mcts:sims=50", 4, "1.7"),
}


def cpu_seconds(program, command, *arguments):
    """The CPU seconds of a run, and the number of decisions if it tells."""
    with tempfile.TemporaryDirectory() as folder:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(
            [program, command, *arguments, "--threads", "1", "--seed", "1", "--quiet", "--out", f"{folder}/run"],
            check=True,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        decisions = 1
        if command == "tournament":
            with Path(folder, "run", "games.csv").open(newline="") as file:
                decisions = sum(int(row["decisions"]) for row in csv.DictReader(file))
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, decisions


def with_option(bot, option):
    return f"{bot}{',' if ':' in bot else ':'}{option}"


def tournament(game, players, deals, bot):
    return ["tournament", game, "--players", str(players), "--deals", str(deals), "--bots", bot, bot]


def balance(bot, deals):
    return ["balance", "the-river", "--players", "2", "--bots", bot, "--deals", str(deals)]


def works(hand, learned, new):
    """Name, what is wanted, and the runs that are compared: the earlier one first."""
    for name, (game, players, deals, bot, wanted) in SELF_PLAY.items():
        by_hand = with_option(bot, "eval=hand")
        yield name, wanted, [
            (hand, tournament(game, players, deals, bot)),
            (new, tournament(game, players, deals, with_option(by_hand, "early=off"))),
            (new, tournament(game, players, deals, by_hand)),
        ]
        yield f"{name}-learned", "", [
            (learned, tournament(game, players, deals, bot)),
            (new, tournament(game, players, deals, with_option(bot, "early=off"))),
            (new, tournament(game, players, deals, bot)),
        ]
    for name, (game, players, deals, wanted) in RANDOM.items():
        yield name, wanted, [(program, tournament(game, players, deals, "random")) for program in (hand, new)]
    for name, (bot, deals, wanted) in BALANCE.items():
        yield name, wanted, [(hand, balance(bot, deals)), (new, balance(with_option(bot, "eval=hand"), deals))]


def main():
    pairs, (hand, learned, new), names = int(sys.argv[1]), sys.argv[2:5], sys.argv[5:]
    all_works = list(works(hand, learned, new))
    if unknown := set(names) - {name for name, _, _ in all_works}:
        sys.exit(f"no such work: {', '.join(sorted(unknown))}; allowed are {', '.join(name for name, _, _ in all_works)}")
    print("| work | CPU seconds before | times as fast | with early stop | wanted |")
    print("| --- | --- | --- | --- | --- |")
    for name, wanted, runs in all_works:
        if names and name not in names:
            continue
        times = [[cpu_seconds(program, *command) for program, command in runs] for _ in range(pairs)]
        per_decision = [[seconds / decisions for seconds, decisions in row] for row in times]
        before, *after = (statistics.median(column) for column in zip(*per_decision))
        ratios = [f"{before / seconds:.2f}" for seconds in after] + [""] * (2 - len(after))
        seconds = statistics.median(row[0][0] for row in times)
        print(f"| {name} | {seconds:.2f} | {ratios[0]} | {ratios[1]} | {wanted} |", flush=True)


if __name__ == "__main__":
    main()
