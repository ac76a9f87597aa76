/** So that vitest finds the example, whose name does not end in .test.js because Node's test runner has one, too. */
export default { test: { include: ["*.vitest.js"] } };
