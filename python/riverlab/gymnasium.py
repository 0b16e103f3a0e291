"""Gymnasium environments: one seat of a game against bots.

>>> import riverlab.gymnasium
>>> env = riverlab.gymnasium.SeatEnv("the-river", opponents=["greedy"])
>>> observation, info = env.reset(seed=1)
>>> bool(info["action_mask"].any())
True

`action_masks()` is what `sb3_contrib.MaskablePPO` asks for. An illegal action ends the game with a loss (a reward of -1); it
raises nothing. Environments are registered as `riverlab/TheRiver-v0` and so on: `gymnasium.make("riverlab/TheRiver-v0")`, and
`gymnasium.make_vec("riverlab/TheRiver-v0", num_envs=8, vectorization_mode="vector_entry_point")` for many at once.

`SeatVectorEnv` plays many such games in Rust; a batch goes as its games alone would:

>>> envs = riverlab.gymnasium.SeatVectorEnv("the-river", opponents=["greedy"], num_envs=3)
>>> observations, infos = envs.reset(seed=1)
>>> observations.shape, infos["action_mask"].shape
((3, 1617), (3, 4074))
>>> bool((observations[0] == observation).all())
True
>>> observations, rewards, terminations, truncations, infos = envs.step(envs.sample_legal())

`SelfPlayVectorEnv` is the same for a learner that decides for all seats.
"""

from __future__ import annotations

import operator
from collections.abc import Iterable, Sequence
from copy import deepcopy
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from . import Bot, State, games
from ._arguments import Rules, seed_of, specs_of
from ._bounds import bounds
from ._render import frame
from ._returns import is_zero_sum
from ._riverlab import MAX_SEED, SeatGames

__all__ = ["SeatEnv", "SeatVectorEnv", "SelfPlayVectorEnv"]

Box = npt.NDArray[np.float32]
Masks = npt.NDArray[np.int8]
Actions = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]

_RENDER_MODES = ["ansi", "rgb_array"]
_MOST = np.iinfo(np.int64).max


class _Games:
    """Games in Rust with the arrays that they write into, for all environments of this module.

    After `reset` and `step` there are `observations`, `masks`, `rewards`, `terminations` and `seats`, with a row for each game.
    They are new arrays each time if `copy`, else the same ones.
    """

    def __init__(
        self,
        game: str,
        players: int,
        bots: list[str],
        seat: int | str,
        *,
        num_envs: int = 1,
        threads: int = 1,
        copy: bool = True,
        returns: str = "shares",
        **arguments: Any,
    ) -> None:
        state = State(game, players, **arguments)
        self.rust = SeatGames(state, bots, seat, games=num_envs, threads=threads, zero_sum=is_zero_sum(returns))
        low, high = bounds(state.observation_features())
        self.observation_space = spaces.Box(low, high, dtype=np.float32)
        self.action_space = spaces.Discrete(state.num_distinct_actions())
        self.num_envs, self.players, self.copy = num_envs, players, copy
        self.seeded = False
        self._shapes = (num_envs, len(low)), (num_envs, int(self.action_space.n))
        self._allocate()

    def _allocate(self) -> None:
        empty, count, (observations, masks) = np.empty, self.num_envs, self._shapes
        self.observations: Box = empty(observations, np.float32)
        self.masks: Masks = empty(masks, np.int8)
        self.rewards: Floats = empty(count)
        self.terminations: Flags = empty(count, np.bool_)
        self.seats: Actions = empty(count, np.int64)
        self._fresh = True

    def _arrays(self) -> tuple[Box, Masks, Floats, Flags, Actions]:
        return self.observations, self.masks, self.rewards, self.terminations, self.seats

    def seed(self, seeds: Sequence[int | None], generator: np.random.Generator) -> None:
        """Seeds the random streams of each game; those of games without a seed go on, or begin with one that is drawn."""
        for index, seed in enumerate(seeds):
            if seed is not None or not self.seeded:
                self.rust.seed(index, int(generator.integers(MAX_SEED + 1)) if seed is None else seed)
        self.seeded = True

    def reset(self, which: Flags, *, again: bool = False) -> None:
        """Begins new games where `which` says so; `again` writes into the arrays of the last step."""
        if self.copy and not again:
            self._allocate()
        self.rust.reset(which, self._arrays(), self._fresh)
        self._fresh = False

    def step(self, actions: Actions, begins: bool) -> tuple[list[int], list[int]]:
        """Plays an action in each game; where the game is over a new one begins if `begins`.

        Returns the games that have ended by the rules, and those that have ended because the action was not legal.
        """
        if self.copy:
            self._allocate()
        ended = self.rust.step(actions, self._arrays(), self._fresh, begins)
        self._fresh = False
        return ended

    def render(self, index: int, seat: int, mode: str | None) -> Any:
        """The position of a game, as a seat may know it."""
        state = self.rust.state(index)
        return frame(state, seat) if mode == "rgb_array" else state.observation_string(seat)


