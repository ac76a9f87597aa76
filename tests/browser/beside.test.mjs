// Tests of comparisons of two engines: findings, a game in lockstep, counts by move.

import assert from "node:assert/strict";
import { copyFile, mkdtemp, readFile, readdir, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { Pages, bustan, touch, violations } from "./pages.mjs";

/** Tic-Tac-Toe in Python, with the flaws named in its arguments. */
const ENGINE = new URL("../../crates/cli/tests/engines/sloppy.py", import.meta.url).pathname;

/** The flaw: the second mark is that of the first player. */
const FLAW = "swaps";

let dir, program, pages;
before(async () => {
  dir = await mkdtemp(join(tmpdir(), "bustan-beside-"));
  // The flaw is in a separate file, which can be replaced.
  program = join(dir, "engine.py");
  const text = await readFile(ENGINE, "utf8");
  await writeFile(program, text.replace("set(sys.argv[1:])", `{"${FLAW}"}`));
  const against = ["--against", `python3 ${program}`];
  const checked = bustan("check", "tictactoe", "--games", "20", "--shrink-time", "2s", "--out", join(dir, "out"), ...against);
  await assert.rejects(checked, ({ code }) => code === 1);
  pages = await Pages.start(join(dir, "out"), "--game", "tictactoe", ...against);
});
after(() => pages.stop());

/** Opens every section that can be opened. */
async function unfold(page) {
  await page.locator("details > summary").evaluateAll((all) => all.forEach((summary) => summary.parentElement.open || summary.click()));
}

const badge = (page, words) => page.waitForFunction((words) => document.querySelector(".badge")?.textContent.startsWith(words), words);

test("a finding goes from red to green when the file of the program is replaced, and back", async () => {
  await pages.visit({}, async (page) => {
    await page.goto(`${pages.url}findings`);
    await badge(page, "Still there");
    assert.equal(await page.locator(".list .differ").count(), 1);
    assert.equal(await page.locator(".boards figure").count(), 2);
    assert.ok((await page.locator(".values mark").count()) > 0, "what differs is marked");
    const wrong = await readFile(program, "utf8");
    await copyFile(ENGINE, program);
    await badge(page, "Gone");
    assert.equal(await page.locator(".list .gone").count(), 1);
    assert.equal(await page.locator(".values .differs").count(), 0);
    await writeFile(program, wrong);
    await badge(page, "Still there");
  });
});

test("the game of a finding and its commands are copied", async () => {
  const [name] = (await readdir(join(dir, "out"))).filter((file) => file.startsWith("tictactoe-") && file.endsWith(".json"));
  const file = join(dir, "out", name);
  const before = await readFile(file, "utf8");
  // The same data as from the server, but for a game with notations for other programs and pages.
  const paste = [
    { name: "PGN", text: "1. a1 b2\n*", link: null },
    { name: "FEN", text: "x.o", link: "https://example.org/x.o" },
  ];
  await pages.visit({ permissions: ["clipboard-read", "clipboard-write"] }, async (page) => {
    const pasted = () => page.evaluate(() => navigator.clipboard.readText());
    await page.route("**/api/pair/findings/*", async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), paste } });
    });
    await page.goto(`${pages.url}findings`);
    await badge(page, "Still there");
    await unfold(page);
    for (const [label, text] of [["Record", JSON.parse(before).record], ["PGN", "1. a1 b2\n*"], ["FEN", "x.o"]]) {
      await page.click(`[aria-label="Copy the ${label}"]`);
      await page.waitForFunction((label) => document.querySelector(`[aria-label="Copy the ${label}"] + .note`).textContent === "copied", label);
      assert.equal(await pasted(), text);
    }
    assert.deepEqual(await page.locator(".form a").evaluateAll((all) => all.map((link) => link.href)), ["https://example.org/x.o"]);
    await page.locator(".commands .command button").last().click();
    await page.waitForFunction(() => [...document.querySelectorAll(".commands .note")].at(-1).textContent === "copied");
    assert.match(await pasted(), /^bustan replay /);
    assert.deepEqual(await violations(page), []);
  });
});

/** The rows of the table of values, each as the texts of its cells. */
const values = (page) => page.locator(".values tbody tr").evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent)));

