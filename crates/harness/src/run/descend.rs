//! Descends two perft trees to the position where they differ.
//!
//! If two engines count different numbers of sequences of legal moves, they differ somewhere in the tree. The
//! usual procedure is to divide both counts by first move, find the first move whose counts differ, play it
//! and start again. [`descend`] automates this, down to a position at which one engine lists a move that the
//! other does not. If the counts are equal, the positions at the ends of the sequences are compared, up to a
//! few thousand of them.
//!
//! Counts are those of [`Engine::perft`](bustan_vocabulary::Engine::perft). For an engine without it, the
//! lists of legal moves are counted, using [`undo`](bustan_vocabulary::Engine::undo) or, without that,
//! replays from the start. An engine that does not list its legal moves is made to play and undo the moves
//! that the other engine lists and [candidate moves](crate::compare::participant::Participant::probe_moves);
//! the moves that it accepts are its list. Equal counts are not a proof, because two bugs can cancel each
//! other out. [`check`](crate::run::check) compares everything.

mod walker;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::compare::conventions::{FollowedConventions, in_true_words};
use crate::compare::divergence::Role;
use crate::compare::known::KnownDifferences;
use crate::compare::lockstep::Factories;
use crate::compare::panics::catching;
use crate::compare::participant::End;
use crate::compare::{observations, share_a_position};
use crate::erased::{Move, Player, Record};
use walker::{GuideEngines, Walker};

/// A step of the descent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The move that leads to the step's position, with its player, in the notation of records; `None` at the
    /// root.
    pub said: Option<String>,
    /// The number of moves in the sequences counted from the step's position.
    pub depth: u32,
    /// The counts of the engine under test and of the reference.
    pub nodes: [u64; 2],
}

impl Step {
    /// Whether the counts of the engines differ.
    pub const fn differs(&self) -> bool {
        self.nodes[0] != self.nodes[1]
    }
}

/// The difference at the end of a descent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TreeDifference {
    /// The engines list different moves. Holds the moves that only the engine under test lists, and the moves
    /// that only the reference lists, each sorted by text.
    Legal([Vec<Move>; 2]),
    /// The lists are equal, and so are the counts after each move, but the total counts are not.
    Sum,
    /// This engine refuses a move that both engines list, for this reason if it gives one.
    Refused(Role, Move, Option<String>),
    /// This engine reports that the game is over, although moves are listed.
    Over(Role),
    /// The engines report different positions after the same moves. Holds a description of the difference.
    Shown(String),
    /// This engine failed. Holds a description and the kind of failure.
    Broken(Role, String, End),
}

/// The maximum number of leaves of two trees at which positions are compared.
const LEAVES: u64 = 2000;

/// The time limit for comparing positions at leaves.
const PATIENCE: Duration = Duration::from_secs(5);

/// The names of engines that failed before they reported their names.
const NAMELESS: [&str; 2] = ["subject", "oracle"];

/// A move, and the counts of the sequences that begin with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch {
    /// The player to move.
    pub player: Player,
    /// The move.
    pub mv: Move,
    /// The counts of the engine under test and of the reference; `None` for an engine that does not list the
    /// move or refuses it.
    pub nodes: [Option<u64>; 2],
}

/// The counts of two engines by first move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Divided {
    /// The names of the engine under test and of the reference.
    pub engines: [String; 2],
    /// The moves that were counted. The moves on which the engines differ come first, then the others, each
    /// sorted by text.
    pub branches: Vec<Branch>,
    /// The number of moves that were not counted, because the time was up or the counts were no longer
    /// needed.
    pub uncounted: usize,
    /// The failure that ended counting early, if there was one.
    pub trouble: Option<TreeDifference>,
}

/// The limits of counting by first move.
#[derive(Clone, Copy, Debug)]
pub struct DivideLimits<'a> {
    /// The time after which no further move is counted.
    pub until: Instant,
    /// Set once the counts are no longer needed. No further move is then counted.
    pub unneeded: &'a AtomicBool,
    /// The approximate maximum number of sequences. If there would be more, none is counted.
    pub sequences: f64,
}

