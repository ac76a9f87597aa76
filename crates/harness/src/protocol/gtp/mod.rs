//! Serves any [`Engine`] on a pair of streams, in the engine protocol.
//!
//! Rule engines communicate with each other, with people and with programs in other languages in the Go Text
//! Protocol, version 2. A command is a line of words. An answer is a block of lines that ends with an empty
//! line:
//!
//! ```text
//! play white P63i9        =
//!
//! 7 play white P63i9      ?7 illegal move: not-your-turn
//!
//! bustan-legal            = P1h8 P1i8 ...
//! ```
//!
//! A [`Session`] holds one engine and answers line by line; [`serve`](serve()) connects it to a reader and a writer.
//! The session leaves every decision about the rules to the engine, so that a comparison over the protocol
//! compares the engine and not this server.
//!
//! # What the protocol does not specify
//! - `clear_board` returns to the position at which the last `boardsize` began (before the first one, to the
//!   position at which the session began), also after a `bustan-setup`, which sets up a single game.
//! - A `#` anywhere in a line begins a comment, with one exception: the words of `bustan-setup` may contain a
//!   `#` (Tribolo writes walls as `#`). Among these words, a `#` begins a comment only if it follows white
//!   space and does not begin a word that may be a board. The first word may be a board, and so may the
//!   second if the first is a width and a height such as `16x11`.
//! - `bustan-perft` counts to the end, however long that takes, and no other command is answered meanwhile.
//!   Depths beyond [`Options::perft_limit`], by default 99, are refused.
//! - `boardsize` keeps the variants and other options with which the session began, unless it names its own.
//! - `genmove` chooses uniformly among the legal moves, and passes only if no other move is legal, unless a
//!   [chooser](Session::choosing) is set. For a player who is not to move, it returns the refusal that `play`
//!   would return. `reg_genmove` returns the chosen move without playing it.
//! - A command with too many or too few words is a `syntax error`, except that anything after `boardsize`
//!   that is not a size is an `unacceptable size`.
//!
//! # Any bytes
//! Whatever the input, each line that is not blank gets exactly one answer, and the session continues.
//! Invalid UTF-8 is replaced, control characters are dropped, a line longer than [`Line::LIMIT`] is refused
//! as a whole, and the end of the input ends the last line. [`survives`] checks this invariant, for fuzzing.

mod answer;
mod command;
mod fuzz;
mod line;
mod serve;
mod session;
#[cfg(test)]
mod toy;

pub use answer::{Answer, Refusal};
pub use fuzz::survives;
pub use line::Line;
pub use serve::serve;
pub use session::{Chooser, Options, Reader, Session};

#[cfg(doc)]
use bustan_vocabulary::Engine;
