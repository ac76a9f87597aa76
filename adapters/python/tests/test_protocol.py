"""The protocol: every line that is neither blank nor a comment must get one response, whatever it contains."""
import io
import json
import random
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from noughts import CELLS, Crashes, ForgetsALine, Noughts

import bustan_adapters
from bustan_adapters import Adapter, Differ, Illegal, Refused, Session, assert_agrees, serve, template
from bustan_adapters.ready import READY


def ask(session, *lines):
    """Returns the responses, without the empty line that follows each of them."""
    answers = []
    for line in lines:
        answer = session.answer(line)
        assert answer is None or answer.endswith("\n\n") and answer.count("\n\n") == 1
        answers.append(answer and answer[:-2])
    return answers if len(answers) > 1 else answers[0]


@pytest.fixture
def session():
    return Session(Noughts())


def test_a_game(session):
    assert ask(session, "name", "version", "protocol_version") == ["= right", "= 1", "= 2"]
    assert ask(session, "play x b2", "play o a1", "play X C1") == ["= ", "= ", '? syntax error: "C1" is not a move']
    assert ask(session, "bustan-legal") == "= a2 a3 b1 b3 c1 c2 c3"
    state = ask(session, "bustan-state")
    assert state[:3] == "= {"
    assert json.loads(state[2:]) == {"to_move": "x", "over": False, "winner": None, "board": {"b2": "x", "a1": "o"}}
    assert ask(session, "showboard") == "= . . .\n. x .\no . ."
    assert ask(session, "bustan-position", "bustan-perft 2", "final_score") == ["= b2,a1", "= 42", "= 0"]
    assert ask(session, "undo", "undo", "undo") == ["= ", "= ", "? cannot undo"]
    assert ask(session, "play o a1") == "? illegal move: not-your-turn"
    assert ask(session, "bustan-setup a1,b1,a2,b2,a3", "play o c3") == ["= ", "? illegal move: game-over"]
    assert ask(session, "undo", "genmove o", "bustan-legal") == ["? cannot undo", "? game over", "= "]
    assert ask(session, "clear_board", "bustan-perft 1") == ["= ", "= 9"]


def test_lines(session):
    assert ask(session, "", "   \t", "# all comment", "\x00\x07") == [None] * 4
    assert ask(session, "12 name", "7 play x b2 # the centre", "08 nonsense") == ["=12 right", "=7 ", "?08 unknown command"]
    assert ask(session, "play o a1#", "play\to\ta1\t#\r\n") == ['? syntax error: "a1#" is not a move', "= "]
    assert ask(session, "13") == "?13 unknown command"


@pytest.mark.parametrize("line, answer", [
    ("play x", "? syntax error: play takes COLOUR MOVE"),
    ("play x a1 b1", "? syntax error: play takes COLOUR MOVE"),
    ("play purple a1", '? syntax error: "purple" is not a player; the players are: x, o'),
    ("play x a9", '? syntax error: "a9" is not a move'),
    ("play x " + "y" * 100, '? syntax error: "' + "y" * 60 + '..." is not a move'),
    ("name it", "? syntax error: name takes nothing else"),
    ("genmove", "? syntax error: genmove takes COLOUR"),
    ("known_command", "? syntax error: known_command takes COMMAND"),
    ("bustan-perft", "? syntax error: bustan-perft takes DEPTH"),
    ("bustan-perft -1", '? syntax error: "-1" is not a depth from 0 to 99'),
    ("bustan-perft 100", '? syntax error: "100" is not a depth from 0 to 99'),
    ("bustan-perft ٣", '? syntax error: "٣" is not a depth from 0 to 99'),
    ("bustan-setup a1,a1", '? invalid position: "a1,a1" is not a list of cells'),
    ("bustan-setup", '? invalid position: "" is not a list of cells'),
    ("boardsize", "? unacceptable size"),
    ("boardsize 3 3", "? unacceptable size"),
    ("boardsize 4", "? unacceptable size: only 3"),
    ("boardsize three", '? unacceptable size: "three"'),
    ("bustan-variants", "? unknown command"),
    ("PLAY x a1", "? unknown command"),
])
def test_bad_lines_are_told_what_is_wrong(session, line, answer):
    ask(session, "play x b2", "undo")
    assert ask(session, line) == answer
    # The session continues with the same game.
    assert ask(session, "play x b2", "bustan-perft 1") == ["= ", "= 8"]


def test_commands_are_those_that_the_engine_has():
    class Bare:
        def start(self):
            self.played = []

        def play(self, colour, word):
            if word in self.played:
                raise Illegal()
            self.played.append(word)

    session = Session(Bare())
    known = ask(session, "list_commands")[2:].split()
    assert known == ["clear_board", "known_command", "list_commands", "name", "play", "protocol_version", "quit", "version"]
    assert ask(session, "known_command undo", "known_command play") == ["= false", "= true"]
    assert ask(session, "undo", "bustan-state") == ["? unknown command"] * 2
    # The engine does not report the player to move, so the player is not checked.
    assert ask(session, "name", "play anyone a", "play anyone a") == ["= Bare", "= ", "? illegal move"]


