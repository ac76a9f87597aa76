/**
 * So that vitest finds the example, whose name does not end in .test.js because Node's test runner has one, too, and
 * writes nothing beside it.
 */
export default { test: { include: ["*.vitest.js"], cache: false } };
