/** Tic-Tac-Toe, to be replaced with your engine: the functions that template.mjs calls. */
const CELLS = ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"];
const LINES = ["a1 b1 c1", "a2 b2 c2", "a3 b3 c3", "a1 a2 a3", "b1 b2 b3", "c1 c2 c3", "a1 b2 c3", "a3 b2 c1"];

export const start = () => new Map();

export function legalMoves(game) {
  const owns = (player) => LINES.some((line) => line.split(" ").every((cell) => game.get(cell) === player));
  return owns("x") || owns("o") ? [] : CELLS.filter((cell) => !game.has(cell));
}

/** Plays a move. Returns false, and changes nothing, if the rules forbid it. */
export function play(game, player, cell) {
  if (player !== "xo"[game.size % 2] || !legalMoves(game).includes(cell)) return false;
  game.set(cell, player);
  return true;
}
