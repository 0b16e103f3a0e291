"""A bot that plays any legal move: the smallest program that speaks riverlab-bot/1."""

import json
import random
import sys


def answer(message):
    """The answer to a message, or None where there is nothing to say."""
    if message["t"] == "hello":
        return {"t": "hello", "protocol": 1, "name": "random", "version": "1", "deterministic": True}
    if message["t"] == "move":
        # The seed differs from decision to decision: the same seeds give the same game again.
        chosen = random.Random(message["seed"]).choice(message["legal"])
        return {"t": "move", "id": message["id"], "move": chosen}
    return None  # "game", "over", and whatever later versions of the protocol say


def main():
    for line in sys.stdin:
        message = json.loads(line)
        if message["t"] == "quit":
            break
        reply = answer(message)
        if reply is not None:
            print(json.dumps(reply), flush=True)


main()
