import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { check, library, needs, noughts, path } from "./tools.js";

describe("two libraries of a game agree", () => {
  const pairs = [
    ["chess.js", "chessops", "en_passant, fullmoves, halfmoves, insufficient, over, winner"],
    ["chess.js ep=pseudo", "kokopu ep=pseudo", "check, en_passant, insufficient, over, winner"],
    ["chessops ep=pseudo", "kokopu ep=pseudo", "board, castling, check, en_passant"],
    ["chess.js promote=queen", "chessops promote=queen", "legal moves"],
    ["chessops antichess", "kokopu antichess", "over, winner"],
    ["chessops horde", "kokopu horde", "over, winner"],
    ["shogiops", "tsshogi", "board, check, hands"],
    ["@sabaki/go-board", "tenuki", "board, captures", "--size", "5"],
    ["abstractplay go:size-5", "tenuki ko=situational-superko", "legal moves, board, over", "--size", "5"],
  ];
  for (const [one, other, compared, ...words] of pairs) {
    test(`${one} and ${other}`, needs("bustan", library(one), library(other)), () => {
      const run = check(one, other, ["--games", "2", "--plies", "40", ...words]);
      assert.equal(run.code, 0, run.text);
      assert.ok(run.text.includes(compared), run.text);
    });
  }

  test("a game of boardgame.io and the template", needs("bustan", "boardgame.io"), () => {
    const run = check(noughts, `'${path("template.js")}'`, ["--games", "20"]);
    assert.equal(run.code, 0, run.text);
    assert.ok(run.text.includes("turn, legal moves, board, over, winner"), run.text);
  });

  // chess.js 1.4.0 documents that forceEnpassantSquare always includes the square, but it does so only if
  // there is an adjacent pawn.
  test("except for ep=always of chess.js, a fault of the library", needs("bustan", "chess.js", "chessops"), () => {
    const run = check("chess.js ep=always", "chessops ep=always", ["--games", "1", "--jobs", "1", "--shrink-time", "0s"]);
    assert.equal(run.code, 1, run.text);
    assert.match(run.text, /signature observation-en-passant/);
    const words = ["--games", "1", "--plies", "40", "--accept", "observation-en-passant", "--accept", "text-positions-differ"];
    assert.equal(check("chess.js ep=always", "chessops ep=always", words).code, 0);
  });
});