test("what the engines report is a table: what differs first, and what one of them does not report named", async () => {
  await pages.visit({}, async (page) => {
    await page.goto(`${pages.url}findings`);
    await badge(page, "Still there");
    assert.deepEqual(await page.locator(".values thead th").allTextContents(), ["Value", "Sloppy", "Reference"]);
    const [board, ...others] = await values(page);
    assert.equal(board[0], "board differs");
    const marked = await page.locator(".values tr:first-child mark").allTextContents();
    // The second mark, as each engine reports it.
    assert.equal(marked.length, 2);
    const [mine, theirs] = marked.map((text) => text.split(" "));
    assert.deepEqual([mine[0], mine[1], theirs[1]], [theirs[0], "x", "o"]);
    assert.ok(board[1].startsWith(marked[0]) && board[2].startsWith(marked[1]), board);
    const row = (key) => others.find(([name]) => name === key);
    assert.deepEqual(row("to move")[1], row("to move")[2]);
    for (const key of ["hash", "scores", "over"]) assert.equal(row(key)[1], "not reported", key);
    assert.equal(row("last")[2], "not reported");
    // Values that only one engine reports come last.
    const partial = others.map((cells) => cells.includes("not reported"));
    assert.deepEqual(partial, [...partial].sort());
    await page.keyboard.press("Home");
    assert.match(await page.textContent(".values caption"), /at the start$/);
    assert.equal(await page.locator(".values mark").count(), 0);
    // A program reports less than the reference engine, so each has a separate board.
    assert.deepEqual(await page.locator(".boards figcaption").allTextContents(), ["Reference", "Sloppy"]);
  });
});

test("an engine that reports no board has none", async () => {
  const served = await Pages.start("--game", "tictactoe", "--against", `python3 ${ENGINE} nonsense boardless`);
  try {
    for (const colorScheme of ["light", "dark"]) {
      await served.visit({ colorScheme, viewport: { width: 360, height: 640 } }, async (page) => {
        await page.goto(`${served.url}lockstep#${new URLSearchParams({ game: "tictactoe", record: "X[b2]" })}`);
        await page.waitForSelector(".board svg");
        assert.equal(await page.textContent(".stage .note"), "The board of reference");
        await page.fill("#typed", "b2");
        await page.keyboard.press("Enter");
        await page.waitForSelector(".difference .headline");
        assert.deepEqual(await page.locator(".boards figcaption").allTextContents(), ["Reference", "Sloppy"]);
        assert.equal(await page.locator(".boards figure svg").count(), 1);
        assert.equal(await page.textContent(".boards figure:last-child .unreported"), "board: not reported");
        const board = (await values(page)).find(([key]) => key === "board");
        assert.deepEqual(board, ["board", "not reported", "b2 x"]);
        await unfold(page);
        assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0);
        assert.deepEqual(await violations(page), []);
      });
    }
  } finally {
    await served.stop();
  }
});

test("the arrow keys walk through the game of a finding", async () => {
  await pages.visit({}, async (page) => {
    await page.goto(`${pages.url}findings`);
    await badge(page, "Still there");
    const place = () => page.locator(".place").textContent();
    assert.match(await place(), /^The difference/);
    await page.keyboard.press("Home");
    assert.match(await place(), /^The start/);
    await page.keyboard.press("ArrowRight");
    assert.match(await place(), /^After 1 of \d+ moves|^The difference/);
    await page.keyboard.press("End");
    assert.match(await place(), /^The difference/);
  });
});

test("a game that is played on both engines ends at the flaw, and is made short", async () => {
  await pages.visit({}, async (page) => {
    await page.goto(`${pages.url}lockstep`);
    await page.waitForSelector('.board [data-target="b2"].lit');
    await touch(page, "b2");
    await page.waitForFunction(() => document.querySelector(".news").textContent.includes("the engines agree"));
    await page.fill("#typed", "b2");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.querySelector(".trouble").textContent.includes("refuse"));
    await touch(page, "c3");
    await page.waitForSelector(".difference .headline");
    assert.equal(await page.locator(".boards figure").count(), 2);
    await page.click("text=Shrink");
    await page.waitForURL(/findings#finding=/);
    await badge(page, "Still there");
  });
});

