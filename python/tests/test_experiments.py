"""Tournaments, matches, studies and trainings from Python: the bytes of the command line, bots in Python, Ctrl-C."""

from __future__ import annotations

import contextlib
import io
import os
import pickle
import random
import signal
import shutil
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import riverlab
import riverlab.gymnasium
import riverlab.pettingzoo
from riverlab.__main__ import program

#: The program to compare with: that of the wheel, unless another one is named.
PROGRAM = os.environ.get("RIVERLAB", str(program()))


def command_line(*words: str) -> None:
    """Runs the program."""
    subprocess.run([PROGRAM, *words, "--quiet"], check=True, stdout=subprocess.DEVNULL)


def same_files(one: Path, other: Path) -> list[str]:
    """The names of the files of a run, whose bytes are the same but for times."""
    names = sorted(path.name for path in one.iterdir() if path.is_file())
    assert names == sorted(path.name for path in other.iterdir() if path.is_file())
    for name in names:
        if name in ("manifest.json",):
            lines = [
                [line for line in (folder / name).read_text().splitlines() if '"start"' not in line and '"end"' not in line]
                for folder in (one, other)
            ]
            assert lines[0] == lines[1]
        else:
            assert (one / name).read_bytes() == (other / name).read_bytes(), name
    return names


@pytest.mark.parametrize(
    ("words", "call"),
    [
        (
            "tournament the-river --players 3 --bots mcts:sims=20 greedy random --deals 4 --seed 7 --set building.mill-a.points=6",
            lambda out: riverlab.tournament(
                "the-river",
                players=3,
                bots=[riverlab.Bot("mcts:sims=20"), "greedy", "random"],
                deals=4,
                seed=7,
                set=["building.mill-a.points=6"],
                threads=2,
                out=out,
            ),
        ),
        (
            "tournament carcassonne:rivers=both --bots greedy random --deals auto:0.2 --schedule gauntlet --threads 1",
            lambda out: riverlab.tournament(
                "carcassonne:rivers=both", bots=["greedy", "random"], deals="auto:0.2", schedule="gauntlet", out=out
            ),
        ),
        (
            "match rio-grande --focus greedy --baseline random --against random --deals 30",
            lambda out: riverlab.match(
                "rio-grande", focus="greedy", baseline="random", against=["random"], deals=30, out=out
            ),
        ),
        (
            "match dice --focus greedy --against random --sprt win:0.1 --alpha 0.1",
            lambda out: riverlab.match("dice", focus="greedy", against="random", sprt="win:0.1", alpha=0.1, out=out),
        ),
        (
            "balance the-river --bots greedy --elements mill-a inn-a --interventions ban grant --deals 20 --confirm 10",
            lambda out: riverlab.balance(
                "the-river",
                bots="greedy",
                elements=["mill-a", "inn-a"],
                interventions=["ban", "grant"],
                deals=20,
                confirm=10,
                out=out,
            ),
        ),
        (
            "balance the-river --bots greedy --elements mill-a inn-a fort-a --deals 20 --confirm 10 --interactions 2",
            lambda out: riverlab.balance(
                "the-river",
                bots="greedy",
                elements=["mill-a", "inn-a", "fort-a"],
                deals=20,
                confirm=10,
                interactions=2,
                out=out,
            ),
        ),
    ],
)
def test_files_are_those_of_the_command_line(words: str, call: Any, tmp_path: Path) -> None:
    command_line(*words.split(), "--out", str(tmp_path / "theirs"))
    run = call(tmp_path / "ours")
    names = same_files(tmp_path / "theirs", tmp_path / "ours")
    assert {f"{name}.csv" for name in run} == {name for name in names if name.endswith(".csv")}
    assert run.manifest["complete"] and run.summary
    # The same run again is there already.
    assert riverlab.open_run(tmp_path / "ours").manifest == run.manifest


def test_weights_are_those_of_the_command_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    theirs, ours = tmp_path / "theirs", tmp_path / "ours"
    theirs.mkdir()
    ours.mkdir()
    # Weights name the command that makes them, so both name the same folder.
    words = "train the-river --generations 1 --games 20 --sims 5 --gate-deals 10 --seed 3 --out out --quiet"
    subprocess.run([PROGRAM, *words.split()], check=True, stdout=subprocess.DEVNULL, cwd=theirs)
    monkeypatch.chdir(ours)
    trained = riverlab.train("the-river", generations=1, games=20, sims=5, gate_deals=10, seed=3, out="out")
    assert len(trained.generations) == 1 and 0 <= trained.generations[0]["share"] <= 1
    response = riverlab.train(
        "the-river", against="greedy:eval=hand", generations=1, games=20, sims=5, gate_deals=10, out="response"
    )
    assert "against" in (ours / "response/training.json").read_text() and len(response.generations) == 1
    shutil.rmtree(ours / "response")
    files = sorted(path.relative_to(theirs) for path in theirs.rglob("*.toml"))
    assert files and files == sorted(path.relative_to(ours) for path in ours.rglob("*.toml"))
    for file in files:
        assert (theirs / file).read_bytes() == (ours / file).read_bytes()


