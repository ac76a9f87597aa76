//! The invariant of the server's fuzz target, with saved inputs and with random ones.

use std::fs;
use std::path::Path;

use bustan_tests::served::judge;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

#[test]
fn saved_requests_break_no_law() {
    for folder in ["seeds", "regressions"] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz").join(folder).join("server");
        let files = fs::read_dir(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let mut count = 0;
        for file in files {
            let file = file.expect("a folder can be listed").path();
            judge(&fs::read(&file).expect("a file can be read"));
            count += 1;
        }
        assert!(folder != "seeds" || count > 10, "there are {count} seeds");
    }
}

#[test]
fn requests_drawn_at_random_break_no_law() {
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(17);
    for _ in 0..150 {
        let mut data = [0; 160];
        dice.fill_bytes(&mut data);
        judge(&data);
    }
}