test("counts by move lead down to the flaw", async () => {
  await pages.visit({}, async (page) => {
    const counted = () => page.waitForSelector(".counts tbody tr");
    await page.goto(`${pages.url}divide`);
    await page.waitForSelector(".counts tbody tr");
    const fitting = Number(await page.inputValue("#depth"));
    assert.ok(fitting >= 1, "a depth that fits is chosen");
    assert.match(await page.textContent(".counts caption"), new RegExp(`of ${fitting} moves?$`));
    await page.goto("about:blank");
    await page.goto(`${pages.url}divide#${new URLSearchParams({ game: "tictactoe", record: "", depth: 5 })}`);
    await counted();
    const first = page.locator(".counts tbody tr").first();
    assert.match(await first.textContent(), /differs/);
    await first.locator("a").click();
    await page.waitForFunction(() => document.querySelector("caption")?.textContent === "Sequences of 4 moves");
    assert.match(await page.inputValue("#record"), /^X\[/);
    await page.fill("#depth", "12");
    await page.click("button.main");
    await page.waitForFunction(() => document.querySelector(".trouble").textContent.includes("too many"));
  });
});

test("nothing is wider than a small screen, and everything can be used without seeing it", async () => {
  for (const colorScheme of ["light", "dark"]) {
    await pages.visit({ colorScheme, viewport: { width: 360, height: 640 } }, async (page) => {
      for (const [path, ready] of [["findings", ".list .differ"], ["lockstep", ".board .lit"], ["divide", ".counts"]]) {
        await page.goto(pages.url + path);
        await page.waitForSelector(ready);
        await unfold(page);
        assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0, path);
        assert.deepEqual(await violations(page), [], path);
      }
    });
  }
});

test("nothing that is opened is wider than the window, and the steps stand in a row", async () => {
  for (const width of [1280, 360]) {
    await pages.visit({ viewport: { width, height: 800 } }, async (page) => {
      await page.goto(`${pages.url}findings`);
      await badge(page, "Still there");
      await unfold(page);
      assert.equal(await page.locator("details[open]").count(), 6);
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0);
      const tops = await page.locator('[aria-label="Steps"] button').evaluateAll((all) => all.map((one) => one.offsetTop));
      assert.deepEqual(tops, Array(4).fill(tops[0]));
    });
  }
});

test("a move of the game of a finding is edited where it stands, with a pointer and with keys", async () => {
  await pages.visit({}, async (page) => {
    await page.goto(`${pages.url}findings`);
    await badge(page, "Still there");
    const record = await page.inputValue("#text");
    const list = () => page.locator(".list li").first().getAttribute("class");
    const moves = page.locator(".detail .moves button");
    await moves.first().click();
    assert.match(await page.textContent('label[for="ply"]'), /^Move 1, by x$/);
    const first = await page.inputValue("#ply");
    assert.ok(record.startsWith(`X[${first}]`), record);
    // A second click opens the field.
    await moves.first().click();
    assert.ok(await page.evaluate(() => document.activeElement.id === "ply"));
    const free = ["a1", "a2", "a3", "b1", "b2", "b3", "c1", "c2", "c3"].find((cell) => !record.includes(`[${cell}]`));
    await page.keyboard.type(free);
    await page.keyboard.press("Enter");
    await badge(page, "In your game: the difference is still there");
    assert.ok((await page.inputValue("#text")).startsWith(`X[${free}]`));
    assert.equal(await list(), "differ", "what became of the finding stays");
    // Without its second move, the game has no difference.
    await moves.nth(1).click();
    assert.match(await page.textContent('label[for="ply"]'), /^Move 2, by o$/);
    await page.click("text=Remove");
    await page.waitForFunction(() => !document.querySelector(".badge").textContent.includes("played"));
    assert.equal(await list(), "differ");
    await moves.first().focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.type("nowhere");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.querySelector(".detail .trouble").textContent.includes("nowhere"));
    assert.deepEqual(await violations(page), []);
    await page.keyboard.press("Escape");
    assert.notEqual(await page.inputValue("#ply"), "nowhere");
    assert.ok(await page.evaluate(() => document.activeElement.closest(".moves") !== null));
    await page.click("button.main");
    await badge(page, "Still there");
    assert.equal(await page.inputValue("#text"), record);
  });
});

test("what --watch names is watched, too, and the findings name the game", async () => {
  const wrong = await readFile(program, "utf8");
  await writeFile(join(dir, "slips.py"), `SLIPS = {"${FLAW}"}\n`);
  await writeFile(join(dir, "sloppily.py"), wrong.replace(`SLIPS = {"${FLAW}"}`, "from slips import SLIPS"));
  const before = process.env.PYTHONPATH;
  process.env.PYTHONPATH = `${dir}:${before}`;
  const served = await Pages.start(join(dir, "out"), "--against", "python3 -m sloppily", "--watch", join(dir, "slips.py"));
  try {
    await served.visit({}, async (page) => {
      await page.goto(`${served.url}findings`);
      await badge(page, "Still there");
      await writeFile(join(dir, "slips.py"), "SLIPS = set()\n");
      await badge(page, "Gone");
      await writeFile(join(dir, "slips.py"), `SLIPS = {"${FLAW}"}\n`);
      await badge(page, "Still there");
    });
  } finally {
    process.env.PYTHONPATH = before;
    await served.stop();
  }
});

