/** Code shared by the adapters for shogi: converts an SFEN to the keys of the state. */

/**
 * Returns the occupied squares in the placement field of an SFEN, with pieces such as `P` and `+p`. The upper
 * left square is `9a`.
 */
export function board(placement) {
  const squares = {};
  const rows = placement.split("/");
  rows.forEach((row, y) => {
    let file = 9;
    for (const [, empty, piece] of row.matchAll(/(\d+)|(\+?[a-zA-Z])/g)) {
      if (empty) file -= Number(empty);
      else squares[file-- + "abcdefghi"[y]] = piece;
    }
  });
  return squares;
}

/** Returns the pieces in hand of each player, sorted, such as `"BPP"`. */
export function hands(text) {
  const all = { black: "", white: "" };
  for (const [, count, piece] of text.matchAll(/(\d*)([a-zA-Z])/g)) {
    const player = piece === piece.toUpperCase() ? "black" : "white";
    all[player] += piece.toUpperCase().repeat(Number(count || 1));
  }
  for (const player of Object.keys(all)) all[player] = [...all[player]].sort().join("");
  return all;
}

export function told(sfen) {
  const [placement, side, hand] = sfen.split(" ");
  return { to_move: side === "b" ? "black" : "white", board: board(placement), hands: hands(hand) };
}

export const opponent = (player) => (player === "black" ? "white" : "black");
