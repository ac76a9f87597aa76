//! External programs on the command line.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use bustan_games::{GAMES, Registered};
use bustan_guide::Dialect;
use bustan_harness::any::{Any, Colour};
use bustan_harness::base::duration;
use bustan_harness::compare::engine_participant::FactoryFn;
use bustan_harness::compare::lockstep::{Factories, Factory, WithQuick};
use bustan_harness::erased::{Position, Rules};
use bustan_harness::protocol::foreign::{Foreign, Log, Program, Rewrite};
use bustan_harness::report::command::word;
use bustan_harness::report::finding::Programs;
use bustan_harness::report::opinions::Other;
use bustan_vocabulary::Game;
use clap::builder::{IntoResettable, PossibleValuesParser, Resettable, ValueParser};
use indicatif::ProgressBar;

use crate::boards::{self, Board};
use crate::bridge::{self, LogForm};
use crate::failure::Failure;
use crate::starting::{introduced, probe};
use crate::symmetry::Mirror;
use crate::watch::{complain, stoppable};
use crate::word_list::{self, Words};

/// The parser for names of games, and for `any`, a game that Bustan does not know.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GamesAndAny;

impl IntoResettable<ValueParser> for GamesAndAny {
    fn into_resettable(self) -> Resettable<ValueParser> {
        Resettable::Value(PossibleValuesParser::new(GAMES.iter().chain([&Any::NAME])).into())
    }
}

/// The options for a program under test and for the engine it is compared with.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Against {
    /// The engine to test, such as ./engine or uci:./engine: a command line that speaks the protocol of Bustan on its
    /// standard streams; or uci:CMD, usi:CMD, ucci:CMD, gtp:CMD, uhp:CMD for one that speaks that protocol; or
    /// python:NAME, node:NAME for an adapter
    #[arg(long, value_name = "CMD", allow_hyphen_values = true)]
    against: Option<String>,
    /// The engine to compare it with: reference or fast for an engine of this program, or another command
    /// line. Further engines are queried about the games of findings, to find the odd one out
    #[arg(
        long,
        value_name = "ENGINE",
        requires = "against",
        default_value = "reference",
        allow_hyphen_values = true
    )]
    with: Vec<String>,
    /// How long an answer may take [default: 10s]
    #[arg(long, value_name = "D", value_parser = duration::parse, requires = "against", allow_negative_numbers = true)]
    timeout: Option<Duration>,
    /// Time limit for the first answer, including the start of the program [default: 10s]. A program that
    /// does not answer in time is an error. If it has answered before in this run, it gets a second start with three
    /// times the limit
    #[arg(long, value_name = "D", value_parser = duration::parse, requires = "against", allow_negative_numbers = true)]
    start_timeout: Option<Duration>,
    /// Commands that are never sent to it, separated by commas, such as bustan-setup,undo
    #[arg(long, value_name = "COMMANDS", value_delimiter = ',', requires = "against", value_parser = PossibleValuesParser::new(Program::OPTIONAL))]
    without: Vec<String>,
    /// Rewrite words of the engine under test, as in 's/PASS/pass/': its moves, the texts of its states, its
    /// reasons, its result. ^ before the text matches the beginning of a word, $ after it the end
    #[arg(long, value_name = "S/TEXT/OTHER/", requires = "against", allow_hyphen_values = true)]
    map: Vec<Rewrite>,
    /// Log everything that programs receive and send to this file
    #[arg(long, value_name = "FILE", requires = "against")]
    log: Option<PathBuf>,
    /// The lines of a program with uci:, usi:, ucci:, gtp: or uhp: that --log and reports show
    #[arg(long, value_name = "FORM", value_enum, default_value_t, requires = "against")]
    log_form: LogForm,
    /// The players in turn order, separated by commas, for a game that is not known and engines that do not
    /// report whose turn it is [default: black,white]
    #[arg(long, value_name = "NAMES", value_delimiter = ',', requires = "against")]
    colours: Vec<Colour>,
    /// File of candidate moves, separated by white space; # begins a comment. A program that lists no legal
    /// moves is made to play each of them, and to take it back, at each ply
    #[arg(long, value_name = "FILE", requires = "against")]
    words: Option<PathBuf>,
}

