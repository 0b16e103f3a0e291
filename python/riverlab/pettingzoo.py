"""PettingZoo environments (AEC) of all games.

>>> from riverlab.pettingzoo import env
>>> game = env("rio-grande", players=3)
>>> game.reset(seed=42)
>>> observation, reward, termination, truncation, info = game.last()
>>> int(observation["action_mask"].sum()) == len(info["action_mask"].nonzero()[0])
True

Chance is part of `reset` and `step`. An agent is rewarded once, at the end of the game: by its win share, 1 for a win and 1/k
for each of k who tie, or with `returns="zero-sum"` by `(players * share - 1) / (players - 1)`.

Environments are registered as `riverlab/the_river-v0` and so on: `pettingzoo.make("aec", "riverlab/the_river-v0")`.
"""

from __future__ import annotations

import operator
from collections.abc import Sequence
from copy import deepcopy
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from pettingzoo import AECEnv, register
from pettingzoo.utils import wrappers

from . import State, games
from ._arguments import Rules, seed_of
from ._bounds import bounds
from ._render import frame
from ._returns import is_zero_sum, zero_sum
from ._riverlab import MAX_SEED

__all__ = ["env", "raw_env", "Environment"]

Observation = dict[str, npt.NDArray[Any]] | npt.NDArray[np.float32]


