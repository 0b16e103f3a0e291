"""The same game in Rust and through every Python interface: equal legal lists, points and outcomes.

Both directions are tested. The program writes games (`riverlab trace`) that are played again through an interface, which must
offer the same moves in every decision and end with the same points and shares. And games that were played through an
interface are written down, with the legal lists that it has given, for the program to check (`riverlab replay`).
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest
from conftest import PROGRAM, TABLES

import riverlab
import riverlab.openspiel
from riverlab.gymnasium import SeatEnv
from riverlab.pettingzoo import env

#: The games by name, each with its variants and numbers of players.
GAMES = {name: [table for table in TABLES if table[0].split(":")[0] == name] for name, *_ in riverlab.games()}
#: How many games of each are compared through an interface.
MANY = 100

Line = dict[str, Any]


def seed_of_first_game(seed: int) -> int:
    """The seed of the first game after `reset(seed=…)` of an environment."""
    return int(np.random.default_rng(seed).integers(1 << 53))


def traced(name: str, number: int) -> tuple[str, int, list[Line], Line]:
    """A game that the program has played: the game with its variant, the players, the moves, and the outcome.

    Numbers go through all variants and numbers of players; bots are random ones, and greedy ones that all end games earlier.
    """
    game, players = GAMES[name][number % len(GAMES[name])]
    bots = "greedy" if number % 3 == 0 else "random"
    arguments = ["--players", players, "--seed", seed_of_first_game(number), "--bots", bots]
    done = subprocess.run([PROGRAM, "trace", game, *map(str, arguments)], check=True, capture_output=True, text=True)
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert lines[0]["game"] == name and "outcome" in lines[-1]
    return game, players, lines[1:-1], lines[-1]["outcome"]


def decisions(lines: list[Line]) -> list[Line]:
    """The moves of players."""
    return [line for line in lines if line["turn"] != "chance"]


def check_end(state: riverlab.State, lines: list[Line], outcome: Line) -> None:
    assert state.is_terminal() and state.moves() == [line["move"] for line in lines]
    assert state.scores() == outcome["scores"] and state.score_parts() == outcome["parts"]
    assert state.returns() == pytest.approx(outcome["shares"], abs=1e-6)


@pytest.mark.parametrize("actions", ["fixed", "list"])
@pytest.mark.parametrize("name", GAMES)
def test_states_play_the_games_of_the_program(name: str, actions: str) -> None:
    compared = 0
    for number in range(MANY):
        game, players, lines, outcome = traced(name, number)
        state = riverlab.State(game, players, seed=seed_of_first_game(number), actions=actions)
        state.play_chance()
        for line in decisions(lines):
            assert line["turn"] == f"p{state.current_player() + 1}"
            texts = state.legal_moves()
            assert sorted(texts) == line["legal"]
            assert np.count_nonzero(state.legal_actions_mask()) == len(line["legal"])
            state.apply_action(state.legal_actions()[texts.index(line["move"])])
            state.play_chance()
            compared += 1
        check_end(state, lines, outcome)
    assert compared > 5 * MANY


#: A program that plays at random, by the protocol of docs/programs.md, and writes down the legal lists that it is told.
LISTENER = """
import json, random, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["t"] == "hello":
        print(json.dumps({"t": "hello", "protocol": 1, "name": "listener", "deterministic": True}), flush=True)
    elif message["t"] == "move":
        with open(sys.argv[1], "a") as file:
            print(json.dumps(message["legal"]), file=file)
        move = random.Random(message["seed"]).choice(message["legal"])
        print(json.dumps({"t": "move", "id": message["id"], "move": move}), flush=True)
