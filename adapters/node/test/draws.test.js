/**
 * The option `draws` of the adapters for chess: all of them must recognise the same draws, in old and new
 * releases.
 */
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { castling } from "../lib/chess.js";
import { insufficient } from "../lib/draws.js";
import { HOME, OLDEST, adapterIn, check, needs } from "./tools.js";

const ENGINES = ["chess.js", "chessops", "kokopu", "chessops chess960", "kokopu chess960"];
const fen = (placement, halfmoves = 0) => `${placement} w - - ${halfmoves} 90`;

// Whether a position is drawn because of its pieces alone, according to rule 7.6 of this project's chess
// rules.
const MATERIAL = {
  "4k3/8/8/8/8/8/8/4K3": true,
  "4k3/8/8/8/8/8/8/4KN2": true,
  "4kb2/8/8/8/8/8/8/4K3": true,
  "4kb2/8/8/8/8/8/8/2B1K3": true,
  "b1b1k3/8/8/8/8/8/8/4K2B": true,
  "4kb2/8/8/8/8/8/8/4KB2": false,
  "2b1kb2/8/8/8/8/8/8/4K3": false,
  "4k3/8/8/8/8/8/8/4KNN1": false,
  "4kn2/8/8/8/8/8/8/4KB2": false,
  "4kn2/8/8/8/8/8/8/4KN2": false,
  "4k3/8/8/8/8/8/P7/4K3": false,
  "4k3/8/8/8/8/8/8/R3K3": false,
  "4k3/8/8/8/8/8/8/3QK3": false,
};

const circle = ["play white g1f3", "play black g8f6", "play white f3g1", "play black f6g8"];

/**
 * Runs a test with each engine, in the newest and the oldest releases. `ended` plays games and returns how
 * each has ended: the winner, true for a draw, or false if the game is not over.
 */
function each(what, run) {
  for (const [folder, releases] of [[HOME, "newest"], [OLDEST, "oldest"]]) {
    for (const words of ENGINES) {
      const [name] = words.split(" ");
      const there = folder && existsSync(join(folder, "node_modules", name));
      test(`${words}, ${releases}: ${what}`, there ? {} : { skip: `needs ${name}` }, () =>
        run(async (draws, games) => {
          const engine = await adapterIn(folder, ...words.split(" "), `draws=${draws}`);
          return games.map((game) => result(engine, game));
        }),
      );
    }
  }
}

/** Plays a game until it is over. Returns how it has ended. */
function result(engine, game) {
  let plies = 0;
  engine.start();
  for (const [command, ...words] of game.map((line) => line.split(" "))) {
    if (command === "bustan-setup") engine.setup(words.join(" "));
    else if (command === "undo" && plies > 0) plies--, engine.undo();
    else if (command === "play" && engine.turn() === words[0]) plies++, engine.play(...words);
  }
  const { over, to_move, winner } = engine.state();
  assert.equal(to_move === null, over);
  assert.equal(engine.turn() === null, over);
  assert.equal([...engine.legal()].length === 0, over, "nothing is listed when the game is over");
  return winner ?? over;
}

describe("draws=claim and draws=auto", () => {
  each("material", async (ended) => {
    const games = Object.keys(MATERIAL).map((placement) => [`bustan-setup ${fen(placement)}`]);
    assert.ok((await ended("none", games)).every((over) => over === false));
    for (const draws of ["claim", "auto"]) assert.deepEqual(await ended(draws, games), Object.values(MATERIAL), draws);
  });

  each("moves without a capture or a move of a pawn", async (ended) => {
    const quiet = (count, move = "h1h2") => [`bustan-setup ${fen("4k3/8/8/8/8/8/P7/4K2R", count)}`, `play white ${move}`];
    const games = [quiet(98), quiet(99), quiet(148), quiet(149), quiet(149, "a2a3"), [...quiet(149), "undo"]];
    assert.deepEqual(await ended("none", games), [false, false, false, false, false, false]);
    // Games set up with 100 or more halfmoves are over immediately, so the move is refused.
    assert.deepEqual(await ended("claim", games), [false, true, true, true, true, true]);
    assert.deepEqual(await ended("claim", [quiet(99, "a2a3"), [...quiet(99), "undo"]]), [false, false]);
    assert.deepEqual(await ended("auto", games), [false, false, false, true, false, false]);
  });

  each("checkmate comes first", async (ended) => {
    const mate = [[`bustan-setup ${fen("7k/8/5KQ1/8/8/8/8/8", 99)}`, "play white g6g7"]];
    for (const draws of ["none", "claim"]) assert.deepEqual(await ended(draws, mate), ["white"]);
    mate[0][0] = `bustan-setup ${fen("7k/8/5KQ1/8/8/8/8/8", 149)}`;
    assert.deepEqual(await ended("auto", mate), ["white"]);
  });

  each("positions that occur again", async (ended) => {
    const times = (count) => Array(count).fill(circle).flat();
    const games = [...[1, 2, 3, 4].map(times), [...times(2), "undo"], [...times(4), "undo", "play black f6g8"]];
    assert.deepEqual(await ended("none", games), [false, false, false, false, false, false]);
    assert.deepEqual(await ended("claim", games.slice(0, 2)), [false, true]);
    assert.deepEqual(await ended("claim", [games[4], [...times(2), "undo", "play black f6g8"]]), [false, true]);
    assert.deepEqual(await ended("auto", games), [false, false, false, true, false, true]);
  });

  each("a capture en passant makes another position only if it is legal", async (ended) => {
    const open = ["bustan-setup 4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", "play white e2e4"];
    const shuffle = ["play black e8d8", "play white e1d1", "play black d8e8", "play white d1e1"];
    const pinned = ["bustan-setup 8/8/8/8/R2p1k2/8/4P3/4K3 w - - 0 1", "play white e2e4"];
    const walk = ["play black f4g5", "play white e1d1", "play black g5f4", "play white d1e1"];
    const games = [[...open, ...shuffle, ...shuffle], [...pinned, ...walk], [...pinned, ...walk, ...walk]];
    assert.deepEqual(await ended("claim", games), [false, false, true]);
    assert.deepEqual(await ended("claim", [[...open, ...shuffle, ...shuffle, shuffle[0]]]), [true]);
  });

  for (const draws of ["claim", "auto"]) {
    for (const words of ["chess.js", "kokopu"]) {
      test(`${words} draws=${draws} agrees with chessops`, needs("bustan", words, "chessops"), () => {
        const run = check(`${words} draws=${draws}`, `chessops draws=${draws}`, ["--games", "2", "--plies", "250"]);
        assert.equal(run.code, 0, run.text);
      });
    }
  }
});

test("material that is seen by the board alone", () => {
  for (const [placement, drawn] of Object.entries(MATERIAL)) {
    const cells = {};
    placement.split("/").forEach((row, i) => {
      let file = 0;
      for (const sign of row) {
        if (/\d/.test(sign)) file += Number(sign);
        else cells["abcdefgh"[file++] + (8 - i)] = sign;
      }
    });
    assert.equal(insufficient(cells), drawn, placement);
  }
});

test("rights to castle are named as in X-FEN", () => {
  const cells = { c1: "R", e1: "R", f1: "K", h1: "R", a8: "r", d8: "k", g8: "r" };
  assert.equal(castling("-", cells), "-");
  assert.equal(castling("HCag", cells), "KQkq");
  assert.equal(castling("Ea", cells), "Eq");
  assert.equal(castling("A", {}), "A", "without a king nothing can be said");
});
