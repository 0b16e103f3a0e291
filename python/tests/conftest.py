"""What all tests share: the games with their variants and numbers of players."""

from __future__ import annotations

import os

import riverlab
from riverlab.__main__ import program

#: Whether the long forms of tests are asked for: all tables, and as many games as the third parties recommend.
LONG = os.environ.get("RIVERLAB_LONG") == "1"

#: The program that came with the package, or another one.
PROGRAM = os.environ.get("RIVERLAB") or str(program())

VARIANTS = {"carcassonne": ["rivers=none", "rivers=1", "rivers=2", "rivers=both"]}

#: Every game and variant with every number of players.
TABLES = [
    (f"{name}:{variant}" if variant else name, players)
    for name, _, least, most in riverlab.games()
    for variant in VARIANTS.get(name, [""])
    for players in range(least, most + 1)
]

#: Every game with the fewest and the most players, for what takes long.
ENDS = sorted({(name, players) for name, _, least, most in riverlab.games() for players in (least, most)})
