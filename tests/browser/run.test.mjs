// Runs in progress, and completed runs.

import assert from "node:assert/strict";
import { mkdtemp, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { before, test } from "node:test";

import { Pages, violations } from "./pages.mjs";

/** Tic-Tac-Toe in Python, with the flaws named in its arguments. */
const ENGINE = new URL("../../crates/cli/tests/engines/sloppy.py", import.meta.url).pathname;

/** Starts a check that writes its findings to a directory. It ends after `time`, or with the test. */
async function check(t, dir, time, flaw) {
  const pages = await Pages.check("tictactoe", "--against", `python3 ${ENGINE} ${flaw}`, "--keep-going", "--time", time, "--shrink-time", "1s", "--out", dir);
  t.after(() => pages.end());
  return pages;
}

const figure = (page, name) => page.locator(".figures div", { has: page.locator(`dt:text-is("${name}")`) }).locator("dd").textContent();

/** Waits for the words on a page that say that the run is over. */
const over = (page) => page.waitForFunction(() => document.querySelector(".news")?.textContent === "The run is over.", null, { timeout: 60_000 });

/**
 * Returns the sections of a page that are the same on a server and in a file, by identifier, with all of them
 * closed.
 */
const parts = (page) =>
  page.$$eval(".report section", (sections) =>
    Object.fromEntries(sections.filter(({ id }) => /^findings$|^game-/.test(id)).map(({ id, outerHTML }) => [id, outerHTML.replaceAll(/ open=""|<\/?tbody>/g, "")])),
  );

let dir;
before(async () => {
  dir = join(await mkdtemp(join(tmpdir(), "bustan-run-")), "out");
});

test("a run is shown as it goes, to its end, and again as a run of the past", async (t) => {
  // A browser starts slowly on a busy machine, but the page must be open before the run ends.
  const pages = await check(t, dir, "40s", "swaps");
  let shown;
  await pages.visit({}, async (page) => {
    await page.goto(`${pages.url}run`);
    await page.waitForSelector(".list .differ");
    const before = Number((await figure(page, "games")).replace(",", ""));
    await page.waitForSelector(".pace polyline");
    const gauge = () => page.locator(".gauges rect").first().getAttribute("width");
    const filled = Number(await gauge());
    // An opened section stays open while numbers around it change.
    await page.locator("section[id^=finding-] summary").first().click();
    await page.locator("#game-0 summary").first().click();
    await page.waitForTimeout(2000);
    assert.ok(Number((await figure(page, "games")).replace(",", "")) > before, "games go on");
    assert.ok(Number(await gauge()) > filled, "gauges fill");
    assert.match(await figure(page, "time left"), /^\d+ s$/);
    assert.equal(await page.locator("#game-0 details[open]").count(), 1);
    assert.ok(await page.evaluate(() => document.activeElement?.closest("#game-0") !== null), "the focus stays");
    assert.deepEqual(await violations(page), []);
    // Each finding links to its section, and the section links to its game.
    const link = page.locator(".list a").first();
    const part = (await link.getAttribute("href")).slice(1);
    await link.click();
    assert.equal(await page.evaluate(() => location.hash.slice(1)), part);
    assert.ok((await page.locator(`[id="${part}"] .boards svg`).count()) > 0);
    await over(page);
    assert.match(await page.locator("#run").textContent(), /compared in \d+ games/);
    assert.equal(await page.locator("#now").count(), 0);
    shown = await parts(page);
    // The program may end now without loss of data.
    const { server } = pages;
    if (server.exitCode === null) await new Promise((resolve) => server.on("exit", resolve));
    await page.waitForTimeout(2500);
    assert.equal(await page.locator(".lost").count(), 0);
  });
  assert.equal(await pages.over(), 1, "the exit code is that of the check");
  const past = await Pages.start(dir);
  t.after(() => past.end());
  await past.visit({}, async (page) => {
    await page.goto(`${past.url}run`);
    await page.waitForSelector("#game-0");
    assert.match(await page.locator("#runs").textContent(), /last run: differ/);
    assert.deepEqual(await parts(page), shown, "it looks as it did at its end");
    assert.deepEqual(await violations(page), []);
    await page.click("text=Step through its game >> nth=0");
    await page.waitForSelector(".steps .place");
    assert.match(page.url(), /findings#finding=tictactoe-/);
    // A list of findings is displayed as the same list.
    assert.equal(await page.locator(".list li").count(), Object.values(shown)[0].match(/<li/g).length);
  });
  await past.visit({}, async (page) => {
    await page.goto(`${past.url}run`);
    await page.waitForSelector("#game-0");
    // The file has the same sections, with the same style.
    const style = () => page.locator(".list a").last().evaluate((link) => ["color", "padding", "borderRadius"].map((key) => getComputedStyle(link)[key]));
    const served = await style();
    const text = await readFile(join(dir, "index.html"), "utf8");
    assert.doesNotMatch(text, /<script/);
    const file = await page.context().newPage();
    await file.setViewportSize({ width: 360, height: 640 });
    await file.goto(pathToFileURL(join(dir, "index.html")).href);
    assert.deepEqual(await parts(file), shown);
    assert.equal(await file.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0);
    assert.deepEqual(await violations(file), []);
    assert.deepEqual(await file.locator(".list a").first().evaluate((link) => ["color", "padding", "borderRadius"].map((key) => getComputedStyle(link)[key])), served);
  });
  await past.stop();
});

test("a page that lost the program says so, and gets everything when it is there again", async (t) => {
  const pages = await check(t, `${dir}-lost`, "120s", "swaps");
  // A failed request does not count as an error of the page here.
  const context = await pages.browser.newContext();
  const page = await context.newPage();
  let lost = 0;
  await page.route("**/api/live", (route) => (lost++ === 0 ? route.abort() : route.continue()));
  await page.goto(`${pages.url}run`);
  const lament = () => page.waitForFunction(() => document.querySelector(".news")?.textContent.startsWith("The program does not answer"));
  await lament();
  await page.waitForSelector(".list .differ");
  await page.waitForFunction(() => document.querySelector(".news").textContent === "");
  pages.server.kill("SIGKILL");
  await lament();
  await page.waitForFunction(() => document.querySelector(".lost")?.textContent.includes("does not answer"));
  assert.ok((await page.locator(".list .differ").count()) > 0, "what was shown stays");
  await context.close();
  await pages.over();
});

test("nothing is wider than a small screen, while a run goes on and behind it", async (t) => {
  const pages = await check(t, `${dir}-small`, "120s", "swaps");
  for (const colorScheme of ["light", "dark"]) {
    await pages.visit({ colorScheme, viewport: { width: 360, height: 640 } }, async (page) => {
      await page.goto(`${pages.url}run`);
      await page.waitForSelector("#game-0 .gauges");
      await page.waitForSelector(".list .differ");
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0);
      assert.deepEqual(await violations(page), []);
    });
  }
  pages.server.kill("SIGINT");
  await pages.over();
  const past = await Pages.start(`${dir}-small`);
  t.after(() => past.end());
  await past.visit({ viewport: { width: 360, height: 640 } }, async (page) => {
    await page.goto(`${past.url}run`);
    await page.waitForSelector("#game-0 .gauges");
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0);
    assert.deepEqual(await violations(page), []);
  });
  await past.stop();
});
