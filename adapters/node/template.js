/**
 * Lets Bustan test your engine: replace the Tic-Tac-Toe below with it.
 *
 *     bustan check GAME --against 'npx bustan-adapters ./template.js'
 */
const LINES = ["a1 b1 c1", "a2 b2 c2", "a3 b3 c3", "a1 a2 a3", "b1 b2 b3", "c1 c2 c3", "a1 b2 c3", "a3 b2 c1"];
const CELLS = ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"];

export function engine() {
  let moves = [];
  const board = () => Object.fromEntries(moves.map((cell, i) => [cell, "xo"[i % 2]]));
  const winner = (cells = board()) =>
    ["x", "o"].find((player) => LINES.some((line) => line.split(" ").every((cell) => cells[cell] === player))) ?? null;
  const over = () => winner() !== null || moves.length === CELLS.length;

  return {
    name: "my engine",
    // A new game. It is called before anything else.
    start() {
      moves = [];
    },
    // Takes the words that follow `boardsize`: returns false for a size that your game does not have.
    boardsize: (words) => words.join(" ") === "3",
    // The player to move, null when the game is over. Moves of others are refused before they reach `play`.
    turn: () => (over() ? null : "xo"[moves.length % 2]),
    // Plays a move. If the rules forbid it, changes nothing and returns the reason.
    play(colour, cell) {
      if (!CELLS.includes(cell)) return "no cell";
      if (moves.includes(cell)) return "occupied";
      moves.push(cell);
    },
    // Takes the last move back. Leave it out if your engine cannot.
    undo() {
      moves.pop();
    },
    // All legal moves, in any order.
    legal: () => (over() ? [] : CELLS.filter((cell) => !moves.includes(cell))),
    // The keys that you want to compare. The other engine has to use the same names.
    state: () => ({ to_move: over() ? null : "xo"[moves.length % 2], over: over(), winner: winner(), board: board() }),
  };
}
