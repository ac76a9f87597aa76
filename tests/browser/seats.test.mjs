// Programs that play one side of a game.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";

import { Pages, settled, touch } from "./pages.mjs";

const PLAYS = fileURLToPath(new URL("../../crates/cli/tests/engines/plays.py", import.meta.url));
const [GOOD, BAD] = ["first", "illegal"].map((way) => `python3 ${PLAYS} ${way}`);

let pages;
before(async () => (pages = await Pages.start("--player", GOOD, "--player", BAD)));
after(() => pages.stop());

/** Begins a game of Tic-Tac-Toe against a program with the form. */
async function begin(page, program) {
  await page.goto(pages.url);
  await page.click('.card:has-text("Tic-Tac-Toe")');
  await page.selectOption("#seat-1", { label: `program ${program}` });
  await page.click("button.main");
  await page.waitForSelector(".board svg");
}

test("a program plays, and is named in a link to the position", () =>
  pages.visit({}, async (page) => {
    await begin(page, GOOD);
    assert.match(await page.textContent(".players"), /plays\.py first/);
    await touch(page, "b2");
    await settled(page, 2);
    assert.deepEqual(await page.locator(".moves li").allTextContents(), ["b2", "a1"]);
    await page.click("text=Link to this position");
    await page.waitForFunction(() => document.querySelectorAll(".moves li").length === 0);
    assert.match(await page.textContent(".players"), /plays\.py first/);
    // This program cannot begin a game at a position.
    await touch(page, "c3");
    await page.waitForSelector(".table.over");
    assert.match(await page.textContent(".trouble"), /plays\.py first: /);
  }));

test("a program that answers an illegal move loses, and the page says why", () =>
  pages.visit({}, async (page) => {
    await begin(page, BAD);
    await touch(page, "b2");
    await page.waitForSelector(".table.over");
    assert.equal(await page.textContent("h1"), "Game over: o loses");
    assert.match(await page.textContent(".trouble"), /plays\.py illegal: it answers the illegal move b2: /);
    await page.click("text=Undo");
    await page.waitForSelector(".table:not(.over) .lit");
    assert.equal(await page.textContent(".trouble"), "");
  }));