def _check_render_mode(mode: str | None) -> None:
    if mode is not None and mode not in _RENDER_MODES:
        raise ValueError(f"render_mode={mode!r}: allowed are {_RENDER_MODES}")


def _option(options: dict[str, Any] | None, name: str) -> Any:
    """The one option that `reset` knows; None without it."""
    if options is not None and not isinstance(options, dict):
        raise TypeError(f"options={options!r}: expected a dictionary")
    for other in (options or {}).keys() - {name}:
        raise ValueError(f"options: {other!r}: allowed is {name!r}")
    return (options or {}).get(name)


class SeatEnv(gymnasium.Env[Box, np.int64]):
    """One seat of a game; bots play the others.

    Args:
        game: the name of a game, with its variant if need be: "carcassonne:rivers=both".
        opponents: the bots, as specs or `riverlab.Bot`s, in the order of the seats that they take.
        seat: the own seat, from 0; without one it is drawn anew for each game.
        actions, window, rules, set: as of `riverlab.State`.
        returns: "shares" rewards the end of the game by the win share, "zero-sum" by (players * share - 1) / (players - 1).
        render_mode: "ansi" gives the position as the own seat may know it, "rgb_array" a picture of the same: uint8, shape
            (900, 1000, 3).
    """

    metadata: dict[str, Any] = {"render_modes": _RENDER_MODES, "render_fps": 2}

    def __init__(
        self,
        game: str = "the-river",
        opponents: Iterable[str | Bot] = ("greedy",),
        *,
        seat: int | None = 0,
        actions: str = "fixed",
        window: int | None = None,
        rules: Rules = None,
        set: str | Sequence[str] | None = None,
        returns: str = "shares",
        render_mode: str | None = None,
    ) -> None:
        _check_render_mode(render_mode)
        bots, drawn = specs_of(opponents), "drawn" if seat is None else seat
        self._games = _Games(
            game, len(bots) + 1, bots, drawn, returns=returns,
            actions=actions, window=window, rules=rules, set=set,
        )
        self.observation_space, self.action_space = self._games.observation_space, self._games.action_space
        self.render_mode = render_mode
        self.seat = seat or 0

    @property
    def state(self) -> State:
        """A copy of the position."""
        return self._games.rust.state(0)

    def __copy__(self) -> SeatEnv:
        return deepcopy(self)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Box, dict[str, Any]]:
        """Begins a new game, and lets bots play until it is the own turn.

        Args:
            seed: what chance does, who sits where if that is drawn, and what bots draw: from 0 to 2**53 - 1, as all seeds.
            options: `state`, a `riverlab.State` of the same table in which the own seat is to act, is where the game begins.
        """
        number = None if seed is None else seed_of(seed)
        super().reset(seed=number)
        self._games.seed([number], self.np_random)
        state = _option(options, "state")
        if state is not None:
            if not isinstance(state, State):
                raise TypeError(f"state={state!r}: expected a riverlab.State")
            self._games.rust.put(0, state)
        self._games.reset(np.array([state is None]))
        return self._games.observations[0], self._info()

    def _info(self) -> dict[str, Any]:
        self.seat = int(self._games.seats[0])
        info: dict[str, Any] = {"action_mask": self._games.masks[0], "seat": self.seat}
        return info

    def action_masks(self) -> Masks:
        """For each action 1 if it is legal, else 0: int8; all zeros once the game is over."""
        mask: Masks = self._games.rust.action_masks()[0]
        return mask

    def step(self, action: Any) -> tuple[Box, float, bool, bool, dict[str, Any]]:
        """Plays an action, and lets bots play until it is the own turn again."""
        number = operator.index(action)
        if not self._games.seeded:
            raise RuntimeError("call reset() first")
        # Those for which there is no room are not legal either.
        ended, illegal = self._games.step(np.array([min(max(number, -1), _MOST)], dtype=np.int64), begins=False)
        info = self._info()
        if ended:
            info["scores"] = np.array(self._games.rust.scores(0))
        if illegal:
            info["illegal_action"] = number
        return self._games.observations[0], float(self._games.rewards[0]), bool(ended or illegal), False, info

    def render(self) -> Any:
        """The position, as the own seat may know it."""
        return self._games.render(0, self.seat, self.render_mode)


