//! The engine's move count agrees with the list, and its random games end where the game is over.

use std::cell::Cell;

use bustan_vocabulary::{NoStart, Playout};

use crate::base::{Dice, Stop};
use crate::compare::divergence::{Aspect, Call, Kind, Violation};
use crate::compare::panics::{draws, unless_broken_off};
use crate::compare::participant::Observed;
use crate::compare::recorder::Recorder;
use crate::compare::watched::Watched;
use crate::compare::{differing_own, playouts, plural, who};
use crate::erased::{Observation, Rules};

/// The maximum number of draws in a random game. A game with more draws is aborted.
const MOST_DRAWS: u32 = 1 << 17;

/// The maximum number of moves of a random game that is repeated with the same dice.
const SHORT: u64 = 64;

/// A violation about a random game: its name and its description.
type Wrong<'w> = (&'w str, &'w str);

impl Recorder<'_> {
    /// Checks that the engine counts `listed` legal moves. Returns whether the engine supports counting.
    pub(crate) fn counts(&mut self, listed: usize, when: &str) -> Result<bool, Violation> {
        if self.is_trusted() {
            return Ok(false);
        }
        match self.engine.perft(1) {
            Some(counted) if counted != listed as u64 => {
                let listed = match self.engine.legal_moves() {
                    Some(_) => format!("where {listed} are listed"),
                    None => format!("and the other engine lists {listed}"),
                };
                let words = format!("{}: {when}, it counts {counted} legal moves {listed}", self.name);
                Err(Violation::new(Kind::Count, &["perft"], words).about(Aspect::Call(Call::Perft)))
            }
            counted => Ok(counted.is_some()),
        }
    }

    /// Plays a random game from the current position on a duplicate. Checks that it ends where the game is
    /// over, and that the engine's observation of the final position equals the observation after a setup at
    /// that position. If the game is short, the same dice must lead to the same end. If `even` is set and
    /// only a few games are possible, each must have the probability that uniformly random moves give it. A
    /// game that is stopped before it is over, or that exceeds `MOST_DRAWS` draws, is ignored.
    pub(crate) fn playout(
        &mut self,
        rules: Rules,
        dice: &Dice,
        stop: Stop<'_>,
        even: bool,
    ) -> Result<(), Violation> {
        if self.is_trusted() {
            return Ok(());
        }
        let Some(mut duplicate) = self.engine.duplicate() else { return Ok(()) };
        let Some((done, drawn)) = random_game(&mut duplicate, dice, stop) else { return Ok(()) };
        let Some(done) = done else {
            // An engine that has drawn no move does not support random games.
            let plays = drawn > 0 && self.engine.legal_moves().is_some();
            return if plays { self.wrong_game(("refused", "cannot be played")) } else { Ok(()) };
        };
        self.ends_the_game(&duplicate, done)?;
        self.is_repeatable(&duplicate, done, dice, stop)?;
        self.shows_the_end(&duplicate, done)?;
        if even && let Some((what, words)) = playouts::playout_error(rules, &self.engine) {
            return self.wrong_game((what, &words));
        }
        self.still(0, Kind::Clone, "after random games on duplicates")
    }

    /// Checks that a random game ended where the game is over, and that its number of moves is plausible.
    fn ends_the_game(&self, duplicate: &Watched, done: Playout) -> Result<(), Violation> {
        if duplicate.turn().is_some() {
            return self.wrong_game(playouts::UNFINISHED);
        }
        let counted = || plural(done.plies as usize, "move");
        let turn = self.trail.turn().flatten();
        if (done.plies == 0) != turn.is_none() {
            let words = format!("counts {}, with {} to move", counted(), who(turn));
            return self.wrong_game(("plies", &words));
        }
        if done.legal < done.plies {
            let words = format!("of {} counts only {} to choose from", counted(), done.legal);
            return self.wrong_game(("legal", &words));
        }
        Ok(())
    }

    /// Checks that the same dice lead to the same end, if the random game was short.
    fn is_repeatable(
        &self,
        duplicate: &Watched,
        done: Playout,
        dice: &Dice,
        stop: Stop<'_>,
    ) -> Result<(), Violation> {
        if done.plies <= SHORT
            && let Some(mut other) = self.engine.duplicate()
            && let Some((again, _)) = random_game(&mut other, dice, stop)
            && (again != Some(done) || duplicate.position() != other.position())
        {
            return self.wrong_game(("dice", "differs when played again with the same random numbers"));
        }
        Ok(())
    }

    /// Checks that the final position of a random game has the right number of moves, and that an engine set
    /// up at this position reports the same.
    fn shows_the_end(&mut self, duplicate: &Watched, done: Playout) -> Result<(), Violation> {
        let ended = duplicate.look(true);
        if let (Some(before), Some(after)) = (self.trail.ply_shown(0), ended.ply())
            && before + done.plies != after
        {
            let counted = plural(done.plies as usize, "move");
            let words = format!("counts {counted}, and shows move {after} after move {before}");
            return self.wrong_game(("ply", &words));
        }
        let (Some(position), Some(shown)) =
            (duplicate.position(), ended.observation().and_then(Observed::own))
        else {
            return Ok(());
        };
        if position.rules().is_opaque() {
            return Ok(());
        }
        let spare = match self.spare.setup(&position) {
            Err(NoStart::Unable) => None,
            Err(error) => {
                let words = format!("ends at {position}, which it refuses: {error}");
                return self.wrong_game(("end", &words));
            }
            Ok(spare) => spare.observe(),
        };
        let differs = |spare: &Observation| {
            let [fresh, kept] = [spare, shown].map(Observation::without_history);
            fresh != kept && differing_own(&kept, &fresh, self.trail.ignored()).is_some()
        };
        if spare.as_ref().and_then(Observed::own).is_some_and(differs) {
            let words = format!("ends at {position}, and shows another position there");
            return self.wrong_game(("end", &words));
        }
        Ok(())
    }

    /// Returns the violation about a random game.
    fn wrong_game(&self, (what, words): Wrong<'_>) -> Result<(), Violation> {
        let words = format!("{}: a random game {words}", self.name);
        Err(Violation::new(Kind::Count, &["playout", what], words).about(Aspect::Call(Call::Playout)))
    }
}

/// Plays a random game. Returns the engine's answer and the number of draws, or `None` if the game was
/// aborted; the engine must not be used after that.
fn random_game(engine: &mut Watched, dice: &Dice, stop: Stop<'_>) -> Option<(Option<Playout>, u32)> {
    let mut dice = dice.clone();
    let drawn = Cell::new(0u32);
    let mut draw = |n| {
        drawn.set(drawn.get() + 1);
        draws(&mut dice, n, drawn.get() > MOST_DRAWS || stop.now())
    };
    let done = unless_broken_off(|| engine.playout(&mut draw))?;
    Some((done, drawn.get()))
}
