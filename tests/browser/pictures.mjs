// Regenerates the pictures of the pages in the book: BUSTAN=... CHROMIUM=... node pictures.mjs

import { copyFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { Pages, settled } from "./pages.mjs";

const IMAGES = fileURLToPath(new URL("../../docs/images/", import.meta.url));

/** A game of Dominions, up to the position in the picture. */
const MOVES = "P1c1 P61d2 P24e3 P15d3 P10d4 P21c4 P14b4 P3c5 P9b5 P2b6 P58c6 P23e5 P6e2 P11f6 P19f4 P12g5";

/** Types the moves of a game. */
async function type(page, moves) {
  for (const [at, move] of moves.entries()) {
    await page.fill("#typed", move);
    await page.keyboard.press("Enter");
    await settled(page, at + 1);
  }
}

const pages = await Pages.start();
await pages.visit({}, async (page) => {
  await pages.open(page, "dominions", { setup: "5" });
  await type(page, MOVES.split(" "));
  await page.click('[data-choice="shape 11"]');
  await page.locator(".row:nth-child(2) .choice.lit").first().click();
  const lit = await page.locator(".target.lit").first().getAttribute("data-target");
  await page.hover(`[data-target="${lit}"]`);
  await page.waitForSelector(".marks .ghost");
  await page.screenshot({ path: `${IMAGES}play-dominions.png` });
});
await pages.visit({ colorScheme: "dark", viewport: { width: 1000, height: 640 } }, async (page) => {
  await pages.open(page, "tictactoe");
  await type(page, ["a1", "b1", "a2", "b2"]);
  await page.click("text=Values");
  await page.waitForSelector(".marks .value");
  await page.screenshot({ path: `${IMAGES}play-values.png` });
});
await pages.visit({ viewport: { width: 1100, height: 760 } }, async (page) => {
  await page.goto(`${pages.url}#${new URLSearchParams({ edit: "chess", text: "r1bq1rk1/ppp2ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQ1RK1 w - - 0 7" })}`);
  await page.waitForSelector(".board svg");
  await page.click('[data-choice="N"]');
  await page.click('[data-target="d5"]');
  await page.waitForSelector('[data-target="d5"][aria-label*="knight"]');
  await page.mouse.move(0, 0);
  await page.screenshot({ path: `${IMAGES}edit-chess.png` });
});
await pages.stop();

// In a separate directory, so that the names in the picture are short.
const out = await mkdtemp(join(tmpdir(), "bustan-pictures-"));
await copyFile(fileURLToPath(new URL("../examples/python/dominions.py", import.meta.url)), join(out, "dominions.py"));
process.chdir(out);
const against = ["--against", "python3 dominions.py --flaw oscillation"];
const run = await Pages.check("dominions", "--size", "3", "--keep-going", "--time", "40s", "--shrink-time", "5s", "--out", "findings", ...against);
await run.visit({ viewport: { width: 1100, height: 860 } }, async (page) => {
  await page.goto(`${run.url}run`);
  await page.waitForFunction(() => document.querySelector(".list .note")?.textContent.startsWith("2 moves"));
  await page.screenshot({ path: `${IMAGES}run.png` });
});
await run.over();
// The comparison of the engines, with the findings of the check above.
const beside = await Pages.start("findings", ...against);
await beside.visit({ viewport: { width: 1100, height: 1260 } }, async (page) => {
  await page.goto(`${beside.url}findings`);
  await page.waitForFunction(() => document.querySelector(".badge")?.textContent.startsWith("Still there"));
  await page.waitForFunction(() => !document.querySelector(".list .open, .list .running"));
  await page.screenshot({ path: `${IMAGES}findings.png` });
});
// The engine is fixed while the page is open. Afterwards its flaw is restored.
await beside.visit({ viewport: { width: 1100, height: 620 } }, async (page) => {
  const flawed = await readFile("dominions.py", "utf8");
  await page.goto(`${beside.url}findings`);
  await page.waitForFunction(() => document.querySelector(".badge")?.textContent.startsWith("Still there"));
  await page.waitForFunction(() => !document.querySelector(".list .open, .list .running"));
  await writeFile("dominions.py", flawed.replace("flaw = sys.argv[2]", "flaw, wanted = None, sys.argv[2]").replace("if flaw not in FLAWS", "if wanted not in FLAWS").replace("no flaw {flaw!r}", "no flaw {wanted!r}"));
  await page.waitForFunction(() => document.querySelector(".badge")?.textContent.startsWith("Gone"));
  await page.waitForFunction(() => !document.querySelector(".list .open, .list .running"));
  await page.screenshot({ path: `${IMAGES}gone.png` });
  await writeFile("dominions.py", flawed);
});
await beside.visit({ colorScheme: "dark", viewport: { width: 1100, height: 1100 } }, async (page) => {
  await page.goto(`${beside.url}lockstep#${new URLSearchParams({ game: "dominions", record: "Start[3 white 0 0];W[P1c1]" })}`);
  await page.waitForSelector(".difference .headline");
  await page.screenshot({ path: `${IMAGES}lockstep.png` });
});
await beside.visit({ viewport: { width: 1000, height: 640 } }, async (page) => {
  await page.goto(`${beside.url}divide#${new URLSearchParams({ game: "dominions", record: "Start[2 white 0 0]", depth: 2 })}`);
  await page.waitForSelector(".counts");
  await page.screenshot({ path: `${IMAGES}divide.png` });
});
await beside.stop();
process.chdir(IMAGES);
await rm(out, { recursive: true });
