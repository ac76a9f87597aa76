//! Tests of the workers, alone and together.

mod alike;
mod processes;
