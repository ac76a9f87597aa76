//! A process as an engine.

use std::cell::{RefCell, RefMut};
use std::marker::PhantomData;

use bustan_core::{Engine, Game, NoStart};
use serde_json::Value;

use super::abilities::{Abilities, Ability, Known};
use super::process::Process;
use super::program::Program;
use super::state::State;
use super::talk::{Answer, Talk};
use crate::divergence::plain;

/// The most lines of a drawing, and of characters in each.
const DRAWN: usize = 200;

/// An engine of a game that is a process of its own and speaks the protocol.
///
/// What it cannot answer it leaves open, as engines may; once anything goes wrong it has a [`fault`](Engine::fault), is not
/// asked any more, and what it answers means nothing.
///
/// ```
/// use bustan_core::Engine;
/// use bustan_core::dominions::Dominions;
/// use bustan_harness::foreign::{Foreign, Program};
///
/// let engine: Foreign<Dominions> = Foreign::new(&Program::parse("false")?, None);
/// assert!(engine.fault().is_some_and(|fault| fault.starts_with("the process ended at name: exit code 1")));
/// # Ok::<(), bustan_harness::foreign::ProgramError>(())
/// ```
#[derive(Debug)]
pub struct Foreign<G: Game> {
    inner: RefCell<Inner>,
    name: String,
    /// Where games begin after `clear_board` alone.
    home: Option<G::Position>,
    /// The words of the last `boardsize` it took.
    size: Option<String>,
    /// The moves it played since the start of the game and did not take back.
    plies: usize,
    game: PhantomData<G>,
}

#[derive(Debug)]
struct Inner {
    /// `None` when it could not even be started.
    talk: Option<Talk>,
    program: Program,
    abilities: Abilities,
    fault: Option<String>,
    /// What it showed since the last command that could change something.
    legal: Option<String>,
    state: Option<State>,
    /// What of that was looked at.
    looked: Looked,
}

/// Which of the answers that change with every move are of interest.
#[derive(Clone, Copy, Debug, Default)]
struct Looked {
    legal: bool,
    state: bool,
}

impl<G: Game> Foreign<G> {
    /// Starts a program. `home` is where its `clear_board` begins before any `boardsize`; the game's standard board if nothing is
    /// said. What goes wrong is the engine's [`fault`](Engine::fault).
    pub fn new(program: &Program, home: Option<G::Position>) -> Self {
        let (talk, fault) = match Process::start(&program.words) {
            Ok(process) => (Some(Talk::with(process)), None),
            Err(error) => (None, Some(format!("cannot be started: {error}"))),
        };
        let program = program.clone();
        let (abilities, looked) = (Abilities::NONE, Looked::default());
        let mut inner = Inner { talk, program, abilities, fault, legal: None, state: None, looked };
        let name = inner.greet();
        let home = home.or_else(|| G::initial(&[]).ok()).filter(|home| G::initial_words(home).is_some());
        Self { inner: RefCell::new(inner), name, home, size: None, plies: 0, game: PhantomData }
    }

    fn inner(&self) -> RefMut<'_, Inner> {
        self.inner.borrow_mut()
    }

    /// The whole list or state, as text or JSON, asked for once until something changes.
    fn listed(&self) -> Option<String> {
        let mut inner = self.inner();
        inner.looked.legal = true;
        if inner.legal.is_none() {
            inner.legal = inner.known(Ability::Legal, "", true);
        }
        inner.legal.clone()
    }

    fn state(&self) -> Option<State> {
        let mut inner = self.inner();
        inner.looked.state = true;
        if inner.state.is_none() {
            inner.state = inner.read_state();
        }
        inner.state.clone()
    }

    /// What it says about whose turn it is, if it does.
    fn to_move(&self) -> Option<Value> {
        self.state()?.to_move().cloned()
    }

    /// The player on turn among those named for an engine that does not tell it, as long as there are legal moves.
    fn counted_turn(&self) -> Option<G::Player> {
        let over = self.listed().is_some_and(|list| list.is_empty());
        let inner = self.inner.borrow();
        let colours = &inner.program.colours;
        let name = colours.get(self.plies % colours.len().max(1)).filter(|_| !over)?;
        name.parse().ok()
    }

    /// Starts from an initial position by `boardsize` and `clear_board`: `false` when it cannot.
    fn begin_anew(&mut self, position: &G::Position) -> bool {
        let Some(words) = G::initial_words(position) else { return false };
        let inner = self.inner.get_mut();
        let told = self.size.as_ref() == Some(&words) || words.is_empty();
        if !told && inner.known(Ability::Boardsize, &words, false).is_some() {
            self.size = Some(words.clone());
        }
        let there = match &self.size {
            Some(size) => *size == words,
            None => self.home.as_ref() == Some(position),
        };
        if !there {
            return false;
        }
        if let Some(Err(message)) = inner.change("clear_board") {
            inner.blame("refuses to clear the board".into(), "clear_board", &message);
        }
        inner.fault.is_none()
    }
}

