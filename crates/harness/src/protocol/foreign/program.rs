//! The command line that starts a foreign engine.

use std::fmt;
use std::io;
use std::path::is_separator;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use super::abilities::Ability;
use super::inner::Inner;
use super::life::Life;
use super::log::{Log, Logged};
use super::process::{Process, Unneeded};
use super::rewrite::{Rewrite, Rewriting};
use super::symmetry::{Mirror, Symmetry};
use crate::compare::conventions::Learnt;
use crate::compare::divergence::plain;
use crate::compare::participant::Fault;

/// The maximum length of a version that is read, in bytes.
const LONGEST_VERSION: usize = 40;

/// A command line that starts a foreign engine, and its options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// The program and its arguments, at least one word.
    pub(super) words: Vec<String>,
    /// Its spelling in reports, if it is not its words.
    spelling: Option<String>,
    pub(super) timeout: Duration,
    pub(super) start_timeout: Duration,
    pub(super) without: Vec<String>,
    pub(super) trusting: bool,
    pub(super) colours: Vec<String>,
    pub(super) trials: Arc<[String]>,
    pub(super) label: String,
    pub(super) logged: Logged,
    pub(super) rewriting: Rewriting,
    pub(super) mirror: Option<Mirror>,
    /// The shared state of its processes, including the reason why they do not start, so that no caller waits
    /// for it twice.
    pub(super) life: Life,
    /// Its first reason for not answering at a position.
    pub(super) untold: Arc<OnceLock<String>>,
    /// The known conventions that it follows.
    pub(super) learnt: Arc<Learnt>,
    pub(super) unneeded: Unneeded,
    pub(super) spoken: Spoken,
    pub(super) wired: bool,
    pub(super) untimed: bool,
}

/// The protocol that a program speaks through a bridge, for messages: its author need not know any other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spoken {
    /// The request that each command of Bustan's protocol makes, in words that follow `when asked`.
    pub asked: &'static [(&'static str, &'static str)],
    /// The answer that each command of its own protocol expects. An empty command matches any other, and the
    /// start.
    pub awaited: &'static [(&'static str, &'static str)],
}

impl Spoken {
    /// Returns what a command of Bustan's protocol asks of the program.
    pub(super) fn asks(self, command: &str) -> Option<&'static str> {
        self.asked.iter().find(|(asked, _)| *asked == command).map(|(_, words)| *words)
    }

    /// Returns the answer that a command of the program's own protocol expects; an empty line means the
    /// start.
    pub(super) fn awaits(self, line: &str) -> Option<&'static str> {
        let first = line.split_whitespace().next().unwrap_or_default();
        let awaited = self.awaited.iter().find(|(command, _)| command.is_empty() || *command == first);
        awaited.map(|(_, answer)| *answer)
    }
}

impl Program {
    /// The default time limit for an answer.
    pub const TIMEOUT: Duration = Duration::from_secs(10);

    /// The commands that a program need not know.
    pub const OPTIONAL: [&'static str; Ability::ALL.len()] = {
        let mut commands = [""; Ability::ALL.len()];
        let mut at = 0;
        while at < commands.len() {
            commands[at] = Ability::ALL[at].command();
            at += 1;
        }
        commands
    };

    /// Reads a command line, splitting it into words as a shell does. Other features of a shell are not
    /// supported. On Windows a backslash is part of a word, as in `C:\engine.exe`.
    ///
    /// # Errors
    /// When it has no word, or a quotation mark is not closed.
    ///
    /// ```
    /// use bustan_harness::protocol::foreign::Program;
    ///
    /// let program = Program::parse("python3 'my engine.py' --fast")?;
    /// assert_eq!(program.to_string(), "python3 'my engine.py' --fast");
    /// assert!(Program::parse("python3 'my engine.py").is_err());
    /// # Ok::<(), bustan_harness::protocol::foreign::ProgramError>(())
    /// ```
    pub fn parse(line: &str) -> Result<Self, ProgramError> {
        Self::of_words(split_words(line).ok_or_else(|| ProgramError::Quotes(line.into()))?)
    }

