//! Tests runs that continue after the differences that their games have shown.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use bustan_guide::Style;
use bustan_harness::base::{Dice, Stop};
use bustan_harness::compare::audit::{Audit, audit_passing};
use bustan_harness::compare::divergence::Kind;
use bustan_harness::compare::engine_participant::FactoryFn;
use bustan_harness::compare::known::{Accepted, KnownDifferences};
use bustan_harness::report::finding::Finding;
use bustan_harness::report::verdict::Verdict;
use bustan_harness::run::check::{self, Outcome, Plan, Progress};
use bustan_harness::shrink::{Budget, shrink};

use crate::running::{FLAWS, factories, is_thorough, plan};
use crate::strip::{Flaw, StripEngine};
use crate::triage::HASTY;

fn going(flaws: &[Flaw]) -> Outcome {
    let plan = Plan { max_findings: usize::MAX, games: Some(120), budget: HASTY, ..plan(1) };
    let subject = FactoryFn(|| StripEngine::with(flaws).program());
    check::run(&plan, factories(&subject), &Progress::default(), &|_| {})
}

/// Returns the kinds of the differences that games showed.
fn kinds(outcome: &Outcome) -> BTreeSet<Kind> {
    outcome.findings.iter().map(|finding| finding.original.signature.kind()).collect()
}

/// Flaws that show in nearly every game.
const LOUD: [Flaw; 8] = [
    Flaw::Legality,
    Flaw::ReasonOrder,
    Flaw::Score,
    Flaw::Undo,
    Flaw::Panic,
    Flaw::PanicAsked,
    Flaw::Refusal,
    Flaw::Turn,
];

/// The loud flaws that hide another one. `Undo` is the only path to two positions with the same number of
/// marks. `PanicAsked` and `TwoTongues` both show when an engine is queried about a move, so that one panics
/// before the other can contradict itself.
const HIDDEN: [(Flaw, Flaw); 2] = [(Flaw::Undo, Flaw::HashBlind), (Flaw::PanicAsked, Flaw::TwoTongues)];

#[test]
fn a_mistake_in_every_game_does_not_hide_the_others() {
    let often = |flaw| going(&[flaw]).findings.iter().any(|finding| finding.count > 20);
    let others: Vec<(Flaw, Kind)> =
        FLAWS.into_iter().filter(|&(flaw, ..)| often(flaw)).map(|(flaw, kind, _)| (flaw, kind)).collect();
    assert!(others.len() > 20);
    let mut hidden = Vec::new();
    for (place, loud) in LOUD.into_iter().enumerate() {
        let alone = kinds(&going(&[loud]));
        let apart = others.iter().filter(|(_, kind)| !alone.contains(kind)).enumerate();
        for (at, &(other, kind)) in apart {
            if !is_thorough() && at % 4 != place % 4 && !HIDDEN.contains(&(loud, other)) {
                continue;
            }
            let both = going(&[other, loud]);
            if !kinds(&both).contains(&kind) {
                hidden.push((loud, other));
            }
        }
    }
    assert_eq!(hidden, HIDDEN);
}

/// Flaws, some of which hide others.
const MANY: [Flaw; 4] = [Flaw::Missing, Flaw::Score, Flaw::Panic, Flaw::UndoTwice];

#[test]
fn what_is_found_after_does_not_depend_on_the_number_of_jobs() {
    let told = |jobs, seed| {
        let plan = Plan { jobs, max_findings: usize::MAX, budget: HASTY, ..plan(seed) };
        let subject = FactoryFn(|| StripEngine::with(&MANY).program());
        let outcome = check::run(&plan, factories(&subject), &Progress::default(), &|_| {});
        let findings = outcome.findings.iter().map(|finding| {
            let figures = (finding.count, finding.first, finding.ended, finding.plies);
            let passed: Vec<_> = finding.best().known.passed().map(ToString::to_string).collect();
            format!("{figures:?} {passed:?} {} {}", finding.best().record, finding.best())
        });
        (outcome.plies, outcome.finished, findings.collect::<Vec<_>>())
    };
    for seed in 0..3 {
        let alone = told(1, seed);
        assert!(alone.2.len() >= MANY.len(), "{alone:#?}");
        for jobs in [2, 5] {
            assert_eq!(told(jobs, seed), alone, "{jobs} jobs");
        }
    }
}