def test_whose_turn_it_is_may_stand_in_the_state_alone():
    class InState(Noughts):
        to_move = None

        def state(self):
            return {**Noughts.state(self), "to_move": "XO"[len(self.played) % 2]}

        def __getattribute__(self, name):
            if name == "to_move":
                raise AttributeError(name)
            return super().__getattribute__(name)

        def state(self):  # noqa: F811
            return {"to_move": "XO"[len(self.played) % 2]}

    session = Session(InState())
    assert ask(session, "play o a1", "play x a1") == ["? illegal move: not-your-turn", "= "]


def test_a_board_with_empty_lines_does_not_end_the_answer():
    class Airy(Noughts):
        def show(self):
            return "a\n\n  \nb\r\n\n"

    assert ask(Session(Airy()), "showboard") == "= a\nb"


def test_anything_gets_one_answer():
    draw = random.Random(1)
    words = ["play", "x", "o", "undo", "boardsize", "3", "bustan-setup", "a1,b2", "genmove", "clear_board", "bustan-perft",
             "2", "bustan-legal", "bustan-state", "-1", "\u00e9", "\ufffd", "\x1b[0m", "99999999999999999999", "showboard",
             "known_command", "\u2028", "{}", '"', *CELLS]
    session = Session(Noughts())
    for number in range(3000):
        line = f"{number} " + " ".join(draw.choices(words, k=draw.randint(1, 4)))
        answer = session.answer(line)
        assert answer[0] in "=?" and answer[1:].startswith(f"{number} ") and answer.endswith("\n\n"), line
        assert answer.count("\n\n") == 1, line


def test_streams():
    out = io.BytesIO()
    serve(Noughts(), [b"name\n", b"\xff\xfe\n", b"\n", b"play x \xc3\xa9\n", b"quit\n", b"name\n"], out)
    assert out.getvalue().decode() == '= right\n\n? unknown command\n\n? syntax error: "é" is not a move\n\n= \n\n'


def run(*words, lines="", cwd=None):
    """Runs the command line. Returns the exit code, the responses and the messages."""
    done = subprocess.run([sys.executable, "-m", "bustan_adapters", *words], input=lines, capture_output=True, text=True,
                          encoding="utf-8", cwd=cwd)
    return done.returncode, done.stdout, done.stderr


