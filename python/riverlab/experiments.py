"""Tournaments, matches, balance studies, trainings and tunings, in this process.

Each function takes the options of the command of the same name, under the same names, and writes the same files, byte for
byte; `riverlab tournament --help` and so on say what they mean. Bots are specs, or functions and classes of Python.

>>> import riverlab
>>> run = riverlab.tournament("dice", bots=["greedy", "random"], deals=100, seed=1)
>>> run["standings"].column_names[:2]
['bot', 'games']
"""

from __future__ import annotations

import json
import operator
import os
import re
import shutil
import sys
import tempfile
import time
import tomllib
import weakref
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn, SupportsFloat, SupportsIndex, TypeAlias, TypedDict, Unpack, cast

from ._riverlab import Bot, Table, View, run_command, written_value

__all__ = [
    "BotLike", "PlayOptions", "Progress", "Run", "RunOptions", "Training", "Tuning", "balance", "match", "open_run",
    "tournament", "train", "tune",
]

#: A spec, a `riverlab.Bot`, a function from a `View` to an action or a move, a class with a method `choose` of this kind, or
#: one of the latter two with a name of its own.
BotLike: TypeAlias = str | Bot | Callable[[View], int | str] | type[Any] | tuple[str, Callable[..., Any]]

#: What is called with the number of games that are done, how many there are, and how it stands.
Progress: TypeAlias = Callable[[int, int, str], object]

_Path: TypeAlias = str | os.PathLike[str]


#: Options that are there or not. False overrules a plan in which they are.
_FLAGS = ("force", "resume", "timing", "until_decided", "suggest")
#: Options that may have values as well.
_OPTIONAL = ("readings", "interactions")


class RunOptions(TypedDict, total=False):
    """The keywords that tournaments, matches, balance studies, trainings and tunings share. None is as if one were not given."""

    #: The number of players.
    players: SupportsIndex | None
    #: The master seed.
    seed: SupportsIndex | None
    #: The path of a rules table, and single values of the tables.
    rules: _Path | None
    set: str | Sequence[str] | Mapping[str, Any] | None
    #: A plan file (TOML) with options of the command; keywords take precedence.
    plan: _Path | None
    #: The number of threads; all cores without it.
    threads: SupportsIndex | None
    #: Replace what is in the folder.
    force: bool | None
    #: True shows a bar in a terminal, and lines where something else is in the place of `sys.stderr`; a function is called with
    #: games done, games in all, and how it stands.
    progress: bool | Progress | None


class PlayOptions(RunOptions, total=False):
    """The keywords that tournaments, matches and balance studies share."""

    #: Part K of M of the deals, "K/M", for `riverlab merge`.
    shard: str | None
    #: The commands of programs that play as `cmd:NAME`, their clock and their limits.
    program: Mapping[str, str] | None
    clock: str | SupportsIndex | None
    answer_seconds: SupportsIndex | None
    memory_mib: SupportsIndex | None
    processes: SupportsIndex | None
    #: The folder of the results; without one they are kept as long as the `Run` is.
    out: _Path | None
    #: Fail unless the folder holds a run to resume.
    resume: bool | None


class _TemporaryFolder:
    """A folder that ends with this object, in the process that made it: one that is forked from it leaves it there."""

    def __init__(self) -> None:
        self.path = Path(tempfile.mkdtemp(prefix="riverlab-"))
        self.remove = weakref.finalize(self, _remove, self.path, os.getpid())

    def __deepcopy__(self, memo: object) -> _TemporaryFolder:
        return self

    def __reduce__(self) -> NoReturn:
        raise TypeError("a run in a temporary folder cannot be pickled: give it a folder that stays, out=")


def _remove(folder: Path, process: int) -> None:
    if os.getpid() == process:
        shutil.rmtree(folder, ignore_errors=True)


