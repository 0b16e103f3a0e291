"""Calls that are wrong: they raise exceptions, and nothing panics, crashes, changes or leaks.

A seeded generator calls everything public with arguments of which most are wrong: in type, size, shape or order, after the
end of a game, moves of other games, objects that raise or that call back, payloads of pickles that were tampered with. Calls
are interrupted by signals, go on in copies, and are made in processes that are forked. The
panics of Rust arrive as exceptions that are no `Exception`; a call that raises one of these fails the test.
"""

from __future__ import annotations

import contextlib
import copy
import ctypes
import decimal
import fractions
import gc
import inspect
import math
import operator
import os
import pickle
import random
import resource
import signal
import subprocess
import sys
import time
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest
from conftest import LONG

import riverlab
import riverlab.gymnasium
import riverlab.openspiel
import riverlab.pettingzoo

CALLS = 100_000 if LONG else 40_000
#: What the process may grow by in the second half of the calls, in bytes.
ROOM = 30_000_000

GAMES = [name for name, *_ in riverlab.games()]
#: Everything that `riverlab` exports: what is new there belongs into this test as well.
CALLED = {
    "Bot", "Feature", "GameStart", "Run", "SeenMove", "State", "Table", "Training", "Tuning", "View", "__version__", "balance",
    "games", "match", "open_run", "tournament", "train", "tune",
}  # fmt: skip
#: Games of one's own, of which test_check_game.py has the wrong ones.
OWN_GAMES = {"CHANCE", "Actor", "Game", "GameError", "GameReport", "check_game"}
#: What may change a state.
CHANGES = ["apply_action", "apply_move", "play_chance"]
SPECS = [
    "random", "greedy", "ply:samples=1", "flat:sims=8", "mcts:sims=8", "mcts:sims=8,reuse=on", "mcts:sims=8,threads=2",
    "mcts:sims=8,worlds=one", "mcts:sims=8,observers=multi,secrets=search,simultaneous=regret",
]
WRONG_SPECS = [
    "", ":", "mcts:", "mcts:sims=0", "mcts:sims=-1", "mcts:sims=1e9", "mcts:sims=8,sims=8", "mcts:c=nan", "mcts:nodes=1",
    "mcts:threads=100000", "greedy:eval=/", "greedy:eval=nowhere/weights.toml", "cmd:true", "a=greedy", "MCTS", "mcts:\0=1",
]
SETS = [
    "building.mill-a.points=6", "building.mill-a.points=7", "building.mill-a.points=-1", "building.mill-a.points=1e300",
    "building.mill-a.points", "building.mill-a=1", "=", "", ".", "a.b=1", "rivers=both", "rivers=7", "cards.bridges=0",
    "building.mill-a.points=[[[[", "building.mill-a.points=1\nbuilding.mill-b.points=2", "." * 1000 + "=1",
]
RULES = ["", "[", "x=1", "rivers=1", "[building.mill-a]\npoints=5", "a=" + "[" * 10_000, "a." * 10_000 + "b=1", "\0", "\ufeff"]
ACTIONS = ["fixed", "list", "free", "FIXED", ""]


class Raises:
    """Raises whatever is asked of it."""

    def __call__(self, *_: Any) -> Any:
        raise ZeroDivisionError("called")

    def __index__(self) -> int:
        raise ArithmeticError("asked for a number")

    def __float__(self) -> float:
        raise LookupError("asked for a number")

    def __str__(self) -> str:
        raise OSError("asked for a text")

    def __len__(self) -> int:
        raise ValueError("asked for its length")

    def __iter__(self) -> Iterator[Any]:
        raise KeyError("asked for what is in it")

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(name)


class Lies(int):
    """A number that is another one when it is asked."""

    def __index__(self) -> int:
        return 1 << 62


