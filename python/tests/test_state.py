"""`riverlab.State`: games are played, copied and pickled; wrong arguments are exceptions."""

from __future__ import annotations

import copy
import pickle
import random

import numpy as np
import pytest
from conftest import ENDS, TABLES

import riverlab


def play(state: riverlab.State, rng: random.Random, moves: int = 10**9) -> None:
    """Plays at random, chance explicitly."""
    for _ in range(moves):
        if state.is_terminal():
            return
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes())
            state.apply_action(rng.choices(outcomes, weights)[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))


@pytest.mark.parametrize("actions", ["fixed", "list"])
@pytest.mark.parametrize(("game", "players"), TABLES)
def test_games_are_played_to_their_end(game: str, players: int, actions: str) -> None:
    state = riverlab.State(game, players, actions=actions)
    rng = random.Random(f"{game} {players}")
    size, n_actions = state.observation_tensor_size(), state.num_distinct_actions()
    low = np.concatenate([np.full(int(np.prod(f.shape)), f.low) for f in state.observation_features()])
    high = np.concatenate([np.full(int(np.prod(f.shape)), f.high) for f in state.observation_features()])
    decisions = 0
    while not state.is_terminal():
        legal = state.legal_actions()
        assert legal == sorted(set(legal))
        if not state.is_chance_node() and decisions % 7 == 0:
            mask = state.legal_actions_mask()
            assert mask.dtype == np.int8 and mask.shape == (n_actions,) and np.flatnonzero(mask).tolist() == legal
            texts = state.legal_moves()
            assert len(set(texts)) == len(legal) and state.string_to_action(texts[-1]) == legal[-1]
            assert state.legal_actions((state.current_player() + 1) % players) == []
            rows = state.move_features()
            assert rows.shape == (len(legal), len(state.move_feature_names())) and np.isfinite(rows).all()
            for player in range(players):
                numbers = state.observation_tensor(player)
                assert numbers.dtype == np.float32 and numbers.shape == (size,)
                assert (low <= numbers).all() and (numbers <= high).all()
        decisions += not state.is_chance_node()
        play(state, rng, 1)
    assert sum(state.returns()) == pytest.approx(1.0) and state.legal_actions() == []
    assert state.current_player() == -4 and len(state.history()) == len(state.moves()) <= state.max_game_length()


@pytest.mark.parametrize(("game", "players"), ENDS)
def test_copies_go_their_own_way_and_pickles_are_the_same(game: str, players: int) -> None:
    rng = random.Random(5)
    state = riverlab.State(game, players, seed=3)
    state.play_chance()
    play(state, rng, 20)
    before = str(state), state.history()
    for other in [state.clone(), copy.copy(state), copy.deepcopy(state), pickle.loads(pickle.dumps(state))]:
        assert (str(other), other.history(), other.moves()) == (*before, state.moves())
        play(other, rng, 5)
        assert (str(state), state.history()) == before
    one, other = state.clone(), pickle.loads(pickle.dumps(state))
    # Chance goes on as it would have.
    for _ in range(30):
        if one.is_terminal():
            break
        one.play_chance()
        other.play_chance()
        assert str(one) == str(other)
        if not one.is_terminal():
            action = one.legal_actions()[0]
            one.apply_action(action)
            other.apply_action(action)


def test_chance_is_that_of_the_deal() -> None:
    def first_moves(seed: int, deal: int = 1) -> list[str]:
        state = riverlab.State("the-river", 2, seed=seed, deal=deal)
        state.play_chance()
        return state.moves()

    assert first_moves(seed=7, deal=12) == first_moves(seed=7, deal=12) != first_moves(seed=7, deal=13)
    assert first_moves(seed=7) == first_moves(seed=7, deal=1)


