export { serve, Illegal } from "./lib/serve.js";
export { assertAgrees } from "./lib/assert.js";
export { adapter } from "./lib/cli.js";
