// Positions are set up on the page in the way that users do it, and then games are played from them.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { Pages, keyboard, plies, settled, touch, violations } from "./pages.mjs";

let pages;
before(async () => (pages = await Pages.start()));
after(() => pages.stop());

/** Opens the editor at a position. */
async function edit(page, game, words) {
  await page.goto("about:blank");
  await page.goto(`${pages.url}#${new URLSearchParams({ edit: game, ...words })}`);
  await page.waitForSelector(".board svg");
}

/** Waits until the page displays these words about the position. */
const says = (page, words) =>
  page.waitForFunction((words) => document.querySelector("[role=status]")?.textContent.includes(words), words);

/** Waits until the position has this text. */
const reads = (page, text) => page.waitForFunction((text) => document.querySelector("#text")?.value === text, text);

/** Selects a piece, or the elements through which it is selected. */
const choose = (page, ...names) => names.reduce((before, name) => before.then(() => page.click(`[data-choice="${name}"]`)), Promise.resolve());

/**
 * A position of each game: the cells to clear first, the pieces to put on the board, the other settings, and
 * the text of the position.
 */
const POSITIONS = [
  [
    "dominions",
    { setup: "3" },
    [
      [["white", "tile 1", "W2"], "c3"],
      [["black", "tile 3", "B48"], "c2"],
      [["black, captured", "tile 7", "B7*"], "a1"],
    ],
    [["set-passes", "1"]],
    "3 white 1 B7a1* B48c2 W2c3",
    "Not allowed: the tile on a1 has a beam off the board.",
  ],
  [
    "margo",
    { setup: "4" },
    [
      [["white"], "A1"],
      [["white"], "C1"],
      [["black"], "A3"],
      [["black"], "C3"],
      [["black"], "B2"],
    ],
    [["set-turn", "black"]],
    "4 black 7 WA1:0 BA3:0 BB2:1 WC1:0 BC3:0",
    "Allowed: black to move.",
  ],
  [
    "tribolo",
    { setup: "5 1 seed 1" },
    [
      [["blue"], "a1"],
      [["red"], "b1"],
      [["green"], "c1"],
      [["wall"], "e1"],
    ],
    [["set-turn", "green"]],
    "5x1 BRG.# green 0",
    "Allowed: red to move.",
  ],
  [
    "tictactoe",
    { setup: "" },
    [
      [["x"], "b2"],
      [["o"], "a3"],
    ],
    [["set-misere", "misere"]],
    "o...x.... x misere",
    "Allowed: x to move.",
  ],
  [
    "abrobad",
    { setup: "" },
    [
      [["x"], "7"],
      [["o"], "1"],
    ],
    [["set-moves", "6"]],
    "o.....x..... x 6",
    "Allowed: x to move",
  ],
  [
    "chess",
    { setup: "" },
    [
      [["K"], "a1"],
      [["k"], "c3"],
      [["q"], "b3"],
    ],
    [
      ["set-turn", "black"],
      ["set-halfmoves", "7"],
    ],
    "8/8/8/8/8/1qk5/8/K7 b - - 7 1",
    "Allowed: black to move.",
  ],
];

for (const [game, from, pieces, settings, text, verdict] of POSITIONS) {
  test(`a position of ${game} is put together by clicks`, () =>
    pages.visit({}, async (page) => {
      await edit(page, game, from);
      await page.click("text=Empty the board");
      for (const [names, cell] of pieces) {
        await choose(page, ...names);
        await touch(page, cell);
      }
      for (const [id, value] of settings) {
        const control = page.locator(`#${id}`);
        if ((await control.evaluate((control) => control.tagName)) === "SELECT") await control.selectOption(value);
        else {
          await control.fill(value);
          await control.press("Tab");
        }
      }
      await reads(page, text);
      await says(page, verdict);
      assert.deepEqual(await violations(page), []);
      if (verdict.startsWith("Not")) return assert.ok(await page.isDisabled("button.main"));
      for (const seat of await page.locator(".seat select").all()) await seat.selectOption("human");
      await page.click("text=Play from here");
      await page.waitForSelector("#typed");
      await page.click("text=Edit this position");
      // In Tribolo, the page displays the player to move instead of the player who was selected first.
      await reads(page, text.replace("green", "red"));
    }),
  );
}

