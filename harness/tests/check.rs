//! The tester, tested on a game of its own: every sort of flaw is found, shrunk, reported; runs are reproducible and
//! can be ended.

#[allow(unreachable_pub)]
mod strip;

use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use bustan_core::Record;
use bustan_harness::check::{self, Outcome, Plan, Progress};
use bustan_harness::deepen::Shortest;
use bustan_harness::divergence::Kind;
use bustan_harness::fuzz;
use bustan_harness::generate::Conduct;
use bustan_harness::lockstep::Makers;
use bustan_harness::report::Reports;
use bustan_harness::scrutiny::{Scrutiny, scrutinise};
use bustan_harness::shrink::Effort;
use strip::{Flaw, Strip, StripEngine};

fn plan(seed: u64) -> Plan<Strip> {
    Plan {
        seed,
        games: Some(400),
        time: None,
        jobs: 1,
        conduct: Conduct { policy: None, start: None, max_plies: 100 },
        max_findings: 1,
        effort: Effort::default(),
        reports: None,
        command: "bustan check strip".into(),
    }
}

fn run(flaw: Flaw, plan: &Plan<Strip>) -> Outcome<Strip> {
    let subject = move || StripEngine::new(flaw);
    check::run(plan, makers(&subject), &Progress::default(), &|_| {})
}

/// What holds an engine against one without flaws.
fn makers(subject: &(dyn Fn() -> StripEngine + Sync)) -> Makers<'_, StripEngine, StripEngine> {
    Makers { subject, oracle: &|| StripEngine::new(Flaw::None) }
}

/// A directory of its own for a test, empty.
fn directory(name: &str) -> PathBuf {
    let dir = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&dir);
    dir
}

#[test]
fn engines_without_flaws_agree() {
    let outcome = run(Flaw::None, &plan(1));
    assert_eq!((outcome.games, outcome.findings.len(), outcome.interrupted), (400, 0, false));
    assert!(outcome.plies > 1000);
    let total = outcome.coverage.total();
    assert!(total.iter().all(|&count| count > 100), "{total:?}");
    assert_eq!(total[0], outcome.coverage.policies.iter().map(|tally| tally.plies).sum::<u64>());
}

/// Every flaw, the kind it must be found as, and the longest its game may be.
const FLAWS: [(Flaw, Kind, usize); 20] = [
    (Flaw::Legality, Kind::Verdict, 3),
    (Flaw::ReasonOrder, Kind::Verdict, 4),
    (Flaw::Score, Kind::Observation, 5),
    (Flaw::Undo, Kind::Undo, 1),
    (Flaw::UndoScore, Kind::Undo, 1),
    (Flaw::HashBlind, Kind::Hash, 1),
    (Flaw::HashOrder, Kind::Hash, 1),
    (Flaw::Clone, Kind::Clone, 1),
    (Flaw::Panic, Kind::Panic, 4),
    (Flaw::PanicAsked, Kind::Panic, 1),
    (Flaw::Text, Kind::Text, 1),
    (Flaw::Twice, Kind::LegalSet, 2),
    (Flaw::Missing, Kind::LegalSet, 3),
    (Flaw::Surplus, Kind::LegalSet, 4),
    (Flaw::Refusal, Kind::Refusal, 2),
    (Flaw::SetupLax, Kind::Setup, 0),
    (Flaw::SetupWipes, Kind::Setup, 0),
    (Flaw::Fault, Kind::Fault, 3),
    (Flaw::Turn, Kind::Turn, 1),
    (Flaw::TwoTongues, Kind::Verdict, 1),
];

#[test]
fn every_flaw_is_found_and_shrunk() {
    for (flaw, kind, most) in FLAWS {
        for seed in 0..3 {
            let outcome = run(flaw, &plan(seed));
            let [finding] = &outcome.findings[..] else { panic!("{flaw:?}, seed {seed}: not found") };
            let best = finding.best();
            assert_eq!(best.signature.kind(), kind, "{flaw:?}, seed {seed}: {best}");
            assert!(finding.reproducible && finding.shrunk.is_some(), "{flaw:?}, seed {seed}: {best}");
            assert_eq!(best.signature, finding.original.signature, "{flaw:?}, seed {seed}");
            assert!(best.record.moves.len() <= most, "{flaw:?}, seed {seed}: {}\n{best}", best.record);
            assert!(best.headline.contains("flawed"), "{flaw:?}, seed {seed}: {best}");
        }
    }
}

