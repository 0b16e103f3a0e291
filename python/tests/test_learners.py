"""What a learner does with an environment leaves the game as it is, and what it asks for is not ignored."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import pytest

import riverlab
from riverlab.gymnasium import SeatEnv, SeatVectorEnv, SelfPlayVectorEnv
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


def test_what_needs_a_game_asks_for_reset() -> None:
    made = raw_env("connect-four")
    for use in (lambda: made.step(0), lambda: made.last(), lambda: made.observe("player_0"), lambda: made.rewards):
        with pytest.raises(AttributeError, match=r"call reset\(\) first"):
            use()
    assert not hasattr(made, "agents")
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        made.nothing
    made.reset(seed=1)
    for _ in made.agent_iter():
        observation, _, termination, *_ = made.last()
        made.step(None if termination else int(observation["action_mask"].argmax()))
    with pytest.raises(RuntimeError, match=r"the game is over: call reset\(\)"):
        made.step(0)
    one = SeatEnv("connect-four", ["random"])
    with pytest.raises(RuntimeError, match=r"call reset\(\) first"):
        one.step(0)


def test_rules_are_a_path_or_a_text(tmp_path: Path) -> None:
    text = "[building.mill-a]\npoints = 6\n"
    file = tmp_path / "a=b.toml"
    file.write_text("\ufeff" + text, encoding="utf-8")
    makers: list[Any] = [riverlab.State, SeatEnv, SeatVectorEnv, SelfPlayVectorEnv, env]
    for make in makers:
        for rules in (text, file, str(file)):
            make("the-river", rules=rules)
        with pytest.raises(FileNotFoundError, match="rules: cannot read my.toml"):
            make("the-river", rules="my.toml")
        with pytest.raises(TypeError, match="rules: expected a path, or a text"):
            make("the-river", rules=3)
    states = [riverlab.State("the-river", rules=rules) for rules in (text, file, "")]
    assert pickle.loads(pickle.dumps(states[1])).__reduce__()[1][1] == states[0].__reduce__()[1][1]
    assert states[2].__reduce__()[1][1][0] == ""
