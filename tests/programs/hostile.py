"""Programs that misbehave: each case is a bot that plays well until it does one thing wrong, or one odd thing.

    python3 hostile.py NAME      plays as this bot
    python3 hostile.py --list    prints a line for each case: its name, the class of the fault that riverlab must see
                                 ("ok" where it must see none), and the options that riverlab needs for it

All cases are made for `--answer-seconds 1`, unless their options have it already. Where nothing else is said, a case
shows at the first decision of a game from the third on at which it is possible, in the first game of the process; since
a program that fails is started anew for the next game, that may be in each game. All that a bot does beside its case is
the same in all cases, so that the games of all that are "ok" are the same.

Nothing lasts: what would go on for ever goes on for a minute or for 1 GB, so that a bot that riverlab fails to end is
seen by a test, but is no burden for the machine.
"""

import fcntl
import json
import os
import signal
import sys
import tempfile
import time

MIB = 1 << 20
FOR_EVER = 60  # seconds
HELLO = {"t": "hello", "protocol": 1, "name": "hostile", "version": "1", "deterministic": True}

CASES = {}


class Case:
    """What goes wrong, and what riverlab has to say of it."""

    def __init__(self, moment, act, expected, settings):
        self.moment, self.act, self.expected, self.settings = moment, act, expected, settings


def case(moment, expected, *settings):
    """Makes a function a case, under its name with dashes. It is called at this moment, see `Bot`."""

    def add(act):
        CASES[act.__name__.strip("_").replace("_", "-")] = Case(moment, act, expected, settings)
        return act

    return add


# What bots do.


def write(data, stream=1):
    """Writes all bytes, to the standard output if nothing else is said."""
    while data:
        data = data[os.write(stream, data) :]


def line_of(message):
    """A message as riverlab expects it."""
    return json.dumps(message).encode() + b"\n"


def say(message):
    write(line_of(message))


def move(question, **fields):
    """A proper answer, with other fields if need be; those that are None are left out."""
    answer = {"t": "move", "id": question["id"], "move": question["legal"][0], **fields}
    return {name: value for name, value in answer.items() if value is not None}


def wait_for_ever():
    """Does nothing, and does not end either."""
    time.sleep(FOR_EVER)
    os._exit(9)


def start_child(act=wait_for_ever):
    """Starts a process in the same group, with the same pipes, that does only this; its number."""
    child = os.fork()
    if child == 0:
        try:
            act()
        finally:
            os._exit(9)
    return child


