import { enPassant, opponent, told } from "../lib/chess.js";
import { Illegal } from "../lib/serve.js";

const VARIANTS = ["chess", "chess960", "antichess", "horde"];

export const about = {
  what: "chess, antichess and horde, by kokopu",
  npm: "kokopu",
  argument: "VARIANT",
  choices: VARIANTS,
  options: { ep: ["legal", "pseudo"], draws: ["none"], promote: ["all", "queen"] },
  more: "The library does not count moves, so it tells no halfmoves, no fullmoves and no position.",
};

export async function load({ values: [variant = "chess"], options, library }) {
  const { module, version } = await library("kokopu");
  const { Position } = module;
  const usual = variant === "chess" || variant === "chess960";
  const chess960 = variant === "chess960";
  let pos;
  let past;
  const kind = variant === "chess" ? "regular" : variant;
  // 518 is the number of the usual first row among those of Chess960.
  const fresh = () => (chess960 ? new Position(kind, 518) : new Position(kind));
  const side = () => (pos.turn() === "w" ? "white" : "black");
  const allowed = (move) => options.promote === "all" || !move.isPromotion() || move.promotion() === "q";
  const over = () => !pos.hasMove();

  const enPassantNow = (cells) => {
    const cell = (file) => (file === "-" ? null : file + (pos.turn() === "w" ? 6 : 3));
    const facts = { legal: cell(pos.effectiveEnPassant()), always: cell(pos.enPassant()), cells, side: side() };
    return enPassant(options.ep, facts);
  };

  return {
    name: variant === "chess" ? "kokopu" : `kokopu ${variant}`,
    version,
    start() {
      pos = fresh();
      past = [];
    },
    turn: () => (over() ? null : side()),
    play(colour, text) {
      let move;
      try {
        move = pos.uci(text);
      } catch (error) {
        if (error?.name !== "InvalidNotation" && !(error instanceof module.exception.InvalidNotation)) throw error;
        throw new Illegal();
      }
      if (pos.uci(move, chess960) !== text) throw new Illegal("written in another way");
      if (!allowed(move)) throw new Illegal("only queens here");
      past.push(new Position(pos));
      pos.play(move);
    },
    undo() {
      pos = past.pop();
    },
    legal: () => pos.moves().filter(allowed).map((move) => pos.uci(move, chess960)),
    state() {
      const { board, castling } = told(pos.fen({ regularFENIfPossible: true }));
      return {
        to_move: over() ? null : side(),
        over: over(),
        winner: pos.isCheckmate() ? winner() : null,
        board,
        castling,
        en_passant: enPassantNow(board),
        check: pos.isCheck(),
        ...(usual && { insufficient: pos.isDead() }),
      };
    },
    setup(text) {
      try {
        const position = new Position(kind, text);
        if (!position.isLegal()) throw new Illegal("not a legal position");
        pos = position;
      } catch (error) {
        if (!(error instanceof module.exception.InvalidFEN)) throw error;
        throw new Illegal(error.message);
      }
      past = [];
    },
    show: () => pos.ascii(),
  };

  /** Who has won: in antichess the player on turn, who is left without moves. */
  function winner() {
    return variant === "antichess" ? side() : opponent(side());
  }
}