/// A program under test, and the engine it is compared with.
#[derive(Clone, Debug)]
pub(crate) struct ComparedEngines {
    subject: Program,
    oracle: Oracle,
    /// The programs as named on the command line.
    named: Programs,
    /// Additional programs, which are queried about the games of findings, with their names once they are
    /// known.
    others: Vec<(String, Program)>,
    /// Whether the programs were started once to learn their names.
    started: bool,
    /// The log of all communication.
    log: Option<Arc<Log>>,
    /// The player names given with `--colours`, if any.
    colours: Option<Vec<String>>,
    /// The symmetry in whose mirror the program is compared with itself.
    mirror: Option<Mirror>,
    /// The candidate moves to try on programs that do not list legal moves.
    words: Option<Words>,
    /// The error message if the programs begin on boards of different sizes, as far as their options show.
    sizes: Option<String>,
    /// The boards on which two Go programs begin, once they have reported them.
    boards: Option<[Board; 2]>,
}

#[derive(Clone, Debug)]
enum Oracle {
    Fast,
    Reference,
    Program(Program),
    /// The program under test, in the mirror of a symmetry.
    Mirrored(Program),
}

impl Against {
    /// The file of candidate moves, if any.
    pub(crate) fn words(&self) -> Option<&Path> {
        self.words.as_deref()
    }

    /// The files of the programs.
    pub(crate) fn program_files(&self) -> Vec<PathBuf> {
        self.against.iter().chain(&self.with).flat_map(|line| bridge::files(line)).collect()
    }

    /// The log file, if there is one.
    pub(crate) fn log(&self) -> Option<&Path> {
        self.log.as_deref()
    }

    /// The program under test and the engine it is compared with, if a program is given. Neither has been
    /// started.
    pub(crate) fn rivals(&self) -> Result<Option<ComparedEngines>, Failure> {
        let Some(line) = &self.against else { return Ok(None) };
        for (option, time) in [("--timeout", self.timeout), ("--start-timeout", self.start_timeout)] {
            if time.is_some_and(|time| time.is_zero()) {
                return Err(Failure::Usage(format!("{option}: the time must be longer than 0")));
            }
        }
        let created = |path: &PathBuf| {
            Log::create(path)
                .map_err(|error| Failure::Usage(format!("--log: cannot write {}: {error}", path.display())))
        };
        let log = self.log.as_ref().map(created).transpose()?;
        let words = self.words.as_deref().map(word_list::read).transpose()?;
        let logged = |program: Program| {
            let program = log.iter().cloned().fold(program, Program::log);
            words.iter().fold(program, |program, words| program.trying(words.list()))
        };
        let subject = logged(self.program(AGAINST, line)?).rewriting(self.map.iter().cloned());
        let (first, others) = self
            .with
            .split_first()
            .map_or(("reference", &[][..]), |(first, others)| (first.as_str(), others));
        let oracle = match first {
            "fast" => Oracle::Fast,
            "reference" => Oracle::Reference,
            line => Oracle::Program(logged(self.program(WITH, line)?)),
        };
        if let Some(ours) = others.iter().find(|line| ["fast", "reference"].contains(&line.as_str())) {
            return Err(Failure::Usage(format!("--with {ours} can only be the first of several --with")));
        }
        let mut with: Vec<String> = match &oracle {
            Oracle::Reference if others.is_empty() => Vec::new(),
            Oracle::Program(program) => vec![program.to_string()],
            Oracle::Reference | Oracle::Fast | Oracle::Mirrored(_) => vec![first.into()],
        };
        with.extend(others.iter().cloned());
        let (against, options) = (Some(subject.to_string()), Vec::new());
        let mut named = Programs { against, with, options };
        named.options = self.options(&named);
        let others = others
            .iter()
            .map(|line| Ok((String::new(), logged(self.program(WITH, line)?))))
            .collect::<Result<_, Failure>>()?;
        let (colours, mirror, sizes) = (self.colours(), None, bridge::sizes(line, first));
        Ok(Some(ComparedEngines {
            others,
            subject,
            oracle,
            named,
            started: false,
            log,
            colours,
            mirror,
            words,
            sizes,
            boards: None,
        }))
    }