    /// Takes a program and its arguments unchanged.
    ///
    /// # Errors
    /// When there is no word.
    pub fn of_words(words: Vec<String>) -> Result<Self, ProgramError> {
        if words.first().is_none_or(String::is_empty) {
            return Err(ProgramError::Empty);
        }
        Ok(Self {
            words,
            spelling: None,
            timeout: Self::TIMEOUT,
            start_timeout: Self::TIMEOUT,
            without: Vec::new(),
            trusting: false,
            colours: Vec::new(),
            trials: Arc::default(),
            label: String::new(),
            logged: Logged::default(),
            rewriting: Rewriting::default(),
            mirror: None,
            life: Life::default(),
            untold: Arc::default(),
            learnt: Arc::default(),
            unneeded: Unneeded::default(),
            spoken: Spoken::default(),
            wired: false,
            untimed: false,
        })
    }

    /// Returns the program and its arguments.
    pub fn words(&self) -> &[String] {
        &self.words
    }

    /// Returns the name for a program that does not report one.
    pub(super) fn file(&self) -> String {
        let file = || self.words[0].rsplit(is_separator).next().unwrap_or_default().to_string();
        self.spelling.clone().unwrap_or_else(file)
    }

    /// Sets the spelling of the program in reports and commands, if that is not its command line.
    #[must_use]
    pub fn spelled(self, text: impl Into<String>) -> Self {
        Self { spelling: Some(text.into()), ..self }
    }

    /// Sets the time limit for any answer but the first, by default 10 s.
    #[must_use]
    pub fn timeout(self, timeout: Duration) -> Self {
        Self { timeout, ..self }
    }

    /// Sets the time limit for the first answer, by default 10 s: programs can take long to start.
    #[must_use]
    pub fn start_timeout(self, start_timeout: Duration) -> Self {
        Self { start_timeout, ..self }
    }

    /// Names commands that the program is never asked, whether it knows them or not.
    #[must_use]
    pub fn without(self, commands: impl IntoIterator<Item = String>) -> Self {
        Self { without: commands.into_iter().collect(), ..self }
    }

    /// Declares that the program accepts every position, even one that cannot occur, and does not report
    /// which cannot.
    #[must_use]
    pub fn trusting(self) -> Self {
        Self { trusting: true, ..self }
    }

    /// Sets the protocol that the program speaks through a bridge.
    #[must_use]
    pub fn speaking(self, spoken: Spoken) -> Self {
        Self { spoken, ..self }
    }

    /// Declares that the program is a bridge that [passes on](super::Wire) the messages to and from its
    /// program. The log and reports then show these lines instead of the conversation with the bridge.
    #[must_use]
    pub fn wired(self) -> Self {
        Self { wired: true, ..self }
    }

    /// Leaves the times of lines that a bridge passes on out of reports, but not out of the log.
    #[must_use]
    pub fn untimed(self) -> Self {
        Self { untimed: true, ..self }
    }

    /// Names the players in turn order, for an engine that does not report the player to move.
    #[must_use]
    pub fn colours(self, colours: impl IntoIterator<Item = String>) -> Self {
        Self { colours: colours.into_iter().collect(), ..self }
    }

    /// Names words that may be moves, to be tried one by one if the program lists no legal moves. Those that
    /// the game cannot read are left out.
    #[must_use]
    pub fn trying(self, words: impl IntoIterator<Item = String>) -> Self {
        Self { trials: words.into_iter().collect(), ..self }
    }

    /// Adds a text to the engine's name, to distinguish it from another of the same name.
    #[must_use]
    pub fn label(self, label: impl Into<String>) -> Self {
        Self { label: label.into(), ..self }
    }

    /// Rewrites the program's words: its legal moves, the texts of its states, its result.
    #[must_use]
    pub fn rewriting(self, rules: impl IntoIterator<Item = Rewrite>) -> Self {
        Self { rewriting: Rewriting::new(rules.into_iter().collect()), ..self }
    }

    /// Returns the rules for [rewriting](Self::rewriting) that have matched no word so far, in any process of
    /// this program or of its copies.
    pub fn idle_rules(&self) -> Vec<Rewrite> {
        self.rewriting.idle()
    }

