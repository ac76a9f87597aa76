import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, test } from "node:test";
import { adapter } from "../index.js";
import { HOME, check, library, needs, path, playAndTakeBack, talk } from "./tools.js";

// Libraries are searched in this folder.
process.chdir(HOME);

/** Returns the last response of an adapter, parsed as JSON. */
const state = (words, input) => JSON.parse(talk(words.split(" "), input).answers.at(-1).slice(2));

describe("playing and taking back", () => {
  const variants = ["chess", "chess960", "crazyhouse", "atomic", "antichess", "3check", "kingofthehill", "horde", "racingkings"];
  const engines = [["chess.js"], ...variants.map((variant) => ["chessops", variant])];
  engines.push(["kokopu"], ["kokopu", "antichess"], ["shogiops"], ["tsshogi"], ["@sabaki/go-board"], ["tenuki"]);
  engines.push(["boardgame.io", path("examples/noughts.js")]);
  for (const game of ["margo:size-4", "go:size-5", "reversi", "amazons", "quagmire", "oware"]) engines.push(["abstractplay", game]);
  for (const words of engines) {
    test(`${words[0]} ${words[1] && !words[1].includes("/") ? words[1] : ""}`.trim(), needs(library(words[0])), async () => {
      playAndTakeBack(await adapter(...words));
    });
  }
});

