// The page on which games are played.

import { Editor } from "./editor.js";
import { Lobby } from "./lobby.js";
import { Table } from "./table.js";
import { Problem, ask, attend, complaint, el, fragment } from "./common.js";

const page = document.getElementById("page");
let games = [];
let programs = [];
let shown = null;

/**
 * Shows what the address requests: a table, a position to be edited, a game that a link describes, or the
 * choice of a game.
 */
async function show() {
  const asked = fragment();
  shown?.close();
  shown = null;
  if (asked.has("table")) {
    const number = asked.get("table");
    if (!/^\d+$/.test(number)) return lobby(asked, `${JSON.stringify(number)} is not the number of a table`);
    const table = new Table(number, games);
    try {
      await table.refresh();
      shown = table;
    } catch (error) {
      table.close();
      if (!(error instanceof Problem)) throw error;
      return lobby(asked, error.message);
    }
    page.replaceChildren(table.element);
    return table.ready();
  }
  const edited = games.find(({ game }) => game === asked.get("edit"));
  if (edited) return edit(edited, asked);
  if (asked.has("game") && (asked.has("position") || asked.has("setup"))) {
    const opening = { game: asked.get("game"), setup: asked.get("setup"), position: asked.get("position"), seats: seats(asked) };
    // Going back does not lead here again, because another game would begin.
    return begin(opening, (address) => location.replace(address)).catch((error) => lobby(asked, error.message));
  }
  lobby(asked, null);
}

async function edit({ game, players }, asked) {
  const from = asked.has("text") ? { text: asked.get("text") } : { setup: asked.get("setup") ?? "" };
  const editor = new Editor({ game, from, players, seats: seats(asked), programs, begin });
  try {
    await editor.open();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return lobby(asked, error.message);
  }
  shown = editor;
  page.replaceChildren(editor.element);
  editor.ready();
}

function seats(asked) {
  return (asked.get("seats") ?? "").split(",").filter((seat) => seat !== "").map(decoded);
}

/** Decodes the name of a seat in an address, where a comma in it is `%2C`. */
function decoded(seat) {
  try {
    return decodeURIComponent(seat);
  } catch {
    return seat;
  }
}

function lobby(asked, trouble) {
  const made = new Lobby({ games, programs, begin, game: asked.get("game") ?? asked.get("edit") });
  page.replaceChildren(made.element);
  if (trouble) made.say(trouble);
}

/** Begins a game and goes there. */
async function begin(opening, go = (address) => location.assign(address)) {
  const { table, refused } = await ask("api/tables", opening);
  if (refused) throw new Problem(refused.words);
  go(`#table=${table}`);
}

async function start() {
  try {
    [games, programs] = await Promise.all([ask("api/games"), ask("api/programs")]);
  } catch (error) {
    page.replaceChildren(el("p", { class: "alone", role: "alert" }, complaint(error)));
    return;
  }
  attend();
  addEventListener("hashchange", show);
  await show();
}

start();
