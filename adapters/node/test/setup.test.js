/** Positions that cannot occur. However the library handles them, a refusal must leave the game unchanged. */
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { HOME, OLDEST, talk } from "./tools.js";

const CHESS = {
  "one king": "8/8/8/8/8/8/8/K7 w - - 0 1",
  "no piece": "8/8/8/8/8/8/8/8 w - - 0 1",
  "two kings of a colour": "4k3/8/8/8/8/8/8/4KK2 w - - 0 1",
  "the side not on turn in check": "4k3/8/8/8/8/8/4R3/4K3 w - - 0 1",
  "rights to castle without rooks": "4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1",
  "a square of en passant behind an own pawn": "4k3/8/8/8/8/8/8/4K3 w - e3 0 1",
  "a square of en passant on a wrong rank": "4k3/8/8/8/8/8/8/4K3 w - e5 0 1",
  "a square of en passant without a pawn": "4k3/8/8/8/8/8/8/4K3 w - e6 0 1",
  "a negative halfmove clock": "4k3/8/8/8/8/8/8/4K3 w - - -1 1",
  "a negative number of the move": "4k3/8/8/8/8/8/8/4K3 w - - 0 -1",
  "a pawn on the first rank": "4k3/8/8/8/8/8/8/P3K3 w - - 0 1",
  "no player": "4k3/8/8/8/8/8/8/4K3 x - - 0 1",
  "other rights to castle": "4k3/8/8/8/8/8/8/4K3 w XYZ - 0 1",
  "a rank of nine squares": "4k3/8/8/8/8/8/8/4K4 w - - 0 1",
  "words after the FEN": "4k3/8/8/8/8/8/8/4K3 w - - 0 1 chess960",
};

const SHOGI = {
  "one king": "4k4/9/9/9/9/9/9/9/9 b - 1",
  "no piece": "9/9/9/9/9/9/9/9/9 b - 1",
  "two kings of a colour": "4k4/9/9/9/9/9/9/9/3KK4 b - 1",
  "the side not on turn in check": "4k4/4R4/9/9/9/9/9/9/4K4 b - 1",
  "a pawn on the last rank": "4k3P/9/9/9/9/9/9/9/4K4 b - 1",
  "two pawns on a file": "4k4/9/9/9/4P4/9/4P4/9/4K4 b - 1",
  "99 pawns in hand": "4k4/9/9/9/9/9/9/9/4K4 b 99P 1",
  "a negative number of the move": "4k4/9/9/9/9/9/9/9/4K4 b - -1",
  "no player": "4k4/9/9/9/9/9/9/9/4K4 x - 1",
  "a rank of ten squares": "4k4/9/9/9/9/9/9/9/4K5 b - 1",
};

const GARBAGE = ["garbage", "\u{1F600} é", "constructor", "__proto__", "[Q]/ w", "x ".repeat(3000).trim()];

// Positions that the libraries accept, so that the adapters accept them, too. Newer releases refuse more
// positions.
const TAKEN = ["rights to castle without rooks", /^a square of en passant/, "words after the FEN"];

const VARIANTS = ["chess960", "crazyhouse", "atomic", "antichess", "3check", "kingofthehill", "horde", "racingkings"];
const chess = ["chess.js", "chessops", "kokopu", ...VARIANTS.map((variant) => `chessops ${variant}`)];
chess.push("kokopu chess960", "kokopu antichess", "kokopu horde");

const opening = { horde: "play white a4a5", racingkings: "play white h2h3" };

/**
 * Plays a move and tries each position. After each, checks that the state is that of either the unchanged
 * position or the new one.
 */
function tried(words, positions, first, place) {
  const lines = positions.flatMap((text) => ["clear_board", first, "bustan-state", `bustan-setup ${text}`, "bustan-state", "bustan-legal", "undo"]);
  const run = talk(words.split(" "), lines.join("\n") + "\n", {}, place);
  assert.equal(run.status, 0, run.stderr);
  return positions.map((text, i) => {
    const [, played, before, set, after, , undone] = run.answers.slice(7 * i, 7 * i + 7);
    assert.equal(played, "= ");
    if (set.startsWith("=")) {
      assert.equal(undone, "? cannot undo");
      return undefined;
    }
    assert.match(set, /^\? unacceptable position/);
    assert.equal(after, before, `${words}: ${text}`);
    assert.equal(undone, "= ", "the move can still be taken back");
    return set;
  });
}

describe("a refused position leaves the game as it was", () => {
  for (const [folder, releases] of [[HOME, "newest"], [OLDEST, "oldest"]]) {
    const there = (name) => (folder && existsSync(join(folder, "node_modules", name)) ? {} : { skip: `needs ${name}` });
    for (const words of [...chess, "shogiops", "tsshogi"]) {
      const [name, variant] = words.split(" ");
      const shogi = name.includes("shogi");
      test(`${words}, ${releases}`, there(name), () => {
        const first = shogi ? "play black 7g7f" : (opening[variant] ?? "play white e2e4");
        const answers = tried(words, [...Object.values(shogi ? SHOGI : CHESS), ...GARBAGE], first, { cwd: folder });
        assert.ok(answers.slice(-GARBAGE.length).every((answer) => answer !== undefined), "garbage is refused");
        if (folder === HOME && name === "shogiops") assert.deepEqual(taken(answers, SHOGI), ["one king", "two pawns on a file", "99 pawns in hand"]);
        if (folder === HOME && ["chessops", "kokopu"].includes(words)) {
          for (const what of taken(answers, CHESS)) assert.ok(TAKEN.some((text) => what.match(text)), what);
        }
      });
    }
  }
});

const taken = (answers, positions) => Object.keys(positions).filter((_, i) => answers[i] === undefined);