class Run(Mapping[str, Table]):
    """A run in its folder: its tables by name, as `run["standings"]` reads `standings.csv`.

    A run that was given no folder is in a temporary one, which is removed with this object and its copies, and cannot be pickled:
    give a run one, `out=`, if it goes to other processes. A file that has changed is read again.
    """

    def __init__(self, folder: _Path, summary: dict[str, Any] | None = None) -> None:
        #: The folder, wherever the process goes on to work.
        self.folder = Path(folder).absolute()
        self._temporary: _TemporaryFolder | None = None
        #: What was read, and of which state of its file.
        self._read: dict[str, tuple[Any, Any]] = {}
        if summary is not None:
            self._once("manifest.json", lambda: summary)

    def __getstate__(self) -> dict[str, Any]:
        # Files are read again.
        return {**self.__dict__, "_read": {}}

    def _once(self, name: str, read: Callable[[], Any]) -> Any:
        """What follows from a file, read again if that is another one than before."""
        self._check()
        stat = (self.folder / name).stat()
        state = stat.st_ino, stat.st_size, stat.st_mtime_ns
        if self._read.get(name, (None,))[0] != state:
            self._read[name] = state, read()
        return self._read[name][1]

    def _check(self) -> None:
        if not self.folder.is_dir():
            raise FileNotFoundError(f"{self.folder} is gone: give the run a folder that stays, out=")

    @property
    def manifest(self) -> dict[str, Any]:
        """What the run is, and whether it is complete."""
        self._check()
        manifest: dict[str, Any] = json.loads((self.folder / "manifest.json").read_text(encoding="utf-8"))
        return manifest

    @property
    def summary(self) -> dict[str, Any]:
        """What has come out, as `--json` prints it."""
        read = lambda: json.loads(run_command(["report", str(self.folder), "--json"], []))  # noqa: E731
        summary: dict[str, Any] = self._once("manifest.json", read)
        return summary

    @property
    def forfeits(self) -> dict[str, int]:
        """How many of its games each bot has forfeited because its program failed; bots that have forfeited none are left out.

        `on_fault="forfeit"` counts such games as lost, in all shares, ratings and verdicts.
        """
        standings: list[dict[str, Any]] = self.summary.get("standings", [])
        return {row["bot"]: row["forfeits"] for row in standings if row.get("forfeits")}

    def __getitem__(self, name: str) -> Table:
        if name not in list(self):
            raise KeyError(f"table {name!r}: there are {', '.join(self)}")
        path = self.folder / f"{name}.csv"
        table: Table = self._once(path.name, lambda: Table.read_csv(path))
        return table

    def __iter__(self) -> Iterator[str]:
        self._check()
        return iter(sorted(path.stem for path in self.folder.glob("*.csv")))

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __repr__(self) -> str:
        return f"<riverlab.Run in {self.folder}: {', '.join(self) if self.folder.is_dir() else 'gone'}>"


@dataclass(frozen=True)
class Training:
    """What came of a training."""

    #: The file of the best weights; None if hand-made values have won every match.
    weights: Path | None
    #: For each generation its match against the best before and how well its values foretell.
    generations: list[dict[str, Any]]

    def spec(self, sims: SupportsIndex = 400) -> str:
        """A search bot by these weights."""
        if self.weights is None:
            raise ValueError("there are no weights: hand-made values have won every match")
        return f"mcts:sims={operator.index(sims)},eval={written_value(str(self.weights))}"


@dataclass(frozen=True)
class Tuning:
    """What came of a tuning."""

    #: The bot with the options that have won.
    bot: str
    #: The values of the rules that have won, as `set=` takes them.
    set: list[str]
    #: What deals of its own have shown: "better than the bot as it was" (or "than what there was", where not a match said so),
    #: "no better than …", "not known to be better than …", or "not put to the test".
    verdict: str
    #: What was looked for, its share against the field if nothing else, as the search saw it, which is too good: by the model,
    #: and in the finals.
    by_model: float
    in_finals: float
    #: Of each option its tuned value, whether it matters, and what came of other values.
    options: list[dict[str, Any]]
    #: The match, as `riverlab match --json` prints it, or what the winner and what there was have come to; None without any.
    confirmed: dict[str, Any] | None
    #: The folder, with the journal `trials.csv`, the plan `tuned.toml` and the pictures.
    folder: Path

    @property
    def is_better(self) -> bool:
        """Whether deals of its own say that it is better than what there was."""
        return self.verdict.startswith("better")


