//! How a divergence is printed, the same in every command.

use bustan_harness::run::verdict::Verdict;

/// The columns a divergence is laid out for on a terminal.
pub(crate) const WIDTH: usize = 120;

/// The word for the verdict on two engines that were compared as a whole.
pub(crate) fn verdict(differ: bool) -> &'static str {
    if differ { Verdict::Differ.word() } else { Verdict::Agree.word() }
}
