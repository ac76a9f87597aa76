/**
 * Everything that Bustan needs to test your engine: replace `my_engine.mjs` with it.
 *
 *     bustan check GAME --against 'node template.mjs'
 */
import { createInterface } from "node:readline";
import { start, legalMoves, play } from "./my_engine.mjs"; // yours

let game = start();
for await (const line of createInterface({ input: process.stdin })) {
  const [command, ...words] = line.trim().split(/\s+/);
  let answer = "= ";
  if (command === "name") {
    answer += "my engine";
  } else if (command === "clear_board") {
    game = start();
  } else if (command === "play") { // play PLAYER MOVE
    if (!play(game, ...words)) answer = "? illegal move";
  } else if (command === "bustan-legal") {
    answer += legalMoves(game).join(" ");
  } else if (command !== "quit") {
    answer = "? unknown command";
  }
  process.stdout.write(`${answer}\n\n`);
  if (command === "quit") break;
}