def test_tunings_are_those_of_the_command_line(tmp_path: Path) -> None:
    words = "tune dice --bot mcts:sims=4 --over c=0.1..2:log depth=1,4 --against greedy --games 800 --confirm 60"
    command_line(*words.split(), "--out", str(tmp_path / "theirs"))
    over = {"c": "0.1..2:log", "depth": [1, 4]}
    tuned = riverlab.tune(
        "dice", bot="mcts:sims=4", over=over, against="greedy", games=800, confirm=60, out=tmp_path / "ours"
    )
    same_files(tmp_path / "theirs", tmp_path / "ours")
    assert tuned.bot.startswith("mcts:sims=4,") and {option["option"] for option in tuned.options} == {"c", "depth"}
    assert tuned.confirmed is not None and tuned.is_better == (tuned.verdict == "better than the bot as it was")
    words = "tune the-river --over rules:building.mill-a.points=2..8 --objective first-seat-share:0.55 --games 200 --confirm 40"
    command_line(*words.split(), "--out", str(tmp_path / "their rules"))
    tuned = riverlab.tune(
        "the-river", over={"rules:building.mill-a.points": "2..8"}, objective="first-seat-share:0.55", games=200, confirm=40,
        out=tmp_path / "our rules",
    )  # fmt: skip
    same_files(tmp_path / "their rules", tmp_path / "our rules")
    assert tuned.bot == "greedy" and tuned.set[0].startswith("building.mill-a.points=") and 0 < tuned.in_finals < 1
    assert tuned.confirmed is not None and tuned.confirmed["deals"] == 40 and tuned.verdict.endswith("what there was")
    for wrong, message in (({}, "expected options"), ("c=0..1", "expected options"), (["--out=x"], "expected NAME")):
        with pytest.raises(ValueError, match=message):
            riverlab.tune("dice", bot="mcts", over=wrong, against="greedy", out=tmp_path / "none")
    with pytest.raises(ValueError, match="not functions"):
        riverlab.tune("dice", bot="mcts", over=over, against=first_legal, out=tmp_path / "none")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="another tuning|there,"):
        riverlab.tune("dice", bot="mcts:sims=5", over=over, against="greedy", games=800, out=tmp_path / "ours")


def first_legal(view: riverlab.View) -> int:
    """A bot: the first legal action."""
    return view.legal_actions()[0]


class Draws:
    """A bot that draws a move by the seed of each decision, and listens."""

    deterministic = True
    heard: list[tuple[Any, ...]] = []

    def begin_game(self, game: riverlab.GameStart) -> None:
        self.player, self.own = game.player, 0
        assert 0 <= game.player < game.players and game.seed >= 0

    def choose(self, view: riverlab.View) -> str:
        assert view.player == self.player
        self.own += 1
        return str(view.rng.choice(view.legal_moves()))

    def observe(self, seen: riverlab.SeenMove) -> None:
        if seen.player == self.player:
            assert seen.mv is not None

    def end_game(self, scores: list[float], shares: list[float]) -> None:
        assert len(scores) == len(shares) and sum(shares) == pytest.approx(1.0) and self.own > 0


@pytest.mark.parametrize(("game", "players"), [("the-river", 3), ("rio-grande", 2), ("carcassonne", 2), ("river-dragons", 3)])
def test_functions_and_classes_are_bots(game: str, players: int, tmp_path: Path) -> None:
    bots: list[Any] = [first_legal, Draws, "greedy"]
    arguments: dict[str, Any] = {"players": players, "bots": bots, "deals": 2, "seed": 5}
    one = riverlab.tournament(game, **arguments, threads=1, out=tmp_path / "one")
    two = riverlab.tournament(game, **arguments, threads=2, out=tmp_path / "two")
    same_files(tmp_path / "one", tmp_path / "two")
    assert set(one["standings"]["bot"]) == {"py:first_legal[external]", "py:Draws", "greedy"}
    assert len(two["games"]) == one.manifest["games"] * players
    # The command line reads it, and says what it cannot do.
    assert subprocess.run([PROGRAM, "report", str(tmp_path / "one")], stdout=subprocess.DEVNULL, check=True).returncode == 0
    words = [PROGRAM, "tournament", game, "--bots", "py:Draws", "greedy", "--out", str(tmp_path / "three")]
    refused = subprocess.run(words, capture_output=True, text=True)
    assert refused.returncode == 2 and "functions play from Python" in refused.stderr


def test_studies_and_matches_take_functions(tmp_path: Path) -> None:
    study = riverlab.balance("the-river", bots=[Draws], elements="mill-a", interventions=["ban", "points+1"], deals=5)
    assert len(study["effects"]) == 2
    run = riverlab.match("dice", focus=("mine", first_legal), against="random", deals=20)
    assert run.manifest["bots"][0] == "py:mine[external]"


def test_a_view_is_complete() -> None:
    seen: list[riverlab.View] = []

    def look(view: riverlab.View) -> int:
        legal = view.legal_actions()
        assert legal == sorted(legal) and np.flatnonzero(view.legal_actions_mask()).tolist() == legal
        assert [view.action_to_string(action) for action in legal] == view.legal_moves()
        numbers = view.observation_tensor()
        assert numbers.shape == (sum(int(np.prod(feature.shape)) for feature in view.observation_features()),)
        assert isinstance(view.known_position(), dict) and view.observation_string()
        state = view.sample()
        assert state.legal_actions() == legal and state.current_player() == view.player
        assert state.observation_tensor(view.player).tobytes() == numbers.tobytes()
        assert str(view.sample(3)) == str(view.sample(3))
        with pytest.raises(TypeError, match="cannot be pickled"):
            pickle.dumps(state)
        with pytest.raises(TypeError):
            pickle.dumps(view)
        state.apply_action(legal[-1])
        assert sum(state.playout(1)) == pytest.approx(1.0) and state.playout(1) == state.playout(1)
        if len(seen) < 5:
            shares = view.playouts(legal[0], 5)
            assert shares.shape == (view.num_players(),) and shares.sum() == pytest.approx(1.0)
        with pytest.raises(ValueError, match="1 to 1000000"):
            view.playouts(legal[0], 0)
        with pytest.raises(ValueError, match="not legal"):
            view.playouts(10**9)
        seen.append(view)
        return legal[0]

    riverlab.tournament("rio-grande", players=3, bots=[look, "random"], deals=1)
    assert len(seen) > 20


