// A game that is played on two engines at once, until they differ.

import { Board } from "./board.js";
import { Latest, ask, attend, button, capital, complaint, el, fragment, sentence, typing } from "./common.js";
import { Steps } from "./steps.js";

const page = document.getElementById("page");

class Lockstep {
  constructor(about) {
    this.about = about;
    this.chosen = [];
    this.questions = new Latest();
    this.board = new Board({ touched: (name) => this.#touch(name), looked: () => {}, grabbed: (name) => this.#grab(name) });
    this.steps = new Steps();
    this.game = el("select", { id: "game", change: () => this.#begin("") }, about.games.map((game) => el("option", { value: game }, game)));
    this.record = el("textarea", { id: "record", rows: "3", spellcheck: "false" });
    this.whose = el("p", { class: "note" });
    this.headline = el("h1", {}, "Lockstep");
    this.news = el("p", { class: "news", role: "status" });
    this.trouble = el("p", { class: "trouble", role: "alert" });
    this.choices = el("div", { class: "tray", role: "group", "aria-label": "Choices" });
    const { form } = typing((move) => this.told && !this.told.finding && this.#move(move));
    this.undo = button("Undo", () => this.#undo());
    this.shrink = button("Shrink", () => this.#shrink(), { hidden: true });
    this.difference = el("section", { class: "parted", "aria-label": "Difference", hidden: true }, this.steps.element);
    this.element = el(
      "div",
      { class: "table" },
      (this.stage = el("section", { class: "stage", "aria-label": "Board" }, this.board.element, this.whose)),
      el(
        "section",
        { class: "side", "aria-label": "Game" },
        el("div", { class: "status" }, this.headline, el("p", { class: "field" }, el("label", { for: "game" }, "Game"), this.game)),
        this.choices,
        el("div", { class: "said" }, this.news, this.trouble),
        form,
        el("div", { class: "line" }, this.undo, this.shrink),
        el(
          "details",
          {},
          el("summary", {}, "The record"),
          el("label", { for: "record" }, "Moves so far"),
          this.record,
          button("Play this", () => this.#begin(this.record.value)),
        ),
      ),
      this.difference,
    );
    addEventListener("keydown", (event) => {
      if (!this.difference.hidden) this.steps.key(event);
    });
  }

  #begin(record) {
    return this.play({ game: this.game.value, record });
  }

  /**
   * Plays a game on both engines; `then` is a further move with its player. Drops the answers to earlier
   * questions.
   */
  async play({ game, record, then }) {
    const before = this.news.textContent;
    this.trouble.textContent = "";
    this.news.textContent = then ? `The engines think about ${then[1]} …` : "The engines think …";
    try {
      const asked = this.questions.ask("api/pair/step", { game, record, ...(then ? { then } : {}) });
      this.#busy();
      const told = await asked;
      if (!told) return false;
      if (["refused", "untold"].includes(told.verdict) && then) {
        this.news.textContent = before;
        this.trouble.textContent = sentence(told.words);
        return false;
      }
      this.#show(game, told);
      return true;
    } catch (error) {
      this.news.textContent = "";
      this.#problem(error);
      return false;
    } finally {
      this.#busy();
    }
  }

  /** Shows whether the engines think: in that case no move is made or taken back. */
  #busy() {
    const { busy } = this.questions;
    this.element.classList.toggle("thinking", busy);
    this.undo.disabled = busy || !(this.told?.records.length > 1);
    this.shrink.disabled = busy;
  }

  /** Shows that a move has to wait. */
  #wait() {
    this.trouble.textContent = "The engines still think; wait for their answer, or begin another game.";
    return false;
  }

  #show(game, told) {
    this.told = told;
    this.game.value = this.played = game;
    this.chosen = [];
    const { plies, legal, touched, finding, engines, records } = told;
    const here = plies.at(-1);
    this.so_far = finding ? records.at(-1) : records[Math.max(0, plies.length - 1)];
    this.record.value = this.so_far;
    history.replaceState(null, "", `#${new URLSearchParams({ game, record: this.so_far })}`);
    this.headline.textContent = engines ? `${engines[0]} beside ${engines[1]}` : "Lockstep";
    this.difference.hidden = this.shrink.hidden = finding === null;
    const board = touched?.svg;
    this.stage.hidden = finding !== null || !board;
    this.whose.textContent = board ? `The board of ${touched.title}` : "";
    this.tree = {};
    for (const [move, steps] of finding ? [] : legal) {
      let level = this.tree;
      steps.slice(0, -1).forEach((step) => (level = level[step] ??= {}));
      level[steps.at(-1)] = move;
    }
    if (finding) {
      this.steps.show(told);
      this.news.textContent = sentence(finding.headline);
    } else if (here) {
      if (board) this.board.show(board);
      const turn = here.turn ? `${here.turn} to move` : "the game is over";
      this.news.textContent = capital(`${here.said ? `${here.said}: the engines agree; ` : ""}${turn}.`);
    } else {
      this.news.textContent = sentence(told.words);
    }
    this.#light();
  }

  #below(steps) {
    let level = this.tree;
    for (const step of steps) level = typeof level === "object" ? level[step] : undefined;
    return level;
  }

  #light() {
    const next = Object.keys(this.#below(this.chosen) ?? {});
    const begins = (name) => typeof this.tree[name] === "object";
    if (!this.stage.hidden) this.board.light(new Set(next), this.chosen, begins);
    const words = next.filter((name) => this.stage.hidden || !this.board.has(name));
    this.choices.replaceChildren(
      el("div", { class: "row" }, words.map((name) => button(name, () => this.#touch(name), { class: "choice word" }))),
    );
    this.choices.hidden = words.length === 0;
  }

  #touch(name) {
    if (this.questions.busy) return this.#wait();
    for (let kept = this.chosen.length; kept >= 0; kept -= 1) {
      const tried = [...this.chosen.slice(0, kept), name];
      const found = this.#below(tried);
      if (typeof found === "string") return this.#move(found);
      if (found !== undefined) {
        this.chosen = tried;
        return this.#light();
      }
    }
    this.trouble.textContent = `No engine lists a move that continues with ${name}; type the move to query both.`;
  }

  /** Chooses what begins a move. Returns whether anything does. */
  #grab(name) {
    if (this.questions.busy || typeof this.tree[name] !== "object") return false;
    this.chosen = [name];
    this.#light();
    return true;
  }

  #move(move) {
    if (this.questions.busy) return this.#wait();
    const turn = this.told.plies.at(-1)?.turn ?? null;
    if (turn === null) this.trouble.textContent = "The game is over.";
    else return this.play({ game: this.played, record: this.so_far, then: [turn, move] });
  }

  #undo() {
    if (this.questions.busy) return this.#wait();
    return this.play({ game: this.played, record: this.told.records.at(-2) });
  }

  async #shrink() {
    this.trouble.textContent = "";
    this.news.textContent = "Shrinking …";
    try {
      const asked = this.questions.ask("api/pair/shrink", { game: this.played, record: this.so_far });
      this.#busy();
      const told = await asked;
      if (!told) return;
      const { name } = told;
      if (name) location.href = `findings#${new URLSearchParams({ finding: name })}`;
      else this.news.textContent = "The engines agree in this game now.";
    } catch (error) {
      this.news.textContent = "The game was not shrunk.";
      this.#problem(error);
    } finally {
      this.#busy();
    }
  }

  #problem(error) {
    this.trouble.textContent = complaint(error);
  }
}

const about = await ask("api/pair");
const lockstep = new Lockstep(about);
page.replaceChildren(lockstep.element);
attend();
const named = fragment().get("game");
const game = about.games.includes(named) ? named : about.games[0];
await lockstep.play({ game, record: game === named ? (fragment().get("record") ?? "") : "" });
