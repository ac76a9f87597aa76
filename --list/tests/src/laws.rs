//! How the cases of laws are run that proptest draws.

use proptest::test_runner::{Config, FileFailurePersistence};

/// The configuration of a file of laws: `cases` cases for each, unless the variable `PROPTEST_CASES` says
/// otherwise; a failing case is kept in `regressions`, a path from [`regressions!`](crate::regressions), and
/// tried first ever after.
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

/// The file in which the failing cases of a file of laws are kept, by the latter's name.
#[macro_export]
macro_rules! regressions {
    ($name:literal) => {
        concat!(env!("CARGO_MANIFEST_DIR"), "/proptest-regressions/", $name, ".txt")
    };
}