class Environment(AECEnv[str, Observation, int | None]):  # type: ignore[misc]
    """A game whose agents act one after the other.

    Args:
        game: the name of a game, with its variant if need be: "carcassonne:rivers=both".
        players: how many play; agents are `player_0` and so on, by seat.
        actions: "fixed" numbers actions by the frozen table of the game, "list" by their place in the legal list.
        window: for Carcassonne: observations end with planes of the cells at most so far from the first one, and only these
            have fixed actions.
        mask: "observation": an observation is a dictionary of "observation" and "action_mask", and the mask is in `info`
            as well; "info": an observation is an array, and the mask is in `info` only.
        returns: "shares" or "zero-sum".
        rules, set: other rules tables, as of `riverlab.State`.
        render_mode: "ansi" gives the position as text, "human" prints it, "rgb_array" gives its picture as pixels (uint8,
            shape (900, 1000, 3)). All of it is shown, also what players hide from each other.
    """

    metadata: dict[str, Any] = {
        "render_modes": ["ansi", "human", "rgb_array"],
        "name": "riverlab_v0",
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(
        self,
        game: str = "the-river",
        players: int = 2,
        *,
        actions: str = "fixed",
        window: int | None = None,
        mask: str = "observation",
        returns: str = "shares",
        rules: Rules = None,
        set: str | Sequence[str] | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        if mask not in ("observation", "info"):
            raise ValueError(f'mask={mask!r}: allowed are "observation" and "info"')
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise ValueError(f"render_mode={render_mode!r}: allowed are {self.metadata['render_modes']}")
        self._arguments: dict[str, Any] = {
            "game": game, "players": players, "actions": actions, "window": window, "rules": rules, "set": set,
        }
        self._mask, self._is_zero_sum, self.render_mode = mask, is_zero_sum(returns), render_mode
        self.state_now = State(**self._arguments)
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        features = self.state_now.observation_features()
        low, high = bounds(features)
        n_actions = self.state_now.num_distinct_actions()
        box = spaces.Box(low, high, dtype=np.float32)
        with_mask = spaces.Dict({"observation": box, "action_mask": spaces.Box(0, 1, (n_actions,), np.int8)})
        space = with_mask if mask == "observation" else box
        self.observation_spaces = {agent: space for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(n_actions) for agent in self.possible_agents}
        self._no_actions = np.zeros(n_actions, dtype=np.int8)
        self._rng = np.random.default_rng()

    def __getattr__(self, name: str) -> Any:
        # What each game has of its own, which `reset` sets.
        wrong = f"{name}: call reset() first" if name in AECEnv.__annotations__ else f"there is no attribute {name!r}"
        raise AttributeError(wrong, name=name)

    def __copy__(self) -> Environment:
        return deepcopy(self)

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The space of observations; the same object each time."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The space of actions; the same object each time."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a new game; games after the same seed, from 0 to 2**53 - 1, are the same."""
        if seed is not None:
            # NumPy takes much else for a seed, and crashes with some of it.
            self._rng = np.random.default_rng(seed_of(seed))
        self.state_now = State(**self._arguments, seed=int(self._rng.integers(MAX_SEED + 1)))
        self.state_now.play_chance()
        self.agents = self.possible_agents[:]
        self.rewards = {agent: 0.0 for agent in self.agents}
        self._cumulative_rewards = {agent: 0.0 for agent in self.agents}
        self.terminations = {agent: False for agent in self.agents}
        self.truncations = {agent: False for agent in self.agents}
        self.infos = {agent: {"action_mask": self._no_actions.copy()} for agent in self.agents}
        self._select()

    def _select(self) -> None:
        """The next agent, and what it may do."""
        player = self.state_now.current_player()
        if player >= 0:
            self.agent_selection = self.possible_agents[player]
            self._legal = self.state_now.legal_actions_mask()
            self.infos[self.agent_selection] = {"action_mask": self._legal.copy()}

    def _mask_of(self, agent: str) -> npt.NDArray[np.int8]:
        acts = agent == self.agent_selection and not self.state_now.is_terminal()
        # Whoever gets it may write into it.
        return (self._legal if acts else self._no_actions).copy()

    def observe(self, agent: str) -> Observation:
        """What an agent may know."""
        numbers = self.state_now.observation_tensor(self._seats[agent])
        if self._mask == "info":
            return numbers
        return {"observation": numbers, "action_mask": self._mask_of(agent)}

    def step(self, action: int | None) -> None:
        """Plays an action of the agent whose turn it is; ValueError if it is not legal, TypeError if it is no
        whole number."""
        agent = self.agent_selection
        if not self.agents:
            raise RuntimeError("the game is over: call reset()")
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} must act")
        self.state_now.apply_action(operator.index(action))
        self.state_now.play_chance()
        self.infos[agent] = {"action_mask": self._no_actions.copy()}
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if self.state_now.is_terminal():
            self._end()
        else:
            self._select()
        self._accumulate_rewards()
        self._deads_step_first()
        if self.render_mode == "human":
            self.render()

    def _end(self) -> None:
        shares = self.state_now.returns()
        if self._is_zero_sum:
            shares = zero_sum(shares)
        for agent, share in zip(self.possible_agents, shares):
            self.rewards[agent] = share
            self.terminations[agent] = True
            self.infos[agent] = {"action_mask": self._no_actions.copy()}

    def render(self) -> str | npt.NDArray[np.uint8] | None:
        """The position, as `render_mode` says."""
        if self.render_mode == "rgb_array":
            return frame(self.state_now)
        text = str(self.state_now)
        if self.render_mode == "human":
            print(text)
            return None
        return text

    def close(self) -> None:
        """Nothing is open."""


def raw_env(game: str = "the-river", players: int = 2, **arguments: Any) -> Environment:
    """The environment itself; see `Environment` for the arguments."""
    return Environment(game, players, **arguments)


def env(game: str = "the-river", players: int = 2, **arguments: Any) -> AECEnv[str, Observation, int | None]:
    """The environment with PettingZoo's usual wrappers: an illegal action ends the game with a loss for who chose it."""
    made: AECEnv[str, Observation, int | None] = raw_env(game, players, **arguments)
    made = wrappers.TerminateIllegalWrapper(made, illegal_reward=-1)
    made = wrappers.AssertOutOfBoundsWrapper(made)
    return wrappers.OrderEnforcingWrapper(made)


def _register() -> None:
    for name, *_ in games():
        register("aec", f"riverlab/{name.replace('-', '_')}-v0", entry_point=env, kwargs={"game": name})


_register()
