import { cells, opponent, parse, sized, vertex } from "../lib/go.js";
import { Illegal } from "../lib/serve.js";

export const about = {
  what: "Go, by @sabaki/go-board",
  npm: "@sabaki/go-board",
  since: "1.4",
  options: { ko: ["simple", "none"], suicide: ["forbidden", "allowed"] },
  more: "The library knows boards. That players alternate and two passes end the game, the adapter adds.",
};

export async function load({ options, library }) {
  const { module, version } = await library("@sabaki/go-board");
  const GoBoard = module.default;
  const sign = { black: 1, white: -1 };
  const rules = {
    preventOverwrite: true,
    preventKo: options.ko === "simple",
    preventSuicide: options.suicide === "forbidden",
  };
  let size = 19;
  let past;
  const now = () => past.at(-1);
  const over = () => now().passes === 2;

  const allowed = ({ overwrite, ko, suicide }) =>
    !overwrite && !(ko && rules.preventKo) && !(suicide && rules.preventSuicide);

  return {
    name: "@sabaki/go-board",
    version,
    boardsize(words) {
      size = sized(words) || size;
      return sized(words) !== false;
    },
    start() {
      past = [{ board: GoBoard.fromDimensions(size), player: "black", passes: 0 }];
    },
    turn: () => (over() ? null : now().player),
    play(colour, word) {
      const at = parse(word, size);
      const { board, passes } = now();
      let next;
      try {
        next = at ? board.makeMove(sign[colour], at, rules) : board;
      } catch (error) {
        const [, reason] = /^(Overwrite|Ko|Suicide) prevented$/.exec(error.message) ?? [];
        if (!reason) throw error;
        throw new Illegal(reason.toLowerCase());
      }
      past.push({ board: next, player: opponent(colour), passes: at ? 0 : passes + 1 });
    },
    undo() {
      past.pop();
    },
    legal() {
      if (over()) return [];
      const { board, player } = now();
      const open = [...cells(size)].filter((at) => allowed(board.analyzeMove(sign[player], at)));
      return [...open.map(([x, y]) => vertex(x, y, size)), "pass"];
    },
    state() {
      const { board, player } = now();
      const stones = [...cells(size)].filter((at) => board.get(at) !== 0);
      return {
        size,
        to_move: over() ? null : player,
        over: over(),
        board: Object.fromEntries(
          stones.map(([x, y]) => [vertex(x, y, size), board.get([x, y]) > 0 ? "black" : "white"]),
        ),
        captures: { black: board.getCaptures(1), white: board.getCaptures(-1) },
      };
    },
  };
}
