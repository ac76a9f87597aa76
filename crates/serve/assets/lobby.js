// The choice of a game, its set-up and its players.

import { Problem, button, capital, drawing, el, sentence } from "./common.js";
import { Seats } from "./seats.js";

/** The introduction. */
const ABOUT =
  "Bustan tests the rule engines of board games: it plays your engine and a reference side by side and shrinks every difference to a short game. " +
  "Here you can play its games, look at findings, and compare engines move by move.";

/** The value for a set-up that is typed. */
const OTHER = "other";

export class Lobby {
  constructor({ games, programs, begin, game }) {
    this.games = games;
    this.begin = begin;
    this.trouble = el("p", { class: "trouble", role: "alert" });
    const cards = games.map(({ game: name, title, svg }, at) =>
      el(
        "label",
        { class: "card" },
        el("input", {
          type: "radio",
          name: "game",
          value: name,
          checked: game ? name === game : at === 0,
          change: () => this.#chosen(name),
        }),
        el("span", {}, el("span", { class: "picture", "aria-hidden": "true" }, drawing(svg)), title),
      ),
    );
    this.setup = el("select", { id: "setup", change: () => this.#other() });
    this.words = el("input", { id: "words", type: "text", autocomplete: "off", spellcheck: "false" });
    this.wordsLine = el("p", { class: "field", hidden: true }, el("label", { for: "words" }, "Setup options"), this.words);
    this.options = el("p", { class: "note" });
    this.seats = new Seats(programs);
    this.text = el("textarea", { id: "text", rows: "4", spellcheck: "false" });
    this.file = el("input", { id: "file", type: "file", accept: ".txt,.pgn,text/plain", change: () => this.#load() });
    this.element = el(
      "form",
      { class: "lobby", submit: (event) => this.#submit(event) },
      el("h1", {}, "Play"),
      el("p", { class: "about" }, ABOUT),
      el("fieldset", {}, el("legend", {}, "Game"), el("div", { class: "cards" }, cards)),
      el("p", { class: "field" }, el("label", { for: "setup" }, "Setup"), this.setup),
      this.wordsLine,
      this.options,
      this.seats.element,
      el(
        "details",
        {},
        el("summary", {}, "From a position or a record"),
        el("p", { class: "field" }, el("label", { for: "text" }, "A position, or the moves of a game"), this.text),
        el("p", { class: "field" }, el("label", { for: "file" }, "Or a file"), this.file),
      ),
      el("p", { class: "go" }, el("button", { class: "main", type: "submit" }, "Start"), " ", button("Edit the position", () => this.#edit())),
      this.trouble,
    );
    this.#chosen(game ?? games[0]?.game);
  }

  say(words) {
    this.trouble.textContent = words === "" ? "" : sentence(words);
  }

  /** Shows the options of the chosen game. */
  #chosen(name) {
    this.game = this.games.find(({ game }) => game === name) ?? this.games[0];
    const { setups, options, players } = this.game;
    this.setup.replaceChildren(
      ...setups.map(([label, words]) => el("option", { value: words }, capital(label))),
      el("option", { value: OTHER }, "Another …"),
    );
    this.options.textContent = options ? `Options: ${options}.` : "";
    this.#other();
    this.seats.show(this.game.game, players);
  }

  #other() {
    const other = this.setup.value === OTHER;
    this.wordsLine.hidden = !other;
    this.options.hidden = !other;
  }

  /** Returns where the game begins. */
  #from() {
    const text = this.text.value.trim();
    const setup = this.setup.value === OTHER ? this.words.value : this.setup.value;
    return text === "" ? { setup } : { text };
  }

  #edit() {
    location.hash = new URLSearchParams({ edit: this.game.game, ...this.#from() });
  }

  async #load() {
    const [file] = this.file.files;
    if (file) this.text.value = await file.text();
  }

  async #submit(event) {
    event.preventDefault();
    this.say("");
    try {
      await this.begin({ game: this.game.game, seats: this.seats.chosen(), ...this.#from() });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      this.say(error.message);
    }
  }
}