class _Words:
    """The words of a command: a game, and options under the names of keywords."""

    def __init__(
        self, command: str, game: str | None, known: type[Any], options: Mapping[str, Any], out: _Path | None = None
    ) -> None:
        if game is not None and (not isinstance(game, str) or game.startswith("-")):
            raise ValueError(f"game={game!r}: expected the name of a game")
        for name in options.keys() - known.__optional_keys__:
            raise TypeError(f"{command}() got an unexpected keyword argument {name!r}")
        options = {name: _plain(value) for name, value in options.items()}
        self.words = [command, *([] if game is None else [game])]
        self.functions: dict[str, Any] = {}
        self.progress: bool | Progress | None = options.get("progress")
        if not (self.progress is None or isinstance(self.progress, bool) or callable(self.progress)):
            raise TypeError(f"progress={self.progress!r}: expected True, False, or a function")
        self.out: _Path | None = options.get("out", out)
        self.plan: _Path | None = options.get("plan")
        self.add({name: value for name, value in options.items() if name not in ("progress", "out")})

    def bots(self, option: str, bots: BotLike | Iterable[BotLike] | None) -> None:
        """Adds bots, of which functions get names."""
        if bots is None:
            return
        alone = isinstance(bots, (str, bytes, Bot)) or callable(bots) or not isinstance(bots, Iterable)
        listed: list[Any] = [bots] if alone else _listed(option, bots)
        if not listed:
            raise ValueError(f"{option}: none are given")
        self.add({option: [self._spec(option, bot) for bot in listed]})

    def bot(self, option: str, bot: BotLike | None) -> None:
        """Adds one bot."""
        if isinstance(bot, list):
            raise TypeError(f"{option}: expected one bot, not a list")
        self.bots(option, cast("BotLike | Iterable[BotLike] | None", [bot] if isinstance(bot, tuple) else bot))

    def _spec(self, option: str, bot: Any) -> str:
        if isinstance(bot, str):
            return bot
        if isinstance(bot, Bot):
            return bot.spec
        name, function = bot if isinstance(bot, tuple) and len(bot) == 2 else (None, bot)
        if not callable(function):
            raise TypeError(f"{option}: {bot!r}: expected a spec, a riverlab.Bot, a function, a class, or (name, function)")
        if isinstance(function, type) and not callable(getattr(function, "choose", None)):
            raise TypeError(f"{option}: class {function.__name__} has no method choose(view)")
        if name is None:
            # `<lambda>`, for one, is no name of a bot.
            name = re.sub(r"[^A-Za-z0-9_.-]", "", getattr(function, "__name__", type(function).__name__)) or "function"
        elif not isinstance(name, str) or not re.fullmatch(r"[A-Za-z0-9_.-]+", name):
            raise ValueError(f"{option}: {name!r}: expected a name of the letters A to Z, a to z, digits, hyphens, underscores and points")
        if self.functions.setdefault(name, function) is not function:
            raise ValueError(f"{option}: there are two functions {name!r}: give (name, function)")
        return f"py:{name}"

    def add(self, options: Mapping[str, Any]) -> None:
        """Adds options: None leaves one out, a flag turns one on or off, and a list gives one for each item."""
        for name, value in options.items():
            option, value = "--" + name.replace("_", "-"), _plain(value)
            if value is None:
                continue
            if isinstance(value, bool) and name in (*_FLAGS, *_OPTIONAL):
                self.words.append(option if value else f"{option}=false")
            elif isinstance(value, bool) or name in _FLAGS:
                raise TypeError(f"{name}={value!r}: expected {'True or False' if name in _FLAGS else 'a text or a number'}")
            elif isinstance(value, Mapping) and name in ("program", "set"):
                self.words += [f"{option}={key}={_text(f'{name}: {key}', item)}" for key, item in value.items()]
            else:
                is_list = isinstance(value, Iterable) and not isinstance(value, (str, bytes, Mapping))
                self.words += [f"{option}={_text(name, item)}" for item in (_listed(name, value) if is_list else [value])]

    def run(self) -> str:
        """Carries the command out."""
        for name, function in self.functions.items():
            is_deterministic = _plain(getattr(function, "deterministic", False))
            if not isinstance(is_deterministic, bool):
                raise TypeError(f"{name}: deterministic={is_deterministic!r}: expected True or False")
            self.words += ["--function", f"{name}=deterministic" if is_deterministic else name]
        progress = self.progress
        if progress is True and sys.stderr is not sys.__stderr__:
            progress = _progress_lines(sys.stderr)
        if progress is not True:
            self.words.append("--quiet")
        return run_command([*self.words, "--json"], list(self.functions.items()), progress if callable(progress) else None)

    def folder(self) -> Path:
        """The folder that was given, else that of the plan, or the usual one of the command."""
        if self.out is None:
            if self.plan is None:
                raise TypeError(f"{self.words[0]}: out: expected a folder, here or in a plan")
            self.out = _planned_out(self.plan) or {"train": "training", "tune": "tuning"}[self.words[0]]
        self.add({"out": self.out})
        return Path(self.out)

    def play(self) -> Run:
        """Plays a run, in the folder that the plan names if none is given, and in a temporary one if there is no other."""
        if self.out is None and self.plan is not None:
            self.out = _planned_out(self.plan)
        if self.out is not None:
            self.add({"out": self.out})
            text = self.run()
            return Run(self.out, json.loads(text) if text else None)
        temporary = _TemporaryFolder()
        # A folder of its own: the run begins in one that is empty.
        folder = temporary.path / "run"
        self.add({"out": folder})
        try:
            text = self.run()
        except BaseException:
            temporary.remove()
            raise
        run = Run(folder, json.loads(text) if text else None)
        run._temporary = temporary
        return run


