"""A game of your own: a class whose moves are texts.

>>> import riverlab
>>> class Nim(riverlab.Game):
...     \"\"\"Take one to three matches; who takes the last one wins.\"\"\"
...     def __init__(self, players):
...         self.matches, self.seat = 10, 0
...     def to_act(self):
...         return self.seat if self.matches else None
...     def moves(self, seat):
...         return [f"take {count}" for count in range(1, min(3, self.matches) + 1)]
...     def play(self, move):
...         if move not in self.moves(self.seat):
...             raise ValueError(f"{move} is not possible")
...         self.matches -= int(move.split()[1])
...         self.seat = 1 - self.seat
...     def scores(self):
...         return [1 if self.seat == 1 else 0, 1 if self.seat == 0 else 0]
>>> nim = Nim(2)
>>> nim.play("take 3")
>>> nim.to_act(), nim.moves(1), nim.copy().matches
(1, ['take 1', 'take 2', 'take 3'], 7)
"""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, ClassVar, Final, Self

CHANCE: Final = "chance"
"""What `Game.to_act` returns where chance decides what happens."""

Actor = int | list[int] | str | None
"""Who moves: a seat, several seats at the same time, `CHANCE`, or nobody."""


class Game:
    """A position of a game, and its rules. A game of your own is a class that extends this one.

    The methods `to_act`, `moves`, `play` and `scores` must be written; `chance` if anything is random, `play_all` if
    players choose at the same time, `hide` and `visible` if anything is hidden. All others have a default, or are needed
    for single commands only. Whatever is random comes from `chance`, or from the `rng` that a method is handed, so that
    games can be repeated. `check_game` finds what is wrong with a class.
    """

    players: ClassVar[Sequence[int]] = range(2, 3)
    """The numbers of players that can play it."""
    max_moves: ClassVar[int] = 1000
    """No game has more moves, those of chance included."""
    parameters: ClassVar[Mapping[str, tuple[int, int, int]]] = {}
    """Whole numbers that rules depend on, by name: the usual one, the least and the largest."""
    elements: ClassVar[Sequence[str]] = ()
    """The cards, buildings or actions whose worth can be studied."""

    def __init__(self, players: int, **parameters: int) -> None:
        """The position before the first move."""

    def to_act(self) -> Actor:
        """Who moves now: a seat (0, 1, ...), a list of seats that choose at the same time, `CHANCE`, or None at the end."""
        raise NotImplementedError("write to_act: it says who moves")

    def moves(self, seat: int) -> list[str]:
        """The moves that a seat can choose from now, always in the same order."""
        raise NotImplementedError("write moves: it lists what a seat can do")

    def chance(self) -> list[tuple[str, int]]:
        """What can happen now, each with a whole number: how likely it is beside the others."""
        raise NotImplementedError("write chance: to_act says that chance decides")

    def stream(self) -> str:
        """The kind of event that chance decides now. Events of one kind are the same in all games of a deal."""
        return CHANCE

    def play(self, move: str) -> None:
        """Plays a move of the seat that acts, or an outcome of chance.

        Raises ValueError, and changes nothing, if it is not possible.
        """
        raise NotImplementedError("write play: it changes the position")

    def play_all(self, moves: dict[int, str]) -> None:
        """Plays what several seats have chosen at the same time.

        Raises ValueError, and changes nothing, if that is not possible.
        """
        raise NotImplementedError("write play_all: several seats choose at the same time")

    def scores(self) -> list[float]:
        """The score of each seat when the game is over. The highest one wins."""
        raise NotImplementedError("write scores: it says how the game ends")

    def shares(self) -> list[float]:
        """What each seat has of the win at the end, 1 in all. By default those with the highest score share it."""
        scores = self.scores()
        best = max(scores)
        winners = sum(score == best for score in scores)
        return [1 / winners if score == best else 0.0 for score in scores]

    def copy(self) -> Self:
        """A position like this one that shares nothing with it that changes."""
        position: Self = copied(self, {})
        return position

    def hide(self, seat: int, rng: Random) -> Self:
        """A position that this seat cannot tell from this one, drawn by `rng`. By default nothing is hidden."""
        return self.copy()

    def visible(self, move: str, by: int | str, seat: int) -> bool:
        """Whether a seat sees a move that is about to be played, or an outcome of chance. By default it does."""
        return True

    def value(self) -> list[float]:
        """What the position is worth to each seat: for `greedy`, `ply` and searches that stop before the end."""
        raise NotImplementedError("write value: a bot asks what positions are worth")

    def features(self, seat: int) -> list[float]:
        """Numbers that describe the position as a seat knows it, always as many: for learners."""
        raise NotImplementedError("write features: a learner asks for them")

    def move_features(self, move: str) -> list[float]:
        """Numbers that describe a move of the seat that acts, always as many: for learners."""
        raise NotImplementedError("write move_features: a learner asks for them")

    def taken_by(self, move: str) -> str | None:
        """The element that the seat that acts takes with a move, if it takes any: for studies of balance."""
        raise NotImplementedError("write taken_by: elements are declared")

    def picture(self, seat: int) -> str:
        """The position as a seat sees it, as SVG: for people."""
        raise NotImplementedError("write picture: somebody wants to see it")

    @classmethod
    def has(cls, method: str) -> bool:
        """Whether a method has been written for this game.

        >>> Game.has("value")
        False
        """
        return getattr(cls, method) is not getattr(Game, method)

    @classmethod
    def usual_parameters(cls) -> dict[str, int]:
        """The usual values of the parameters, by name."""
        return {name: usual for name, (usual, _, _) in cls.parameters.items()}


FIXED = frozenset({int, float, bool, str, bytes, complex, type(None), range})
"""Types of values that do not change, nor what is in them."""


def copied(value: Any, seen: dict[int, Any]) -> Any:
    """A deep copy, as `copy.deepcopy` makes it, in less time. What was copied already is in `seen`, by its id."""
    kind = type(value)
    if kind in FIXED:
        return value
    key = id(value)
    if key in seen:
        return seen[key]
    if kind is list:
        items = seen[key] = []
        items.extend(copied(item, seen) for item in value)
        return items
    if kind is dict:
        entries = seen[key] = {}
        for name, item in value.items():
            entries[copied(name, seen)] = copied(item, seen)
        return entries
    if kind is set:
        members = seen[key] = {copied(item, seen) for item in value}
        return members
    if kind is tuple:
        parts = tuple(copied(item, seen) for item in value)
        # Parts that do not change stay the same objects, as does a tuple of them.
        if all(part is item for part, item in zip(parts, value, strict=True)):
            return value
        return seen.setdefault(key, parts)
    if isinstance(value, Game) and not hasattr(kind, "__deepcopy__") and hasattr(value, "__dict__"):
        position = seen[key] = object.__new__(kind)
        for name, item in vars(value).items():
            position.__dict__[name] = copied(item, seen)
        return position
    return copy.deepcopy(value, seen)
