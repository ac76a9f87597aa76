/** Determines the origin of an unexpected error: the library, the user's file, or the adapter itself. */
import { realpathSync } from "node:fs";
import { sep } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * Describes an error in one line, such as `TypeError: x is not a function`. Libraries also throw strings, and
 * objects without a name.
 */
export function described(error) {
  if (error === null || typeof error !== "object") return String(error);
  const name = [error.name, error.constructor?.name, "exception"].find((text) => typeof text === "string" && text);
  const [line] = typeof error.message === "string" ? error.message.trim().split("\n") : [];
  return line ? `${name}: ${line}` : name;
}

/** Returns the files on the stack of an error, with line numbers, from the innermost frame outwards. */
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
 * Describes the origin of an error in a few words. `libraries` are the libraries that an adapter has loaded;
 * `file` is the module of the user that is being served, if any.
 */
export function blame(error, { name, libraries = [], file }) {
  const told = described(error);
  for (const place of places(error)) {
    const library = libraries.find(({ folder }) => inside(place.file, realpathSync(folder)));
    if (library) return `the library ${library.title} threw an exception: ${told}`;
    if (place.file === file) return `${file} threw an exception in line ${place.line}: ${told}`;
  }
  const [first] = libraries;
  // Only libraries throw values that are not Errors; such values have no stack that shows their origin.
  if (first && !(error instanceof Error)) return `the library ${first.title} threw an exception: ${told}`;
  if (first) return `the adapter ${name} failed with ${first.title}: ${told}`;
  return `${file ?? name} failed: ${told}`;
}
