"""Algorithms of OpenSpiel that are written in Python play all games: MCTS, information set MCTS, and `rl_environment`.

The C++ `pyspiel.MCTSBot` is not among them: it crashes on any game that is written in Python.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel
import pytest
from conftest import ENDS, LONG
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import ismcts, mcts

import riverlab
import riverlab.openspiel

#: So many decisions of a game are played: all of the toy games, and in the long form of all but the longest one.
DECISIONS = {game: 60 if game == "river-dragons" else 1000 for game, _ in ENDS} if LONG else {game: 30 for game, _ in ENDS}
DECISIONS.update({"connect-four": 42, "dice": 1000})
HIDDEN = [(game, players) for game, players in ENDS if game in ("rio-grande", "river-dragons")]


def load(game: str, players: int) -> Any:
    """The game as OpenSpiel knows it."""
    return pyspiel.load_game(riverlab.openspiel._name(game), {"players": players})


def play(game: str, bots: list[Any], state: Any, rng: np.random.RandomState) -> None:
    """Lets bots play a game to its end, or as far as it should go."""
    decisions = 0
    while not state.is_terminal() and decisions < DECISIONS[game]:
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes())
            state.apply_action(rng.choice(outcomes, p=weights))
            continue
        action = bots[state.current_player()].step(state)
        assert action in state.legal_actions()
        state.apply_action(action)
        decisions += 1
    assert decisions == DECISIONS[game] or state.is_terminal()
    if state.is_terminal():
        assert sum(state.returns()) == pytest.approx(1.0)


@pytest.mark.parametrize(("game", "players"), ENDS)
def test_mcts(game: str, players: int) -> None:
    rng = np.random.RandomState(1)
    loaded = load(game, players)
    evaluator = mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=rng)
    bots = [mcts.MCTSBot(loaded, 1.4, max_simulations=2, evaluator=evaluator, random_state=rng) for _ in range(players)]
    play(game, bots, loaded.new_initial_state(), rng)


def test_mcts_wins_where_it_can() -> None:
    rng = np.random.RandomState(3)
    loaded = load("connect-four", 2)
    evaluator = mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=rng)
    bot = mcts.MCTSBot(loaded, 1.4, max_simulations=200, evaluator=evaluator, random_state=rng)
    state = loaded.new_initial_state()
    for column in [2, 6, 2, 6, 2, 5]:
        state.apply_action(column)
    assert bot.step(state) == 2


@pytest.mark.parametrize(("game", "players"), HIDDEN)
def test_information_set_mcts(game: str, players: int) -> None:
    rng = np.random.RandomState(1)
    loaded = load(game, players)
    evaluator = mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=rng)
    bots = [ismcts.ISMCTSBot(loaded, evaluator, 1.4, max_simulations=2, random_state=rng) for _ in range(players)]
    play(game, bots, loaded.new_initial_state(), rng)


@pytest.mark.parametrize(("game", "players"), ENDS)
def test_rl_environment(game: str, players: int) -> None:
    rng = np.random.RandomState(1)
    environment = rl_environment.Environment(load(game, players), include_full_state=True)
    environment.seed(1)
    size = riverlab.State(game, players).observation_tensor_size()
    assert environment.observation_spec()["info_state"] == (size,)
    step = environment.reset()
    decisions = 0
    while not step.last() and decisions < DECISIONS[game]:
        player = step.observations["current_player"]
        assert len(step.observations["info_state"][player]) == size
        step = environment.step([rng.choice(step.observations["legal_actions"][player])])
        decisions += 1
    assert decisions == DECISIONS[game] or step.last()
    if step.last():
        assert sum(step.rewards) == pytest.approx(1.0)
