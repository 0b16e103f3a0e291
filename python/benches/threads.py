"""How long two Python threads take that each let a bot search, measured beside one thread that does it once.

Searches hold no lock of Python, so on two free cores two threads take hardly longer than one, though they do twice as much.
Two processes do the same, which have no lock in common: where they take longer than one thread as well, the cores are not free.
Rounds of all three alternate, and the best of each counts. Usage: python benches/threads.py [SPEC [ROUNDS]]
"""

from __future__ import annotations

import sys
import threading
import time
from concurrent.futures import ProcessPoolExecutor

import riverlab

GAMES = ["the-river", "rio-grande", "carcassonne", "river-dragons"]
DECISIONS = 4


def positions(game: str) -> list[riverlab.State]:
    """Positions in the middle of a game, one after the other."""
    state = riverlab.State(game, 2, seed=1)
    bot = riverlab.Bot("random")
    found: list[riverlab.State] = []
    while len(found) < DECISIONS:
        state.play_chance()
        state.apply_action(bot.choose(state, seed=len(state.history())))
        state.play_chance()
        if len(state.history()) > 30 and len(state.legal_actions()) > 5:
            found.append(state.clone())
    return found


def choices(spec: str, states: list[riverlab.State]) -> list[int]:
    """What a bot chooses in each position."""
    bot = riverlab.Bot(spec)
    return [bot.choose(state, seed=7) for state in states]


def timed(spec: str, states: list[riverlab.State], threads: int) -> tuple[float, list[list[int]]]:
    """The seconds that so many threads take, which all do the same, and what each chose."""
    chosen: list[list[int]] = [[] for _ in range(threads)]

    def work(thread: int) -> None:
        chosen[thread] = choices(spec, states)

    workers = [threading.Thread(target=work, args=(thread,)) for thread in range(threads)]
    begun = time.perf_counter()
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    return time.perf_counter() - begun, chosen


def in_processes(pool: ProcessPoolExecutor, spec: str, states: list[riverlab.State]) -> tuple[float, list[list[int]]]:
    """The seconds that two processes take, which both do the same, and what each chose."""
    begun = time.perf_counter()
    chosen = list(pool.map(choices, [spec] * 2, [states] * 2))
    return time.perf_counter() - begun, chosen


def measure(pool: ProcessPoolExecutor, game: str, spec: str, rounds: int) -> None:
    """Prints the line of a game."""
    states = positions(game)
    expected = choices(spec, states)
    best = {"one thread": float("inf"), "two threads": float("inf"), "two processes": float("inf")}
    for _ in range(rounds):
        one, two, apart = timed(spec, states, 1), timed(spec, states, 2), in_processes(pool, spec, states)
        for what, (seconds, chosen) in zip(best, [one, two, apart]):
            assert all(choice == expected for choice in chosen), f"{game}, {what}: {chosen}, expected {expected}"
            best[what] = min(best[what], seconds)
    alone, *others = best.values()
    times = ", ".join(f"{what} {seconds:.3f} s" for what, seconds in best.items())
    print(f"{game:15} {times}: {others[0] / alone:.2f} and {others[1] / alone:.2f} times")


def main() -> None:
    """Prints a line for each game."""
    spec = sys.argv[1] if len(sys.argv) > 1 else "mcts:sims=2000"
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 5
    print(f"{spec}, {DECISIONS} decisions a thread, best of {rounds} rounds")
    with ProcessPoolExecutor(2) as pool:
        for game in GAMES:
            measure(pool, game, spec, rounds)


if __name__ == "__main__":
    main()
