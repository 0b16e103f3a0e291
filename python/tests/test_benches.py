"""The benches do the work that they say; times are for people to look at."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

BENCHES = Path(__file__).resolve().parent.parent / "benches"


def bench(name: str, *arguments: str) -> str:
    """What a bench prints."""
    done = subprocess.run([sys.executable, str(BENCHES / name), *arguments], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_all_sides_of_the_bench_of_speed_do_the_same_work() -> None:
    assert "all sides do the same work" in bench("speed.py", "--rounds", "0")


def test_two_threads_choose_what_one_does() -> None:
    assert bench("threads.py", "mcts:sims=20", "1").count("two threads") >= 1
