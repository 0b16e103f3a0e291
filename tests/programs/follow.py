"""A program that follows River Dragons and Rio Grande from the lines of `riverlab-bot/1` alone.

It keeps its own position: what everybody sees, and what its seat knows besides. Each entry of `saw` changes it by the
rules in the RULES.md of the two games, written here once more, and the events of River Dragons must be those that follow.
At each decision the position is compared with the `position` of the line, which is used for nothing else, and at the end
the scores are. Where anything differs, it stands on standard error, and the exit code is 1. Moves are chosen at random,
by the seed of the decision.
"""

import json
import random
import sys
import traceback


def expect(condition, text):
    """Stops where the lines contradict the rules, or the position kept here."""
    if not condition:
        raise ValueError(text)


def from_seat(first, seats):
    """All seats clockwise from one of them."""
    return seats[seats.index(first) :] + seats[: seats.index(first)]


class RiverDragons:
    """What a seat knows of a game. Places, planks and spans are written as in moves: `village:red`, `red4`, `7-12`."""

    def __init__(self, tables, seats, own):
        self.tables, self.seats, self.own = tables, seats, own
        self.colors = dict(zip(seats, tables["players"][str(len(seats))]))
        self.homes = {seat: f"village:{color}" for seat, color in self.colors.items()}
        self.goals = {seat: f"village:{tables['villages'][color]['goal']}" for seat, color in self.colors.items()}
        numbers = range(1, len(tables["planks"]["reach"]) + 1)
        self.reserves = {seat: {f"{color}{number}" for number in numbers} for seat, color in self.colors.items()}
        self.pawns, self.falls = dict(self.homes), dict.fromkeys(seats, 0)
        self.stones, self.planks = set(), {}  # islands, and the span of each plank on the board
        self.start, self.winner, self.round = None, None, 0
        self.events = []  # what must be announced next, one after the other
        self.waiting = []  # the seats that have not yet carried out the revealed card, in order
        self.left = None  # how often the first of them acts still

    def begin_round(self, start):
        """All cards are with their owners again."""
        self.start, self.round = start, self.round + 1
        self.programs = {seat: [] for seat in self.seats}  # the own one, and of the others what is revealed
        self.programmed, self.card = dict.fromkeys(self.seats, 0), 0  # how many cards are laid, and revealed

    def over(self):
        """Whether the game is over."""
        return self.winner is not None or self.round > self.tables["limits"]["rounds"]

    def programmer(self):
        """The seat that has to lay a card, or None while cards are carried out."""
        size = self.tables["cards"]["program"]
        return next((seat for seat in from_seat(self.start, self.seats) if self.programmed[seat] < size), None)

    def see(self, who, what):
        """An entry of `saw`: an event, or a move, which is None if this seat does not see it."""
        if who in ("cancel", "lapse", "fall"):
            expect(self.events[:1] == [[who, what]], f"not {self.events[:1]}, but {who}, {what}")
            self.events.pop(0)
            return
        expect(not self.events, f"before {who}, {what} should come {self.events}")
        expect(not self.over(), f"after the end comes {who}, {what}")
        if self.start is None:
            expect(who == "chance", f"the start player is not drawn, but {who}, {what}")
            self.begin_round(what.removeprefix("deal:"))
        elif seat := self.programmer():
            expect(who == seat and (what is None) == (who != self.own), f"{seat} lays a card, not {who}, {what}")
            self.programmed[who] += 1
            if what is not None:
                self.programs[who].append(what.removeprefix("program:"))
        elif self.waiting:
            expect(who == self.waiting[0] and what, f"{self.waiting[0]} should act, not {who}, {what}")
            self.act(who, what)
        else:
            expect(who == "reveal" and set(what) == set(self.seats), f"all reveal a card, not {who}, {what}")
            expect(self.programs[self.own][self.card] == what[self.own], f"another own card in {what}")
            for other in set(self.seats) - {self.own}:
                self.programs[other].append(what[other])
            self.card, self.revealed, self.waiting = self.card + 1, what, from_seat(self.start, self.seats)
            self.go_on()

    def act(self, seat, move):
        """A move by which a card is carried out."""
        match move.split(":"):
            case ["stone", island]:
                self.stones.add(island)
            case ["plank" | "lose", number, *span]:
                plank = next(plank for plank in self.reserves[seat] if plank[-1] == number)
                self.reserves[seat].remove(plank)
                if span:
                    self.planks[plank] = span[0]
            case ["remove", kind, name]:
                expect(move in self.removable(seat), f"{move} is not possible")
                if kind == "stone":
                    self.stones.remove(name)
                else:
                    del self.planks[name]
                    self.reserves[seat].add(name)
            case ["step", *place]:
                expect(":".join(place) in self.steps(self.pawns[seat]), f"{move} is not possible")
                self.pawns[seat] = ":".join(place)
            case ["jump", over, *place]:
                expect((over, ":".join(place)) in self.jumps(seat), f"{move} is not possible")
                self.pawns[seat] = ":".join(place)
        self.left -= 1
        if self.pawns[seat] == self.goals[seat]:
            self.winner = seat
        else:
            self.go_on()

    def go_on(self):
        """Goes on to where a seat has a choice, a card is to be revealed, or a round begins."""
        while self.waiting:
            seat = self.waiting[0]
            card = self.revealed[seat]
            if self.left is None:
                self.left = 2 if card.endswith("2") else 1
            if card.startswith("dragon-"):
                pass  # It cancels from the beginning, whenever its turn comes.
            elif f"dragon-{self.colors[seat]}" in self.revealed.values():
                self.events.append(["cancel", {seat: card}])
            elif self.left and self.can_act(seat, card):
                return
            elif self.left and card in ("move1", "move2", "jump") and self.pawns[seat] != self.homes[seat]:
                self.events.append(["fall", {seat: card}])
                self.pawns[seat] = self.homes[seat]
                self.falls[seat] += 1
            elif self.left:
                self.events.append(["lapse", {seat: card}])
            self.waiting.pop(0)
            self.left = None
        if self.card == self.tables["cards"]["program"]:
            self.begin_round(from_seat(self.start, self.seats)[1])

    def can_act(self, seat, card):
        """Whether a card does anything. A plank that fits nowhere can still be lost."""
        match card.rstrip("12"):
            case "stone":
                return len(self.stones) < min(self.tables["limits"]["stones"], len(self.tables["islands"]))
            case "plank":
                return self.reserves[seat]
            case "remove":
                return self.removable(seat)
            case "move":
                return self.steps(self.pawns[seat])
            case "jump":
                return self.jumps(seat)

    def removable(self, seat):
        """What a seat may take off the board, as moves."""
        loaded = {support for plank in self.planks for support in self.supports(plank)}
        moves = {f"remove:stone:{island}" for island in self.stones - loaded}
        for plank in set(self.planks) - set(self.pawns.values()):
            after = self.reserves[seat] | {plank}
            numbers, colors = {name[-1] for name in after}, {name[:-1] for name in after}
            if len(numbers) == len(after) and len(colors) <= self.tables["limits"]["colors"]:
                moves.add(f"remove:plank:{plank}")
        return moves

    def supports(self, plank):
        """The islands, and perhaps the village, on which a plank lies."""
        return set(self.planks[plank].split("-"))

    def adjacent(self, place):
        """The places next to a place, whoever stands there."""
        if place not in self.planks:
            return {plank for plank in self.planks if place.removeprefix("village:") in self.supports(plank)}
        stones = self.supports(place) & self.stones
        planks = {plank for plank in self.planks if plank != place and stones & self.supports(plank)}
        return planks | {f"village:{village}" for village in self.supports(place) - stones}

    def steps(self, place):
        """The places next to a place that may be entered."""
        return self.adjacent(place) - (set(self.planks) & set(self.pawns.values()))

    def jumps(self, seat):
        """The jumps of a pawn: over which plank, and where to."""
        here = self.pawns[seat]
        over = self.adjacent(here) & set(self.planks) & set(self.pawns.values())
        return {(plank, place) for plank in over for place in self.steps(plank) - {here}}

    def position(self):
        """The position as a line should have it, at a decision."""
        expect(not self.events and not self.over(), f"before the decision should come {self.events or 'the end'}")
        position = {"turn": self.programmer(), "round": self.round, "start": self.start, "card": None, "left": None}
        if self.waiting:
            position |= {"turn": self.waiting[0], "card": self.card, "left": self.left}
        position |= {"stones": sorted(map(int, self.stones)), "planks": self.planks, "players": []}
        colors = list(self.tables["villages"])
        for seat in self.seats:
            reserve = sorted(self.reserves[seat], key=lambda plank: (colors.index(plank[:-1]), plank[-1]))
            player = {"color": self.colors[seat], "pawn": self.pawns[seat], "falls": self.falls[seat]}
            player |= {"reserve": reserve}
            player |= {"programmed": self.programmed[seat], "program": self.programs[seat]}
            position["players"].append(player)
        return position

    def scores(self):
        """The scores at the end."""
        expect(not self.events and self.over(), f"before the end should come {self.events or 'more'}")
        return [1 / len(self.seats) if self.winner is None else float(seat == self.winner) for seat in self.seats]


