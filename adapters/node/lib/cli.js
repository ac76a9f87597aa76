import { existsSync, readFileSync, realpathSync } from "node:fs";
import { resolve } from "node:path";
import { ADAPTERS } from "../adapters/index.js";
import { blame, described } from "./blame.js";
import { Misfit, Usage, exported, library } from "./library.js";
import { serve } from "./serve.js";

const HELP = `Lets Bustan compare the rule engine of an npm library, or one of your own.

Usage: bustan-adapters NAME [ARGUMENT] [KEY=VALUE]...
       bustan-adapters FILE.js[#EXPORT]

Speaks the engine protocol of Bustan on standard input and output. FILE.js is a module of yours; it exports an
engine, or a function that makes one, as "engine", as default, or under the name behind the #.

  --list        the adapters
  NAME --help   what an adapter needs and which options it has
  --in FOLDER NAME ...       the same with the libraries in FOLDER/node_modules
  --serve FILE.js[#EXPORT]   the same as FILE.js[#EXPORT], for any name of a file
  --version

Example: bustan check any --against 'npx bustan-adapters chess.js' --with 'npx bustan-adapters chessops'
`;

/**
 * Runs the command line. Exit code 2 means that the program cannot start and has printed the reason in one
 * line.
 */
export async function main(args) {
  try {
    const answer = await run(args);
    if (answer) process.stdout.write(answer);
  } catch (error) {
    if (!(error instanceof Usage)) throw error;
    process.stderr.write(`bustan-adapters: ${error.message}\n`);
    process.exitCode = 2;
  }
}

