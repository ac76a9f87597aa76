//! How a divergence is told, the same wherever one is.

/// The columns a divergence is laid out for on a terminal.
pub(crate) const WIDTH: usize = 120;

/// The word for what came of comparing engines.
pub(crate) fn verdict(diverges: bool) -> &'static str {
    if diverges { "diverge" } else { "agree" }
}
