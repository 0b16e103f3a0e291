#!/usr/bin/env python3
"""Compares the speed of the program with that of earlier ones, work by work.

usage: studies/speed.py PAIRS HAND LEARNED NEW [WORK …]

HAND is the folder of a program from before values were learned, LEARNED of one from after that, NEW the folder to which
today's is built. Of each work, each program runs PAIRS times, in turn. A row has what it is beside, the ratio of the medians
with `early=off`, that with the default, and what is wanted. Ratios of whole runs are of CPU seconds, those of games for a
decision, as programs that choose other moves play longer or shorter games; ratios of benches are of the fastest measurements,
or medians where the bench compares in turn. `studies/speed.sh` builds the programs.
"""

import csv
import os
import re
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
# Title of the game in the bench of playouts: what is wanted.
PLAYOUTS = {"The River": "1.15", "Rio Grande": "1.3", "Carcassonne": "2.0"}
# The works that benches measure.
BENCHES = ["playouts", "connect-four", "other-crates", "threads"]


def program(folder):
    return Path(folder, "release" if Path(folder).name == "target" else "target/release", "riverlab")


def cpu_seconds(folder, command, *arguments):
    """The CPU seconds of a run, and the number of decisions if it tells."""
    with tempfile.TemporaryDirectory() as out:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(
            [program(folder), command, *arguments, "--threads", "1", "--seed", "1", "--quiet", "--out", f"{out}/run"],
            check=True,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        decisions = 1
        if command == "tournament":
            with Path(out, "run", "games.csv").open(newline="") as file:
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
        yield name, wanted, [(folder, tournament(game, players, deals, "random")) for folder in (hand, new)]
    for name, (bot, deals, wanted) in BALANCE.items():
        yield name, wanted, [(hand, balance(bot, deals)), (new, balance(with_option(bot, "eval=hand"), deals))]


def row(name, beside, ratio, early, wanted):
    print(f"| {name} | {beside} | {ratio} | {early} | {wanted} |", flush=True)


def compare_runs(name, wanted, runs, pairs):
    times = [[cpu_seconds(folder, *command) for folder, command in runs] for _ in range(pairs)]
    per_decision = [[seconds / decisions for seconds, decisions in turn] for turn in times]
    before, *after = (statistics.median(column) for column in zip(*per_decision))
    ratios = [f"{before / seconds:.2f}" for seconds in after] + [""] * (2 - len(after))
    seconds = statistics.median(turn[0][0] for turn in times)
    row(name, f"{Path(runs[0][0]).name}, {seconds:.2f} s", *ratios, wanted)


def bench(name, *arguments, folder=None):
    """What a bench prints, of an earlier program if a folder is named."""
    command, environment = ["cargo", "bench", "--quiet", "--locked", "--bench", name], dict(os.environ)
    if folder:
        command += ["--manifest-path", f"{folder}/Cargo.toml", "--target-dir", f"{folder}/target"]
        environment["CARGO_ENCODED_RUSTFLAGS"] = ""
    command += ["--", *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True, env=environment).stdout


def playout_times(folder=None):
    """Nanoseconds of a random game with 2 players, by title: the fastest of 60 measurements."""
    # Tables are printed whatever criterion is asked to measure.
    lines = bench("playouts", "nothing", folder=folder).splitlines()
    titles = {number: match[1] for number, line in enumerate(lines) if (match := re.match("random games of (.*), one core", line))}
    return {title: float(lines[number + 2].split()[4]) for number, title in titles.items()}


def compare_playouts(hand, pairs):
    times = [(playout_times(hand), playout_times()) for _ in range(min(pairs, 3))]
    for title, wanted in PLAYOUTS.items():
        before, after = (min(turn[side][title] for turn in times) for side in (0, 1))
        row(f"playouts, {title}", Path(hand).name, f"{before / after:.2f}", "", wanted)


def found(pattern, text):
    match = re.search(pattern, text)
    return match[1] if match else "not found"


def compare_connect_four():
    text = bench("mcts", "Connect Four, empty")
    for beside, wanted in {"playouts": "0.72", "lean UCT": "1.0"}.items():
        ratio = found(rf"Connect Four, empty board: {beside} +\d+ +\d+ +([\d.]+)", text)
        row("Connect Four, 10,000 simulations", beside, ratio, "", wanted)


def compare_other_crates():
    run = ["cargo", "run", "--release", "--quiet", "--locked"]
    lines = subprocess.run(run, check=True, capture_output=True, text=True, cwd="benches/peers").stdout.splitlines()
    # Engine, simulations, milliseconds (fastest, median), simulations/s, times as fast (fastest, median), column.
    cells = [re.split("  +", line) for line in lines]
    others = [cell for cell in cells if len(cell) == 8 and cell[1].isdigit() and "riverlab" not in cell[0]]
    fastest = min(others, key=lambda cell: float(cell[6]))
    row("Connect Four, made anew", fastest[0], fastest[6], "", "1.7")


def compare_threads():
    text = bench("arena", "nothing")
    row("tournament of random bots, two threads", "one thread", found(r"two threads to one: median ([\d.]+)", text), "", "1.95")
    row("tournament of random bots", "playouts", found(r"to pure playouts: median ([\d.]+)", text), "", "0.8")


def main():
    pairs, (hand, learned, new), names = int(sys.argv[1]), sys.argv[2:5], sys.argv[5:]
    all_works = list(works(hand, learned, new))
    if unknown := set(names) - {name for name, _, _ in all_works} - set(BENCHES):
        allowed = ", ".join([name for name, _, _ in all_works] + BENCHES)
        sys.exit(f"no such work: {', '.join(sorted(unknown))}; allowed are {allowed}")
    row("work", "beside", "times as fast", "with early stop", "wanted")
    row(*["---"] * 5)
    for name, wanted, runs in all_works:
        if not names or name in names:
            compare_runs(name, wanted, runs, pairs)
    benches = [lambda: compare_playouts(hand, pairs), compare_connect_four, compare_other_crates, compare_threads]
    for name, compare in zip(BENCHES, benches):
        if not names or name in names:
            compare()


if __name__ == "__main__":
    main()
