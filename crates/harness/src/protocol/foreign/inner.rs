//! The conversation with an engine: sends queries when they are due, and caches the answers.

use std::io;

use super::abilities::{Abilities, Ability, Support};
use super::process::Process;
use super::program::Program;
use super::talk::{Answer, Talk};
use crate::any::State;
use crate::compare::divergence::plain;
use crate::compare::participant::{End, Fault};

/// The factor by which the time limit is multiplied for a second attempt to start or to answer.
pub(super) const PATIENCE: u32 = 3;

/// The maximum length of a name, in characters.
const LONGEST_NAME: usize = 60;

/// The maximum length of a reason for not answering, in characters.
const LONGEST_REASON: usize = 300;

/// The prefix with which a program refuses a query at the current position only; nothing is compared there.
pub(super) const NOT_REPORTED: &str = "not told";

/// Whether a refusal of `bustan-perft` says that the program refuses a move that it lists, which is a
/// contradiction and not a limit of the program.
fn contradicts(message: &str) -> bool {
    message.starts_with("lists ") && message.contains(" but refuses it")
}

/// The maximum number of moves sent before the answer to the first of them is read.
const AT_ONCE: usize = 32;

/// A conversation with a program, its abilities, and its last answers.
#[derive(Debug)]
pub(super) struct Inner {
    /// The conversation with the process; `None` if the process could not be started.
    talk: Option<Talk>,
    pub(super) program: Program,
    pub(super) abilities: Abilities,
    pub(super) fault: Option<Fault>,
    /// The legal moves since the last command that could change something, if known.
    legal: Option<String>,
    /// The state since the last command that could change something, if known.
    state: Option<State>,
    /// Whether the cached `legal` and `state` have been used.
    looked: AnswersNeeded,
    /// Whether the legal moves have been queried and the answer has not been read yet.
    listing: bool,
    /// Whether the legal moves after the next change are not needed.
    pub(super) spares_list: bool,
    /// The last set-up or query that the program refused, with the message.
    pub(super) refusal: Option<(String, String)>,
    /// The queries sent after commands whose answers have not been read yet; `None` if there are no such
    /// commands.
    given: Option<Vec<Ability>>,
}

/// Which of the answers that change with every move have been used.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct AnswersNeeded {
    legal: bool,
    state: bool,
}

impl Inner {
    /// Queries the name and the abilities of the first process of a program. If that fails, no other process
    /// is started.
    pub(super) fn first(process: Process, program: &Program) -> (Self, String) {
        let (mut inner, name) = Self::with(Ok(process), program);
        if !inner.is_sound() {
            inner.give_up();
        }
        (inner, name)
    }

    /// Queries the name and the abilities of a process, if it could be started.
    fn with(process: io::Result<Process>, program: &Program) -> (Self, String) {
        let (talk, fault) = match process {
            Ok(process) => (Some(Talk::with(process, program)), None),
            Err(error) => {
                let words = format!("cannot be started: {error}");
                (None, Some(Fault { end: End::Failure, command: String::new(), cause: String::new(), words }))
            }
        };
        Self::greeted(talk, fault, program)
    }

    /// Starts a program, unless it is known not to start. A program that has started before gets a second
    /// attempt with more time, because the system may be busy.
    pub(super) fn start(program: &Program) -> (Self, String) {
        if let Some(fault) = program.life.unstarted() {
            return Self::greeted(None, Some(fault.clone()), program);
        }
        let spawned = || Process::start(&program.words, &program.unneeded);
        let (mut inner, name) = Self::with(spawned(), program);
        let again = program.life.has_started();
        let line = match &inner.fault {
            Some(fault) if fault.end != End::Interruption => fault.line(LONGEST_REASON),
            _ => return (inner, name),
        };
        if !again {
            inner.give_up();
            return (inner, name);
        }
        drop(inner);
        let patient = program.clone().start_timeout(program.start_timeout.saturating_mul(PATIENCE));
        let patient = patient.timeout(program.timeout.saturating_mul(PATIENCE));
        let (mut inner, name) = Self::with(spawned(), &patient);
        inner.program = program.clone();
        if inner.is_sound() {
            program
                .life
                .warn(format!("{name} did not start at the first attempt ({line}), but did at the second"));
        } else {
            inner.give_up();
        }
        (inner, name)
    }

