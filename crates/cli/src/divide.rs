//! `bustan divide`.

mod each;

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::{Arc, PoisonError};

use bustan_guide::Form;
use bustan_harness::compare::divergence::Role;
use bustan_harness::compare::known::KnownDifferences;
use bustan_harness::compare::lockstep::Factories;
use bustan_harness::erased::{Move, Position, Record, Rules};
use bustan_harness::report::paste;
use bustan_harness::run::descend::{DescendError, Descent, Descents, Step, Steps, TreeDifference};
use bustan_notation::Asked;
use indicatif::ProgressBar;
use serde_json::{Value, json};

use crate::accept;
use crate::args::{Size, rules_of};
use crate::divergence::{ended_once, verdict};
use crate::failure::{DIVERGENCE, Failure};
use crate::files;
use crate::foreign::{Against, GamesAndAny, hold};
use crate::notation;
use crate::number::number;
use crate::start::judged;
use crate::watch::{bar, complain, found, stoppable};
use crate::words::count;
use each::each;

/// Walk two perft trees to the first difference
///
/// If two engines count different numbers of sequences of legal moves, this follows the first move below
/// which the counts differ, and so on down to a position in which one lists a move that the other does not.
/// Without --against it compares the optimised engine with the reference engine. Exit code 0: the counts are
/// equal; 1: they differ, or an engine ends or panics, even once; 2: bad arguments; 128 + N: signal N ended the command
/// before a difference was found. Ctrl-C prints the counts so far.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    bustan divide dominions 3 --size 2\n  \
    bustan divide dominions 3 --size 2 --against 'python3 engine.py'\n  \
    bustan divide margo 4 --position '4 white 2 WE1:0 BE5:0'\n  \
    bustan divide tictactoe 3 --record game.txt\n  \
    bustan divide any 2 --positions perft.epd --against ./mine --with ./yours\n  \
    bustan divide any 3 --against ./mine --with ./yours --ignore nodes\n  \
    bustan divide any 2 --against 'gtp:./mine;boardsize=3' --with gtp:./yours --words words.txt")]
pub(crate) struct Args {
    /// The game; any for one that this program does not know
    #[arg(value_parser = GamesAndAny)]
    game: String,
    /// The number of moves
    #[arg(allow_negative_numbers = true, value_parser = number(1..=u32::MAX))]
    depth: u32,
    #[command(flatten)]
    size: Size,
    /// Begin at this position
    #[arg(long, value_name = "POSITION", conflicts_with = "size")]
    position: Option<String>,
    /// Begin after the moves of this record; - is standard input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["size", "position"])]
    record: Option<PathBuf>,
    /// Which game to read, from 1, of a file that has several
    #[arg(long, value_name = "N", requires = "record", value_parser = number(1..=usize::MAX), allow_negative_numbers = true)]
    number: Option<usize>,
    /// Begin at each position of this file: one per line, alone or with operations of EPD, or in the SFEN of
    /// an unknown game; - is standard input. Counts after a position, as in 'POSITION ;D1 20 ;D2 400', are
    /// checked up to the number of moves
    #[arg(long, value_name = "FILE", conflicts_with_all = ["size", "position", "record"])]
    positions: Option<PathBuf>,
    /// Keys of states, such as score, that are not compared at the ends of sequences, separated by commas
    #[arg(long, value_name = "KEYS", value_delimiter = ',')]
    ignore: Vec<String>,
    #[command(flatten)]
    against: Against,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: Args) -> Result<ExitCode, Failure> {
    let record = args.record.as_ref().map(|path| args.read(path)).transpose()?;
    let rivals = args.against.started()?;
    let walk = DivideCommand { args: &args, rules: rules_of(&args.game)?, record };
    let home = || Ok(Some(walk.begin()?.start).filter(Position::is_start));
    hold(walk.rules, rivals.as_ref(), &home, |factories| walk.down(factories))
}

/// The command, and the record after which counting begins, if any.
struct DivideCommand<'a> {
    args: &'a Args,
    rules: Rules,
    record: Option<Record>,
}

