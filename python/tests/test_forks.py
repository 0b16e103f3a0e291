"""Processes that are forked, as `multiprocessing` does on Linux up to Python 3.13: what worked in the parent works in the child."""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import riverlab
from riverlab.gymnasium import SeatVectorEnv, SelfPlayVectorEnv

#: A child that takes longer hangs.
PATIENCE = 120.0


def in_child(call: Callable[[], Any]) -> Any:
    """What a call gives in a process that is forked from this one."""
    context = multiprocessing.get_context("fork")
    ours, theirs = context.Pipe()

    def work() -> None:
        try:
            theirs.send(call())
        except BaseException as error:
            theirs.send(repr(error))

    child = context.Process(target=work)
    child.start()
    try:
        assert ours.poll(PATIENCE), "the child hangs"
        return ours.recv()
    finally:
        child.kill()
        child.join()


def content(run: riverlab.Run) -> dict[str, str]:
    """All tables of a run."""
    return {name: repr(run[name].to_dict()) for name in run}


def fresh_folder(folder: Path, count: list[int]) -> Path:
    count[0] += 1
    return folder / f"{multiprocessing.current_process().pid}-{count[0]}"


def first_legal(view: riverlab.View) -> int:
    """A bot: the first legal action."""
    return view.legal_actions()[0]


def position() -> riverlab.State:
    """A position in which a player is to act."""
    state = riverlab.State("the-river", 2, seed=1)
    state.play_chance()
    return state


CALLS: dict[str, Callable[[Path], Any]] = {
    "tournament": lambda out: content(riverlab.tournament("dice", bots=["greedy", "random"], deals=40, seed=1)),
    "one thread": lambda out: content(riverlab.tournament("dice", bots=["greedy", "random"], deals=40, threads=1)),
    "functions": lambda out: content(riverlab.tournament("dice", bots=[first_legal, "random"], deals=40)),
    "adaptive": lambda out: content(riverlab.tournament("dice", bots=["greedy", "random"], deals="auto:0.1")),
    "match": lambda out: content(riverlab.match("dice", focus="greedy", against="random", deals=40)),
    "sprt": lambda out: content(riverlab.match("dice", focus="greedy", against="random", sprt="win:0.1")),
    "balance": lambda out: content(
        riverlab.balance("the-river", bots="greedy", elements=["mill-a", "inn-a"], interventions="ban", deals=20, confirm=10)
    ),
    "train": lambda out: riverlab.train(
        "the-river", generations=1, games=20, sims=5, gate_deals=10, seed=3, out=out
    ).generations,
    "tune": lambda out: riverlab.tune(
        "dice", bot="mcts:sims=4", over={"c": "0.5..2"}, against="greedy", games=800, confirm=60, out=out
    ).bot,
    "open_run": lambda out: riverlab.open_run(riverlab.tournament("dice", bots=["greedy", "random"], deals=9, out=out).folder).summary,
    "bot": lambda out: riverlab.Bot("mcts:sims=200,threads=2").choose(position(), seed=1),
    "explain": lambda out: riverlab.Bot("mcts:sims=200").explain(position(), seed=1)["ranking"],
    "environment": lambda out: played(SeatVectorEnv("the-river", ["mcts:sims=10"], num_envs=5, threads=2)),
    "picture": lambda out: position().picture_pixels().tobytes(),
}


def played(envs: Any, steps: int = 20, seed: int | None = 3) -> list[Any]:
    """What comes of some steps."""
    if seed is not None:
        envs.reset(seed=seed)
    results = []
    for _ in range(steps):
        observations, rewards, terminations, _, infos = envs.step(envs.sample_legal())
        results.append((observations.tobytes(), rewards.tolist(), terminations.tolist(), infos["action_mask"].tobytes()))
    return results


@pytest.mark.parametrize("what", CALLS)
def test_what_worked_in_the_parent_works_in_a_forked_child(what: str, tmp_path: Path) -> None:
    count = [0]

    def call() -> Any:
        return CALLS[what](fresh_folder(tmp_path, count))

    expected = call()
    assert in_child(call) == expected
    # Another generation, and the parent goes on.
    assert in_child(lambda: in_child(call)) == expected == call()


@pytest.mark.parametrize("kind", [SeatVectorEnv, SelfPlayVectorEnv])
@pytest.mark.parametrize("copy", [True, False])
def test_environments_with_threads_go_on_in_a_child(kind: Any, copy: bool) -> None:
    envs = kind("the-river", num_envs=6, threads=3, copy=copy)
    begun = played(envs)
    theirs = in_child(lambda: played(envs, seed=None))
    assert played(envs, seed=None) == theirs != begun
    # Those that were never stepped, and those that end in the child.
    fresh = kind("the-river", num_envs=6, threads=3, copy=copy)
    assert in_child(lambda: played(fresh)) == begun

    def ends() -> str:
        nonlocal envs
        del envs
        gc.collect()
        return "ended"

    assert in_child(ends) == "ended"


