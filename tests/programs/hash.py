"""The bot of examples/own_bot as a program: the legal move whose text, after the seed, has the least FNV-1a hash."""

import json
import sys


def fnv1a(text):
    value = 0xCBF29CE484222325
    for byte in text.encode():
        value = (value ^ byte) * 0x100000001B3 % 2**64
    return value


for line in sys.stdin:
    message = json.loads(line)
    if message["t"] == "hello":
        print(json.dumps({"t": "hello", "protocol": 1, "name": "hash", "version": "1", "deterministic": True}), flush=True)
    elif message["t"] == "move":
        chosen = min(message["legal"], key=lambda text: fnv1a(message["seed"] + text))
        print(json.dumps({"t": "move", "id": message["id"], "move": chosen}), flush=True)
    elif message["t"] == "quit":
        break
