//! Tests of Abrobad.

mod exhaustive;
