//! A table with its players: human players, who send requests, computer players, which run in the server, and
//! external programs.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use bustan_players::Spec;
use serde::Serialize;
use tokio::sync::{Semaphore, watch};
use tokio::task::spawn_blocking;
use tokio::time::{sleep, timeout};

use crate::table::{Occupant, Question, Refusal, Table, Unanswered};
use crate::view::{Answer, Preview, View};

/// The time for which each position is shown if there are no human players.
const PAUSE: Duration = Duration::from_millis(300);

/// The time limit for solving a position.
const PATIENCE: Duration = Duration::from_secs(5);

/// The error if a position cannot be solved within the time limit.
const TOO_DEEP: &str = "this position is too deep to solve";

/// A table and its state.
pub(crate) struct Room {
    game: &'static str,
    inner: Mutex<Inner>,
    /// The number of the last change.
    changed: watch::Sender<u64>,
    /// Limits the number of players that compute at the same time, at all tables.
    thinkers: Arc<Semaphore>,
}

struct Inner {
    table: Box<dyn Table>,
    resigned: Option<usize>,
    /// The seat of an external program that lost the game by a failure; `trouble` contains the reason.
    failed: Option<usize>,
    paused: bool,
    /// The error of a computer player or an external program.
    trouble: Option<String>,
    /// The flag that ends the current computation of a player, if any.
    thinking: Option<Arc<AtomicBool>>,
}

/// The state of a table, as sent to pages.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct RoomState {
    /// The number of the last change.
    version: u64,
    #[serde(flatten)]
    view: View,
    /// The index of the player who has resigned.
    resigned: Option<usize>,
    over: bool,
    paused: bool,
    /// Whether a computer player or an external program is computing.
    thinking: bool,
    trouble: Option<String>,
}

impl Inner {
    fn over(&self) -> bool {
        self.resigned.or(self.failed).is_some() || self.table.turn().is_none()
    }

    /// Whether the seat is that of a human player.
    fn is_person(&self, player: usize) -> bool {
        self.table.seats().get(player).is_none_or(|(_, seat)| seat.is_none())
    }

    fn has_people(&self) -> bool {
        self.table.seats().iter().any(|(_, seat)| seat.is_none())
    }

    fn persons_turn(&self) -> bool {
        !self.over() && self.table.turn().is_some_and(|player| self.is_person(player))
    }

    /// Clears the failure of an external program.
    fn recover(&mut self) {
        if self.failed.take().is_some() {
            self.trouble = None;
        }
    }

    fn stop_thinking(&mut self) {
        if let Some(stop) = self.thinking.take() {
            stop.store(true, Ordering::Relaxed);
        }
    }
}

impl Drop for Inner {
    fn drop(&mut self) {
        self.stop_thinking();
    }
}

impl Room {
    pub(crate) fn new(table: Box<dyn Table>, thinkers: Arc<Semaphore>) -> Arc<Self> {
        let game = table.game();
        let inner =
            Inner { table, resigned: None, failed: None, paused: false, trouble: None, thinking: None };
        Arc::new(Self { game, inner: Mutex::new(inner), changed: watch::Sender::new(0), thinkers })
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        // After a panic, the game is at some position, which the page shows.
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The name of the game.
    pub(crate) fn game(&self) -> &'static str {
        self.game
    }

    /// Returns a receiver of the number of the last change, which is notified of every change.
    pub(crate) fn watch(&self) -> watch::Receiver<u64> {
        self.changed.subscribe()
    }

    pub(crate) fn state(&self, flipped: bool) -> RoomState {
        let inner = self.inner();
        let mut view = inner.table.view(inner.persons_turn(), flipped);
        if let Some(player) = inner.resigned.and_then(|number| view.players.get(number)) {
            view.headline = format!("game over: {} has resigned", player.name);
        }
        if let Some(player) = inner.failed.and_then(|number| view.players.get(number)) {
            view.headline = format!("game over: {} loses", player.name);
        }
        RoomState {
            version: *self.changed.borrow(),
            view,
            resigned: inner.resigned,
            over: inner.over(),
            paused: inner.paused,
            thinking: inner.thinking.is_some(),
            trouble: inner.trouble.clone(),
        }
    }

