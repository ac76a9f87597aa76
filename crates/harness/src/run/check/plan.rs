//! The plan of a run, its progress, and its result.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::tally::{Log, Recorded};
use crate::base::{Meter, Shard};
use crate::compare::compared::Comparison;
use crate::compare::divergence::Signature;
use crate::compare::known::{Accepted, Known};
use crate::generate::GameConfig;
use crate::generate::coverage::Coverage;
use crate::report::finding::{Extent, Finding, Replay, Search};
use crate::report::opinions::Other;
use crate::report::verdict::Verdict;
use crate::report::{ReportError, Reports};
use crate::shrink::Budget;

/// The plan of a run: its games, its limits, and where it reports.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The seed of all its games.
    pub seed: u64,
    /// The number of games of all shards together, if limited.
    pub games: Option<u64>,
    /// The part of these games to play.
    pub shard: Shard,
    /// The games that were played before.
    pub recorded: Recorded,
    /// The record of the run's progress, if one is kept.
    pub log: Option<Log>,
    /// Whether the reports depend on the games alone: they contain no times, and the names of the files of
    /// findings do not depend on the order in which the findings occurred. The directory must not be shared
    /// with other runs.
    pub reproducible: bool,
    /// The time to play for, if limited. Shrinking adds to it, unless the run continues after the first
    /// finding.
    pub time: Option<Duration>,
    /// The number of games to play in parallel, if there are enough games; see [`workers`](Plan::workers).
    pub jobs: usize,
    /// The part of each game that is fixed.
    pub config: GameConfig,
    /// The number of distinct findings after which to end. Findings are counted as the games show them. Two
    /// findings that shrink to the same divergence count as two; a finding that occurs only while another is
    /// shrunk does not count.
    pub max_findings: usize,
    /// The differences to ignore.
    pub known: Known,
    /// The events that the games must reach, by their indices in [`EVENTS`](bustan_guide::Explore::EVENTS),
    /// each with the number of times that it must exceed; otherwise the run has no verdict on the engines.
    pub required: Vec<(usize, u64)>,
    /// Additional parts that are not compared, in words for the verdict.
    pub apart: Vec<String>,
    /// The names of findings of earlier runs whose games still show a difference between these engines.
    pub still: Vec<String>,
    /// The number of findings of earlier runs that have not been looked at.
    pub open: usize,
    /// Additional programs, which are asked about the games of findings, to see which engine is the odd one
    /// out.
    pub others: Vec<Other>,
    /// The effort to spend on shrinking.
    pub budget: Budget,
    /// The reports to write findings to, if any.
    pub reports: Option<Reports>,
    /// Makes the commands that search for a finding again, for the reports.
    pub search: Search,
    /// Makes the commands that replay the record of a finding, for the reports.
    pub replay: Replay,
}

/// The most games that are played in parallel. More would not be faster on any machine, and each takes
/// memory.
const MOST_WORKERS: usize = 256;

impl Plan {
    /// Plans up to `games` games with this configuration, one after another, until the first finding. No
    /// difference is known beforehand and nothing is written.
    pub fn new(games: u64, config: GameConfig) -> Self {
        Self {
            seed: 0,
            games: Some(games),
            shard: Shard::WHOLE,
            recorded: Recorded::default(),
            log: None,
            reproducible: false,
            time: None,
            jobs: 1,
            config,
            max_findings: 1,
            known: Known::default(),
            required: Vec::new(),
            apart: Vec::new(),
            still: Vec::new(),
            open: 0,
            others: Vec::new(),
            budget: Budget::default(),
            reports: None,
            search: Search::default(),
            replay: Replay::default(),
        }
    }

    /// Returns the number of games of the shard, if limited.
    pub fn share(&self) -> Option<u64> {
        self.games.map(|games| self.shard.share(games))
    }

    /// Returns the number of games played in parallel: at most the number of games, and at most what any
    /// machine can use.
    pub fn workers(&self) -> usize {
        let games = self.share().and_then(|games| usize::try_from(games).ok()).unwrap_or(MOST_WORKERS);
        self.jobs.min(games).clamp(1, MOST_WORKERS)
    }

