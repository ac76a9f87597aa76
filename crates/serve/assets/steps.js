// A game on two engines, ply by ply: boards, states and messages.

import { button, capital, drawing, el, sentence } from "./common.js";
import { table } from "./states.js";

/** A command that can be copied. `name`, if given, is the name of the text. */
export function command(text, name) {
  const copied = el("span", { class: "note", role: "status" });
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    copied.textContent = "copied";
  };
  const label = name ? { "aria-label": `Copy the ${name}` } : {};
  return el("div", { class: "command" }, el("code", { tabindex: "0" }, text), button("Copy", copy, label), copied);
}

/** A form of a game that can be copied, with its name and perhaps a link to a page that shows it. */
export function form({ name, text, link }) {
  const shown = link ? [" · ", el("a", { href: link, rel: "noreferrer" }, "analysis board")] : [];
  return el("div", { class: "form" }, el("h3", {}, name, ...shown), command(text, name));
}

/** Returns the messages, split before every move; `null` if that does not match the number of moves. */
function cut(lines, moves) {
  const parts = [[]];
  for (const line of lines) {
    if (/^> (play|PLAY) /.test(line)) parts.push([]);
    parts.at(-1).push(line);
  }
  return parts.length === moves + 1 ? parts : null;
}

export class Steps {
  /**
   * `edit`, if given, plays the game with another move in place of one: it takes the number of the move and
   * its text, or `null` to leave it out.
   */
  constructor({ edit } = {}) {
    this.told = null;
    this.at = 0;
    this.edit = edit;
    this.place = el("p", { class: "place", role: "status" });
    this.first = button("|◀", () => this.go(0), { "aria-label": "To the start" });
    this.back = button("◀", () => this.go(this.at - 1), { "aria-label": "One move back" });
    this.next = button("▶", () => this.go(this.at + 1), { "aria-label": "One move on" });
    this.last = button("▶|", () => this.go(this.count - 1), { "aria-label": "To the end" });
    this.boards = el("div", { class: "boards" });
    this.moves = el("ol", { class: "moves", tabindex: "0", "aria-label": "Moves" });
    this.label = el("label", { for: "ply" });
    this.field = el("input", { id: "ply", type: "text", autocomplete: "off", autocapitalize: "off", spellcheck: "false", keydown: (event) => this.#escape(event) });
    this.form = el(
      "form",
      { class: "type edit", "aria-label": "Edit a move", submit: (event) => this.#submit(event), hidden: true },
      this.label,
      this.field,
      el("button", { type: "submit" }, "Play this instead"),
      button("Remove", () => this.edit(this.items[this.chosen].ply, null)),
    );
    this.words = el("div", { class: "difference" });
    this.states = el("div", {});
    this.talk = el("div", { class: "panels" });
    this.element = el(
      "div",
      { class: "steps" },
      el("div", { class: "line", role: "group", "aria-label": "Steps" }, this.first, this.back, this.next, this.last, this.place),
      this.boards,
      this.words,
      this.moves,
      this.form,
      (this.shown = el("details", { open: true }, el("summary", {}, "What the engines show"), this.states)),
      (this.said = el("details", {}, el("summary", {}, "Messages"), this.talk)),
    );
  }

  /** The number of steps: the positions on which the engines agree, and then the difference. */
  get count() {
    return (this.told?.plies.length ?? 0) + (this.told?.finding ? 1 : 0);
  }

  /** Shows a game from its end, or at one of its steps. */
  show(told, step = Infinity) {
    this.told = told;
    this.element.hidden = this.count === 0;
    if (this.count > 0) this.go(Math.min(step, this.count - 1));
  }

  /** Shows nothing, until another game is shown. */
  clear() {
    this.told = null;
    this.element.hidden = true;
  }

  #submit(event) {
    event.preventDefault();
    if (this.field.value.trim() !== "") this.edit(this.items[this.chosen].ply, this.field.value.trim());
  }

  #escape(event) {
    if (event.key !== "Escape") return;
    this.#editable();
    this.moves.querySelector("[aria-current]")?.focus();
  }

  /** Offers to edit the move that led here, if there is one. */
  #editable() {
    const ply = this.items[this.chosen]?.ply ?? 0;
    const move = this.edit && this.told.moves[ply - 1];
    this.form.hidden = !move;
    if (!move) return;
    this.label.textContent = `Move ${ply}, by ${move[0]}`;
    this.field.value = move[1];
  }

