//! Tests whole runs on the test game Strip: every kind of flaw is found, shrunk and reported, and runs are
//! reproducible and can be stopped.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use bustan_guide::{Explore, Style};
use bustan_harness::base::Stop;
use bustan_harness::compare::audit::{Audit, audit};
use bustan_harness::compare::divergence::Kind;
use bustan_harness::compare::engine_participant::FactoryFn;
use bustan_harness::compare::lockstep::{Checks, Factories, Lockstep};
use bustan_harness::erased::{Record, own_observation, own_position, rules};
use bustan_harness::generate::GameConfig;
use bustan_harness::generate::fuzz;
use bustan_harness::generate::policies;
use bustan_harness::report::finding::Finding;
use bustan_harness::report::verdict::{FEWEST_GAMES, Verdict};
use bustan_harness::run::check::{self, Outcome, Plan, Progress};
use bustan_harness::run::descend::{Branch, Descents, DivideLimits, Divided};
use bustan_harness::shrink::deepen::SearchScope;
use bustan_harness::shrink::{Budget, shrink};
use bustan_vocabulary::{Engine, NoStart};

use crate::running::{FLAWS, factories, is_thorough, of_game, plan, run};
use crate::strip::{self, Flaw, Strip, StripEngine};
use crate::triage::HASTY;

#[test]
fn engines_without_flaws_agree() {
    let outcome = run(Flaw::None, &plan(1));
    assert_eq!(
        (outcome.games, outcome.finished, outcome.findings.len(), outcome.verdict),
        (400, 400, 0, Verdict::Agree)
    );
    assert!(outcome.plies > 1000);
    let total = outcome.coverage.total();
    assert!(total.iter().all(|&count| count > 100), "{total:?}");
    assert_eq!(total[0], outcome.coverage.policies.iter().map(|tally| tally.plies).sum::<u64>());
}

#[test]
fn a_random_game_of_an_engine_is_broken_off_when_time_is_up_and_says_nothing_then() {
    let start = rules::<Strip>().initial(&[]).unwrap();
    for (flaw, breaks) in [(Flaw::Dawdles, true), (Flaw::Playout, false)] {
        let subject = FactoryFn(move || StripEngine::new(flaw).program());
        let mut lockstep = Lockstep::new(factories(&subject), Checks::ALL, start.clone());
        assert!(lockstep.begin(&start).unwrap());
        let begun = Instant::now();
        let mut stop = Stop::default();
        stop.deadline = Some(begun + Duration::from_millis(if breaks { 50 } else { 60_000 }));
        let shown = lockstep.playout(4, stop);
        assert!(begun.elapsed() < Duration::from_secs(2), "{flaw:?}: {:?}", begun.elapsed());
        assert_eq!(shown.is_ok(), breaks, "{flaw:?}");
        if breaks {
            // Both engines continue as if they had not been queried.
            let mv = lockstep.legal()[0].clone();
            assert!(lockstep.step(lockstep.turn().unwrap(), &mv, true).unwrap());
            assert!(lockstep.walk().is_ok());
        }
    }
    // The run ends in time, too.
    let begun = Instant::now();
    let limited = Plan { time: Some(Duration::from_millis(300)), games: None, ..plan(1) };
    let config = GameConfig { thorough: true, ..limited.config.clone() };
    let outcome = run(Flaw::Dawdles, &Plan { config, ..limited });
    assert!(outcome.findings.is_empty() && begun.elapsed() < Duration::from_secs(2), "{:?}", begun.elapsed());
}

#[test]
fn a_random_game_that_has_no_end_is_broken_off_without_a_limit_of_time() {
    let outcome = run(Flaw::Endless, &plan(1));
    assert_eq!((outcome.finished, outcome.findings.len(), outcome.verdict), (400, 0, Verdict::Agree));
}

