"""Pig: roll a die as often as you dare; a 1 loses what the turn has brought. Who first has 100 points wins."""

import riverlab


class Pig(riverlab.Game):
    max_moves = 5000
    parameters = {"target": (100, 10, 200)}

    def __init__(self, players: int, target: int = 100) -> None:
        self.target = target
        self.points = [0] * players
        self.turn, self.seat, self.rolls = 0, 0, False

    def to_act(self) -> int | str | None:
        if max(self.points) >= self.target:
            return None
        return riverlab.CHANCE if self.rolls else self.seat

    def moves(self, seat: int) -> list[str]:
        return ["roll", "hold"] if self.turn else ["roll"]

    def chance(self) -> list[tuple[str, int]]:
        return [(str(pips), 1) for pips in range(1, 7)]

    def play(self, move: str) -> None:
        actor = self.to_act()
        if actor is None or move not in ("123456" if self.rolls else self.moves(self.seat)):
            raise ValueError(f"{move} is not possible")
        if not self.rolls and move == "roll":
            self.rolls = True
            return
        if self.rolls and move != "1":
            self.turn += int(move)
        else:
            self.points[self.seat] += 0 if self.rolls else self.turn
            self.turn, self.seat = 0, (self.seat + 1) % len(self.points)
        self.rolls = False

    def scores(self) -> list[float]:
        return [float(points) for points in self.points]