impl DivideCommand<'_> {
    fn down(&self, factories: Factories<'_>) -> Result<ExitCode, Failure> {
        if let Some(file) = &self.args.positions {
            return each(self, factories, file);
        }
        self.args.against.warn_of_left_out(&self.named()?.start);
        let record = self.begin()?;
        judged(factories, &record.start).map_err(|failure| match (failure, &self.args.record) {
            (Failure::Position(problem), Some(path)) => Failure::Start(files::name(path), problem),
            (failure, _) => failure,
        })?;
        accept::exist(&self.args.ignore, factories, &record.start)?;
        let steps = Steps::default();
        let mut descents = self.descents(factories).watched(Arc::clone(&steps));
        let mut descend = |record: &Record| {
            let descent = self.watched(&steps, || descents.descend(record, self.args.depth));
            descent.map_err(|error| (matches!(error, DescendError::Start(_)), explained(record, &error)))
        };
        let descent = descend(&record).or_else(|(is_start, why)| {
            // The last move of a finding may be the disputed one.
            let before = before(&record).filter(|_| is_start);
            match before.and_then(|before| descend(&before).ok()) {
                Some(descent) => {
                    complain(&format!("{why}; counting starts before this move, the last one"));
                    Ok(descent)
                }
                None => Err(Failure::Usage(why)),
            }
        })?;
        warn(&descent);
        if self.args.json {
            let mut object = self.args.object(&descent);
            object["paste"] = paste::object(&self.forms(&descent));
            files::print_json("divide", &object)?;
        } else {
            files::print(&(text(&descent) + &paste::text(&self.forms(&descent))))?;
        }
        Ok(if differ(&descent) { ExitCode::from(DIVERGENCE) } else { ExitCode::SUCCESS })
    }
}

impl DivideCommand<'_> {
    /// The comparison of trees with the engines of `factories`, without the ignored keys.
    fn descents<'m>(&self, factories: Factories<'m>) -> Descents<'m> {
        let known = KnownDifferences::default().ignoring(self.args.ignore.iter().cloned());
        Descents::new(factories).passing(known)
    }

    /// The formats in which the game up to the position of the difference can be pasted into other programs.
    fn forms(&self, descent: &Descent) -> Vec<Form> {
        let dialect = self.args.against.dialect();
        notation::forms(self.rules, &descent.record.to_string(), &dialect)
    }

    /// Shows on a terminal how deep a walk has come, and prints its steps if a signal ends it.
    fn watched<T>(&self, steps: &Steps, run: impl FnOnce() -> T) -> T {
        let bar = bar("divide", None);
        let made = || steps.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let draw = |bar: &ProgressBar| bar.set_message(progress(&made(), self.args.depth));
        let known = || {
            let steps = made();
            if steps.iter().any(Step::differs) {
                found();
            }
            let printed = match self.args.json {
                true => files::print_json(
                    "divide",
                    &json!({
                        "game": self.args.game,
                        "depth": self.args.depth,
                        "interrupted": true,
                        "steps": steps.iter().map(step).collect::<Vec<_>>(),
                    }),
                ),
                false => files::print(&interrupted(&steps)),
            };
            if let Err(failure) = printed {
                failure.report();
            }
        };
        stoppable(&bar, draw, known, run)
    }

    /// The game after which counting begins.
    fn begin(&self) -> Result<Record, Failure> {
        let Record { start, moves } = self.named()?;
        Ok(Record { start: self.args.against.begins(start), moves })
    }

    /// The game after which counting begins, exactly as the arguments specify it.
    fn named(&self) -> Result<Record, Failure> {
        if let Some(record) = &self.record {
            return Ok(record.clone());
        }
        let start = match &self.args.position {
            Some(text) => bustan_notation::position(self.rules, text)
                .map_err(|problem| files::not_a_position(text, problem))?,
            None => self.args.size.initial(self.rules)?,
        };
        Ok(Record::new(start))
    }
}

impl Args {
    /// Reads a game from a file.
    fn read(&self, path: &Path) -> Result<Record, Failure> {
        let asked = Asked { game: Some(&self.game), number: self.number, programs: self.against.are_two() };
        notation::game(&files::name(path), &files::read(path)?, &asked).map(|game| game.record)
    }

