//! Nothing but tests: `tests/agree.rs` holds the packages `chess` and `cozy-chess` against each other.
