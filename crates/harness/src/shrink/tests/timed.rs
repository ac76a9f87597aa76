//! Tests shrinking with a time limit, with programs that have one planted bug and whose shortest game is
//! known.

use std::time::Instant;

use bustan_vocabulary::chess::{self, Chess};

use super::*;
use crate::any::{self, Any};
use crate::erased::{own_position, shared_position, shared_record};

/// The budget for programs with a time limit.
pub(super) const TIMED: Budget = Budget { time: Some(Duration::from_secs(60)), ..Budget::PROGRAMS };

/// Returns a stop with a deadline in `seconds` seconds.
pub(super) fn within(seconds: u64) -> Stop<'static> {
    Stop { deadline: Instant::now().checked_add(Duration::from_secs(seconds)), ..Stop::default() }
}

/// A chess program that cannot be set up and reports no check in a mate position.
struct Mateless(EngineParticipant<bustan_chess::FastEngine>);

impl Participant for Mateless {
    fn name(&self) -> String {
        "flawed".into()
    }

    fn setup(&mut self, position: &Position) -> Result<(), Unset> {
        if *position != rules::<Chess>().initial(&[]).unwrap() {
            return Err(NoStart::Unable);
        }
        self.0.setup(position)
    }

    fn play(&mut self, player: Player, mv: &Move) -> Verdict {
        self.0.play(player, mv)
    }

    fn turn(&self) -> Option<Player> {
        self.0.turn()
    }

    fn legal_moves(&self) -> Option<Vec<Move>> {
        self.0.legal_moves()
    }

    fn observe(&self) -> Option<Observed> {
        let seen = self.0.observe()?;
        let mut seen = own_observation::<Chess>(seen.own().unwrap()).clone();
        seen.check &= seen.winner.is_none();
        Some(Observed::new::<Chess, _>(seen))
    }

    fn undo(&mut self) -> Option<bool> {
        self.0.undo()
    }

    fn is_costly(&self) -> bool {
        true
    }
}

/// A chess program with the planted bug, and an in-process engine.
const MATELESS: Factories<'static> = Factories {
    subject: &FactoryFn(|| Mateless(EngineParticipant::new(bustan_chess::FastEngine::default()))),
    oracle: &bustan_chess::FastEngine::default,
};

/// Returns a game of chess with at least `moves` moves that ends with a mate.
fn mate(moves: usize) -> Record {
    let start = Chess::initial(&[]).unwrap();
    let record = (0..).find_map(|seed| ends_with_mate(&start, moves, seed)).unwrap();
    shared_record(&record)
}

/// Returns the random game with this seed, if it ends with a mate after at least `moves` moves.
fn ends_with_mate(
    start: &chess::Position,
    moves: usize,
    seed: u64,
) -> Option<bustan_vocabulary::Record<Chess>> {
    let (mut engine, mut dice) = (bustan_chess::FastEngine::default(), Dice::new(seed));
    assert!(Engine::setup(&mut engine, start).is_ok());
    let mut record = bustan_vocabulary::Record::new(start.clone());
    while record.moves.len() < 200
        && let Some(player) = Engine::turn(&engine)
    {
        let legal = Engine::legal_moves(&engine).unwrap();
        let mv = *dice.pick(&legal);
        assert!(Engine::play(&mut engine, player, &mv).is_ok());
        record.moves.push((player, mv));
    }
    let mated = Engine::observe(&engine).is_some_and(|seen| seen.winner.is_some());
    (mated && record.moves.len() >= moves).then_some(record)
}

/// Calls `work` with a shrinker of a program's game that has more time than it needs.
pub(super) fn with_shrinker<T>(
    factories: Factories<'_>,
    divergence: &Divergence,
    work: impl FnOnce(&mut Shrinker<'_, '_>) -> T,
) -> T {
    let mut replayer = Replayer::new(factories, divergence);
    let best = replayer.run(&Line::of(&divergence.record)).unwrap();
    replayer.lockstep.keep_costly();
    replayer.varies = true;
    replayer.remember_answers();
    work(&mut Shrinker {
        replayer,
        best,
        limit: u64::MAX,
        stop: within(600),
        later: within(600),
        entry: None,
        passed: Vec::new(),
        alike: None,
        helpers: Helpers::default(),
        others: Vec::new(),
        progress: PassProgress::new(TIMED, true, true, Duration::ZERO),
    })
}