@pytest.mark.parametrize("game", ["rio-grande", "river-dragons"])
def test_guesses_look_the_same_to_their_observer_and_tell_nothing_of_others(game: str) -> None:
    rng = random.Random(1)
    changed = 0
    for seed in range(20):
        state = riverlab.State(game, 3, seed=seed)
        state.play_chance()
        play(state, rng, 40)
        if state.is_terminal():
            continue
        for player in range(3):
            guess = state.resample_from_infostate(player, seed)
            assert guess.information_state_string(player) == state.information_state_string(player)
            assert guess.observation_string(player) == state.observation_string(player)
            assert guess.observation_tensor(player).tobytes() == state.observation_tensor(player).tobytes()
            assert str(pickle.loads(pickle.dumps(guess))) == str(guess)
            changed += str(guess) != str(state)
            # A guess is a position like any other.
            play(guess, rng, 10)
    assert changed > 20


def test_wrong_arguments_are_exceptions() -> None:
    for arguments, message in [
        ({"game": "chess"}, 'game "chess" is unknown'),
        ({"game": "the-river", "players": 5}, "2 to 4 players"),
        ({"game": "the-river", "players": 0}, "2 to 4 players"),
        ({"game": "carcassonne:rivers=7"}, "rivers"),
        ({"game": "the-river", "set": ["building.mill-a.cost.wood=200"]}, "building"),
        ({"game": "the-river", "actions": "free"}, "allowed are"),
        ({"game": "the-river", "window": 5}, "no window"),
        ({"game": "the-river", "rules": "["}, "rules"),
        ({"game": "the-river", "deal": 0}, "deal=0: expected a whole number from 1"),
        ({"game": "the-river", "players": 2**70}, f"players={2**70}: expected a whole number from 0 to 99"),
        ({"game": "the-river", "seed": -1}, f"seed=-1: expected a whole number from 0 to {2**53 - 1}"),
        ({"game": "carcassonne", "window": 256}, "window=256: expected a whole number from 0 to 255"),
        ({"game": "the-river", "set": ["building.mill-a.points=6\nbuilding.mill-b.points=7"]}, "building.mill-a.points"),
    ]:
        with pytest.raises(ValueError, match=message):
            riverlab.State(**arguments)  # type: ignore[arg-type]
    state = riverlab.State("connect-four", 2)
    for action in [-1, 7, 10**9]:
        with pytest.raises(ValueError, match="action"):
            state.apply_action(action)
    with pytest.raises(ValueError, match=f"{10**30}: expected a whole number"):
        state.apply_action(10**30)
    with pytest.raises(ValueError, match="so many digits: expected a whole number"):
        state.legal_actions(10**5000)
    with pytest.raises(IndexError, match="players are 0 to 1"):
        state.observation_tensor(2)
    with pytest.raises(ValueError, match="not of chance"):
        state.chance_outcomes()
    with pytest.raises(ValueError, match="is no move"):
        state.apply_move("9")
    assert state.history() == []


def test_a_window_raises_rather_than_hiding_a_move() -> None:
    state = riverlab.State("carcassonne:rivers=none", 2, window=20)
    assert state.num_distinct_actions() == 41 * 41 * 4 + 18
    play(state, random.Random(2))
    assert state.is_terminal()
    state = riverlab.State("carcassonne:rivers=none", 2, window=1)
    with pytest.raises(ValueError, match="outside of the window"):
        play(state, random.Random(2))


def test_bots_choose_and_explain() -> None:
    for spec in ["random", "greedy", "ply:samples=4", "flat:sims=40", "mcts:sims=40", "mcts:sims=40,reuse=on"]:
        bot = riverlab.Bot(spec)
        for game in ["the-river", "rio-grande", "river-dragons"]:
            state = riverlab.State(game, 2, seed=4)
            state.play_chance()
            action = bot.choose(state, seed=9)
            assert action in state.legal_actions() and action == riverlab.Bot(spec).choose(state.clone(), seed=9)
        assert pickle.loads(pickle.dumps(bot)).spec == spec
    explained = riverlab.Bot("mcts:sims=60").explain(state, seed=1)
    assert explained["simulations"] == 60 and sum(visits for _, visits, _ in explained["ranking"]) <= 60
    for spec, message in [("nobody", "nobody"), ("mcts:sims=0", "sims"), ("cmd:x", "tournaments only")]:
        with pytest.raises(ValueError, match=message):
            riverlab.Bot(spec).choose(state)
    with pytest.raises(TypeError, match="riverlab.State"):
        bot.choose("a state")  # type: ignore[arg-type]
