"""Environments are copied and pickled in the middle of an episode, as planners do, and both go on as they would have gone on."""

from __future__ import annotations

import copy
import pickle
import random
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pyspiel
import pytest
from conftest import ENDS
from gymnasium.vector import AutoresetMode
from test_vector import assert_same

import riverlab
import riverlab.openspiel
import riverlab.pettingzoo
from riverlab.gymnasium import SeatEnv, SeatVectorEnv, SelfPlayVectorEnv


def pickled(one: Any) -> Any:
    """The same, through a pickle."""
    return pickle.loads(pickle.dumps(one))


COPIES: list[Callable[[Any], Any]] = [copy.copy, copy.deepcopy, pickled]


def actions_of(env: SeatEnv, steps: int, rng: random.Random) -> list[Any]:
    """What comes of some steps, and of a new episode where one ends."""
    results: list[Any] = []
    for _ in range(steps):
        legal = np.flatnonzero(env.action_masks())
        action = int(rng.choice(legal)) if len(legal) and rng.random() < 0.99 else -1
        results.append(env.step(action))
        results.append((env.seat, str(env.state), env.render()))
        if results[-2][2]:
            results.append(env.reset())
    return results


@pytest.mark.parametrize("opponents", ["greedy", "mcts:sims=6,reuse=on", "flat:sims=6"])
@pytest.mark.parametrize(("game", "players"), ENDS)
def test_a_seat_goes_on_in_copies(game: str, players: int, opponents: str) -> None:
    env = SeatEnv(game, [opponents] * (players - 1), seat=None, render_mode="ansi")
    env.reset(seed=7)
    for before in [0, 1, 12]:
        actions_of(env, before, random.Random(before))
        copies = [make(env) for make in COPIES]
        expected = actions_of(env, 15, random.Random(5))
        for other in copies:
            assert other.observation_space == env.observation_space and other.spec == env.spec
            assert_same(tuple(actions_of(other, 15, random.Random(5))), tuple(expected))


def test_a_copy_of_any_moment_is_the_same() -> None:
    # Never begun, over by the rules, over by an illegal action, and of a state that was put there.
    env = SeatEnv("connect-four", ["random"], seat=1)
    for other in [make(env) for make in COPIES]:
        assert_same(other.reset(seed=3), env.reset(seed=3))
    env.step(-1)
    for other in [make(env) for make in COPIES]:
        assert not other.action_masks().any()
        with pytest.raises(RuntimeError, match="the game is over"):
            other.step(0)
        assert_same(other.reset(), copy.deepcopy(env).reset())
    state = riverlab.State("connect-four", 2)
    state.apply_action(3)
    env.reset(seed=1, options={"state": state})
    for other in [make(env) for make in COPIES]:
        assert str(other.state) == str(state)
        assert_same(other.step(2), copy.deepcopy(env).step(2))


def steps_of(envs: Any, steps: int) -> list[Any]:
    """What comes of steps, with all that is shown kept as it was then."""
    results = []
    for step in range(steps):
        actions = envs.sample_legal()
        actions[step % len(actions)] = -1 if step % 11 == 5 else actions[step % len(actions)]
        results.append(copy.deepcopy(envs.step(actions)))
        if envs.autoreset_mode is AutoresetMode.DISABLED and results[-1][2].any():
            results.append(copy.deepcopy(envs.reset(options={"reset_mask": results[-1][2]})))
    return results


@pytest.mark.parametrize("mode", list(AutoresetMode))
@pytest.mark.parametrize("fresh", [True, False])
@pytest.mark.parametrize("threads", [1, 3])
def test_batches_go_on_in_copies(mode: AutoresetMode, fresh: bool, threads: int) -> None:
    named: dict[str, Any] = {"num_envs": 5, "threads": threads, "copy": fresh, "autoreset_mode": mode}
    kinds: list[Any] = [
        SeatVectorEnv("the-river", ["greedy", "mcts:sims=4,reuse=on"], seat=None, returns="zero-sum", **named),
        SeatVectorEnv("carcassonne:rivers=2", ["random"], actions="list", **named),
        SelfPlayVectorEnv("river-dragons", 3, **named),
        SelfPlayVectorEnv("the-river", 2, set="building.mill-a.points=6", **named),
    ]
    for envs in kinds:
        envs.reset(seed=9)
        steps_of(envs, 20)
        copies = [make(envs) for make in COPIES]
        expected = steps_of(envs, 60)
        for other in copies:
            assert_same(tuple(steps_of(other, 60)), tuple(expected))
            # Copies are protected as the first one is.
            if not fresh:
                with pytest.raises(ValueError, match="read-only"):
                    other.step(other.sample_legal())[0][0, 0] = 1


