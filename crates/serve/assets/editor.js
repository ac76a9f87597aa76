// A position that is composed piece by piece, until the game allows it and a game can begin there.

import { Board } from "./board.js";
import { Problem, ask, button, capital, choice, complaint, el } from "./common.js";
import { Seats } from "./seats.js";

const PATH = "api/positions";

export class Editor {
  /** `from` gives the initial position: `setup` or `text`. `begin` begins a game. */
  constructor({ game, from, players, seats, programs, begin }) {
    this.game = game;
    this.from = from;
    this.begin = begin;
    this.programs = programs;
    this.told = null;
    this.before = [];
    this.path = [];
    this.taking = false;
    // Changes are made one after the other, each to the result of the one before.
    this.queue = Promise.resolve();
    this.board = new Board({ touched: (name) => this.#put(name), looked: () => {} });
    this.#build();
    this.seats.show(game, players, seats);
  }

  close() {
    removeEventListener("keydown", this.keys);
  }

  /** Called once the editor is on the page. */
  ready() {
    document.title = `A position of ${this.told.title} · Bustan`;
    this.keys = (event) => this.#key(event);
    addEventListener("keydown", this.keys);
  }

  #build() {
    this.headline = el("h1", {});
    this.verdict = el("p", { role: "status" });
    this.trouble = el("p", { class: "trouble", role: "alert" });
    this.palette = el("div", { class: "tray palette", role: "group", "aria-label": "Pieces" });
    this.settings = el("fieldset", { class: "settings" });
    this.text = el("textarea", { id: "text", rows: "3", spellcheck: "false" });
    this.undo = button("Undo", () => this.#undo());
    this.empty = button("Empty the board", () => this.#change("clear"));
    this.play = button("Play from here", () => this.#play(), { class: "main" });
    this.seats = new Seats(this.programs);
    this.element = el(
      "div",
      { class: "table" },
      el("section", { class: "stage", "aria-label": "Board" }, this.board.element),
      el(
        "section",
        { class: "side", "aria-label": "Position" },
        el("div", { class: "status" }, this.headline, this.verdict),
        el("p", { class: "prompt" }, "Choose a piece and click the cells where it goes; click one again to remove it."),
        this.palette,
        this.trouble,
        el("div", { class: "controls" }, this.undo, this.empty),
        this.settings,
        el("p", { class: "field stacked" }, el("label", { for: "text" }, "The position as text"), this.text),
        button("Read this text", () => this.#read(this.text.value)),
        this.seats.element,
        el("p", { class: "go" }, this.play),
      ),
    );
  }

  /** Shows the initial position. */
  async open() {
    this.#show(await this.#ask(this.from));
  }

  async #ask(body) {
    const { composed, refused } = await ask(PATH, { game: this.game, ...body });
    if (refused) throw new Problem(refused.words);
    return composed;
  }

  #show(told) {
    const { pieces, ...state } = told;
    if (pieces) this.pieces = pieces;
    this.told = state;
    this.board.show(state.svg);
    this.board.light(new Set(), [], () => false);
    this.headline.textContent = `A position of ${state.title}`;
    const allowed = state.position !== null;
    this.verdict.textContent = allowed ? `Allowed: ${state.headline}.` : `Not allowed: ${state.trouble}.`;
    this.verdict.classList.toggle("trouble", !allowed);
    this.play.disabled = !allowed;
    this.undo.disabled = this.before.length === 0;
    this.text.value = state.text;
    if (allowed) history.replaceState(null, "", `#${new URLSearchParams({ edit: this.game, text: state.position })}`);
    this.#pieces();
    this.#settings();
  }

  /** Does something after any pending change, and shows what goes wrong. */
  #then(change) {
    this.queue = this.queue.then(async () => {
      this.trouble.textContent = "";
      try {
        await change();
      } catch (error) {
        this.trouble.textContent = complaint(error);
      }
    });
    return this.queue;
  }

  #change(change) {
    return this.#then(async () => {
      const { draft } = this.told;
      const told = await this.#ask({ draft, change });
      this.before.push(draft);
      this.#show(told);
    });
  }

  #read(text) {
    return this.#then(async () => {
      const told = await this.#ask({ text });
      this.before.push(this.told.draft);
      this.#show(told);
    });
  }

  #undo() {
    return this.#then(async () => {
      const draft = this.before.at(-1);
      if (!draft) return;
      const told = await this.#ask({ draft });
      this.before.pop();
      this.#show(told);
    });
  }

  #put(cell) {
    return this.#change({ put: { cell, piece: this.taking ? null : this.#piece() } });
  }

  #play() {
    const opening = { game: this.game, position: this.told.position, seats: this.seats.chosen() };
    return this.#then(() => this.begin(opening));
  }

  /** The rows of pieces to choose from, the one chosen in each, and the piece that is finally chosen. */
  #rows() {
    const rows = [];
    let items = this.pieces;
    while (items.length > 0) {
      const at = Math.min(this.path[rows.length] ?? 0, items.length - 1);
      rows.push([items, at]);
      items = items[at].then;
    }
    return rows;
  }

  #piece() {
    const [items, at] = this.#rows().at(-1);
    return items[at].target;
  }

  #choose(depth, at) {
    const path = this.#rows().map(([, chosen]) => chosen);
    path[depth] = at;
    this.path = path;
    this.taking = false;
    this.#pieces();
  }

  #take() {
    this.taking = true;
    this.#pieces();
  }

  #pieces() {
    const focused = document.activeElement?.dataset?.choice;
    const rows = this.#rows().map(([items, chosen], depth) =>
      items.map((item, at) =>
        choice(item, { lit: true, chosen: !this.taking && at === chosen, click: () => this.#choose(depth, at) }),
      ),
    );
    this.numbered = rows.at(-1);
    const off = { target: "nothing", label: "Remove", svg: "" };
    rows.push([choice(off, { lit: true, chosen: this.taking, click: () => this.#take() })]);
    this.palette.replaceChildren(...rows.map((row) => el("div", { class: "row" }, row)));
    if (focused) this.palette.querySelector(`[data-choice="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
  }

  #settings() {
    const focused = this.settings.contains(document.activeElement) ? document.activeElement.id : null;
    this.settings.replaceChildren(el("legend", {}, "Other settings"), ...this.told.settings.map((setting) => this.#setting(setting)));
    if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
  }

  #setting({ name, label, value, kind, values }) {
    const id = `set-${name.replaceAll(" ", "-")}`;
    const set = (changed) => this.#change({ set: { name, value: changed } });
    if (kind === "some") {
      const boxes = values.map(([letter, words]) => {
        const box = el("input", {
          id: `${id}-${letter}`,
          type: "checkbox",
          value: letter,
          checked: value.includes(letter),
          change: () => set(boxes.map(([one]) => (one.checked ? one.value : "")).join("") || "-"),
        });
        return [box, words];
      });
      return el(
        "div",
        { class: "field boxes", role: "group", "aria-label": capital(label) },
        el("span", { "aria-hidden": "true" }, capital(label)),
        boxes.map(([box, words]) => el("label", {}, box, words)),
      );
    }
    const control =
      kind === "one"
        ? el("select", { id, change: () => set(control.value) }, values.map(([one, words]) => el("option", { value: one, selected: one === value }, words)))
        : el("input", {
            id,
            type: "text",
            inputmode: kind === "number" ? "numeric" : null,
            placeholder: kind === "number" ? "derived from the pieces" : null,
            autocomplete: "off",
            spellcheck: "false",
            value,
            change: () => set(control.value.trim()),
          });
    return el("p", { class: "field" }, el("label", { for: id }, capital(label)), control);
  }

  #key(event) {
    const typing = ["INPUT", "TEXTAREA", "SELECT"].includes(document.activeElement?.tagName);
    if (typing || event.altKey || event.ctrlKey || event.metaKey) return;
    const cell = this.board.element.contains(document.activeElement) ? document.activeElement.dataset.target : undefined;
    if (event.key.startsWith("Arrow") && document.activeElement === document.body) {
      event.preventDefault();
      this.board.focus();
    } else if ((event.key === "Delete" || event.key === "Backspace") && cell !== undefined) {
      event.preventDefault();
      this.#change({ put: { cell, piece: null } });
    } else if (event.key === "0") this.#take();
    else if (/^[1-9]$/.test(event.key)) this.numbered[Number(event.key) - 1]?.click();
  }
}
