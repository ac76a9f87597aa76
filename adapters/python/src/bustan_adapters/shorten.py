"""The search for the shortest game that reveals a difference."""
import json
import random
import re
import time
from typing import List, Optional, Sequence, Set, Tuple

from .match import Found, Match

#: The number of moves beyond which a report also contains a position from which the difference can be reached.
_LONG = 6

#: A cell in the text of a move: a letter and a number.
_CELL = re.compile(r"[a-z]\d+")


def _cells(word: str) -> Set[str]:
    return set(_CELL.findall(word.lower()))


def _concerned(words: Sequence[str], found: Found) -> List[int]:
    """The indices of the moves that involve the cells of a difference, and of the moves that involve the cells of these
    moves."""
    cells = _cells(words[-1]) if words else set()
    if found.said is not None and all(isinstance(said, list) for said in found.said):
        mine, theirs = ({word for word in said if isinstance(word, str)} for said in found.said)
        listed = mine ^ theirs
        cells = set().union(*map(_cells, listed)) if listed else cells
    for word in (found.undone, found.unlisted):
        cells |= _cells(word or "")
    places = []
    for at in range(len(words) - 1, -1, -1):
        own = _cells(words[at])
        if own & cells:
            places.append(at)
            cells |= own
    return places[::-1]


class Shortest:
    """The shortest game found until now, and the extent of the search."""

    def __init__(self, match: Match, found: Found, seconds: float) -> None:
        self.match, self.found = match, found
        self.position = match.position
        self.moves = list(match.moves)
        self.end = time.monotonic() + seconds
        #: The result of the search for shorter games, if there was one.
        self.searched: Optional[str] = None
        #: For a long game, a position before its last moves, and these moves.
        self.tail: Optional[Tuple[str, List[Tuple[str, str]]]] = None
        again = match.again(found, self.position, self._words())
        self.steady = again is not None
        if again is not None:
            self._keep(again)
        begun = time.monotonic()
        if self.steady and len(self.moves) > _LONG:
            # A position near the end is the most informative one, and is found quickly.
            self._cut()
        if self.steady and seconds > 0:
            self.searched = "not proven shortest"
            self._follow(begun + seconds / 2)
            self._drop()
            self._shuffle()
            self._search()
        if len(self.moves) <= _LONG:
            self.tail = None

    def _words(self) -> List[str]:
        return [word for _, word in self.moves]

    def _late(self) -> bool:
        return time.monotonic() > self.end

    def _keep(self, found: Found) -> None:
        self.found, self.moves = found, list(self.match.moves)

    def _try(self, words: Sequence[str], known: Sequence[Tuple[str, str]] = ()) -> bool:
        """Plays the moves of `known` and then `words`. Keeps the game if it reveals the same difference and is shorter.
        """
        found = self.match.again(self.found, self.position, words, known)
        if found is None or len(self.match.moves) >= len(self.moves):
            return False
        self._keep(found)
        return True

    def _drop(self) -> None:
        """Removes moves as long as this shortens the game: first half of the game at once, down to single moves, and
        then pairs."""
        helped = True
        while helped:
            helped = False
            size = max(1, len(self.moves) // 2)
            while size >= 1:
                at = 0
                while at < len(self.moves):
                    words = self._words()
                    if self._late():
                        return
                    if self._try(words[at + size:], self.moves[:at]):
                        helped = True
                    else:
                        at += max(1, size // 2)
                size //= 2
            for first in range(len(self.moves)):
                for second in range(first + 1, len(self.moves)):
                    if self._late():
                        return
                    words = self._words()
                    if second < len(words) and self._try([*words[first + 1:second], *words[second + 1:]], self.moves[:first]):
                        helped = True

    def _follow(self, end: float) -> None:
        """Plays the moves that involve the cells of the difference, and any moves of the other player in between."""
        draw, fails = random.Random(0), 0
        while fails < 60 and time.monotonic() < end:
            words = self._words()
            concerned = _concerned(words, self.found)
            if not concerned:
                return
            # Not all moves that involve these cells are necessary.
            leave = 0 if fails == 0 else draw.choice((0, 0.1, 0.3))
            chosen = [at for at in concerned if draw.random() >= leave]
            game = self.match.led(self.found, self.position, [words[at] for at in chosen], len(words), draw, end)
            # An unlisted move at the end makes the game one move longer.
            if game is None or len(self.match.moves) >= len(self.moves):
                fails += 1
            else:
                self._keep(game)
                fails = 0

    def _shuffle(self) -> None:
        """Plays some of the moves, in order or shuffled, for half of the remaining time."""
        draw, tries = random.Random(0), 0
        end = (time.monotonic() + self.end) / 2
        while tries < 500 and time.monotonic() < end and len(self.moves) > 1:
            words = self._words()
            chosen = sorted(draw.sample(range(len(words)), draw.randint(len(words) // 2, len(words) - 1)))
            if draw.random() < 0.5:
                draw.shuffle(chosen)
            tries = 0 if self._try([words[at] for at in chosen]) else tries + 1

    def _cut(self) -> None:
        """Searches for a position near the end, the later the better, from which the same difference can be reached."""
        match = self.match
        tellers = [side for side in match.sides if side.has("position")]
        if not all(side.has("setup") for side in match.sides):
            return
        for count in (0, 1, 2, 3, 4, 6, 8):
            if count > len(self.moves):
                return
            before, last = self.moves[:len(self.moves) - count], self.moves[len(self.moves) - count:]
            try:
                # The difference may already occur during these moves.
                match.reach(self.position, before)
                texts = {str(side.ask("position")) for side in tellers}
                for text in sorted(texts):
                    if match.again(self.found, text, [word for _, word in last]) is not None:
                        self.tail = text, list(match.moves)
                        return
            except (Found, ValueError):
                # One engine does not accept a position of the other.
                continue

    def _search(self) -> None:
        """Plays all shorter games: first each state only once, which reaches long games, then every game."""
        if not self._walk(once=True):
            return
        while True:
            known = len(self.match.seen)
            if not self._walk(once=False):
                return
            if self.found.unlisted is None:
                self.searched = "proven shortest for this difference"
                return
            if len(self.match.seen) == known:
                # Engines may accept a move earlier that neither of them ever lists.
                self.searched = "no shorter game shows this difference; of unlisted moves, only those listed elsewhere were tried"
                return

    def _walk(self, once: bool) -> bool:
        """Plays games of increasing length until one reveals the difference. Returns whether there was enough time."""
        waiting: List[List[Tuple[str, str]]] = [[]]
        seen: Set[str] = set()
        for _ in range(len(self.moves)):
            longer: List[List[Tuple[str, str]]] = []
            for moves in waiting:
                if self._late():
                    return False
                match = self.match
                if self._shows(moves):
                    return True
                if match.over():
                    continue
                if once:
                    state = json.dumps([match.turn, *map(match.told, match.sides)], sort_keys=True)
                    if state in seen:
                        continue
                    seen.add(state)
                assert match.turn is not None
                longer += ([*moves, (match.turn, word)] for word in match.words)
            waiting = longer
        return not self._late()

    def _shows(self, moves: Sequence[Tuple[str, str]]) -> bool:
        """Whether the difference occurs after `moves`, also with any move taken back or any unlisted move. If so, keeps
        the game."""
        match = self.match
        found = match.again(self.found, self.position, (), moves)
        if found is None and not match.over():
            if self.found.undone is not None:
                found = self._undoes(moves)
            elif self.found.unlisted is not None and len(moves) + 1 < len(self.moves):
                words = sorted(match.seen - match.listed)
                found = match.again(self.found, self.position, (), moves, unlisted=words)
        if found is not None:
            self._keep(found)
        return found is not None

    def _undoes(self, moves: Sequence[Tuple[str, str]]) -> Optional[Found]:
        """The difference, if any listed move shows it when it is played here and taken back; each in a separate game.
        """
        for word in list(self.match.words):
            if self._late():
                return None
            found = self.match.again(self.found, self.position, (), moves, undone=word)
            if found is not None:
                return found
        return None
