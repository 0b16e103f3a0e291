"""Research on river board games: rules engines, search bots, learning environments, tournaments with statistics.

The engine is written in Rust. `State` is a game under way, with the verbs of OpenSpiel; `riverlab.pettingzoo`,
`riverlab.gymnasium` and `riverlab.openspiel` are environments for learners, which need these packages.

>>> import riverlab
>>> state = riverlab.State("the-river", players=2, seed=1)
>>> state.play_chance() > 0
True
>>> state.legal_moves()
['draft:1', 'draft:2', 'draft:3']
"""

from ._riverlab import Bot, Feature, GameStart, SeenMove, State, Table, View, __version__, games
from .conformance import GameError, GameReport, check_game
from .experiments import Run, Training, Tuning, balance, match, open_run, tournament, train, tune
from .game import CHANCE, Actor, Game

__all__ = [
    "CHANCE",
    "Actor",
    "Bot",
    "Feature",
    "Game",
    "GameError",
    "GameReport",
    "GameStart",
    "Run",
    "SeenMove",
    "State",
    "Table",
    "Training",
    "Tuning",
    "View",
    "__version__",
    "balance",
    "check_game",
    "games",
    "match",
    "open_run",
    "tournament",
    "train",
    "tune",
]
