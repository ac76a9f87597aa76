//! The page that shows a check as it goes.

use std::env;
use std::io::{self, IsTerminal};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use bustan_harness::report::live::Live;
use bustan_serve::{Server, Watched};

use crate::pair::Beside;
use crate::serve::{Listen, Listening, Served};
use crate::watch::complain;

/// The page of runs, below the first page.
const PAGE: &str = "run";

/// How long the server runs on after the end of the run if nobody is there to end it: a browser may be between two
/// requests.
const LAST_LOOK: Duration = Duration::from_secs(1);

/// The same while a browser has not got the end of the run.
const LONGEST_LOOK: Duration = Duration::from_secs(3);

/// A server that shows a run.
pub(crate) struct Page {
    served: Served,
    watched: Arc<Watched>,
    url: String,
}

impl Page {
    /// Serves the page of a run, and those that compare its engines and step through its findings. Says where, and
    /// opens it.
    pub(crate) fn open(listen: &Listen, listening: Listening, live: Live, beside: Beside) -> Self {
        let url = format!("{}{PAGE}", listening.url());
        let watched = Arc::new(Watched::new(live, beside.directory.is_some()));
        let server =
            Server::of_runs(Vec::new(), Arc::new(beside), Some(Arc::clone(&watched)), None, Vec::new());
        let served = listening.serve(server);
        // Standard output has the result of the run.
        complain(&format!("the run can be seen at {url}"));
        listen.open(&url);
        Self { served, watched, url }
    }

    /// Continues until Ctrl-C if somebody is at a terminal. Otherwise it only waits for browsers to get the end of the
    /// run, for [`LONGEST_LOOK`] at most.
    pub(crate) fn stay(mut self, stop: &AtomicBool) {
        // Machines that run checks have terminals, too, and nobody sits there.
        let attended = io::stderr().is_terminal() && env::var_os("CI").is_none();
        let stopped = || stop.load(Ordering::Relaxed);
        let stays = attended && !stopped();
        if stays {
            complain(&format!("the run stays at {} until Ctrl-C", self.url));
        }
        let end = Instant::now();
        // Who has ended the run does not wait for the server.
        let least = if stopped() { Duration::ZERO } else { LAST_LOOK };
        let seen = || end.elapsed() >= if self.watched.watchers() == 0 { least } else { LONGEST_LOOK };
        // That the pages cannot be served any more changes nothing about the run.
        let _ = self.served.wait(|| if stays { stopped() } else { seen() });
        self.served.end();
    }
}
