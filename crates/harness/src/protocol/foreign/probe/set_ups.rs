//! Set-ups that a program must refuse without changing its game.

use super::{Ability, Dice, NO_POSITION, ProbeOutcome, ProbedPosition, Prober, Support, slip};
use crate::compare::participant::Fault;

/// The number of moves played before a set-up, so that a program that loses its game shows another position.
const MOVES: usize = 2;

const GARBAGE: &str = "refuses a text that is not a position";
const ALTERED: &str = "refuses its own position with meaningless characters in it";
const IMPOSSIBLE: &str = "refuses a position that cannot occur";
const KEEPS: &str = "keeps its game when it refuses a position";

/// A game during which set-ups are tried.
struct Game {
    /// The commands that play the game.
    commands: Vec<String>,
    shown: ProbedPosition,
    position: Option<String>,
}

impl Prober<'_> {
    /// After a few moves, tries to set the program up with texts that are not positions, and with a position
    /// that cannot occur.
    pub(super) fn set_ups(&mut self, start: &ProbedPosition) -> Result<(), Fault> {
        if self.abilities.get(Ability::Setup) != Support::Yes {
            [GARBAGE, IMPOSSIBLE, KEEPS]
                .iter()
                .for_each(|should| self.untried(should, "it does not know bustan-setup"));
            return Ok(());
        }
        let game = self.some_moves(start)?;
        self.refuses_position(GARBAGE, "accepts a text that is not a position", NO_POSITION, &game)?;
        match &game.position {
            Some(own) => {
                let middle = own.len() / 2;
                let middle = (middle..=own.len()).find(|at| own.is_char_boundary(*at)).unwrap_or(own.len());
                let altered = format!("{}{NO_POSITION}{}", &own[..middle], &own[middle..]);
                let does = "accepts its own position with meaningless characters in it";
                self.refuses_position(ALTERED, does, &altered, &game)?;
            }
            None => self.untried(ALTERED, "it does not report its position"),
        }
        match self.impossible {
            None => self.untried(IMPOSSIBLE, "the game is not known"),
            Some(_) if self.program.trusting => {
                self.untried(IMPOSSIBLE, "engines that search assume that every position is reachable");
            }
            Some(position) => {
                self.refuses_position(IMPOSSIBLE, "accepts a position that cannot occur", position, &game)?;
            }
        }
        if !self.tried(KEEPS) {
            let shows = game.shown.legal.is_some() || game.shown.state.is_some() || game.position.is_some();
            let shown = if shows {
                ProbeOutcome::Fine
            } else {
                ProbeOutcome::Untried("it reports nothing about its game".into())
            };
            self.note(KEEPS, shown);
        }
        Ok(())
    }

    /// Plays a few moves from the start.
    fn some_moves(&mut self, start: &ProbedPosition) -> Result<Game, Fault> {
        self.again()?;
        let mut game = Game { commands: Vec::new(), shown: start.clone(), position: None };
        let mut dice = Dice::new(2);
        for ply in 0..MOVES {
            let counted = self.players.get(ply % self.players.len().max(1)).cloned().unwrap_or_default();
            let player = game.shown.to_move().map_or(counted, String::from);
            let moves = self.moves_of(&game.shown, &player, &game.commands, &mut dice)?;
            let Some(mv) = moves.into_iter().flatten().next() else { break };
            let command = format!("play {player} {mv}");
            if self.ask(&command)?.is_err() {
                break;
            }
            game.commands.push(command);
            game.shown = self.look()?;
        }
        game.position = self.position()?;
        Ok(game)
    }

    /// Returns the text of the current position, if the program reports it.
    fn position(&mut self) -> Result<Option<String>, Fault> {
        if self.abilities.get(Ability::Position) != Support::Yes {
            return Ok(None);
        }
        Ok(self.ask(Ability::Position.command())?.ok())
    }

    /// Sends a set-up that the program must refuse without changing its game.
    fn refuses_position(
        &mut self,
        should: &'static str,
        does: &str,
        text: &str,
        game: &Game,
    ) -> Result<(), Fault> {
        let command = format!("{} {text}", Ability::Setup.command());
        let answer = self.ask(&command)?;
        if answer.is_ok() {
            self.note(should, slip(does, &command, &answer));
            return self.play_again(game);
        }
        self.note(should, ProbeOutcome::Fine);
        if self.look()? != game.shown || self.position()? != game.position {
            if !self.tried(KEEPS) {
                self.note(KEEPS, slip("shows another position after it refused one", &command, &answer));
            }
            self.play_again(game)?;
        }
        Ok(())
    }

    /// Replays the game from its initial board. Sends `boardsize` again, because programs disagree about
    /// which board `clear_board` clears after a set-up.
    fn play_again(&mut self, game: &Game) -> Result<(), Fault> {
        if self.can(Ability::Boardsize) && !self.words.is_empty() {
            self.ask(&format!("boardsize {}", self.words))?.ok();
        }
        self.again()?;
        game.commands.iter().try_for_each(|command| self.ask(command).map(drop))
    }
}
