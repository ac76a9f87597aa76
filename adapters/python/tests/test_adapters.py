"""Tests each ready adapter separately: numbers of moves, keys, options, and arbitrary input."""
import json
import random
import subprocess
import sys

import pytest
from ready import engine, needs

from bustan_adapters import Differ, Illegal, Refused, assert_agrees
from bustan_adapters.__main__ import make
from bustan_adapters.fen import board
from bustan_adapters.options import Usage
from bustan_adapters.ready import READY

#: At least one game for every adapter, and the perft counts of its start position.
COUNTS = {
    "openspiel chess": [20, 400], "openspiel crazyhouse": [20, 400], "openspiel antichess": [20, 400],
    "openspiel shogi": [30, 900], "openspiel xiangqi": [44, 1920], "openspiel checkers": [7, 49, 302],
    "openspiel othello": [4, 12, 56, 244], "openspiel go board_size=3": [10, 91], "openspiel connect_four": [7, 49],
    "openspiel tic_tac_toe": [9, 72, 504], "openspiel hive": [7], "openspiel morpion_solitaire": [40],
    "openspiel twixt": [48], "openspiel hex board_size=3": [9, 72],
    "chess": [20, 400, 8902], "chess crazyhouse": [20, 400], "chess 3check": [20, 400], "chess racingkings": [21, 421],
    "chess horde": [8, 128], "chess chess960": [20, 400],
    "pyffish": [20, 400], "pyffish 3check": [20, 400], "pyffish shogi": [30, 900], "pyffish minishogi": [14, 181],
    "pyffish xiangqi": [44], "pyffish flipello": [4, 12, 56],
    "pydraughts": [7, 49, 302], "pydraughts standard": [9, 81], "pydraughts turkish": [8, 64],
    "sgfmill size=3": [10, 91], "shogi": [30, 900], "cshogi": [30, 900], "creversi": [4, 12, 56, 244],
}
#: The keys that every adapter reports.
TELLS = {"to_move", "over", "winner"}


def test_every_adapter_is_tried():
    assert {spec.split()[0] for spec in COUNTS} == set(READY)


@pytest.mark.parametrize("spec", COUNTS)
def test_counts_of_moves(spec):
    playing = engine(spec)
    before = json.dumps(playing.state())
    assert [playing.perft(depth + 1) for depth in range(len(COUNTS[spec]))] == COUNTS[spec]
    assert playing.perft(0) == 1
    assert json.dumps(playing.state()) == before
    assert TELLS <= set(playing.state())
    assert spec.startswith("openspiel hive") or "board" in playing.state()


@pytest.mark.parametrize("spec", COUNTS)
def test_an_adapter_agrees_with_itself_and_with_what_it_took_back(spec):
    needs(spec)
    agreement = assert_agrees(spec, spec, games=1 if "pyffish" in spec else 4, plies=25, require=["legal", "to_move", "over", "winner", "undo"])
    assert agreement.plies > 5


# Arbitrary input.

