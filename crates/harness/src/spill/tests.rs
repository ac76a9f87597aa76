//! Sorted files return the records that were written to them, or are refused.

use std::fs;
use std::num::Wrapping;

use super::*;

/// Returns `length` pseudo-random numbers less than `below`.
fn numbers(seed: u64, length: usize, below: u64) -> Vec<u64> {
    let mut state = Wrapping(seed | 1);
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state.0 % below
    };
    (0..length).map(|_| next()).collect()
}

fn place() -> (tempfile::TempDir, Place) {
    let dir = tempfile::tempdir().unwrap();
    let place = Place::new(dir.path(), "a work");
    (dir, place)
}

fn written<R: Record>(place: &Place, name: &str, records: &[R]) {
    let mut writer = place.create::<R>(name).unwrap();
    records.iter().for_each(|record| writer.push(record.clone()).unwrap());
    assert_eq!(place.finish(writer, true).unwrap(), records.len() as u64);
}

fn read<R: Record>(place: &Place, name: &str) -> Result<Vec<R>, SpillError> {
    place.open::<R>(name)?.collect()
}

#[test]
fn a_file_returns_the_records_that_were_put_into_it() {
    let (_dir, place) = place();
    for length in [0, 1, 2, 100_000] {
        let mut sorted = numbers(7, length, u64::MAX);
        sorted.extend([0, 1, u64::MAX]);
        sorted.sort_unstable();
        written(&place, "a.tier", &sorted);
        assert_eq!(read::<u64>(&place, "a.tier").unwrap(), sorted);
        let edges: Vec<(u64, u64)> = sorted.iter().map(|&number| (number / 3, number)).collect();
        written(&place, "b.tier", &edges);
        assert_eq!(read::<(u64, u64)>(&place, "b.tier").unwrap(), edges);
        let tier = &mut place.open::<u64>("a.tier").unwrap();
        let mut unpacked = Vec::new();
        while let Some(block) = tier.block().unwrap() {
            let from = unpacked.len();
            tier.unpack(&block, |record| unpacked.push(record)).unwrap();
            assert_eq!(block.range(), (unpacked[from], *unpacked.last().unwrap()));
        }
        assert_eq!(unpacked, sorted);
    }
}

#[test]
fn a_damaged_file_is_refused_whatever_byte_it_is_and_wherever_it_is_cut() {
    let (dir, place) = place();
    let sorted: Vec<u64> = (0..50).map(|i| i * i * 1000).collect();
    written(&place, "a.tier", &sorted);
    let path = dir.path().join("a.tier");
    let good = fs::read(&path).unwrap();
    for at in 0..good.len() {
        for bit in [0, 3, 7] {
            let mut bad = good.clone();
            bad[at] ^= 1 << bit;
            fs::write(&path, &bad).unwrap();
            let told = read::<u64>(&place, "a.tier").unwrap_err().to_string();
            assert!(told.contains("a.tier"), "byte {at}, bit {bit}: {told}");
        }
        fs::write(&path, &good[..at]).unwrap();
        assert!(read::<u64>(&place, "a.tier").is_err(), "cut at {at}");
    }
    fs::write(&path, [&good[..], b"x"].concat()).unwrap();
    assert!(read::<u64>(&place, "a.tier").unwrap_err().to_string().contains("continues after its end"));
}

#[test]
fn a_file_is_none_of_other_work_or_of_another_name_or_kind() {
    let (dir, place) = place();
    written(&place, "a.tier", &[1u64, 2]);
    fs::copy(dir.path().join("a.tier"), dir.path().join("b.tier")).unwrap();
    let told = |result: Result<Vec<u64>, SpillError>| result.unwrap_err().to_string();
    assert!(told(read(&place, "b.tier")).contains("another file of the same work"));
    assert!(read::<(u64, u64)>(&place, "a.tier").unwrap_err().to_string().contains("another file"));
    let other = Place::new(dir.path(), "other work");
    assert!(told(read(&other, "a.tier")).contains("is a file of a work, not of other work"));
    fs::write(dir.path().join("c.tier"), "notes").unwrap();
    assert!(told(read(&place, "c.tier")).contains("is not a file of sorted records"));
    assert!(told(read(&place, "none.tier")).contains("cannot read"));
}

#[test]
fn blocks_that_change_places_are_refused() {
    let (dir, place) = place();
    // Numbers so far apart that each takes nine or ten bytes.
    let sorted: Vec<u64> = (0..30_000).map(|i| i * (u64::MAX / 30_000)).collect();
    written(&place, "a.tier", &sorted);
    let path = dir.path().join("a.tier");
    let good = fs::read(&path).unwrap();
    let head = 8 + 2 + 1 + 4 + "a work".len() + 4 + "a.tier".len() + 4;
    let length = |at: usize| 28 + u32::from_le_bytes(good[at..at + 4].try_into().unwrap()) as usize;
    let (first, second) = (length(head), length(head + length(head)));
    let (one, two) = (&good[head..head + first], &good[head + first..head + first + second]);
    fs::write(&path, [&good[..head], two, one, &good[head + first + second..]].concat()).unwrap();
    assert!(read::<u64>(&place, "a.tier").unwrap_err().to_string().contains("the checksum of a block"));
    fs::write(&path, [&good[..head], one, &good[head + first + second..]].concat()).unwrap();
    assert!(read::<u64>(&place, "a.tier").is_err());
}

