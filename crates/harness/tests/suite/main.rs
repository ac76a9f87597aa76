//! The harness on games of its own: it must find every planted flaw, and make it short.

mod check;
mod exhaust;
mod findings;
mod running;
mod solve;
mod solve_tribolo;
mod strip;
mod triage;
