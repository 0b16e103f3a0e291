"""The speed of OpenSpiel's MCTS bots: one move on the empty board of Connect Four.

usage: open_spiel_mcts.py [REPEATS [SIMULATIONS]]

UCT with exploration constant sqrt(2) and one uniformly random game for each simulation, solver off. Prints for each bot:
name, simulations, milliseconds of the fastest search and of the median, with tabs between.
"""

import importlib.metadata
import math
import statistics
import sys
import time

try:
    import numpy as np
    import pyspiel
    from open_spiel.python.algorithms import mcts
except ImportError as error:
    print(f"OpenSpiel is missing ({error}): pip install open_spiel", file=sys.stderr)
    sys.exit(2)

UCT_C = math.sqrt(2)
# More than the tree ever takes.
MEMORY_MB = 1000


def python_bot(game, simulations, seed):
    random_state = np.random.RandomState(seed)
    evaluator = mcts.RandomRolloutEvaluator(1, random_state)
    return mcts.MCTSBot(game, UCT_C, simulations, evaluator, solve=False, random_state=random_state)


def cpp_bot(game, simulations, seed):
    evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
    return pyspiel.MCTSBot(game, evaluator, UCT_C, simulations, MEMORY_MB, False, seed, False)


def milliseconds(make_bot, game, simulations, seed):
    """One search, from nothing to the freed tree."""
    start = time.perf_counter()
    root = make_bot(game, simulations, seed).mcts_search(game.new_initial_state())
    counted = root.explore_count
    root.best_child()
    del root
    elapsed = time.perf_counter() - start
    assert counted == simulations, f"{counted} simulations instead of {simulations}"
    return 1000 * elapsed


def main():
    repeats = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    simulations = int(sys.argv[2]) if len(sys.argv) > 2 else 10_000
    game = pyspiel.load_game("connect_four")
    version = importlib.metadata.version("open_spiel")
    bots = {"Python MCTSBot": python_bot}
    if hasattr(pyspiel, "MCTSBot"):
        bots["C++ MCTSBot"] = cpp_bot
    for name, make_bot in bots.items():
        times = [milliseconds(make_bot, game, simulations, seed) for seed in range(1, repeats + 1)]
        cells = [f"OpenSpiel {version} ({name})", simulations, f"{min(times):.3f}", f"{statistics.median(times):.3f}"]
        print(*cells, sep="\t")


if __name__ == "__main__":
    main()
