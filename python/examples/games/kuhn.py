"""Kuhn poker: one card each of three, one coin in the pot each, and one bet."""

from random import Random
from typing import Self

import riverlab

CARDS = ["jack", "queen", "king"]


class Kuhn(riverlab.Game):
    max_moves = 5

    def __init__(self, players: int) -> None:
        self.hands: list[str] = []
        self.bets: list[str] = []

    def to_act(self) -> int | str | None:
        if len(self.hands) < 2:
            return riverlab.CHANCE
        over = self.bets[-2:] in (["pass", "pass"], ["bet", "bet"], ["bet", "pass"])
        return None if over else len(self.bets) % 2

    def moves(self, seat: int) -> list[str]:
        return ["pass", "bet"]

    def chance(self) -> list[tuple[str, int]]:
        return [(card, 1) for card in CARDS if card not in self.hands]

    def play(self, move: str) -> None:
        deals = len(self.hands) < 2
        if self.to_act() is None or move not in ([card for card, _ in self.chance()] if deals else self.moves(0)):
            raise ValueError(f"{move} is not possible")
        (self.hands if deals else self.bets).append(move)

    def visible(self, move: str, by: int | str, seat: int) -> bool:
        return by != riverlab.CHANCE or len(self.hands) == seat

    def hide(self, seat: int, rng: Random) -> Self:
        hidden = self.copy()
        if len(self.hands) > 1 - seat:
            own = self.hands[seat] if len(self.hands) > seat else None
            hidden.hands[1 - seat] = rng.choice([card for card in CARDS if card != own])
        return hidden

    def scores(self) -> list[float]:
        stakes = 1 + (self.bets.count("bet") == 2)
        winner = int(CARDS.index(self.hands[1]) > CARDS.index(self.hands[0]))
        if self.bets[-2:] == ["bet", "pass"]:
            winner = len(self.bets) % 2
        return [float(stakes if seat == winner else -stakes) for seat in (0, 1)]
