// The findings of a directory, and what becomes of them when a program changes.

import { ask, button, capital, complaint, el, fragment, part } from "./common.js";
import { Steps, command } from "./steps.js";

const page = document.getElementById("page");

/** What a status is called, and its class. */
const STATUS = {
  open: "not looked at",
  running: "playing …",
  differ: "still there",
  other: "another difference",
  gone: "gone",
  trouble: "not played",
};

class Findings {
  constructor(about, { findings, list }) {
    this.about = about;
    this.findings = findings;
    this.status = new Map(findings.map(({ name }) => [name, "open"]));
    this.steps = new Steps();
    this.list = part(list);
    this.headline = el("h1", {}, "Findings");
    this.badge = el("p", { class: "badge", role: "status" });
    this.trouble = el("p", { class: "trouble", role: "alert" });
    this.note = el("div", { class: "note" });
    this.text = el("textarea", { id: "text", rows: "5", spellcheck: "false" });
    this.commands = el("div", { class: "commands" });
    this.report = el("pre", { tabindex: "0", "aria-label": "Report" });
    this.again = button("Play it again", () => this.run(), { class: "main" });
    this.all = button("Play all again", () => this.runAll());
    this.shrink = button("Make it short from here", () => this.#shrink());
    this.detail = el(
      "section",
      { class: "detail", "aria-label": "Finding", hidden: true },
      this.headline,
      el("div", { class: "controls" }, this.badge, this.again),
      this.trouble,
      this.note,
      this.steps.element,
      el(
        "details",
        {},
        el("summary", {}, "Change the game"),
        el("label", { for: "text" }, "The record"),
        this.text,
        el("div", { class: "controls" }, button("Play this", () => this.run(this.text.value)), this.shrink),
      ),
      el("details", {}, el("summary", {}, "Commands"), this.commands),
      el("details", {}, el("summary", {}, "Report"), this.report),
    );
    this.element = el(
      "div",
      { class: "findings" },
      el("section", { class: "index", "aria-label": "List" }, el("h2", {}, `Findings in ${about.directory}`), this.all, this.list),
      this.detail,
    );
    this.render();
    addEventListener("keydown", (event) => this.steps.key(event));
    const events = new EventSource("api/pair/events");
    events.addEventListener("changed", () => this.runAll("its program has changed"));
  }

  render() {
    for (const [at, item] of [...this.list.children].entries()) {
      const [link, { name }] = [item.firstElementChild, this.findings[at]];
      const status = this.status.get(name);
      const note = link.querySelector(".note");
      item.dataset.note ??= note.textContent;
      item.className = status;
      note.textContent = `${item.dataset.note} · ${STATUS[status]}`;
      if (name === this.current?.name) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
    const status = this.status.get(this.current?.name);
    this.badge.className = `badge ${status ?? ""}`;
    this.badge.textContent = status ? capital(STATUS[status]) : "";
  }

  /** Shows a finding and plays it. */
  async open(name) {
    this.trouble.textContent = "";
    try {
      const finding = await ask(`api/pair/findings/${encodeURIComponent(name)}`);
      this.current = finding;
      this.detail.hidden = false;
      this.headline.textContent = capital(finding.headline);
      this.text.value = finding.record;
      this.report.textContent = finding.report;
      this.commands.replaceChildren(...finding.commands.map(command));
      const options = finding.other_programs;
      const hint = options
        ? ["This was found with other programs than those of this server. To play it on those: ", command(`bustan serve ${this.about.directory} --game ${finding.game} ${options}`)]
        : ["This was found without programs; here it is played on those of this server."];
      this.note.replaceChildren(...(options === null ? [] : hint));
      this.render();
      await this.run();
    } catch (error) {
      this.#problem(error);
    }
  }

  /** Plays a finding on both engines; returns what they show. */
  async #play({ name, game, record, passed_over: passing, signature }) {
    this.status.set(name, "running");
    this.render();
    try {
      const told = await ask("api/pair/step", { game, record, closely: true, passing });
      const same = told.finding?.signature === signature;
      this.status.set(name, told.verdict !== "differ" ? "gone" : same ? "differ" : "other");
      return told;
    } catch (error) {
      this.status.set(name, "trouble");
      throw error;
    } finally {
      this.render();
    }
  }

  /** Plays the finding that is shown, or another game in its place. */
  async run(record = this.current.record) {
    const { current } = this;
    this.trouble.textContent = "";
    this.again.disabled = true;
    try {
      const told = await this.#play({ ...current, record });
      if (current === this.current) {
        this.steps.show(told);
        const status = this.status.get(current.name);
        this.badge.textContent = capital(status === "differ" ? STATUS.differ : `${STATUS[status]}: ${told.words}`);
      }
    } catch (error) {
      this.#problem(error);
    } finally {
      this.again.disabled = false;
    }
  }

  /** Plays all findings, the one that is shown first. */
  async runAll() {
    const shown = this.current;
    this.round = (this.round ?? 0) + 1;
    const { round } = this;
    if (shown) await this.run();
    for (const { name } of this.findings) {
      if (round !== this.round) return;
      if (name === shown?.name) continue;
      try {
        await this.#play(await ask(`api/pair/findings/${encodeURIComponent(name)}`));
      } catch (error) {
        this.#problem(error);
      }
    }
  }

  async #shrink() {
    this.trouble.textContent = "";
    this.shrink.disabled = true;
    this.badge.textContent = "Making it short …";
    try {
      const { name } = await ask("api/pair/shrink", { game: this.current.game, record: this.text.value });
      if (name === null) {
        this.badge.textContent = "The engines agree in this game.";
      } else {
        const told = await ask("api/pair/findings");
        this.findings = told.findings;
        const list = part(told.list);
        this.list.replaceWith(list);
        this.list = list;
        for (const finding of this.findings) if (!this.status.has(finding.name)) this.status.set(finding.name, "open");
        location.hash = new URLSearchParams({ finding: name });
      }
    } catch (error) {
      this.#problem(error);
    } finally {
      this.shrink.disabled = false;
    }
  }

  #problem(error) {
    this.trouble.textContent = complaint(error);
  }
}

/** Words instead of findings. */
function alone(...words) {
  page.replaceChildren(el("div", { class: "alone" }, el("h1", {}, "Findings"), el("p", {}, ...words)));
}

const about = await ask("api/pair");
if (about.directory === null) {
  alone("Give the directory of a run to see its findings: ", el("code", {}, "bustan serve DIR --game GAME --against CMD"), ".");
} else {
  try {
    const told = await ask("api/pair/findings");
    const { findings } = told;
    if (findings.length === 0) {
      alone(`There are no findings in ${about.directory}.`);
    } else {
      const shown = new Findings(about, told);
      page.replaceChildren(shown.element);
      const named = () => shown.open(fragment().get("finding") ?? findings[0].name);
      addEventListener("hashchange", named);
      await named();
    }
  } catch (error) {
    alone(capital(`${error.message}.`));
  }
}
