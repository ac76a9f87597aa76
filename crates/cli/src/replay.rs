//! `bustan replay`.

mod play;

use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::process::ExitCode;

use bustan_games::DEFAULT_GAME;
use bustan_guide::{Form, Style};
use bustan_harness::any::Any;
use bustan_harness::compare::divergence::Divergence;
use bustan_harness::compare::lockstep::Factories;
use bustan_harness::erased::{Overlay, Position, Record, Rules};
use bustan_harness::report::command::Command;
use bustan_harness::report::finding::ReplayCommand;
use bustan_harness::report::paste;
use bustan_notation::{Asked, Game};
use bustan_vocabulary::Game as _;
use clap::ValueEnum;
use serde_json::{Map, Value, json};

use crate::accept::{self, Accept};
use crate::colour::Colour;
use crate::divergence::{self, WIDTH};
use crate::each::Items;
use crate::failure::{DIVERGENCE, Failure};
use crate::foreign::{Against, ComparedEngines, GamesAndAny, hold, unknown_game};
use crate::notation;
use crate::number::number;
use crate::symmetry::{Mirrors, seen};
use crate::watch::found;
use crate::words::count;
use crate::{files, finding, view};
use play::{Judges, Replayed, alone, in_words, together};

/// The engines that replay.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Engines {
    /// The optimised engine
    #[default]
    Fast,
    /// The slow engine that follows the rules document
    Reference,
    /// Both, compared in everything after every move
    Both,
}

/// Replay a recorded game
///
/// Plays the moves of a record and prints the last board, its scores and groups. A record is a text as
/// MindSports writes it, such as W[P63i9];B[P55h8]; Start[POSITION]; may come first, and # starts a comment. Games in
/// PGN, SGF and PDN, lists of moves, and sessions of UCI, USI, UCCI, UHP and GTP are read as well.
///
/// Without colours, the letter before a tile of Dominions shows which player controls it; a capital letter
/// means that the tile was captured.
///
/// With --engine both or --against two engines replay the game, and every check of bustan check is made at
/// every ply. A difference is reported as bustan check reports it. With --against they agree on a game if
/// both refuse its last move. A record of Margo may have its result in a line of its own; a result that the
/// moves contradict is an error. Exit code 0: the game was replayed, and two engines agree; 1: they differ,
/// or one of them ends or panics, even once; 2: bad arguments, or not a record.
// The brackets are those of records; quotation marks around them would show in the help.
#[allow(rustdoc::broken_intra_doc_links)]
#[derive(Debug, clap::Args)]
#[command(allow_missing_positional = true)]
#[command(after_help = "Examples:\n  \
    bustan replay game.txt --from 58 --to 61   boards after plies 58 to 61\n  \
    bustan replay game.txt --engine both       do both engines agree?\n  \
    bustan replay game.txt --against ./engine  does a program agree?\n  \
    echo 'W[P63i9];B[P55h8]' | bustan replay - --svg game.svg")]
