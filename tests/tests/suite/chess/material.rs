//! All positions with certain pieces: their number, which independent code also counts; shards, resumed runs
//! and jobs; and the flaws that these positions reveal.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use bustan_chess::FastEngine;
use bustan_guide::{ClassRequest, ClassSelection};
use bustan_harness::base::Shard;
use bustan_harness::base::journal::{self, Header, Journal};
use bustan_harness::compare::known::KnownDifferences;
use bustan_harness::compare::lockstep::{Factories, Factory};
use bustan_harness::erased::{own_position, shared_position};
use bustan_harness::report::command::Command;
use bustan_harness::report::finding::ReplayCommand;
use bustan_harness::run::classes::{
    Compare, Done, Ending, JournalEntry, Outcome, Plan, Progress, Tally, run,
};
use bustan_harness::shrink::Budget;
use bustan_reference::chess::ReferenceEngine;
use bustan_tests::flawed_chess::{ChessFlaw, FlawedChess};
use bustan_vocabulary::chess::{Chess, Invalid, Move, Observation, Player, Position, Reason};
use bustan_vocabulary::{Engine, NoStart};

/// The budget for shrinking, which is low because the positions are small already.
const BUDGET: Budget =
    Budget { shrink: 1_000, start: 100, hunt: 100, deepen: 100, all: 2_000, ..Budget::PROGRAMS };

/// A plan for the positions of `classes`: names of classes separated by commas, optionally followed by a
/// space and an option of the setup.
fn plan(classes: &str, special: bool, depth: u32) -> Plan {
    let (names, option) = classes.split_once(' ').unwrap_or((classes, ""));
    let names: Vec<String> = names.split(',').map(String::from).collect();
    let start = shared_position::<Chess>(&Position::from_words(&[option]).unwrap());
    let asked = ClassRequest { which: ClassSelection::Named(&names), special };
    Plan {
        classes: start.classes(&asked).unwrap().unwrap(),
        start,
        depth,
        jobs: 2,
        budget: BUDGET,
        known: KnownDifferences::default(),
        compare: Compare::Share(Shard::WHOLE, Done::default()),
        log: None,
        reports: None,
        command: Command::default(),
        replay: ReplayCommand::default(),
    }
}

fn outcome(plan: &Plan, subject: &dyn Factory) -> Outcome {
    let factories = Factories { subject, oracle: &ReferenceEngine::default };
    run(plan, factories, &Progress::default(), &|_| {})
}

/// Returns the counts. Panics if the engines disagree.
#[track_caller]
fn counted(plan: &Plan) -> Vec<Tally> {
    let outcome = outcome(plan, &FastEngine::default);
    if let Some(finding) = outcome.finding {
        panic!("{}", finding.best().headline);
    }
    assert_eq!(outcome.ending, Ending::Complete);
    outcome.tallies
}

/// A square, as its file and rank from 0.
type At = (i8, i8);

fn board() -> impl Iterator<Item = At> {
    (0..8).flat_map(|rank| (0..8).map(move |file| (file, rank)))
}

fn touch(a: At, b: At) -> bool {
    (a.0 - b.0).abs() <= 1 && (a.1 - b.1).abs() <= 1
}

/// Whether a rook attacks a square. `men` are pieces that may be in the way.
fn rook_attacks(rook: At, to: At, men: &[At]) -> bool {
    let between = |man: &At| {
        let inside = |a: i8, b: i8, x: i8| a.min(b) < x && x < a.max(b);
        rook.0 == to.0 && man.0 == to.0 && inside(rook.1, to.1, man.1)
            || rook.1 == to.1 && man.1 == to.1 && inside(rook.0, to.0, man.0)
    };
    rook != to && (rook.0 == to.0 || rook.1 == to.1) && !men.iter().any(between)
}

