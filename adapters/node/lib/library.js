import { createRequire } from "node:module";
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

/** Something the user can mend: shown as one line, without a stack. */
export class Usage extends Error {}

/** Where libraries are looked for: in the user's folder first, then around this package. */
export const places = () => [join(process.cwd(), "noname.js"), import.meta.url];

/**
 * Loads `name`, such as `chess.js` or `chessops/fen`: `{ module, version }`. `install` says how the library is
 * installed, if not by its name alone.
 */
export async function library(name, install) {
  const words = name.split("/");
  const owner = words.splice(0, name.startsWith("@") ? 2 : 1).join("/");
  const folders = places().flatMap((place) => createRequire(place).resolve.paths(owner));
  const folder = folders.map((place) => join(place, owner)).find((place) => existsSync(join(place, "package.json")));
  if (!folder) throw new Usage(`${owner} is not installed here: ${install ?? `npm install ${owner}`}`);
  const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const file = listed(manifest.exports, ["." , ...words].join("/"));
  const path = file ? join(folder, file) : createRequire(join(folder, "noname.js")).resolve(join(folder, ...words));
  return { module: unwrapped(await import(pathToFileURL(path))), version: manifest.version ?? "" };
}

/** The file that a package exports under a name; `import` and not `require`, because not every package has both. */
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

/** The names of a CommonJS module, which Node may show in `default` only. */
export function unwrapped(module) {
  const inner = module.default;
  return inner && typeof inner === "object" ? { ...inner, ...module } : module;
}

/** What `FILE.js#NAME` of the user exports; without the name, the first of `names` that there is. */
export async function exported(place, names) {
  const [path, wanted] = place.split("#");
  const file = resolve(path);
  if (!path || !existsSync(file)) throw new Usage(`there is no file ${path || "without a name"}`);
  const module = unwrapped(await import(pathToFileURL(file)).catch((error) => unreadable(path, error)));
  const tried = wanted ? [wanted] : names;
  const name = tried.find((name) => module[name] !== undefined);
  if (name === undefined) throw new Usage(`${path} exports no ${tried.join(" and no ")}`);
  return module[name];
}

/** A module that cannot be read is the user's to mend; errors that it throws itself come with their stack. */
function unreadable(path, error) {
  if (!(error instanceof SyntaxError)) throw error;
  const plain = /outside a module|Unexpected token 'export'/.test(error.message);
  const hint = plain ? 'name the file .mjs, or put "type": "module" into package.json' : `node --check ${path} shows where`;
  throw new Usage(`${path}: ${error.message}; ${hint}`);
}