def test_many_copies_share_threads_and_bots() -> None:
    envs = SeatVectorEnv("connect-four", ["mcts:sims=4"], num_envs=4, threads=4)
    envs.reset(seed=1)
    before = len(list(Path("/proc/self/task").iterdir())) if Path("/proc/self/task").exists() else 0
    copies = [copy.deepcopy(envs) for _ in range(50)]
    results = [other.step(np.array([0, 1, 2, 3])) for other in copies]
    for other in results:
        assert_same(other, results[0])
    if before:
        assert len(list(Path("/proc/self/task").iterdir())) <= before + 4


@pytest.mark.parametrize("make", COPIES[1:])
def test_wrapped_environments_go_on_in_copies(make: Callable[[Any], Any]) -> None:
    env = gymnasium.make("riverlab/TheRiver-v0", opponents=["greedy"])
    env.reset(seed=3)
    legal: Any = env.unwrapped
    env.step(int(legal.action_masks().argmax()))
    other = make(env)
    action = int(legal.action_masks().argmax())
    assert_same(other.step(action), env.step(action))
    assert other.spec == env.spec
    aec = riverlab.pettingzoo.env("rio-grande", 3)
    aec.reset(seed=5)
    rng = random.Random(1)
    for step in range(60):
        if step % 20 == 19:
            aec_copy = make(aec)
            assert_same(aec_copy.last(), aec.last())
            left, right = aec, aec_copy
            for _ in range(10):
                mask = left.last()[0]["action_mask"]
                action = int(rng.choice(np.flatnonzero(mask)))
                left.step(action)
                right.step(action)
                assert left.agent_selection == right.agent_selection
                assert_same(left.last(), right.last())
            # What the next episode draws is the same, too.
            left_seed, right_seed = make(left), make(right)
            left_seed.reset()
            right_seed.reset()
            assert_same(left_seed.last(), right_seed.last())
        aec.step(int(rng.choice(np.flatnonzero(aec.last()[0]["action_mask"]))))


def test_a_shallow_copy_of_an_agent_environment_goes_its_own_way() -> None:
    env = riverlab.pettingzoo.raw_env("connect-four", 2)
    env.reset(seed=1)
    other = copy.copy(env)
    other.step(3)
    assert env.agent_selection == "player_0" and env.state_now.moves() == [] and len(other.state_now.moves()) == 1


@pytest.mark.parametrize("make", COPIES)
def test_states_of_open_spiel_are_copied(make: Callable[[Any], Any]) -> None:
    rng = random.Random(2)
    game = pyspiel.load_game("riverlab_river_dragons(players=3)")
    state = game.new_initial_state()
    for _ in range(40):
        chance = state.is_chance_node()
        state.apply_action(rng.choice([action for action, _ in state.chance_outcomes()] if chance else state.legal_actions()))
    for one in [state, state.resample_from_infostate(0, rng.random)]:
        other = make(one)
        assert str(other) == str(one) and other.history() == one.history()
        assert other.legal_actions() == one.legal_actions()
        action = one.legal_actions()[0]
        one.apply_action(action)
        assert len(other.history()) == len(one.history()) - 1
        other.apply_action(action)
        assert str(other) == str(one) and other.returns() == one.returns()


def test_small_things_are_copied() -> None:
    state = riverlab.State("rio-grande", 2, seed=1)
    state.play_chance()
    feature = state.observation_features()[0]
    for make in COPIES:
        other = make(feature)
        assert (other.name, other.shape, other.low, other.high, other.meaning) == (
            feature.name, feature.shape, feature.low, feature.high, feature.meaning
        )  # fmt: skip
        assert make(riverlab.Bot("mcts:sims=3")).spec == "mcts:sims=3"
    kept: list[Any] = []

    class Keeps:
        def begin_game(self, game: riverlab.GameStart) -> None:
            kept.append(game)

        def observe(self, seen: riverlab.SeenMove) -> None:
            kept.append(seen)

        def choose(self, view: riverlab.View) -> int:
            return view.legal_actions()[0]

    riverlab.tournament("dice", bots=[Keeps, "random"], deals=1, threads=1)
    for make in COPIES:
        for one, other in zip(kept, make(kept) if make is not copy.copy else [copy.copy(one) for one in kept]):
            names = [name for name in dir(one) if not name.startswith("_")]
            assert type(one) is type(other) and all(getattr(one, name) == getattr(other, name) for name in names)
    view = riverlab.View.of_state(state, seed=4)
    view.sample()
    for other in [copy.copy(view), copy.deepcopy(view)]:
        assert str(other.sample()) == str(copy.copy(view).sample())
    with pytest.raises(TypeError, match="cannot pickle 'riverlab.View'"):
        pickle.dumps(view)


