/** The rules forbid the move. The reason is one word, or a few. */
export class Illegal extends Error {
  constructor(reason?: string);
}

/** A rule engine. What it leaves out is not compared. */
export interface Engine {
  name?: string;
  version?: string;
  /** Begins a new game. It is called before anything else. */
  start(): void;
  /** Plays a move. To refuse it, returns false or the reason, or throws `Illegal`; the position is then as before. */
  play(colour: string, word: string): void | boolean | string;
  /** Takes the last move back. */
  undo?(): void;
  /**
   * The player to move; null when the game is over. Without it, `to_move` and `over` of the state report
   * this.
   */
  turn?(): string | null;
  /** The words of all legal moves, in any order; none when the game is over. */
  legal?(): Iterable<string>;
  /** What is compared after every move. */
  state?(): { to_move?: string | null; over?: boolean; winner?: string | null; [key: string]: unknown };
  /** The position as a text that `setup` reads. */
  position?(): string;
  /** Begins at a position. Refuses it as `play` refuses a move. */
  setup?(text: string): void | boolean | string;
  /** Takes the words that follow `boardsize`; returns false if there is no such size. `start` follows. */
  boardsize?(words: string[]): void | boolean;
  /** The board for people to read. */
  show?(): string;
  /**
   * The number of sequences of `depth` legal moves. If it throws `Illegal`, because `play` refuses a move that `legal`
   * lists, the answer names the move.
   */
  perft?(depth: number): number | bigint;
  /** The result as in GTP: `B+3`, `0`. */
  score?(): string;
}

/** The engine of a ready adapter, as on the command line: `await adapter("chess.js", "ep=always")`. */
export function adapter(name: string, ...words: string[]): Promise<Engine>;

export interface Serving {
  input?: NodeJS.ReadableStream;
  output?: NodeJS.WritableStream;
  /**
   * Returns one line that names the culprit of an error that is not `Illegal`. Such an error ends the process
   * with exit code 1.
   */
  blame?: (error: unknown) => string;
}

/** Speaks the protocol with an engine, on standard input and output by default. */
export function serve(engine: Engine, options?: Serving): void;

export interface Agreement {
  /** The game, if Bustan knows it; `theirs` may then be "reference" or "fast". By default "any". */
  game?: string;
  /** The number of games to play. */
  games?: number;
  /** The seconds to play; 3 by default, unless `games` is set. */
  seconds?: number;
  seed?: number;
  /** The most seconds to spend on shortening the game that shows a difference; 10 by default. */
  shrinkSeconds?: number;
  size?: number | string;
  /** Signatures of differences to ignore. */
  accept?: string[];
  /** Further arguments of `bustan check`. */
  args?: string[];
  /** A folder for the files about findings. They are not kept without one. */
  out?: string;
}

/**
 * Fails with an AssertionError if the engines differ in some game; its message has the short game. An engine
 * is a command line, or the URL of a module that exports one, with the name of the export after a #.
 */
export function assertAgrees(mine: string | URL, theirs: string | URL, options?: Agreement): Promise<void>;
