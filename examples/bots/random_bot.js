// A bot that plays any legal move, for Node: node random_bot.js
"use strict";

const lines = require("node:readline").createInterface({ input: process.stdin });
const say = (message) => process.stdout.write(JSON.stringify(message) + "\n");

// The seed of a decision is 16 hexadecimal digits; the same seeds give the same game again.
const choose = ({ seed, legal }) => legal[Number(BigInt("0x" + seed) % BigInt(legal.length))];

lines.on("line", (line) => {
  const message = JSON.parse(line);
  switch (message.t) {
    case "hello":
      say({ t: "hello", protocol: 1, name: "random-js", version: "1", deterministic: true });
      break;
    case "move":
      say({ t: "move", id: message.id, move: choose(message) });
      break;
    case "quit":
      lines.close(); // Node ends when nothing is left to wait for
      break;
    default: // "game", "over", and whatever later versions of the protocol say
  }
});
