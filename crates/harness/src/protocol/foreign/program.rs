//! The command line that starts an external engine.

use std::fmt;
use std::io;
use std::path::is_separator;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use super::abilities::Ability;
use super::inner::Inner;
use super::life::ProcessHistory;
use super::log::{Log, OptionalLog};
use super::process::{CancelFlag, Process};
use super::rewrite::{Rewrite, Rewriting};
use super::symmetry::{Mirror, Symmetry};
use crate::compare::conventions::ConventionCache;
use crate::compare::divergence::plain;
use crate::compare::participant::Fault;

/// The maximum length of a reported version, in characters.
const LONGEST_VERSION: usize = 40;

/// A command line that starts an external engine, and its options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// The program and its arguments. There is at least one word.
    pub(super) words: Vec<String>,
    /// The text for the program in reports, if it is not the command line.
    spelling: Option<String>,
    pub(super) timeout: Duration,
    pub(super) start_timeout: Duration,
    pub(super) without: Vec<String>,
    pub(super) trusting: bool,
    pub(super) colours: Vec<String>,
    pub(super) probe_moves: Arc<[String]>,
    pub(super) label: String,
    pub(super) logged: OptionalLog,
    pub(super) rewriting: Rewriting,
    pub(super) mirror: Option<Mirror>,
    /// The shared state of the program's processes, including the reason why they do not start, so that only
    /// the first caller waits for it.
    pub(super) life: ProcessHistory,
    /// The first reason that a process gave for not answering at a position.
    pub(super) untold: Arc<OnceLock<String>>,
    /// The known conventions that the program follows.
    pub(super) learnt: Arc<ConventionCache>,
    pub(super) unneeded: CancelFlag,
    pub(super) spoken: BridgedProtocol,
    pub(super) wired: bool,
    pub(super) untimed: bool,
}

/// The protocol that a program speaks through a bridge. Messages use its terms, because the author of the
/// program need not know any other protocol.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BridgedProtocol {
    /// The request that each command of Bustan's protocol makes, in words that follow `when asked`.
    pub asked: &'static [(&'static str, &'static str)],
    /// The answer that each command of the program's own protocol expects. An empty command matches any
    /// command, and also the start of the program.
    pub awaited: &'static [(&'static str, &'static str)],
}

impl BridgedProtocol {
    /// Returns what `command`, a command of Bustan's protocol, asks of the program.
    pub(super) fn asks(self, command: &str) -> Option<&'static str> {
        self.asked.iter().find(|(asked, _)| *asked == command).map(|(_, words)| *words)
    }

    /// Returns the answer that `line`, a command of the program's own protocol, expects. An empty `line`
    /// means the start of the program.
    pub(super) fn awaits(self, line: &str) -> Option<&'static str> {
        let first = line.split_whitespace().next().unwrap_or_default();
        let awaited = self.awaited.iter().find(|(command, _)| command.is_empty() || *command == first);
        awaited.map(|(_, answer)| *answer)
    }
}

impl Program {
    /// The default time limit for an answer.
    const TIMEOUT: Duration = Duration::from_secs(10);

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

    /// Parses a command line, splitting it into words like a shell. Other features of a shell are not
    /// supported. On Windows, a backslash is part of a word, as in `C:\engine.exe`.
    ///
    /// # Errors
    /// When the command line has no words, or a quotation mark is not closed.
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

