// The choice of a player for each colour.

import { capital, el } from "./common.js";

/** The players that can take a seat. */
const SEATS = [
  ["human", "Human"],
  ["easy", "easy"],
  ["normal", "normal"],
  ["strong", "strong"],
  ["other", "another player …"],
];

/** The value for another player, whose name is typed. */
const OTHER = "other";

export class Seats {
  /**
   * `programs` can also take a seat: the name of each, and the only game in which it is offered or `null`.
   */
  constructor(programs) {
    this.programs = programs;
    this.lines = el("div", { class: "seats" });
    this.element = el("fieldset", {}, el("legend", {}, "Players"), this.lines);
  }

  /** Offers seats of a game to these players; `taken` names those who already have a seat. */
  show(game, players, taken = []) {
    const offered = this.programs.filter((program) => program.game === null || program.game === game);
    const programs = offered.map(({ name }) => [name, `program ${name}`]);
    const seats = [...SEATS.slice(0, -1), ...programs, SEATS.at(-1)];
    this.lines.replaceChildren(
      ...players.map((player, at) => {
        const id = `seat-${at}`;
        const name = taken[at] ?? (at === 0 ? "human" : "normal");
        const known = seats.some(([value]) => value === name && value !== OTHER);
        const choice = el(
          "select",
          { id, change: () => (spec.hidden = choice.value !== OTHER) },
          seats.map(([value, label]) => el("option", { value, selected: value === (known ? name : OTHER) }, label)),
        );
        const spec = el("input", {
          type: "text",
          hidden: known,
          value: known ? null : name,
          "aria-label": `Player for ${player}`,
          placeholder: "mcts:1000",
          autocomplete: "off",
          spellcheck: "false",
        });
        return el("p", { class: "field seat" }, el("label", { for: id }, capital(player)), choice, spec);
      }),
    );
  }

  /** Returns the player of each seat, as the server reads it. */
  chosen() {
    return [...this.lines.children].map((line) => {
      const [choice, spec] = line.querySelectorAll("select, input");
      return choice.value === OTHER ? spec.value.trim() : choice.value;
    });
  }
}
