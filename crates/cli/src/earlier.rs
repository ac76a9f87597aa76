//! Rechecks findings that earlier runs have left in the directory for findings.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use bustan_harness::compare::audit::{Audit, audit_passing};
use bustan_harness::compare::known::KnownDifferences;
use bustan_harness::compare::lockstep::Factories;
use bustan_harness::erased::{Record, Rules};
use bustan_harness::report::ORIGINAL;
use bustan_harness::report::finding::Programs;
use bustan_harness::report::store::{self, STORED, StoreError, Stored, StoredFinding};
use bustan_vocabulary::{NoStart, RecordError};
use serde_json::{Value, json};

use crate::files;
use crate::foreign::ComparedEngines;
use crate::watch::complain;

/// The result of rechecking a finding.
#[derive(Clone, Debug)]
enum Rechecked {
    /// The game still shows the finding, with this headline.
    Still(String),
    /// The game shows another difference, with this headline.
    Other(String),
    /// The game shows a difference, with this headline. It is unknown whether it is the same difference.
    Differs(String),
    /// The game shows only differences that are accepted or ignored.
    Apart,
    /// The engines agree on the game.
    Gone,
    /// The engines agree on the game, but it is unknown which engines the finding is about and which
    /// differences were ignored.
    Quiet,
    /// The finding could not be rechecked, for this reason. For example, an engine cannot be set up at the
    /// start of the game, or there was no time.
    Open(&'static str),
    /// The finding is about other programs, which may play another game, and was not rechecked.
    OfOthers,
}

/// The words for a finding whose data cannot be read.
const UNKNOWN: &str = "its signature is not known";

/// The reason why a finding with damaged data remains open, although the engines agree on its game.
const DAMAGED: &str = "its data is damaged (its game shows no difference now)";

/// A finding of an earlier run.
#[derive(Clone, Debug)]
pub(crate) struct Earlier {
    /// The name of the finding's files, without extension.
    name: String,
    now: Rechecked,
    /// Whether the finding is about programs other than the current ones.
    of_others: bool,
    /// The reason why the finding's signature is unknown, if it is.
    unknown: Option<&'static str>,
}

impl Earlier {
    /// Replays the shrunk games of the findings about a game in a directory, as far as time allows. Includes
    /// only findings about the symmetry of `rivals`, or, if there is none, only those about no symmetry.
    pub(crate) fn all(
        dir: &Path,
        rules: Rules,
        factories: Factories<'_>,
        rivals: Option<&ComparedEngines>,
        known: &KnownDifferences,
        time: Duration,
        stop: &AtomicBool,
    ) -> Vec<Self> {
        let deadline = Instant::now().checked_add(time);
        let symmetry = rivals.and_then(ComparedEngines::symmetry);
        let mut all = Vec::new();
        for name in store::names(dir).unwrap_or_default() {
            if stop.load(Ordering::Relaxed) {
                break;
            }
            let kept = StoredFinding::read(dir, &name);
            if kept.game() != rules.name() || !is_about(&kept, symmetry) {
                continue;
            }
            if let Err(error) = &kept.stored
                && error.path().is_some()
            {
                complain(&format!("warning: {error}"));
            }
            let (record, stored) = match record(dir, rules, &kept) {
                Some((record, true)) => (Some(record), kept.stored.as_ref().map_err(Some)),
                Some((record, false)) => (Some(record), Err(kept.stored.as_ref().err())),
                None => (None, Err(kept.stored.as_ref().err())),
            };
            let of_others = kept.known().is_some_and(|stored| !is_of(&stored.programs, rivals));
            let late = deadline.is_some_and(|deadline| Instant::now() >= deadline);
            let now = match (stored, &record) {
                // The programs may play an entirely different game.
                _ if of_others && rules.is_opaque() => Rechecked::OfOthers,
                (Err(Some(StoreError::Newer(..))), _) => {
                    Rechecked::Open("a newer version of Bustan wrote it")
                }
                (_, None) => Rechecked::Open("its record cannot be read"),
                (Err(Some(_)), _) if symmetry.is_some() => Rechecked::Open("its symmetry is not known"),
                _ if late => Rechecked::Open("there was no time"),
                (stored, Some(record)) => match look(factories, known, record, stored.ok()) {
                    // The ignored differences are unknown, so the record may not be the game that showed the
                    // finding.
                    Rechecked::Quiet if !matches!(stored, Err(Some(StoreError::Missing))) => {
                        Rechecked::Open(DAMAGED)
                    }
                    now => now,
                },
            };
            let unknown = stored.err().map(|error| error.map_or("its data is damaged", why));
            all.push(Self { name, now, of_others, unknown });
        }
        all
    }

    /// The name of the finding if its game shows a difference, with a remark if it is or may be another
    /// difference.
    pub(crate) fn shown(&self) -> Option<String> {
        match self.now {
            Rechecked::Still(_) => Some(self.name.clone()),
            Rechecked::Other(_) => Some(format!("{} (another difference now)", self.name)),
            Rechecked::Differs(_) => Some(format!("{} ({UNKNOWN})", self.name)),
            Rechecked::Apart
            | Rechecked::Gone
            | Rechecked::Quiet
            | Rechecked::Open(_)
            | Rechecked::OfOthers => None,
        }
    }

    /// Whether the finding could not be rechecked.
    pub(crate) fn is_open(&self) -> bool {
        matches!(self.now, Rechecked::Open(_))
    }

