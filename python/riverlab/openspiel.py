"""All games for OpenSpiel: importing this module registers them with `pyspiel`.

>>> import pyspiel
>>> import riverlab.openspiel
>>> game = pyspiel.load_game("riverlab_rio_grande", {"players": 3})
>>> state = game.new_initial_state()
>>> state.is_chance_node()
True

Names are `riverlab_the_river`, `riverlab_rio_grande`, `riverlab_carcassonne`, `riverlab_river_dragons` and so on. Parameters:
`players`, `variant` (values of the rules tables, as in "rivers:both", several with "+" between them), and `returns`: "shares" (the default, constant sum: 1
for a win, 1/k for each of k who tie) or "zero-sum". Chance is explicit, and choices at the same time are made one after
another, unseen by the others.
"""

from __future__ import annotations

import operator
from typing import Any, ClassVar

import numpy as np
import pyspiel

from . import State, games
from ._returns import is_zero_sum, zero_sum

__all__ = ["Game", "GameState", "Observer"]

#: No position has more outcomes of chance than this.
_MOST_OUTCOMES = 128


def _name(game: str) -> str:
    return "riverlab_" + game.replace("-", "_")


class Game(pyspiel.Game):  # type: ignore[misc]
    """A game; `riverlab` is its name there."""

    riverlab: ClassVar[str]
    game_type: ClassVar[Any]

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        riverlab, game_type = self.riverlab, self.game_type
        params = dict(params or {})
        players = operator.index(params.get("players", 2))
        # Names of games with their parameters are texts there, in which "=" and "," have a meaning.
        variant = str(params.get("variant", "")).replace(":", "=").replace("+", ",")
        self.arguments: dict[str, Any] = {"game": f"{riverlab}:{variant}" if variant else riverlab, "players": players}
        self.is_zero_sum = is_zero_sum(str(params.get("returns", "shares")))
        first = State(**self.arguments)
        least = -1.0 / (players - 1) if self.is_zero_sum else 0.0
        info = pyspiel.GameInfo(
            num_distinct_actions=first.num_distinct_actions(),
            max_chance_outcomes=_MOST_OUTCOMES,
            num_players=players,
            min_utility=least,
            max_utility=1.0,
            utility_sum=0.0 if self.is_zero_sum else 1.0,
            max_game_length=first.max_game_length(),
        )
        super().__init__(game_type, info, params)
        self.observation_size = first.observation_tensor_size()

    def new_initial_state(self) -> GameState:
        """The position before the first event of chance."""
        return GameState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """What makes observations."""
        return Observer(self, iig_obs_type)


class GameState(pyspiel.State):  # type: ignore[misc]
    """A position."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self._is_zero_sum = game.is_zero_sum
        self.riverlab = State(**game.arguments)

    def current_player(self) -> int:
        return self.riverlab.current_player()

    def _legal_actions(self, player: int) -> list[int]:
        return self.riverlab.legal_actions(player)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return self.riverlab.chance_outcomes()

    def _apply_action(self, action: int) -> None:
        self.riverlab.apply_action(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.riverlab.action_to_string(player, action)

    def is_terminal(self) -> bool:
        return self.riverlab.is_terminal()

    def returns(self) -> list[float]:
        shares = self.riverlab.returns()
        if self._is_zero_sum and self.riverlab.is_terminal():
            return zero_sum(shares)
        return shares

    def __str__(self) -> str:
        # Two positions are the same for OpenSpiel if they read the same.
        return "\n".join([str(self.riverlab), *self.riverlab.moves()])

    def resample_from_infostate(self, player: int, sampler: Any = None) -> GameState:
        """A position that looks the same to this player."""
        guess: GameState = self.clone()
        guess.riverlab = self.riverlab.resample_from_infostate(player, sampler)
        return guess


class Observer:
    """Writes what a player may know of a position: a tensor, and as text all that the player has seen."""

    def __init__(self, game: Game, iig_obs_type: Any) -> None:
        self._recalls = iig_obs_type is None or iig_obs_type.perfect_recall
        self.tensor = np.zeros(game.observation_size, dtype=np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: GameState, player: int) -> None:
        """Writes the tensor."""
        self.tensor[:] = state.riverlab.observation_tensor(player)

    def string_from(self, state: GameState, player: int) -> str:
        """The text: with perfect recall all that was seen, else the position."""
        if self._recalls:
            return state.riverlab.information_state_string(player)
        return state.riverlab.observation_string(player)


def _register() -> None:
    for name, title, least, most in games():
        game_type = pyspiel.GameType(
            short_name=_name(name),
            long_name=f"{title} (riverlab)",
            dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
            chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
            information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
            utility=pyspiel.GameType.Utility.CONSTANT_SUM,
            reward_model=pyspiel.GameType.RewardModel.TERMINAL,
            max_num_players=most,
            min_num_players=least,
            provides_information_state_string=True,
            provides_information_state_tensor=False,
            provides_observation_string=True,
            provides_observation_tensor=True,
            provides_factored_observation_string=False,
            parameter_specification={"players": 2, "variant": "", "returns": "shares"},
        )
        # A class: what pyspiel keeps until after the interpreter has ended must not be freed by it. Pickles look for it here.
        members = {"riverlab": name, "game_type": game_type, "__module__": __name__}
        made = type(f"Game_{name.replace('-', '_')}", (Game,), members)
        globals()[made.__name__] = made
        pyspiel.register_game(game_type, made)


_register()
