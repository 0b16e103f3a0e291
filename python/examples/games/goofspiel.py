"""Goofspiel: prizes come in random order, and all offer a card for each at the same time. Equal offers win nothing."""

import riverlab


class Goofspiel(riverlab.Game):
    players = range(2, 5)
    max_moves = 50
    parameters = {"cards": (5, 2, 13)}

    def __init__(self, players: int, cards: int = 5) -> None:
        self.hands = [list(range(1, cards + 1)) for _ in range(players)]
        self.prizes = list(range(1, cards + 1))
        self.prize: int | None = None
        self.points = [0.0] * players

    def to_act(self) -> list[int] | str | None:
        if self.prize is not None:
            return list(range(len(self.hands)))
        return riverlab.CHANCE if self.prizes else None

    def moves(self, seat: int) -> list[str]:
        return [str(card) for card in self.hands[seat]]

    def chance(self) -> list[tuple[str, int]]:
        return [(f"prize {prize}", 1) for prize in self.prizes]

    def play(self, move: str) -> None:
        if self.to_act() != riverlab.CHANCE or (move, 1) not in self.chance():
            raise ValueError(f"{move} is no prize that is left")
        self.prize = int(move.split()[1])
        self.prizes.remove(self.prize)

    def play_all(self, moves: dict[int, str]) -> None:
        if sorted(moves) != self.to_act() or any(move not in self.moves(seat) for seat, move in moves.items()):
            raise ValueError(f"{moves} is not a card of each")
        offers = [int(moves[seat]) for seat in sorted(moves)]
        for hand, offer in zip(self.hands, offers, strict=True):
            hand.remove(offer)
        highest = max(offers)
        if offers.count(highest) == 1:
            self.points[offers.index(highest)] += self.prize or 0
        self.prize = None

    def scores(self) -> list[float]:
        return self.points
