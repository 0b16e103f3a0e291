"""A network that learns The River for two players from nothing but its own games, with NumPy only.

It values *afterstates*: positions right after a move, before chance acts. What a player observes there goes through one hidden
layer, beside a linear part, to the logit of the expected result of that player. A player takes the move whose afterstate is
valued best; in training one in proportion to `exp(logit / temperature)`. The result that is learned is the win share, mixed with
a logistic function of the margin of points, which tells more about a game than who has won it. After every batch of games the
network is fitted (cross entropy, Adam) to the λ-returns of the last batches,

    target of afterstate t = λ * target of afterstate t + 1 + (1 - λ) * value of afterstate t + 1,

each seen by its own mover; the target of the last one is the result. This is TD(λ) over afterstates (Sutton and Barto,
Reinforcement Learning, 2018, 6.8 and 12.1), as in TD-Gammon (Tesauro, Communications of the ACM 38, 1995). Nothing of The River
is hidden, so that an afterstate shows nothing that its player may not know.

The table shows matches against the bots `random` and `greedy` (one move ahead by learned values, which come from games of tree
search), each deal in both seatings, on deals that training does not see; the last match is played on deals of its own. Intervals
(95 %) are over deals. The same arguments give the same network, bit by bit, on the same machine and NumPy.

    pip install "./python[pettingzoo]"
    python python/examples/learner.py --games 2000          # half a minute: beats random
    python python/examples/learner.py                       # about seven minutes on one core: beats greedy

The second command printed this; between the rows shown the share against `greedy` goes up and down within its interval.

      games   loss  random  greedy   95 % interval
       5000  0.591   1.000   0.225  0.181 .. 0.290
      10000  0.592   0.995   0.453  0.391 .. 0.518
      20000  0.611   1.000   0.530  0.464 .. 0.594
      40000  0.602   1.000   0.662  0.600 .. 0.712
      60000  0.606   1.000   0.670  0.606 .. 0.721
    beats random: share 1.000 (0.988 .. 1.000, 400 deals in both seatings)
    beats greedy: share 0.694 (0.661 .. 0.724, 400 deals in both seatings)
"""

from __future__ import annotations

import argparse
import math
import os
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # The matrices are too small to gain by more.

import numpy as np
import numpy.typing as npt

import riverlab
from riverlab.pettingzoo import Environment, raw_env

Numbers = npt.NDArray[np.float32]

#: Games of training have seeds below the first number; deals of the table count from it, and those of the last match from
#: the second, so that no deal is seen twice.
TABLE, LAST = 1_000_000_000, 2_000_000_000


def logistic(x: Numbers) -> Numbers:
    """The logistic function, of each number."""
    return np.asarray(1 / (1 + np.exp(-x)), dtype=np.float32)


def input_scales(state: riverlab.State) -> Numbers:
    """For each number of an observation one over the square root of its bound, so that counts do not outweigh flags: (k,)."""
    bounds = [np.full(math.prod(it.shape), max(-it.low, it.high, 1.0)) for it in state.observation_features()]
    return np.asarray(1 / np.sqrt(np.concatenate(bounds)), dtype=np.float32)


class Network:
    """A value of observations: `logit = relu(x W + b) v + x u + c`, where x is the scaled observation."""

    def __init__(self, scales: Numbers, hidden: int, rng: np.random.Generator) -> None:
        inputs = len(scales)
        # About 60 numbers of an observation are not zero, so that hidden units begin with a variance of about one.
        first = rng.standard_normal((inputs, hidden)) / math.sqrt(60)
        self.scales = scales
        self.weights: dict[str, Numbers] = {
            "W": first.astype(np.float32),
            "b": np.zeros(hidden, np.float32),
            "v": np.zeros(hidden, np.float32),
            "u": np.zeros(inputs, np.float32),
            "c": np.zeros(1, np.float32),
        }
        self.mean = {name: np.zeros_like(weight) for name, weight in self.weights.items()}
        self.square = {name: np.zeros_like(weight) for name, weight in self.weights.items()}
        self.steps = 0

    def logits(self, observations: Numbers) -> Numbers:
        """The logits of observations: (n, k) to (n,)."""
        return self._forward(observations * self.scales)[1]

    def _forward(self, x: Numbers) -> tuple[Numbers, Numbers]:
        w = self.weights
        hidden = np.maximum(x @ w["W"] + w["b"], 0)
        return hidden, hidden @ w["v"] + x @ w["u"] + w["c"]

    def fit(self, observations: Numbers, targets: Numbers, rate: float) -> float:
        """A step of Adam (Kingma and Ba 2015) on the mean cross entropy, in nats, which it returns as it was before."""
        x = observations * self.scales
        hidden, logits = self._forward(x)
        error = (logistic(logits) - targets) / np.float32(len(targets))
        back = np.outer(error, self.weights["v"]) * (hidden > 0)
        self._descend(
            {"W": x.T @ back, "b": back.sum(0), "v": hidden.T @ error, "u": x.T @ error, "c": error.sum(keepdims=True)}, rate
        )
        return float(np.mean(np.logaddexp(0, logits) - targets * logits))

    def _descend(self, gradients: dict[str, Numbers], rate: float) -> None:
        self.steps += 1
        step = np.float32(rate * math.sqrt(1 - 0.999**self.steps) / (1 - 0.9**self.steps))
        for name, gradient in gradients.items():
            self.mean[name] += (gradient - self.mean[name]) * np.float32(0.1)
            self.square[name] += (gradient * gradient - self.square[name]) * np.float32(0.001)
            self.weights[name] -= step * self.mean[name] / (np.sqrt(self.square[name]) + np.float32(1e-8))

    def save(self, path: Path) -> None:
        """Writes the weights to a file of NumPy by the names of the formula; `scales` is what observations are multiplied by."""
        arrays: dict[str, Any] = {"scales": self.scales, **self.weights}
        with path.open("wb") as file:
            np.savez(file, **arrays)


