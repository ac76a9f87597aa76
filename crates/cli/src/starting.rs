//! Explains why programs do not start, or end before a game begins, by the last command that they received
//! and the protocol that they speak.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use bustan_bridges::{NOT_SPOKEN, Protocol, Spec, how_ended, is_about_option};
use bustan_harness::compare::participant::Fault;
use bustan_harness::protocol::foreign::Program;
use bustan_harness::report::command::word;
use indicatif::ProgressBar;

use crate::boards::Board;
use crate::bridge;
use crate::failure::Failure;
use crate::watch::{bar, drawing};

/// The maximum length, in characters, of the explanation why a program does not start.
const LONGEST: usize = 400;

/// The time limit for answering a greeting.
const GREETING: Duration = Duration::from_secs(2);

/// The beginning of the message about a process that ended, and the prefixes of the other lines of a fault.
const ENDED: &str = "the process ended ";
const COMMAND: &str = "the command: ";
const ANSWER: &str = "the answer: ";
const SENT: &str = "> ";
const ERRORS: &str = "stderr: ";

/// The first command that a program receives in Bustan's protocol and in GTP.
const FIRST: &str = "name";

/// Commands that follow others, or come last. They do not explain why a program ended.
const PASSING: [&str; 2] = ["isready", "quit"];

/// Starts the program named by an option once, and returns its name.
pub(crate) fn probe(option: &str, program: &Program) -> Result<String, Failure> {
    started(program).map_err(|error| Failure::Usage(format!("{option}: {error}")))
}

/// Starts a program once and returns its name, or the reason why it does not start. Meanwhile a terminal
/// shows that this is waiting for the program.
pub(crate) fn started(program: &Program) -> Result<String, String> {
    asked(program, &[]).map(|(name, _)| name)
}

/// Like [`started`], and returns its answers to further commands, too.
fn asked(program: &Program, commands: &[&str]) -> Result<(String, Vec<Option<String>>), String> {
    let bar = bar("start", None);
    let draw = |bar: &ProgressBar| bar.set_message(format!("{program} was started and has not answered yet"));
    let told = drawing("start", &bar, draw, || program.probe_asking(commands));
    let told = told.map_err(|error| error.to_string())?;
    unstarted(program).map_or(Ok(told), Err)
}

/// Starts the program named by an option once, and returns its name and, if it speaks GTP, its board.
pub(crate) fn introduced(option: &str, program: &Program) -> Result<(String, Option<Board>), Failure> {
    let commands =
        if bridge::protocol(&program.to_string()) == Some(Protocol::Gtp) { &Board::ASKED[..] } else { &[] };
    let failed = |error| Failure::Usage(format!("{option}: {error}"));
    let (name, answers) = asked(program, commands).map_err(failed)?;
    Ok((name, Board::read(&answers)))
}

/// The reason why a program cannot play, with what to install for an adapter, or the protocol that the
/// program speaks; `None` if it can play. The protocol says nothing about which game such a program plays.
fn unstarted(program: &Program) -> Option<String> {
    let fault = program.unstarted()?;
    let said = |words: &str| fault.words.contains(words);
    if said("Unexpected token 'export'") || said("Cannot use import statement outside a module") {
        return Some(format!(
            "{program} does not start: Node takes the file for a CommonJS module; name it .mjs, or write \
             \"type\": \"module\" into the package.json next to it"
        ));
    }
    let spec = program.to_string().parse::<Spec>().ok();
    let talk = Talk { fault, spec: spec.as_ref() };
    if talk.has_begun() && !talk.is_reported_by_bridge() {
        return Some(format!("{program} started, but {}", talk.end()));
    }
    // Bridges and adapters print a line that names the problem.
    let names_problem = (spec.is_some() || bridge::is_adapter(program)) && !fault.cause.is_empty();
    let words = match () {
        () if said("No module named bustan_adapters") => {
            "the adapters in Python are not installed: pip install bustan-adapters".into()
        }
        () if said("bustan-adapters@") && said("E404") => {
            "the adapters in JavaScript are not installed: npm install bustan-adapters".into()
        }
        () if names_problem => fault.cause.clone(),
        () => fault.line(LONGEST) + &talk.answer(),
    };
    // A program whose options are wrong speaks its protocol.
    let is_asked = !talk.has_begun() && !talk.has_ended() && !is_about_option(&fault.cause);
    let hint = if is_asked { spoken(program, spec.as_ref()) } else { None };
    Some(format!("{program} does not start: {words}{}", hint.unwrap_or_default()))
}

/// The exchange with a program before it was stopped.
struct Talk<'f> {
    fault: &'f Fault,
    /// The bridge's description of the program, if a bridge runs it.
    spec: Option<&'f Spec>,
}

