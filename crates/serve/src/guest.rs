//! Programs that take a seat at a table.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use bustan_harness::erased::{Move, Player, Record};
use bustan_harness::protocol::foreign::Program;
use bustan_players::contest::{Entrant, Loss, Rival};

/// The interval at which a question that is being answered checks whether it is still needed.
const LOOK: Duration = Duration::from_millis(50);

/// A program that can take a seat. Only the command line names programs; pages choose among them.
#[derive(Clone, Debug)]
pub struct Guest {
    name: String,
    program: Program,
    game: Option<&'static str>,
}

impl Guest {
    /// A program with this name in the list of seats. It is offered in one game, or in all.
    pub fn new(name: impl Into<String>, program: Program, game: Option<&'static str>) -> Self {
        Self { name: name.into(), program, game }
    }

    /// Returns its name in the list of seats.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the only game in which it is offered; `None` for all.
    pub fn game(&self) -> Option<&'static str> {
        self.game
    }
}

/// A program in a seat. It follows one game; a game that does not continue the last one is given to a new
/// process.
pub(crate) struct Sitting {
    guest: Guest,
    playing: Option<Playing>,
}

/// A process with the game that it knows.
struct Playing {
    entrant: Entrant,
    game: Record,
    /// Set when its answers are no longer needed.
    unneeded: Arc<AtomicBool>,
}

impl Sitting {
    pub(crate) fn new(guest: Guest) -> Self {
        Self { guest, playing: None }
    }

    pub(crate) fn name(&self) -> &str {
        self.guest.name()
    }

    /// Asks for a move of this player in a game. Setting `stop` gives up.
    pub(crate) fn choose(&mut self, game: &Record, player: Player, stop: &AtomicBool) -> Result<Move, Loss> {
        let known = self.playing.take().filter(|playing| playing.goes_on_to(game));
        let unneeded = known.as_ref().map(|playing| Arc::clone(&playing.unneeded)).unwrap_or_default();
        let answered = AtomicBool::new(false);
        let (playing, mv) = thread::scope(|scope| {
            scope.spawn(|| {
                while !answered.load(Ordering::Relaxed) && !stop.load(Ordering::Relaxed) {
                    thread::sleep(LOOK);
                }
                unneeded.fetch_or(stop.load(Ordering::Relaxed), Ordering::Relaxed);
            });
            let answer = self.answer(known, &unneeded, game, player, stop);
            answered.store(true, Ordering::Relaxed);
            answer
        })?;
        self.playing = Some(playing);
        Ok(mv)
    }

    /// Sends a process the moves of the game that it does not know, and asks it for a move.
    fn answer(
        &self,
        known: Option<Playing>,
        unneeded: &Arc<AtomicBool>,
        game: &Record,
        player: Player,
        stop: &AtomicBool,
    ) -> Result<(Playing, Move), Loss> {
        let mut playing = match known {
            Some(playing) => playing,
            None => self.begin(game, unneeded)?,
        };
        for (player, mv) in &game.moves[playing.game.moves.len()..] {
            playing.entrant.told(*player, mv)?;
            playing.game.moves.push((*player, mv.clone()));
        }
        let mv = playing.entrant.choose(game, player, stop)?;
        playing.game.moves.push((player, mv.clone()));
        Ok((playing, mv))
    }

    fn begin(&self, game: &Record, unneeded: &Arc<AtomicBool>) -> Result<Playing, Loss> {
        let rules = game.start.rules();
        let program = self.guest.program.clone().unneeded(Arc::clone(unneeded));
        let mut entrant = Entrant::start(rules, &program);
        // The table ends the game at a draw; not every protocol has words for that.
        entrant.begin(&game.start.without_draws())?;
        Ok(Playing { entrant, game: Record::new(game.start.clone()), unneeded: Arc::clone(unneeded) })
    }
}

impl Playing {
    /// Whether the process can continue this game.
    fn goes_on_to(&self, game: &Record) -> bool {
        self.entrant.is_well() && self.game.start == game.start && game.moves.starts_with(&self.game.moves)
    }
}
