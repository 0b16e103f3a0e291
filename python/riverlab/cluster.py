"""Runs, studies, trainings and tunings on a Ray cluster, with the files of one machine, byte for byte.

A run is cut into shards, of which each is a task of Ray. What comes back is checked and added in the order of the schedule by
the process that called `run`, which alone writes the folder: so runs that look at their results on the way (`--deals auto`,
`--sprt`, Swiss rounds, screening and confirmation of a study, the gates of a training) end where they would on one machine.

What may go wrong is harmless: nodes are lost, tasks are killed, workers hang, a shard is played twice, the caller is killed.
Shards that are played are kept beside the folder until the run is complete, and the same call goes on from there.

>>> from riverlab import cluster
>>> run = cluster.run("plan.toml", shards=64, address="auto", out="results")        # doctest: +SKIP
>>> study = cluster.run(["balance", "the-river", "--deals", "5000"], out="study")   # doctest: +SKIP

Needs `pip install riverlab[ray]` here and on all nodes.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import math
import operator
import os
import shlex
import shutil
import sys
import threading
import time
import tomllib
import zlib
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, SupportsFloat, SupportsIndex, TypeAlias

from . import _riverlab
from .experiments import Run, Training, Tuning, _planned_out, _training, _tuning

try:
    import ray
    from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy
    from tqdm import tqdm
except ImportError as error:
    raise ImportError(f"riverlab.cluster needs Ray and tqdm: pip install riverlab[ray] ({error})") from error

__all__ = ["Fingerprint", "WorkerRefused", "fingerprint", "main", "run"]

#: A plan (TOML) of a tournament or match, or the words of a command, as `["balance", "the-river", "--deals", "5000"]`.
Plan: TypeAlias = str | os.PathLike[str] | Sequence[str]

#: How long a shard takes where its number is not given, in seconds.
SHARD_SECONDS = 10.0
#: How many shards there are for each worker at least, so that a loss is small and the end is short.
SHARDS_PER_WORKER = 8
#: How long a worker may play without finishing a game before its shard is given to another one: at least this long, in
#: seconds, and so many times what a game takes.
PATIENCE, PATIENCE_IN_GAMES = 60.0, 20.0
#: A shard that takes so many times what shards take, and more than a second, is given to a worker that has nothing else to do.
SLOW = 3.0
#: How many workers may die while they play the same shard before it is taken for the cause.
CRASHES = 5
#: How often nodes and progress are looked at, in seconds.
_LOOK = 1.0
#: How often a worker says how far it is, in seconds.
_REPORT = 0.5

_COMMANDS = ("tournament", "match", "balance", "train", "tune")


@dataclass(frozen=True)
class Fingerprint:
    """What must be the same on all nodes: the version, and the program itself."""

    version: str
    #: The SHA-256 of the library that plays.
    binary: str

    def difference(self, other: Fingerprint) -> str | None:
        """In what another one differs, which is that of a worker."""
        if other.version != self.version:
            return f"it has riverlab {other.version}, and the run is of {self.version}"
        if other.binary != self.binary:
            return f"its program has the fingerprint {other.binary[:16]}, and that of the run has {self.binary[:16]}"
        return None


class WorkerRefused(RuntimeError):
    """No node is left whose version and program are those of the run."""


@cache
def fingerprint() -> Fingerprint:
    """That of this process."""
    library = Path(str(_riverlab.__file__)).read_bytes()
    return Fingerprint(_riverlab.__version__, hashlib.sha256(library).hexdigest())


class _Progress:
    """How many pieces of its shard each attempt has played."""

    def __init__(self) -> None:
        self.played: dict[int, int] = {}

    def report(self, attempt: int, pieces: int) -> None:
        self.played[attempt] = pieces

    def read(self) -> dict[int, int]:
        played, self.played = self.played, {}
        return played


def _identify() -> Fingerprint:
    """What a node is asked for before it plays."""
    return fingerprint()


def _play_shard(job: bytes, attempt: int, threads: int, expected: Fingerprint, progress: Any) -> tuple[int, bytes]:
    """Plays a shard on a worker: how many pieces it had, and its compressed answer."""
    difference = expected.difference(fingerprint())
    if difference:
        raise WorkerRefused(difference)
    told, played = 0.0, 0

    def tell(pieces: int) -> None:
        nonlocal told, played
        played = pieces
        if time.monotonic() - told >= _REPORT:
            told = time.monotonic()
            progress.report.remote(attempt, pieces)

    answer = _riverlab.carry_out(job, threads, tell)
    return played, zlib.compress(answer, 1)


@dataclass(eq=False)
class _Node:
    """A node of the cluster."""

    name: str
    #: How many shards it plays at once.
    slots: int
    #: Whether it may play: None as long as its answer is awaited.
    is_ready: bool | None = None
    attempts: set[int] = field(default_factory=set)


@dataclass(eq=False)
class _Shard:
    """A shard that is waited for."""

    round: int
    key: str
    job: bytes
    answer: Future[bytes | None] = field(default_factory=Future)
    #: How many workers have died while they played it.
    crashes: int = 0
    #: The attempts that are under way.
    attempts: set[int] = field(default_factory=set)


@dataclass(eq=False)
class _Attempt:
    """A shard on a worker."""

    number: int
    shard: _Shard
    node: str
    reference: Any
    began: float = field(default_factory=time.monotonic)
    #: How many pieces are played, and when that was heard.
    pieces: int = 0
    heard: float = field(default_factory=time.monotonic)
    #: Whether it hangs: its shard is played elsewhere as well.
    is_stuck: bool = False


class _Shelf:
    """Answers that have come in, kept beside the folder of the run until it is complete: each a file with its number of
    pieces in a line, and the compressed answer."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def get(self, key: str) -> tuple[int, bytes] | None:
        try:
            pieces, _, compressed = (self.folder / key).read_bytes().partition(b"\n")
            return int(pieces), zlib.decompress(compressed)
        except (FileNotFoundError, ValueError, zlib.error):
            return None

    def put(self, key: str, pieces: int, compressed: bytes) -> None:
        self._write(key, b"%d\n%s" % (pieces, compressed))

    def _write(self, name: str, content: bytes) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        part = self.folder / f"{name}.{os.getpid()}.part"
        part.write_bytes(content)
        part.replace(self.folder / name)

    def size(self, name: str, pieces: int) -> int:
        """How many pieces a shard of this round has: what was said first, also by an earlier process."""
        path = self.folder / "sizes.json"
        try:
            sizes = json.loads(path.read_text(encoding="utf-8"))
        except (FileNotFoundError, ValueError):
            sizes = {}
        if name not in sizes:
            sizes[name] = pieces
            self._write("sizes.json", json.dumps(sizes, indent=1).encode())
        return int(sizes[name])

    def remove(self) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)


