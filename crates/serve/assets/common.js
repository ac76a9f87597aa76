// What all pages share: elements, requests to the server, and what is said aloud.

/**
 * Makes an element. Attributes that are functions are listeners; `null` and `false` are left out. Texts become
 * text and never markup.
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

/** An SVG document of the server as an element of the page. */
export function drawing(text) {
  const document_ = new DOMParser().parseFromString(text, "image/svg+xml");
  return document.importNode(document_.documentElement, true);
}

/** What the server says of a request that it cannot carry out. */
export class Problem extends Error {}

/** Asks the server. With `body` the request is a POST. */
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
    throw new Problem("the server does not answer; is it still running?");
  }
  const told = await answer.json().catch(() => ({ error: `the server answered ${answer.status}` }));
  if (!answer.ok || told?.error) throw new Problem(told.error ?? `the server answered ${answer.status}`);
  return told;
}

/** The words behind the `#` of the address, as `a=b&c=d`. */
export function fragment() {
  return new URLSearchParams(location.hash.slice(1));
}

/** The first letter as a capital. */
export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