    /// The result as a line of text.
    pub(crate) fn line(&self) -> String {
        let name = &self.name;
        let unknown = self.unknown.map(|why| format!(" ({why}; {UNKNOWN})")).unwrap_or_default();
        match &self.now {
            Rechecked::Still(headline) => format!("still there: {name}: {headline}\n"),
            Rechecked::Other(headline) => format!("another difference now: {name}: {headline}\n"),
            Rechecked::Differs(headline) => format!("shows a difference now: {name}: {headline}{unknown}\n"),
            Rechecked::Apart => format!("accepted or ignored: {name}\n"),
            Rechecked::Gone if self.of_others => {
                format!("gone: {name}, which was found with other programs\n")
            }
            Rechecked::Gone => format!("gone: {name}\n"),
            Rechecked::Quiet => format!("shows no difference now: {name}{unknown}\n"),
            Rechecked::Open(why) => format!("not rechecked, {why}: {name}\n"),
            Rechecked::OfOthers => format!("not rechecked, it was found with other programs: {name}\n"),
        }
    }

    /// The result as JSON.
    pub(crate) fn object(&self) -> Value {
        let (now, headline) = match &self.now {
            Rechecked::Still(headline) => ("still there", Some(headline)),
            Rechecked::Other(headline) => ("another difference", Some(headline)),
            Rechecked::Differs(headline) => ("a difference", Some(headline)),
            Rechecked::Apart => ("accepted or ignored", None),
            Rechecked::Gone => ("gone", None),
            Rechecked::Quiet => ("no difference", None),
            Rechecked::Open(_) | Rechecked::OfOthers => ("not looked at", None),
        };
        json!({
            "name": self.name,
            "now": now,
            "headline": headline,
            "other_programs": self.of_others,
            "signature_known": self.unknown.is_none(),
        })
    }
}

/// The game of a finding, and whether its data is about that game. Warns about each record of the finding
/// that cannot be read.
fn record(dir: &Path, rules: Rules, kept: &StoredFinding) -> Option<(Record, bool)> {
    for (suffix, text) in kept.records(dir) {
        let place = if suffix == STORED { " of its record" } else { "" };
        let problem = match text.map(|text| rules.record(&text)) {
            Ok(Ok(record)) => return Some((record, kept.known().is_some() && suffix != ORIGINAL)),
            Ok(Err(RecordError { line, column, problem })) => {
                format!("line {line}, column {column}{place}: {problem}")
            }
            Err(error) => error.to_string(),
        };
        let file = dir.join(format!("{}{suffix}", kept.name));
        complain(&format!("warning: {}: {problem}", files::name(&file)));
    }
    None
}

/// The reason why the signature of a finding is unknown, in a few words.
fn why(error: &StoreError) -> &'static str {
    match error {
        StoreError::Missing => "written by an older version",
        StoreError::Newer(..) => "written by a newer version",
        StoreError::Unreadable(..) => "its data cannot be read",
        StoreError::Damaged(..) => "its data is damaged",
    }
}

/// Whether a finding is about `symmetry`, or about no symmetry if it is `None`. A finding whose data cannot
/// be read may be about any symmetry, so the result is true.
fn is_about(kept: &StoredFinding, symmetry: Option<&str>) -> bool {
    kept.known().is_none_or(|stored| stored.symmetry.as_deref() == symmetry)
}

/// Whether `programs` are the current ones.
pub(crate) fn is_of(programs: &Programs, rivals: Option<&ComparedEngines>) -> bool {
    rivals.map_or_else(|| programs.names_none(), |rivals| programs.names_same(rivals.named()))
}

/// Replays the game of a finding, ignoring the same differences as when it was found.
fn look(
    factories: Factories<'_>,
    known: &KnownDifferences,
    record: &Record,
    stored: Option<&Stored>,
) -> Rechecked {
    let passed = stored.into_iter().flat_map(|stored| stored.passed_over.iter().cloned());
    let mut passing = KnownDifferences::accepting(known.accepted().cloned().chain(passed))
        .ignoring(known.ignored().iter().cloned())
        .with_whole_positions(known.whole_positions())
        .with_reasons(known.compares_reasons());
    match audit_passing(factories, &mut passing, record, |_| {}) {
        Audit::Diverged(found) if found.is_untold() => {
            Rechecked::Open("an engine does not report whether a move is legal")
        }
        Audit::Diverged(found) if found.is_loss() => {
            Rechecked::Open("an engine does not start or was killed")
        }
        Audit::Diverged(found) if found.is_interruption() => Rechecked::Open("the run was interrupted"),
        // An accepted difference that ended the game.
        Audit::Diverged(found) if known.accepts(&found.signature) => Rechecked::Apart,
        Audit::Diverged(found) => match stored {
            None => Rechecked::Differs(found.headline),
            Some(stored) if stored.identity == found.signature => Rechecked::Still(found.headline),
            Some(_) => Rechecked::Other(found.headline),
        },
        Audit::Unstartable(NoStart::Unable) => Rechecked::Open("an engine cannot start there"),
        Audit::Agreed | Audit::Unstartable(_) | Audit::Unplayable(..) => {
            let by_user = passing.passed().any(|passed| known.includes(passed));
            let ignored = |key: &String| known.ignored().contains(key);
            match stored {
                _ if by_user => Rechecked::Apart,
                Some(stored) if stored.keys.iter().any(ignored) => Rechecked::Apart,
                Some(_) => Rechecked::Gone,
                None => Rechecked::Quiet,
            }
        }
    }
}
