"""Positions as frames of a video."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from . import State

#: Width and height of a frame in pixels: the same for all positions, as videos need it.
FRAME = (1000, 900)


def frame(state: State, player: int | None = None) -> npt.NDArray[np.uint8]:
    """The picture of a position, as a player may know it or with all that there is: uint8, shape (900, 1000, 3)."""
    pixels: npt.NDArray[np.uint8] = state.picture_pixels(player, size=FRAME)
    return pixels