#[test]
fn a_mate_that_a_program_without_positions_misreports_is_shown_in_four_moves() {
    let record = mate(60);
    let divergence = diverged(MATELESS, KnownDifferences::default(), &record);
    assert!(divergence.record.moves.len() >= 60);
    let found = shrink(MATELESS, &divergence, TIMED, within(60)).unwrap();
    assert_eq!(found.divergence.record.moves.len(), 4, "{}", found.divergence.record);
    assert_eq!(found.divergence.signature, divergence.signature);
}

#[test]
fn a_quick_engine_finds_the_games_whose_last_move_does_the_same() {
    let divergence = diverged(MATELESS, KnownDifferences::default(), &mate(60));
    let (moves, cost) = with_shrinker(MATELESS, &divergence, |shrinker| {
        let before = shrinker.replayer.cost;
        shrinker.guide();
        (shrinker.len(), shrinker.replayer.cost - before)
    });
    // Of all games of four moves, only games that end with a mate are tried on the program.
    assert!(moves == 4 && cost < 100, "{moves} {cost}");
}

#[test]
fn test_games_with_fewer_moves_find_a_mate_in_few_moves() {
    let divergence = diverged(MATELESS, KnownDifferences::default(), &mate(60));
    let moves = with_shrinker(MATELESS, &divergence, |shrinker| {
        let budget = Budget { regenerate: 40_000, shrink: 2_000, ..TIMED };
        shrinker.regenerate(budget);
        shrinker.len()
    });
    assert!(moves < 20, "{moves}");
}

#[test]
fn time_that_is_left_is_used_until_all_shorter_games_were_tried() {
    // The moves of a round suffice only for the games of one move.
    let budget = Budget { hunt: 0, start: 0, deepen: 12, regenerate: 0, time: TIMED.time, ..WHOLE };
    let engines = pair("abca", Mistake::Shows, program(false));
    let factories = engines.factories();
    let divergence = diverged(factories, KnownDifferences::default(), &game("dadbdcda"));
    let found = shrink(factories, &divergence, budget, within(50)).unwrap();
    assert_eq!(told(&found), ("abca".into(), PROVEN.into(), Vec::new()));
    assert!(!found.overdue && found.unfinished.is_empty());
    // Without a time limit there is only one round.
    let found = shrink(factories, &divergence, Budget { time: None, ..budget }, within(50)).unwrap();
    assert!(!found.shortest.all && found.shortest.searched < Some(3));
}

#[test]
fn a_game_of_which_not_all_shorter_ones_can_be_tried_in_time_is_not_called_shortest() {
    let slow = [Traits { slow: true, ..program(false)[0] }, SOUND[1]];
    let engines = pair("abcabcabca", Mistake::Shows, slow);
    let factories = engines.factories();
    let divergence = diverged(factories, KnownDifferences::default(), &game("abcabcabca"));
    let begun = Instant::now();
    let found = shrink(factories, &divergence, TIMED, within(3)).unwrap();
    // Shrinking used its time, and reports what it could not finish.
    assert!(begun.elapsed() > Duration::from_secs(2));
    assert!(found.overdue && !found.shortest.is_proven() && found.unfinished.contains(&Step::Prove));
}

#[test]
fn a_game_of_a_few_moves_uses_all_of_its_time_and_leaves_others_their_turn() {
    // No pass can prove that there is no shorter game.
    let budget = Budget { deepen: 0, ..TIMED };
    for (mistake, others) in [(Mistake::Shows, 0), (Mistake::ShowsAndPanicsAt(&["ca"]), 1)] {
        let engines = pair("abc", mistake, program(false));
        let factories = engines.factories();
        let divergence = diverged(factories, KnownDifferences::default(), &game("abc"));
        let begun = Instant::now();
        let found = shrink(factories, &divergence, budget, within(3)).unwrap();
        let elapsed = begun.elapsed();
        assert!(found.overdue && elapsed > Duration::from_secs(2), "{elapsed:?}");
        assert_eq!(found.others.iter().filter(|met| met.confirmed && met.shrunk.is_some()).count(), others);
        assert_eq!(found.others.len(), others);
    }
}