@pytest.mark.parametrize("game", ["rio-grande", "river-dragons"])
def test_a_view_knows_nothing_that_is_hidden(game: str) -> None:
    """All that a view gives is the same for two games that look the same to the player."""
    looked: dict[str, list[tuple[Any, ...]]] = {}

    def look(view: riverlab.View) -> int:
        legal = view.legal_actions()
        state = view.sample(7)
        told = (
            legal, view.legal_moves(), view.observation_tensor().tobytes(), view.observation_string(), view.known_position(),
            view.playouts(legal[0], 3).tobytes(), state.observation_string(view.player), repr(view),
        )  # fmt: skip
        looked.setdefault(view.observation_string(), []).append(told)
        return legal[view.seed % len(legal)]

    # In a state whose hidden part is guessed again and again, the player sees the same.
    state = riverlab.State(game, 3, seed=2)
    state.play_chance()
    rng = random.Random(2)
    pairs = 0
    for _ in range(60):
        if state.is_terminal():
            break
        player = state.current_player()
        views = [riverlab.View.of_state(guess, seed=11) for guess in (state, state.resample_from_infostate(player, 5))]
        for view in views:
            look(view)
        pairs += str(state) != str(state.resample_from_infostate(player, 5))
        state.apply_action(rng.choice(state.legal_actions()))
        state.play_chance()
    assert pairs > 20
    for told in looked.values():
        assert all(other[:5] == told[0][:5] for other in told)


def test_what_a_function_raises_ends_the_run(tmp_path: Path) -> None:
    calls = 0

    def fails(view: riverlab.View) -> int:
        nonlocal calls
        calls += 1
        if calls == 30:
            raise ZeroDivisionError("at the thirtieth")
        return view.legal_actions()[0]

    with pytest.raises(RuntimeError, match=r"py:fails.*game \d+.*ZeroDivisionError") as caught:
        riverlab.tournament("the-river", bots=[fails, "random"], deals=20, threads=1, out=tmp_path / "run")
    assert isinstance(caught.value.__cause__, ZeroDivisionError)
    # Once the function is mended the run goes on, and comes to what it would have come to.
    run = riverlab.tournament("the-river", bots=[fails, "random"], deals=20, threads=1, out=tmp_path / "run")
    assert run.manifest["complete"]
    calls = 31
    riverlab.tournament("the-river", bots=[fails, "random"], deals=20, threads=1, out=tmp_path / "whole")
    same_files(tmp_path / "run", tmp_path / "whole")
    for answer, message in [(10**9, "not legal"), (-1, "count from 0"), ("nonsense", "nonsense"), (None, "NoneType"), (1.5, "float")]:
        with pytest.raises(RuntimeError, match=message):
            riverlab.tournament("the-river", bots=[("mine", lambda view: answer), "random"], deals=1)  # noqa: B023


def test_wrong_values_are_value_errors(tmp_path: Path) -> None:
    calls: list[tuple[dict[str, Any], type[Exception], str]] = [
        ({"game": "chess"}, ValueError, 'game "chess" is unknown'),
        ({"game": "--help"}, ValueError, "name of a game"),
        ({"bots": ["nobody"]}, ValueError, "nobody"),
        ({"bots": []}, ValueError, "none are given"),
        ({"bots": ["py:missing", "random"]}, ValueError, "functions play from Python"),
        ({"bots": [3, "random"]}, TypeError, "expected a spec"),
        ({"bots": [object, "random"]}, TypeError, "no method choose"),
        ({"bots": [("a", first_legal), ("a", Draws)]}, ValueError, "two functions"),
        ({"players": 7}, ValueError, "players"),
        ({"deals": "many"}, ValueError, "deals"),
        ({"deals": 0}, ValueError, "from 1"),
        ({"schedule": "none"}, ValueError, "schedule"),
        ({"rules": tmp_path / "missing.toml"}, OSError, "missing.toml"),
        ({"threads": 0}, ValueError, "threads"),
        ({"seed": object()}, TypeError, "seed: <object"),
        ({"shard": "1/2", "deals": "auto:0.1"}, ValueError, "shard"),
    ]
    for arguments, kind, message in calls:
        with pytest.raises(kind, match=message):
            riverlab.tournament(**{"bots": ["greedy", "random"], "deals": 1, **arguments})
    with pytest.raises(ValueError, match="focus"):
        riverlab.match("dice", against="random")
    with pytest.raises(FileNotFoundError):
        riverlab.open_run(tmp_path)
    (tmp_path / "file.txt").write_text("something else")
    with pytest.raises(ValueError, match=str(tmp_path)):
        riverlab.tournament("dice", bots=["greedy", "random"], deals=1, out=tmp_path)


def test_progress_is_told_and_other_threads_run() -> None:
    told: list[tuple[int, int, str]] = []
    ticks, stop = 0, threading.Event()

    def tick() -> None:
        nonlocal ticks
        while not stop.wait(0.001):
            ticks += 1

    thread = threading.Thread(target=tick)
    thread.start()
    try:
        riverlab.tournament(
            "the-river", bots=["mcts:sims=200", "greedy"], deals=30, threads=1, progress=lambda *now: told.append(now)
        )
    finally:
        stop.set()
        thread.join()
    assert told[-1][:2] == (60, 60) and [done for done, *_ in told] == sorted(done for done, *_ in told)
    assert ticks > 10

    def refuses(*_: Any) -> None:
        raise LookupError("enough")

    with pytest.raises(LookupError, match="enough"):
        riverlab.tournament("the-river", bots=["mcts:sims=5000", "greedy"], deals=1000, progress=refuses)


