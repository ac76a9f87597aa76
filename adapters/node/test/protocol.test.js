import assert from "node:assert/strict";
import { PassThrough } from "node:stream";
import { once } from "node:events";
import { test } from "node:test";
import { Illegal, serve } from "../index.js";
import { engine as template } from "../template.js";
import { check, needs, path, talk } from "./tools.js";

const own = [path("template.js")];
const answers = (input) => talk(own, input).answers;

/**
 * Serves an engine in this process. Returns the output for the chunks of input, in the pieces in which it was
 * written.
 */
async function session(engine, chunks) {
  const input = new PassThrough();
  const output = new PassThrough();
  const pieces = [];
  output.on("data", (piece) => pieces.push(String(piece)));
  serve(engine, { input, output });
  for (const chunk of chunks) {
    input.write(chunk);
    await new Promise(setImmediate);
  }
  input.end();
  await once(input, "close");
  return pieces;
}

test("a game of the template", () => {
  const game = "clear_board\nplay x a1\nplay o b2\nplay x a2\nplay o c1\nbustan-legal\nplay x a3\nbustan-legal\nbustan-state\n";
  assert.deepEqual(answers(game).slice(5), [
    "= a3 b1 b3 c2 c3",
    "= ",
    "= ",
    '= {"to_move":null,"over":true,"winner":"x","board":{"a1":"x","b2":"o","a2":"x","c1":"o","a3":"x"}}',
  ]);
});

test("what every program knows", () => {
  assert.deepEqual(answers("protocol_version\nname\nknown_command undo\nknown_command bustan-perft\nversion\n"), [
    "= 2",
    "= my engine",
    "= true",
    "= false",
    "= ",
  ]);
  assert.match(answers("list_commands\n")[0], /^= protocol_version\nname\n(.+\n)*bustan-state$/);
});

test("numbers, comments, blank lines, control characters, capitals", () => {
  assert.deepEqual(answers("7 name # who?\n# nothing\n\n   \t\n\r\n8\x07 na\x01me\r\n9\n10 play X a1\n11 play O b1#\n12 play O b1\t#\n"), [
    "=7 my engine",
    "=8 my engine",
    "?9 unknown command",
    "=10 ",
    "?11 illegal move: no cell",
    "=12 ",
  ]);
});

test("a line without an end is answered at the end of the input", () => {
  assert.deepEqual(answers("name\nname"), ["= my engine"].concat(["= my engine"]));
});

test("refusals leave the position as it was", () => {
  const bad = "play o a1\nplay red a1\nplay x z9\nplay x\nplay\nplay x a1 b1\nundo\nundo 3\nboardsize\nboardsize 4\nboardsize 3 x\n";
  const more = "clear_board now\nbustan-state 1\nknown_command\nquit now\nnonsense\nbustan-setup\nbustan-perft 2\n";
  const [start, ...rest] = answers(`bustan-state\n${bad}${more}bustan-state\n`);
  assert.equal(rest.pop(), start);
  for (const answer of rest) assert.match(answer, /^\? \S/);
  assert.equal(rest[0], "? illegal move: not your turn");
  assert.equal(rest[2], "? illegal move: no cell");
  assert.equal(rest[3], "? syntax error");
  assert.equal(rest[6], "? cannot undo");
  assert.equal(rest[8], "? unacceptable size");
  assert.equal(rest.at(-1), "? unknown command");
});

test("no move and nothing listed after the end", () => {
  const end = ["play x a1", "play o b1", "play x a2", "play o b2", "play x a3", "play o b3", "bustan-legal"];
  assert.deepEqual(answers(end.join("\n") + "\n").slice(-2), ["? illegal move: game over", "= "]);
});

test("undo goes back to the start and no further", () => {
  assert.deepEqual(answers("play x a1\nundo\nundo\nbustan-legal\n"), [
    "= ",
    "= ",
    "? cannot undo",
    "= a1 a2 a3 b1 b2 b3 c1 c2 c3",
  ]);
});

test("nothing is answered after quit", () => {
  assert.deepEqual(answers("name\nquit\nname\n"), ["= my engine", "= "]);
});