    /// Like [`rivals`](Self::rivals), but started once to learn the names of the programs.
    pub(crate) fn started(&self) -> Result<Option<ComparedEngines>, Failure> {
        let mut rivals = self.rivals()?;
        let known = || complain("interrupted before the programs had started");
        let start = || rivals.iter_mut().try_for_each(ComparedEngines::start);
        stoppable(&ProgressBar::hidden(), |_| {}, known, start)?;
        Ok(rivals)
    }

    fn program(&self, option: &str, line: &str) -> Result<Program, Failure> {
        let program = bridge::program(line, self.log_form)
            .map_err(|error| Failure::Usage(format!("{option}: {error}")))?;
        let program = program.without(self.without.iter().cloned());
        let program = self.timeout.into_iter().fold(program, Program::timeout);
        let program = self.start_timeout.into_iter().fold(program, Program::start_timeout);
        Ok(program.colours(self.colours.iter().map(ToString::to_string)))
    }

    /// The start of a game for the programs, which is `start` without the options for draws if a program
    /// leaves draws to the interface.
    pub(crate) fn begins(&self, start: Position) -> Position {
        let mut programs = self.against.iter().chain(&self.with);
        match programs.any(|line| bridge::leaves_draws(line)) {
            true => start.without_draws(),
            false => start,
        }
    }

    /// Describes what is not compared in a game from `start`, if the game [begins](Self::begins) without some
    /// of its options.
    pub(crate) fn left_out(&self, start: &Position) -> Option<String> {
        let [whole, left] = [start, &self.begins(start.clone())].map(ToString::to_string);
        let mut options = start.rules().options().split(", ").filter(|option| whole.contains(option));
        let option = options.find(|option| !left.contains(option))?;
        Some(format!("not compared in {option}, which UCI leaves to the interface"))
    }

    /// Warns if a game from `start` begins without some of its options.
    pub(crate) fn warn_of_left_out(&self, start: &Position) {
        if let Some(words) = self.left_out(start) {
            eprintln!("warning: {words}");
        }
    }

    /// The protocol of the program under test.
    pub(crate) fn dialect(&self) -> Dialect {
        self.against.as_deref().map(bridge::dialect).unwrap_or_default()
    }

    /// The player names given with `--colours`, if any.
    pub(crate) fn colours(&self) -> Option<Vec<String>> {
        (!self.colours.is_empty()).then(|| self.colours.iter().map(ToString::to_string).collect())
    }

    /// Whether a program is given.
    pub(crate) fn is_given(&self) -> bool {
        self.against.is_some()
    }

    /// Whether both engines are programs that run through a bridge, which makes the players alternate.
    pub(crate) fn are_bridged(&self) -> bool {
        let mut programs = self.against.iter().chain(self.with.first());
        self.is_given() && programs.all(|line| bridge::is_of_protocol(line))
    }

    /// Whether two programs are given, which is necessary to play a game that Bustan does not know.
    pub(crate) fn are_two(&self) -> bool {
        self.is_given()
            && self.with.first().is_some_and(|with| !["fast", "reference"].contains(&with.as_str()))
    }

