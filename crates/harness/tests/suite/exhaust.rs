//! Tests the visit to every position: known counts, limits, and flaws that show only in one position or in
//! moves that are not listed.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use bustan_core::tictactoe::FastEngine;
use bustan_core::tribolo::Graph;
use bustan_games::find;
use bustan_harness::base::Shard;
use bustan_harness::base::journal::{self, Header, Journal};
use bustan_harness::compare::divergence::Kind;
use bustan_harness::compare::engine_participant::FactoryFn;
use bustan_harness::compare::lockstep::{Factories, refused_by_both};
use bustan_harness::erased::{Rules, rules};
use bustan_harness::report::Reports;
use bustan_harness::report::command::Command;
use bustan_harness::report::finding::{Finding, ReplayCommand};
use bustan_harness::run::exhaust::{Compare, Ending, JournalEntry, Outcome, Plan, Progress, run};
use bustan_harness::shrink::Budget;
use bustan_reference::tictactoe::ReferenceEngine;
use bustan_solve::{Limits, solve};
use bustan_vocabulary::tictactoe::{Invalid, Move, Observation, Player, Position, Reason, TicTacToe};
use bustan_vocabulary::tribolo::Tribolo;
use bustan_vocabulary::{Engine, Game, NoStart, Ruling, Solve};

use crate::running::is_thorough;
use crate::strip::{Flaw, Strip, StripEngine};

pub(crate) fn plan(rules: Rules, words: &[&str]) -> Plan {
    Plan {
        start: rules.initial(words).unwrap(),
        depth: None,
        symmetry: false,
        memory: 1 << 30,
        spill: None,
        jobs: 2,
        budget: Budget::default(),
        compare: Compare::ALL,
        log: None,
        reports: None,
        command: Command::default(),
        replay: ReplayCommand::default(),
    }
}

/// Visits all positions with the registered engines. Returns how the run ended, the number of positions, and
/// their number up to symmetry.
fn visited(
    game: &str,
    words: &[&str],
    depth: Option<u32>,
    symmetry: bool,
) -> Option<(Ending, u64, Option<u64>)> {
    let game = find(game)?;
    let plan = Plan { depth, symmetry, ..plan(game.rules, words) };
    let outcome = run(&plan, game.factories(), &Progress::default(), &|_| {});
    assert!(outcome.finding.is_none());
    Some((outcome.ending, outcome.positions(), outcome.classes))
}

#[track_caller]
fn assert_visits(game: &str, words: &[&str], depth: Option<u32>, positions: u64, classes: u64) {
    let ending = if depth.is_some() { Ending::Depth } else { Ending::Complete };
    let all = visited(game, words, depth, false);
    assert_eq!(all, Some((ending, positions, Some(classes))));
    let one_of_each = visited(game, words, depth, true);
    assert_eq!(one_of_each, Some((ending, classes, Some(classes))));
}

#[test]
fn every_position_is_visited_with_and_without_symmetry() {
    assert_visits("tictactoe", &[], None, 5478, 765);
    assert_visits("tictactoe", &["misere"], None, 5478, 765);
    assert_visits("margo", &["2"], None, 43, 9);
}

#[test]
fn small_setups_of_tribolo_have_as_many_positions_as_solving_them_finds() {
    for (setup, positions, classes) in [
        ("1x8 .RB.GBR. blue", 10, 9),
        ("3x3 ...RB.GB. green", 26, 22),
        ("4x3 #G...BR...B. blue", 71, 71),
        ("5x3 ..R...RBG..B..# blue", 602, 602),
        ("4x4 #....BR..GB....# blue", 5593, 2447),
    ] {
        assert_visits("tribolo", &[setup], None, positions, classes);
        let start = Tribolo::initial(&[setup]).unwrap();
        let limits = Limits { symmetry: false, memory: 1 << 30 };
        let graph = Graph::from_start(&start).unwrap();
        let solved = solve(&graph, limits, &Default::default()).unwrap();
        assert_eq!(solved.positions(), positions);
        // The canonical positions of a graph are those of blue. The smallest image over all three graphs also
        // merges positions whose colours are rotated.
        let first = |(number, _)| {
            let position = graph.position(number);
            let images = graph
                .players()
                .into_iter()
                .map(|(_, graph)| graph.canonical(graph.number(&position).unwrap()));
            images.min().unwrap()
        };
        assert_eq!(solved.iter().map(first).collect::<BTreeSet<_>>().len() as u64, classes);
    }
}

