// Games are played on the page in the way that users play them.

import assert from "node:assert/strict";
import { mkdtemp, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { Pages, bustan, dice, keyboard, plies, settled, touch, violations } from "./pages.mjs";

/** More moves than any game of these tests has. */
const MOST = 400;

let pages;
before(async () => (pages = await Pages.start()));
after(() => pages.stop());

/** Begins a game with the form. */
async function begin(page, title, { setup, seats }) {
  await page.goto(pages.url);
  await page.click(`.card:has-text("${title}")`);
  await page.selectOption("#setup", typeof setup === "string" ? { value: setup } : { label: "Another …" });
  if (typeof setup !== "string") await page.fill("#words", setup.words);
  for (const [at, seat] of seats.entries()) await page.selectOption(`#seat-${at}`, seat);
  await page.click("button.main");
  await page.waitForSelector(".board svg");
}

/**
 * Makes a move for the player to move by clicking highlighted elements. Returns false when the game is over.
 */
async function move(page, roll) {
  await settled(page);
  if (await page.locator(".table.over").count()) return false;
  const made = await plies(page);
  for (let touched = 0; touched < 5 && (await plies(page)) === made; touched += 1) {
    const lit = await page.evaluate(() => {
      const cells = [...document.querySelectorAll(".target.lit, .target.begins")].map((target) => target.dataset.target);
      if (cells.length > 0) return { cells };
      const rows = [...document.querySelectorAll(".tray .row")];
      // The response to the last click has not arrived yet.
      if (rows.length === 0) return {};
      const open = rows.find((row) => row.querySelector(".lit") && !row.querySelector(".chosen"));
      const choices = (open ?? rows.at(-1)).querySelectorAll(open ? ".choice.lit" : ".choice.word");
      return { choices: [...choices].map((choice) => choice.dataset.choice) };
    });
    const end = page.locator('[data-choice="end the game"]');
    // A game of Abrobad could be endless.
    if (made > 20 && (await end.count())) await end.click();
    else if (lit.cells) await touch(page, lit.cells[roll(lit.cells.length)]);
    else if (lit.choices?.length) await page.click(`[data-choice="${lit.choices[roll(lit.choices.length)]}"]`);
    else touched -= 1;
    await page.waitForTimeout(20);
  }
  await settled(page, made + 1);
  return true;
}

/** Plays a game until it is over. */
async function finish(page, seed) {
  const roll = dice(seed);
  let moves = 0;
  while (await move(page, roll)) {
    moves += 1;
    assert.ok(moves < MOST, "the game ends");
  }
  assert.ok(moves > 0);
  assert.match(await page.textContent("h1"), /^Game over: /);
}

/** Downloads the record through its link, and replays it with both engines. */
async function replay(page, game) {
  const [download] = await Promise.all([page.waitForEvent("download"), page.click("text=Record")]);
  const file = join(await mkdtemp(join(tmpdir(), "bustan-")), download.suggestedFilename());
  await download.saveAs(file);
  const { stdout } = await bustan("replay", "--game", game, "--engine", "both", file);
  return { stdout, record: await readFile(file, "utf8") };
}

const GAMES = [
  ["Dominions", "dominions", "2", 2],
  ["Margo", "margo", "3", 2],
  ["Tribolo", "tribolo", { words: "8 8 seed 1" }, 3],
  ["Tic-Tac-Toe", "tictactoe", "", 2],
  ["Abrobad", "abrobad", "", 2],
  ["Chess", "chess", { words: "draws auto" }, 2],
];

for (const [title, game, setup, players] of GAMES) {
  test(`a whole game of ${title} is played by clicks against easy`, { timeout: 240_000 }, () =>
    pages.visit({}, async (page) => {
      const seats = ["human", ...Array(players - 1).fill("easy")];
      await begin(page, title, { setup, seats });
      await finish(page, 7);
      const { record } = await replay(page, game);
      assert.equal(record.split(";").filter((part) => !part.startsWith("Start")).length, await plies(page));
    }),
  );
}

test("a newcomer plays Dominions against normal to the end, and both engines replay the record", { timeout: 120_000 }, () =>
  pages.visit({}, async (page) => {
    await begin(page, "Dominions", { setup: "2", seats: ["human", "normal"] });
    await finish(page, 3);
    const { stdout } = await replay(page, "dominions");
    assert.match(stdout, /agree|game over/);
  }),
);

test("an illegal click is told with its reason and the rule", () =>
  pages.visit({}, async (page) => {
    const trouble = () => page.textContent("[role=alert]");
    await pages.open(page, "chess");
    await touch(page, "e2");
    await touch(page, "e5");
    await page.waitForFunction(() => document.querySelector("[role=alert]").textContent !== "");
    assert.equal(await trouble(), "Illegal: that piece can't move there (rule 5.5).");
    await touch(page, "e4");
    await settled(page, 1);
    assert.equal(await trouble(), "");
    await touch(page, "h3");
    await page.waitForFunction(() => document.querySelector("[role=alert]").textContent !== "");
    assert.match(await trouble(), /^H3 chooses no move: click a piece/);

    await pages.open(page, "dominions", { setup: "3" });
    await page.click('[data-choice="shape 1"]');
    await page.click('[data-choice="tile 1"]');
    await touch(page, "c3");
    await settled(page, 1);
    await page.click('[data-choice="shape 1"]');
    await page.click('[data-choice="tile 1"]');
    await touch(page, "a1");
    await page.waitForFunction(() => document.querySelector("[role=alert]").textContent !== "");
    assert.match(await trouble(), /^Illegal: .* \(rule 2\.6\)\.$/);
    assert.equal(await plies(page), 1);
  }));

test("a move is taken back to the own decision, made once more, and given up", () =>
  pages.visit({}, async (page) => {
    await pages.open(page, "margo", { setup: "4", seats: "human,easy" });
    await touch(page, "A1");
    await settled(page, 2);
    const made = await plies(page);
    await page.click("text=Undo");
    await page.waitForFunction((made) => document.querySelectorAll(".moves li").length < made, made);
    await page.click("text=Redo");
    await settled(page, made);
    await page.click("text=Resign");
    await page.click("dialog >> text=Cancel");
    assert.equal(await page.locator(".table.over").count(), 0);
    await page.click("text=Resign");
    await page.click("dialog button.main");
    await page.waitForSelector(".table.over");
    assert.equal(await page.textContent("h1"), "Game over: white has resigned");
  }));

test("a link to a game begins one game, and the way back leads to where it was followed", () =>
  pages.visit({}, async (page) => {
    let begun = 0;
    page.on("request", (request) => (begun += request.method() === "POST" && request.url().endsWith("/api/tables")));
    await page.goto(pages.url);
    await page.waitForSelector(".lobby");
    await page.evaluate(() => (location.hash = "game=tictactoe&setup="));
    await page.waitForSelector(".table .lit");
    await page.goBack();
    await page.waitForSelector(".lobby");
    await page.waitForTimeout(300);
    assert.equal(await page.locator(".lobby").count(), 1);
    assert.equal(begun, 1);
  }));

test("the home page says what Bustan is, and an unknown address leads there", () =>
  pages.visit({}, async (page) => {
    await page.goto(pages.url);
    assert.match(await page.textContent(".about"), /^Bustan tests the rule engines of board games: .*\. Here .*\.$/);
    const missing = pages.url + "no/such";
    const context = page.context();
    // The browser logs the status of a page that does not exist, so a separate page is used for the request.
    const other = await context.newPage();
    const answer = await other.goto(missing);
    assert.equal(answer.status(), 404);
    assert.equal(await other.textContent("h1"), "Page not found");
    assert.deepEqual(await violations(other), []);
    await other.click("text=Go to the home page");
    await other.waitForSelector(".lobby");
    await other.close();
  }));

test("every target of every board can be hit with a finger on a narrow screen", () =>
  pages.visit({ viewport: { width: 400, height: 800 }, hasTouch: true }, async (page) => {
    for (const [, game] of GAMES) {
      await pages.open(page, game);
      const { least, wide } = await page.evaluate(() => {
        const sides = [...document.querySelectorAll(".target")].map((target) => {
          const { width, height } = target.getBoundingClientRect();
          return Math.min(width, height);
        });
        return { least: Math.min(...sides), wide: document.documentElement.scrollWidth };
      });
      assert.ok(least > 23.9, `${game}: ${least}`);
      assert.equal(wide, 400, game);
    }
    // An enlarged board can be scrolled to its first and its last cells.
    await pages.open(page, "dominions");
    const all = page.locator(".target");
    const edge = (least) => page.evaluate((least) => {
      const left = (target) => target.getBoundingClientRect().left;
      const targets = [...document.querySelectorAll(".target")].sort((one, other) => left(one) - left(other));
      return targets.at(least ? 0 : -1).dataset.target;
    }, least);
    assert.ok((await all.count()) > 100);
    for (const name of [await edge(true), await edge(false)]) {
      await page.locator(`[data-target="${name}"]`).scrollIntoViewIfNeeded();
      const { x, width } = await page.locator(`[data-target="${name}"]`).boundingBox();
      assert.ok(x >= 0 && x + width <= 400, `${name} at ${x}`);
    }
    // The board scrolls with the keyboard focus.
    await page.locator(`[data-target="${await edge(true)}"]`).focus();
    for (let step = 0; step < 20; step += 1) await page.keyboard.press("ArrowRight");
    const { left, right } = await page.evaluate(() => document.activeElement.getBoundingClientRect().toJSON());
    assert.ok(left >= 0 && right <= 400, `${left} to ${right}`);
  }));

test("the values of moves, or the reason why there are none", () =>
  pages.visit({}, async (page) => {
    const told = () => page.textContent(".side .note");
    await pages.open(page, "chess");
    await page.click("text=Values");
    await page.waitForFunction(() => document.querySelector(".side .note").textContent.endsWith("no database covers it."));
    assert.equal(await page.locator(".marks .value").count(), 0);
    await page.click("text=Values");
    assert.equal(await told(), "");
    await pages.open(page, "tictactoe");
    await page.click("text=Values");
    await page.waitForSelector(".marks .value");
    assert.equal(await told(), "");
  }));

test("an address that names no table says so", () =>
  pages.visit({}, async (page) => {
    await page.goto(`${pages.url}#table=abc`);
    await page.waitForSelector(".lobby");
    assert.equal(await page.textContent("[role=alert]"), '"abc" is not the number of a table.');
  }));

test("a game that is over is not paused", () =>
  pages.visit({}, async (page) => {
    await pages.open(page, "tictactoe", { seats: "uniform,uniform" });
    assert.ok(await page.locator("text=Pause").isEnabled());
    await page.waitForSelector(".table.over");
    assert.equal(await page.textContent('[aria-label="Game controls"] button:nth-child(5)'), "Pause");
    assert.ok(await page.locator("text=Pause").isDisabled());
  }));

test("a game is begun and played with the keyboard alone", () =>
  pages.visit({}, async (page) => {
    await page.goto(pages.url);
    await page.waitForSelector(".lobby");
    const { press, focused } = keyboard(page);
    while (!(await focused(".card input"))) await press("Tab");
    await press("ArrowDown", "ArrowDown", "ArrowDown");
    assert.equal(await page.inputValue(".card input:checked"), "tictactoe");
    while (!(await focused("#seat-1"))) await press("Tab");
    await page.keyboard.type("Human");
    while (!(await focused("button.main"))) await press("Tab");
    await press("Enter");
    await page.waitForSelector(".board svg");
    // From the top left: X in the upper row, O in the middle row.
    await press("ArrowDown", "Enter");
    await settled(page, 1);
    await press("ArrowDown", "Enter");
    await settled(page, 2);
    await press("ArrowUp", "ArrowRight", "Enter");
    await settled(page, 3);
    await press("ArrowDown", "Enter");
    await settled(page, 4);
    await press("ArrowUp", "ArrowRight", "Space");
    await page.waitForSelector(".table.over");
    assert.equal(await page.textContent("h1"), "Game over: x wins");
    assert.deepEqual(await page.locator(".moves li").allTextContents(), ["a3", "a2", "b3", "b2", "c3"]);
  }));

test("a tile is chosen and turned by number, and a move is typed", () =>
  pages.visit({}, async (page) => {
    await pages.open(page, "dominions", { setup: "3" });
    await page.keyboard.press("1");
    await page.keyboard.press("3");
    assert.match(await page.textContent(".prompt"), /^Shape 1, tile 4 selected/);
    await page.keyboard.press("2");
    assert.match(await page.textContent(".prompt"), /^Shape 1, tile 2 selected/);
    await touch(page, "c3");
    await settled(page, 1);
    await page.fill("#typed", "P48d3");
    await page.keyboard.press("Enter");
    await settled(page, 2);
    await page.fill("#typed", "P99a1");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.querySelector("[role=alert]").textContent !== "");
    assert.deepEqual(await page.locator(".moves li").allTextContents(), ["P2c3", "P48d3"]);
  }));

