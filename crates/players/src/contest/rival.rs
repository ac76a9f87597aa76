//! Participants of a match.

use std::sync::atomic::AtomicBool;

use bustan_harness::compare::participant::{End, Fault, Participant};
use bustan_harness::erased::{Move, Player, Position, Record, Rules};
use bustan_harness::protocol::foreign::{Foreign, Program};

use crate::ErasedBot;

/// A participant of a match, which plays one game after another.
pub trait Rival {
    /// Starts a game.
    ///
    /// # Errors
    /// Returns why the participant cannot play.
    fn begin(&mut self, start: &Position) -> Result<(), Loss>;

    /// Informs the participant of a move by another player.
    ///
    /// # Errors
    /// Returns why the participant cannot continue.
    fn opponent_moved(&mut self, player: Player, mv: &Move) -> Result<(), Loss>;

    /// Selects a move and considers it as made. `game` is the game so far, and `player` is the participant's
    /// colour. Setting `stop` makes the participant return soon.
    ///
    /// # Errors
    /// Returns why the participant does not move.
    fn choose(&mut self, game: &Record, player: Player, stop: &AtomicBool) -> Result<Move, Loss>;

    /// Whether the participant can play another game after a forfeit.
    fn is_well(&self) -> bool {
        true
    }
}

/// Why a participant forfeits a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loss {
    /// The kind of cause.
    pub cause: Cause,
    /// A message that describes what happened.
    pub words: String,
}

/// The kinds of causes for which a game is forfeited.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cause {
    /// The participant made an illegal move.
    Illegal,
    /// The participant did not answer in time.
    Time,
    /// The participant exited or gave a meaningless answer.
    Crash,
    /// The participant does not support the game, or refused a legal move.
    Refusal,
    /// The participant resigned.
    Resignation,
    /// The participant was not queried any more, because the match was stopped.
    Interruption,
}

impl Cause {
    /// The phrase for one such game, and the phrase for several.
    pub const fn words(self) -> [&'static str; 2] {
        match self {
            Self::Illegal => ["illegal move", "illegal moves"],
            Self::Time => ["loss on time", "losses on time"],
            Self::Crash => ["crash", "crashes"],
            Self::Refusal => ["refusal", "refusals"],
            Self::Resignation => ["resignation", "resignations"],
            Self::Interruption => ["interruption", "interruptions"],
        }
    }
}

impl Loss {
    fn new(cause: Cause, words: impl Into<String>) -> Self {
        Self { cause, words: words.into() }
    }
}

impl From<Fault> for Loss {
    fn from(fault: Fault) -> Self {
        let cause = match fault.end {
            End::Failure => Cause::Crash,
            End::Silence => Cause::Time,
            End::Interruption | End::Killed | End::Unstarted => Cause::Interruption,
            End::Untold => Cause::Refusal,
        };
        let words = fault.words.lines().next().unwrap_or_default();
        Self::new(
            cause,
            match fault.cause.as_str() {
                "" => words.to_string(),
                said => format!("{words} ({said})"),
            },
        )
    }
}

impl Rival for Box<dyn ErasedBot> {
    fn begin(&mut self, _: &Position) -> Result<(), Loss> {
        Ok(())
    }

    fn opponent_moved(&mut self, _: Player, _: &Move) -> Result<(), Loss> {
        Ok(())
    }

    fn choose(&mut self, game: &Record, _: Player, stop: &AtomicBool) -> Result<Move, Loss> {
        let thought = self.think(game, stop).map_err(|error| Loss::new(Cause::Crash, error.to_string()))?;
        Ok(thought.best)
    }
}

/// A participant that could not be created, and loses every game.
impl Rival for Loss {
    fn begin(&mut self, _: &Position) -> Result<(), Loss> {
        Err(self.clone())
    }

    fn opponent_moved(&mut self, _: Player, _: &Move) -> Result<(), Loss> {
        Err(self.clone())
    }

    fn choose(&mut self, _: &Record, _: Player, _: &AtomicBool) -> Result<Move, Loss> {
        Err(self.clone())
    }
}

/// An external program as a participant of a match.
pub struct Entrant(Foreign);

impl Entrant {
    /// Starts a program. Errors are reported when the program has to play.
    pub fn start(rules: Rules, program: &Program) -> Self {
        Self(Foreign::new(rules, program, None))
    }

    fn fault(&self) -> Result<(), Loss> {
        self.0.fault().map_or(Ok(()), |fault| Err(fault.into()))
    }
}

impl Rival for Entrant {
    fn begin(&mut self, start: &Position) -> Result<(), Loss> {
        let set = self.0.setup(start);
        self.fault()?;
        set.map_err(|refusal| Loss::new(Cause::Refusal, format!("it does not begin at {start}: {refusal}")))
    }

    fn opponent_moved(&mut self, player: Player, mv: &Move) -> Result<(), Loss> {
        let played = self.0.play(player, mv);
        self.fault()?;
        played.map_err(|_| Loss::new(Cause::Refusal, format!("it refuses {}", player.describe_move(mv))))
    }

    fn choose(&mut self, _: &Record, player: Player, _: &AtomicBool) -> Result<Move, Loss> {
        let answer = self.0.genmove(player);
        self.fault()?;
        match answer {
            Some(Ok(text)) if text.eq_ignore_ascii_case("resign") => {
                Err(Loss::new(Cause::Resignation, "it resigns"))
            }
            Some(Ok(text)) => self
                .0
                .rules()
                .mv(&text)
                .map_err(|_| Loss::new(Cause::Illegal, format!("{text:?} is not a move"))),
            Some(Err(message)) => Err(Loss::new(
                Cause::Refusal,
                format!("it answers genmove with {:?}", format!("? {message}")),
            )),
            None => Err(Loss::new(Cause::Crash, "it does not answer")),
        }
    }

    fn is_well(&self) -> bool {
        self.0.fault().is_none()
    }
}