#[test]
fn a_depth_is_kept() {
    assert_visits("dominions", &["2"], Some(1), 107, 19);
    assert_visits("abrobad", &[], Some(2), 145, 27);
}

/// The fast engine, except that it does not know one move of one position.
#[derive(Clone, Default)]
struct Forgetful(FastEngine);

impl Forgetful {
    /// Whether `mv` is the forgotten move a2 in the position with X on a1 and c3 and O on b2.
    fn forgets(&self, mv: &Move) -> bool {
        self.0.position().is_some_and(|position| position.to_string() == "..x.o.x.. o")
            && mv.to_string() == "a2"
    }
}

impl Engine for Forgetful {
    type Game = TicTacToe;
    type Observation = Observation;

    fn name(&self) -> String {
        "forgetful".into()
    }

    fn setup(&mut self, position: &Position) -> Result<(), NoStart<Invalid>> {
        self.0.setup(position)
    }

    fn play(&mut self, player: Player, mv: &Move) -> Result<(), Option<Reason>> {
        if self.forgets(mv) { Err(Some(Reason::Occupied)) } else { self.0.play(player, mv) }
    }

    fn turn(&self) -> Option<Player> {
        self.0.turn()
    }

    fn legal_moves(&self) -> Option<Vec<Move>> {
        self.0.legal_moves().map(|moves| moves.into_iter().filter(|mv| !self.forgets(mv)).collect())
    }

    fn observe(&self) -> Option<Observation> {
        self.0.observe()
    }

    fn undo(&mut self) -> Option<bool> {
        self.0.undo()
    }

    fn position(&self) -> Option<Position> {
        self.0.position()
    }
}

fn outcome<A: Engine<Game = TicTacToe> + Default>(plan: &Plan, progress: &Progress) -> Outcome {
    run(plan, Factories { subject: &A::default, oracle: &ReferenceEngine::default }, progress, &|_| {})
}

#[test]
fn a_flaw_of_a_single_position_is_found_and_its_game_reported_from_the_start() {
    for symmetry in [false, true] {
        let plan = Plan { symmetry, ..plan(rules::<TicTacToe>(), &[]) };
        let outcome = outcome::<Forgetful>(&plan, &Progress::default());
        // Only the canonical position among the four images is visited, which need not be the one with the
        // flaw.
        let Some(finding) = outcome.finding else {
            assert!(symmetry && outcome.ending == Ending::Complete);
            continue;
        };
        assert_eq!(outcome.ending, Ending::Diverged);
        assert!(finding.reproducible == Some(true));
        let record = &finding.best().record;
        assert_eq!(record.start, plan.start);
        assert_eq!(record.moves.len(), 4, "{record}");
        assert_eq!(record.moves[3].1.to_string(), "a2");
    }
}

#[test]
fn a_run_ends_at_its_limits_with_what_it_has_seen() {
    let limited = Plan { memory: 20_000, ..plan(rules::<TicTacToe>(), &[]) };
    let stopped = outcome::<FastEngine>(&limited, &Progress::default());
    assert_eq!(stopped.ending, Ending::Memory);
    assert!(stopped.positions() > 9 && stopped.positions() < 5478);
    let progress = Progress::default();
    progress.stop.store(true, Ordering::Relaxed);
    let stopped = outcome::<FastEngine>(&plan(rules::<TicTacToe>(), &[]), &progress);
    assert_eq!((stopped.ending, stopped.positions()), (Ending::Interrupted, 0));
}

