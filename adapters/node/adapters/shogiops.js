import { opponent, told } from "../lib/shogi.js";
import { Illegal } from "../lib/serve.js";

export const about = {
  what: "shogi, by shogiops",
  npm: "shogiops",
  more: "Repetition, impasse and the declaration of a win are not known to the adapters of shogi.",
};

export async function load({ library }) {
  const { module: lib, version } = await library("shogiops");
  const { module: util } = await library("shogiops/variant/util");
  const { makeUsi, parseUsi, sfen } = lib;
  let pos;
  let past;
  const set = (text) => sfen.parseSfen("standard", text, false);
  const stuck = () => pos.isCheckmate() || pos.isStalemate();

  function* legal() {
    const ctx = pos.ctx();
    for (const [from, dests] of pos.allMoveDests(ctx)) {
      const piece = pos.board.get(from);
      for (const to of dests) {
        if (!util.pieceForcePromote("standard")(piece, to)) yield { from, to, promotion: false };
        if (util.pieceCanPromote("standard")(piece, from, to)) yield { from, to, promotion: true };
      }
    }
    for (const [name, dests] of pos.allDropDests(ctx)) {
      const { role } = lib.parsePieceName(name);
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

  /** The library says sente and gote. */
  function color() {
    return pos.turn === "sente" ? "black" : "white";
  }
}