BAD = """
play | play white | play white e2e4 e5 | play purple e2e4 | play white \udcff\udcfe | play white 0000 | play white --
play white pass | play white e2e9 | play white e2e4q | play white @ | play white N@ | play white P@e4 | play black T99
play black 9z9z | play black 0 | play x b2 | play p0 0
bustan-setup | bustan-setup x | bustan-setup 8/8/8/8/8/8/8/8 w - - 0 1 | bustan-setup 4k3/8/8/8/8/8/8/4K3 w KQkq e3 0 1
bustan-setup 4k3/8/8/8/8/8/8/4K3 x - - 0 1 | bustan-setup 4k3/8/8/8/8/8/8/4K3 w - - -1 -1
bustan-setup 4k3/8/8/8/8/8/8/4K3 w - - 999999999999 99999999999999999 | bustan-setup 4k3/8/8/8/8/8/8/4K4 w - - 0 1
bustan-setup 9/8/8/8/8/8/8/4K3 w - - 0 1 | bustan-setup P3k3/8/8/8/8/8/8/4K3 w - - 0 1
bustan-setup 4k3/8/8/8/8/8/8/4K3[] w - - 0 1 | bustan-setup 4k3/8/8/8/8/8/8/4K3[x] w - - 0 1
bustan-setup 4k3/8/8/8/8/8/8/4K3 w - - 3+3 0 1 | bustan-setup 4k3/8/8/8/8/8/8/4K3 w - - 0 1 +0+0
bustan-setup 4k3/8/8/8/8/8/8/4K3 w - e9 0 1 | bustan-setup 4k3/8/8/8/8/8/8/4K3 w zz - 0 1
bustan-setup 4kk2/8/8/8/8/8/8/4K3 w - - 0 1 | bustan-setup 4kR2/8/8/8/8/8/8/4K3 w - - 0 1
bustan-setup 4k3/8/8/8/8/8/8/8 w - - 0 1 | bustan-setup 88888888/8/8/8/8/8/8/8 w - - 0 1
bustan-setup 4k~3/8/8/8/8/8/8/4K3 w - - 0 1 | bustan-setup 4k4/4K4/9/9/9/9/9/9/9 b - 1
bustan-setup P3k4/9/9/9/9/9/9/9/4K4 b - 1 | bustan-setup 4k4/9/9/9/9/9/9/9/4K4 b 20p 1
bustan-setup 4k4/9/9/9/9/9/9/9/4K4 b x 1 | bustan-setup 4k4/9/9/9/9/9/9/9/4K4 b 0P 1
bustan-setup ppppppppp/ppppppppp/4k4/9/9/9/9/9/4K4 b - 1 | bustan-setup lnsgkgsnl/1r5b1/9/9/9/9/9/9/9 b - 1
undo 3 | genmove | genmove purple | bustan-perft | bustan-perft x | bustan-perft 999 | known_command | bustan-legal x
bustan-state | bustan-legal | bustan-position | showboard | final_score | bustan-perft 1
clear_board | undo | bustan-state | bustan-legal
boardsize | boardsize x | boardsize -1 | boardsize 0 | boardsize 1 | boardsize 1000000 | boardsize 99999999999999999999999
boardsize 3 4 5 6 | boardsize ² | boardsize 4.5 | bustan-legal
"""
LINES = [line.strip() for row in BAD.strip().split("\n") for line in row.split("|")]


@pytest.mark.parametrize("spec", COUNTS)
def test_whatever_comes_gets_one_answer(spec):
    needs(spec)
    draw = random.Random(spec)
    noise = ["play " + "".join(draw.choices("abcWBx019*+@-~ /[]", k=draw.randint(1, 12))) for _ in range(20)]
    noise += ["bustan-setup " + "".join(draw.choices("kKpP189/ wb-[]+QR", k=draw.randint(1, 40))) for _ in range(20)]
    lines = noise + LINES
    asked = "".join(f"{at} {line}\n" for at, line in enumerate(lines))
    done = subprocess.run([sys.executable, "-m", "bustan_adapters", *spec.split()], input=asked.encode("utf-8", "surrogateescape"),
                          capture_output=True, timeout=60)
    answers = done.stdout.decode().split("\n\n")[:-1]
    assert done.returncode == 0, f"{lines[len(answers)]}\n{done.stderr.decode()}"
    assert [answer[1:].split(" ")[0].split("\n")[0] for answer in answers] == [str(at) for at in range(len(lines))]
    assert all(answer[0] in "=?" for answer in answers)
    for line, answer in zip(lines, answers):
        # A refusal includes a message.
        assert answer[0] == "=" or len(answer.split(" ", 1)[1]) > 5, line
    # After all this input, the state must be that of the start position.
    end = len(noise) + LINES.index("clear_board")
    assert json.loads(answers[end + 2].split(" ", 1)[1]) == json.loads(json.dumps(engine(spec).state()))
    assert answers[end + 3].split()[1:] == sorted(engine(spec).legal(), key=str.encode)


# Options.