def test_numbers_of_numpy_are_numbers(tmp_path: Path) -> None:
    def same(one: riverlab.Run, other: riverlab.Run) -> None:
        same_files(one.folder, other.folder)

    bots = ["greedy", "random"]
    plain = riverlab.tournament("dice", players=2, bots=bots, deals=3, seed=7, threads=2)
    kinds: list[Any] = [np.int8, np.uint16, np.int64, lambda number: np.array(number), lambda number: np.array(number)[()]]
    for kind in kinds:
        named = {"players": kind(2), "deals": kind(3), "seed": kind(7), "threads": kind(2)}
        same(riverlab.tournament("dice", bots=np.array(bots), **named, force=np.bool_(True), timing=np.bool_(False)), plain)  # type: ignore[arg-type]
    named = {"alpha": np.float64(0.25), "beta": np.float32(0.25), "deals": np.int32(40), "seed": np.uint8(1)}
    same(
        riverlab.match("dice", focus="greedy", against=np.array(["random"]), sprt="win:0.1", **named),  # type: ignore[arg-type]
        riverlab.match("dice", focus="greedy", against="random", sprt="win:0.1", alpha=0.25, beta=0.25, deals=40, seed=1),
    )
    elements = ["mill-a", "inn-a"]
    same(
        riverlab.balance(
            "the-river", bots="greedy", elements=np.array(elements), interventions="ban", deals=np.int64(20),  # type: ignore[arg-type]
            confirm=np.int16(10), margin=np.float32(0.25), interactions=np.int64(1), readings=np.bool_(False),  # type: ignore[arg-type]
        ),
        riverlab.balance(
            "the-river", bots="greedy", elements=elements, interventions="ban", deals=20, confirm=10, margin=0.25, interactions=1,
        ),
    )  # fmt: skip
    over: dict[str, Any] = {"c": np.array([0.5, 1.0]), "depth": [np.int64(1), np.int8(2)], "uniform": (np.float32(0.25), np.array(0.5))}
    shared: dict[str, Any] = {"bot": "mcts:sims=4", "against": np.array(["greedy"])}
    riverlab.tune("dice", over=over, games=np.int64(800), confirm=np.int32(60), out=tmp_path / "numpy", **shared)
    plainly: dict[str, Any] = {"c": [0.5, 1.0], "depth": [1, 2], "uniform": [0.25, 0.5]}
    riverlab.tune("dice", over=plainly, games=800, confirm=60, out=tmp_path / "plain", **shared)
    same_files(tmp_path / "numpy", tmp_path / "plain")
    counts: dict[str, Any] = {"generations": np.int64(1), "games": np.int16(20), "sims": np.uint8(5), "gate_deals": np.array(10)}
    trained = riverlab.train("the-river", out=tmp_path / "trained", **counts)
    assert len(trained.generations) == 1
    assert riverlab.Training(Path("w.toml"), []).spec(np.int64(30)) == "mcts:sims=30,eval=w.toml"


def test_what_is_no_whole_number_is_refused_as_one() -> None:
    for wrong in [3.0, np.float64(3), np.float32(3), np.array(3.0), True, np.bool_(True), np.array(True), "3.0", b"3", 1j, np.array([3, 4])]:
        for name in ["deals", "seed", "players", "threads"]:
            named: dict[str, Any] = {"deals": 1, **{name: wrong}}
            with pytest.raises((ValueError, TypeError), match=name):
                riverlab.tournament("dice", bots=["greedy", "random"], **named)
    with pytest.raises(TypeError):
        riverlab.Training(Path("w.toml"), []).spec(30.0)  # type: ignore[arg-type]


def test_one_text_is_no_list_of_letters(tmp_path: Path) -> None:
    value = "building.mill-a.points=6"
    both = [value, "building.inn-a.points=5"]
    of_state = [riverlab.State("the-river", 2, set=sets).__reduce__()[1] for sets in (value, [value], (value,), np.array([value]))]
    assert all(state == of_state[0] for state in of_state)
    assert riverlab.State("the-river", 2, set=both).__reduce__()[1][1][1] == both
    makers: list[Any] = [
        riverlab.gymnasium.SeatEnv, riverlab.gymnasium.SeatVectorEnv, riverlab.gymnasium.SelfPlayVectorEnv, riverlab.pettingzoo.raw_env,
    ]  # fmt: skip
    for make in makers:
        environment = make("the-river", set=value)
        environment.reset(seed=1)
        for wrong in [5, b"a.b=6", [5], [value, None], {value}, object()]:
            with pytest.raises(TypeError, match="set: expected a text, or a list of texts"):
                make("the-river", set=wrong)
    several: list[Any] = [value, [value], np.array([value]), np.array(value)]
    runs = [riverlab.tournament("the-river", bots=["greedy", "random"], deals=1, set=sets) for sets in several]
    assert all(run.manifest["game"] == runs[0].manifest["game"] for run in runs)
    plain = riverlab.balance("the-river", bots="greedy", elements="mill-a", interventions="ban", deals=5)
    listed = riverlab.balance("the-river", bots=["greedy"], elements=["mill-a"], interventions=["ban"], deals=5)
    same_files(plain.folder, listed.folder)
    for wrong in [b"greedy", 5, {3: 4}]:
        with pytest.raises((TypeError, ValueError), match="bots"):
            riverlab.tournament("dice", bots=wrong, deals=1)  # type: ignore[arg-type]
    for over in ["c=0.5..2", b"c=0.5..2", 5, {"c": 5}, {"c": b"1,2"}, {"c": [None]}]:
        with pytest.raises((TypeError, ValueError), match="over"):
            riverlab.tune("dice", over=over, out=tmp_path / "none")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="expected a list of specs"):
        riverlab.gymnasium.SeatEnv("dice", "greedy")
    with pytest.raises(TypeError, match="seed='12'"):
        riverlab.gymnasium.SeatVectorEnv("dice", num_envs=2).reset(seed="12")  # type: ignore[arg-type]


