"""The bounds of observations."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from . import Feature

Bounds = npt.NDArray[np.float32]


def bounds(features: list[Feature]) -> tuple[Bounds, Bounds]:
    """For each number of an observation the least and the largest that it can be, each of shape (numbers,).

    Learners take a range without width for a mistake: what is always the same has one of width 1.
    """
    sizes = [int(np.prod(feature.shape)) for feature in features]
    low = np.repeat(np.array([feature.low for feature in features], dtype=np.float32), sizes)
    high = np.repeat(np.array([feature.high for feature in features], dtype=np.float32), sizes)
    return low, np.maximum(high, low + 1)
