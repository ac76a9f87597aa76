/** Code shared by the adapters for Go: vertices and board sizes. */
import { Illegal } from "./serve.js";

const COLUMNS = "ABCDEFGHJKLMNOPQRST";

/** The largest size that all adapters for Go support. */
export const LARGEST = COLUMNS.length;

export const vertex = (x, y, size) => COLUMNS[x] + (size - y);

/** Returns the column and the row of a vertex, counted from the upper left; undefined for `pass`. */
export function parse(word, size) {
  if (word.toLowerCase() === "pass") return undefined;
  const [, letter, row] = /^([A-HJ-T])([1-9]\d?)$/.exec(word.toUpperCase()) ?? [];
  const x = letter === undefined ? size : COLUMNS.indexOf(letter);
  if (x >= size || Number(row) > size) throw new Illegal("not a vertex");
  return [x, size - Number(row)];
}

/** Returns the size in the arguments of `boardsize`, or false if they are not a size. */
export function sized(words) {
  const size = Number(words[0]);
  return words.length === 1 && /^[1-9]\d?$/.test(words[0]) && size <= LARGEST && size;
}

export function* cells(size) {
  for (let y = 0; y < size; y++) for (let x = 0; x < size; x++) yield [x, y];
}

export const opponent = (player) => (player === "black" ? "white" : "black");