/// Makes engines with another factory, but takes the time `start` to do so.
struct Slow<'f> {
    of: &'f dyn Factory,
    start: Duration,
}

impl Factory for Slow<'_> {
    fn make(&self) -> Box<dyn Participant> {
        thread::sleep(self.start);
        self.of.make()
    }
}

#[test]
fn engines_that_take_long_to_start_do_not_exceed_the_time() {
    const ENDS: &[&str] = &["aa", "bb", "cc", "dd", "ca", "cb", "db", "ba", "bd", "ac", "da", "dc"];
    const START: Duration = Duration::from_millis(300);
    let engines = pair("abcd", Mistake::ShowsAndPanicsAt(ENDS), program(false));
    let divergence = diverged(engines.factories(), KnownDifferences::default(), &game("abcd"));
    let slow = Slow { of: &engines.subject, start: START };
    let factories = Factories { subject: &slow, ..engines.factories() };
    let begun = Instant::now();
    let found = shrink(factories, &divergence, Budget { deepen: 0, ..TIMED }, within(2)).unwrap();
    // The shrunk game was played on new engines, which may take a little longer than the earlier ones.
    let elapsed = begun.elapsed();
    assert!(elapsed < Duration::from_secs(2) + 2 * START, "{elapsed:?}");
    assert!(!found.unconfirmed);
    // There was no time for other divergences that were found. They are not reported as reproducible.
    assert!(found.others.iter().any(|met| !met.confirmed && met.shrunk.is_none()), "{:?}", found.others);
}

/// A game with twelve words as moves. At each stage one word leads to the next stage, and any other leads
/// back to the first. The higher the stage, the fewer words are legal.
#[derive(Clone)]
struct Stages {
    flawed: bool,
    said: Vec<usize>,
}

impl Stages {
    /// Returns the stage to which the moves played lead.
    fn stage(&self) -> usize {
        self.said.iter().fold(0, |stage, &word| if word == stage { stage + 1 } else { 0 })
    }
}

/// The words that lead from each stage to the next.
const LETTERS: &str = "abcdefghijkl";

impl Participant for Stages {
    fn name(&self) -> String {
        "stages".into()
    }

    fn setup(&mut self, position: &Position) -> Result<(), Unset> {
        self.said.clear();
        if *position == standard() { Ok(()) } else { Err(NoStart::Unable) }
    }

    fn play(&mut self, _: Player, mv: &Move) -> Verdict {
        let word = LETTERS.find(&mv.to_string()).filter(|word| *word < 12 - self.stage());
        self.said.push(word.ok_or(None)?);
        Ok(())
    }

    fn turn(&self) -> Option<Player> {
        Some(players()[self.said.len() % 2])
    }

    fn legal_moves(&self) -> Option<Vec<Move>> {
        Some(LETTERS.chars().take(12 - self.stage()).map(|letter| mv(&letter.to_string())).collect())
    }

    fn observe(&self) -> Option<Observed> {
        let shown = json!({ "last": self.said.last(), "far": self.flawed && self.stage() == 5 });
        Some(Observed::Said(State::read(&shown.to_string()).unwrap()))
    }

    fn undo(&mut self) -> Option<bool> {
        Some(self.said.pop().is_some())
    }

    fn is_costly(&self) -> bool {
        true
    }
}

