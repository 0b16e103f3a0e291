"""A bot in twenty lines of Python, put to the test against a tree search.

    python own_bot.py --deals 50

The bot is flat Monte Carlo: it plays games on at random from guesses of what is hidden, as many after each legal action, and
takes the action with the best mean share of wins. It sees a `riverlab.View` and nothing else.
"""

from __future__ import annotations

import argparse

import riverlab


class FlatMonteCarlo:
    """Random playouts of each action in turn; an action that is clearly worse than the best one gets no more of them."""

    #: It draws from its view alone, so that a run of the same seed is the same run.
    deterministic = True

    def choose(self, view: riverlab.View) -> int:
        """The action with the best mean share for the own seat."""
        mean = dict.fromkeys(view.legal_actions(), 0.0)
        for played in (10, 30, 90):
            if len(mean) == 1:
                break
            shares = {action: view.playouts(action, played)[view.player] for action in mean}
            best = max(shares.values())
            mean = {action: share for action, share in shares.items() if share >= best - played**-0.5}
        return max(mean, key=lambda action: mean[action])


def main() -> None:
    """Plays a match and says how it went."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=20, help="deals of the match")
    parser.add_argument("--game", default="the-river", help="any game")
    parser.add_argument("--against", default="mcts:sims=100", help="the opponent")
    arguments = parser.parse_args()
    run = riverlab.match(
        arguments.game, focus=FlatMonteCarlo, against=arguments.against, deals=arguments.deals, progress=True
    )
    for name in ("bot", "share", "share_lo", "share_hi", "score_mean"):
        print(f"{name:>11}", *(f"{value:>24}" if isinstance(value, str) else f"{value:24.3f}" for value in run["standings"][name]))


if __name__ == "__main__":
    main()