class _Crew:
    """Brings shards to the workers of a Ray cluster. Its public methods are called by threads of the program."""

    def __init__(
        self,
        shelf: _Shelf,
        *,
        shards: int | None,
        num_cpus: int,
        patience: float | None,
        show: bool,
        say: Callable[[str], None],
        leaves: bool,
    ) -> None:
        #: Whether this process leaves the cluster afterwards, which ends its tasks. Ray may crash when it cancels a task in
        #: the moment in which the task ends, so that nothing is canceled without need.
        self._leaves = leaves
        self._shelf, self._shards, self._num_cpus, self._patience = shelf, shards, num_cpus, patience
        self._say, self._lock, self._woken = say, threading.RLock(), threading.Event()
        self._open: set[_Shard] = set()
        self._waiting: deque[_Shard] = deque()
        self._attempts: dict[int, _Attempt] = {}
        self._references: dict[Any, int] = {}
        self._nodes: dict[str, _Node] = {}
        self._greetings: dict[Any, str] = {}
        self._rounds, self._ended, self._is_closed, self._next = 0, set[int](), False, 0
        self._seconds_per_piece = 0.0
        self._done, self._retries = 0, 0
        self._durations: deque[float] = deque(maxlen=100)
        self._bar = tqdm(disable=not show, unit=" games", smoothing=0.05, leave=False, file=sys.stderr)
        here = NodeAffinitySchedulingStrategy(ray.get_runtime_context().get_node_id(), soft=True)
        # It may be lost with its node: what workers say next goes to the one that takes its place.
        progress = ray.remote(num_cpus=0, max_restarts=-1)(_Progress)
        self._progress = progress.options(scheduling_strategy=here).remote()
        self._play = ray.remote(num_cpus=num_cpus, max_retries=0, max_calls=64)(_play_shard)
        self._identify = ray.remote(num_cpus=0, max_retries=0)(_identify)
        self._failure: BaseException | None = None
        self._look()
        if not self._nodes:
            ray.kill(self._progress)
            raise ValueError(f"num_cpus: {num_cpus}: no node of the cluster has so many processors")
        self._dispatcher = threading.Thread(target=self._dispatch, name="riverlab-cluster", daemon=True)
        self._dispatcher.start()

    # What the program calls.

    def places(self) -> int:
        # Shards that wait cost a thread each, and are there when nodes come.
        return min(4096, max(256, 4 * self._slots()))

    def begin(
        self, name: str, pieces: int | None, pieces_of_deal: int, done: int, seconds_per_piece: float
    ) -> tuple[int, int]:
        size = max(1, round(SHARD_SECONDS / max(seconds_per_piece, 1e-9) * self._num_cpus))
        if pieces is not None:
            size = min(size, math.ceil(pieces / (SHARDS_PER_WORKER * max(1, self._slots()))))
            if self._shards is not None:
                size = math.ceil(pieces / self._shards)
        if size > pieces_of_deal:
            size = math.ceil(size / pieces_of_deal) * pieces_of_deal
        with self._lock:
            self._rounds += 1
            self._seconds_per_piece, self._done = seconds_per_piece, done
            self._bar.reset(total=pieces)
            return self._rounds, self._shelf.size(name, size)

    def play(self, round: int, job: bytes) -> bytes | None:
        shard = _Shard(round, hashlib.sha256(job).hexdigest()[:32], job)
        kept = self._shelf.get(shard.key)
        if kept is not None:
            with self._lock:
                self._done += kept[0]
            return kept[1]
        with self._lock:
            if self._failure is not None:
                raise self._failure
            if self._is_closed or round in self._ended:
                return None
            self._open.add(shard)
            self._waiting.append(shard)
        self._woken.set()
        try:
            return shard.answer.result()
        finally:
            with self._lock:
                self._open.discard(shard)

    def end(self, round: int) -> None:
        with self._lock:
            self._ended.add(round)
            self._give_up(lambda shard: shard.round == round)

    def cancel(self) -> None:
        """Ctrl-C: nobody waits any more, and what is under way is given up."""
        with self._lock:
            self._is_closed = True
            self._give_up(lambda shard: True, cancels=not self._leaves)

    # Beyond that.

    def close(self) -> None:
        """Gives up what is under way and waits until nothing is done any more."""
        self.cancel()
        self._woken.set()
        self._dispatcher.join()
        self._bar.close()
        ray.kill(self._progress)

    def _give_up(self, which: Callable[[_Shard], bool], *, cancels: bool = True) -> None:
        """Nobody waits for these shards any more. Holds the lock."""
        self._waiting = deque(shard for shard in self._waiting if not which(shard))
        for shard in self._open:
            if which(shard) and not shard.answer.done():
                shard.answer.set_result(None)
        for attempt in self._attempts.values():
            if which(attempt.shard) and cancels:
                ray.cancel(attempt.reference, force=attempt.is_stuck)

    def _slots(self) -> int:
        with self._lock:
            return sum(node.slots for node in self._nodes.values() if node.is_ready is not False)

    def _dispatch(self) -> None:
        """What the dispatcher does until the end."""
        looked = time.monotonic()
        try:
            while not self._is_closed:
                if time.monotonic() - looked >= _LOOK:
                    looked = time.monotonic()
                    self._look()
                    self._hear()
                with self._lock:
                    self._hand_out()
                    waited_for = [*self._references, *self._greetings]
                if not waited_for:
                    self._woken.wait(0.1)
                    self._woken.clear()
                    continue
                ready, others = ray.wait(waited_for, num_returns=1, timeout=0.05)
                if ready and others:
                    ready += ray.wait(others, num_returns=len(others), timeout=0)[0]
                for reference in ready:
                    self._receive(reference)
        except BaseException as error:
            self._fail(error)

    def _fail(self, error: BaseException) -> None:
        """Ends the run with this error."""
        with self._lock:
            self._failure = self._failure or error
            self._waiting.clear()
            for shard in self._open:
                if not shard.answer.done():
                    shard.answer.set_exception(self._failure)

    def _look(self) -> None:
        """Finds nodes that have come and gone."""
        alive: dict[str, _Node] = {}
        for node in ray.nodes():
            slots = int(node["Resources"].get("CPU", 0)) // self._num_cpus
            if node["Alive"] and slots:
                alive[node["NodeID"]] = _Node(f"{node['NodeManagerHostname']} ({node['NodeManagerAddress']})", slots)
        with self._lock:
            for identity, node in alive.items():
                if identity not in self._nodes:
                    self._nodes[identity] = node
                    self._greet(identity)
            for identity in [identity for identity in self._nodes if identity not in alive]:
                self._drop(identity)

    def _drop(self, identity: str) -> None:
        """A node is lost. Holds the lock."""
        node = self._nodes.pop(identity)
        self._say(f"{node.name} is lost; its shards are played elsewhere")
        for number in list(node.attempts):
            self._lose(self._attempts[number], "its node is lost")

    def _greet(self, identity: str) -> None:
        """Asks a node who it is: until it answers it gets nothing to do. Holds the lock."""
        self._nodes[identity].is_ready = None
        only_there = NodeAffinitySchedulingStrategy(identity, soft=False)
        self._greetings[self._identify.options(scheduling_strategy=only_there).remote()] = identity

    def _hear(self) -> None:
        """Reads how far the workers are, and gives shards of those that hang to others."""
        now = time.monotonic()
        try:
            played = ray.get(self._progress.read.remote(), timeout=10)
        except ray.exceptions.RayError:
            # Nobody hears of progress for a while, which is nobody's fault.
            with self._lock:
                for attempt in self._attempts.values():
                    attempt.heard = now
            return
        patience = self._patience or max(PATIENCE, PATIENCE_IN_GAMES * self._seconds_per_piece)
        with self._lock:
            for attempt in list(self._attempts.values()):
                pieces = played.get(attempt.number, attempt.pieces)
                if pieces != attempt.pieces:
                    attempt.pieces, attempt.heard, attempt.is_stuck = pieces, now, False
                elif now - attempt.heard > patience and not attempt.is_stuck:
                    attempt.is_stuck = True
                    node = self._nodes.get(attempt.node)
                    name = node.name if node else attempt.node
                    self._say(f"a worker of {name} has played nothing for {patience:.0f} s; its shard is played elsewhere")
                    self._again(attempt.shard)
            under_way = sum({attempt.shard.key: attempt.pieces for attempt in self._attempts.values()}.values())
            self._bar.n = self._done + under_way
            nodes = sum(node.is_ready is True for node in self._nodes.values())
            self._bar.set_postfix(nodes=nodes, retries=self._retries)

    def _hand_out(self) -> None:
        """Gives shards that wait to nodes that have room, then those that take long a second time. Holds the lock."""
        for identity, node in self._nodes.items():
            while node.is_ready and len(node.attempts) < node.slots:
                shard = self._waiting.popleft() if self._waiting else self._slow_shard()
                if shard is None:
                    return
                self._start(shard, identity, node)

    def _slow_shard(self) -> _Shard | None:
        """The shard that one worker alone has played longest, if that is far longer than what shards take."""
        if not self._durations:
            return None
        usual = max(1.0, SLOW * sum(self._durations) / len(self._durations))
        alone = [attempt for attempt in self._attempts.values() if len(attempt.shard.attempts) == 1]
        slow = [attempt for attempt in alone if not attempt.is_stuck and time.monotonic() - attempt.began > usual]
        if not slow:
            return None
        self._retries += 1
        return min(slow, key=lambda attempt: attempt.began).shard

    def _start(self, shard: _Shard, identity: str, node: _Node) -> None:
        self._next += 1
        there = NodeAffinitySchedulingStrategy(identity, soft=False)
        reference = self._play.options(scheduling_strategy=there).remote(
            shard.job, self._next, self._num_cpus, fingerprint(), self._progress
        )
        self._attempts[self._next] = _Attempt(self._next, shard, identity, reference)
        self._references[reference] = self._next
        shard.attempts.add(self._next)
        node.attempts.add(self._next)

    def _receive(self, reference: Any) -> None:
        """Takes what a node or a worker has answered."""
        if reference in self._greetings:
            self._greeted(reference, self._greetings.pop(reference))
            return
        number = self._references.get(reference)
        if number is None:
            return
        attempt = self._attempts[number]
        try:
            pieces, compressed = ray.get(reference)
        except ray.exceptions.RayTaskError as error:
            if isinstance(error.cause, (ray.exceptions.TaskCancelledError, KeyboardInterrupt)):
                # What was to end a late attempt can meet the one that its worker plays next.
                self._lose(attempt, "it was canceled")
                return
            self._forget(attempt)
            self._raised(attempt, error.cause if isinstance(error.cause, Exception) else error)
        except (ray.exceptions.RayError, OSError) as error:
            if isinstance(error, (ray.exceptions.WorkerCrashedError, ray.exceptions.OutOfMemoryError)):
                attempt.shard.crashes += 1
            self._lose(attempt, str(error).partition("\n")[0] or type(error).__name__)
        else:
            self._forget(attempt)
            self._shelf.put(attempt.shard.key, pieces, compressed)
            answer = zlib.decompress(compressed)
            with self._lock:
                self._durations.append(time.monotonic() - attempt.began)
                if not attempt.shard.answer.done():
                    self._done += pieces
                    attempt.shard.answer.set_result(answer)
                for other in attempt.shard.attempts:
                    late = self._attempts[other]
                    ray.cancel(late.reference, force=late.is_stuck)

    def _greeted(self, reference: Any, identity: str) -> None:
        node = self._nodes.get(identity)
        if node is None:
            return
        try:
            difference = fingerprint().difference(ray.get(reference))
        except ray.exceptions.RayTaskError as error:
            difference = f"riverlab cannot be loaded there: {error.cause or error}"
        except ray.exceptions.RayError:
            # If it is alive after all, it is found again.
            with self._lock:
                self._drop(identity)
            return
        self._judge(node, difference)

    def _judge(self, node: _Node, difference: str | None) -> None:
        node.is_ready = difference is None
        if difference is None:
            return
        self._say(f"{node.name} is refused: {difference}")
        if all(other.is_ready is False for other in self._nodes.values()):
            self._fail(WorkerRefused(f"no node can play this run: {node.name} is refused: {difference}"))

    def _raised(self, attempt: _Attempt, error: Exception) -> None:
        """A worker has raised an exception: it would again, unless the worker is another one than it should be."""
        node = self._nodes.get(attempt.node)
        if isinstance(error, WorkerRefused) and node is not None:
            with self._lock:
                self._again(attempt.shard)
            self._judge(node, str(error))
        else:
            self._fail(type(error)(f"on {node.name if node else attempt.node}: {error}"))

    def _forget(self, attempt: _Attempt) -> None:
        with self._lock:
            self._attempts.pop(attempt.number, None)
            self._references.pop(attempt.reference, None)
            attempt.shard.attempts.discard(attempt.number)
            if attempt.node in self._nodes:
                self._nodes[attempt.node].attempts.discard(attempt.number)

    def _lose(self, attempt: _Attempt, why: str) -> None:
        """A shard is lost with its worker: it is played again."""
        self._forget(attempt)
        shard = attempt.shard
        if shard.answer.done():
            return
        if shard.crashes > CRASHES:
            self._fail(RuntimeError(f"{shard.crashes} workers have died while they played the same shard: {why}"))
            return
        with self._lock:
            self._again(shard)
            node = self._nodes.get(attempt.node)
            if node is not None and node.is_ready and not node.attempts:
                # Whether it is alive is not known yet.
                self._greet(attempt.node)

    def _again(self, shard: _Shard) -> None:
        """A shard is played once more, before all others, unless somebody else plays it. Holds the lock."""
        others = [self._attempts[number] for number in shard.attempts]
        if not shard.answer.done() and shard not in self._waiting and all(other.is_stuck for other in others):
            self._retries += 1
            self._waiting.appendleft(shard)