@pytest.mark.parametrize("spec, told", [
    ("openspiel", "give one game; there are: "),
    ("openspiel nonsense", "unknown game nonsense; there are: "),
    ("openspiel chess go", "give one game; there are: "),
    ("openspiel backgammon", "backgammon cannot be compared: chance takes part in it"),
    ("openspiel kuhn_poker", "kuhn_poker cannot be compared: "),
    ("openspiel go board_size=x", "board_size=x is unknown; board_size takes a value such as 19"),
    ("openspiel go nonsense=3", "unknown option nonsense; options here: players, "),
    ("openspiel hex players=a", "players=a: hex has 2 players"),
    ("openspiel chess draws=none", "draws=none is not supported: OpenSpiel ends every game of chess as soon as"),
    ("openspiel crazyhouse draws=auto", "draws=auto is not supported: OpenSpiel ends every game of chess as soon as"),
    ("openspiel go draws=claim", "unknown option draws; options here: players, undo, board_size"),
    ("openspiel go komi=inf", "komi=inf is unknown; komi takes a value such as 7.5"),
    ("openspiel checkers rows=0", "openspiel checkers rows=0 does not work with open_spiel "),
    ("openspiel twixt board_size=3", "OpenSpiel does not accept twixt board_size=3: board_size out of range"),
    ("openspiel hex board_size=0", "openspiel hex board_size=0 does not work with open_spiel "),
    ("openspiel go(board_size=", "OpenSpiel does not accept go(board_size="),
    ("chess nonsense", "unknown variant nonsense; there are: chess, chess960, "),
    ("chess ep=sometimes", "ep=sometimes is unknown; ep takes legal | pseudo | always"),
    ("chess ep=legal ep=pseudo", "ep is given twice"),
    ("chess chess960 start=960", "start=960 is unknown; start takes 0..959"),
    ("chess start=5", "start=5 is an option of chess960 only"),
    ("chess atomic chess", "give one variant"),
    ("pyffish atomic start=5", "start=5 is an option of chess960 only"),
    ("pyffish xiangqi ep=pseudo", "ep=pseudo is an option of chess and its variants only"),
    ("pyffish flipello promote=queen", "promote=queen is an option of chess and its variants only"),
    ("pyffish nonsense", "unknown variant nonsense; there are: chess, chess960, "),
    ("pyffish shogi draws=auto", "pyffish shogi draws=auto is not supported: it works only in 3check, "),
    ("pydraughts nonsense", "unknown variant nonsense; there are: english, "),
    ("pydraughts draws=0", "draws=0 is unknown; draws takes "),
    ("sgfmill size=26", "size=26 is unknown; size takes 2..25"),
    ("sgfmill komi=nan", "komi=nan is unknown; komi takes POINTS"),
    ("sgfmill chess", "unknown game chess; sgfmill plays go alone"),
    ("shogi chess", "unknown game chess; python-shogi plays shogi alone"),
    ("cshogi chess", "unknown game chess; cshogi plays shogi alone"),
    ("cshogi draws=auto", "unknown option draws; options here: none"),
    ("creversi chess", "unknown game chess; creversi plays othello alone"),
])
def test_a_wrong_option_says_what_there_is(spec, told):
    needs(spec)
    with pytest.raises(Usage) as usage:
        make(spec.split())
    assert told in str(usage.value) and "\n" not in str(usage.value)


@pytest.mark.parametrize("spec", [
    "openspiel checkers rows=0", "openspiel go komi=x", "chess ep=sometimes", "pyffish draws=sometimes", "pydraughts draws=0",
    "sgfmill size=26", "shogi draws=claim", "cshogi x=1", "creversi chess",
])
def test_a_wrong_option_ends_the_program_with_a_line_and_exit_code_2(spec):
    needs(spec.split()[0] if not spec.startswith("openspiel") else "openspiel go")
    with pytest.raises(Usage) as usage:
        make(spec.split())
    done = subprocess.run([sys.executable, "-m", "bustan_adapters", *spec.split()], capture_output=True, text=True, input="name\n")
    assert (done.returncode, done.stdout) == (2, "")
    # Output of the library itself may precede the message.
    assert done.stderr.splitlines()[-1] == f"bustan_adapters: {usage.value}" and "Traceback (" not in done.stderr


@pytest.mark.parametrize("name", READY)
def test_help_names_games_and_options(name):
    needs(name)
    done = subprocess.run([sys.executable, "-m", "bustan_adapters", name, "--help"], capture_output=True, text=True)
    assert done.returncode == 0 and done.stdout.startswith(name) and "\nGames: " in done.stdout


PINNED = "8/8/8/8/k2p3R/8/4P3/4K3 w - - 0 1"


@pytest.mark.parametrize("name", ["chess", "pyffish", "openspiel chess"])
def test_ep(name):
    for rule, far, pinned, open_ in (("legal", None, None, "a3"), ("pseudo", None, "e3", "a3"), ("always", "e3", "e3", "a3")):
        if rule == "always" and name != "chess":
            continue
        spec = f"{name} ep={rule}"
        for expected, playing in (
            (far, engine(spec, "e2e4")),
            (pinned, engine(spec, "e2e4", position=PINNED)),
            (open_, engine(spec, "a2a4", position="4k3/8/8/8/1p6/8/P7/4K3 w - - 0 1")),
        ):
            assert playing.state()["en_passant"] == expected
            assert playing.position().split()[3] == (expected or "-")


