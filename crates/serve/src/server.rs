//! The state shared by all pages.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use axum::routing::get;
use axum::{Json, Router};
use bustan_harness::report::past::Runs;
use tokio::sync::Semaphore;

use crate::problem::Problem;
use crate::room::Room;
use crate::{Guest, Pair, Sessions, Watched, assets, compose, play, questions, run};

/// The maximum number of tables. If there are more, the least recently used table is dropped.
const TABLES: NonZeroUsize = NonZeroUsize::new(512).unwrap();

/// The maximum number of parallel queries of the compared engines. Each of them may start programs.
const QUESTIONS: usize = 2;

/// The state shared by all pages: the tables, and the limits of parallel computations.
pub struct Server {
    tables: Mutex<Sessions<Arc<Room>>>,
    pub(crate) thinkers: Arc<Semaphore>,
    /// Files of solved positions, each after the name of its game.
    pub(crate) databases: Vec<(String, PathBuf)>,
    /// The engines to compare.
    pub(crate) pair: Arc<dyn Pair>,
    /// Limits the number of parallel queries of the compared engines.
    pub(crate) places: Arc<Semaphore>,
    /// The run in progress, if any.
    pub(crate) watched: Option<Arc<Watched>>,
    /// The past runs, if there is a directory of runs.
    pub(crate) runs: Option<Runs>,
    /// The external programs that can be seated.
    pub(crate) guests: Vec<Guest>,
}

impl Server {
    /// Returns a server without tables, which compares the engines of `pair` and looks up solved positions in
    /// `databases`, each after the name of its game.
    pub fn new(databases: Vec<(String, PathBuf)>, pair: Arc<dyn Pair>) -> Arc<Self> {
        Self::of_runs(databases, pair, None, None, Vec::new())
    }

    /// Returns a server that also shows a run in progress or past runs, and that offers seats to external
    /// programs.
    pub fn of_runs(
        databases: Vec<(String, PathBuf)>,
        pair: Arc<dyn Pair>,
        watched: Option<Arc<Watched>>,
        runs: Option<Runs>,
        guests: Vec<Guest>,
    ) -> Arc<Self> {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let tables = Mutex::new(Sessions::new(TABLES));
        let [thinkers, places] = [cores, QUESTIONS].map(|most| Arc::new(Semaphore::new(most)));
        Arc::new(Self { tables, thinkers, databases, pair, places, watched, runs, guests })
    }

    /// Stores a table and returns its number.
    pub(crate) fn open(&self, room: Arc<Room>) -> u64 {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner).open(room)
    }

    /// Returns the table with this number.
    pub(crate) fn room(&self, number: u64) -> Result<Arc<Room>, Problem> {
        let mut tables = self.tables.lock().unwrap_or_else(PoisonError::into_inner);
        let found = tables.get(number).cloned();
        found.ok_or_else(|| {
            Problem::absent(format!(
                "table {number} not found; tables that are not used for a long time are removed"
            ))
        })
    }
}

/// Returns all pages of a server, which are to be protected by a [guard](crate::shielded).
pub fn pages(server: Arc<Server>) -> Router {
    Router::new()
        .route("/assets/{*path}", get(assets::file))
        // Pages use this route to check that the server is still running and still the same.
        .route("/api/alive", get(async || Json(true)))
        .merge(play::routes())
        .merge(compose::routes())
        .merge(questions::routes())
        .merge(run::routes())
        .fallback(assets::absent)
        .method_not_allowed_fallback(async || Problem::wrong("the page does not support this request method"))
        .with_state(server)
}
