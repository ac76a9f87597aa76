import { Illegal } from "../lib/serve.js";
import { Usage } from "../lib/library.js";
import { vertex } from "../lib/go.js";

/** The only registry on which the library is published. */
const GITHUB = "https://npm.pkg.github.com";

export const about = {
  what: "the games of AbstractPlay that list their moves, by @abstractplay/gameslib",
  npm: "@abstractplay/gameslib",
  install: `npm install @abstractplay/gameslib --@abstractplay:registry=${GITHUB}, after npm login --registry=${GITHUB}`,
  argument: "GAME[:VARIANT]...",
  needs: true,
  options: { list: ["valid", "moves"], players: ["least", "2", "3", "4", "5", "6"] },
  more: `GAME is the name that the library itself uses, such as margo, go, reversi, amazons; a wrong name lists them.
Moves are those of moves(); with list=valid only those of them that validateMove() takes, since moves() may pass over
costly rules such as superko. boardsize N chooses the variant size-N. What the library draws by lot is the same in
each game. Margo, go and reversi use the words and keys of other engines, the rest those of the library, with the
players 1, 2, ...`,
};

/** Returns the column of a cell such as d3, from 0, and its row as the library counts, from the lower edge. */
function split(cell) {
  const [, letters, row] = /^([a-z]+)(\d+)$/.exec(cell);
  return [[...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 96, 0) - 1, Number(row)];
}

/**
 * The games that other engines have, too. For each game: the size without a variant, the players, the moves
 * before the actual game, the variants on the same board, and functions that convert the library's moves and
 * cells to the usual names.
 */
const KNOWN = {
  margo: {
    size: 7,
    players: ["white", "black"],
    word: (move) => move.replace(/^\d+/, "").toUpperCase(),
    cell: (cell) => cell.replace(/^(\d+)(.*)$/, (_, level, point) => `${point.toUpperCase()}:${level - 1}`),
    more: ({ pieceCount: [white, black] }) => ({ scores: { white, black } }),
  },
  go: {
    size: 19,
    players: ["black", "white"],
    // The first player offers a komi of 0, and the second player chooses to play second.
    opening: ["0", "play-second"],
    rules: ["positional"],
    word: (move, size) => (move === "pass" ? move : stone(move, size)),
    cell: stone,
  },
  reversi: {
    size: 8,
    players: ["black", "white"],
    // In the library a1 is at the lower left, and the board begins upside down: names are the usual ones.
    word: (move) => move,
    cell: (cell) => cell,
    more: ({ board }) => ({ scores: { black: count(board, 1), white: count(board, 2) } }),
  },
};

function stone(cell, size) {
  const [x, row] = split(cell);
  return vertex(x, size - row, size);
}

const count = (board, player) => [...board.values()].filter((content) => content === player).length;

/** Converts maps and sets of the library to JSON values. The order in which they were filled is irrelevant. */
function plain(value) {
  if (value instanceof Map) return Object.fromEntries([...value].map(([key, content]) => [key, plain(content)]));
  if (value instanceof Set) return [...value].map(plain).sort();
  if (Array.isArray(value)) return value.map(plain);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, content]) => [key, plain(content)]));
}

/** Returns a generator of random numbers with the given seed. */
function random(seed) {
  let state = seed + 1;
  for (let i = 0; i < 8; i++) state = (state * 48271) % 2147483647;
  return () => (state = (state * 48271) % 2147483647) / 2147483647;
}

