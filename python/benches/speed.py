"""How fast games are played from Python, beside what else one would take.

    PYTHONPATH=python target/python/venv/bin/python python/benches/speed.py     # from a wheel: python python/benches/speed.py

Each side plays seeded games whose numbers of moves are compared with fixed figures first, so that all of them do the work.
Rounds are interleaved, and the median, the least and the most of them are shown. It needs `pettingzoo` with `pygame`,
`gymnasium` and `open_spiel`.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import random
import re
import statistics
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pyspiel
from pettingzoo.classic import connect_four_v3
from pettingzoo.test import performance_benchmark

import riverlab
import riverlab.pettingzoo
from riverlab.gymnasium import SeatVectorEnv, SelfPlayVectorEnv

#: How many games a loop with a state plays for its count, steps a batch makes, and games are in a batch and in a large one.
GAMES, STEPS, BATCH, LARGE = 200, 500, 64, 256


def moves_of_loop(make: Callable[[], Any], games: int) -> tuple[int, float]:
    """Random games, one after the other: how many moves they had, and how long they took, in seconds."""
    random.seed(1)
    draw, moves, begun = random.random, 0, time.perf_counter()
    for _ in range(games):
        state = make()
        while not state.is_terminal():
            actions = state.legal_actions()
            state.apply_action(actions[int(draw() * len(actions))])
            moves += 1
    return moves, time.perf_counter() - begun


def steps_of_batch(envs: SeatVectorEnv | SelfPlayVectorEnv, steps: int) -> tuple[int, int, float]:
    """Random games in a batch: how many have ended, the sum of what was legal, and the time inside of `step`, in seconds."""
    envs.reset(seed=1)
    ended = legal = 0
    inside = 0.0
    for step in range(steps):
        actions = envs.sample_legal()
        begun = time.perf_counter()
        _, _, terminations, _, infos = envs.step(actions)
        inside += time.perf_counter() - begun
        ended += int(terminations.sum())
        if step % 100 == 0:
            legal += int(infos["action_mask"].sum())
    return ended, legal, inside


def turns_of_pettingzoo(env: Any) -> float:
    """Turns per second in PettingZoo's own loop, which takes five seconds."""
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        performance_benchmark(env)
    found = re.search(r"([\d.]+) turns per second", printed.getvalue())
    assert found is not None
    return float(found[1])


def turns_of_seeded_games(env: Any, games: int) -> int:
    """How many turns seeded random games have."""
    rng, turns = random.Random(1), 0
    for game in range(games):
        env.reset(seed=game)
        for _ in env.agent_iter():
            observation, _, termination, truncation, _ = env.last()
            is_over = termination or truncation
            env.step(None if is_over else rng.choice(np.flatnonzero(observation["action_mask"]).tolist()))
            turns += not is_over
    return turns


def river(num_envs: int = BATCH, **arguments: Any) -> SelfPlayVectorEnv:
    """The batch of The River in which one learner decides for both seats."""
    return SelfPlayVectorEnv("the-river", 2, num_envs=num_envs, **arguments)


def main() -> None:
    """Checks the counts, then measures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5, help="how often each side is measured (default: 5); 0 only compares the counts")
    parser.add_argument("--seconds", type=float, default=1.0, help="about how long each measurement takes, but for PettingZoo's five (default: 1)")
    arguments = parser.parse_args()
    rounds, seconds = arguments.rounds, arguments.seconds

    game = pyspiel.load_game("connect_four")
    of_state, of_pyspiel = (lambda: riverlab.State("connect-four")), game.new_initial_state
    batches: dict[str, SeatVectorEnv | SelfPlayVectorEnv] = {
        f"batch of {BATCH}, The River, both seats": river(),
        "the same, arrays written again": river(copy=False),
        f"batch of {LARGE}, The River, both seats": river(LARGE),
        f"batch of {LARGE}, arrays written again": river(LARGE, copy=False),
        f"batch of {BATCH}, The River, against random": SeatVectorEnv("the-river", ["random"], num_envs=BATCH),
        f"batch of {BATCH}, The River, against greedy": SeatVectorEnv("the-river", ["greedy"], num_envs=BATCH),
        f"batch of {BATCH}, Connect Four, both seats": SelfPlayVectorEnv("connect-four", 2, num_envs=BATCH),
    }
    zoo, ours = connect_four_v3.env(), riverlab.pettingzoo.env("connect-four")

    # The same draws make the same games on both sides, as both list columns from the left.
    counts = [moves_of_loop(make, GAMES)[0] for make in (of_state, of_pyspiel)]
    assert counts == [COUNT_OF_LOOP] * 2, counts
    turns = [turns_of_seeded_games(env, GAMES) for env in (ours, zoo)]
    assert turns == [COUNT_OF_TURNS] * 2, turns
    found = {name: steps_of_batch(envs, STEPS)[:2] for name, envs in batches.items()}
    assert found == dict(zip(batches, COUNTS_OF_BATCHES, strict=True)), found

    def per_second_of_loop(make: Callable[[], Any]) -> float:
        moves, took = moves_of_loop(make, int(20_000 * seconds))
        return moves / took

    def per_second_of_batch(envs: SeatVectorEnv | SelfPlayVectorEnv) -> float:
        steps = int(5_000 * seconds) * BATCH // envs.num_envs
        return envs.num_envs * steps / steps_of_batch(envs, steps)[2]

    measured: dict[str, Callable[[], float]] = {
        "State, Connect Four": lambda: per_second_of_loop(of_state),
        "pyspiel, connect_four": lambda: per_second_of_loop(of_pyspiel),
        **{name: lambda envs=envs: per_second_of_batch(envs) for name, envs in batches.items()},  # type: ignore[misc]
        "riverlab.pettingzoo, Connect Four": lambda: turns_of_pettingzoo(ours),
        "pettingzoo, connect_four_v3": lambda: turns_of_pettingzoo(zoo),
    }
    if rounds == 0:
        print("all sides do the same work")
        return
    figures: dict[str, list[float]] = {name: [] for name in measured}
    for _ in range(rounds):
        for name, measure in measured.items():
            figures[name].append(measure())
    medians = {name: statistics.median(each) for name, each in figures.items()}
    loop, turn = medians["pyspiel, connect_four"], medians["pettingzoo, connect_four_v3"]
    print(f"{'decisions per second, one core':44} {'median':>11} {'least':>11} {'most':>11} {'/ pyspiel':>9} {'/ pettingzoo':>12}")
    for name, each in figures.items():
        middle = medians[name]
        print(f"{name:44} {middle:11,.0f} {min(each):11,.0f} {max(each):11,.0f} {middle / loop:9.2f} {middle / turn:12.1f}")


COUNT_OF_LOOP = 4_265
COUNT_OF_TURNS = 4322
COUNTS_OF_BATCHES = [(370, 4232), (370, 4232), (1485, 16328), (1485, 16328), (775, 4511), (1485, 4121), (1408, 2093)]

if __name__ == "__main__":
    main()