def _progress_lines(stream: Any) -> Progress:
    """Writes how it stands to a stream that is not the terminal of the process: at most a hundred lines, one a second."""
    shown, at = 0, 0.0

    def tell(done: int, of: int, standing: str) -> None:
        nonlocal shown, at
        if done == shown or done < of and (done - shown < of / 100 or time.monotonic() - at < 1):
            return
        shown, at = done, time.monotonic()
        # Nobody is to lose a run because a stream is closed.
        with suppress(AttributeError, OSError, ValueError):
            stream.write(f"{done} of {of} games{': ' if standing else ''}{standing}\n")
            stream.flush()

    return tell


def _listed(option: str, values: Any) -> list[Any]:
    """The items of a list, which have an order."""
    if isinstance(values, (set, frozenset)):
        raise TypeError(f"{option}: expected a list: a set has no order, and runs depend on it")
    return list(values)


def _planned_out(plan: _Path) -> str | None:
    """The folder that a plan names. What is wrong with the plan the command says."""
    try:
        out = tomllib.loads(Path(plan).read_text(encoding="utf-8-sig")).get("out")
    except (OSError, ValueError):
        return None
    return out if isinstance(out, str) else None


def _plain(value: Any) -> Any:
    """NumPy's flags, numbers and arrays, and those of other libraries like it, as Python's own."""
    return value.tolist() if hasattr(value, "tolist") and not isinstance(value, (str, bytes)) else value


def _text(option: str, value: Any) -> str:
    value = _plain(value)
    if isinstance(value, (str, os.PathLike)):
        return os.fspath(value)
    if isinstance(value, bool):
        # As rules tables have it.
        return str(value).lower()
    if isinstance(value, SupportsIndex):
        return str(operator.index(value))
    if isinstance(value, SupportsFloat):
        return str(float(value))
    raise TypeError(f"{option}: {value!r}: expected a text or a number")


def open_run(folder: _Path) -> Run:
    """A run or a study that is in a folder already.

    Raises:
        FileNotFoundError: there is none.
    """
    run = Run(folder)
    if not (run.folder / "manifest.json").is_file():
        raise FileNotFoundError(f"{run.folder} holds no run: there is no manifest.json")
    return run