    /// Changes the table, and then starts the player to move if it is not human.
    fn change<T, E>(self: &Arc<Self>, change: impl FnOnce(&mut Inner) -> Result<T, E>) -> Result<T, E> {
        let mut inner = self.inner();
        let done = change(&mut inner)?;
        self.changed.send_modify(|version| *version += 1);
        self.go_on(&mut inner);
        Ok(done)
    }

    /// Makes a move for the human player to move, whose decision was based on `version` of the game.
    pub(crate) fn play(self: &Arc<Self>, version: Option<u64>, mv: Chosen<'_>) -> Result<(), Refusal> {
        self.change(|inner| {
            if version.is_some_and(|version| version != *self.changed.borrow()) {
                return Err(Refusal::of_text("the position has changed; look at the board again"));
            }
            if inner.over() && inner.table.turn().is_some() {
                return Err(Refusal::of_text("the game is over"));
            }
            if inner.table.turn().is_some_and(|player| !inner.is_person(player)) {
                return Err(Refusal::of_text("it is not a human player's turn"));
            }
            match mv {
                Chosen::Text(text) => inner.table.play(text),
                Chosen::Steps(steps) => inner.table.touch(steps),
            }
        })
    }

    /// Undoes moves back to the last decision of a human player, or one move if there are no human players.
    pub(crate) fn undo(self: &Arc<Self>) -> Result<(), &'static str> {
        self.change(|inner| {
            if inner.resigned.take().is_some() {
                return Ok(());
            }
            let alone = !inner.has_people();
            let mut taken = 0;
            while inner.table.undo() {
                taken += 1;
                if alone || inner.table.turn().is_some_and(|player| inner.is_person(player)) {
                    inner.recover();
                    inner.stop_thinking();
                    inner.paused |= alone;
                    return Ok(());
                }
            }
            for _ in 0..taken {
                inner.table.redo();
            }
            Err("there is no human move to take back")
        })
    }

    /// Redoes undone moves up to the next decision of a human player. If the game was resigned, nothing
    /// changes.
    pub(crate) fn redo(self: &Arc<Self>) -> Result<(), &'static str> {
        self.change(|inner| {
            if inner.resigned.is_some() {
                return Err("the game is over; take back the resignation first");
            }
            if inner.failed.is_some() {
                return Err("the game is over; take back a move first");
            }
            if !inner.table.redo() {
                return Err("no move was taken back");
            }
            inner.stop_thinking();
            while inner.has_people() && !inner.persons_turn() && inner.table.redo() {}
            Ok(())
        })
    }

    /// Lets the human player to move resign. If no human player is to move, the first human player resigns.
    pub(crate) fn resign(self: &Arc<Self>) -> Result<(), &'static str> {
        self.change(|inner| {
            if inner.over() {
                return Err("the game is over");
            }
            let seats = inner.table.seats();
            let turn = inner.table.turn().filter(|&player| inner.is_person(player));
            let person = turn.or_else(|| seats.iter().position(|(_, seat)| seat.is_none()));
            inner.resigned = Some(person.ok_or("there is no human player")?);
            inner.stop_thinking();
            Ok(())
        })
    }

    /// Pauses the computer players, or lets them continue.
    pub(crate) fn pause(self: &Arc<Self>, paused: bool) {
        let _ = self.change(|inner| {
            inner.paused = paused;
            if paused {
                inner.stop_thinking();
            }
            Ok::<_, ()>(())
        });
    }

    /// Seats human players, computer players and external programs.
    pub(crate) fn seat(self: &Arc<Self>, sitters: &[Occupant], seed: u64) -> Result<(), String> {
        self.change(|inner| {
            inner.stop_thinking();
            inner.recover();
            inner.trouble = None;
            // A game with fewer players ignores the last ones.
            let seats = inner.table.seats().len();
            let mut seated = (0..seats).zip(sitters);
            seated.try_for_each(|(number, sitter)| {
                inner.table.seat(number, sitter, seed.wrapping_add(number as u64))
            })
        })
    }

    pub(crate) fn record(&self) -> String {
        self.inner().table.record()
    }

    pub(crate) fn svg(&self) -> Option<String> {
        self.inner().table.svg()
    }

    pub(crate) fn preview(&self, steps: &[&str], flipped: bool) -> Option<Preview> {
        self.inner().table.preview(steps, flipped)
    }

    /// Queries a computer player about the position. Dropping the request ends the computation.
    pub(crate) async fn hint(self: &Arc<Self>, player: &Spec, seed: u64) -> Result<Answer, String> {
        let question = self.inner().table.hint(player, seed)?;
        self.ask(question).await.map_err(|unanswered| unanswered.words)
    }

    /// Computes the values of all moves. Dropping the request ends the computation.
    pub(crate) async fn values(self: &Arc<Self>) -> Result<Answer, String> {
        let question = self.inner().table.values();
        let answer = timeout(PATIENCE, self.ask(question)).await;
        answer.unwrap_or_else(|_| Err(TOO_DEEP.into())).map_err(|unanswered| unanswered.words)
    }

    async fn ask(&self, question: Question) -> Result<Answer, Unanswered> {
        // Dropped together with the request, which ends the computation.
        let stop = Stop(Arc::default());
        think(question, Arc::clone(&stop.0), &self.thinkers).await
    }

    /// If a computer player or an external program is to move, starts it and makes its move, unless the game
    /// changes in the meantime.
    fn go_on(self: &Arc<Self>, inner: &mut Inner) {
        if inner.over() || inner.paused || inner.thinking.is_some() || inner.persons_turn() {
            return;
        }
        let turn = inner.table.turn();
        let Some((player, question)) = turn.and_then(|player| Some((player, inner.table.question(player)?)))
        else {
            return;
        };
        let stop = Arc::new(AtomicBool::new(false));
        inner.thinking = Some(Arc::clone(&stop));
        let watched = inner.has_people();
        let (room, thinkers) = (Arc::downgrade(self), Arc::clone(&self.thinkers));
        tokio::spawn(async move {
            if !watched {
                sleep(PAUSE).await;
            }
            let answer = think(question, Arc::clone(&stop), &thinkers).await;
            let Some(room) = room.upgrade() else { return };
            let _ = room.change(|inner| {
                // The computation was stopped by a change of the game.
                if stop.load(Ordering::Relaxed) {
                    return Err(());
                }
                inner.thinking = None;
                let made = answer.and_then(|answer| {
                    inner.table.play(&answer.best.text).map_err(|refusal| refusal.words.into())
                });
                if let Err(Unanswered { words, loses }) = made {
                    inner.trouble = Some(words);
                    inner.failed = loses.then_some(player);
                    inner.paused |= !loses;
                }
                // A game without human players may continue forever, so it is paused without viewers.
                inner.paused |= !watched && room.changed.receiver_count() == 0;
                Ok(())
            });
        });
    }
}

/// A move that was selected on a page.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Chosen<'a> {
    /// The text of the move.
    Text(&'a str),
    /// The targets that were clicked.
    Steps(&'a [&'a str]),
}

/// Ends a computation when it is dropped.
struct Stop(Arc<AtomicBool>);

impl Drop for Stop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Runs a computation, once the number of parallel computations permits it.
async fn think(
    question: Question,
    stop: Arc<AtomicBool>,
    thinkers: &Arc<Semaphore>,
) -> Result<Answer, Unanswered> {
    let _place = Arc::clone(thinkers).acquire_owned().await.map_err(|_| "the server ends")?;
    if stop.load(Ordering::Relaxed) {
        return Err("thinking was stopped".into());
    }
    let thought = spawn_blocking(move || question(&stop)).await;
    thought.unwrap_or_else(|_| Err("the player panicked; this is a bug".into()))
}
