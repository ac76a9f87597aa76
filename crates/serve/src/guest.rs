//! External programs in the seats of tables.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use bustan_harness::erased::{Move, Player, Record};
use bustan_harness::protocol::foreign::Program;
use bustan_players::contest::{Entrant, Loss, Rival};

/// The interval at which a query in progress checks whether its result is still needed.
const LOOK: Duration = Duration::from_millis(50);

/// An external program that can be seated. Programs are specified only on the command line, and pages select
/// from them.
#[derive(Clone, Debug)]
pub struct Guest {
    name: String,
    program: Program,
    game: Option<&'static str>,
}

impl Guest {
    /// Returns a program with a name for the list of seats. It is available in one game, or in all games.
    pub fn new(name: impl Into<String>, program: Program, game: Option<&'static str>) -> Self {
        Self { name: name.into(), program, game }
    }

    /// The name in the list of seats.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The only game in which the program is available; `None` for all games.
    pub fn game(&self) -> Option<&'static str> {
        self.game
    }
}

/// An external program in a seat. It follows one game. If a game does not continue the previous one, a new
/// process is started.
pub(crate) struct Sitting {
    guest: Guest,
    playing: Option<Playing>,
}

/// A process, and the game that it has been sent.
struct Playing {
    entrant: Entrant,
    game: Record,
    /// Set when the results of the process are no longer needed.
    unneeded: Arc<AtomicBool>,
}

impl Sitting {
    pub(crate) fn new(guest: Guest) -> Self {
        Self { guest, playing: None }
    }

    pub(crate) fn name(&self) -> &str {
        self.guest.name()
    }

    /// Queries the program for a move of `player` in a game. Setting `stop` cancels the query.
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

    /// Sends a process the missing moves of the game, and queries it for a move.
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
            playing.entrant.opponent_moved(*player, mv)?;
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
        // The table itself ends a game that is drawn, because not every protocol can express draws.
        entrant.begin(&game.start.without_draws())?;
        Ok(Playing { entrant, game: Record::new(game.start.clone()), unneeded: Arc::clone(unneeded) })
    }
}

impl Playing {
    /// Whether the process can continue a game.
    fn goes_on_to(&self, game: &Record) -> bool {
        self.entrant.is_well() && self.game.start == game.start && game.moves.starts_with(&self.game.moves)
    }
}