test("of two programs either may change", async () => {
  const [one, other] = ["one", "other"].map((name) => join(dir, `${name}.py`));
  const wrong = await readFile(program, "utf8");
  await writeFile(one, wrong);
  await writeFile(other, wrong.replace(`{"${FLAW}"}`, "set()"));
  // The file of the other program is newer than anything that was written for the first program.
  const later = new Date(Date.now() + 3_600_000);
  await utimes(other, later, later);
  const served = await Pages.start(join(dir, "out"), "--game", "tictactoe", "--against", `python3 ${one}`, "--with", `python3 ${other}`);
  try {
    await served.visit({}, async (page) => {
      await page.goto(`${served.url}findings`);
      await page.waitForSelector(".list .differ, .list .other");
      await copyFile(ENGINE, one);
      await badge(page, "Gone");
    });
  } finally {
    await served.stop();
  }
});

test("what a program draws of an unknown game is an image, and does nothing else", async () => {
  const nim = (mode) => `python3 ${new URL("../../crates/cli/tests/engines/nim.py", import.meta.url).pathname} ${mode}`;
  const drawn = await Pages.start("--game", "any", "--against", nim("draws"), "--with", nim(""));
  try {
    await drawn.visit({}, async (page) => {
      await page.goto(`${drawn.url}lockstep`);
      const image = page.locator(".board image");
      await image.waitFor();
      const address = await image.getAttribute("href");
      assert.match(address, /^data:image\/svg\+xml,%3Csvg/);
      const shown = await page.evaluate(async (address) => {
        const image = new Image();
        image.src = address;
        await image.decode();
        return [image.naturalWidth > 0, globalThis.spoilt, document.querySelectorAll(".board script, .board foreignObject, .board [onload]").length];
      }, address);
      assert.deepEqual(shown, [true, undefined, 0]);
      assert.notEqual(await page.title(), "spoilt");
      await page.fill("#typed", "a2");
      await page.keyboard.press("Enter");
      await page.waitForFunction((before) => document.querySelector(".board image").getAttribute("href") !== before, address);
      assert.deepEqual(await violations(page), []);
    });
  } finally {
    await drawn.stop();
  }
});

test("a board of an unknown game that no program draws as a picture is text in a frame", async () => {
  const nim = `python3 ${new URL("../../crates/cli/tests/engines/nim.py", import.meta.url).pathname}`;
  const drawn = await Pages.start("--game", "any", "--against", nim, "--with", nim);
  try {
    await drawn.visit({}, async (page) => {
      await page.goto(`${drawn.url}lockstep`);
      await page.waitForSelector(".board svg");
      const lines = await page.locator(".board text").allTextContents();
      assert.equal(lines.at(-1), "  a b c");
    });
  } finally {
    await drawn.stop();
  }
});

test("a move of which a program does not tell whether it is legal makes no finding, and none gone", async () => {
  const out = join(dir, "doubts");
  const against = ["--against", `python3 ${ENGINE} swaps`];
  await assert.rejects(bustan("check", "tictactoe", "--games", "5", "--shrink-time", "1s", "--out", out, ...against), ({ code }) => code === 1);
  const name = (await readdir(out)).find((name) => /^tictactoe-[^.]+\.json$/.test(name));
  const finding = JSON.parse(await readFile(join(out, name), "utf8"));
  await writeFile(join(out, name), JSON.stringify({ ...finding, record: "X[a1];O[c3]", moves: 2 }));
  const served = await Pages.start(out, "--game", "tictactoe", "--against", `python3 ${ENGINE} doubts`);
  try {
    await served.visit({}, async (page) => {
      await page.goto(`${served.url}findings`);
      await badge(page, "Not played");
      assert.match(await page.textContent(".badge"), /does not report whether a move is legal: c3 is far away/);
      assert.equal(await page.locator(".list .gone").count(), 0);
      await page.goto(`${served.url}lockstep#${new URLSearchParams({ game: "tictactoe", record: "X[a1]" })}`);
      await page.waitForSelector('.board [data-target="c3"].lit');
      await touch(page, "c3");
      await page.waitForFunction(() => document.querySelector(".trouble").textContent.includes("c3 is far away"));
      assert.equal(await page.locator(".difference .headline").count(), 0);
      assert.equal(await page.inputValue("#record"), "X[a1]");
    });
  } finally {
    await served.stop();
  }
});