@dataclass(frozen=True)
class Training:
    """How games are played and what is learned from them."""

    batch: int = 100  #: games between fits
    window: int = 5  #: batches that a fit draws from
    epochs: float = 2.0  #: how often a position is fitted to in all, on average
    minibatch: int = 256  #: positions in a step of Adam
    temperature: float = 0.1  #: of the softmax over logits that chooses moves
    trace: float = 0.9  #: λ
    share: float = 0.3  #: weight of the win share in the result; the rest is the logistic function of the margin
    margin: float = 8.0  #: points that are one unit of that logistic function
    rate: tuple[float, float] = (1.5e-3, 5e-5)  #: learning rate of Adam at the beginning and at the end


def result(state: riverlab.State, training: Training) -> float:
    """What a finished game is worth to player 0, from 0 to 1."""
    share, (own, other) = state.returns()[0], state.scores()
    by_margin = 1 / (1 + math.exp((other - own) / training.margin))
    return training.share * share + (1 - training.share) * by_margin


def play_game(
    env: Environment, network: Network, training: Training, seed: int, rng: np.random.Generator
) -> tuple[Numbers, Numbers]:
    """A game of the network against itself: what each mover observed after its move, (moves, k), and the targets, (moves,)."""
    env.reset(seed=seed)
    state = env.state_now
    rows, movers, values = [], [], []
    while not state.is_terminal():
        afterstates = state.afterstate_tensors()
        logits = network.logits(afterstates)
        weights = np.cumsum(np.exp((logits - logits.max()) / training.temperature))
        choice = min(int(np.searchsorted(weights, rng.random() * weights[-1])), len(weights) - 1)
        rows.append(afterstates[choice])
        movers.append(state.current_player())
        values.append(float(logistic(logits[choice : choice + 1])[0]))
        env.step(state.legal_actions()[choice])
    return np.stack(rows), lambda_returns(movers, values, result(state, training), training.trace)


def lambda_returns(movers: list[int], values: list[float], result: float, trace: float) -> Numbers:
    """The targets of the afterstates of a game, each for its mover, from the values and the result of player 0.

    >>> lambda_returns([0, 1, 1], [0.5, 0.5, 0.75], 1.0, 0.5).tolist()
    [0.5625, 0.375, 0.0]
    """
    targets = np.empty(len(movers), np.float32)
    next_mover, target = 0, result
    for at in reversed(range(len(movers))):
        if movers[at] != next_mover:
            target = 1 - target
        targets[at] = target
        # For the move before: what this mover expects, partly by its value.
        target = trace * target + (1 - trace) * values[at]
        next_mover = movers[at]
    return targets