    /// Whether the first queries have been answered, or waiting for the answers was interrupted.
    fn is_sound(&self) -> bool {
        self.fault.as_ref().is_none_or(|fault| fault.end == End::Interruption)
    }

    /// Records that the program does not start.
    fn give_up(&mut self) {
        if let Some(fault) = &mut self.fault {
            fault.end = End::Unstarted;
            self.program.life.end(fault);
        }
    }

    fn greeted(talk: Option<Talk>, fault: Option<Fault>, program: &Program) -> (Self, String) {
        let program = program.clone();
        let (abilities, looked) = (Abilities::NONE, AnswersNeeded::default());
        let mut inner = Self {
            talk,
            program,
            abilities,
            fault,
            legal: None,
            state: None,
            looked,
            listing: false,
            spares_list: false,
            refusal: None,
            given: None,
        };
        let name = inner.greet();
        if inner.fault.is_none() {
            inner.program.life.start(&name);
        }
        let name = name + &inner.program.label;
        (inner, name)
    }

    /// Queries the name and the abilities, and returns the name.
    fn greet(&mut self) -> String {
        let fallback = self.program.life.name().map_or_else(|| self.program.file(), String::from);
        let timeout = self.program.start_timeout;
        let name = match self.ask_within("name", timeout) {
            Some(Ok(name)) if !name.is_empty() => plain(&name, LONGEST_NAME),
            _ => fallback,
        };
        if let Some(talk) = &mut self.talk
            && self.fault.is_none()
        {
            match Abilities::of(talk, &self.program) {
                Ok(abilities) => self.abilities = abilities,
                Err(fault) => self.fault = Some(fault),
            }
        }
        name
    }

    /// Sends a command and returns the answer; `None` if the process has failed.
    pub(super) fn ask(&mut self, command: &str) -> Option<Answer> {
        self.ask_within(command, self.program.timeout)
    }

    fn ask_within(&mut self, command: &str, timeout: std::time::Duration) -> Option<Answer> {
        self.read_list();
        if self.fault.is_some() {
            return None;
        }
        match self.talk.as_mut()?.ask(command, timeout) {
            Ok(answer) => {
                if let Err(message) = &answer {
                    self.refusal = Some((command.into(), message.clone()));
                }
                Some(answer)
            }
            Err(fault) => {
                self.fault = Some(fault);
                None
            }
        }
    }

    /// Sends a command that may change the position, together with the queries whose answers were used after
    /// the previous such command. Waiting for each answer before the next query would take most of the time.
    pub(super) fn change(&mut self, command: &str) -> Option<Answer> {
        self.change_all(&[command.to_string()])?.pop()
    }

    /// Sends the commands whose answers [`change_all`](Self::change_all) then reads, up to the size of a
    /// batch. No other command may be sent in between.
    pub(super) fn announce(&mut self, commands: &[String]) {
        if commands.is_empty() {
            return;
        }
        self.read_list();
        let mut looked = self.changed();
        if std::mem::take(&mut self.spares_list) {
            // The change after this one sends the same queries as the one before it.
            self.looked = looked;
            looked.legal = false;
        }
        let Some(talk) = self.talk.as_mut().filter(|_| self.fault.is_none()) else { return };
        let asked = |ability: Ability, looked: bool| looked && self.abilities.get(ability) == Support::Yes;
        let ahead = [asked(Ability::State, looked.state), asked(Ability::Legal, looked.legal)];
        let questions = [Ability::State, Ability::Legal].into_iter().zip(ahead).filter(|(_, ahead)| *ahead);
        let questions: Vec<Ability> = questions.map(|(ability, _)| ability).collect();
        match give(talk, commands, &questions) {
            Ok(()) => self.given = Some(questions),
            Err(fault) => self.fault = Some(fault),
        }
    }

