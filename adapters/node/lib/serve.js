import { StringDecoder } from "node:string_decoder";
import { described } from "./blame.js";

/** The move is illegal. `reason` consists of one word or a few words, and Bustan displays it. */
export class Illegal extends Error {
  constructor(reason = "") {
    super(String(reason));
    this.name = "Illegal";
  }
}

/** An error that is sent as the refusal `? message`. */
class Refused extends Error {}

const refuse = (message) => {
  throw new Refused(message);
};

/** The commands that every program supports. `METHODS`: the commands that need a method of the engine. */
const ALWAYS = ["protocol_version", "name", "version", "known_command", "list_commands", "quit", "clear_board", "play"];
const METHODS = {
  boardsize: "boardsize",
  undo: "undo",
  showboard: "show",
  final_score: "score",
  "bustan-setup": "setup",
  "bustan-position": "position",
  "bustan-legal": "legal",
  "bustan-state": "state",
  "bustan-perft": "perft",
};

/** A session of the protocol with one engine. It responds to one line at a time. */
class Session {
  constructor(engine) {
    for (const method of ["start", "play"]) {
      if (typeof engine?.[method] !== "function") throw new TypeError(`an engine needs the method ${method}()`);
    }
    this.engine = engine;
    this.commands = [...ALWAYS, ...Object.keys(METHODS).filter((c) => typeof engine[METHODS[c]] === "function")];
    this.known = new Set(this.commands);
    this.done = false;
    this.begin();
  }

  begin() {
    this.engine.start();
    // The position that was set up, if any. `moves`: the moves played since then, which can be taken back.
    this.origin = undefined;
    this.moves = [];
  }

  /** Replays the game, because the engine is no longer at the right position. */
  resume() {
    const { engine, origin, moves } = this;
    if (origin === undefined) engine.start();
    else engine.setup(origin);
    for (const [player, word] of moves) engine.play(player, word);
  }

  /**
   * Returns the player to move; null when the game is over; undefined if the engine does not report the
   * player.
   */
  turn() {
    if (this.engine.turn) return this.engine.turn();
    if (!this.known.has("bustan-state")) return undefined;
    const state = this.engine.state();
    return state.over === true ? null : state.to_move;
  }

