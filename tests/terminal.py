#!/usr/bin/env python3
"""Plays with `riverlab play` at a terminal of 80 columns and 24 lines, as a person would: every game to its end, Ctrl-C and
Ctrl-D, a game that is left and taken up again. Usage: RIVERLAB=target/debug/riverlab tests/terminal.py [GAME ...]"""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time

RIVERLAB = os.environ.get("RIVERLAB", "target/debug/riverlab")
GAMES = ["the-river", "rio-grande", "carcassonne:rivers=both", "river-dragons"]
PROMPT = re.compile(r"^(p\d|confirm|p\d, press Enter)> $")
ESCAPE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
PATIENCE = 60


class Terminal:
    """A program at a terminal of its own."""

    def __init__(self, arguments, **environment):
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        self.modes = termios.tcgetattr(slave)
        self.slave = slave
        ours = {name: value for name, value in os.environ.items() if not re.match("NO_COLOR|CLICOLOR", name)}
        env = dict(ours, TERM="xterm-256color", **environment)
        self.process = subprocess.Popen([RIVERLAB, *arguments], stdin=slave, stdout=slave, stderr=slave, env=env,
                                        start_new_session=True, preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0))
        self.seen = ""

    def read(self, seconds):
        """What the program writes within so many seconds, as far as it comes at once."""
        ready, _, _ = select.select([self.master], [], [], seconds)
        if not ready:
            return ""
        try:
            text = os.read(self.master, 65536).decode(errors="replace")
        except OSError:
            return ""
        self.seen += text
        return text

    def line(self):
        """The last line, without colors."""
        return ESCAPE.sub("", self.seen.rsplit("\n", 1)[-1]).replace("\r", "")

    def wait_for_prompt(self):
        """Whether the program asks for a line; otherwise it has ended."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if PROMPT.search(self.line()):
                return True
            if not self.read(0.05) and self.process.poll() is not None:
                return False
        sys.exit(f"nothing happens: {self.seen[-2000:]}")

    def type(self, text):
        self.seen = self.seen[-4000:] + "\n"
        os.write(self.master, text.encode())

    def end(self, code):
        """The program has ended with this code and left the terminal as it was."""
        try:
            found = self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            sys.exit(f"the program does not end: {self.seen[-2000:]}")
        while self.read(0.05):
            pass
        assert found == code, f"exit code {found}, expected {code}: {self.seen[-2000:]}"
        assert termios.tcgetattr(self.slave) == self.modes, "the modes of the terminal have changed"
        os.close(self.master)
        os.close(self.slave)


def play_to_the_end(game, folder):
    """Plays the first move that is offered, again and again, and asks for everything else once."""
    file = os.path.join(folder, "game.jsonl")
    terminal = Terminal(["play", game, "--seats", "human", "random", "--seed", "3", "--hint", "greedy", "--save", file])
    for request in ["?", "hint", "moves", "nonsense", "show", ""]:
        assert terminal.wait_for_prompt()
        terminal.type(request + "\r")
    lines = 0
    while terminal.wait_for_prompt():
        asked = PROMPT.search(terminal.line()).group(1)
        terminal.type("\r" if asked == "confirm" else "1\r")
        lines += 1
    terminal.end(0)
    assert "the game is over" in terminal.seen, terminal.seen[-2000:]
    subprocess.run([RIVERLAB, "replay", file], check=True, stdout=subprocess.DEVNULL)
    os.remove(file)
    print(f"{game}: {lines} lines typed to the end of the game")


def leave(folder):
    """Ctrl-D leaves a game and Ctrl-C interrupts it; both keep what is saved, and the game goes on."""
    file = os.path.join(folder, "left.jsonl")
    terminal = Terminal(["play", "--seats", "human", "greedy", "--seed", "1", "--save", file])
    terminal.wait_for_prompt()
    terminal.type("1\r")
    terminal.wait_for_prompt()
    terminal.type("\x04")
    terminal.end(0)
    assert f"--resume {file}" in terminal.seen.replace("\r\n", ""), terminal.seen
    before = open(file).read()
    again = Terminal(["play", "--resume", file, "--save", file])
    again.wait_for_prompt()
    again.type("\x03")
    again.end(130)
    assert open(file).read() == before
    thinking = Terminal(["play", "--seats", "mcts:sims=100000000", "human", "--seed", "2"])
    deadline = time.monotonic() + PATIENCE
    while "? shows" not in thinking.seen and time.monotonic() < deadline:
        thinking.read(0.1)
    time.sleep(0.5)
    thinking.type("\x03")
    thinking.end(130)
    print("Ctrl-C, Ctrl-D: clean; the game goes on")


def hand_over():
    """Between two people the screen is emptied, and nothing that the first one typed comes back."""
    terminal = Terminal(["play", "river-dragons", "--seats", "human", "human", "--seed", "1"])
    terminal.wait_for_prompt()
    first = terminal.line()[:2]
    while terminal.wait_for_prompt():
        asked = PROMPT.search(terminal.line()).group(1)
        if asked[:2] not in (first, "co"):
            break
        terminal.type("\r" if asked == "confirm" or "Enter" in asked else "1\r")
    assert "alone at the screen" in terminal.seen and "\x1b[3J" in terminal.seen, terminal.seen
    terminal.type("\r")
    terminal.wait_for_prompt()
    terminal.type("\x1b[A")
    time.sleep(0.3)
    while terminal.read(0.2):
        pass
    typed = ESCAPE.sub("", terminal.seen.rsplit("> ", 1)[-1]).strip()
    assert typed == "", f"what comes back: {typed!r}"
    terminal.type("\x03")
    terminal.end(130)
    print("two people: nothing of the first one is left")


def typed_ahead():
    """Lines that are there before they are asked for are used one after the other."""
    terminal = Terminal(["play", "connect-four", "--seats", "human", "human", "--seed", "1"])
    terminal.wait_for_prompt()
    terminal.type("1\r2\r3\r4\rquit\r")
    terminal.end(0)
    assert "\nxoxo...\r" in ESCAPE.sub("", terminal.seen), terminal.seen
    print("lines typed ahead: all are played")


def colors():
    """NO_COLOR and CLICOLOR=0 turn styles off."""
    for environment in [{"NO_COLOR": "1"}, {"CLICOLOR": "0"}]:
        terminal = Terminal(["play", "connect-four", "--seats", "human", "random", "--seed", "1"], **environment)
        terminal.wait_for_prompt()
        assert not re.search(r"\x1b\[[0-9;]*m", terminal.seen), repr(terminal.seen)
        terminal.type("\x04")
        terminal.end(0)
    terminal = Terminal(["play", "connect-four", "--seats", "human", "random", "--seed", "1"])
    terminal.wait_for_prompt()
    assert re.search(r"\x1b\[1m", terminal.seen), repr(terminal.seen)
    terminal.type("\x04")
    terminal.end(0)
    print("colors: as the user likes them")


def main():
    signal.alarm(300)
    with tempfile.TemporaryDirectory() as folder:
        for game in sys.argv[1:] or GAMES:
            play_to_the_end(game, folder)
        leave(folder)
    hand_over()
    typed_ahead()
    colors()


main()
