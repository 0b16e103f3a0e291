"""What a learner does with an environment leaves the game as it is, and what it asks for is not ignored."""

from __future__ import annotations

import pytest

import riverlab
from riverlab.gymnasium import SeatEnv, SeatVectorEnv
from riverlab.pettingzoo import env, raw_env


def test_what_is_written_into_a_mask_changes_nothing() -> None:
    made = env("connect-four")
    made.reset(seed=1)
    for _ in range(4):
        for _ in range(2):
            observation, *_ = made.last()
            assert observation["action_mask"].all()
            observation["action_mask"][:] = 0
        # PettingZoo's wrapper goes by what it has handed out at last.
        made.last()
        made.step(3)
        assert not any(made.terminations.values()) and not any(made.rewards.values())


@pytest.mark.parametrize("game", [name for name, *_ in riverlab.games()])
def test_turns_are_taken_one_after_the_other(game: str) -> None:
    assert raw_env(game).metadata["is_parallelizable"] is False


def test_options_that_nobody_knows_are_refused() -> None:
    state = riverlab.State("connect-four", seed=1)
    with pytest.raises(ValueError, match="'stat': allowed is 'state'"):
        SeatEnv("connect-four", ["random"]).reset(options={"stat": state})
    with pytest.raises(ValueError, match="'state': allowed is 'reset_mask'"):
        SeatVectorEnv("connect-four", ["random"], num_envs=2).reset(options={"state": state})
    with pytest.raises(TypeError, match="expected a dictionary"):
        SeatEnv("connect-four", ["random"]).reset(options="state")  # type: ignore[arg-type]
