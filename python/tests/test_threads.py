"""Threads: searches hold no lock of Python, and threads that share a state or a bot do each other no harm."""

from __future__ import annotations

import random
import sys
import threading
import time
from collections.abc import Callable
from functools import partial

import riverlab


def in_threads(*work: Callable[[], None]) -> None:
    """Does all of it at the same time; raises what was raised."""
    raised: list[BaseException] = []

    def do(part: Callable[[], None]) -> None:
        try:
            part()
        except BaseException as error:
            raised.append(error)

    threads = [threading.Thread(target=do, args=(part,)) for part in work]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if raised:
        raise raised[0]


def in_threads_that_keep_the_lock(*works: Callable[[], None]) -> None:
    """The same where no thread gives up the lock of Python unless what it calls does."""
    interval = sys.getswitchinterval()
    sys.setswitchinterval(100)
    try:
        in_threads(*works)
    finally:
        sys.setswitchinterval(interval)


def ticks_during(call: Callable[[], object]) -> int:
    """How often another thread gets a turn while this call is under way. Python takes the lock from no thread meanwhile: the
    other one gets a turn only if the call lets go of the lock."""
    begun, done, ticks, seen = threading.Event(), threading.Event(), 0, 0

    def tick() -> None:
        nonlocal ticks
        begun.wait()
        while not done.is_set():
            ticks += 1
            time.sleep(0.0005)

    def work() -> None:
        nonlocal seen
        begun.set()
        before = ticks
        try:
            call()
        finally:
            seen = ticks - before
            done.set()

    in_threads_that_keep_the_lock(tick, work)
    return seen


def middle_of(game: str) -> riverlab.State:
    """A position in the middle of a game."""
    state, rng = riverlab.State(game, 2, seed=1), random.Random(1)
    for _ in range(40):
        state.play_chance()
        state.apply_action(rng.choice(state.legal_actions()))
    state.play_chance()
    return state


def test_python_goes_on_while_a_bot_searches() -> None:
    bot, state = riverlab.Bot("mcts:sims=20000,early=off"), middle_of("rio-grande")
    assert ticks_during(lambda: bot.choose(state, seed=1)) > 0
    assert ticks_during(lambda: bot.explain(state, seed=1)) > 0
    # A call that holds the lock shows that the count can be 0.
    assert ticks_during(lambda: sum(range(3_000_000))) == 0


def test_threads_share_a_bot() -> None:
    states = [middle_of(game) for game in ["rio-grande", "the-river", "rio-grande", "river-dragons"]]
    bot = riverlab.Bot("mcts:sims=300")
    expected = [bot.choose(state, seed=2) for state in states]
    chosen: list[list[int]] = [[] for _ in states]

    def work(thread: int) -> None:
        # Each thread begins with another game, so that the bot is made anew all the time.
        for place in range(thread, thread + len(states)):
            chosen[thread].append(bot.choose(states[place % len(states)], seed=2))

    in_threads(*(partial(work, thread) for thread in range(len(states))))
    assert chosen == [expected[thread:] + expected[:thread] for thread in range(len(states))]


def test_a_state_is_played_on_while_a_bot_searches_in_it() -> None:
    state = middle_of("rio-grande")
    bot = riverlab.Bot("mcts:sims=5000,early=off")
    expected = bot.choose(state, seed=3)
    chosen: list[int] = []
    searching = threading.Event()

    def search() -> None:
        searching.set()
        chosen.append(bot.choose(state, seed=3))

    def play() -> None:
        searching.wait()
        rng = random.Random(1)
        while not chosen and not state.is_terminal():
            time.sleep(0.002)
            state.apply_action(rng.choice(state.legal_actions()))
            state.play_chance(1)

    in_threads_that_keep_the_lock(play, search)
    assert chosen == [expected] and len(state.history()) > len(middle_of("rio-grande").history())