class RioGrande:
    """What a seat knows of a game. Cards in rivers are texts: `forest-blue=p2`, `(forest-blue)`, `lake-rock-green`."""

    KINDS = ["river", "mouth", "bend", "lake", "sandbank"]
    LANDSCAPES, WATERS = ["forest", "steppe", "grass", "rock"], ["blue", "green", "brown"]

    def __init__(self, tables, seats, own):
        self.tables, self.seats, self.own = tables, seats, own
        self.hand_size, self.bridges = tables["players"]["hand"], dict.fromkeys(seats, tables["players"]["bridges"])
        self.stack = sum(tables["cards"][kind] * (3 if kind == "sandbank" else 12) for kind in self.KINDS)
        self.points, self.cards = dict.fromkeys(seats, 0), dict.fromkeys(seats, 0)
        self.hand, self.rivers = [], {}
        self.player = None  # whose turn it is, or None before the start player is known
        self.draws = []  # the seats that get the next cards; the turn begins when all have theirs
        self.turn, self.empty_turns, self.turns_left = 1, 0, None
        # What is done in this turn: actions, special cards, bridges, and how many of the last cards of rivers are new.
        self.actions, self.specials, self.built, self.new = 0, 0, 0, {}

    def see(self, who, what):
        """An entry of `saw`: a move, which is None if this seat does not see it."""
        expect(self.turns_left != 0, f"after the end comes {who}, {what}")
        if self.player is None:
            expect(who == "chance", f"the start player is not drawn, but {who}, {what}")
            self.player = what.removeprefix("deal:")
            self.draws = [seat for seat in from_seat(self.player, self.seats) for _ in range(self.hand_size)]
        elif self.draws:
            seat = self.draws.pop(0)
            expect(who == "chance" and (what is None) == (seat != self.own), f"{seat} gets a card, not {who}, {what}")
            self.stack -= 1
            self.cards[seat] += 1
            if what is not None:
                self.hand.append(what.removeprefix("deal:"))
            if self.stack == 0 and self.turns_left is None:
                self.turns_left = len(self.seats)
        else:
            expect(who == self.player and what, f"it is the turn of {self.player}, not {who}, {what}")
            self.act(who, what)

    def act(self, seat, move):
        """An action, or the end of a turn."""
        action, *words = move.split(":")
        if action not in ("end", "bridge"):
            self.cards[seat] -= 1
            if seat == self.own:
                self.hand.remove(words[0] if action == "discard" else f"{action}-{words[0]}")
        match action, words:
            case "bridge", [river, number]:
                self.bridges[seat] -= 1
                self.built += 1
                self.rivers[river][int(number) - 1] += f"={seat}"
            case "sandbank", [_, river, number]:
                self.specials += 1
                cards, new = self.rivers.pop(river), self.new.pop(river, 0)
                self.take_home(cards[: int(number) - 1])
                cards = cards[int(number) - 1 :]
                if len(cards) > 1:
                    self.new |= {river: min(new, len(cards))} if new else {}
                    self.rivers[river] = [f"({cards[0]})", *cards[1:]]
            case ("river" | "mouth" | "bend" | "lake"), [name, river, *swap]:
                if river == "new":
                    river = next(number for number in map(str, range(1, 100)) if number not in self.rivers)
                cards = self.rivers.setdefault(river, [])
                self.specials += action != "river"
                self.new[river] = self.new.get(river, 0) + 1
                cards.append(name if action == "river" else f"{action}-{name}")
                if swap:
                    self.swap_bridges(cards, *(int(number) - 1 for number in swap[0].split("x")))
                if action == "mouth":
                    for owner, points in self.worth(cards):
                        self.points[owner] += points
                    self.take_home(self.rivers.pop(river))
                    del self.new[river]
        self.actions += action != "end"
        if action == "end" or self.actions == self.tables["turn"]["actions"]:
            self.end_turn()

    def end_turn(self):
        """Ends a turn: cards are drawn, unless it was one of the last round, and the left neighbor is next."""
        self.empty_turns = 0 if self.actions else self.empty_turns + 1
        if self.turns_left is not None:
            self.turns_left -= 1
        else:
            self.draws = [self.player] * min(self.hand_size - self.cards[self.player], self.stack)
            if self.empty_turns == len(self.seats):
                self.turns_left = len(self.seats)
        self.player = from_seat(self.player, self.seats)[1]
        self.turn += 1
        self.actions, self.specials, self.built, self.new = 0, 0, 0, {}

    def swap_bridges(self, cards, one, other):
        """Swaps the bridges on two cards of a river."""
        (name, owner), (other_name, other_owner) = cards[one].split("="), cards[other].split("=")
        cards[one], cards[other] = f"{name}={other_owner}", f"{other_name}={owner}"

    def take_home(self, cards):
        """The bridges on cards that leave the game go back to their owners."""
        for owner, _ in self.worth(cards):
            self.bridges[owner] += 1

    def worth(self, cards):
        """The owner and the points of each bridge of a river."""
        for index, card in enumerate(cards):
            if "=" in card:
                lakes = sum(below.startswith("lake-") for below in cards[index:])
                yield card.split("=")[1], len(cards) - index + self.tables["rivers"]["lake"] * lakes

    def place_in_hand(self, card):
        """Hands are sorted by kind, landscape and water; sandbanks have no landscape."""
        kind, *landscape, water = card.split("-")
        return self.KINDS.index(kind), [self.LANDSCAPES.index(name) for name in landscape], self.WATERS.index(water)

    def position(self):
        """The position as a line should have it, at a decision."""
        expect(not self.draws, f"before the decision should come cards for {self.draws}")
        players = [{"points": self.points[s], "bridges": self.bridges[s], "cards": self.cards[s]} for s in self.seats]
        players[self.seats.index(self.own)]["hand"] = sorted(self.hand, key=self.place_in_hand)
        position = {"turn": self.player, "turn_number": self.turn, "actions": self.actions, "players": players}
        position |= {"specials": self.specials, "built": self.built, "new": self.new}
        return position | {"turns_left": self.turns_left, "stack": self.stack, "rivers": self.rivers}

    def scores(self):
        """The scores at the end: in rivers that remain, each bridge counts half, rounded up."""
        expect(self.turns_left == 0, "before the end should come more turns")
        for owner, points in (bridge for cards in self.rivers.values() for bridge in self.worth(cards)):
            self.points[owner] += (points + 1) // 2
        return list(self.points.values())


