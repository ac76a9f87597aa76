// Starts the program and a browser for the tests, and observes the pages.
//
// Environment: BUSTAN, the program; CHROMIUM, the browser.

import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { PassThrough } from "node:stream";
import { promisify } from "node:util";

import axe from "axe-core";
import { chromium } from "playwright-core";

// Tests write Python engines to other folders, but the modules that such an engine imports remain in the
// folder of engines.
const ENGINES = new URL("../../crates/cli/tests/engines", import.meta.url).pathname;
process.env.PYTHONPATH = [ENGINES, process.env.PYTHONPATH].filter(Boolean).join(":");

/** Runs the program until it ends. Returns its output. */
export const bustan = (...words) => promisify(execFile)(process.env.BUSTAN, words);

/** The running server, and a browser. */
export class Pages {
  static async start(...words) {
    const pages = new Pages();
    pages.server = spawn(process.env.BUSTAN, ["serve", "--no-open", ...words], { stdio: ["ignore", "pipe", "inherit"] });
    await pages.#listen(pages.server.stdout);
    return pages;
  }

  /** Starts a check. Its output is ignored. */
  static async check(...words) {
    const pages = new Pages();
    pages.server = spawn(process.env.BUSTAN, ["check", "--serve", "--no-open", ...words], { stdio: ["ignore", "ignore", "pipe"] });
    await pages.#listen(pages.server.stderr);
    pages.server.stderr.resume();
    return pages;
  }

  /** Waits for the URL of the pages, and starts the browser. */
  async #listen(output) {
    for await (const line of createInterface({ input: output.pipe(new PassThrough()) })) {
      this.url = line.match(/http:\S+\/[0-9a-f]{32}\//)?.[0];
      if (this.url) break;
    }
    assert.match(this.url ?? "", /^http:\/\/127\.0\.0\.1:\d+\/[0-9a-f]{32}\/$/);
    // There is no sandbox for root, but the pages are those of the program.
    this.browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ["--no-sandbox"] });
  }

  async stop() {
    this.server.kill("SIGINT");
    assert.equal(await this.over(), 0, "the server ends when it is told to");
  }

  /**
   * Ends the program and the browser, whatever the result of the test, because an open browser keeps the
   * tests from ending.
   */
  async end() {
    this.server.kill("SIGKILL");
    await this.browser.close();
  }

  /** Waits until the program has ended. Returns its exit code. */
  async over() {
    const { server } = this;
    if (server.exitCode === null && server.signalCode === null) await new Promise((resolve) => server.on("exit", resolve));
    await this.browser.close();
    return server.exitCode;
  }

  /** Calls a function with a new page. The page must have no errors and send no requests to other hosts. */
  async visit(options, visit) {
    const context = await this.browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
    const page = await context.newPage();
    page.setDefaultTimeout(20_000);
    const wrong = [];
    page.on("console", (message) => {
      if (["error", "warning"].includes(message.type())) wrong.push(message.text());
    });
    page.on("pageerror", (error) => wrong.push(error.stack));
    page.on("request", (request) => {
      if (!request.url().startsWith(this.url) && !request.url().startsWith("blob:") && request.url() !== "about:blank") wrong.push(`asked for ${request.url()}`);
    });
    await visit(page);
    assert.deepEqual(wrong, []);
    await context.close();
  }

  /** Opens a game that a link describes. */
  async open(page, game, { setup = "", position = null, seats = "human,human,human" } = {}) {
    // Otherwise the board of the previous game would be mistaken for that of this game.
    await page.goto("about:blank");
    const words = position === null ? { game, setup, seats } : { game, position, seats };
    await page.goto(`${this.url}#${new URLSearchParams(words)}`);
    await page.waitForSelector(".board svg");
  }
}

/** Clicks a cell of the board. */
export const touch = (page, name) => page.click(`.board [data-target="${name}"]`);

/** Returns the number of moves played. */
export const plies = (page) => page.locator(".moves li").count();

/** Waits until at least `least` moves have been played and no player is thinking. */
export const settled = (page, least = 0) =>
  page.waitForFunction(
    (least) => document.querySelectorAll(".moves li").length >= least && !document.querySelector(".table.thinking"),
    least,
  );

/**
 * Returns functions that press keys in sequence, and that check whether the focused element matches a
 * selector.
 */
export const keyboard = (page) => ({
  press: async (...keys) => {
    for (const key of keys) await page.keyboard.press(key);
  },
  focused: (selector) => page.evaluate((selector) => document.activeElement.matches(selector), selector),
});

/** Returns the accessibility rules that a page violates in its current state. */
export async function violations(page) {
  await page.evaluate(axe.source);
  const { violations: found } = await page.evaluate(() => globalThis.axe.run());
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join("; ")}`);
}

/** Returns a generator of random numbers. The same seed yields the same numbers. */
export function dice(seed) {
  let state = seed;
  return (sides) => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return Math.floor((state / 2147483648) * sides);
  };
}
