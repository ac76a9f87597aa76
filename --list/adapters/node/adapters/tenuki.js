import { cells, parse, sized, vertex } from "../lib/go.js";
import { Illegal } from "../lib/serve.js";

export const about = {
  what: "Go, by tenuki",
  npm: "tenuki",
  since: "0.3",
  options: { ko: ["simple", "positional-superko", "situational-superko", "natural-situational-superko"] },
  more: "Suicide is not allowed. Scores are told when the game is over: stones and territory, without komi.",
};

export async function load({ options, library }) {
  const { module, version } = await library("tenuki");
  let size = 19;
  let game;

  return {
    name: "tenuki",
    version,
    boardsize(words) {
      size = sized(words) || size;
      return sized(words) !== false;
    },
    start() {
      game = new module.Game({ boardSize: size, koRule: options.ko, scoring: "area" });
    },
    turn: () => (game.isOver() ? null : game.currentPlayer()),
    play(colour, word) {
      const at = parse(word, size);
      if (!at) game.pass();
      else if (!game.playAt(at[1], at[0])) throw new Illegal();
    },
    undo() {
      game.undo();
    },
    legal() {
      if (game.isOver()) return [];
      const open = [...cells(size)].filter(([x, y]) => !game.isIllegalAt(y, x));
      return [...open.map(([x, y]) => vertex(x, y, size)), "pass"];
    },
    state() {
      const over = game.isOver();
      const stones = game.intersections().filter((at) => !at.isEmpty());
      const { blackStonesCaptured, whiteStonesCaptured } = game.currentState();
      return {
        size,
        to_move: over ? null : game.currentPlayer(),
        over,
        board: Object.fromEntries(stones.map(({ x, y, value }) => [vertex(x, y, size), value])),
        captures: { black: whiteStonesCaptured, white: blackStonesCaptured },
        ...(over && { scores: game.score() }),
      };
    },
  };
}