impl Talk<'_> {
    /// The lines of the fault that begin with the prefix `sign`, without the prefix.
    fn lines(&self, sign: &'static str) -> impl Iterator<Item = &str> {
        self.fault.words.lines().skip(1).filter_map(move |line| line.strip_prefix(sign))
    }

    /// Whether the program answered the first command and received another one.
    fn has_begun(&self) -> bool {
        let Some(spec) = self.spec else { return !["", FIRST].contains(&&*self.fault.command) };
        let hello = if spec.protocol == Protocol::Gtp { FIRST } else { spec.protocol.name() };
        self.lines(SENT).any(|line| line != hello && line != "quit")
    }

    /// Whether a bridge ended the program and reports the reason.
    fn is_reported_by_bridge(&self) -> bool {
        let code = format!(": exit code {NOT_SPOKEN}");
        let is_bridges = self.fault.words.lines().next().is_some_and(|line| line.ends_with(&code));
        self.spec.is_some() && is_bridges && self.lines(ERRORS).last().and_then(how_ended).is_none()
    }

    /// Whether the program ended on its own, so that another process would probably end in the same way.
    fn has_ended(&self) -> bool {
        self.fault.words.starts_with(ENDED) && !self.is_reported_by_bridge()
    }

    /// The last command that the program received, how it ended, and what it wrote to standard error.
    fn end(&self) -> String {
        let words = self.fault.words.lines().next().unwrap_or_default();
        let (Some(_), Some((_, how))) = (words.strip_prefix(ENDED), words.rsplit_once(": ")) else {
            return self.fault.line(LONGEST);
        };
        let mut errors: Vec<&str> = self.lines(ERRORS).collect();
        let told = self.spec.and_then(|_| how_ended(errors.last()?));
        let mut cause = self.fault.cause.as_str();
        if told.is_some() {
            errors.pop();
            cause =
                if how_ended(cause).is_some() { errors.last().copied().unwrap_or_default() } else { cause };
        }
        let sent: Vec<&str> = self.lines(if self.spec.is_some() { SENT } else { COMMAND }).collect();
        let asked = sent.iter().rfind(|line| !PASSING.contains(*line)).or(sent.last());
        let asked = asked.map(|line| format!(" at `{line}`")).unwrap_or_default();
        let cause = if cause.is_empty() { String::new() } else { format!(" ({cause})") };
        format!("ended{asked}: {}{cause}", told.as_deref().unwrap_or(how))
    }

    /// The line that the program wrote instead of an answer, if any.
    fn answer(&self) -> String {
        self.lines(ANSWER).next().map(|line| format!(": {line:?}")).unwrap_or_default()
    }
}

/// A protocol, the greeting that its programs receive, and a predicate for the line that answers it. The
/// greeting is empty for programs that write first.
type Greeting = (Protocol, &'static str, fn(&str) -> bool);

/// The greetings, in order of preference, because some programs speak several protocols.
const GREETINGS: [Greeting; 5] = [
    (Protocol::Uci, "uci", |line| line.trim() == "uciok"),
    (Protocol::Usi, "usi", |line| line.trim() == "usiok"),
    (Protocol::Ucci, "ucci", |line| line.trim() == "ucciok"),
    (Protocol::Gtp, FIRST, |line| line.starts_with("= ")),
    (Protocol::Uhp, "", |line| line.starts_with("id ")),
];

/// The other protocol whose greeting the program answers, with its name on the command line, as a suffix of a
/// message; `None` if the program answers no greeting.
fn spoken(program: &Program, spec: Option<&Spec>) -> Option<String> {
    if bridge::is_adapter(program) {
        return None;
    }
    let words = spec.map_or(program.words(), |spec| &spec.words).to_vec();
    let bare = Program::of_words(words).ok()?;
    let (protocol, hello, answer) = answered(&bare, spec.map(|spec| spec.protocol))?;
    let own = protocol == Protocol::Gtp
        && bare.hears("list_commands", GREETING, |line| line.contains("bustan-")).is_some();
    let shown = match hello {
        _ if own => "it knows commands of Bustan's protocol".into(),
        "" => format!("it begins with `{answer}`"),
        hello => format!("it answers `{hello}` with `{answer}`"),
    };
    let named = if own { bare.to_string() } else { format!("{protocol}:{bare}") };
    (named != program.to_string()).then(|| format!("; {shown}; name it {}", word(&named)))
}

/// The first greeting that the program answers, with its answer. The protocol `tried` is omitted.
fn answered(program: &Program, tried: Option<Protocol>) -> Option<(Protocol, &'static str, String)> {
    let enough = Arc::new(AtomicBool::new(false));
    let ask = |&(protocol, hello, is_answer): &Greeting| {
        let asked = program.clone().unneeded(Arc::clone(&enough));
        let answer = asked.hears(hello, GREETING, is_answer)?;
        enough.store(true, Ordering::Relaxed);
        Some((protocol, hello, answer.trim().to_string()))
    };
    let greetings = GREETINGS.iter().filter(|(protocol, ..)| tried != Some(*protocol));
    thread::scope(|scope| {
        let asked: Vec<_> = greetings.map(|greeting| scope.spawn(move || ask(greeting))).collect();
        asked.into_iter().filter_map(|thread| thread.join().ok().flatten()).next()
    })
}