CIRCLE = "g1f3 g8f6 f3g1 f6g8".split()


@pytest.mark.parametrize("name", ["chess", "pyffish", "openspiel chess"])
def test_draws_of_chess(name):
    claims = name if name.startswith("openspiel") else f"{name} draws=claim"
    # The third occurrence of the position.
    assert not engine(claims, *CIRCLE, *CIRCLE[:3]).state()["over"]
    ended = engine(claims, *CIRCLE, *CIRCLE)
    assert (ended.state()["over"], ended.state()["winner"], ended.to_move(), ended.legal()) == (True, None, None, [])
    ended.undo()
    assert "f6g8" in ended.legal()
    # Fifty moves of each player, and only kings.
    assert engine(claims, "e1d1", position="4k3/8/8/8/8/8/8/R3K3 w - - 99 80").state()["over"]
    assert engine(claims, "e1e2", position="4k3/8/8/8/8/8/4p3/4K3 w - - 5 80").state()["over"]
    if name != claims:
        for moves, position in ((CIRCLE * 5, ""), (["e1d1"], "4k3/8/8/8/8/8/8/R3K3 w - - 99 80"),
                                (["e1e2"], "4k3/8/8/8/8/8/4p3/4K3 w - - 5 80")):
            assert not engine(name, *moves, position=position).state()["over"]
    # Stalemate always ends the game.
    stale = engine(name, "b5b6", position="k7/8/2K5/1Q6/8/8/8/8 w - - 0 1")
    assert (stale.state()["over"], stale.state()["winner"]) == (True, None)
    mate = engine(name, "f2f3", "e7e5", "g2g4", "d8h4")
    assert (mate.state()["over"], mate.state()["winner"], mate.to_move()) == (True, "black", None)


@pytest.mark.parametrize("name", ["chess draws=auto", "pyffish draws=auto"])
def test_draws_that_come_by_themselves(name):
    assert not engine(name, *CIRCLE * 3).state()["over"]
    assert not engine(name, *CIRCLE * 3, *CIRCLE[:3]).state()["over"]
    assert engine(name, *CIRCLE * 4).state()["over"]
    assert not engine(name, "e1d1", position="4k3/8/8/8/8/8/8/R3K3 w - - 148 99").state()["over"]
    assert engine(name, "e1d1", position="4k3/8/8/8/8/8/8/R3K3 w - - 149 99").state()["over"]


def is_insufficient(rows):
    """Rule 7.6: only kings, a minor piece against a lone king, or only bishops, all on squares of one colour."""
    cells = {cell: piece for cell, piece in board(rows).items() if piece not in "Kk"}
    if len(cells) <= 1:
        return all(piece in "BbNn" for piece in cells.values())
    colours = {(ord(cell[0]) + int(cell[1])) % 2 for cell in cells}
    return all(piece in "Bb" for piece in cells.values()) and len(colours) == 1


@pytest.mark.parametrize("name", ["chess draws=claim", "chess draws=auto", "pyffish draws=claim", "pyffish draws=auto", "openspiel chess"])
def test_insufficient_material(name):
    rows = ["k7/8/8/8/8/8/8/4K3", "k7/8/8/8/4B3/8/8/4K3", "k7/8/8/8/4n3/8/8/4K3", "k6b/8/8/8/4B3/8/8/4K3",
            "k7/8/7b/8/4B3/8/8/4K3", "k7/8/4B3/8/4B3/8/8/4K3", "k7/8/4B3/8/3B4/8/8/4K3", "k7/8/4b3/6b1/4B3/8/8/4K3",
            "k7/8/4B3/8/4B3/3b4/8/4K3", "k7/8/4b3/8/4B3/1b6/8/4K3", "k7/8/8/8/4N3/8/N7/4K3", "k7/8/8/8/4N3/8/n7/4K3",
            "k7/8/8/8/4N3/8/b7/4K3", "k7/8/8/8/4B3/8/N7/4K3", "k7/8/8/8/8/8/P7/4K3", "k7/8/8/8/8/8/R7/4K3",
            "k7/8/8/8/8/8/3Q4/4K3", "k7/8/8/8/4n3/8/3Q4/4K3"]
    assert {is_insufficient(row) for row in rows} == {True, False}
    for row in rows:
        assert engine(name, position=f"{row} b - - 5 80").state()["over"] == is_insufficient(row), row
        # Without draws, only stalemate ends the game.
        if not name.startswith("openspiel"):
            assert not engine(name.split()[0], position=f"{row} b - - 5 80").state()["over"], row


