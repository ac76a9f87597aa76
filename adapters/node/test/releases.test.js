/** Tests the oldest supported releases of the libraries, and compares the newest releases with them. */
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { HOME, OLDEST, adapterIn, dice, path, playAndTakeBack, talk } from "./tools.js";

const RELEASES = JSON.parse(readFileSync(path("test/releases.json")));
const GAMES = { "boardgame.io": [path("test/old-game.js")] };
const old = { cwd: OLDEST };

function manifest(folder, name) {
  const file = folder && join(folder, "node_modules", name, "package.json");
  return file && existsSync(file) ? JSON.parse(readFileSync(file)) : undefined;
}

/** Returns `{ skip: reason }` unless both releases of a library are installed. */
function both(name) {
  for (const folder of [OLDEST, HOME]) {
    if (!manifest(folder, name)) return { skip: `needs ${name} in the folders that OLDEST and LIBRARIES name` };
  }
  return {};
}

describe("the oldest releases", () => {
  for (const [name, { oldest, newest }] of Object.entries(RELEASES)) {
    test(`${name}: the releases are those of the table`, both(name), () => {
      assert.equal(manifest(OLDEST, name).version, oldest);
      assert.equal(manifest(HOME, name).version, newest);
    });

    test(`${name} ${oldest} plays and takes back`, both(name), async () => {
      playAndTakeBack(await adapterIn(OLDEST, name, ...(GAMES[name] ?? [])));
    });
  }

  const pairs = Object.keys(RELEASES).filter((name) => name !== "boardgame.io").map((name) => [name]);
  for (const variant of ["chess960", "crazyhouse", "atomic", "antichess", "3check", "kingofthehill", "horde", "racingkings"]) {
    pairs.push(["chessops", variant]);
  }
  pairs.push(["kokopu", "chess960"], ["kokopu", "antichess"], ["kokopu", "horde"]);
  for (const ep of ["pseudo", "always"]) pairs.push(["chessops", `ep=${ep}`]);
  pairs.push(["kokopu", "ep=pseudo"]);
  for (const words of pairs) {
    test(`${words.join(" ")}: the oldest agrees with the newest`, both(words[0]), async () => {
      agree(await adapterIn(OLDEST, ...words), await adapterIn(HOME, ...words), words.join(" "));
    });
  }

  test("the page names them", () => {
    const page = readFileSync(path("README.md"), "utf8");
    for (const [name, { newest }] of Object.entries(RELEASES)) {
      assert.match(page, new RegExp(`^\\| \`${name}\` \\| [^|]+ \\| [^|]*${newest.replaceAll(".", "\\.")}[^|]* \\|`, "m"));
    }
  });
});

/** Plays random games on two engines, and compares everything that both report. */
function agree(one, other, name) {
  const draw = dice(11);
  for (let game = 0; game < 3; game++) {
    for (const engine of [one, other]) {
      engine.boardsize?.(["5"]);
      engine.start();
    }
    for (let ply = 0; ply < 60; ply++) {
      const [mine, theirs] = [one.state(), other.state()];
      for (const key of Object.keys(mine)) if (key in theirs) assert.deepEqual(mine[key], theirs[key], `${name}: ${key}`);
      const legal = [...one.legal()].sort();
      assert.deepEqual(legal, [...other.legal()].sort());
      assert.equal(one.turn(), other.turn());
      assert.equal(one.position?.(), other.position?.());
      if (legal.length === 0) break;
      const word = legal[draw(legal.length)];
      for (const engine of [one, other]) assert.notEqual(engine.play(engine.turn(), word), false);
    }
  }
}

describe("chess.js before 1.0", () => {
  const answers = (words, input) => talk(["chess.js", ...words], input, {}, old).answers;
  const told = (words, input) => JSON.parse(answers(words, input).at(-1).slice(2));

  test("mates, refuses, and counts", both("chess.js"), () => {
    const mate = "play white f2f3\nplay black e7e5\nplay white g2g4\nplay black d8h4\nplay white a2a3\nbustan-state\n";
    const { over, winner } = told([], mate);
    assert.deepEqual({ over, winner }, { over: true, winner: "black" });
    const bad = ["e2e5", "e2e4q", "O-O", "e1e1"].map((word) => `play white ${word}\n`).join("");
    for (const answer of answers([], bad)) assert.match(answer, /^\? illegal move/);
    assert.equal(answers([], "bustan-perft 3\n")[0], "= 8902");
  });

  test("a FEN that it does not take leaves the game as it was", both("chess.js"), () => {
    const lines = answers([], "play white e2e4\nbustan-state\nbustan-setup x\nbustan-state\n");
    assert.match(lines[2], /^\? unacceptable position: FEN string must contain six/);
    assert.equal(lines[3], lines[1]);
  });

  test("names the square of en passant as asked", both("chess.js"), () => {
    const cell = (ep, moves) => told([`ep=${ep}`], `${moves}bustan-state\n`).en_passant;
    const all = ["legal", "pseudo", "always"];
    assert.deepEqual(all.map((ep) => cell(ep, "play white e2e4\n")), [null, null, "e3"]);
    const pinned = "bustan-setup 8/8/8/8/R2p1k2/8/4P3/4K3 w - - 0 1\nplay white e2e4\n";
    assert.deepEqual(all.map((ep) => cell(ep, pinned)), [null, "e3", "e3"]);
  });

  test("draws=claim counts a position again after a double step", both("chess.js"), () => {
    const circle = "play black g8f6\nplay white g1f3\nplay black f6g8\nplay white f3g1\n".repeat(2);
    assert.equal(told(["draws=claim"], `play white e2e4\n${circle}bustan-state\n`).over, true);
  });
});