"""


@pytest.mark.parametrize("name", GAMES)
def test_lists_are_in_the_order_that_programs_are_told(name: str, tmp_path: Path) -> None:
    (tmp_path / "listener.py").write_text(LISTENER)
    for number, (game, players) in enumerate(GAMES[name]):
        file = tmp_path / f"{number}.jsonl"
        bots = ["cmd:listener", *["greedy"] * (players - 1)]
        program = ["--program", f"listener={sys.executable} {tmp_path / 'listener.py'} {file}"]
        command = [PROGRAM, "trace", game, "--players", str(players), "--bots", *bots, *program]
        lines = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
        told = [json.loads(line) for line in file.read_text().splitlines()]
        state, listed = riverlab.State(game, players, actions="list"), []
        for line in map(json.loads, lines[1:-1]):
            if line["turn"] == "p1":
                listed.append(state.legal_moves())
            state.apply_move(line["move"])
        assert listed == told and (listed or name == "dice")


@pytest.mark.parametrize("name", GAMES)
def test_pettingzoo_plays_the_games_of_the_program(name: str) -> None:
    for number in range(MANY):
        game, players, lines, outcome = traced(name, number)
        mask, actions = ["observation", "info"][number % 2], ["fixed", "list"][number // 2 % 2]
        returns = ["shares", "zero-sum"][number // 4 % 2]
        environment = env(game, players, actions=actions, mask=mask, returns=returns)
        environment.reset(seed=number)
        state = environment.unwrapped.state_now
        for line in decisions(lines):
            agent = environment.agent_selection
            assert agent == f"player_{int(line['turn'][1:]) - 1}"
            observation, reward, termination, truncation, info = environment.last()
            assert (reward, termination, truncation) == (0, False, False)
            flags = observation["action_mask"] if isinstance(observation, dict) else info["action_mask"]
            legal = {state.action_to_string(int(action)): int(action) for action in np.flatnonzero(flags)}
            assert sorted(legal) == line["legal"]
            environment.step(legal[line["move"]])
        check_end(state, lines, outcome)
        shares = np.array(outcome["shares"])
        rewards = shares if returns == "shares" else (players * shares - 1) / (players - 1)
        assert [environment.rewards[f"player_{seat}"] for seat in range(players)] == pytest.approx(rewards, abs=1e-6)
        assert all(environment.terminations.values())


@pytest.mark.parametrize("name", GAMES)
def test_openspiel_plays_the_games_of_the_program(name: str) -> None:
    for number in range(MANY):
        game, players, lines, outcome = traced(name, number)
        parameters = {"players": players, "variant": game.partition(":")[2].replace("=", ":")}
        parameters["returns"] = ["shares", "zero-sum"][number % 2]
        state = pyspiel.load_game(riverlab.openspiel._name(name), parameters).new_initial_state()
        for line in lines:
            player = state.current_player()
            assert line["turn"] == ("chance" if player == pyspiel.PlayerId.CHANCE else f"p{player + 1}")
            legal = {state.action_to_string(player, action): action for action in state.legal_actions()}
            assert line["turn"] == "chance" or sorted(legal) == line["legal"]
            state.apply_action(legal[line["move"]])
        shares = np.array(outcome["shares"])
        returns = shares if parameters["returns"] == "shares" else (players * shares - 1) / (players - 1)
        assert state.is_terminal() and state.returns() == pytest.approx(returns, abs=1e-6)
        check_end(state.riverlab, lines, outcome)


@pytest.mark.parametrize("name", GAMES)
def test_the_program_agrees_with_games_of_gymnasium(name: str, tmp_path: Path) -> None:
    """Bots play the other seats as they like: the program checks the games that come about."""
    checked = 0
    for number in range(MANY):
        game, players = GAMES[name][number % len(GAMES[name])]
        rng, seat, actions = random.Random(number), number // 2 % players, ["fixed", "list"][number % 2]
        bots = [["greedy", "random"][(number + bot) % 2] for bot in range(players - 1)]
        single = SeatEnv(game, bots, seat=seat, actions=actions)
        _, info = single.reset(seed=number)
        if single.state.is_terminal():
            # A game of dice may end before the own seat has had a turn.
            assert name == "dice" and not info["action_mask"].any()
            continue
        legal_lists, over, reward = {}, False, 0.0
        while not over:
            mask = single.action_masks()
            assert mask.tobytes() == info["action_mask"].tobytes()
            legal = {single.state.action_to_string(int(action)): int(action) for action in np.flatnonzero(mask)}
            legal_lists[len(single.state.moves())] = sorted(legal)
            _, reward, over, _, info = single.step(legal[rng.choice(sorted(legal))])
        shares = single.state.returns()
        assert reward == shares[seat]
        outcome = {"scores": info["scores"].tolist(), "shares": shares, "parts": single.state.score_parts()}
        check_by_program(game, players, single.state.moves(), legal_lists, outcome, tmp_path / f"{number}.jsonl")
        checked += 1
    assert checked > MANY // 2


def check_by_program(
    game: str, players: int, moves: list[str], legal_lists: dict[int, list[str]], outcome: Line, file: Path
) -> None:
    """Writes a game as the program does, and lets it check what is written."""
    name, _, variant = game.partition(":")
    header = {"game": name, "players": players, "rules_version": "1"}
    header |= dict([variant.split("=")] if variant else [])
    state, lines = riverlab.State(game, players), [header]
    for number, move in enumerate(moves):
        player = state.current_player()
        line: Line = {"turn": "chance" if player < 0 else f"p{player + 1}", "move": move}
        lines.append(line | ({"legal": legal_lists[number]} if number in legal_lists else {}))
        state.apply_move(move)
    lines.append({"outcome": outcome})
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    done = subprocess.run([PROGRAM, "replay", file], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_the_program_finds_what_is_wrong(tmp_path: Path) -> None:
    """The check of games would fail: for a legal list without a move, and for a share."""
    state = riverlab.State("connect-four", 2)
    legal = {}
    for number, move in enumerate("1212121"):
        legal[number] = state.legal_moves()
        state.apply_move(move)
    outcome = {"scores": state.scores(), "shares": state.returns(), "parts": state.score_parts()}
    arguments = ("connect-four", 2, state.moves())
    check_by_program(*arguments, legal, outcome, tmp_path / "right.jsonl")
    with pytest.raises(AssertionError, match='line 3: legal: "1" is missing'):
        check_by_program(*arguments, legal | {1: legal[1][1:]}, outcome, tmp_path / "legal.jsonl")
    with pytest.raises(AssertionError, match="outcome: shares: p1 has 1, not 0"):
        check_by_program(*arguments, legal, outcome | {"shares": [0.0, 1.0]}, tmp_path / "shares.jsonl")
