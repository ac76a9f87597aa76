//! Tests of the workers, in one process and in several.

mod alike;
mod processes;
