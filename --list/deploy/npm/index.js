"use strict";

const { optionalDependencies, version } = require("./package.json");

const RUST = "with Rust, cargo install bustan-cli";

/**
 * The path of the program for this machine. It is in a package of its own, of which npm installs the one that fits.
 * Throws an error that says what to do if it is not there.
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
