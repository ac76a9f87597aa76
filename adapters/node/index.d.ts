/** The move is illegal. The reason consists of one word or a few words. */
export class Illegal extends Error {
  constructor(reason?: string);
}

/** A rule engine. Parts that it does not implement are not compared. */
export interface Engine {
  name?: string;
  version?: string;
  /** Begins a new game. It is called before any other method. */
  start(): void;
  /**
   * Plays a move. To refuse it, returns false or the reason, or throws `Illegal`; the position must not
   * change then.
   */
  play(colour: string, word: string): void | boolean | string;
  /** Takes back the last move. */
  undo?(): void;
  /**
   * Returns the player to move; null when the game is over. Without this method, `to_move` and `over` in the
   * state are used.
   */
  turn?(): string | null;
  /** Returns all legal moves, in any order; none when the game is over. */
  legal?(): Iterable<string>;
  /** Returns the values that are compared after every move. */
  state?(): { to_move?: string | null; over?: boolean; winner?: string | null; [key: string]: unknown };
  /** Returns the position as a text that `setup` accepts. */
  position?(): string;
  /** Begins a game at a position. To refuse it, does the same as `play`. */
  setup?(text: string): void | boolean | string;
  /**
   * Sets the size of the board to the arguments of `boardsize`. Returns false if there is no such size.
   * `start` follows.
   */
  boardsize?(words: string[]): void | boolean;
  /** Returns the board in human-readable form. */
  show?(): string;
  /**
   * Returns the number of sequences of `depth` legal moves. If it throws `Illegal`, because `play` refuses a
   * move that `legal` lists, the response names that move.
   */
  perft?(depth: number): number | bigint;
  /** Returns the result as in GTP: `B+3`, `0`. */
  score?(): string;
}

/**
 * Makes the engine of a ready adapter from the arguments of its command line:
 * `await adapter("chess.js", "ep=always")`.
 */
export function adapter(name: string, ...words: string[]): Promise<Engine>;

export interface Serving {
  input?: NodeJS.ReadableStream;
  output?: NodeJS.WritableStream;
  /**
   * Returns one line that names the origin of an error that is not `Illegal`. Such an error ends the process
   * with exit code 1.
   */
  blame?: (error: unknown) => string;
}

/** Serves an engine over the protocol, by default on standard input and output. */
export function serve(engine: Engine, options?: Serving): void;

export interface Agreement {
  /** The game, if Bustan supports it; `theirs` may then be "reference" or "fast". The default is "any". */
  game?: string;
  /** The number of games to play. */
  games?: number;
  /** The number of seconds to play. The default is 3, unless `games` is set. */
  seconds?: number;
  seed?: number;
  /** The maximum number of seconds to spend on shrinking the game of a difference. The default is 10. */
  shrinkSeconds?: number;
  size?: number | string;
  /** The signatures of differences to ignore. */
  accept?: string[];
  /** Additional arguments of `bustan check`. */
  args?: string[];
  /** The folder for the files of findings. Without it, they are deleted. */
  out?: string;
}

/**
 * Fails with an AssertionError if the engines differ in any game. The message contains the shrunk game. An
 * engine is a command line, or the URL of a module that exports an engine, with the name of the export after
 * a #.
 */
export function assertAgrees(mine: string | URL, theirs: string | URL, options?: Agreement): Promise<void>;
