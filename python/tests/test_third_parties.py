"""The tests of PettingZoo, Gymnasium and OpenSpiel, on every game."""

from __future__ import annotations

import warnings
from functools import partial
from typing import Any

import gymnasium
import pettingzoo
import pyspiel
import pytest
from conftest import ENDS, LONG, TABLES
from gymnasium.utils.env_checker import check_env
from open_spiel.python.tests import games_sim_test
from pettingzoo.test import api_test, parallel_api_test, render_test, seed_test
from pettingzoo.utils.conversions import turn_based_aec_to_parallel

import riverlab.gymnasium
import riverlab.openspiel
import riverlab.pettingzoo

#: What PettingZoo says of every environment whose observations are dictionaries, unless it knows the name.
KNOWN = [
    "Observation space for each agent probably should be gymnasium.spaces.box or gymnasium.spaces.discrete",
    "Observation is not a NumPy array",
]


def quiet(test: Any, *arguments: Any, **named: Any) -> None:
    """Runs a test that may warn of nothing but what is known."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        test(*arguments, **named)
    unknown = [str(warning.message) for warning in caught if not str(warning.message).startswith(tuple(KNOWN))]
    assert unknown == []


@pytest.mark.parametrize("mask", ["observation", "info"])
@pytest.mark.parametrize("actions", ["fixed", "list"])
@pytest.mark.parametrize(("game", "players"), TABLES)
def test_pettingzoo(game: str, players: int, actions: str, mask: str) -> None:
    make = partial(riverlab.pettingzoo.env, game, players, actions=actions, mask=mask)
    quiet(api_test, make(), num_cycles=1000)
    quiet(seed_test, make, num_cycles=500)
    # The test looks for masks in observations only; with the mask in infos it plays actions that are not legal, which end games.
    raw = riverlab.pettingzoo.raw_env if mask == "observation" else riverlab.pettingzoo.env
    parallel = turn_based_aec_to_parallel(raw(game, players, actions=actions, mask=mask))
    quiet(parallel_api_test, parallel, num_cycles=1000)


@pytest.mark.parametrize("mask", ["observation", "info"] if LONG else ["observation"])
@pytest.mark.parametrize("actions", ["fixed", "list"] if LONG else ["fixed"])
@pytest.mark.parametrize(("game", "players"), TABLES if LONG else ENDS)
def test_pettingzoo_renders(game: str, players: int, actions: str, mask: str, capsys: pytest.CaptureFixture[str]) -> None:
    quiet(render_test, partial(riverlab.pettingzoo.env, game, players, actions=actions, mask=mask))


def test_environments_are_registered() -> None:
    for name, *_ in riverlab.games():
        env = pettingzoo.make("aec", f"riverlab/{name.replace('-', '_')}-v0")
        env.reset(seed=1)
        single = gymnasium.make("riverlab/" + "".join(word.capitalize() for word in name.split("-")) + "-v0")
        single.reset(seed=1)


@pytest.mark.parametrize("actions", ["fixed", "list"])
@pytest.mark.parametrize(("game", "players"), TABLES)
def test_gymnasium(game: str, players: int, actions: str) -> None:
    env = riverlab.gymnasium.SeatEnv(game, ["random"] * (players - 1), actions=actions)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(env, skip_render_check=True)


@pytest.mark.parametrize(("game", "players"), TABLES if LONG else ENDS)
def test_openspiel(game: str, players: int) -> None:
    name, _, variant = game.partition(":")
    # A game of River Dragons has thousands of moves, and each is compared in all its texts.
    sims = 20 if LONG else 1
    for returns in ["shares", "zero-sum"] if LONG else ["shares"]:
        parameters = {"players": players, "variant": variant.replace("=", ":"), "returns": returns}
        loaded = pyspiel.load_game(riverlab.openspiel._name(name), parameters)
        pyspiel.random_sim_test(loaded, num_sims=sims, serialize=True, verbose=False)
    if LONG or name != "river-dragons":
        games_sim_test.GamesSimTest().sim_game(loaded)


def test_unknown_returns_are_refused() -> None:
    makes: list[Any] = [
        lambda: riverlab.pettingzoo.env("dice", returns="points"),
        lambda: riverlab.gymnasium.SeatEnv("dice", ["random"], returns="points"),
        lambda: pyspiel.load_game("riverlab_dice", {"returns": "points"}),
    ]
    for make in makes:
        with pytest.raises(ValueError, match="returns='points': allowed are"):
            make()
