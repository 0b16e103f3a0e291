"""Gymnasium environments: one seat of a game against bots.

>>> import riverlab.gymnasium
>>> env = riverlab.gymnasium.SeatEnv("the-river", opponents=["greedy"])
>>> observation, info = env.reset(seed=1)
>>> bool(info["action_mask"].any())
True

`action_masks()` is what `sb3_contrib.MaskablePPO` asks for. An illegal action ends the game with a loss (a reward of -1); it
raises nothing. Environments are registered as `riverlab/TheRiver-v0` and so on: `gymnasium.make("riverlab/TheRiver-v0")`.
"""

from __future__ import annotations

import operator
from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from . import Bot, State, games
from ._bounds import bounds
from ._render import frame

__all__ = ["SeatEnv"]

Box = npt.NDArray[np.float32]


class SeatEnv(gymnasium.Env[Box, np.int64]):
    """One seat of a game; bots play the others.

    Args:
        game: the name of a game, with its variant if need be: "carcassonne:rivers=both".
        opponents: the specs of the bots, in the order of the seats that they take.
        seat: the own seat, from 0; without one it is drawn anew for each game.
        actions, window, rules, set: as of `riverlab.State`.
        returns: "shares" rewards the end of the game by the win share, "zero-sum" by (players * share - 1) / (players - 1).
        render_mode: "ansi" gives the position as the own seat may know it, "rgb_array" a picture of the same: uint8, shape
            (900, 1000, 3).
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi", "rgb_array"], "render_fps": 2}

    def __init__(
        self,
        game: str = "the-river",
        opponents: Sequence[str] = ("greedy",),
        *,
        seat: int | None = 0,
        actions: str = "fixed",
        window: int | None = None,
        rules: str | None = None,
        set: list[str] | None = None,
        returns: str = "shares",
        render_mode: str | None = None,
    ) -> None:
        if returns not in ("shares", "zero-sum"):
            raise ValueError(f'returns={returns!r}: allowed are "shares" and "zero-sum"')
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise ValueError(f"render_mode={render_mode!r}: allowed are {self.metadata['render_modes']}")
        if isinstance(opponents, str):
            raise TypeError(f"opponents={opponents!r}: expected a list of specs")
        players = len(opponents) + 1
        if seat is not None and not 0 <= seat < players:
            raise ValueError(f"seat={seat}: there are {players} seats, counted from 0")
        self._arguments: dict[str, Any] = {
            "game": game, "players": players, "actions": actions, "window": window, "rules": rules, "set": set,
        }
        self._bots = [Bot(spec) for spec in opponents]
        self._fixed_seat, self._returns, self.render_mode = seat, returns, render_mode
        self.state = State(**self._arguments)
        features = self.state.observation_features()
        low, high = bounds(features)
        self.observation_space = spaces.Box(low, high, dtype=np.float32)
        self._n_actions = self.state.num_distinct_actions()
        self.action_space = spaces.Discrete(self._n_actions)
        self.seat = seat or 0
        self._is_over = True

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Box, dict[str, Any]]:
        """Begins a new game, and lets bots play until it is the own turn."""
        super().reset(seed=seed)
        if self._fixed_seat is None:
            self.seat = int(self.np_random.integers(len(self._bots) + 1))
        self.state = State(**self._arguments, seed=self._draw())
        self._is_over = False
        self._advance()
        return self._observe(), self._info()

    def _draw(self) -> int:
        return int(self.np_random.integers(1 << 53))

    def _advance(self) -> None:
        """Lets chance and the bots play until it is the own turn."""
        self.state.play_chance()
        while (player := self.state.current_player()) >= 0 and player != self.seat:
            bot = self._bots[player if player < self.seat else player - 1]
            self.state.apply_action(bot.choose(self.state, seed=self._draw()))
            self.state.play_chance()

    def _observe(self) -> Box:
        return self.state.observation_tensor(self.seat)

    def _info(self) -> dict[str, Any]:
        info: dict[str, Any] = {"action_mask": self.action_masks(), "seat": self.seat}
        if self.state.is_terminal():
            info["scores"] = self.state.scores()
        return info

    def action_masks(self) -> npt.NDArray[np.int8]:
        """For each action 1 if it is legal, else 0: int8; all zeros once the game is over."""
        if self._is_over or self.state.current_player() != self.seat:
            return np.zeros(self._n_actions, dtype=np.int8)
        return self.state.legal_actions_mask()

    def step(self, action: Any) -> tuple[Box, float, bool, bool, dict[str, Any]]:
        """Plays an action, and lets bots play until it is the own turn again."""
        if self._is_over:
            raise RuntimeError("the game is over: call reset()")
        number = operator.index(action)
        try:
            self.state.apply_action(number)
        except ValueError:
            self._is_over = True
            return self._observe(), -1.0, True, False, {**self._info(), "illegal_action": number}
        self._advance()
        self._is_over = self.state.is_terminal()
        return self._observe(), self._reward(), self._is_over, False, self._info()

    def _reward(self) -> float:
        if not self._is_over:
            return 0.0
        share, players = self.state.returns()[self.seat], len(self._bots) + 1
        return (players * share - 1) / (players - 1) if self._returns == "zero-sum" else share

    def render(self) -> Any:
        """The position, as the own seat may know it."""
        if self.render_mode == "rgb_array":
            return frame(self.state, self.seat)
        return self.state.observation_string(self.seat)


def _register() -> None:
    for name, *_ in games():
        id = "".join(word.capitalize() for word in name.split("-"))
        kwargs = {"game": name}
        gymnasium.register(f"riverlab/{id}-v0", entry_point="riverlab.gymnasium:SeatEnv", kwargs=kwargs)


_register()
