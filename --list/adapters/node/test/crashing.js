/** An engine with a mistake in it. */
export default {
  name: "crashing",
  start() {},
  play() {
    throw new RangeError("boom");
  },
  legal: () => ["a b"],
};
