"""Checks of a game of your own: that its methods keep what they promise."""

from __future__ import annotations

import json
import math
import os
import pickle
import random
import signal
import sys
import threading
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from .game import CHANCE, FIXED, Actor, Game

Event = tuple[int | str, str]
"""Who did it, a seat or `CHANCE`, and what."""

WORLDS = 40
"""So many positions are compared that a seat cannot tell apart."""
TRIES = 400
"""So many games are played again to find them."""
RARE = 0.6
"""A secret that is known in more of them is not asked for."""


class GameError(ValueError):
    """What is wrong with a game: which method, in which position, and what to do."""


@dataclass
class GameReport:
    """What `check_game` has done.

    >>> print(GameReport("Nim", games=2, decisions=9, chance_events=0, longest=5))
    Nim: 2 games, 9 decisions, 0 chance events, at most 5 moves: nothing is wrong
    """

    game: str
    games: int = 0
    """Games that were played to the end."""
    decisions: int = 0
    chance_events: int = 0
    longest: int = 0
    """The number of moves of the longest game, those of chance included."""
    secrets: int = 0
    """Decisions at which positions were compared that the seat cannot tell apart."""
    taken: set[str] = field(default_factory=set)
    """The elements that somebody could take."""
    notes: list[str] = field(default_factory=list)
    """What could not be checked, and why."""

    def __str__(self) -> str:
        counts = f"{self.games} games, {self.decisions} decisions, {self.chance_events} chance events"
        secrets = f", secrets compared at {self.secrets} decisions" if self.secrets else ""
        lines = [f"{self.game}: {counts}, at most {self.longest} moves{secrets}: nothing is wrong", *self.notes]
        return "\n".join(lines)


def check_game(
    game: type[Game],
    *,
    games: int = 20,
    seed: int = 1,
    players: int | None = None,
    limit: float = 10.0,
    **parameters: int,
) -> GameReport:
    """Plays `games` random games for each number of players, or one number of them, and checks all methods on the way.

    No method may take more than `limit` seconds, which is looked at in the main thread.

    What a seat cannot know is drawn anew in games that are played again: what is the same in all of them `hide` must keep,
    what is not it must draw. The same games are played in another process as well.

    Raises `GameError`, which names the method, the position as the moves that lead to it, and what to do. ValueError if an
    argument is not allowed.

    >>> from riverlab import Game
    >>> class Coin(Game):
    ...     def to_act(self): return None
    ...     def scores(self): return [1]
    >>> try:
    ...     check_game(Coin)
    ... except GameError as error:
    ...     print(str(error).partition(": ")[2])
    return a finite number for each of 2 seats
    """
    if not (isinstance(game, type) and issubclass(game, Game)) or game is Game:
        raise ValueError(f"game={game!r}: a class that extends riverlab.Game is needed")
    if games < 1:
        raise ValueError(f"games={games}: at least 1 is needed")
    if not limit > 0:
        raise ValueError(f"limit={limit}: more than 0 seconds are needed")
    _check_class(game)
    numbers = list(game.players) if players is None else [players]
    if not set(numbers) <= set(game.players):
        raise ValueError(f"players={players}: {game.__name__} is for {', '.join(map(str, game.players))} players")
    report = GameReport(game.__name__)
    values = game.usual_parameters() | parameters
    with _alarm():
        _check_here(game, numbers, values, games, seed, limit, report)
    never = [element for element in game.elements if element not in report.taken]
    if never:
        report.notes.append(f"No move of these games takes {', '.join(never)}.")
    _check_elsewhere(game, numbers, values, games, seed, report)
    return report


class _TooLong(BaseException):
    """A method took too long. It is no Exception, so that no method takes it for one of its own."""