#[test]
fn engines_that_walk_down_trees_are_made_once_as_long_as_they_agree() {
    let walk = |first: Flaw, later: Flaw| {
        let made = AtomicU64::new(0);
        let subject = FactoryFn(|| {
            let number = made.fetch_add(1, Ordering::Relaxed);
            StripEngine::new(if number < 2 { first } else { later }).program()
        });
        let mut descents = Descents::new(factories(&subject));
        [("5", 1), ("6", 4), ("5", 4)].map(|(size, depth)| {
            let record = Record::new(rules::<Strip>().initial(&[size]).unwrap());
            let descent = descents.descend(&record, depth).unwrap();
            (descent.parting.is_some(), made.load(Ordering::Relaxed))
        })
    };
    assert_eq!(walk(Flaw::None, Flaw::None), [(false, 2); 3]);
    // Differences that engines show only after they have been used are not reported.
    assert_eq!(walk(Flaw::Missing, Flaw::None), [(false, 2), (false, 4), (false, 4)]);
    // Engines that differ are not reused.
    assert_eq!(walk(Flaw::Missing, Flaw::Missing), [(false, 2), (true, 4), (true, 6)]);
}

#[test]
fn counts_by_first_move_are_reported_of_both_engines_those_that_differ_first() {
    let record = Record::new(rules::<Strip>().initial(&["6"]).unwrap());
    let unneeded = AtomicBool::new(false);
    let divided = |flaw: Flaw, depth: u32| {
        let subject = FactoryFn(move || StripEngine::new(flaw).program());
        let until = Instant::now() + Duration::from_secs(3600);
        let limits = DivideLimits { until, unneeded: &unneeded, sequences: 1e9 };
        let divided = Descents::new(factories(&subject)).divide(&record, depth, limits).unwrap();
        assert!(divided.trouble.is_none());
        divided
    };
    let sum = |divided: &Divided, engine: usize| {
        divided.branches.iter().filter_map(|branch| branch.nodes[engine]).sum::<u64>()
    };
    let same = |branch: &Branch| branch.nodes[0] == branch.nodes[1];
    // The first of all moves in text order is the only one after which the flaw does not show.
    let lax = divided(Flaw::Legality, 3);
    assert!(lax.branches.is_sorted_by_key(same) && lax.branches.iter().any(same), "{lax:?}");
    for depth in 1..5 {
        let right = divided(Flaw::None, depth);
        let mut engine = StripEngine::new(Flaw::None);
        engine.setup(own_position::<Strip>(&record.start)).unwrap();
        let total = engine.perft(depth).unwrap();
        assert_eq!([sum(&right, 0), sum(&right, 1)], [total; 2]);
        assert!(right.branches.iter().all(same));
        let wrong = divided(Flaw::Missing, depth);
        assert_eq!(sum(&wrong, 1), total);
        assert!(wrong.branches.is_sorted_by_key(same), "{wrong:?}");
        assert_eq!(wrong.branches.iter().all(same), depth < 3, "{wrong:?}");
    }
    let moves = divided(Flaw::None, 1).branches.len();
    unneeded.store(true, Ordering::Relaxed);
    let given_up = divided(Flaw::None, 4);
    assert_eq!((given_up.branches.len(), given_up.uncounted), (0, moves));
}

#[test]
fn a_law_with_a_shorter_game_is_not_put_before_another_difference() {
    let subject = FactoryFn(|| StripEngine::with(&[Flaw::Winner, Flaw::Score]).program());
    let oracle = || StripEngine::new(Flaw::Winner);
    let engines = Factories { subject: &subject, oracle: &oracle };
    let plan = Plan { max_findings: usize::MAX, ..plan(0) };
    let outcome = check::run(&plan, engines, &Progress::default(), &|_| {});
    let of = |kind: Kind| {
        let mut findings = outcome.findings.iter();
        findings.find(|finding| finding.best().signature.kind() == kind).expect("both flaws are found")
    };
    let [law, score] = [Kind::Law, Kind::Observation].map(of);
    let moves = [law, score].map(|finding| finding.best().record.moves.len());
    assert!(moves[0] < moves[1], "{moves:?}");
    assert_eq!(score.shorter, None);
}

#[test]
fn a_finding_says_how_many_games_it_ended() {
    let mut finding = of_game(&run(Flaw::Score, &plan(0))).clone();
    let mut extent = |ended: u64, plies: (usize, usize)| {
        (finding.count, finding.ended, finding.plies) = (4, ended, Some(plies));
        finding.extent().unwrap()
    };
    assert_eq!(extent(0, (3, 3)), "after 3 moves; games continued after it");
    assert_eq!(extent(1, (3, 5)), "after 3 to 5 moves; 1 game ended with it");
    assert_eq!(extent(4, (1, 1)), "after 1 move; nothing after it was checked");
}

