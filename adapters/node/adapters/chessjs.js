import { enPassant, opponent, told, withEnPassant } from "../lib/chess.js";
import { Illegal } from "../lib/serve.js";

export const about = {
  what: "chess, by chess.js",
  npm: "chess.js",
  options: { ep: ["legal", "pseudo", "always"], draws: ["none", "claim"], promote: ["all", "queen"] },
};

export async function load({ options, library }) {
  const { module, version } = await library("chess.js");
  const { Chess } = module;
  let chess = new Chess();

  const side = () => (chess.turn() === "w" ? "white" : "black");
  const word = (move) => move.from + move.to + (move.promotion ?? "");
  const allowed = (promotion) => options.promote === "all" || !promotion || promotion === "q";
  const over = () =>
    chess.isCheckmate() ||
    chess.isStalemate() ||
    (options.draws === "claim" &&
      (chess.isInsufficientMaterial() || chess.isThreefoldRepetition() || chess.isDrawByFiftyMoves()));
  const cell = (fen) => {
    const legal = told(fen);
    const { en_passant } = told(chess.fen({ forceEnpassantSquare: true }));
    const facts = { legal: legal.en_passant, always: en_passant, cells: legal.board, side: legal.to_move };
    return enPassant(options.ep, facts);
  };

  return {
    name: "chess.js",
    version,
    start() {
      chess = new Chess();
    },
    turn: () => (over() ? null : side()),
    play(colour, move) {
      const [, from, to, promotion] = /^([a-h][1-8])([a-h][1-8])([a-z]?)$/.exec(move) ?? [];
      if (!from) throw new Illegal("not a move");
      if (!allowed(promotion)) throw new Illegal("only queens here");
      let played;
      try {
        played = chess.move(promotion ? { from, to, promotion } : { from, to });
      } catch (error) {
        // The library says so of every move that is not legal.
        if (!/^Invalid move/.test(error.message)) throw error;
        throw new Illegal();
      }
      // The library passes over the promotion of a move that has none.
      if (word(played) !== move) {
        chess.undo();
        throw new Illegal();
      }
    },
    undo() {
      chess.undo();
    },
    legal: () =>
      over() ? [] : chess.moves({ verbose: true }).filter((move) => allowed(move.promotion)).map(word),
    state() {
      const fen = chess.fen();
      const end = over();
      return {
        ...told(fen),
        to_move: end ? null : side(),
        over: end,
        winner: chess.isCheckmate() ? opponent(side()) : null,
        en_passant: cell(fen),
        check: chess.isCheck(),
        insufficient: chess.isInsufficientMaterial(),
      };
    },
    position() {
      const fen = chess.fen();
      return options.ep === "legal" ? fen : withEnPassant(fen, cell(fen));
    },
    setup(text) {
      let next;
      try {
        next = new Chess(text);
      } catch (error) {
        throw new Illegal(error.message);
      }
      chess = next;
    },
    show: () => chess.ascii(),
    ...(options.draws === "none" && options.promote === "all" && { perft: (depth) => chess.perft(depth) }),
  };
}