pub(crate) struct Args {
    /// The game, if the file fits several; any for one that this program does not know [default: the one that the file
    /// fits]
    #[arg(value_name = "GAME", value_parser = GamesAndAny, conflicts_with = "game")]
    named: Option<String>,
    /// The record, or - for standard input
    file: PathBuf,
    /// The game, also as the first word
    #[arg(long, value_parser = GamesAndAny, hide_possible_values = true)]
    game: Option<String>,
    /// Which game to replay, from 1, of a file that has several [default: each]
    #[arg(long, value_name = "N", value_parser = number(1..=usize::MAX), allow_negative_numbers = true)]
    number: Option<usize>,
    /// Which engine replays
    #[arg(long, value_enum, default_value_t, conflicts_with = "against")]
    engine: Engines,
    /// Print the board after every move, not only after the last
    #[arg(long)]
    each: bool,
    /// Print the boards from this ply, 0 for the start
    #[arg(long, value_name = "PLY", value_parser = number(0..=usize::MAX), allow_negative_numbers = true)]
    from: Option<usize>,
    /// Replay to this ply, not to the end
    #[arg(long, value_name = "PLY", value_parser = number(0..=usize::MAX), allow_negative_numbers = true)]
    to: Option<usize>,
    /// Write the final board to FILE as SVG; with -, print it to standard output instead of the text
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Write the replayed moves to FILE as a record: in the game's own notation if it has one, such as that
    /// of the book on Margo, or PGN in chess; with -, print it to standard output instead of the text
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Alternative names of the pieces: in Dominions the octal tile numbers, in Tribolo X, O and + for the
    /// players
    #[arg(long)]
    octal: bool,
    /// Number the groups below the pieces
    #[arg(long)]
    groups: bool,
    #[command(flatten)]
    against: Against,
    #[command(flatten)]
    mirrors: Mirrors,
    #[command(flatten)]
    accept: Accept,
    #[command(flatten)]
    colour: Colour,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: Args) -> Result<ExitCode, Failure> {
    let args = Args { game: args.game.or(args.named), named: None, ..args };
    args.one_to_stdout()?;
    if args.game.as_deref() == Some(Any::NAME) && !args.against.is_given() {
        return Err(unknown_game());
    }
    if !args.accept.known()?.is_empty() && !args.compares() {
        return Err(Failure::Usage(
            "--accept and --ignore need two engines: --engine both, or --against".into(),
        ));
    }
    files::keep_apart(&args.file, &[("--svg", args.svg.as_deref()), ("--record", args.record.as_deref())])?;
    let (file, text) = (files::name(&args.file), files::read(&args.file)?);
    if is_blank(&text) {
        return Err(Failure::NoGame(file));
    }
    let programs = args.against.are_two() || args.mirrors.is_given();
    let asked = Asked { game: args.game.as_deref(), number: args.number, programs };
    let games = notation::games(&file, &text, &asked)?;
    args.one_output(&file, games.len())?;
    let Some(rules) = games.first().map(Game::rules) else { return Err(Failure::NoGame(file)) };
    args.accept.suit(rules.name())?;
    let mirror = args.mirrors.one(rules.name())?;
    let rivals = seen(args.against.started()?, mirror.as_ref());
    let outputs = [args.svg.as_deref(), args.record.as_deref()];
    let each = Items {
        command: "replay",
        words: ["game", "games"],
        json: args.json,
        is_file: outputs.into_iter().flatten().any(files::is_standard_stream),
    };
    let mut differ = false;
    let objects = each.item(&games, |number, game| {
        let text = Text { args: &args, file: &file, text: &text, game, number, games: games.len() };
        let told = text.replay(rivals.as_ref())?;
        differ |= told.differs;
        Ok(told.object)
    })?;
    each.print(&objects)?;
    Ok(if differ { ExitCode::from(DIVERGENCE) } else { ExitCode::SUCCESS })
}

/// A game to replay.
struct Text<'a> {
    args: &'a Args,
    file: &'a str,
    text: &'a str,
    game: &'a Game,
    /// The number of the game in the file, from 1.
    number: usize,
    games: usize,
}

/// The outcome of a replay.
struct ReplayOutcome {
    differs: bool,
    /// The object that `--json` prints.
    object: Option<Value>,
}

