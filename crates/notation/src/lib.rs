//! Parsing of the formats in which users keep games and positions.
//!
//! This crate is the only place that detects the format of a text, for all commands and pages. [`games`]
//! returns the games in a text, each with its rules, its start and its moves. [`listed`] returns the
//! positions in a file. [`position`] parses a single position. The game may be specified or detected.
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
//! An error about a text states the line and the column, names the format, and suggests what to do. A program
//! of a game that Bustan does not know receives the moves of a text unchanged, or in the notation of the
//! bridge to its protocol; this crate does not check whether they are legal.

mod chess;
mod commands;
mod format;
mod games;
mod gtp;
mod hive;
mod logged;
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
