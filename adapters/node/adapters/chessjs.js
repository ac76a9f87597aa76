import { enPassant, opponent, told, withEnPassant } from "../lib/chess.js";
import { DRAWS, Draws, key } from "../lib/draws.js";
import { described } from "../lib/blame.js";
import { Usage } from "../lib/library.js";
import { Illegal } from "../lib/serve.js";

export const about = {
  what: "chess, by chess.js",
  npm: "chess.js",
  since: "0.10.3",
  options: { ep: ["legal", "pseudo", "always"], draws: DRAWS, promote: ["all", "queen"] },
  more: `With draws=claim the library itself reports the third repetition since 1.0.0-beta.1; the adapter counts the
rest. Before chess.js 1.4 only ep=legal can be had, except for releases before 1.0.0-beta.1, whose FEN names the square
of en passant after every double step.`,
};

/**
 * A position in which a double step allows no legal en passant capture because the pawn is pinned, and that
 * double step.
 */
const PINNED = { fen: "8/8/8/8/R2p1k2/8/4P3/4K3 w - - 0 1", from: "e2", to: "e4" };

/**
 * Determines whether the FEN of the installed release contains the en passant square after every double step
 * by default, and whether it also does so, on request, without a legal capture.
 */
function conventions(Chess) {
  const named = (chess, ...asked) => told(chess.fen(...asked)).en_passant !== null;
  const chess = new Chess();
  chess.move({ from: "e2", to: "e4" });
  const pinned = new Chess(PINNED.fen);
  pinned.move(PINNED);
  return { every: named(chess), asked: named(pinned, { forceEnpassantSquare: true }) };
}

export async function load({ options, library }) {
  const { module, version, title } = await library("chess.js");
  const { Chess } = module;
  const { every, asked } = conventions(Chess);
  if (options.ep !== "legal" && !asked) {
    throw new Usage(`chess.js needs another release for ep=${options.ep}: the FEN of ${title} names only squares of legal captures`);
  }
  const draws = new Draws(options.draws);
  let chess;

  // The first name is used since 1.0, the second one in earlier releases.
  const ask = (name, before) => (chess[name] ? chess[name]() : chess[before]());
  const isCheckmate = () => ask("isCheckmate", "in_checkmate");
  const isInsufficient = () => ask("isInsufficientMaterial", "insufficient_material");
  const side = () => (chess.turn() === "w" ? "white" : "black");
  const word = (move) => move.from + move.to + (move.promotion ?? "");
  const allowed = (promotion) => options.promote === "all" || !promotion || promotion === "q";
  const moves = () => chess.moves({ verbose: true });

  // If the FEN contains the square of every double step, the library does not recognise repetitions.
  const drawn = () =>
    (options.draws === "claim" && !every && chess.isThreefoldRepetition()) ||
    draws.reached(isInsufficient, () => told(chess.fen()).halfmoves);
  const over = () => isCheckmate() || ask("isStalemate", "in_stalemate") || drawn();

  const legalCell = (fen) => {
    if (!every) return told(fen).en_passant;
    return moves().find((move) => move.flags.includes("e"))?.to ?? null;
  };
  const cell = (fen) => {
    const { en_passant: always } = told(every ? fen : chess.fen({ forceEnpassantSquare: true }));
    return enPassant(options.ep, { legal: legalCell(fen), always, cells: told(fen).board, side: side() });
  };
  const position = () => {
    const fen = chess.fen();
    return options.ep === "legal" && !every ? fen : withEnPassant(fen, cell(fen));
  };
  const now = () => {
    const fen = chess.fen();
    return key(withEnPassant(fen, legalCell(fen)));
  };
  const begin = (next) => {
    chess = next;
    draws.begin(now);
  };

  /** Plays a move. Returns the move as the library reports it, or nothing if the library refuses it. */
  const played = (from, to, promotion) => {
    try {
      return chess.move(promotion ? { from, to, promotion } : { from, to });
    } catch (error) {
      // The library throws this error for every illegal move. Before 1.0 it returned null.
      if (!/^Invalid move/.test(error.message)) throw error;
      return null;
    }
  };

  return {
    name: "chess.js",
    version,
    start: () => begin(new Chess()),
    turn: () => (over() ? null : side()),
    play(colour, move) {
      const [, from, to, promotion] = /^([a-h][1-8])([a-h][1-8])([a-z]?)$/.exec(move) ?? [];
      if (!from) throw new Illegal("not a move");
      if (!allowed(promotion)) throw new Illegal("only queens here");
      const made = played(from, to, promotion);
      if (!made) throw new Illegal();
      // The library ignores a promotion piece in a move that does not promote.
      if (word(made) !== move) {
        chess.undo();
        throw new Illegal();
      }
      draws.push(now);
    },
    undo() {
      chess.undo();
      draws.pop();
    },
    legal: () => (over() ? [] : moves().filter((move) => allowed(move.promotion)).map(word)),
    state() {
      const fen = position();
      const end = over();
      return {
        ...told(fen),
        to_move: end ? null : side(),
        over: end,
        winner: isCheckmate() ? opponent(side()) : null,
        check: ask("isCheck", "in_check"),
        insufficient: isInsufficient(),
      };
    },
    position,
    setup: (text) => begin(read(text)),
    show: () => chess.ascii(),
    ...(options.draws === "none" && options.promote === "all" && { perft: (depth) => chess.perft(depth) }),
  };

  /**
   * Begins a game at a position. Before 1.0 the library set up as much of an invalid FEN as possible, without
   * an error.
   */
  function read(text) {
    const check = chess.validate_fen ?? (every ? module.validateFen : undefined);
    const { valid, ok, error } = check ? check(text) : { ok: true };
    if (!valid && !ok) throw new Illegal(error);
    try {
      return new Chess(text);
    } catch (thrown) {
      if (/^Invalid FEN/.test(thrown?.message)) throw new Illegal(thrown.message);
      throw new Illegal(`${title} threw ${described(thrown)}`);
    }
  }
}
