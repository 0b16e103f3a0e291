"""The examples of games of one's own are the games that their names promise: by numbers that are known."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import TypeVar

from defective_games import Goofspiel, Kuhn, Pig, TicTacToe
from riverlab import CHANCE, Game


G = TypeVar("G", bound=Game)


def after(game: G, move: str) -> G:
    """The position after a move, in a copy."""
    copy = game.copy()
    copy.play(move)
    return copy


def test_tic_tac_toe_has_so_many_games_and_is_a_draw() -> None:
    @cache
    def solved(marks: tuple[frozenset[str], ...], seat: int) -> tuple[int, float]:
        """The number of games from here, and what the first player wins or loses."""
        game = TicTacToe(2)
        game.marks, game.seat = [sorted(cells) for cells in marks], seat
        if game.to_act() is None:
            first, second = game.scores()
            return 1, first - second
        below = []
        for move in game.moves(seat):
            position = after(game, move)
            below.append(solved(tuple(map(frozenset, position.marks)), position.seat))
        best = max if seat == 0 else min
        return sum(games for games, _ in below), best(value for _, value in below)

    assert solved((frozenset(), frozenset()), 0) == (255_168, 0)


def test_who_holds_at_20_in_pig_has_8_points_a_turn() -> None:
    @cache
    def expected(turn: int) -> Fraction:
        """What a turn brings that is held at 20 (8.14: Neller and Presser, 2004)."""
        game = Pig(2, target=1000)
        game.turn = turn
        if turn >= 20:
            return Fraction(after(game, "hold").scores()[0])
        rolled = after(game, "roll")
        assert rolled.to_act() == CHANCE
        outcomes = rolled.chance()
        total = Fraction(0)
        for text, weight in outcomes:
            position = after(rolled, text)
            share = Fraction(weight, sum(weight for _, weight in outcomes))
            total += share * (expected(position.turn) if position.seat == 0 else position.points[0])
        return total

    assert abs(float(expected(0)) - 8.14) < 0.005


def test_kuhn_poker_has_its_hands_and_ends() -> None:
    ends: list[tuple[str, ...]] = []
    seen: set[tuple[str, ...]] = set()

    def walk(game: Kuhn) -> None:
        actor = game.to_act()
        if actor is None:
            ends.append((*game.hands, *game.bets))
            return
        if actor != CHANCE:
            assert isinstance(actor, int)
            seen.add((game.hands[actor], *game.bets))
        for move in [card for card, _ in game.chance()] if actor == CHANCE else game.moves(0):
            walk(after(game, move))

    walk(Kuhn(2))
    assert (len(ends), len(seen)) == (30, 12)
    scores: list[tuple[list[str], float]] = [
        (["queen", "king", "pass", "pass"], -1),
        (["king", "queen", "bet", "bet"], 2),
        (["jack", "king", "bet", "pass"], 1),
        (["king", "jack", "pass", "bet", "pass"], -1),
    ]
    for moves, score in scores:
        game = Kuhn(2)
        for move in moves:
            game.play(move)
        assert game.to_act() is None and game.scores() == [score, -score]


def test_equal_offers_win_nothing_in_goofspiel() -> None:
    game = Goofspiel(3, cards=2)
    game.play("prize 2")
    game.play_all({0: "2", 1: "2", 2: "1"})
    game.play("prize 1")
    game.play_all({0: "1", 1: "1", 2: "2"})
    assert game.to_act() is None and game.scores() == [0.0, 0.0, 1.0] and game.shares() == [0.0, 0.0, 1.0]
