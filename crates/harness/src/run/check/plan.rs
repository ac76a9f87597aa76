//! What a run is to do, how far it has come, and its result.

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

/// What a run is to do: its games, its limits, and where it reports.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The seed of all its games.
    pub seed: u64,
    /// The number of games of all shards together, if limited.
    pub games: Option<u64>,
    /// Which of these games to play.
    pub shard: Shard,
    /// The games that were played before.
    pub recorded: Recorded,
    /// Where to write down how far the run has come, if anywhere.
    pub log: Option<Log>,
    /// Whether the reports depend on the games alone: they contain no times, and the names of the files of findings
    /// do not depend on the order in which the findings occurred. The directory must be the run's own.
    pub reproducible: bool,
    /// The time to play for, if limited. Shrinking adds to it, unless the run continues after the first finding.
    pub time: Option<Duration>,
    /// The number of games to play at once, if there are that many; see [`workers`](Plan::workers).
    pub jobs: usize,
    /// The part of each game that is fixed.
    pub config: GameConfig,
    /// The number of different findings after which to end. Findings are counted as the games show them. Two findings
    /// that shrink to the same divergence have counted as two; a finding that occurs only while another is shrunk
    /// has not counted.
    pub max_findings: usize,
    /// The differences to ignore.
    pub known: Known,
    /// The events that the games must reach, by their indices in [`EVENTS`](bustan_guide::Explore::EVENTS), each with
    /// the number of times that it must exceed; otherwise the run says nothing about the engines.
    pub required: Vec<(usize, u64)>,
    /// Further parts that are not compared, in words for the verdict.
    pub apart: Vec<String>,
    /// The names of findings of earlier runs whose games still show a difference between these engines.
    pub still: Vec<String>,
    /// The number of findings of earlier runs that nobody looked at.
    pub open: usize,
    /// Further programs, which are asked about the games of findings: which engine is the odd one out?
    pub others: Vec<Other>,
    /// How hard to shrink.
    pub budget: Budget,
    /// Where to write findings, if anywhere.
    pub reports: Option<Reports>,
    /// Makes the commands that find a finding again, for the reports.
    pub search: Search,
    /// Makes the commands that replay the record of a finding, for the reports.
    pub replay: Replay,
}

/// The most games that are played at once. More would not be faster on any machine, and each takes memory.
const MOST_WORKERS: usize = 256;

impl Plan {
    /// Plans up to `games` games with this configuration, one after the other, until the first finding. Nothing is
    /// known before and nothing is written.
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

    /// The number of games of the shard, if limited.
    pub fn share(&self) -> Option<u64> {
        self.games.map(|games| self.shard.share(games))
    }

    /// The number of games played at once: at most the number of games, and at most what any machine can use.
    pub fn workers(&self) -> usize {
        let games = self.share().and_then(|games| usize::try_from(games).ok()).unwrap_or(MOST_WORKERS);
        self.jobs.min(games).clamp(1, MOST_WORKERS)
    }

    /// The number of threads that shrink after the games.
    pub(super) fn shrinkers(&self) -> usize {
        self.jobs.clamp(1, MOST_WORKERS)
    }

    /// Whether the run continues after a finding.
    pub(super) fn keeps_going(&self) -> bool {
        self.max_findings > 1
    }

    /// The part of the run up to a game, for the command that finds a finding of the game again.
    pub(super) fn extent(&self, game: u64) -> Extent {
        Extent { seed: self.seed, games: game + 1, keeps_going: self.keeps_going() }
    }

    /// The time for the reports; `None` if they contain no times.
    pub(super) fn reported(&self, elapsed: Duration) -> Option<Duration> {
        (!self.reproducible).then_some(elapsed)
    }
}

/// How far a run has come. It is shared between threads, and any of them may show it or end the run.
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
    /// Set to end the run at once; may be shared with other runs and with a signal handler.
    pub stop: Arc<AtomicBool>,
}

impl Progress {
    /// Counters that stop changing when an engine in this process hangs: the moves, the games, and the steps of
    /// shrinking.
    pub fn moves(&self) -> impl PartialEq + use<> {
        let [plies, games] = [&self.plies, &self.games].map(|count| count.load(Ordering::Relaxed));
        [plies, games, self.meter.steps()]
    }

    pub(super) fn playing(&self) -> MutexGuard<'_, BTreeSet<u64>> {
        self.playing.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether the run was ended from outside.
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
    /// The words by which it was accepted.
    pub words: String,
}

/// The result of a run.
#[derive(Debug)]
pub struct Outcome {
    /// The names of the engine under test and of the other.
    pub engines: [String; 2],
    /// What the run says about them.
    pub verdict: Verdict,
    /// The reason, if the verdict is [`NotTested`](Verdict::NotTested); what was not compared, if it is
    /// [`Agree`](Verdict::Agree).
    pub reason: Option<String>,
    /// Games begun, including those that were stopped.
    pub games: u64,
    /// Games that both engines began and that were played to the end or to a divergence.
    pub finished: u64,
    /// Moves played on both engines.
    pub plies: u64,
    /// The number of games played at once.
    pub workers: usize,
    /// How long the games took, including the findings that were shrunk between them.
    pub elapsed: Duration,
    /// How long findings were shrunk after the last game.
    pub shrinking: Duration,
    /// What the games reached.
    pub coverage: Coverage,
    /// What was compared, in how many games.
    pub compared: Comparison,
    /// The accepted differences that showed, each with the number of games that showed it.
    pub accepted: Vec<AcceptedGames>,
    /// What was accepted and did not show.
    pub unshown: Vec<Accepted>,
    /// Different findings, by the game that showed them first.
    pub findings: Vec<Finding>,
    /// Whether the run was ended from outside before it was over, whatever it had found.
    pub cut_off: bool,
    /// The recorded differences that their games did not show again, in words.
    pub lost: Vec<String>,
    /// Why the run ended early, if the system took an engine away for good, in words.
    pub broken_off: Option<String>,
    /// Events that are not findings, in sentences: a process that did not start or answer once, or was killed.
    pub warnings: Vec<String>,
    /// Errors: one for each finding that could not be written whole, and one for anything else.
    pub unwritten: Vec<ReportError>,
}
