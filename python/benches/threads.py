"""How long two Python threads take that each let a bot search, measured beside one thread that does it once.

Searches hold no lock of Python, so on two free cores two threads take hardly longer than one, though they do twice as much.
Rounds of one and of two threads alternate, and the best of each counts. Usage: python benches/threads.py [SPEC [ROUNDS]]
"""

from __future__ import annotations

import sys
import threading
import time

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


def main() -> None:
    """Prints a line for each game."""
    spec = sys.argv[1] if len(sys.argv) > 1 else "mcts:sims=2000"
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 5
    print(f"{spec}, {DECISIONS} decisions a thread, best of {rounds} rounds")
    for game in GAMES:
        states = positions(game)
        expected = choices(spec, states)
        best = {1: float("inf"), 2: float("inf")}
        for _ in range(rounds):
            for threads in best:
                seconds, chosen = timed(spec, states, threads)
                assert chosen == [expected] * threads, f"{game}: {chosen}, expected {expected}"
                best[threads] = min(best[threads], seconds)
        print(f"{game:15} one thread {best[1]:.3f} s, two {best[2]:.3f} s: {best[2] / best[1]:.2f} times")


if __name__ == "__main__":
    main()