/// Flaws that show neither in the lists of legal moves nor in the listed moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Hidden {
    /// Reports an occupied cell as off the board.
    Reason,
    /// Allows any player to mark any cell of the board, even when the move is played.
    Lax,
    /// Gives a duplicate an empty board.
    Duplicate,
}

/// The fast engine with one of the [`Hidden`] flaws.
struct Flawed(Hidden, FastEngine);

impl Flawed {
    fn judge(&self, player: Player, mv: &Move) -> Ruling<Reason> {
        let right = self.1.verdict(player, mv);
        match (self.0, right) {
            (Hidden::Reason, Ruling::Illegal(Reason::Occupied)) => Ruling::Illegal(Reason::OffBoard),
            (Hidden::Lax, Ruling::Illegal(Reason::Occupied | Reason::NotYourTurn)) => Ruling::Legal,
            _ => right,
        }
    }
}

impl Engine for Flawed {
    type Game = TicTacToe;
    type Observation = Observation;

    fn name(&self) -> String {
        "flawed".into()
    }

    fn setup(&mut self, position: &Position) -> Result<(), NoStart<Invalid>> {
        self.1.setup(position)
    }

    fn play(&mut self, player: Player, mv: &Move) -> Result<(), Option<Reason>> {
        self.judge(player, mv).answer().expect("it can tell")?;
        // A move that cannot be shown on any board is ignored.
        let _ = self.1.play(player, mv);
        Ok(())
    }

    fn turn(&self) -> Option<Player> {
        self.1.turn()
    }

    fn verdict(&self, player: Player, mv: &Move) -> Ruling<Reason> {
        self.judge(player, mv)
    }

    fn legal_moves(&self) -> Option<Vec<Move>> {
        self.1.legal_moves()
    }

    fn observe(&self) -> Option<Observation> {
        self.1.observe()
    }

    fn undo(&mut self) -> Option<bool> {
        self.1.undo()
    }

    fn position(&self) -> Option<Position> {
        self.1.position()
    }

    fn duplicate(&self) -> Option<Self> {
        let board = if self.0 == Hidden::Duplicate { FastEngine::default() } else { self.1.duplicate()? };
        Some(Self(self.0, board))
    }
}

#[test]
fn the_game_from_the_start_takes_the_place_of_the_position_that_was_written_first() {
    let dir = std::path::PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("exhaust-traced");
    let _ = std::fs::remove_dir_all(&dir);
    let reports = Some(Reports::open(&dir).unwrap());
    let outcome =
        outcome::<Forgetful>(&Plan { reports, ..plan(rules::<TicTacToe>(), &[]) }, &Progress::default());
    let finding = outcome.finding.unwrap();
    let names =
        || std::fs::read_dir(&dir).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap());
    assert!(
        names().all(|name| name.starts_with(&format!("{}.", finding.stem()))),
        "{:?}",
        names().collect::<Vec<_>>()
    );
    assert!(!finding.stem().ends_with("-2"), "{}", finding.stem());
    let original = std::fs::read_to_string(dir.join(format!("{}.original.txt", finding.stem()))).unwrap();
    assert!(
        original.contains(&finding.original.record.to_string()) && original.contains("\nX["),
        "{original}"
    );
}

#[test]
fn flaws_that_no_legal_move_shows_are_found() {
    for (flaw, kind) in
        [(Hidden::Reason, Kind::Verdict), (Hidden::Lax, Kind::Verdict), (Hidden::Duplicate, Kind::Clone)]
    {
        for symmetry in [false, true] {
            let plan = Plan { symmetry, ..plan(rules::<TicTacToe>(), &[]) };
            let subject = || Flawed(flaw, FastEngine::default());
            let factories = Factories { subject: &subject, oracle: &ReferenceEngine::default };
            let outcome = run(&plan, factories, &Progress::default(), &|_| {});
            let Some(finding) = outcome.finding else { panic!("{flaw:?} is not found, symmetry {symmetry}") };
            assert!(finding.reproducible == Some(true), "{flaw:?}");
            assert_eq!(finding.best().signature.kind(), kind, "{flaw:?}: {}", finding.best().headline);
        }
    }
}

