export { serve, Illegal } from "./lib/serve.js";