#[test]
fn records_are_sorted_in_however_little_memory() {
    for (seed, length, below, memory) in
        [(1, 5_000, 900, 64), (2, 20_000, u64::MAX, 256), (3, 1_000, 50, 8), (4, 3_000, 3_000, 1 << 20)]
    {
        let (dir, place) = place();
        let given = numbers(seed, length, below);
        let mut sorted = given.clone();
        sorted.sort_unstable();
        let mut unique = sorted.clone();
        unique.dedup();
        for (keep, expected) in [(false, &sorted), (true, &unique)] {
            let mut sorter = Sorter::new(&place, "sorted", memory, keep);
            given.iter().for_each(|&number| sorter.push(number).unwrap());
            assert!(sorter.bytes() <= memory.max(8));
            let merged = sorter.finish().unwrap();
            assert_eq!(merged.collect::<Result<Vec<u64>, _>>().unwrap(), *expected);
            assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 0, "runs are removed");
        }
    }
}

#[test]
fn files_are_merged_and_stay_however_many_they_are() {
    let (dir, place) = place();
    let mut all = Vec::new();
    let names: Vec<String> = (0..200).map(|at| format!("{at}.tier")).collect();
    for (name, seed) in names.iter().zip(1..) {
        let mut part = numbers(seed, 50, 2_000);
        part.sort_unstable();
        written(&place, name, &part);
        all.extend(part);
    }
    all.sort_unstable();
    let read = |unique| merged::<u64>(&place, "all", &names, unique).unwrap().collect::<Result<Vec<_>, _>>();
    assert_eq!(read(false).unwrap(), all);
    all.dedup();
    assert_eq!(read(true).unwrap(), all);
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 200);
}

#[test]
fn a_directory_belongs_to_one_work_and_keeps_what_its_steps_need() {
    #[derive(Debug, serde::Serialize, serde::Deserialize)]
    struct Made(String);
    impl Step for Made {
        fn files(&self, needed: &mut std::collections::BTreeSet<String>) {
            needed.insert(self.0.clone());
        }
    }
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("work");
    let work = |name: &str| vec!["solve".into(), name.into()];
    let (place, journal, steps) = open::<Made>(&path, work("chess")).unwrap();
    assert!(steps.is_empty());
    ["a.tier", "b.tier", "c.run"].iter().for_each(|name| written(&place, name, &[1u64]));
    journal.add(&Made("b.tier".into())).unwrap();
    let told = open::<Made>(&path, work("chess")).unwrap_err().to_string();
    assert!(told.contains("another process"), "{told}");
    drop(journal);
    let told = open::<Made>(&path, work("go")).unwrap_err().to_string();
    assert!(told.ends_with("the run is a different one: solve chess; not solve go"), "{told}");
    let (place, journal, steps) = open::<Made>(&path, work("chess")).unwrap();
    assert_eq!(steps.len(), 1);
    assert_eq!(fs::read_dir(&path).unwrap().count(), 2, "the journal and the file of the step");
    assert_eq!(place.bytes(), fs::metadata(path.join("b.tier")).unwrap().len());
    fs::write(path.join("notes"), "mine").unwrap();
    place.clear(journal).unwrap();
    assert_eq!(fs::read_dir(&path).unwrap().count(), 1);
    let told = open::<Made>(&path, work("chess")).unwrap_err().to_string();
    assert!(told.contains("has notes in it"), "{told}");
}

#[test]
fn what_a_killed_process_was_clearing_away_goes_before_the_work_begins_again() {
    #[derive(Debug, serde::Serialize, serde::Deserialize)]
    struct Made;
    impl Step for Made {
        fn files(&self, needed: &mut std::collections::BTreeSet<String>) {
            needed.insert("a.tier".into());
        }
    }
    let names = |dir: &Path| {
        let mut names: Vec<_> = fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        names
    };
    for killed_after in 0.. {
        let dir = tempfile::tempdir().unwrap();
        let (place, journal, _) = open::<Made>(dir.path(), vec!["solve".into()]).unwrap();
        ["a.tier", "b.tier"].iter().for_each(|name| written(&place, name, &[1u64]));
        journal.add(&Made).unwrap();
        // The state after the first `killed_after` files were removed, in the order of removal.
        fs::rename(journal.path(), dir.path().join(place::OVER)).unwrap();
        let order = ["a.tier", "b.tier", place::OVER];
        order[..killed_after].iter().for_each(|name| place.remove(name).unwrap());
        let busy = open::<Made>(dir.path(), vec!["solve".into()]).map(drop);
        let has_journal = killed_after < order.len();
        assert_eq!(busy.is_err_and(|error| error.to_string().contains("another process")), has_journal);
        if has_journal {
            assert_eq!(
                names(dir.path()).len(),
                order.len() - killed_after,
                "nothing goes while it is in use"
            );
        }
        drop(journal);
        let (place, journal, steps) = open::<Made>(dir.path(), vec!["solve".into()]).unwrap();
        assert!(steps.is_empty());
        assert_eq!(names(dir.path()), [crate::base::journal::JOURNAL], "killed after {killed_after}");
        place.clear(journal).unwrap();
        if killed_after == order.len() {
            break;
        }
    }
}
