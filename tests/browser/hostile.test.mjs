// Programs that draw harmful boards: everything that they print must be displayed, and must have no effect.

import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtemp } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { Pages, bustan, violations } from "./pages.mjs";

const ENGINE = new URL("../../crates/cli/tests/engines/hostile.py", import.meta.url).pathname;

/** The kinds of harmful output and pictures of the program, by the argument that selects them. */
const WAYS = ["markup", "scripts", "styles", "moving", "links", "entities", "huge", "controls", "wide", "nested"];

// Any request in this list was caused by a picture.
let called = [];
let trap, dir;
before(async () => {
  trap = createServer((request, response) => {
    called.push(request.url);
    response.end();
  }).listen(0, "127.0.0.1");
  await once(trap, "listening");
  dir = await mkdtemp(join(tmpdir(), "bustan-hostile-"));
});
after(() => trap.close());

const program = (way, more = "") => `python3 ${ENGINE} ${way} ${trap.address().port} ${more}`.trim();

/** Watches for everything that texts and pictures must not do. */
async function watched(page) {
  const done = [];
  page.on("dialog", (dialog) => {
    done.push(`dialog ${dialog.message()}`);
    dialog.dismiss();
  });
  page.on("popup", (popup) => done.push(`popup ${popup.url()}`));
  page.on("download", (download) => done.push(`download ${download.url()}`));
  page.on("framenavigated", (frame) => {
    if (!/^(http:\/\/127|about:blank)/.test(frame.url())) done.push(`frame ${frame.url()}`);
  });
  return async () => {
    assert.deepEqual(done, []);
    assert.deepEqual(called, [], "nobody was asked for anything");
    const state = await page.evaluate(() => [
      globalThis.spoilt,
      document.title.includes("spoilt"),
      document.querySelectorAll("main script, main iframe, main foreignObject, main style, main animate, main set, main [onload], main [onerror], main [onclick], main a[href^='javascript']").length,
      document.querySelectorAll("main [href^='http'], main [src^='http']").length,
    ]);
    assert.deepEqual(state, [undefined, false, 0, 0]);
  };
}

/**
 * Returns the number of pixels by which the page is wider than the window. Boxes with their own scroll bars
 * do not count.
 */
const wide = (page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

for (const way of WAYS) {
  test(`boards with ${way} are shown, do nothing, and the page goes on`, { timeout: 120_000 }, async () => {
    called = [];
    const served = await Pages.start("--game", "any", "--against", program(way), "--with", program(way));
    try {
      await served.visit({ viewport: { width: 360, height: 640 } }, async (page) => {
        const harmless = await watched(page);
        await page.goto(`${served.url}lockstep`);
        await page.waitForSelector(".board svg");
        await harmless();
        await page.fill("#typed", "take");
        await page.keyboard.press("Enter");
        await page.waitForFunction(() => document.querySelector(".news").textContent.includes("the engines agree"));
        // A click on a picture has no other effect.
        await page.locator(".board svg").click({ position: { x: 5, y: 2 } });
        assert.equal(await wide(page), 0);
        await harmless();
        assert.deepEqual(await violations(page), []);
        await page.click("text=Undo");
        await page.waitForFunction(() => !document.querySelector(".news").textContent.includes("the engines agree"));
      });
    } finally {
      await served.stop();
    }
  });
}

test("a finding about such boards is shown on the page and in the file, and does nothing", { timeout: 240_000 }, async () => {
  for (const way of WAYS) {
    called = [];
    const out = join(dir, way);
    const against = ["--against", program(way, "wrong"), "--with", program(way)];
    await assert.rejects(bustan("check", "any", "--games", "3", "--shrink-time", "1s", "--out", out, ...against), ({ code }) => code === 1);
    const served = await Pages.start(out, "--game", "any", ...against);
    try {
      for (const path of ["findings", "run"]) {
        await served.visit({ viewport: { width: 360, height: 640 } }, async (page) => {
          const harmless = await watched(page);
          await page.goto(served.url + path);
          await page.waitForSelector(".boards svg");
          await page.locator("details > summary").evaluateAll((all) => all.forEach((summary) => summary.parentElement.open || summary.click()));
          await page.waitForTimeout(300);
          await harmless();
          assert.equal(await wide(page), 0, `${way}: ${path}`);
        });
      }
      await served.visit({}, async (page) => {
        const harmless = await watched(page);
        await page.goto(`${served.url}findings`);
        await page.waitForFunction(() => document.querySelector(".badge")?.textContent.startsWith("Still there"));
        await page.keyboard.press("Home");
        await page.waitForFunction(() => document.querySelector(".place").textContent.startsWith("The start"));
        await harmless();
      });
      // A file is not served with headers that forbid anything.
      const context = await served.browser.newContext();
      const page = await context.newPage();
      const harmless = await watched(page);
      page.on("request", (request) => {
        if (!/^(file|data):/.test(request.url())) called.push(request.url());
      });
      await page.goto(`file://${join(out, "index.html")}`);
      await page.waitForTimeout(300);
      assert.equal(await page.evaluate(() => [globalThis.spoilt, document.title.includes("spoilt")].join()), ",false");
      assert.deepEqual(called, [], `${way}: index.html`);
      await context.close();
    } finally {
      await served.stop();
    }
  }
});
