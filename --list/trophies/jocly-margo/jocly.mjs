// Serves Margo of Jocly on five rows of holes. The adapters for Node ask for answers at once, and Jocly promises them;
// so this one speaks the protocol itself.
import { createRequire } from "node:module";
import { createInterface } from "node:readline";

const Jocly = createRequire(import.meta.url)("jocly");
const SIZE = 5;

/** The points in the order of the library: rows of level 0, then those of the levels above, as name and level. */
const POINTS = [];
for (let level = 0; level < SIZE; level++)
  for (let row = 0; row < SIZE - level; row++)
    for (let column = 0; column < SIZE - level; column++)
      POINTS.push([String.fromCharCode(65 + 2 * column + level) + (2 * row + level + 1), level]);

let match, moves, board, count;
const look = async () => {
  moves = new Map((await match.getPossibleMoves()).map((move) => [POINTS[move.pos][0], move]));
};
const turn = () => (moves.size === 0 ? null : ["white", "black"][count % 2]);
const start = async () => {
  match = await Jocly.createMatch("margo" + SIZE);
  board = [];
  count = 0;
  await look();
};

const commands = {
  name: () => "Jocly",
  version: () => "0.9.13",
  protocol_version: () => "2",
  list_commands: () => Object.keys(commands).join("\n"),
  known_command: (name) => String(name in commands),
  clear_board: start,
  async boardsize(...words) {
    if (words.join(" ") !== String(SIZE)) throw new Error("unacceptable size");
    await start();
  },
  async play(colour, word) {
    const move = colour === turn() && moves.get(word.toUpperCase());
    if (!move) throw new Error("illegal move");
    await match.playMove(move);
    board = match.game.mBoard.board;
    count += 1;
    await look();
  },
  "bustan-legal": () => [...moves.keys()].join(" "),
  "bustan-state": () => JSON.stringify({
    to_move: turn(),
    board: Object.fromEntries(board.flatMap((ball, i) =>
      (ball ? [[POINTS[i].join(":"), ["white", "black"][ball - 1]]] : []))),
  }),
  quit: () => "",
};

await start();
for await (const line of createInterface({ input: process.stdin })) {
  const [command, ...words] = line.trim().split(/\s+/);
  if (!command) continue;
  try {
    if (!(command in commands)) throw new Error("unknown command");
    console.log(`= ${(await commands[command](...words)) ?? ""}\n`);
  } catch (error) {
    console.log(`? ${error.message}\n`);
  }
  if (command === "quit") process.exit(0);
}
