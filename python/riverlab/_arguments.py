"""What environments take: seeds and bots."""

from __future__ import annotations

import operator
import os
from collections.abc import Iterable
from typing import SupportsIndex, TypeAlias

from . import Bot
from ._riverlab import MAX_SEED
from .experiments import _listed

#: The path or the text of a rules table.
Rules: TypeAlias = str | os.PathLike[str] | None


def seed_of(seed: SupportsIndex) -> int:
    """A seed."""
    number = operator.index(seed)
    if not 0 <= number <= MAX_SEED:
        raise ValueError(f"seed={number}: expected a whole number from 0 to {MAX_SEED}")
    return number


def specs_of(opponents: Iterable[str | Bot]) -> list[str]:
    """The specs of bots, in order."""
    if isinstance(opponents, (str, bytes, Bot)) or not isinstance(opponents, Iterable):
        raise TypeError(f"opponents={opponents!r}: expected a list of specs, or of riverlab.Bot")
    specs = [bot.spec if isinstance(bot, Bot) else bot for bot in _listed("opponents", opponents)]
    for spec in specs:
        if not isinstance(spec, str):
            raise TypeError(f"opponents: {spec!r}: expected a spec, or a riverlab.Bot")
    return specs