impl Text<'_> {
    fn replay(&self, rivals: Option<&ComparedEngines>) -> Result<ReplayOutcome, Failure> {
        let rules = self.game.rules();
        if self.args.compares() {
            let home = || Ok(Some(self.record().start).filter(Position::is_start));
            return hold(rules, rivals, &home, |factories| self.together(factories));
        }
        let game = bustan_games::of(rules).ok_or_else(unknown_game)?;
        let record = self.record();
        let range = self.args.range(record.moves.len())?;
        let kind = match self.args.engine {
            Engines::Reference => &game.reference,
            Engines::Fast | Engines::Both => &game.fast,
        };
        let replayed = alone(self.file, &record, range, kind.engine());
        self.report(&record, replayed)
    }

    /// Replays the game on two engines.
    fn together(&self, factories: Factories<'_>) -> Result<ReplayOutcome, Failure> {
        self.args.against.warn_of_left_out(&self.game.record.start);
        let record = self.record();
        let range = self.args.range(record.moves.len())?;
        self.args.accept.keys_exist(factories, &record.start)?;
        let known = self.args.accept.known()?;
        let judges = match &self.args.against {
            against if against.are_bridged() => Judges::Bridged,
            against if against.is_given() => Judges::Programs,
            _ => Judges::Own,
        };
        let replayed = together(self.file, &record, range, factories, known, judges);
        self.report(&record, replayed)
    }

    /// The game, from the position at which the engines begin it.
    fn record(&self) -> Record {
        let Record { start, moves } = self.game.record.clone();
        Record { start: self.args.against.begins(start), moves }
    }

    /// Reports the result of a replay.
    fn report(&self, record: &Record, replayed: Result<Replayed, Failure>) -> Result<ReplayOutcome, Failure> {
        let replayed = replayed.map_err(|failure| self.placed(failure))?;
        let end = replayed
            .last
            .as_ref()
            .filter(|&&(ply, _)| replayed.divergence.is_none() && ply == record.moves.len());
        if let Some(error) = end.and_then(|(_, seen)| seen.contradiction(self.text)) {
            return Err(Failure::Record(self.file.into(), error));
        }
        if replayed.differs() {
            found();
        }
        let object = if self.args.write(record, &replayed)? {
            None
        } else if self.args.json {
            Some(self.args.json(record, &replayed)?)
        } else {
            let title = format!("game {} of {}, line {}\n\n", self.number, self.games, self.game.begins.0);
            let before = if self.number > 1 { "\n" } else { "" };
            let title = if self.games > 1 { format!("{before}{title}") } else { String::new() };
            self.args.print(&title, record, &replayed)?;
            None
        };
        Ok(ReplayOutcome { differs: replayed.differs(), object })
    }

    /// Adds the location of the illegal move to a failure.
    fn placed(&self, failure: Failure) -> Failure {
        match failure {
            Failure::IllegalMove { file, ply, said, reason, .. } => {
                Failure::IllegalMove { file, ply, place: self.game.place(self.text, ply), said, reason }
            }
            Failure::OutOfTurn { file, ply, said, .. } => {
                Failure::OutOfTurn { file, ply, place: self.game.place(self.text, ply), said }
            }
            other => other,
        }
    }
}

/// The command that reports suggest for replaying a record, with options for the game, unless it is the
/// default, and for the engines: `rivals`, or else both built-in engines.
pub(crate) fn command(rules: Rules, rivals: Option<&ComparedEngines>) -> ReplayCommand {
    let game = Some(["--game", rules.name()]).filter(|_| rules.name() != DEFAULT_GAME);
    let mut options: Vec<String> = game.into_iter().flatten().map(String::from).collect();
    match rivals {
        Some(rivals) => options.extend_from_slice(rivals.options()),
        None => options.extend(["--engine", "both"].map(String::from)),
    }
    let symmetry = rivals.and_then(ComparedEngines::symmetry).map(String::from);
    let programs = rivals.map(ComparedEngines::named).cloned().unwrap_or_default();
    let dialect = rivals.map(ComparedEngines::dialect).unwrap_or_default();
    ReplayCommand::new(move |file, known| {
        let path = file.to_string_lossy();
        // A path that begins like an option would be parsed as one.
        let path = if path.starts_with('-') { format!("./{path}") } else { path.into_owned() };
        let words = ["bustan".to_string(), "replay".into(), path].into_iter().chain(options.clone());
        Command::new(words.chain(accept::options(known.passed(), known)))
    })
    .naming(programs, symmetry)
    .telling(move |record| notation::moves(rules, record))
    .pasting(move |record| notation::forms(rules, record, &dialect))
}

impl Args {
    /// Whether two engines replay the record.
    fn compares(&self) -> bool {
        self.engine == Engines::Both || self.against.is_given()
    }

