import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { check, library, needs, noughts, path } from "./tools.js";

describe("a planted fault is found", () => {
  const engines = ["chess.js", "chessops atomic", "kokopu", "shogiops", "tsshogi", "@sabaki/go-board", "tenuki", "abstractplay reversi", noughts];
  for (const engine of engines) {
    test(engine, needs("bustan", library(engine)), () => {
      const flawed = `'${path("test/flawed.js")}'`;
      const env = { FLAWED: engine.replaceAll("'", "") };
      const run = check(flawed, engine, ["--games", "1", "--plies", "8", "--jobs", "1", "--shrink-time", "0s"], env);
      assert.equal(run.code, 1, run.text);
      assert.match(run.text, /signature (legal-set|over)/);
    });
  }
});