describe("chess", () => {
  for (const name of ["chess.js", "chessops", "kokopu"]) {
    test(`${name} tells what the page of words and keys says`, needs(name), () => {
      const told = state(name, "play white e2e4\nplay black a7a6\nplay white e4e5\nplay black d7d5\nbustan-state\n");
      assert.equal(told.to_move, "white");
      assert.equal(told.over, false);
      assert.equal(told.winner, null);
      assert.equal(told.check, false);
      assert.equal(told.castling, "KQkq");
      assert.equal(told.en_passant, "d6");
      assert.equal(told.board.e5, "P");
      assert.equal(told.board.d5, "p");
      assert.equal(Object.keys(told.board).length, 32);
      if (name !== "kokopu") assert.deepEqual([told.halfmoves, told.fullmoves], [0, 3]);
    });

    test(`${name} names the cell of en passant as asked`, needs(name), () => {
      const cell = (ep, moves) => state(`${name} ep=${ep}`, moves + "bustan-state\n").en_passant;
      const all = name === "kokopu" ? ["legal", "pseudo"] : ["legal", "pseudo", "always"];
      const open = "play white e2e4\n";
      // chess.js 1.4.0 only names the square if a pawn of the opponent is next to the moved pawn.
      const always = name === "chess.js" ? null : "e3";
      assert.deepEqual(all.map((ep) => cell(ep, open)), [null, null, always].slice(0, all.length));
      // A pawn of the opponent is next to the moved pawn, but the capture would expose its king on the rank.
      const pinned = "bustan-setup 8/8/8/8/R2p1k2/8/4P3/4K3 w - - 0 1\n";
      const step = pinned + "play white e2e4\n";
      assert.deepEqual(all.map((ep) => cell(ep, step)), [null, "e3", "e3"].slice(0, all.length));
    });

    test(`${name} promotes to all pieces, or to queens`, needs(name), () => {
      const setup = "bustan-setup 8/P7/8/8/8/8/8/k1K5 w - - 0 1\n";
      const list = (promote) => talk([name, `promote=${promote}`], setup + "bustan-legal\nplay white a7a8r\n").answers;
      const all = list("all");
      assert.match(all[1], /a7a8b a7a8n a7a8q a7a8r/);
      assert.equal(all[2], "= ");
      const queen = list("queen");
      assert.doesNotMatch(queen[1], /a7a8[bnr]/);
      assert.match(queen[2], /^\? illegal move/);
    });

    test(`${name} castles as in UCI, mates, and refuses`, needs(name), () => {
      const setup = "bustan-setup r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1\n";
      const castles = talk([name], setup + "bustan-legal\nplay white e1g1\nbustan-state\n").answers;
      assert.match(castles[1], / e1c1 .*e1g1 /);
      const { board } = JSON.parse(castles[3].slice(2));
      assert.deepEqual([board.g1, board.f1, board.e1, board.h1], ["K", "R", undefined, undefined]);
      const mate = talk([name], "play white f2f3\nplay black e7e5\nplay white g2g4\nplay black d8h4\nplay white a2a3\nbustan-legal\nbustan-state\n");
      assert.deepEqual(mate.answers.slice(4, 6), ["? illegal move: game over", "= "]);
      const { to_move, over, winner, check } = JSON.parse(mate.answers[6].slice(2));
      assert.deepEqual({ to_move, over, winner, check }, { to_move: null, over: true, winner: "black", check: true });
      const bad = ["e2e5", "e2e4q", "e2", "O-O", "Nf3", "0000", "--", "e9e4", "a1a1", "e2e4e5", "null", "é"];
      const refused = talk([name], bad.map((word) => `play white ${word}\n`).join("") + "bustan-setup x\nbustan-setup 8/8/8/8/8/8/8/8 w - - 0 1\nbustan-state\n");
      assert.equal(refused.status, 0, refused.stderr);
      for (const answer of refused.answers.slice(0, -1)) assert.match(answer, /^\? (illegal move|unacceptable position)/);
      assert.equal(JSON.parse(refused.answers.at(-1).slice(2)).fullmoves ?? 1, 1);
    });
  }

  test("a position goes from one library to another", needs("chess.js", "chessops"), () => {
    const fen = "r1b1k2r/2q2ppp/p3pn2/1p6/8/P1N1P3/1P3PPP/R2QKB1R w KQkq b6 0 12";
    for (const name of ["chess.js", "chessops"]) {
      const { answers } = talk([name, "ep=always"], `bustan-setup ${fen}\nbustan-position\n`);
      assert.deepEqual(answers, ["= ", `= ${fen}`], name);
    }
  });

  test("draws=claim ends a game of chess.js at the third repetition", needs("chess.js"), () => {
    const circle = "play white g1f3\nplay black g8f6\nplay white f3g1\nplay black f6g8\n".repeat(2) + "bustan-state\n";
    assert.equal(state("chess.js", circle).over, false);
    assert.equal(state("chess.js draws=claim", circle).over, true);
  });

  test("draws=auto ends a game of chessops without material", needs("chessops"), () => {
    const bare = "bustan-setup 8/8/8/8/8/8/8/k1K5 w - - 0 1\nbustan-state\n";
    assert.equal(state("chessops", bare).over, false);
    assert.equal(state("chessops draws=auto", bare).over, true);
  });

  test("chess.js counts moves", needs("chess.js"), () => {
    assert.equal(talk(["chess.js"], "bustan-perft 3\n").answers[0], "= 8902");
  });

  test("crazyhouse has pockets and drops", needs("chessops"), () => {
    const moves = "play white e2e4\nplay black d7d5\nplay white e4d5\nplay black d8d5\n";
    const { answers } = talk(["chessops", "crazyhouse"], moves + "bustan-state\nbustan-legal\nplay white P@e4\nbustan-state\n");
    assert.deepEqual(JSON.parse(answers[4].slice(2)).pockets, { white: "P", black: "P" });
    assert.match(answers[5], /P@e4/);
    assert.deepEqual(JSON.parse(answers[7].slice(2)).pockets, { white: "", black: "P" });
    const hands = (text) => `4k3/8/8/8/8/8/8/4K3[${text}] w - - 0 1`;
    const set = talk(["chessops", "crazyhouse"], `bustan-setup ${hands("npQqPRnb")}\nbustan-position\nbustan-state\n`).answers;
    assert.equal(set[1], `= ${hands("QRPqbnnp")}`);
    assert.deepEqual(JSON.parse(set[2].slice(2)).pockets, { white: "QRP", black: "QBNNP" });
  });

  test("three-check counts the checks that are left", needs("chessops"), () => {
    const moves = "play white e2e4\nplay black f7f6\nplay white d1h5\nbustan-state\n";
    assert.deepEqual(state("chessops 3check", moves).checks, { white: 2, black: 3 });
  });

  for (const name of ["chess.js", "chessops", "kokopu"]) {
    test(`castling has one word in ${name}`, needs(name), () => {
      const moves = ["e2e4", "e7e5", "g1f3", "g8f6", "f1c4", "f8c5"];
      const played = moves.map((move, ply) => `play ${ply % 2 ? "black" : "white"} ${move}\n`).join("");
      const { answers } = talk([name], `${played}play white e1h1\nplay white e1g1\n`);
      assert.match(answers[6], /^\?/);
      assert.match(answers[7], /^=/);
    });
  }

  test("Chess960 takes X-FEN and Shredder-FEN, and names rights to castle as in X-FEN", needs("chessops", "kokopu"), () => {
    const rows = "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR";
    const wanted = { [`${rows} w KQkq`]: "KQkq", [`${rows} w HFhf`]: "KQkq" };
    for (const right of ["C", "Q"]) wanted[`4k3/8/8/8/8/8/8/R1R1K3 w ${right}`] = right;
    const lines = Object.keys(wanted).map((fen) => `bustan-setup ${fen} - 0 1\nbustan-state\n`).join("");
    for (const name of ["chessops", "kokopu"]) {
      const { answers } = talk([name, "chess960"], lines);
      const told = answers.filter((_, i) => i % 2).map((answer) => JSON.parse(answer.slice(2)).castling);
      assert.deepEqual(told, Object.values(wanted), name);
    }
  });

  test("Chess960 castles onto the rook, in both libraries", needs("bustan", "chessops", "kokopu"), () => {
    const folder = mkdtempSync(join(tmpdir(), "bustan-adapters-"));
    const file = join(folder, "960.txt");
    const rows = ["bbqnnrkr", "rkbbnnqr", "nrkbbqrn", "qnrbbnkr"];
    const fens = rows.map((row) => `${row}/pppppppp/8/8/8/8/PPPPPPPP/${row.toUpperCase()} w KQkq - 0 1`);
    writeFileSync(file, fens.join("\n") + "\n");
    const run = check("chessops chess960", "kokopu chess960", ["--positions", file, "--games", "4", "--plies", "40"]);
    rmSync(folder, { recursive: true });
    assert.equal(run.code, 0, run.text);
    const setup = `bustan-setup rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQK2R w KQkq - 0 1\nbustan-legal\n`;
    for (const name of ["chessops", "kokopu"]) assert.match(talk([name, "chess960"], setup).answers[1], / e1h1 /);
  });
});