def flood(streams, data):
    """Writes 1 GB in turn to these streams."""
    for _ in range(1_000_000_000 // len(data) // len(streams)):
        for stream in streams:
            write(data, stream)


def eat_memory(mib):
    """Holds so much memory, for ever."""
    held = []
    for _ in range(mib // 8):
        held.append(b"x" * (8 * MIB))
    wait_for_ever()


class Bot:
    """A bot that answers with the first legal move, but for its case. The moments of cases, and what they are given:

    start        nothing, before anything is read or said
    hello        the hello of riverlab; what is returned is said instead of the own
    second-hello the same, but not at the first start of the program in this run, which is when riverlab plans
    after-hello  nothing, after the own hello
    third        a question from the third on; True is returned if the case has nothing to show here
    later        the same, with the texts that were legal earlier and are not now
    each         each question
    over         the message that a game is over
    quit         the message to quit

    What is returned of a question is said as the answer: a message, bytes, or nothing at all.
    """

    def __init__(self, chosen):
        self.chosen, self.games, self.earlier, self.done = chosen, 0, set(), False
        self.rest = b""

    def read_line(self):
        """The next line, or nothing at the end. At most this line is read from the pipe, and little more."""
        while b"\n" not in self.rest:
            more = os.read(0, 1 << 16)
            if not more:
                return b""
            self.rest += more
        line, self.rest = self.rest.split(b"\n", 1)
        return line

    def at(self, moment, *what):
        """Acts if it is the moment of the case; what it returns."""
        return self.chosen.act(*what) if self.chosen.moment == moment else None

    def play(self):
        """Plays until it is told to quit."""
        self.at("start")
        while line := self.read_line():
            message = json.loads(line)
            kind = message["t"]
            if kind == "hello":
                self.greet(message)
            elif kind == "game":
                self.games += 1
                self.earlier.clear()
            elif kind == "move":
                self.answer(message)
            elif kind == "over":
                self.at("over", message)
            elif kind == "quit":
                self.at("quit", message)
                break

    def greet(self, message):
        said = self.at("hello", message)
        if self.chosen.moment == "second-hello" and not is_first_start():
            said = self.chosen.act(message)
        write(said if isinstance(said, bytes) else line_of(said or HELLO))
        self.at("after-hello")

    def answer(self, question):
        moment, legal = self.chosen.moment, set(question["legal"])
        answer = True
        if moment == "each":
            answer = self.chosen.act(question)
        elif moment in ("third", "later") and question["id"] >= 3 and self.games == 1 and not self.done:
            earlier = sorted(self.earlier - legal)
            answer = self.chosen.act(question) if moment == "third" else self.chosen.act(question, earlier)
            self.done = answer is not True
        self.earlier |= legal
        if answer is True:
            answer = move(question)
        if answer is not None:
            write(answer if isinstance(answer, bytes) else line_of(answer))


def is_first_start():
    """Whether this run has not started this program before.

    Runs are told apart by the riverlab that they belong to. That the program was started is noted in the folder
    $HOSTILE_STATE, or where temporary files go.
    """
    parent = os.getppid()
    with open(f"/proc/{parent}/stat", "rb") as stat:
        began = stat.read().rsplit(b") ", 1)[1].split()[19].decode()
    folder = os.environ.get("HOSTILE_STATE", tempfile.gettempdir())
    note = os.path.join(folder, f"hostile-started-{parent}-{began}-{sys.argv[1]}")
    try:
        os.close(os.open(note, os.O_CREAT | os.O_EXCL))
    except FileExistsError:
        return False
    return True


# Hellos.


@case("start", "no-hello")
def no_hello():
    """Says nothing, ever."""
    wait_for_ever()


@case("start", "wrong-hello")
def garbage_first():
    """A line for humans comes before the hello, as of a library that greets whoever loads it."""
    write(b"Welcome to Hostile 1.0!\n")


@case("start", "exit")
def exits_at_once():
    """Ends, without any error, before it says anything."""
    sys.exit(0)


@case("hello", "wrong-hello")
def protocol_2(_message):
    return {**HELLO, "protocol": 2}


@case("hello", "wrong-hello")
def hello_without_name(_message):
    return {"t": "hello", "protocol": 1}


@case("hello", "wrong-hello")
def hello_without_protocol(_message):
    return {"t": "hello", "name": "hostile"}


@case("hello", "wrong-hello")
def hello_with_a_number_as_name(_message):
    return {**HELLO, "name": 7}


@case("hello", "wrong-hello")
def hello_with_a_text_of_wants(_message):
    return {**HELLO, "wants": "rules"}


@case("hello", "wrong-hello")
def move_before_hello(_message):
    return line_of({"t": "move", "id": 1, "index": 0}) + line_of(HELLO)


@case("second-hello", "wrong-hello")
def other_version_later(_message):
    """Is another version when it plays than when the run was planned."""
    return {**HELLO, "version": "2"}


@case("second-hello", "wrong-hello")
def other_wants_later(_message):
    return {**HELLO, "wants": ["position"]}


@case("after-hello", "exit")
def exits_after_hello():
    sys.exit(0)


@case("after-hello", "stdin-unread")
def reads_no_more():
    """Never reads again; all that it is told fits into the pipe."""
    wait_for_ever()


def with_a_small_pipe():
    """A hello that asks for long lines, into a pipe that holds only 4 KiB: questions do not fit but in small games."""
    fcntl.fcntl(0, fcntl.F_SETPIPE_SZ, 4096)
    return {**HELLO, "wants": ["rules", "position"]}


@case("hello", "stdin-unread")
def reads_no_more_from_a_small_pipe(_message):
    say(with_a_small_pipe())
    wait_for_ever()


@case("third", "wrong-message")
def hello_in_a_game(_question):
    return HELLO


# Ends.


@case("third", "exit")
def exits_0(_question):
    sys.exit(0)


@case("third", "exit")
def exits_3(_question):
    sys.exit(3)


@case("third", "exit")
def raises(_question):
    """Ends with a traceback, as a Python program does."""
    raise KeyError("no such card")


@case("third", "exit")
def answers_and_exits(question):
    """Answers, which counts, and is gone when it is asked next."""
    say(move(question))
    sys.exit(0)


@case("third", "exit")
def exits_in_a_line(question):
    write(line_of(move(question))[:-1])
    sys.exit(0)


@case("third", "signal")
def kills_itself(_question):
    os.kill(os.getpid(), signal.SIGKILL)
    wait_for_ever()


@case("third", "signal")
def segfaults(_question):
    os.kill(os.getpid(), signal.SIGSEGV)
    wait_for_ever()


@case("third", "signal")
def kills_its_group(_question):
    os.killpg(0, signal.SIGTERM)
    wait_for_ever()


@case("over", "exit")
def exits_between_games(_message):
    sys.exit(0)


# Pipes and processes.


@case("third", "closed-pipe")
def closes_stdout(_question):
    os.close(1)
    wait_for_ever()


@case("third", "closed-pipe")
def closes_stdin_and_stdout(_question):
    os.close(0)
    os.close(1)
    wait_for_ever()


@case("third", "closed-pipe")
def closes_all_pipes(_question):
    for stream in range(3):
        os.close(stream)
    wait_for_ever()


@case("third", "silent")
def closes_stdin(_question):
    os.close(0)
    wait_for_ever()


@case("third", "pipes-held")
def leaves_a_child(_question):
    """Ends, but a child of it holds the pipes."""
    start_child()
    os._exit(0)


@case("third", "pipes-held")
def crashes_and_leaves_a_child(_question):
    start_child()
    os.kill(os.getpid(), signal.SIGSEGV)
    wait_for_ever()


@case("third", "exit")
def leaves_a_child_with_stderr(_question):
    """The child holds a pipe on which nobody waits for anything."""

    def close_and_wait():
        os.close(0)
        os.close(1)
        wait_for_ever()

    start_child(close_and_wait)
    os._exit(0)


@case("third", "silent")
def silent_with_a_child(_question):
    start_child()


@case("third", "silent")
def leaves_its_group(_question):
    """Goes to a process group of its own making, where nobody who kills its old group finds it."""
    reading, writing = os.pipe()

    def lead():
        os.setpgid(0, 0)
        os.write(writing, b"!")
        time.sleep(1)
        os._exit(0)

    child = start_child(lead)
    os.read(reading, 1)
    os.setpgid(0, child)
    wait_for_ever()


@case("third", "stopped")
def stops_itself(_question):
    os.kill(os.getpid(), signal.SIGSTOP)
    wait_for_ever()


@case("third", "memory", "--memory-mib", "200")
def eats_memory(_question):
    eat_memory(1024)


@case("third", "memory", "--memory-mib", "200")
def eats_memory_in_a_child(_question):
    start_child(lambda: eat_memory(1024))


@case("third", "memory", "--memory-mib", "200")
def eats_memory_and_plays(question):
    """Goes over the limit slowly, and answers as if nothing was the matter until it is ended for it."""
    held = []
    for _ in range(64):
        held.append(b"x" * (8 * MIB))
        time.sleep(0.005)
    return move(question)


@case("third", "processes", "--processes", "5")
def starts_20_processes(_question):
    for _ in range(20):
        start_child()


@case("third", "processes", "--processes", "100")
def starts_400_processes(_question):
    """So many that they do not all end at the same moment."""
    for _ in range(400):
        start_child()


# Time.


@case("third", "silent")
def silent(_question):
    """Goes on reading, but says nothing."""


@case("third", "silent")
def stops_in_a_line(question):
    return line_of(move(question))[:-1]


@case("third", "late")
def late(question):
    time.sleep(1.2)
    return move(question)


@case("third", "late", "--clock", "300")
def late_on_a_clock(question):
    """Is late by more than it may be, which is 50 ms."""
    time.sleep(0.6)
    return move(question)


@case("each", "late", "--clock", "400+0")
def late_on_a_clock_for_the_game(question):
    """Each decision would do alone."""
    time.sleep(0.12)
    return move(question)


@case("third", "late")
def late_and_illegal(question):
    time.sleep(1.2)
    return move(question, move="no such move")


@case("third", "late")
def late_and_no_json(_question):
    time.sleep(1.2)
    return b"roll\n"


@case("third", "late")
def late_and_no_utf8(_question):
    time.sleep(1.2)
    return b"\xff\n"


@case("third", "late")
def late_with_a_playout(question):
    time.sleep(1.2)
    return {"t": "playouts", "id": question["id"], "moves": question["legal"], "n": 1}


# Other questions.


@case("third", "stale-id")
def old_id(question):
    return move(question, id=question["id"] - 1)


@case("third", "stale-id")
def future_id(question):
    return move(question, id=question["id"] + 1)


@case("third", "stale-id")
def old_id_and_illegal(question):
    """Answers another question, whatever it answers."""
    return move(question, id=question["id"] - 1, move="no such move")


@case("third", "stale-id")
def answers_twice(question):
    """Answers twice in one write; the second answer is there when the next question comes."""
    return line_of(move(question)) * 2


# What is no message.


@case("third", "not-json")
def not_json(question):
    return question["legal"][0].encode() + b"\n"


@case("third", "not-json")
def json_array(question):
    return [move(question)]


@case("third", "not-json")
def json_number(_question):
    return b"0\n"


@case("third", "not-json")
def json_null(_question):
    return b"null\n"


@case("third", "ok")
def nan(question):
    """Python writes numbers like that, which JSON does not have. Nobody needs this one."""
    return move(question, info=float("nan"))


@case("third", "not-json")
def two_in_a_line(question):
    return line_of(move(question))[:-1] + line_of(move(question))


@case("third", "not-json")
def half_a_line_at_a_time(question):
    """One message on two lines."""
    return line_of(move(question)).replace(b", ", b",\n", 1)


@case("third", "not-json")
def nan_beside_nonsense(question):
    return line_of(move(question, info=float("nan")))[:-2] + b",}\n"


@case("third", "wrong-message")
def nan_for_an_id(question):
    return move(question, id=float("nan"))


@case("third", "ok")
def deeply_nested(question):
    """Deeper than any reader goes, where nobody needs it."""
    depth = 100_000
    nested = b"[" * depth + b"]" * depth
    return b'{"t":"move","id":%d,"index":0,"info":%s}\n' % (question["id"], nested)


@case("third", "not-json")
def zero_byte(question):
    return b"\0" + line_of(move(question))


@case("third", "ok")
def blank_line(question):
    """A blank line says nothing."""
    return b"\n" + line_of(move(question))


@case("third", "not-utf8")
def not_utf8(question):
    return line_of(move(question, info="?")).replace(b"?", b"\xc3\x28")


@case("third", "not-utf8")
def utf_16(question):
    """A whole line as some systems write text if they are not told otherwise."""
    return json.dumps(move(question)).encode("utf-16") + b"\n"


@case("third", "endless-line", "--answer-seconds", "10")
def endless_line(_question):
    flood([1], b"x" * MIB)


@case("third", "endless-line", "--answer-seconds", "10")
def line_of_2_mib(question):
    return line_of(move(question, info="x" * (2 * MIB)))


@case("third", "endless-line", "--answer-seconds", "10")
def line_just_too_long(question):
    """Longer than a line may be by one byte: without its end it has 1 MiB and one byte."""
    short = len(line_of(move(question, info=""))) - 1
    return line_of(move(question, info="x" * (MIB + 1 - short)))


# Messages that lack something, or have something else.


@case("third", "wrong-message")
def without_t(question):
    return move(question, t=None)


@case("third", "wrong-message")
def number_as_t(question):
    return move(question, t=7)


@case("third", "wrong-message")
def text_as_id(question):
    return move(question, id=str(question["id"]))


@case("third", "wrong-message")
def without_id(question):
    return move(question, id=None)


@case("third", "wrong-message")
def without_choice(question):
    return move(question, move=None)


@case("third", "wrong-message")
def number_as_move(question):
    return move(question, move=0)


@case("third", "wrong-message")
def list_as_move(question):
    return move(question, move=question["legal"][:1])


@case("third", "wrong-message")
def index_minus_1(question):
    return move(question, move=None, index=-1)


@case("third", "wrong-message")
def index_1_and_a_half(question):
    return move(question, move=None, index=1.5)


@case("third", "wrong-message")
def text_as_index(question):
    return move(question, move=None, index="0")


@case("third", "wrong-message")
def move_and_another_index(question):
    """Names one legal move, and the place of another."""
    return move(question, index=1) if len(question["legal"]) > 1 else True


# Illegal moves.


@case("third", "illegal-move")
def index_2_to_the_63(question):
    return move(question, move=None, index=2**63)


@case("third", "illegal-move")
def index_after_the_last(question):
    return move(question, move=None, index=len(question["legal"]))


@case("third", "illegal-move")
def no_such_move(question):
    return move(question, move="castle")


@case("third", "illegal-move")
def empty_move(question):
    return move(question, move="")


@case("third", "illegal-move")
def move_in_capitals(question):
    return move(question, move=question["legal"][0].upper())


@case("third", "illegal-move")
def move_with_a_space(question):
    return move(question, move=question["legal"][0] + " ")


@case("third", "illegal-move")
def move_of_chance(question):
    """The last of what it saw chance do."""
    drawn = [seen[1] for seen in question["saw"] if seen[0] == "chance" and seen[1]]
    return move(question, move=drawn[-1]) if drawn else True


@case("later", "illegal-move")
def move_of_an_earlier_question(question, earlier):
    return move(question, move=earlier[0]) if earlier else True


# Floods.


@case("third", "stdout-flood", "--answer-seconds", "30")
def stdout_flood(_question):
    """Lines that riverlab has to ignore, each of them."""
    flood([1], line_of({"t": "thinking", "about": "x" * 65_000}))


@case("third", "stdout-flood", "--answer-seconds", "60")
def stdout_flood_of_short_lines(_question):
    flood([1], line_of({"t": "x"}) * 5_000)


@case("third", "stderr-flood", "--answer-seconds", "30")
def stderr_flood(_question):
    flood([2], b"x" * 65_536)


@case("third", "stdout-flood", "--answer-seconds", "30")
def both_floods(_question):
    flood([1, 2], line_of({"t": "thinking", "about": "x" * 65_000}))


@case("after-hello", "stdout-flood", "--answer-seconds", "30")
def stdout_flood_without_reading():
    flood([1], line_of({"t": "thinking", "about": "x" * 65_000}))


@case("each", "ok")
def stderr_chatter(question):
    """Far more than a pipe holds, for each decision."""
    write(b"thinking about it\n" * (MIB // 18), 2)
    return move(question)


@case("each", "ok")
def stdout_chatter(question):
    write(line_of({"t": "thinking", "about": "x" * 1000}) * 1000)
    return move(question)


# Playouts.


def playouts(question, **fields):
    """Asks for random games."""
    say({"t": "playouts", "id": question["id"], "moves": question["legal"], "n": 5, **fields})


@case("third", "illegal-move")
def playouts_of_an_illegal_move(question):
    playouts(question, moves=["castle"])


@case("third", "wrong-message")
def playouts_of_no_move(question):
    playouts(question, moves=[])


@case("third", "wrong-message")
def playouts_of_0(question):
    playouts(question, n=0)


@case("third", "wrong-message")
def playouts_of_minus_1(question):
    playouts(question, n=-1)


@case("third", "wrong-message")
def playouts_of_a_million_and_one(question):
    playouts(question, moves=question["legal"][:1], n=1_000_001)


@case("third", "wrong-message")
def playouts_of_2_to_the_64_less_1(question):
    """Times the moves that is more than 64 bits hold."""
    playouts(question, moves=question["legal"][:1] * 3, n=2**64 - 1)


@case("third", "wrong-message")
def playouts_without_n(question):
    say({"t": "playouts", "id": question["id"], "moves": question["legal"]})


@case("third", "stale-id")
def playouts_with_an_old_id(question):
    playouts(question, id=question["id"] - 1)


@case("third", "late")
def playouts_without_end(question):
    """A million random games, again and again: whoever plays them has to look at the clock."""
    for _ in range(100):
        playouts(question, moves=question["legal"][:1], n=1_000_000)


@case("third", "stdin-unread", "--answer-seconds", "2")
def playouts_unread(question):
    """Asks for more than a pipe holds and never reads it."""
    for _ in range(20_000):
        playouts(question, moves=question["legal"][:1], n=1)
    wait_for_ever()


# The end.


@case("quit", "ignores-quit")
def ignores_quit(_message):
    """Ignores whatever a process may ignore."""
    for number in range(1, signal.NSIG):
        try:
            signal.signal(number, signal.SIG_IGN)
        except (OSError, ValueError):
            pass
    wait_for_ever()


@case("quit", "ignores-quit")
def ignores_quit_with_a_child(_message):
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    start_child()
    wait_for_ever()


@case("quit", "ignores-quit")
def stops_itself_at_quit(_message):
    os.kill(os.getpid(), signal.SIGSTOP)
    wait_for_ever()


@case("quit", "ignores-quit")
def floods_at_quit(_message):
    flood([1, 2], b"x" * 65_536)
    wait_for_ever()


@case("quit", "ok")
def quits_after_a_while(_message):
    write(b"Goodbye!\n")
    time.sleep(0.4)


@case("quit", "exit")
def quits_with_exit_code_3(_message):
    sys.exit(3)


@case("quit", "signal")
def quits_by_a_signal(_message):
    os.kill(os.getpid(), signal.SIGTERM)
    wait_for_ever()


@case("quit", "ok")
def quits_and_leaves_a_child(_message):
    """The child is ended with the group."""
    start_child()


# Whatever else riverlab must put up with.


@case("each", "ok")
def well_behaved(question):
    return move(question)


@case("hello", "ok")
def hello_in_pieces(_message):
    for byte in line_of(HELLO)[:-1]:
        write(bytes([byte]))
        time.sleep(0.005)
    return b"\n"


@case("hello", "ok")
def hello_of_the_future(_message):
    """Knows more than riverlab: a line before its hello, another wish, more fields."""
    return line_of({"t": "loading", "percent": 50}) + line_of({**HELLO, "wants": ["oracle"], "elo": 3000, "x": [{}]})


@case("hello", "ok")
def hello_with_all_wants(_message):
    return {**HELLO, "wants": ["rules", "position"]}


@case("hello", "ok")
def hello_with_a_number_as_version(_message):
    return {**HELLO, "version": 1.5}


@case("hello", "ok")
def reads_from_a_small_pipe(_message):
    return with_a_small_pipe()


@case("each", "ok")
def crlf(question):
    return line_of(move(question)).replace(b"\n", b"\r\n")


@case("each", "ok")
def spaces(question):
    return b" \t " + json.dumps(move(question), indent="  ").replace("\n", " ").encode() + b"  \n"


@case("each", "ok")
def unknown_fields(question):
    return move(question, confidence=0.9, pv=[["roll"], {"stop": None}], seat="north")


@case("each", "ok")
def unknown_lines(question):
    """Lines that riverlab does not know, one of which is named as what only riverlab says."""
    for kind in ("thinking", "", "Move", "over"):
        say({"t": kind, "id": -1, "move": 7})
    return move(question)


@case("each", "ok")
def in_pieces(question):
    line = line_of(move(question))
    for begin in range(0, len(line), 7):
        write(line[begin : begin + 7])
        time.sleep(0.002)


@case("each", "ok")
def by_index(question):
    return move(question, move=None, index=0)


@case("each", "ok")
def by_both(question):
    return move(question, index=0)


@case("each", "ok")
def with_null(question):
    """What is null is as if it were not there."""
    return {"t": "move", "id": question["id"], "move": None, "index": 0, "info": None}


@case("each", "ok")
def escaped(question):
    """All letters of the move are written as what they are in Unicode."""
    text = "".join(f"\\u{ord(letter):04x}" for letter in question["legal"][0])
    return b'{"\\u0074":"move","id":%d,"move":"%s"}\n' % (question["id"], text.encode())


@case("each", "ok")
def with_info(question):
    """Diagnostics of 100 KB, with whatever letters there are."""
    return move(question, info={"text": "x" * 100_000, "letters": "\0\x1b[2J\u2028\U0001f409"})


@case("each", "ok")
def line_as_long_as_may_be(question):
    """Without its end, 1 MiB."""
    short = len(line_of(move(question, info=""))) - 1
    return line_of(move(question, info="x" * (MIB - short)))


@case("each", "ok")
def asks_for_playouts(question):
    playouts(question)
    playouts(question)
    return move(question)


@case("each", "ok", "--clock", "1000")
def on_a_clock(question):
    time.sleep(0.01)
    return move(question) if question["left_ms"] == 1000 else None


@case("after-hello", "ok")
def closes_stderr():
    os.close(2)


@case("after-hello", "ok")
def has_a_child():
    """A helper that lives as long as the program."""
    start_child()


def restarting(_message):
    """The hello of a program that wants to be started for each game."""
    return {**HELLO, "restart": True}


@case("hello", "ok")
def restarts(message):
    return restarting(message)


def main():
    """Lists the cases, or plays one."""
    if sys.argv[1:] == ["--list"]:
        for name, listed in CASES.items():
            print(name, listed.expected, *listed.settings)
    elif len(sys.argv) == 2 and sys.argv[1] in CASES:
        Bot(CASES[sys.argv[1]]).play()
    else:
        sys.exit("usage: hostile.py NAME, or hostile.py --list")


main()