def match(env: Environment, network: Network, bot: riverlab.Bot, first: int, deals: int) -> tuple[float, float, float]:
    """The mean win share of the network against a bot, over deals in both seatings, with the limits of a 95 % interval.

    The interval is that of the normal distribution over deals, after two deals won and two lost are added (Agresti and Coull
    1998), so that a match without a loss is not taken for certainty.
    """
    shares = []
    for seed in range(first, first + deals):
        for seat in (0, 1):
            env.reset(seed=seed)
            state = env.state_now
            while not state.is_terminal():
                if state.current_player() == seat:
                    best = int(network.logits(state.afterstate_tensors()).argmax())
                    env.step(state.legal_actions()[best])
                else:
                    env.step(bot.choose(state, seed=seed))
            shares.append(state.returns()[seat])
    by_deal = np.reshape(shares, (deals, 2)).mean(1)
    padded = np.concatenate([by_deal, [0.0, 0.0, 1.0, 1.0]])
    middle, half = float(padded.mean()), 1.96 * float(padded.std(ddof=1)) / math.sqrt(len(padded))
    return float(by_deal.mean()), max(0.0, middle - half), min(1.0, middle + half)


def play_batch(
    env: Environment, network: Network, training: Training, games: int, rng: np.random.Generator
) -> tuple[Numbers, Numbers]:
    """Games of the network against itself: all observations, (moves, k), and their targets, (moves,)."""
    played = [play_game(env, network, training, int(rng.integers(TABLE)), rng) for _ in range(games)]
    return np.concatenate([rows for rows, _ in played]), np.concatenate([targets for _, targets in played])


def fit_batches(
    network: Network, batches: list[tuple[Numbers, Numbers]], training: Training, rate: float, rng: np.random.Generator
) -> float:
    """Fits the network to positions drawn from these batches, as many as suit the last one, and returns the mean loss."""
    observations = np.concatenate([rows for rows, _ in batches])
    targets = np.concatenate([targets for _, targets in batches])
    steps = max(1, round(training.epochs * len(batches[-1][1]) / training.minibatch))
    drawn = rng.integers(len(targets), size=(steps, training.minibatch))
    return float(np.mean([network.fit(observations[idx], targets[idx], rate) for idx in drawn]))


def learn(network: Network, training: Training, games: int, every: int, deals: int, rng: np.random.Generator) -> None:
    """Plays and fits in turns; prints a row of the table after every so many games, with matches of so many deals."""
    env, bots = raw_env("the-river", 2), [riverlab.Bot("random"), riverlab.Bot("greedy")]
    print("  games   loss  random  greedy   95 % interval")
    batches: list[tuple[Numbers, Numbers]] = []
    first, last = training.rate
    for before in range(0, games, training.batch):
        after = min(before + training.batch, games)
        batches = [*batches, play_batch(env, network, training, after - before, rng)][-training.window :]
        loss = fit_batches(network, batches, training, first * (last / first) ** (before / games), rng)
        if after // every > before // every:
            (random, *_), (greedy, low, high) = (match(env, network, bot, TABLE, deals) for bot in bots)
            print(f"{after:7}  {loss:.3f}   {random:.3f}   {greedy:.3f}  {low:.3f} .. {high:.3f}", flush=True)


def positive(text: str) -> int:
    """A whole number above zero."""
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text}: expected 1 or more")
    return number


def main() -> None:
    """Trains, prints the table, plays the last match, and saves the network."""
    parser = argparse.ArgumentParser(description="Learns The River for two players by temporal differences over afterstates.")
    parser.add_argument("--games", type=positive, default=60_000, help="games of self-play (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="seed of everything that is drawn (default: %(default)s)")
    parser.add_argument("--hidden", type=positive, default=64, help="units of the hidden layer (default: %(default)s)")
    parser.add_argument("--every", type=positive, default=5_000, help="games between two rows (default: %(default)s)")
    parser.add_argument("--eval-deals", type=positive, default=100, help="deals of a match for a row (default: %(default)s)")
    parser.add_argument("--last-deals", type=positive, default=400, help="deals of the last match (default: %(default)s)")
    parser.add_argument("--out", type=Path, default=Path("river-network.npz"), help="the network (default: %(default)s)")
    options = parser.parse_args()
    if options.seed < 0:
        parser.error(f"--seed {options.seed}: expected 0 or more")

    began = time.process_time()
    rng = np.random.default_rng(options.seed)
    network = Network(input_scales(riverlab.State("the-river", 2)), options.hidden, rng)
    learn(network, Training(), options.games, options.every, options.eval_deals, rng)
    print(f"{options.games} games and the matches of the table took {time.process_time() - began:.0f} s of one core")
    network.save(options.out)
    print(f"the network is in {options.out}")
    env = raw_env("the-river", 2)
    for name in ("random", "greedy"):
        share, low, high = match(env, network, riverlab.Bot(name), LAST, options.last_deals)
        verdict = "beats" if low > 0.5 else "does not beat"
        print(f"{verdict} {name}: share {share:.3f} ({low:.3f} .. {high:.3f}, {options.last_deals} deals in both seatings)")


if __name__ == "__main__":
    main()
