/** The draws that end a game of chess by the option `draws`, for libraries that leave them to their users. */

/** How often a position occurs, and the moves of both players without a capture or a pawn move. */
const LIMITS = { claim: { times: 3, plies: 100 }, auto: { times: 5, plies: 150 } };

export const DRAWS = ["none", "claim", "auto"];

/** Counts the positions of a game. A key is what makes positions the same: a FEN without its two counters. */
export class Draws {
  constructor(option) {
    this.limit = LIMITS[option];
    this.keys = [];
  }

  /** Begins at a position. `key` is a function, because it is not called when nothing is counted. */
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

  /** Whether the game is drawn. Without halfmoves, as in crazyhouse, they are not counted. */
  reached(insufficient, halfmoves) {
    if (!this.limit) return false;
    const { times, plies } = this.limit;
    return this.keys.at(-1).times >= times || halfmoves() >= plies || insufficient();
  }
}

/** A FEN without its counters. */
export const key = (fen) => fen.split(" ").slice(0, -2).join(" ");

/**
 * Whether no sequence of legal moves leads to checkmate, judged by the pieces alone: lone kings, a minor piece next to
 * them, or bishops that are all on squares of one colour.
 */
export function insufficient(board) {
  const pieces = Object.entries(board).filter(([, piece]) => !/k/i.test(piece));
  if (pieces.length < 2) return pieces.every(([, piece]) => /[bn]/i.test(piece));
  const colours = pieces.map(([square]) => (square.charCodeAt(0) + Number(square[1])) % 2);
  return pieces.every(([, piece]) => /b/i.test(piece)) && new Set(colours).size === 1;
}
