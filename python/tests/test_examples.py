"""The examples run as their docstrings say."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"


def example(name: str, *arguments: str, cwd: Path) -> str:
    """What an example prints."""
    words = [sys.executable, str(EXAMPLES / name), *arguments]
    done = subprocess.run(words, capture_output=True, text=True, cwd=cwd, timeout=300)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_tournament_is_a_data_frame_and_a_picture(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    pytest.importorskip("pandas")
    printed = example("tournament.py", "--deals", "5", "--out", "shares.png", cwd=tmp_path)
    assert all(bot in printed for bot in ["mcts:sims=50", "greedy", "ply", "random"])
    from PIL import Image

    picture = Image.open(tmp_path / "shares.png")
    assert picture.size == (1200, 420) and len(np.unique(np.asarray(picture.convert("RGB")).reshape(-1, 3), axis=0)) > 50


def test_a_bot_in_twenty_lines_plays_a_search(tmp_path: Path) -> None:
    source = (EXAMPLES / "own_bot.py").read_text(encoding="utf-8")
    code = source[source.index("class FlatMonteCarlo") : source.index("def main")].rstrip().splitlines()
    assert len(code) <= 20
    printed = example("own_bot.py", "--deals", "4", "--against", "mcts:sims=20", cwd=tmp_path)
    assert "py:FlatMonteCarlo" in printed and "mcts:sims=20" in printed
    # It wins clearly against random moves.
    printed = example("own_bot.py", "--deals", "10", "--against", "random", cwd=tmp_path)
    share = next(line for line in printed.splitlines() if line.split()[0] == "share")
    assert float(share.split()[1]) > 0.7


def test_a_study_of_one_building(tmp_path: Path) -> None:
    pytest.importorskip("pandas")
    printed = example("building.py", "--deals", "20", cwd=tmp_path)
    assert all(word in printed for word in ["ban", "grant", "points+1", "points-1", "share_effect", "verdict"])