def test_runs_are_copied_with_their_folder(tmp_path: Path) -> None:
    run = riverlab.tournament("dice", bots=["greedy", "random"], deals=3)
    games = run["games"].to_dict()
    with pytest.raises(TypeError, match="in a temporary folder cannot be pickled"):
        pickle.dumps(run)
    stays = riverlab.tournament("dice", bots=["greedy", "random"], deals=3, out=tmp_path / "stays")
    assert len(stays["games"]) == len(pickled(stays)["games"]) == 12
    copies = [copy.copy(run), copy.deepcopy(run)]
    for other in copies:
        assert other.summary == run.summary and list(other["games"]["game"]) == list(games["game"])
    folder = run.folder
    del run
    assert folder.exists() and len(copies[0]["moves" if "moves" in copies[0] else "seats"]) > 0
    del copies, other
    assert not folder.exists()
    shutil.rmtree(stays.folder)
    for use in (lambda: stays["games"], lambda: stays.manifest, lambda: stays.summary, lambda: list(stays)):
        with pytest.raises(FileNotFoundError, match="is gone: give the run a folder"):
            use()
    assert repr(stays).endswith("stays: gone>")


@pytest.mark.parametrize("text", ["", "a\n", "a,b\n1,x\n,\ninf,\"q,\"\"\n2\"\n", "d,e,f\n2024-01-02,true,\n2024-01-03,false,\n"])
def test_tables_are_copied_by_value(text: str, tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text(text)
    table, pyarrow = riverlab.Table.read_csv(tmp_path / "t.csv"), pytest.importorskip("pyarrow")
    for make in COPIES:
        other = make(table)
        assert list(other) == list(table) == table.keys() and len(other) == len(table)
        assert pyarrow.table(other).equals(pyarrow.table(table))


def test_what_is_missing_elsewhere_is_named(tmp_path: Path) -> None:
    weights = tmp_path / "weights.toml"
    trained = riverlab.train("the-river", generations=1, games=20, sims=5, gate_deals=10, seed=3, out=tmp_path / "out")
    found = trained.weights or next((tmp_path / "out").glob("*.toml"))
    weights.write_bytes(found.read_bytes())
    env = SeatEnv("the-river", [f"greedy:eval={weights}"])
    env.reset(seed=1)
    payload = tmp_path / "env.pickle"
    payload.write_bytes(pickle.dumps(env))
    other = copy.deepcopy(env)
    weights.unlink()
    # Here the bots are shared; another process needs the file.
    action = int(env.action_masks().argmax())
    assert_same(other.step(action), env.step(action))
    program = "import pickle, sys, riverlab.gymnasium; pickle.load(open(sys.argv[1], 'rb'))"
    done = subprocess.run([sys.executable, "-c", program, str(payload)], capture_output=True, text=True)
    assert done.returncode == 1 and "ValueError" in done.stderr and "weights.toml" in done.stderr


def test_pickles_that_were_tampered_with_are_exceptions() -> None:
    envs = SeatVectorEnv("the-river", ["greedy"], num_envs=2)
    envs.reset(seed=1)
    rust = envs._games.rust
    restore, (setting, games) = rust.__reduce__()
    assert restore(setting, games).sample_legal().tolist() == rust.sample_legal().tolist()
    state, streams, seat, end, shown = games[0]
    other = riverlab.State("the-river", 3, seed=1)
    fresh = riverlab.State("the-river", 2, seed=1)
    wrong: list[tuple[Any, ...]] = [
        (other, streams, seat, end, shown), (state, "no", seat, end, shown), (state, streams, 1, end, shown),
        (state, streams, 2, end, shown), (state, streams, seat, 7, shown), (fresh, streams, seat, end, shown),
        (state, streams, 99, 0, shown),
    ]  # fmt: skip
    for game in wrong:
        with pytest.raises(ValueError, match="state|streams|seat|end"):
            restore(setting, [game])
    for settings in [(other, *setting[1:]), (*setting[:2], 5, *setting[3:]), (*setting[:3], 0, *setting[4:])]:
        with pytest.raises(ValueError, match="bots|seat|threads"):
            restore(settings, games)
    with pytest.raises(ValueError, match="num_envs=0"):
        restore(setting, [])