def differences(path, own, line):
    """Where two JSON values differ, a text for each place."""
    if isinstance(own, dict) and isinstance(line, dict):
        for key in sorted(own.keys() | line.keys()):
            yield from differences(f"{path}.{key}", own.get(key, "nothing"), line.get(key, "nothing"))
    elif isinstance(own, list) and isinstance(line, list) and len(own) == len(line):
        for index, values in enumerate(zip(own, line)):
            yield from differences(f"{path}[{index}]", *values)
    elif json.dumps(own, sort_keys=True) != json.dumps(line, sort_keys=True):
        yield f"{path}: here {json.dumps(own)}, in the line {json.dumps(line)}"


def follow(game, message):
    """Follows what the seat saw, and compares what the message says."""
    for who, what in message["saw"]:
        game.see(who, what)
    if message["t"] == "move":
        texts = list(differences("position", game.position(), message["position"]))
    else:
        own, line = ([round(float(score), 9) for score in scores] for scores in (game.scores(), message["scores"]))
        texts = list(differences("scores", own, line))
    expect(not texts, "\n".join(["not as followed:", *texts]))


def main():
    game, seen = None, []
    for text in sys.stdin:
        message = json.loads(text)
        answer = None
        if message["t"] == "quit":
            break
        if message["t"] == "hello":
            answer = {"t": "hello", "protocol": 1, "name": "follow", "version": "1", "deterministic": True}
            answer["wants"] = ["rules", "position"]
        elif message["t"] == "game":
            seats = [f"p{number}" for number in range(1, message["players"] + 1)]
            kind = {"river-dragons": RiverDragons, "rio-grande": RioGrande}[message["game"]]
            game, seen = kind(message["tables"], seats, f"p{message['seat']}"), []
        elif message["t"] in ("move", "over"):
            seen += message["saw"]
            try:
                follow(game, message)
            except Exception:
                traceback.print_exc()
                print("the last entries of saw:", *map(json.dumps, seen[-30:]), sep="\n  ", file=sys.stderr)
                sys.exit(1)
            if message["t"] == "move":
                chosen = random.Random(message["seed"]).choice(message["legal"])
                answer = {"t": "move", "id": message["id"], "move": chosen}
        if answer is not None:
            print(json.dumps(answer), flush=True)


main()