    fn object(&self, descent: &Descent) -> Value {
        let names = &descent.engines;
        let steps: Vec<Value> = descent.steps.iter().map(step).collect();
        let only = match &descent.parting {
            Some(TreeDifference::Legal(only)) => Some(only.each_ref().map(|moves| texts(moves))),
            _ => None,
        };
        json!({
            "game": self.game,
            "depth": self.depth,
            "engines": names,
            "verdict": verdict(differ(descent)),
            "ended_once": once(descent),
            "steps": steps,
            "record": descent.record.to_string(),
            "leaves": descent.leaves,
            "parting": descent.parting.as_ref().map(|parting| {
                let words = [vec![sentences(parting, names)], illegal(descent)];
                words.concat().join("; ")
            }),
            "only": only,
        })
    }
}

/// The message of `error`. If the engines cannot reach the position after the moves of `record`, includes the
/// reason why the first illegal move of `record` is illegal.
fn explained(record: &Record, error: &DescendError) -> String {
    let start = matches!(error, DescendError::Start(_)) && !record.moves.is_empty();
    let why = start.then(|| notation::first_refusal(record)).flatten();
    format!("{error}{}", why.map(|why| format!(": {why}")).unwrap_or_default())
}

/// The game without its last move; `None` if there is none.
fn before(record: &Record) -> Option<Record> {
    let (_, moves) = record.moves.split_last()?;
    Some(Record { start: record.start.clone(), moves: moves.to_vec() })
}

/// A step as JSON.
fn step(step: &Step) -> Value {
    json!({ "move": step.said, "depth": step.depth, "nodes": step.nodes })
}

/// The progress of a walk with `depth` moves.
fn progress(steps: &[Step], depth: u32) -> String {
    match steps.last() {
        None => format!("counting {}", count(depth.into(), "move", "moves")),
        Some(last) if last.differs() => {
            format!(
                "the counts differ: searching for the first move whose counts differ, {} left",
                last.depth
            )
        }
        Some(_) => "the counts are equal: comparing the positions at the ends".into(),
    }
}

/// The steps of a walk that a signal ended, as text.
fn interrupted(steps: &[Step]) -> String {
    let mut text = String::new();
    for Step { said, depth, nodes: [a, b] } in steps {
        let said = said.as_deref().unwrap_or("from here");
        let _ =
            writeln!(text, "{said}: {a} and {b} sequences of {}", count((*depth).into(), "move", "moves"));
    }
    match steps {
        [] => text + "interrupted before anything was counted\n",
        _ => text + "interrupted\n",
    }
}

/// Whether the engines differ, or one of them ended on its own.
fn differ(descent: &Descent) -> bool {
    descent.parting.is_some() || descent.by_itself
}

/// The description of an engine that ended on its own, if new engines do not end.
fn once(descent: &Descent) -> Option<String> {
    let once = descent.once.as_ref().filter(|_| descent.by_itself)?;
    Some(ended_once(once, &descent.engines))
}

/// Warns about an engine that failed once but not again.
fn warn(descent: &Descent) {
    if let Some(once) = &descent.once {
        eprintln!("warning: {once}; ended once, not reproducible on a new process");
    }
}

/// The maximum number of moves that are listed in a text.
const NAMED: usize = 12;

/// Lists the moves as text, but only the first [`NAMED`] if there are more.
fn named<M: ToString>(moves: &[M]) -> String {
    let (first, rest) = moves.split_at(moves.len().min(NAMED));
    let more = if rest.is_empty() { String::new() } else { format!(" and {} more", rest.len()) };
    texts(first).join(" ") + &more
}

/// The moves as texts.
fn texts<M: ToString>(moves: &[M]) -> Vec<String> {
    moves.iter().map(ToString::to_string).collect()
}

