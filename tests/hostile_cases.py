#!/usr/bin/env python3
"""Gives the program hostile cases, and judges what it does with each: command lines, plans, rules tables, traces, folders of
runs, parts of runs, and files that bots read, all of them made from sound ones by a seeded chance.

    RIVERLAB=target/debug/riverlab tests/hostile_cases.py [--cases N] [--seed S] [--only KIND] [--case K] [--jobs J]

Case K follows from the seed and K alone. `--case K` plays one case again, prints its command, and keeps its folder.

A case is a finding if the program ends with an exit code that its documentation does not know, by a signal, or not at all;
if it takes more than 1.5 GB of memory; if what it says is empty, endless, no UTF-8, or words for programmers; if a file is
lost or changed that it had no business with; or if it accepts what is known to be wrong. What may be harmless may be taken
or refused. The exit code of this script is 1 if there are findings."""

import argparse
import json
import os
import random
import re
import resource
import shlex
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
import time
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MEMORY_LIMIT = 4 << 30
MEMORY_ALLOWED = 1536 << 10  # in KiB, as the system counts it
# Seconds after which a command that has hardly anything to do is said to hang.
PATIENCE = 10.0
# Seconds after which a command that may have been given long work is interrupted, as by Ctrl-C.
WORK = 2.0
# Seconds that it has to end then.
GIVING_UP = 6.0
LONGEST_MESSAGE = 4096
LONGEST_OUTPUT = 8 << 20
HUGE = 100_000

# Commands that play games, and so may be given long work.
PLAYING = {"tournament", "match", "balance", "calibrate", "train", "tune", "endings", "trace", "think", "play", "serve",
           "merge"}
# Commands that check something, and say with exit code 1 that it is wrong.
CHECKING = {"verify", "replay", "think", "play", "calibrate", "bot"}
GAMES = ["the-river", "rio-grande", "carcassonne", "river-dragons", "connect-four", "dice"]
GAMES_WITH_TABLES = ["the-river", "rio-grande", "carcassonne", "river-dragons"]
QUIET = ["--threads", "1", "--quiet"]

# What a message for people never has in it.
FORBIDDEN = ["panicked at", "RUST_BACKTRACE", "internal error", "Some(", "Err(", "Ok(", "unit variant", "newtype",
             "stack overflow"]


@dataclass
class Case:
    """One command in a folder of its own, and what is known about it."""

    number: int
    kind: str
    folder: Path
    chance: random.Random
    arguments: list[str] = field(default_factory=list)
    what: str = ""
    # Why it must not be accepted; empty if it may be.
    wrong: str = ""
    # Whether it must be accepted.
    right: bool = False
    # Words that the message must not have.
    unsaid: list[str] = field(default_factory=list)
    # The signal that ends it while one of its programs computes; 0 if there is none.
    signal: int = 0
    # The folder that the command may change, if it is not refused.
    out: str = "out"
    # Files that must be these if the command is accepted.
    expected: dict[str, bytes] = field(default_factory=dict)
    may_fail_with_1: bool = False
    work: float = WORK

    def path(self, name: str) -> Path:
        """A file of the folder."""
        return self.folder / name

    def damage(self, what: str, wrong: str | bool = "") -> None:
        """Notes what was done to something sound, and whether it is known to be wrong."""
        self.what = f"{self.what}; {what}" if self.what else what
        if wrong and not self.wrong:
            self.wrong = what if wrong is True else wrong


@dataclass
class Outcome:
    """What the program did."""

    case: Case
    code: int
    seconds: float
    memory: int
    interrupted: bool
    killed: bool
    stdout: bytes
    stderr: bytes
    complaints: list[str] = field(default_factory=list)