class CallsBack:
    """Plays on in a state as soon as it is asked for anything: also in the state whose method is under way."""

    #: How often any of them was asked.
    calls = 0

    def __init__(self, state: riverlab.State) -> None:
        self.state = state

    def __index__(self) -> int:
        CallsBack.calls += 1
        self.state.play_chance(1)
        self.state.apply_action(self.state.legal_actions()[0])
        return 0

    def __call__(self) -> float:
        return float(self.__index__())


def _endless() -> list[Any]:
    """A list that contains itself."""
    inner: list[Any] = []
    inner.append(inner)
    return inner


CONSTANTS: list[Any] = [
    None, True, False, -1, 0, 1, 2, 3, 7, 600, 2**31, 2**63 - 1, 2**63, 2**64 - 1, 2**64, -(2**63), -(2**64), 10**30, -4,
    0.5, 1e300, -0.0, math.nan, math.inf, 1j, decimal.Decimal("NaN"), fractions.Fraction(1, 3),
    "", "\0", "\ud800", "é🐉", "x" * 100_000, " ", "-1", "0", "NaN", b"", b"\xff" * 10, bytearray(3), memoryview(b"ab"),
    [], [[]], [1, 2], ["a"], [None], (), (1, 2, 3), {}, {"a": 1}, {1: {2: 3}}, set(), frozenset({1}), range(3), slice(1), _endless(),
    object(), object, int, len, operator.index, Ellipsis, NotImplemented, riverlab, riverlab.State, riverlab.Bot,
    (lambda: 0.5), (lambda: math.nan), (lambda: "x"), (lambda: 2**70), (lambda: None), (lambda x: x), Raises(), Lies(3),
    np.int8(-1), np.int64(3), np.uint64(2**64 - 1), np.float32(math.nan), np.float64(1.0), np.bool_(True), np.str_("x"),
    np.datetime64("2020-01-01"), np.array(5), np.array(2.5), np.array("a"), np.zeros(0), np.zeros(3), np.zeros((2, 3), np.int8),
    np.array([1]), np.array([None]), np.zeros((0, 5), np.float32), np.ones(4, bool), np.arange(10)[::-2],
]  # fmt: skip


def _moves_of_games() -> list[str]:
    """Moves of all games, as text."""
    moves: set[str] = set()
    for game in GAMES:
        state = riverlab.State(game, 2, seed=1)
        for _ in range(60):
            state.play_chance()
            if state.is_terminal():
                break
            moves.update(state.legal_moves()[:5])
            state.apply_action(state.legal_actions()[-1])
        moves.update(state.moves())
    return sorted(moves)


MOVES = _moves_of_games()


@dataclass
class Call:
    """A call that is to be made."""

    what: str
    run: Callable[[], Any]
    #: The state that must be as it was if the call raises.
    state: riverlab.State | None = None
    #: Whether the state may be another one if the call returns.
    changes: bool = False


def callables(owner: Any) -> list[str]:
    """The names of all methods, special ones included."""
    return [name for name in dir(owner) if callable(getattr(owner, name))]


class Alarm(Exception):
    """What a signal raises."""


def _raise_alarm(*_: Any) -> None:
    raise Alarm


#: How many calls a forked process makes, and how long it may take, in seconds.
CALLS_OF_CHILD, PATIENCE = 30, 120