    /// Sends commands that may change the position, in batches, with the queries of [`change`](Self::change)
    /// after the last command. Returns the answers in order: to all commands, or up to the end of the batch
    /// with the first refusal, or up to the failure of the program. Returns `None` if the process has already
    /// failed.
    pub(super) fn change_all(&mut self, commands: &[String]) -> Option<Vec<Answer>> {
        if commands.is_empty() {
            return Some(Vec::new());
        }
        if self.given.is_none() {
            self.announce(commands);
        }
        let questions = self.given.take()?;
        let mut answers = Vec::new();
        let mut asked = match self.converse(commands, &questions, &mut answers) {
            Ok(asked) => asked.iter(),
            Err(fault) => {
                self.fault = Some(fault);
                [].iter()
            }
        };
        while let (None, Some(&question)) = (&self.fault, asked.next()) {
            match self.talk.as_mut()?.answer(question.command(), self.program.timeout) {
                Ok(told) => self.learn(question, told),
                Err(fault) => self.fault = Some(fault),
            }
        }
        Some(answers)
    }

    /// Reads the answers to `commands`, of which the first batch has been sent. Sends the other batches, with
    /// `questions` after the last, but stops after a batch in which a command was refused. Returns the
    /// questions that were sent.
    fn converse<'q>(
        &mut self,
        commands: &[String],
        questions: &'q [Ability],
        answers: &mut Vec<Answer>,
    ) -> Result<&'q [Ability], Fault> {
        let Some(talk) = &mut self.talk else { return Ok(&[]) };
        let mut left = commands;
        loop {
            let (chunk, behind) = left.split_at(left.len().min(AT_ONCE));
            for command in chunk {
                answers.push(talk.answer(command, self.program.timeout)?);
            }
            if behind.is_empty() {
                return Ok(questions);
            }
            if answers.iter().any(Result::is_err) {
                return Ok(&[]);
            }
            give(talk, behind, questions)?;
            left = behind;
        }
    }

    /// Records the answer to a query of the state or the legal moves.
    fn learn(&mut self, question: Ability, told: Answer) {
        match (question, told) {
            (Ability::State, Ok(text)) => self.state = self.stated(&text),
            (_, Ok(text)) => self.legal = Some(self.program.list(text)),
            (_, Err(message)) => self.refuses(question, question.command(), &message),
        }
    }

    /// Records a fault because the program refuses a command that it knows, unless `message` says that it
    /// cannot answer at the current position.
    fn refuses(&mut self, ability: Ability, command: &str, message: &str) {
        if self.untold(message).is_some() {
            return;
        }
        let name = ability.command();
        let words = match self.program.spoken.asks(name) {
            Some(asked) => format!("gives no answer when asked {asked}"),
            None => format!("refuses {name}, which it knows"),
        };
        self.blame(words, command, message);
    }

    /// Returns the reason why the program cannot answer, if `message` gives one. Records the first such
    /// reason.
    fn untold(&self, message: &str) -> Option<String> {
        let why = message.strip_prefix(NOT_REPORTED)?;
        let why = plain(why.trim_start_matches([':', ' ']), LONGEST_REASON);
        self.program.untold.get_or_init(|| why.clone());
        Some(why)
    }

    /// Whether the answer to a move says that the program cannot decide whether the move is legal. The
    /// program's position is then unknown, so a fault is recorded.
    pub(super) fn leaves_open(&mut self, command: &str, answer: &Answer) -> bool {
        let Some(why) = answer.as_ref().err().and_then(|message| self.untold(message)) else { return false };
        let words = format!("does not report whether a move is legal: {why}");
        if let Some(talk) = &mut self.talk {
            self.fault = Some(Fault { end: End::Untold, ..talk.trouble(words, command, &[]) });
        }
        true
    }

    /// Returns the last messages to and from the process.
    pub(super) fn transcript(&self) -> Vec<String> {
        self.talk.as_ref().map(Talk::transcript).unwrap_or_default()
    }

    /// Records an answer that makes no sense as a fault.
    pub(super) fn blame(&mut self, words: String, command: &str, answer: &str) {
        if let Some(talk) = &mut self.talk {
            self.fault = Some(talk.trouble(words, command, &[answer.to_string()]));
        }
    }

    /// Sends a command that the program may not know, with the arguments `words`. If `must` is set, refusing
    /// a command that the program knows is a fault.
    pub(super) fn known(&mut self, ability: Ability, words: &str, must: bool) -> Option<String> {
        let known = self.abilities.get(ability);
        if known == Support::No {
            return None;
        }
        let command = format!("{} {words}", ability.command());
        match self.ask(command.trim_end())? {
            Ok(text) => {
                self.abilities.set(ability, Support::Yes);
                Some(text)
            }
            Err(message) if ability == Ability::Perft && contradicts(&message) => {
                self.blame(plain(&message, LONGEST_REASON), &command, &message);
                None
            }
            Err(_) if known == Support::Untried => {
                self.abilities.set(ability, Support::No);
                None
            }
            Err(message) => {
                if must {
                    self.refuses(ability, &command, &message);
                }
                None
            }
        }
    }

    /// Whether the program lists an optional command that the user has not excluded.
    pub(super) fn lists(&mut self, command: &str) -> bool {
        let listed = self.ask("list_commands").and_then(Result::ok).unwrap_or_default();
        let is_left_out = self.program.without.iter().any(|other| other == command);
        !is_left_out && listed.split_whitespace().any(|other| other == command)
    }

    /// Sends the query of the legal moves, if the program knows it. [`legal`](Self::legal) reads the answer.
    pub(super) fn announce_list(&mut self) {
        let asked = self.legal.is_some() || self.listing || self.given.is_some();
        if asked || self.fault.is_some() || self.abilities.get(Ability::Legal) != Support::Yes {
            return;
        }
        match self.talk.as_mut().map(|talk| talk.give([Ability::Legal.command()].into_iter())) {
            Some(Err(fault)) => self.fault = Some(fault),
            given => self.listing = given.is_some(),
        }
    }

    /// Reads the answer to the query of the legal moves, if it was sent in advance.
    fn read_list(&mut self) {
        let Some(talk) = self.talk.as_mut().filter(|_| std::mem::take(&mut self.listing)) else { return };
        match talk.answer(Ability::Legal.command(), self.program.timeout) {
            Ok(told) => self.learn(Ability::Legal, told),
            Err(fault) => drop(self.fault.get_or_insert(fault)),
        }
    }

    /// Returns the legal moves, which are queried at most once until the position may have changed.
    pub(super) fn legal(&mut self) -> Option<String> {
        self.looked.legal = true;
        self.read_list();
        if self.legal.is_none() {
            let listed = self.known(Ability::Legal, "", true);
            self.legal = listed.map(|text| self.program.list(text));
        }
        self.legal.clone()
    }

    /// Returns the state, which is queried at most once until the position may have changed.
    pub(super) fn state(&mut self) -> Option<State> {
        self.looked.state = true;
        if self.state.is_none() {
            self.state = self.known(Ability::State, "", true).and_then(|text| self.stated(&text));
        }
        self.state.clone()
    }

    fn stated(&mut self, text: &str) -> Option<State> {
        let state = State::read(&self.program.state(text.into()));
        if state.is_none() {
            let mut words = "its bustan-state is not a JSON object".to_string();
            if !text.starts_with('{') {
                words += "\nif this answers another command, one before it was answered twice or not at all";
            }
            self.blame(words, "bustan-state", text);
        }
        state
    }

    /// Records a fault if the state could not be parsed when it was needed.
    pub(super) fn notice_unreadable(&mut self) {
        if let Some(state) = self.state.take_if(|state| state.is_unreadable()) {
            self.blame("its bustan-state is not valid JSON".into(), "bustan-state", state.text());
        }
    }

    /// Discards the cached answers, because a command may have changed something that it should not.
    pub(super) fn disturbed(&mut self) {
        self.looked = self.changed();
    }

    /// Discards the cached answers, and returns which of them were used.
    pub(super) fn changed(&mut self) -> AnswersNeeded {
        self.legal = None;
        self.state = None;
        std::mem::take(&mut self.looked)
    }
}

/// Sends the first batch of `commands`, followed by `questions` if there is only one batch.
fn give(talk: &mut Talk, commands: &[String], questions: &[Ability]) -> Result<(), Fault> {
    let (chunk, behind) = commands.split_at(commands.len().min(AT_ONCE));
    let questions = if behind.is_empty() { questions } else { &[] };
    let questions = questions.iter().map(|question| question.command());
    talk.give(chunk.iter().map(String::as_str).chain(questions))
}