test("what is wrong with a position is told in words, and the board is shown all the same", () =>
  pages.visit({}, async (page) => {
    await edit(page, "chess", { setup: "" });
    await says(page, "Allowed: white to move.");
    await choose(page, "nothing");
    await touch(page, "e8");
    await says(page, "Not allowed: black has 0 kings, not one.");
    assert.ok(await page.isDisabled("button.main"));
    assert.equal(await page.getAttribute('[data-target="e8"]', "aria-label"), "e8: empty");
    assert.equal(await page.isChecked("#set-castling-k"), false, "a right without a king is gone");
    assert.equal(await page.isChecked("#set-castling-K"), true);
    await page.click("text=Undo");
    await says(page, "Allowed: white to move.");
    assert.equal(await page.isChecked("#set-castling-k"), true);
    await page.uncheck("#set-castling-K");
    await reads(page, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w Qkq - 0 1");
    await page.fill("#text", "hello");
    await page.click("text=Read this text");
    await page.waitForFunction(() => document.querySelector("[role=alert]").textContent.startsWith("This is not a position"));
    await page.fill("#text", "1. e4 e5");
    await page.click("text=Read this text");
    await reads(page, "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
    await edit(page, "margo", { setup: "4" });
    await touch(page, "B2");
    await page.waitForFunction(() => document.querySelector("[role=alert]").textContent !== "");
    assert.match(await page.textContent("[role=alert]"), /a hole or on four balls, and B2 has neither/);
  }));

test("a position is begun in the form, edited with the keyboard alone, and played on from", () =>
  pages.visit({}, async (page) => {
    await page.goto(pages.url);
    await page.waitForSelector(".lobby");
    const { press, focused } = keyboard(page);
    const tab = async (selector) => {
      for (let tabs = 0; !(await focused(selector)); tabs += 1) {
        assert.ok(tabs < 60, `${selector} is reached`);
        await press("Tab");
      }
    };
    await tab(".card input");
    await press("ArrowDown", "ArrowDown", "ArrowDown");
    await tab(".go button:not(.main)");
    await press("Enter");
    await page.waitForSelector(".board svg");
    // X in the upper left corner, O below it, X put there again and then removed.
    await tab(".board [data-target]");
    await press("1", "Enter");
    await reads(page, "x........ o");
    await press("ArrowDown", "2", "Enter");
    await reads(page, "x..o..... x");
    await press("ArrowRight", "1", "Space");
    await reads(page, "x..ox.... o");
    await press("Delete");
    await reads(page, "x..o..... x");
    await press("ArrowLeft", "0", "Enter");
    await reads(page, "x........ o");
    await press("Enter");
    assert.ok(await focused('.board [data-target="a2"]'), "the focus stays on the cell");
    await tab("#set-misere");
    await page.keyboard.type("loses");
    await reads(page, "x........ o misere");
    await tab("#seat-1");
    await page.keyboard.type("Human");
    await tab("button.main");
    await press("Enter");
    await page.waitForSelector("#typed");
    assert.equal(await page.textContent("h1"), "O to move");
    await touch(page, "b2");
    await settled(page, 1);
    assert.equal(await plies(page), 1);
  }));

test("a link leads to the same position, and one to nothing to the form", () =>
  pages.visit({}, async (page) => {
    await edit(page, "abrobad", { setup: "" });
    await choose(page, "x");
    await touch(page, "7");
    await reads(page, "......x..... x 1");
    await page.reload();
    await page.waitForSelector(".board svg");
    await reads(page, "......x..... x 1");
    await page.goto("about:blank");
    await page.goto(`${pages.url}#edit=abrobad&text=nothing`);
    await page.waitForSelector(".lobby");
    assert.match(await page.textContent("[role=alert]"), /^This is not a position/);
  }));

for (const colorScheme of ["light", "dark"]) {
  test(`a position is edited on a small phone in ${colorScheme} colours`, () =>
    pages.visit({ colorScheme, viewport: { width: 360, height: 640 }, hasTouch: true }, async (page) => {
      for (const [game, from] of POSITIONS) {
        await edit(page, game, from);
        assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360, game);
        assert.deepEqual(await violations(page), [], game);
      }
    }),
  );
}
