/** Code shared by the adapters for chess: converts a FEN to the keys of the state. */

export const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/** Returns the occupied squares in the placement field of a FEN, in which `~` marks a promoted piece. */
export function board(placement) {
  const cells = {};
  placement.split("/").forEach((row, i) => {
    let file = 0;
    for (const sign of row) {
      if (sign >= "1" && sign <= "8") file += Number(sign);
      else if (sign !== "~") cells["abcdefgh"[file++] + (8 - i)] = sign;
    }
  });
  return cells;
}

/**
 * Converts a FEN to the keys of the state. `en_passant` is the same as in the FEN. The state contains
 * `pockets`, and the checks that each player still has to give, only if the FEN contains them.
 */
export function told(fen) {
  const [place, side, castling, enPassant, ...rest] = fen.split(" ");
  const [, placement, , pocket] = /^([^[]*)(\[(.*)\])?$/.exec(place);
  const checks = rest.length > 2 ? rest.shift() : undefined;
  const state = {
    to_move: side === "w" ? "white" : "black",
    board: board(placement),
    castling,
    en_passant: enPassant === "-" ? null : enPassant,
    halfmoves: Number(rest[0]),
    fullmoves: Number(rest[1]),
  };
  if (pocket !== undefined) {
    // If captured pieces return to the board, libraries disagree about which moves reset this counter.
    delete state.halfmoves;
    state.pockets = inHand(pocket);
  }
  if (checks !== undefined) {
    const [white, black] = checks.split("+").map(Number);
    state.checks = { white, black };
  }
  return state;
}

/** Returns the pieces in hand of each player, as capitals in the order that FEN uses. */
function inHand(text) {
  const of = (pieces) => [..."QRBNP"].flatMap((piece) => pieces.filter((p) => p === piece)).join("");
  const all = [...text];
  return {
    white: of(all.filter((p) => p === p.toUpperCase())),
    black: of(all.filter((p) => p !== p.toUpperCase()).map((p) => p.toUpperCase())),
  };
}

/** Returns a FEN after sorting its pieces in hand in the order that FEN uses. */
export function ordered(fen) {
  return fen.replace(/\[(.*?)\]/, (_, text) => {
    const { white, black } = inHand(text);
    return `[${white}${black.toLowerCase()}]`;
  });
}

/**
 * Whether a pawn of `side` attacks the square `cell` that a pawn has crossed, because it is next to that
 * pawn.
 */
export function pseudo(cells, cell, side) {
  const file = cell.charCodeAt(0);
  const rank = side === "white" ? 5 : 4;
  const pawn = side === "white" ? "P" : "p";
  return [file - 1, file + 1].some((f) => cells[String.fromCharCode(f) + rank] === pawn);
}

/**
 * Returns the square for the key `en_passant` according to the option `ep`. `always` is the square after each
 * double step, `legal` is the square that the library reports.
 */
export function enPassant(ep, { legal, always, cells, side }) {
  if (ep === "legal" || always === null) return ep === "legal" ? legal : null;
  return ep === "always" || pseudo(cells, always, side) ? always : null;
}

/** Returns a FEN after replacing the en passant square. */
export function withEnPassant(fen, cell) {
  const words = fen.split(" ");
  words[3] = cell ?? "-";
  return words.join(" ");
}

/**
 * Returns the castling rights as in X-FEN. `files` are the rights as in Shredder-FEN, which names each rook
 * by its file. X-FEN does this only if the player has another rook farther out.
 */
export function castling(files, cells) {
  const word = (letter) => {
    const white = letter === letter.toUpperCase();
    const [king, rook, rank] = white ? ["K", "R", "1"] : ["k", "r", "8"];
    const own = [..."abcdefgh"].find((file) => cells[file + rank] === king);
    const there = letter.toLowerCase();
    const outer = [..."abcdefgh"].filter((file) => (there > own ? file > there : file < there));
    if (own === undefined || outer.some((file) => cells[file + rank] === rook)) return letter;
    const side = there > own ? "k" : "q";
    return white ? side.toUpperCase() : side;
  };
  const order = (letters) => letters.sort().reverse().map(word).join("");
  if (files === "-") return files;
  return order([...files].filter((letter) => letter < "a")) + order([...files].filter((letter) => letter >= "a"));
}

export const opponent = (side) => (side === "white" ? "black" : "white");
