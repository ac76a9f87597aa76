//! Probes a program before any game is played, for its abilities and the most frequent mistakes of adapters.

use std::collections::BTreeSet;
use std::io;
use std::time::{Duration, Instant};

use serde_json::Value;

use super::abilities::{Abilities, Ability, Support};
use super::inner::NOT_REPORTED;
use super::program::{Program, ProgramError};
use super::talk::{Answer, Talk};
use crate::any::State;
use crate::base::Dice;
use crate::compare::divergence::plain;
use crate::compare::leave_out;
use crate::compare::participant::{End, Fault};
use crate::erased::Rules;

/// The maximum length of a quoted answer, in characters.
const QUOTED: usize = 80;

/// The maximum number of moves to find at a position of a program that does not list them: enough to choose
/// from.
const FEW: usize = 8;

/// A word that is not a move in any game.
const NONSENSE: &str = "zz99";

/// Characters that are neither a position nor a part of one.
const NO_POSITION: &str = "!?zz99?!";

/// The results of probing a program: its abilities, and its behaviour where adapters often make mistakes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Probe {
    /// The name of the program; empty if the program gives none.
    pub name: String,
    /// The optional commands that the program knows.
    pub known: Vec<&'static str>,
    /// The optional commands that the program does not know.
    pub unknown: Vec<&'static str>,
    /// The optional commands that the program may know: it does not report whether it does, and they could
    /// not be tried.
    pub open: Vec<&'static str>,
    /// The keys of the program's state at the start of a game.
    pub keys: Vec<String>,
    /// The commands that were tried, in order.
    pub trials: Vec<ProbeStep>,
}

/// A trial of a program's behaviour.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProbeStep {
    /// The expected behaviour, such as `refuses a word that is not a move`.
    pub should: &'static str,
    /// The actual behaviour.
    pub outcome: ProbeOutcome,
}

/// The result of a trial.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProbeOutcome {
    /// The program behaves correctly.
    Fine,
    /// The program does something else, described in words.
    Slip(String),
    /// The behaviour could not be tried, for this reason.
    Untried(String),
}

impl Probe {
    /// Returns descriptions of the mistakes of the program.
    pub fn slips(&self) -> impl Iterator<Item = &str> {
        self.trials.iter().filter_map(|trial| match &trial.outcome {
            ProbeOutcome::Slip(words) => Some(words.as_str()),
            ProbeOutcome::Fine | ProbeOutcome::Untried(_) => None,
        })
    }
}

/// The known facts about the game that a program is to play.
#[derive(Clone, Copy)]
pub struct Expected<'e> {
    /// The names of the players, in turn order.
    pub players: &'e [String],
    /// The words of the `boardsize` to play on; empty for none.
    pub words: &'e str,
    /// The game, if it is known.
    pub game: Option<Rules>,
    /// A position that cannot occur in the game, if one is known.
    pub impossible: Option<&'static str>,
    /// The keys of a state to ignore.
    pub ignored: &'e BTreeSet<String>,
}

/// Starts a program and tries its behaviour, for about `limit` at most.
///
/// # Errors
/// When the program does not start: the system cannot start it, or it does not answer the first query.
pub fn probe(program: &Program, expected: Expected<'_>, limit: Duration) -> Result<Probe, ProgramError> {
    let Expected { players, words, game, impossible, ignored } = expected;
    let mut prober = Prober {
        talk: Talk::with(program.process()?, program),
        program,
        players,
        words,
        game,
        impossible,
        ignored,
        abilities: Abilities::NONE,
        limit,
        deadline: None,
        found: Probe::default(),
    };
    if let Err(fault) = prober.try_out() {
        if fault.end == End::Interruption {
            prober.untried("everything else", "the time was up");
            return Ok(prober.end());
        }
        if prober.deadline.is_none() {
            let why = io::Error::other(fault.line(2 * QUOTED));
            return Err(ProgramError::Start(program.words[0].clone(), why));
        }
        prober.note("answers every command", ProbeOutcome::Slip(fault.line(2 * QUOTED)));
    }
    Ok(prober.end())
}

/// The answers of the program at a position: its list of legal moves and its state.
#[derive(Clone, Debug, PartialEq)]
struct ProbedPosition {
    legal: Option<Vec<String>>,
    state: Option<Value>,
}

