//! A run as it goes, for those who look on.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::html::{self, Part, Place};
use super::overview::Overview;

/// For how long what was drawn is good enough.
const FRESH: Duration = Duration::from_millis(200);

/// How a game stands that is being played.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Now {
    /// Games played to the end.
    pub games: u64,
    /// Moves played on both engines.
    pub plies: u64,
    /// How long it has taken.
    pub elapsed: Duration,
    /// How long it will take, as far as one can tell.
    pub left: Option<Duration>,
    /// What is done beside or behind the games, in words.
    pub doing: Option<String>,
}

/// What a page shows of a run at a moment.
#[derive(Clone, Debug, Default)]
pub struct Shown {
    /// The parts of the page, in their order. Parts that have not changed are those of the moment before.
    pub parts: Vec<Arc<Part>>,
    /// Whether the run is over, so that nothing will change any more.
    pub over: bool,
}

/// The reports on a run that goes on, in memory. Whoever looks on takes no time of the run: nothing is drawn unless
/// somebody asks, and then only a few times a second.
#[derive(Debug)]
pub struct Live {
    overview: Arc<Overview>,
    drawn: Mutex<Drawn>,
}

/// What was drawn last: when, and after how many changes.
#[derive(Debug, Default)]
struct Drawn {
    at: Option<(Instant, u64)>,
    shown: Shown,
}

impl Live {
    pub(super) fn new(overview: Arc<Overview>) -> Self {
        Self { overview, drawn: Mutex::default() }
    }

    /// What a server's page shows now. `steps` is what the address of a page begins with that steps through a
    /// finding, if there is one; the name of the finding follows.
    pub fn shown(&self, steps: Option<&str>) -> Shown {
        let mut drawn = self.drawn.lock().unwrap_or_else(PoisonError::into_inner);
        if drawn.shown.over || drawn.at.is_some_and(|(at, _)| at.elapsed() < FRESH) {
            return drawn.shown.clone();
        }
        let old = std::mem::take(&mut drawn.shown.parts);
        let old: HashMap<&str, &Arc<Part>> = old.iter().map(|part| (part.id.as_str(), part)).collect();
        let before = drawn.at.map(|(_, changes)| changes);
        let (mut shown, changes) = self.overview.read(|summary, changes| {
            // Findings take long to draw, and change only with the contents of the reports.
            let kept =
                |id: &str| old.get(id).filter(|_| before == Some(changes)).map(|&part| Arc::clone(part));
            let parts = html::parts(summary, Place::Server { steps }, kept);
            (Shown { parts, over: summary.finished }, changes)
        });
        for part in &mut shown.parts {
            if let Some(&old) = old.get(part.id.as_str()).filter(|old| old.html == part.html) {
                *part = Arc::clone(old);
            }
        }
        *drawn = Drawn { at: Some((Instant::now(), changes)), shown };
        drawn.shown.clone()
    }
}