def test_a_bot_that_searches_at_the_fork_chooses_in_the_child() -> None:
    bot, state = riverlab.Bot("mcts:sims=2000"), position()
    expected = bot.choose(state, seed=1)
    done = threading.Event()

    def search() -> None:
        while not done.is_set():
            bot.choose(state, seed=2)

    thread = threading.Thread(target=search)
    thread.start()
    try:
        for _ in range(5):
            assert in_child(lambda: bot.choose(state, seed=1)) == expected
    finally:
        done.set()
        thread.join()


def test_a_tournament_that_is_under_way_at_the_fork_disturbs_no_child() -> None:
    def call() -> Any:
        return content(riverlab.tournament("dice", bots=["greedy", "random"], deals=40, seed=1))

    expected, begun = call(), threading.Event()

    def until_stopped(done: int, of: int, standing: str) -> None:
        begun.set()
        if stop.is_set():
            raise LookupError

    def work() -> None:
        with pytest.raises(LookupError):
            riverlab.tournament("the-river", bots=["mcts:sims=20", "greedy"], deals=100_000, progress=until_stopped)

    stop = threading.Event()
    thread = threading.Thread(target=work)
    thread.start()
    try:
        assert begun.wait(PATIENCE)
        for _ in range(5):
            assert in_child(call) == expected
    finally:
        stop.set()
        thread.join()


def test_a_child_leaves_the_temporary_folder_of_its_parent() -> None:
    runs = [riverlab.tournament("dice", bots=["greedy", "random"], deals=3)]

    def forget() -> bool:
        runs.clear()
        gc.collect()
        # One of its own ends with it.
        folder = riverlab.tournament("dice", bots=["greedy", "random"], deals=3).folder
        return folder.exists()

    folder = runs[0].folder
    assert in_child(forget) is False
    assert len(runs[0]["games"]) == 12
    runs.clear()
    assert not folder.exists()


def test_limits_of_programs_hold_in_a_child(tmp_path: Path) -> None:
    (tmp_path / "eats.py").write_text(PROGRAM)

    def call(mib: int) -> list[str]:
        program = {"eats": f"{sys.executable} {tmp_path / 'eats.py'} {mib}"}
        bots = ["cmd:eats", "random"]
        run = riverlab.tournament("dice", bots=bots, program=program, deals=1, memory_mib=100, on_fault="forfeit")
        return sorted(set(run["faults"]["class"])) if "faults" in run else []

    assert call(1) == []
    # The thread that looks at programs is still there, in the parent.
    assert in_child(lambda: call(300)) == ["memory"]


PROGRAM = """
import json, sys, time
for line in sys.stdin:
    message = json.loads(line)
    if message["t"] == "hello":
        print(json.dumps({"t": "hello", "protocol": 1, "name": "eats", "deterministic": True}), flush=True)
    elif message["t"] == "move":
        eaten = bytearray(int(sys.argv[1]) << 20)
        time.sleep(1 if len(eaten) > 100 << 20 else 0)
        print(json.dumps({"t": "move", "id": message["id"], "index": 0}), flush=True)
"""

CHILD = """
import multiprocessing, os, signal, sys, riverlab, riverlab.gymnasium
signal.signal(signal.SIGINT, signal.default_int_handler)
search = "mcts:sims=100000000,early=off"
envs = riverlab.gymnasium.SeatVectorEnv("connect-four", [search], num_envs=2, threads=2)
envs.reset(seed=1)
riverlab.tournament("dice", bots=["greedy", "random"], deals=3)
def work():
    print("begun", os.getpid(), flush=True)
    try:
        if sys.argv[1] == "step":
            envs.step([0, 0])
        else:
            riverlab.tournament("the-river", bots=[search, "greedy"], deals=1000)
    except KeyboardInterrupt:
        print("interrupted", flush=True)
child = multiprocessing.get_context("fork").Process(target=work)
child.start()
child.join()
"""


@pytest.mark.parametrize("kind", ["tournament", "step"])
def test_ctrl_c_ends_a_child(kind: str) -> None:
    with subprocess.Popen([sys.executable, "-c", CHILD, kind], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        word, number = process.stdout.readline().split()
        time.sleep(1)
        start = time.monotonic()
        os.kill(int(number), signal.SIGINT)
        try:
            rest, _ = process.communicate(timeout=20)
        finally:
            process.kill()
    assert (word, rest) == ("begun", "interrupted\n") and time.monotonic() - start < 10