def _connect(address: str | None) -> bool:
    """Connects to a cluster, or starts one on this machine; says whether that was necessary."""
    if ray.is_initialized():
        return False
    options: dict[str, Any] = {"log_to_driver": False, "include_dashboard": False, "logging_level": "warning"}
    if address is None:
        # An address that no other machine reaches.
        ray.init(_node_ip_address="127.0.0.2", **options)
    else:
        options.pop("include_dashboard")
        host = address.partition(":")[0]
        ray.init(address=address, **({"_node_ip_address": host} if host.startswith("127.") else {}), **options)
    return True


def _words_of(plan: Plan) -> list[str]:
    """The words of the command that plays a plan."""
    if isinstance(plan, (str, os.PathLike)):
        keys = tomllib.loads(Path(plan).read_text(encoding="utf-8"))
        return ["match" if "focus" in keys else "tournament", "--plan", os.fspath(plan)]
    words = [os.fspath(word) for word in plan]
    if not words or words[0] not in _COMMANDS:
        given = repr(words[0]) if words else "none"
        raise ValueError(f"plan: {given}: expected a file, or the words of a command, one of {', '.join(_COMMANDS)}")
    for word in words:
        if word.partition("=")[0] in ("--out", "-o", "--threads", "-t", "--dry-run", "--timing", "--shard", "--function"):
            raise ValueError(f"plan: {word}: a run on a cluster is given this in another way, or cannot have it")
    return words


