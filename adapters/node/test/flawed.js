/**
 * A ready adapter with a planted fault, selected by FLAWED: after four moves, its first legal move is
 * missing.
 */
import { adapter } from "../index.js";

export async function engine() {
  const whole = await adapter(...process.env.FLAWED.split(" "));
  let plies = 0;
  return {
    ...whole,
    start() {
      plies = 0;
      whole.start();
    },
    play(colour, word) {
      const answer = whole.play(colour, word);
      plies++;
      return answer;
    },
    undo() {
      plies--;
      whole.undo();
    },
    legal: () => [...whole.legal()].sort().slice(plies < 4 ? 0 : 1),
  };
}
