/** Tic-Tac-Toe as in the tutorial of boardgame.io, with the words and keys that Bustan uses for the game. */
const LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
const cell = (i) => "abc"[i % 3] + (3 - Math.floor(i / 3));

export const game = {
  name: "noughts",
  setup: () => ({ cells: Array(9).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    clickCell({ G, playerID }, id) {
      if (!Number.isInteger(id) || id < 0 || id > 8 || G.cells[id] !== null) return "INVALID_MOVE";
      G.cells[id] = playerID;
    },
  },
  endIf({ G, ctx }) {
    const won = LINES.some((line) => line.every((id) => G.cells[id] === ctx.currentPlayer));
    if (won) return { winner: ctx.currentPlayer };
    if (G.cells.every((content) => content !== null)) return { draw: true };
  },
  ai: {
    enumerate: (G) => G.cells.flatMap((content, id) => (content === null ? [{ move: "clickCell", args: [id] }] : [])),
  },
  // Without this key the moves are clickCell:0 to clickCell:8, the players 0 and 1, and the state is G.
  bustan: {
    players: ["x", "o"],
    word: (move, [id]) => cell(id),
    state: (G) => ({
      board: Object.fromEntries(G.cells.flatMap((id, i) => (id === null ? [] : [[cell(i), "xo"[id]]]))),
    }),
  },
};