#[test]
fn every_record_written_shows_its_flaw_again() {
    let dir = directory("again");
    for (flaw, ..) in FLAWS {
        let outcome = run(flaw, &Plan { reports: Some(Reports::open(&dir).unwrap()), ..plan(0) });
        let finding = &outcome.findings[0];
        let records = finding.written.files.iter().filter(|file| file.extension().is_some_and(|other| other == "txt"));
        let mut read = 0;
        for file in records {
            let record: Record<Strip> = fs::read_to_string(file).unwrap().parse().unwrap();
            let Scrutiny::Diverged(divergence) = scrutinise(makers(&move || StripEngine::new(flaw)), &record, |_| {})
            else {
                panic!("{flaw:?}: {} shows nothing: {record}", file.display())
            };
            if Some(file.as_path()) == finding.reproducer() {
                assert_eq!(divergence.signature, finding.best().signature, "{flaw:?}: {record}");
            }
            read += 1;
        }
        assert_eq!(read, 2, "{flaw:?}");
        let report =
            finding.written.files.iter().find(|file| file.extension().is_some_and(|other| other == "report")).unwrap();
        let command = format!("bustan replay {} ", dir.join(format!("{}.txt", finding.stem())).display());
        assert!(fs::read_to_string(report).unwrap().contains(&command), "{flaw:?}: {command}");
    }
}

#[test]
fn right_engines_agree_on_what_shows_a_flaw() {
    for (flaw, ..) in FLAWS {
        let record = run(flaw, &plan(0)).findings[0].best().record.clone();
        let scrutiny = scrutinise(makers(&|| StripEngine::new(Flaw::None)), &record, |_| {});
        assert!(!matches!(scrutiny, Scrutiny::Diverged(_)), "{flaw:?}: {scrutiny:?}");
    }
}

#[test]
fn a_record_is_played_as_far_as_the_engines_agree() {
    for (text, plies) in [("X[c0];O[c3]", 3), ("X[c0];O[c0]", 2), ("", 1)] {
        let record: Record<Strip> = text.parse().unwrap();
        let mut reached = 0;
        let scrutiny = scrutinise(makers(&|| StripEngine::new(Flaw::None)), &record, |lockstep| {
            assert_eq!(lockstep.plies(), reached);
            reached += 1;
        });
        assert_eq!(reached, plies, "{text}: {scrutiny:?}");
        assert_eq!(matches!(scrutiny, Scrutiny::Unplayable(2, Some(_))), plies == 2, "{text}: {scrutiny:?}");
    }
}

#[test]
fn what_an_engine_carries_over_from_game_to_game_is_found_and_called_so() {
    let outcome = run(Flaw::Sticky, &plan(0));
    let [finding] = &outcome.findings[..] else { panic!("not found") };
    assert!(!finding.reproducible && finding.shrunk.is_none());
    assert!(finding.length().contains("does not come again"), "{}", finding.length());
}

#[test]
fn the_shortest_game_is_proven_where_all_shorter_ones_can_be_tried() {
    let outcome = run(Flaw::Score, &plan(0));
    let shrunk = outcome.findings[0].shrunk.as_ref().unwrap();
    assert_eq!((shrunk.shortest, shrunk.divergence.record.moves.len()), (Shortest::Proven, 5));
}

#[test]
fn the_same_seed_gives_the_same_finding_with_any_number_of_jobs() {
    for (flaw, ..) in FLAWS {
        let told = |jobs| {
            let outcome = run(flaw, &Plan { jobs, ..plan(5) });
            let finding = &outcome.findings[0];
            let (original, best) = (&finding.original, finding.best());
            (finding.game, original.record.to_string(), best.record.to_string(), best.headline.clone())
        };
        assert_eq!(told(1), told(2), "{flaw:?}");
    }
}

#[test]
fn other_seeds_give_other_games() {
    let first = |seed| run(Flaw::Score, &plan(seed)).findings[0].original.record.to_string();
    assert_ne!(first(1), first(2));
}

#[test]
fn a_run_that_keeps_going_counts_findings_by_signature() {
    let outcome = run(Flaw::ReasonOrder, &Plan { max_findings: usize::MAX, games: Some(100), ..plan(0) });
    assert_eq!(outcome.games, 100);
    let counted: u64 = outcome.findings.iter().map(|finding| finding.count).sum();
    assert!(counted > 10, "{counted}");
    let mut signatures: Vec<_> = outcome.findings.iter().map(|finding| &finding.original.signature).collect();
    signatures.dedup();
    assert_eq!(signatures.len(), outcome.findings.len());
}

#[test]
fn a_run_ends_soon_after_it_is_told_to() {
    let progress = Progress::default();
    let plan = Plan { games: None, ..plan(0) };
    let makers = Makers { subject: &|| StripEngine::new(Flaw::None), oracle: &|| StripEngine::new(Flaw::None) };
    let (outcome, told) = std::thread::scope(|scope| {
        let told = scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(100));
            progress.stop.store(true, Ordering::Relaxed);
            Instant::now()
        });
        let outcome = check::run(&plan, makers, &progress, &|_| {});
        (outcome, told.join().unwrap())
    });
    assert!(told.elapsed() < Duration::from_millis(500));
    assert!(outcome.interrupted && outcome.games > 0 && outcome.plies > 0);
}

#[test]
fn a_run_ends_when_its_time_is_up() {
    let begun = Instant::now();
    let outcome = run(Flaw::None, &Plan { games: None, time: Some(Duration::from_millis(200)), ..plan(0) });
    assert!(begun.elapsed() < Duration::from_millis(700) && !outcome.interrupted && outcome.games > 0);
}