@pytest.mark.parametrize("name", ["chess draws=claim", "chess draws=auto", "pyffish draws=claim", "pyffish draws=auto", "openspiel chess"])
def test_checkmate_comes_before_a_draw(name):
    # The move that reaches the limit gives checkmate.
    for count in (99, 149):
        mate = engine(name, "h1h8", position=f"k7/8/1K6/8/8/8/8/7R w - - {count} 99") if count == 99 or "auto" in name else None
        assert mate is None or (mate.state()["over"], mate.state()["winner"]) == (True, "white")


@pytest.mark.parametrize("name", ["chess", "pyffish", "openspiel chess"])
def test_promote(name):
    position = "4k3/P7/8/8/8/8/8/4K3 w - - 0 1"
    promotions = [word for word in engine(name, position=position).legal() if word.startswith("a7")]
    assert sorted(promotions) == ["a7a8b", "a7a8n", "a7a8q", "a7a8r"]
    one = engine(f"{name} promote=queen", position=position)
    assert [word for word in one.legal() if word.startswith("a7")] == ["a7a8q"]
    with pytest.raises(Illegal):
        one.play("white", "a7a8n")
    assert one.perft(1) == len(one.legal())


@pytest.mark.parametrize("name", ["chess", "pyffish", "openspiel chess"])
def test_castling_has_one_word(name):
    castles = "4k3/8/8/8/8/8/8/4K2R w K - 0 1"
    assert engine(name, "e1g1", position=castles).state()["board"] == {"e8": "k", "g1": "K", "f1": "R"}
    with pytest.raises(Illegal):
        engine(name, "e1h1", position=castles)


@pytest.mark.parametrize("name", ["chess", "pyffish"])
def test_chess960(name):
    # Array 0 has its bishops on the left.
    playing = engine(f"{name} chess960 start=0")
    assert playing.position() == "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1"
    castles = engine(f"{name} chess960", position="4k3/8/8/8/8/8/8/4KR2 w F - 0 1")
    assert "e1f1" in castles.legal() and castles.state()["castling"] == "K"
    castles.play("white", "e1f1")
    assert {cell: piece for cell, piece in castles.state()["board"].items() if piece.isupper()} == {"g1": "K", "f1": "R"}


@pytest.mark.parametrize("name", ["chess", "pyffish", "openspiel"])
def test_crazyhouse(name):
    spec = f"{name} crazyhouse"
    playing = engine(spec, "e2e4", "d7d5", "e4d5", "d8d5")
    assert playing.state()["pockets"] == {"white": "P", "black": "P"}
    assert "P@e4" in playing.legal() and "halfmoves" not in playing.state()
    for piece in "NBRQ":
        promoted = engine(spec, f"a7a8{piece.lower()}", position="4k3/P7/8/8/8/8/8/4K3[Qn] w - - 0 1")
        text = f"{piece}~3k3/8/8/8/8/8/8/4K3[Qn] b - - 0 1"
        assert promoted.position() == text
        assert promoted.state()["board"]["a8"] == piece
        again = engine(spec, position=text)
        assert (again.position(), again.legal()) == (text, promoted.legal())
        # A captured promoted pawn becomes a pawn again.
        taken = engine(spec, "b8a8", position=f"{piece}r2k3/8/8/8/8/8/8/4K3[] b - - 0 1".replace(piece + "r2", piece + "~r2"))
        assert taken.state()["pockets"] == {"white": "", "black": "P"}


@pytest.mark.parametrize("name", ["chess", "pyffish"])
def test_three_check(name):
    playing = engine(f"{name} 3check", "e2e4", "f7f6", "d1h5")
    assert playing.state()["checks"] == {"white": 2, "black": 3}
    assert engine(f"{name} 3check", position=playing.position()).state() == playing.state()
    # A FEN without the number of checks that remain.
    plain = engine(f"{name} 3check", position="4k3/8/8/8/8/8/8/4K2Q w - - 0 1")
    assert plain.state()["checks"] == {"white": 3, "black": 3}