async function run([name, ...words]) {
  if (name === undefined) throw new Usage("name an adapter or a file; --list lists the adapters, --help explains");
  if (name === "--in") {
    enter(words.shift() ?? "");
    return run(words);
  }
  const alone = ["--help", "-h", "--list", "--version"].includes(name);
  if (alone && words.length > 0) throw new Usage(`nothing may follow ${name}: ${words[0]}`);
  if (name === "--help" || name === "-h") return HELP;
  if (name === "--list") return (await list()) + "\n";
  if (name === "--version") return JSON.parse(readFileSync(new URL("../package.json", import.meta.url))).version + "\n";
  const file = name === "--serve" ? (words.shift() ?? "") : name;
  if (name === "--serve" || /^[./]|\.[cm]?[jt]s(#|$)|[\\]/.test(file) && !(file in ADAPTERS)) {
    if (words.length > 0) throw new Usage(`nothing may follow the name of a file: ${words[0]}`);
    return void (await own(file));
  }
  if (words.includes("--help") || words.includes("-h")) return help(name, await find(name)) + "\n";
  const { engine, blamed } = await ready(name, words);
  return void serve(engine, { blame: blamed });
}

/** Changes to a folder, so that libraries are searched in this folder first and then around this package. */
function enter(folder) {
  try {
    process.chdir(folder);
  } catch (error) {
    throw new Usage(`--in ${folder}: ${described(error)}`);
  }
}

/** Returns the engine of a ready adapter. */
export async function adapter(name, ...words) {
  return (await ready(name, words)).engine;
}

/**
 * Returns the engine of a ready adapter, after it has begun a game, and a function that describes the origin
 * of an error.
 */
async function ready(name, words) {
  const { about, load } = await find(name);
  const { values, options } = parse(name, about, words);
  const libraries = [];
  const used = async (path) => {
    const found = await library(path, { ...about, adapter: name });
    if (!libraries.some(({ title }) => title === found.title)) libraries.push(found);
    return found;
  };
  const file = about.file && real(values[0]);
  const blamed = (error) => blame(error, { name, libraries, file });
  try {
    const engine = await load({ values, options, library: used, exported });
    begin(engine);
    return { engine, blamed };
  } catch (error) {
    if (error instanceof Usage) throw error;
    throw new Usage(unfit(name, error, libraries, blamed));
  }
}

/** Returns the path of the file in `FILE.js#EXPORT` as it appears in stacks. */
function real(place) {
  const file = resolve(place.split("#")[0]);
  return existsSync(file) ? realpathSync(file) : file;
}

/**
 * Calls methods of an engine once, so that a release that the adapter does not support fails before the first
 * response.
 */
function begin(engine) {
  engine.start();
  engine.turn?.();
  engine.state?.();
  if (engine.legal) for (const _ of engine.legal());
  engine.position?.();
}

/** Returns the reason why an adapter does not support the installed library. */
function unfit(name, error, [first], blamed) {
  const [title, told] = error instanceof Misfit ? [error.title, error.message] : [first?.title, described(error)];
  const words = title && blamed(error);
  if (title && (error instanceof Misfit || words.startsWith("the adapter "))) {
    return `${name} needs another release: ${title} is installed and does not fit (${told})`;
  }
  return `${name} cannot start: ${words ?? told}`;
}

async function find(name) {
  if (!Object.hasOwn(ADAPTERS, name)) {
    throw new Usage(`unknown adapter ${name}; the adapters are ${Object.keys(ADAPTERS).join(", ")}`);
  }
  return import(new URL(`../adapters/${ADAPTERS[name]}`, import.meta.url));
}

/** Serves the engine that a module of the user exports. */
async function own(place) {
  const [path] = place.split("#");
  const found = await exported(place, ["engine", "default"]);
  const blamed = (error) => blame(error, { name: path, file: real(path) });
  const started = (error) => {
    throw new Usage(`${path} cannot start: ${blamed(error)}`);
  };
  const engine = typeof found === "function" ? await made(found).catch(started) : found;
  for (const method of ["start", "play"]) {
    if (typeof engine?.[method] !== "function") throw new Usage(`the engine of ${path} has no method ${method}()`);
  }
  try {
    serve(engine, { blame: blamed });
  } catch (error) {
    started(error);
  }
}

const made = async (make) => (/^class\b/.test(Function.prototype.toString.call(make)) ? new make() : make());

/**
 * Splits the arguments of an adapter into positional arguments and `key=value` for the options that it
 * declares.
 */
function parse(name, about, words) {
  const values = [];
  const options = Object.fromEntries(Object.entries(about.options ?? {}).map(([key, all]) => [key, all[0]]));
  const given = new Set();
  for (const word of words) {
    const [, key, value] = /^([a-z0-9_-]+)=(.*)$/.exec(word) ?? [];
    if (key === undefined) {
      values.push(word);
    } else if (!Object.hasOwn(options, key)) {
      const known = Object.keys(options).join(", ") || "no options";
      throw new Usage(`${name} does not have the option ${key}; it has ${known}`);
    } else if (!about.options[key].includes(value)) {
      throw new Usage(`${key} is one of ${about.options[key].join(", ")} here, not ${value || "nothing"}`);
    } else if (given.has(key)) {
      throw new Usage(`${name} takes the option ${key} once: ${word}`);
    } else {
      given.add(key);
      options[key] = value;
    }
  }
  const most = about.argument ? 1 : 0;
  if (values.length > most) throw new Usage(`${name} does not take ${values[most]}; see ${name} --help`);
  if (about.needs && values.length === 0) throw new Usage(`${name} needs ${about.argument}`);
  if (about.choices && values.length > 0 && !about.choices.includes(values[0])) {
    throw new Usage(`${name} does not know ${values[0]}; it knows ${about.choices.join(", ")}`);
  }
  return { values, options };
}

async function list() {
  const rows = [];
  for (const name of Object.keys(ADAPTERS)) rows.push(`${name.padEnd(18)} ${(await find(name)).about.what}`);
  return rows.join("\n");
}

function help(name, { about }) {
  const lines = [about.what, "", `Usage: bustan-adapters ${name}${about.argument ? ` [${about.argument}]` : ""} [KEY=VALUE]...`];
  lines.push(`Needs: ${about.install ?? `npm install ${about.npm}`}`);
  if (about.choices) lines.push(`${about.argument}: ${about.choices.join(", ")}; ${about.choices[0]} if it is left out`);
  for (const [key, all] of Object.entries(about.options ?? {})) {
    lines.push(`  ${key}=${all.join("|")}`.padEnd(34) + ` (${all[0]} if it is left out)`);
  }
  if (about.more) lines.push("", about.more);
  return lines.join("\n");
}
