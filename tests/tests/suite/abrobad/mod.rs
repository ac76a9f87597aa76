//! Abrobad.

mod exhaustive;