/// The path to the position where two engines differ.
#[derive(Clone, Debug)]
pub struct Descent {
    /// The names of the engine under test and of the reference.
    pub engines: [String; 2],
    /// The counts on the path, starting with the whole tree. The last step is where the engines differ.
    pub steps: Vec<Step>,
    /// The game that leads to the position where the engines differ.
    pub record: Record,
    /// The difference; `None` if the total counts of both engines are equal and no positions differ.
    pub parting: Option<TreeDifference>,
    /// The number of leaves at which both engines report the same position; 0 if none were compared.
    pub leaves: u64,
    /// A description of an engine's failure that new engines do not repeat, if there was one.
    pub once: Option<String>,
    /// Whether a busy machine cannot explain the failure in `once`.
    pub by_itself: bool,
}

impl Descent {
    /// Returns a description of the failure of an engine, if there was one.
    fn broken(&self) -> Option<String> {
        match &self.parting {
            Some(TreeDifference::Broken(role, words, _)) => {
                let [subject, oracle] = &self.engines;
                Some(format!("{}: {words}", if *role == Role::Subject { subject } else { oracle }))
            }
            _ => None,
        }
    }
}

/// The reason why two trees cannot be compared.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DescendError {
    /// An engine does not start at the position, or refuses a move on the path. Holds the message.
    #[error("{0}")]
    Start(String),
    /// The engine with this name does not list its legal moves.
    #[error("the engine {0} does not list its legal moves; it needs bustan-legal, or candidate moves")]
    Unable(String),
    /// An engine does not report whether a move is legal. Holds the message.
    #[error("{0}")]
    Untold(String),
    /// An engine was lost: it does not start, or was killed. Holds the message.
    #[error("{0}")]
    Lost(String),
    /// There are too many sequences. Holds their approximate number, and the number of moves in each.
    #[error("about {0} sequences of {1} moves are too many")]
    TooMany(u64, u32),
}

/// The reason why a walk ended.
enum WalkError {
    /// The engines differ at the end of this game.
    Parted(TreeDifference, Record),
    Failed(DescendError),
}

type Walked<T> = Result<T, WalkError>;

/// Compares the trees of `depth` moves after the moves of `record`.
///
/// # Errors
/// Returns the reason why the trees cannot be compared.
pub fn descend(factories: Factories<'_>, record: &Record, depth: u32) -> Result<Descent, DescendError> {
    Descents::new(factories).descend(record, depth)
}

/// Compares trees at one position after another, on engines that are reused.
pub struct Descents<'m> {
    factories: Factories<'m>,
    /// The engine under test and the reference, once they are made, and a second pair of engines that report
    /// the player to move for an engine that cannot.
    walkers: Option<[[Walker; 2]; 2]>,
    /// The differences that are ignored when positions at the ends of sequences are compared.
    known: KnownDifferences,
    /// The steps of the current walk.
    steps: Steps,
}

/// The steps of the current walk, for observers.
pub type Steps = Arc<Mutex<Vec<Step>>>;

impl<'m> Descents<'m> {
    /// Returns a comparison on engines of these factories, none of which is made yet.
    pub fn new(factories: Factories<'m>) -> Self {
        Self { factories, walkers: None, known: KnownDifferences::default(), steps: Steps::default() }
    }

    /// Ignores known differences when positions are compared.
    #[must_use]
    pub fn passing(self, known: KnownDifferences) -> Self {
        Self { known, ..self }
    }

    /// Writes the steps of each descent to `steps` as they are made.
    #[must_use]
    pub fn watched(self, steps: Steps) -> Self {
        Self { steps, ..self }
    }

    /// Compares the trees of `depth` moves after the moves of `record`. If reused engines differ, the
    /// comparison is repeated on new engines, because state left over from earlier games may have caused the
    /// difference. The same happens if a program ended, was killed or timed out, because the machine may be
    /// busy.
    ///
    /// # Errors
    /// Returns the reason why the trees cannot be compared.
    pub fn descend(&mut self, record: &Record, depth: u32) -> Result<Descent, DescendError> {
        let used = self.walkers.is_some();
        let descent = self.walk(record, depth);
        let agree = descent.as_ref().is_ok_and(|descent| descent.parting.is_none());
        if agree {
            return descent;
        }
        self.walkers = None;
        let broken = match &descent {
            Ok(descent) => descent.broken(),
            Err(DescendError::Lost(why)) => Some(why.clone()),
            Err(_) => None,
        };
        let failed =
            |descent: &Descent| matches!(descent.parting, Some(TreeDifference::Broken(_, _, End::Failure)));
        let failed = descent.as_ref().is_ok_and(failed);
        if !used && broken.is_none() {
            return descent;
        }
        let again = self.walk(record, depth);
        if again.as_ref().is_ok_and(|again| again.parting.is_some()) {
            self.walkers = None;
        }
        again.map(|again| {
            let once = broken.filter(|_| again.broken().is_none());
            Descent { by_itself: failed && once.is_some(), once, ..again }
        })
    }

