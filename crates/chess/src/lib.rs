//! The package `cozy-chess` as a rule engine.
