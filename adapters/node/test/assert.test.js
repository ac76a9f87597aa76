import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { assertAgrees } from "../index.js";
import { HOME, needs, path } from "./tools.js";

const file = (name) => new URL(`../${name}`, import.meta.url);
const noughts = { game: "tictactoe", games: 40 };

// Otherwise a test runner that is started by another one would report to that one.
const env = { ...process.env, NODE_TEST_CONTEXT: undefined };

test("engines that agree: no error, nothing written", needs("bustan"), async () => {
  const before = readdirSync(".");
  assert.equal(await assertAgrees(file("template.js"), "reference", noughts), undefined);
  await assertAgrees(file("examples/other-engine.js"), file("template.js#engine"), { games: 20 });
  assert.deepEqual(readdirSync("."), before);
});

test("engines that differ: the message has the short game", needs("bustan"), async () => {
  process.env.MISTAKE = "1";
  const out = mkdtempSync(join(tmpdir(), "bustan-test-"));
  try {
    const error = await assertAgrees(file("examples/my-engine.js"), "reference", { ...noughts, out }).catch((e) => e);
    assert.equal(error.code, "ERR_ASSERTION");
    assert.match(error.message, /^the engines differ\n\ntictactoe: /);
    assert.match(error.message, /The game \(5 moves/);
    assert.match(error.message, /Find it again: bustan check tictactoe/);
    assert.ok(existsSync(join(out, "index.html")));
  } finally {
    delete process.env.MISTAKE;
    rmSync(out, { recursive: true });
  }
});

test("arguments that make no sense", needs("bustan"), async () => {
  // A separate folder, which no other process writes to.
  const { TMPDIR } = process.env;
  const own = mkdtempSync(join(tmpdir(), "bustan-own-"));
  process.env.TMPDIR = own;
  await assert.rejects(assertAgrees(file("nothing.js"), "reference"), /there is no file .*nothing\.js/);
  await assert.rejects(assertAgrees({}, "reference"), /a command line, or the URL of a module/);
  await assert.rejects(assertAgrees(" ", "reference"), /a command line, or the URL of a module/);
  await assert.rejects(assertAgrees("x", "y", { games: "many" }), /games is a number, not many/);
  assert.deepEqual(readdirSync(own), [], "nothing is left behind");
  if (TMPDIR === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = TMPDIR;
  rmSync(own, { recursive: true });
  await assert.rejects(assertAgrees("x", "reference", { game: "draughts" }), /cannot compare .*\n.*draughts/);
});

test("no bustan", async () => {
  const { PATH, BUSTAN } = process.env;
  try {
    process.env.BUSTAN = "/nowhere/bustan";
    await assert.rejects(assertAgrees("x", "y"), /BUSTAN names \/nowhere\/bustan, which is not a program/);
  } finally {
    if (BUSTAN === undefined) delete process.env.BUSTAN;
    else process.env.BUSTAN = BUSTAN;
    process.env.PATH = PATH;
  }
});

test("the example for the test runner of Node passes, and fails on a planted fault", needs("bustan"), () => {
  const run = (more) =>
    spawnSync(process.execPath, ["--test", path("examples/mine.test.js")], { encoding: "utf8", env: { ...env, ...more } });
  const good = run({});
  assert.equal(good.status, 0, good.stdout);
  assert.match(good.stdout, /pass 2/);
  const flawed = run({ MISTAKE: "1" });
  assert.equal(flawed.status, 1, flawed.stdout);
  assert.match(flawed.stdout, /fail 2/);
  assert.match(flawed.stdout, /The game \([5-9] moves/);
});

test("the example for vitest passes, and fails on a planted fault", needs("bustan", "vitest"), () => {
  const vitest = join(HOME, "node_modules", "vitest", "vitest.mjs");
  const run = (more, only = []) => {
    const args = [vitest, "run", "--root", path("examples"), "--config", path("examples/vitest.config.js"), ...only];
    return spawnSync(process.execPath, args, { encoding: "utf8", env: { ...env, CI: "true", NO_COLOR: "1", ...more } });
  };
  const good = run({});
  assert.equal(good.status, 0, good.stdout + good.stderr);
  assert.match(good.stdout, /2 passed/);
  const flawed = run({ MISTAKE: "1" }, ["-t", "another"]);
  assert.equal(flawed.status, 1, flawed.stdout + flawed.stderr);
  assert.match(flawed.stdout + flawed.stderr, /the engines differ[^]*The game \([5-9] moves/);
});