# Values that are no number of anything.
NO_NUMBERS = [
    "", "-1", "x", "nan", "inf", "-inf", "0x10", "99999999999999999999999999", "１", " ", "--", "\n", "1\n2", "1,2", "1;2",
    "two", "\x1b[31m", "\x1b]0;title\x07", "é", "\u202e1", "1" + "\u0301", "\udcff", "1\udcfe", "½", "null", "true", "$(id)",
    "%s%n", "9" * HUGE, "a" * HUGE, "'", '"', "{}", "[1]", "\t", "\x7f", "\x85", "1e", "1.2.3",
]
# Numbers that are too small or too large for some, and allowed for others.
NUMBERS = [
    "0", "1", "2", "3", "7", "-0", "+1", "01", "1.0", "1.5", "1e3", "0.5", "1e308", "1e-308", "4294967296",
    "9223372036854775808", "18446744073709551615", "18446744073709551616", "1000000", "65536",
]
# Texts that may be anything.
TEXTS = [
    "", " ", "x", "\n", "a\nb", "\x1b[2J", "\x07", "é", "日本",
    "\u202eabc", "\udcff\udcfe", "a" * HUGE, "é" * (HUGE // 2), "..", ".", "-",
    "--", "*", "?", "[", "\\", "'", '"', "a=b", "=", ":", ",", "(", ")", "()", "((((", "{", "null", "true", "0", "\x01\x02",
    "a,b", "a:b", "$HOME", "~", "%", "#", "\u200b", "\ufeff", "\x0b",
]
WRONG_SPECS = [
    "", ":", "rndom", "GREEDY", "greedy ", " greedy", "greedy:", "greedy:sims=3", "greedy#2", "greedy,random",
    "random:eval=hand", "random:x=1", "mcts:sims=0", "mcts:sims=-1", "mcts:sims", "mcts:=3", "mcts:sims=",
    "mcts:sims=2,sims=3", "mcts:sims=1.5", "mcts:sims=2,", "mcts:,sims=2", "mcts:sims=2,c=nan", "mcts:sims=2,c=-1",
    "mcts:sims=2,c=inf", "mcts:sims=2,c=", "mcts:sims=2,select=x", "mcts:sims=2,rollout=epsilon:2",
    "mcts:sims=2,rollout=epsilon:nan", "mcts:sims=2,rollout=epsilon", "mcts:sims=2,rollout=learned:-1",
    "mcts:sims=2,rollout=learned:nan", "mcts:sims=2,value=mix:2", "mcts:sims=2,value=mix:nan", "mcts:sims=2,depth=-1",
    "mcts:sims=2,prior=nan", "mcts:sims=2,prior=-1", "mcts:sims=2,uniform=2", "mcts:sims=2,uniform=nan",
    "mcts:sims=2,threads=0", "mcts:sims=2,threads=-1", "mcts:sims=2,nodes=0", "mcts:sims=2,reuse=maybe",
    "mcts:sims=2,opponents=greedy", "mcts:sims=2,opponents=(greedy", "mcts:sims=2,opponents=()",
    "mcts:sims=2,opponents=(rndom)", "mcts:sims=2,opponents=(greedy))", "mcts:sims=2,opponents=((greedy))", "mcts:ms=0",
    "mcts:ms=-1", "mcts:ms=nan", "mcts:sims=99999999999999999999999", "flat:sims=0", "flat:sims=x", "flat:c=1",
    "ply:samples=0", "ply:samples=-3", "ply:depth=2", "greedy:eval=nowhere.toml", "greedy:eval=", "greedy:eval=.",
    "greedy:eval=precious/precious.txt", "greedy:eval=/dev/zero", "cmd:", "cmd:nobody", "cmd:a b", "human",
    "mcts:sims=2,\x1b[31m=1", "mcts:sims=2,é=1", "mcts\n", "mcts:sims=2\n", "\x1b[31mgreedy", "\udcffgreedy",
    "greedy:eval=\udcff", "g" * HUGE, "mcts:" + "c=1," * 20_000,
    "mcts:sims=2,opponents=" + "(mcts:sims=2,opponents=" * 3000 + "(greedy" + ")" * 3001, "(" * HUGE,
    "mcts:sims=2,opponents=" + "(" * 50_000 + "greedy" + ")" * 50_000,
]
SPECS = [
    "random", "greedy", "ply:samples=1", "flat:sims=1", "mcts:sims=1", "mcts:sims=2,c=0", "mcts:sims=2,c=1e308",
    "mcts:sims=2,depth=0", "mcts:sims=2,depth=1", "mcts:sims=2,depth=18446744073709551615", "mcts:sims=2,nodes=1",
    "mcts:sims=3,nodes=2,reuse=on", "mcts:sims=2,nodes=99999999999", "mcts:sims=2,nodes=18446744073709551615",
    "mcts:sims=2,prior=0", "mcts:sims=2,prior=1e308", "mcts:sims=2,uniform=1", "mcts:sims=2,threads=2",
    "mcts:sims=2,threads=64", "mcts:sims=2,threads=99999", "mcts:sims=2,rollout=epsilon:0", "mcts:sims=2,rollout=epsilon:1",
    "mcts:sims=2,rollout=learned:0", "mcts:sims=2,rollout=learned:1e300", "mcts:sims=2,value=mix:0",
    "mcts:sims=2,chance=closed", "mcts:sims=2,observers=multi,secrets=search", "mcts:sims=2,simultaneous=regret",
    "mcts:sims=2,worlds=one", "mcts:sims=2,opponents=(random)", "mcts:sims=2,policy=learned", "mcts:sims=2,final=value",
    "mcts:sims=2,policy=learned,select=ucb1", "mcts:sims=2,policy=learned,prior=1",
    "mcts:sims=2,opponents=(mcts:sims=1,opponents=(greedy))", "mcts:sims=1000000000", "mcts:ms=1", "mcts:ms=99999999",
    "flat:sims=2,rollout=mast", "flat:sims=2,rollout=quick", "mcts:sims=2,eval=hand", "mcts:sims=2,secrets=search",
    "mcts:sims=2,early=off", "flat:sims=18446744073709551615", "ply:samples=18446744073709551615", "mcts:sims=2,ms=5",
]
WRONG_GAMES = [
    "", "Dice", "dice ", "dice:", "dice:x=1", "the-river:", "the-river:nonsense=1", "the-river:building.mill-a.points=99",
    "carcassonne:rivers", "carcassonne:rivers=", "carcassonne:rivers=x", "carcassonne:rivers=both:", "carcassonne:=both",
    "carcassonne:rivers==both", "carcassonne:farm.rule=9", "carcassonne:farm.rule=-1", "../dice", "dice\n", "\x1b[31mdice",
    "\udcffdice", "d" * HUGE, "carcassonne:" + "a." * 50_000 + "b=1", "carcassonne:rivers=" + "[" * 50_000,
    "carcassonne:rivers=" + "x" * HUGE, "the-rivre", "connect_four", "river-dragons:islands=1",
    "carcassonne:rivers=\x1b[31m", "carcassonne:rivers=1e999", "rio-grande:x.y.z=1",
]
WRONG_SETS = [
    "", "=", "=1", "x", "nokey=1", "building=1", "building.mill-a=1", "building.mill-a.points", "building.mill-a.points=",
    "building.mill-a.points=99", "building.mill-a.points=-1", "building.mill-a.points=x", "building.mill-a.points=nan",
    "building.mill-a.points=1.5", "building.mill-a.points=[1]", "building.mill-a.points={a=1}", "building..points=1",
    ".building.mill-a.points=1", "building.mill-z.points=1", "building.mill-a.point=1",
    "building.mill-a.points=99999999999999999999999", "building.mill-a.cost.gold=1", "building.mill-a.cost.wood=-1",
    "tile.forest-wood.count=9", "a." * 40_000 + "b=1", "building.mill-a.points=" + "[" * 50_000,
    "building.mill-a.points=" + "{a=" * 20_000, "building.mill-a.points=" + "9" * HUGE, "\x1b[31m=1", "\udcff=1",
    "building.mill-a.points=\udcff", "building.\n.points=1", "building.mill-a.points=1\nbuilding.mill-b.points=1",
    '"building=1',
    "building.mill-a.points=\x1b[31m", "building.mill-a.id=mill-b", "[=1", "building.mill-a.points=#",
]
WRONG_SCHEDULES = [
    "", "x", "full:1", "gauntlet:0", "gauntlet:-1", "gauntlet:x", "gauntlet:99", "gauntlet:", "swiss", "swiss:", "swiss:0",
    "swiss:x", "swiss:-1", "swiss:99999999999999999999", "FULL", "\x1b[31m", "\udcff",
]
WRONG_SHARDS = [
    "", "x", "/", "1/", "/1", "0/2", "3/2", "1/0", "0/0", "-1/2", "1/-2", "1/2/3", "1.5/2", "a/b",
    "1/99999999999999999999999", "\udcff/2", "1\\2", "1/2\n",
]
WRONG_STOPS = [
    "auto", "auto:", "auto:0", "auto:-1", "auto:nan", "auto:inf", "auto:x", "auto:ranks:", "auto:ranks:0", "auto:ranks:-1",
    "auto:ranks:nan", "auto:ranks:x", "auto:1:2", "AUTO:0.1", "auto:ranks:inf",
]
WRONG_TESTS = [
    "", "x", "win", "win:", "win:0", "win:-1", "win:nan", "win:inf", "no-loss:0", "no-loss:x", "equivalence:0",
    "equivalence:-1", "1,0", "0,0", "nan,1", "0,nan", "0,1,2", "0", ",", "0,inf", "-inf,0", "win:0.1:2", "\udcff",
]
WRONG_CLOCKS = ["", "x", "0", "-1", "1+", "+1", "1+x", "nan", "1+2+3", "99999999999999999999999", "1.5.2"]
WRONG_OVERS = [
    "", "=", "c", "c=", "c=1", "c=2..1", "c=1..", "c=..1", "c=nan..1", "c=0..inf", "c=0..1:log", "c=1..2:x", "x=1..2",
    "sims=1,1", "sims=0..5", "c=1..2?", "c=1..2?x=1", "rules:", "rules:x=1..2", "c=-1..1", "c=" + "1," * 20_000,
    "c=1..2?c=1", "=1..2", "\udcff=1..2",
]
WRONG_INTERVENTIONS = [
    "", "x", "ban-", "cost+", "cost+x", "points", "set:", "set:x", "set:x=1", "set:building.mill-a.points=99",
    "cost+99999999999999999999", "ban-all-all", "\udcff", "b" * HUGE,
]
WRONG_ELEMENTS = ["", "nothing-*", "mill-z", "[", "\udcff", "x" * HUGE, "*q" * 500 + "*", "\x1b[31m"]
ELEMENTS = ["*", "mill-*", "**", "*" * 1000 + "mill-a", "building", "mill-a"]

# The options of commands and what each takes: number, positive (a number above 0), flag, or a list of wrong values by name.
COMMON = {"--rules": "path", "--set": "set", "--wide": "flag"}
PROGRAMS = {
    "--on-fault": "enum", "--clock": "clock", "--answer-seconds": "positive", "--memory-mib": "positive",
    "--processes": "positive", "--program": "program",
}
RUN = {
    "--players": "positive", "--seed": "number", "--threads": "positive", "--out": "out", "--resume": "flag",
    "--force": "flag", "--dry-run": "flag", "--timing": "flag", "--quiet": "flag", "--progress": "enum", "--json": "flag",
    "--shard": "shard",
}
OPTIONS: dict[str, dict[str, str]] = {
    "tournament": COMMON | PROGRAMS | RUN | {
        "--bots": "spec", "--deals": "deals", "--schedule": "schedule", "--plan": "path",
    },
    "match": COMMON | PROGRAMS | RUN | {
        "--focus": "spec", "--baseline": "spec", "--against": "spec", "--sprt": "sprt", "--alpha": "rate", "--beta": "rate",
        "--deals": "stop", "--plan": "path",
    },
    "balance": COMMON | PROGRAMS | RUN | {
        "--bots": "spec", "--elements": "elements", "--interventions": "interventions", "--deals": "positive",
        "--confirm": "number", "--margin": "rate", "--readings": "optional", "--suggest": "flag",
        "--interactions": "optional", "--until-decided": "flag", "--budget": "budget",
    },
    "calibrate": COMMON | {
        "--players": "positive", "--bots": "spec", "--deals": "positive", "--balance-deals": "positive",
        "--elements": "elements", "--interventions": "interventions", "--margin": "rate", "--parts": "enum",
        "--studies": "positive", "--sample": "positive", "--effect-sample": "positive", "--seed": "number",
        "--threads": "positive", "--quiet": "flag", "--json": "flag",
    },
    "train": COMMON | {
        "--players": "positive", "--against": "spec", "--generations": "positive", "--games": "positive",
        "--sims": "positive", "--gate-deals": "positive", "--seed": "number",
        "--threads": "positive", "--out": "out", "--force": "flag", "--quiet": "flag", "--json": "flag",
    },
    "tune": COMMON | {
        "--bot": "spec", "--over": "over", "--objective": "enum", "--against": "spec", "--players": "positive",
        "--games": "positive", "--confirm": "number", "--seed": "number", "--threads": "positive", "--out": "out",
        "--force": "flag", "--quiet": "flag", "--json": "flag",
    },
    "endings": COMMON | {
        "--bots": "spec", "--by": "spec", "--positions": "positive", "--nodes": "positive", "--seed": "number",
        "--threads": "positive", "--out": "out", "--force": "flag", "--quiet": "flag", "--json": "flag",
    },
    "report": {"--json": "flag", "--html": "out", "--force": "flag", "--wide": "flag"},
    "merge": {
        "--out": "out", "--force": "flag", "--partial": "flag", "--threads": "positive", "--json": "flag", "--wide": "flag",
    },
    "shards": {
        "--plan": "path", "--count": "positive", "--emit": "enum", "--threads": "positive", "--out": "out", "--wide": "flag",
    },
    "verify": {"--sample": "number", "--seed": "number", "--wide": "flag"},
    "trace": COMMON | PROGRAMS | {
        "--from": "path", "--game": "positive", "--players": "positive", "--bots": "spec", "--seed": "number",
        "--deal": "positive", "--explain": "flag",
    },
    "replay": COMMON | {
        "--show": "flag", "--line": "positive", "--html": "out", "--svg": "out", "--seat": "enum", "--force": "flag",
    },
    "think": COMMON | PROGRAMS | {"--bot": "spec", "--line": "positive", "--seed": "number"},
    "play": COMMON | PROGRAMS | {
        "--seats": "spec", "--seed": "number", "--deal": "positive", "--save": "out", "--resume": "path", "--hint": "spec",
        "--explain": "flag",
    },
    "serve": PROGRAMS | {
        "--port": "number", "--address": "enum", "--token": "token", "--bot": "spec", "--hint": "spec",
        "--max-sims": "positive", "--wide": "flag",
    },
    "games": COMMON,
    "bots": {"--wide": "flag"},
    "completions": {"--wide": "flag"},
    "man": {"--dir": "out", "--force": "flag", "--wide": "flag"},
}
# Options that may be given several times.
REPEATED = {"--set", "--program", "--bots", "--against", "--elements", "--interventions", "--over", "--seats", "--bot",
            "--parts", "--readings"}
WRONG_VALUES: dict[str, list[str]] = {
    "number": NO_NUMBERS, "positive": [*NO_NUMBERS, "0"], "spec": WRONG_SPECS, "set": WRONG_SETS,
    "schedule": WRONG_SCHEDULES, "shard": WRONG_SHARDS, "deals": [*NO_NUMBERS, *WRONG_STOPS, "0"],
    "stop": [*NO_NUMBERS, *WRONG_STOPS, "0", "auto:ranks"], "sprt": WRONG_TESTS, "clock": WRONG_CLOCKS, "over": WRONG_OVERS,
    "interventions": WRONG_INTERVENTIONS, "elements": WRONG_ELEMENTS, "rate": [*NO_NUMBERS, "-0.1", "2"],
    "enum": ["", "x", "\x1b[31m", "\udcff", "a" * HUGE, "é", "FULL", "all ", "0"],
    "path": ["", "nowhere", "nowhere/x", ".", "precious", "/dev/zero", "/dev/null/x", "a" * 5000, "\x1b[31m", "\udcff",
             "a\nb", "precious/precious.txt", "loop", "broken"],
    "program": ["", "x", "=", "=x", "a b=true", "mine=", "mine=   ", "mine='", 'mine="', "\udcff=true", "m" * HUGE + "=",
                "a:b=true"],
    "budget": ["", "x", "0", "-1", "nan", "1x", "h", "m30", "99999999999999999999h", "\udcff"],
    "token": ["", "short", "a b c d e f g h i j", "é" * 20, "\x1b[31m" * 8, "\udcff" * 20],
}
# Values that a command may take or refuse.
VALUES: dict[str, list[str]] = {
    "number": NUMBERS, "positive": NUMBERS,
    "deals": ["1", "2", "auto:1", "auto:ranks:1", "auto:0.9999", "1000000000", "auto:1e-300"],
    "stop": ["1", "2", "auto:1", "auto:0.9", "1000000000", "auto:1e-300"], "spec": SPECS, "elements": ELEMENTS,
    "rate": NUMBERS, "schedule": ["full", "gauntlet", "gauntlet:1", "swiss:1", "swiss:3", "swiss:1000000"],
    "shard": ["1/1", "1/2", "2/2", "7/1000000", "1/18446744073709551615"],
    "sprt": ["win:0.1", "no-loss:1", "equivalence:0.5", "0,1", "-1,1", "win:1e-300", "win:1e300", "-1e308,1e308"],
    "set": ["building.mill-a.points=6", "rivers=both", "farm.rule=2", "rules.rounds=1", "cards.program=1"],
    "optional": ["", "all", "1", "0", "x", "30"], "clock": ["1", "10", "1+1", "1000+0", "86400000"],
    "program": ["mine=true", "mine=false", "mine=cat", "mine=echo hello", "mine=nowhere/x"],
    "interventions": ["ban", "grant", "cost+1", "points-1", "ban-all", "remove", "cost+1-all", "cost+50", "points-50",
                      "points+9999999", "cost--1"], "over": ["sims=1..2", "sims=1,2"],
                      "budget": ["1", "100", "1s", "0s", "1h"],
}


def weird_files(folder: Path) -> None:
    """Files that are none of the program's, and links that lead nowhere."""
    (folder / "precious").mkdir()
    (folder / "precious" / "precious.txt").write_text("not to be lost\n")
    (folder / "precious" / "games.csv").write_text("game,points\nchess,1\n")
    (folder / "loop").symlink_to("loop")
    (folder / "broken").symlink_to("nowhere")


def tiny(command: str, chance: random.Random) -> list[str]:
    """A sound command that takes a moment: its name, then what stands by itself, then options."""
    game = chance.choice(GAMES)
    rich = chance.choice(GAMES_WITH_TABLES)
    return {
        "tournament": ["tournament", game, "--bots", "random", chance.choice(["greedy", "random"]), "--deals", "1", "--out",
                       "out", *QUIET],
        "match": ["match", game, "--focus", "random", "--against", "random", "--deals", "1", "--out", "out", *QUIET],
        "balance": ["balance", "the-river", "--bots", "random", "--elements", "mill-a", "--deals", "1", "--out", "out",
                    *QUIET],
        "calibrate": ["calibrate", "dice", "--deals", "4", "--studies", "100", "--sample", "20", "--effect-sample", "20",
                      "--balance-deals", "10", "--parts", "shares", *QUIET],
        "train": ["train", rich, "--games", "20", "--generations", "1", "--sims", "1", "--gate-deals", "10", "--out", "out",
                  *QUIET],
        "tune": ["tune", "dice", "--bot", "flat:sims=2", "--over", "sims=2..4", "--against", "random", "--games", "400",
                 "--confirm", "0", "--out", "out", *QUIET],
        "endings": ["endings", "connect-four", "--bots", "random", "--by", "random", "--positions", "1", "--nodes", "500",
                    "--out", "out", *QUIET],
        "report": ["report", "run"], "merge": ["merge", "part-1", "part-2", "--out", "out"], "verify": ["verify", "run"],
        "shards": ["shards", "--plan", "plan.toml", "--count", "2", "--emit", "make"],
        "trace": ["trace", game, "--bots", "random"], "replay": ["replay", "trace.jsonl"],
        "think": ["think", "trace.jsonl", "--bot", "greedy"], "play": ["play", game, "--seats", "random", "random"],
        "serve": ["serve", "run", "--port", "0"], "games": ["games", game], "bots": ["bots"],
        "completions": ["completions", "bash"], "man": ["man"],
    }[command]


class Fixtures:
    """Sound files that cases are made from, written once."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir()
        self.commands: dict[str, list[str]] = {}
        self.runs()
        self.parts()
        self.traces()

    def run(self, *arguments: str) -> bytes:
        """What a sound command writes."""
        done = subprocess.run([program(), *arguments], cwd=self.folder, stdin=subprocess.DEVNULL, capture_output=True,
                              env=environment())
        if done.returncode != 0:
            sys.exit(f"a sound command fails: riverlab {shlex.join(arguments)}\n{done.stderr.decode(errors='replace')}")
        return done.stdout

    def make(self, name: str, *arguments: str) -> None:
        """A folder that a sound command writes, and the command."""
        self.commands[name] = list(arguments)
        self.run(*arguments, "--out", name, *QUIET)

    def runs(self) -> None:
        """Finished runs of all kinds, and runs that were interrupted."""
        self.make("river", "tournament", "the-river", "--bots", "greedy", "random", "--deals", "3")
        self.make("dice", "tournament", "dice", "--bots", "greedy", "random", "--deals", "4")
        self.make("swiss", "tournament", "dice", "--bots", "greedy", "random", "random", "--deals", "2", "--schedule",
                  "swiss:2")
        self.make("duel", "match", "connect-four", "--focus", "greedy", "--against", "random", "--deals", "3")
        self.make("test", "match", "dice", "--focus", "greedy", "--against", "random", "--sprt", "win:0.5", "--deals", "40")
        self.make("study", "balance", "the-river", "--bots", "random", "--elements", "mill-*", "--deals", "2")
        self.make("training", "train", "the-river", "--games", "20", "--generations", "1", "--sims", "1", "--gate-deals",
                  "10")
        self.make("tuning", "tune", "dice", "--bot", "flat:sims=2", "--over", "sims=2..4", "--against", "random", "--games",
                  "400", "--confirm", "0")
        self.make("endings", "endings", "connect-four", "--bots", "random", "--by", "random", "--positions", "2", "--nodes",
                  "2000")
        for name, source in [("river-open", "river"), ("dice-open", "dice"), ("study-open", "study")]:
            self.interrupted(name, source)

    def interrupted(self, name: str, source: str) -> None:
        """A run as it is when it was killed after some games."""
        folder = self.folder / name
        folder.mkdir()
        self.commands[name] = self.commands[source]
        for journal, rows in [("games.csv", 5), ("moves.csv", 3), ("blocks.csv", 4)]:
            if (self.folder / source / journal).exists():
                lines = (self.folder / source / journal).read_bytes().splitlines(keepends=True)
                (folder / journal).write_bytes(b"".join(lines[:rows]))
        manifest = json.loads((self.folder / source / "manifest.json").read_text())
        manifest["complete"] = False
        for key in ["end", "games_played"]:
            manifest.pop(key, None)
        (folder / "manifest.json").write_text(json.dumps(manifest, indent=2) + "\n")

    def parts(self) -> None:
        """Parts of runs, and the whole runs that they make."""
        self.groups: dict[str, list[str]] = {}
        plans = {
            "pd": ["tournament", "dice", "--bots", "greedy", "random", "--deals", "5"],
            "pr": ["tournament", "the-river", "--bots", "greedy", "random", "--deals", "3"],
            "pm": ["match", "connect-four", "--focus", "greedy", "--against", "random", "--deals", "3"],
            "pb": ["balance", "the-river", "--bots", "random", "--elements", "mill-a", "--deals", "3"],
        }
        for name, plan in plans.items():
            count = 3 if name == "pd" else 2
            self.groups[name] = [f"{name}-{part}" for part in range(1, count + 1)]
            for part in range(1, count + 1):
                self.make(f"{name}-{part}", *plan, "--shard", f"{part}/{count}")
            self.make(f"{name}-whole", *plan)
        self.make("other-seed", *plans["pd"], "--seed", "2", "--shard", "1/3")
        self.make("other-count", *plans["pd"], "--shard", "1/4")
        self.make("other-game", *plans["pr"], "--shard", "2/2", "--set", "building.mill-a.points=6")

    def traces(self) -> None:
        """Traces of games, by name of the file."""
        self.games: dict[str, bytes] = {}
        for game in [*GAMES, "carcassonne:rivers=both"]:
            name = game.partition(":")[0] + ("-both" if ":" in game else "")
            self.games[name] = self.run("trace", game, "--bots", "random")
        self.games["explained"] = self.run("trace", "connect-four", "--bots", "mcts:sims=3", "--explain")

    def copy(self, name: str, target: Path) -> None:
        """A copy of a folder."""
        shutil.copytree(self.folder / name, target, symlinks=True)

    def files(self, name: str, target: str) -> dict[str, bytes]:
        """What a folder must hold, by path in the folder of a case: the files that follow from the plan."""
        varying = {"manifest.json", "timing.csv", "report.html"}
        source = self.folder / name
        files = [path for path in sorted(source.iterdir()) if path.is_file() and path.name not in varying]
        return {f"{target}/{path.name}": path.read_bytes() for path in files}


# 1. Command lines.


def command_line(case: Case, fixtures: Fixtures) -> None:
    """A sound command with something wrong in it."""
    chance = case.chance
    command = chance.choice(sorted(OPTIONS))
    case.arguments = tiny(command, chance)
    if command in {"report", "verify", "serve"}:
        fixtures.copy("dice", case.path("run"))
    if command == "merge":
        fixtures.copy("pr-1", case.path("part-1"))
        fixtures.copy("pr-2", case.path("part-2"))
    if command in {"replay", "think"}:
        dice = b"".join(fixtures.games["dice"].splitlines(keepends=True)[:4])
        case.path("trace.jsonl").write_bytes(fixtures.games["river-dragons"] if command == "replay" else dice)
    if command == "shards":
        case.path("plan.toml").write_text('game = "dice"\nbots = ["random", "greedy"]\ndeals = 4\n')
    if command == "serve":
        case.work = 0.3
    mutations: list[Callable[[Case, str], None]] = [
        wrong_value, wrong_value, wrong_value, odd_value, odd_value, odd_value, unknown_option, doubled_option,
        missing_value, extra_word, wrong_game, any_text, any_options, no_command, small_study, small_study, foreign_folder,
    ]
    chance.choice(mutations)(case, command)


def put(case: Case, option: str, value: str) -> None:
    """Gives an option this value in place of what it had."""
    arguments = case.arguments
    joined = case.chance.random() < 0.3 or value.startswith("-")
    words = [f"{option}={value}"] if joined else [option, value]
    if option in arguments:
        start = arguments.index(option)
        end = start + 1
        while end < len(arguments) and not arguments[end].startswith("--"):
            end += 1
        arguments[start:end] = words
    else:
        arguments += words


def wrong_value(case: Case, command: str) -> None:
    """A value that an option cannot have."""
    options = [option for option, kind in OPTIONS[command].items() if kind in WRONG_VALUES]
    if not options:
        return unknown_option(case, command)
    option = case.chance.choice(options)
    value = case.chance.choice(WRONG_VALUES[OPTIONS[command][option]])
    put(case, option, value)
    # An address may be written as one number.
    case.damage(f"{option} {short(value)}", (command, option) != ("serve", "--address"))
    return None


def odd_value(case: Case, command: str) -> None:
    """A value that an option may have, or may not."""
    options = [option for option, kind in OPTIONS[command].items() if kind in VALUES]
    if not options:
        return unknown_option(case, command)
    for option in case.chance.sample(options, min(len(options), case.chance.randint(1, 2))):
        value = case.chance.choice(VALUES[OPTIONS[command][option]])
        put(case, option, value)
        case.may_fail_with_1 |= option == "--program"
        case.damage(f"{option} {short(value)}")
    return None


def unknown_option(case: Case, command: str) -> None:
    """An option that there is not, but nearly."""
    option = case.chance.choice(sorted(OPTIONS[command]))
    name = case.chance.choice([option + "x", option[:-1] + "_", "--no-" + option[2:], option.upper(), option + "é",
                               option + "\x1b[0m", "-" + option, "--" + "x" * HUGE, "--\udcff", "-Z", "--x=\udcff"])
    case.arguments.insert(case.chance.choice([1, len(case.arguments)]), name)
    case.damage(f"unknown option {short(name)}", True)


def doubled_option(case: Case, command: str) -> None:
    """An option that is given twice."""
    once = [option for option in case.arguments if option in OPTIONS[command] and option not in REPEATED]
    if not once:
        return unknown_option(case, command)
    option = case.chance.choice(once)
    case.arguments.append(option)
    if OPTIONS[command][option] != "flag":
        case.arguments.append(case.arguments[case.arguments.index(option) + 1])
    case.damage(f"{option} twice", True)
    return None


def foreign_folder(case: Case, command: str) -> None:
    """A folder for results that holds files of others, which stay as they are even with --force."""
    if OPTIONS[command].get("--out") != "out" or command == "shards":
        return unknown_option(case, command)
    put(case, "--out", "precious")
    case.arguments += case.chance.choice([[], ["--force"]])
    case.out = ""
    case.damage("into a folder of others", True)
    return None


def missing_value(case: Case, command: str) -> None:
    """An option that ends where its value should be."""
    valued = [option for option, kind in OPTIONS[command].items() if kind not in {"flag", "optional"}]
    options = [option for option in valued if option not in case.arguments]
    if not options:
        return unknown_option(case, command)
    option = case.chance.choice(options)
    case.arguments.append(option)
    case.damage(f"{option} without a value", True)
    return None


def extra_word(case: Case, command: str) -> None:
    """A word that nobody asked for."""
    word = case.chance.choice([text for text in TEXTS if not text.startswith("-")])
    known = command in {"tournament", "match", "balance", "train", "tune", "endings", "report", "verify", "trace", "replay",
                        "think", "games", "calibrate"}
    if known:
        case.arguments.insert(2, word)
    else:
        case.arguments.append(word)
    case.damage(f"another word {short(word)}", known)


def wrong_game(case: Case, command: str) -> None:
    """A game that there is not."""
    if command not in {"tournament", "match", "balance", "calibrate", "train", "tune", "endings", "trace", "play", "games"}:
        return wrong_value(case, command)
    name = case.chance.choice(WRONG_GAMES)
    case.arguments[1] = name
    case.damage(f"game {short(name)}", True)
    return None


def any_text(case: Case, command: str) -> None:
    """Any word replaced by any text."""
    place = case.chance.randrange(1, len(case.arguments)) if len(case.arguments) > 1 else 0
    text = case.chance.choice(TEXTS)
    case.damage(f"{short(case.arguments[place])} replaced by {short(text)}")
    case.arguments[place] = text
    case.out = ""


def any_options(case: Case, command: str) -> None:
    """Many options at once, which may contradict each other."""
    known = [option for option, kind in OPTIONS[command].items() if kind == "flag" or kind in VALUES]
    options = sorted(option for option in known if option not in case.arguments)
    for option in case.chance.sample(options, min(len(options), case.chance.randint(2, 5))):
        kind = OPTIONS[command][option]
        case.arguments += [option] if kind == "flag" else [option, case.chance.choice(VALUES[kind])]
        case.may_fail_with_1 |= option == "--program"
        case.damage(option)


def no_command(case: Case, command: str) -> None:
    """A command that there is not."""
    text = case.chance.choice([*TEXTS, command + "x", command.upper(), command[:-1], "help", "--" + command, "cluster"])
    text = "tournamen" if text.startswith("-") else text
    case.arguments[0] = text
    case.arguments = case.arguments if text != "cluster" else ["cluster", "--plan"]
    case.damage(f"command {short(text)}", text not in {"man", "bots"})


def small_study(case: Case, command: str) -> None:
    """A study that is sound or nearly, but so small that hardly anything can be said from it."""
    chance = case.chance
    game = chance.choice(GAMES)
    rich = chance.choice(GAMES_WITH_TABLES)
    few = str(chance.choice([1, 1, 2, 3, 5]))
    cheap = ["random", "greedy", "flat:sims=1", "mcts:sims=1", "mcts:sims=2"]
    deals = chance.choice([few, few, "auto:1", "auto:0.9", "auto:ranks:0.9"])
    match chance.randrange(8):
        case 0:
            overs = ["sims=1..2", "sims=1,2", "sims=1..4:log", "c=0.1..2", "c=0..1", "c=0.5,0.7", "depth=1,2",
                     "select=ucb1,puct", "prior=1..30:log?select=puct", "final=visits,value", "c=1e-9..1e9:log",
                     "c=0.7..0.7000001", "sims=1..1000", "rollout=random,greedy", "threads=1,2"]
            case.arguments = ["tune", chance.choice(["dice", "connect-four"]), "--bot",
                              chance.choice(["mcts:sims=2", "flat:sims=2", "mcts:sims=1,select=puct"]), "--over",
                              *chance.sample(overs, chance.choice([1, 1, 2, 3])), "--against", chance.choice(cheap),
                              "--games", chance.choice(["400", "401", "500"]), "--confirm", chance.choice(["0", "1", "2"]),
                              "--seed", str(chance.randrange(1000))]
        case 1:
            tasks = [[], ["--confirm", few], ["--suggest"], ["--readings"], ["--interactions", "2"],
                     ["--until-decided", "--budget", "60"]]
            case.arguments = ["balance", rich, "--bots", *chance.sample(cheap, chance.choice([1, 1, 2])), "--deals", few,
                              "--interventions", chance.choice(VALUES["interventions"]), *chance.choice(tasks)]
            case.arguments += ["--margin", chance.choice(["0", "0.02", "0.9", "1"])] if chance.random() < 0.3 else []
            case.arguments += ["--elements", chance.choice(ELEMENTS)] if rich == "the-river" else []
        case 2:
            case.arguments = ["calibrate", chance.choice(["dice", "connect-four"]), "--bots",
                              *chance.sample(cheap, chance.choice([1, 2, 3])), "--deals", few, "--studies", "100",
                              "--sample", "20", "--effect-sample", "20", "--balance-deals", chance.choice(["1", "10"]),
                              "--parts", chance.choice(["shares", "ratings", "stops", "tests", "balance"])]
        case 3:
            case.arguments = ["endings", game, "--bots", *chance.sample(cheap, 2), "--by", chance.choice(cheap),
                              "--positions", few, "--nodes", chance.choice(["1", "10", "1000"])]
        case 4:
            tests = [[], ["--sprt", chance.choice(VALUES["sprt"])], ["--baseline", chance.choice(cheap)]]
            rates = [[], [], ["--alpha", chance.choice(["0", "0.5", "1e-300", "0.999"])], ["--beta", "0.4999"]]
            case.arguments = ["match", game, "--focus", chance.choice(cheap), "--against",
                              *chance.sample(cheap, chance.choice([1, 2])), "--deals", few, *chance.choice(tests),
                              *chance.choice(rates)]
        case _:
            bots = [chance.choice(cheap) for _ in range(chance.choice([1, 2, 3, 4, 9]))]
            case.arguments = ["tournament", game, "--bots", *bots, "--deals", deals,
                              "--schedule", chance.choice(VALUES["schedule"][:5]), "--players",
                              chance.choice(["2", "2", "3", "4", "5", "6"])]
            case.arguments += ["--timing"] if chance.random() < 0.2 else []
    case.arguments += ["--json"] if chance.random() < 0.3 else []
    case.arguments += QUIET
    case.arguments += [] if case.arguments[0] == "calibrate" else ["--out", "out"]
    case.what = "a very small study"


# 2. Plans.

PLANS: dict[str, dict] = {
    "tournament": {
        "game": "dice", "players": 2, "bots": ["random", "greedy"], "deals": 2, "seed": 7, "threads": 1, "schedule": "full",
    },
    "match": {
        "game": "dice", "players": 2, "focus": "greedy", "against": ["random"], "deals": 2, "seed": 7, "threads": 1,
        "alpha": 0.05, "beta": 0.05,
    },
}
PLAN_KINDS = {
    "players": int, "bots": list, "deals": int, "seed": int, "threads": int, "schedule": str, "game": str, "focus": str,
    "against": list, "alpha": float, "beta": float,
}
MISSPELLED = {
    "game": "games", "players": "player", "bots": "bot", "deals": "Deals", "seed": "seed_", "threads": "thread",
    "schedule": "pairing", "focus": "focus-bot", "against": "againts", "alpha": "aplha", "beta": "betta",
}


def toml_value(value: object) -> str:
    """A value in TOML."""
    match value:
        case bool():
            return "true" if value else "false"
        case dict():
            return "{ " + ", ".join(f"{json.dumps(key)} = {toml_value(item)}" for key, item in value.items()) + " }"
        case list():
            return "[" + ", ".join(toml_value(item) for item in value) + "]"
        case float() if value != value or value in (float("inf"), float("-inf")):
            return {"nan": "nan", "inf": "inf", "-inf": "-inf"}[str(value)]
        case _:
            return json.dumps(value, ensure_ascii=False)


def wrong_type(chance: random.Random, kind: type) -> object:
    """A value that is not of this type."""
    values: list[object] = [True, -1, "x", "", [], [[]], {}, {"a": 1}, float("nan"), float("inf"), 10**17 + 0.5, [1, 2],
                            ["random", 3], "\x1b[31m"]
    return chance.choice([value for value in values if not is_kind(value, kind)])


def is_kind(value: object, kind: type) -> bool:
    """Whether a value could be meant as one of this type: a number that is not negative, a list of texts."""
    if kind is float:
        return type(value) is float and value == value and value < 1
    if kind is list:
        return isinstance(value, list) and bool(value) and all(isinstance(item, str) for item in value)
    return type(value) is kind and value not in (-1, "x", "", "\x1b[31m")


def plan_file(case: Case, fixtures: Fixtures) -> None:
    """A plan that is not as it should be."""
    chance = case.chance
    command = chance.choice(["tournament", "match", "shards"])
    plan = dict(PLANS["match" if command == "match" else chance.choice(["tournament", "tournament"])])
    lines = [f"{key} = {toml_value(value)}" for key, value in plan.items()]
    key = chance.choice(list(plan))
    place = list(plan).index(key)
    text: str | bytes | None = None
    match chance.randrange(14):
        case 0:
            del lines[place]
            case.damage(f"without {key}", key in {"focus", "against"})
        case 1:
            lines.append(lines[place])
            case.damage(f"{key} twice", True)
        case 2 | 3 | 4:
            value = wrong_type(chance, PLAN_KINDS[key])
            lines[place] = f"{key} = {toml_value(value)}"
            case.damage(f"{key} = {short(toml_value(value))}", True)
        case 5:
            lines[place] = lines[place].replace(key, MISSPELLED[key], 1)
            case.damage(f"{MISSPELLED[key]} instead of {key}", True)
        case 6:
            lines.insert(0, f"[{chance.choice(['plan', 'tournament', 'program', 'set', 'rules'])}]")
            case.damage("all in a table", True)
        case 7:
            option = chance.choice(["resume = true", "force = true", "dry_run = true", "wide = true", "plan = 'plan.toml'",
                                    "help = true", "timing = 1", "quiet = 'yes'", "json = []", "set = 'a=b'", "set = [1]",
                                    "program = 'x'", "program = []", "[program]\nmine = 1", "rules = 1",
                                    "rules = 'nowhere.toml'", "rules = ''", "rules = '.'", "shard = 1", "shard = '0/2'",
                                    "clock = 'x'", "on_fault = 'x'", "progress = 'x'",
                                    "set = ['x']", "memory_mib = -1", "unknown = 1", "answer-seconds = 3", "processes = 0"])
            lines.append(option)
            case.damage(option, True)
        case 8:
            option = chance.choice(["timing = true", "quiet = true", "json = true", "out = 'out'",
                                    "shard = '1/2'", "rules = 'plan.toml'", "progress = 'none'", "set = []", "program = {}",
                                    "clock = 5", "threads.x = 1", "out = ''", "out = 'precious'",
                                    "out = 1"])
            lines.append(option)
            case.damage(option)
        case 9:
            text = chance.choice([b"", b"\x00" * 100, b"\xff\xfe", b"\xef\xbb\xbf" + "\n".join(lines).encode(), b"[" * HUGE,
                                  b"a." * HUGE + b"b = 1",
                                  b"bots = " + b"[" * HUGE, b"bots = " + b"{a=" * 20_000, b"\r", b"# " + b"x" * HUGE,
                                  b"game = '" + b"x" * HUGE + b"'", b"seed = " + b"9" * HUGE, b"{}", b"null", b"<html>",
                                  "\n".join(lines).encode("utf-16")])
            case.damage(f"a file of other things: {text[:12]!r}", not text.startswith((b"\xef", b"# ")) and text != b"")
        case 10:
            name = chance.choice(WRONG_GAMES)
            lines[0] = f"game = {json.dumps(name.encode(errors='replace').decode())}"
            case.damage(f"game {short(name)}", True)
        case 11:
            spec = chance.choice(WRONG_SPECS).encode(errors="replace").decode()
            bots = "focus" if command == "match" else "bots"
            value = json.dumps(spec if bots == "focus" else [spec, "random"])
            lines = [f"{bots} = {value}" if line.startswith(bots) else line for line in lines]
            case.damage(f"{bots} {short(spec)}", True)
        case _:
            text = spoil(("\n".join(lines) + "\n").encode(), chance)
            case.damage("other bytes")
    case.path("plan.toml").write_bytes(text if isinstance(text, bytes) else ("\n".join(lines) + "\n").encode())
    if command == "shards":
        # A script that nobody runs: values of the plan are judged where it is played.
        case.arguments = ["shards", "--plan", "plan.toml", "--count", "2", "--emit",
                          chance.choice(["make", "slurm", "parallel"])]
    else:
        case.arguments = [command, "--plan", "plan.toml", "--out", "out", "--quiet"]
        if text is not None:
            case.arguments += ["--threads", "1", "--deals", "2"]
            case.wrong = "" if text == b"" else case.wrong


def spoil(data: bytes, chance: random.Random) -> bytes:
    """Some bytes changed, left out, doubled, or the rest cut off."""
    data_list = bytearray(data)
    for _ in range(chance.choice([1, 1, 1, 2, 5])):
        if not data_list:
            break
        place = chance.randrange(len(data_list))
        match chance.randrange(6):
            case 0:
                data_list[place] = chance.randrange(256)
            case 1:
                data_list[place] ^= 1 << chance.randrange(8)
            case 2:
                del data_list[place]
            case 3:
                data_list.insert(place, data_list[place])
            case 4:
                del data_list[place:place + chance.randint(1, 40)]
            case _:
                del data_list[place:]
    return bytes(data_list)


# 3. Rules tables.

NO_TABLES = {"certainty", "range", "reading"}


def leaves(table: object, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], object]]:
    """All values of a table with their keys; entries of lists are named by their id."""
    if isinstance(table, dict):
        for key, value in table.items():
            if key not in NO_TABLES and key != "id":
                yield from leaves(value, (*path, key))
    elif isinstance(table, list) and table and all(isinstance(entry, dict) and "id" in entry for entry in table):
        for entry in table:
            yield from leaves(entry, (*path, entry["id"]))
    else:
        yield path, table


def rules_table(case: Case, fixtures: Fixtures) -> None:
    """Rules that are not as they should be, and a game played by them where they are accepted."""
    chance = case.chance
    game = chance.choice(GAMES_WITH_TABLES)
    text = (ROOT / "engine" / "data" / f"{game}.toml").read_text()
    file: bytes | None = None
    sets: list[str] = []
    way = chance.randrange(8)
    if way <= 4:
        path, value = chance.choice(list(leaves(tomllib.loads(text))))
        new, wrong = other_value(value, chance)
        if way <= 2:
            sets = ["--set", ".".join(path) + "=" + (new if isinstance(new, str) else toml_value(new))]
            wrong = wrong and not isinstance(new, str)
        else:
            file = (" . ".join(json.dumps(key) for key in path) + f" = {toml_value(new)}\n").encode()
        case.damage(f"{'.'.join(path)} = {short(toml_value(new))}", wrong)
    elif way == 5:
        lines = text.splitlines(keepends=True)
        for _ in range(chance.choice([1, 1, 3])):
            place = chance.randrange(len(lines))
            what = chance.choice(["removed", "doubled", "moved"])
            line = lines.pop(place)
            if what != "removed":
                lines.insert(place if what == "doubled" else chance.randrange(len(lines)), line)
                lines[place:place] = [line] if what == "doubled" else []
            case.damage(f"line {place + 1} {what}")
        file = "".join(lines).encode()
    elif way == 6:
        places = list(re.finditer(r"(?<![\w.-])\d+(?![\w-])", text))
        place = chance.choice(places)
        number = chance.choice(["-1", "0", "1", "2", "50", "1000000", "9223372036854775807", "-9223372036854775808", "nan",
                                "1e300", '"x"', "[]", "{}"])
        file = (text[:place.start()] + number + text[place.end():]).encode()
        case.damage(f"line {text[:place.start()].count(chr(10)) + 1}: {number}")
    else:
        file = spoil(text.encode(), chance)
        case.damage("other bytes")
    if file is not None:
        case.path("rules.toml").write_bytes(file)
        sets = ["--rules", "rules.toml"]
    bots = chance.choice(["random", "random", "greedy", "mcts:sims=2"])
    elements = ["--elements", "mill-*", "tile-*"] if game == "the-river" else []
    case.arguments = chance.choice([
        ["balance", game, "--bots", "random", "--deals", "1", *elements, "--out", "out", *QUIET, *sets],
        ["games", game, *sets], ["trace", game, "--bots", bots, *sets], ["trace", game, "--bots", bots, *sets],
        ["trace", game, "--players", "3", *sets],
        ["tournament", game, "--bots", "random", bots, "--deals", "1", "--out", "out", *QUIET, *sets],
    ])


def other_value(value: object, chance: random.Random) -> tuple[object, bool]:
    """Another value, and whether no table could have it there."""
    absurd: list[object] = [10**15, -10**15, float("nan"), float("inf"), {}, {"a": {"b": []}}, [[[[1]]]], True]
    if isinstance(value, int) and not isinstance(value, bool):
        near = [0, 1, 2, value - 1, value + 1, value * 2]
        return (chance.choice(absurd + [[], "x"]), True) if chance.random() < 0.5 else (chance.choice(near), False)
    if isinstance(value, str):
        if chance.random() < 0.4:
            return chance.choice([*absurd, []]), True
        return chance.choice(["", "x", "é", "\x1b[31m", "x" * 5000, value + "x"]), False
    if isinstance(value, list):
        shorter, longer = value[:-1], value + value[-1:]
        changed = list(value)
        if changed:
            changed[chance.randrange(len(changed))] = chance.choice([0, -1, 10**15, "x", [], {}])
        return chance.choice([[], shorter, longer, changed, list(reversed(value)), "x", 10**15, {}]), False
    return chance.choice([*absurd, "x", []]), False


# 4. Traces.


def trace_file(case: Case, fixtures: Fixtures) -> None:
    """A trace that does not follow from the rules."""
    chance = case.chance
    name = chance.choice(sorted(fixtures.games))
    lines = fixtures.games[name].splitlines(keepends=True)
    last = len(lines) - 1
    place = chance.randrange(1, last)
    data: bytes | None = None
    match chance.randrange(15):
        case 0:
            del lines[place]
            case.damage(f"line {place + 1} removed", True)
        case 1:
            lines.insert(place, lines[place])
            case.damage(f"line {place + 1} doubled", True)
        case 2:
            other = chance.randrange(1, last)
            lines[place], lines[other] = lines[other], lines[place]
            case.damage(f"lines {place + 1} and {other + 1} swapped")
        case 3:
            del lines[0]
            case.damage("no header", True)
        case 4 | 5:
            lines[0], wrong = changed_header(lines[0], chance, case)
        case 6 | 7 | 8:
            lines[place] = changed_move(lines[place], chance, case)
        case 9 | 10:
            lines[last] = changed_outcome(lines[last], chance, case)
        case 11:
            # The end of a line alone is missing if nothing else is cut.
            cut = chance.randrange(1, len(lines[place]) - 1)
            data = b"".join(lines[:place]) + lines[place][:cut]
            case.damage(f"cut within line {place + 1}", True)
        case 12:
            data = b"".join(lines[:chance.randrange(0, last)])
            case.damage("cut after a line", data == b"")
        case 13:
            data = spoil(b"".join(lines), chance)
            case.damage("other bytes")
        case _:
            line = chance.choice([b"\n", b"null\n", b"[]\n", b"{}\n", b"[" * HUGE + b"\n", b'{"a":' * HUGE + b"\n",
                                  b"x" * 2_000_000 + b"\n", b"\x00\n", b"\xff\n", b'{"turn":"p1"}\n', b'{"move":"x"}\n',
                                  b'{"turn":"p1","move":"' + b"x" * HUGE + b'"}\n', b'{"turn":"p99","move":"a"}\n',
                                  b'{"turn":"p0","move":"a"}\n', b'{"turn":"\x1b[31m","move":"\x1b[31m"}\n',
                                  '{"turn":"p１","move":"a"}\n'.encode(), b'{"turn":"chance","move":"\\u001b[31m\\n"}\n',
                                  b'{"outcome":{}}\n', b'{"outcome":null}\n'])
            lines.insert(place, line)
            case.damage(f"line {short(line.decode(errors='replace'))} added", line != b"\n")
    case.path("trace.jsonl").write_bytes(data if data is not None else b"".join(lines))
    line = str(chance.choice([1, 2, place, last, last + 1, last + 2, 10**9, 2**64 - 1]))
    choices = [
        *[["replay", "trace.jsonl"]] * 4, ["replay", "trace.jsonl", "--show"],
        ["replay", "trace.jsonl", "--show", "--line", line],
        ["replay", "trace.jsonl", "--html", "out.html"], ["replay", "trace.jsonl", "--seat", "p2", "--show"],
        ["think", "trace.jsonl", "--bot", chance.choice(["greedy", "random", "mcts:sims=2"])],
        ["think", "trace.jsonl", "--line", line, "--bot", "greedy"],
        ["play", "--resume", "trace.jsonl", "--save", "out.jsonl"],
    ]
    case.arguments = chance.choice(choices)
    if case.arguments[0] == "play" or "--line" in case.arguments or "--seat" in case.arguments:
        # These look at a part of the file, or at what one player may know.
        case.wrong = ""


def changed_header(line: bytes, chance: random.Random, case: Case) -> tuple[bytes, bool]:
    """A header that is another one."""
    header = json.loads(line)
    key, value = chance.choice([
        ("game", "nothing"), ("game", 1), ("game", None), ("game", ""), ("game", "the-river:x=1"), ("game", "\x1b[31m"),
        ("players", "2"), ("players", 0), ("players", -1), ("players", 3), ("players", 10**20), ("players", 1.5),
        ("players", None), ("players", [2]), ("players", 255), ("players", 2**32 + 2), ("rules_version", "999"),
        ("rules_hash", "0000000000000000"), ("rules_hash", ""), ("rules_hash", 5), ("rivers", "nonsense"), ("seed", -1),
        ("seed", "x"), ("deal", -1), ("deal", "x"), ("bots", "random"), ("bots", []), ("bots", [1, 2]),
        ("bots", ["\x1b[31m"] * 2), ("unknown", 1),
    ])
    case.damage(f"header: {key} = {short(json.dumps(value))}", key in {"game", "players", "rules_hash"})
    header[key] = value
    return json.dumps(header, separators=(",", ":")).encode() + b"\n", False


def changed_move(line: bytes, chance: random.Random, case: Case) -> bytes:
    """A move that is another one, or has other things around it."""
    move = json.loads(line)
    legal = move.get("legal")
    ways = ["turn", "move", "move-type", "no-move", "no-turn"]
    ways += ["less", "more", "twice", "order", "legal-type"] if legal else []
    way = chance.choice(ways)
    match way:
        case "turn":
            move["turn"] = chance.choice(["p9", "p0", "p", "", "P1", "p-1", "p1 ", "nobody", None, 1, "p" + "9" * 40])
        case "move":
            move["move"] = chance.choice(["", "nothing", "deal", move["move"] + "x", move["move"] + " ", ":" * 50, "é",
                                          "x" * HUGE, move["move"] + ":1", "\x1b[31m", "deal:99999999999999999999",
                                          "deal:-1", "claim:4294967297", "move:\u202e", "deal:a:b:c:d:e"])
        case "move-type":
            move["move"] = chance.choice([None, 1, [], {}, [move["move"]]])
        case "no-move":
            del move["move"]
        case "no-turn":
            del move["turn"]
        case "less":
            move["legal"] = legal[1:]
        case "more":
            move["legal"] = [*legal, "nothing"]
        case "twice":
            move["legal"] = [*legal, legal[0]]
        case "order":
            move["legal"] = [*reversed(legal)] if len(legal) > 1 else [legal[0], legal[0]]
        case _:
            move["legal"] = chance.choice([1, "x", {}, [1], [None], [[]]])
    # The order of a list of legal moves says nothing.
    case.damage(f"move: {way} {short(json.dumps(move))}", way != "order")
    return json.dumps(move, separators=(",", ":")).encode() + b"\n"


def changed_outcome(line: bytes, chance: random.Random, case: Case) -> bytes:
    """An outcome that is another one."""
    outcome = json.loads(line)
    inner = outcome["outcome"]
    key = chance.choice(["scores", "shares", "parts"])
    values = list(inner[key])
    if key == "parts" and chance.random() < 0.5 and values[0]:
        part = chance.choice(sorted(values[0]))
        values[0] = dict(values[0], **{part: chance.choice([-99, 10**30, "x", None, 12345.5])})
    else:
        values = chance.choice([[], values[1:], [*values, values[0]], "x", None if key == "scores" else 7, [None, None],
                                [10**400, 0], [0.123, "x"]])
    inner[key] = values
    case.damage(f"outcome: {key} = {short(json.dumps(values))}", True)
    return json.dumps(outcome, separators=(",", ":")).encode() + b"\n"


# 5. Folders of runs.

JOURNALS = {"games.csv", "moves.csv", "blocks.csv"}
TELLING = {"game": "dicey", "players": 3, "bots": ["random", "random"], "seed": 99, "version": "9.9.9",
           "rules_hash": "0000000000000000", "deals": 1}


def run_folder(case: Case, fixtures: Fixtures) -> None:
    """A folder of a run in which something is not as the program left it."""
    chance = case.chance
    name = chance.choice(["river", "river", "dice", "dice", "swiss", "duel", "test", "study", "study", "river-open",
                          "dice-open", "study-open"])
    fixtures.copy(name, case.path("run"))
    balance = name.startswith("study")
    again = [*fixtures.commands[name], "--out", "run", *QUIET]
    sound = fixtures.files(name.removesuffix("-open"), "run")
    game = str(chance.choice([1, 2, 6, 0, 99, 2**64 - 1]))
    commands = {
        "report": ["report", "run"], "json": ["report", "run", "--json"], "html": ["report", "run", "--html", "page.html"],
        "verify": ["verify", "run"], "trace": ["trace", "--from", "run", "--game", game],
        "merge": ["merge", "run", "--out", "out"], "again": again, "resume": [*again, "--resume"],
        "force": [*again, "--force"], "other": [*again, "--seed", "5"], "again-json": [*again, "--json"],
    }
    way = chance.choice(sorted(commands) + ["verify", "again", "report", "resume"])
    case.arguments = commands[way]
    case.may_fail_with_1 = way == "verify"
    damage = damage_folder(case, sorted(path.name for path in case.path("run").iterdir()))
    case.out = "run" if way in {"again", "resume", "force", "again-json"} else ""
    if way in {"again", "resume", "force", "again-json"}:
        case.wrong = ""
        # Tables of a finished run are written again where they are missing; else they are left alone.
        whole = way == "force" or name.endswith("-open")
        if damage in {"row", "bytes"} and way != "force" and "run/moves.csv" not in sound:
            # Without moves, a row that could be right is only told apart by playing its game again, as verify does.
            sound = {}
        case.expected = {file: data for file, data in sound.items()
                         if whole or is_journal(file) or not os.path.lexists(case.path(file))}
    elif way == "other":
        case.damage("another seed", True)
    elif way == "merge" or (balance and way in {"verify", "trace"}):
        case.damage("not what this command is for", True)
    elif way == "verify":
        told = {"row", "manifest", "order"} | (set() if name.endswith("-open") else {"bytes"})
        case.wrong = case.wrong if damage in told else ""
    elif damage not in {"order", "manifest-missing"} or (way == "trace" and damage == "order"):
        # What stands behind the game of a trace is not read.
        case.wrong = ""


def is_journal(path: str) -> bool:
    """Whether a file is the record of what was played, from which all else follows."""
    return path.rpartition("/")[2] in JOURNALS


def damage_folder(case: Case, names: list[str]) -> str:
    """Spoils a file of a folder, and says in which way."""
    chance = case.chance
    folder = case.path("run")
    journals = [name for name in names if name in JOURNALS]
    file = chance.choice([*names, *journals, *journals, "manifest.json"])
    path = folder / file
    data = path.read_bytes()
    way = chance.randrange(16)
    if file == "manifest.json" and way <= 8:
        return damage_manifest(case, path)
    if way <= 1:
        path.unlink()
        case.damage(f"{file} deleted", file == "manifest.json")
        return "manifest-missing" if file == "manifest.json" else "deleted"
    if way == 2:
        path.write_bytes(data[:chance.randrange(len(data))])
        case.damage(f"{file} cut")
        return "cut"
    if way <= 4:
        spoiled = spoil(data, chance)
        path.write_bytes(spoiled)
        case.damage(f"{file}: other bytes",
                    spoiled != data and file in JOURNALS and spoiled.splitlines() != data.splitlines())
        return "bytes" if data[:len(spoiled)] != spoiled else "cut"
    if way <= 6:
        return special(case, path)
    if way == 7:
        (folder / "notes.txt").write_text("not to be lost\n")
        case.damage("another file in the folder")
        return "another"
    if way == 8:
        mode = chance.choice([0, 0o400, 0o444])
        path.chmod(mode)
        case.damage(f"{file} with mode {mode:o}")
        return "mode"
    return damage_rows(case, path, data)


def damage_rows(case: Case, path: Path, data: bytes) -> str:
    """Rows that are not those of the run."""
    chance = case.chance
    lines = data.splitlines(keepends=True)
    file = path.name
    if not file.endswith(".csv") or len(lines) < 4:
        path.write_bytes(data + b"\x00")
        case.damage(f"{file} with another byte")
        return "cut"
    # Not the last row: a journal may end early.
    place = chance.randrange(1, len(lines) - 2)
    fields = lines[place].rstrip(b"\n").split(b",")
    match chance.randrange(6):
        case 0:
            del lines[place]
            what, kind = f"row {place} removed", "order"
        case 1:
            lines.insert(place, lines[place])
            what, kind = f"row {place} doubled", "order"
        case 2:
            lines[place], lines[place + 1] = lines[place + 1], lines[place]
            what, kind = f"row {place} swapped with the next", "order"
        case 3:
            del lines[0]
            what, kind = "no header", "order"
        case 4:
            lines[place] = b",".join([*fields, b"1"]) + b"\n"
            what, kind = f"row {place} with another field", "order"
        case _:
            column = chance.randrange(len(fields))
            old = fields[column]
            fields[column] = chance.choice([b"", b"-1", b"x", b"nan", b"inf", b"1e999", b"99999999999999999999999", b"0",
                                            b"\xff", b'"', b"1 ", b"+1", b"\x1b[31m"])
            lines[place] = b",".join(fields) + b"\n"
            what, kind = f"row {place}, column {column + 1}: {fields[column]!r} instead of {old[:20]!r}", "row"
    changed = b"".join(lines) != data
    path.write_bytes(b"".join(lines))
    case.damage(f"{file}: {what}", changed and (file in JOURNALS or not file.startswith("timing")))
    return kind if changed and file in JOURNALS else "table" if kind == "order" else "row"


def damage_manifest(case: Case, path: Path) -> str:
    """A manifest that says something else."""
    chance = case.chance
    manifest = json.loads(path.read_text())
    match chance.randrange(5):
        case 0 | 1:
            key = chance.choice([key for key in TELLING if key in manifest])
            manifest[key] = TELLING[key]
            case.damage(f"manifest: {key} = {json.dumps(TELLING[key])}", True)
            kind = "manifest"
        case 2:
            key = chance.choice(sorted(manifest))
            del manifest[key]
            case.damage(f"manifest without {key}", key in TELLING)
            kind = "manifest" if key in TELLING else "other"
        case 3:
            key = chance.choice(sorted(manifest))
            manifest[key] = chance.choice([None, -1, 10**30, [], {}, [[]], "\x1b[31m", "", "x" * HUGE, True, 2**63,
                                           2**64 - 1, 1.5, ["\x1b[31m\n"], ["é"] * 1000])
            case.damage(f"manifest: {key} = {short(json.dumps(manifest[key]))}", key in TELLING)
            kind = "manifest" if key in TELLING else "other"
        case _:
            text = chance.choice(["", "{}", "[]", "null", "[" * HUGE, '{"a":' * HUGE, path.read_text() * 2,
                                  path.read_text().replace('"seed"', '"seed": 3, "seed"')])
            path.write_text(text)
            case.damage(f"manifest: {short(text)}", True)
            return "manifest"
    path.write_text(json.dumps(manifest, indent=2) + "\n")
    return kind


def special(case: Case, path: Path) -> str:
    """Something else than a file in the place of a file."""
    file = path.name
    path.unlink()
    match case.chance.randrange(7):
        case 0:
            path.mkdir()
            case.damage(f"{file} is a folder")
        case 1:
            path.mkdir()
            (path / "notes.txt").write_text("not to be lost\n")
            case.damage(f"{file} is a folder with a file")
        case 2:
            path.symlink_to("/dev/zero")
            case.damage(f"{file} is a link to /dev/zero")
        case 3:
            path.symlink_to("/dev/full")
            case.damage(f"{file} is a link to /dev/full")
        case 4:
            path.symlink_to("../precious/precious.txt")
            case.damage(f"{file} is a link to a file elsewhere")
        case 5:
            path.symlink_to(file)
            case.damage(f"{file} is a link to itself")
        case _:
            os.mkfifo(path)
            case.damage(f"{file} is a pipe that nobody writes to")
    return "special"


# 6. Parts.


def parts(case: Case, fixtures: Fixtures) -> None:
    """Parts that are not those of one run."""
    chance = case.chance
    group = chance.choice(["pd", "pd", "pr", "pr", "pm", "pb"])
    names = list(fixtures.groups[group])
    chance.shuffle(names)
    for name in names:
        fixtures.copy(name, case.path(name))
    flags = chance.choice([[], [], [], [], ["--partial"], ["--json"], ["--force"]])
    damaged = names[0]
    exact = True
    match chance.randrange(9):
        case 0:
            names.pop()
            case.damage("a part is missing", flags != ["--partial"])
        case 1:
            names.append(chance.choice(names))
            case.damage("a part twice", True)
        case 2:
            other = chance.choice(["other-seed", "other-count", "other-game", "pd-whole", "pr-whole", "study", "training",
                                   "pr-1" if group != "pr" else "pd-1"])
            fixtures.copy(other, case.path(other))
            names[chance.randrange(len(names))] = other
            case.damage(f"{other} in place of a part", True)
        case 3:
            shutil.rmtree(case.path(damaged))
            if chance.random() < 0.5:
                case.path(damaged).mkdir()
            case.damage(f"{damaged} is empty or gone", flags != ["--partial"])
        case 4:
            journal = "blocks.csv" if group == "pb" else "games.csv"
            path = case.path(damaged) / journal
            kind = damage_rows(case, path, path.read_bytes())
            case.wrong = case.wrong if kind == "order" and flags != ["--partial"] else ""
            exact = group in {"pr", "pm"} and kind == "row"
        case 5:
            manifest = case.path(damaged) / "manifest.json"
            kind = damage_manifest(case, manifest)
            case.wrong = case.wrong if kind == "manifest" and flags != ["--partial"] else ""
        case 6:
            manifest = json.loads((case.path(damaged) / "manifest.json").read_text())
            shard = chance.choice(["0/3", "9/3", "1/0", "2/3", "1/2", "x", "", None, 1, "1/18446744073709551615", "-1/3",
                                   "1/1000000000", "2/4"])
            changed = shard != manifest["shard"]
            manifest["shard"] = shard
            (case.path(damaged) / "manifest.json").write_text(json.dumps(manifest, indent=2) + "\n")
            case.damage(f"shard {manifest['shard']}", changed and flags != ["--partial"])
        case 7:
            target = chance.choice(["precious", damaged, "precious/precious.txt", ".", "broken", "loop", "new/folders/deep"])
            case.arguments = ["merge", *names, "--out", target, *flags]
            case.out = target if target == "new/folders/deep" else ""
            case.damage(f"into {target}", target not in {"new/folders/deep", "broken"} and flags != ["--partial"])
            return
        case _:
            names = [chance.choice(TEXTS) or "none" for _ in names]
            names = [name if not name.startswith("-") else "x" for name in names]
            case.damage("folders that there are not", True)
    if flags == ["--partial"]:
        case.expected = {}
    elif group == "pb" or (group == "pd" and not exact):
        case.expected = {}
    else:
        case.expected = fixtures.files(f"{group}-whole", "out")
    case.arguments = ["merge", *names, *([] if flags == ["--partial"] else ["--out", "out"]), *flags]


# 7. Files that bots read, programs, and folders of studies about bots.


def bot_files(case: Case, fixtures: Fixtures) -> None:
    """Weights, programs, and folders of trainings, tunings and endings."""
    case.chance.choice([weights, weights, programs, programs, study_folder])(case, fixtures)


def weights(case: Case, fixtures: Fixtures) -> None:
    """A file of weights that is not as it should be."""
    chance = case.chance
    game = chance.choice(["the-river", "rio-grande", "river-dragons", "carcassonne"])
    text = (ROOT / "bots" / "weights" / f"{game}-2.toml").read_text()
    lines = text.splitlines(keepends=True)
    rows = [place for place, line in enumerate(lines) if re.match(r'"[\w.]+" = \[', line)]
    place = chance.choice(rows)
    data: bytes | None = None
    match chance.randrange(9):
        case 0:
            del lines[place]
            case.damage(f"line {place + 1} removed")
        case 1:
            lines.insert(place, lines[place])
            case.damage(f"line {place + 1} doubled", True)
        case 2 | 3:
            value = chance.choice(["[]", "[1]", "[1, 2, 3]", "[nan, 0.0]", "[inf, 0.0]", "[0.0, -inf]", '["x", 1]', "1",
                                   '"x"', "{}", "[[1.0, 1.0]]", "true"])
            lines[place] = lines[place].partition("=")[0] + f"= {value}\n"
            case.damage(f"line {place + 1}: {value}", True)
        case 4:
            value = chance.choice(["[1e38, 1e38]", "[-1e38, 0.0]", "[1e-45, 0.0]", "[1e39, 0.0]", "[0, 0]",
                                   "[1e308, -1e308]"])
            lines[place] = lines[place].partition("=")[0] + f"= {value}\n"
            case.damage(f"line {place + 1}: {value}")
        case 5:
            lines[place] = chance.choice(['"no.such.feature" = [1.0, 1.0]\n', '"" = [1.0, 1.0]\n',
                                          '"\\u001b[31m" = [1.0, 1.0]\n', "points = 3\n"])
            case.damage(f"line {place + 1}: {lines[place].strip()}", True)
        case 6:
            head = chance.choice(['game = "dice"', "game = 1", 'game = ""', "players = 0", "players = -2", 'players = "2"',
                                  "players = 1.5", "players = 99999999999999"])
            key = head.partition(" ")[0]
            lines = [head + "\n" if line.startswith(f"{key} = ") else line for line in lines]
            case.damage(head, True)
        case 7:
            data = chance.choice([b"", b"\xff", b"[features]\n", b'game = "' + game.encode() + b'"\n', b"[" * HUGE,
                                  b"\x00" * 1000, b"a." * HUGE + b"a = 1"])
            case.damage(f"a file of other things: {data[:12]!r}", True)
        case _:
            data = spoil(text.encode(), chance)
            case.damage("other bytes")
    case.path("weights.toml").write_bytes(data if data is not None else "".join(lines).encode())
    spec = chance.choice(["greedy:eval=weights.toml", "greedy:eval=./weights.toml", "mcts:sims=2,eval=weights.toml",
                          "ply:samples=1,eval=weights.toml"])
    case.arguments = chance.choice([
        ["trace", game, "--bots", spec],
        ["tournament", game, "--bots", spec, "random", "--deals", "1", "--out", "out", *QUIET],
    ])


HELLO = b'{"t":"hello","protocol":1,"name":"mine","deterministic":true}\n'


def programs(case: Case, fixtures: Fixtures) -> None:
    """Programs that are no players: what they say is in a file."""
    chance = case.chance
    answers = chance.choice([
        b"", b"\n", b"x\n", b"{}\n", b"null\n", b"[]\n", b"\xff\n", b"\x00\n", b"[" * HUGE + b"\n", b"x" * 2_000_000, HELLO,
        HELLO[:-1], HELLO * 2, HELLO * 1000, b'{"t":"hello"}\n', b'{"t":"hello","protocol":2,"name":"mine"}\n',
        b'{"t":"hello","protocol":"1","name":"mine"}\n', b'{"t":"hello","protocol":1}\n',
        b'{"t":"hello","protocol":1,"name":""}\n', b'{"t":"hello","protocol":1,"name":"\\u001b[31m\\n"}\n',
        b'{"t":"hello","protocol":1,"name":"' + b"n" * HUGE + b'"}\n',
        b'{"t":"hello","protocol":1,"name":"mine","wants":["x"]}\n', b'{"t":"hello","protocol":1,"name":"mine","wants":3}\n',
        HELLO + b'{"t":"move","id":1,"index":0}\n', HELLO + b'{"t":"move","id":1,"move":"\\u001b[31m"}\n',
        HELLO + b'{"t":"move","id":-1,"index":-1}\n', HELLO + b'{"t":"move"}\n',
        HELLO + b'{"t":"playouts","id":1,"moves":[],"n":0}\n',
        HELLO + b'{"t":"playouts","id":1,"moves":["x"],"n":99999999999}\n',
        HELLO + b"".join(b'{"t":"move","id":%d,"index":0}\n' % i for i in range(200)),
        HELLO + b'{"t":"move","id":1e99,"index":1e99}\n', spoil(HELLO, chance),
    ])
    case.path("answers.jsonl").write_bytes(answers)
    others = ["true", "false", "./nowhere", "./answers.jsonl", "./precious", "cat ./answers.jsonl ./nowhere"]
    command = chance.choice(["cat ./answers.jsonl"] * 6 + others)
    fault = chance.choice(["abort", "forfeit"])
    case.damage(f"program {command}: {short(answers.decode(errors='replace'))}, {fault}")
    case.may_fail_with_1 = True
    game = chance.choice(GAMES)
    case.path("trace.jsonl").write_bytes(b"".join(fixtures.games["dice"].splitlines(keepends=True)[:4]))
    case.arguments = chance.choice([
        ["tournament", game, "--bots", "cmd:mine", "random", "--deals", "1", "--out", "out", *QUIET, "--on-fault", fault],
        ["match", game, "--focus", "cmd:mine", "--against", "random", "--deals", "1", "--out", "out", *QUIET, "--on-fault",
         fault],
        ["trace", game, "--bots", "cmd:mine", "random", "--on-fault", fault], ["think", "trace.jsonl", "--bot", "cmd:mine"],
    ]) + ["--program", f"mine={command}", "--answer-seconds", "1"]
    # A program has a second for an answer, and riverlab ends by itself.
    case.work = 2 * PATIENCE


def study_folder(case: Case, fixtures: Fixtures) -> None:
    """A folder of a training, tuning or endings in which something was changed, and the same command again."""
    chance = case.chance
    name = chance.choice(["training", "tuning", "endings"])
    fixtures.copy(name, case.path("run"))
    files = sorted(path.name for path in case.path("run").iterdir() if path.is_file())
    path = case.path("run") / chance.choice(files)
    data = path.read_bytes()
    match chance.randrange(6):
        case 0:
            path.unlink()
            case.damage(f"{path.name} deleted")
        case 1:
            path.write_bytes(data[:chance.randrange(len(data))])
            case.damage(f"{path.name} cut")
        case 2 if path.suffix == ".csv":
            damage_rows(case, path, data)
        case 3:
            special(case, path)
        case _:
            path.write_bytes(spoil(data, chance))
            case.damage(f"{path.name}: other bytes")
    case.wrong = ""
    case.out = "run"
    case.work = 4.0
    case.arguments = [*fixtures.commands[name], "--out", "run", *QUIET]
    if chance.random() < 0.3:
        case.arguments.append("--force")
    # The command in the description of a study is for people; nothing is read from it.
    sound = fixtures.files(name, "run")
    # What stands in the rows of matches of a training is believed as long as nothing contradicts it.
    if path.name.endswith(".json") or path.name == "gates.csv":
        del sound[f"run/{path.name}"]
    case.expected = sound


# 8. What happens in other people's hands: paths of any name, outputs that are inputs, other encodings, signals.

# Characters of names that shells, specs, TOML or CSV might take for something else.
ODD = [" ", ",", "#", '"', "'", "(", ")", "[", "]", "{", "}", "\\", "=", ":", ";", "&", "|", "%", "*", "?", "!", "$", "~", "@",
       "é", "ß", "日", "\u00a0", "\u202e", "😀", "a", "b", "1", ".", "-", "_"]


def quoted(text: str) -> str:
    """A value of a bot's option, in quotation marks."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def odd_names(case: Case, fixtures: Fixtures) -> None:
    """Weights, programs, rules, plans and folders in a folder of any name: sound, and so accepted."""
    chance = case.chance
    name = "x" + "".join(chance.choice(ODD) for _ in range(chance.randrange(1, 9))) + "x"
    case.path(name).mkdir()
    shutil.copy(ROOT / "bots" / "weights" / "the-river-2.toml", case.path(name) / "weights.toml")
    (case.path(name) / "rules.toml").write_text("[building.mill-a]\npoints = 3\n")
    (case.path(name) / "bot.py").write_text(ANSWERS)
    spec = f"greedy:eval={quoted(name + '/weights.toml')}"
    if chance.random() < 0.3:
        spec = f"mcts:sims=2,opponents=({spec}),c=1"
    own = ["--program", f"mine=python3 {shlex.quote(name + '/bot.py')}"]
    plan = {"game": "the-river", "bots": [spec, "random"], "deals": 2}
    (case.path(name) / "plan.toml").write_text("".join(f"{key} = {json.dumps(value, ensure_ascii=False)}\n" for key, value in plan.items()))
    played = ["--rules", f"{name}/rules.toml", "--deals", "1", "--out", f"{name}/run", *QUIET]
    case.arguments = chance.choice([
        ["tournament", "the-river", "--bots", spec, "random", *played],
        ["match", "the-river", "--focus", spec, "--against", "random", *played],
        ["balance", "the-river", "--bots", spec, "--elements", "mill-a", *played],
        ["trace", "the-river", "--bots", spec, "cmd:mine", *own], ["tournament", "the-river", "--bots", "cmd:mine", spec, *own, *played],
        ["tournament", "--plan", f"{name}/plan.toml", "--out", f"{name}/run", *QUIET],
        ["shards", "--plan", f"{name}/plan.toml", "--count", "2", "--emit", "parallel"],
        ["train", "the-river", "--games", "20", "--generations", "1", "--sims", "1", "--gate-deals", "10", "--out",
         f"{name}/training", *QUIET],
    ])
    case.out = name
    case.right = True
    case.work = 2 * PATIENCE
    case.damage(f"a folder {name!r}")


ANSWERS = """import json, sys
for line in sys.stdin:
    m = json.loads(line)
    if m["t"] == "hello":
        print('{"t":"hello","protocol":1,"name":"mine","deterministic":true}', flush=True)
    elif m["t"] == "move":
        print(json.dumps({"t": "move", "id": m["id"], "index": 0}), flush=True)
    elif m["t"] == "quit":
        break
"""


def same_file(case: Case, name: str) -> str:
    """Another spelling of the path to a file."""
    chance = case.chance
    folder, _, file = name.rpartition("/")
    match chance.randrange(6):
        case 0:
            return name
        case 1:
            return f"./{folder}/../{name}" if folder else f"./precious/../{name}"
        case 2:
            return str(case.path(name))
        case 3:
            case.path("link").symlink_to(case.path(name))
            return "link"
        case 4:
            os.link(case.path(name), case.path("hard"))
            return "hard"
        case _:
            case.path("way").symlink_to(case.path(folder or "."))
            return f"way/{file}"


def inputs_as_outputs(case: Case, fixtures: Fixtures) -> None:
    """An output that would destroy what is read, or a file that is none of the program's."""
    chance = case.chance
    case.out = ""
    match chance.randrange(3):
        case 0:
            name = chance.choice(["river", "dice", "duel", "study", "river-open"])
            fixtures.copy(name, case.path("run"))
            file = chance.choice(sorted(path.name for path in case.path("run").iterdir() if path.is_file()))
            case.arguments = ["report", "run", "--html", same_file(case, f"run/{file}")]
        case 1:
            case.path("game.jsonl").write_bytes(fixtures.games["dice"])
            case.arguments = ["replay", "game.jsonl", "--html", same_file(case, "game.jsonl")]
        case _:
            case.path("game.jsonl").write_bytes(fixtures.games["dice"])
            case.arguments = ["replay", "game.jsonl", "--html", "precious/precious.txt"]
    if chance.random() < 0.5 and "precious/precious.txt" not in case.arguments:
        case.arguments.append("--force")
    case.damage("an output that must stay as it is", True)


def encodings(case: Case, fixtures: Fixtures) -> None:
    """Files as git and editors write them anew: read, or refused by a message that does not advise to throw games away."""
    chance = case.chance
    name = chance.choice(["river", "dice", "duel", "study", "river-open", "dice-open", "study-open"])
    fixtures.copy(name, case.path("run"))
    path = chance.choice(sorted(path for path in case.path("run").iterdir() if path.is_file()))
    data = path.read_bytes()
    how = chance.randrange(3)
    if how != 1:
        data = data.replace(b"\n", b"\r\n")
    if how != 0:
        data = b"\xef\xbb\xbf" + data
    path.write_bytes(data)
    case.damage(f"{path.name}: {['CR LF', 'a mark', 'a mark and CR LF'][how]}")
    case.unsaid = ["--force", "not of this run"]
    case.may_fail_with_1 = True
    case.arguments = chance.choice([["report", "run"], ["verify", "run"], [*fixtures.commands[name], "--out", "run", *QUIET]])
    case.out = "run"
    sound = fixtures.files(name, "run")
    case.expected = {file: content for file, content in sound.items() if file != f"run/{path.name}"}
    if "verify" not in case.arguments and path.name == "manifest.json":
        case.right = True
    if name.endswith("-open") or path.name == "manifest.json":
        case.expected = {}


def signals(case: Case, fixtures: Fixtures) -> None:
    """A signal while a program computes: it ends as well, and its folder is removed."""
    chance = case.chance
    case.path("temporary").mkdir()
    noted = case.path("noted")
    busy = ANSWERS.replace('    elif m["t"] == "move":', f"""    elif m["t"] == "move":
        import os
        if {chance.random() < 0.5}: os.fork()
        open({str(noted)!r}, "a").write(f"{{os.getpid()}}\\n")
        while True: pass""")
    case.path("bot.py").write_text(busy)
    own = ["--program", "mine=python3 bot.py"]
    case.path("game.jsonl").write_bytes(b"".join(fixtures.games["dice"].splitlines(keepends=True)[:4]))
    case.signal = chance.choice([signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL, signal.SIGKILL])
    case.arguments = chance.choice([
        ["tournament", "dice", "--bots", "cmd:mine", "random", "--deals", "1", "--out", "out", *QUIET, *own],
        ["match", "dice", "--focus", "cmd:mine", "--against", "random", "--deals", "1", "--out", "out", *QUIET, *own],
        ["trace", "dice", "--bots", "cmd:mine", "random", *own], ["think", "game.jsonl", "--bot", "cmd:mine", *own],
        ["bot", "check", "--game", "dice", "--", "python3", "bot.py"],
    ])
    case.out = "out"
    case.damage(f"{signal.Signals(case.signal).name} while a program computes")


def hands(case: Case, fixtures: Fixtures) -> None:
    """What others' bug reports are about."""
    case.chance.choice([odd_names, inputs_as_outputs, encodings, signals])(case, fixtures)


# Putting cases together, and judging them.

KINDS: dict[str, Callable[[Case, Fixtures], None]] = {
    "lines": command_line, "plans": plan_file, "rules": rules_table, "traces": trace_file, "folders": run_folder,
    "parts": parts, "bots": bot_files, "hands": hands,
}


def short(text: str) -> str:
    """The beginning of a text, quoted."""
    quoted = repr(text)
    return quoted if len(quoted) <= 60 else f"{quoted[:60]}… ({len(text)} characters)"


def program() -> str:
    """The program that is put to the test."""
    target = os.environ.get("CARGO_TARGET_DIR", "target")
    given = os.environ.get("RIVERLAB")
    return str((ROOT / (given or f"{target}/debug/riverlab")).absolute())


def environment() -> dict[str, str]:
    """The environment of the program: nothing of the user's that it would obey."""
    kept = {name: value for name, value in os.environ.items() if not re.match("RIVERLAB|CLICOLOR|NO_COLOR|RUST_", name)}
    return kept | {"NO_COLOR": "1", "LC_ALL": "C.UTF-8"}


def snapshot(folder: Path) -> dict[str, bytes]:
    """All files of a folder with what they hold; links are not followed. Temporary files go by and by: see `judge_rest`."""
    found: dict[str, bytes] = {}
    paths: list[Path] = []
    for root, folders, files in os.walk(folder):
        folders[:] = [name for name in folders if name != "temporary"]
        paths += (Path(root, name) for name in [*folders, *files])
    for path in sorted(paths):
        mode = path.lstat().st_mode
        name = str(path.relative_to(folder))
        if stat.S_ISREG(mode):
            found[name] = path.read_bytes()
        elif stat.S_ISLNK(mode):
            found[name] = b"link to " + os.fsencode(os.readlink(path))
        elif not stat.S_ISDIR(mode):
            found[name] = b"pipe or device"
    return found


def make_case(number: int, kind: str, seed: int, folder: Path, fixtures: Fixtures) -> Case:
    """Case number K, in a folder of its own."""
    folder.mkdir()
    weird_files(folder)
    case = Case(number, kind, folder, random.Random(f"{seed}/{number}"))
    KINDS[kind](case, fixtures)
    # An argument cannot have a byte of zero in it, and no system takes endless ones.
    case.arguments = [argument.replace("\0", "")[:130_000] for argument in case.arguments]
    return case


def play(case: Case) -> Outcome:
    """Gives the command, interrupts it if it may have long work, and kills it if it does not end."""
    first = next((argument for argument in case.arguments if not argument.startswith("-")), None)
    # Without a command it plays, too.
    playing = first is None or first in PLAYING
    out_path, err_path = case.folder.with_suffix(".out"), case.folder.with_suffix(".err")
    command = [os.fsencode(program()), *(argument.encode("utf-8", "surrogateescape") for argument in case.arguments)]
    start = time.monotonic()
    interrupted = killed = signaled = False
    variables = environment() | ({"TMPDIR": str(case.path("temporary"))} if case.signal else {})
    noted = case.path("noted")
    with open(out_path, "wb") as out, open(err_path, "wb") as err:
        child = subprocess.Popen(command, cwd=case.folder, stdin=subprocess.DEVNULL, stdout=out, stderr=err,
                                 env=variables, start_new_session=True)
        pause = 0.001
        while True:
            pid, status, usage = os.wait4(child.pid, os.WNOHANG)
            if pid:
                break
            seconds = time.monotonic() - start
            if case.signal and not signaled and noted.exists() and noted.read_text().endswith("\n"):
                signaled = True
                child.send_signal(case.signal)
            if playing and not case.signal and not interrupted and seconds > case.work:
                interrupted = True
                child.send_signal(signal.SIGINT)
            if seconds > (case.work + GIVING_UP if interrupted else PATIENCE) and not killed:
                killed = True
                os.killpg(child.pid, signal.SIGKILL)
            time.sleep(pause)
            pause = min(pause * 1.5, 0.02)
        child.returncode = os.waitstatus_to_exitcode(status)
    with open(out_path, "rb") as out:
        stdout = out.read(LONGEST_OUTPUT)
    with open(err_path, "rb") as err:
        stderr = err.read(LONGEST_OUTPUT)
    out_path.unlink()
    err_path.unlink()
    return Outcome(case, child.returncode, time.monotonic() - start, usage.ru_maxrss, interrupted, killed, stdout, stderr)


def judge(outcome: Outcome, before: dict[str, bytes], after: dict[str, bytes]) -> None:
    """Notes all that the program should not have done."""
    judge_end(outcome)
    if outcome.case.signal:
        judge_rest(outcome)
    if outcome.code in (0, 1, 2):
        judge_words(outcome, before)
        judge_results(outcome)
    judge_files(outcome, before, after)


def judge_end(outcome: Outcome) -> None:
    """How the program ended."""
    case, code = outcome.case, outcome.code
    if outcome.killed:
        outcome.complaints.append("does not end")
        return
    allowed = {0, 2}
    if case.may_fail_with_1 or (case.arguments and case.arguments[0] in CHECKING):
        allowed.add(1)
    if outcome.case.signal:
        allowed |= {128 + case.signal, -case.signal, 130}
    if outcome.interrupted:
        # Commands that keep nothing may leave the signal to the system.
        allowed |= {130, -signal.SIGINT}
    if code not in allowed:
        outcome.complaints.append(f"exit code {code}" if code >= 0 else f"ended by {signal.Signals(-code).name}")
    if code == 0 and case.wrong and not outcome.interrupted:
        outcome.complaints.append(f"accepted what is wrong: {case.wrong}")
    if code != 0 and case.right and not outcome.interrupted:
        outcome.complaints.append(f"refused what is right: {short(outcome.stderr.decode(errors='replace'))}")
    if outcome.memory > MEMORY_ALLOWED:
        outcome.complaints.append(f"{outcome.memory >> 10} MiB of memory")


def judge_rest(outcome: Outcome) -> None:
    """What is left of the programs of a command that has ended."""
    case = outcome.case
    pids = case.path("noted").read_text().split() if case.path("noted").exists() else []
    if not pids:
        outcome.complaints.append("its program was not asked")
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        left = [pid for pid in pids if is_running(pid)]
        folders = [path.name for path in case.path("temporary").iterdir()]
        if not left and not folders:
            return
        time.sleep(0.05)
    for pid in left:
        os.kill(int(pid), signal.SIGKILL)
    outcome.complaints.append(f"leaves {len(left)} processes and the folders {folders}")


def is_running(pid: str) -> bool:
    """Whether there is such a process that has not ended."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2][0] not in "ZX"
    except OSError:
        return False


def judge_words(outcome: Outcome, before: dict[str, bytes]) -> None:
    """What the program said to stderr."""
    case = outcome.case
    try:
        text = outcome.stderr.decode()
    except UnicodeDecodeError:
        outcome.complaints.append("stderr is no UTF-8")
        text = outcome.stderr.decode(errors="replace")
    own = "\0".join(case.arguments)
    # A message may have a line of the case in it, such as one that cannot be read, and a mark below it.
    longest = max([len(own), *(len(line) for data in before.values() for line in data.splitlines())])
    for words in FORBIDDEN + case.unsaid:
        if words in text and words not in own:
            outcome.complaints.append(f"says {words!r}")
    if outcome.code == 2 and not text.strip():
        outcome.complaints.append("says nothing")
    if outcome.code == 2 and len(outcome.stderr) > LONGEST_MESSAGE + 4 * longest:
        outcome.complaints.append(f"says {len(outcome.stderr)} bytes")
    first = text.partition("\n")[0]
    if re.search(r"[\x00-\x1f\x7f-\x9f]", first) or "\x1b" in text:
        outcome.complaints.append(f"control characters: {short(first)}")
    if "os error" in text and not re.search(r"/|cannot \w+ \S|[\w-]+\.\w+", text.partition("(os error")[0]):
        outcome.complaints.append(f"an error of the system without a file: {short(text)}")


def judge_results(outcome: Outcome) -> None:
    """What the program said to stdout."""
    if b"\x1b" in outcome.stdout:
        outcome.complaints.append("control characters among the results")
    arguments = outcome.case.arguments
    as_json = "--json" in arguments and arguments[0] in OPTIONS
    if outcome.code == 0 and as_json and len(outcome.stdout) < LONGEST_OUTPUT:
        try:
            json.loads(outcome.stdout, parse_constant=lambda name: int(name))
        except ValueError:
            outcome.complaints.append("results that are no JSON")


def judge_files(outcome: Outcome, before: dict[str, bytes], after: dict[str, bytes]) -> None:
    """What became of files."""
    case, code = outcome.case, outcome.code
    writing = {"--html", "--save", "--svg", "--dir"}
    given_out = {argument for option, argument in zip(case.arguments, case.arguments[1:]) if option in writing}
    for name, data in before.items():
        within = bool(case.out) and name.startswith(case.out + "/")
        ours = name.startswith("precious/") or name.endswith("notes.txt") or not within
        if after.get(name) == data or (name in given_out and not case.wrong):
            continue
        if ours or code == 2:
            what = "changed" if name in after else "removed"
            outcome.complaints.append(f"{name} {what}, exit code {code}")
    if code == 0 and not outcome.interrupted:
        for name, data in case.expected.items():
            if after.get(name) != data:
                what = "other bytes than it should have" if name in after else "not there"
                outcome.complaints.append(f"accepted, and {name} is {what}")


def free(folder: Path) -> None:
    """Removes a folder, whatever the modes of its files."""
    for path in folder.rglob("*"):
        if path.is_dir() and not path.is_symlink():
            path.chmod(0o700)
    shutil.rmtree(folder, ignore_errors=True)


def run_case(number: int, kind: str, seed: int, folder: Path, fixtures: Fixtures, keep: bool) -> Outcome:
    """Makes a case, plays it, judges it, and removes its folder."""
    case = make_case(number, kind, seed, folder, fixtures)
    before = snapshot(folder)
    outcome = play(case)
    judge(outcome, before, snapshot(folder))
    if not keep:
        free(folder)
    return outcome


def shown(arguments: list[str]) -> str:
    """A command as one would type it; what is very long is cut."""
    words = []
    for argument in arguments:
        raw = argument.encode("utf-8", "surrogateescape")
        try:
            plain = raw.decode()
            quoted = shlex.quote(plain) if plain.isprintable() else "$'" + repr(raw)[2:-1].replace('"', '\\"') + "'"
        except UnicodeDecodeError:
            quoted = "$'" + repr(raw)[2:-1] + "'"
        words.append(quoted if len(quoted) <= 400 else f"{quoted[:60]}…({len(raw)} bytes)…{quoted[-20:]}")
    return " ".join(words)


def tell(outcome: Outcome) -> None:
    """A finding, with the command and what the program said."""
    case = outcome.case
    print(f"\ncase {case.number} ({case.kind}): {case.what}")
    for complaint in outcome.complaints:
        print(f"  ! {complaint}")
    print(f"  riverlab {shown(case.arguments)}")
    for line in outcome.stderr.decode(errors="replace").splitlines()[:4]:
        print(f"  | {line[:300]!r}")


def table(outcomes: list[Outcome]) -> None:
    """Kinds of cases by exit codes."""
    codes = sorted({outcome.code for outcome in outcomes}, key=lambda code: (code < 0, abs(code)))
    heads = "".join(f"exit {code}".rjust(10) for code in codes)
    print(f"{'kind':10}{'cases':>7}{heads}{'findings':>10}{'seconds':>9}")
    for kind in KINDS:
        own = [outcome for outcome in outcomes if outcome.case.kind == kind]
        if own:
            counts = Counter(outcome.code for outcome in own)
            bad = sum(bool(outcome.complaints) for outcome in own)
            seconds = sum(outcome.seconds for outcome in own)
            print(f"{kind:10}{len(own):7}" + "".join(f"{counts[code]:10}" for code in codes) + f"{bad:10}{seconds:9.1f}")


def uncovered() -> list[str]:
    """Options that the program has, and no case tries."""
    missing = []
    for command, options in OPTIONS.items():
        done = subprocess.run([program(), command, "--help"], capture_output=True, text=True, env=environment())
        found = set(re.findall(r"^ {2,6}(?:-\w, )?(--[a-z-]+)", done.stdout, re.MULTILINE)) - {"--help"}
        missing += [f"{command} {option}" for option in sorted(found - set(options))]
    return missing


def main() -> int:
    parser = argparse.ArgumentParser(description="Hostile cases for the program.")
    parser.add_argument("--cases", type=int, default=700, help="how many (700)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", choices=list(KINDS), help="cases of this kind alone")
    parser.add_argument("--case", type=int, help="this one alone; its folder is kept")
    parser.add_argument("--jobs", type=int, default=1, help="how many at the same time (1)")
    options = parser.parse_args()
    kinds = list(KINDS)
    if options.case is not None:
        numbers = [options.case]
    elif options.only:
        numbers = [kinds.index(options.only) + len(kinds) * number for number in range(options.cases)]
    else:
        numbers = list(range(options.cases))
    if not os.access(program(), os.X_OK):
        sys.exit(f"{program()}: is not there; build it, or name another one in RIVERLAB")
    # What the program is given is inherited from here.
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_LIMIT, MEMORY_LIMIT))
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(130))
    # A shell starts what is in the background deaf to these; the program is not to inherit that.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGHUP, lambda *_: sys.exit(130))
    folder = Path(tempfile.mkdtemp(prefix="hostile-"))
    start = time.monotonic()
    try:
        for option in uncovered():
            print(f"no case has {option}")
        fixtures = Fixtures(folder / "sound")

        def one(number: int) -> Outcome:
            return run_case(number, kinds[number % len(kinds)], options.seed, folder / f"case-{number}", fixtures,
                            options.case is not None)

        if options.jobs > 1:
            with ThreadPoolExecutor(options.jobs) as pool:
                outcomes = list(pool.map(one, numbers))
        else:
            outcomes = [one(number) for number in numbers]
        if options.case is not None:
            tell(outcomes[0])
            print(f"  exit code {outcomes[0].code} after {outcomes[0].seconds:.2f} s in {outcomes[0].case.folder}")
            return int(bool(outcomes[0].complaints))
        findings = [outcome for outcome in outcomes if outcome.complaints]
        table(outcomes)
        print(f"seed {options.seed}: {len(outcomes)} cases in {time.monotonic() - start:.0f} s, {len(findings)} findings")
        classes = Counter(complaint.partition(":")[0] for outcome in findings for complaint in outcome.complaints)
        for complaint, count in sorted(classes.items()):
            print(f"{count:6} x {complaint}")
        for outcome in findings:
            tell(outcome)
        return int(bool(findings))
    except KeyboardInterrupt:
        return 130
    finally:
        if options.case is None:
            free(folder)


if __name__ == "__main__":
    sys.exit(main())