#[test]
fn a_finding_after_others_shows_again_when_these_are_passed_over() {
    let subject = FactoryFn(|| StripEngine::with(&MANY).program());
    let outcome = going(&MANY);
    let mut passing = 0;
    for finding in &outcome.findings {
        let best = finding.best();
        let accepted: Vec<Accepted> =
            best.known.passed().map(|signature| signature.to_string().parse().unwrap()).collect();
        passing += usize::from(!accepted.is_empty());
        let mut known = KnownDifferences::accepting(accepted.clone());
        match audit_passing(factories(&subject), &mut known, &best.record, |_| {}) {
            // A difference in the game itself shows first. An additional check may show another finding
            // instead.
            Audit::Diverged(shown) => {
                let in_play = matches!(best.signature.kind(), Kind::Observation | Kind::LegalSet);
                let same = shown.signature.to_string() == best.signature.to_string();
                assert!(same || !in_play, "{}: {best}, {accepted:?}", shown.signature);
                assert!(!accepted.iter().any(|accepted| accepted.to_string() == shown.signature.to_string()));
            }
            other => panic!("{other:?}: {best}"),
        }
    }
    assert!(passing > 0);
}

#[test]
fn what_is_passed_over_is_not_looked_at_when_time_is_up_and_the_report_says_so() {
    let subject = FactoryFn(|| StripEngine::with(&MANY).program());
    let mut outcome = going(&MANY);
    let behind = |finding: &&mut Finding| finding.best().known.passed().next().is_some();
    let finding = outcome.findings.iter_mut().find(behind).unwrap();
    let mut shrunk = |stop| {
        finding.shrunk = shrink(factories(&subject), &finding.original, HASTY, stop);
        let report = finding.report(Style::default(), 160);
        let open = report.contains("Shrinking ended before all differences that are ignored on the way were");
        assert_eq!(finding.object()["passed_over_open"], open, "{report}");
        open
    };
    assert!(!shrunk(Stop::default()));
    let told = AtomicBool::new(true);
    let [mut over, mut interrupted] = [Stop::default(), Stop::default()];
    over.deadline = Some(Instant::now());
    interrupted.flag = Some(&told);
    assert!(shrunk(over) && shrunk(interrupted));
}

#[test]
fn where_nothing_is_wrong_nothing_is_found_and_the_games_are_the_same() {
    let of = |max_findings| {
        let plan = Plan { max_findings, ..plan(3) };
        let subject = FactoryFn(|| StripEngine::new(Flaw::None).program());
        let outcome = check::run(&plan, factories(&subject), &Progress::default(), &|_| {});
        (outcome.plies, outcome.finished, outcome.findings.len(), outcome.verdict)
    };
    assert_eq!(of(1), of(usize::MAX));
    assert_eq!((of(1).2, of(1).3), (0, Verdict::Agree));
}

#[test]
fn what_is_accepted_is_counted_and_is_no_finding() {
    // The effect of a refused position depends on the preceding game, and the report names what a replay
    // shows.
    for (flaw, ..) in FLAWS.into_iter().filter(|(flaw, ..)| *flaw != Flaw::SetupWipes) {
        let found: Vec<String> =
            going(&[flaw]).findings.iter().map(|finding| finding.original.signature.to_string()).collect();
        // All panics count as one difference, however a game reaches them.
        let accepted = found.iter().map(|signature| match signature.starts_with("panic-") {
            true => "panic-*".parse().unwrap(),
            false => signature.parse().unwrap(),
        });
        let accepted: Vec<Accepted> = accepted.collect();
        for max_findings in [1, usize::MAX] {
            let plan = Plan {
                max_findings,
                known: KnownDifferences::accepting(accepted.clone()),
                games: Some(60),
                budget: HASTY,
                ..plan(1)
            };
            let subject = FactoryFn(move || StripEngine::new(flaw).program());
            let outcome = check::run(&plan, factories(&subject), &Progress::default(), &|_| {});
            let others: Vec<_> = outcome.findings.iter().map(|finding| &finding.original.signature).collect();
            assert!(outcome.accepted.iter().all(|one| one.ended <= one.games && one.games <= 60));
            let seldom = matches!(flaw, Flaw::Playout | Flaw::Odds | Flaw::Dice);
            assert!(!outcome.accepted.is_empty() || seldom, "{flaw:?}");
            // A flaw may show in other ways after the accepted difference.
            assert!(others.iter().all(|other| !found.contains(&other.to_string())), "{flaw:?}: {others:?}");
        }
    }
}

