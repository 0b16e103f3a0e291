"""Runs on a real Ray cluster have the bytes of one machine, whatever happens to nodes, workers and the driver."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest

import riverlab
from conftest import Machines
from riverlab import _riverlab, cluster

#: What a manifest says of when and how a run was played.
OF_ITS_OWN = ("command", "start", "end")


def sums(folder: Path) -> dict[str, str]:
    """The SHA-256 of each file of a run, of the manifest without times and the command."""
    found = {}
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        content = path.read_bytes()
        if path.name == "manifest.json":
            manifest = json.loads(content)
            content = json.dumps({key: manifest[key] for key in manifest if key not in OF_ITS_OWN}).encode()
        found[str(path.relative_to(folder))] = hashlib.sha256(content).hexdigest()
    return found


def here(words: list[str], out: Path) -> dict[str, str]:
    """The same on one machine."""
    _riverlab.run_command([*words, "--json", "--quiet", "--threads", "2", "--out", str(out)], [])
    return sums(out)


def while_it_runs(act: Callable[[], None], after: Callable[[], bool], run: Callable[[], object]) -> None:
    """Does something in the middle of a run."""
    done, failed = threading.Event(), list[BaseException]()

    def wait() -> None:
        try:
            while not after() and not done.is_set():
                time.sleep(0.02)
            assert not done.is_set(), "the run has ended before"
            act()
        except BaseException as error:
            failed.append(error)

    thread = threading.Thread(target=wait)
    thread.start()
    try:
        run()
    finally:
        done.set()
        thread.join()
    if failed:
        raise failed[0]


def shelf(out: Path) -> list[Path]:
    """The shards that are kept."""
    folder = out.with_name(out.name + ".shards")
    return [path for path in folder.glob("*") if path.suffix == ""] if folder.exists() else []


GAMES = [
    ["tournament", "the-river", "--bots", "mcts:sims=100", "greedy", "--deals", "480"],
    ["tournament", "rio-grande", "--bots", "mcts:sims=20", "greedy", "--deals", "96"],
    ["tournament", "carcassonne:rivers=both", "--bots", "mcts:sims=20", "greedy", "--deals", "96"],
    ["tournament", "river-dragons", "--players", "3", "--bots", "mcts:sims=40", "greedy", "random", "--deals", "96"],
]


@pytest.mark.parametrize("words", GAMES, ids=lambda words: words[1])
def test_a_node_dies_a_worker_stops_and_a_shard_is_played_twice(
    words: list[str],
    machines: Machines,
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # The shard of the worker that stops must not be given to another one because it takes long.
    monkeypatch.setattr(cluster, "SLOW", float("inf"))
    said: list[str] = []
    monkeypatch.setattr("riverlab.cluster.tqdm.write", lambda text, **_: said.append(text))
    machines.fill(3)
    _, second, third = machines.nodes
    stopped: list[psutil.Process] = []

    def act() -> None:
        # A worker stops while it plays, until that is noticed; it goes on later, and plays its shard a second time.
        deadline = time.monotonic() + 20
        while not stopped and time.monotonic() < deadline:
            stopped.extend(machines.workers(third)[:1])
        stopped[0].send_signal(signal.SIGSTOP)
        machines.kill(second)
        deadline = time.monotonic() + 60
        while not any("has played nothing for 2 s; its shard is played elsewhere" in text for text in said):
            if time.monotonic() > deadline:
                break
            time.sleep(0.1)
        stopped[0].send_signal(signal.SIGCONT)

    out = folder / "cluster"
    while_it_runs(act, lambda: len(shelf(out)) >= 3, lambda: cluster.run(words, shards=16, out=out, patience=2))
    assert sums(out) == here(words, folder / "here")
    for what in ["is lost; its shards are played elsewhere", "has played nothing for 2 s; its shard is played elsewhere"]:
        assert any(what in text for text in said), said
    assert not out.with_name("cluster.shards").exists()


def driver(words: list[str], machines: Machines, out: Path) -> subprocess.Popen[str]:
    """The command `riverlab cluster` in a process of its own."""
    command = [sys.executable, "-m", "riverlab.cluster", "--address", machines.address, "--shards", "16", "--out", str(out)]
    return subprocess.Popen([*command, "--", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT], ids=["killed", "interrupted"])
def test_a_driver_that_ends_goes_on(number: signal.Signals, machines: Machines, folder: Path) -> None:
    machines.fill(3)
    out, words = folder / "cluster", ["tournament", "the-river", "--bots", "mcts:sims=100", "greedy", "--deals", "480"]
    first = driver(words, machines, out)
    try:
        deadline = time.monotonic() + 60
        while len(shelf(out)) < 4:
            assert first.poll() is None and time.monotonic() < deadline, first.communicate()
            time.sleep(0.02)
    finally:
        first.send_signal(number)
    _, errors = first.communicate(timeout=60)
    assert first.returncode == (-signal.SIGKILL if number == signal.SIGKILL else 130), errors
    kept = {path: path.stat().st_mtime_ns for path in shelf(out)}
    assert len(kept) >= 4 and not json.loads((out / "manifest.json").read_text())["complete"]
    second = driver(words, machines, out)
    shown, errors = second.communicate(timeout=120)
    assert second.returncode == 0 and "mcts:sims=100" in shown, errors
    assert sums(out) == here(words, folder / "here")


def test_what_was_kept_is_not_played_again(machines: Machines, folder: Path) -> None:
    machines.fill(2)
    out, words = folder / "cluster", ["tournament", "dice", "--bots", "greedy", "random", "--deals", "400"]
    cluster.run(words, shards=8, out=out)
    expected = sums(out)
    kept = folder / "kept"
    # All shards but one are played and kept, none is in the journal.
    played: list[bytes] = []
    original = cluster._Shelf.remove
    cluster._Shelf.remove = lambda shelf: shutil.move(shelf.folder, kept)  # type: ignore[method-assign, assignment]
    try:
        cluster.run(words, shards=8, out=folder / "other")
    finally:
        cluster._Shelf.remove = original  # type: ignore[method-assign]
    shutil.rmtree(out)
    kept.rename(out.with_name("cluster.shards"))
    paths = shelf(out)
    assert len(paths) == 8
    paths[3].unlink()
    start = cluster._Crew._start

    def noted(crew: cluster._Crew, shard: cluster._Shard, identity: str, node: cluster._Node) -> None:
        played.append(shard.job)
        start(crew, shard, identity, node)

    cluster._Crew._start = noted  # type: ignore[method-assign, assignment]
    try:
        cluster.run(words, shards=8, out=out)
    finally:
        cluster._Crew._start = start  # type: ignore[method-assign]
    assert len(played) == 1 and sums(out) == expected


IN_ORDER = [
    ["tournament", "the-river", "--bots", "mcts:sims=20", "greedy", "--deals", "auto:0.15"],
    ["match", "dice", "--focus", "greedy", "--against", "random", "--sprt", "win:0.05"],
    ["tournament", "dice", "--bots", "greedy", "random", "ply", "greedy", "--schedule", "swiss:4", "--deals", "200"],
    ["balance", "the-river", "--elements", "mill-a", "shed-a", "--deals", "300", "--confirm", "200",
     "--set", "building.shed-a.points=25", "--interventions", "grant"],
    ["balance", "the-river", "--deals", "30", "--readings", "building.mill-a.*"],
]  # fmt: skip


@pytest.mark.parametrize("words", IN_ORDER, ids=lambda words: "-".join(words[:2] + words[-2:-1]).replace("--", ""))
def test_what_looks_at_results_in_order_ends_where_one_machine_does(
    words: list[str], machines: Machines, folder: Path
) -> None:
    machines.fill(3)
    cluster.run(words, out=folder / "cluster")
    assert sums(folder / "cluster") == here(words, folder / "here")


def test_a_training_has_the_bytes_of_one_machine(machines: Machines, folder: Path) -> None:
    machines.fill(3)
    words = ["train", "the-river", "--games", "60", "--generations", "2", "--sims", "8", "--gate-deals", "20"]
    trained = cluster.run(words, shards=5, out=folder / "cluster")
    assert isinstance(trained, riverlab.Training) and len(trained.generations) == 2
    assert sums(folder / "cluster") == here(words, folder / "here")


def test_a_tuning_has_the_bytes_of_one_machine(machines: Machines, folder: Path) -> None:
    machines.fill(3)
    words = "tune the-river --bot mcts:sims=4 --over c=0.1..2:log depth=1,2,4 --against greedy --games 900 --confirm 60"
    tuned = cluster.run(words.split(), shards=3, out=folder / "cluster")
    assert isinstance(tuned, riverlab.Tuning) and tuned.confirmed is not None
    assert sums(folder / "cluster") == here(words.split(), folder / "here")


def test_plans_are_files_too(machines: Machines, folder: Path) -> None:
    machines.fill(2)
    plan = folder / "plan.toml"
    plan.write_text('game = "dice"\nfocus = "greedy"\nagainst = ["random"]\ndeals = 50\n')
    run = cluster.run(plan, shards=4, out=folder / "cluster")
    assert isinstance(run, riverlab.Run) and run.manifest["complete"]
    assert sums(folder / "cluster") == here(["match", "--plan", str(plan)], folder / "here")


def other_package(folder: Path, change: str) -> Path:
    """A copy of the package whose program is another one."""
    package = Path(riverlab.__file__).parent
    copy = folder / change / "riverlab"
    shutil.copytree(package, copy)
    library = copy / Path(str(_riverlab.__file__)).name
    if change == "binary":
        # Behind what is loaded.
        library.write_bytes(library.read_bytes() + b"other")
    else:
        init = copy / "cluster.py"
        init.write_text(init.read_text().replace("_riverlab.__version__", '"0.0.9"'))
    return copy.parent


@pytest.mark.parametrize("change", ["binary", "version"])
def test_workers_of_another_program_are_refused(
    change: str, machines: Machines, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    machines.fill(2)
    other = other_package(folder, change)
    machines.fill(len(machines.nodes) + 1, env_vars={"PYTHONPATH": str(other)})
    refused = machines.nodes[-1]
    words = ["tournament", "the-river", "--bots", "mcts:sims=100", "greedy", "--deals", "200"]
    try:
        cluster.run(words, shards=16, out=folder / "cluster")
        told = capsys.readouterr().err
        assert f"({refused.node_ip_address}) is refused: it" in told, told
        assert ("it has riverlab 0.0.9" if change == "version" else "has the fingerprint") in told, told
        assert sums(folder / "cluster") == here(words, folder / "here")
    finally:
        machines.kill(refused)


def test_wrong_values_are_named(machines: Machines, folder: Path) -> None:
    dice = ["tournament", "dice", "--bots", "greedy", "random", "--deals", "8"]
    for arguments, message in [
        ({"plan": ["report", "dice"]}, "plan: 'report': expected a file, or the words of a command"),
        ({"plan": [*dice, "--threads", "3"]}, "plan: --threads: a run on a cluster is given this in another way"),
        ({"plan": dice, "shards": 0}, "shards: 0: expected a whole number from 1"),
        ({"plan": dice, "num_cpus": 0}, "num_cpus: 0: expected a whole number from 1"),
        ({"plan": dice, "num_cpus": 3}, "num_cpus: 3: no node of the cluster has so many processors"),
        ({"plan": dice, "patience": -1.0}, "patience: -1.0: expected a number of seconds"),
        ({"plan": [*dice, "--seed", "x"]}, "--seed"),
        ({"plan": [*dice, "--bots", "clever"]}, 'bot "clever" is unknown'),
    ]:
        with pytest.raises(ValueError, match=".") as raised:
            cluster.run(**arguments, out=folder / "run")  # type: ignore[arg-type]
        assert message in str(raised.value)
        assert not (folder / "run").exists()
    with pytest.raises(FileNotFoundError):
        cluster.run("nowhere.toml", out=folder / "run")


def test_the_plan_names_the_folder(machines: Machines, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    (folder / "plan.toml").write_text('game = "dice"\nbots = ["greedy", "random"]\ndeals = 8\nout = "named"\n')
    for words, out, name in (
        ("plan.toml", None, "named"),
        (["tournament", "--plan", "plan.toml"], None, "named"),
        (["tournament", "--plan=plan.toml"], "given", "given"),
    ):
        run = cluster.run(words, out=out)
        assert isinstance(run, riverlab.Run) and run.folder == folder / name
    assert (folder / "named" / "standings.csv").exists() and (folder / "given" / "standings.csv").exists()


def test_nothing_is_left_of_a_driver(machines: Machines, folder: Path) -> None:
    threads = {thread.name for thread in threading.enumerate()}
    cluster.run(["tournament", "dice", "--bots", "greedy", "random", "--deals", "8"], out=folder / "run")
    assert {thread.name for thread in threading.enumerate()} <= threads | {"ray_print_logs"}
    assert os.listdir(folder) == ["run"]
