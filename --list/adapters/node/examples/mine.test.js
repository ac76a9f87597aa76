// For the test runner of Node: node --test mine.test.js
import { test } from "node:test";
import { assertAgrees } from "bustan-adapters";

const mine = new URL("./my-engine.js", import.meta.url);

test("my engine plays Tic-Tac-Toe by the rules", async () => {
  await assertAgrees(mine, "reference", { game: "tictactoe", games: 100 });
});

test("my engine agrees with another one", async () => {
  await assertAgrees(mine, new URL("./other-engine.js", import.meta.url), { games: 100, shrinkSeconds: 1 });
});
