//! The configuration of property tests.

use proptest::test_runner::{Config, FileFailurePersistence};

/// The configuration of a file of property tests: `cases` cases for each test, unless the environment
/// variable `PROPTEST_CASES` is set. A failing case is stored in the file `regressions`, a path from
/// [`regressions!`](crate::regressions), and is tried first in later runs.
pub fn config(cases: u32, regressions: &'static str) -> Config {
    let asked = std::env::var_os("PROPTEST_CASES").is_some();
    let usual = Config::default();
    Config {
        cases: if asked { usual.cases } else { cases },
        failure_persistence: Some(Box::new(FileFailurePersistence::Direct(regressions))),
        max_shrink_iters: 20_000,
        max_shrink_time: 5_000,
        ..usual
    }
}

/// The path of the file that stores the failing cases of a file of property tests.
#[macro_export]
macro_rules! regressions {
    ($name:literal) => {
        concat!(env!("CARGO_MANIFEST_DIR"), "/proptest-regressions/", $name, ".txt")
    };
}