    /// Counts the sequences of `depth` moves after the moves of `record` by first move, on new engines.
    ///
    /// # Errors
    /// Returns the reason why the sequences cannot be counted.
    pub fn divide(
        &mut self,
        record: &Record,
        depth: u32,
        limits: DivideLimits<'_>,
    ) -> Result<Divided, DescendError> {
        self.walkers = None;
        let engines = NAMELESS.map(String::from);
        let mut divided = Divided { engines, branches: Vec::new(), uncounted: 0, trouble: None };
        let counted = self.beside(record, |[subject, oracle], guides, _| {
            divided.engines = [subject.name.clone(), oracle.name.clone()];
            let lists = [subject.legal(guides)?, oracle.legal(guides)?];
            let mut moves = lists.concat();
            moves.sort_by_cached_key(ToString::to_string);
            moves.dedup();
            let about = (moves.len() as f64).powi(depth.try_into().unwrap_or(i32::MAX));
            if depth > 1 && about > limits.sequences {
                return Err(WalkError::Failed(DescendError::TooMany(about as u64, depth)));
            }
            let player = oracle.player(guides).or_else(|| subject.player(guides));
            for mv in moves {
                if limits.unneeded.load(Ordering::Relaxed) || Instant::now() >= limits.until {
                    divided.uncounted += 1;
                    continue;
                }
                let Some(player) = player else { return subject.part(TreeDifference::Over(Role::Oracle)) };
                let mut nodes = [None, None];
                for ((walker, list), nodes) in
                    [&mut *subject, &mut *oracle].into_iter().zip(&lists).zip(&mut nodes)
                {
                    if !list.contains(&mv) {
                        continue;
                    }
                    match walker.play(player, &mv) {
                        // A refused move is reported like a move that is not listed.
                        Err(WalkError::Parted(TreeDifference::Refused(..), _)) => continue,
                        played => played?,
                    }
                    *nodes = Some(if depth > 1 { walker.count(depth - 1, guides)? } else { 1 });
                    walker.back()?;
                }
                divided.branches.push(Branch { player, mv, nodes });
            }
            Ok(())
        });
        divided.branches.sort_by_key(|branch| branch.nodes[0] == branch.nodes[1]);
        match counted {
            Ok(()) => Ok(divided),
            Err(WalkError::Parted(parting, _)) => Ok(Divided { trouble: Some(parting), ..divided }),
            Err(WalkError::Failed(error)) => Err(error),
        }
    }

    fn walk(&mut self, record: &Record, depth: u32) -> Result<Descent, DescendError> {
        let engines = NAMELESS.map(String::from);
        let mut descent = Descent {
            engines,
            steps: Vec::new(),
            record: record.clone(),
            parting: None,
            leaves: 0,
            once: None,
            by_itself: false,
        };
        let factories = self.factories;
        let steps = Arc::clone(&self.steps);
        steps.lock().unwrap_or_else(PoisonError::into_inner).clear();
        let walked = self.beside(record, |[subject, oracle], guides, known| {
            descent.engines = [subject.name.clone(), oracle.name.clone()];
            let held = FollowedConventions::of(&*subject.engine, factories, &record.start);
            walk((subject, oracle), guides, depth, &mut descent, Measure { known, held, until: None, steps })
        });
        match walked {
            Ok(()) => Ok(descent),
            Err(WalkError::Parted(parting, record)) => {
                Ok(Descent { parting: Some(parting), record, ..descent })
            }
            Err(WalkError::Failed(error)) => Err(error),
        }
    }

    /// Makes both engines play the game, and runs `work` on them at its end. A second pair of engines answers
    /// queries that the first pair cannot.
    fn beside<T>(
        &mut self,
        record: &Record,
        work: impl FnOnce([&mut Walker; 2], &mut GuideEngines<'_>, &mut KnownDifferences) -> Walked<T>,
    ) -> Walked<T> {
        let Self { factories, walkers, known, .. } = self;
        let worked = catching(|| {
            let new = || [Walker::pair(*factories, record), Walker::pair(*factories, record)];
            let [[subject, oracle], [other, guide]] = walkers.get_or_insert_with(new);
            subject.begin(record)?;
            oracle.begin(record)?;
            work([subject, oracle], &mut GuideEngines([guide, other]), known)
        });
        worked.unwrap_or_else(|caught| {
            let words = format!("panics in {}: {}", caught.call, caught.message);
            Err(WalkError::Parted(TreeDifference::Broken(caught.role, words, End::Failure), record.clone()))
        })
    }
}

/// The settings for comparing the positions of both engines.
struct Measure<'k> {
    known: &'k mut KnownDifferences,
    /// The conventions that the engine under test follows.
    held: FollowedConventions,
    /// The deadline, once positions are compared.
    until: Option<Instant>,
    /// The steps, for observers of the walk.
    steps: Steps,
}