#[test]
fn a_result_that_contradicts_the_scores_is_found_with_the_flaw_in_both_engines() {
    let flawed = || StripEngine::new(Flaw::Winner);
    let factories = Factories { subject: &flawed, oracle: &flawed };
    let outcome = run(&plan(rules::<Strip>(), &["3"]), factories, &Progress::default(), &|_| {});
    let finding = outcome.finding.expect("the law finds it");
    let best = finding.best();
    assert_eq!(best.signature.kind(), Kind::Law);
    assert!(
        best.headline.contains("the result is given as \"0\", but with x 1 o 0 and x as winner"),
        "{}",
        best.headline
    );
}

#[test]
fn engines_that_panic_while_they_are_made_are_findings() {
    let unmade = || -> StripEngine { panic!("no board") };
    let right = || StripEngine::new(Flaw::None);
    let of = |subject, oracle| Factories { subject, oracle };
    for factories in [of(&unmade, &right), of(&right, &unmade)] {
        let outcome = run(&plan(rules::<Strip>(), &["3"]), factories, &Progress::default(), &|_| {});
        let finding = outcome.finding.expect("a panic is a finding");
        assert_eq!(finding.best().signature.kind(), Kind::Panic, "{}", finding.best().headline);
    }
}

#[test]
fn a_start_that_both_engines_refuse_is_no_difference() {
    let start = rules::<Strip>().position("x xx...").unwrap();
    let plan = Plan { start: start.clone(), ..plan(rules::<Strip>(), &["5"]) };
    let of = |flaw| FactoryFn(move || StripEngine::new(flaw).program());
    let (right, lax, panics) = (of(Flaw::None), of(Flaw::SetupLax), of(Flaw::Panic));
    let both = Factories { subject: &panics, oracle: &right };
    let outcome = run(&plan, both, &Progress::default(), &|_| {});
    assert_eq!((outcome.ending, outcome.positions()), (Ending::Refused, 0));
    assert!(outcome.finding.is_none());
    assert_eq!(
        outcome.refused.map(|reason| reason.to_string()),
        refused_by_both(both, &start).map(|r| r.to_string())
    );
    assert!(refused_by_both(both, &start).is_some());
    // If only one of the engines refuses a position, they differ on it.
    for factories in
        [Factories { subject: &lax, oracle: &right }, Factories { subject: &right, oracle: &lax }]
    {
        assert_eq!(refused_by_both(factories, &start), None);
        let outcome = run(&plan, factories, &Progress::default(), &|_| {});
        assert_eq!(outcome.ending, Ending::Diverged);
        let kind = outcome.finding.map(|finding| finding.best().signature.kind());
        assert_eq!(kind, Some(Kind::Setup));
    }
}

#[test]
fn flaws_of_what_is_asked_and_duplicated_are_found() {
    for flaw in
        [Flaw::ReasonOrder, Flaw::TwoTongues, Flaw::Refusal, Flaw::PanicAsked, Flaw::Clone, Flaw::Turn]
    {
        for oracle in [Flaw::None, flaw] {
            let factories = Factories {
                subject: &FactoryFn(|| StripEngine::new(flaw).program()),
                oracle: &|| StripEngine::new(oracle),
            };
            let outcome = run(&plan(rules::<Strip>(), &["5"]), factories, &Progress::default(), &|_| {});
            // Two engines that give the same wrong reason agree, and no invariant covers reasons.
            let found = oracle == Flaw::None || !matches!(flaw, Flaw::ReasonOrder | Flaw::TwoTongues);
            assert_eq!(outcome.finding.is_some(), found, "{flaw:?} against {oracle:?}");
        }
    }
    let right = || StripEngine::new(Flaw::None);
    let outcome = run(
        &plan(rules::<Strip>(), &["5"]),
        Factories { subject: &right, oracle: &right },
        &Progress::default(),
        &|_| {},
    );
    assert_eq!(outcome.ending, Ending::Complete);
}