describe("Go", () => {
  for (const name of ["@sabaki/go-board", "tenuki"]) {
    test(`${name} captures, forbids ko and suicide, ends after two passes`, needs(name), () => {
      const moves = ["black A2", "white C2", "black B1", "white B3", "black pass", "white D1", "black C1", "white B2"];
      const lines = ["boardsize 4", ...moves.map((move) => `play ${move}`), "bustan-state", "play black A5", "play black I1", "play black x"];
      const { answers } = talk([name], lines.join("\n") + "\n");
      assert.ok(answers.slice(0, 9).every((answer) => answer === "= "), answers.join());
      for (const answer of answers.slice(10)) assert.equal(answer, "? illegal move: not a vertex");
      const end = talk([name], "boardsize 3\nplay b pass\nplay w PASS\nbustan-legal\nbustan-state\nplay b A1\n").answers;
      assert.equal(end[3], "= ");
      const { to_move, over, size } = JSON.parse(end[4].slice(2));
      assert.deepEqual({ to_move, over, size }, { to_move: null, over: true, size: 3 });
      assert.equal(end[5], "? illegal move: game over");
    });

    test(`${name} takes a stone, and not back at once`, needs(name), () => {
      const shape = ["black B1", "white C1", "black A2", "white D2", "black B3", "white C3", "black C2", "white B2"];
      const lines = ["boardsize 5", ...shape.map((move) => `play ${move}`), "bustan-state", "play black C2", "bustan-legal"];
      const { answers } = talk([name], lines.join("\n") + "\n");
      const told = JSON.parse(answers[9].slice(2));
      assert.deepEqual(told.captures, { black: 0, white: 1 });
      assert.equal(told.board.B2, "white");
      assert.equal(told.board.C2, undefined);
      assert.match(answers[10], /^\? illegal move/);
      assert.doesNotMatch(answers[11], / C2 /);
    });
  }
});

describe("shogi", () => {
  for (const name of ["shogiops", "tsshogi"]) {
    test(`${name} captures, promotes, drops, and refuses`, needs(name), () => {
      const moves = "play black 7g7f\nplay white 3c3d\nplay black 8h2b+\nplay white 3a2b\nbustan-state\nplay black B*5e\nbustan-state\n";
      const { answers } = talk([name], moves);
      const first = JSON.parse(answers[4].slice(2));
      assert.deepEqual(first.hands, { black: "B", white: "B" });
      assert.equal(first.board["2b"], "s");
      assert.equal(JSON.parse(answers[6].slice(2)).board["5e"], "B");
      const bad = ["7g7e", "7g7f+", "P*5e", "0a0b", "7g", "x", "77", "7g7f7e"];
      // tsshogi 2.2.0 allows dropping a king that no player has in hand.
      if (name !== "tsshogi") bad.push("K*5e");
      const refused = talk([name], bad.map((word) => `play black ${word}\n`).join("") + "bustan-setup x\n");
      assert.equal(refused.status, 0, refused.stderr);
      for (const answer of refused.answers) assert.match(answer, /^\? /);
    });
  }
});

