// A run in progress, and past runs, in the same parts as in their reports.

import { ask, attend, complaint, el, fragment, part } from "./common.js";

const page = document.getElementById("page");

/** A page of parts that change. */
class Run {
  constructor() {
    this.news = el("p", { class: "news", role: "status" });
    this.parts = el("div", {});
    this.element = el("div", { class: "report" }, this.news, this.parts);
    this.shown = new Map();
  }

  /** Shows these parts in this order; parts that are not sent have not changed. */
  show({ order, parts }) {
    for (const [id, html] of Object.entries(parts)) {
      const next = part(html);
      const old = this.shown.get(id);
      if (old) {
        keep(old, next);
        old.replaceWith(next);
      }
      this.shown.set(id, next);
    }
    for (const [id, old] of this.shown) {
      if (order.includes(id)) continue;
      old.remove();
      this.shown.delete(id);
    }
    let place = this.parts.firstChild;
    for (const id of order) {
      const next = this.shown.get(id);
      if (next === place) place = place.nextSibling;
      else this.parts.insertBefore(next, place);
    }
  }
}

/** Restores what was open or scrolled in a part, and the focus. */
function keep(old, next) {
  const focused = "a, summary, [tabindex]";
  const place = [...old.querySelectorAll(focused)].indexOf(document.activeElement);
  const both = (selector) => {
    const there = next.querySelectorAll(selector);
    return [...old.querySelectorAll(selector)].map((was, at) => [was, there[at]]).filter(([, is]) => is);
  };
  for (const [was, is] of both("details")) is.open = was.open;
  const scrolled = both("pre, .wide").map(([was, is]) => [is, was.scrollLeft, was.scrollTop]);
  queueMicrotask(() => {
    for (const [is, left, top] of scrolled) is.scrollTo(left, top);
    if (place >= 0) next.querySelectorAll(focused)[place]?.focus({ preventScroll: true });
  });
}

/** The run in progress: everything when a connection is made, and then the changes. */
function live() {
  const run = new Run();
  page.replaceChildren(run.element);
  let named = location.hash.slice(1);
  const told = (event) => {
    run.news.textContent = "";
    run.show(JSON.parse(event.data));
    // The part that the address names did not exist when the page was loaded.
    if (named !== "" && run.shown.has(named)) {
      run.shown.get(named).scrollIntoView();
      named = "";
    }
  };
  const leave = attend();
  const events = new EventSource("api/live");
  events.addEventListener("changed", told);
  events.addEventListener("over", (event) => {
    events.close();
    leave();
    told(event);
    run.news.textContent = "The run is over.";
  });
  events.addEventListener("error", () => {
    run.news.textContent = "The program does not answer. What was shown last is below; the page continues when it answers again.";
  });
}

/** Shows words instead of runs. */
function alone(...words) {
  page.replaceChildren(el("div", { class: "alone" }, el("h1", {}, "Runs"), el("p", {}, ...words)));
}

/** The runs of a directory, and one of them. */
async function past(list) {
  const run = new Run();
  const index = part(list);
  page.replaceChildren(el("div", { class: "report" }, index), run.element);
  const open = async () => {
    const asked = fragment().get("run");
    // Any other word after the `#` leads to a place on the page.
    if (asked === null && run.shown.size > 0) return;
    const name = asked ?? index.querySelector("li").dataset.name;
    for (const item of index.querySelectorAll("li")) {
      if (item.dataset.name === name) item.firstChild.setAttribute("aria-current", "page");
      else item.firstChild.removeAttribute("aria-current");
    }
    try {
      const told = await ask(name === "" ? "api/runs/last" : `api/runs/in/${encodeURIComponent(name)}`);
      run.news.textContent = "";
      run.show(told);
    } catch (error) {
      run.show({ order: [], parts: {} });
      run.news.textContent = complaint(error);
    }
  };
  addEventListener("hashchange", open);
  attend();
  await open();
}

try {
  const { live: goes, list } = await ask("api/runs");
  if (goes) live();
  else if (list !== null) await past(list);
  else alone("Give the directory of runs to see them: ", el("code", {}, "bustan serve DIR"), ". To see a run as it goes: ", el("code", {}, "bustan check GAME --serve"), ".");
} catch (error) {
  alone(complaint(error));
}
