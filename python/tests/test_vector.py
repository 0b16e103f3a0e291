"""The vector environments: a batch is what its games are one by one, and wrong arguments are exceptions."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from conftest import ENDS
from gymnasium.vector import AutoresetMode, SyncVectorEnv

import riverlab
from riverlab.gymnasium import SeatEnv, SeatVectorEnv, SelfPlayVectorEnv

MODES = list(AutoresetMode)


def seat_env(env: gymnasium.Env[Any, Any]) -> SeatEnv:
    """The environment within its wrappers."""
    assert isinstance(env.unwrapped, SeatEnv)
    return env.unwrapped


def assert_same(one: Any, other: Any) -> None:
    """That two results are of the same types, shapes and content."""
    assert type(one) is type(other)
    if isinstance(one, dict):
        assert one.keys() == other.keys()
        for key in one:
            assert_same(one[key], other[key])
    elif isinstance(one, tuple):
        for left, right in zip(one, other, strict=True):
            assert_same(left, right)
    elif isinstance(one, np.ndarray) and one.dtype == object:
        for left, right in zip(one, other, strict=True):
            assert_same(left, right)
    elif isinstance(one, np.ndarray):
        assert one.dtype == other.dtype and one.shape == other.shape
        assert np.array_equal(one, other)
    else:
        assert one == other


def compare(game: str, opponents: list[str], mode: AutoresetMode, *, n: int, steps: int, **arguments: Any) -> int:
    """Plays a batch beside single environments, and returns how many games have ended."""
    batch = SeatVectorEnv(game, opponents, num_envs=n, autoreset_mode=mode, **arguments)
    singles = SyncVectorEnv([lambda: SeatEnv(game, opponents, **arguments)] * n, autoreset_mode=mode)
    assert batch.single_observation_space == singles.single_observation_space
    assert batch.observation_space == singles.observation_space and batch.action_space == singles.action_space
    assert batch.metadata == singles.metadata
    assert_same(batch.reset(seed=5), singles.reset(seed=5))
    ended, rng = 0, np.random.default_rng(1)
    for _ in range(steps):
        masks = batch.action_masks()
        assert np.array_equal(masks, np.stack([seat_env(env).action_masks() for env in singles.envs]))
        actions = batch.sample_legal()
        # Now and then somebody does what is not legal.
        actions[rng.random(n) < 0.002] = -1
        one, other = batch.step(actions), singles.step(actions)
        assert_same(one, other)
        over = one[2]
        ended += int(over.sum())
        if mode is AutoresetMode.DISABLED and over.any():
            ours, theirs = batch.reset(options={"reset_mask": over}), singles.reset(options={"reset_mask": over})
            assert_same(ours[0], theirs[0])
            # What Gymnasium leaves out of the games that go on is there.
            assert np.array_equal(ours[1]["action_mask"][over], theirs[1]["action_mask"][over])
            assert np.array_equal(ours[1]["action_mask"], batch.action_masks())
    return ended


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("opponent", ["random", "greedy"])
@pytest.mark.parametrize(("game", "players"), ENDS)
def test_a_batch_is_its_games_one_by_one(game: str, players: int, opponent: str, mode: AutoresetMode) -> None:
    many = mode is AutoresetMode.NEXT_STEP and opponent == "random"
    assert compare(game, [opponent] * (players - 1), mode, n=64 if many else 6, steps=300, seat=None) > 0


def test_a_batch_of_64_is_its_games_in_all_modes() -> None:
    for mode in MODES:
        assert compare("the-river", ["greedy"], mode, n=64, steps=200) > 64
        assert compare("connect-four", ["mcts:sims=10"], mode, n=64, steps=60, returns="zero-sum") > 64


@pytest.mark.parametrize("actions", ["list", "fixed"])
def test_other_actions_and_rules(actions: str) -> None:
    window = 20 if actions == "fixed" else None
    variant = "carcassonne:rivers=2"
    assert compare(variant, ["random"], AutoresetMode.SAME_STEP, n=4, steps=100, actions=actions, window=window) > 0
    sets = ["building.mill-a.points=6"]
    assert compare("the-river", ["random"], AutoresetMode.NEXT_STEP, n=4, steps=150, actions=actions, set=sets) > 0


@pytest.mark.parametrize("mode", MODES)
def test_arrays_that_are_written_again_have_the_same_content(mode: AutoresetMode) -> None:
    fresh = SeatVectorEnv("the-river", ["random"], num_envs=8, autoreset_mode=mode)
    again = SeatVectorEnv("the-river", ["random"], num_envs=8, autoreset_mode=mode, copy=False)
    begun = fresh.reset(seed=3)
    assert_same(begun, again.reset(seed=3))
    (observations, infos), ended = begun, 0
    for _ in range(200):
        content = observations.tobytes(), infos["action_mask"].tobytes()
        before = observations, infos
        actions = fresh.sample_legal()
        assert np.array_equal(actions, again.sample_legal())
        one, other = fresh.step(actions), again.step(actions)
        assert_same(one, other)
        # What was returned before is as it was.
        assert (before[0].tobytes(), before[1]["action_mask"].tobytes()) == content
        observations, infos = one[0], one[-1]
        ended += int(one[2].sum())
        if mode is AutoresetMode.DISABLED and one[2].any():
            mask = one[2].copy()
            assert_same(fresh.reset(options={"reset_mask": mask}), again.reset(options={"reset_mask": mask}))
    assert ended > 8
    with pytest.raises(ValueError, match="read-only"):
        other[0][0, 0] = 1


def test_results_do_not_depend_on_threads() -> None:
    for opponents in [["greedy"], ["mcts:sims=20,reuse=on", "random"]]:
        results = []
        for threads in [1, 2, 5]:
            envs = SeatVectorEnv("the-river", opponents, num_envs=7, threads=threads, seat=None)
            batch: list[Any] = [envs.reset(seed=[1, 5, 2, 8, 9, 4, 4])]
            batch += [envs.step(envs.sample_legal()) for _ in range(100)]
            results.append(batch)
        for other in results[1:]:
            for left, right in zip(results[0], other, strict=True):
                assert_same(left, right)
        # Games of the same seed are the same.
        assert np.array_equal(results[0][60][0][5], results[0][60][0][6])


@pytest.mark.parametrize("returns", ["shares", "zero-sum"])
@pytest.mark.parametrize(("game", "players"), ENDS)
def test_self_play_is_the_game(game: str, players: int, returns: str) -> None:
    """Each game is replayed by `State`, from what its state says of it."""
    envs = SelfPlayVectorEnv(game, players, num_envs=3, autoreset_mode="SameStep", returns=returns)
    observations, infos = envs.reset(seed=11)
    states = [envs.state(index) for index in range(3)]
    ended = 0
    for step in range(4000):
        if ended >= 3:
            break
        for index, state in enumerate(states):
            seat = state.current_player()
            assert infos["seat"][index] == seat
            if step % 5 == 0:
                assert np.array_equal(observations[index], state.observation_tensor(seat))
                assert np.array_equal(infos["action_mask"][index], state.legal_actions_mask())
        actions = envs.sample_legal()
        before = infos["seat"]
        observations, rewards, terminations, truncations, infos = envs.step(actions)
        assert not truncations.any()
        for index, state in enumerate(states):
            state.apply_action(int(actions[index]))
            state.play_chance()
            assert terminations[index] == state.is_terminal()
            if not state.is_terminal():
                assert rewards[index] == 0
                continue
            shares = np.array(state.returns())
            expected = shares if returns == "shares" else (players * shares - 1) / (players - 1)
            final = infos["final_info"]
            assert final["returns"][index] == pytest.approx(expected)
            assert rewards[index] == pytest.approx(expected[before[index]]) and final["seat"][index] == before[index]
            assert final["scores"][index].tolist() == state.scores()
            assert np.array_equal(infos["final_obs"][index], state.observation_tensor(int(before[index])))
            states[index] = envs.state(index)
            ended += 1
    assert ended >= 3 or game == "river-dragons"


def test_an_illegal_action_ends_its_game_alone() -> None:
    envs = SelfPlayVectorEnv("connect-four", num_envs=3, autoreset_mode="Disabled")
    envs.reset(seed=1)
    _, rewards, terminations, _, infos = envs.step(np.array([3, 7, -(2**63)]))
    assert rewards.tolist() == [0, -1, -1] and terminations.tolist() == [False, True, True]
    assert infos["returns"].tolist() == [[0, 0], [-1, 0], [-1, 0]] and infos["_returns"].tolist() == [False, True, True]
    assert infos["illegal_action"].tolist() == [0, 7, -(2**63)]
    assert infos["action_mask"].sum(axis=1).tolist() == [7, 0, 0] and envs.sample_legal()[1:].tolist() == [0, 0]
    with pytest.raises(RuntimeError, match="environment 1: the game is over"):
        envs.step(np.zeros(3, dtype=int))


def test_environments_are_made_by_name() -> None:
    for name, *_ in riverlab.games():
        id = "riverlab/" + "".join(word.capitalize() for word in name.split("-")) + "-v0"
        envs = gymnasium.make_vec(id, num_envs=3, vectorization_mode="vector_entry_point")
        assert isinstance(envs.unwrapped, SeatVectorEnv) and envs.num_envs == 3
        observations, _ = envs.reset(seed=1)
        assert observations in envs.observation_space
        frames = envs.render()
        assert frames is not None and len(frames) == 3
        envs.close()


def test_draws_of_actions_do_not_change_the_games() -> None:
    one, other = (SeatVectorEnv("rio-grande", ["random"], num_envs=4) for _ in range(2))
    assert_same(one.reset(seed=2), other.reset(seed=2))
    for _ in range(50):
        other.sample_legal()
        actions = one.action_masks().argmax(axis=1)
        assert_same(one.step(actions), other.step(actions))


def test_wrong_arguments_are_exceptions() -> None:
    for wrong, error, message in [
        ({"num_envs": 0}, ValueError, "num_envs=0"),
        ({"num_envs": -1}, ValueError, "num_envs=-1: expected a whole number from 1 to"),
        ({"threads": -1}, ValueError, "threads=-1"),
        ({"seat": 2**70}, ValueError, "seat=1180591620717411303424"),
        ({"seat": 1.5}, TypeError, "float"),
        ({"threads": 0}, ValueError, "threads=0"),
        ({"threads": 10**6}, ValueError, "threads=1000000"),
        ({"seat": 2}, ValueError, "seat=2: there are 2 seats"),
        ({"seat": -1}, ValueError, "seat=-1"),
        ({"opponents": "greedy"}, TypeError, "expected a list"),
        ({"opponents": {"greedy"}}, TypeError, "a set has no order"),
        ({"opponents": ["greedy", 3]}, TypeError, "opponents: 3"),
        ({"opponents": ["nobody"]}, ValueError, "nobody"),
        ({"opponents": ["cmd:x"]}, ValueError, "tournaments only"),
        ({"opponents": []}, ValueError, "2 to 4 players"),
        ({"autoreset_mode": "Sometimes"}, ValueError, "Sometimes"),
        ({"returns": "points"}, ValueError, "allowed are"),
        ({"render_mode": "human"}, ValueError, "render_mode"),
    ]:
        with pytest.raises(error, match=message):
            SeatVectorEnv(**wrong)  # type: ignore[arg-type]
    envs = SeatVectorEnv(num_envs=2)
    with pytest.raises(RuntimeError, match="reset"):
        envs.step(np.zeros(2, dtype=int))
    with pytest.raises(RuntimeError, match="reset"):
        envs.render()
    envs.reset(seed=0)
    for actions, error in [([0.0, 1.0], TypeError), ([0], ValueError), ([[0, 0]], ValueError), ("no", TypeError)]:
        with pytest.raises(error, match="actions"):
            envs.step(actions)
    for seed in [-1, [1, -1], [1, 2**53], 2**53 - 1, 2**70]:
        with pytest.raises(ValueError, match=r"seed=-?\d+: expected a whole number from 0 to 9007199254740991"):
            envs.reset(seed=seed)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="1 seeds for 2 environments"):
        envs.reset(seed=[1])
    envs.reset(seed=2**53 - 2)
    for mask, error in [(np.zeros(2, dtype=bool), ValueError), (np.ones(3, dtype=bool), ValueError), ([True], TypeError)]:
        with pytest.raises(error, match="reset_mask"):
            envs.reset(options={"reset_mask": mask})
    for index in (2, -1):
        with pytest.raises(IndexError, match="there are 2"):
            envs.state(index)


def test_opponents_are_specs_or_bots_in_any_order_that_there_is() -> None:
    seeded = SeatVectorEnv("rio-grande", ["random", "greedy"], num_envs=2).reset(seed=2)
    named: list[Any] = [riverlab.Bot("random"), "greedy"]
    several: list[Any] = [named, (bot for bot in named), np.array(["random", "greedy"]), dict.fromkeys(["random", "greedy"])]
    for opponents in several:
        assert_same(SeatVectorEnv("rio-grande", opponents, num_envs=2).reset(seed=2), seeded)


def test_actions_without_room_are_not_legal() -> None:
    envs, one = SeatVectorEnv("connect-four", ["random"], num_envs=2), SeatEnv("connect-four", ["random"])
    envs.reset(seed=1)
    *_, infos = envs.step(np.array([2**63 + 1, 3], dtype=np.uint64))
    assert infos["illegal_action"].tolist() == [2**63 - 1, 0] and infos["_illegal_action"].tolist() == [True, False]
    for action in (2**70, -(2**70)):
        one.reset(seed=1)
        assert one.step(action)[4]["illegal_action"] == action


def test_a_window_that_is_too_small_is_an_error_and_not_a_crash() -> None:
    envs = SelfPlayVectorEnv("carcassonne:rivers=none", 2, num_envs=2, window=1)
    envs.reset(seed=1)
    with pytest.raises(ValueError, match="environment 0: .* outside of the window|environment 1: .* outside"):
        for _ in range(100):
            envs.step(envs.sample_legal())
    # A new game begins.
    envs.reset(seed=1)
    envs.step(envs.sample_legal())
