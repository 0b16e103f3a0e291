"""Pictures of positions: SVG, pixels, and frames of environments."""

from __future__ import annotations

import random
import re
import subprocess
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from conftest import ENDS, PROGRAM

import riverlab
from riverlab.gymnasium import SeatEnv
from riverlab.pettingzoo import raw_env

SVG = "{http://www.w3.org/2000/svg}"


def positions(game: str, players: int) -> list[riverlab.State]:
    """The first position and some later ones, the last one included."""
    rng, state = random.Random(game), riverlab.State(game, players, seed=2)
    found = [state.clone()]
    while not state.is_terminal():
        state.play_chance()
        if len(state.moves()) > 60 * len(found):
            found.append(state.clone())
        if not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
    return [*found[:3], state]


@pytest.mark.parametrize(("game", "players"), ENDS)
def test_pictures_are_drawn_for_everybody(game: str, players: int) -> None:
    for state in positions(game, players):
        for player in [*range(players), None]:
            svg = state.picture_svg(player)
            root = ElementTree.fromstring(svg)
            assert root.tag == SVG + "svg"
            # Every color that is used is declared, so that the rasterizer finds it.
            assert set(re.findall(r"var\((--[\w-]+)\)", svg)) <= set(re.findall(r"(--[\w-]+):", svg))
            shown = root.findtext(SVG + "desc")
            assert shown == (str(state) if player is None else state.observation_string(player))
        assert state._repr_svg_() == state.picture_svg()
        pixels = state.picture_pixels()
        assert pixels.dtype == np.uint8 and pixels.shape == (int(root.attrib["height"]), int(root.attrib["width"]), 3)
        # Each color as one number.
        assert 3 < len(np.unique(pixels @ np.array([1 << 16, 1 << 8, 1])))
        assert state.picture_pixels().tobytes() == pixels.tobytes()


def test_pixels_have_the_colors_and_the_text_of_the_drawing() -> None:
    state = riverlab.State("connect-four", 2)
    state.apply_move("4")
    pixels = state.picture_pixels()
    assert pixels.shape == (480, 560, 3)
    # The disc at the bottom of the fourth column, and the number 1 on it, in white.
    colors = [tuple(color) for color in pixels[420:460, 260:300].reshape(-1, 3).tolist()]
    assert colors.count((0x0B, 0x62, 0xA4)) > 800 and 20 < colors.count((255, 255, 255)) < 400
    # Beside it there is no disc.
    assert (0x0B, 0x62, 0xA4) not in [tuple(color) for color in pixels[420:460, 340:380].reshape(-1, 3).tolist()]


def test_pictures_fit_into_a_size() -> None:
    state = riverlab.State("connect-four", 2)
    assert state.picture_pixels(0, size=(56, 48)).shape == (48, 56, 3)
    wide = state.picture_pixels(size=(1000, 48))
    # It stands in the middle, and what is beside it is white.
    assert wide.shape == (48, 1000, 3) and (wide[:, :472] == 255).all() and (wide[:, 528:] == 255).all()
    assert wide[:, 472:528].tobytes() == state.picture_pixels(size=(56, 48)).tobytes()
    for size in [(0, 5), (5, 0), (4097, 5), (5, 10**6)]:
        with pytest.raises(ValueError, match="size=.*: expected a whole number from 1 to 4096"):
            state.picture_pixels(size=size)
    with pytest.raises(IndexError, match="players are 0 to 1"):
        state.picture_pixels(2)
    with pytest.raises(IndexError, match="players are 0 to 1"):
        state.picture_svg(-1)


@pytest.mark.parametrize("game", ["rio-grande", "river-dragons"])
def test_frames_show_all_or_what_the_own_seat_may_know(game: str) -> None:
    env = raw_env(game, 2, render_mode="rgb_array")
    env.reset(seed=3)
    for _ in range(6):
        env.step(int(np.flatnonzero(env.infos[env.agent_selection]["action_mask"])[0]))
    all_of_it = env.render()
    assert isinstance(all_of_it, np.ndarray) and all_of_it.shape == (900, 1000, 3)
    single = SeatEnv(game, ["random"], seat=1, render_mode="rgb_array")
    while env.state_now.current_player() != 1:
        env.step(int(np.flatnonzero(env.infos[env.agent_selection]["action_mask"])[0]))
    all_of_it = env.render()
    single.reset(seed=3, options={"state": env.state_now})
    own = single.render()
    assert isinstance(all_of_it, np.ndarray)
    assert own.shape == (900, 1000, 3) and own.tobytes() != all_of_it.tobytes()
    assert own.tobytes() == env.state_now.picture_pixels(1, size=(1000, 900)).tobytes()


@pytest.mark.parametrize("game", ["the-river", "rio-grande"])
def test_drawings_are_those_that_the_program_writes(game: str, tmp_path: Path) -> None:
    trace = subprocess.run([PROGRAM, "trace", game, "--seed", "4"], check=True, capture_output=True).stdout
    (tmp_path / "game.jsonl").write_bytes(trace)
    svg = tmp_path / "svg"
    subprocess.run([PROGRAM, "replay", tmp_path / "game.jsonl", "--svg", svg], check=True, capture_output=True)
    state, compared = riverlab.State(game, 2), 0
    moves = re.findall(rb'"move":"([^"]*)"', trace)
    for number, move in enumerate(moves):
        if number % 20 == 0:
            assert (svg / f"position-{number:04}.svg").read_text() == state.picture_svg()
            compared += 1
        state.apply_move(move.decode())
    assert compared > 5 and (svg / f"position-{len(moves):04}.svg").read_text() == state.picture_svg()