#[test]
fn that_engines_agree_does_not_hide_what_nobody_looked_at() {
    let outcome = run(Flaw::None, &Plan { open: 2, ..plan(1) });
    let told = "except for 2 findings of earlier runs that were not rechecked";
    assert_eq!((outcome.verdict, outcome.reason.as_deref()), (Verdict::Agree, Some(told)));
}

#[test]
fn every_flaw_is_found_and_shrunk() {
    for (flaw, kind, most) in FLAWS {
        for seed in 0..if is_thorough() { 3 } else { 1 } {
            let outcome = run(flaw, &plan(seed));
            let finding = of_game(&outcome);
            let best = finding.best();
            assert_eq!(best.signature.kind(), kind, "{flaw:?}, seed {seed}: {best}");
            assert!(
                finding.reproducible == Some(true) && finding.shrunk.is_some(),
                "{flaw:?}, seed {seed}: {best}"
            );
            assert_eq!(best.signature, finding.original.signature, "{flaw:?}, seed {seed}");
            assert!(best.record.moves.len() <= most, "{flaw:?}, seed {seed}: {}\n{best}", best.record);
            assert!(best.headline.contains("flawed"), "{flaw:?}, seed {seed}: {best}");
        }
    }
}

#[test]
fn what_shows_only_on_an_engine_that_was_kept_does_not_count() {
    for seed in 0..3 {
        let outcome = run(Flaw::Spreads, &plan(seed));
        let best = of_game(&outcome).best();
        assert_eq!(best.record.moves.len(), 5, "seed {seed}: {}", best.record);
        let again =
            audit(factories(&FactoryFn(|| StripEngine::new(Flaw::Spreads).program())), &best.record, |_| {});
        assert!(matches!(again, Audit::Diverged(_)), "seed {seed}");
    }
}

#[test]
fn what_shows_only_when_more_is_taken_back_is_shown_by_the_whole_game() {
    for seed in 0..10 {
        let outcome = run(Flaw::UndoTwice, &plan(seed));
        let finding = of_game(&outcome);
        assert!(finding.original.record.moves.len() >= 2, "seed {seed}: {}", finding.original.record);
        let shrunk = finding.shrunk.as_ref().unwrap();
        let best = &shrunk.divergence;
        assert_eq!(
            (shrunk.shortest.is_proven(), best.record.moves.len()),
            (true, 2),
            "seed {seed}: {}",
            best.record
        );
        assert!(best.headline.contains("taken back to ply 0"), "seed {seed}: {best}");
        let [Some(subject), Some(oracle)] = &best.seen else { panic!("seed {seed}: no boards") };
        let [subject, oracle] =
            [subject, oracle].map(|shown| own_observation::<Strip>(shown.board().expect("no board")));
        assert_eq!(
            (best.shown, &subject.board, &oracle.board),
            (0, &oracle.board, &subject.board),
            "seed {seed}"
        );
        assert_ne!(subject.scores, oracle.scores, "seed {seed}");
    }
}

#[test]
fn the_hunt_alone_finds_what_shows_only_when_looked_for() {
    let budget = Budget { shrink: 0, start: 0, hunt: 20_000, deepen: 0, ..Budget::default() };
    for (flaw, most) in [(Flaw::UndoTwice, 2), (Flaw::Text, 1), (Flaw::HashSetup, 2), (Flaw::Count, 2)] {
        let mut longest = 0;
        for seed in 0..5 {
            let finding = run(flaw, &Plan { budget, ..plan(seed) }).findings.remove(0);
            longest = longest.max(finding.original.record.moves.len());
            let best = finding.best();
            assert!(best.record.moves.len() <= most, "{flaw:?}, seed {seed}: {}", best.record);
        }
        assert!(longest > most, "{flaw:?}: nothing to hunt for");
    }
}