class Hostile:
    """Makes calls, the same ones for the same seed."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.states = [self.new_state() for _ in range(12)]
        self.bots = [riverlab.Bot(spec) for spec in SPECS]
        self.features = riverlab.State().observation_features()
        self.environments = [self.new_environment() for _ in range(6)]
        self.views = [self.new_view() for _ in range(6)]
        self.searching: list[Any] = [
            riverlab.gymnasium.SeatEnv("the-river", ["mcts:sims=400"], seat=None),
            riverlab.gymnasium.SeatVectorEnv("rio-grande", ["mcts:sims=50", "greedy"], num_envs=5, threads=2, autoreset_mode="SameStep"),
        ]  # fmt: skip
        self.run = riverlab.tournament("dice", bots=["greedy", "random"], deals=3)
        self.tables = [self.run["games"], self.run["standings"]]
        self.loaded = [pyspiel.load_game(riverlab.openspiel._name(game)) for game in GAMES]
        self.open_spiel = [game.new_initial_state() for game in self.loaded]
        self.raised: Counter[str] = Counter()
        self.returned = self.grown = 0

    def new_state(self) -> riverlab.State:
        """A state, perhaps in the middle of its game or after its end."""
        game = self.rng.choice([*GAMES, "carcassonne:rivers=both"])
        state = riverlab.State(game, 2, seed=self.rng.choice([None, 5]), actions=self.rng.choice(["fixed", "list"]))
        if game == "carcassonne" and self.rng.random() < 0.5:
            state = riverlab.State(game, 2, window=self.rng.choice([1, 3, 20]))
        for _ in range(self.rng.choice([0, 1, 5, 30, 400])):
            self.play(state)
        return state

    def play(self, state: riverlab.State) -> None:
        """Plays a legal move, if there is any that has a number."""
        try:
            state.play_chance(3)
            if not state.is_terminal():
                state.apply_action(self.rng.choice(state.legal_actions()))
        except ValueError as error:
            # A window that is too small.
            assert "outside of the window" in str(error)

    def new_environment(self) -> Any:
        """An environment of one of the three kinds."""
        game, actions = self.rng.choice(GAMES), self.rng.choice(["fixed", "list"])
        mask = self.rng.choice(["observation", "info"])
        made: list[Callable[[], Any]] = [
            lambda: riverlab.gymnasium.SeatEnv(game, ["random"], actions=actions, render_mode="ansi"),
            lambda: riverlab.pettingzoo.env(game, 2, actions=actions, mask=mask),
            lambda: riverlab.pettingzoo.raw_env(game, 2, actions=actions, mask=mask, render_mode="ansi"),
            lambda: riverlab.gymnasium.SeatVectorEnv(
                game, ["random"], actions=actions, num_envs=3, copy=mask == "info", autoreset_mode=self.rng.choice(["NextStep", "SameStep", "Disabled"])
            ),
            lambda: riverlab.gymnasium.SelfPlayVectorEnv(game, 2, actions=actions, num_envs=2, threads=2, render_mode="ansi"),
        ]
        environment = self.rng.choice(made)()
        # Without a seed it draws the same as well.
        generator = "_rng" if isinstance(environment.unwrapped, riverlab.pettingzoo.Environment) else "np_random"
        setattr(environment.unwrapped, generator, np.random.default_rng(1))
        if self.rng.random() < 0.8:
            environment.reset(seed=1)
        return environment

    def new_view(self) -> riverlab.View:
        """What a player may know of a state in which one is to act."""
        while True:
            state = riverlab.State(self.rng.choice(GAMES), 2, seed=5)
            for _ in range(self.rng.choice([1, 5, 30])):
                self.play(state)
            state.play_chance(3)
            if not state.is_terminal():
                return riverlab.View.of_state(state, seed=1)

    def move(self) -> str:
        """A move of any game, perhaps with a few letters changed."""
        text = list(self.rng.choice(MOVES))
        for _ in range(self.rng.choice([0, 0, 1, 2, 5])):
            place = self.rng.randrange(len(text) + 1)
            text[place : place + self.rng.randrange(2)] = self.rng.choice(["", "0", "9", "-", ":", ",", " ", "/", "é", "99999999999"])
        return "".join(text)

    def argument(self) -> Any:
        """Anything."""
        rng = self.rng
        kinds: list[Callable[[], Any]] = [
            lambda: rng.choice(CONSTANTS),
            lambda: rng.choice(CONSTANTS),
            lambda: rng.randrange(-2, 80_000),
            lambda: rng.choice(rng.choice(self.states).history() or [0]),
            lambda: rng.choice(self.states),
            lambda: rng.choice(self.bots),
            lambda: rng.choice(self.features),
            lambda: rng.choice(self.views),
            lambda: rng.choice(self.tables),
            lambda: rng.choice(self.environments),
            lambda: rng.choice(self.open_spiel),
            lambda: CallsBack(rng.choice(self.states)),
            self.move,
            self.move,
            lambda: rng.choice(SPECS + WRONG_SPECS + GAMES),
            lambda: [self.move() for _ in range(rng.randrange(3))],
            lambda: [rng.choice(CONSTANTS) for _ in range(rng.randrange(3))],
        ]
        return rng.choice(kinds)()

    def arguments(self, most: int = 3) -> tuple[list[Any], dict[str, Any]]:
        """Some arguments, few of them with a name."""
        numbered = [self.argument() for _ in range(self.rng.choice([0, 1, 1, 1, 2, 2, most]))]
        names = ["seed", "player", "action", "text", "state", "game", "nonsense"]
        named = {name: self.argument() for name in names if self.rng.random() < 0.03}
        return numbered, named

    def of_right_type(self, name: str) -> Any:
        """What a parameter of this name could be given, if often out of range or at the wrong time."""
        rng = self.rng
        kinds: dict[str, Callable[[], Any]] = {
            "player": lambda: rng.choice([0, 0, 1, 1, 2, 5, -1, -4, None, 2**63 - 1]),
            "player_or_action": lambda: rng.choice([0, 1, 5, rng.randrange(80_000), 2**63 - 1, -1]),
            "action": lambda: rng.choice([0, 1, 5, rng.randrange(80_000), rng.randrange(600), 2**63 - 1, -1]),
            "text": self.move,
            "seed": lambda: rng.choice([None, 0, 7, 2**53 - 1, random.random, lambda: math.nan, CallsBack(rng.choice(self.states))]),
            "state": lambda: rng.choice(self.states),
            "spec": lambda: rng.choice(SPECS + WRONG_SPECS),
            "n": lambda: rng.choice([0, 1, 1, 3, -1, 2**40, 2**64]),
            "name": lambda: rng.choice(["bot", "share", "", "nothing"]),
        }
        return kinds[name]() if name in kinds else self.argument()

    def fitting(self, function: Any) -> tuple[list[Any], dict[str, Any]]:
        """Arguments as many as there are parameters, most of them of the right type."""
        numbered, named = [], {}
        for parameter in inspect.signature(function).parameters.values():
            value = self.of_right_type(parameter.name) if self.rng.random() < 0.9 else self.argument()
            if parameter.kind is parameter.KEYWORD_ONLY:
                named[parameter.name] = value
            elif parameter.kind in (parameter.POSITIONAL_ONLY, parameter.POSITIONAL_OR_KEYWORD):
                numbered.append(value)
        return numbered, named

    def given_to(self, owner: Any, name: str) -> tuple[list[Any], dict[str, Any]]:
        """Arguments for a method: for public ones most often as many as it takes."""
        if name.startswith("__") or self.rng.random() < 0.3:
            return self.arguments()
        return self.fitting(getattr(owner, name))

    def call(self) -> Call:
        """What is called next."""
        kinds = [self.method] * 10 + [self.constructor] * 3 + [self.bot] * 2 + [self.environment] * 3
        others = [
            self.pickle, self.restore, self.restore, self.restore_games, self.of_open_spiel, self.feature, self.view, self.view,
            self.table, self.copied,
        ]  # fmt: skip
        if self.rng.random() < 0.01:
            return self.rng.choice([self.experiment, self.interrupted])()
        if self.rng.random() < 0.0005:
            return self.forked()
        return self.rng.choice([*kinds, *others])()

    def method(self) -> Call:
        state = self.rng.choice(self.states)
        public = [name for name in callables(state) if not name.startswith("_")]
        name = self.rng.choice([*callables(state), *public, *public, *CHANGES])
        numbered, named = self.given_to(state, name)
        return Call(f"State.{name}", lambda: getattr(state, name)(*numbered, **named), state, name in CHANGES)

    def constructor(self) -> Call:
        rng = self.rng
        plausible: dict[str, Callable[[], Any]] = {
            "game": lambda: rng.choice([*GAMES, "carcassonne:rivers=both", "carcassonne:rivers", "the-river:", ":", "chess"]),
            "players": lambda: rng.randrange(-1, 8),
            "seed": lambda: rng.choice([None, 0, 2**53 - 1, 2**53]),
            "deal": lambda: rng.choice([0, 1, 10**9, 2**64 - 1]),
            "rules": lambda: rng.choice(RULES),
            "set": lambda: rng.sample(SETS, rng.randrange(3)),
            "actions": lambda: rng.choice(ACTIONS),
            "window": lambda: rng.choice([None, 0, 1, 20, 255, 256]),
        }
        chosen = [name for name in plausible if rng.random() < 0.4]
        numbered, named = self.arguments()
        if rng.random() < 0.7:
            numbered = []
            named = {name: plausible[name]() if rng.random() < 0.8 else self.argument() for name in chosen}
        made: dict[str, Callable[..., Any]] = {
            "State": riverlab.State,
            "Bot": riverlab.Bot,
            "Feature": riverlab.Feature,
            "games": riverlab.games,
            "SeatEnv": riverlab.gymnasium.SeatEnv,
            "View.of_state": riverlab.View.of_state,
            "env": riverlab.pettingzoo.env,
            "openspiel.Game": type(rng.choice(self.loaded)),
        }
        what = rng.choice(["State", "State", *made])
        return Call(what, lambda: made[what](*numbered, **named))

    def bot(self) -> Call:
        bot, state = self.rng.choice(self.bots), self.rng.choice(self.states)
        numbered, named = self.arguments()
        name = self.rng.choice(callables(bot))
        if self.rng.random() < 0.5:
            name, numbered, named = self.rng.choice(["choose", "explain"]), [state], {"seed": self.of_right_type("seed")}
        return Call(f"Bot.{name}", lambda: getattr(bot, name)(*numbered, **named), state)

    def feature(self) -> Call:
        feature = self.rng.choice(self.features)
        name = self.rng.choice(callables(feature))
        numbered, named = self.arguments()
        return Call(f"Feature.{name}", lambda: getattr(feature, name)(*numbered, **named))

    def view(self) -> Call:
        view = self.rng.choice(self.views)
        names = callables(view)
        name = self.rng.choice([*names, *(name for name in names if not name.startswith("_"))])
        numbered, named = self.given_to(view, name)
        return Call(f"View.{name}", lambda: getattr(view, name)(*numbered, **named))

    def table(self) -> Call:
        table = self.rng.choice(self.tables)
        name = self.rng.choice([*callables(table), "__getitem__", "read_csv"])
        numbered, named = self.given_to(table, name)
        return Call(f"Table.{name}", lambda: getattr(table, name)(*numbered, **named))

    def experiment(self) -> Call:
        """A run that is over at once, if it begins at all."""
        rng = self.rng
        bots: list[Any] = [rng.choice([*SPECS[:3], *WRONG_SPECS, ("mine", self.function()), self.argument()]) for _ in range(2)]
        named: dict[str, Any] = {
            "deals": rng.choice([1, 1, 1, 0, -1, "x", "auto:0", None, 10**12]), "seed": rng.choice([None, 1, -1, 2**64]),
            "threads": rng.choice([1, 1, 0, 10**6]), "players": rng.choice([2, 2, 0, 99]), "set": rng.sample(SETS, rng.randrange(2)),
        }  # fmt: skip
        # Numbers of NumPy, and what is none: nothing that would be many deals.
        for name in named:
            if rng.random() < 0.1:
                named[name] = rng.choice([
                    np.int64(1), np.uint8(2), np.array(1), np.float32(1), np.float64(1), np.bool_(True), np.array([1]), True, 1.0, b"1",
                    fractions.Fraction(1), decimal.Decimal(1), "building.mill-a.points=6", [], [None], Raises(), Lies(1),
                ])  # fmt: skip
        # Nobody waits for a run of a hundred deals.
        named["deals"] = 1 if named["deals"] is None else named["deals"]
        kinds: dict[str, Callable[[], Any]] = {
            "tournament": lambda: riverlab.tournament("dice", bots=bots, **named),
            "match": lambda: riverlab.match("dice", focus=bots[0], against=bots[1], **named),
            "balance": lambda: riverlab.balance("the-river", bots=bots, elements="mill-a", **named),
            "open_run": lambda: riverlab.open_run(self.argument()),
            "Run": lambda: self.run[self.argument()],
        }
        # Of what is not refused the number of deals must be small.
        if isinstance(named["deals"], int) and named["deals"] == 10**12:
            named["threads"] = 0
        what = rng.choice(list(kinds))
        return Call(what, kinds[what])

    def function(self) -> Callable[[Any], Any]:
        """A bot that answers something."""
        answer = self.argument()
        return lambda view: view.legal_actions()[0] if self.rng.random() < 0.5 else answer

    def environment(self) -> Call:
        environment = self.rng.choice(self.environments)
        name = self.rng.choice([
            "reset", "step", "step", "step", "observe", "last", "render", "action_masks", "observation_space", "action_space",
            "sample_legal", "state",
        ])  # fmt: skip
        numbered, named = self.arguments()
        if self.rng.random() < 0.5:
            several = [self.rng.randrange(600) for _ in range(self.rng.randrange(5))]
            given = ["player_0", "player_1", "player_2", self.rng.randrange(600), several, np.array(several)]
            numbered, named = [self.rng.choice(given)], {}
        if self.rng.random() < 0.1:
            numbered, named = [], {}
        return Call(f"{type(environment).__name__}.{name}", lambda: getattr(environment, name)(*numbered, **named))

    def pickle(self) -> Call:
        payload = pickle.dumps(self.rng.choice([*self.states, *self.bots, *self.open_spiel, *self.environments, *self.searching]))
        payload = payload[: self.rng.randrange(len(payload) + 1)]
        return Call("pickle.loads", lambda: pickle.loads(payload))

    def restore(self) -> Call:
        rng = self.rng
        restore, parts = rng.choice(self.states).__reduce__()
        _, others = rng.choice(self.states).__reduce__()
        tampered: list[Any] = list(parts)
        for _ in range(rng.randrange(3)):
            place = rng.randrange(4)
            part = tampered[place]
            if isinstance(part, (list, tuple)) and part and rng.random() < 0.7:
                inner = rng.randrange(len(part))
                tampered[place] = type(part)([*part[:inner], self.argument(), *part[inner + 1 :]])
            else:
                tampered[place] = rng.choice([others[place], self.argument()])
        if rng.random() < 0.2:
            guess = ([self.move() for _ in range(rng.randrange(2))], rng.choice([0, 1, 5, 2**63, 2**64 - 1]), 7)
            tampered[2] = [guess] * rng.randrange(3)
        return Call("State._restore", lambda: restore(*tampered))

    def restore_games(self) -> Call:
        """The pickle of a batch that was tampered with."""
        rng = self.rng
        restore, (setting, games) = rng.choice(self.searching)._games.rust.__reduce__()
        parts = [list(setting), *map(list, games)]
        for part in rng.sample(parts, rng.randrange(3)):
            part[rng.randrange(len(part))] = rng.choice([self.argument(), *setting, *games[0]])
        setting, *games = map(tuple, parts)
        games = rng.choice([games, games, games[:1], []])
        return Call("SeatGames._restore", lambda: restore(setting, games))

    def copied(self) -> Call:
        """A copy of something, with which it goes on."""
        owners: list[list[Any]] = [self.states, self.bots, self.features, self.environments, self.views, self.open_spiel, self.searching]
        owner = self.rng.choice(owners)
        place = self.rng.randrange(len(owner))
        kinds: list[Callable[[Any], Any]] = [copy.copy, copy.deepcopy, lambda one: pickle.loads(pickle.dumps(one))]
        make = self.rng.choice(kinds)

        def replace() -> None:
            owner[place] = make(owner[place])

        return Call("copy", replace)

    def interrupted(self) -> Call:
        """Something that takes a while, into which a signal comes. Environments can be reset afterwards."""
        rng = self.rng
        place = rng.randrange(len(self.searching))
        env: Any = self.searching[place]
        state, spec, delay = rng.choice(self.states), rng.choice(SPECS), rng.random() * 0.03
        kinds: list[Callable[[], Any]] = [
            lambda: [env.step(env.sample_legal() if place else int(env.action_masks().argmax())) for _ in range(20)],
            lambda: [env.reset(seed=rng.randrange(9)) for _ in range(20)],
            lambda: riverlab.tournament("the-river", bots=["mcts:sims=50", "greedy"], deals=50, threads=2),
            lambda: riverlab.match("dice", focus=self.function(), against=spec, deals=300),
            lambda: riverlab.Bot("mcts:sims=3000,early=off").choose(state),
        ]
        work = rng.choice(kinds)

        def run() -> None:
            signal.signal(signal.SIGALRM, _raise_alarm)
            try:
                signal.setitimer(signal.ITIMER_REAL, max(delay, 1e-4))
                work()
            finally:
                signal.setitimer(signal.ITIMER_REAL, 0)
                try:
                    env.reset(seed=1)
                except Exception as error:
                    pytest.fail(f"after a signal an environment cannot be reset: {error!r}")

        return Call("interrupted", run)

    def forked(self) -> Call:
        """Calls in a process that is forked from this one."""

        def run() -> None:
            sys.stdout.flush()
            child = os.fork()
            if child == 0:
                status = 1
                try:
                    for number in range(CALLS_OF_CHILD):
                        call = self.experiment() if number % 10 == 0 else self.call()
                        with contextlib.suppress(Exception):
                            call.run()
                    with contextlib.suppress(Exception):
                        self.searching[1].reset(seed=1)
                    status = 0
                finally:
                    os._exit(status)
            begun = time.monotonic()
            while (ended := os.waitpid(child, os.WNOHANG)) == (0, 0):
                if time.monotonic() - begun > PATIENCE:
                    os.kill(child, signal.SIGKILL)
                    os.waitpid(child, 0)
                    pytest.fail("a forked process hangs")
                time.sleep(0.01)
            if ended[1] != 0:
                pytest.fail(f"a forked process ended with {ended[1]}")

        return Call("forked", run)

    def of_open_spiel(self) -> Call:
        place = self.rng.randrange(len(self.loaded))
        game, state = self.loaded[place], self.open_spiel[place]
        name = self.rng.choice([
            "current_player", "_legal_actions", "chance_outcomes", "_apply_action", "_action_to_string", "is_terminal", "returns",
            "__str__", "resample_from_infostate", "new_initial_state", "make_py_observer", "set_from", "string_from",
        ])  # fmt: skip
        owner = next(owner for owner in [state, game, game.make_py_observer()] if hasattr(owner, name))
        numbered, named = self.given_to(owner, name)
        return Call(f"openspiel {name}", lambda: getattr(owner, name)(*numbered, **named))

    def renew(self) -> None:
        """Plays on somewhere, and now and then begins anew."""
        self.play(self.rng.choice(self.states))
        if self.rng.random() < 0.05:
            self.states[self.rng.randrange(len(self.states))] = self.new_state()
        if self.rng.random() < 0.02:
            self.environments[self.rng.randrange(len(self.environments))] = self.new_environment()
        if self.rng.random() < 0.02:
            place = self.rng.randrange(len(self.loaded))
            self.open_spiel[place] = self.loaded[place].new_initial_state()

    def once(self, number: int) -> None:
        """One call, which may return or raise an exception."""
        call = self.call()
        state, called_back = call.state, CallsBack.calls
        before = (str(state), state.history()) if state is not None else None
        raised = False
        try:
            result = call.run()
            # What a view has guessed cannot be pickled, as others here are.
            if isinstance(result, riverlab.State) and not call.what.startswith("View") and self.rng.random() < 0.1:
                self.states[self.rng.randrange(len(self.states))] = result
        except Exception as error:
            raised = True
            self.raised[type(error).__name__] += 1
        except BaseException as error:
            raise AssertionError(f"call {number}, {call.what}: {error!r} is no Exception") from error
        self.returned += not raised
        if state is not None and (raised or not call.changes) and CallsBack.calls == called_back:
            assert before == (str(state), state.history()), f"call {number}, {call.what}: the state has changed"


def resident() -> int:
    """How much memory the process has, in bytes."""
    gc.collect()
    # What threads have freed is kept for others, unless it is asked for.
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize()


def test_all_that_is_exported_is_called() -> None:
    assert set(riverlab.__all__) == CALLED | OWN_GAMES


def attack(seed: int, calls: int, room: int) -> Hostile:
    """Makes so many calls. AssertionError if one panics, or changes a state without a right to, or if the process grows by
    more than `room` bytes in the second half."""
    # What is called without a seed draws from here.
    random.seed(seed)
    hostile = Hostile(seed)
    begun = 0
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for number in range(calls):
            if number == calls // 2:
                begun = resident()
            hostile.once(number)
            hostile.renew()
    hostile.grown = resident() - begun
    assert hostile.grown <= room, f"{calls // 2} calls took {hostile.grown / 1e6:.1f} MB more memory"
    return hostile


@pytest.mark.parametrize("seed", range(1, 6) if LONG else [1])
def test_hostile_calls_are_exceptions_and_leave_nothing_behind(seed: int, capfd: pytest.CaptureFixture[str]) -> None:
    hostile = attack(seed, CALLS, ROOM)
    with capfd.disabled():
        print(f" {hostile.returned} of {CALLS} calls returned, {dict(hostile.raised)}, {hostile.grown / 1e6:.1f} MB more")
    assert hostile.returned > CALLS / 5 and hostile.raised["ValueError"] > CALLS / 20
    assert {"TypeError", "IndexError", "RuntimeError", "UnpicklingError"} <= set(hostile.raised)


def test_environments_take_whole_numbers_only() -> None:
    environment = riverlab.pettingzoo.raw_env("dice", 2)
    # NumPy crashes with the first one.
    for seed in [_endless(), [1, 2], 0.5, "1"]:
        with pytest.raises(TypeError):
            environment.reset(seed=seed)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="seed=-1: expected a whole number from 0"):
        environment.reset(seed=-1)
    environment.reset(seed=1)
    before = environment.state_now.moves()
    for action in ["0", 0.5, [0], np.array([0])]:
        with pytest.raises(TypeError):
            environment.step(action)  # type: ignore[arg-type]
    assert environment.state_now.moves() == before


def test_rules_tables_are_no_endless_leak() -> None:
    # In a process of its own, as they are never freed.
    program = """
import riverlab
loaded = 0
try:
    while loaded < 10_000:
        riverlab.State("rio-grande", 2, rules=f"# {loaded}")
        loaded += 1
except ValueError as error:
    print(loaded, error)
# What is loaded already is still to be had.
riverlab.State("rio-grande", 2, rules="# 7")
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "4096 this program has loaded 4096 different rules tables: begin another one for more\n"
