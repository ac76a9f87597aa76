// Programs that hang, think for a long time or crash, and a user who does not wait for them.

import assert from "node:assert/strict";
import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { Pages, bustan, touch } from "./pages.mjs";

/** Tic-Tac-Toe in Python, with the flaws named in its arguments. */
const ENGINE = new URL("../../crates/cli/tests/engines/sloppy.py", import.meta.url).pathname;

/** The place in the source of the program where it reads a command. */
const READS = "    command, *words = line.split()\n";

let dir, engine, pages;

/** Returns a program in a separate file, which does something before it responds. */
async function program(name, does = "", slips = "") {
  const text = engine.replace("set(sys.argv[1:])", `set("${slips}".split())`).replace(READS, READS + does);
  const file = join(dir, name);
  await writeFile(file, text);
  return file;
}

/** Inserts code at the start of a program. The code runs before the program responds at all. */
const begins = (text, does) => text.replace("import json\n", `import json\n${does}\n`);

before(async () => {
  dir = await mkdtemp(join(tmpdir(), "bustan-slow-"));
  engine = await readFile(ENGINE, "utf8");
  // After a1, the program takes a long time to list the legal moves.
  const slow = '    if command == "bustan-legal" and game[:1] == [("a1", "x")]:\n        import time\n        time.sleep(1)\n';
  pages = await Pages.start("--game", "tictactoe", "--against", `python3 ${await program("slow.py", slow)}`);
});
after(() => pages.stop());

/** Counts the requests of a page. The result waits until all have been answered. */
function questions(page) {
  let [asked, ended] = [0, 0];
  const counts = (request) => /\/api\/pair\/(step|divide)$/.test(request.url());
  page.on("request", (request) => (asked += counts(request)));
  for (const event of ["requestfinished", "requestfailed"]) page.on(event, (request) => (ended += counts(request)));
  return {
    asked: () => asked,
    over: async () => {
      for (let waited = 0; ended < asked && waited < 600; waited += 1) await page.waitForTimeout(100);
      assert.equal(ended, asked, "all questions come to an end");
      await page.waitForTimeout(200);
    },
  };
}

const told = (page, selector, words) =>
  page.waitForFunction(([selector, words]) => document.querySelector(selector)?.textContent.includes(words), [selector, words]);

test("the late answer of a hung program does not take the place of a newer one", { timeout: 120_000 }, async () => {
  const file = await program("hung.py", "", "swaps");
  const wrong = await readFile(file, "utf8");
  const against = ["--against", `python3 ${file}`];
  const out = join(dir, "hung");
  await assert.rejects(bustan("check", "tictactoe", "--games", "20", "--shrink-time", "2s", "--out", out, ...against), ({ code }) => code === 1);
  const served = await Pages.start(out, "--game", "tictactoe", ...against);
  try {
    await served.visit({}, async (page) => {
      const { over } = questions(page);
      await page.goto(`${served.url}findings`);
      await told(page, ".badge", "Still there");
      await writeFile(file, begins(wrong, "import time\ntime.sleep(8)"));
      await told(page, ".badge", "Playing");
      await page.waitForTimeout(500);
      await writeFile(file, engine.replace("set(sys.argv[1:])", "set()"));
      await told(page, ".badge", "Gone");
      await over();
      assert.match(await page.textContent(".badge"), /^Gone/);
      assert.equal(await page.locator(".list .gone").count(), 1);
      assert.equal(await page.textContent(".detail .trouble"), "");
      assert.ok(await page.locator("button.main").isEnabled());
    });
  } finally {
    await served.stop();
  }
});

test("a program that could not start is played again when it can", async () => {
  const file = await program("broken.py", "", "swaps");
  const wrong = await readFile(file, "utf8");
  const against = ["--against", `python3 ${file}`];
  const out = join(dir, "broken");
  await assert.rejects(bustan("check", "tictactoe", "--games", "20", "--shrink-time", "2s", "--out", out, ...against), ({ code }) => code === 1);
  await writeFile(file, "def\n");
  const served = await Pages.start(out, "--game", "tictactoe", ...against);
  try {
    await served.visit({}, async (page) => {
      await page.goto(`${served.url}findings`);
      await told(page, ".badge", "Not played");
      assert.match(await page.textContent(".badge"), /does not start/);
      await writeFile(file, wrong);
      await told(page, ".badge", "Still there");
      await writeFile(file, wrong.replace("import json", "import"));
      await told(page, ".badge", "Not played");
      assert.match(await page.textContent(".badge"), /does not start/);
      await writeFile(file, engine.replace("set(sys.argv[1:])", "set()"));
      await told(page, ".badge", "Gone");
    });
  } finally {
    await served.stop();
  }
});

test("no move is made while the engines think about another, and a late answer is dropped", async () => {
  await pages.visit({}, async (page) => {
    const { asked, over } = questions(page);
    await page.goto(`${pages.url}lockstep`);
    await page.waitForSelector('.board [data-target="a1"].lit');
    await over();
    const before = asked();
    await touch(page, "a1");
    await told(page, ".news", "think");
    await touch(page, "b2");
    await page.fill("#typed", "c3");
    await page.keyboard.press("Enter");
    assert.equal(asked(), before + 1, "one question is asked at a time");
    assert.equal(await page.inputValue("#typed"), "c3", "what was typed stays");
    assert.ok(await page.locator("text=Undo").isDisabled());
    await told(page, ".news", "the engines agree");
    await over();
    assert.equal(await page.inputValue("#record"), "X[a1]");
    // Another game begins immediately, whatever is still being computed.
    await touch(page, "b2");
    await told(page, ".news", "think");
    await page.click("summary");
    await page.fill("#record", "X[c3]");
    await page.click("text=Play this");
    await told(page, ".news", "o to move");
    await over();
    assert.equal(await page.inputValue("#record"), "X[c3]");
    assert.match(decodeURIComponent(page.url()), /record=X\[c3\]$/);
    assert.equal(await page.locator('.board [data-target="a1"].lit').count(), 1);
  });
});

