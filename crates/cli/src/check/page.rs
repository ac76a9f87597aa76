//! The page that shows a check in progress.

use std::env;
use std::io::{self, IsTerminal};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use bustan_harness::report::live::Live;
use bustan_serve::{Server, Watched};

use crate::pair::PairFolder;
use crate::serve::{Listen, Listening, Served};
use crate::watch::complain;

/// The path of the page that shows a run, relative to the start page.
const PAGE: &str = "run";

/// The time for which the server keeps running after the end of the run if nobody can stop it, because a
/// browser may be between two requests.
const LAST_LOOK: Duration = Duration::from_secs(1);

/// The maximum time for which the server keeps running after the end of the run if a browser is connected and
/// may not have received the end yet.
const LONGEST_LOOK: Duration = Duration::from_secs(3);

/// A server that shows a run.
pub(crate) struct Page {
    served: Served,
    watched: Arc<Watched>,
    url: String,
}

impl Page {
    /// Serves the page of a run, and the pages that compare its engines and step through its findings. Prints
    /// the URL and opens it.
    pub(crate) fn open(listen: &Listen, listening: Listening, live: Live, beside: PairFolder) -> Self {
        let url = format!("{}{PAGE}", listening.url());
        let watched = Arc::new(Watched::new(live, beside.directory.is_some()));
        let server =
            Server::of_runs(Vec::new(), Arc::new(beside), Some(Arc::clone(&watched)), None, Vec::new());
        let served = listening.serve(server);
        // Standard output is for the result of the run.
        complain(&format!("follow the run at {url}"));
        listen.open(&url);
        Self { served, watched, url }
    }

    /// Serves until Ctrl-C if a person started the program from a terminal. Otherwise, waits at most
    /// [`LONGEST_LOOK`] for browsers to receive the end of the run.
    pub(crate) fn stay(mut self, stop: &AtomicBool) {
        // CI machines may have terminals, too, but nobody uses them.
        let attended = io::stderr().is_terminal() && env::var_os("CI").is_none();
        let stopped = || stop.load(Ordering::Relaxed);
        let stays = attended && !stopped();
        if stays {
            complain(&format!("the page stays at {} until Ctrl-C", self.url));
        }
        let end = Instant::now();
        // A user who has stopped the run does not have to wait for the server.
        let least = if stopped() { Duration::ZERO } else { LAST_LOOK };
        let seen = || end.elapsed() >= if self.watched.watchers() == 0 { least } else { LONGEST_LOOK };
        // A server failure does not affect the run.
        let _ = self.served.wait(|| if stays { stopped() } else { seen() });
        self.served.end();
    }
}