    /// Returns the program unchanged and in the mirror of a symmetry. The two give the same answers if the
    /// game has the symmetry; the mirror leaves out answers that cannot be mapped by words.
    #[must_use]
    pub fn mirrored(self, symmetry: &Symmetry) -> [Self; 2] {
        let seen = |mirrored| Some(Mirror { symmetry: symmetry.clone(), mirrored });
        let label = format!("{} mirrored ({})", self.label, symmetry.brief());
        let never = Mirror::WITHOUT.iter().map(|ability| ability.command().to_string());
        let without = self.without.iter().cloned().chain(never).collect();
        let mirrored = Self { mirror: seen(true), label, without, ..self.clone() };
        [Self { mirror: seen(false), ..self }, mirrored]
    }

    /// Returns a command in the program's own words.
    pub(super) fn own_words(&self, command: &str) -> String {
        let mirrored = self.mirror.as_ref().map(|mirror| mirror.command(command));
        self.rewriting.command(mirrored.as_deref().unwrap_or(command))
    }

    /// Returns a list of moves in the words in which it is compared.
    pub(super) fn list(&self, text: String) -> String {
        let text = self.rewriting.words(text);
        match &self.mirror {
            Some(mirror) => mirror.list(text),
            None => text,
        }
    }

    /// Returns a state in the words in which it is compared.
    pub(super) fn state(&self, text: String) -> String {
        let text = self.rewriting.state(text);
        match &self.mirror {
            Some(mirror) => mirror.state(text),
            None => text,
        }
    }

    /// Returns a reason for a refusal in the words in which it is compared.
    pub(super) fn reason(&self, text: &str) -> String {
        let text = self.rewriting.each(text);
        match &self.mirror {
            Some(mirror) => mirror.list(text),
            None => text,
        }
    }

    /// Returns a result in the words in which it is compared; `None` if there are none for it.
    pub(super) fn result(&self, text: String) -> Option<String> {
        let text = self.rewriting.words(text);
        match &self.mirror {
            Some(mirror) => mirror.result(text),
            None => Some(text),
        }
    }

    /// Logs all messages to and from the program.
    #[must_use]
    pub fn log(self, log: Arc<Log>) -> Self {
        Self { logged: Logged(Some(log)), ..self }
    }

    /// Starts the program once, and returns its name or else that of the file. If the program does not
    /// answer, every engine made later from this value or a copy of it has that
    /// [`fault`](crate::compare::participant::Participant::fault), and none waits again.
    ///
    /// # Errors
    /// When the system cannot start it, for example because there is no such file.
    pub fn probe(&self) -> Result<String, ProgramError> {
        self.probe_asking(&[]).map(|(name, _)| name)
    }

    /// Like [`probe`](Self::probe), and returns its answers to further commands, too: `None` for one that it
    /// refuses.
    ///
    /// # Errors
    /// When the system cannot start it.
    pub fn probe_asking(&self, commands: &[&str]) -> Result<(String, Vec<Option<String>>), ProgramError> {
        let (mut inner, name) = Inner::first(self.process()?, self);
        let mut answer = |command: &&str| inner.ask(command).and_then(Result::ok);
        let answers = commands.iter().map(&mut answer).collect();
        Ok((name, answers))
    }

    /// Returns the version that a new process of it reports, if there is one.
    pub fn version(&self) -> Option<String> {
        let (mut inner, _) = Inner::first(self.process().ok()?, self);
        let Some(Ok(version)) = inner.ask("version") else { return None };
        Some(plain(&version, LONGEST_VERSION)).filter(|version| !version.is_empty())
    }

    /// Returns the reason why it does not start, found when it was [started once](Self::probe), or later.
    pub fn unstarted(&self) -> Option<&Fault> {
        self.life.unstarted()
    }

    /// Returns events of its processes that are not findings, in sentences; each is returned once.
    pub fn take_warnings(&self) -> Vec<String> {
        self.life.take_warnings()
    }