test("each line gets one answer, whatever it holds", () => {
  let seed = 1;
  const random = (n) => (seed = (seed * 48271) % 2147483647) % n;
  const bytes = Buffer.from(Array.from({ length: 60_000 }, () => (random(9) === 0 ? 10 : random(256))));
  const lines = bytes.toString("utf8").split("\n").map((line) => line.replace(/[^\P{Cc}\t]/gu, "").replace(/(^|\s)#.*/, "").trim());
  const run = talk(own, Buffer.concat([bytes, Buffer.from("\nname\n")]));
  assert.equal(run.status, 0);
  assert.equal(run.answers.length, lines.filter(Boolean).length + 1);
  assert.equal(run.answers.at(-1), "= my engine");
});

test("the answers to one read come in one piece, in their order", async () => {
  const pieces = await session(template(), ["1 name\n2 play x a1\n3 bustan-legal\n", "4 na", "me\n5 undo\n"]);
  assert.deepEqual(pieces, ["=1 my engine\n\n=2 \n\n=3 a2 a3 b1 b2 b3 c1 c2 c3\n\n", "=4 my engine\n\n=5 \n\n"]);
});

test("many commands and long lines take time in proportion", () => {
  const start = performance.now();
  const run = talk(own, "play x a1\nundo\n".repeat(100_000) + "x".repeat(20_000_000) + "\nname\n");
  assert.equal(run.answers.length, 200_002);
  assert.equal(run.answers.at(-1), "= my engine");
  assert.ok(performance.now() - start < 20_000);
});

test("a character that is cut in two by a read", async () => {
  const word = Buffer.from("play x é\n");
  const engine = { start() {}, play: (colour, word) => `no ${word}` };
  assert.deepEqual(await session(engine, [word.subarray(0, 8), word.subarray(8)]), ["? illegal move: no é\n\n"]);
});

test("all methods of an engine are commands", async () => {
  const engine = {
    start() {},
    play(colour, word) {
      if (word === "bad") throw new Illegal("two\nlines");
      return word !== "false";
    },
    position: () => "here",
    setup: (text) => (text === "there" ? undefined : "nowhere"),
    boardsize: (words) => words[0] === "9",
    show: () => "a\n\nb\u0007\n",
    perft: (depth) => 10n ** BigInt(depth),
    score: () => "B+3",
  };
  const lines = ["play black good", "play b bad", "play b false", "bustan-position", "bustan-setup there", "bustan-setup  x  y", "boardsize 9"];
  lines.push("boardsize 8", "showboard", "bustan-perft 3", "bustan-perft x", "bustan-perft 100", "final_score", "undo", "name");
  const [piece] = await session(engine, [lines.join("\n") + "\n"]);
  assert.deepEqual(piece.split("\n\n").slice(0, -1), [
    "= ",
    "? illegal move: two lines",
    "? illegal move",
    "= here",
    "= ",
    "? unacceptable position: nowhere",
    "= ",
    "? unacceptable size",
    "= \na\nb",
    "= 1000",
    "? syntax error",
    "? syntax error",
    "= B+3",
    "? unknown command",
    "= engine",
  ]);
});

test("a move that is listed and then refused is the answer to bustan-perft, and changes nothing", () => {
  const own = [path("test/contradicting.js")];
  const lines = ["bustan-perft 1", "bustan-perft 2", "bustan-state", "play x b2", "bustan-perft 1", "bustan-state", "play o c3", "bustan-perft 2", "undo", "undo", "undo"];
  const run = talk(own, lines.join("\n") + "\n");
  assert.equal(run.status, 0, run.stderr);
  assert.deepEqual(run.answers.slice(0, 2), ["= 9", "? lists a1 but refuses it"]);
  assert.match(run.answers[2], /"to_move":"x".*"board":\{\}/);
  assert.equal(run.answers[4], "? lists a1 but refuses it");
  assert.match(run.answers[5], /"to_move":"o".*"board":\{"b2":"x"\}/);
  assert.deepEqual(run.answers.slice(6), ["= ", "= 42", "= ", "= ", "? cannot undo"]);
});

test("an engine that cannot list or take back says less about such a move", async () => {
  const engine = { played: [], start() { this.played = []; }, play(colour, word) { this.played.push(word); }, setup() { this.played = ["set"]; } };
  engine.perft = () => {
    engine.played.push("lost");
    throw new Illegal("no");
  };
  const [piece] = await session(engine, ["play x a\nbustan-perft 2\n"]);
  assert.equal(piece, "= \n\n? lists a move but refuses it\n\n");
  assert.deepEqual(engine.played, ["a"]);
  await session(engine, ["bustan-setup there\nplay x a\nbustan-perft 2\n"]);
  assert.deepEqual(engine.played, ["set", "a"]);
});

test("a finding about such a move is about the move", needs("bustan"), () => {
  const run = check(`'${path("test/contradicting.js")}'`, `'${path("template.js")}'`, ["--games", "400"]);
  assert.equal(run.code, 1, run.text);
  assert.match(run.text, /X?a1/);
  assert.doesNotMatch(run.text, /the process ended/);
});

test("a state is asked anew, because a question may have changed it", async () => {
  let asked = 0;
  const engine = { start() {}, play() {}, legal: () => (asked++, ["a"]), turn: () => "x", state: () => ({ asked }) };
  const pieces = await session(engine, ["bustan-state\nbustan-legal\nbustan-state\n"]);
  assert.deepEqual(pieces, ['= {"asked":0}\n\n= a\n\n= {"asked":1}\n\n']);
});

test("an error of the engine ends the program with its stack, behind the answers before it", () => {
  const run = talk([path("test/crashing.js")], "name\nplay x boom\nname\n");
  assert.deepEqual(run.answers, ["= crashing"]);
  assert.equal(run.status, 1);
  assert.match(run.stderr, /^RangeError: boom\n +at Object\.play/);
  assert.match(run.stderr, /\nbustan-adapters: \S+crashing\.js threw an exception in line 6: RangeError: boom\n$/);
});

test("a move with a blank in it is a mistake of the engine", () => {
  const run = talk([path("test/crashing.js")], "bustan-legal\n");
  assert.equal(run.status, 1);
  assert.match(run.stderr, /\nbustan-adapters: \S+crashing\.js failed: TypeError: legal\(\): "a b" is not a word\n$/);
});

test("an engine without start or play is refused", () => {
  assert.throws(() => serve({ start() {} }), /needs the method play\(\)/);
  assert.throws(() => serve(null), /needs the method start\(\)/);
});