/// Describes the difference, in a sentence for each engine that lists additional moves.
pub(crate) fn sentences(parting: &TreeDifference, names: &[String; 2]) -> String {
    let name = |role: &Role| &names[usize::from(*role == Role::Oracle)];
    match parting {
        TreeDifference::Legal(only) => {
            let lists = names.iter().zip(only).filter(|(_, moves)| !moves.is_empty());
            let each: Vec<String> =
                lists.map(|(name, moves)| format!("only {name} lists {}", named(moves))).collect();
            each.join("; ")
        }
        TreeDifference::Sum => {
            "both list the same moves and agree on the count after each, but not on the total".into()
        }
        TreeDifference::Refused(role, mv, reason) => {
            let reason = reason.as_ref().map(|reason| format!(": {reason}")).unwrap_or_default();
            format!("{} lists {mv}, but refuses to play it{reason}", name(role))
        }
        TreeDifference::Shown(words) => format!("the counts are equal, but {words}"),
        TreeDifference::Over(role) => {
            format!("{} lists moves, but reports that the game is over", name(role))
        }
        TreeDifference::Broken(role, words, _) => {
            let words = words.lines().next().unwrap_or_default();
            let counts = ["to bustan-perft within", "when asked to count moves"];
            let slow = words.starts_with("no ") && counts.iter().any(|asked| words.contains(asked));
            let hint = "; use a longer --timeout, or --without bustan-perft to count its listed moves \
                        instead";
            format!("{}: {words}{}", name(role), if slow { hint } else { "" })
        }
    }
}

/// The moves at the difference that are illegal by the built-in rules, each with the reason.
fn illegal(descent: &Descent) -> Vec<String> {
    let moves: Vec<&Move> = match &descent.parting {
        Some(TreeDifference::Legal(only)) => only.iter().flat_map(|moves| moves.iter().take(NAMED)).collect(),
        Some(TreeDifference::Refused(_, mv, _)) => vec![mv],
        _ => Vec::new(),
    };
    let told = |mv: &Move| Some(format!("{mv} is illegal: {}", notation::forbidden(&descent.record, mv)?));
    moves.into_iter().filter_map(told).collect()
}

fn text(descent: &Descent) -> String {
    let names = &descent.engines;
    let mut text = String::new();
    let Some(parting) = &descent.parting else {
        let nodes = descent.steps.first().map_or(0, |step| step.nodes[0]);
        let _ = writeln!(
            text,
            "{} and {} both count {}{}.",
            names[0],
            names[1],
            count(nodes, "sequence", "sequences"),
            once(descent).map(|once| format!(" now; {once}")).unwrap_or_default()
        );
        if descent.leaves > 0 {
            let leaves = count(descent.leaves, "of them", "of them");
            let _ = writeln!(text, "They show the same position at the end of {leaves}.");
        }
        return text;
    };
    let said = |step: &Step| step.said.clone().unwrap_or_else(|| "from here".into());
    let width = descent.steps.iter().map(|step| said(step).len()).max().unwrap_or(0);
    let [left, right] = names.each_ref().map(|name| name.len().max(12));
    if !descent.steps.is_empty() {
        let _ = writeln!(text, "{:width$}  moves  {:>left$}  {:>right$}", "", names[0], names[1]);
    }
    for step in &descent.steps {
        let ([a, b], depth) = (step.nodes, step.depth);
        let _ = writeln!(text, "{:width$}  {depth:>5}  {a:>left$}  {b:>right$}", said(step));
    }
    let place = match (descent.record.moves.is_empty(), descent.record.start.is_start()) {
        (true, true) => format!("at the start, {}", descent.record.start),
        (true, false) => format!("at {}", descent.record.start),
        (false, _) => format!("after {}", descent.record),
    };
    let _ = writeln!(text, "\n{}\n{place}", sentences(parting, names));
    illegal(descent).iter().for_each(|line| text += &format!("{line}\n"));
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lists_are_cut() {
        let moves: Vec<usize> = (1..=15).collect();
        assert_eq!(named(&moves[..12]), "1 2 3 4 5 6 7 8 9 10 11 12");
        assert_eq!(named(&moves), "1 2 3 4 5 6 7 8 9 10 11 12 and 3 more");
    }
}
