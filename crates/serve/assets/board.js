// A board drawn by the server, which is operated with a pointer or the arrow keys.

import { drawing, el } from "./common.js";

const SVG = "http://www.w3.org/2000/svg";

/** The directions of the arrow keys on the screen. */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** The penalty for a cell that is off to the side of the requested direction. */
const ASIDE = 2.5;

/** The minimum side of a target, in pixels: a board with smaller ones is enlarged, and scrolled. */
const LEAST = 24;

/** The distance that a pointer moves before it drags, in pixels. */
const DRAG = 6;

/** The length of an arrow's head and half the width of its shaft, as shares of the side of a target. */
const HEAD = 0.38;
const SHAFT = 0.08;

/** The middle of a target in the drawing. */
function middle(target) {
  const { x, y, width, height } = target.getBBox();
  return [x + width / 2, y + height / 2];
}

export class Board {
  /**
   * `touched` is called with the name of a target, `looked` with the name of the target under the pointer, or
   * `null`. `grabbed`, if given, is called with a target that a pointer begins to drag, and returns whether
   * there is something to drag; the target where it is dropped is then touched.
   */
  constructor({ touched, looked, grabbed = () => false }) {
    this.element = el("div", { class: "board" });
    this.touched = touched;
    this.looked = looked;
    this.grabbed = grabbed;
    this.drag = null;
    this.targets = new Map();
    this.current = null;
    // A board has no size before it is on the page.
    new ResizeObserver(() => this.#enlarge()).observe(this.element);
    this.element.addEventListener("click", (event) => this.#click(event));
    this.element.addEventListener("pointerdown", (event) => this.#press(event));
    this.element.addEventListener("pointermove", (event) => this.#move(event));
    this.element.addEventListener("pointerup", (event) => this.#drop(event));
    this.element.addEventListener("pointercancel", () => this.#cancel());
    this.element.addEventListener("pointerover", (event) => this.#point(event));
    this.element.addEventListener("pointerleave", () => this.looked(null));
    this.element.addEventListener("focusin", (event) => this.#name(event, (name) => this.#walk(name)));
    this.element.addEventListener("keydown", (event) => this.#key(event));
  }

  /** Shows a drawing. The focus stays where it was. */
  show(svg) {
    const focused = this.element.contains(document.activeElement);
    this.drag = null;
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
    // Temporary marks are on top of everything, and cannot be touched.
    this.marks = document.createElementNS(SVG, "g");
    this.marks.setAttribute("class", "marks");
    this.marks.setAttribute("aria-hidden", "true");
    board.append(this.marks);
    const { scrollLeft, scrollTop } = this.element;
    this.element.replaceChildren(board);
    this.#enlarge();
    Object.assign(this.element, { scrollLeft, scrollTop });
    this.words = new Map([...this.targets].map(([name, target]) => [name, target.getAttribute("aria-label")]));
    if (!this.targets.has(this.current)) this.current = this.targets.keys().next().value ?? null;
    this.targets.get(this.current)?.setAttribute("tabindex", "0");
    if (focused) this.focus();
  }

  /** Enlarges the board so that every target can be hit with a finger. */
  #enlarge() {
    const board = this.element.querySelector("svg");
    const sides = [...this.targets.values()].map((target) => {
      const { width, height } = target.getBBox();
      return Math.min(width, height);
    });
    const smallest = Math.min(...sides.filter((side) => side > 0));
    if (!board || smallest === Infinity) return;
    const { width, height } = board.viewBox.baseVal;
    board.style.minWidth = `${(width * LEAST) / smallest}px`;
    board.style.minHeight = `${(height * LEAST) / smallest}px`;
  }

  focus() {
    this.targets.get(this.current)?.focus({ preventScroll: true });
  }

  has(name) {
    return this.targets.has(name);
  }

  /**
   * Highlights the targets that can be touched next, and marks those that have been. `begins` returns whether
   * a target only begins a move: while none is chosen, these are not highlighted.
   */
  light(next, chosen, begins) {
    for (const [name, target] of this.targets) {
      const lit = next.has(name);
      const picked = chosen.includes(name);
      const kind = lit ? (chosen.length === 0 && begins(name) ? " begins" : " lit") : "";
      target.setAttribute("class", `target${kind}${picked ? " chosen" : ""}`);
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

  /** Draws rings around targets, for a hint, and an arrow from each to the next. */
  hint(names) {
    this.#clear("ring");
    this.#clear("arrow");
    const targets = names.map((name) => this.targets.get(name)).filter((target) => target);
    targets.slice(1).forEach((to, at) => this.#arrow(targets[at], to));
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

  #arrow(from, to) {
    const [[x, y], [toX, toY]] = [middle(from), middle(to)];
    const long = Math.hypot(toX - x, toY - y);
    if (long === 0) return;
    const { width, height } = to.getBBox();
    const side = Math.min(width, height);
    const [head, half] = [side * HEAD, side * SHAFT];
    const arrow = document.createElementNS(SVG, "path");
    arrow.setAttribute("d", `M0 ${-half}H${long - head}V${-head / 2}L${long} 0L${long - head} ${head / 2}V${half}H0Z`);
    arrow.setAttribute("transform", `translate(${x} ${y}) rotate(${(Math.atan2(toY - y, toX - x) * 180) / Math.PI})`);
    this.#mark("arrow", arrow);
  }

  #mark(kind, element) {
    element.setAttribute("class", kind);
    this.marks.append(element);
  }

  #clear(kind) {
    for (const mark of [...(this.marks?.children ?? [])]) if (mark.classList.contains(kind)) mark.remove();
  }

  #click(event) {
    // The browser reports a click after a drop.
    if (!this.drag?.lifted) this.#name(event, (name) => this.touched(name));
  }

  #press(event) {
    this.drag = null;
    if (event.button !== 0 || !event.isPrimary) return;
    this.#name(event, (name) => (this.drag = { name, x: event.clientX, y: event.clientY, lifted: false, over: null }));
  }

  #move(event) {
    const { drag } = this;
    if (!drag || drag.ended || event.buttons === 0) return;
    const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
    if (!drag.lifted) {
      if (Math.hypot(dx, dy) < DRAG) return;
      if (!this.grabbed(drag.name)) return void (this.drag = null);
      this.#lift(event);
    }
    const scale = this.element.querySelector("svg").getScreenCTM().a;
    drag.shape?.setAttribute("transform", `translate(${dx / scale} ${dy / scale})`);
    const over = this.#under(event);
    if (over === drag.over) return;
    this.targets.get(drag.over)?.classList.remove("over");
    drag.over = over;
    this.targets.get(over)?.classList.add("over");
  }

  /** Lifts the drawing of the piece that is dragged. */
  #lift(event) {
    const { drag } = this;
    drag.lifted = true;
    this.element.setPointerCapture(event.pointerId);
    const piece = this.element.querySelector(`[data-cell="${CSS.escape(drag.name)}"]`);
    if (!piece) return;
    drag.shape = document.createElementNS(SVG, "g");
    drag.shape.append(piece.cloneNode(true));
    drag.piece = piece;
    piece.classList.add("lifted");
    this.#mark("dragged", drag.shape);
  }

  #drop(event) {
    const { drag } = this;
    if (!drag?.lifted) return;
    this.#release();
    // A click may follow; later clicks are real ones.
    drag.ended = true;
    setTimeout(() => {
      if (this.drag === drag) this.drag = null;
    });
    const name = this.#under(event);
    if (name !== null && name !== drag.name) this.touched(name);
  }

  /** Puts the dragged piece back. */
  #release() {
    this.#clear("dragged");
    this.drag?.piece?.classList.remove("lifted");
    this.targets.get(this.drag?.over)?.classList.remove("over");
  }

  #cancel() {
    this.#release();
    this.drag = null;
  }

  /** The target below a pointer, or `null`. */
  #under({ clientX, clientY }) {
    const target = document.elementFromPoint(clientX, clientY)?.closest("[data-target]");
    return target && this.element.contains(target) ? target.dataset.target : null;
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
      // On hexagons no neighbour is straight up; a target that is nearly to the side does not count.
      if (ahead > 0.1 && aside < 2 * ahead && far < least) [least, nearest] = [far, target];
    }
    nearest?.focus({ preventScroll: true });
    // An enlarged board is scrolled.
    nearest?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }
}
