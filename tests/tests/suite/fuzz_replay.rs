//! Replays saved fuzz inputs: neither the files in `fuzz/regressions` nor the seed corpora may break an
//! invariant.

use std::collections::BTreeSet;
use std::panic::RefUnwindSafe;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicU8;
use std::{fs, panic};

use bustan_core::dominions::FastEngine;
use bustan_games::fuzz::{COUNTERS, of_record, played, run, targets, told, words};
use bustan_games::{Plays, Visit};
use bustan_guide::{Explore, Picture};
use bustan_harness::compare::lockstep::{Factories, Factory};
use bustan_harness::erased::rules;
use bustan_harness::generate::FixedGame;
use bustan_harness::generate::fuzz::{FeatureCounters, Input, LONGEST, Law, divergence_input};
use bustan_harness::report::Reports;
use bustan_reference::dominions::ReferenceEngine;
use bustan_tests::events::{assert_all_are_reached, missing};
use bustan_tests::flawed_dominions::{DominionsFlaw, FlawedDominions};
use bustan_tests::fuzzed::{flaws, place, shows};
use bustan_tests::mistaken::{Mistaken, UNDO_SPOILS_HASH};
use bustan_tests::planted::{hunt, plan};
use bustan_vocabulary::dominions::Dominions;

/// The path of a file or folder in `fuzz`.
fn fuzz(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz").join(path)
}

/// Runs an invariant with the files in a folder of a target. Returns the number of files.
fn replay(folder: &Path, law: impl Fn(&[u8]) + RefUnwindSafe) -> usize {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut files = 0;
    for entry in entries {
        let path = entry.expect("a folder can be listed").path();
        let bytes = fs::read(&path).expect("a file can be read");
        let result = panic::catch_unwind(|| law(&bytes));
        assert!(result.is_ok(), "{} breaks the law", path.display());
        files += 1;
    }
    files
}

#[test]
fn saved_inputs_break_no_law() {
    let mut seeds = 0;
    for target in targets() {
        let law = |input: &[u8]| assert!(run(&target, input, None), "not an input of this version");
        let of_target = replay(&fuzz("seeds").join(&target), law);
        assert!(of_target > 0, "{target} has no seeds");
        seeds += of_target;
        replay(&fuzz("regressions").join(&target), law);
    }
    assert!(seeds >= 400, "of the seeds only {seeds} are there");
}

#[test]
fn a_game_becomes_an_input_that_plays_it() {
    for target in targets() {
        let mut games = BTreeSet::new();
        for entry in fs::read_dir(fuzz("seeds").join(&target)).expect("there are seeds") {
            let seed = fs::read(entry.expect("a folder can be listed").path()).expect("a seed can be read");
            games.extend(played(&target).map(|_| told(&target, &seed)));
        }
        // An input stores the length of its start position in one byte.
        let start = |game: &str| game.strip_prefix("Start[").map_or(0, |rest| rest.find(']').unwrap_or(0));
        games.retain(|game: &String| start(game) <= u8::MAX.into());
        for game in games {
            let input = of_record(&target, &game).unwrap_or_else(|why| panic!("{target}: {why}\n{game}"));
            assert_eq!(told(&target, &input), game, "{target}");
        }
    }
}

#[test]
fn of_a_long_game_the_last_moves_become_an_input() {
    let there_and_back = ["W[g1f3];", "B[g8f6];", "W[f3g1];", "B[f6g8];"];
    let long: String = there_and_back.into_iter().cycle().take(100).collect();
    let input = of_record("chess_lockstep", &long).expect("chess can be set up anywhere");
    let game = told("chess_lockstep", &input);
    let (start, moves) = game.split_once("];").expect("a game that does not begin at the start tells where");
    assert_eq!(start, "Start[rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 36 19");
    // The cost of an input is limited, so not all of its moves are played.
    assert!(long.starts_with(moves) && moves.matches(';').count() > LONGEST / 2, "{game}");
}

#[test]
fn what_is_no_game_becomes_no_input() {
    for target in ["margo_lockstep", "margo_undo", "margo_notation", "gtp_session"] {
        let why = of_record(target, "W[nowhere];").unwrap_err();
        assert!(why.contains("line 1"), "{why}");
    }
}

/// The events of a game that the seeds of its `lockstep` target do not reach.
#[derive(Clone, Copy)]
struct Unreached;

impl Visit for Unreached {
    type Output = Vec<&'static str>;

    fn visit<G, F, R>(self) -> Self::Output
    where
        G: Explore + Picture,
        F: Plays<G>,
        R: Plays<G>,
    {
        let counters = [const { AtomicU8::new(0) }; COUNTERS];
        let feature_counters = FeatureCounters::new(&counters);
        let target = format!("{}_lockstep", G::NAME);
        for entry in fs::read_dir(fuzz("seeds").join(&target)).expect("there are seeds") {
            let data = fs::read(entry.expect("a folder can be listed").path()).expect("a seed can be read");
            assert!(run(&target, &data, Some(feature_counters)));
        }
        missing::<G>(|event| feature_counters.has(event))
    }
}

