import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { ADAPTERS } from "../adapters/index.js";
import { needs, path, program } from "./tools.js";

const refused = (words, message, place) => {
  const run = program(words, "", {}, place);
  assert.equal(run.status, 2, run.stderr);
  assert.equal(run.stdout, "");
  assert.match(run.stderr, message);
  // Node itself may warn about the kind of a module, in parentheses.
  const lines = run.stderr.trim().split("\n").filter((line) => !line.startsWith("("));
  assert.equal(lines.length, 1, "one line, no stack");
};

test("--help, --list, --version, NAME --help", () => {
  assert.match(program(["--help"]).stdout, /Usage: bustan-adapters NAME/);
  const list = program(["--list"]).stdout;
  for (const name of Object.keys(ADAPTERS)) {
    assert.ok(list.includes(name));
    assert.match(program([name, "--help"]).stdout, /Needs: npm install /);
  }
  assert.equal(program(["--version"]).stdout.trim(), JSON.parse(readFileSync(path("package.json"))).version);
});

test("every file of an adapter is in the list, and short", () => {
  const files = readdirSync(path("adapters")).filter((file) => file !== "index.js");
  assert.deepEqual(files.sort(), Object.values(ADAPTERS).sort());
  for (const file of files) assert.ok(readFileSync(path(`adapters/${file}`), "utf8").split("\n").length < 200);
});

test("--in takes the libraries of a folder", () => {
  const folder = mkdtempSync(join(tmpdir(), "bustan-in-"));
  const home = join(folder, "node_modules", "chess.js");
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, "package.json"), JSON.stringify({ name: "chess.js", version: "0.1.0" }));
  refused(["--in", folder, "chess.js"], /needs chess\.js 0\.10\.3 or later; 0\.1\.0 is installed/);
  refused(["--in", join(folder, "nothing"), "chess.js"], /--in .*nothing: .*no such file or directory/);
  rmSync(folder, { recursive: true });
});

test("wrong arguments", () => {
  refused([], /name an adapter/);
  refused(["draughts"], /unknown adapter draughts; the adapters are chess\.js/);
  refused(["__proto__"], /unknown adapter __proto__/);
  refused(["chess.js", "ep=never"], /ep is one of legal, pseudo, always here, not never/);
  refused(["chess.js", "ep="], /not nothing/);
  refused(["chess.js", "colour=red"], /no.* option colour; it has ep, draws, promote/);
  refused(["chess.js", "atomic"], /does not take atomic/);
  refused(["chessops", "shatranj"], /does not know shatranj; it knows chess,/);
  refused(["chessops", "draws=often"], /draws is one of none, claim, auto here, not often/);
  refused(["chess.js", "ep=legal", "ep=always"], /takes the option ep once: ep=always/);
  refused(["--version", "now"], /nothing may follow --version: now/);
  refused(["--list", "all"], /nothing may follow --list: all/);
  refused(["./"], /\.\/ is not a file/);
  refused(["boardgame.io"], /needs FILE/);
  refused(["./nothing.js"], /no file \.\/nothing\.js/);
  refused(["--serve"], /no file/);
  refused([path("template.js") + "#nothing"], /exports no nothing/);
  refused([path("test/tools.js")], /exports no engine and no default/);
  refused([path("test/tools.js") + "#HOME"], /has no method start/);
  refused([path("template.js"), "ep=legal"], /nothing may follow/);
});

test("a module that cannot be read", (t) => {
  const folder = mkdtempSync(join(tmpdir(), "bustan-adapters-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = (name, text) => (writeFileSync(join(folder, name), text), join(folder, name));
  const plain = file("plain.cjs", 'import "node:fs";\n');
  refused([plain], /plain\.cjs: Cannot use import .*; name the file \.mjs, or put "type": "module" into package\.json/);
  refused([file("broken.mjs", "\n\nexport const engine = {;\n")], /broken\.mjs: Unexpected token ';'; node --check \S+broken\.mjs shows where$/m);
});

test("a game without ai.enumerate", needs("boardgame.io"), () => {
  refused(["boardgame.io", path("test/crashing.js")], /has no ai\.enumerate/);
});

test("games that AbstractPlay does not serve", needs("@abstractplay/gameslib"), () => {
  refused(["abstractplay", "chess"], /no game chess; it has abande, /);
  refused(["abstractplay", "homeworlds"], /lists no moves of homeworlds/);
  refused(["abstractplay", "entropy"], /entropy is played by all at once/);
  refused(["abstractplay", "veletas"], /lists no moves of veletas at its start/);
  refused(["abstractplay", "margo:size-5"], /margo does not know the variant size-5; it knows size-4,/);
  refused(["abstractplay", "margo:"], /the variant without a name/);
  refused(["abstractplay", "margo", "players=3"], /margo is played by 2, not by 3/);
});

test("a library that is not installed", () => {
  const place = { cwd: tmpdir() };
  refused(["chess.js"], /chess\.js needs chess\.js, which is not installed here: npm install chess\.js$/m, place);
  refused(["abstractplay", "margo"], /gameslib --@abstractplay:registry=https:\/\/npm\.pkg\.github\.com/, place);
});
