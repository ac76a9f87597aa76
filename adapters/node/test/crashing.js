/** An engine that contains a mistake. */
export default {
  name: "crashing",
  start() {},
  play() {
    throw new RangeError("boom");
  },
  legal: () => ["a b"],
};
