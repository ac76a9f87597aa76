import { opponent, told } from "../lib/shogi.js";
import { Illegal } from "../lib/serve.js";

export const about = {
  what: "shogi, by tsshogi",
  npm: "tsshogi",
  since: "1.0",
  more: "The library lists no moves: the adapter asks it about each move that there could be.",
};

const DROPS = "PLNSGBR";
const SQUARES = [..."123456789"].flatMap((file) => [..."abcdefghi"].map((rank) => file + rank));

export async function load({ library }) {
  const { module, version } = await library("tsshogi");
  const { Position, InitialPositionType } = module;
  let pos;
  let past;
  let listed;
  const begin = (position) => {
    pos = position;
    past = [];
    listed = undefined;
  };
  const player = () => pos.color;

  /** Returns the move with this text if the library considers it legal. */
  const valid = (word) => {
    const move = pos.createMoveByUSI(word);
    return move && pos.isValidMove(move) ? move : undefined;
  };

  const legal = () => {
    if (listed) return listed;
    const { board, hands } = told(pos.getSFEN(past.length + 1));
    const mine = player() === "black" ? /[A-Z]/ : /[a-z]/;
    listed = [];
    for (const [from, piece] of Object.entries(board)) {
      if (!mine.test(piece)) continue;
      for (const to of SQUARES) {
        for (const word of [from + to, `${from + to}+`]) if (valid(word)) listed.push(word);
      }
    }
    for (const piece of DROPS) {
      if (!hands[player()].includes(piece)) continue;
      for (const to of SQUARES) if (!board[to] && valid(`${piece}*${to}`)) listed.push(`${piece}*${to}`);
    }
    return listed;
  };
  const over = () => legal().length === 0;

  return {
    name: "tsshogi",
    version,
    start() {
      const position = new Position();
      position.reset(InitialPositionType.STANDARD);
      begin(position);
    },
    turn: () => (over() ? null : player()),
    play(colour, word) {
      const move = /^([1-9][a-i]|[A-Z]\*)[1-9][a-i]\+?$/.test(word) ? valid(word) : undefined;
      if (!move) throw new Illegal();
      past.push(pos.clone());
      pos.doMove(move);
      listed = undefined;
    },
    undo() {
      pos = past.pop();
      listed = undefined;
    },
    legal,
    state: () => ({
      ...told(pos.getSFEN(past.length + 1)),
      to_move: over() ? null : player(),
      over: over(),
      winner: over() ? opponent(player()) : null,
      check: pos.checked,
    }),
    setup(text) {
      const next = Position.newBySFEN(text);
      if (!next) throw new Illegal();
      begin(next);
    },
  };
}
