import { Illegal } from "../lib/serve.js";
import { Usage } from "../lib/library.js";

export const about = {
  what: "any game made with boardgame.io",
  npm: "boardgame.io",
  since: "0.45",
  argument: "FILE.js[#EXPORT]",
  needs: true,
  file: true,
  options: { players: ["2", "1", "3", "4", "5", "6", "7", "8"] },
  more: `The file exports the game object as "game" or as default. Its ai.enumerate(G, ctx, playerID) lists the moves.
A move is a word such as clickCell:4, an event one such as event:endTurn. The state is G and what ctx tells.
A game can say otherwise in the key "bustan": { players: ["x", "o"], word: (move, args) => text,
state: (G, ctx) => object }.`,
};

/** Returns the text of a move and its arguments: strings and numbers unchanged, any other value as JSON. */
function plain(move, args) {
  const words = args.map((arg) => (/^(string|number)$/.test(typeof arg) ? String(arg) : JSON.stringify(arg)));
  return words.length === 0 ? move : `${move}:${words.join(",")}`;
}

export async function load({ values: [place], options, library, exported }) {
  // Otherwise the library logs each move that it refuses.
  process.env.NODE_ENV ??= "production";
  const { module, version } = await library("boardgame.io/internal");
  const given = await exported(place, ["game", "default"]);
  if (typeof given?.ai?.enumerate !== "function") throw new Usage(`the game of ${place} has no ai.enumerate`);
  const own = given.bustan ?? {};
  // With a random seed, the dice would differ between games.
  const game = module.ProcessGameConfig({ seed: "bustan", ...given });
  const reduce = module.CreateGameReducer({ game });
  const name = (id) => own.players?.[Number(id)] ?? id;
  let past;
  const now = () => past.at(-1);
  const over = () => now().ctx.gameover !== undefined;

  /** Returns the current player, or the first active player if the current player is not active. */
  const player = () => {
    const { activePlayers, currentPlayer } = now().ctx;
    if (!activePlayers || currentPlayer in activePlayers) return currentPlayer;
    return Object.keys(activePlayers).sort()[0];
  };

  /** Returns the moves that the game enumerates, keyed by their texts. */
  const listed = () => {
    const { G, ctx } = now();
    const all = over() ? [] : given.ai.enumerate(G, ctx, player());
    return new Map(
      all.map((item) => {
        const args = item.args ?? item.payload?.args ?? [];
        if (item.event) return [`event:${plain(item.event, args)}`, action("GAME_EVENT", item.event, args)];
        const move = item.move ?? item.payload?.type;
        return [(own.word ?? ((move, args) => plain(move, args)))(move, args), action("MAKE_MOVE", move, args)];
      }),
    );
  };
  const action = (type, move, args) => ({ type, payload: { type: move, args, playerID: player() } });

  /** Parses a move that the game does not enumerate, so that the game itself can judge it. */
  const read = (word) => {
    if (own.word) throw new Illegal("not enumerated");
    const [, move, text] = /^([^:]+)(?::(.*))?$/.exec(word) ?? [];
    if (!game.moveNames.includes(move)) throw new Illegal("not a move");
    try {
      return action("MAKE_MOVE", move, text === undefined ? [] : JSON.parse(`[${text}]`));
    } catch {
      return action("MAKE_MOVE", move, text.split(","));
    }
  };

  /** Returns the winner that the game reports. A result in any other form is only in `gameover`. */
  const winner = (end) => {
    if (end === undefined) return { winner: null };
    if (end === null || typeof end !== "object") return {};
    if ("winner" in end) return { winner: end.winner === undefined || end.winner === null ? null : name(String(end.winner)) };
    return end.draw === true ? { winner: null } : {};
  };

  return {
    name: given.name ?? "boardgame.io",
    version,
    start() {
      past = [module.InitializeGame({ game, numPlayers: Number(options.players) })];
    },
    turn: () => (over() ? null : name(player())),
    play(colour, word) {
      const next = reduce(now(), listed().get(word) ?? read(word));
      if (next.transients?.error) throw new Illegal(next.transients.error.type.split("/").at(-1).replaceAll("_", "-"));
      past.push(next);
    },
    undo() {
      past.pop();
    },
    legal: () => [...listed().keys()],
    state() {
      const { G, ctx } = now();
      const { gameover } = ctx;
      const told = { to_move: over() ? null : name(player()), over: over(), ...winner(gameover) };
      if (own.state) return { ...told, ...own.state(G, ctx) };
      const { turn, phase, activePlayers } = ctx;
      return { ...told, G, turn, phase, activePlayers, gameover: gameover ?? null };
    },
  };
}
