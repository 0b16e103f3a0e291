"""`check_game` finds what is wrong with a class, and nothing where nothing is."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest
from conftest import LONG
from defective_games import DEFECTS, Goofspiel, Kuhn, Orchard, Pig, TicTacToe
from riverlab import Game, GameError, check_game


@pytest.mark.parametrize("game", DEFECTS, ids=lambda game: str(game.__name__))
def test_defects_are_found_with_the_method(game: type[Game]) -> None:
    with pytest.raises(GameError) as error:
        check_game(game, games=10)
    assert str(error.value).startswith(f"{game.__name__}.{DEFECTS[game]} "), error.value
    assert "after " in str(error.value) or "in the first position" in str(error.value)
    assert len(DEFECTS) >= 20


@pytest.mark.parametrize("game", [TicTacToe, Pig, Kuhn, Goofspiel, Orchard])
def test_nothing_is_wrong_with_the_examples(game: type[Game]) -> None:
    report = check_game(game, games=3)
    assert report.games >= 3 * len(game.players)
    assert report.notes == [] and report.taken == set(game.elements)
    assert (report.secrets == report.decisions) == (game is Kuhn)
    assert "nothing is wrong" in str(report)


def test_classes_that_nobody_can_check_are_refused() -> None:
    with pytest.raises(ValueError, match="a class that extends riverlab.Game is needed"):
        check_game(Game)
    with pytest.raises(ValueError, match=r"players=3: Kuhn is for 2 players"):
        check_game(Kuhn, players=3)
    with pytest.raises(ValueError, match="games=0: at least 1 is needed"):
        check_game(Kuhn, games=0)
    wrong = {
        "players": (0, "from 1 to 6"),
        "max_moves": (0, "that no game exceeds"),
        "parameters": ({"target": (1, 2, 3)}, "least, largest"),
    }
    for attribute, (value, advice) in wrong.items():
        value = [value] if attribute == "players" else value
        with pytest.raises(GameError, match=f"{attribute} is .*{advice}"):
            check_game(type("Wrong", (Pig,), {attribute: value}))


def test_what_could_not_be_checked_is_said() -> None:
    class Within(Orchard):
        elements = (*Orchard.elements, "ivy")

    notes = check_game(Within, games=2, players=2).notes
    assert notes[0] == "No move of these games takes ivy." and notes[1].startswith("Not compared with another process")


def test_copies_share_what_the_original_shares_within_itself() -> None:
    game = Goofspiel(2)
    game.hands[1] = game.hands[0]
    copy = game.copy()
    assert copy.hands[0] is copy.hands[1] is not game.hands[0]
    assert copy.prizes == game.prizes and copy.prizes is not game.prizes


#: What a method may return that is none of what it should.
NONSENSE: list[Any] = [
    None, True, -1, 7, 10**30, 1.5, float("nan"), "", "a", b"a", [], [None], [1.5], [""], ["a", "a"], [["a"]], [("a", 0)],
    [("a", 1, 1)], [("a", 1.0)], {}, {0: "a"}, {"a"}, (), (1, 2), object(), [object()], [float("inf")], iter("ab"), range(3), Game,
]  # fmt: skip
ERRORS: list[BaseException] = [
    ValueError("no"), KeyError("a"), IndexError(), StopIteration(), RecursionError(), MemoryError(), SystemExit(3),
    AssertionError(), NotImplementedError(), GeneratorExit(), UnicodeError("\ud800"), OSError(2, "no"), ZeroDivisionError(),
]  # fmt: skip


def hostile(rng: Random) -> tuple[type[Game], str]:
    """A class one of whose methods raises, returns nonsense, never ends or prints, always or now and then; with the method."""
    base = rng.choice([TicTacToe, Kuhn, Goofspiel, Orchard])
    methods = ["__init__", "to_act", "moves", "play", "scores", "shares", "copy", "visible", "hide", "stream", "value"]
    method = rng.choice([*methods, "chance", "play_all", "features", "move_features", "taken_by"])
    kind, often = rng.choice(["raise", "return", "return", "return", "loop", "print"]), rng.choice([1, 1, 5])
    calls = 0

    def wrong(self: Game, *arguments: Any, **named: Any) -> Any:
        nonlocal calls
        calls += 1
        if calls % often == 0:
            if kind == "raise":
                raise rng.choice(ERRORS)
            if kind == "return":
                return rng.choice(NONSENSE)
            while kind == "loop":
                pass
            print("nonsense")
        return getattr(base, method)(self, *arguments, **named)

    return type("Hostile", (base,), {method: wrong, "parameters": {}}), method


def test_hostile_classes_end_as_errors_that_name_a_method() -> None:
    rng, found = Random(5), Counter[str]()
    for _ in range(2000 if LONG else 120):
        game, method = hostile(rng)
        try:
            check_game(game, games=1, players=2, limit=0.1)
        except GameError as error:
            assert str(error).startswith("Hostile."), error
            found[method] += 1
    assert len(found) >= (16 if LONG else 14) and found.total() > (1000 if LONG else 60), found
