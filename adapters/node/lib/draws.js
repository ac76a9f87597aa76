/** The draws that end a game of chess with the option `draws`, for libraries that leave them to the user. */

/**
 * The number of occurrences of a position, and of moves of both players without a capture or a pawn move,
 * that make a draw.
 */
const LIMITS = { claim: { times: 3, plies: 100 }, auto: { times: 5, plies: 150 } };

export const DRAWS = ["none", "claim", "auto"];

/**
 * Counts the positions of a game. Positions with the same key are the same; a key is a FEN without its two
 * counters.
 */
export class Draws {
  constructor(option) {
    this.limit = LIMITS[option];
    this.keys = [];
  }

  /** Begins at a position. `key` is a function, so that it is only called when positions are counted. */
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
   * Whether the game is drawn. Games that do not count halfmoves, such as crazyhouse, return 0 from
   * `halfmoves`.
   */
  reached(insufficient, halfmoves) {
    if (!this.limit) return false;
    const { times, plies } = this.limit;
    return this.keys.at(-1).times >= times || halfmoves() >= plies || insufficient();
  }
}

/** A FEN without its counters. */
export const key = (fen) => fen.split(" ").slice(0, -2).join(" ");

/**
 * Whether no sequence of legal moves leads to checkmate, judged by the pieces alone: lone kings, one minor
 * piece besides them, or bishops that are all on squares of one colour.
 */
export function insufficient(board) {
  const pieces = Object.entries(board).filter(([, piece]) => !/k/i.test(piece));
  if (pieces.length < 2) return pieces.every(([, piece]) => /[bn]/i.test(piece));
  const colours = pieces.map(([square]) => (square.charCodeAt(0) + Number(square[1])) % 2);
  return pieces.every(([, piece]) => /b/i.test(piece)) && new Set(colours).size === 1;
}