impl Measure<'_> {
    /// Adds a step.
    fn add(&self, step: Step, descent: &mut Descent) {
        self.steps.lock().unwrap_or_else(PoisonError::into_inner).push(step.clone());
        descent.steps.push(step);
    }
}

fn walk(
    (subject, oracle): (&mut Walker, &mut Walker),
    guides: &mut GuideEngines<'_>,
    depth: u32,
    descent: &mut Descent,
    mut measure: Measure<'_>,
) -> Walked<()> {
    let nodes = [subject.count(depth, guides)?, oracle.count(depth, guides)?];
    measure.add(Step { said: None, depth, nodes }, descent);
    while let Some(&Step { depth, nodes: [a, b], .. }) = descent.steps.last() {
        if a == b {
            measure.until = Some(Instant::now() + PATIENCE);
            return leaves((subject, oracle), guides, (depth, None), descent, &mut measure);
        }
        let [moves, others] = [subject.legal(guides)?, oracle.legal(guides)?];
        if moves != others {
            let only = |these: &[Move], those: &[Move]| -> Vec<Move> {
                these.iter().filter(|mv| !those.contains(mv)).cloned().collect()
            };
            return subject.part(TreeDifference::Legal([only(&moves, &others), only(&others, &moves)]));
        }
        let Some(player) = oracle.player(guides) else {
            return subject.part(TreeDifference::Over(Role::Oracle));
        };
        let mut below = None;
        for mv in moves {
            subject.play(player, &mv)?;
            oracle.play(player, &mv)?;
            let nodes = [subject.count(depth - 1, guides)?, oracle.count(depth - 1, guides)?];
            if nodes[0] != nodes[1] {
                below = Some((mv, nodes));
                break;
            }
            subject.back()?;
            oracle.back()?;
        }
        let Some((mv, nodes)) = below else { return subject.part(TreeDifference::Sum) };
        measure.add(Step { said: Some(player.describe_move(&mv)), depth: depth - 1, nodes }, descent);
    }
    Ok(())
}

/// Compares the positions that both engines report after `depth` moves, in the order of the moves, for at
/// most [`LEAVES`] positions and for at most [`PATIENCE`]. `last` is the last move played before.
fn leaves(
    (subject, oracle): (&mut Walker, &mut Walker),
    guides: &mut GuideEngines<'_>,
    (depth, last): (u32, Option<&Move>),
    descent: &mut Descent,
    measure: &mut Measure<'_>,
) -> Walked<()> {
    if depth == 0 {
        let seen = [subject.shown()?, oracle.shown()?];
        let [Some(a), Some(b)] = &seen else { return Ok(()) };
        let [a, b] = [(&*descent.engines[0], a), (&*descent.engines[1], b)];
        let shown = measure.held.shown(&descent.record.start, last, b.1, a.1);
        let compared = observations(a, (b.0, shown.as_ref().unwrap_or(b.1)), None, measure.known);
        let compared = compared.map_err(|found| match &shown {
            Some(shown) => in_true_words(descent.record.start.rules(), found, &measure.held, [a, b], shown),
            None => found,
        });
        return match compared {
            Ok(()) => {
                descent.leaves += u64::from(share_a_position(a.1, b.1));
                Ok(())
            }
            Err(found) => subject.part(TreeDifference::Shown(found.headline.into())),
        };
    }
    let Some(player) = oracle.player(guides) else { return Ok(()) };
    for mv in subject.legal(guides)? {
        if descent.leaves >= LEAVES || measure.until.is_some_and(|until| Instant::now() >= until) {
            break;
        }
        subject.play(player, &mv)?;
        oracle.play(player, &mv)?;
        leaves((&mut *subject, &mut *oracle), guides, (depth - 1, Some(&mv)), descent, measure)?;
        subject.back()?;
        oracle.back()?;
    }
    Ok(())
}
