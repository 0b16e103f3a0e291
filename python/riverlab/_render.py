"""Positions as pixels."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt


def pixels(text: str) -> npt.NDArray[np.uint8]:
    """A text as a picture: uint8, shape (height, width, 3). Needs Pillow."""
    try:
        from PIL import Image, ImageDraw, ImageFont
    except ImportError as error:
        raise ImportError('render_mode "rgb_array" needs Pillow: pip install pillow') from error
    font = ImageFont.load_default(14)
    left, top, right, bottom = ImageDraw.Draw(Image.new("RGB", (1, 1))).multiline_textbbox((8, 8), text or " ", font=font)
    image = Image.new("RGB", (int(right) + 8, int(bottom) + 8), "white")
    ImageDraw.Draw(image).multiline_text((8, 8), text, fill="black", font=font)
    return np.asarray(image, dtype=np.uint8).copy()
