//! Reads the texts in which people keep games and positions.
//!
//! This is the one place that recognises the format of a text, whichever command or page it comes from. [`games`] yields
//! the games of a text, each with its rules, its start and its moves; [`listed`] the positions of a file;
//! [`position`] one that was typed. The game may be named or be recognised.
//!
//! | format | module | games |
//! |---|---|---|
//! | a record of Bustan | `games` | all; recognised if the text fits one game |
//! | PGN | `chess` | chess |
//! | `position`, `startpos`, `fen`, `sfen`, moves alone | `commands` | chess; shogi, xiangqi and variants on programs |
//! | sessions of GTP | `gtp` | named games; Go on programs |
//! | SGF, PDN, game strings of Hive | `sgf`, `pdn`, `hive` | on programs |
//! | playthroughs of OpenSpiel | `playthrough` | chess, Tic-Tac-Toe; others on programs |
//! | FEN, EPD, SFEN, perft suites | `positions` | chess; others on programs |
//!
//! A text that cannot be read is refused with its line and column, by the name of its format, and with what to do.
//! A program of a game that Bustan does not know gets the moves of a text as they are, or in the words of the
//! bridge to its protocol; nothing here judges them.

mod chess;
mod commands;
mod format;
mod games;
mod gtp;
mod hive;
mod pdn;
mod place;
mod playthrough;
mod positions;
mod recognise;
mod sgf;

pub use format::{Format, of};
pub use games::{Asked, Game, Unread, begun, games};
pub use positions::{Listed, is_of_games, listed, position};
pub use recognise::{listed_of_some_game, position_of_some_game};