def tournament(
    game: str | None = None,
    *,
    bots: BotLike | Sequence[BotLike] | None = None,
    deals: SupportsIndex | str | None = None,
    schedule: str | None = None,
    on_fault: str | None = None,
    timing: bool | None = None,
    **options: Unpack[PlayOptions],
) -> Run:
    """Plays a tournament, goes on with one, or reads a complete one, as `riverlab tournament` does.

    Args:
        game: the name of a game, with its variant if need be: "carcassonne:rivers=both".
        bots: specs, `riverlab.Bot`s, functions and classes; see `BotLike`.
        deals: how many deals each line-up plays in all rotations, or "auto:WIDTH", or "auto:ranks".
        rules: the path of a rules table. `set`: single values of the tables, as texts or by name.
        out: the folder of the results; without one they are kept as long as the `Run` is.
        progress: True shows a bar in a terminal, and lines where something else is in the place of `sys.stderr`; a function is called
            with games done, games in all, and how it stands.

    Functions and classes of Python play under names as `py:mine`; their names are marked `[external]` in all files unless they
    have an attribute `deterministic` that is true. What a function raises ends the run, which can be taken up again.

    Raises:
        ValueError: a value is not allowed, or the folder holds something else.
        RuntimeError: a bot has failed; its exception is the cause.
        KeyboardInterrupt: after Ctrl-C, within a second; what is finished is in the folder. A bot is interrupted between two steps of
            Python: one long call, as `time.sleep(30)`, is waited for.
    """
    words = _Words("tournament", game, PlayOptions, options)
    words.bots("bots", bots)
    words.add({"deals": deals, "schedule": schedule, "on_fault": on_fault, "timing": timing})
    return words.play()


def match(
    game: str | None = None,
    *,
    focus: BotLike | None = None,
    against: BotLike | Sequence[BotLike] | None = None,
    baseline: BotLike | None = None,
    sprt: str | None = None,
    alpha: SupportsFloat | None = None,
    beta: SupportsFloat | None = None,
    deals: SupportsIndex | str | None = None,
    on_fault: str | None = None,
    timing: bool | None = None,
    **options: Unpack[PlayOptions],
) -> Run:
    """Puts one bot to the test against a field, as `riverlab match` does; see `tournament` for what both have.

    Args:
        focus: the bot that is put to the test.
        against: the field.
        baseline: a bot to compare with, in the same seats of the same deals, instead of with an equal share.
        sprt: a sequential test, as "win:0.1", with the error probabilities `alpha` and `beta`.
    """
    words = _Words("match", game, PlayOptions, options)
    words.bot("focus", focus)
    words.bot("baseline", baseline)
    words.bots("against", against)
    words.add({"sprt": sprt, "alpha": alpha, "beta": beta, "deals": deals, "on_fault": on_fault, "timing": timing})
    return words.play()


def balance(
    game: str | None = None,
    *,
    bots: BotLike | Sequence[BotLike] | None = None,
    elements: str | Sequence[str] = (),
    interventions: str | Sequence[str] = (),
    deals: SupportsIndex | None = None,
    confirm: SupportsIndex | None = None,
    margin: SupportsFloat | None = None,
    until_decided: bool | None = None,
    budget: SupportsIndex | str | None = None,
    readings: bool | str | Sequence[str] | None = None,
    suggest: bool | None = None,
    interactions: bool | SupportsIndex | None = None,
    **options: Unpack[PlayOptions],
) -> Run:
    """Measures what components of a game are worth, as `riverlab balance` does; see `tournament` for what both have.

    Args:
        bots: each plays against copies of itself.
        elements: names, kinds or patterns of components.
        interventions: what is done to each: "ban", "grant", "cost+1" and so on.
        deals: the number of deals that everything is played on. `confirm`: fresh deals for what stands out in those.
        margin: effects on the win share within this are balanced.
        until_decided: play on what is not decided yet. `budget`: how much, in games, or a time such as "30m".
        readings: compare with the alternatives of reconstructed values: all, or those that the patterns mean.
        suggest: search a small change that brings elements to parity.
        interactions: what two elements are worth together beyond the sum of what each is worth, for so many pairs.
    """
    words = _Words("balance", game, PlayOptions, options)
    words.bots("bots", bots)
    readings = _plain(readings)
    words.add({
        "elements": elements, "interventions": interventions, "deals": deals, "confirm": confirm, "margin": margin,
        "until_decided": until_decided, "budget": budget, "suggest": suggest, "interactions": interactions,
        # Without a pattern all readings are meant.
        "readings": readings if readings is None or readings is False else readings or True,
    })  # fmt: skip
    return words.play()