    /// The options that name the programs and control how they run.
    fn options(&self, named: &Programs) -> Vec<String> {
        let colours: Vec<&str> = self.colours.iter().map(Colour::name).collect();
        let joined = |words: String| Some(words).filter(|words| !words.is_empty());
        let seconds = |time: Duration| format!("{}s", time.as_secs_f64());
        let first = named.with.iter().take(1).map(|with| (WITH, Some(with.clone())));
        let further = named.with.iter().skip(1).map(|with| (WITH, Some(with.clone())));
        let options = [(AGAINST, named.against.clone())].into_iter().chain(first);
        let options = options.chain([
            ("--timeout", self.timeout.map(seconds)),
            ("--start-timeout", self.start_timeout.map(seconds)),
        ]);
        let options = options.chain(self.map.iter().map(|rewrite| ("--map", Some(rewrite.to_string()))));
        let options = options.chain([
            ("--without", joined(self.without.join(","))),
            ("--colours", joined(colours.join(","))),
            ("--words", self.words.as_ref().map(|file| file.to_string_lossy().into_owned())),
        ]);
        let given = options.chain(further).filter_map(|(option, value)| Some([option.to_string(), value?]));
        given.flatten().collect()
    }
}

/// The options that name programs.
pub(crate) const AGAINST: &str = "--against";
pub(crate) const WITH: &str = "--with";

impl ComparedEngines {
    /// The program under test, compared with itself in the mirror of a symmetry.
    pub(crate) fn mirrored(&self, mirror: &Mirror) -> Self {
        let [subject, mirrored] = self.subject.clone().mirrored(&mirror.symmetry);
        let symmetry = ["--symmetry".to_string(), mirror.place.clone()];
        let options = self.named.options.iter().cloned().chain(symmetry).collect();
        let oracle = Oracle::Mirrored(mirrored);
        let named = Programs { options, ..self.named.clone() };
        Self { subject, oracle, named, mirror: Some(mirror.clone()), ..self.clone() }
    }

    /// Omits times from reports if the run must be `reproducible`.
    pub(crate) fn reproducible(self, reproducible: bool) -> Self {
        if !reproducible {
            return self;
        }
        let oracle = match self.oracle {
            Oracle::Program(other) => Oracle::Program(other.untimed()),
            Oracle::Mirrored(other) => Oracle::Mirrored(other.untimed()),
            ours @ (Oracle::Fast | Oracle::Reference) => ours,
        };
        Self { subject: self.subject.untimed(), oracle, ..self }
    }

    /// The place where the symmetry is defined, if the program is compared with itself in the mirror of one.
    pub(crate) fn symmetry(&self) -> Option<&str> {
        self.mirror.as_ref().map(|mirror| mirror.place.as_str())
    }

    /// Starts the programs once to learn their names.
    pub(crate) fn start(&mut self) -> Result<(), Failure> {
        if std::mem::replace(&mut self.started, true) {
            return Ok(());
        }
        let (name, board) = introduced(AGAINST, &self.subject)?;
        if let Oracle::Program(other) = &self.oracle {
            let (other_name, other_board) = introduced(WITH, other)?;
            self.boards = board.zip(other_board).map(|(one, other)| [one, other]);
            // In reports, programs of the same name are distinguished by their versions, or by the options
            // that name them.
            if name == other_name {
                let [one, two] = match [self.subject.version(), other.version()] {
                    [Some(one), Some(two)] if one != two => [one, two].map(|version| format!(" {version}")),
                    _ => [AGAINST, WITH].map(|option| format!(" ({option})")),
                };
                self.subject = self.subject.clone().label(one);
                self.oracle = Oracle::Program(other.clone().label(two));
            }
        }
        for (number, (name, other)) in (2..).zip(&mut self.others) {
            *other = other.clone().label(format!(" ({WITH}, number {number})"));
            *name = probe(WITH, other)?;
        }
        Ok(())
    }

    /// Reports that the log is incomplete, if so. The findings are valid nevertheless.
    fn tell_of_log(&self) {
        if let Some(error) = self.log.as_ref().and_then(|log| log.trouble()) {
            Failure::Usage(format!("--log: some lines were not written: {error}")).report();
        }
    }

    /// Warns about `--map` rules that did not rewrite anything, because they may be misspelt.
    fn tell_of_rules(&self) {
        for rule in self.programs().into_iter().flat_map(|program| program.idle_rules()) {
            eprintln!("warning: --map {}: it did not rewrite any word", word(&rule.to_string()));
        }
    }