    /// Refuses to write more than one output to standard output.
    fn one_to_stdout(&self) -> Result<(), Failure> {
        let to_stdout =
            |path: &Option<PathBuf>| path.as_ref().is_some_and(|path| files::is_standard_stream(path));
        let all = [
            (self.json, "--json"),
            (to_stdout(&self.svg), "--svg -"),
            (to_stdout(&self.record), "--record -"),
        ];
        let asked: Vec<&str> = all.iter().filter(|(asked, _)| *asked).map(|&(_, option)| option).collect();
        match asked[..] {
            [first, second, ..] => {
                Err(Failure::Usage(format!("{first} and {second} both write to standard output")))
            }
            _ => Ok(()),
        }
    }

    /// Refuses options that write a single output file if there are several games.
    fn one_output(&self, file: &str, games: usize) -> Result<(), Failure> {
        let written = [("--svg", self.svg.is_some()), ("--record", self.record.is_some())];
        match written.into_iter().find(|(_, given)| *given && games > 1) {
            Some((option, _)) => Err(Failure::Usage(format!(
                "{option} writes one game, and {file} has {games}; choose one with --number"
            ))),
            None => Ok(()),
        }
    }

    /// The plies to show of a record with `plies` moves.
    fn range(&self, plies: usize) -> Result<RangeInclusive<usize>, Failure> {
        let last = self.to.unwrap_or(plies);
        let first = self.from.unwrap_or(if self.each { 0 } else { last });
        if let Some(beyond) = [self.to, self.from].into_iter().flatten().find(|&ply| ply > plies) {
            return Err(Failure::Usage(format!("there is no ply {beyond}; the record has {plies}")));
        }
        if first > last {
            return Err(Failure::Usage(format!("--from {first} is after --to {last}")));
        }
        Ok(first..=last)
    }

    /// Writes the requested files. Returns `true` if one of them was written to standard output; the replay
    /// itself is then not printed.
    fn write(&self, record: &Record, replayed: &Replayed) -> Result<bool, Failure> {
        let mut instead = false;
        if let (Some(path), Some(picture)) = (&self.svg, picture(record, replayed)) {
            files::write(path, &picture)?;
            instead |= files::is_standard_stream(path);
        }
        if let Some(path) = &self.record {
            files::write(path, &written(record, replayed))?;
            instead |= files::is_standard_stream(path);
        }
        Ok(instead)
    }

    /// Prints a replay below a title.
    fn print(&self, title: &str, record: &Record, replayed: &Replayed) -> Result<(), Failure> {
        let rules = record.start.rules();
        let style = Style { colour: self.colour.on_stdout(), alternative: self.octal, groups: self.groups };
        let mut blocks = Vec::new();
        let mut before: Option<Map<String, Value>> = None;
        for ((ply, seen), by) in replayed.shown.iter().zip(&replayed.seen_by) {
            let after = view::object(seen)?;
            let marked = before.map(|before| view::newly_occupied(&before, &after)).unwrap_or_default();
            let by = by.as_ref().filter(|_| self.compares());
            let by = by.map(|engine| format!(", as {engine} reports it")).unwrap_or_default();
            let title = format!("ply {ply} of {}: {}{by}", record.moves.len(), in_words(record, *ply));
            blocks.push(format!("{title}\n{}", view::text(seen, style, &marked)?));
            before = Some(after);
        }
        match &replayed.divergence {
            Some(divergence) => {
                let length = count(divergence.record.moves.len() as u64, "move", "moves");
                let moves = notation::moves(rules, &divergence.record.to_string());
                blocks.push(divergence.text(&length, moves.as_deref(), style, WIDTH));
                blocks.push(divergence.cited() + &paste::text(&self.forms(divergence)));
            }
            None if self.compares() => {
                blocks.extend(replayed.compared.clone());
                blocks.push(agreement(record, replayed));
            }
            None => {}
        }
        let text = blocks.iter().map(|block| block.trim_matches('\n').trim_end());
        let text: Vec<&str> = text.filter(|block| !block.is_empty()).collect();
        files::print(&(title.to_string() + &text.join("\n\n") + "\n"))
    }

