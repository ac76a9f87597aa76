//! Trial games: moves that must be refused, undo, and the end of a game.

use serde_json::Value;

use super::{NONSENSE, ProbeOutcome, ProbedPosition, Prober, slip};
use crate::base::Dice;
use crate::compare::participant::Fault;
use crate::protocol::foreign::abilities::{Ability, Support};

/// The maximum number of moves of the game that is played to its end.
const MOST_PLIES: usize = 1000;

impl Prober<'_> {
    /// Plays the first moves of a game, and tries moves that the program must refuse.
    pub(super) fn moves(&mut self, start: &ProbedPosition) -> Result<(), Fault> {
        const NONE: &str = "refuses a word that is not a move";
        const WRONG: &str = "refuses a move of the wrong colour";
        const SECOND: &str = "refuses a second move of the same colour";
        let (first, other) = self.colours(start);
        let command = format!("play {first} {NONSENSE}");
        if !self.refuses(NONE, "plays a word that is not a move", &command, start)? {
            self.again()?;
        }
        let mut dice = Dice::new(0);
        let Some(mv) = self.moves_of(start, &first, &[], &mut dice)?.into_iter().flatten().next() else {
            [WRONG, SECOND].iter().for_each(|should| self.untried(should, "no legal move is known"));
            return Ok(());
        };
        if let Some(other) = &other {
            self.refuses_wrong(WRONG, other, &mv, start)?;
        }
        let command = format!("play {first} {mv}");
        let answer = self.ask(&command)?;
        if answer.is_err() {
            self.refuses_listed(&command, &answer, start);
            self.untried(SECOND, "it refuses the first move");
            return Ok(());
        }
        if start.legal.is_some() {
            self.note("plays a move that it lists", ProbeOutcome::Fine);
        }
        let after = self.look()?;
        // If no other player is known, the player to move now is not the player to move at the start.
        let other = match other {
            Some(_) => None,
            None => Some(after.to_move().filter(|player| *player != first).map(String::from)),
        };
        let again = after.to_move() == Some(first.as_str());
        let next = after.to_move().unwrap_or_default().to_string();
        let second = match again || next.is_empty() {
            true => None,
            false => self.moves_of(&after, &next, &[command], &mut dice)?,
        };
        match second.into_iter().flatten().next() {
            _ if again => self.untried(SECOND, "the same colour moves again"),
            _ if after.to_move().is_none() => self.untried(SECOND, "it does not report whose turn it is"),
            Some(second) => {
                let command = format!("play {first} {second}");
                self.refuses(SECOND, "plays a second move of the same colour", &command, &after)?;
            }
            None => self.untried(SECOND, "no legal move is known"),
        }
        self.again()?;
        match other {
            None => Ok(()),
            Some(Some(other)) => self.refuses_wrong(WRONG, &other, &mv, start),
            Some(None) => {
                self.untried(WRONG, "the colours of the game are not known");
                Ok(())
            }
        }
    }

    /// Tries a move for a player who is not to move at the start.
    fn refuses_wrong(
        &mut self,
        should: &'static str,
        player: &str,
        mv: &str,
        start: &ProbedPosition,
    ) -> Result<(), Fault> {
        let does = "plays a move of the wrong colour";
        if self.refuses(should, does, &format!("play {player} {mv}"), start)? { Ok(()) } else { self.again() }
    }

    /// Tries `undo` and `clear_board`.
    pub(super) fn back(&mut self, start: &ProbedPosition) -> Result<(), Fault> {
        const CLEARS: &str = "shows the start again after clear_board";
        const UNDOES: &str = "shows the start again after undo";
        const NOTHING: &str = "refuses undo at the start";
        let cleared = self.look()?;
        let outcome = match cleared == *start {
            true => ProbeOutcome::Fine,
            false => ProbeOutcome::Slip("shows another position after clear_board than at its start".into()),
        };
        self.note(CLEARS, outcome);
        let (first, _) = self.colours(start);
        let moves = self.moves_of(start, &first, &[], &mut Dice::new(0))?;
        let Some(mv) = moves.into_iter().flatten().next().filter(|_| self.can(Ability::Undo)) else {
            [UNDOES, NOTHING]
                .iter()
                .for_each(|should| self.untried(should, "it does not know undo, or no move is known"));
            return Ok(());
        };
        if self.ask(&format!("play {first} {mv}"))?.is_ok() {
            let answer = self.ask("undo")?;
            let known = self.abilities.get(Ability::Undo);
            self.abilities.set(Ability::Undo, if answer.is_ok() { Support::Yes } else { Support::No });
            let outcome = match &answer {
                Err(_) if known == Support::Untried => ProbeOutcome::Untried("it does not know undo".into()),
                Err(_) => slip("refuses undo, which it knows", "undo", &answer),
                Ok(_) if self.look()? == *start => ProbeOutcome::Fine,
                Ok(_) => ProbeOutcome::Slip(format!("shows another position after undo than before {mv}")),
            };
            self.note(UNDOES, outcome);
        }
        self.again()?;
        if !self.can(Ability::Undo) {
            self.untried(NOTHING, "it does not know undo");
            return Ok(());
        }
        let answer = self.ask("undo")?;
        let outcome = match &answer {
            Err(_) => ProbeOutcome::Fine,
            Ok(_) => slip("takes back a move at the start", "undo", &answer),
        };
        self.note(NOTHING, outcome);
        self.again()
    }

    /// Plays a game to its end, and checks that no move is listed or played after it.
    pub(super) fn finish(&mut self, start: &ProbedPosition) -> Result<(), Fault> {
        const LISTS: &str = "lists no moves after the end of the game";
        const PLAYS: &str = "refuses a move after the end of the game";
        let (mut dice, mut shown, mut game) = (Dice::new(1), start.clone(), Vec::new());
        // An alternative to the last move, with the player who would be next in turn order.
        let mut other: Option<(String, String)> = None;
        for ply in 0..MOST_PLIES {
            let over =
                shown.state.as_ref().and_then(|state| state.get("to_move")).is_some_and(Value::is_null);
            let told = shown.state.as_ref().is_some_and(|state| state.get("to_move").is_some());
            let counted = self.players.get(ply % self.players.len().max(1)).cloned().unwrap_or_default();
            let colour = shown.to_move().map_or(counted, String::from);
            let Some(list) = self.moves_of(&shown, &colour, &game, &mut dice)? else { break };
            if !over && told && list.is_empty() {
                break;
            }
            if over && !list.is_empty() {
                let words = format!("lists moves after the end of the game, {} among them", list[0]);
                self.note(LISTS, ProbeOutcome::Slip(words));
            } else if over && shown.legal.is_some() {
                self.note(LISTS, ProbeOutcome::Fine);
            } else if over {
                self.untried(LISTS, "it does not know bustan-legal");
            }
            if over || list.is_empty() {
                if let Some((colour, mv)) = other {
                    let command = format!("play {colour} {mv}");
                    self.refuses(PLAYS, "plays a move after the end of the game", &command, &shown)?;
                }
                return Ok(());
            }
            let mv = dice.pick(&list).clone();
            let command = format!("play {colour} {mv}");
            let answer = self.ask(&command)?;
            if answer.is_err() {
                if shown.to_move().is_some() {
                    self.refuses_listed(&command, &answer, &shown);
                } else {
                    let why = "it refuses a move that it lists, and does not report whose turn it is";
                    [LISTS, PLAYS].iter().for_each(|should| self.untried(should, why));
                }
                return Ok(());
            }
            let left = list.iter().find(|left| **left != mv).cloned().unwrap_or(mv);
            let place = self.players.iter().position(|player| *player == colour);
            let next = place.map(|place| self.players[(place + 1) % self.players.len()].clone());
            let next = next.unwrap_or(colour);
            other = Some((next, left));
            game.push(command);
            shown = self.look()?;
        }
        [LISTS, PLAYS].iter().for_each(|should| self.untried(should, "no game reached its end"));
        Ok(())
    }
}
