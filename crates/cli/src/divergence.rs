//! How a divergence is told, the same wherever one is.

use bustan_harness::verdict::Verdict;

/// The columns a divergence is laid out for on a terminal.
pub(crate) const WIDTH: usize = 120;

/// The word for what came of comparing engines on one thing that was looked at as a whole.
pub(crate) fn verdict(differ: bool) -> &'static str {
    if differ { Verdict::Differ.word() } else { Verdict::Agree.word() }
}
