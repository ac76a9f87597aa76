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

/// How long browsers have to take the end of the run, where nobody is there to end the server.
const LAST_LOOK: Duration = Duration::from_secs(1);

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
        let server = Server::of_runs(Vec::new(), Arc::new(beside), Some(Arc::clone(&watched)), None);
        let served = listening.serve(server);
        // Standard output has the result of the run.
        complain(&format!("the run can be seen at {url}"));
        listen.open(&url);
        Self { served, watched, url }
    }

    /// Goes on until Ctrl-C if somebody is at a terminal. Otherwise it only waits until browsers have the end of the
    /// run, and not for long.
    pub(crate) fn stay(mut self, stop: &AtomicBool) {
        // Machines that run checks have terminals, too, and nobody sits there.
        let attended = io::stderr().is_terminal() && env::var_os("CI").is_none();
        let stopped = || stop.load(Ordering::Relaxed);
        let stays = attended && !stopped();
        if stays {
            complain(&format!("the run stays at {} until Ctrl-C", self.url));
        }
        let deadline = Instant::now() + LAST_LOOK;
        let seen = || self.watched.watchers() == 0 || Instant::now() >= deadline;
        // That the pages cannot be served any more changes nothing about the run.
        let _ = self.served.wait(|| if stays { stopped() } else { seen() });
        self.served.end();
    }
}
