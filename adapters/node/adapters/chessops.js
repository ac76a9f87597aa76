import { enPassant, ordered, told, withEnPassant } from "../lib/chess.js";
import { DRAWS, Draws, key } from "../lib/draws.js";
import { Illegal } from "../lib/serve.js";

const RULES = {
  chess: "chess",
  chess960: "chess",
  crazyhouse: "crazyhouse",
  atomic: "atomic",
  antichess: "antichess",
  "3check": "3check",
  kingofthehill: "kingofthehill",
  horde: "horde",
  racingkings: "racingkings",
};

export const about = {
  what: "chess and its variants, by chessops",
  npm: "chessops",
  since: "0.10",
  argument: "VARIANT",
  choices: Object.keys(RULES),
  options: { ep: ["legal", "pseudo", "always"], draws: DRAWS, promote: ["all", "queen"] },
  more: `chess960 begins as chess does; other positions come with bustan-setup, in X-FEN or Shredder-FEN. With draws the
library reports insufficient material by the rules of the variant, and the adapter counts the rest.`,
};

export async function load({ values: [variant = "chess"], options, library }) {
  const { module: lib, version } = await library("chessops");
  const { module: fen } = await library("chessops/fen");
  const { module: rules } = await library("chessops/variant");
  const { module: chess } = await library("chessops/chess");
  const { module: util } = await library("chessops/util");
  const { makeUci, parseUci, makeSquare } = lib;
  let pos;
  let past;

  const draws = new Draws(options.draws);

  // In crazyhouse the library counts halfmoves, but no rule ends the game because of them.
  const halfmoves = () => (pos.pockets ? 0 : pos.halfmoves);
  const over = () =>
    pos.isVariantEnd() || !pos.hasDests() || draws.reached(() => pos.isInsufficientMaterial(), halfmoves);
  const roles = ["queen", ...(options.promote === "all" ? ["rook", "bishop", "knight"] : [])];
  if (RULES[variant] === "antichess" && options.promote === "all") roles.push("king");

  // In the library, castling moves the king to the square of the rook; in UCI, to the king's target. Until
  // 0.10, `castlingSide` was a method of the position.
  const castlingSide = (move) => (pos.castlingSide ? pos.castlingSide(move) : chess.castlingSide(pos, move));
  const word = (move) => {
    const side = variant === "chess960" ? undefined : castlingSide(move);
    const rook = side && pos.castles.rook[pos.turn][side];
    if (rook === move.to) return makeUci({ from: move.from, to: util.kingCastlesTo(pos.turn, side) });
    return makeUci(move);
  };

  function* legal() {
    const ctx = pos.ctx();
    for (const [from, dests] of pos.allDests(ctx)) {
      for (const to of dests) {
        if (pos.board.pawn.has(from) && (to < 8 || to >= 56)) {
          for (const promotion of roles) yield { from, to, promotion };
        } else {
          yield { from, to };
        }
      }
    }
    if (!pos.pockets) return;
    const dests = pos.dropDests(ctx);
    for (const role of ["pawn", "knight", "bishop", "rook", "queen"]) {
      for (const to of dests) if (pos.isLegal({ role, to }, ctx)) yield { role, to };
    }
  }

  const text = (ep = options.ep) => {
    // In the library's setup, the counters are limited to 150 and 9999.
    const setup = { ...pos.toSetup(), halfmoves: halfmoves(), fullmoves: pos.fullmoves };
    const always = pos.epSquare === undefined ? null : makeSquare(pos.epSquare);
    const legal = setup.epSquare === undefined ? null : makeSquare(setup.epSquare);
    // Before 0.11, promoted pieces were marked only on request.
    const plain = ordered(fen.makeFen(setup, { promoted: pos.pockets !== undefined }));
    const { board: cells } = told(plain);
    return withEnPassant(plain, enPassant(ep, { legal, always, cells, side: pos.turn }));
  };

  const now = () => key(text("legal"));
  const begin = (next) => {
    pos = next;
    past = [];
    draws.begin(now);
  };

  return {
    name: variant === "chess" ? "chessops" : `chessops ${variant}`,
    version,
    start: () => begin(rules.defaultPosition(RULES[variant])),
    turn: () => (over() ? null : pos.turn),
    play(colour, text) {
      const move = parseUci(text);
      if (!move) throw new Illegal("not a move");
      if (!pos.isLegal(move)) throw new Illegal();
      if (word(move) !== text) throw new Illegal("written in another way");
      if (options.promote === "queen" && move.promotion && move.promotion !== "queen") throw new Illegal("only queens here");
      past.push(pos.clone());
      pos.play(move);
      draws.push(now);
    },
    undo() {
      pos = past.pop();
      draws.pop();
    },
    legal: () => (over() ? [] : [...legal()].map(word)),
    state() {
      const end = over();
      return {
        ...told(text()),
        to_move: end ? null : pos.turn,
        over: end,
        winner: pos.outcome()?.winner ?? null,
        check: pos.isCheck(),
        insufficient: pos.isInsufficientMaterial(),
      };
    },
    position: () => text(),
    setup(text) {
      const next = fen.parseFen(text).chain((setup) => rules.setupPosition(RULES[variant], setup));
      if (next.isErr) throw new Illegal(next.error.message);
      begin(next.value);
    },
  };
}