  /** Goes to the step of a move, or edits the move if it is the current one. */
  #choose(item) {
    if (item !== this.chosen) return this.go(this.items[item].step, item);
    if (!this.form.hidden) {
      this.field.focus();
      this.field.select();
    }
  }

  /** Handles keys for a page: the arrows step through the game. */
  key(event) {
    const typing = ["INPUT", "TEXTAREA", "SELECT"].includes(document.activeElement?.tagName);
    if (typing || this.count === 0 || event.altKey || event.ctrlKey || event.metaKey) return;
    const step = { ArrowLeft: this.at - 1, ArrowRight: this.at + 1, Home: 0, End: this.count - 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    this.go(step);
  }

  /**
   * The moves and the difference, each with the step that shows it. Moves after the last position on which
   * the engines agree are part of the difference.
   */
  get items() {
    const { plies, finding, moves } = this.told;
    const items = moves.map(([, , said], at) => ({ kind: "move", said, step: Math.min(at + 1, this.count - 1), ply: at + 1 }));
    if (finding) items.push({ kind: "end", said: "difference", step: plies.length, ply: moves.length });
    return items;
  }

  /** Goes to a step, at the last item of the list that leads there or at this one. */
  go(step, item) {
    const { plies, finding, engines } = this.told;
    this.at = Math.max(0, Math.min(step, this.count - 1));
    this.chosen = item ?? this.items.findLastIndex((item) => item.step === this.at && this.at > 0);
    const differs = this.at === plies.length;
    const names = engines ?? ["the engine under test", "the other"];
    this.first.disabled = this.back.disabled = this.at === 0;
    this.next.disabled = this.last.disabled = this.at === this.count - 1;
    const ply = plies[this.at];
    const after = `after ${this.at} of ${this.count - 1} moves`;
    this.place.textContent = differs
      ? `The difference${finding.question ? ", about a disputed move" : ""}.`
      : sentence(this.at === 0 ? "the start; both engines agree" : `${after}: ${ply.said}; both engines agree`);
    const figure = ({ title, svg }) =>
      el("figure", {}, el("figcaption", {}, capital(title)), svg ? drawing(svg) : el("p", { class: "unreported" }, "board: not reported"));
    const { boards, states } = differs ? finding : ply;
    this.boards.replaceChildren(...boards.map(figure));
    this.words.replaceChildren(
      ...(differs ? [el("p", { class: "headline" }, capital(finding.headline)), el("ul", {}, finding.details.map((line) => el("li", {}, line)))] : []),
    );
    const at = differs ? finding.shown : this.at;
    const values = table(states, names, at === 0 ? "at the start" : at === 1 ? "after 1 move" : `after ${at} moves`);
    this.shown.hidden = values === null;
    this.states.replaceChildren(...(values ? [values] : []));
    this.#talk(names, differs);
    this.#list();
    this.#editable();
  }

  #talk(names, differs) {
    const said = this.told.finding?.said ?? [[], []];
    const parts = said.map((lines) => cut(lines, this.told.finding?.shown ?? 0));
    const now = said.map((lines, engine) => (parts[engine] ? parts[engine][Math.min(this.at, parts[engine].length - 1)] : differs ? lines : []));
    const panels = [1, 0].filter((engine) => now[engine].length > 0);
    this.said.hidden = said.every((lines) => lines.length === 0);
    this.talk.replaceChildren(
      ...panels.map((engine) =>
        el("section", {}, el("h2", {}, capital(names[engine])), el("pre", { tabindex: "0", "aria-label": `messages of ${names[engine]}` }, now[engine].join("\n"))),
      ),
    );
    if (panels.length === 0) this.talk.replaceChildren(el("p", { class: "note" }, "Nothing that belongs to this move alone; look at the last step."));
  }

  #list() {
    const focused = this.moves.contains(document.activeElement) && document.activeElement !== this.moves;
    this.moves.replaceChildren(
      ...this.items.map(({ said, kind }, item) => {
        const here = item === this.chosen;
        return el("li", { class: `${kind}${here ? " last" : ""}` }, button(said, () => this.#choose(item), { class: "quiet", "aria-current": here ? "step" : null }));
      }),
    );
    if (focused) this.moves.querySelector("[aria-current]")?.focus();
  }
}