    /// Warns about events in the processes of programs that are not findings.
    fn tell_of_warnings(&self) {
        let others = self.others.iter().map(|(_, program)| program);
        for warning in self.programs().into_iter().chain(others).flat_map(Program::take_warnings) {
            eprintln!("warning: {warning}");
        }
    }

    /// Warns about programs that reported legal moves at some positions only.
    fn tell_of_untold(&self) {
        for program in self.programs() {
            if let Some(why) = program.untold() {
                eprintln!("warning: {program} did not report at every position which moves are legal: {why}");
            }
        }
    }

    /// The program under test and, if it is compared with another program, the other one.
    pub(crate) fn programs(&self) -> Vec<&Program> {
        match &self.oracle {
            Oracle::Program(other) => vec![&self.subject, other],
            Oracle::Fast | Oracle::Reference | Oracle::Mirrored(_) => vec![&self.subject],
        }
    }

    /// The same programs, as if they had never been started, because a program that did not start may have
    /// been fixed. The programs are stopped when `unneeded` is set.
    pub(crate) fn forgetting(&self, unneeded: &Arc<AtomicBool>) -> Self {
        let forgetting = |program: &Program| program.clone().forgetting().unneeded(Arc::clone(unneeded));
        let oracle = match &self.oracle {
            Oracle::Program(other) => Oracle::Program(forgetting(other)),
            Oracle::Mirrored(other) => Oracle::Mirrored(forgetting(other)),
            ours @ (Oracle::Fast | Oracle::Reference) => ours.clone(),
        };
        Self { subject: forgetting(&self.subject), oracle, ..self.clone() }
    }

    /// The additional programs, which are queried about the games of findings. Their `clear_board` begins at
    /// `home`.
    pub(crate) fn others(&self, home: &Position) -> Vec<Other> {
        let other = |(name, program): &(String, Program)| Other {
            name: name.clone(),
            program: program.clone(),
            home: Some(home.clone()),
        };
        self.others.iter().map(other).collect()
    }

    /// The player names given with `--colours`, if any.
    pub(crate) fn colours(&self) -> Option<Vec<String>> {
        self.colours.clone()
    }

    /// Checks that the candidate moves are moves of the game.
    pub(crate) fn have_moves_of(&self, rules: Rules) -> Result<(), Failure> {
        self.words.as_ref().map_or(Ok(()), |words| words.are_moves(rules))
    }

    /// Checks that no program speaks the protocol of another game.
    pub(crate) fn are_for(&self, rules: Rules) -> Result<(), Failure> {
        let against = self.named.against.iter().map(|line| (AGAINST, line));
        let mut named = against.chain(self.named.with.iter().map(|line| (WITH, line)));
        let wrong = named.find_map(|(option, line)| Some((option, bridge::misfit(line, rules)?)));
        wrong.map_or(Ok(()), |(option, why)| Err(Failure::Usage(format!("{option}: {why}"))))
    }

    /// Checks that the programs begin on boards of the same size, as far as their options show.
    pub(crate) fn have_one_size(&self) -> Result<(), Failure> {
        self.sizes.as_ref().map_or(Ok(()), |wrong| Err(Failure::Usage(wrong.clone())))
    }

    /// The boards on which two Go programs begin, once they have reported them.
    pub(crate) const fn boards(&self) -> Option<&[Board; 2]> {
        self.boards.as_ref()
    }

    /// Checks that two Go programs which have reported their boards play on the same size from this start.
    fn play_on_one_size(&self, home: Option<&Position>) -> Result<(), Failure> {
        let Some(boards) = &self.boards else { return Ok(()) };
        let Some(words) = home.map_or(Some(String::new()), Position::initial_words) else { return Ok(()) };
        let given = words.split_whitespace().next().map(str::parse);
        let problem = match given {
            Some(Err(_)) => None,
            Some(Ok(size)) => boards::problem(boards, Some(size)),
            None => boards::problem(boards, None),
        };
        problem.map_or(Ok(()), |problem| Err(Failure::Usage(problem)))
    }

