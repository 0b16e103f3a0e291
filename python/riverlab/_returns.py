"""What the end of a game is worth: win shares, or the same as a zero-sum game."""

from __future__ import annotations


def is_zero_sum(returns: str) -> bool:
    """What an argument `returns` asks for. ValueError if it is neither "shares" nor "zero-sum"."""
    if returns not in ("shares", "zero-sum"):
        raise ValueError(f'returns={returns!r}: allowed are "shares" and "zero-sum"')
    return returns == "zero-sum"


def zero_sum(shares: list[float]) -> list[float]:
    """Win shares of all players, scaled so that a win is 1, an equal share 0, and their sum 0."""
    return [(len(shares) * share - 1) / (len(shares) - 1) for share in shares]