#[test]
fn the_seeds_reach_every_event() {
    assert_all_are_reached(Unreached);
}

#[test]
fn the_dictionary_of_sessions_has_every_command() {
    let dictionary =
        fs::read_to_string(fuzz("dictionaries/gtp_session.dict")).expect("the target has a dictionary");
    let is_command = |word: &String| word.chars().all(|c| c.is_ascii_lowercase() || "-_".contains(c));
    let commands: Vec<String> = words("gtp_session").into_iter().filter(is_command).collect();
    assert!(commands.len() > 15 && commands.iter().any(|it| it == "bustan-perft"), "{commands:?}");
    for command in commands {
        assert!(dictionary.lines().any(|line| line == format!("{command:?}")), "{command}");
    }
}

/// The regressions were saved because they reveal planted flaws. They must still reveal them.
#[test]
fn saved_inputs_break_the_law_on_flawed_engines() {
    for target in targets() {
        for (flaw, name) in flaws(&target).iter().enumerate() {
            let path = fuzz("regressions").join(&target).join(name);
            let data = fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            assert!(shows(&target, flaw, &data), "{} does not show its flaw", path.display());
        }
    }
}

/// Shrinks the game of a regression as `bustan shrink --fuzz` does. The report must be on disk, and the
/// shrunk game, saved as an input, must reveal the flaw again.
fn is_shrunk(target: &str, flaw: &str, law: Law, subject: &dyn Factory) {
    let data = fs::read(fuzz("regressions").join(target).join(flaw)).expect("there is such a regression");
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("fuzz-shrink-{target}"));
    let _ = fs::remove_dir_all(&dir);
    let mut plan = plan(rules::<Dominions>(), 0);
    plan.games = Some(1);
    plan.config.given = Input::read(rules::<Dominions>(), law, &data).map(FixedGame::Input);
    assert!(plan.config.given.is_some(), "{target}: it is an input");
    let reports =
        Reports::open(&dir).expect("a folder can be made").of_run("bustan shrink", 0, &["dominions"]);
    plan.reports = Some(reports.clone());
    let factories = Factories { subject, oracle: &ReferenceEngine::default };
    let hunt = hunt(flaw, &plan, factories);
    reports.finish().expect("the report can be written");
    let finding = hunt.finding();
    assert_eq!((finding.reproducible, finding.shrunk.is_some()), (Some(true), true), "{}", hunt.shown());
    for file in ["findings.json", "index.html", "junit.xml"] {
        let told = fs::read_to_string(dir.join(file)).expect("the report is there");
        assert!(told.contains(&finding.best().signature.to_string()), "{file}: {told}");
    }
    let kept = divergence_input(factories, law, finding.best()).expect("a short game can be kept");
    assert!(shows(target, place(target, flaw), &kept), "{}", hunt.shown());
    assert!(!shows(target, place(target, flaw), &data[..9]), "no game shows no flaw");
}

#[test]
fn the_game_of_an_input_is_made_short_and_kept() {
    for (number, flaw) in DominionsFlaw::ALL.into_iter().enumerate() {
        let name = &flaws("dominions_lockstep")[number];
        is_shrunk("dominions_lockstep", name, Law::Lockstep, &|| FlawedDominions::new(flaw));
    }
    let spoils = Mistaken::<FastEngine, UNDO_SPOILS_HASH>::default;
    is_shrunk("dominions_undo", "undo-spoils-hash", Law::Undo, &spoils);
}

#[test]
fn a_saved_input_that_breaks_its_law_is_found() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("fuzz-replay");
    fs::create_dir_all(&folder).expect("a folder can be made");
    fs::write(folder.join("one"), b"first").expect("a file can be written");
    fs::write(folder.join("two"), b"second").expect("a file can be written");
    assert_eq!(replay(&folder, |_| ()), 2);
    let found = panic::catch_unwind(|| replay(&folder, |bytes| assert_ne!(bytes, b"second")));
    let told = found.expect_err("the second breaks the law");
    let told = told.downcast_ref::<String>().expect("it is told which");
    assert!(told.ends_with("two breaks the law"), "{told}");
}

/// A game without fuzz targets fails this test, and the tests above, because its folders are missing.
#[test]
fn every_law_of_every_game_has_a_fuzz_target() {
    let manifest = fs::read_to_string(fuzz("Cargo.toml"));
    let manifest = manifest.expect("the fuzz targets have a manifest");
    let programs = manifest.split("[[bin]]\n").skip(1);
    let listed: Vec<&str> =
        programs.filter_map(|it| it.lines().find_map(|line| line.strip_prefix("name = "))).collect();
    let expected: Vec<String> = targets().map(|target| format!("{target:?}")).collect();
    assert_eq!(listed, expected);
}
