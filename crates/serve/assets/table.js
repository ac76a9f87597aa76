// A game being played: the board, the controls next to it, and information about the game.

import { Board } from "./board.js";
import { ask, button, capital, choice, complaint, confirmation, el, sentence, typing } from "./common.js";

/** The player that gives hints. */
const HELPER = "normal";

/** How fast a lead fills the bar: this lead fills half of the rest. */
const LEAD = 12;

/** The order of the outcomes of a move, for the player who makes it. */
const WORTH = { win: 3, tie: 2, draw: 1, lose: 0 };

export class Table {
  constructor(number, games) {
    this.path = `api/tables/${number}`;
    this.games = games;
    this.state = null;
    this.steps = [];
    this.previews = new Map();
    this.valued = false;
    this.flipped = false;
    this.board = new Board({
      touched: (name) => this.touch(name),
      looked: (name) => this.#look(name),
      grabbed: (name) => this.#grab(name),
    });
    this.#build();
    this.#listen();
  }

  close() {
    this.events?.close();
    this.hinting?.abort();
    removeEventListener("keydown", this.keys);
  }

  /** Called once the table is on the page. */
  ready() {
    document.title = `${this.state.title} · Bustan`;
  }

  #build() {
    this.headline = el("h1", { "aria-live": "polite" });
    this.news = el("p", { class: "news", role: "status" });
    this.trouble = el("p", { class: "trouble", role: "alert" });
    this.worth = el("p", { class: "note", role: "status" });
    this.players = el("ul", { class: "players", "aria-label": "Players" });
    this.bar = el("div", { class: "bar", "aria-hidden": "true" });
    this.prompt = el("p", { class: "prompt" });
    this.tray = el("div", { class: "tray", role: "group", "aria-label": "Choices" });
    this.legend = el("p", { class: "legend" });
    this.facts = el("ul", { class: "facts", "aria-label": "Facts" });
    this.moves = el("ol", { class: "moves", tabindex: "0", "aria-label": "Moves" });
    const { field, form } = typing((move) => {
      this.trouble.textContent = "";
      return this.#play({ move });
    });
    this.typed = field;
    this.undo = button("Undo", () => this.#do("undo"));
    this.redo = button("Redo", () => this.#do("redo"));
    this.hint = button("Hint", () => this.#hint());
    this.values = button("Values", () => this.#toggle(), { "aria-pressed": "false" });
    this.resign = button("Resign", () => this.sure.showModal(), { "aria-haspopup": "dialog" });
    this.sure = confirmation("Resign this game?", "Resign", () => this.#do("resign"));
    this.flip = button("Flip board", () => this.#flip());
    this.pause = button("Pause", () => this.#do("pause", { paused: !this.state.paused }));
    this.element = el(
      "div",
      { class: "table" },
      el("section", { class: "stage", "aria-label": "Board" }, this.board.element, this.legend),
      el(
        "section",
        { class: "side", "aria-label": "Game" },
        el("div", { class: "status" }, this.headline, this.players, this.bar),
        this.prompt,
        this.tray,
        el("div", { class: "said" }, this.news, this.trouble),
        form,
        el("div", { class: "controls", role: "group", "aria-label": "Game controls" }, this.undo, this.redo, this.hint, this.values, this.pause, this.resign, this.flip),
        this.worth,
        this.sure,
        this.facts,
        this.moves,
        el(
          "p",
          { class: "files" },
          el("a", { href: `${this.path}/record.txt`, download: true }, "Record"),
          el("a", { href: `${this.path}/board.svg`, download: true }, "Picture"),
          (this.link = el("a", { href: "#" }, "Link to this position")),
          (this.edit = el("a", { href: "#" }, "Edit this position")),
          (this.again = el("a", { href: "#" }, "New game")),
        ),
      ),
    );
  }

  #listen() {
    this.keys = (event) => this.#key(event);
    addEventListener("keydown", this.keys);
    this.events = new EventSource(`${this.path}/events`);
    this.events.addEventListener("changed", (event) => {
      if (this.state && Number(event.data) !== this.state.version) this.refresh().catch((error) => this.#problem(error));
    });
  }

  /** Shows the current game. */
  async refresh() {
    const { flipped } = this;
    const told = await ask(flipped ? `${this.path}?flipped` : this.path);
    // Answers may arrive out of order.
    if (flipped !== this.flipped || (this.state && told.version < this.state.version)) return;
    const before = this.state;
    const changed = !before || before.version !== told.version || this.shown !== flipped;
    this.shown = flipped;
    this.state = told;
    if (!changed) return;
    this.steps = [];
    this.previews.clear();
    if (told.svg && told.svg !== before?.svg) this.board.show(told.svg);
    this.board.hint([]);
    this.board.values([]);
    this.#tell(before);
    this.#render();
    this.worth.textContent = "";
    if (this.valued) this.#values();
  }

  /** Shows what has happened. */
  #tell(before) {
    const { history, players, trouble, over, result } = this.state;
    this.trouble.textContent = trouble ? capital(trouble) : "";
    const played = history.slice(before?.history.length ?? history.length).map(([player, , mv]) => `${players[player].name} plays ${mv}`);
    if (before && history.length < before.history.length) played.push("taken back");
    if (over && result) played.push(`the result is ${result}`);
    this.news.textContent = played.length > 0 ? `${capital(played.join("; "))}.` : "";
  }

  #render() {
    const { state } = this;
    this.headline.textContent = capital(state.headline);
    this.element.classList.toggle("thinking", state.thinking);
    this.element.classList.toggle("over", state.over);
    this.players.replaceChildren(
      ...state.players.map(({ name, seat, points }, at) =>
        el(
          "li",
          { class: at === state.turn && !state.over ? "turn" : null, "aria-current": at === state.turn && !state.over ? "true" : null },
          el("span", { class: `chip ${name}`, "aria-hidden": "true" }),
          el("span", { class: "name" }, capital(name)),
          el("span", { class: "who" }, seat ?? "Human", at === state.turn && state.thinking ? el("span", { class: "thought" }, " thinks") : null),
          points === null ? null : el("span", { class: "points" }, String(points).replace("-", "\u2212")),
        ),
      ),
    );
    this.#score();
    this.facts.replaceChildren(...state.facts.map((fact) => el("li", {}, capital(fact))));
    this.legend.textContent = this.board.legend ? capital(this.board.legend) + "." : "";
    const rounds = state.history.map(([player, , mv], at) =>
      el("li", { class: at + 1 === state.history.length ? "last" : null }, el("span", { class: `chip ${state.players[player].name}`, "aria-hidden": "true" }), mv),
    );
    this.moves.replaceChildren(...rounds);
    this.moves.scrollTop = this.moves.scrollHeight;
    this.undo.disabled = state.history.length === 0 && state.resigned === null;
    this.redo.disabled = state.undone === 0 || state.resigned !== null;
    const choosing = state.moves !== null;
    this.typed.disabled = !choosing;
    this.hint.disabled = !choosing;
    this.values.disabled = state.over;
    this.resign.disabled = state.over || state.players.every(({ seat }) => seat !== null);
    this.flip.hidden = !state.flips;
    this.pause.hidden = state.players.every(({ seat }) => seat === null);
    this.pause.disabled = state.over;
    this.pause.textContent = state.paused && !state.over ? "Go on" : "Pause";
    this.link.hidden = this.edit.hidden = state.position === null;
    const seats = state.players.map(({ seat }) => (seat ?? "human").replace(/[%,]/g, encodeURIComponent)).join(",");
    this.link.href = `#${new URLSearchParams({ game: state.game, position: state.position ?? "", seats })}`;
    this.edit.href = `#${new URLSearchParams({ edit: state.game, text: state.position ?? "", seats })}`;
    this.again.href = `#${new URLSearchParams({ game: state.game })}`;
    this.#choices();
  }

  /** The bar of the score: in a game for two the lead, for more the shares. */
  #score() {
    const points = this.state.players.map(({ points: own }) => own);
    this.bar.hidden = points.includes(null);
    if (this.bar.hidden) return;
    const lead = points[0] - points[1];
    const total = points.reduce((sum, own) => sum + own, 0);
    const shares =
      points.length === 2
        ? [1, -1].map((sign) => 0.5 + (0.5 * sign * lead) / (Math.abs(lead) + LEAD))
        : points.map((own) => (total > 0 ? own / total : 1 / points.length));
    this.bar.replaceChildren(
      ...shares.map((share, at) => {
        const part = el("span", { class: this.state.players[at].name });
        part.style.flexGrow = share;
        return part;
      }),
    );
  }

  /**
   * Returns the moves that begin with these targets: a tree, `null` for a whole move, `undefined` for none.
   */
  #below(steps) {
    let tree = this.state.moves ?? undefined;
    for (const step of steps) tree = tree?.[step];
    return tree;
  }

  /** Highlights what can be touched next, on the board and next to it. */
  #choices() {
    const { steps, state } = this;
    const next = new Set(Object.keys(this.#below(steps) ?? {}));
    const [first] = steps;
    this.board.light(next, steps, (name) => this.#begins(name));
    this.board.preview(null);
    const focused = document.activeElement?.dataset?.choice;
    const rows = [];
    let items = state.tray;
    let depth = 0;
    while (items.length > 0) {
      const at = depth;
      const open = this.#below(steps.slice(0, at)) ?? {};
      rows.push(
        items.map((item) =>
          choice(item, {
            lit: item.target in open,
            chosen: steps[at] === item.target,
            click: () => this.#choose([...this.steps.slice(0, at), item.target]),
          }),
        ),
      );
      items = items.find(({ target }) => target === steps[at])?.then ?? [];
      depth += 1;
    }
    // Every other choice is a button with its name.
    const named = new Set(state.tray.flatMap((item) => [item.target, ...item.then.map(({ target }) => target)]));
    const level = this.#below(steps) ?? {};
    const others = [...new Set([...Object.keys(this.state.moves ?? {}), ...Object.keys(level)])].filter(
      (name) => !this.board.has(name) && !named.has(name),
    );
    const order = (name) => (state.buttons.includes(name) ? state.buttons.indexOf(name) : state.buttons.length);
    others.sort((one, other) => order(one) - order(other));
    if (others.length > 0) {
      rows.push(
        others.map((name) =>
          el("button", { type: "button", class: "choice word", "data-choice": name, click: () => this.touch(name) }, capital(name)),
        ),
      );
    }
    this.tray.replaceChildren(...rows.map((row) => el("div", { class: "row" }, row)));
    this.tray.hidden = rows.length === 0;
    this.numbered = rows.findLast((row) => !row[0].classList.contains("word")) ?? rows.at(-1) ?? [];
    if (focused) this.tray.querySelector(`[data-choice="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
    this.prompt.textContent = this.#prompt(first);
  }

  #prompt(first) {
    const { state, steps } = this;
    if (state.over) return "";
    if (state.moves === null) return state.paused ? "The game is paused." : "";
    return first === undefined ? `${capital(state.how)}.` : `${capital(steps.join(", "))} selected. Press Esc to deselect.`;
  }

  /** Whether a target begins moves but is not yet a move. */
  #begins(name) {
    return (this.state.moves?.[name] ?? null) !== null;
  }

  /** Chooses what a pointer begins to drag. Returns whether that begins a move. */
  #grab(name) {
    if (!this.#begins(name)) return false;
    this.trouble.textContent = "";
    this.#choose([name]);
    return true;
  }

  /** Shows the board from the other side. */
  #flip() {
    this.flipped = !this.flipped;
    this.refresh().catch((error) => this.#problem(error));
  }

  /** Touches a target: the next of the move, or the first of another. */
  touch(name) {
    this.trouble.textContent = "";
    if (!this.state.moves) {
      this.news.textContent = this.state.over ? "The game is over." : "Wait for your turn.";
      return;
    }
    const { steps } = this;
    if (steps.includes(name) && this.#below([...steps, name]) === undefined) {
      return this.#choose(steps.slice(0, steps.indexOf(name)));
    }
    for (let kept = steps.length; kept >= 0; kept -= 1) {
      const tried = [...steps.slice(0, kept), name];
      if (this.#below(tried) !== undefined) return this.#choose(tried);
    }
    this.#play({ steps: [...steps, name] });
  }

  #choose(steps) {
    const tree = this.#below(steps);
    if (tree === null) return this.#play({ steps });
    this.steps = steps;
    this.#choices();
    if (this.valued) this.#paint();
    // The next choices may be next to the board only.
    const next = Object.keys(tree ?? {});
    if (next.length > 0 && !next.some((name) => this.board.has(name)) && this.board.element.contains(document.activeElement)) {
      this.tray.querySelector(`[data-choice="${CSS.escape(next[0])}"]`)?.focus();
    }
  }

  async #play(move) {
    try {
      const { refused } = await ask(`${this.path}/play`, { ...move, version: this.state.version });
      if (refused) this.#refused(refused);
      else await this.refresh();
      return !refused;
    } catch (error) {
      this.#problem(error);
      return false;
    }
  }

  /** Shows why a move is not made. */
  #refused({ words, reason, rule }) {
    const cited = reason ? `Illegal: ${words}${rule ? ` (rule ${rule})` : ""}` : words;
    this.news.textContent = "";
    this.trouble.textContent = sentence(cited);
  }

  #problem(error) {
    this.trouble.textContent = complaint(error);
  }

  /** Sends a request that needs no further message. */
  async #do(what, body = {}) {
    try {
      const { refused } = await ask(`${this.path}/${what}`, body);
      if (refused) this.#refused(refused);
      else await this.refresh();
    } catch (error) {
      this.#problem(error);
    }
  }

  /** Shows the effect of a move while its last target is pointed at. */
  async #look(name) {
    this.looked = name;
    const steps = [...this.steps, name];
    if (name === null || this.#below(steps) !== null) return this.board.preview(null);
    const { previews } = this;
    const key = JSON.stringify(steps);
    if (!previews.has(key)) previews.set(key, ask(`${this.path}/preview`, { steps, flipped: this.flipped }).catch(() => ({ preview: null })));
    const { preview } = await previews.get(key);
    if (this.looked === name && previews === this.previews && this.#below(steps) === null) this.board.preview(preview);
  }

  /** Asks a player for its move. */
  async #hint() {
    this.trouble.textContent = "";
    this.news.textContent = "A player thinks about a hint …";
    this.hinting?.abort();
    this.hinting = new AbortController();
    const { version } = this.state;
    try {
      const { answer, refused } = await ask(`${this.path}/hint`, { player: HELPER }, this.hinting.signal);
      if (this.state.version !== version) return;
      if (refused) return this.#refused(refused);
      const { best, words } = answer;
      this.news.textContent = `Hint (${HELPER}): ${words}`;
      this.board.hint(best.steps);
      for (const choice of this.tray.querySelectorAll("[data-choice]")) {
        choice.classList.toggle("hinted", best.steps.includes(choice.dataset.choice));
      }
    } catch (error) {
      if (error.name !== "AbortError") this.#problem(error);
    }
  }

  #toggle() {
    this.valued = !this.valued;
    this.values.setAttribute("aria-pressed", String(this.valued));
    this.worth.textContent = "";
    if (this.valued) this.#values();
    else this.board.values([]);
  }

  /** Asks for the values of all moves. */
  async #values() {
    const { version } = this.state;
    if (this.state.over) return;
    this.known = null;
    this.worth.textContent = "Solving this position …";
    try {
      const known = await ask(`${this.path}/values`);
      if (this.state.version !== version || !this.valued) return;
      this.worth.textContent = known.unknown ? capital(`${known.unknown}, and no database covers it.`) : "";
      if (known.unknown) return;
      this.known = known;
      this.#paint();
    } catch (error) {
      this.#problem(error);
    }
  }

  /** Writes the best value on each target that can be touched next. */
  #paint() {
    if (!this.known) return;
    const best = new Map();
    for (const [{ steps }, worth] of this.known.moves) {
      if (this.steps.some((step, at) => steps[at] !== step)) continue;
      const name = steps[this.steps.length];
      if (!best.has(name) && worth.outcome) best.set(name, worth);
    }
    const told = [...best].map(([name, { outcome, lead, remoteness }]) => {
      const points = this.state.players.every(({ points: own }) => own !== null);
      const value = points ? (lead > 0 ? `+${lead}` : String(lead)) : outcome[0].toUpperCase();
      return [name, { kind: outcome, text: remoteness === undefined ? value : `${value} ${remoteness}` }];
    });
    this.board.values(told.sort(([, one], [, other]) => WORTH[one.kind] - WORTH[other.kind]));
  }

  #key(event) {
    const typing = ["INPUT", "TEXTAREA", "SELECT"].includes(document.activeElement?.tagName);
    if (typing || event.altKey || event.ctrlKey || event.metaKey) return;
    const arrow = event.key.startsWith("Arrow") && document.activeElement === document.body;
    if (arrow) {
      event.preventDefault();
      this.board.focus();
    } else if (event.key === "Escape" && this.steps.length > 0) this.#choose(this.steps.slice(0, -1));
    else if (/^[1-9]$/.test(event.key)) this.numbered?.[Number(event.key) - 1]?.click();
  }
}
