//! An empty library: `tests/agree` compares the packages `chess` and `cozy-chess` with each other.
