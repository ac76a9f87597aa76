/**
 * Tests the engine with Bustan; `bustan` must be on the path.
 *
 *     node --test
 */
import assert from "node:assert";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL(".", import.meta.url));

function bustan(command, ...more) {
  const line = [command, "tictactoe", "--against", "node template.mjs", ...more];
  const { error, status, stdout, stderr } = spawnSync("bustan", line, { cwd: folder, encoding: "utf8" });
  assert.ifError(error);
  assert.equal(status, 0, stdout + stderr);
}

test("the adapter speaks the protocol", () => bustan("probe"));
test("the engine follows the rules", () => bustan("check", "--games", "50"));