    /// The formats in which the game up to a difference can be pasted into other programs.
    fn forms(&self, divergence: &Divergence) -> Vec<Form> {
        let rules = divergence.record.start.rules();
        notation::forms(rules, &divergence.before().to_string(), &self.against.dialect())
    }

    fn json(&self, record: &Record, replayed: &Replayed) -> Result<Value, Failure> {
        let states: Vec<_> =
            replayed.shown.iter().map(|(_, seen)| view::object(seen)).collect::<Result<_, _>>()?;
        let divergence = replayed.divergence.as_deref();
        Ok(json!({
            "game": record.start.rules().name(),
            "engine": replayed.engine,
            "verdict": self.compares().then(|| divergence::verdict(replayed.differs())),
            "divergence": divergence.map(|divergence| {
                let mut object = divergence.object();
                object.insert("position".into(), finding::position(divergence));
                object.insert("paste".into(), paste::object(&self.forms(divergence)));
                object
            }),
            "ended_once": replayed.once,
            "refused": replayed.refused.is_some(),
            "compared_moves": replayed.cut,
            "accepted": replayed.passed,
            "start": record.start.to_string(),
            "moves": (1..=record.moves.len()).map(|ply| in_words(record, ply)).collect::<Vec<_>>(),
            "plies": replayed.shown.iter().map(|(ply, _)| ply).collect::<Vec<_>>(),
            "states": states,
            "states_of": replayed.seen_by.iter().map(|by| by.as_deref().unwrap_or("both")).collect::<Vec<_>>(),
            "position": replayed.position.as_ref().map(ToString::to_string),
            "final_score": replayed.shown.last().map(|(_, seen)| seen.final_score()),
        }))
    }
}

/// The sentence that the engines agree.
fn agreement(record: &Record, replayed: &Replayed) -> String {
    let once = replayed.once.as_ref().map(|once| format!("; {once}")).unwrap_or_default();
    let Some(reason) = replayed.refused else {
        return format!("The engines agree{}{once}.", apart(replayed));
    };
    let words = reason.and_then(|reason| notation::refusal(record, record.moves.len(), reason));
    let reason = words.map(|words| format!(": {words}")).unwrap_or_default();
    let last = in_words(record, record.moves.len());
    format!("The engines agree{}: the last move, {last}, is illegal{reason}{once}.", apart(replayed))
}

/// Words about the ignored differences, and about an earlier end of an engine that did not occur again.
fn apart(replayed: &Replayed) -> String {
    let passed: Vec<&str> = replayed.passed.iter().map(String::as_str).collect();
    let cut = replayed
        .cut
        .map(|moves| format!("; nothing after {} was checked", count(moves as u64, "move", "moves")));
    let now = if replayed.once.is_some() { " now" } else { "" };
    match passed.is_empty() {
        true => now.into(),
        false => format!("{now}, except for {}{}", passed.join(", "), cut.unwrap_or_default()),
    }
}

/// The replayed moves as the text of a record.
fn written(record: &Record, replayed: &Replayed) -> String {
    let moves = record.moves.iter().take(replayed.plies).cloned().collect();
    let record = Record { start: record.start.clone(), moves };
    let traditional = record.traditional(replayed.last.as_ref().map(|(_, seen)| seen));
    traditional.or_else(|| notation::write(&record)).unwrap_or_else(|| format!("{record}\n"))
}

/// Whether a text contains only comments and blank lines.
pub(crate) fn is_blank(text: &str) -> bool {
    text.lines().map(str::trim_start).all(|line| line.is_empty() || line.starts_with('#'))
}

/// A picture of the divergence, or of the last position reached if there is none.
fn picture(record: &Record, replayed: &Replayed) -> Option<String> {
    let diverging = replayed.divergence.as_ref().and_then(|divergence| divergence.svg());
    let reached = || {
        let (ply, seen) = replayed.last.as_ref()?;
        let last = ply.checked_sub(1).map(|i| &record.moves[i].1);
        Some(seen.svg(&Overlay { last, ..Overlay::default() }))
    };
    diverging.or_else(reached)
}
