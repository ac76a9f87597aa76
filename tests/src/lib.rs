//! What the tests of Bustan need beyond Bustan itself.
//!
//! [`flawed`] has an engine of Dominions in which faults can be planted, to test the tester: a check that never fails may
//! be a check that never looks.

pub mod flawed;