#[test]
fn a_finding_is_on_disk_before_it_is_shrunk_and_again_after() {
    let dir = directory("before");
    let plan = Plan { reports: Some(Reports::open(&dir).unwrap()), ..plan(0) };
    let progress = Progress::default();
    let makers = Makers { subject: &|| StripEngine::new(Flaw::Panic), oracle: &|| StripEngine::new(Flaw::None) };
    let calls = AtomicUsize::new(0);
    let outcome = check::run(&plan, makers, &progress, &|finding| {
        let call = calls.fetch_add(1, Ordering::Relaxed);
        let read = |suffix: &str| fs::read_to_string(dir.join(format!("{}{suffix}", finding.stem())));
        let original: Record<Strip> = read(".original.txt").unwrap().parse().unwrap();
        assert_eq!(original.moves, finding.original.record.moves);
        assert!(read(".report").unwrap().contains(&finding.best().headline));
        match call {
            0 => assert!(read(".txt").is_err() && finding.shrunk.is_none()),
            _ => {
                let shrunk: Record<Strip> = read(".txt").unwrap().parse().unwrap();
                assert_eq!(shrunk.moves, finding.best().record.moves);
            }
        }
    });
    assert_eq!(calls.into_inner(), 2);
    assert!(outcome.unwritten.is_empty() && outcome.findings[0].written.files.len() >= 3);
    let leftover = fs::read_dir(&dir)
        .unwrap()
        .filter(|entry| entry.as_ref().is_ok_and(|entry| entry.file_name().to_string_lossy().ends_with(".part")));
    assert_eq!(leftover.count(), 0);
}

#[test]
fn a_directory_that_cannot_be_used_is_refused_before_any_work() {
    let dir = directory("refused");
    fs::create_dir_all(&dir).unwrap();
    fs::write(dir.join("file"), "").unwrap();
    let error = Reports::open(dir.join("file").join("below")).unwrap_err().to_string();
    assert!(error.starts_with("cannot write ") && error.contains("below"), "{error}");
}

#[test]
fn a_finding_that_cannot_be_written_is_still_returned() {
    let dir = directory("vanished").join("out");
    let reports = Reports::open(&dir).unwrap();
    fs::remove_dir_all(&dir).unwrap();
    fs::write(&dir, "a file where the directory was").unwrap();
    let outcome = run(Flaw::Score, &Plan { reports: Some(reports), ..plan(0) });
    assert_eq!(outcome.findings.len(), 1);
    assert!(!outcome.unwritten.is_empty());
}

struct Right(StripEngine);

/// Bytes that lead a fuzz target through many games.
fn inputs() -> impl Iterator<Item = Vec<u8>> {
    (0..300u32).map(|seed| {
        let mut state = seed.wrapping_mul(2_654_435_761).wrapping_add(1);
        let next = |_| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 24) as u8
        };
        (0..64).map(next).collect()
    })
}

macro_rules! engines {
    ($($name:ident: $flaw:ident;)*) => {
        $(
            /// An engine that starts with a flaw of its own.
            struct $name(StripEngine);

            impl Default for $name {
                fn default() -> Self {
                    Self(StripEngine::new(Flaw::$flaw))
                }
            }

            delegate!($name);
        )*
    };
}

macro_rules! delegate {
    ($name:ident) => {
        impl bustan_core::Engine for $name {
            type Game = Strip;
            type Observation = strip::Observation;

            fn name(&self) -> String {
                self.0.name()
            }
            fn setup(&mut self, position: &strip::Position) -> Result<(), strip::Invalid> {
                self.0.setup(position)
            }
            fn play(&mut self, player: strip::Player, mv: &strip::Mark) -> Result<(), Option<strip::Reason>> {
                self.0.play(player, mv)
            }
            fn turn(&self) -> Option<strip::Player> {
                self.0.turn()
            }
            fn legal_moves(&self) -> Option<Vec<strip::Mark>> {
                self.0.legal_moves()
            }
            fn observe(&self) -> Option<strip::Observation> {
                self.0.observe()
            }
            fn undo(&mut self) -> Option<bool> {
                self.0.undo()
            }
        }
    };
}

delegate!(Right);

impl Default for Right {
    fn default() -> Self {
        Self(StripEngine::new(Flaw::None))
    }
}

engines! {
    WrongScore: Score;
    WrongUndo: UndoScore;
}

#[test]
fn fuzz_targets_accept_right_engines_and_any_bytes() {
    for data in inputs() {
        fuzz::lockstep::<Right, Right>(&data);
        fuzz::undo::<Right>(&data);
        fuzz::notation::<Strip>(&data);
    }
    for text in ["c3", "x ..x", "Start[x ..x];X[c0]", "X[c0];O[c3]", ""] {
        fuzz::notation::<Strip>(text.as_bytes());
    }
}

fn some_input_panics(target: fn(&[u8])) -> bool {
    inputs().any(|data| std::panic::catch_unwind(|| target(&data)).is_err())
}

#[test]
fn fuzz_targets_panic_on_flawed_engines() {
    assert!(some_input_panics(fuzz::lockstep::<WrongScore, Right>));
    assert!(some_input_panics(fuzz::undo::<WrongUndo>));
}
