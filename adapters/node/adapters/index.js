/** The adapters: the names of the libraries and the files of their adapters. */
export const ADAPTERS = {
  "chess.js": "chessjs.js",
  chessops: "chessops.js",
  kokopu: "kokopu.js",
  shogiops: "shogiops.js",
  tsshogi: "tsshogi.js",
  "@sabaki/go-board": "sabaki.js",
  tenuki: "tenuki.js",
  "boardgame.io": "boardgameio.js",
  abstractplay: "abstractplay.js",
};