export async function load({ values: [place], options, library }) {
  const { module, version } = await library("@abstractplay/gameslib");
  module.addResource("en");
  const [uid, ...variants] = place.split(":");
  const info = module.gameinfo.get(uid);
  const flags = info?.flags ?? [];
  if (!info) {
    const all = [...module.gameinfo].filter(([, { flags = [] }]) => !flags.some(unfit)).map(([name]) => name);
    throw new Usage(`AbstractPlay has no game ${uid}; it has ${all.sort().join(", ")}`);
  }
  if (flags.includes("no-moves")) throw new Usage(`AbstractPlay lists no moves of ${uid}`);
  if (flags.includes("simultaneous")) throw new Usage(`${uid} is played by all at once; Bustan plays turn by turn`);
  const choice = (info.variants ?? []).map((variant) => variant.uid).filter((name) => !name.startsWith("#"));
  for (const variant of variants) {
    if (choice.includes(variant)) continue;
    throw new Usage(`${uid} does not know the variant ${variant || "without a name"}; it knows ${choice.join(", ") || "none"}`);
  }
  const counts = [...info.playercounts].sort((a, b) => a - b);
  const players = options.players === "least" ? counts[0] : Number(options.players);
  if (!counts.includes(players)) throw new Usage(`${uid} is played by ${counts.join(" or ")}, not by ${players}`);

  // On the boards of other variants, the names that other engines use have no meaning.
  const same = (variant) => /^size-\d+$/.test(variant) || KNOWN[uid].rules?.includes(variant);
  const known = KNOWN[uid] && variants.every(same) ? KNOWN[uid] : {};
  const { opening = [], word = (move) => move.replace(/\s+/g, "") } = known;
  let size = Number(/size-(\d+)/.exec(variants.join(" "))?.[1] ?? known.size);
  let game;
  let listed;
  // The number of states that the library had stored before each move, because a move may add several.
  let kept;
  const name = (player) => known.players?.[player - 1] ?? String(player);
  const valid = (move) => {
    const { valid, complete } = game.validateMove?.(move) ?? { valid: true };
    return valid && complete !== -1;
  };

  /** Returns the moves that the library lists, keyed by their texts. */
  const moves = () => {
    if (listed) return listed;
    let all = game.gameover ? [] : game.moves();
    if (options.list === "valid") all = all.filter(valid);
    return (listed = new Map(all.map((move) => [word(move, size), move])));
  };

  const make = (move, known) => {
    const before = game.stack.length;
    Math.random = random(before);
    try {
      game.move(move);
      kept.push(before);
    } catch (error) {
      // For a text that is not a move, the library may throw any kind of error.
      if (known && error?.name !== "UserFacingError") throw error;
      game.load();
      throw new Illegal((error.client ?? error.message).split("\n")[0]);
    } finally {
      listed = undefined;
    }
  };

  const start = () => {
    Math.random = random(0);
    game = module.GameFactory(uid, counts.length > 1 ? players : undefined, variants);
    kept = [];
    for (const move of opening) make(move, true);
    listed = undefined;
  };
  start();
  if (![...moves().values()].some(valid)) throw new Usage(`AbstractPlay lists no moves of ${uid} at its start`);

  return {
    name: `AbstractPlay ${place}`,
    version,
    boardsize(words) {
      const named = /^\d+$/.test(words[0]) && words.length === 1 ? `size-${Number(words[0])}` : "";
      if (named !== `size-${known.size}` && !choice.includes(named)) return false;
      const others = variants.filter((variant) => !/^size-\d+$/.test(variant));
      variants.splice(0, Infinity, ...others, ...(choice.includes(named) ? [named] : []));
      size = Number(words[0]);
      return true;
    },
    start,
    turn: () => (game.gameover ? null : name(game.currplayer)),
    play(colour, text) {
      const move = moves().get(text);
      if (move === undefined && known.word) throw new Illegal("not listed");
      make(move ?? text, move !== undefined);
    },
    undo() {
      const before = kept.pop();
      while (game.stack.length > before) game.undo();
      game.gameover = false;
      game.winner = [];
      game.load();
      listed = undefined;
    },
    legal: () => moves().keys(),
    state() {
      const { gameover, winner, currplayer } = game;
      const told = {
        to_move: gameover ? null : name(currplayer),
        over: gameover,
        winner: gameover && winner.length === 1 ? name(winner[0]) : null,
      };
      if (known.cell) {
        const board = [...game.board].map(([cell, player]) => [known.cell(cell, size), name(player)]);
        return { ...told, size, board: Object.fromEntries(board), ...known.more?.(game) };
      }
      const { _version, _results, _timestamp, lastmove, currplayer: player, ...rest } = game.stack.at(-1);
      return { ...told, ...plain(rest) };
    },
  };
}

/** Whether a flag means that a game cannot be played over the protocol. */
const unfit = (flag) => flag === "no-moves" || flag === "simultaneous";