#[test]
fn games_that_leave_few_replies_find_what_random_games_do_not() {
    let [subject, oracle] =
        [true, false].map(|flawed| FactoryFn(move || Stages { flawed, said: Vec::new() }));
    let factories = Factories { subject: &subject, oracle: &oracle };
    let divergence = diverged(factories, KnownDifferences::default(), &game("aabaabcabbcabcdabcde"));
    let found = |budget: Budget, ahead: bool| {
        with_shrinker(factories, &divergence, |shrinker| {
            if ahead {
                shrinker.look_ahead(budget);
                return words(&shrinker.best.record);
            }
            let starts = [shrinker.best.record.start.clone()];
            let stop = shrinker.stop;
            let random =
                deepen::random_search(&mut shrinker.replayer, &starts, &mut 0, 20, budget.hunt, stop);
            random.map(|found| words(&found.record)).unwrap_or_default()
        })
    };
    let budget = Budget { shrink: 0, hunt: 4_000, regenerate: 4_000, ..TIMED };
    assert_eq!(found(budget, false), "");
    let short = found(budget, true);
    assert!(short.ends_with("abcde") && short.len() < 12, "{short}");
}

/// A program that accepts every position similar to a chess position with a rook and both kings. If flawed,
/// it reports a wrong state once a rook with a castling right has moved. It cannot report the position after
/// that.
#[derive(Clone)]
struct Rooks {
    flawed: bool,
    text: String,
    moved: bool,
}

/// Returns the position of an unknown game with the text `text`.
pub(super) fn set_up(text: &str) -> Position {
    shared_position::<Any>(&any::Position::SetUp(text.into()))
}

/// A position with irrelevant pieces.
const CROWDED: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

impl Participant for Rooks {
    fn name(&self) -> String {
        "rooks".into()
    }

    fn setup(&mut self, position: &Position) -> Result<(), Unset> {
        let text = match own_position::<Any>(position) {
            any::Position::SetUp(text) => text.clone(),
            _ => CROWDED.to_string(),
        };
        if !text.contains('R') || text.matches(['k', 'K']).count() < 2 {
            return Err(NoStart::Refused("no".into()));
        }
        // A bishop without a queen, a position for which this program was never meant.
        assert!(!self.flawed || text.contains('q') || !text.contains('b'), "no queen");
        (self.text, self.moved) = (text, false);
        Ok(())
    }

    fn play(&mut self, _: Player, mv: &Move) -> Verdict {
        if self.moved || mv.to_string() != "go" {
            return Err(None);
        }
        self.moved = true;
        Ok(())
    }

    fn turn(&self) -> Option<Player> {
        (!self.moved).then_some(players()[1])
    }

    fn legal_moves(&self) -> Option<Vec<Move>> {
        Some(if self.moved { Vec::new() } else { vec![mv("go")] })
    }

    fn observe(&self) -> Option<Observed> {
        let right = self.text.split(' ').nth(2).is_some_and(|rights| rights.contains('Q'));
        let shown = json!({ "wrong": self.flawed && self.moved && right, "moved": self.moved });
        Some(Observed::Said(State::read(&shown.to_string()).unwrap()))
    }

    fn position(&self) -> Option<Position> {
        (!self.moved).then(|| set_up(&self.text))
    }

    fn is_costly(&self) -> bool {
        true
    }
}

#[test]
fn a_position_of_an_unknown_game_that_reads_like_one_of_chess_becomes_smaller() {
    let rooks = |flawed| FactoryFn(move || Rooks { flawed, text: String::new(), moved: false });
    let (subject, oracle) = (rooks(true), rooks(false));
    let factories = Factories { subject: &subject, oracle: &oracle };
    let start = set_up(CROWDED);
    let record = Record { start, moves: vec![(players()[1], mv("go"))] };
    let divergence = diverged(factories, KnownDifferences::default(), &record);
    let found = shrink(factories, &divergence, TIMED, within(20)).unwrap();
    let any::Position::SetUp(text) = own_position::<Any>(&found.divergence.record.start) else {
        panic!("{found:?}")
    };
    // A rook, both kings and one castling right remain, on their own squares.
    let [board, _, rights] = text.split(' ').take(3).collect::<Vec<_>>().try_into().unwrap();
    let mut men: Vec<char> = board.chars().filter(char::is_ascii_alphabetic).collect();
    men.sort_unstable();
    assert_eq!((men, rights), (vec!['K', 'R', 'k'], "Q"), "{text}");
    assert!(found.made_up);
    // No engine may be blamed for a position that no engine reported.
    assert!(found.others.is_empty(), "{:?}", found.others);
    assert_eq!(found.divergence.signature, divergence.signature);
}
