/**
 * Makes vitest find the example, whose name does not end in .test.js because mine.test.js is the example for
 * Node's test runner. Also prevents vitest from writing a cache next to the example.
 */
export default { test: { include: ["*.vitest.js"], cache: false } };
