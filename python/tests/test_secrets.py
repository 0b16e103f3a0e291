"""No interface tells a seat what it cannot know.

Two positions that differ only in what a seat cannot know give that seat the same bytes, through every interface. Such pairs
come from two sources: a position and a guess of it for that seat; and two whole games that are played side by side, in which
other players are dealt and choose other things wherever the rules of the game hide it from the seat. The second source asks
the engine neither for guesses nor for what is hidden. The games of such a pair have different seeds, so that what chance will
do differs always.

What shows all of a position on purpose is no part of this: `str(state)`, `moves()`, `history()`, `picture_svg()` without a
player, and the renderings of the PettingZoo environment.
"""

from __future__ import annotations

import random
import re
import zlib
from collections.abc import Iterator
from typing import Any

import numpy as np
import pyspiel
import pytest
from conftest import LONG, TABLES

import riverlab
import riverlab.openspiel
from riverlab.gymnasium import SeatEnv
from riverlab.pettingzoo import Environment

#: How many positions of each table are compared, by each source.
POSITIONS = 60 if LONG else 20


def frozen(value: Any) -> Any:
    """A value as something that compares by its bytes, types and shapes included."""
    if isinstance(value, np.ndarray):
        return str(value.dtype), value.shape, value.tobytes()
    if isinstance(value, dict):
        return {key: frozen(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [frozen(item) for item in value]
    return value


class Interfaces:
    """All that looks at positions of a table."""

    def __init__(self, game: str, players: int, actions: str, **made: Any) -> None:
        self.actions = actions
        make_environment, make_single = made.get("environment", Environment), made.get("single", SeatEnv)
        self.environments = {}
        for mask in ["observation", "info"]:
            environment = make_environment(game, players, actions=actions, mask=mask)
            environment.reset(seed=0)
            self.environments[mask] = environment
        self.singles = {}
        for mode in ["ansi", "rgb_array"]:
            single = make_single(game, ["random"] * (players - 1), seat=None, actions=actions, render_mode=mode)
            single.reset(seed=0)
            self.singles[mode] = single
        name, _, variant = game.partition(":")
        parameters = {"players": players, "variant": variant.replace("=", ":")}
        self.openspiel = pyspiel.load_game(riverlab.openspiel._name(name), parameters)
        self.observer = made.get("observer", riverlab.openspiel.Observer)
        self.state = made.get("state", lambda state: state)
        self.bots = [riverlab.Bot(spec) for spec in ["greedy", "mcts:sims=12", "mcts:sims=12,reuse=on"]]

    def views(self, state: Any, seat: int, with_bots: bool) -> dict[str, Any]:
        """What a seat is given of a position, by the name of the interface."""
        views = {f"State: {name}": view for name, view in self.verbs(state, seat, with_bots)}
        for mask, environment in self.environments.items():
            views |= {f"PettingZoo, mask in {mask}: {name}": view for name, view in aec(environment, state, seat)}
        for mode, single in self.singles.items():
            # An environment shows nothing before the own seat is to act.
            if state.current_player() == seat and (mode == "ansi" or with_bots):
                views |= {f"Gymnasium, {mode}: {name}": view for name, view in gym(single, state, seat)}
        views |= {f"OpenSpiel: {name}": view for name, view in self.spiel(state, seat)}
        return {name: frozen(view) for name, view in views.items()}

    def verbs(self, state: riverlab.State, seat: int, with_bots: bool) -> Iterator[tuple[str, Any]]:
        """What the verbs of a state give, and what bots make of it."""
        asked = self.state(state)
        for verb in ["observation_tensor", "observation_string", "information_state_string", "legal_actions", "picture_svg"]:
            yield verb, getattr(asked, verb)(seat)
        for verb in ["current_player", "is_terminal", "returns", "rewards"]:
            yield verb, getattr(asked, verb)()
        if state.current_player() != seat:
            return
        for verb in ["legal_actions", "legal_actions_mask", "legal_moves", "move_features"]:
            yield f"{verb} to act", getattr(asked, verb)()
        yield "action_to_string", [state.action_to_string(action) for action in state.legal_actions()]
        if with_bots:
            yield "bots", [bot.choose(state, seed=5) for bot in self.bots]
            yield "explain", self.bots[1].explain(state, seed=6)

    def spiel(self, state: Any, seat: int) -> Iterator[tuple[str, Any]]:
        """What OpenSpiel gives."""
        position = self.openspiel.new_initial_state()
        position.riverlab = state
        # Where chance is to act, OpenSpiel gives the outcomes of chance, whoever is asked for.
        if not position.is_chance_node():
            yield "legal actions", position.legal_actions(seat)
        yield "information state string", position.information_state_string(seat)
        yield "observation string", position.observation_string(seat)
        yield "observation tensor", np.array(position.observation_tensor(seat))
        for recalls in [True, False]:
            kind = pyspiel.IIGObservationType(perfect_recall=recalls)
            observer = self.observer(self.openspiel, kind)
            observer.set_from(position, seat)
            yield f"observer, recall {recalls}", [observer.tensor, observer.dict, observer.string_from(position, seat)]

    def compare(self, one: Any, other: Any, seat: int, with_bots: bool = False) -> None:
        """Fails, with the name of the interface, where a seat is given different things."""
        ours, theirs = self.views(one, seat, with_bots), self.views(other, seat, with_bots)
        different = [name for name in ours if ours[name] != theirs[name]]
        assert not different and ours.keys() == theirs.keys(), f"seat {seat} is told: {different}\n{one}\n{other}"


def aec(environment: Environment, state: Any, seat: int) -> Iterator[tuple[str, Any]]:
    """What PettingZoo's environment gives the agent of a seat in a position."""
    agent = f"player_{seat}"
    environment.state_now = state
    environment.infos = {other: {"action_mask": environment._no_actions.copy()} for other in environment.agents}
    environment._select()
    yield "observe", environment.observe(agent)
    yield "infos", environment.infos[agent]
    yield "rewards", environment.rewards[agent]
    yield "agent_selection", environment.agent_selection
    if environment.agent_selection == agent:
        yield "last", environment.last()


def gym(single: SeatEnv, state: Any, seat: int) -> Iterator[tuple[str, Any]]:
    """What Gymnasium's environment gives the own seat in a position."""
    observation, info = single.reset(seed=1, options={"state": state})
    yield "observation", observation
    yield "info", info
    yield "action_masks", single.action_masks()
    yield "render", single.render()


def drawn(state: riverlab.State, rng: random.Random) -> str:
    """A move, of chance or of a player, as text."""
    if state.is_chance_node():
        actions, weights = zip(*state.chance_outcomes())
        return state.action_to_string(rng.choices(actions, weights)[0])
    return state.action_to_string(rng.choice(state.legal_actions()))


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_guesses_give_their_observer_the_same(game: str, players: int) -> None:
    rng = random.Random(f"{game} {players} guesses")
    compared = changed = 0
    number = 0
    while compared < POSITIONS:
        number += 1
        actions = ["fixed", "list"][number % 2]
        interfaces = Interfaces(game, players, actions)
        state = riverlab.State(game, players, seed=number, actions=actions)
        until = rng.randrange(8)
        while not state.is_terminal() and compared < (number + 1) * POSITIONS // 4:
            if until == 0:
                until = rng.randrange(4, 25)
                compared += 1
                for seat in range(players):
                    guess = state.resample_from_infostate(seat, rng.randrange(1 << 53))
                    changed += str(guess) != str(state)
                    interfaces.compare(state, guess, seat, with_bots=compared % 4 == 0)
            until -= 1
            state.apply_move(drawn(state, rng))
    hides = game in ["rio-grande", "river-dragons"]
    # Nobody can have programmed yet, and all may have been revealed.
    assert changed >= compared * (players - 1) // 4 if hides else changed == 0, (compared, changed)


OWN_LINE = re.compile(r"^p\d+: .*$", re.MULTILINE)
PROGRAM_OF = re.compile(r"^p\d+ .*, program ?(.*)$", re.MULTILINE)
POSITION = re.compile(r"^round (\d+),(?:.* position (\d+),)?")


def is_hidden(game: str, state: riverlab.State, move: str, seat: int) -> bool:
    """Whether the rules of the game hide a move from a seat: a card that is dealt to another, a card that another programs."""
    if game == "river-dragons":
        return move.startswith("program:") and state.current_player() != seat
    if game == "rio-grande" and state.is_chance_node():
        after = state.clone()
        after.apply_move(move)
        hands = zip(OWN_LINE.findall(str(state)), OWN_LINE.findall(str(after)), strict=True)
        dealt_to = [player for player, (before, now) in enumerate(hands) if before != now]
        return dealt_to != [] and seat not in dealt_to
    return False


def can_be_told_apart(game: str, one: riverlab.State, other: riverlab.State) -> bool:
    """Whether the rules have shown everybody a difference of two games: cards of River Dragons that were revealed."""
    if game != "river-dragons":
        return False
    ours, theirs = POSITION.search(str(one)), POSITION.search(str(other))
    if ours is None or theirs is None or ours.groups() != theirs.groups():
        return True
    revealed = int(ours[2] or 0)
    programs = zip(PROGRAM_OF.findall(str(one)), PROGRAM_OF.findall(str(other)))
    return any(mine.split()[:revealed] != yours.split()[:revealed] for mine, yours in programs)


def twins(game: str, players: int, seat: int, seed: int, actions: str) -> Iterator[tuple[Any, Any]]:
    """Pairs of positions, of two games that a seat cannot tell apart."""
    rng = random.Random(f"{game} {players} {seat} {seed}")

    def begin(seed: int, moves: list[str]) -> riverlab.State:
        state = riverlab.State(game, players, seed=seed, actions=actions)
        for move in moves:
            state.apply_move(move)
        return state

    one, other = begin(2 * seed, []), begin(2 * seed + 1, [])
    round_before: str | None = None
    while not one.is_terminal():
        move, theirs = drawn(one, rng), None
        hidden = is_hidden(game, one, move, seat)
        if hidden:
            alternatives = [text for text in other.legal_moves() if is_hidden(game, other, text, seat)]
            # Often the same, so that games are alike for long.
            theirs = move if rng.random() < 0.5 and move in alternatives else rng.choice(alternatives)
        else:
            # What is in the way of a pair is a card that only one of both holds: others play what both can.
            both = [text for text in one.legal_moves() if text in set(other.legal_moves())]
            if not one.is_chance_node() and both:
                move = rng.choice(both)
            theirs = move if move in other.legal_moves() else None
        one.apply_move(move)
        if theirs is not None:
            other.apply_move(theirs)
        # Programs that were not alike have been carried out when a round of River Dragons ends.
        found = POSITION.search(str(one)) if game == "river-dragons" else None
        round_now = found and found[1]
        if theirs is None or round_now != round_before or can_be_told_apart(game, one, other):
            other = begin(2 * seed + 1, one.moves())
        round_before = round_now
        yield one, other


def future(state: riverlab.State) -> list[str]:
    """What chance does next by the seed of a state."""
    after = state.clone()
    after.play_chance()
    return after.moves()[len(state.moves()) :]


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_games_that_a_seat_cannot_tell_apart_give_it_the_same(game: str, players: int) -> None:
    compared = changed = own_turns = other_futures = 0
    rng = random.Random(f"{game} {players} twins")
    number = 0
    while compared < POSITIONS:
        number += 1
        seat, actions = number % players, ["fixed", "list"][number % 2]
        interfaces = Interfaces(game, players, actions)
        most = max(4, POSITIONS // (2 * players))
        for one, other in twins(game, players, seat, number, actions):
            differs = str(one) != str(other)
            if one.is_chance_node():
                other_futures += future(one) != future(other)
            # Of the positions in which hidden things differ and the seat is to act more are compared than of the others.
            if rng.random() < (0.5 if differs and one.current_player() == seat else 0.1):
                compared, most = compared + 1, most - 1
                changed += differs
                own_turns += differs and one.current_player() == seat
                interfaces.compare(one, other, seat, with_bots=compared % 4 == 0)
                if most == 0:
                    break
    if game in ["rio-grande", "river-dragons"]:
        assert changed >= POSITIONS // 2 and own_turns >= POSITIONS // 8, (compared, changed, own_turns)
    else:
        assert changed == 0 and (other_futures > 5 or game == "connect-four"), other_futures


VERBS = ["observation_tensor", "observation_string", "information_state_string", "legal_actions", "picture_svg", "returns"]


class LeakyState:
    """A state with a verb that tells all."""

    def __init__(self, state: riverlab.State, verb: str) -> None:
        self.state, self.verb = state, verb

    def __getattr__(self, name: str) -> Any:
        member = getattr(self.state, name)
        return (lambda *arguments: [member(*arguments), str(self.state)]) if name == self.verb else member


@pytest.mark.parametrize("leak", [*VERBS, "none", "observe", "infos", "info", "render", "string_from", "set_from"])
@pytest.mark.parametrize("game", ["rio-grande", "river-dragons"])
def test_a_planted_leak_is_found(game: str, leak: str) -> None:
    def secret(state: riverlab.State) -> float:
        return float(zlib.crc32(str(state).encode()) % 1_000_003)

    class LeakyEnvironment(Environment):
        def observe(self, agent: str) -> Any:
            seen = super().observe(agent)
            if leak == "observe":
                (seen["observation"] if isinstance(seen, dict) else seen)[-1] = secret(self.state_now)
            return seen

        def _select(self) -> None:
            super()._select()
            if leak == "infos":
                self.infos[self.agent_selection] = {"action_mask": self._legal, "secret": np.array(secret(self.state_now))}

    class LeakySeat(SeatEnv):
        def _info(self) -> dict[str, Any]:
            return super()._info() | ({"history": self.state.moves()} if leak == "info" else {})

        def render(self) -> Any:
            return str(self.state) if leak == "render" else super().render()

    class LeakyObserver(riverlab.openspiel.Observer):
        def set_from(self, state: Any, player: int) -> None:
            super().set_from(state, player)
            if leak == "set_from":
                self.tensor[0] = secret(state.riverlab)

        def string_from(self, state: Any, player: int) -> str:
            return str(state) if leak == "string_from" else super().string_from(state, player)

    interfaces = Interfaces(
        game,
        2,
        "fixed",
        environment=LeakyEnvironment,
        single=LeakySeat,
        observer=LeakyObserver,
        state=lambda state: LeakyState(state, leak),
    )
    pairs = ((one, other) for one, other in twins(game, 2, 0, 7, "fixed") if one.current_player() == 0)
    one, other = next((one, other) for one, other in pairs if str(one) != str(other))
    if leak == "none":
        interfaces.compare(one, other, 0, with_bots=True)
        return
    with pytest.raises(AssertionError, match="seat 0 is told"):
        interfaces.compare(one, other, 0)


def test_enough_positions_are_compared() -> None:
    assert 2 * POSITIONS * len(TABLES) >= 1000