test("a late count does not take the place of a newer one", async () => {
  await pages.visit({}, async (page) => {
    const { over } = questions(page);
    const link = (record, depth) => `#${new URLSearchParams({ game: "tictactoe", record, depth })}`;
    await page.goto(`${pages.url}divide${link("X[a1]", 2)}`);
    await told(page, ".news", "Counting");
    await page.evaluate((to) => (location.hash = to), link("X[c3]", 1));
    await told(page, "caption", "1 move");
    await over();
    assert.equal(await page.textContent("caption"), "Sequences of 1 move");
    assert.equal(await page.inputValue("#record"), "X[c3]");
    assert.ok(await page.locator("button.main").isEnabled());
  });
});

test("counts that were not made are not told to be the same", async () => {
  const dies = '    if command == "bustan-legal" and len(game) > 0:\n        sys.exit(3)\n';
  const refuses = '    if command == "play" and len(game) == 1:\n        print("? no\\n", flush=True)\n        continue\n';
  const [broken, refusing] = [await program("dies.py", dies), await program("refuses.py", refuses)];
  for (const [file, hash, words] of [
    [broken, { record: "X[a1]", depth: 2 }, /exit code 3/],
    [broken, { record: "", depth: 2 }, /exit code 3/],
    [refusing, { record: "X[a1];O[b2]", depth: 1 }, /refuses/],
  ]) {
    const served = await Pages.start("--game", "tictactoe", "--without", "bustan-perft", "--against", `python3 ${file}`);
    try {
      await served.visit({}, async (page) => {
        await page.goto(`${served.url}divide#${new URLSearchParams({ game: "tictactoe", ...hash })}`);
        await page.waitForFunction(() => document.querySelector(".trouble")?.textContent);
        assert.match(await page.textContent(".trouble"), words);
        assert.doesNotMatch(await page.textContent(".news"), /agree/);
      });
    } finally {
      await served.stop();
    }
  }
  await pages.visit({}, async (page) => {
    const over = { game: "tictactoe", record: "X[b2];O[a1];X[b1];O[a2];X[b3]", depth: 1 };
    await page.goto(`${pages.url}divide#${new URLSearchParams(over)}`);
    await told(page, ".news", "Neither engine lists a move");
    assert.doesNotMatch(await page.textContent(".news"), /agree/);
  });
});

test("a file among the arguments of a program is not watched, and the program is", { timeout: 120_000 }, async () => {
  const trace = join(dir, "trace.txt");
  const writes = `    open("${trace}", "a").write(line)\n`;
  const file = await program("writes.py", writes, "swaps");
  const against = ["--against", `python3 ${file} --trace=${trace}`];
  const out = join(dir, "writes");
  await assert.rejects(bustan("check", "tictactoe", "--games", "20", "--shrink-time", "2s", "--out", out, ...against), ({ code }) => code === 1);
  const served = await Pages.start(out, "--game", "tictactoe", ...against);
  try {
    await served.visit({}, async (page) => {
      const { asked, over } = questions(page);
      await page.goto(`${served.url}findings`);
      await told(page, ".badge", "Still there");
      await over();
      const before = asked();
      assert.ok(before <= 2, `it was played ${before} times`);
      // A write to the trace file, by the program or by anything else, must not cause another replay.
      await writeFile(trace, "");
      await page.waitForTimeout(3000);
      assert.equal(asked(), before);
      await writeFile(file, engine.replace("set(sys.argv[1:])", "set()"));
      await told(page, ".badge", "Gone");
    });
  } finally {
    await served.stop();
  }
});

test("questions that nobody waits for any more make room for others", { timeout: 120_000 }, async () => {
  const hangs = '    if command == "bustan-legal" and game[:1] == [("c3", "x")]:\n        import time\n        time.sleep(60)\n';
  const served = await Pages.start("--game", "tictactoe", "--against", `python3 ${await program("hangs.py", hangs)}`);
  try {
    await served.visit({}, async (page) => {
      await page.goto(`${served.url}divide#${new URLSearchParams({ game: "tictactoe", record: "", depth: 1 })}`);
      await page.waitForSelector(".counts");
      const took = await page.evaluate(async () => {
        const ask = (path, body, signal) => fetch(`api/pair/${path}`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body), signal });
        const [game, record] = ["tictactoe", "X[c3]"];
        const dropped = new AbortController();
        const both = [ask("step", { game, record }, dropped.signal), ask("divide", { game, record, depth: 1 }, dropped.signal)];
        await new Promise((resolve) => setTimeout(resolve, 1000));
        dropped.abort();
        await Promise.allSettled(both);
        const since = performance.now();
        await (await ask("step", { game, record: "X[a1]" })).json();
        return performance.now() - since;
      });
      assert.ok(took < 5000, `it took ${took} ms`);
    });
  } finally {
    await served.stop();
  }
});