#[test]
fn two_kings_stand_on_3612_pairs_of_squares() {
    let pairs = board().flat_map(|white| board().map(move |black| (white, black)));
    assert_eq!(pairs.filter(|(white, black)| !touch(*white, *black)).count(), 3612);
    let Tally { positions, refused, ended, most, .. } = counted(&plan("Kk", false, 1)).remove(0);
    assert_eq!((positions, refused, ended, most), (7224, 0, 0, 8));
    let drawn = counted(&plan("Kk draws auto", false, 1)).remove(0);
    assert_eq!((drawn.positions, drawn.ended, drawn.moves), (7224, 7224, 0));
}

#[test]
fn positions_with_a_right_to_castle_are_those_counted_by_hand() {
    let (mut legal, mut attacked) = (0, 0);
    for rook in [(0, 0), (7, 0)] {
        for black in board().filter(|black| !touch(*black, (4, 0)) && *black != rook) {
            // With Black to move, the position is always legal. With White to move, Black must not be in
            // check.
            legal += 2;
            if rook_attacks(rook, black, &[(4, 0)]) {
                legal -= 1;
                attacked += 1;
            }
        }
    }
    for class in ["KRk", "Kkr"] {
        let tally = counted(&plan(class, true, 1)).remove(0);
        assert_eq!((tally.positions, tally.refused), (legal, attacked), "{class}");
    }
}

#[test]
fn positions_with_a_capture_en_passant_are_those_counted_by_hand() {
    // White's pawn attacks two squares on the rank above it, Black's pawn two squares on the rank below.
    let pawn_attacks = |pawn: At, to: At, up: i8| (pawn.0 - to.0).abs() == 1 && to.1 - pawn.1 == up;
    let (mut legal, mut refused) = (0, 0);
    for (own, other) in (0..7i8).flat_map(|file| [(file, file + 1), (file + 1, file)]) {
        // White captures en passant; Black's pawn came from the seventh rank.
        let (pawn, taken, from) = ((own, 4), (other, 4), (other, 6));
        let squares = [pawn, taken, from, (other, 5)];
        for white in board().filter(|white| !squares.contains(white)) {
            for black in board().filter(|black| !squares.contains(black) && !touch(white, *black)) {
                let in_check = pawn_attacks(pawn, black, 1);
                let was_in_check = pawn_attacks(from, white, -1);
                if in_check || was_in_check { refused += 1 } else { legal += 1 }
            }
        }
    }
    let tally = counted(&plan("KPkp", true, 0)).remove(0);
    // Black captures in the same number of positions.
    assert_eq!((tally.positions, tally.refused), (2 * legal, 2 * refused));
}

#[test]
fn shards_come_to_the_same_together_and_so_does_a_run_that_continues() {
    let whole = counted(&plan("KRkr,KRk", true, 0));
    assert!(whole[0].positions > 20_000 && whole[0].ended > 0);
    let shard = |index| Compare::Share(Shard::new(index, 3).unwrap(), Done::default());
    let mut sum = vec![Tally::default(); 2];
    for index in 0..3 {
        let part =
            counted(&Plan { compare: shard(index), jobs: 1 + index as usize, ..plan("KRkr,KRk", true, 0) });
        assert!(part[0].positions > 5_000 && part[0].positions < whole[0].positions);
        sum.iter_mut().zip(&part).for_each(|(sum, part)| sum.add(part));
    }
    assert_eq!(sum, whole);
    // Merging shards does not visit the positions again.
    let merged = Plan { compare: Compare::Only(None, sum), ..plan("KRkr,KRk", true, 0) };
    assert_eq!(counted(&merged), whole);
}