ENGINE = """
from noughts import Noughts
print("loaded")

class Chatty(Noughts):
    def start(self):
        print("a new game")
        super().start()

def broken():
    raise SystemError("no luck")

value = 3
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    import noughts

    monkeypatch.setenv("PYTHONPATH", noughts.__file__.rsplit("noughts", 1)[0])
    (tmp_path / "mine.py").write_text(ENGINE)
    return tmp_path


def test_an_engine_of_ones_own(folder):
    code, out, _ = run("--serve", "mine:Chatty", lines="play x b2\nbustan-perft 1\nquit\n", cwd=folder)
    # Output of the engine does not mix with the responses, even if it is printed while the engine is loaded.
    assert (code, out) == (0, "= \n\n= 8\n\n= \n\n")


@pytest.mark.parametrize("words, told", [
    (["--serve", "mine"], "mine is not MODULE:FUNCTION"),
    (["--serve", "absent:make"], "there is no module absent in "),
    (["--serve", "mine:absent"], "mine has no absent"),
    (["--serve", "mine:value"], "mine:value is not a function: it is 3"),
    (["--serve", "mine:broken"], "mine:broken raised SystemError: no luck"),
    (["--serve"], "--serve takes MODULE:FUNCTION"),
    (["--nonsense"], "unknown option --nonsense"),
    (["nonsense"], "unknown adapter nonsense; there are: openspiel, chess, "),
    (["nonsense", "--help"], "unknown adapter nonsense; there are: openspiel, chess, "),
])
def test_a_bad_command_line_says_what_there_is(folder, words, told):
    code, out, err = run(*words, cwd=folder)
    assert (code, out) == (2, "")
    assert err.splitlines()[-1].startswith("bustan_adapters: ") and told in err
    # For an engine of the user, the traceback is also printed.
    assert ("Traceback (" in err) == ("mine:broken" in words)


def test_help():
    code, out, _ = run("--help")
    assert code == 0 and "python -m bustan_adapters NAME" in out and "pydraughts" in out
    assert run("--list")[0] == 0
    assert run("--version")[1].strip()
    assert run()[0] == 2


def test_an_engine_that_crashes_ends_the_process(folder):
    (folder / "mine.py").write_text("from noughts import Crashes")
    code, out, err = run("--serve", "mine:Crashes", lines="play x a1\nplay o b2\nname\n", cwd=folder)
    assert code == 1 and out == "= \n\n" and "IndexError: no room" in err


def test_a_reader_that_goes_away_is_no_crash(folder):
    (folder / "mine.py").write_text("from noughts import Noughts")
    process = subprocess.Popen([sys.executable, "-m", "bustan_adapters", "--serve", "mine:Noughts"], cwd=folder,
                               stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    process.stdin.write(b"name\n")
    process.stdin.flush()
    process.stdout.readline()
    process.stdout.close()
    try:
        process.stdin.write(b"bustan-perft 1\n" * 20000)
        process.stdin.close()
    except BrokenPipeError:
        pass
    err = process.stderr.read()
    process.stderr.close()
    assert process.wait(30) == 0 and err == b""


def test_a_library_that_is_missing_is_named_with_its_command(tmp_path):
    # Without its packages, Python only finds its standard library and this copy.
    shutil.copytree(Path(bustan_adapters.__file__).parent, tmp_path / "bustan_adapters")
    for name, ready in READY.items():
        done = subprocess.run([sys.executable, "-S", "-m", "bustan_adapters", name], env={"PYTHONPATH": str(tmp_path)},
                              capture_output=True, text=True)
        assert done.returncode == 2
        assert done.stderr == f"bustan_adapters: {name} needs {ready.package}: pip install {ready.package}\n"


class ListsAndRefuses(Noughts):
    """Lists a1 after b2 but refuses it."""

    def play(self, colour, word):
        if word == "a1" and self.played == ["b2"]:
            raise Illegal("corner")
        super().play(colour, word)


def test_a_move_that_is_listed_and_refused_is_named_by_the_count():
    session = Session(ListsAndRefuses())
    # The count stops in the middle of a game, and must return to the position before it.
    assert ask(session, "bustan-perft 2", "bustan-perft 1") == ["? lists a1 but refuses it (after b2): corner", "= 9"]
    assert ask(session, "play x b2", "bustan-perft 1") == ["= ", "? lists a1 but refuses it: corner"]
    assert json.loads(ask(session, "bustan-state")[2:])["board"] == {"b2": "x"}
    assert ask(session, "bustan-setup b2", "bustan-perft 1", "undo") == ["= ", "? lists a1 but refuses it: corner", "? cannot undo"]
    # The adapters' own count uses this, too, and afterwards returns to the position before it.
    counting = type("Counting", (ListsAndRefuses, Adapter), {"perft": Adapter.perft, "turn": ListsAndRefuses.to_move})()
    assert ask(Session(counting), "bustan-perft 3", "bustan-perft 1") == ["? lists a1 but refuses it (after b2): corner", "= 9"]
    counting.start()
    with pytest.raises(Illegal, match="corner"):
        counting.perft(3)
    assert counting.played == []


def test_a_move_that_is_listed_and_refused_is_named_by_genmove():
    class OnlyA1(ListsAndRefuses):
        def legal(self):
            return ["a1"] if self.played == ["b2"] else super().legal()

    assert ask(Session(OnlyA1()), "play x b2", "genmove o") == ["= ", "? lists a1 but refuses it: illegal move: corner"]


def test_a_count_that_plays_an_illegal_move_says_so():
    class Wild(Noughts):
        def perft(self, depth):
            self.play("x", "a1")
            self.play("o", "a1")
            return 1

    session = Session(Wild())
    assert ask(session, "play x b2", "bustan-perft 2") == ["= ", "? plays an illegal move while it counts: occupied"]
    assert json.loads(ask(session, "bustan-state")[2:])["board"] == {"b2": "x"}


def test_what_an_engine_cannot_tell_is_refused():
    class Shy(Noughts):
        def state(self):
            raise Refused("no word for this")

        def position(self):
            raise Refused()

    session = Session(Shy())
    assert ask(session, "bustan-state", "bustan-position") == ["? no word for this", "? refused"]
    with pytest.raises(Differ, match="raises in state: Refused: no word for this"):
        assert_agrees(Noughts, Shy, games=1)


def test_crashes_are_not_taken_for_refusals():
    session = Session(Crashes())
    ask(session, "play x a1")
    with pytest.raises(IndexError):
        ask(session, "play o b2")


def test_the_template_is_an_engine(tmp_path):
    code, out, _ = run("--template")
    assert code == 0
    (tmp_path / "engine.py").write_text(out)
    done = subprocess.run([sys.executable, "engine.py"], cwd=tmp_path, capture_output=True, text=True,
                          input="boardsize 4\nboardsize 3\nplay o a1\nplay x a1\nplay o a1\nplay o d4\nundo\nbustan-perft 2\n"
                                "bustan-legal\nbustan-state\n")
    assert done.returncode == 0 and done.stdout.split("\n\n")[:-1] == [
        "? unacceptable size: 3 is the only size", "= ", "? illegal move: not-your-turn", "= ", "? illegal move: occupied",
        '? syntax error: "d4" is not a move', "= ", "? unknown command", "= a1 a2 a3 b1 b2 b3 c1 c2 c3",
        '= {"to_move":"x","over":false,"winner":null,"board":{}}',
    ]


def test_the_template_agrees_with_another_engine():
    assert_agrees(template.Engine, Noughts, games=50, require=["legal", "to_move", "over", "winner", "board", "undo"])
    with pytest.raises(Differ):
        assert_agrees(template.Engine, ForgetsALine, games=200, shrink_seconds=0)