impl Inner {
    /// Asks for the name and for what can be asked, and gives the name.
    fn greet(&mut self) -> String {
        let fallback = self.program.words[0].rsplit('/').next().unwrap_or_default().to_string();
        let timeout = self.program.start_timeout();
        let name = match self.ask_within("name", timeout) {
            Some(Ok(name)) if !name.is_empty() => name,
            _ => fallback,
        };
        if let Some(talk) = &mut self.talk
            && self.fault.is_none()
        {
            match Abilities::of(talk, &self.program) {
                Ok(abilities) => self.abilities = abilities,
                Err(trouble) => self.fault = Some(trouble.text()),
            }
        }
        name
    }

    /// Gives a command; `None` when there is nobody to be asked any more.
    fn ask(&mut self, command: &str) -> Option<Answer> {
        self.ask_within(command, self.program.timeout)
    }

    fn ask_within(&mut self, command: &str, timeout: std::time::Duration) -> Option<Answer> {
        if self.fault.is_some() {
            return None;
        }
        match self.talk.as_mut()?.ask(command, timeout) {
            Ok(answer) => Some(answer),
            Err(trouble) => {
                self.fault = Some(trouble.text());
                None
            }
        }
    }

    /// Gives a command that may change the position. What was looked at after the one before is asked for in the same breath: to wait
    /// for each answer before the next question takes most of the time there is.
    fn change(&mut self, command: &str) -> Option<Answer> {
        let looked = self.changed();
        if self.fault.is_some() {
            return None;
        }
        let asked = |ability: Ability, looked: bool| looked && self.abilities.get(ability) == Known::Yes;
        let ahead = [asked(Ability::State, looked.state), asked(Ability::Legal, looked.legal)];
        let timeout = self.program.timeout;
        let talk = self.talk.as_mut()?;
        let questions = [Ability::State, Ability::Legal].into_iter().zip(ahead).filter(|(_, ahead)| *ahead);
        let mut questions = questions.map(|(ability, _)| ability);
        let given = talk.give(command, questions.clone().map(Ability::command));
        let answer = match given.and_then(|()| talk.answer(command, timeout)) {
            Ok(answer) => answer,
            Err(trouble) => {
                self.fault = Some(trouble.text());
                return None;
            }
        };
        while let (None, Some(question)) = (&self.fault, questions.next()) {
            match self.talk.as_mut()?.answer(question.command(), timeout) {
                Ok(told) => self.learn(question, told),
                Err(trouble) => self.fault = Some(trouble.text()),
            }
        }
        Some(answer)
    }

    /// Takes note of what it says about its state or its legal moves.
    fn learn(&mut self, question: Ability, told: Answer) {
        match (question, told) {
            (Ability::State, Ok(text)) => self.state = self.stated(&text),
            (_, Ok(text)) => self.legal = Some(text),
            (_, Err(message)) => self.refuses(question, question.command(), &message),
        }
    }

    /// Takes note that it does not answer what it knows.
    fn refuses(&mut self, ability: Ability, command: &str, message: &str) {
        self.blame(format!("refuses {}, which it knows", ability.command()), command, message);
    }

    /// Takes note of an answer that makes no sense.
    fn blame(&mut self, words: String, command: &str, answer: &str) {
        if let Some(talk) = &mut self.talk {
            self.fault = Some(talk.trouble(words, command, &[answer.to_string()]).text());
        }
    }

