"""Carcassonne with a window: observations end with planes of its cells, and the tiles outside are counted."""

from __future__ import annotations

import pickle
import random
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import riverlab
from riverlab.gymnasium import SeatEnv
from riverlab.pettingzoo import raw_env

Numbers = npt.NDArray[np.float32]


def named(state: riverlab.State, numbers: Numbers) -> dict[str, Numbers]:
    """An observation by the names of its features, each in its shape; all of it is used up."""
    features, at = {}, 0
    for feature in state.observation_features():
        size = int(np.prod(feature.shape))
        features[feature.name] = numbers[at : at + size].reshape(feature.shape)
        assert ((feature.low <= features[feature.name]) & (features[feature.name] <= feature.high)).all(), feature
        at += size
    assert at == len(numbers) == state.observation_tensor_size()
    return features


def tiles(state: riverlab.State) -> dict[tuple[int, int], int]:
    """Where the moves so far have laid tiles, with the quarter turns."""
    laid = (move.split(":") for move in state.moves() if move.startswith("tile:"))
    return {(int(x), int(y)): int(turns) for _, x, y, turns in laid}


@pytest.mark.parametrize("window", [0, 3, 20])
@pytest.mark.parametrize(("game", "players"), [("carcassonne:rivers=none", 2), ("carcassonne:rivers=both", 5)])
def test_planes_show_the_window_and_tiles_outside_are_counted(game: str, players: int, window: int) -> None:
    plain = riverlab.State(game, players, seed=5, actions="list")
    state = riverlab.State(game, players, seed=5, actions="list", window=window)
    rng, side, most_outside = random.Random(window), 2 * window + 1, 0
    assert state.observation_tensor_size() == plain.observation_tensor_size() + 20 * side * side + 1
    while not state.is_terminal():
        state.play_chance()
        plain.play_chance()
        for player in range(players):
            numbers = state.observation_tensor(player)
            assert numbers[: plain.observation_tensor_size()].tobytes() == plain.observation_tensor(player).tobytes()
            features = named(state, numbers)
            planes, sides = features["window"], features["window_sides"]
            assert planes.shape == (4, side, side) and sides.shape == (16, side, side)
            laid = tiles(state)
            inside = {at: turns for at, turns in laid.items() if max(map(abs, at)) <= window}
            # The first tile lies there from the beginning.
            kinds = {(x - window, y - window) for y, x in np.argwhere(planes[0]).tolist()}
            assert kinds == set(inside) | {(0, 0)}
            assert all(planes[1, y + window, x + window] == turns for (x, y), turns in inside.items())
            assert sides.sum() == 4 * len(kinds)
            rows = features["tiles"].reshape(-1, 6)
            assert (planes[2] > 0).sum() == sum(row[4] > 0 for row in rows if max(abs(row[0]), abs(row[1])) <= window)
            assert features["outside"] == len(laid) - len(inside)
        most_outside = max(most_outside, len(laid) - len(inside))
        if not state.is_terminal():
            action = rng.randrange(len(state.legal_actions()))
            state.apply_action(action)
            plain.apply_action(action)
    assert (most_outside > 20) == (window < 20)
    copy = pickle.loads(pickle.dumps(state))
    assert copy.observation_tensor(0).tobytes() == state.observation_tensor(0).tobytes()


@pytest.mark.parametrize("actions", ["fixed", "list"])
def test_environments_observe_the_window(actions: str) -> None:
    arguments: dict[str, Any] = {"actions": actions, "window": 20}
    env = raw_env("carcassonne:rivers=none", 2, **arguments)
    env.reset(seed=1)
    single = SeatEnv("carcassonne:rivers=none", ["random"], **arguments)
    seen, _ = single.reset(seed=1)
    state = env.state_now
    for observation, space, state in [
        (env.observe("player_0"), env.observation_space("player_0"), env.state_now),
        (seen, single.observation_space, single.state),
    ]:
        assert space.contains(observation)
        numbers = observation["observation"] if isinstance(observation, dict) else observation
        assert named(state, numbers)["window"].any()


def test_other_games_have_no_window() -> None:
    for actions in ["fixed", "list"]:
        with pytest.raises(ValueError, match="window=5: The River has no window"):
            riverlab.State("the-river", 2, actions=actions, window=5)
    with pytest.raises(ValueError, match="0 to 255"):
        riverlab.State("carcassonne", 2, window=256)