def _read_only(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """A view of an array that will be written again, which others are not to write."""
    view = array.view()
    view.flags.writeable = False
    return view


class _VectorEnv(VectorEnv[Box, Actions, npt.NDArray[Any]]):
    """What both vector environments share."""

    metadata: dict[str, Any] = {"render_modes": _RENDER_MODES, "render_fps": 2}

    def __init__(self, games: _Games, autoreset_mode: AutoresetMode | str, render_mode: str | None) -> None:
        super().__init__()
        _check_render_mode(render_mode)
        self._games, self.num_envs, self.render_mode = games, games.num_envs, render_mode
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self._begins = self.autoreset_mode is AutoresetMode.NEXT_STEP
        self.metadata = {**self.metadata, "autoreset_mode": self.autoreset_mode}
        self.single_observation_space, self.single_action_space = games.observation_space, games.action_space
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self._has_begun = False
        self._show()

    def _show(self) -> None:
        """Makes the arrays that are returned again and again."""
        self._all = np.ones(self.num_envs, dtype=np.bool_)
        self._all.flags.writeable = False
        self._none = np.zeros(self.num_envs, dtype=np.bool_)
        self._none.flags.writeable = False
        games = self._games
        if not games.copy:
            # All that each step returns anew is a dictionary.
            self._shown = _read_only(games.observations)
            self._kept_infos = self._infos_of(_read_only(games.masks), _read_only(games.seats))

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        # In a copy, what was a view of another array is an array of its own.
        self._show()

    def __copy__(self) -> _VectorEnv:
        return deepcopy(self)

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Box, dict[str, Any]]:
        """Begins new games, and lets bots play until it is the learner's turn in each.

        Args:
            seed: game i gets `seed + i`, or its own of a sequence.
            options: `reset_mask`, bool of shape (n,), says which games begin anew; the others stay as they are.
        """
        seeds: list[int | None]
        if isinstance(seed, np.ndarray):
            seed = seed.tolist()
        if seed is None:
            super().reset(seed=None)
            seeds = [None] * self.num_envs
        elif isinstance(seed, (str, bytes)):
            raise TypeError(f"seed={seed!r}: expected a whole number, or one for each environment")
        elif isinstance(seed, Iterable):
            seeds = [None if one is None else seed_of(one) for one in seed]
        else:
            number = seed_of(seed)
            super().reset(seed=number)
            seeds = [seed_of(number + index) for index in range(self.num_envs)]
        if len(seeds) != self.num_envs:
            raise ValueError(f"seed: {len(seeds)} seeds for {self.num_envs} environments")
        which = self._which(_option(options, "reset_mask"))
        self._games.seed([one if begins else None for one, begins in zip(seeds, which)], self.np_random)
        self._games.reset(which)
        self._has_begun = True
        return self._observations(), self._infos()

    def _which(self, mask: Any) -> Flags:
        if mask is None:
            return self._all
        if not isinstance(mask, np.ndarray) or mask.dtype != np.bool_:
            raise TypeError(f"reset_mask={mask!r}: expected an array of bool")
        if mask.shape != (self.num_envs,) or not mask.any():
            raise ValueError(f"reset_mask={mask!r}: expected {self.num_envs} flags of which one at least is true")
        if not self._has_begun:
            raise ValueError("reset_mask: call reset() for all environments first")
        return np.ascontiguousarray(mask)

    def step(self, actions: Any) -> tuple[Box, Floats, Flags, Flags, dict[str, Any]]:
        """Plays an action in each game, and lets bots play until it is the learner's turn again.

        Returns observations, float32 of shape (n, numbers); rewards, float64; terminations and truncations, bool, each of
        shape (n,); and infos, with "action_mask", int8 of shape (n, actions), and "seat", int64 of shape (n,).
        """
        if not self._has_begun:
            raise RuntimeError("call reset() first")
        actions = np.asarray(actions)
        if actions.dtype.kind not in "iu":
            raise TypeError(f"actions are {actions.dtype}: expected whole numbers")
        if actions.shape != (self.num_envs,):
            raise ValueError(f"actions have the shape {actions.shape}: expected ({self.num_envs},)")
        if actions.dtype == np.uint64:
            # Those for which there is no room are not legal either.
            actions = np.minimum(actions, _MOST)
        actions = np.ascontiguousarray(actions, dtype=np.int64)
        games = self._games
        ended, illegal = games.step(actions, self._begins)
        rewards, terminations = games.rewards, games.terminations
        truncations = np.zeros(self.num_envs, dtype=np.bool_) if games.copy else self._none
        if not ended and not illegal:
            return self._observations(), rewards, terminations, truncations, self._infos()
        if not games.copy:
            rewards, terminations = rewards.copy(), terminations.copy()
        finals = self._finals(actions, ended, illegal)
        if self.autoreset_mode is AutoresetMode.SAME_STEP:
            infos = self._begin_again(terminations, finals)
        else:
            infos = {**self._infos(), **finals}
        return self._observations(), rewards, terminations, truncations, infos

    def _observations(self) -> Box:
        return self._games.observations if self._games.copy else self._shown

    def _infos(self) -> dict[str, Any]:
        games = self._games
        return self._infos_of(games.masks, games.seats) if games.copy else self._kept_infos.copy()

    def _infos_of(self, masks: Masks, seats: Actions) -> dict[str, Any]:
        return {"action_mask": masks, "_action_mask": self._all, "seat": seats, "_seat": self._all}

    def _finals(self, actions: Actions, ended: list[int], illegal: list[int]) -> dict[str, Any]:
        """What is said of games that have ended, as Gymnasium lays out infos."""
        infos: dict[str, Any] = {}
        if ended:
            self._add(infos, "scores", ended, [self._games.rust.scores(index) for index in ended])
        if illegal:
            self._add(infos, "illegal_action", illegal, actions[illegal])
        return infos

    def _add(self, infos: dict[str, Any], key: str, indexes: list[int], values: Any) -> None:
        values = np.asarray(values)
        infos[key] = np.zeros((self.num_envs, *values.shape[1:]), dtype=values.dtype)
        infos[key][indexes] = values
        infos[f"_{key}"] = np.zeros(self.num_envs, dtype=np.bool_)
        infos[f"_{key}"][indexes] = True

    def _begin_again(self, terminations: Flags, finals: dict[str, Any]) -> dict[str, Any]:
        """Begins new games where they have ended, and says how these have ended."""
        observations = np.full(self.num_envs, None, dtype=object)
        for index in np.flatnonzero(terminations):
            observations[index] = self._games.observations[index].copy()
        seats = np.where(terminations, self._games.seats, 0)
        final = {"action_mask": np.zeros_like(self._games.masks), "_action_mask": terminations.copy()}
        final |= {"seat": seats, "_seat": terminations.copy(), **finals}
        ended = terminations.copy()
        if self._games.copy:
            # The rows of games that begin are written anew; what is returned of those that have ended stays.
            self._games.rewards, self._games.terminations = np.empty(self.num_envs), np.empty_like(terminations)
        self._games.reset(ended, again=True)
        infos = {"final_obs": observations, "_final_obs": ended, "final_info": final, "_final_info": ended.copy()}
        return {**self._infos(), **infos}

    def action_masks(self) -> Masks:
        """For each game and action 1 if it is legal, else 0: int8, shape (n, actions); zeros where the game is over."""
        masks: Masks = self._games.rust.action_masks()
        return masks

    def sample_legal(self) -> Actions:
        """A legal action for each game, each equally likely, 0 where the game is over: int64, shape (n,).

        Draws depend on the seeds of `reset`, and do not change what happens in the games.
        """
        actions: Actions = self._games.rust.sample_legal()
        return actions

    def state(self, index: int) -> State:
        """A copy of the position of a game."""
        return self._games.rust.state(index)

    def render(self) -> tuple[Any, ...]:
        """The positions, each as the seat of the learner may know it."""
        if not self._has_begun:
            raise RuntimeError("call reset() first")
        seats = self._games.seats
        return tuple(self._games.render(index, int(seats[index]), self.render_mode) for index in range(self.num_envs))