    /// Whether both engines are programs.
    pub(crate) const fn are_programs(&self) -> bool {
        matches!(self.oracle, Oracle::Program(_))
    }

    /// The protocol of the program under test.
    pub(crate) fn dialect(&self) -> Dialect {
        self.named.against.as_deref().map(bridge::dialect).unwrap_or_default()
    }

    /// The programs as command-line options.
    pub(crate) fn options(&self) -> &[String] {
        &self.named.options
    }

    /// The programs as named on the command line.
    pub(crate) const fn named(&self) -> &Programs {
        &self.named
    }
}

/// Returns the position at which the `clear_board` of programs begins, if it is not the standard board.
pub(crate) type Home<'h> = &'h dyn Fn() -> Result<Option<Position>, Failure>;

/// Runs `command` with the two engines of a game: `rivals`, or else both built-in engines.
pub(crate) fn hold<T>(
    rules: Rules,
    rivals: Option<&ComparedEngines>,
    home: Home<'_>,
    command: impl FnOnce(Factories<'_>) -> Result<T, Failure>,
) -> Result<T, Failure> {
    if let Some(rivals) = rivals {
        rivals.are_for(rules)?;
    }
    let done = match (bustan_games::of(rules), rivals) {
        (Some(game), None) => command(game.factories()),
        (Some(game), Some(rivals)) => with_program(game, rivals, home, command),
        (None, Some(rivals)) => programs(rules, rivals, home, command),
        (None, None) => Err(unknown_game()),
    };
    if let Some(rivals) = rivals {
        rivals.tell_of_log();
        rivals.tell_of_rules();
        rivals.tell_of_untold();
        rivals.tell_of_warnings();
    }
    done
}

/// The failure for a game that Bustan does not know and therefore has no engine for.
pub(crate) fn unknown_game() -> Failure {
    Failure::Usage("`any` compares two programs; give --against CMD and --with CMD".into())
}

/// Runs `command` with two programs of a game that Bustan does not know.
fn programs<T>(
    rules: Rules,
    rivals: &ComparedEngines,
    home: Home<'_>,
    command: impl FnOnce(Factories<'_>) -> Result<T, Failure>,
) -> Result<T, Failure> {
    let ComparedEngines { subject, oracle, mirror, .. } = rivals;
    let (Oracle::Program(other) | Oracle::Mirrored(other)) = oracle else { return Err(unknown_game()) };
    let home = home()?;
    rivals.play_on_one_size(home.as_ref())?;
    if let Some(mirror) = mirror {
        mirror.lets_begin([subject, other], home.clone())?;
    }
    let [subject, oracle] = [subject, other].map(|of| program(rules, of, home.clone()));
    command(Factories { subject: &*subject, oracle: &*oracle })
}

/// Runs `command` with a program and an engine, or two programs, of a game that Bustan knows.
fn with_program<T>(
    game: &Registered,
    rivals: &ComparedEngines,
    home: Home<'_>,
    command: impl FnOnce(Factories<'_>) -> Result<T, Failure>,
) -> Result<T, Failure> {
    let (rules, ComparedEngines { subject, oracle, .. }) = (game.rules, rivals);
    rivals.have_moves_of(rules)?;
    let home = home()?;
    let subject = program(rules, subject, home.clone());
    let with = |oracle: &dyn Factory| {
        let oracle = &WithQuick { factory: oracle, quick: &game.fast };
        command(Factories { subject: &*subject, oracle })
    };
    match oracle {
        Oracle::Fast => with(&game.fast),
        Oracle::Reference => with(&game.reference),
        Oracle::Program(other) | Oracle::Mirrored(other) => with(&*program(rules, other, home)),
    }
}

/// The factory of a program whose `clear_board` begins at `home`.
pub(crate) fn program<'p>(
    rules: Rules,
    program: &'p Program,
    home: Option<Position>,
) -> Box<dyn Factory + 'p> {
    Box::new(FactoryFn(move || Foreign::new(rules, program, home.clone())))
}
