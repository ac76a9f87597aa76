/** A stub, to be replaced with your engine: the functions that template.mjs calls. It knows only moves of the start. */
const PLAYERS = "x o".split(" ");
const MOVES = "a1 b1 c1".split(" ");

export const start = () => [];

export const legalMoves = (game) => (game.length === 0 ? MOVES : []);

/** Plays a move. Returns false, and changes nothing, if the rules forbid it. */
export function play(game, player, move) {
  if (player !== PLAYERS[0] || !legalMoves(game).includes(move)) return false;
  game.push(move);
  return true;
}
