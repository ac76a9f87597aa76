"""A stateful test with Hypothesis, over the protocol: the engine with a flaw and the one it is compared with are programs.

    machine.py BESIDE TARGET FLAW

BESIDE is the program of assay/strength. Prints a line such as "found after 0.52 s, moves: 7" whenever the two differ;
the time is the processor time of this program and the two engines.
"""

import os
import pathlib
import select
import subprocess
import sys

import hypothesis
from hypothesis import HealthCheck, seed, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

BESIDE, TARGET, FLAW = sys.argv[1:]
GAME = TARGET.removesuffix("_lockstep")
COLOURS = {
    "dominions": ["white", "black"],
    "margo": ["white", "black", "grey"],
    "tribolo": ["blue", "red", "green"],
    "tictactoe": ["x", "o"],
    "abrobad": ["x", "o"],
}[GAME]
# The CPU time, in seconds, without a response after which an engine counts as being in an infinite loop.
PATIENCE = 10
# The maximum number of legal moves at which sequences of two moves are counted. At other positions, single moves are
# counted.
FEW = 30
# The maximum number of steps of a game.
LONGEST = 100
SHOWN = ["bustan-state", "bustan-legal", "bustan-position", "final_score"]
TICKS = os.sysconf("SC_CLK_TCK")


class Failed(Exception):
    """A program has ended, or does not respond."""


class Program:
    """A program that serves the protocol. It is started when it is first queried, and restarted if it has ended."""

    def __init__(self, *words):
        self.words, self.process, self.pending = words, None, b""

    def send(self, commands):
        if self.process is None:
            pipe = subprocess.PIPE
            self.process = subprocess.Popen([BESIDE, *self.words], stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL)
            self.pending = b""
        try:
            self.process.stdin.write("".join(f"{command}\n" for command in commands).encode())
            self.process.stdin.flush()
        except BrokenPipeError:
            self.fail("has ended")

    def answers(self, count):
        """Returns the given number of responses, each with its sign."""
        asked = None
        while self.pending.count(b"\n\n") < count:
            ready, _, _ = select.select([self.process.stdout], [], [], 1)
            if not ready:
                asked = self.spent() if asked is None else asked
                if self.spent() > asked + PATIENCE:
                    self.fail("hangs")
                continue
            read = os.read(self.process.stdout.fileno(), 1 << 16)
            if not read:
                self.fail("has ended")
            self.pending += read
        *found, self.pending = self.pending.split(b"\n\n", count)
        return [answer.decode() for answer in found]

    def spent(self):
        """Returns the CPU time of the process in seconds."""
        if self.process is None:
            return 0
        numbers = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(numbers[11]) + int(numbers[12])) / TICKS

    def end(self):
        if self.process:
            self.process.kill()
            self.process.communicate()
            self.process = None

    def fail(self, how):
        self.end()
        raise Failed(f"{self.words[0]} {how}")


FLAWED, RIGHT = Program("gtp", TARGET, FLAW), Program("reference", GAME)


def spent():
    """Returns the CPU time of this program and both engines in seconds."""
    ended = os.times()
    return sum(ended[:4]) + FLAWED.spent() + RIGHT.spent()


def starts():
    """Yields the positions at which tests begin, whether games start at the position, and the moves that can be named
    at it."""
    told = subprocess.run([BESIDE, "starts", GAME], capture_output=True, text=True, check=True).stdout
    for line in told.splitlines():
        kind, position, *moves = line.split("\t")
        yield position, kind == "start", moves


STARTS = list(starts())


class Games(RuleBasedStateMachine):
    steps = 0
    apart = False
    legal = ()

    def both(self, *commands):
        """Queries both engines. Returns their responses, which must be the same."""
        try:
            FLAWED.send(commands)
            RIGHT.send(commands)
            one, other = FLAWED.answers(len(commands)), RIGHT.answers(len(commands))
        except Failed as failed:
            # The other engine may still have pending responses.
            FLAWED.end()
            RIGHT.end()
            self.differ(failed)
        if one != other:
            self.differ([pair for pair in zip(commands, one, other) if pair[1] != pair[2]])
        return [answer.removeprefix("=").strip() for answer in one]

    def differ(self, how):
        apart = " from a position" if self.apart else ""
        print(f"found after {spent():.2f} s, moves: {self.steps}{apart}", flush=True)
        raise AssertionError(how)

    @initialize(start=st.sampled_from(STARTS))
    def begin(self, start):
        position, proper, self.named = start
        self.apart = not proper
        self.both(f"bustan-setup {position}")
        self.look()

    def look(self):
        state, legal, self.position, _ = self.both(*SHOWN)
        self.legal = legal.split()
        on_turn = [colour for colour in COLOURS if f'"to_move":"{colour}"' in state]
        self.turn = on_turn[0] if on_turn else COLOURS[0]

    @precondition(lambda self: self.legal)
    @rule(data=st.data())
    def play(self, data):
        move = data.draw(st.sampled_from(self.legal))
        self.steps += 1
        self.both(f"play {self.turn} {move}")

    @rule(what=st.sampled_from(["propose", "undo", "count", "restore"]), data=st.data())
    def ask(self, what, data):
        command = "undo"
        if what == "propose":
            command = f"play {data.draw(st.sampled_from(COLOURS))} {data.draw(st.sampled_from(self.named))}"
        elif what == "count":
            command = f"bustan-perft {2 if len(self.legal) <= FEW else 1}"
        elif what == "restore":
            command = f"bustan-setup {self.position}"
        self.steps += 1
        self.both(command)

    @invariant()
    def agree(self):
        self.look()


if __name__ == "__main__":
    chosen = settings(
        # Only time is limited, and after a difference has been found, no further ones are searched for.
        max_examples=10**9,
        deadline=None,
        report_multiple_bugs=False,
        stateful_step_count=LONGEST,
        suppress_health_check=list(HealthCheck),
        database=None,
    )
    try:
        run_state_machine_as_test(seed(1)(Games), settings=chosen)
    except (AssertionError, hypothesis.errors.Flaky) as failed:
        print(failed, *getattr(failed, "__notes__", []), sep="\n", file=sys.stderr)
    finally:
        FLAWED.end()
        RIGHT.end()
