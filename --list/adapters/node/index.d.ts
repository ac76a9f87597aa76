/** The rules forbid the move. The reason is one word, or a few. */
export class Illegal extends Error {
  constructor(reason?: string);
}

/** A rule engine. Whatever it leaves out is not compared. */
export interface Engine {
  name?: string;
  version?: string;
  /** Begins a new game. It is called before anything else. */
  start(): void;
  /** Plays a move. To refuse it, returns false or the reason, or throws `Illegal`; the position is then as before. */
  play(colour: string, word: string): void | boolean | string;
  /** Takes the last move back. */
  undo?(): void;
  /** The player on turn; null when the game is over. Without it `to_move` and `over` of the state say so. */
  turn?(): string | null;
  /** The words of all legal moves, in any order; none when the game is over. */
  legal?(): Iterable<string>;
  /** What is compared after every move. */
  state?(): { to_move?: string | null; over?: boolean; winner?: string | null; [key: string]: unknown };
  /** The position as a text that `setup` reads. */
  position?(): string;
  /** Begins at a position. Refuses it as `play` refuses a move. */
  setup?(text: string): void | boolean | string;
  /** The words behind `boardsize`; false if there is no such size. `start` follows. */
  boardsize?(words: string[]): void | boolean;
  /** The board, for people. */
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
  /** Says in one line who threw an error that is not `Illegal`. Such an error ends the process with exit code 1. */
  blame?: (error: unknown) => string;
}

/** Speaks the protocol with an engine, on standard input and output by default. */
export function serve(engine: Engine, options?: Serving): void;

export interface Agreement {
  /** The game, if Bustan knows it; `theirs` may then be "reference" or "fast". By default "any". */
  game?: string;
  /** How many games to play. */
  games?: number;
  /** How long to play; 3 without `games`. */
  seconds?: number;
  seed?: number;
  /** How long to spend at most on making a difference short; 10 by default. */
  shrinkSeconds?: number;
  size?: number | string;
  /** Signatures of differences to pass over. */
  accept?: string[];
  /** Further arguments of `bustan check`. */
  args?: string[];
  /** A folder for the files of what is found. They are not kept without one. */
  out?: string;
}

/**
 * Fails with an AssertionError if the engines differ in some game; its message has the short game. An engine is a
 * command line, or the URL of a module that exports one, with the name of the export behind a #.
 */
export function assertAgrees(mine: string | URL, theirs: string | URL, options?: Agreement): Promise<void>;