@pytest.mark.parametrize("name", ["openspiel shogi", "pyffish shogi", "shogi", "cshogi"])
def test_shogi(name):
    playing = engine(name, "7g7f", "3c3d", "8h2b+", "3a2b")
    state = playing.state()
    assert state["hands"] == {"black": "B", "white": "B"}
    assert (state["board"]["2b"], state["board"]["7f"], state["to_move"]) == ("s", "P", "black")
    assert "B*5e" in playing.legal()
    text = "lnsgkgsnl/1r5s1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/7R1/LNSGKGSNL b Bb 5".replace("lnsgkgsnl", "lnsgkg1nl")
    assert playing.position() == text
    again = engine(name, position=text)
    assert (again.position(), sorted(again.legal())) == (text, sorted(playing.legal()))
    with pytest.raises(Refused, match="is not an SFEN"):
        again.setup("9/9/9/9/9/9/9/9/9 b - 1")
    # A player who cannot move loses.
    mated = engine(name, "G*5b", position="4k4/9/4P4/9/9/9/9/9/4K4 b G 1")
    assert (mated.state()["over"], mated.state()["winner"], mated.legal()) == (True, "black", [])


def test_shogi_repetition():
    there_and_back = "2h3h 8b7b 3h2h 7b8b".split()
    assert not engine("shogi", *there_and_back * 3).state()["over"]
    assert engine("shogi draws=auto", *there_and_back * 3).state()["over"]
    assert engine("openspiel shogi", *there_and_back * 3).state()["over"]


@pytest.mark.parametrize("name", ["openspiel checkers", "pydraughts"])
def test_a_capture_of_two_men_is_two_moves(name):
    playing = engine(name, *"c3b4 f6g5 e3d4 d6c5 b4d6".split())
    turns = []
    for word in ("c7e5", "e5c3"):
        turns.append(playing.to_move())
        assert word in playing.legal()
        playing.play("black", word)
    assert turns == ["black", "black"]
    # The turn only ends after the last possible jump.
    while playing.to_move() == "black":
        playing.play("black", playing.legal()[0])
    after = playing.state()
    assert (after["to_move"], after["over"]) == ("white", False)
    playing.undo()
    assert playing.to_move() == "black"


@pytest.mark.parametrize("spec, most", [("pydraughts draws=5", 40), ("pydraughts standard draws=7", 60)])
def test_draws_of_draughts(spec, most):
    playing, draw, moves = engine(spec), random.Random(3), 0
    while playing.to_move() is not None:
        playing.play(playing.to_move(), draw.choice(playing.legal()))
        moves += 1
    assert moves < most and playing.state()["winner"] is None


def test_go():
    playing = engine("sgfmill size=5", "B1", "A1", "A2")
    assert playing.state()["board"] == {"B1": "black", "A2": "black"}
    with pytest.raises(Illegal, match="suicide"):
        playing.play("white", "A1")
    assert "A1" not in playing.legal()
    assert "A1" in engine("sgfmill size=5 suicide=yes", "B1", "C1", "A2").legal()
    over = engine("sgfmill size=5 komi=0.5", "C3", "pass", "pass")
    assert (over.state()["over"], over.state()["winner"], over.score()) == (True, "black", "B+24.5")
    playing.boardsize("7")
    assert len(playing.legal()) == 50
    for wrong in ("1", "26"):
        with pytest.raises(Refused):
            playing.boardsize(wrong)


def test_simple_ko():
    shape = "B1 C1 A2 D2 B3 C3 pass B2 C2".split()
    playing = engine("sgfmill size=5", *shape)
    with pytest.raises(Illegal, match="ko"):
        playing.play("white", "B2")
    assert "B2" not in playing.legal() and "B2" in engine("sgfmill size=5 ko=none", *shape).legal()


def test_a_board_that_comes_again():
    again = "D3 C2 E1 D5 E4 A1 D2 D1 pass E3 D4 E2 E1".split()
    for spec, over in (("sgfmill size=5", False), ("sgfmill size=5 superko=end", True), ("openspiel go board_size=5", True)):
        assert not engine(spec, *again).state()["over"]
        playing = engine(spec, *again, "E3")
        assert (playing.state()["over"], playing.state()["winner"]) == (over, None)
        playing.undo()
        assert not playing.state()["over"] and "E3" in playing.legal()