    /// Returns the program without what was learned from its processes: its files may have changed since.
    #[must_use]
    pub fn afresh(self) -> Self {
        Self { life: Life::default(), untold: Arc::default(), learnt: Arc::default(), ..self }
    }

    /// Makes all callers that wait for an answer of the program give up as soon as this flag is set, as
    /// [`interrupt`](super::interrupt) does for all programs.
    #[must_use]
    pub fn unneeded(self, flag: Arc<AtomicBool>) -> Self {
        Self { unneeded: Unneeded(flag), ..self }
    }

    /// Starts a process of its own, gives it this line unless it is empty, and returns the first line that it prints
    /// for which `is_answer` holds; `None` if none comes in time.
    pub fn hears(&self, line: &str, limit: Duration, is_answer: impl Fn(&str) -> bool) -> Option<String> {
        let mut process = self.process().ok()?;
        let deadline = Instant::now() + limit;
        if !line.is_empty() && !process.say(line) {
            return None;
        }
        while let Ok(heard) = process.hear(deadline) {
            if is_answer(&heard) {
                return Some(heard);
            }
        }
        None
    }

    /// Why it did not tell its legal moves or its state at a position, the first time, in any process of this program or
    /// of its copies: its text after `? not told:`.
    pub fn untold(&self) -> Option<&str> {
        self.untold.get().map(String::as_str)
    }

    /// Starts a process.
    pub(super) fn process(&self) -> Result<Process, ProgramError> {
        Process::start(&self.words, &self.unneeded)
            .map_err(|error| ProgramError::Start(self.words[0].clone(), error))
    }
}

/// Splits a command line into words, as [`Program::parse`] does; `None` if a quotation mark is not closed.
pub fn split_words(line: &str) -> Option<Vec<String>> {
    if cfg!(windows) { split_with_backslashes(line) } else { shlex::split(line) }
}

/// Splits a command line in which backslashes escape nothing.
fn split_with_backslashes(line: &str) -> Option<Vec<String>> {
    let (mut escaped, mut quoted) = (String::with_capacity(line.len()), None);
    for c in line.chars() {
        match (c, quoted) {
            ('\'' | '"', None) => quoted = Some(c),
            (_, Some(quote)) if quote == c => quoted = None,
            // Inside single quotes shells escape nothing either.
            ('\\', None | Some('"')) => escaped.push(c),
            _ => {}
        }
        escaped.push(c);
    }
    shlex::split(&escaped)
}

impl fmt::Display for Program {
    /// Writes a command line that splits into the same words, or the text that was [set](Self::spelled) for
    /// the program.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(text) = &self.spelling {
            return f.write_str(text);
        }
        f.write_str(&shlex::try_join(self.words.iter().map(String::as_str)).unwrap_or_default())
    }
}

/// The reason why a program cannot be started.
#[derive(Debug, thiserror::Error)]
pub enum ProgramError {
    /// The command line has no word.
    #[error("a command line without a program")]
    Empty,
    /// A quotation mark in this command line is not closed.
    #[error("a quotation mark is not closed in the command line {0:?}")]
    Quotes(String),
    /// The system cannot start this program.
    #[error("cannot start {0:?}: {1}")]
    Start(String, #[source] io::Error),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn backslashes_of_paths_are_kept() {
        for (line, words) in [
            (r"C:\a\b.exe -x", vec![r"C:\a\b.exe", "-x"]),
            (r"'C:\my engines\b.exe' 1", vec![r"C:\my engines\b.exe", "1"]),
            (r#""C:\my engines\b.exe" "it's" 1"#, vec![r"C:\my engines\b.exe", "it's", "1"]),
            (r#"a\"b c""#, vec![r"a\b c"]),
        ] {
            let read = split_with_backslashes(line);
            assert_eq!(
                read.as_deref(),
                Some(words.into_iter().map(String::from).collect::<Vec<_>>().as_slice()),
                "{line}"
            );
        }
        assert_eq!(split_with_backslashes(r"a 'b\"), None);
    }

    #[test]
    fn a_program_is_called_by_its_file() {
        let program = Program::parse("/opt/engines/mine --fast").unwrap();
        assert_eq!(program.file(), "mine");
    }
}