#[test]
fn what_only_a_position_set_up_shows_is_found_from_the_start() {
    let outcome = run(Flaw::SetupLegal, &Plan { max_findings: usize::MAX, ..plan(0) });
    let legal = |finding: &&Finding| finding.best().signature.to_string().starts_with("text-position-legal");
    let finding = outcome.findings.iter().find(legal).expect("not found");
    let record = &finding.best().record;
    assert!(record.start.is_start() && record.moves.len() == 2, "{record}");
    // Both engines are queried about the move.
    let words = finding.best().signature.to_string();
    assert_eq!(words, "text-position-legal-moves-legal-illegal-beside");
}

#[test]
fn what_an_engine_says_is_reported_in_one_line_without_control_characters() {
    let finding = run(Flaw::PanicRaw, &plan(0)).findings.remove(0);
    for headline in [&finding.original.headline, &finding.best().headline] {
        assert!(
            headline.contains("red") && headline.contains("(at ") && headline.len() < 1000,
            "{headline:?}"
        );
        assert!(!headline.contains(char::is_control), "{headline:?}");
    }
}

#[test]
fn a_panic_comes_with_the_boards_before_it() {
    let best = run(Flaw::Panic, &plan(0)).findings.remove(0).shrunk.unwrap().divergence;
    let [Some(subject), Some(oracle)] = &best.seen else { panic!("no boards: {best}") };
    let board = &own_observation::<Strip>(subject.board().unwrap()).board;
    assert_eq!((best.shown, board.len(), subject), (3, 3, oracle));
}

#[test]
fn right_engines_agree_on_what_shows_a_flaw() {
    for (flaw, ..) in FLAWS {
        let record = of_game(&run(flaw, &plan(0))).best().record.clone();
        let audit = audit(factories(&|| StripEngine::new(Flaw::None)), &record, |_| {});
        assert!(!matches!(audit, Audit::Diverged(_)), "{flaw:?}: {audit:?}");
    }
}

#[test]
fn a_record_is_played_as_far_as_the_engines_agree() {
    for (text, plies) in [("X[c0];O[c3]", 3), ("X[c0];O[c0]", 2), ("", 1)] {
        let record = rules::<Strip>().record(text).unwrap();
        let mut reached = 0;
        let audit = audit(factories(&|| StripEngine::new(Flaw::None)), &record, |lockstep| {
            assert_eq!(lockstep.plies(), reached);
            reached += 1;
        });
        assert_eq!(reached, plies, "{text}: {audit:?}");
        assert_eq!(matches!(audit, Audit::Unplayable(2, Some(_))), plies == 2, "{text}: {audit:?}");
    }
}

#[test]
fn what_an_engine_carries_over_from_game_to_game_is_found_and_called_so() {
    let outcome = run(Flaw::Sticky, &plan(0));
    let [finding] = &outcome.findings[..] else { panic!("not found") };
    assert!(finding.reproducible == Some(false) && finding.shrunk.is_none());
    assert!(finding.length().contains("not reproducible on new engines"), "{}", finding.length());
}

#[test]
fn the_shortest_game_is_proven_where_all_shorter_ones_can_be_tried() {
    let outcome = run(Flaw::Score, &plan(0));
    let shrunk = of_game(&outcome).shrunk.as_ref().unwrap();
    assert_eq!((shrunk.shortest.is_proven(), shrunk.divergence.record.moves.len()), (true, 5));
}

/// Returns a summary of all findings of a run.
fn told(outcome: &Outcome) -> Vec<String> {
    let told = |finding: &Finding| {
        let (best, original) = (finding.best(), &finding.original);
        format!(
            "{} {} {} {} {} {} {:?}",
            finding.frequency(),
            original.record,
            best.record,
            best.headline,
            finding.length(),
            finding.stem(),
            finding.shorter
        )
    };
    outcome.findings.iter().map(told).collect()
}

