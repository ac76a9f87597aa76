//! The plan of a run, its progress, and its result.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::tally::{Log, Recorded};
use crate::base::{Meter, Shard};
use crate::compare::compared::Comparison;
use crate::compare::divergence::Signature;
use crate::compare::known::{Accepted, KnownDifferences};
use crate::generate::GameConfig;
use crate::generate::coverage::Coverage;
use crate::report::finding::{Finding, ReplayCommand, RunExtent, SearchCommand};
use crate::report::opinions::Other;
use crate::report::verdict::Verdict;
use crate::report::{ReportError, Reports};
use crate::shrink::Budget;

/// The plan of a run: its games, its limits, and its reports.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The seed of all games.
    pub seed: u64,
    /// The number of games of all shards together, if limited.
    pub games: Option<u64>,
    /// The part of the games to play.
    pub shard: Shard,
    /// The games that were played before, by the same run or by all shards.
    pub recorded: Recorded,
    /// The record of the run's progress, if one is kept.
    pub log: Option<Log>,
    /// Whether the reports depend only on the games. They then contain no times, and the file names of
    /// findings do not depend on the order in which the findings occurred. The directory must not be shared
    /// with other runs.
    pub reproducible: bool,
    /// The time to play for, if limited. Shrinking takes additional time, unless the run continues after the
    /// first finding.
    pub time: Option<Duration>,
    /// The number of games to play in parallel, if there are enough games; see [`workers`](Plan::workers).
    pub jobs: usize,
    /// The configuration that all games share.
    pub config: GameConfig,
    /// The number of distinct findings after which the run ends. Findings are counted before shrinking: two
    /// findings that shrink to the same divergence count as two, and a finding that occurs only while another
    /// is shrunk does not count.
    pub max_findings: usize,
    /// The differences to ignore.
    pub known: KnownDifferences,
    /// The events that the games must reach, by their indices in [`EVENTS`](bustan_guide::Explore::EVENTS),
    /// each with a number of occurrences that must be exceeded. Otherwise, the run has no verdict on the
    /// engines.
    pub required: Vec<(usize, u64)>,
    /// Additional parts that are not compared, as text for the verdict.
    pub apart: Vec<String>,
    /// The names of findings of earlier runs that these engines still reproduce.
    pub still: Vec<String>,
    /// The number of findings of earlier runs that could not be rechecked.
    pub open: usize,
    /// Additional programs that are queried about the games of findings, to determine which engine is the odd
    /// one out.
    pub others: Vec<Other>,
    /// The effort to spend on shrinking.
    pub budget: Budget,
    /// The reports to write findings to, if any.
    pub reports: Option<Reports>,
    /// Makes the commands that reproduce a finding, for the reports.
    pub search: SearchCommand,
    /// Makes the commands that replay the record of a finding, for the reports.
    pub replay: ReplayCommand,
}

/// The maximum number of games that are played in parallel. More would not be faster on any machine, and each
/// game takes memory.
const MOST_WORKERS: usize = 256;

impl Plan {
    /// Plans up to `games` games with this configuration, one after another, until the first finding. No
    /// difference is ignored, and nothing is written.
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
            known: KnownDifferences::default(),
            required: Vec::new(),
            apart: Vec::new(),
            still: Vec::new(),
            open: 0,
            others: Vec::new(),
            budget: Budget::default(),
            reports: None,
            search: SearchCommand::default(),
            replay: ReplayCommand::default(),
        }
    }

    /// Returns the number of games of the shard, if limited.
    pub fn share(&self) -> Option<u64> {
        self.games.map(|games| self.shard.share(games))
    }

    /// Returns the number of games played in parallel. It is limited to the number of games, and to a number
    /// that any machine can use.
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

    /// Returns the part of the run up to `game`, for the command that reproduces a finding of that game.
    pub(super) fn extent(&self, game: u64) -> RunExtent {
        RunExtent { seed: self.seed, games: game + 1, keeps_going: self.keeps_going() }
    }

    /// Returns the elapsed time for the reports; `None` if they contain no times.
    pub(super) fn reported(&self, elapsed: Duration) -> Option<Duration> {
        (!self.reproducible).then_some(elapsed)
    }
}

/// The progress of a run. It is shared between threads, any of which may display it or stop the run.
#[derive(Debug, Default)]
pub struct Progress {
    /// The number of games played to the end.
    pub games: AtomicU64,
    /// The number of moves played on both engines.
    pub plies: AtomicU64,
    /// The number of distinct findings.
    pub findings: AtomicU64,
    /// The numbers of the games that are being played.
    pub playing: Mutex<BTreeSet<u64>>,
    /// Whether the games have ended and findings are being shrunk.
    pub shrinking: AtomicBool,
    /// The progress of shrinking.
    pub meter: Meter,
    /// Set to stop the run immediately. It may be shared with other runs and with a signal handler.
    pub stop: Arc<AtomicBool>,
}

impl Progress {
    /// Returns counters that stop changing when an in-process engine hangs: the moves, the games, and the
    /// steps of shrinking.
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

/// An accepted difference that occurred in games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AcceptedGames {
    /// The signature of the difference.
    pub signature: Signature,
    /// The number of games that showed the difference.
    pub games: u64,
    /// The number of games that ended with the difference.
    pub ended: u64,
    /// The text by which the user accepted the difference.
    pub words: String,
}

/// The result of a run.
#[derive(Debug)]
pub struct Outcome {
    /// The names of the engine under test and of the reference.
    pub engines: [String; 2],
    /// The verdict of the run on the engines.
    pub verdict: Verdict,
    /// The reason if the verdict is [`NotTested`](Verdict::NotTested), or the parts that were not compared if
    /// it is [`Agree`](Verdict::Agree).
    pub reason: Option<String>,
    /// The number of games started, including those that were stopped.
    pub games: u64,
    /// The number of games that both engines started and that were played to the end or to a divergence.
    pub finished: u64,
    /// The number of moves played on both engines.
    pub plies: u64,
    /// The number of games played in parallel.
    pub workers: usize,
    /// The duration of the games, including shrinking between them.
    pub elapsed: Duration,
    /// The duration of shrinking after the last game.
    pub shrinking: Duration,
    /// The coverage of the games.
    pub coverage: Coverage,
    /// The parts of the engines that were compared, with the number of games.
    pub compared: Comparison,
    /// The accepted differences that occurred, each with the number of games that showed it.
    pub accepted: Vec<AcceptedGames>,
    /// The accepted differences that did not occur.
    pub unshown: Vec<Accepted>,
    /// The distinct findings, in the order of the first games that showed them.
    pub findings: Vec<Finding>,
    /// Whether the run was stopped from outside before its end, regardless of its findings.
    pub cut_off: bool,
    /// Descriptions of the recorded differences that their games did not reproduce.
    pub lost: Vec<String>,
    /// A description of the reason, if the run ended early because an engine was lost for good.
    pub broken_off: Option<String>,
    /// Events that are not findings, in sentences. For example, a process once did not start, did not answer,
    /// or was killed.
    pub warnings: Vec<String>,
    /// Write errors: one for each finding that could not be written completely, and one for anything else.
    pub unwritten: Vec<ReportError>,
}
