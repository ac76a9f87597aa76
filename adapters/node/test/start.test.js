/**
 * Failures to serve: before the first response, one line and exit code 2; later failures name their origin.
 */
import assert from "node:assert/strict";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, test } from "node:test";
import { ADAPTERS } from "../adapters/index.js";
import { HOME, check, needs, program, talk } from "./tools.js";

/** Creates a folder that contains a package with the given name. It is deleted after the test. */
function installed(t, name, version, source) {
  const folder = mkdtempSync(join(tmpdir(), "bustan-adapters-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const place = join(folder, "node_modules", name);
  mkdirSync(place, { recursive: true });
  writeFileSync(join(place, "package.json"), JSON.stringify({ name, version, main: "index.js" }));
  writeFileSync(join(place, "index.js"), source);
  return folder;
}

/** Returns the line that an adapter prints when it ends before its first response. */
function refusal(words, cwd) {
  const run = program(words, "name\nbustan-legal\n", {}, { cwd });
  assert.equal(run.status, 2, run.stderr);
  assert.equal(run.stdout, "");
  const lines = run.stderr.trim().split("\n");
  assert.equal(lines.length, 1, run.stderr);
  return lines[0];
}

const CHESS = `
  exports.Chess = class {
    played = 0;
    turn = () => "wb"[this.played % 2];
    fen = () => "4k3/8/8/8/8/8/8/4K3 w - - 0 1";
    move = (move) => (this.played++, move);
    isCheckmate = () => false;
    isStalemate = () => false;
    isCheck = () => false;
    isInsufficientMaterial = () => true;
    undo() {}
    moves() {
      if (this.played > 0) throw new RangeError("no squares left");
      return [{ from: "e1", to: "e2", flags: "" }];
    }
  };
`;

describe("a release that does not fit", () => {
  test("every library is named when it is missing", () => {
    for (const [name, words] of Object.entries({ ...Object.fromEntries(Object.keys(ADAPTERS).map((name) => [name, []])), "boardgame.io": ["x.js"], abstractplay: ["margo"] })) {
      assert.match(refusal([name, ...words], tmpdir()), /^bustan-adapters: \S+ needs \S+, which is not installed here: npm install /);
    }
  });

  test("one that is too old", (t) => {
    const folder = installed(t, "chess.js", "0.9.4", CHESS);
    assert.equal(refusal(["chess.js"], folder), "bustan-adapters: chess.js needs chess.js 0.10.3 or later; 0.9.4 is installed");
  });

  test("one without a method that the adapter needs", (t) => {
    const folder = installed(t, "chess.js", "9.0.0", CHESS.replace("isStalemate", "isDeadlock"));
    assert.match(
      refusal(["chess.js"], folder),
      /^bustan-adapters: chess\.js needs another release: chess\.js 9\.0\.0 is installed and does not fit \(TypeError: .* is not a function\)$/,
    );
  });

  test("one that cannot be loaded", (t) => {
    const folder = installed(t, "tenuki", "1.0.0", 'require("./nothing.js");\n');
    assert.match(refusal(["tenuki"], folder), /^bustan-adapters: tenuki needs another release: tenuki 1\.0\.0 .*\(tenuki cannot be loaded: Error: Cannot find module/);
    const odd = installed(t, "tenuki", "1.0.0", 'throw "odd";\n');
    assert.match(refusal(["tenuki"], odd), /\(tenuki cannot be loaded: odd\)$/);
  });

  test("one that fails in its first game", (t) => {
    const source = 'exports.Game = class { constructor() { throw new RangeError("no stones"); } };\n';
    const folder = installed(t, "tenuki", "1.0.0", source);
    assert.equal(refusal(["tenuki"], folder), "bustan-adapters: tenuki cannot start: the library tenuki 1.0.0 threw an exception: RangeError: no stones");
  });

  test("a package that is damaged", (t) => {
    const folder = installed(t, "tenuki", "1.0.0", "");
    writeFileSync(join(folder, "node_modules/tenuki/package.json"), "{");
    assert.match(refusal(["tenuki"], folder), /^bustan-adapters: tenuki is damaged: .*package\.json: SyntaxError/);
  });

  test("ep of a release whose FEN names only squares of legal captures", (t) => {
    const folder = installed(t, "chess.js", "1.0.0", CHESS);
    assert.match(refusal(["chess.js", "ep=always"], folder), /^bustan-adapters: chess\.js needs another release for ep=always: the FEN of chess\.js 1\.0\.0 names only squares of legal captures$/);
  });
});

describe("a file of the user that fails", () => {
  const file = (t, source) => {
    const folder = mkdtempSync(join(tmpdir(), "bustan-adapters-"));
    t.after(() => rmSync(folder, { recursive: true }));
    writeFileSync(join(folder, "mine.mjs"), source);
    return folder;
  };

  test("while it is loaded", (t) => {
    const line = refusal(["./mine.mjs"], file(t, 'throw new RangeError("not today");\n'));
    assert.equal(line, "bustan-adapters: ./mine.mjs: RangeError: not today; node ./mine.mjs shows where");
    const import_ = refusal(["./mine.mjs"], file(t, 'import "nothing-of-that-name";\n'));
    assert.match(import_, /^bustan-adapters: \.\/mine\.mjs: Error: Cannot find package 'nothing-of-that-name'/);
  });

  test("while it makes an engine or begins a game", (t) => {
    const made = refusal(["./mine.mjs"], file(t, "\nexport function engine() { return nothing.start; }\n"));
    assert.match(made, /^bustan-adapters: \.\/mine\.mjs cannot start: \S*mine\.mjs threw an exception in line 2: ReferenceError: nothing is not defined$/);
    const begun = refusal(["./mine.mjs"], file(t, "export const engine = { start() { null.x; }, play() {} };\n"));
    assert.match(begun, /cannot start: \S*mine\.mjs threw an exception in line 1: TypeError/);
  });

  test("a game of boardgame.io, and not the library, is named", needs("boardgame.io"), (t) => {
    const folder = file(t, 'export const game = { setup() { throw new RangeError("no dice"); }, ai: { enumerate: () => [] } };\n');
    const run = program(["boardgame.io", join(folder, "mine.mjs")]);
    assert.equal(run.status, 2, run.stderr);
    assert.match(run.stderr, /^bustan-adapters: boardgame\.io cannot start: \S*mine\.mjs threw an exception in line 1: RangeError: no dice$/m);
  });
});

describe("a library that throws in the middle of a game", () => {
  test("is named with its version, after its stack and the earlier answers", (t) => {
    const folder = installed(t, "chess.js", "9.0.0", CHESS);
    const run = talk(["chess.js"], "name\nplay white e1e2\nbustan-legal\nname\n", {}, { cwd: folder });
    assert.deepEqual(run.answers, ["= chess.js", "= "]);
    assert.equal(run.status, 1);
    const lines = run.stderr.trim().split("\n");
    assert.equal(lines.at(-1), "bustan-adapters: the library chess.js 9.0.0 threw an exception: RangeError: no squares left");
    assert.equal(lines[0], "RangeError: no squares left");
    assert.match(run.stderr, /\n +at .*chess\.js\/index\.js/);
  });

  test("and the finding says so", needs("bustan", "chess.js"), (t) => {
    const folder = installed(t, "chess.js", "9.0.0", CHESS);
    cpSync(join(HOME, "node_modules/chess.js"), join(folder, "node_modules/whole"), { recursive: true });
    const source = 'const { Chess } = require("./whole");\nexports.Chess = class extends Chess {\n  moves(o) { if (this.fen().includes(" b ")) throw new RangeError("no squares left"); return super.moves(o); }\n};\n';
    writeFileSync(join(folder, "node_modules/chess.js/index.js"), source.replace("./whole", "whole"));
    const run = check("chess.js", "chess.js", ["--games", "1", "--jobs", "1", "--shrink-time", "0s"], {}, folder);
    assert.equal(run.code, 1, run.text);
    assert.match(run.text, /the library chess\.js 9\.0\.0 threw an exception: RangeError: no squares left/);
  });

  test("what is not an Error is shown as it is", (t) => {
    const folder = installed(t, "chess.js", "9.0.0", CHESS.replace('new RangeError("no squares left")', '{ message: "no luck", toString: null }'));
    const run = talk(["chess.js"], "play white e1e2\nbustan-legal\n", {}, { cwd: folder });
    assert.match(run.stderr, /bustan-adapters: the library chess\.js 9\.0\.0 threw an exception: Object: no luck$/m);
  });
});
