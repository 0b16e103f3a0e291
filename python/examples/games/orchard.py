"""Orchard: an engine builder for 2 to 4 players, made for this example.

Four plants are on the market. A turn is to pick fruit, which brings coins, or to buy a plant, which brings coins in each of
your later turns, or points at the end, or both. After the last round, coins that are left are worth a few points.
"""

import riverlab

#: The plants: cost, coins in each turn, points at the end, and how many there are.
PLANTS = {
    "berries": (2, 1, 0, 6),
    "plums": (4, 2, 0, 4),
    "apples": (5, 2, 2, 4),
    "walnuts": (6, 1, 5, 4),
    "bees": (7, 3, 1, 3),
    "roses": (5, 0, 6, 4),
    "cedar": (9, 0, 11, 3),
    "press": (8, 4, 0, 2),
}
MARKET = 4


class Orchard(riverlab.Game):
    players = range(2, 5)
    max_moves = 200
    elements = tuple(PLANTS)
    parameters = {
        "rounds": (10, 2, 20),
        "coins": (3, 0, 10),  # at the beginning
        "fruit": (2, 1, 5),  # coins for picking
        "rate": (4, 1, 10),  # coins for a point at the end
    }

    def __init__(self, players: int, rounds: int = 10, coins: int = 3, fruit: int = 2, rate: int = 4) -> None:
        self.rounds, self.fruit, self.rate = rounds, fruit, rate
        self.coins = [coins] * players
        self.gardens: list[dict[str, int]] = [{} for _ in range(players)]
        self.deck = {plant: count for plant, (_, _, _, count) in PLANTS.items()}
        self.market: list[str] = []
        self.turns = 0

    def to_act(self) -> int | str | None:
        if self.turns == self.rounds * len(self.coins):
            return None
        if len(self.market) < MARKET and any(self.deck.values()):
            return riverlab.CHANCE
        return self.turns % len(self.coins)

    def chance(self) -> list[tuple[str, int]]:
        return [(f"deal {plant}", count) for plant, count in self.deck.items() if count]

    def moves(self, seat: int) -> list[str]:
        offered = [plant for plant in PLANTS if plant in self.market and PLANTS[plant][0] <= self.coins[seat]]
        return ["pick", *(f"buy {plant}" for plant in offered)]

    def play(self, move: str) -> None:
        seat = self.to_act()
        verb, _, plant = move.partition(" ")
        if seat == riverlab.CHANCE:
            if verb != "deal" or not self.deck.get(plant):
                raise ValueError(f"{move} cannot be dealt")
            self.deck[plant] -= 1
            self.market.append(plant)
            return
        if not isinstance(seat, int) or move not in self.moves(seat):
            raise ValueError(f"{move} is not possible")
        if verb == "pick":
            self.coins[seat] += self.fruit
        else:
            self.coins[seat] -= PLANTS[plant][0]
            self.market.remove(plant)
        # Plants bring coins from the next turn on.
        self.coins[seat] += self.income(seat)
        if verb == "buy":
            self.gardens[seat][plant] = self.gardens[seat].get(plant, 0) + 1
        self.turns += 1

    def income(self, seat: int) -> int:
        return sum(PLANTS[plant][1] * count for plant, count in self.gardens[seat].items())

    def points(self, seat: int) -> int:
        return sum(PLANTS[plant][2] * count for plant, count in self.gardens[seat].items())

    def scores(self) -> list[float]:
        return [float(self.points(seat) + coins // self.rate) for seat, coins in enumerate(self.coins)]

    def value(self) -> list[float]:
        left = self.rounds - self.turns // len(self.coins)
        seats = range(len(self.coins))
        return [self.points(seat) + (self.coins[seat] + left * self.income(seat)) / self.rate for seat in seats]

    def features(self, seat: int) -> list[float]:
        left = self.rounds - self.turns // len(self.coins)
        others = [other for other in range(len(self.coins)) if other != seat]
        numbers = [(self.coins[one], self.income(one), self.points(one)) for one in (seat, *others)]
        means = [sum(values) / len(others) for values in zip(*numbers[1:], strict=True)]
        return [float(number) for number in (left, *numbers[0], *means)]

    def move_features(self, move: str) -> list[float]:
        cost, income, points, _ = PLANTS.get(move.partition(" ")[2], (0, 0, 0, 0))
        return [float(move == "pick"), float(cost), float(income), float(points)]

    def taken_by(self, move: str) -> str | None:
        return move.partition(" ")[2] or None

    def __str__(self) -> str:
        seats = range(len(self.coins))
        lines = [f"{seat + 1}: {self.coins[seat]} coins, {self.gardens[seat]}" for seat in seats]
        return "\n".join([f"turn {self.turns + 1}, market: {', '.join(self.market)}", *lines])