    /// Returns the number of threads that shrink after the games.
    pub(super) fn shrinkers(&self) -> usize {
        self.jobs.clamp(1, MOST_WORKERS)
    }

    /// Whether the run continues after a finding.
    pub(super) fn keeps_going(&self) -> bool {
        self.max_findings > 1
    }

    /// Returns the part of the run up to a game, for the command that searches for a finding of the game
    /// again.
    pub(super) fn extent(&self, game: u64) -> Extent {
        Extent { seed: self.seed, games: game + 1, keeps_going: self.keeps_going() }
    }

    /// Returns the time for the reports; `None` if they contain no times.
    pub(super) fn reported(&self, elapsed: Duration) -> Option<Duration> {
        (!self.reproducible).then_some(elapsed)
    }
}

/// The progress of a run. It is shared between threads; any of them may show it or stop the run.
#[derive(Debug, Default)]
pub struct Progress {
    /// Games played to the end.
    pub games: AtomicU64,
    /// Moves played on both engines.
    pub plies: AtomicU64,
    /// Different findings.
    pub findings: AtomicU64,
    /// The numbers of the games that are being played.
    pub playing: Mutex<BTreeSet<u64>>,
    /// Whether playing is over and findings are being shrunk.
    pub shrinking: AtomicBool,
    /// The progress of shrinking.
    pub meter: Meter,
    /// Set to stop the run at once; may be shared with other runs and with a signal handler.
    pub stop: Arc<AtomicBool>,
}

impl Progress {
    /// Returns counters that stop changing when an engine in this process hangs: the moves, the games, and
    /// the steps of shrinking.
    pub fn moves(&self) -> impl PartialEq + use<> {
        let [plies, games] = [&self.plies, &self.games].map(|count| count.load(Ordering::Relaxed));
        [plies, games, self.meter.steps()]
    }

    pub(super) fn playing(&self) -> MutexGuard<'_, BTreeSet<u64>> {
        self.playing.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether the run was stopped from outside.
    pub(super) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

/// An accepted difference that showed in games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AcceptedGames {
    /// Its signature.
    pub signature: Signature,
    /// The number of games that showed it.
    pub games: u64,
    /// The number of games that it ended.
    pub ended: u64,
    /// The words that accepted it.
    pub words: String,
}

/// The result of a run.
#[derive(Debug)]
pub struct Outcome {
    /// The names of the engine under test and of the other.
    pub engines: [String; 2],
    /// The verdict of the run on them.
    pub verdict: Verdict,
    /// The reason, if the verdict is [`NotTested`](Verdict::NotTested); the parts that were not compared, if
    /// it is [`Agree`](Verdict::Agree).
    pub reason: Option<String>,
    /// Games started, including those that were stopped.
    pub games: u64,
    /// Games that both engines started and that were played to the end or to a divergence.
    pub finished: u64,
    /// Moves played on both engines.
    pub plies: u64,
    /// The number of games played in parallel.
    pub workers: usize,
    /// The duration of the games, including shrinking between them.
    pub elapsed: Duration,
    /// The duration of shrinking after the last game.
    pub shrinking: Duration,
    /// The coverage of the games.
    pub coverage: Coverage,
    /// The parts that were compared, with the number of games.
    pub compared: Comparison,
    /// The accepted differences that showed, each with the number of games that showed it.
    pub accepted: Vec<AcceptedGames>,
    /// The accepted differences that did not show.
    pub unshown: Vec<Accepted>,
    /// The distinct findings, by the first game that showed them.
    pub findings: Vec<Finding>,
    /// Whether the run was stopped from outside before it was over, regardless of its findings.
    pub cut_off: bool,
    /// The recorded differences that their games did not show again, in words.
    pub lost: Vec<String>,
    /// The reason, in words, if the run ended early because the system took an engine away for good.
    pub broken_off: Option<String>,
    /// Events that are not findings, in sentences: a process that once did not start or answer, or was
    /// killed.
    pub warnings: Vec<String>,
    /// Errors: one for each finding that could not be written completely, and one for anything else.
    pub unwritten: Vec<ReportError>,
}
