// The reports of two engines on a position, as a table: a row for each value, differing rows first.

import { capital, el } from "./common.js";

/** Returns a value as words: members of an object with their names, items of a list. */
function words(value) {
  if (value === null) return "none";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value !== "object") return String(value);
  const items = Array.isArray(value) ? value.map(inner) : Object.entries(value).map(member);
  return items.length === 0 ? "empty" : items.join(", ");
}

const inner = (value) => (value !== null && typeof value === "object" ? `(${words(value)})` : words(value));
const member = ([name, value]) => `${name} ${inner(value)}`;

/** Returns a text that is the same for equal values, in any order of their members. */
function canonical(value) {
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  const members = Object.keys(value).sort().map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`);
  return `{${members.join(",")}}`;
}

const same = (one, other) => canonical(one) === canonical(other);
const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value);

/** Returns the parts of a value, each with whether the other value lacks it. */
function parts(value, other) {
  if (same(value, other)) return [[words(value), false]];
  let all = [[words(value), true]];
  if (isObject(value) && isObject(other)) {
    all = Object.entries(value).map(([name, here]) => [member([name, here]), !(name in other) || !same(here, other[name])]);
  } else if (Array.isArray(value) && Array.isArray(other)) {
    const there = new Set(other.map(canonical));
    all = value.map((item) => [inner(item), !there.has(canonical(item))]);
  }
  if (all.length === 0) return [["empty", true]];
  return [...all.filter(([, differs]) => differs), ...all.filter(([, differs]) => !differs)];
}

/** Returns the cell for a value that an engine reports. */
function cell(value, other, differs) {
  const content = differs ? parts(value, other) : [[words(value), false]];
  return el("td", {}, content.flatMap(([text, marked], at) => [at > 0 ? ", " : null, marked ? el("mark", {}, text) : text]));
}

/** The values of a report by their keys. */
const reported = (state) => (state && isObject(state.reported) ? state.reported : state ? { everything: state.reported } : {});

/**
 * Returns the rows of two reports, of the engine under test and of the other: the key, whether both report
 * it, and whether they differ in it.
 */
export function rows([subject, oracle]) {
  const [mine, theirs] = [reported(subject), reported(oracle)];
  const keys = new Set([...Object.keys(mine), ...Object.keys(theirs), ...(subject?.not_reported ?? []), ...(oracle?.not_reported ?? [])]);
  const all = [...keys].sort().map((key) => {
    const both = key in mine && key in theirs;
    return { key, both, differs: both && !same(mine[key], theirs[key]), values: [mine, theirs].map((values) => (key in values ? [values[key]] : null)) };
  });
  const rank = ({ both, differs }) => (differs ? 0 : both ? 1 : 2);
  return all.sort((one, other) => rank(one) - rank(other));
}

/** Returns the table of two reports; `null` if there is nothing in them. */
export function table(states, names, moment) {
  const all = rows(states);
  if (all.length === 0) return null;
  const lacks = (engine) => el("td", { class: "unreported" }, states[engine] ? "not reported" : "not asked");
  const row = ({ key, both, differs, values }) =>
    el(
      "tr",
      { class: differs ? "differs" : both ? null : "partial" },
      el("th", { scope: "row" }, key.replaceAll("_", " "), differs ? el("span", { class: "note" }, " differs") : null),
      values.map((value, engine) => (value ? cell(value[0], values[1 - engine]?.[0], differs) : lacks(engine))),
    );
  return el(
    "table",
    { class: "values" },
    el("caption", {}, `Reported ${moment}`),
    el("thead", {}, el("tr", {}, el("th", { scope: "col" }, "Value"), names.map((name) => el("th", { scope: "col" }, capital(name))))),
    el("tbody", {}, all.map(row)),
  );
}