def test_seeds_of_numpy_are_seeds() -> None:
    makers: list[Any] = [riverlab.gymnasium.SeatEnv, riverlab.pettingzoo.env, riverlab.pettingzoo.raw_env]
    for make in makers:
        one, other = make("the-river"), make("the-river")
        one.reset(seed=5)
        other.reset(seed=np.int64(5))
        name = "state" if make is riverlab.gymnasium.SeatEnv else "state_now"
        assert str(getattr(one.unwrapped, name)) == str(getattr(other.unwrapped, name))
    envs = riverlab.gymnasium.SeatVectorEnv("the-river", num_envs=2)
    expected = envs.reset(seed=5)[0].tobytes()
    for seed in [np.int64(5), np.array(5), [5, np.int8(6)], np.array([5, 6])]:
        assert envs.reset(seed=seed)[0].tobytes() == expected  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        envs.reset(seed=5.0)  # type: ignore[arg-type]


# A process that a shell has started in the background ignores Ctrl-C, and so would those that it starts.
SLOW = """
import signal, sys, time, riverlab
signal.signal(signal.SIGINT, signal.default_int_handler)
def forever(view):
    while True:
        pass
def naps(view):
    while True:
        time.sleep(0.1)
class Begins:
    choose = forever
    def begin_game(self, game):
        forever(None)
class Again:
    def choose(self, view):
        try:
            forever(view)
        except KeyboardInterrupt:
            forever(view)
search = "mcts:sims=100000000"
state = riverlab.State("the-river", 2, seed=1)
state.play_chance()
bots = {"search": [search, "greedy"], "function": [forever, "greedy"]}
bots |= {"naps": [naps, "greedy"], "begins": [Begins, "greedy"], "again": [Again, "greedy"]}
print("begun", flush=True)
try:
    if sys.argv[1] in bots:
        riverlab.tournament("the-river", bots=bots[sys.argv[1]], deals=1000, out=sys.argv[2])
    else:
        getattr(riverlab.Bot(search), sys.argv[1])(state)
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""


@pytest.mark.parametrize("kind", ["search", "function", "naps", "begins", "again", "choose", "explain"])
def test_ctrl_c_ends_what_is_under_way(kind: str, tmp_path: Path) -> None:
    words = [sys.executable, "-c", SLOW, kind, str(tmp_path / "run")]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None and process.stdout.readline() == "begun\n"
        while kind not in ("choose", "explain") and not (tmp_path / "run" / "manifest.json").exists() and process.poll() is None:
            time.sleep(0.02)
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        try:
            rest, _ = process.communicate(timeout=20)
        finally:
            process.kill()
    assert rest == "interrupted\n" and process.returncode == 0
    if kind not in ("choose", "explain"):
        assert riverlab.open_run(tmp_path / "run").manifest["complete"] is False


STEPS = """
import signal, sys
import numpy as np
from riverlab.gymnasium import SeatEnv, SeatVectorEnv
signal.signal(signal.SIGINT, signal.default_int_handler)
search = "mcts:sims=1000000000,early=off"
where, kind = sys.argv[1:]
env = {
    "one": lambda: SeatEnv("connect-four", [search], seat=int(where == "reset")),
    "batch": lambda: SeatVectorEnv("connect-four", [search], num_envs=5),
    "threads": lambda: SeatVectorEnv("connect-four", [search], num_envs=5, threads=2),
    "again": lambda: SeatVectorEnv("connect-four", [search], num_envs=3, copy=False, autoreset_mode="SameStep"),
    "ply": lambda: SeatEnv("river-dragons", ["ply:samples=1000000"], seat=1),
    "many": lambda: SeatVectorEnv("river-dragons", ["greedy"] * 5, seat=5, num_envs=10_000),
}[kind]()
action = np.zeros(getattr(env, "num_envs", ()), dtype=int)
if where == "step":
    env.reset(seed=1)
print("begun", flush=True)
try:
    while True:
        env.reset(seed=1) if where == "reset" else env.step(action)
except KeyboardInterrupt:
    print("interrupted", flush=True)
assert not env.action_masks().any()
try:
    env.step(action)
except RuntimeError as error:
    print(error, flush=True)
if where == "step":
    env.reset(seed=1)
    assert (env.action_masks().sum(axis=-1) == 7).all()
    print("begun anew", flush=True)
