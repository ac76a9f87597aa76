"use strict";

const { optionalDependencies, version } = require("./package.json");

const RUST = "with Rust, cargo install bustan-cli";

/**
 * Returns the path of the program for this machine. The program is in a separate package, and npm installs
 * the one for this machine. Throws an error with advice if it is missing.
 */
function program() {
  const name = `bustan-${process.platform}-${process.arch}`;
  const file = process.platform === "win32" ? "bustan.exe" : "bustan";
  try {
    return require.resolve(`${name}/bin/${file}`);
  } catch {
    if (!(name in optionalDependencies)) {
      throw new Error(`there is no package with the program for ${process.platform} on ${process.arch}: ${RUST}`);
    }
    throw new Error(`the package ${name} is not installed: npm install ${name}@${version}, or ${RUST}`);
  }
}

module.exports = { program };
