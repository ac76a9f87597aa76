/** The adapters: the name of each library and the file of its adapter. */
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
