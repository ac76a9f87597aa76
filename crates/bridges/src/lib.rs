//! Bridges to programs that support other protocols.
//!
//! Chess programs support UCI, shogi programs USI, xiangqi programs UCCI, Hive programs UHP, and many Go
//! programs plain GTP. [`serve`] starts such a program and answers the [engine
//! protocol](bustan_harness::protocol) on its behalf, so that the tooling needs to support only one protocol.
//!
//! | protocol | moves come from | the state comes from |
//! |---|---|---|
//! | UCI, USI, UCCI | `go perft 1`; otherwise each move is tried with `go depth 1 searchmoves`, if the program obeys it | `d`, as far as the program prints it; the end of the game only with a list of moves |
//! | GTP | `all_legal`, or `is_legal` for each vertex | `list_stones`, `captures`; turns alternate, two passes end the game |
//! | UHP | `validmoves`, each in one spelling | the game string |
//!
//! A bridge does not invent facts. Facts that a program does not report are omitted, and therefore not
//! compared.
//!
//! # When a program fails
//! If the program exits, the bridge exits with the same exit code and adds nothing to what the program wrote
//! to standard error. If a signal kills the program, the bridge reports it. If an answer is not valid in the
//! protocol of the program, the bridge prints a message and exits. The caller of the bridge sees that the
//! process has exited, and why.

mod child;
mod count;
mod fen;
mod greeting;
mod gtp;
mod hive;
mod options;
mod outlet;
mod search;
mod server;
mod spec;
mod uhp;

use std::io::{BufReader, Read, Write};
use std::process::ExitCode;

pub use child::{NOT_SPOKEN, how_ended};
pub use hive::hive_words;
pub use options::{is_about_option, is_near};
pub use server::NOT_YOUR_TURN;
pub use spec::{Protocol, Spec, SpecError};

use crate::child::BridgeError;
use crate::outlet::Outlet;
use crate::server::Bridge;

/// Starts the program of a specification and answers the lines of `reader` on `writer` on its behalf, until a
/// `quit` or the end of the input. Errors are written to standard error. Returns the exit code of the bridge:
/// 0, that of the program if it exited, or 3 after an answer that is not valid in its protocol.
pub fn serve(spec: &Spec, reader: impl Read, writer: impl Write + 'static) -> ExitCode {
    let outlet = Outlet::new(writer, spec.passes_on);
    let served = bridge(spec, &outlet)
        .and_then(|mut bridge| server::serve(&mut *bridge, BufReader::new(reader), &outlet));
    outlet.write_anyway();
    served.map_or_else(BridgeError::report, |()| ExitCode::SUCCESS)
}

fn bridge(spec: &Spec, outlet: &Outlet) -> Result<Box<dyn Bridge>, BridgeError> {
    Ok(match spec.protocol {
        Protocol::Uci | Protocol::Usi | Protocol::Ucci => Box::new(search::Search::start(spec, outlet)?),
        Protocol::Gtp => Box::new(gtp::Gtp::start(spec, outlet)?),
        Protocol::Uhp => Box::new(uhp::Uhp::start(spec, outlet)?),
    })
}
