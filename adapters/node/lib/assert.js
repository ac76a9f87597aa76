import { AssertionError } from "node:assert";
import { spawn } from "node:child_process";
import { accessSync, constants, existsSync, mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { places } from "./library.js";

const NAME = process.platform === "win32" ? "bustan.exe" : "bustan";
const SERVE = fileURLToPath(new URL("../bin/bustan-adapters.js", import.meta.url));
const CLONE = fileURLToPath(new URL("../../../target", import.meta.url));

/**
 * Fails if the rule engines `mine` and `theirs` differ in any game. The message contains the shrunk game. An
 * engine is a command line, or the URL of a module that exports an engine, followed by `#name` if the export
 * has that name. An example of such a URL is `new URL("./engine.js", import.meta.url)`.
 */
export async function assertAgrees(mine, theirs, options = {}) {
  const { game = "any", games, seconds, seed, size, accept = [], args = [], out, shrinkSeconds = 10 } = options;
  for (const [key, value] of Object.entries({ games, seconds, seed, shrinkSeconds })) {
    if (value !== undefined && !(Number.isFinite(value) && value >= 0)) {
      throw new TypeError(`assertAgrees: ${key} is a number, not ${value}`);
    }
  }
  const [against, other] = [command(mine), command(theirs)];
  const folder = out ?? mkdtempSync(join(tmpdir(), "bustan-"));
  const words = ["check", game, "--against", against, "--with", other, "--color", "never", "--out", folder];
  if (games !== undefined) words.push("--games", String(games));
  if (seconds !== undefined || games === undefined) words.push("--time", `${seconds ?? 3}s`);
  if (seed !== undefined) words.push("--seed", String(seed));
  if (size !== undefined) words.push("--size", String(size));
  words.push("--shrink-time", `${shrinkSeconds}s`);
  for (const signature of accept) words.push("--accept", signature);
  try {
    const { code, answer, complaint } = await run(binary(), [...words, ...args]);
    if (code === 0) return;
    if (code === 1) {
      // If the caller has not given a folder, the files of the finding are deleted afterwards.
      const report = out ? answer : answer.replace(/^(Play it again|Written to).*\n/gm, "").replaceAll(` --out ${folder}`, "");
      throw new AssertionError({ message: `the engines differ\n\n${found(report)}`, operator: "assertAgrees" });
    }
    throw new Error(`bustan cannot compare the engines (exit code ${code})\n${complaint || answer}`);
  } finally {
    if (!out) rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns the report of the finding, without the summary that precedes it. */
function found(report) {
  const start = report.search(/\n\n\S+: [^\n]*\n\n(The game|A game|No game|Without)/);
  return (start === -1 ? report : report.slice(start)).trim();
}

function command(engine) {
  if (engine instanceof URL) {
    const file = fileURLToPath(new URL(engine.href.replace(/#.*/, "")));
    if (!existsSync(file)) throw new Error(`assertAgrees: there is no file ${file}`);
    return [process.execPath, SERVE, "--serve", file + engine.hash].map(quoted).join(" ");
  }
  if (typeof engine === "string" && engine.trim()) return engine;
  throw new TypeError("assertAgrees: an engine is a command line, or the URL of a module");
}

const quoted = (word) => (/^[\w./:#@-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`);

/**
 * Returns the path of bustan: the path in the variable BUSTAN, the program in the package bustan of the user,
 * the one on the path, or the one built in the clone that contains this package.
 */
function binary() {
  const named = process.env.BUSTAN;
  if (named) {
    if (runs(named)) return named;
    throw new Error(`BUSTAN names ${named}, which is not a program`);
  }
  const folders = (process.env.PATH ?? "").split(delimiter).filter(Boolean);
  folders.push(join(CLONE, "release"), join(CLONE, "debug"));
  const file = packaged() ?? folders.map((folder) => join(folder, NAME)).find(runs);
  if (file) return file;
  throw new Error("bustan not found: install it (npm install bustan), put it on the path, or name it in BUSTAN");
}

/** Returns the program of the package bustan, if the package is installed. */
function packaged() {
  for (const place of places()) {
    let found;
    try {
      found = createRequire(place)("bustan");
    } catch (error) {
      if (error.code !== "MODULE_NOT_FOUND") throw error;
      continue;
    }
    return found.program();
  }
  return undefined;
}

function runs(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function run(program, words) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, words, { stdio: ["ignore", "pipe", "pipe"] });
    let answer = "";
    let complaint = "";
    child.stdout.setEncoding("utf8").on("data", (text) => (answer += text));
    child.stderr.setEncoding("utf8").on("data", (text) => (complaint += text));
    child.on("error", reject);
    child.on("close", (code, signal) => resolve({ code: code ?? signal, answer, complaint }));
  });
}
