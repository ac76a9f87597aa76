/** Names the culprit of an unexpected error: the library, the user's file, or the adapter itself. */
import { realpathSync } from "node:fs";
import { sep } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * Describes an error in one line: `TypeError: x is not a function`. Libraries also throw strings and objects
 * without a name.
 */
export function described(error) {
  if (error === null || typeof error !== "object") return String(error);
  const name = [error.name, error.constructor?.name, "exception"].find((text) => typeof text === "string" && text);
  const [line] = typeof error.message === "string" ? error.message.trim().split("\n") : [];
  return line ? `${name}: ${line}` : name;
}

/** The files on the stack of an error, with line numbers, the innermost first. */
export function places(error) {
  const lines = (typeof error?.stack === "string" ? error.stack : "").split("\n").filter((line) => /^\s+at /.test(line));
  return lines.flatMap((text) => {
    const [, place, line] = /((?:file:\/\/)?(?:\/|[A-Za-z]:[\\/]).*?):(\d+):\d+\)?$/.exec(text) ?? [];
    if (place === undefined) return [];
    return [{ file: place.startsWith("file://") ? fileURLToPath(place) : place, line }];
  });
}

const inside = (file, folder) => file === folder || file.startsWith(folder + sep);

/**
 * Says in a few words where an error comes from. `libraries` are those that an adapter has loaded; `file` is
 * the user's module that is served, if there is one.
 */
export function blame(error, { name, libraries = [], file }) {
  const told = described(error);
  for (const place of places(error)) {
    const library = libraries.find(({ folder }) => inside(place.file, realpathSync(folder)));
    if (library) return `the library ${library.title} threw an exception: ${told}`;
    if (place.file === file) return `${file} threw an exception in line ${place.line}: ${told}`;
  }
  const [first] = libraries;
  // Only libraries throw values that are not Errors, which have no stack to name them.
  if (first && !(error instanceof Error)) return `the library ${first.title} threw an exception: ${told}`;
  if (first) return `the adapter ${name} failed with ${first.title}: ${told}`;
  return `${file ?? name} failed: ${told}`;
}
