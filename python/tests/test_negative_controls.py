"""Planted defects make the tests fail: those of PettingZoo, Gymnasium and OpenSpiel, and our own.

Each control runs a test on what is sound, which passes, then replaces one method by one with a defect and runs it again: it
must fail, and for the right reason.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pyspiel
import pytest
import test_hostile
from gymnasium import spaces
from gymnasium.utils.env_checker import check_env
from open_spiel.python.tests import games_sim_test
from pettingzoo.test import api_test, parallel_api_test, render_test, seed_test
from pettingzoo.utils.conversions import turn_based_aec_to_parallel

import riverlab
import riverlab.gymnasium
import riverlab.openspiel
import riverlab.pettingzoo
from riverlab.gymnasium import SeatEnv
from riverlab.openspiel import GameState
from riverlab.pettingzoo import Environment

#: What replaces a method, made from it.
Defect = Callable[[Callable[..., Any]], Callable[..., Any]]

GAME = "rio-grande"
make = partial(riverlab.pettingzoo.env, GAME, 2, mask="info")


def aec() -> None:
    api_test(make(), num_cycles=300)


def parallel() -> None:
    parallel_api_test(turn_based_aec_to_parallel(riverlab.pettingzoo.raw_env(GAME, 2)), num_cycles=300)


def seeds() -> None:
    seed_test(make, num_cycles=100)


def renders() -> None:
    render_test(partial(riverlab.pettingzoo.env, GAME, 2))


def gymnasium() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(SeatEnv(GAME, ["random"]), skip_render_check=True)


def random_sim() -> None:
    pyspiel.random_sim_test(pyspiel.load_game("riverlab_rio_grande"), num_sims=1, serialize=True, verbose=False)


def games_sim() -> None:
    games_sim_test.GamesSimTest().sim_game(pyspiel.load_game("riverlab_rio_grande"))


def observations_tell_nothing() -> None:
    """Positions that differ only in what an agent cannot know give it the same bytes."""
    environment: Any = riverlab.pettingzoo.raw_env(GAME, 2, mask="info")
    changed = 0
    for seed in range(5):
        environment.reset(seed=seed)
        for _ in range(30):
            environment.step(environment.state_now.legal_actions()[0])
        truth = environment.state_now
        for player, agent in enumerate(environment.possible_agents):
            environment.state_now = truth
            seen = environment.observe(agent)
            environment.state_now = truth.resample_from_infostate(player, seed)
            changed += str(environment.state_now) != str(truth)
            assert np.array_equal(seen, environment.observe(agent)), "the observation tells what is hidden"
    assert changed > 3


def games_after_a_seed_differ() -> None:
    """A seed is that of a sequence of games, not of one that comes again and again."""
    environment = riverlab.pettingzoo.raw_env("dice", 2)
    environment.reset(seed=1)
    games = set()
    for _ in range(10):
        environment.reset()
        while environment.agents and not environment.state_now.is_terminal():
            environment.step(environment.state_now.legal_actions()[0])
        games.add(tuple(environment.state_now.moves()))
    assert len(games) > 1, "all games are the same one"


def hostile() -> None:
    test_hostile.attack(seed=1, calls=4000, room=10_000_000)


def in_float64(sound: Callable[..., Any]) -> Callable[..., Any]:
    """A wrong dtype."""
    return lambda *arguments: np.asarray(sound(*arguments), dtype=np.float64)


def reset_in_float64(sound: Callable[..., Any]) -> Callable[..., Any]:
    """The same where observations come with an info."""

    def reset(*arguments: Any, **named: Any) -> Any:
        observation, info = sound(*arguments, **named)
        return observation.astype(np.float64), info

    return reset


def new_space(sound: Callable[..., Any]) -> Callable[..., Any]:
    """A new space at each call."""
    return lambda self, agent: spaces.Discrete(int(sound(self, agent).n))


def without_seed(sound: Callable[..., Any]) -> Callable[..., Any]:
    """The seed is not used."""
    return lambda self, seed=None, options=None: sound(self)


def one_seed(sound: Callable[..., Any]) -> Callable[..., Any]:
    """The same seed is used for every game."""
    return lambda self, seed=None, options=None: sound(self, seed=5)


def draws_always_anew(sound: Callable[..., Any]) -> Callable[..., Any]:
    """Games that no seed determines."""

    def seed(self: Any, seeds: Any, generator: Any) -> None:
        self.seeded = False
        sound(self, [None for _ in seeds], np.random.default_rng())

    return seed


def in_gray(sound: Callable[..., Any]) -> Callable[..., Any]:
    """Pixels without colors."""

    def render(self: Any) -> Any:
        rendered = sound(self)
        return rendered[:, :, 0] if isinstance(rendered, np.ndarray) else rendered

    return render


def descending(sound: Callable[..., Any]) -> Callable[..., Any]:
    """Actions that are not sorted."""
    return lambda self, player: sound(self, player)[::-1]


def shared(sound: Callable[..., Any]) -> Callable[..., Any]:
    """A copy that is no copy."""
    return lambda self, memo: self


def of_the_beginning(sound: Callable[..., Any]) -> Callable[..., Any]:
    """A pickle that has lost its moves."""

    def reduce(self: Any) -> Any:
        restore, parts = sound(self)
        return restore, (*parts[:3], [])

    return reduce


def too_much(sound: Callable[..., Any]) -> Callable[..., Any]:
    """Win shares that add up to more than 1."""
    return lambda self: [2 * share for share in sound(self)]


def tells_all(sound: Callable[..., Any]) -> Callable[..., Any]:
    """An observation with a number that depends on what is hidden."""

    def observe(self: Any, agent: str) -> Any:
        numbers = sound(self, agent)
        numbers[0] += len(str(self.state_now)) + sum(map(ord, str(self.state_now)))
        return numbers

    return observe


class Panic(BaseException):
    """What is no `Exception`, as the panics of Rust."""


def panics(sound: Callable[..., Any]) -> Callable[..., Any]:
    """A panic for an argument that was not checked."""

    def checked(self: Any, player: Any = 0) -> Any:
        if not isinstance(player, int):
            raise Panic("called `Option::unwrap()` on a `None` value")
        return sound(self, player)

    return checked


def changes_the_state(sound: Callable[..., Any]) -> Callable[..., Any]:
    """A call that changes the state, and then raises."""

    def play_and_raise(self: Any, *arguments: Any) -> Any:
        if self.current_player() >= 0:
            self.apply_action(self.legal_actions()[0])
        return sound(self, *arguments)

    return play_and_raise


def keeps(sound: Callable[..., Any]) -> Callable[..., Any]:
    """A call after which 20 KB are never freed."""
    kept: list[bytes] = []

    def keep(self: Any) -> Any:
        kept.append(b"x" * 20_000)
        return sound(self)

    return keep


State = riverlab.State
CONTROLS: list[tuple[Callable[[], None], type, str, Defect, str]] = [
    (aec, Environment, "observe", in_float64, "Out of bounds observation"),
    (aec, Environment, "action_space", new_space, "action_space"),
    (parallel, Environment, "action_space", new_space, "action_space"),
    (seeds, Environment, "reset", without_seed, "Incorrect"),
    (games_after_a_seed_differ, Environment, "reset", one_seed, "the same one"),
    (renders, Environment, "render", in_gray, "rgb_array"),
    (gymnasium, SeatEnv, "reset", reset_in_float64, "not within the observation space"),
    (gymnasium, riverlab.gymnasium._Games, "seed", draws_always_anew, "not equivalent for the same seed"),
    (random_sim, GameState, "_legal_actions", descending, r"actions\[i - 1\] < actions\[i\]"),
    (random_sim, GameState, "returns", too_much, "utility"),
    (games_sim, State, "__deepcopy__", shared, r"action \d+"),
    (games_sim, State, "__reduce__", of_the_beginning, "- deal:"),
    (observations_tell_nothing, Environment, "observe", tells_all, "hidden"),
    (hostile, State, "observation_string", panics, "no Exception"),
    (hostile, State, "scores", changes_the_state, "has changed"),
    (hostile, State, "history", keeps, "more memory"),
]


@pytest.mark.parametrize(
    ("test", "owner", "name", "defect", "message"),
    CONTROLS,
    ids=[f"{test.__name__}-{defect.__name__}" for test, _, _, defect, _ in CONTROLS],
)
def test_a_planted_defect_is_found(
    test: Callable[[], None],
    owner: type,
    name: str,
    defect: Defect,
    message: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    test()
    monkeypatch.setattr(owner, name, defect(getattr(owner, name)))
    with pytest.raises((AssertionError, ValueError, pyspiel.SpielError), match=message):
        test()