class SeatVectorEnv(_VectorEnv):
    """Many games, stepped in Rust without the GIL: the learner has one seat in each; bots play the others.

    Game i goes as a `SeatEnv` of the same seed would.

    Args:
        game, opponents, seat, actions, window, rules, set, returns, render_mode: as of `SeatEnv`.
        num_envs: how many games.
        autoreset_mode: when a new game begins where one has ended: at the next step (whose action is ignored there), at
            the same one (the end is in "final_obs" and "final_info"), or never (`reset` with "reset_mask" begins it).
        copy: whether each step returns new arrays; else the same ones are written again, which is faster.
        threads: how many threads of Rust step the games; results do not depend on it.
    """

    def __init__(
        self,
        game: str = "the-river",
        opponents: Iterable[str | Bot] = ("greedy",),
        *,
        num_envs: int = 1,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        threads: int = 1,
        seat: int | None = 0,
        actions: str = "fixed",
        window: int | None = None,
        rules: Rules = None,
        set: str | Sequence[str] | None = None,
        returns: str = "shares",
        render_mode: str | None = None,
    ) -> None:
        bots, drawn = specs_of(opponents), "drawn" if seat is None else seat
        games = _Games(
            game, len(bots) + 1, bots, drawn, num_envs=num_envs, threads=threads, copy=copy, returns=returns,
            actions=actions, window=window, rules=rules, set=set,
        )
        super().__init__(games, autoreset_mode, render_mode)