#[test]
fn an_engine_that_answers_otherwise_the_next_time_is_not_deterministic() {
    // One engine in four is flawed, a different one each time, so a difference is often not reproducible.
    let found = |salt: u64| {
        let mut dice = Dice::new(salt);
        let flawed: Vec<bool> = (0..1_000).map(|_| dice.one_in(4)).collect();
        let made = AtomicUsize::new(0);
        let subject = FactoryFn(|| {
            let flawed = flawed[made.fetch_add(1, Ordering::Relaxed) % flawed.len()];
            StripEngine::new(if flawed { Flaw::Score } else { Flaw::None }).program()
        });
        let outcome = check::run(&plan(salt), factories(&subject), &Progress::default(), &|_| {});
        outcome.findings.into_iter().find(|finding| finding.original.signature.kind() == Kind::Chance)
    };
    let finding = (0..40).find_map(found).unwrap();
    assert_eq!(finding.original.signature.to_string(), "not-deterministic-subject");
    assert!(
        finding.length().ends_with("not shrunk, because two replays of the game differ"),
        "{}",
        finding.length()
    );
    let headline = &finding.original.headline;
    assert!(
        headline.contains(" is not deterministic; two runs of one game: the engines differ in "),
        "{headline}"
    );
}

/// Runs with an engine that always refuses with the wrong reason. One engine in four also gives other wrong
/// answers.
fn by_chance(salt: u64, budget: Budget) -> Outcome {
    let mut dice = Dice::new(salt);
    let flawed: Vec<bool> = (0..1_000).map(|_| dice.one_in(4)).collect();
    let made = AtomicUsize::new(0);
    let subject = FactoryFn(|| {
        let flawed = flawed[made.fetch_add(1, Ordering::Relaxed) % flawed.len()];
        let flaws = [Flaw::Forward, Flaw::ReasonOrder, Flaw::Score, Flaw::Legality, Flaw::Missing];
        StripEngine::with(if flawed { &flaws } else { &flaws[..2] }).program()
    });
    let plan = Plan { max_findings: usize::MAX, games: Some(30), budget, jobs: 1, ..plan(salt) };
    check::run(&plan, factories(&subject), &Progress::default(), &|_| {})
}

#[test]
fn what_an_engine_shows_by_chance_is_not_reproducible_where_there_is_no_time_to_shrink() {
    // There is no time to shrink a finding, and some time to check for flaky findings.
    let no_time = Budget { time: Some(Duration::ZERO), together: Some(Duration::from_secs(10)), ..HASTY };
    let (mut chance, mut steady) = (0, 0);
    for salt in 0..80 {
        let findings = by_chance(salt, no_time).findings;
        assert!(findings.iter().all(|finding| finding.shrunk.is_none()));
        let is_chance = |finding: &Finding| finding.original.signature.kind() == Kind::Chance;
        if !findings.iter().any(is_chance) {
            continue;
        }
        chance += 1;
        for finding in findings.iter().filter(|finding| finding.reproducible == Some(true)) {
            let signature = finding.original.signature.to_string();
            assert_eq!(signature, "verdict-illegal-beside-illegal-occupied", "salt {salt}");
            steady += 1;
        }
    }
    assert!(chance > 20 && steady > 0, "{chance} runs with chance, {steady} reproducible findings");
}

#[test]
fn a_game_that_does_not_come_again_is_not_reproducible_even_if_its_time_ends_meanwhile() {
    let time = Duration::from_millis(60);
    // Only the first `flawed` engines have the flaw.
    let shown = |flawed: usize| {
        let made = AtomicUsize::new(0);
        let subject = FactoryFn(|| {
            let flaw =
                if made.fetch_add(1, Ordering::Relaxed) < flawed { Flaw::ReasonOrder } else { Flaw::None };
            thread::sleep(time * 2);
            StripEngine::new(flaw).program()
        });
        let plan = Plan { budget: Budget { time: Some(time), ..HASTY }, jobs: 1, ..plan(1) };
        let confirmed = AtomicBool::new(false);
        let hear = |finding: &Finding| {
            confirmed.fetch_or(finding.reproducible == Some(true), Ordering::Relaxed);
        };
        let outcome = check::run(&plan, factories(&subject), &Progress::default(), &hear);
        let finding = &outcome.findings[0];
        assert!(finding.reproducible == Some(false) || finding.shrunk.is_some(), "{flawed}");
        (confirmed.load(Ordering::Relaxed), finding.reproducible == Some(true))
    };
    // Some differences are confirmed, but not reproduced by the first replay of shrinking.
    let shown: Vec<(bool, bool)> = (1..6).map(shown).collect();
    assert!([(false, false), (true, false), (true, true)].iter().all(|one| shown.contains(one)), "{shown:?}");
}