    /// Gives a command that it may not know, with its words; what it `must` answer when it knows it, it may not refuse.
    fn known(&mut self, ability: Ability, words: &str, must: bool) -> Option<String> {
        let known = self.abilities.get(ability);
        if known == Known::No {
            return None;
        }
        let command = format!("{} {words}", ability.command());
        match self.ask(command.trim_end())? {
            Ok(text) => {
                self.abilities.set(ability, Known::Yes);
                Some(text)
            }
            Err(_) if known == Known::Untried => {
                self.abilities.set(ability, Known::No);
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

    fn read_state(&mut self) -> Option<State> {
        let text = self.known(Ability::State, "", true)?;
        self.stated(&text)
    }

    fn stated(&mut self, text: &str) -> Option<State> {
        let state = State::read(text);
        if state.is_none() {
            self.blame("its bustan-state is no JSON object".into(), "bustan-state", text);
        }
        state
    }

    /// Forgets what it showed, and tells what of that was looked at.
    fn changed(&mut self) -> Looked {
        self.legal = None;
        self.state = None;
        std::mem::take(&mut self.looked)
    }
}

impl<G: Game> Engine for Foreign<G> {
    type Game = G;
    type Observation = State;

    fn name(&self) -> String {
        self.name.clone()
    }

    fn setup(&mut self, position: &G::Position) -> Result<(), G::Invalid> {
        match self.begin(position) {
            Ok(()) => Ok(()),
            Err(NoStart::Invalid(invalid)) => Err(invalid),
            Err(other) => {
                self.inner.get_mut().fault = Some(format!("does not start there: {other}"));
                Ok(())
            }
        }
    }

    fn begin(&mut self, position: &G::Position) -> Result<(), NoStart<G::Invalid>> {
        self.plies = 0;
        if self.begin_anew(position) || self.fault().is_some() {
            return Ok(());
        }
        let inner = self.inner.get_mut();
        let known = inner.abilities.get(Ability::Setup);
        if known == Known::No {
            return Err(NoStart::Unable);
        }
        match inner.change(&format!("{} {position}", Ability::Setup.command())) {
            Some(Err(_)) if known == Known::Untried => {
                inner.abilities.set(Ability::Setup, Known::No);
                Err(NoStart::Unable)
            }
            Some(Err(message)) => Err(NoStart::Refused(message)),
            Some(Ok(_)) | None => Ok(()),
        }
    }

    fn play(&mut self, player: G::Player, mv: &G::Move) -> Result<(), Option<G::Reason>> {
        match self.inner.get_mut().change(&format!("play {player} {mv}")) {
            Some(Err(message)) => Err(reason::<G>(&message)),
            Some(Ok(_)) | None => {
                self.plies += 1;
                Ok(())
            }
        }
    }

    fn turn(&self) -> Option<G::Player> {
        let Some(told) = self.to_move() else { return self.counted_turn() };
        let name = told.as_str()?;
        let player = name.parse().ok();
        if player.is_none() {
            self.inner().blame("in its bustan-state, to_move is no player".into(), "bustan-state", name);
        }
        player
    }

    fn knows_turn(&self) -> bool {
        self.to_move().is_some() || !self.inner.borrow().program.colours.is_empty()
    }

    fn legal_moves(&self) -> Option<Vec<G::Move>> {
        let listed = self.listed()?;
        let mut moves = Vec::new();
        for word in listed.split_whitespace() {
            let Ok(mv) = word.parse() else {
                self.inner().blame("lists among its legal moves what is no move".into(), "bustan-legal", word);
                return None;
            };
            moves.push(mv);
        }
        Some(moves)
    }

    fn observe(&self) -> Option<State> {
        self.state()
    }

    fn final_score(&self) -> Option<String> {
        self.inner().known(Ability::FinalScore, "", false)
    }

    fn undo(&mut self) -> Option<bool> {
        let inner = self.inner.get_mut();
        let known = inner.abilities.get(Ability::Undo);
        if known == Known::No {
            return None;
        }
        let undone = inner.change(Ability::Undo.command())?.is_ok();
        if undone {
            self.plies = self.plies.saturating_sub(1);
        } else if known == Known::Untried {
            inner.abilities.set(Ability::Undo, Known::No);
            return None;
        }
        inner.abilities.set(Ability::Undo, Known::Yes);
        Some(undone)
    }

    fn position(&self) -> Option<G::Position> {
        let text = self.inner().known(Ability::Position, "", false)?;
        let position = text.parse().ok();
        if position.is_none() {
            self.inner().blame("its bustan-position is no position".into(), "bustan-position", &text);
        }
        position
    }

    fn drawing(&self) -> Option<String> {
        let text = self.inner().known(Ability::Showboard, "", false)?;
        let lines = text.lines().take(DRAWN).map(|line| plain(line, DRAWN));
        Some(lines.collect::<Vec<_>>().join("\n")).filter(|text| !text.is_empty())
    }

    /// To start a process takes longer than anything it is asked.
    fn is_costly(&self) -> bool {
        true
    }

    fn fault(&self) -> Option<String> {
        self.inner.borrow().fault.clone()
    }

    fn perft(&mut self, depth: u32) -> Option<u64> {
        let inner = self.inner.get_mut();
        inner.changed();
        let text = inner.known(Ability::Perft, &depth.to_string(), false)?;
        let count = text.parse().ok();
        if count.is_none() {
            inner.blame("its bustan-perft is no number".into(), "bustan-perft", &text);
        }
        count
    }
}

/// The reason among those of the game that a message gives, if it is one of them.
fn reason<G: Game>(message: &str) -> Option<G::Reason> {
    let given = message.strip_prefix("illegal move").unwrap_or(message).trim_start_matches([':', ' ']);
    G::REASONS.iter().copied().find(|reason| reason.to_string() == given)
}
