/** Code shared by the tests: communication with the program, and the conditions under which tests run. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { adapter } from "../index.js";

export const path = (name) => fileURLToPath(new URL(`../${name}`, import.meta.url));
export const BIN = path("bin/bustan-adapters.js");

/** The arguments of the boardgame.io adapter for the example. */
export const noughts = `boardgame.io '${path("examples/noughts.js")}'`;

/** The library that an adapter needs. */
export function library(engine) {
  const [name] = engine.split(" ");
  return name === "abstractplay" ? "@abstractplay/gameslib" : name;
}

/** The folder whose node_modules contains the libraries. */
export const HOME = process.env.LIBRARIES ?? process.cwd();

/** Returns the responses of the program to an input, one for each command. */
export function talk(words, input, env = {}, place = undefined) {
  const run = program(words, input, env, place);
  return { ...run, answers: run.stdout.split("\n\n").slice(0, -1) };
}

export function program(words, input = "", env = {}, { cwd = HOME } = {}) {
  const options = { cwd, input, encoding: "utf8", env: { ...process.env, ...env }, maxBuffer: 1 << 28 };
  return spawnSync(process.execPath, [BIN, ...words], options);
}

/** Returns `{ skip: reason }` if a library, or Bustan itself, is not installed. */
export function needs(...libraries) {
  const missing = libraries.filter((name) => name !== "bustan" && !existsSync(join(HOME, "node_modules", name)));
  if (missing.length > 0) return { skip: `needs ${missing.join(" and ")}: npm install ${missing.join(" ")}` };
  const run = libraries.includes("bustan") && spawnSync(bustan, ["--version"]);
  if (run && run.error) return { skip: "needs bustan, on the path or named in BUSTAN" };
  return {};
}

const bustan = process.env.BUSTAN ?? "bustan";

/** The folder of the oldest supported releases, if any. */
export const OLDEST = process.env.OLDEST;

/** Returns a function that draws numbers below `n`, in a sequence that depends only on the seed. */
export function dice(seed = 7) {
  return (n) => (seed = (seed * 48271) % 2147483647) % n;
}

/** Plays a random game and takes it back. Everything must be as before. */
export function playAndTakeBack(engine, most = 80) {
  engine.boardsize?.(["5"]);
  engine.start();
  const draw = dice();
  const states = [];
  const now = () => structuredClone([engine.state(), [...engine.legal()].sort(), engine.turn(), engine.position?.()]);
  while (engine.turn() !== null && states.length < most) {
    states.push(now());
    const legal = [...engine.legal()].sort();
    assert.ok(legal.length > 0, "someone is on turn");
    assert.notEqual(engine.play(engine.turn(), legal[draw(legal.length)]), false);
  }
  assert.ok(states.length > 4);
  if (engine.turn() === null) assert.deepEqual([...engine.legal()], []);
  while (states.length > 0) {
    engine.undo();
    assert.deepEqual(now(), states.pop());
  }
}

/** Loads a ready adapter with the libraries in a folder. */
export async function adapterIn(folder, ...words) {
  const before = process.cwd();
  process.chdir(folder);
  try {
    return await adapter(...words);
  } finally {
    process.chdir(before);
  }
}

/** Runs `bustan check any` with the command lines of two adapters. */
export function check(against, theirs, words = [], env = {}, cwd = HOME) {
  const line = (engine) => `'${process.execPath}' '${BIN}' ${engine}`;
  // A separate folder, because findings of earlier runs would be rechecked first.
  const out = mkdtempSync(join(tmpdir(), "bustan-adapters-"));
  const args = ["check", "any", "--against", line(against), "--with", line(theirs), "--color", "never", "--start-timeout", "60s", "--out", out];
  const run = spawnSync(bustan, [...args, ...words], { cwd, encoding: "utf8", env: { ...process.env, ...env } });
  rmSync(out, { recursive: true });
  return { code: run.status, text: run.stdout + run.stderr };
}