@pytest.mark.parametrize("name", ["openspiel othello", "creversi", "pyffish flipello"])
def test_othello(name):
    playing = engine(name, "d3", "c3")
    assert playing.state()["scores"] == {"black": 3, "white": 3}
    assert playing.state()["board"] == {"d3": "black", "c3": "white", "d4": "white", "e4": "black", "d5": "black", "e5": "white"}


def test_othello_ends_where_neither_can_move():
    rows = "PPPPPppp/PppppPpp/PpppPpPp/PpPpppPp/PpPpppPp/PppPpppp/Pppppppp/1ppppppp"
    state = engine("pyffish flipello", position=f"{rows}[PPpp] w - - 0 31").state()
    assert (state["over"], state["winner"], state["to_move"]) == (True, "white", None)
    assert state["scores"] == {"black": 19, "white": 44}
    # A player who cannot move passes, provided that the other player can move.
    assert engine("pyffish flipello", position="8/8/8/3PP3/3PP3/8/8/pP6[PPpp] w - - 0 31").legal() == ["pass"]


@pytest.mark.parametrize("size, pieces, corner", [(8, 24, "b8"), (10, 30, "b10"), (12, 36, "b12")])
def test_boards_of_checkers(size, pieces, corner):
    board = engine(f"openspiel checkers rows={size} columns={size}").state()["board"]
    assert (len(board), board["a1"], board[corner]) == (pieces, "w", "b")


def test_other_games_of_openspiel():
    assert engine("openspiel tic_tac_toe", "a3", "b2").state()["board"] == {"a3": "x", "b2": "o"}
    assert engine("openspiel connect_four", "a", "a", "g").state()["board"] == {"a1": "x", "a2": "o", "g1": "x"}
    hex_ = engine("openspiel hex board_size=3 players=red,blue")
    assert hex_.to_move() == "red"
    hex_.boardsize("4")
    assert len(hex_.legal()) == 16
    assert engine("openspiel hex(board_size=2)").perft(1) == 4
    hive = engine("openspiel hive", "wS1", "bS1_-wS1")
    assert hive.to_move() == "white" and all(word.startswith("w") for word in hive.legal())


@pytest.mark.parametrize("text, word", [("y(1,0)", "b1"), ("z(10,9)", "k10"), ("b1", "b1")])
def test_moves_of_hex_have_the_words_of_new_releases(text, word):
    pytest.importorskip("pyspiel")
    from bustan_adapters.ready.openspiel_games import Hex

    class Old:
        def action_to_string(self, player, action):
            return text

    assert Hex.word(Hex.__new__(Hex), Old(), 0, 0) == word


def test_each_move_of_hive_has_one_word():
    pytest.importorskip("pyspiel")
    hive = engine("openspiel hive", "wS1", "bS1_-wS1", "wQ_wS1-", "bQ_-bS1", "wA1_wQ/", "bA1_\\bQ")
    words = hive.legal()
    assert len(set(words)) == len(words) and not any("~" in word for word in words)
    # The cell to the right of the queen is below wA1, whose name is first, unless wA1 itself moves to it.
    assert "wA2_wA1\\" in words and "wA2_wQ-" not in words and "wA1_wQ-" in words
    # The ant with the lowest number is placed first.
    assert not any(word.startswith("wA3") for word in words)


def test_xiangqi():
    for name in ("openspiel xiangqi", "pyffish xiangqi"):
        state = engine(name, "h2e2").state()
        assert (state["board"]["e2"], state["board"]["e9"], state["to_move"]) == ("C", "k", "black")


def test_undo_of_the_library():
    # With copies, taking moves back is correct. This option uses the library's own method.
    chess = engine("openspiel chess undo=library", "b2b4")
    before = chess.legal()
    assert chess.perft(2) == 421 and chess.legal() == before
    chess.play("black", "e7e5")
    chess.legal()
    chess.undo()
    # The library still has the list of the position before the undo, in which the other player was to move.
    assert chess.legal() != before
    with pytest.raises(Differ, match="reports another legal after .* is played and taken back"):
        assert_agrees("openspiel chess undo=library", "openspiel chess", games=5, plies=10, shrink_seconds=1)
    assert_agrees("openspiel tic_tac_toe undo=library", "openspiel tic_tac_toe", games=10)