"""


@pytest.mark.parametrize(
    ("where", "kind"),
    [*(("step", kind) for kind in ["one", "batch", "threads", "again"]), *(("reset", kind) for kind in ["one", "ply", "many"])],
)
def test_ctrl_c_ends_a_step(where: str, kind: str) -> None:
    with subprocess.Popen([sys.executable, "-c", STEPS, where, kind], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None and process.stdout.readline() == "begun\n"
        time.sleep(0.5)
        start = time.monotonic()
        process.send_signal(signal.SIGINT)
        # One that does not hear it ends as well.
        timer = threading.Timer(30, process.kill)
        timer.start()
        interrupted, took, rest = process.stdout.readline(), time.monotonic() - start, process.stdout.read()
        process.wait()
        timer.cancel()
    assert interrupted == "interrupted\n"
    first, *others = rest.splitlines()
    assert process.returncode == 0 and took < 5 and "call reset()" in first
    assert others == (["begun anew"] if where == "step" else [])


def test_tables_are_arrows_and_arrays() -> None:
    run = riverlab.tournament("dice", bots=["greedy", "random"], deals=50, seed=2)
    table = run["standings"]
    assert len(table) == 2 and "share" in table.column_names
    assert table["share"].dtype == np.float64 and table["share"].sum() == pytest.approx(1.0)
    assert table["games"].dtype == np.int64 and set(table["bot"]) == {"greedy", "random"}
    with pytest.raises(KeyError, match="there are bot"):
        table["nothing"]
    with pytest.raises(KeyError, match="standings"):
        run["nothing"]
    arrow = pytest.importorskip("pyarrow").table(table)
    assert arrow.column_names == table.column_names and arrow.column("share").to_pylist() == table["share"].tolist()
    assert "share" in table and 3 not in table and "nothing" not in table
    assert list(table) == table.keys() == table.column_names and list(dict(table)["bot"]) == list({**table}["bot"]) == list(table["bot"])
    polars = pytest.importorskip("polars").DataFrame(table)
    assert polars["share"].to_list() == table["share"].tolist()
    pandas = pytest.importorskip("pandas")
    assert pandas.DataFrame.from_arrow(table)["share"].tolist() == table["share"].tolist()
    assert table.to_pandas()["bot"].tolist() == table["bot"].tolist()
    assert len(riverlab.Table.read_csv(run.folder / "games.csv")) == len(run["games"]) == 200
    folder = run.folder
    del run
    assert not folder.exists()


#: A program that fails in every game.
CRASHES = """
import json, sys
for line in sys.stdin:
    if json.loads(line)["t"] == "hello":
        print(json.dumps({"t": "hello", "protocol": 1, "name": "crashes"}), flush=True)
    else:
        sys.exit(3)
