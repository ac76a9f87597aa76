//! Nothing but tests: `tests/agree` holds the packages `chess` and `cozy-chess` against each other.
