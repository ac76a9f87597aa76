//! The checks at the end of a line.

use crate::base::Stop;
use crate::compare::audit::PLAYOUTS;
use crate::compare::divergence::{Call, Kind, Signature};
use crate::compare::laws::Symmetries;
use crate::compare::lockstep::{Checked, Lockstep};

/// Makes the checks of the current position, and of the path to it, that show a divergence like the wanted
/// one when play alone does not. At the end of a game, they show a divergence about undo at any ply of the
/// game.
pub(crate) fn finish(lockstep: &mut Lockstep<'_>, wanted: &Signature, cost: &mut u64) -> Checked {
    // A search that claims to have examined all games must finish the playouts, so it sets no deadline.
    let stop = Stop::default();
    match wanted.kind() {
        Kind::Undo => lockstep.forgiving(Lockstep::walk),
        Kind::Text | Kind::Hash => {
            *cost += 1;
            lockstep.forgiving(Lockstep::text)
        }
        Kind::Law => {
            *cost += 1;
            lockstep.forgiving(|lockstep| lockstep.laws(Symmetries::All))
        }
        Kind::Count if wanted.call() == Call::Playout => {
            *cost += PLAYOUTS;
            lockstep.forgiving(|lockstep| lockstep.playout(PLAYOUTS, stop))
        }
        Kind::Count => {
            lockstep.forgiving(Lockstep::count)?;
            if let Some(moves) = wanted.call().moves().filter(|moves| *moves > 2) {
                *cost += 2 * lockstep.legal().len() as u64;
                lockstep.forgiving(|lockstep| lockstep.count_sums(moves))?;
            }
            if wanted.call() == Call::PerftOfTwo {
                lockstep.forgiving(|lockstep| {
                    if lockstep.count_two()? {
                        *cost += lockstep.legal().len() as u64;
                    }
                    Ok(())
                })?;
            }
            lockstep.forgiving(Lockstep::walk)
        }
        Kind::Panic | Kind::Fault => {
            lockstep.forgiving(Lockstep::text)?;
            lockstep.forgiving(Lockstep::count)?;
            if wanted.call() == Call::Perft {
                lockstep.forgiving(Lockstep::count_two)?;
            }
            if wanted.call() == Call::Playout {
                *cost += PLAYOUTS;
                lockstep.forgiving(|lockstep| lockstep.playout(PLAYOUTS, stop))?;
            }
            lockstep.forgiving(Lockstep::walk)
        }
        _ => Ok(()),
    }
}

/// Visits at most `most` successors of the current position, spread over the legal moves, which records their
/// hashes.
pub(super) fn enter_children(lockstep: &mut Lockstep<'_>, most: usize, cost: &mut u64) -> Checked {
    for mv in lockstep.some_legal(most)? {
        *cost += 1;
        lockstep.forgiving(|lockstep| lockstep.branch(&mv))?;
    }
    Ok(())
}
