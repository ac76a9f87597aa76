/** A rule engine as it could be in your project: Tic-Tac-Toe. MISTAKE=1 makes it forget a diagonal. */
const CELLS = ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"];
const ROWS = ["a1 b1 c1", "a2 b2 c2", "a3 b3 c3", "a1 a2 a3", "b1 b2 b3", "c1 c2 c3", "a1 b2 c3", "a3 b2 c1"];
if (process.env.MISTAKE) ROWS.pop();

export class Game {
  board = {};
  turn = "x";
  played = [];

  get winner() {
    return ["x", "o"].find((p) => ROWS.some((row) => row.split(" ").every((cell) => this.board[cell] === p))) ?? null;
  }

  get moves() {
    return this.winner ? [] : CELLS.filter((cell) => !this.board[cell]);
  }

  move(cell) {
    this.played.push(cell);
    this.board[cell] = this.turn;
    this.turn = this.turn === "x" ? "o" : "x";
  }

  takeBack() {
    delete this.board[this.played.pop()];
    this.turn = this.turn === "x" ? "o" : "x";
  }
}

/** The engine with the methods that Bustan needs. */
export function engine() {
  let game;
  const turn = () => (game.moves.length > 0 ? game.turn : null);
  return {
    name: "my engine",
    start: () => void (game = new Game()),
    turn,
    legal: () => game.moves,
    play: (player, cell) => (game.moves.includes(cell) ? game.move(cell) : false),
    undo: () => game.takeBack(),
    state: () => ({ to_move: turn(), over: turn() === null, winner: game.winner, board: game.board }),
  };
}