def _usual_out(words: Sequence[str]) -> str:
    """The folder that the plan among these words names, or the usual one."""
    for word, following in zip(words, [*words[1:], ""], strict=True):
        option, _, value = word.partition("=")
        if option == "--plan":
            return _planned_out(value or following) or "results"
    return "results"


def _count(name: str, value: SupportsIndex) -> int:
    count = operator.index(value) if isinstance(value, SupportsIndex) else 0
    if count < 1:
        raise ValueError(f"{name}: {value!r}: expected a whole number from 1")
    return count


def run(
    plan: Plan,
    *,
    shards: SupportsIndex | None = None,
    address: str | None = None,
    num_cpus: SupportsIndex = 1,
    out: str | os.PathLike[str] | None = None,
    force: bool = False,
    patience: SupportsFloat | None = None,
    progress: bool = True,
) -> Run | Training | Tuning:
    """Plays a tournament, a match, a balance study, a training or a tuning on a Ray cluster, or goes on with it.

    Args:
        plan: a plan (TOML), or the words of a command without `--out`.
        shards: how many shards each round of work has; as long as it is not known how many games there will be, and where
            nothing is given, a shard takes about ten seconds.
        address: that of the cluster, as for `ray.init`. None uses the cluster that this process is connected to already,
            or starts one on this machine, on a loopback address.
        num_cpus: how many processors a task has, and threads.
        out: the folder of the results, which the caller alone writes: that of the plan, else "results", unless given. Shards
            that were played are kept beside it, in a folder with `.shards` behind its name, until the run is complete.
        force: replaces another run in the folder.
        patience: after how many seconds without a finished game a worker is taken for stuck: a minute, or twenty times
            what a game takes, unless given.
        progress: whether a bar is shown on stderr, and what happens to nodes is told.

    Raises:
        ValueError: a value is not allowed, or the folder holds something else.
        WorkerRefused: no node has the version and the program of this process.
        RuntimeError: a bot has failed, or workers die of a shard again and again.
        KeyboardInterrupt: after Ctrl-C. What is finished is kept; the same call goes on.
    """
    words = _words_of(plan)
    shards, num_cpus = None if shards is None else _count("shards", shards), _count("num_cpus", num_cpus)
    patience = None if patience is None else float(patience)
    if patience is not None and not patience > 0:
        raise ValueError(f"patience: {patience!r}: expected a number of seconds")
    folder = Path(_usual_out(words) if out is None else out)
    shelf = _Shelf(folder.with_name(folder.name + ".shards"))
    if force:
        shelf.remove()
        words.append("--force")
    started = _connect(address)

    def say(text: str) -> None:
        if progress:
            tqdm.write(f"riverlab: {text}", file=sys.stderr)

    try:
        crew = _Crew(
            shelf, shards=shards, num_cpus=num_cpus, patience=patience, show=progress, say=say, leaves=started
        )
        try:
            text = _riverlab.run_command([*words, "--json", "--quiet", "--out", os.fspath(folder)], [], None, crew)
        finally:
            crew.close()
    finally:
        if started:
            ray.shutdown()
    shelf.remove()
    if words[0] == "train":
        return _training(json.loads(text))
    if words[0] == "tune":
        return _tuning(json.loads(text), folder)
    return Run(folder, json.loads(text) if text else None)


