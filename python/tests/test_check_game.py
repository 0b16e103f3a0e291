"""`check_game` finds what is wrong with a class, and nothing where nothing is."""

from __future__ import annotations

import pytest
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
    report = check_game(game, games=6)
    assert report.games >= 6 * len(game.players)
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
