"""The examples do what they say, in short forms."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

import numpy as np
import numpy.typing as npt

import riverlab

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"


def run(example: str, *arguments: str) -> str:
    """What an example prints."""
    command = [sys.executable, str(EXAMPLES / example), *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True, timeout=600).stdout


def value(weights: dict[str, npt.NDArray[np.float32]], rows: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """The logits of a saved network, by the formula that is documented."""
    x = rows * weights["scales"]
    hidden = np.maximum(x @ weights["W"] + weights["b"], 0)
    return np.asarray(hidden @ weights["v"] + x @ weights["u"] + weights["c"], dtype=np.float32)


def test_the_learner_beats_random_after_a_few_games_and_is_reproducible(tmp_path: Path) -> None:
    """Two runs of a seed write the same bytes; and by the saved network alone nearly all games against random are won."""
    short = ["--games", "600", "--every", "300", "--eval-deals", "2", "--last-deals", "30"]
    printed = [run("learner.py", *short, "--out", str(tmp_path / name)) for name in ("one.npz", "other.npz")]
    assert (tmp_path / "one.npz").read_bytes() == (tmp_path / "other.npz").read_bytes()
    header, *rows = printed[0].splitlines()[:3]
    assert header.split()[:4] == ["games", "loss", "random", "greedy"]
    assert [row.split()[0] for row in rows] == ["300", "600"]
    assert "\nbeats random: share" in printed[0] and "\ndoes not beat greedy: share" in printed[0]
    assert printed[0].splitlines()[:3] == printed[1].splitlines()[:3]

    with np.load(tmp_path / "one.npz") as file:
        weights = dict(file)
    rng, won = random.Random(1), 0.0
    for game in range(40):
        state = riverlab.State("the-river", 2, seed=game + 5_000_000_000)
        state.play_chance()
        while not state.is_terminal():
            legal, choice = state.legal_actions(), 0
            if state.current_player() == game % 2:
                choice = int(value(weights, state.afterstate_tensors()).argmax())
            else:
                choice = rng.randrange(len(legal))
            state.apply_action(legal[choice])
            state.play_chance()
        won += state.returns()[game % 2]
    # One of two equal players has so many with a probability of one in ten million.
    assert won >= 36


def test_another_seed_gives_another_network(tmp_path: Path) -> None:
    short = ["--games", "2", "--every", "2", "--eval-deals", "1", "--last-deals", "1"]
    for seed in ("1", "2"):
        run("learner.py", *short, "--seed", seed, "--out", str(tmp_path / f"{seed}.npz"))
    assert (tmp_path / "1.npz").read_bytes() != (tmp_path / "2.npz").read_bytes()
