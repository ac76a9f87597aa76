/** A game of boardgame.io without keys for Bustan, won by the player who reaches ten. */
export default {
  name: "ten",
  setup: () => ({ sum: 0 }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    add({ G }, n) {
      if (n !== 1 && n !== 2) return "INVALID_MOVE";
      G.sum += n;
    },
  },
  endIf: ({ G, ctx }) => (G.sum >= 10 ? { winner: ctx.currentPlayer } : undefined),
  ai: { enumerate: () => [1, 2].map((n) => ({ move: "add", args: [n] })) },
};