def train(
    game: str | None = None,
    *,
    out: _Path | None = None,
    against: str | Bot | None = None,
    generations: SupportsIndex | None = None,
    games: SupportsIndex | None = None,
    sims: SupportsIndex | None = None,
    gate_deals: SupportsIndex | None = None,
    **options: Unpack[RunOptions],
) -> Training:
    """Learns values of positions from games that bots play against themselves, as `riverlab train` does.

    Args:
        out: the folder of games and weights; a training that is there is gone on with. It can be left to a plan.
        against: the bot at all other seats, which stays as it is: weights of a best response to it.
        generations: how often games are played and weights fitted. `games`: the games of each.
        sims: simulations per decision. `gate_deals`: the deals of the match that new weights must win.
    """
    words = _Words("train", game, RunOptions, options, out)
    words.bot("against", against)
    if words.functions:
        raise ValueError("train: expected a spec of a bot, not a function")
    words.folder()
    words.add({"generations": generations, "games": games, "sims": sims, "gate_deals": gate_deals})
    return _training(json.loads(words.run()))


def _training(trained: dict[str, Any]) -> Training:
    """What came of a training, from what `--json` prints."""
    return Training(Path(trained["weights"]).absolute() if trained["weights"] else None, trained["generations"])


def tune(
    game: str | None = None,
    *,
    over: Mapping[str, str | Sequence[Any]] | Sequence[str] | None = None,
    out: _Path | None = None,
    bot: str | Bot | None = None,
    against: str | Bot | Sequence[str | Bot] = (),
    objective: str | None = None,
    games: SupportsIndex | None = None,
    confirm: SupportsIndex | None = None,
    **options: Unpack[RunOptions],
) -> Tuning:
    """Finds the options with which a bot wins most, or values of the rules, and puts them to the test, as `riverlab tune` does.

    Args:
        over: the options with their values: a range as text, `{"c": "0.1..2:log"}`, or a list, `{"depth": [1, 2, 4]}`; or
            what would follow `--over`, `["c=0.1..2:log", "rules:building.mill-a.points=2..8"]`. They can be left to a plan.
        out: the folder of the tuning; one that is there is gone on with. It can be left to a plan.
        bot: the bot as it is; `greedy` if there is none.
        against: the field, of which every set fills the other seats.
        objective: what is looked for: `share`, `first-seat-share` or `first-seat-share:0.5`; the latter ones without a field.
        games: the games of the search. `confirm`: the deals on which the winner is compared with what there was, at most.

    Raises:
        ValueError: a value is not allowed, or the folder holds something else.
    """
    words = _Words("tune", game, RunOptions, options, out)
    if over is not None or words.plan is None:
        words.add({"over": _dimensions(over)})
    words.bot("bot", bot)
    # No field is none.
    words.bots("against", _plain(against) or None)
    if words.functions:
        raise ValueError("tune: expected specs of bots, not functions")
    words.add({"objective": objective, "games": games, "confirm": confirm})
    folder = words.folder()
    return _tuning(json.loads(words.run()), folder)


def _dimensions(over: Mapping[str, str | Sequence[Any]] | Sequence[str] | None) -> list[str]:
    """What is tuned, as it is written behind `--over`."""
    over = _plain(over)
    if isinstance(over, (str, bytes)) or not isinstance(over, Iterable) or not over:
        raise ValueError(f"over: {over!r}: expected options with their values")
    if isinstance(over, Mapping):
        over = [f"{name}={_values(name, values)}" for name, values in over.items()]
    over = _listed("over", over)
    for text in over:
        if not isinstance(text, str) or text.startswith("-"):
            raise ValueError(f"over: {text!r}: expected NAME=LO..HI or NAME=VALUE,VALUE")
    return over


def _values(name: str, values: Any) -> str:
    """A range, which is a text, or a list of values."""
    values = _plain(values)
    if isinstance(values, str):
        return values
    if isinstance(values, bytes) or not isinstance(values, Iterable):
        raise TypeError(f"over: {name}: {values!r}: expected a range as text, or a list of values")
    return ",".join(_text(f"over: {name}", value) for value in _listed(f"over: {name}", values))


def _tuning(tuned: dict[str, Any], folder: Path) -> Tuning:
    """What came of a tuning, from what `--json` prints."""
    names = ("bot", "set", "verdict", "by_model", "in_finals", "options", "confirmed")
    return Tuning(**{name: tuned[name] for name in names}, folder=folder.absolute())
