/** A Tic-Tac-Toe engine that lists a1 after b2 but refuses it, and counts moves according to its own list. */
import { Illegal } from "../index.js";
import { engine as template } from "../template.js";

export function engine() {
  const whole = template();
  let first;
  const own = {
    ...whole,
    name: "contradicting",
    start() {
      first = undefined;
      whole.start();
    },
    play(colour, cell) {
      if (cell === "a1" && first === "b2" && Object.keys(whole.state().board).length === 1) throw new Illegal("not-legal");
      first ??= cell;
      return whole.play(colour, cell);
    },
    undo() {
      whole.undo();
      if (Object.keys(whole.state().board).length === 0) first = undefined;
    },
    perft(depth) {
      if (depth === 0) return 1;
      let total = 0;
      for (const cell of own.legal()) {
        own.play(own.turn(), cell);
        total += own.perft(depth - 1);
        own.undo();
      }
      return total;
    },
  };
  return own;
}
