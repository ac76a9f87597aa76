//! The reports on a run in progress, for live viewers.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::html::{self, PagePart, Place};
use super::overview::Overview;

/// The time during which rendered parts count as current.
const FRESH: Duration = Duration::from_millis(200);

/// The state of the game in progress.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameProgress {
    /// The number of games played to the end.
    pub games: u64,
    /// The number of moves played on both engines.
    pub plies: u64,
    /// The time elapsed since the start.
    pub elapsed: Duration,
    /// The estimated remaining time, if known.
    pub left: Option<Duration>,
    /// A description of work other than playing the games.
    pub doing: Option<String>,
}

/// The contents of a run's page at some time.
#[derive(Clone, Debug, Default)]
pub struct PageContents {
    /// The parts of the page, in order. Parts that have not changed are shared with the previous contents.
    pub parts: Vec<Arc<PagePart>>,
    /// Whether the run is over, so that nothing will change any more.
    pub over: bool,
}

/// The reports on a run in progress, in memory. Viewers hardly slow the run down: nothing is rendered unless
/// it is requested, and then only a few times per second.
#[derive(Debug)]
pub struct Live {
    overview: Arc<Overview>,
    drawn: Mutex<Drawn>,
}

/// The last rendering, with its time and the number of changes before it.
#[derive(Debug, Default)]
struct Drawn {
    at: Option<(Instant, u64)>,
    shown: PageContents,
}

impl Live {
    pub(super) fn new(overview: Arc<Overview>) -> Self {
        Self { overview, drawn: Mutex::default() }
    }

    /// Returns the current contents of a server's page. `steps` is the URL prefix of the page that steps
    /// through a finding, if there is such a page; the name of the finding follows the prefix.
    pub fn shown(&self, steps: Option<&str>) -> PageContents {
        let mut drawn = self.drawn.lock().unwrap_or_else(PoisonError::into_inner);
        if drawn.shown.over || drawn.at.is_some_and(|(at, _)| at.elapsed() < FRESH) {
            return drawn.shown.clone();
        }
        let old = std::mem::take(&mut drawn.shown.parts);
        let old: HashMap<&str, &Arc<PagePart>> = old.iter().map(|part| (part.id.as_str(), part)).collect();
        let before = drawn.at.map(|(_, changes)| changes);
        let (mut shown, changes) = self.overview.read(|summary, changes| {
            // Findings take long to render, and change only with the contents of the reports.
            let kept =
                |id: &str| old.get(id).filter(|_| before == Some(changes)).map(|&part| Arc::clone(part));
            let parts = html::parts(summary, Place::Server { steps }, kept);
            (PageContents { parts, over: summary.finished }, changes)
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
