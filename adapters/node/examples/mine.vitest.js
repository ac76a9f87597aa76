// For vitest: npx vitest run mine.vitest.js (any name that your configuration includes will do)
import { expect, test } from "vitest";
import { assertAgrees } from "bustan-adapters";

const mine = new URL("./my-engine.js", import.meta.url);

// Shortening the game takes some seconds if there is a difference; vitest allows five by default.
test("my engine plays Tic-Tac-Toe by the rules", { timeout: 60_000 }, async () => {
  await assertAgrees(mine, "reference", { game: "tictactoe", games: 100 });
});

test("my engine agrees with another one", { timeout: 60_000 }, async () => {
  await expect(assertAgrees(mine, new URL("./other-engine.js", import.meta.url), { games: 100, shrinkSeconds: 1 })).resolves.toBeUndefined();
});
