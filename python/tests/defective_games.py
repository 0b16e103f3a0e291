"""Games with one defect each, which `check_game` must find: by class, the method that it must name."""

from __future__ import annotations

import itertools
import random
import sys
from pathlib import Path
from random import Random
from typing import Any, Self

sys.path.insert(0, str(Path(__file__).parent.parent / "examples" / "games"))

from goofspiel import Goofspiel
from kuhn import CARDS, Kuhn
from orchard import Orchard
from pig import Pig
from riverlab import Game
from tic_tac_toe import TicTacToe

__all__ = ["DEFECTS", "Goofspiel", "Kuhn", "Orchard", "Pig", "TicTacToe"]

DEFECTS: dict[type[Game], str] = {}
COUNTER = itertools.count()


def names(method: str) -> Any:
    """What must be named for a defective class."""

    def note(game: type[Game]) -> type[Game]:
        DEFECTS[game] = method
        return game

    return note


@names("copy")
class SharedList(TicTacToe):
    def copy(self) -> Self:
        other = type(self)(2)
        other.marks, other.seat = list(self.marks), self.seat
        return other


@names("copy")
class ListOfTheClass(TicTacToe):
    taken: list[str] = []

    def play(self, move: str) -> None:
        super().play(move)
        self.taken.append(move)


@names("copy")
class CopyIsItself(TicTacToe):
    def copy(self) -> Self:
        return self


@names("copy")
class CopyForgets(Pig):
    def copy(self) -> Self:
        other = super().copy()
        other.turn = 0
        return other


@names("__init__")
class RandomBeginning(TicTacToe):
    def __init__(self, players: int) -> None:
        super().__init__(players)
        self.seat = random.randrange(2)


@names("__init__")
class OtherBeginnings(TicTacToe):
    def __init__(self, players: int) -> None:
        super().__init__(players)
        self.number = next(COUNTER)


@names("play")
class RandomPlay(Pig):
    def play(self, move: str) -> None:
        super().play(move)
        self.turn += random.randrange(2)


@names("play")
class PlayThatDependsOnMore(TicTacToe):
    def play(self, move: str) -> None:
        super().play(move)
        self.number = next(COUNTER)


@names("play")
class AfterTheEnd(TicTacToe):
    def play(self, move: str) -> None:
        if move not in self.moves(self.seat) and self.to_act() is not None:
            raise ValueError(move)
        self.marks[self.seat].append(move)
        self.seat = 1 - self.seat


@names("play")
class TakesAnything(TicTacToe):
    def play(self, move: str) -> None:
        self.marks[self.seat].append(move)
        self.seat = 1 - self.seat


@names("play")
class ChangesFirst(TicTacToe):
    def play(self, move: str) -> None:
        self.seat = 1 - self.seat
        if move not in self.moves(self.seat) or self.won(self.seat):
            raise ValueError(move)
        self.marks[1 - self.seat].append(move)


@names("play_all")
class WithoutOneSeat(Goofspiel):
    def play_all(self, moves: dict[int, str]) -> None:
        if moves and all(move in self.moves(seat) for seat, move in moves.items()):
            moves = {seat: moves.get(seat, self.moves(seat)[0]) for seat in range(len(self.hands))}
        super().play_all(moves)


@names("moves")
class OrderOfASet(TicTacToe):
    def moves(self, seat: int) -> list[str]:
        return list(set("abcdefghi") - set(self.marks[0] + self.marks[1]))


@names("moves")
class Twice(TicTacToe):
    def moves(self, seat: int) -> list[str]:
        return super().moves(seat) * 2


@names("moves")
class MovesThatChange(Pig):
    def moves(self, seat: int) -> list[str]:
        self.asked = getattr(self, "asked", 0) + 1
        return super().moves(seat)


@names("moves")
class NoMoves(Pig):
    def moves(self, seat: int) -> list[str]:
        return super().moves(seat) if self.turn < 3 else []


@names("moves")
class MovesAreNumbers(TicTacToe):
    def moves(self, seat: int) -> list[Any]:
        return list(range(9))


@names("to_act")
class Endless(Pig):
    max_moves = 20


@names("to_act")
class SeatThatIsNone(TicTacToe):
    def to_act(self) -> int | None:
        actor = super().to_act()
        return None if actor is None else actor + 1


@names("chance")
class NeverHappens(Pig):
    def chance(self) -> list[tuple[str, int]]:
        return [(str(pips), pips - 1) for pips in range(1, 7)]


@names("chance")
class Probabilities(Pig):
    def chance(self) -> list[Any]:
        return [(str(pips), 1 / 6) for pips in range(1, 7)]


@names("chance")
class SameOutcomes(Pig):
    def chance(self) -> list[tuple[str, int]]:
        return [*super().chance(), ("6", 1)]


@names("scores")
class OneScore(TicTacToe):
    def scores(self) -> list[float]:
        return super().scores()[:1]


@names("scores")
class NoNumber(TicTacToe):
    def scores(self) -> list[float]:
        return [float("nan"), 0.0]


@names("shares")
class BothWin(TicTacToe):
    def shares(self) -> list[float]:
        return [1.0, 1.0]


@names("visible")
class OwnMovesUnseen(Kuhn):
    def visible(self, move: str, by: int | str, seat: int) -> bool:
        return by != seat and super().visible(move, by, seat)


@names("visible")
class NeitherSeenNorNot(Kuhn):
    def visible(self, move: str, by: int | str, seat: int) -> Any:
        return None if move == "bet" else super().visible(move, by, seat)


@names("hide")
class HidesNothing(Kuhn):
    def hide(self, seat: int, rng: Random) -> Self:
        return self.copy()


@names("hide")
class HidesOwnHand(Kuhn):
    def hide(self, seat: int, rng: Random) -> Self:
        hidden = self.copy()
        hidden.hands = rng.sample(CARDS, len(self.hands))
        return hidden


@names("hide")
class HidesInPlace(Kuhn):
    def hide(self, seat: int, rng: Random) -> Self:
        hidden = super().hide(seat, rng)
        self.hands = hidden.hands
        return hidden.copy()


@names("hide")
class HiddenShares(Kuhn):
    def hide(self, seat: int, rng: Random) -> Self:
        hidden = super().hide(seat, rng)
        hidden.bets = self.bets
        return hidden


@names("hide")
class HidesByItself(Kuhn):
    def hide(self, seat: int, rng: Random) -> Self:
        return super().hide(seat, Random(next(COUNTER)))


@names("hide")
class PictureOfBothHands(Kuhn):
    def picture(self, seat: int) -> str:
        return f"<svg><text>{self.hands}</text></svg>"


@names("features")
class MoreAndMoreFeatures(TicTacToe):
    def features(self, seat: int) -> list[float]:
        return [1.0] * len(self.marks[0])


@names("value")
class ValueThatFails(Pig):
    def value(self) -> list[float]:
        return [1 / (3 - self.turn), 0.0]


@names("taken_by")
class UnknownElement(TicTacToe):
    elements = ("corner", "edge")

    def taken_by(self, move: str) -> str:
        return "middle" if move == "e" else "corner" if move in "acgi" else "edge"
