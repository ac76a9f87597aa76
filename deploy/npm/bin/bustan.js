#!/usr/bin/env node
"use strict";

// Starts the program for this machine, and exits with its result.

const { spawn } = require("node:child_process");
const { program } = require("../index.js");

/** The exit code of Bustan if a command cannot be carried out. */
const FAILED = 2;

function fail(error) {
  process.stderr.write(`bustan: ${error.message}\n`);
  process.exit(FAILED);
}

let file;
try {
  file = program();
} catch (error) {
  fail(error);
}
const child = spawn(file, process.argv.slice(2), { stdio: "inherit" });
child.on("error", fail);

// A terminal interrupts both processes, and a second signal would end the program without its summary.
// Without a terminal only this process receives the signal.
const terminal = [process.stdin, process.stdout, process.stderr].some((stream) => stream.isTTY);
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  process.on(signal, () => {
    if (signal === "SIGTERM" || !terminal) child.kill(signal);
  });
}

child.on("exit", (code, signal) => {
  if (signal === null) process.exit(code);
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
});
