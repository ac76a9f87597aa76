import { castling, enPassant, opponent, told, withEnPassant } from "../lib/chess.js";
import { DRAWS, Draws, insufficient, key } from "../lib/draws.js";
import { described } from "../lib/blame.js";
import { Illegal } from "../lib/serve.js";

const VARIANTS = ["chess", "chess960", "antichess", "horde"];

export const about = {
  what: "chess, antichess and horde, by kokopu",
  npm: "kokopu",
  since: "2.2",
  argument: "VARIANT",
  choices: VARIANTS,
  options: { ep: ["legal", "pseudo"], draws: DRAWS, promote: ["all", "queen"] },
  more: `The library does not count moves, so it reports no halfmoves, fullmoves or position; for draws the adapter
counts them. Before 3.0 it does not report insufficient material either.`,
};

export async function load({ values: [variant = "chess"], options, library }) {
  const { module, version, title } = await library("kokopu");
  const { Position, exception } = module;
  const usual = variant === "chess" || variant === "chess960";
  const chess960 = variant === "chess960";
  const draws = new Draws(options.draws);
  let pos;
  let past;
  let halfmoves;
  const kind = variant === "chess" ? "regular" : variant;
  // The usual first row has the number 518 in Chess960.
  const fresh = () => (chess960 ? new Position(kind, 518) : new Position(kind));
  const side = () => (pos.turn() === "w" ? "white" : "black");
  const allowed = (move) => options.promote === "all" || !move.isPromotion() || move.promotion() === "q";
  const cells = () => told(pos.fen()).board;
  const dead = () => usual && (pos.isDead ? pos.isDead() : insufficient(cells()));
  const over = () => !pos.hasMove() || draws.reached(dead, () => halfmoves);

  const cell = (file) => (file === "-" ? null : file + (pos.turn() === "w" ? 6 : 3));
  // Before 3.0, only the list of moves shows whether an en passant capture is legal.
  const legalCell = () => {
    if (pos.effectiveEnPassant) return cell(pos.effectiveEnPassant());
    return pos.moves().find((move) => move.isEnPassant())?.to() ?? null;
  };
  const now = () => key(withEnPassant(pos.fen(), legalCell()));
  const begin = (next, count) => {
    pos = next;
    halfmoves = count;
    past = [];
    draws.begin(now);
  };

  return {
    name: variant === "chess" ? "kokopu" : `kokopu ${variant}`,
    version,
    start: () => begin(fresh(), 0),
    turn: () => (over() ? null : side()),
    play(colour, text) {
      let move;
      try {
        move = pos.uci(text);
      } catch (error) {
        if (!(error instanceof exception.InvalidNotation)) throw error;
        throw new Illegal();
      }
      if (pos.uci(move, chess960) !== text) throw new Illegal("written in another way");
      if (!allowed(move)) throw new Illegal("only queens here");
      past.push({ pos: new Position(pos), halfmoves });
      halfmoves = move.isCapture() || move.movingPiece() === "p" ? 0 : halfmoves + 1;
      pos.play(move);
      draws.push(now);
    },
    undo() {
      ({ pos, halfmoves } = past.pop());
      draws.pop();
    },
    legal: () => (over() ? [] : pos.moves().filter(allowed).map((move) => pos.uci(move, chess960))),
    state() {
      const fen = told(pos.fen());
      const facts = { legal: legalCell(), always: cell(pos.enPassant()), cells: fen.board, side: side() };
      return {
        to_move: over() ? null : side(),
        over: over(),
        winner: pos.isCheckmate() ? winner() : null,
        board: fen.board,
        castling: chess960 ? castling(fen.castling, fen.board) : fen.castling,
        en_passant: enPassant(options.ep, facts),
        check: pos.isCheck(),
        ...(usual && pos.isDead && { insufficient: pos.isDead() }),
      };
    },
    setup(text) {
      const next = new Position(kind, "empty");
      let counters;
      try {
        counters = next.fen(text);
      } catch (error) {
        throw new Illegal(error instanceof exception.InvalidFEN ? error.message : `${title} threw ${described(error)}`);
      }
      if (!next.isLegal()) throw new Illegal("not a legal position");
      begin(next, counters.fiftyMoveClock);
    },
    show: () => pos.ascii(),
  };

  /** Returns the winner: in antichess the player to move, who has no moves left. */
  function winner() {
    return variant === "antichess" ? side() : opponent(side());
  }
}
