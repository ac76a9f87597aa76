//! The state that all pages share.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use axum::routing::get;
use axum::{Json, Router};
use bustan_harness::report::past::Runs;
use tokio::sync::Semaphore;

use crate::problem::Problem;
use crate::room::Room;
use crate::{Guest, Pair, Sessions, Watched, assets, beside, compose, play, run};

/// The maximum number of tables. The one that was unused for longest is dropped.
const TABLES: NonZeroUsize = NonZeroUsize::new(512).unwrap();

/// The number of questions to the compared engines that are answered at the same time: each may start
/// programs.
const QUESTIONS: usize = 2;

/// The state that pages share: the tables, and the number of players that may think at the same time.
pub struct Server {
    tables: Mutex<Sessions<Arc<Room>>>,
    pub(crate) thinkers: Arc<Semaphore>,
    /// Files of solved positions, each with its game.
    pub(crate) databases: Vec<(String, PathBuf)>,
    /// The engines that are compared.
    pub(crate) pair: Arc<dyn Pair>,
    /// Limits the number of questions to them that are answered at the same time.
    pub(crate) places: Arc<Semaphore>,
    /// The run in progress, if there is one.
    pub(crate) watched: Option<Arc<Watched>>,
    /// The past runs, if there is a directory of them.
    pub(crate) runs: Option<Runs>,
    /// The programs that can take a seat.
    pub(crate) guests: Vec<Guest>,
}

impl Server {
    /// Makes a server without tables, which compares these engines. It looks solved positions up in these
    /// files, each given with the name of its game.
    pub fn new(databases: Vec<(String, PathBuf)>, pair: Arc<dyn Pair>) -> Arc<Self> {
        Self::of_runs(databases, pair, None, None, Vec::new())
    }

    /// The same, but also shows a run in progress, or past runs, and offers seats to these programs.
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

    /// Keeps a room and returns its number.
    pub(crate) fn open(&self, room: Arc<Room>) -> u64 {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner).open(room)
    }

    /// Returns the room with this number.
    pub(crate) fn room(&self, number: u64) -> Result<Arc<Room>, Problem> {
        let mut tables = self.tables.lock().unwrap_or_else(PoisonError::into_inner);
        let found = tables.get(number).cloned();
        found.ok_or_else(|| {
            Problem::absent(format!("there is no table {number}; tables unused for long are cleared"))
        })
    }
}

/// Returns all pages of a server, to be protected by a [guard](crate::shielded).
pub fn pages(server: Arc<Server>) -> Router {
    Router::new()
        .route("/assets/{*path}", get(assets::file))
        // Pages use it to check that the server is still there, and still the same.
        .route("/api/alive", get(async || Json(true)))
        .merge(play::routes())
        .merge(compose::routes())
        .merge(beside::routes())
        .merge(run::routes())
        .fallback(assets::absent)
        .method_not_allowed_fallback(async || {
            Problem::wrong("the page does not take requests of this method")
        })
        .with_state(server)
}
