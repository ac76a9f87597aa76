// Chess must work on the page as users of other chess pages expect.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { Pages, keyboard, plies, settled, touch, violations } from "./pages.mjs";

let pages;
before(async () => (pages = await Pages.start()));
after(() => pages.stop());

/** Returns the names of the targets of a class, in order. */
const targets = (page, kind) =>
  page.evaluate((kind) => [...document.querySelectorAll(`.target.${kind}`)].map((target) => target.dataset.target).sort(), kind);

/** Returns the moves in the list. */
const listed = (page) => page.locator(".moves li").allTextContents();

/** Returns the centre of a square on the screen. */
async function middle(page, name) {
  const { x, y, width, height } = await page.locator(`[data-target="${name}"]`).boundingBox();
  return [x + width / 2, y + height / 2];
}

/** Drags from one square to another. */
async function drag(page, from, to) {
  await page.mouse.move(...(await middle(page, from)));
  await page.mouse.down();
  await page.mouse.move(...(await middle(page, to)), { steps: 6 });
  await page.mouse.up();
}

test("only the destinations of the selected piece are lit", () =>
  pages.visit({}, async (page) => {
    await pages.open(page, "chess");
    assert.deepEqual(await targets(page, "lit"), []);
    assert.equal((await targets(page, "begins")).length, 10);
    assert.match(await page.getAttribute('[data-target="e2"]', "aria-label"), /can be chosen/);
    await touch(page, "e2");
    assert.deepEqual(await targets(page, "lit"), ["e3", "e4"]);
    assert.deepEqual(await targets(page, "begins"), []);
    assert.equal(await page.textContent(".prompt"), "E2 selected. Press Esc to deselect.");
    await touch(page, "g1");
    assert.deepEqual(await targets(page, "lit"), ["f3", "h3"]);
    await page.keyboard.press("Escape");
    assert.deepEqual(await targets(page, "lit"), []);
  }));

test("a piece is dragged, and dropped where it may not go it stays", () =>
  pages.visit({}, async (page) => {
    await pages.open(page, "chess");
    await drag(page, "e2", "e4");
    await settled(page, 1);
    assert.deepEqual(await listed(page), ["e4"]);
    await drag(page, "e7", "e4");
    await page.waitForFunction(() => document.querySelector("[role=alert]").textContent !== "");
    assert.equal(await plies(page), 1);
    assert.equal(await page.locator(".lifted, .marks .dragged").count(), 0);
    // An empty square cannot be dragged, and a click after a drag still counts: the pawn is selected.
    await drag(page, "d5", "d6");
    await touch(page, "e5");
    await settled(page, 2);
    assert.deepEqual(await listed(page), ["e4", "e5"]);
    // A piece that is dropped on its own square is selected, and so is a piece that is dropped off the board.
    await page.mouse.move(...(await middle(page, "g1")));
    await page.mouse.down();
    await page.mouse.move(2, 2, { steps: 4 });
    assert.equal(await page.locator(".marks .dragged [data-piece]").count(), 1);
    await page.mouse.up();
    assert.deepEqual(await targets(page, "lit"), ["e2", "f3", "h3"]);
  }));

test("the board is flipped, and moves are made on it as before", () =>
  pages.visit({}, async (page) => {
    await pages.open(page, "chess");
    const [, before] = await middle(page, "a1");
    await page.click("text=Flip board");
    await page.waitForFunction(() => document.querySelector('[data-target="h1"]').getAttribute("y") === "34");
    const [, after] = await middle(page, "a1");
    assert.ok(after < before);
    await drag(page, "e2", "e4");
    await settled(page, 1);
    assert.equal(await page.getAttribute('[data-target="h1"]', "y"), "34");
    await page.locator('[data-target="e7"]').focus();
    const { press, focused } = keyboard(page);
    await press("ArrowUp");
    assert.ok(await focused('[data-target="e6"]'), "the arrows go where they point on the screen");
    await pages.open(page, "margo");
    assert.ok(await page.locator("text=Flip board").isHidden());
  }));

test("moves are typed as people write them", () =>
  pages.visit({}, async (page) => {
    await pages.open(page, "chess");
    const moves = ["e4", "e7e5", "Nf3", "Nc6", "Bc4", "Bc5", "O-O"];
    for (const [at, move] of moves.entries()) {
      await page.fill("#typed", move);
      await page.keyboard.press("Enter");
      await settled(page, at + 1);
    }
    assert.deepEqual(await listed(page), ["e4", "e5", "Nf3", "Nc6", "Bc4", "Bc5", "O-O"]);
    assert.equal(await page.textContent(".news"), "White plays O-O.");
    await page.fill("#typed", "Nf3");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.querySelector("[role=alert]").textContent !== "");
    assert.equal(await plies(page), 7);
  }));

test("a hint is an arrow and a move in algebraic notation", () =>
  pages.visit({}, async (page) => {
    await pages.open(page, "chess", { position: "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1" });
    await page.click("text=Hint");
    await page.waitForSelector(".marks .arrow");
    assert.equal(await page.textContent(".news"), "Hint (normal): Ra8#");
    assert.equal(await page.locator(".marks .arrow").count(), 1);
    assert.equal(await page.locator(".marks .ring").count(), 2);
    await drag(page, "a1", "a8");
    await page.waitForSelector(".table.over");
    assert.equal(await page.locator(".marks .arrow").count(), 0);
  }));

test("a pawn becomes a queen first, by number too", () =>
  pages.visit({}, async (page) => {
    const position = "8/P6k/8/8/8/8/7K/8 w - - 0 1";
    await pages.open(page, "chess", { position });
    await drag(page, "a7", "a8");
    const choices = page.locator(".choice.word");
    assert.deepEqual(await choices.allTextContents(), ["Queen", "Rook", "Bishop", "Knight"]);
    await page.keyboard.press("1");
    await settled(page, 1);
    assert.deepEqual(await listed(page), ["a8=Q"]);
  }));

test("resigning is confirmed, with the keyboard and by name", () =>
  pages.visit({}, async (page) => {
    await pages.open(page, "chess");
    const { press, focused } = keyboard(page);
    await page.locator("text=Resign").first().focus();
    await press("Enter");
    await page.waitForSelector("dialog[open]");
    assert.deepEqual(await violations(page), []);
    await press("Escape");
    assert.equal(await page.locator(".table.over").count(), 0);
    await press("Enter");
    assert.ok(await focused("dialog button.main"));
    await press("Enter");
    await page.waitForSelector(".table.over");
    assert.equal(await page.textContent("h1"), "Game over: white has resigned");
  }));
