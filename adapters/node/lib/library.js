import node, { createRequire } from "node:module";
import { existsSync, readFileSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { described } from "./blame.js";

/** An error that the user can fix. It is printed as one line, without a stack. */
export class Usage extends Error {}

/** The places where libraries are searched: first the user's folder, then around this package. */
export const places = () => [join(process.cwd(), "noname.js"), import.meta.url];

/**
 * Loads the library `name`, such as `chess.js` or `chessops/fen`. Returns
 * `{ module, version, title, folder }`. The second argument is the `about` of the adapter `adapter`: how to
 * install the library, unless its name is sufficient, and the oldest release that is supported.
 */
export async function library(name, { adapter, install, since }) {
  const words = name.split("/");
  const owner = words.splice(0, name.startsWith("@") ? 2 : 1).join("/");
  const folders = places().flatMap((place) => createRequire(place).resolve.paths(owner));
  const folder = folders.map((place) => join(place, owner)).find((place) => existsSync(join(place, "package.json")));
  if (!folder) {
    throw new Usage(`${adapter} needs ${owner}, which is not installed here: ${install ?? `npm install ${owner}`}`);
  }
  const manifest = manifested(folder, owner);
  const version = manifest.version ?? "";
  if (since && older(version, since)) {
    throw new Usage(`${adapter} needs ${owner} ${since} or later; ${version} is installed`);
  }
  const file = listed(manifest.exports, [".", ...words].join("/"));
  // Packages intended for bundlers only omit the extensions of files in imports.
  if (manifest.type === "module" && !manifest.exports) node.register?.("./endings.js", import.meta.url);
  const title = `${owner} ${version}`.trim();
  let module;
  try {
    const path = file ? join(folder, file) : createRequire(join(folder, "noname.js")).resolve(join(folder, ...words));
    module = unwrapped(await import(pathToFileURL(path)));
  } catch (error) {
    throw new Misfit(title, `${name} cannot be loaded: ${described(error)}`);
  }
  return { module, version, title, folder };
}

/** The installed release of a library lacks something that its adapter needs. */
export class Misfit extends Error {
  constructor(title, reason) {
    super(reason);
    this.title = title;
  }
}

function manifested(folder, owner) {
  try {
    return JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  } catch (error) {
    throw new Usage(`${owner} is damaged: ${join(folder, "package.json")}: ${described(error)}`);
  }
}

/** Whether a version is older than another. Everything after a hyphen is ignored. */
export function older(version, other) {
  const numbers = (text) => text.split("-")[0].split(".").map(Number);
  const [mine, theirs] = [numbers(version), numbers(other)];
  const i = theirs.findIndex((number, i) => number !== (mine[i] ?? 0));
  return i !== -1 && (mine[i] ?? 0) < theirs[i];
}

/**
 * Returns the file that a package exports under a name. Uses `import` instead of `require`, because not every
 * package has both.
 */
function listed(exports, name) {
  if (!exports) return undefined;
  const paths = typeof exports === "string" || !Object.keys(exports)[0]?.startsWith(".") ? { ".": exports } : exports;
  if (paths[name]) return condition(paths[name]);
  for (const [path, target] of Object.entries(paths)) {
    const [before, after] = path.split("*");
    if (after === undefined || !name.startsWith(before) || !name.endsWith(after)) continue;
    return condition(target)?.replaceAll("*", name.slice(before.length, name.length - after.length));
  }
  return undefined;
}

function condition(target) {
  if (!target || typeof target === "string") return target;
  const key = Object.keys(target).find((key) => ["node", "import", "default", "require"].includes(key));
  return key && condition(target[key]);
}

/** Returns the names that a CommonJS module exports. Node may provide them only in `default`. */
export function unwrapped(module) {
  const inner = module.default;
  return inner && typeof inner === "object" ? { ...inner, ...module } : module;
}

/** Returns the user's export named in `FILE.js#NAME`; without a name, the first of `names` that exists. */
export async function exported(place, names) {
  const [path, wanted] = place.split("#");
  const file = resolve(path);
  if (!path || !existsSync(file)) throw new Usage(`there is no file ${path || "without a name"}`);
  if (!statSync(file).isFile()) throw new Usage(`${path} is not a file`);
  const module = unwrapped(await import(pathToFileURL(file)).catch((error) => unreadable(path, error)));
  const tried = wanted ? [wanted] : names;
  const name = tried.find((name) => module[name] !== undefined);
  if (name === undefined) throw new Usage(`${path} exports no ${tried.join(" and no ")}`);
  return module[name];
}

/** Returns an error about a module that cannot be loaded, for the user to fix. */
function unreadable(path, error) {
  const plain = /outside a module|Unexpected token 'export'/.test(error?.message);
  const hint = plain ? 'name the file .mjs, or put "type": "module" into package.json' : `${shows(error)} ${path} shows where`;
  throw new Usage(`${path}: ${error instanceof SyntaxError ? error.message : described(error)}; ${hint}`);
}

const shows = (error) => (error instanceof SyntaxError ? "node --check" : "node");
