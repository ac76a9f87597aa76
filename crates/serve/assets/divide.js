// The counts of two engines by first move.

import { Latest, ask, attend, button, complaint, el, fragment, sentence } from "./common.js";

const page = document.getElementById("page");

class Divide {
  constructor(about) {
    this.questions = new Latest();
    this.game = el("select", { id: "game" }, about.games.map((game) => el("option", { value: game }, game)));
    this.depth = el("input", { id: "depth", type: "number", min: "1", max: "12", placeholder: "fits" });
    this.record = el("textarea", { id: "record", rows: "3", spellcheck: "false" });
    this.news = el("p", { class: "news", role: "status" });
    this.trouble = el("p", { class: "trouble", role: "alert" });
    this.result = el("div", { class: "wide", tabindex: "0", role: "region", "aria-label": "Counts" });
    this.up = button("Back", () => history.back());
    this.go = el("button", { type: "submit", class: "main" }, "Count");
    this.element = el(
      "div",
      { class: "divide" },
      el("h1", {}, "Divide"),
      el(
        "form",
        { class: "lobby", submit: (event) => this.#submit(event) },
        el("p", { class: "field" }, el("label", { for: "game" }, "Game"), this.game),
        el("p", { class: "field" }, el("label", { for: "depth" }, "Moves"), this.depth),
        el("p", { class: "field" }, el("label", { for: "record" }, "After this record"), this.record),
        el("div", { class: "line" }, this.go, this.up),
      ),
      el("div", { class: "said" }, this.news, this.trouble),
      this.result,
    );
  }

  #submit(event) {
    event.preventDefault();
    const asked = `#${this.#link(this.game.value, this.record.value, this.depth.value)}`;
    if (asked === location.hash) this.count();
    else location.hash = asked;
  }

  #link(game, record, depth) {
    return new URLSearchParams({ game, record, ...(depth ? { depth } : {}) });
  }

  /** Counts according to the address. */
  async count() {
    const asked = fragment();
    if (asked.has("game")) this.game.value = asked.get("game");
    this.record.value = asked.get("record") ?? "";
    this.depth.value = asked.get("depth") ?? "";
    this.trouble.textContent = "";
    this.news.textContent = "Counting …";
    this.result.replaceChildren();
    this.go.disabled = true;
    try {
      // Without a depth the server chooses a suitable one.
      const [game, depth] = [this.game.value, this.depth.value === "" ? null : Number(this.depth.value)];
      const told = await this.questions.ask("api/pair/divide", { game, record: this.record.value, depth });
      if (!told) return;
      this.depth.value = told.depth;
      this.#show(told, game, told.depth);
    } catch (error) {
      this.trouble.textContent = complaint(error);
      this.news.textContent = "";
    } finally {
      this.go.disabled = this.questions.busy;
    }
  }

  /** Summarises the counts, without claiming more than they show. */
  #verdict({ branches, uncounted, trouble }) {
    const moves = (count) => (count === 1 ? "1 move" : `${count} moves`);
    const wrong = branches.filter(({ nodes: [one, other] }) => one !== other).length;
    const left = uncounted > 0 ? `; ${moves(uncounted)} ${uncounted === 1 ? "was" : "were"} not counted, because time was up` : "";
    const whole = uncounted === 0 && !trouble;
    if (wrong > 0) return `the engines differ after ${wrong} of ${moves(branches.length)}${left}`;
    if (trouble) return `counting was stopped${branches.length > 0 ? ` after ${moves(branches.length)} without a difference` : ""}`;
    if (branches.length === 0) return whole ? "neither engine lists a move here" : `nothing was counted${left}`;
    return whole ? "both engines agree on every count" : `both engines agree after each of ${moves(branches.length)}${left}`;
  }

  #show(told, game, depth) {
    const { engines, branches, uncounted, trouble } = told;
    const totals = [0, 1].map((engine) => branches.reduce((sum, { nodes }) => sum + (nodes[engine] ?? 0), 0));
    const number = (count) => (count === null ? "not played" : count.toLocaleString("en"));
    this.news.textContent = sentence(this.#verdict(told));
    this.trouble.textContent = trouble ? sentence(trouble) : "";
    if (branches.length === 0) return;
    const row = ({ said, nodes, record }) => {
      const differs = nodes[0] !== nodes[1];
      const deeper = depth > 1 && nodes.every((count) => count !== null);
      const name = deeper ? el("a", { href: `#${this.#link(game, record, depth - 1)}` }, said) : said;
      const kind = differs ? el("strong", {}, "differs") : "same";
      return el("tr", { class: differs ? "differs" : null }, el("th", { scope: "row" }, name), ...nodes.map((count) => el("td", {}, number(count))), el("td", {}, kind));
    };
    const heads = ["move", ...engines, ""].map((name, at) => (at < 3 ? el("th", { scope: "col" }, name) : el("td", {})));
    this.result.replaceChildren(
      el(
        "table",
        { class: "counts" },
        el("caption", {}, `Sequences of ${depth} ${depth === 1 ? "move" : "moves"}`),
        el("thead", {}, el("tr", {}, heads)),
        el("tbody", {}, branches.map(row)),
        el("tfoot", {}, el("tr", {}, el("th", { scope: "row" }, uncounted > 0 || trouble ? "counted" : "all"), ...totals.map((count) => el("td", {}, number(count))), el("td", {}))),
      ),
    );
  }
}

const about = await ask("api/pair");
const divide = new Divide(about);
page.replaceChildren(divide.element);
attend();
addEventListener("hashchange", () => divide.count());
await divide.count();
