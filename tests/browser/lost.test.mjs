// A server that ends while pages are open, and another server that takes its place.

import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:net";
import { test } from "node:test";

import { Pages } from "./pages.mjs";

/** Returns a port on which no program listens. */
async function port() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return String(port);
}

test("open pages notice that their server has ended, and that another one took its place", { timeout: 120_000 }, async () => {
  const at = ["--port", await port()];
  const pages = await Pages.start(...at);
  const paths = ["", "#game=tictactoe&setup=", "#edit=chess", "lockstep#game=tictactoe", "divide#game=tictactoe&depth=1"];
  const ready = [".lobby", ".table .target.lit", ".palette .choice", ".board .lit, .board .begins", ".counts"];
  // Failed requests do not count as errors of the pages here.
  const context = await pages.browser.newContext();
  const open = [];
  for (const [at, path] of paths.entries()) {
    const page = await context.newPage();
    await page.goto(pages.url + path);
    await page.waitForSelector(ready[at]);
    assert.equal(await page.locator(".lost").isVisible(), false, path);
    open.push(page);
  }
  const said = (page, words) => page.waitForFunction((words) => document.querySelector(".lost")?.textContent.includes(words), words);
  pages.server.kill("SIGKILL");
  await Promise.all(open.map((page) => said(page, "does not answer")));
  // The next actions of a user get responses in complete sentences.
  await open[0].click("button.main");
  await open[0].waitForFunction(() => document.querySelector(".lobby .trouble").textContent !== "");
  for (const page of open) {
    const texts = await page.locator(".trouble, .lost, .news").allTextContents();
    for (const text of texts) assert.doesNotMatch(text, /\?\.|\.\.$/);
  }
  const other = await Pages.start(...at);
  await Promise.all(open.map((page) => said(page, "nother server")));
  await open[0].click("button.main");
  await open[0].waitForFunction(() => document.querySelector(".lobby .trouble").textContent.includes("nother server"));
  await context.close();
  await pages.over();
  await other.stop();
});
