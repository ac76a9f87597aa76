/**
 * The draws that end a game of chess according to the option `draws`, for libraries that do not end games by
 * them.
 */

/**
 * The number of occurrences of a position, and the number of moves of both players without a capture or a
 * pawn move, after which the game is drawn.
 */
const LIMITS = { claim: { times: 3, plies: 100 }, auto: { times: 5, plies: 150 } };

export const DRAWS = ["none", "claim", "auto"];

/**
 * Counts the occurrences of positions in a game. Positions with the same key are the same. A key is a FEN
 * without its two counters.
 */
export class Draws {
  constructor(option) {
    this.limit = LIMITS[option];
    this.keys = [];
  }

  /** Begins at a position. `key` is a function, which is only called if positions are counted. */
  begin(key) {
    this.keys = [];
    this.push(key);
  }

  push(key) {
    if (!this.limit) return;
    const now = key();
    this.keys.push({ now, times: 1 + this.keys.filter((earlier) => earlier.now === now).length });
  }

  pop() {
    this.keys.pop();
  }

  /**
   * Whether the game is drawn. For games without a half-move counter, such as crazyhouse, `halfmoves` returns
   * 0.
   */
  reached(insufficient, halfmoves) {
    if (!this.limit) return false;
    const { times, plies } = this.limit;
    return this.keys.at(-1).times >= times || halfmoves() >= plies || insufficient();
  }
}

/** Returns a FEN without its counters. */
export const key = (fen) => fen.split(" ").slice(0, -2).join(" ");

/**
 * Whether no sequence of legal moves leads to checkmate, according to the kinds of the pieces alone: there
 * are only kings, one minor piece in addition to the kings, or only bishops that are all on squares of one
 * colour.
 */
export function insufficient(board) {
  const pieces = Object.entries(board).filter(([, piece]) => !/k/i.test(piece));
  if (pieces.length < 2) return pieces.every(([, piece]) => /[bn]/i.test(piece));
  const colours = pieces.map(([square]) => (square.charCodeAt(0) + Number(square[1])) % 2);
  return pieces.every(([, piece]) => /b/i.test(piece)) && new Set(colours).size === 1;
}