test("what a move would do is shown while it is pointed at", () =>
  pages.visit({}, async (page) => {
    await pages.open(page, "tribolo", { position: "5x1 .RBG. blue" });
    await page.hover('[data-target="a1"]');
    await page.waitForSelector(".target.changes");
    const changed = page.locator(".target.changes");
    assert.ok((await changed.count()) >= 2);
    assert.equal(await page.locator(".marks .ghost").count(), 1);
    await page.mouse.move(2, 2);
    await page.waitForSelector(".target.changes", { state: "detached" });
  }));

test("a game goes on from a position and from a record", () =>
  pages.visit({}, async (page) => {
    await page.goto(pages.url);
    await page.click('.card:has-text("Chess")');
    await page.click("summary");
    await page.fill("#text", "1. e4 e5 2. Nf3 Nc6 *");
    await page.selectOption("#seat-1", "human");
    await page.click("button.main");
    await page.waitForSelector(".board svg");
    assert.deepEqual(await page.locator(".moves li").allTextContents(), ["e4", "e5", "Nf3", "Nc6"]);
    await page.click("text=Link to this position");
    await page.waitForFunction(() => document.querySelectorAll(".moves li").length === 0);
    assert.match(await page.getAttribute('[data-target="c6"]', "aria-label"), /black knight/);
    await page.goto(pages.url);
    await page.click("summary");
    await page.fill("#text", "W[P1a1];W[P2a2]");
    await page.click("button.main");
    await page.waitForFunction(() => document.querySelector("[role=alert]").textContent !== "");
    assert.match(await page.textContent("[role=alert]"), /Ply 2: W\[P2a2\] is illegal: not-your-turn/);
  }));

for (const colorScheme of ["light", "dark"]) {
  test(`the pages are accessible in ${colorScheme} colours`, { timeout: 120_000 }, () =>
    pages.visit({ colorScheme, reducedMotion: "reduce" }, async (page) => {
      await page.goto(pages.url);
      await page.waitForSelector(".lobby");
      assert.deepEqual(await violations(page), []);
      for (const [, game, setup] of GAMES) {
        await pages.open(page, game, { setup: typeof setup === "string" ? setup : setup.words });
        await move(page, dice(1));
        assert.deepEqual(await violations(page), [], game);
      }
    }),
  );
}

test("nothing is wider than a small phone", () =>
  pages.visit({ viewport: { width: 360, height: 640 }, hasTouch: true }, async (page) => {
    const narrow = async () => assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);
    await page.goto(pages.url);
    await page.waitForSelector(".lobby");
    await narrow();
    for (const [, game] of GAMES) {
      await pages.open(page, game);
      await move(page, dice(1));
      await narrow();
    }
  }));
