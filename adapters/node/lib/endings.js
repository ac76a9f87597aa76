/**
 * Makes Node load packages that are intended for bundlers only: their files import `./types` instead of
 * `./types.js`. Node calls `resolve` in a separate thread, after `module.register` has named this file.
 */
const ENDINGS = [".js", "/index.js"];
const MISSING = ["ERR_MODULE_NOT_FOUND", "ERR_UNSUPPORTED_DIR_IMPORT"];

export async function resolve(name, context, next) {
  try {
    return await next(name, context);
  } catch (error) {
    if (!/^\.{1,2}\//.test(name) || !MISSING.includes(error.code)) throw error;
    for (const ending of ENDINGS) {
      try {
        return await next(name + ending, context);
      } catch {
        // The next ending is tried. If none works, the first error is thrown.
      }
    }
    throw error;
  }
}