"""


def study(out: Path, deals: int, **options: Any) -> riverlab.Run:
    """A small study."""
    options = {"bots": "greedy", "elements": ["mill-a", "inn-a"], "interventions": "ban", **options}
    return riverlab.balance("the-river", deals=deals, out=out, **options)


OVER: dict[str, Any] = {"c": [0.5, 1, 2], "depth": [1, 4]}
#: What fills folders, with a number of deals: together all files that there are.
FILLED: list[Any] = [
    lambda out, deals: riverlab.tournament("the-river", bots=["greedy", "random"], deals=deals, timing=True, out=out),
    lambda out, deals: riverlab.tournament("river-dragons", bots=["random", "random"], deals=deals, out=out),
    lambda out, deals: riverlab.match("dice", focus="greedy", against="random", deals=deals, out=out),
    lambda out, deals: riverlab.match("dice", focus="greedy", against="random", sprt="win:0.1", deals=60 * deals, out=out),
    lambda out, deals: study(out, deals, bots=["greedy", "random"], confirm=deals),
    lambda out, deals: study(out, deals, readings=True),
    lambda out, deals: study(out, deals, suggest=True),
    lambda out, deals: study(out, deals, until_decided=True, budget=200 * deals),
    lambda out, deals: study(out, deals, confirm=deals, interactions=1),
    lambda out, deals: riverlab.train("the-river", generations=1, games=20 * deals, sims=5, gate_deals=10, out=out),
    lambda out, deals: riverlab.tune(
        "the-river", over=["rules:building.mill-a.points=2..8"], objective="first-seat-share", games=200 * deals, confirm=40, out=out
    ),
    lambda out, deals: riverlab.tune("dice", bot="mcts:sims=4", over=OVER, against="greedy", games=400 * deals, confirm=60, out=out),
    lambda out, deals: command_line(*f"endings the-river --bots random greedy --positions {2 * deals}".split(), "--out", str(out)),
]  # fmt: skip


def test_columns_have_one_type_whatever_their_values(tmp_path: Path) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    (tmp_path / "bad.py").write_text(CRASHES)
    forfeits: dict[str, Any] = {"on_fault": "forfeit", "program": {"bad": f"{sys.executable} {tmp_path / 'bad.py'}"}}
    lists = [*FILLED, lambda out, deals: riverlab.tournament("dice", bots=["cmd:bad", "greedy"], deals=deals, out=out, **forfeits)]
    types: dict[tuple[str, str], set[Any]] = {}
    for number, fill in enumerate(lists):
        for deals in (1, 5):
            folder = tmp_path / f"{number}-{deals}"
            fill(folder, deals)
            for path in folder.glob("*.csv"):
                table, name = riverlab.Table.read_csv(path), path.stem.rstrip("0123456789")
                for column in table:
                    assert table[column].dtype == np.int64 or pyarrow.table(table)[column].type != pyarrow.int64(), (path, column)
                    types.setdefault((name, column), set()).add((table[column].dtype, str(pyarrow.table(table)[column].type)))
    assert {key: found for key, found in types.items() if len(found) > 1} == {}
    files = {
        "bots", "blocks", "confirm", "effects", "elements", "endings", "faults", "games", "games-", "gates", "interactions", "match",
        "moves", "option-pairs", "options", "pairs", "ratings", "readings", "screen", "seats", "standings", "suggested", "synergies",
        "timing", "trials",
    }  # fmt: skip
    assert {name for name, _ in types} == files
    kinds = {key: str(found.pop()[0]) for key, found in types.items()}
    for key in [("standings", "share"), ("games", "share"), ("games", "score"), ("match", "raw"), ("trials", "share"), ("endings", "points_lost")]:
        assert kinds[key] == "float64", key
    for key in [("match", "baseline"), ("match", "decision"), ("effects", "reason"), ("blocks", "taken"), ("trials", "depth"), ("options", "chosen")]:
        assert kinds[key] == "object", key
    for key in [("games", "points_buildings"), ("seats", "seat"), ("blocks", "deal"), ("bots", "positions"), ("games-", "game")]:
        assert kinds[key] == "int64", key
    # Those of other files follow from what stands there.
    (tmp_path / "standings.csv").write_text("share,bot\n1,a\n0,\n")
    foreign = riverlab.Table.read_csv(tmp_path / "standings.csv")
    assert foreign["share"].dtype == np.int64 and foreign["bot"].tolist() == ["a", None]


def test_forfeits_stand_beside_results(tmp_path: Path) -> None:
    (tmp_path / "bad.py").write_text(CRASHES)
    options: dict[str, Any] = {"on_fault": "forfeit", "program": {"bad": f"{sys.executable} {tmp_path / 'bad.py'}"}}
    told: list[tuple[int, int, str]] = []
    bots = ["cmd:bad", "greedy"]
    run = riverlab.tournament("dice", bots=bots, deals=5, progress=lambda *at: told.append(at), **options)
    bad = str(run["standings"]["bot"][1])
    assert bad.startswith("cmd:bad") and run.forfeits == {bad: 10}
    assert list(run["standings"]["forfeits"]) == [0, 10]
    assert told[-1][2].endswith(f"; 10 of 10 games were forfeited by {bad}")
    assert riverlab.open_run(run.folder).forfeits == run.forfeits
    of_match = riverlab.match("dice", focus="cmd:bad", against="greedy", sprt="win:0.1", deals=60, **options)
    assert of_match["match"]["decision"][0].startswith("not better; ") and of_match.forfeits.keys() == {bad}
    assert riverlab.tournament("dice", bots=["random", "greedy"], deals=2).forfeits == {}
    assert riverlab.balance("the-river", bots="random", elements="mill-a", deals=4).forfeits == {}


def test_a_path_that_needs_a_shell_is_refused() -> None:
    for options in ({"out": "~/run"}, {"rules": "~/rules.toml"}, {"plan": "~/plan.toml"}, {"program": {"x": "~/bot"}}):
        with pytest.raises(ValueError, match="no shell has replaced the ~"):
            riverlab.tournament("dice", bots=["random", "greedy"], deals=1, **options)
    assert not Path("~").exists()


def test_a_run_stays_where_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    run = riverlab.tournament("dice", bots=["greedy", "random"], deals=2, out="run")
    again = riverlab.open_run("run")
    (tmp_path / "sub").mkdir()
    monkeypatch.chdir(tmp_path / "sub")
    assert len(run["games"]) == len(again["games"]) == 8 and again.summary == run.summary


def test_the_plan_names_the_folder_of_a_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("plan.toml").write_text('game = "dice"\nbots = ["greedy", "random"]\ndeals = 2\nout = "planned"\n', encoding="utf-8")
    assert riverlab.tournament(plan="plan.toml").folder == tmp_path / "planned"
    assert riverlab.tournament(plan="plan.toml", out="other").folder == tmp_path / "other"


def test_the_plan_names_what_is_tuned_and_trained(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    plan = 'game = "dice"\nbot = "mcts:sims=4"\nover = ["depth=1,4"]\nagainst = ["greedy"]\ngames = 400\nconfirm = 0\nout = "planned"\n'
    Path("tune.toml").write_text(plan, encoding="utf-8")
    tuned = riverlab.tune(plan="tune.toml")
    assert tuned.folder == tmp_path / "planned" and (tuned.folder / "trials.csv").exists()
    assert riverlab.tune(plan="tune.toml", over={"depth": [2, 4]}, out="other").folder == tmp_path / "other"
    Path("train.toml").write_text('game = "the-river"\ngenerations = 1\ngames = 20\nsims = 2\ngate_deals = 10\n', encoding="utf-8")
    riverlab.train(plan="train.toml")
    assert (tmp_path / "training" / "gates.csv").exists()
    for call in (lambda: riverlab.tune("dice", over={"depth": [2, 4]}), lambda: riverlab.train("the-river")):
        with pytest.raises(TypeError, match="out: expected a folder, here or in a plan"):
            call()
    with pytest.raises(ValueError, match="over: None"):
        riverlab.tune("dice", out="none")
    with pytest.raises(OSError, match="missing.toml"):
        riverlab.tune(plan="missing.toml")


def test_false_overrules_a_plan(tmp_path: Path) -> None:
    plan = tmp_path / "plan.toml"
    plan.write_text('game = "dice"\nbots = ["greedy", "random"]\ndeals = 2\ntiming = true\n')
    flags: list[Any] = [(None, True), (True, True), (False, False), (np.bool_(False), False)]
    for timing, there in flags:
        assert ("timing" in list(riverlab.tournament(plan=plan, timing=timing, force=False, resume=False))) is there
    plan.write_text('game = "the-river"\nbots = ["random"]\nelements = ["mill-a"]\ndeals = 2\nreadings = true\ninteractions = 1\n')
    assert list(riverlab.balance(plan=plan, readings=False, interactions=False)) == ["blocks", "effects"]


def test_values_are_checked_by_name() -> None:
    calls: list[tuple[dict[str, Any], str]] = [
        *(({name: False}, f"{name}=False: expected a text or a number") for name in ("seed", "deals", "players", "threads", "rules", "out")),
        *(({name: value}, f"{name}={value!r}: expected True or False") for name in ("timing", "force", "resume") for value in (0, 1, "no")),
        *(({"progress": value}, "progress=.*: expected True, False, or a function") for value in ("bar", 1, 0.5)),
        ({"program": {"a": ["python3", "x.py"]}}, "program: a: .*: expected a text or a number"),
        ({"set": {"building.mill-a.points": None}}, "set: building.mill-a.points: None: expected"),
        ({"deals": {}}, "deals: {}: expected"),
        ({"set": {"a.b=1", "c.d=2"}}, "set: expected a list: a set has no order"),
    ]
    for options, message in calls:
        with pytest.raises(TypeError, match=message):
            riverlab.tournament("the-river", **{"bots": ["greedy", "random"], "deals": 1, **options})
    unclear: list[Any] = ["no", 1, None]
    for wrong in unclear:
        bot = type("Bot", (Draws,), {"deterministic": wrong})
        with pytest.raises(TypeError, match=f"Bot: deterministic={wrong!r}: expected True or False"):
            riverlab.tournament("the-river", bots=[bot, "random"], deals=1)
    named = riverlab.tournament("carcassonne", bots=["random", "greedy"], deals=1, set={"edition.pigsty": True})
    assert named.manifest["rules"]["sets"] == ["edition.pigsty=true"]


def test_what_is_told_at_the_end_of_a_game_fails_in_that_game() -> None:
    class Fails(Draws):
        calls, when, deterministic = 0, 1, False

        def end_game(self, scores: list[float], shares: list[float]) -> None:
            Fails.calls += 1
            if Fails.calls == Fails.when:
                raise ArithmeticError("at the end")

    for when, place in ((1, r"game 1 \(deal 1\), after the last decision of p2"), (2, r"game 2 \(deal 1\), after the last decision of p1")):
        Fails.calls, Fails.when = 0, when
        with pytest.raises(RuntimeError, match=rf"^bot py:Fails\[external\], {place}: ArithmeticError\('at the end'\)") as caught:
            riverlab.tournament("dice", bots=["random", Fails], deals=1, threads=1)
        assert isinstance(caught.value.__cause__, ArithmeticError)


def test_a_run_that_was_replaced_is_read_again(tmp_path: Path) -> None:
    def played(deals: int) -> riverlab.Run:
        return riverlab.tournament("dice", bots=["greedy", "random"], deals=deals, out=tmp_path / "run", force=True)

    old = played(2)
    assert len(old["games"]) == 8 and old["games"] is old["games"] and old.summary is old.summary
    new = played(3)
    assert len(old["games"]) == 12 and old.summary == new.summary and old.manifest == new.manifest


def test_errors_about_tables_name_the_file(tmp_path: Path) -> None:
    run = riverlab.tournament("dice", bots=["greedy", "random"], deals=2, out=tmp_path / "run")
    games = run.folder / "games.csv"
    whole = games.read_bytes()
    for text in (whole + b"garbage\n", whole.replace(b"greedy", b"gr\xe4dy"), whole.decode().encode("utf-16"), whole.replace(b"1,", b"x,", 1)):
        games.write_bytes(text)
        with pytest.raises(ValueError, match=rf"^{games}: "):
            run["games"]
    with pytest.raises(IsADirectoryError, match=str(tmp_path)):
        riverlab.Table.read_csv(tmp_path)
    with pytest.raises(FileNotFoundError, match="nothing.csv"):
        riverlab.Table.read_csv(tmp_path / "nothing.csv")


def test_progress_goes_through_the_stream_of_python() -> None:
    stream, closed = io.StringIO(), io.StringIO()
    closed.close()
    for other in (stream, closed, None):
        with contextlib.redirect_stderr(other):
            riverlab.tournament("dice", bots=["greedy", "random"], deals=20, progress=True)
    lines = stream.getvalue().splitlines()
    assert 1 <= len(lines) <= 101 and " of 40 games: " in lines[0] and lines[-1].startswith("40 of 40 games: ")


def test_names_of_functions_are_kept_or_refused() -> None:
    def first(view: riverlab.View) -> int:
        return view.legal_actions()[0]

    for name in ("größe", "a b", "", "a:b"):
        with pytest.raises(ValueError, match="expected a name of the letters"):
            riverlab.tournament("dice", bots=[(name, first), "random"], deals=1)
    run = riverlab.tournament("dice", bots=[("my-bot_2.x", first), lambda view: view.legal_actions()[0]], deals=1)
    assert set(run["standings"]["bot"]) == {"py:my-bot_2.x[external]", "py:lambda[external]"}
    with pytest.raises(TypeError, match="a set has no order"):
        riverlab.tournament("dice", bots={"greedy", "random"}, deals=1)  # type: ignore[arg-type]


def test_weights_of_any_path_are_in_a_spec(tmp_path: Path) -> None:
    folder = tmp_path / 'my weights, "new" (1)'
    folder.mkdir()
    source = Path(__file__).resolve().parents[2] / "bots" / "weights" / "the-river-2.toml"
    (folder / "w.toml").write_bytes(source.read_bytes())
    spec = riverlab.Training(folder / "w.toml", []).spec(2)
    assert riverlab.tournament("the-river", bots=[spec, "random"], deals=1)["standings"].column_names[0] == "bot"
