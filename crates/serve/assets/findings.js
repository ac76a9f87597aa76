// The findings of a directory, and their status when a program changes.

import { Latest, ask, attend, button, capital, complaint, el, fragment, part, sentence } from "./common.js";
import { Steps, command, form } from "./steps.js";

const page = document.getElementById("page");

/** The label of each status. The status is also a class. */
const STATUS = {
  open: "not rechecked",
  running: "playing …",
  differ: "still there",
  other: "another difference",
  shows: "a difference",
  gone: "gone",
  trouble: "not played",
};

/** The status of a difference compared with that of a finding, whose signature is null if unknown. */
function compared(told, signature) {
  if (signature === null) return "shows";
  return told.finding?.signature === signature ? "differ" : "other";
}

/** The heading of a finding: its difference, if it is known. */
function titled(finding) {
  if (finding === undefined) return "Findings";
  return finding.problem === null ? capital(finding.headline) : "Difference not known";
}

class Findings {
  constructor(about, { findings, list, unshown }) {
    this.about = about;
    this.findings = findings;
    this.status = new Map(findings.map(({ name }) => [name, "open"]));
    // The questions about each finding, about an edited game, and about the finding to be shown.
    this.questions = new Map();
    this.trials = new Latest();
    this.opening = new Latest();
    this.current = this.changed = null;
    // The findings that were played since all were to be played again.
    this.played = new Set();
    this.steps = new Steps({ edit: (ply, to) => this.#try(this.text.value, { ply, to }) });
    this.list = part(list);
    this.headline = el("h1", {}, "Findings");
    this.badge = el("p", { class: "badge", role: "status" });
    this.trouble = el("p", { class: "trouble", role: "alert" });
    this.note = el("div", { class: "note" });
    this.text = el("textarea", { id: "text", rows: "5", spellcheck: "false" });
    this.commands = el("div", { class: "commands" });
    this.forms = el("div", { class: "commands" });
    this.report = el("pre", { tabindex: "0", "aria-label": "Report" });
    this.again = button("Play it again", () => this.run(), { class: "main" });
    this.all = button("Play all again", () => this.runAll());
    this.shrink = button("Shrink from here", () => this.#shrink());
    this.body = el(
      "div",
      { class: "body", hidden: true },
      el("div", { class: "line" }, this.badge, this.again),
      this.note,
      this.steps.element,
      el(
        "details",
        {},
        el("summary", {}, "Change the game"),
        el("label", { for: "text" }, "The record"),
        this.text,
        el("div", { class: "line" }, button("Play this", () => this.#try(this.text.value)), this.shrink),
      ),
      el("details", {}, el("summary", {}, "Copy the game"), this.forms),
      el("details", {}, el("summary", {}, "Commands"), this.commands),
      el("details", {}, el("summary", {}, "Report"), this.report),
    );
    this.detail = el("section", { class: "detail", "aria-label": "Finding" }, this.headline, this.trouble, this.body);
    this.element = el(
      "div",
      { class: "findings" },
      el("section", { class: "index", "aria-label": "List" }, el("h2", {}, `Findings in ${about.directory}`), this.all, this.list, unread(unshown)),
      this.detail,
    );
    this.render();
    addEventListener("keydown", (event) => this.steps.key(event));
    const events = new EventSource("api/pair/events");
    events.addEventListener("changed", () => this.runAll());
  }

  render() {
    for (const [at, item] of [...this.list.children].entries()) {
      const [link, { name }] = [item.firstElementChild, this.findings[at]];
      const status = this.status.get(name);
      const note = link.querySelector(".note");
      item.dataset.note ??= note.textContent;
      item.className = status;
      note.textContent = `${item.dataset.note} · ${STATUS[status]}`;
      if (name === this.wanted) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
    const status = this.status.get(this.current?.name);
    const shown = this.changed ?? { kind: status ?? "", words: status ? STATUS[status] : "" };
    const words = shown.words + (this.changed === null && this.told?.status === status ? (this.told?.words ?? "") : "");
    this.badge.className = `badge ${shown.kind}`;
    this.badge.textContent = capital(words);
    this.again.disabled = status === "running";
    this.shrink.disabled = this.trials.busy;
  }

  /** Returns the questions about a finding, of which only the latest counts. */
  #asked(name) {
    if (!this.questions.has(name)) this.questions.set(name, new Latest());
    return this.questions.get(name);
  }

  /** Shows a finding and plays it. Until it is loaded nothing of another one is shown. */
  async open(name) {
    this.wanted = name;
    this.current = this.changed = this.told = null;
    this.trials.drop();
    this.trouble.textContent = "";
    this.headline.textContent = titled(this.findings.find((finding) => finding.name === name));
    this.body.hidden = true;
    this.steps.clear();
    this.render();
    let finding;
    try {
      finding = await this.opening.ask(`api/pair/findings/${encodeURIComponent(name)}`);
    } catch (error) {
      this.#problem(error);
    }
    if (!finding) return;
    this.current = finding;
    this.body.hidden = false;
    this.headline.textContent = titled(finding);
    this.report.textContent = finding.report;
    this.commands.replaceChildren(...finding.commands.map((text) => command(text)));
    this.forms.replaceChildren(...[{ name: "Record", text: finding.record, link: null }, ...finding.paste].map(form));
    const options = finding.other_programs;
    const hint = options
      ? ["This was found with other programs than those of this server. To play it on those: ", command(`bustan serve ${this.about.directory} --game ${finding.game} ${options}`)]
      : ["This was found without programs; here it is played on those of this server."];
    const problem = finding.problem === null ? [] : [el("p", {}, sentence(finding.problem))];
    this.note.replaceChildren(...problem, ...(options === null ? [] : hint));
    await this.run();
  }

  /**
   * Plays a finding on both engines. Its boards are shown if it is the current finding when the answer
   * arrives.
   */
  async #play({ name, game, record, passed_over: passing, signature }) {
    this.played.add(name);
    this.status.set(name, "running");
    this.render();
    try {
      const told = await this.#asked(name).ask("api/pair/step", { game, record, closely: true, passing });
      // It is being played again.
      if (!told) return;
      const status = told.verdict === "untold" ? "trouble" : told.verdict !== "differ" ? "gone" : compared(told, signature);
      this.status.set(name, status);
      if (name !== this.current?.name || this.changed) return;
      this.steps.show(told);
      this.told = { status, words: status === "differ" ? "" : `: ${told.words}` };
    } catch (error) {
      this.status.set(name, "trouble");
      if (name === this.current?.name) this.#problem(error);
    } finally {
      this.render();
    }
  }

  /** Plays the finding that is shown. */
  async run() {
    this.trials.drop();
    this.changed = this.told = null;
    this.text.value = this.current.record;
    this.trouble.textContent = "";
    await this.#play(this.current);
  }

  /** Plays an edited game in place of the finding's. The status of the finding is unchanged. */
  async #try(record, edit) {
    const { game, passed_over: passing, signature } = this.current;
    this.trouble.textContent = "";
    this.changed = { kind: "", words: "your game is played …" };
    try {
      const asked = this.trials.ask("api/pair/step", { game, record, closely: true, passing, ...(edit ? { edit } : {}) });
      this.render();
      const told = await asked;
      // Another game is being played, or another finding shown.
      if (!told) return;
      this.text.value = told.records.at(-1);
      this.steps.show(told, told.finding ? undefined : edit?.ply);
      const status = compared(told, signature);
      const differ = status === "differ" ? "the difference is still there" : `${STATUS[status]}: ${told.words}`;
      const kind = { agree: "gone", differ: "differ" }[told.verdict] ?? "";
      this.changed = { kind, words: `in your game: ${told.verdict === "differ" ? differ : told.words}` };
    } catch (error) {
      this.changed = { kind: "", words: "your game was not played" };
      this.#problem(error);
    } finally {
      this.render();
    }
  }

  /** Plays all findings, the current one first. */
  async runAll() {
    const shown = this.current;
    const played = (this.played = new Set());
    if (shown && this.changed) await Promise.all([this.#try(this.text.value), this.#play(shown)]);
    else if (shown) await this.run();
    for (const { name } of this.findings) {
      if (played !== this.played) return;
      // A finding that was opened meanwhile has been played.
      if (played.has(name)) continue;
      let finding;
      try {
        finding = await ask(`api/pair/findings/${encodeURIComponent(name)}`);
      } catch (error) {
        complaint(error);
        this.status.set(name, "trouble");
        this.render();
        continue;
      }
      if (played === this.played && !played.has(name)) await this.#play(finding);
    }
  }

  async #shrink() {
    this.trouble.textContent = "";
    this.changed = { kind: "", words: "shrinking …" };
    try {
      const asked = this.trials.ask("api/pair/shrink", { game: this.current.game, record: this.text.value });
      this.render();
      const made = await asked;
      // Another game is being played, or another finding shown.
      if (!made) return;
      if (made.name === null) {
        this.changed = { kind: "gone", words: "in your game: the engines agree" };
        return;
      }
      const told = await this.trials.ask("api/pair/findings");
      if (!told) return;
      this.findings = told.findings;
      const list = part(told.list);
      this.list.replaceWith(list);
      this.list = list;
      for (const finding of this.findings) if (!this.status.has(finding.name)) this.status.set(finding.name, "open");
      this.changed = null;
      const address = `#${new URLSearchParams({ finding: made.name })}`;
      // The current finding may already be the short one.
      if (address === location.hash) await this.open(made.name);
      else location.hash = address;
    } catch (error) {
      this.changed = { kind: "", words: "your game was not shrunk" };
      this.#problem(error);
    } finally {
      this.render();
    }
  }

  #problem(error) {
    this.trouble.textContent = complaint(error);
  }
}

/** The message about files that cannot be read. */
function unread(words) {
  if (words.length === 0) return null;
  const lines = words.map((words) => el("li", {}, words));
  return el("div", { class: "unread", role: "note", "aria-label": "Files that cannot be read" }, el("p", {}, "These files of findings cannot be read:"), el("ul", {}, lines));
}

/** Shows words instead of findings. */
function alone(words, ...more) {
  page.replaceChildren(el("div", { class: "alone" }, el("h1", {}, "Findings"), el("p", {}, words), ...more));
}

const about = await ask("api/pair");
if (about.directory === null) {
  const words = ["Give the directory of a run to see its findings: ", el("code", {}, "bustan serve DIR --against CMD"), "."];
  alone(el("span", {}, ...words));
} else {
  try {
    const told = await ask("api/pair/findings");
    const { findings } = told;
    if (findings.length === 0) {
      alone(`There are no findings in ${about.directory}.`, unread(told.unshown));
    } else {
      const shown = new Findings(about, told);
      attend();
      page.replaceChildren(shown.element);
      const named = () => shown.open(fragment().get("finding") ?? findings[0].name);
      addEventListener("hashchange", named);
      await named();
    }
  } catch (error) {
    alone(sentence(error.message));
  }
}
