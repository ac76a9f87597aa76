import { opponent, told } from "../lib/shogi.js";
import { Illegal } from "../lib/serve.js";

export const about = {
  what: "shogi, by shogiops",
  npm: "shogiops",
  since: "0.10",
  more: "Repetition, impasse and the declaration of a win are not known to the adapters of shogi.",
};

/**
 * Returns functions that determine whether a piece can promote and whether it must. The file with these rules
 * has had its current name since 0.21.
 */
async function promotions(library) {
  const { module } = await library("shogiops/position/util").catch(() => library("shogiops/variant/util"));
  return { possible: module.pieceCanPromote("standard"), forced: module.pieceForcePromote("standard") };
}

export async function load({ library }) {
  const { module: sfen, version } = await library("shogiops/sfen");
  const { module: util } = await library("shogiops/util");
  const rules = await promotions(library);
  const { makeUsi, parseUsi } = util;
  let pos;
  let past;
  const set = (text) => sfen.parseSfen("standard", text, true);
  // Since 0.20, the library only reports whether there is a legal move.
  const stuck = () => (pos.isCheckmate ? pos.isCheckmate() || pos.isStalemate() : !pos.hasDests());

  function* legal() {
    const ctx = pos.ctx();
    for (const [from, dests] of pos.allMoveDests(ctx)) {
      const piece = pos.board.get(from);
      for (const to of dests) {
        if (!rules.forced(piece, to)) yield { from, to, promotion: false };
        if (rules.possible(piece, from, to)) yield { from, to, promotion: true };
      }
    }
    for (const [name, dests] of pos.allDropDests(ctx)) {
      const { role } = util.parsePieceName(name);
      for (const to of dests) yield { role, to };
    }
  }

  return {
    name: "shogiops",
    version,
    start() {
      pos = set(sfen.initialSfen("standard")).unwrap();
      past = [];
    },
    turn: () => (stuck() ? null : color()),
    play(colour, word) {
      const move = parseUsi(word);
      if (!move) throw new Illegal("not a move");
      if (!pos.isLegal(move)) throw new Illegal();
      past.push(pos.clone());
      pos.play(move);
    },
    undo() {
      pos = past.pop();
    },
    legal: () => (stuck() ? [] : [...legal()].map(makeUsi)),
    state() {
      const over = stuck();
      return {
        ...told(sfen.makeSfen(pos)),
        to_move: over ? null : color(),
        over,
        winner: over ? opponent(color()) : null,
        check: pos.isCheck(),
      };
    },
    position: () => sfen.makeSfen(pos),
    setup(text) {
      const next = set(text);
      if (next.isErr) throw new Illegal(next.error.message);
      pos = next.value;
      past = [];
    },
  };

  /** Converts the library's sente and gote to black and white. */
  function color() {
    return pos.turn === "sente" ? "black" : "white";
  }
}
