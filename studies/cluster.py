#!/usr/bin/env python3
"""What happens to a run on 1,000 machines: a discrete-event simulation with measured times (docs/cluster.md).

Usage: studies/cluster.py [--machines 1000] [--cores 32] [--hours 1] [--seed 1]

A machine plays one shard at a time on all of its cores. Events are ends of shards, deaths of machines and answers that the
driver has checked. A dead machine loses its shard, which is noticed after a while and played by another one; a new machine takes
its place later. The driver takes answers one after the other, as many at once as it has cores. Figures come from this machine:

    seconds of a core for a game of mcts:sims=400, by game      riverlab tournament GAME --bots mcts:sims=400 greedy --threads 1
    bytes of a game's rows, compressed (zlib, level 1)          games.csv and moves.csv of such runs
    seconds of a core of the driver for a game                  riverlab report of 6,000 games, which checks every row
    seconds that a task costs beside its games                  python/cluster.sh --overhead
"""

from __future__ import annotations

import argparse
import heapq
import math
import random
from dataclasses import dataclass


@dataclass(frozen=True)
class Game:
    """What a game costs, as measured."""

    name: str
    #: Seconds of a core.
    play: float
    #: Seconds of a core of the driver.
    check: float
    #: Bytes of its rows, compressed.
    size: float


GAMES = [
    Game("The River", 0.031, 12e-6, 64),
    Game("Carcassonne", 0.82, 38e-6, 121),
    Game("Rio Grande", 0.39, 25e-6, 90),
]

#: How much games differ in length: standard deviation over mean.
GAME_SPREAD = 0.25
#: How much machines differ in speed.
MACHINE_SPREAD = 0.10
#: Seconds that a task costs beside its games: to send it, to start it, to fetch its answer.
TASK = 0.05
#: Machines die after so long on average, as those do that are let for as long as nobody pays more; that is noticed so late, and
#: they are replaced so late, in seconds.
LIFE, NOTICED, REPLACED = 24 * 3600.0, 30.0, 600.0
#: What the driver has.
DRIVER_CORES, DRIVER_BANDWIDTH = 4, 1e9 / 8


@dataclass
class Result:
    """What became of a run."""

    hours: float
    #: The share of the cores' time that went into games of the run.
    useful: float
    #: How long the last tenth of a percent of the shards took, in seconds.
    tail: float
    lost: int
    #: The share of its time that the driver worked, and the most that waited for it, in bytes.
    driver: float
    waiting: float


def simulate(game: Game, machines: int, cores: int, games: float, shard: float, seed: int) -> Result:
    """A run of so many games, cut into shards of so many games."""
    rng = random.Random(seed)
    shards = math.ceil(games / shard)
    speed = [max(0.5, rng.gauss(1, MACHINE_SPREAD)) for _ in range(machines)]
    # Games of a shard are played on all cores; the last one of each core is waited for.
    spread = GAME_SPREAD * math.sqrt(cores / shard)

    def duration(machine: int) -> float:
        batch = shard * game.play / cores * max(0.2, rng.gauss(1, spread))
        return (batch + game.play * GAME_SPREAD) / speed[machine] + TASK

    events: list[tuple[float, int, str, int, int]] = []
    number = 0

    def at(time: float, what: str, machine: int, shard_of: int) -> None:
        nonlocal number
        number += 1
        heapq.heappush(events, (time, number, what, machine, shard_of))

    queue = list(range(shards - 1, -1, -1))
    life = [0] * machines
    playing: list[int | None] = [None] * machines
    is_alive = [True] * machines
    driver_free = [0.0] * DRIVER_CORES
    service = shard * max(game.check, game.size / DRIVER_BANDWIDTH * DRIVER_CORES)
    busy = driver_busy = waiting = most_waiting = 0.0
    ended = [0.0] * shards
    lost = done = 0

    def start(machine: int, now: float) -> None:
        nonlocal busy
        if not is_alive[machine] or playing[machine] is not None or not queue:
            return
        playing[machine] = queue.pop()
        at(now + duration(machine), f"end {life[machine]}", machine, playing[machine] or 0)

    for machine in range(machines):
        at(rng.expovariate(1 / LIFE), "die", machine, -1)
        start(machine, 0.0)
    now = 0.0
    while done < shards:
        now, _, what, machine, of = heapq.heappop(events)
        if what == "die":
            is_alive[machine] = False
            life[machine] += 1
            if playing[machine] is not None:
                at(now + NOTICED, "lost", machine, playing[machine] or 0)
                playing[machine] = None
                lost += 1
            at(now + REPLACED, "born", machine, -1)
        elif what == "born":
            is_alive[machine] = True
            at(now + rng.expovariate(1 / LIFE), "die", machine, -1)
            start(machine, now)
        elif what == "lost":
            queue.append(of)
            for other in range(machines):
                start(other, now)
        elif what == "checked":
            waiting -= shard * game.size
            ended[of] = now
            done += 1
        elif what == f"end {life[machine]}":
            playing[machine] = None
            waiting += shard * game.size
            most_waiting = max(most_waiting, waiting)
            first = min(range(DRIVER_CORES), key=driver_free.__getitem__)
            begin = max(now, driver_free[first])
            driver_free[first] = begin + service
            driver_busy += service
            at(begin + service, "checked", machine, of)
            start(machine, now)
    ended.sort()
    total = machines * cores * now
    return Result(
        hours=now / 3600,
        useful=games * game.play / total,
        tail=now - ended[max(0, int(shards * 0.999) - 1)],
        lost=lost,
        driver=driver_busy / (DRIVER_CORES * now),
        waiting=most_waiting,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--machines", type=int, default=1000)
    parser.add_argument("--cores", type=int, default=32)
    parser.add_argument("--hours", type=float, default=1.0, help="how long the run would take without any loss")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    print(f"{given.machines} machines of {given.cores} cores, runs of {given.hours:g} hours without losses")
    print("| game | games | seconds of a shard | shards | hours | useful | shards lost | last 0.1 % | driver | waiting |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |")
    for game in GAMES:
        games = given.hours * 3600 * given.machines * given.cores / game.play
        for seconds in (3, 10, 30, 120, 600):
            shard = seconds * given.cores / game.play
            shown = simulate(game, given.machines, given.cores, games, shard, given.seed)
            print(
                f"| {game.name} | {games:.2g} | {seconds} | {math.ceil(games / shard)} | {shown.hours:.2f} | "
                f"{100 * shown.useful:.1f} % | {shown.lost} | {shown.tail:.0f} s | {100 * shown.driver:.0f} % | "
                f"{shown.waiting / 2**20:.0f} MiB |"
            )


if __name__ == "__main__":
    main()
