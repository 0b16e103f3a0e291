"""A bot that looks one move ahead: it asks riverlab for random games after each legal move, and plays the best one.

It knows no rules. The random games begin in positions that its seat can imagine, so they tell nothing hidden.
"""

import json
import sys

PLAYOUTS = 500  # for all moves of a decision together


def say(message):
    print(json.dumps(message), flush=True)


def choose(question, seat, lines):
    """The legal move after which random games bring this seat the largest mean share."""
    legal = question["legal"]
    if len(legal) == 1:
        return legal[0]
    say({"t": "playouts", "id": question["id"], "moves": legal, "n": max(1, PLAYOUTS // len(legal))})
    shares = json.loads(next(lines))["shares"]
    best = max(range(len(legal)), key=lambda index: shares[index][seat - 1])
    return legal[best]


def main():
    lines = iter(sys.stdin)
    seat = None
    for line in lines:
        message = json.loads(line)
        if message["t"] == "hello":
            say({"t": "hello", "protocol": 1, "name": "playouts", "version": "1", "deterministic": True})
        elif message["t"] == "game":
            seat = message["seat"]
        elif message["t"] == "move":
            say({"t": "move", "id": message["id"], "move": choose(message, seat, lines)})
        elif message["t"] == "quit":
            break


main()