def main(arguments: Sequence[str] | None = None) -> int:
    """`riverlab cluster`."""
    parser = argparse.ArgumentParser(prog="riverlab cluster", description="Plays a run on a Ray cluster.")
    parser.add_argument("--plan", metavar="FILE", help="a plan (TOML) of a tournament or match")
    parser.add_argument("--address", help="the address of the cluster, as for ray.init [default: one on this machine]")
    parser.add_argument("--shards", type=int, metavar="N", help="how many shards each round of work has")
    parser.add_argument("--num-cpus", type=int, default=1, metavar="N", help="the processors of a task [default: 1]")
    parser.add_argument("--out", metavar="DIR", help="the folder of the results [default: that of the plan, else results]")
    parser.add_argument("--patience", type=float, metavar="SECONDS", help="when a worker that plays nothing is stuck")
    parser.add_argument("--force", action="store_true", help="replace another run in the folder")
    parser.add_argument("--quiet", action="store_true", help="no progress")
    parser.add_argument("command", nargs=argparse.REMAINDER, help="or a command behind --: balance the-river --deals 5000")
    given = parser.parse_args(arguments)
    words = given.command[1:] if given.command[:1] == ["--"] else given.command
    if bool(given.plan) == bool(words):
        parser.error("give --plan FILE, or a command behind --")
    try:
        out = given.out or _usual_out(["--plan", given.plan] if given.plan else words)
        done = run(
            given.plan or words, shards=given.shards, address=given.address, num_cpus=given.num_cpus, out=out,
            force=given.force, patience=given.patience, progress=not given.quiet,
        )  # fmt: skip
    except KeyboardInterrupt:
        print("error: interrupted: what is finished is kept; give the same command again to go on", file=sys.stderr)
        return 130
    except (ValueError, OSError, WorkerRefused, ConnectionError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    except RuntimeError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    if isinstance(done, Run):
        print(_riverlab.run_command(["report", out], []))
    elif isinstance(done, Training):
        print(f"weights: {done.weights}")
    else:
        print(f"{done.bot}: {done.verdict}")
    if not given.quiet:
        print(f"results in {shlex.quote(out)}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    # Workers look for what they are given in the module of this name, which they do not know by another one.
    from riverlab import cluster

    sys.exit(cluster.main())