impl ProbedPosition {
    fn to_move(&self) -> Option<&str> {
        self.state.as_ref()?.get("to_move")?.as_str()
    }
}

struct Prober<'p> {
    talk: Talk,
    program: &'p Program,
    players: &'p [String],
    words: &'p str,
    game: Option<Rules>,
    impossible: Option<&'static str>,
    ignored: &'p BTreeSet<String>,
    abilities: Abilities,
    limit: Duration,
    /// The deadline of the probe, set once the program has answered for the first time.
    deadline: Option<Instant>,
    found: Probe,
}

impl Prober<'_> {
    fn ask(&mut self, command: &str) -> Result<Answer, Fault> {
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            let (command, words) = (String::new(), String::new());
            return Err(Fault { end: End::Interruption, command, cause: String::new(), words });
        }
        self.talk.ask(command, self.program.timeout)
    }

    /// Ends the probe and returns its results.
    fn end(self) -> Probe {
        let Self { abilities, mut found, .. } = self;
        for ability in Ability::ALL {
            let list = match abilities.get(ability) {
                Support::Yes => &mut found.known,
                Support::No => &mut found.unknown,
                Support::Untried => &mut found.open,
            };
            list.push(ability.command());
        }
        found
    }

    fn note(&mut self, should: &'static str, outcome: ProbeOutcome) {
        self.found.trials.push(ProbeStep { should, outcome });
    }

    fn untried(&mut self, should: &'static str, why: &str) {
        self.note(should, ProbeOutcome::Untried(why.into()));
    }

    fn can(&self, ability: Ability) -> bool {
        self.abilities.get(ability) != Support::No
    }

    fn try_out(&mut self) -> Result<(), Fault> {
        let name = self.talk.ask("name", self.program.start_timeout)?;
        self.deadline = Some(Instant::now() + self.limit);
        self.found.name = plain(&name.unwrap_or_default(), QUOTED);
        self.abilities = Abilities::of(&mut self.talk, self.program)?;
        let unknown = self.ask("bustan-no-such-command")?;
        let outcome = match unknown {
            Err(_) => ProbeOutcome::Fine,
            Ok(text) => slip("answers a command that does not exist", "bustan-no-such-command", &Ok(text)),
        };
        self.note("refuses a command that does not exist", outcome);
        self.size()?;
        let Some(start) = self.begin()? else { return Ok(()) };
        self.keys(&start);
        self.suits(&start);
        self.commands()?;
        self.moves(&start)?;
        self.back(&start)?;
        self.finish(&start)?;
        self.set_ups(&start)
    }

    /// Checks that the program refuses meaningless words in a `boardsize`.
    fn size(&mut self) -> Result<(), Fault> {
        const SHOULD: &str = "refuses unknown words after boardsize";
        if !self.can(Ability::Boardsize) {
            self.untried(SHOULD, "it does not know boardsize");
            return Ok(());
        }
        let size = if self.words.is_empty() { "5" } else { self.words };
        let command = format!("boardsize {size} no-such-variant");
        let outcome = match self.ask(&command)? {
            Err(_) => ProbeOutcome::Fine,
            answer @ Ok(_) => slip("accepts meaningless words after boardsize", &command, &answer),
        };
        self.note(SHOULD, outcome);
        Ok(())
    }

    /// Begins a game. Returns `None` if the program refuses.
    fn begin(&mut self) -> Result<Option<ProbedPosition>, Fault> {
        if self.can(Ability::Boardsize) && !self.words.is_empty() {
            let command = format!("boardsize {}", self.words);
            let answer = self.ask(&command)?;
            if answer.is_err() {
                self.note("takes the size of the board", slip("refuses the size", &command, &answer));
            }
        }
        let answer = self.ask("clear_board")?;
        let cleared = answer.is_ok();
        let outcome =
            if cleared { ProbeOutcome::Fine } else { slip("refuses to begin", "clear_board", &answer) };
        self.note("begins a game at clear_board", outcome);
        if !cleared {
            return Ok(None);
        }
        let shown = self.look()?;
        Ok(Some(shown))
    }

    /// Queries the legal moves and the state. A command that is refused the first time counts as unknown.
    fn look(&mut self) -> Result<ProbedPosition, Fault> {
        let mut texts = [None, None];
        for (text, ability) in texts.iter_mut().zip([Ability::Legal, Ability::State]) {
            if !self.can(ability) {
                continue;
            }
            match self.ask(ability.command())? {
                Ok(answer) => {
                    *text = Some(answer);
                    self.abilities.set(ability, Support::Yes);
                }
                Err(_) if self.abilities.get(ability) == Support::Untried => {
                    self.abilities.set(ability, Support::No);
                }
                answer @ Err(_) => {
                    const SHOULD: &str = "answers the questions that it knows";
                    if !self.tried(SHOULD) {
                        let does = format!("refuses {}, which it knows", ability.command());
                        self.note(SHOULD, slip(&does, ability.command(), &answer));
                    }
                }
            }
        }
        let [legal, state] = texts;
        let legal = legal.map(|text| {
            let mut list: Vec<String> = text.split_whitespace().map(String::from).collect();
            list.sort_unstable();
            list
        });
        let state = state.and_then(|text| {
            let read = State::read(&text).and_then(|state| state.value().cloned());
            if read.is_none() && !self.tried("reports its state as one JSON object") {
                let outcome = slip("reports a state that is not a JSON object", "bustan-state", &Ok(text));
                self.note("reports its state as one JSON object", outcome);
            }
            read
        });
        let state = state.map(|mut state| {
            leave_out(&mut state, self.ignored);
            state
        });
        Ok(ProbedPosition { legal, state })
    }

    /// Tries commands for which the program does not report whether it knows them.
    fn commands(&mut self) -> Result<(), Fault> {
        let asks =
            [Ability::Position, Ability::Perft, Ability::Variants, Ability::FinalScore, Ability::Showboard];
        for ability in asks {
            if self.abilities.get(ability) != Support::Untried {
                continue;
            }
            let depth = if ability == Ability::Perft { " 1" } else { "" };
            let known = self.ask(&format!("{}{depth}", ability.command()))?.is_ok();
            match known {
                true => self.abilities.set(ability, Support::Yes),
                // The program may have no result before the end of a game.
                false if ability == Ability::FinalScore => {}
                false => self.abilities.set(ability, Support::No),
            }
        }
        Ok(())
    }

    fn tried(&self, should: &str) -> bool {
        self.found.trials.iter().any(|trial| trial.should == should)
    }

    fn keys(&mut self, start: &ProbedPosition) {
        let members = start.state.as_ref().and_then(Value::as_object);
        self.found.keys = members.into_iter().flatten().map(|(key, _)| key.clone()).collect();
        const SHOULD: &str = "lists each legal move once";
        match &start.legal {
            None => self.untried(SHOULD, "it does not know bustan-legal"),
            Some(list) => {
                let twice = list.windows(2).find(|pair| pair[0] == pair[1]);
                let outcome = match twice {
                    Some(pair) => ProbeOutcome::Slip(format!("lists {} twice at the start", pair[0])),
                    None if list.is_empty() => ProbeOutcome::Slip("lists no legal move at the start".into()),
                    None => ProbeOutcome::Fine,
                };
                self.note(SHOULD, outcome);
            }
        }
    }

    /// Checks that the program lists moves and players of the game, because a program for another game does
    /// not.
    fn suits(&mut self, start: &ProbedPosition) {
        const MOVES: &str = "lists moves of the game";
        const PLAYERS: &str = "has the players of the game";
        let Some(rules) = self.game else { return };
        let (game, is_move) = (rules.name(), |text: &str| rules.mv(text).is_ok());
        if let Some(list) = &start.legal {
            let outcome = match list.iter().find(|mv| !is_move(mv)) {
                Some(mv) => {
                    ProbeOutcome::Slip(format!("lists {}, which is not a move of {game}", plain(mv, QUOTED)))
                }
                None => ProbeOutcome::Fine,
            };
            self.note(MOVES, outcome);
        }
        if let Some(player) = start.to_move() {
            let outcome = match self.players.iter().any(|other| other == player) {
                false => {
                    let (player, players) = (plain(player, QUOTED), self.players.join(", "));
                    ProbeOutcome::Slip(format!(
                        "says that {player} is to move; the players of {game} are {players}"
                    ))
                }
                true => ProbeOutcome::Fine,
            };
            self.note(PLAYERS, outcome);
        }
    }

    /// Returns the player to move at the start, and another player if the players of the game are known.
    fn colours(&self, shown: &ProbedPosition) -> (String, Option<String>) {
        let told = shown.to_move().map(String::from);
        let first = told.or_else(|| self.players.first().cloned()).unwrap_or_default();
        let other = self.players.iter().find(|player| **player != first).cloned();
        (first.clone(), other.filter(|_| self.players.contains(&first)))
    }

    /// Sends a `play` that the program must refuse without changing its position. Returns whether it refused.
    fn refuses(
        &mut self,
        should: &'static str,
        does: &str,
        command: &str,
        before: &ProbedPosition,
    ) -> Result<bool, Fault> {
        let answer = self.ask(command)?;
        let refused = answer.is_err();
        let outcome = match refused {
            false => slip(does, command, &answer),
            true if self.look()? == *before => ProbeOutcome::Fine,
            true => slip("shows another position after it refused a move", command, &answer),
        };
        self.note(should, outcome);
        Ok(refused)
    }

    /// Records that the program refused a move that it lists. The cause may be a wrong name of the player.
    fn refuses_listed(&mut self, command: &str, answer: &Answer, shown: &ProbedPosition) {
        const SHOULD: &str = "plays the moves that it lists";
        if answer.as_ref().is_err_and(|message| message.starts_with(NOT_REPORTED)) {
            self.untried(SHOULD, "it does not report whether a move is legal");
            return;
        }
        let mut outcome = slip("refuses a move that it lists", command, answer);
        if let (ProbeOutcome::Slip(words), None) = (&mut outcome, shown.to_move()) {
            let players = self.players.join(" and ");
            *words += &format!("; unless its players are {players}, in this order, name them with --colours");
        }
        if !self.tried(SHOULD) {
            self.note(SHOULD, outcome);
        }
    }

    /// Returns moves that `player` can make after the commands in `game`.
    ///
    /// If the program lists its legal moves, returns the list. Otherwise, tries the [candidate
    /// moves](Program::trying) in random order and returns the first few that the program accepts. Returns
    /// `None` if the program does not list moves and there are no candidates.
    fn moves_of(
        &mut self,
        shown: &ProbedPosition,
        player: &str,
        game: &[String],
        dice: &mut Dice,
    ) -> Result<Option<Vec<String>>, Fault> {
        if shown.legal.is_some() || self.program.probe_moves.is_empty() {
            return Ok(shown.legal.clone());
        }
        let (mut found, mut words) = (Vec::new(), self.program.probe_moves.to_vec());
        while found.len() < FEW && !words.is_empty() {
            let word = words.swap_remove(dice.below(words.len() as u32) as usize);
            if self.ask(&format!("play {player} {word}"))?.is_ok() {
                self.withdraw(game)?;
                found.push(word);
            }
        }
        Ok(Some(found))
    }

    /// Returns to the end of `game`, by undoing a move or by replaying the game.
    fn withdraw(&mut self, game: &[String]) -> Result<(), Fault> {
        if self.can(Ability::Undo) {
            let taken = self.ask("undo")?.is_ok();
            if taken || self.abilities.get(Ability::Undo) == Support::Untried {
                self.abilities.set(Ability::Undo, if taken { Support::Yes } else { Support::No });
            }
            if taken {
                return Ok(());
            }
        }
        self.again()?;
        game.iter().try_for_each(|command| self.ask(command).map(drop))
    }

    /// Clears the board, after a mistake of the program.
    fn again(&mut self) -> Result<(), Fault> {
        self.ask("clear_board").map(drop)
    }
}

mod games;
mod set_ups;

/// Describes a mistake of a program, with the command and its answer.
fn slip(does: &str, command: &str, answer: &Answer) -> ProbeOutcome {
    let (sign, text) = match answer {
        Ok(text) => ("=", text),
        Err(text) => ("?", text),
    };
    let answer = format!("{sign} {}", plain(text, QUOTED));
    ProbeOutcome::Slip(format!("{does}: it answers {command:?} with {:?}", answer.trim_end()))
}