describe("AbstractPlay", () => {
  const there = needs("@abstractplay/gameslib");

  test("Margo has the words and keys of Bustan", there, () => {
    const lines = "boardsize 4\nplay white C5\nplay black c5\nplay black C4\nbustan-state\nboardsize 5\nboardsize 4 swap\nundo\nundo\nbustan-legal\n";
    const { answers } = talk(["abstractplay", "margo"], lines);
    assert.equal(answers[3], "? illegal move: not listed");
    const { to_move, board, scores, size } = JSON.parse(answers[4].slice(2));
    assert.deepEqual({ to_move, board, scores, size }, { to_move: "black", board: { "C5:0": "white" }, scores: { white: 1, black: 0 }, size: 4 });
    assert.deepEqual(answers.slice(5, 9), ["? unacceptable size", "? unacceptable size", "= ", "? cannot undo"]);
    assert.equal(answers[9], "= A1 A3 A5 A7 C1 C3 C5 C7 E1 E3 E5 E7 G1 G3 G5 G7");
  });

  test("reversi names cells as they are on printed boards", there, () => {
    const { answers } = talk(["abstractplay", "reversi"], "bustan-legal\nplay black d3\nbustan-state\n");
    assert.equal(answers[0], "= c4 d3 e6 f5");
    assert.deepEqual(JSON.parse(answers[2].slice(2)).scores, { black: 4, white: 1 });
  });

  test("other games have the library's own words, and what is drawn by lot is the same in each game", there, () => {
    const { answers } = talk(["abstractplay", "amazons"], "play 1 a4-a1/a2\nplay 2 a4-a1/a2\nbustan-state\n");
    assert.equal(answers[0], "= ");
    assert.match(answers[1], /^\? illegal move: /);
    const { to_move, board } = JSON.parse(answers[2].slice(2));
    assert.deepEqual([to_move, board.a1, board.a2, board.a4], ["2", 1, 0, undefined]);
    assert.match(talk(["abstractplay", "pollux"], "play 1 zz99\n").answers[0], /^\? illegal move: /);
    const lots = talk(["abstractplay", "tablero"], "bustan-state\nclear_board\nbustan-state\n").answers;
    assert.equal(lots[0], lots[2]);
  });
});

describe("boardgame.io", () => {
  test("the words and the state without hints", needs("boardgame.io"), () => {
    const file = path("test/plain-game.js");
    const lines = "bustan-legal\nplay 0 add:2\nbustan-state\nplay 1 add:9\nplay 1 nothing\nplay 1 add:{\nplay 1 event:endTurn\nbustan-legal\nundo\nplay 0 add:1\nbustan-state\n";
    const { answers } = talk(["boardgame.io", file], lines);
    assert.equal(answers[0], "= add:1 add:2");
    const { to_move, G } = JSON.parse(answers[2].slice(2));
    assert.deepEqual({ to_move, G }, { to_move: "1", G: { sum: 2 } });
    assert.equal(answers[3], "? illegal move: invalid-move");
    assert.equal(answers[4], "? illegal move: not a move");
    assert.equal(answers[5], "? illegal move: invalid-move");
    assert.equal(answers[6], "? illegal move: not a move");
    assert.equal(answers[8], "= ");
    assert.deepEqual(JSON.parse(answers.at(-1).slice(2)).G, { sum: 1 });
  });

  test("reports only a winner that the game reports", needs("boardgame.io"), (t) => {
    const folder = mkdtempSync(join(tmpdir(), "bustan-adapters-"));
    t.after(() => rmSync(folder, { recursive: true }));
    const ended = (end) => {
      const file = join(folder, `${end.length}.mjs`);
      const rest = "setup: () => ({}), moves: { go() {} }, ai: { enumerate: () => [{ move: 'go' }] }";
      writeFileSync(file, `export const game = { ${rest}, endIf: ({ ctx }) => (ctx.numMoves > 0 ? ${end} : undefined) };`);
      return state(`boardgame.io ${file}`, "play 0 go\nbustan-state\n");
    };
    assert.deepEqual([ended("{ winner: '1' }").winner, ended("{ draw: true }").winner], ["1", null]);
    const other = ended("{ winners: [0, 1] }");
    assert.equal(other.over, true);
    assert.ok(!("winner" in other));
    assert.deepEqual(other.gameover, { winners: [0, 1] });
  });
});