#[test]
fn two_flaws_are_reported_the_one_with_the_shorter_game_first() {
    let mut seen = 0;
    for seed in 0..12 {
        let subject = FactoryFn(|| StripEngine::with(&[Flaw::Score, Flaw::Turn]).program());
        let run = |jobs| {
            let plan = Plan { jobs, ..plan(seed) };
            check::run(&plan, factories(&subject), &Progress::default(), &|_| {})
        };
        let outcome = run(1);
        let main = of_game(&outcome);
        if main.best().signature.kind() != Kind::Observation {
            continue;
        }
        seen += 1;
        let first = &outcome.findings[0];
        assert_eq!(
            (first.best().signature.kind(), first.best().record.moves.len()),
            (Kind::Turn, 1),
            "seed {seed}"
        );
        assert!(first.met && first.count == 0 && first.shorter.is_none(), "seed {seed}: {first:?}");
        assert!(first.shrunk.as_ref().unwrap().shortest.is_proven(), "seed {seed}: {}", first.length());
        // Play does not get past the first difference, and the game of five moves is no longer called the
        // shortest of all.
        let shorter = main.shorter.as_ref().unwrap();
        assert_eq!((&shorter.headline, shorter.moves), (&first.best().headline, 1), "seed {seed}");
        let text = main.text(Style::default(), 100);
        assert!(text.starts_with("strip: a shorter game (1 move) shows another difference: "), "{text}");
        assert!(text.contains(&format!("{}\n  {}\n", shorter.headline, shorter.record)), "{text}");
        let length = main.length();
        assert!(
            length.contains(" 5 small boards searched, unless another difference comes before it"),
            "{length}"
        );
        assert!(!main.shrunk.as_ref().unwrap().shortest.is_proven());
        let object = main.object();
        assert_eq!((&object["shorter"]["moves"], &object["proven_shortest"]), (&1.into(), &false.into()));
        assert_eq!(told(&outcome), told(&run(2)), "seed {seed}");
    }
    assert!(seen > 0, "no game showed the other flaw first");
}

#[test]
fn without_a_list_of_moves_all_that_can_be_named_are_asked_about() {
    let subject = || Unlisted { engine: StripEngine::new(Flaw::None), played: Vec::new() };
    let factories = Factories { subject: &subject, oracle: &|| StripEngine::new(Flaw::None) };
    let long = rules::<Strip>().record("Start[x .....];X[c0];O[c1];X[c0]").unwrap();
    let Audit::Diverged(divergence) = audit(factories, &long, |_| {}) else { panic!("it shows nothing") };
    // Without random games, finding the flaw requires the query about the one cell that these games never
    // query.
    let budget = Budget { hunt: 0, ..Budget::default() };
    let shrunk = shrink(factories, &divergence, budget, Stop::default()).unwrap();
    let (record, known) = (&shrunk.divergence.record, shrunk.shortest);
    assert_eq!(
        (record.to_string().as_str(), known.is_proven()),
        ("Start[x .....];X[c4];O[c4]", true),
        "{known:?}"
    );
    assert_eq!(known.looked, SearchScope::Everything);
    // If the budget is too small for this query, nothing is claimed about moves that were not queried.
    let shrunk = shrink(factories, &divergence, Budget { deepen: 29, ..budget }, Stop::default()).unwrap();
    assert_eq!((shrunk.divergence.record.moves.len(), shrunk.shortest.is_proven()), (3, false));
    assert_eq!(shrunk.shortest.looked, SearchScope::Listed, "{:?}", shrunk.shortest);
}

#[test]
fn that_time_ended_the_search_is_reported() {
    let budget = Budget { time: Some(Duration::ZERO), ..Budget::default() };
    let outcome = run(Flaw::Score, &Plan { budget, ..plan(0) });
    let length = of_game(&outcome).length();
    assert!(length.ends_with("time ended the search") || length.ends_with("not shrunk yet"), "{length}");
}

#[test]
fn making_a_game_short_takes_no_more_work_than_allowed() {
    for all in [100, 1_000, 10_000] {
        let budget = Budget { all, ..Budget::default() };
        let outcome = run(Flaw::Score, &Plan { budget, ..plan(0) });
        let cost = of_game(&outcome).shrunk.as_ref().unwrap().cost;
        // A replay that has begun is completed.
        assert!(cost < all + 100, "{cost} of {all}");
    }
}