class SelfPlayVectorEnv(_VectorEnv):
    """Many games, stepped in Rust without the GIL: one learner decides for all seats.

    Each step is the decision of the seat that is to act, which `infos["seat"]` names; observations and masks are that seat's.
    Once a game is over the seat is the one that has acted last, the reward is that of this seat, and `infos["returns"]`,
    float64 of shape (n, players), has the rewards of all seats. An illegal action costs its seat 1 and the others nothing.

    Args:
        players: how many play.
        game, num_envs, autoreset_mode, copy, threads, actions, window, rules, set, returns, render_mode: as of
            `SeatVectorEnv`.
    """

    def __init__(
        self,
        game: str = "the-river",
        players: int = 2,
        *,
        num_envs: int = 1,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        threads: int = 1,
        actions: str = "fixed",
        window: int | None = None,
        rules: Rules = None,
        set: str | Sequence[str] | None = None,
        returns: str = "shares",
        render_mode: str | None = None,
    ) -> None:
        games = _Games(
            game, players, [], "all", num_envs=num_envs, threads=threads, copy=copy, returns=returns,
            actions=actions, window=window, rules=rules, set=set,
        )
        super().__init__(games, autoreset_mode, render_mode)

    def _finals(self, actions: Actions, ended: list[int], illegal: list[int]) -> dict[str, Any]:
        infos = super()._finals(actions, ended, illegal)
        indexes = sorted([*ended, *illegal])
        self._add(infos, "returns", indexes, [self._games.rust.rewards(index) for index in indexes])
        return infos


def _register() -> None:
    for name, *_ in games():
        id = "".join(word.capitalize() for word in name.split("-"))
        kwargs = {"game": name}
        gymnasium.register(
            f"riverlab/{id}-v0",
            entry_point="riverlab.gymnasium:SeatEnv",
            vector_entry_point="riverlab.gymnasium:SeatVectorEnv",
            kwargs=kwargs,
        )


_register()
