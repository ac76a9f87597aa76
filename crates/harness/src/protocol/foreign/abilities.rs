//! The commands that a program knows.

use super::program::Program;
use super::talk::Talk;
use crate::compare::participant::Fault;

/// A command that a program may or may not know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ability {
    Boardsize,
    Setup,
    Position,
    Undo,
    Legal,
    State,
    Perft,
    Variants,
    FinalScore,
    Showboard,
}

impl Ability {
    pub(super) const ALL: [Self; 10] = [
        Self::Boardsize,
        Self::Setup,
        Self::Position,
        Self::Undo,
        Self::Legal,
        Self::State,
        Self::Perft,
        Self::Variants,
        Self::FinalScore,
        Self::Showboard,
    ];

    pub(super) const fn command(self) -> &'static str {
        match self {
            Self::Boardsize => "boardsize",
            Self::Setup => "bustan-setup",
            Self::Position => "bustan-position",
            Self::Undo => "undo",
            Self::Legal => "bustan-legal",
            Self::State => "bustan-state",
            Self::Perft => "bustan-perft",
            Self::Variants => "bustan-variants",
            Self::FinalScore => "final_score",
            Self::Showboard => "showboard",
        }
    }
}

/// Whether a program knows a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Support {
    Yes,
    No,
    /// The program does not report whether it knows the command, and the command has not been tried yet.
    Untried,
}

/// The commands that a program knows.
#[derive(Clone, Debug)]
pub(super) struct Abilities([Support; Ability::ALL.len()]);

impl Abilities {
    /// The abilities of a program that knows no optional command.
    pub(super) const NONE: Self = Self([Support::No; Ability::ALL.len()]);

    /// Queries which commands a program knows.
    pub(super) fn of(talk: &mut Talk, program: &Program) -> Result<Self, Fault> {
        let mut abilities = Self([Support::Untried; Ability::ALL.len()]);
        let mut list: Option<String> = None;
        for ability in Ability::ALL {
            let command = ability.command();
            let known = if program.without.iter().any(|other| other == command) {
                Support::No
            } else if let Some(listed) = &list {
                in_list(listed, command)
            } else {
                match talk.ask(&format!("known_command {command}"), program.timeout)? {
                    Ok(answer) if answer.eq_ignore_ascii_case("true") => Support::Yes,
                    Ok(_) => Support::No,
                    Err(_) => {
                        let listed = talk.ask("list_commands", program.timeout)?.unwrap_or_default();
                        in_list(list.insert(listed), command)
                    }
                }
            };
            abilities.set(ability, known);
        }
        Ok(abilities)
    }

    pub(super) fn get(&self, ability: Ability) -> Support {
        self.0[ability as usize]
    }

    pub(super) fn set(&mut self, ability: Ability, known: Support) {
        self.0[ability as usize] = known;
    }
}

/// Whether a list of commands contains `command`. An empty list leaves this open.
fn in_list(listed: &str, command: &str) -> Support {
    match listed.split_whitespace().any(|other| other == command) {
        true => Support::Yes,
        false if listed.is_empty() => Support::Untried,
        false => Support::No,
    }
}