#[test]
fn a_run_that_was_ended_continues_where_it_was() {
    let whole = counted(&plan("KRkr", true, 0));
    let dir = tempfile::tempdir().unwrap();
    let header = Header::new(vec!["exhaust".into()], Default::default(), Shard::WHOLE);
    let journal = Arc::new(Journal::begin(dir.path(), &header).unwrap());
    let logged = Plan { log: Some((journal, Duration::ZERO)), ..plan("KRkr", true, 0) };
    let progress = Progress::default();
    let worn = || Worn { stops: Some(Arc::clone(&progress.stop)), ..Worn::after(9_000) };
    let factories = Factories { subject: &worn, oracle: &ReferenceEngine::default };
    let stopped = run(&Plan { jobs: 1, ..logged }, factories, &progress, &|_| {});
    assert_eq!(stopped.ending, Ending::Interrupted);
    assert!(progress.stop.load(Ordering::Relaxed));
    let entries = journal::read::<JournalEntry>(dir.path()).unwrap().entries;
    let Some(JournalEntry::Visited(done)) = entries.into_iter().next_back() else { panic!("it is not over") };
    assert!(done.blocks > 0 && done.tallies == stopped.tallies && done.tallies != whole);
    let rest = Plan { compare: Compare::Share(Shard::WHOLE, done), ..plan("KRkr", true, 0) };
    let continued = outcome(&rest, &FastEngine::default);
    assert!(continued.visited < whole[0].positions);
    assert_eq!(continued.tallies, whole);
}

/// An engine that makes an error, or ends the run, at a certain set-up.
#[derive(Clone, Default)]
struct Worn {
    engine: FastEngine,
    setups: u32,
    last: u32,
    /// If present, set to `true` to end the run, instead of making an error.
    stops: Option<Arc<std::sync::atomic::AtomicBool>>,
    /// Whether the engine does not list moves.
    mute: bool,
}

impl Worn {
    fn after(last: u32) -> Self {
        Self { last, ..Self::default() }
    }
}

impl Engine for Worn {
    type Game = Chess;
    type Observation = Observation;

    fn name(&self) -> String {
        "worn".into()
    }

    fn setup(&mut self, position: &Position) -> Result<(), NoStart<Invalid>> {
        self.setups += 1;
        self.engine.setup(position)
    }

    fn play(&mut self, player: Player, mv: &Move) -> Result<(), Option<Reason>> {
        self.engine.play(player, mv)
    }

    fn turn(&self) -> Option<Player> {
        self.engine.turn()
    }

    fn legal_moves(&self) -> Option<Vec<Move>> {
        let mut moves = self.engine.legal_moves()?;
        if self.setups > self.last {
            match &self.stops {
                Some(stop) => stop.store(true, Ordering::Relaxed),
                None => drop(moves.pop()),
            }
        }
        (!self.mute).then_some(moves)
    }

    fn observe(&self) -> Option<Observation> {
        self.engine.observe()
    }

    fn undo(&mut self) -> Option<bool> {
        self.engine.undo()
    }
}

#[test]
fn an_engine_that_goes_wrong_after_other_positions_is_found() {
    let outcome = outcome(&plan("KRk", true, 0), &|| Worn::after(50));
    let finding = outcome.finding.unwrap();
    assert_eq!(outcome.ending, Ending::Diverged);
    assert!(finding.original.headline.contains("keeps state from earlier positions"));
    assert_eq!(finding.original.signature.to_string(), "setup-only-once");
}

#[test]
fn an_engine_that_does_not_list_its_moves_is_not_wrong() {
    let mute = || Worn { mute: true, ..Worn::after(u32::MAX) };
    let outcome = outcome(&plan("KRk", true, 1), &mute);
    assert_eq!((outcome.ending.clone(), outcome.all().positions), (Ending::Complete, 211));
}

