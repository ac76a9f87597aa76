// A board of the server's drawing, which is touched with a pointer or walked over with the arrow keys.

import { drawing, el } from "./common.js";

const SVG = "http://www.w3.org/2000/svg";

/** The directions of the arrow keys on the screen. */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** How much further a cell seems that lies beside the direction asked for. */
const ASIDE = 2.5;

export class Board {
  /** `touched` is called with the name of a target, `looked` with one that is pointed at, or `null`. */
  constructor({ touched, looked }) {
    this.element = el("div", { class: "board" });
    this.touched = touched;
    this.looked = looked;
    this.targets = new Map();
    this.current = null;
    this.element.addEventListener("click", (event) => this.#name(event, (name) => this.touched(name)));
    this.element.addEventListener("pointerover", (event) => this.#point(event));
    this.element.addEventListener("pointerleave", () => this.looked(null));
    this.element.addEventListener("focusin", (event) => this.#name(event, (name) => this.#walk(name)));
    this.element.addEventListener("keydown", (event) => this.#key(event));
  }

  /** Shows a drawing; the focus stays where it was. */
  show(svg) {
    const focused = this.element.contains(document.activeElement);
    const board = drawing(svg);
    this.legend = board.querySelector(":scope > desc")?.textContent ?? "";
    const title = board.querySelector(":scope > title")?.textContent ?? "Board";
    for (const words of board.querySelectorAll("title, desc")) words.remove();
    board.setAttribute("role", "group");
    board.setAttribute("aria-label", title);
    this.targets = new Map();
    for (const target of board.querySelectorAll("[data-target]")) {
      target.setAttribute("role", "button");
      target.setAttribute("tabindex", "-1");
      target.setAttribute("class", "target");
      this.targets.set(target.dataset.target, target);
    }
    for (const child of board.children) {
      if (!child.dataset.target) child.setAttribute("aria-hidden", "true");
    }
    // What is shown for a while lies over everything, and is not touched.
    this.marks = document.createElementNS(SVG, "g");
    this.marks.setAttribute("class", "marks");
    this.marks.setAttribute("aria-hidden", "true");
    board.append(this.marks);
    this.element.replaceChildren(board);
    this.words = new Map([...this.targets].map(([name, target]) => [name, target.getAttribute("aria-label")]));
    if (!this.targets.has(this.current)) this.current = this.targets.keys().next().value ?? null;
    this.targets.get(this.current)?.setAttribute("tabindex", "0");
    if (focused) this.focus();
  }

  focus() {
    this.targets.get(this.current)?.focus({ preventScroll: true });
  }

  has(name) {
    return this.targets.has(name);
  }

  /** Lights the targets that can be touched next, and marks those that have been. */
  light(next, chosen) {
    for (const [name, target] of this.targets) {
      const lit = next.has(name);
      const picked = chosen.includes(name);
      target.setAttribute("class", `target${lit ? " lit" : ""}${picked ? " chosen" : ""}`);
      target.setAttribute("aria-label", this.words.get(name) + (lit ? ", can be chosen" : picked ? ", chosen" : ""));
      if (picked) target.setAttribute("aria-pressed", "true");
      else target.removeAttribute("aria-pressed");
    }
  }

  /** Shows a move as a ghost, and the cells that it would change. */
  preview(shown) {
    this.#clear("ghost");
    for (const target of this.targets.values()) target.classList.remove("changes");
    if (!shown) return;
    for (const name of shown.changes) this.targets.get(name)?.classList.add("changes");
    const ghost = drawing(shown.svg).querySelector("[data-ghost]");
    if (ghost) {
      for (const words of ghost.querySelectorAll("title")) words.remove();
      this.#mark("ghost", ghost);
    }
  }

  /** Rings around targets, for a hint. */
  ring(names) {
    this.#clear("ring");
    for (const name of names) {
      const target = this.targets.get(name);
      if (!target) continue;
      const ring = target.cloneNode(false);
      for (const { name: attribute } of [...ring.attributes]) {
        if (!["x", "y", "width", "height", "d", "cx", "cy", "r"].includes(attribute)) ring.removeAttribute(attribute);
      }
      ring.setAttribute("fill", "none");
      this.#mark("ring", ring);
    }
  }

  /** Writes the values of moves on their targets: each with a class and a short text. */
  values(told) {
    this.#clear("value");
    for (const [name, { kind, text }] of told) {
      const target = this.targets.get(name);
      if (!target) continue;
      const { x, y, width, height } = target.getBBox();
      const size = Math.min(width, height);
      const badge = document.createElementNS(SVG, "g");
      const disc = document.createElementNS(SVG, "circle");
      disc.setAttribute("cx", x + width / 2);
      disc.setAttribute("cy", y + height / 2);
      disc.setAttribute("r", size * 0.36);
      const words = document.createElementNS(SVG, "text");
      words.setAttribute("x", x + width / 2);
      words.setAttribute("y", y + height / 2);
      words.setAttribute("font-size", size * (text.length > 3 ? 0.22 : 0.3));
      words.textContent = text;
      badge.append(disc, words);
      this.#mark(`value ${kind}`, badge);
    }
  }

  #mark(kind, element) {
    element.setAttribute("class", kind);
    this.marks.append(element);
  }

  #clear(kind) {
    for (const mark of [...(this.marks?.children ?? [])]) if (mark.classList.contains(kind)) mark.remove();
  }

  #name(event, then) {
    const name = event.target.closest?.("[data-target]")?.dataset.target;
    if (name !== undefined) then(name);
  }

  #point(event) {
    const name = event.target.closest?.("[data-target]")?.dataset.target ?? null;
    if (event.pointerType === "mouse") this.looked(name);
  }

  #walk(name) {
    this.targets.get(this.current)?.setAttribute("tabindex", "-1");
    this.current = name;
    this.targets.get(name)?.setAttribute("tabindex", "0");
    this.looked(name);
  }

  #key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.#name(event, (name) => this.touched(name));
    } else if (ARROWS[event.key]) {
      event.preventDefault();
      this.#step(ARROWS[event.key]);
    }
  }

  /** Moves the focus to the nearest target in a direction. */
  #step([right, down]) {
    const middle = (target) => {
      const { x, y, width, height } = target.getBBox();
      return [x + width / 2, y + height / 2];
    };
    const here = this.targets.get(this.current);
    if (!here) return;
    const [x, y] = middle(here);
    let nearest = null;
    let least = Infinity;
    for (const target of this.targets.values()) {
      const [dx, dy] = [middle(target)[0] - x, middle(target)[1] - y];
      const ahead = dx * right + dy * down;
      const aside = Math.abs(dx * down) + Math.abs(dy * right);
      const far = ahead + ASIDE * aside;
      // On hexagons nothing lies straight up; what lies nearly aside is no step.
      if (ahead > 0.1 && aside < 2 * ahead && far < least) [least, nearest] = [far, target];
    }
    nearest?.focus({ preventScroll: true });
  }
}
