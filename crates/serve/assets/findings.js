// The findings of a directory, and what becomes of them when a program changes.

import { Latest, ask, attend, button, capital, complaint, el, fragment, part, sentence } from "./common.js";
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
  constructor(about, { findings, list, unshown }) {
    this.about = about;
    this.findings = findings;
    this.status = new Map(findings.map(({ name }) => [name, "open"]));
    // What is asked about each finding, and about the game that is played in the place of one.
    this.questions = new Map();
    this.trials = new Latest();
    this.changed = null;
    this.steps = new Steps({ edit: (ply, to) => this.#try(this.text.value, { ply, to }) });
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
      el("div", { class: "line" }, this.badge, this.again),
      this.trouble,
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
      el("details", {}, el("summary", {}, "Commands"), this.commands),
      el("details", {}, el("summary", {}, "Report"), this.report),
    );
    this.element = el(
      "div",
      { class: "findings" },
      el("section", { class: "index", "aria-label": "List" }, el("h2", {}, `Findings in ${about.directory}`), this.all, this.list, unread(unshown)),
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
    const shown = this.changed ?? { kind: status ?? "", words: status ? STATUS[status] : "" };
    const words = shown.words + (this.changed === null && this.told?.status === status ? (this.told?.words ?? "") : "");
    this.badge.className = `badge ${shown.kind}`;
    this.badge.textContent = capital(words);
  }

  /** What is asked about a finding, the latest of which counts. */
  #asked(name) {
    if (!this.questions.has(name)) this.questions.set(name, new Latest());
    return this.questions.get(name);
  }

  /** Shows a finding and plays it. */
  async open(name) {
    this.trouble.textContent = "";
    this.wanted = name;
    try {
      const finding = await ask(`api/pair/findings/${encodeURIComponent(name)}`);
      // Another one was chosen meanwhile.
      if (this.wanted !== name) return;
      this.current = finding;
      this.detail.hidden = false;
      this.headline.textContent = capital(finding.headline);
      this.report.textContent = finding.report;
      this.commands.replaceChildren(...finding.commands.map(command));
      const options = finding.other_programs;
      const hint = options
        ? ["This was found with other programs than those of this server. To play it on those: ", command(`bustan serve ${this.about.directory} --game ${finding.game} ${options}`)]
        : ["This was found without programs; here it is played on those of this server."];
      this.note.replaceChildren(...(options === null ? [] : hint));
      await this.run();
    } catch (error) {
      if (this.wanted === name) this.#problem(error);
    }
  }

  /** Plays a finding on both engines; returns what they show, unless it is played anew meanwhile. */
  async #play({ name, game, record, passed_over: passing, signature }) {
    this.status.set(name, "running");
    this.render();
    let status;
    try {
      const told = await this.#asked(name).ask("api/pair/step", { game, record, closely: true, passing });
      if (!told) return undefined;
      const same = told.finding?.signature === signature;
      status = told.verdict !== "differ" ? "gone" : same ? "differ" : "other";
      return told;
    } catch (error) {
      status = "trouble";
      throw error;
    } finally {
      if (status) this.status.set(name, status);
      this.render();
    }
  }

  /** Plays the finding that is shown. */
  async run() {
    const { current } = this;
    this.trials.drop();
    this.changed = this.told = null;
    this.text.value = current.record;
    this.trouble.textContent = "";
    this.again.disabled = true;
    try {
      const told = await this.#play(current);
      // Another finding is shown meanwhile, or another game in its place.
      if (!told || current !== this.current || this.changed) return;
      this.steps.show(told);
      const status = this.status.get(current.name);
      this.told = { status, words: status === "differ" ? "" : `: ${told.words}` };
      this.render();
    } catch (error) {
      if (current === this.current) this.#problem(error);
    } finally {
      this.again.disabled = this.#asked(this.current.name).busy;
    }
  }

  /** Plays a changed game in the place of the finding's, whose own status stays what it is. */
  async #try(record, edit) {
    const { game, passed_over: passing, signature } = this.current;
    this.trouble.textContent = "";
    this.changed = { kind: "", words: "your game is played …" };
    this.render();
    try {
      const told = await this.trials.ask("api/pair/step", { game, record, closely: true, passing, ...(edit ? { edit } : {}) });
      if (!told) return;
      this.text.value = told.records.at(-1);
      this.steps.show(told, told.finding ? undefined : edit?.ply);
      const same = told.finding?.signature === signature;
      const differ = same ? "the difference is still there" : `another difference: ${told.words}`;
      const kind = { agree: "gone", differ: "differ" }[told.verdict] ?? "";
      this.changed = { kind, words: `in your game: ${told.verdict === "differ" ? differ : told.words}` };
    } catch (error) {
      this.changed = { kind: "", words: "your game was not played" };
      this.#problem(error);
    } finally {
      this.render();
    }
  }

  /** Plays all findings, the one that is shown first. */
  async runAll() {
    const shown = this.current;
    this.round = (this.round ?? 0) + 1;
    const { round } = this;
    if (shown && this.changed) await Promise.all([this.#try(this.text.value), this.#play(shown).catch((error) => this.#problem(error))]);
    else if (shown) await this.run();
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
    this.changed = { kind: "", words: "making it short …" };
    this.render();
    try {
      const { name } = await ask("api/pair/shrink", { game: this.current.game, record: this.text.value });
      if (name === null) {
        this.changed = { kind: "gone", words: "in your game: the engines agree" };
      } else {
        const told = await ask("api/pair/findings");
        this.findings = told.findings;
        const list = part(told.list);
        this.list.replaceWith(list);
        this.list = list;
        for (const finding of this.findings) if (!this.status.has(finding.name)) this.status.set(finding.name, "open");
        this.changed = null;
        location.hash = new URLSearchParams({ finding: name });
      }
    } catch (error) {
      this.#problem(error);
    } finally {
      this.shrink.disabled = false;
      this.render();
    }
  }

  #problem(error) {
    this.trouble.textContent = complaint(error);
  }
}

/** What is said of files that cannot be read. */
function unread(words) {
  if (words.length === 0) return null;
  const lines = words.map((words) => el("li", {}, words));
  return el("div", { class: "unread", role: "note", "aria-label": "Files that cannot be read" }, el("p", {}, "These files of findings cannot be read:"), el("ul", {}, lines));
}

/** Words instead of findings. */
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