#[test]
fn the_same_seed_gives_the_same_finding_with_any_number_of_jobs() {
    for (flaw, ..) in FLAWS {
        let told = |jobs| {
            // How thoroughly games are shrunk does not matter for this test.
            let outcome = run(flaw, &Plan { jobs, budget: HASTY, ..plan(5) });
            (of_game(&outcome).game, told(&outcome))
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
fn a_run_ends_soon_after_it_is_asked_to() {
    let progress = Progress::default();
    let plan = Plan { games: None, ..plan(0) };
    let factories =
        Factories { subject: &|| StripEngine::new(Flaw::None), oracle: &|| StripEngine::new(Flaw::None) };
    let outcome = thread::scope(|scope| {
        scope.spawn(|| {
            while progress.games.load(Ordering::Relaxed) == 0 {
                thread::yield_now();
            }
            progress.stop.store(true, Ordering::Relaxed);
        });
        check::run(&plan, factories, &progress, &|_| {})
    });
    assert!(outcome.verdict == Verdict::Interrupted && outcome.games > 0 && outcome.plies > 0);
}

#[test]
fn no_game_begins_after_a_run_is_asked_to_end() {
    let progress = Progress::default();
    let plan = Plan { games: None, max_findings: usize::MAX, ..plan(0) };
    let subject = || StripEngine::new(Flaw::Score);
    let last = AtomicU64::new(u64::MAX);
    let outcome = check::run(&plan, factories(&subject), &progress, &|finding| {
        last.fetch_min(finding.game, Ordering::Relaxed);
        progress.stop.store(true, Ordering::Relaxed);
    });
    // Games are counted from 0, and one worker plays them in order.
    assert_eq!(outcome.games, last.into_inner() + 1);
}

#[test]
fn a_run_ends_when_its_time_is_up() {
    let of = |time| run(Flaw::None, &Plan { games: None, time: Some(time), ..plan(0) });
    let none = of(Duration::ZERO);
    assert_eq!((none.finished, none.verdict), (0, Verdict::NotTested));
    // A run without a limit on games ends, and running out of time is not an interruption.
    let some = of(Duration::from_millis(200));
    assert_eq!(some.verdict, if some.finished >= FEWEST_GAMES { Verdict::Agree } else { Verdict::NotTested });
}

#[test]
fn games_and_plies_are_counted_the_same_everywhere() {
    for (flaw, jobs) in [(Flaw::None, 1), (Flaw::Score, 1), (Flaw::Score, 4), (Flaw::Panic, 4)] {
        let outcome = run(flaw, &Plan { jobs, ..plan(3) });
        assert!(outcome.games > 0 && outcome.plies > 0, "{flaw:?}");
        let tallies = &outcome.coverage.policies;
        assert_eq!(outcome.games, tallies.iter().map(|tally| tally.games).sum::<u64>(), "{flaw:?}");
        assert_eq!(outcome.plies, tallies.iter().map(|tally| tally.plies).sum::<u64>(), "{flaw:?}");
    }
}

#[test]
fn one_game_in_eight_goes_by_policies_that_need_no_knowledge_of_the_game() {
    let outcome = run(Flaw::None, &Plan { jobs: 2, ..plan(3) });
    let played: Vec<(&str, u64, u64)> = policies::of(rules::<Strip>())
        .zip(&outcome.coverage.policies)
        .map(|(policy, tally)| (policy.name, tally.games, tally.plies))
        .collect();
    let (player, general) = played[Strip::POLICIES.len()..].split_last().unwrap();
    assert_eq!(*player, ("player", 0, 0), "nobody was named");
    assert_eq!(
        general.iter().map(|(name, ..)| *name).collect::<Vec<_>>(),
        ["back", "rare", "narrow", "busy"]
    );
    let games: u64 = general.iter().map(|(_, games, _)| games).sum();
    assert_eq!((games, outcome.games), (50, 400), "{played:?}");
    assert!(general.iter().all(|(_, games, plies)| (12..=13).contains(games) && plies > games), "{played:?}");
    // A general policy can also be chosen alone, like any other policy.
    let alone =
        GameConfig { policy: Some(Strip::POLICIES.len()), ..GameConfig::drawn(rules::<Strip>(), 1_000) };
    let outcome = run(Flaw::None, &Plan { config: alone, games: Some(20), ..plan(3) });
    let tally = &outcome.coverage.policies[Strip::POLICIES.len()];
    assert_eq!((outcome.verdict, tally.games, tally.plies), (Verdict::Agree, 20, outcome.plies));
}

#[test]
fn there_are_no_more_workers_than_games_or_use_for_them() {
    for (jobs, games, workers) in
        [(0, None, 1), (3, None, 3), (1000, Some(5), 5), (1000, Some(0), 1), (usize::MAX, None, 256)]
    {
        assert_eq!(Plan { jobs, games, ..plan(0) }.workers(), workers);
    }
}

#[test]
fn the_length_of_a_game_from_the_start_is_not_reported_as_shrunk_from_one_that_was_set_up() {
    let mut finding = run(Flaw::Score, &plan(0)).findings.remove(0);
    assert!(!finding.set_up && finding.length().contains(" moves, shrunk from "), "{}", finding.length());
    finding.set_up = true;
    assert!(finding.length().contains(" moves, played from the start instead of "), "{}", finding.length());
    let set_up = rules::<Strip>().position("x .x").unwrap();
    finding.shrunk.as_mut().unwrap().divergence.record.start = set_up;
    assert!(finding.length().contains(" moves, shrunk from "), "{}", finding.length());
}

/// An engine that lists no moves and answers queries by playing. From the third mark on it accepts any cell
/// of the board, and right after the first mark `c4` it accepts `c4` again.
struct Unlisted {
    engine: StripEngine,
    played: Vec<strip::Mark>,
}

impl Engine for Unlisted {
    type Game = Strip;
    type Observation = strip::Observation;

    fn name(&self) -> String {
        "unlisted".into()
    }
    fn setup(&mut self, position: &strip::Position) -> Result<(), NoStart<strip::Invalid>> {
        self.played.clear();
        self.engine.setup(position)
    }
    fn play(&mut self, player: strip::Player, mv: &strip::Mark) -> Result<(), Option<strip::Reason>> {
        let answer = self.engine.play(player, mv);
        let twice = self.played == [strip::Mark(4)] && mv.0 == 4;
        if answer == Err(Some(strip::Reason::Occupied)) && (self.played.len() == 2 || twice) {
            return Ok(());
        }
        if answer.is_ok() {
            self.played.push(*mv);
        }
        answer
    }
    fn turn(&self) -> Option<strip::Player> {
        self.engine.turn()
    }
}

struct Right(StripEngine);

/// Returns inputs that lead a fuzz target through many games.
fn inputs() -> impl Iterator<Item = Vec<u8>> {
    (0..300).map(fuzz::random)
}

macro_rules! engines {
    ($($name:ident: $flaw:ident;)*) => {
        $(
            /// An engine that starts with a flaw.
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
        impl bustan_vocabulary::Engine for $name {
            type Game = Strip;
            type Observation = strip::Observation;

            fn name(&self) -> String {
                self.0.name()
            }
            fn setup(&mut self, position: &strip::Position) -> Result<(), NoStart<strip::Invalid>> {
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

#[test]
fn an_engine_that_panics_while_it_is_made_is_a_finding() {
    let unmade = || -> StripEngine { panic!("no board of {} cells", 7) };
    let right = || StripEngine::new(Flaw::None);
    let of = |subject, oracle| Factories { subject, oracle };
    for factories in [of(&unmade, &right), of(&right, &unmade)] {
        let outcome = check::run(&plan(0), factories, &Progress::default(), &|_| {});
        let best = of_game(&outcome).best();
        assert_eq!((best.signature.kind(), best.record.moves.len()), (Kind::Panic, 0), "{best}");
        assert!(best.headline.contains("no board of 7 cells"), "{best}");
    }
}

#[test]
fn an_engine_that_can_be_made_only_once_is_reported_with_its_game() {
    let made = AtomicU64::new(0);
    let once = || match made.fetch_add(1, Ordering::Relaxed) {
        0 => StripEngine::new(Flaw::Score),
        _ => panic!("no second board"),
    };
    let outcome = check::run(&plan(0), factories(&once), &Progress::default(), &|_| {});
    let kinds: Vec<Kind> = outcome.findings.iter().map(|it| it.original.signature.kind()).collect();
    assert!(
        !kinds.is_empty() && kinds.iter().all(|kind| matches!(kind, Kind::Observation | Kind::Panic)),
        "{kinds:?}"
    );
}
