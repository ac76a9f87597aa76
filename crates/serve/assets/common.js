// Shared by all pages: elements, requests to the server, and messages.

/**
 * Makes an element. Attributes that are functions are listeners; `null` and `false` are left out. Texts
 * become text and never markup.
 */
export function el(name, attributes = {}, ...content) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(key, value);
    else if (value === true) element.setAttribute(key, "");
    else if (value !== null && value !== undefined && value !== false) element.setAttribute(key, value);
  }
  element.append(...content.flat().filter((part) => part !== null && part !== undefined));
  return element;
}

/** A button. */
export function button(label, click, attributes = {}) {
  return el("button", { type: "button", click, ...attributes }, label);
}

/** A dialog that asks for confirmation; it is shown by `showModal`. */
export function confirmation(question, label, act) {
  const done = (event) => {
    if (event.target.returnValue === "yes") act();
    event.target.returnValue = "";
  };
  return el(
    "dialog",
    { "aria-label": question, close: done },
    el("form", { method: "dialog" }, el("p", {}, question), el("div", { class: "line" }, el("button", { value: "yes", class: "main" }, label), el("button", { value: "" }, "Cancel"))),
  );
}

/** A button for a choice: its drawing, or else its name. */
export function choice({ target, label, svg }, { lit, chosen, click }) {
  const attributes = {
    type: "button",
    class: `choice${svg ? "" : " word"}${lit ? " lit" : ""}${chosen ? " chosen" : ""}`,
    "aria-pressed": String(chosen),
    "data-choice": target,
    click,
  };
  return svg ? el("button", { ...attributes, "aria-label": label, title: label }, drawing(svg)) : el("button", attributes, capital(label));
}

/** The form for typing a move, and its field; `made` makes the move and returns whether that was possible. */
export function typing(made) {
  const field = el("input", { id: "typed", type: "text", autocomplete: "off", autocapitalize: "off", spellcheck: "false" });
  const submit = async (event) => {
    event.preventDefault();
    const move = field.value.trim();
    if (move !== "" && (await made(move))) field.value = "";
  };
  const label = el("label", { for: "typed" }, "Move");
  return { field, form: el("form", { class: "type", submit }, label, field, el("button", { type: "submit" }, "Play")) };
}

/** Converts an SVG document of the server to an element of the page. */
export function drawing(text) {
  const document_ = new DOMParser().parseFromString(text, "image/svg+xml");
  return document.importNode(document_.documentElement, true);
}

/** Converts a part of a page that the server has made: one well-formed element. */
export function part(text) {
  const root = `<div xmlns="http://www.w3.org/1999/xhtml">${text}</div>`;
  const document_ = new DOMParser().parseFromString(root, "application/xhtml+xml");
  return document.importNode(document_.documentElement.firstElementChild, true);
}

/** The server's message about a request that it cannot carry out. */
export class Problem extends Error {}

/** Returns a problem as a sentence; rethrows any other error. */
export function complaint(error) {
  if (!(error instanceof Problem)) throw error;
  return sentence(error.message);
}

/** Returns words as a sentence, with a full stop unless they already end like one. */
export function sentence(words) {
  return /[.?!…]$/.test(words) ? capital(words) : capital(`${words}.`);
}

/** The messages if no server answers, and if another one does. */
const LOST = "the server does not answer; is it still running?";
const OTHER = "another server answers at this address now; open the address that it printed";

/** Sends a request to the server. With `body` the request is a POST. */
export async function ask(path, body, signal) {
  const post = {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body ?? {}),
  };
  let answer;
  try {
    answer = await fetch(path, { ...(body === undefined ? {} : post), signal });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Problem(LOST);
  }
  const told = await answer.json().catch((error) => {
    if (error.name === "AbortError") throw error;
    // The pages of this server report refusals in JSON.
    return { error: answer.status === 404 ? OTHER : `the server answered ${answer.status}` };
  });
  if (!answer.ok || told?.error) throw new Problem(told.error ?? `the server answered ${answer.status}`);
  return told;
}

/** The interval at which a visible page checks that its server is still there, in milliseconds. */
const LOOK = 2000;

/**
 * Shows a message above the page when its server has ended, or was replaced by another. Returns a function
 * that ends this, because the server may then end.
 */
export function attend() {
  const words = el("p", { class: "lost", role: "alert" });
  let over = false;
  const look = async () => {
    if (document.hidden || over) return;
    try {
      await ask("api/alive");
      words.remove();
    } catch (error) {
      const text = complaint(error);
      if (over) return;
      // Shown once, not over and over.
      if (words.textContent !== text) words.textContent = text;
      if (!words.isConnected) document.querySelector("header").after(words);
      if (error.message === OTHER) clearInterval(looking);
    }
  };
  const looking = setInterval(look, LOOK);
  document.addEventListener("visibilitychange", look);
  return () => {
    over = true;
    clearInterval(looking);
    words.remove();
  };
}

/**
 * Questions of which only the latest counts: asking again drops the answer to the previous question, which is
 * then `undefined`.
 */
export class Latest {
  #asking = null;

  get busy() {
    return this.#asking !== null;
  }

  drop() {
    this.#asking?.abort();
    this.#asking = null;
  }

  async ask(path, body) {
    this.drop();
    const own = new AbortController();
    this.#asking = own;
    try {
      const told = await ask(path, body, own.signal);
      return this.#asking === own ? told : undefined;
    } catch (error) {
      if (this.#asking !== own) return undefined;
      throw error;
    } finally {
      if (this.#asking === own) this.#asking = null;
    }
  }
}

/** The words after the `#` of the address, as `a=b&c=d`. */
export function fragment() {
  return new URLSearchParams(location.hash.slice(1));
}

/** The first letter as a capital. */
export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