/// Checks that a run through a class with at most `depth` moves finds a flaw, with the same result for any
/// number of jobs.
fn is_found(flaw: ChessFlaw, classes: &str, special: bool, depth: u32) {
    let subject = || FlawedChess::new(flaw);
    let one = outcome(&Plan { jobs: 1, ..plan(classes, special, depth) }, &subject);
    let finding = one.finding.unwrap_or_else(|| panic!("{flaw}: not found in {classes}"));
    let record = &finding.original.record;
    let men = |position| own_position::<Chess>(position).parts().board.iter().flatten().count();
    let class = classes.split(' ').next().unwrap();
    assert_eq!(men(&record.start), class.len(), "{flaw}: {record}");
    assert!(record.moves.len() <= 2, "{flaw}: {record}");
    assert_eq!(finding.reproducible, Some(true), "{flaw}");
    let best = finding.best();
    assert!(
        men(&best.record.start) <= class.len() && best.record.moves.len() <= 2,
        "{flaw}: {}",
        best.record
    );
    let several = outcome(&Plan { jobs: 3, ..plan(classes, special, depth) }, &subject);
    assert_eq!((several.diverged, several.tallies), (one.diverged, one.tallies), "{flaw}");
    let again = several.finding.unwrap().original.record;
    assert_eq!(again, *record, "{flaw}");
}

macro_rules! flaws {
    ($($test:ident: $flaw:ident, $classes:literal, $special:literal, $depth:literal;)*) => {
        $(
            #[test]
            fn $test() {
                is_found(ChessFlaw::$flaw, $classes, $special, $depth);
            }
        )*
    };
}

flaws! {
    castling_through_check_is_found: CastlesThroughCheck, "KRkr", true, 0;
    castling_out_of_check_is_found: CastlesOutOfCheck, "KRkr", true, 0;
    castling_into_check_is_found: CastlesIntoCheck, "KRkr", true, 0;
    castling_over_a_piece_is_found: CastlesOverPiece, "KRkn", true, 0;
    castling_past_an_attack_is_found: CastlesNotPastAttack, "KRkr", true, 0;
    castling_with_an_attacked_rook_is_found: CastlesNotWithAttackedRook, "KRkb", true, 0;
    castling_that_ignores_pawns_is_found: CastlingIgnoresPawns, "KRkp", true, 0;
    a_right_kept_from_the_king_is_found: RightsKeptFromKing, "KRk", true, 1;
    a_right_kept_by_a_moved_rook_is_found: RightsKeptByMovedRook, "KRk", true, 1;
    a_right_not_restored_is_found: UndoForgetsRights, "KRk", true, 1;
    en_passant_that_uncovers_the_king_on_a_rank_is_found: EnPassantUncovers, "KRPkp", true, 0;
    en_passant_that_uncovers_the_king_on_a_file_is_found: EnPassantUncoversFile, "KPkpq", true, 0;
    en_passant_that_uncovers_the_king_on_a_diagonal_is_found: EnPassantUncoversDiagonal, "KPkpb", true, 0;
    en_passant_that_takes_nothing_is_found: EnPassantTakesNothing, "KPkp", true, 1;
    a_checking_pawn_that_stays_is_found: CheckingPawnStays, "KPkp", true, 0;
    an_en_passant_square_not_restored_is_found: UndoForgetsEnPassant, "KPkp", true, 1;
    promotion_to_a_queen_only_is_found: QueenOnly, "KPk", false, 0;
    promotion_without_knights_is_found: NoKnights, "Kkp", false, 0;
    a_double_step_over_a_piece_is_found: DoubleStepJumps, "KPkn", false, 0;
    a_pinned_knight_that_moves_is_found: PinnedKnightMoves, "KNkr", false, 0;
    a_pinned_piece_that_stays_is_found: PinnedStays, "KRkr", false, 0;
    a_lost_stalemate_is_found: StalemateLoses, "KQk", false, 0;
    kings_that_touch_are_found: KingsTouch, "Kk", false, 0;
    a_king_that_takes_a_protected_piece_is_found: KingTakesProtected, "Kkrr", false, 0;
    a_knight_alone_that_plays_on_is_found: LoneKnightAlive, "KNk draws auto", false, 0;
    a_count_that_a_pawn_does_not_end_is_found: PawnsCounted, "KPk", false, 1;
}