    /// Creates a program from its path and its arguments, which are used unchanged.
    ///
    /// # Errors
    /// When there are no words, or the first is empty.
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
            probe_moves: Arc::default(),
            label: String::new(),
            logged: OptionalLog::default(),
            rewriting: Rewriting::default(),
            mirror: None,
            life: ProcessHistory::default(),
            untold: Arc::default(),
            learnt: Arc::default(),
            unneeded: CancelFlag::default(),
            spoken: BridgedProtocol::default(),
            wired: false,
            untimed: false,
        })
    }

    /// Returns the program and its arguments.
    pub fn words(&self) -> &[String] {
        &self.words
    }

    /// Returns the name for a program that does not report one: its spelling if it was set, otherwise its
    /// file name.
    pub(super) fn file(&self) -> String {
        let file = || self.words[0].rsplit(is_separator).next().unwrap_or_default().to_string();
        self.spelling.clone().unwrap_or_else(file)
    }

    /// Sets the text for the program in reports and commands, if it is not the command line.
    #[must_use]
    pub fn spelled(self, text: impl Into<String>) -> Self {
        Self { spelling: Some(text.into()), ..self }
    }

    /// Sets the time limit for every answer except the first, by default 10 s.
    #[must_use]
    pub fn timeout(self, timeout: Duration) -> Self {
        Self { timeout, ..self }
    }

    /// Sets the time limit for the first answer, by default 10 s. Programs can take long to start.
    #[must_use]
    pub fn start_timeout(self, start_timeout: Duration) -> Self {
        Self { start_timeout, ..self }
    }

    /// Declares commands that are never sent to the program, whether it knows them or not.
    #[must_use]
    pub fn without(self, commands: impl IntoIterator<Item = String>) -> Self {
        Self { without: commands.into_iter().collect(), ..self }
    }

    /// Declares that the program accepts every position, including positions that cannot occur, and does not
    /// report which positions cannot.
    #[must_use]
    pub fn trusting(self) -> Self {
        Self { trusting: true, ..self }
    }

    /// Sets the protocol that the program speaks through a bridge.
    #[must_use]
    pub fn speaking(self, spoken: BridgedProtocol) -> Self {
        Self { spoken, ..self }
    }

    /// Declares that the program is a bridge that [passes on](super::Wire) the messages to and from its
    /// program. The log and the reports then show these messages instead of the conversation with the bridge.
    #[must_use]
    pub fn wired(self) -> Self {
        Self { wired: true, ..self }
    }

    /// Removes the times of the lines that a bridge passes on from reports, but not from the log.
    #[must_use]
    pub fn untimed(self) -> Self {
        Self { untimed: true, ..self }
    }

    /// Names the players in turn order, for an engine that does not report the player to move.
    #[must_use]
    pub fn colours(self, colours: impl IntoIterator<Item = String>) -> Self {
        Self { colours: colours.into_iter().collect(), ..self }
    }

    /// Sets candidate moves, which are tried one by one if the program does not list its legal moves.
    /// Candidates that the game cannot parse are ignored.
    #[must_use]
    pub fn trying(self, words: impl IntoIterator<Item = String>) -> Self {
        Self { probe_moves: words.into_iter().collect(), ..self }
    }

    /// Appends a text to the engine's name, to distinguish it from another engine of the same name.
    #[must_use]
    pub fn label(self, label: impl Into<String>) -> Self {
        Self { label: label.into(), ..self }
    }

    /// Sets the rules that rewrite the program's words in its legal moves, states, results and reasons.
    #[must_use]
    pub fn rewriting(self, rules: impl IntoIterator<Item = Rewrite>) -> Self {
        Self { rewriting: Rewriting::new(rules.into_iter().collect()), ..self }
    }

    /// Returns the rules for [rewriting](Self::rewriting) that have not yet changed a word, in any process of
    /// this program or of its copies.
    pub fn idle_rules(&self) -> Vec<Rewrite> {
        self.rewriting.idle()
    }

    /// Returns the program itself, and the program mirrored by a symmetry. Both give the same answers if the
    /// game has the symmetry. The mirrored program omits answers that cannot be mapped word by word.
    #[must_use]
    pub fn mirrored(self, symmetry: &Symmetry) -> [Self; 2] {
        let seen = |mirrored| Some(Mirror { symmetry: symmetry.clone(), mirrored });
        let label = format!("{} mirrored ({})", self.label, symmetry.brief());
        let never = Mirror::WITHOUT.iter().map(|ability| ability.command().to_string());
        let without = self.without.iter().cloned().chain(never).collect();
        let mirrored = Self { mirror: seen(true), label, without, ..self.clone() };
        [Self { mirror: seen(false), ..self }, mirrored]
    }

    /// Translates a command into the program's own words.
    pub(super) fn own_words(&self, command: &str) -> String {
        let mirrored = self.mirror.as_ref().map(|mirror| mirror.command(command));
        self.rewriting.command(mirrored.as_deref().unwrap_or(command))
    }

    /// Translates a list of moves into the words in which it is compared.
    pub(super) fn list(&self, text: String) -> String {
        let text = self.rewriting.words(text);
        match &self.mirror {
            Some(mirror) => mirror.list(text),
            None => text,
        }
    }

    /// Translates a state into the words in which it is compared.
    pub(super) fn state(&self, text: String) -> String {
        let text = self.rewriting.state(text);
        match &self.mirror {
            Some(mirror) => mirror.state(text),
            None => text,
        }
    }

    /// Translates a reason for a refusal into the words in which it is compared.
    pub(super) fn reason(&self, text: &str) -> String {
        let text = self.rewriting.each(text);
        match &self.mirror {
            Some(mirror) => mirror.list(text),
            None => text,
        }
    }

    /// Translates a result into the words in which it is compared. Returns `None` if it cannot be translated.
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
        Self { logged: OptionalLog(Some(log)), ..self }
    }

    /// Starts the program once. Returns the name that it reports or, if it reports none, the name of its
    /// file. If the program does not answer, every engine created later from this value or a copy of it has
    /// that [fault](crate::compare::participant::Participant::fault) without waiting again.
    ///
    /// # Errors
    /// When the system cannot start the program, for example because the file does not exist.
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

    /// Starts a new process, and returns the version that it reports, if any.
    pub fn version(&self) -> Option<String> {
        let (mut inner, _) = Inner::first(self.process().ok()?, self);
        let Some(Ok(version)) = inner.ask("version") else { return None };
        Some(plain(&version, LONGEST_VERSION)).filter(|version| !version.is_empty())
    }

    /// Returns the reason why the program does not start, if this was found when it was [started
    /// once](Self::probe) or later.
    pub fn unstarted(&self) -> Option<&Fault> {
        self.life.unstarted()
    }

    /// Returns events of the program's processes that are not findings, in sentences. Each event is returned
    /// once.
    pub fn take_warnings(&self) -> Vec<String> {
        self.life.take_warnings()
    }

    /// Returns the program without the facts learned from its processes, because its files may have changed.
    #[must_use]
    pub fn forgetting(self) -> Self {
        Self { life: ProcessHistory::default(), untold: Arc::default(), learnt: Arc::default(), ..self }
    }

    /// Makes all callers that wait for an answer of the program give up as soon as `flag` is set, like
    /// [`interrupt`](super::interrupt) for all programs.
    #[must_use]
    pub fn unneeded(self, flag: Arc<AtomicBool>) -> Self {
        Self { unneeded: CancelFlag(flag), ..self }
    }

    /// Starts a separate process, sends it `line` unless that is empty, and returns the first line of output
    /// for which `is_answer` holds. Returns `None` if there is no such line within `limit`.
    pub fn hears(&self, line: &str, limit: Duration, is_answer: impl Fn(&str) -> bool) -> Option<String> {
        let mut process = self.process().ok()?;
        let deadline = Instant::now() + limit;
        if !line.is_empty() && !process.say(line) {
            return None;
        }
        while let Ok(heard) = process.read_line(deadline) {
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

    /// Starts a process of the program.
    pub(super) fn process(&self) -> Result<Process, ProgramError> {
        Process::start(&self.words, &self.unneeded)
            .map_err(|error| ProgramError::Start(self.words[0].clone(), error))
    }
}

/// Splits a command line into words like [`Program::parse`]. Returns `None` if a quotation mark is not
/// closed.
pub fn split_words(line: &str) -> Option<Vec<String>> {
    if cfg!(windows) { split_with_backslashes(line) } else { shlex::split(line) }
}

/// Splits a command line in which backslashes are ordinary characters.
fn split_with_backslashes(line: &str) -> Option<Vec<String>> {
    let (mut escaped, mut quoted) = (String::with_capacity(line.len()), None);
    for c in line.chars() {
        match (c, quoted) {
            ('\'' | '"', None) => quoted = Some(c),
            (_, Some(quote)) if quote == c => quoted = None,
            // Inside single quotes, a backslash is an ordinary character in shells, too.
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
    /// The command line has no words, or the first is empty.
    #[error("a command line without a program")]
    Empty,
    /// A quotation mark is not closed in the command line, which the variant holds.
    #[error("a quotation mark is not closed in the command line {0:?}")]
    Quotes(String),
    /// The system cannot start the program, which the variant holds with the error.
    #[error("cannot start {0:?}: {reason}", reason = reason(.1))]
    Start(String, #[source] io::Error),
}

/// Returns the reason why a program cannot be started.
fn reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "no such program".into(),
        _ => error.to_string(),
    }
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
