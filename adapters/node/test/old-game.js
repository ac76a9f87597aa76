/** A game won by the player who reaches ten, written in the way that boardgame.io required before 0.50. */
export default {
  name: "ten",
  setup: () => ({ sum: 0 }),
  turn: { moveLimit: 1 },
  moves: {
    add(G, ctx, n) {
      if (n !== 1 && n !== 2) return "INVALID_MOVE";
      return { sum: G.sum + n };
    },
  },
  endIf: (G, ctx) => (G.sum >= 10 ? { winner: ctx.currentPlayer } : undefined),
  ai: { enumerate: () => [1, 2].map((n) => ({ move: "add", args: [n] })) },
};