/// Returns the result of a run: its outline and its findings.
pub(crate) fn left(outcome: &Outcome) -> String {
    let findings: Vec<_> = outcome.others.iter().chain(&outcome.finding).map(Finding::object).collect();
    format!("{:?} {findings:?}", outcome.outline())
}

#[test]
fn shards_put_together_come_to_what_one_run_comes_to() {
    for flaw in
        [Flaw::None, Flaw::Legality, Flaw::Score, Flaw::PanicAsked, Flaw::Panic, Flaw::Turn, Flaw::Missing]
    {
        let factories =
            Factories { subject: &|| StripEngine::new(flaw), oracle: &|| StripEngine::new(Flaw::None) };
        let run = |compare, symmetry, jobs| {
            let plan = Plan { compare, symmetry, jobs, ..plan(rules::<Strip>(), &["8"]) };
            run(&plan, factories, &Progress::default(), &|_| {})
        };
        for symmetry in [false, true] {
            let one = run(Compare::ALL, symmetry, 2);
            assert_eq!(one.diverged.is_some(), flaw != Flaw::None, "{flaw:?}");
            for of in [2, 7].into_iter().filter(|&of| is_thorough() || symmetry == (of == 2)) {
                let shards = (0..of).map(|index| Shard::new(index, of).unwrap());
                let shards: Vec<_> =
                    shards.map(|shard| run(Compare::Share(shard, 0), symmetry, 1).outline()).collect();
                let first = shards.iter().filter_map(|outline| outline.diverged).min();
                if first.is_none() {
                    assert!(shards.iter().all(|outline| *outline == one.outline()), "{flaw:?}, {of} shards");
                }
                let merged = run(Compare::Only(first), symmetry, 3);
                assert_eq!(left(&merged), left(&one), "{flaw:?}, symmetry {symmetry}, {of} shards");
            }
        }
    }
}

#[test]
fn a_run_that_goes_on_compares_what_was_not_compared() {
    let dir = tempfile::tempdir().unwrap();
    let header = Header::new(vec!["exhaust".into()], Default::default(), Shard::WHOLE);
    let engines = Factories { subject: &FastEngine::default, oracle: &ReferenceEngine::default };
    let journal = Journal::begin(dir.path(), &header).unwrap();
    let plan = Plan { log: Some((Arc::new(journal), Duration::ZERO)), ..plan(rules::<TicTacToe>(), &[]) };
    let outline = run(&plan, engines, &Progress::default(), &|_| {}).outline();
    drop(plan.log);
    let entries = journal::read::<JournalEntry>(dir.path()).unwrap().entries;
    let [before @ .., JournalEntry::Over(over)] = &entries[..] else { panic!("{entries:?}") };
    assert_eq!(*over, outline);
    let compared =
        before.iter().map(|entry| if let JournalEntry::Compared(number) = entry { *number } else { 0 });
    let compared: Vec<u64> = compared.collect();
    assert!(compared.len() > 5 && compared.is_sorted(), "{compared:?}");
    // The flaw does not show again in a position that was already compared, but it does in any other
    // position.
    let plan =
        |from| Plan { compare: Compare::Share(Shard::WHOLE, from), ..self::plan(rules::<TicTacToe>(), &[]) };
    let diverged = |from| {
        let factories = Factories { subject: &Forgetful::default, oracle: &ReferenceEngine::default };
        run(&plan(from), factories, &Progress::default(), &|_| {}).diverged
    };
    let at = diverged(0).unwrap();
    assert_eq!(diverged(at), Some(at));
    assert!(diverged(at + 1).is_none_or(|next| next > at));
}
