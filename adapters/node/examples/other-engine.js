/** Another implementation of Tic-Tac-Toe, with bits. */
const CELLS = ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"];
const WINS = [0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

export const engine = {
  name: "other engine",
  past: [],
  start() {
    this.past = [];
  },
  marks(player) {
    return this.past.filter((_, ply) => ply % 2 === player).reduce((bits, cell) => bits | (1 << cell), 0);
  },
  winner() {
    return ["x", "o"].find((_, player) => WINS.some((win) => (this.marks(player) & win) === win)) ?? null;
  },
  turn() {
    return this.winner() || this.past.length === 9 ? null : "xo"[this.past.length % 2];
  },
  play(player, word) {
    const cell = CELLS.indexOf(word);
    if (cell === -1 || this.past.includes(cell)) return "no empty cell";
    this.past.push(cell);
  },
  undo() {
    this.past.pop();
  },
  legal() {
    return this.turn() === null ? [] : CELLS.filter((_, cell) => !this.past.includes(cell));
  },
  state() {
    const board = Object.fromEntries(this.past.map((cell, ply) => [CELLS[cell], "xo"[ply % 2]]));
    return { to_move: this.turn(), over: this.turn() === null, winner: this.winner(), board };
  },
};
