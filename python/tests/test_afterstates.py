"""Tests of the rows of numbers after each legal action."""

from __future__ import annotations

import random

import numpy as np
import pytest

import riverlab
from conftest import TABLES


@pytest.mark.parametrize("actions", ["fixed", "list"])
@pytest.mark.parametrize(("game", "players"), TABLES)
def test_afterstates_are_what_a_copy_shows_after_each_action(game: str, players: int, actions: str) -> None:
    rng = random.Random(players)
    state = riverlab.State(game, players, seed=3, actions=actions)
    compared = 0
    while not state.is_terminal():
        legal, before = state.legal_actions(), str(state)
        if rng.random() < 0.1:
            mover = state.current_player()
            for player in [None, *range(players)] if mover >= 0 else range(players):
                rows = state.afterstate_tensors() if player is None else state.afterstate_tensors(player)
                assert rows.dtype == np.float32 and rows.shape == (len(legal), state.observation_tensor_size())
                for action, row in zip(legal, rows):
                    after = state.clone()
                    after.apply_action(action)
                    observer = mover if player is None else player
                    assert after.observation_tensor(observer).tobytes() == row.tobytes()
                compared += len(rows)
            assert str(state) == before
        state.apply_action(rng.choice(legal))
    assert compared > 0
    assert state.afterstate_tensors(0).shape == (0, state.observation_tensor_size())


def test_who_observes_must_be_known() -> None:
    state = riverlab.State("the-river", 2, seed=1)
    with pytest.raises(ValueError, match="chance: say which player"):
        state.afterstate_tensors()
    assert len(state.afterstate_tensors(1)) == len(state.legal_actions())
    with pytest.raises(IndexError, match="player 2: players are 0 to 1"):
        state.afterstate_tensors(2)
    with pytest.raises(TypeError):
        state.afterstate_tensors("me")  # type: ignore[arg-type]