  /** Returns the response to a line; an empty string for a blank line or a comment. */
  answer(line) {
    const words = line.replace(/[^\P{Cc}\t]/gu, "").replace(/(^|\s)#.*/, "").trim().split(/\s+/);
    let id = "";
    if (words[0] === "") return "";
    if (/^\d+$/.test(words[0])) id = words.shift();
    try {
      const text = this.run(words[0] ?? "", words.slice(1));
      return `=${id} ${text}\n\n`;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return `?${id} ${error.message}\n\n`;
    }
  }

  run(command, words) {
    if (!this.known.has(command)) refuse("unknown command");
    const none = () => words.length === 0 || refuse("syntax error");
    const one = () => (words.length === 1 ? words[0] : refuse("syntax error"));
    const { engine } = this;
    switch (command) {
      case "protocol_version":
        return none() && "2";
      case "name":
        return none() && text(engine.name ?? "engine");
      case "version":
        return none() && text(engine.version ?? "");
      case "known_command":
        return String(this.known.has(one()));
      case "list_commands":
        return none() && this.commands.join("\n");
      case "quit":
        none();
        this.done = true;
        return "";
      case "clear_board":
        none();
        this.begin();
        return "";
      case "boardsize":
        if (words.length === 0 || engine.boardsize(words) === false) refuse("unacceptable size");
        this.begin();
        return "";
      case "play":
        return this.play(words);
      case "undo":
        none();
        if (this.moves.length === 0) refuse("cannot undo");
        engine.undo();
        this.moves.pop();
        return "";
      case "showboard":
        return none() && "\n" + text(engine.show());
      case "final_score":
        return none() && text(engine.score());
      case "bustan-setup":
        return this.setup(words.join(" "));
      case "bustan-position":
        return none() && text(engine.position());
      case "bustan-legal":
        return none() && moves(engine.legal()).join(" ");
      case "bustan-state":
        // Query the engine each time, because an earlier command may have changed the state by mistake.
        return none() && JSON.stringify(engine.state());
      case "bustan-perft":
        if (!/^\d{1,2}$/.test(one())) refuse("syntax error");
        return this.perft(Number(words[0]));
    }
  }

  setup(position) {
    if (position === "") refuse("syntax error");
    this.allowing("unacceptable position", () => this.engine.setup(position));
    this.origin = position;
    this.moves = [];
    return "";
  }

  /** Counts sequences of moves. Refuses if the engine refuses one of the moves that it lists. */
  perft(depth) {
    try {
      return String(this.engine.perft(depth));
    } catch (error) {
      if (error?.name !== "Illegal") throw error;
    }
    this.resume();
    const { legal, undo } = this.engine;
    const word = legal && undo && this.turn() !== undefined ? this.contradiction(depth) : undefined;
    refuse(word === undefined ? "lists a move but refuses it" : `lists ${word} but refuses it`);
  }

  /** Returns the first move within `depth` plies that the engine lists but refuses, if there is one. */
  contradiction(depth) {
    for (const word of moves(this.engine.legal())) {
      if (!this.takes(word)) return word;
      const found = depth > 1 ? this.contradiction(depth - 1) : undefined;
      this.engine.undo();
      if (found !== undefined) return found;
    }
    return undefined;
  }

  takes(word) {
    try {
      const answer = this.engine.play(this.turn(), word);
      return answer !== false && typeof answer !== "string";
    } catch (error) {
      if (error?.name !== "Illegal") throw error;
      return false;
    }
  }

  play(words) {
    if (words.length !== 2) refuse("syntax error");
    const colour = words[0].toLowerCase();
    const turn = this.turn();
    if (turn === null) refuse("illegal move: game over");
    if (turn !== undefined && colour !== turn && (colour.length > 1 || colour !== turn[0])) {
      refuse("illegal move: not your turn");
    }
    this.allowing("illegal move", () => this.engine.play(turn ?? colour, words[1]));
    this.moves.push([turn ?? colour, words[1]]);
    return "";
  }

  /**
   * Runs `action`, which refuses by returning false or a reason, or by throwing `Illegal`. Other errors are
   * crashes.
   */
  allowing(prefix, action) {
    let reason;
    try {
      reason = action();
      if (reason !== false && typeof reason !== "string") return;
    } catch (error) {
      if (error?.name !== "Illegal") throw error;
      reason = error.message;
    }
    reason = text(reason || "").replace(/\s+/g, " ").trim();
    refuse([prefix, reason].filter(Boolean).join(": "));
  }
}

/** Converts a value to a text that is valid in a response: without control characters and empty lines. */
function text(value) {
  return String(value)
    .replace(/[^\P{Cc}\n]/gu, "")
    .replace(/\n+/g, "\n")
    .replace(/\n$/, "");
}

/**
 * Returns the moves in the order that the protocol requires. If a move is not a single word, the engine is at
 * fault.
 */
function moves(list) {
  const words = [...list];
  for (const word of words) {
    if (typeof word !== "string" || !/^[^\s\p{Cc}]+$/u.test(word)) {
      throw new TypeError(`legal(): ${JSON.stringify(word)} is not a word`);
    }
  }
  return words.sort();
}

const failed = (error) => `the engine failed: ${described(error)}`;

/**
 * Serves `engine` over the protocol until `quit` or the end of the input. An error of the engine that is not
 * `Illegal` ends the process with exit code 1, and its stack is printed together with a line from `blame`,
 * which Bustan reports.
 */
export function serve(engine, { input = process.stdin, output = process.stdout, blame = failed } = {}) {
  const session = new Session(engine);
  const decoder = new StringDecoder("utf8");
  let rest = [];
  const close = () => {
    input.removeListener("data", read);
    input.removeListener("end", end);
    input.pause();
    input.unref?.();
    if (input !== process.stdin) input.destroy?.();
  };
  const fail = (error, written) => {
    process.stderr.write(`${error?.stack ?? described(error)}\nbustan-adapters: ${blame(error)}\n`);
    output.write(written, () => process.exit(1));
    close();
  };
  // The responses to all lines of one read are written at once.
  const take = (lines) => {
    const answers = [];
    try {
      for (const line of lines) {
        answers.push(session.answer(line));
        if (session.done) break;
      }
    } catch (error) {
      return fail(error, answers.join(""));
    }
    const written = answers.join("");
    if (written) output.write(written);
    if (session.done) close();
  };
  const read = (chunk) => {
    const lines = decoder.write(chunk).split("\n");
    const last = lines.pop();
    if (lines.length > 0) {
      lines[0] = rest.join("") + lines[0];
      rest = [];
    }
    if (last) rest.push(last);
    take(lines);
  };
  const end = () => {
    take([rest.join("") + decoder.end()]);
    close();
  };
  // The reader has closed the pipe.
  output.on("error", (error) => {
    if (error.code !== "EPIPE") throw error;
    close();
  });
  input.on("data", read);
  input.on("end", end);
}
