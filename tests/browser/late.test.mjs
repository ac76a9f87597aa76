// Responses that arrive after the page has moved on to something else must be discarded.

import assert from "node:assert/strict";
import { mkdtemp, readFile, readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { Pages, bustan, touch } from "./pages.mjs";

/** Tic-Tac-Toe in Python, with the flaws named in its arguments. */
const ENGINE = new URL("../../crates/cli/tests/engines/sloppy.py", import.meta.url).pathname;

let out, pages, plain;
before(async () => {
  out = join(await mkdtemp(join(tmpdir(), "bustan-late-")), "out");
  const against = ["--against", `python3 ${ENGINE} swaps unlisted`];
  await assert.rejects(bustan("check", "tictactoe", "--keep-going", "--games", "40", "--shrink-time", "2s", "--out", out, ...against), ({ code }) => code === 1);
  pages = await Pages.start(out, "--game", "tictactoe", ...against);
  plain = await Pages.start();
});
after(async () => {
  await pages.stop();
  await plain.stop();
});

/** Returns a promise, and the function that resolves it. */
function gate() {
  let resolve;
  const promise = new Promise((kept) => (resolve = kept));
  return { promise, resolve };
}

/**
 * Delays the response to the next request of a page for which `is` returns true. The response is that of the
 * server, or `json` if given. `held` waits until the response is being delayed, and `free` passes it to the
 * page.
 */
async function hold(page, is, json) {
  let asked = false;
  const [keeps, frees, gives] = [0, 0, 0].map(gate);
  await page.route("**/api/pair/**", async (route) => {
    if (asked || !is(route.request())) return route.continue();
    asked = true;
    const answer = json ? { json } : { response: await route.fetch() };
    keeps.resolve();
    await frees.promise;
    // The page may no longer be waiting for the response.
    await route.fulfill(answer).catch(() => {});
    gives.resolve();
  });
  return {
    held: () => keeps.promise,
    free: async () => {
      frees.resolve();
      await gives.promise;
      await page.waitForTimeout(300);
    },
  };
}

const badge = (page, words) => page.waitForFunction((words) => document.querySelector(".badge")?.textContent.startsWith(words), words);
const step = (record) => (request) => request.url().endsWith("/step") && (!record || request.postDataJSON().record === record);
const shrink = (request) => request.url().endsWith("/shrink");

/**
 * Opens the page of findings with one of them open. Returns the page, and the links to that finding and to
 * another one.
 */
async function opened(page) {
  const link = (kind) => page.locator(`.list a[href*="${kind}-0-0"]`).last();
  const [one, other] = [link("legal"), link("board")];
  await page.goto(`${pages.url}findings`);
  await one.click();
  await badge(page, "Still there");
  return { one, other, record: await page.inputValue("#text") };
}

/** Checks that a finding is displayed, with its game. */
async function shows(page, link) {
  const moves = Number((await link.textContent()).match(/(\d+) moves? · /)[1]);
  await page.waitForFunction((moves) => document.querySelectorAll(".detail .moves .move").length === moves, moves);
  await page.waitForFunction(() => /^(Still there|Another difference)/.test(document.querySelector(".badge").textContent));
  assert.equal(await link.getAttribute("aria-current"), "page");
  const headline = (await page.textContent(".detail h1")).toLowerCase();
  assert.ok((await link.textContent()).toLowerCase().includes(headline), headline);
  assert.ok(await page.locator(".detail .boards").isVisible());
}

test("a finding that is opened while all are played again shows its own boards", async () => {
  await pages.visit({}, async (page) => {
    const { other, record } = await opened(page);
    const first = await hold(page, step(record));
    await page.click("text=Play all again");
    await first.held();
    const second = await hold(page, (request) => step()(request) && request.postDataJSON().record !== record);
    await other.click();
    await second.held();
    await first.free();
    await second.free();
    await page.waitForFunction(() => ![...document.querySelectorAll(".list li")].some((item) => item.className === "running"));
    await shows(page, other);
    assert.ok(await page.locator("button.main").isEnabled());
  });
});

test("nothing of one finding is shown while another is being opened", async () => {
  await pages.visit({}, async (page) => {
    const { one, other } = await opened(page);
    const { held, free } = await hold(page, (request) => /\/findings\/./.test(request.url()));
    await other.click();
    await held();
    assert.equal(await page.locator(".steps").isVisible(), false);
    assert.equal(await page.locator(".badge").isVisible(), false);
    assert.ok((await other.textContent()).toLowerCase().includes((await page.textContent(".detail h1")).toLowerCase()));
    // A click on the first finding displays that finding again.
    await one.click();
    await shows(page, one);
    await free();
    await shows(page, one);
    await page.evaluate(() => (location.hash = "finding=tictactoe-none"));
    await page.waitForFunction(() => document.querySelector(".detail .trouble").textContent.includes("unknown finding"));
    assert.equal(await page.locator(".steps").isVisible(), false);
    assert.ok(await page.locator(".detail .trouble").isVisible());
  });
});

test("a game that was made short too late does not take the place of what is shown", async () => {
  await pages.visit({}, async (page) => {
    const { one, other } = await opened(page);
    await page.click("text=Change the game");
    const name = decodeURIComponent((await one.getAttribute("href")).split("=")[1]);
    const { held, free } = await hold(page, shrink, { name });
    await page.click("text=Shrink from here");
    await badge(page, "Shrinking");
    await held();
    await other.click();
    await shows(page, other);
    await free();
    await shows(page, other);
    assert.equal(page.url().split("#")[1], (await other.getAttribute("href")).slice(1));
    assert.ok(await page.locator("text=Shrink from here").isEnabled());
    await one.click();
    await shows(page, one);
  });
});

test("a game that could not be made short is told so, where it was to be", async () => {
  await pages.visit({}, async (page) => {
    const { other } = await opened(page);
    await page.click("text=Change the game");
    const error = { error: "no room is left" };
    const first = await hold(page, shrink, error);
    await page.click("text=Shrink from here");
    await badge(page, "Shrinking");
    await first.held();
    await first.free();
    await badge(page, "Your game was not shrunk");
    assert.equal(await page.textContent(".detail .trouble"), "No room is left.");
    const second = await hold(page, shrink, error);
    await page.click("text=Shrink from here");
    await second.held();
    await other.click();
    await shows(page, other);
    await second.free();
    assert.equal(await page.textContent(".detail .trouble"), "");
    await shows(page, other);
  });
});

test("a game of two engines that could not be made short is told so", async () => {
  await pages.visit({}, async (page) => {
    const name = (await readdir(out)).find((name) => /^tictactoe-[^.]+\.txt$/.test(name));
    const record = await readFile(join(out, name), "utf8");
    await page.route("**/api/pair/shrink", (route) => route.fulfill({ json: { error: "no room is left" } }));
    await page.goto(`${pages.url}lockstep#${new URLSearchParams({ game: "tictactoe", record })}`);
    await page.click("text=Shrink");
    await page.waitForFunction(() => document.querySelector(".trouble").textContent === "No room is left.");
    assert.equal(await page.textContent(".news"), "The game was not shrunk.");
  });
});

test("counts lead on in the game that was asked about", async () => {
  await plain.visit({}, async (page) => {
    const { held, free } = await hold(page, (request) => request.url().endsWith("/divide"));
    await page.goto(`${plain.url}divide#${new URLSearchParams({ game: "tictactoe", record: "", depth: 2 })}`);
    await held();
    await page.selectOption("#game", "abrobad");
    await free();
    await page.waitForSelector(".counts tbody a");
    assert.match(await page.locator(".counts tbody a").first().getAttribute("href"), /game=tictactoe/);
  });
});

test("moves are made in the game that is shown, also when another one could not begin", async () => {
  await plain.visit({}, async (page) => {
    await page.goto(`${plain.url}lockstep#${new URLSearchParams({ game: "tictactoe", record: "" })}`);
    await page.waitForSelector('.board [data-target="a1"].lit');
    const other = (request) => request.postDataJSON().game === "abrobad";
    await page.route("**/api/pair/step", (route) => (other(route.request()) ? route.fulfill({ json: { error: "it does not begin" } }) : route.continue()));
    await page.selectOption("#game", "abrobad");
    await page.waitForFunction(() => document.querySelector(".trouble").textContent === "It does not begin.");
    await touch(page, "a1");
    await page.waitForFunction(() => document.querySelector(".news").textContent.includes("o to move"));
    assert.equal(await page.inputValue("#game"), "tictactoe");
    await page.selectOption("#game", "abrobad");
    await page.waitForFunction(() => document.querySelector(".trouble").textContent === "It does not begin.");
    await page.click("text=Undo");
    await page.waitForFunction(() => document.querySelector(".news").textContent.includes("X to move"));
    assert.equal(await page.inputValue("#game"), "tictactoe");
  });
});
