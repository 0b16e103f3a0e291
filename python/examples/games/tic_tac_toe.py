"""Tic-tac-toe: who first has three in a row wins."""

import riverlab

LINES = ["abc", "def", "ghi", "adg", "beh", "cfi", "aei", "ceg"]


class TicTacToe(riverlab.Game):
    max_moves = 9

    def __init__(self, players: int) -> None:
        self.marks: list[list[str]] = [[], []]
        self.seat = 0

    def won(self, seat: int) -> bool:
        return any(set(line) <= set(self.marks[seat]) for line in LINES)

    def to_act(self) -> int | None:
        return None if self.won(1 - self.seat) or not self.moves(self.seat) else self.seat

    def moves(self, seat: int) -> list[str]:
        return [cell for cell in "abcdefghi" if cell not in self.marks[0] + self.marks[1]]

    def play(self, move: str) -> None:
        if self.to_act() is None or move not in self.moves(self.seat):
            raise ValueError(f"{move} is not free")
        self.marks[self.seat].append(move)
        self.seat = 1 - self.seat

    def scores(self) -> list[float]:
        return [float(self.won(0)), float(self.won(1))]