@contextmanager
def _alarm() -> Iterator[None]:
    """Ends methods that take too long, in the main thread."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def ring(_signal: int, _frame: object) -> None:
        raise _TooLong

    before = signal.signal(signal.SIGALRM, ring)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _check_here(
    game: type[Game],
    numbers: list[int],
    values: dict[str, int],
    games: int,
    seed: int,
    limit: float,
    report: GameReport,
) -> None:
    for number in numbers:
        for played in range(games):
            _Checker(game, number, values, Random(f"{seed} {number} {played}"), report, limit).check()
    for name, (_, least, largest) in game.parameters.items():
        for value in (least, largest):
            rng = Random(f"{seed} {name}")
            _Checker(game, numbers[0], values | {name: value}, rng, report, limit).check()


def _check_class(game: type[Game]) -> None:
    def wrong(attribute: str, advice: str) -> GameError:
        return GameError(f"{game.__name__}.{attribute} is {getattr(game, attribute)!r}: {advice}")

    players = list(game.players)
    if not players or any(type(number) is not int or not 1 <= number <= 6 for number in players):
        raise wrong("players", "write the numbers of players, from 1 to 6, as in range(2, 5)")
    if type(game.max_moves) is not int or game.max_moves < 1:
        raise wrong("max_moves", "write a whole number that no game exceeds")
    for bounds in game.parameters.values():
        whole = isinstance(bounds, tuple) and len(bounds) == 3 and all(type(bound) is int for bound in bounds)
        if not whole or not bounds[1] <= bounds[0] <= bounds[2]:
            raise wrong("parameters", "write (usual, least, largest) for each, three whole numbers")
    elements = list(game.elements)
    if len(set(elements)) != len(elements) or any(type(element) is not str or not element for element in elements):
        raise wrong("elements", "write each element once, as a text")
    if elements and not game.has("taken_by"):
        raise GameError(f"{game.__name__} has elements, and no taken_by: write it, so that they can be studied")


class _Checker:
    """One random game under check."""

    def __init__(
        self,
        game: type[Game],
        players: int,
        parameters: dict[str, int],
        rng: Random,
        report: GameReport,
        limit: float = 0.0,
    ) -> None:
        self.game, self.players, self.parameters, self.rng, self.report = game, players, parameters, rng, report
        # Seconds for each call, if that is looked at.
        self.limit = limit if threading.current_thread() is threading.main_thread() else 0.0
        self.history: list[Event | dict[int, str]] = []
        # The seats that saw each event of the history.
        self.sights: list[set[int]] = []
        # How many features there are, by method.
        self.lengths: dict[str, int] = {}
        # Texts that were moves once, and may not be moves now.
        self.texts = ["", "no such move"]
        self.position = self.begin()
        if snapshot(self.begin()) != snapshot(self.position):
            raise self.fail("__init__", "made two positions that differ", "let chance() decide what is random")

    def begin(self) -> Game:
        position: Game = self.run("__init__", lambda: self.game(self.players, **self.parameters))
        return position

    def where(self) -> str:
        moves = [_told(event) for event in self.history]
        place = f"after {', '.join(moves)}" if moves else "in the first position"
        values = "".join(f", {name}={value}" for name, value in self.parameters.items())
        return f"{place} with {self.players} players{values}"

    def fail(self, method: str, what: str, advice: str) -> GameError:
        return GameError(f"{self.game.__name__}.{method} {what} {self.where()}: {advice}")

    def run(self, method: str, call: Callable[[], Any]) -> Any:
        """What a method returns, which may raise nothing and draw no random numbers."""
        before = random.getstate()
        try:
            result = self.timed(method, call)
        except (Exception, SystemExit, GeneratorExit) as error:  # noqa: BLE001 - whatever it raises is what is wrong
            if isinstance(error, GameError):
                raise
            raise self.fail(method, f"raised {type(error).__name__}: {error}", "it must not raise here") from error
        if random.getstate() != before:
            raise self.fail(
                method, "drew from the module random", "draw from the rng that a method is handed, or by chance()"
            )
        return result

    def timed(self, method: str, call: Callable[[], Any]) -> Any:
        """What a method returns, if it does not take too long."""
        if not self.limit:
            return call()
        try:
            signal.setitimer(signal.ITIMER_REAL, self.limit)
            try:
                return call()
            finally:
                signal.setitimer(signal.ITIMER_REAL, 0)
        except _TooLong:
            advice = "it must end, or allow more by limit="
            raise self.fail(method, f"took more than {self.limit} seconds", advice) from None

    def ask(self, position: Game, method: str, *arguments: Any) -> Any:
        """The same of a method that changes nothing, and says the same when it is asked again."""
        before = snapshot(position)
        first = self.run(method, lambda: getattr(position, method)(*arguments))
        kept = snapshot(first)
        again = self.run(method, lambda: getattr(position, method)(*arguments))
        if snapshot(again) != kept:
            raise self.fail(method, f"returned {first!r} and then {again!r}", "return the same for the same position")
        if snapshot(position) != before:
            raise self.fail(method, "changed the position", "change it in play only")
        return first

    def actor(self, position: Game) -> Actor:
        actor = self.ask(position, "to_act")
        if actor is None or actor == CHANCE:
            return CHANCE if actor == CHANCE else None
        seats = actor if isinstance(actor, list) else [actor]
        if (
            not seats
            or any(type(seat) is not int or not 0 <= seat < self.players for seat in seats)
            or len(set(seats)) < len(seats)
        ):
            advice = f"return a seat from 0 to {self.players - 1}, a list of such seats, riverlab.CHANCE or None"
            raise self.fail("to_act", f"returned {actor!r}", advice)
        return actor  # type: ignore[no-any-return]

    def texts_of(self, method: str, texts: Iterable[Any], returned: Any) -> list[str]:
        listed = list(texts)
        if any(type(text) is not str or not text for text in listed):
            raise self.fail(method, f"returned {returned!r}", "return texts")
        twice = [text for text, count in Counter(listed).items() if count > 1]
        if twice:
            raise self.fail(method, f"returned {twice[0]!r} twice", "give each move a text of its own")
        if not listed:
            raise self.fail(method, "returned nothing", "to_act must not name who cannot do anything")
        return listed

    def moves(self, position: Game, seat: int) -> list[str]:
        moves = self.ask(position, "moves", seat)
        if not isinstance(moves, list):
            raise self.fail("moves", f"returned {moves!r}", "return a list, in an order that is always the same")
        return self.texts_of("moves", moves, moves)

    def outcomes(self, position: Game) -> list[tuple[str, int]]:
        outcomes = self.ask(position, "chance")
        if not isinstance(outcomes, list) or any(not isinstance(pair, tuple) or len(pair) != 2 for pair in outcomes):
            raise self.fail("chance", f"returned {outcomes!r}", "return a list of pairs: a text, and how likely it is")
        self.texts_of("chance", [text for text, _ in outcomes], outcomes)
        if any(type(weight) is not int or weight < 1 for _, weight in outcomes):
            raise self.fail("chance", f"returned {outcomes!r}", "weights are whole numbers, at least 1")
        if not isinstance(self.ask(position, "stream"), str):
            raise self.fail("stream", "returned no text", "return the kind of event as a text")
        return outcomes

    def numbers(self, method: str, values: Any, length: int) -> list[float]:
        right = isinstance(values, list | tuple) and len(values) == length
        if not right or not all(isinstance(value, int | float) and math.isfinite(value) for value in values):
            raise self.fail(method, f"returned {values!r}", f"return a finite number for each of {length} seats")
        return list(values)

    def check(self) -> None:
        while (actor := self.actor(self.position)) is not None:
            if len(self.history) >= self.game.max_moves:
                advice = "end the game before, or raise max_moves"
                raise self.fail(
                    "to_act", f"names {actor!r} when max_moves={self.game.max_moves} have been played", advice
                )
            self.check_position(actor)
            self.step(actor)
        self.check_end()
        self.report.games += 1
        self.report.longest = max(self.report.longest, len(self.history))

    def seats(self, actor: Actor) -> list[int]:
        if actor == CHANCE or actor is None:
            return []
        return actor if isinstance(actor, list) else [int(actor)]

    def check_position(self, actor: Actor) -> None:
        if self.game.has("value"):
            self.numbers("value", self.ask(self.position, "value"), self.players)
        for seat in self.seats(actor):
            if self.game.has("features"):
                self.check_features("features", self.ask(self.position, "features", seat))
            if self.game.has("hide"):
                self.check_hide(seat)

    def check_features(self, method: str, values: Any) -> None:
        if not isinstance(values, list | tuple) or not all(
            isinstance(value, int | float) and math.isfinite(value) for value in values
        ):
            raise self.fail(method, f"returned {values!r}", "return a list of finite numbers")
        length = self.lengths.setdefault(method, len(values))
        if len(values) != length:
            raise self.fail(
                method, f"returned {len(values)} numbers, before it were {length}", "return as many in all positions"
            )

    def step(self, actor: Actor) -> None:
        """Plays a random move on copies and on the position, and compares them."""
        if actor == CHANCE:
            outcomes = self.outcomes(self.position)
            texts = [text for text, _ in outcomes]
            event: Event | dict[int, str] = (CHANCE, self.rng.choices(texts, [weight for _, weight in outcomes])[0])
            self.report.chance_events += 1
        else:
            legal = {seat: self.moves(self.position, seat) for seat in self.seats(actor)}
            chosen = {seat: self.rng.choice(moves) for seat, moves in legal.items()}
            texts = [text for moves in legal.values() for text in moves]
            event = _event(actor, chosen)
            self.report.decisions += len(chosen)
            for seat, moves in legal.items():
                self.check_moves(seat, moves)
        self.check_illegal(event, texts)
        seers = self.seers(event)
        before = snapshot(self.position)
        first, second = (self.run("copy", self.position.copy) for _ in range(2))
        for copy in (first, second):
            if copy is self.position or type(copy) is not self.game:
                raise self.fail("copy", f"returned {copy!r}", "return another position of the same class")
            if snapshot(copy) != before:
                raise self.fail("copy", "returned a position that is not like this one", "copy all that belongs to it")
        self.play(first, event)
        if snapshot(self.position) != before or snapshot(second) != before:
            raise self.fail(
                "copy", f"shares something that {_told(event)} changes", "copy lists and dictionaries as well"
            )
        self.play(second, event)
        if snapshot(first) != snapshot(second):
            method = "play_all" if isinstance(event, dict) else "play"
            raise self.fail(
                method, f"made two positions of one by {_told(event)}", "let nothing but the move decide what happens"
            )
        self.play(self.position, event)
        if snapshot(self.position) != snapshot(first):
            raise self.fail(
                "copy", f"goes on in another way than the position after {_told(event)}", "copy all that belongs to it"
            )
        self.history.append(event)
        self.sights.append(seers)
        self.texts = (self.texts + texts)[-60:]

    def check_moves(self, seat: int, moves: list[str]) -> None:
        elements = set(self.game.elements)
        for move in moves:
            if self.game.has("move_features"):
                self.check_features("move_features", self.ask(self.position, "move_features", move))
            if elements:
                element = self.ask(self.position, "taken_by", move)
                if element is not None and element not in elements:
                    raise self.fail("taken_by", f"returned {element!r} for {move!r}", "return one of elements, or None")
                if element is not None:
                    self.report.taken.add(element)
            if seat not in self.seers((seat, move)):
                raise self.fail(
                    "visible", f"hides {move!r} from seat {seat}, whose move it is", "a seat sees its own moves"
                )

    def seers(self, event: Event | dict[int, str]) -> set[int]:
        """The seats that see what is about to happen."""
        if isinstance(event, dict):
            # What is chosen at the same time is seen when it takes effect.
            return set(range(self.players))
        by, move = event
        seen = {seat: self.ask(self.position, "visible", move, by, seat) for seat in range(self.players)}
        wrong = [value for value in seen.values() if type(value) is not bool]
        if wrong:
            raise self.fail("visible", f"returned {wrong[0]!r} for {move!r}", "return True or False")
        return {seat for seat, sees in seen.items() if sees}

    def play(self, position: Game, event: Event | dict[int, str]) -> None:
        if isinstance(event, dict):
            self.run("play_all", lambda: position.play_all(dict(event)))
        else:
            self.run("play", lambda: position.play(event[1]))

    def check_illegal(self, event: Event | dict[int, str], legal: list[str]) -> None:
        """What is no move now is refused, and changes nothing."""
        for text in dict.fromkeys(self.texts):
            if text not in legal:
                wrong = (event[0], text) if isinstance(event, tuple) else {**event, min(event): text}
                self.refuse(wrong, "is not among the moves")
        if isinstance(event, dict) and len(event) > 1:
            self.refuse(
                {seat: move for seat, move in event.items() if seat != min(event)}, "leaves out a seat that chooses"
            )

    def refuse(self, wrong: Event | dict[int, str], why: str) -> None:
        method = "play_all" if isinstance(wrong, dict) else "play"
        position = self.run("copy", self.position.copy)
        before = snapshot(position)
        try:
            self.timed(
                method, lambda: position.play_all(dict(wrong)) if isinstance(wrong, dict) else position.play(wrong[1])
            )
        except (Exception, SystemExit, GeneratorExit) as error:  # noqa: BLE001 - any exception says that it is refused
            if isinstance(error, GameError):
                raise
            if snapshot(position) != before:
                raise self.fail(
                    method, f"raised for {_told(wrong)}, and changed the position", "check first, then change"
                ) from None
            return
        raise self.fail(method, f"took {_told(wrong)}, which {why}", "raise ValueError")

    def check_end(self) -> None:
        scores = self.numbers("scores", self.ask(self.position, "scores"), self.players)
        shares = self.numbers("shares", self.ask(self.position, "shares"), self.players)
        if min(shares) < 0 or abs(sum(shares) - 1) > 1e-9:
            raise self.fail(
                "shares", f"returned {shares!r} for scores {scores!r}", "shares are at least 0, and 1 in all"
            )
        if self.history:
            last = self.history[-1]
            self.refuse(last if isinstance(last, tuple) else dict(last), "comes after the end of the game")

    # What a seat cannot know.

    def check_hide(self, seat: int) -> None:
        before = snapshot(self.position)
        samples: list[Game] = []
        for number in range(WORLDS):
            rng = Random(f"{len(self.history)} {seat} {number}")
            hidden = self.run("hide", lambda rng=rng: self.position.hide(seat, rng))  # type: ignore[misc]
            if type(hidden) is not self.game or hidden is self.position:
                raise self.fail("hide", f"returned {hidden!r}", "return another position of the same class")
            samples.append(hidden)
        if snapshot(self.position) != before:
            raise self.fail("hide", "changed the position", "change a copy of it")
        again = self.run("hide", lambda: self.position.hide(seat, Random(f"{len(self.history)} {seat} 0")))
        if snapshot(again) != snapshot(samples[0]):
            raise self.fail(
                "hide", "returned two positions for the same rng", "draw from the rng that it is handed only"
            )
        for hidden in samples:
            self.check_alike(seat, hidden)
        self.check_secrets(seat, samples)
        moved = self.run("copy", samples[0].copy)
        event = self.any_event(moved)
        if event is not None:
            self.play(samples[0], event)
            if snapshot(self.position) != before:
                raise self.fail("hide", "shares something with the position", "change a copy of it")

    def any_event(self, position: Game) -> Event | dict[int, str] | None:
        actor = self.actor(position)
        if actor is None:
            return None
        if actor == CHANCE:
            return CHANCE, self.outcomes(position)[0][0]
        chosen = {seat: self.moves(position, seat)[0] for seat in self.seats(actor)}
        return _event(actor, chosen)

    def check_alike(self, seat: int, hidden: Game) -> None:
        """A seat is shown the same of a position that it cannot tell apart."""
        shown = ["features", "picture"]
        for method, arguments in [
            ("to_act", ()),
            ("moves", (seat,)),
            *((name, (seat,)) for name in shown if self.game.has(name)),
        ]:
            ours, theirs = (self.ask(position, method, *arguments) for position in (self.position, hidden))
            if snapshot(ours) != snapshot(theirs):
                told = f"{method}({', '.join(map(str, arguments))})"
                advice = f"keep what seat {seat} knows, and show it no more than that"
                raise self.fail("hide", f"returned a position whose {told} is {theirs!r} instead of {ours!r}", advice)

    def check_secrets(self, seat: int, samples: list[Game]) -> None:
        """What is the same wherever a seat sees the same stays as it is; what is not, does not."""
        worlds = list(self.worlds(seat))
        if len(worlds) < WORLDS:
            return
        self.report.secrets += 1
        known, truth = [dict(_leaves(snapshot(world))) for world in worlds], dict(_leaves(snapshot(self.position)))
        drawn = [dict(_leaves(snapshot(sample))) for sample in samples]
        for path, value in truth.items():
            share = sum(world.get(path) == value for world in known) / len(known)
            other = [sample[path] for sample in drawn if sample.get(path, value) != value]
            if share == 1 and other:
                advice = f"keep what seat {seat} knows"
                raise self.fail(
                    "hide", f"changed {path} from {value!r} to {other[0]!r}, which seat {seat} can tell", advice
                )
            if share <= RARE and not other:
                advice = f"draw it with the rng, as likely as it is for seat {seat}"
                raise self.fail("hide", f"kept {path} as it is, {value!r}, which seat {seat} cannot know", advice)

    def worlds(self, seat: int) -> Iterator[Game]:
        """Positions in which this seat has seen what it has seen here: games played again, with the rest drawn anew."""
        found = 0
        for _ in range(TRIES):
            position: Game | None = self.begin()
            for event, seers in zip(self.history, self.sights, strict=True):
                position = self.replay(position, event, seat, seat in seers) if position is not None else None
            if position is not None and position.to_act() == self.position.to_act():
                yield position
                found += 1
                if found == WORLDS:
                    return

    def replay(self, position: Game, event: Event | dict[int, str], seat: int, was_seen: bool) -> Game | None:
        """The position after an event as this seat has seen it, or not; none if it cannot have happened here."""
        actor = position.to_act()
        if isinstance(event, dict):
            if actor != sorted(event) and actor != list(event):
                return None
            if any(move not in position.moves(chooser) for chooser, move in event.items()):
                return None
            self.play(position, event)
            return position
        by, move = event
        if actor != by:
            return None
        if by == CHANCE:
            outcomes = position.chance()
            texts, weights = [text for text, _ in outcomes], [weight for _, weight in outcomes]
        else:
            texts = position.moves(int(by))
            weights = [1] * len(texts)
        sees = [text for text in texts if position.visible(text, by, seat)]
        if was_seen:
            if move not in sees:
                return None
        else:
            hidden = [index for index, text in enumerate(texts) if text not in sees]
            if not hidden:
                return None
            move = texts[self.rng.choices(hidden, [weights[index] for index in hidden])[0]]
        self.play(position, (by, move))
        return position


def _event(actor: Actor, chosen: dict[int, str]) -> Event | dict[int, str]:
    """What those who act have chosen."""
    return chosen if isinstance(actor, list) else next(iter(chosen.items()))


def _told(event: Event | dict[int, str]) -> str:
    if isinstance(event, dict):
        return " + ".join(f"{seat}:{move}" for seat, move in event.items())
    return event[1] or repr(event[1])


def snapshot(value: Any) -> Any:
    """What a value is, to be compared: the same for values that are alike, and another one after any change."""
    kind = type(value)
    if kind is list or kind is tuple:
        return kind.__name__, tuple(snapshot(item) for item in value)
    if kind is dict:
        return "dict", tuple((snapshot(key), snapshot(item)) for key, item in value.items())
    if kind is set or kind is frozenset:
        return "set", tuple(sorted((snapshot(item) for item in value), key=repr))
    if kind in FIXED:
        return value
    if hasattr(value, "__dict__") and not isinstance(value, type) and not callable(value):
        values = {**_changeable(kind), **vars(value)} if isinstance(value, Game) else vars(value)
        return kind.__qualname__, tuple((name, snapshot(item)) for name, item in sorted(values.items()))
    try:
        return kind.__qualname__, pickle.dumps(value)
    except Exception:  # noqa: BLE001 - what cannot be pickled is compared as it is
        return kind.__qualname__, repr(value)


def _changeable(kind: type) -> dict[str, Any]:
    """What the positions of a class share that can change."""
    own = kind.__mro__[: kind.__mro__.index(Game)]
    return {
        name: item for base in reversed(own) for name, item in vars(base).items() if type(item) in (list, dict, set)
    }


def _leaves(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """The single values in a snapshot, by where they are."""
    if isinstance(value, tuple) and len(value) == 2 and isinstance(value[1], tuple):
        kind, items = value
        for index, item in enumerate(items):
            named = kind not in ("list", "tuple", "set") and isinstance(item, tuple) and len(item) == 2
            name, inner = (item[0], item[1]) if named else (f"[{index}]", item)
            yield from _leaves(inner, f"{path}.{name}" if named and path else f"{path}{name}")
    else:
        yield path, value


# The same games in another process, where sets have another order.


def _check_elsewhere(
    game: type[Game], numbers: list[int], parameters: dict[str, int], games: int, seed: int, report: GameReport
) -> None:
    import subprocess  # takes time that no import of riverlab should take

    file = getattr(sys.modules.get(game.__module__), "__file__", None)
    if file is None or _named(sys.modules[game.__module__], game.__qualname__) is not game:
        report.notes.append("Not compared with another process: the class has no name in a file.")
        return
    played = min(games, 5)
    task = {
        "file": str(Path(file).resolve()),
        "class": game.__qualname__,
        "numbers": numbers,
        "parameters": parameters,
        "games": played,
        "seed": seed,
    }
    seeds = {"PYTHONHASHSEED": "1" if os.environ.get("PYTHONHASHSEED") == "0" else "0"}
    package = str(Path(__file__).resolve().parent.parent)
    paths = os.pathsep.join([package, *filter(None, sys.path)])
    program = [sys.executable, "-P", "-c", "from riverlab.conformance import _print_games; _print_games()"]
    answer = subprocess.run(
        program,
        input=json.dumps(task),
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, **seeds, "PYTHONPATH": paths},
    )
    if answer.returncode != 0:
        last = (answer.stderr.strip().splitlines() or ["it said nothing"])[-1]
        raise GameError(f"{game.__name__} cannot be played in another process: {last}")
    theirs = [json.loads(line) for line in answer.stdout.splitlines()]
    for ours, other in zip(_told_games(game, numbers, parameters, played, seed), theirs, strict=False):
        if json.loads(json.dumps(ours)) != other:
            method, where, here = ours
            raise GameError(
                f"{game.__name__}.{method} returned {here!r} {where}, and {other[2]!r} in another process: "
                "return the same everywhere, and nothing in the order of a set"
            )


def _named(place: Any, qualified: str) -> Any:
    """What has this name in a module, if anything has."""
    for name in qualified.split("."):
        place = getattr(place, name, None)
    return place


def _told_games(
    game: type[Game], numbers: list[int], parameters: dict[str, int], games: int, seed: int
) -> Iterator[list[Any]]:
    """What the methods of random games return: method, position, value."""
    for players in numbers:
        for played in range(games):
            rng = Random(f"{seed} {players} {played} elsewhere")
            checker = _Checker(game, players, parameters, rng, GameReport(game.__name__))
            while len(checker.history) < game.max_moves:
                position, where = checker.position, checker.where()
                actor = position.to_act()
                yield ["to_act", where, actor]
                if actor is None:
                    yield ["scores", where, list(position.scores())]
                    break
                event: Event | dict[int, str]
                if actor == CHANCE:
                    outcomes = position.chance()
                    yield ["chance", where, [list(outcome) for outcome in outcomes]]
                    event = CHANCE, rng.choices([text for text, _ in outcomes], [weight for _, weight in outcomes])[0]
                else:
                    listed = {seat: position.moves(seat) for seat in checker.seats(actor)}
                    for moves in listed.values():
                        yield ["moves", where, moves]
                    chosen = {seat: rng.choice(moves) for seat, moves in listed.items()}
                    event = _event(actor, chosen)
                checker.play(position, event)
                checker.history.append(event)


def _print_games() -> None:
    """The other process: reads what to play, and prints what its methods return."""
    import importlib.util

    task = json.load(sys.stdin)
    # What the game prints is no answer.
    answers, sys.stdout = sys.stdout, sys.stderr
    spec = importlib.util.spec_from_file_location("riverlab_checked_game", task["file"])
    if spec is None or spec.loader is None:
        raise ImportError(f"{task['file']} is no file of Python")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    game = _named(module, task["class"])
    for told in _told_games(game, task["numbers"], task["parameters"], task["games"], task["seed"]):
        print(json.dumps(told), file=answers)
