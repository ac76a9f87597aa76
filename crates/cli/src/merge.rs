//! `bustan merge`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use bustan_harness::base::Shard;
use bustan_harness::base::journal::{self, Header};
use bustan_harness::run::check::{JournalEntry, JournalPart, parts};
use clap::FromArgMatches;
use serde::de::DeserializeOwned;

use crate::args::{MOST_JOBS, options_first};
use crate::colour::Colour;
use crate::failure::Failure;
use crate::number::number;
use crate::slice::{Merging, not_over, unusable};
use crate::{Cli, Command, check, exhaust, perft};

/// Combine the shards of a run
///
/// Reads the files that the shards have written. Prints, and writes to the directory of --out, exactly what
/// one run of all games with --reproducible prints and writes. Only the first game that shows a difference is
/// played again, to be shrunk as in one run. Exit code as of the command itself: 0: the engines agree; 1:
/// they differ; 2: a shard is given twice or belongs to another run, or an argument is wrong; 3: a shard is
/// missing or not finished, so that the same command may succeed later.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    bustan check dominions --games 100000 --shard 0/2 --out part-0\n  \
    bustan check dominions --games 100000 --shard 1/2 --out part-1\n  \
    bustan merge part-0 part-1 --out all")]
pub(crate) struct Args {
    /// The directories of the shards, in any order
    #[arg(value_name = "DIR", required = true)]
    parts: Vec<PathBuf>,
    /// The directory for the combined run
    #[arg(long, value_name = "DIR")]
    pub(crate) out: PathBuf,
    /// Start the programs that the shards were run with, to replay the games of findings
    #[arg(long)]
    programs: bool,
    /// Keep the positions of bustan exhaust in files of this directory, like its option --spill
    #[arg(long, value_name = "DIR")]
    pub(crate) spill: Option<PathBuf>,
    /// How many games to play at once, at most 256 [default: the number of cores]
    #[arg(long, value_name = "J", value_parser = number(1..=MOST_JOBS), allow_negative_numbers = true)]
    pub(crate) jobs: Option<u16>,
    /// Also print what the games of each policy reached
    #[arg(long)]
    pub(crate) coverage: bool,
    #[command(flatten)]
    pub(crate) colour: Colour,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

/// A part of a run: its directory, and the header and entries of its journal.
struct Part<E> {
    dir: PathBuf,
    header: Header,
    entries: Vec<E>,
}

/// The combined parts of a run of `check`.
#[derive(Clone, Debug)]
pub(crate) struct Merged {
    /// The command and the arguments of the run.
    pub(crate) arguments: Vec<String>,
    /// The results for each game, by name, one for each shard.
    pub(crate) told: BTreeMap<String, Vec<JournalPart>>,
}

pub(crate) fn run(args: Args) -> ExitCode {
    args.run().unwrap_or_else(Failure::report)
}

impl Args {
    fn run(self) -> Result<ExitCode, Failure> {
        let first = journal::read::<serde_json::Value>(&self.parts[0]).map_err(unusable)?.header;
        let command = command(&self.parts[0], &first)?;
        let inside = |dir: &PathBuf| match (dir.canonicalize(), self.out.canonicalize()) {
            (Ok(dir), Ok(out)) => dir == out,
            _ => false,
        };
        if let Some(dir) = self.parts.iter().find(|dir| inside(dir)) {
            return Err(Failure::Usage(format!(
                "{} is a shard; --out must name another directory",
                dir.display()
            )));
        }
        match command {
            Command::Check(args) => {
                self.allows(args.starts_programs(), &first)?;
                let merged = checked(self.read(&first)?)?;
                let merging = Merging::begin(&self.out)?;
                let code = check::run(args.merging(self, merged));
                merging.end()?;
                Ok(code)
            }
            Command::Exhaust(args) if args.is_about_classes()? => {
                self.allows(args.starts_programs(), &first)?;
                let merged = exhaust::classes::Merged::new(entries(self.read(&first)?))?;
                let merging = Merging::begin(&self.out)?;
                let code = exhaust::run(args.merging_classes(self, merged));
                merging.end()?;
                Ok(code)
            }
            Command::Exhaust(args) => {
                let merged = exhaust::Merged::new(entries(self.read(&first)?))?;
                let merging = Merging::begin(&self.out)?;
                let code = exhaust::run(args.merging(self, merged));
                merging.end()?;
                Ok(code)
            }
            Command::Perft(args) => {
                let merged = perft::merged(entries(self.read(&first)?))?;
                let merging = Merging::begin(&self.out)?;
                let code = perft::run(args.merging(self, merged))?;
                merging.end()?;
                Ok(code)
            }
            _ => Err(Failure::Usage(format!(
                "{}: shards of bustan {} cannot be merged",
                self.parts[0].display(),
                first.arguments.join(" ")
            ))),
        }
    }

    /// Checks that `merge` may start programs, if the run uses any.
    fn allows(&self, programs: bool, first: &Header) -> Result<(), Failure> {
        if !programs || self.programs {
            return Ok(());
        }
        Err(Failure::Usage(format!(
            "the run is bustan {}; --programs allows merge to start the programs that it names",
            first.arguments.join(" ")
        )))
    }

    /// Reads all parts. Each part must occur exactly once and belong to the same run as the first.
    fn read<E: DeserializeOwned>(&self, first: &Header) -> Result<Vec<Part<E>>, Failure> {
        let mut all: Vec<Part<E>> = Vec::new();
        for dir in &self.parts {
            let journal::JournalContents { header, entries, .. } = journal::read(dir).map_err(unusable)?;
            let name = dir.display();
            let of = (header.shard.of() != first.shard.of()).then(|| {
                let [part, other] = [header.shard, first.shard].map(|shard| format!("shard {shard}"));
                format!("it is {part}, and {} is {other}", self.parts[0].display())
            });
            if let Some(why) = header.differs(first).or(of) {
                return Err(Failure::Usage(format!(
                    "{name} does not belong to {}: {why}",
                    self.parts[0].display()
                )));
            }
            if let Some(other) = all.iter().find(|other| other.header.shard == header.shard) {
                let shard = header.shard;
                return Err(Failure::Usage(format!(
                    "{} and {name} are both shard {shard}",
                    other.dir.display()
                )));
            }
            all.push(Part { dir: dir.clone(), header, entries });
        }
        all.sort_by_key(|part| part.header.shard);
        let of = first.shard.of();
        let missing = (0..of).filter_map(|index| Shard::new(index, of));
        let missing = missing.filter(|shard| all.iter().all(|part| part.header.shard != *shard));
        let missing: Vec<String> = missing.take(NAMED + 1).map(|shard| shard.to_string()).collect();
        match missing.len() {
            0 => Ok(all),
            1 => Err(Failure::NotYet(format!("shard {} is missing", missing[0]))),
            2..=NAMED => Err(Failure::NotYet(format!("shards {} are missing", missing.join(", ")))),
            _ => {
                let rest = of as usize - all.len() - NAMED;
                let named = missing[..NAMED].join(", ");
                Err(Failure::NotYet(format!("shards {named} and {rest} more are missing")))
            }
        }
    }
}

/// The journal entries of the shards, each with its directory.
fn entries<E>(parts: Vec<Part<E>>) -> Vec<(PathBuf, Vec<E>)> {
    parts.into_iter().map(|Part { dir, entries, .. }| (dir, entries)).collect()
}

/// The maximum number of missing shards that a message names.
const NAMED: usize = 8;

/// The command to which a part of a run belongs.
fn command(dir: &Path, header: &Header) -> Result<Command, Failure> {
    let words = std::iter::once("bustan".to_string()).chain(header.arguments.iter().cloned());
    let program = <Cli as clap::CommandFactory>::command();
    let words = options_first(&program, words.map(Into::into).collect());
    let parsed = program.try_get_matches_from(words).and_then(|matches| Cli::from_arg_matches(&matches));
    let wrong =
        |why: String| Failure::Usage(format!("{}: not a command of this program: {why}", dir.display()));
    match parsed {
        Ok(Cli { command: Some(command) }) => Ok(command),
        Ok(Cli { command: None }) => Err(wrong(header.arguments.join(" "))),
        Err(error) => Err(wrong(error.to_string().lines().next().unwrap_or_default().into())),
    }
}

/// Combines the parts of a check by game, if all of them are finished.
fn checked(all: Vec<Part<JournalEntry>>) -> Result<Merged, Failure> {
    let arguments = all.first().map(|part| part.header.arguments.clone()).unwrap_or_default();
    let mut told: BTreeMap<String, Vec<JournalPart>> = BTreeMap::new();
    let shards = all.len();
    let mut open = Vec::new();
    for Part { dir, header, entries } in all {
        let wrong = |problem: String| Failure::Usage(format!("{}: {problem}", dir.display()));
        for (game, one) in parts(header.shard, entries).map_err(wrong)? {
            if one.over.is_none() {
                open.push(format!("{} ({game}, {} games played)", dir.display(), one.games()));
            }
            told.entry(game).or_default().push(one);
        }
    }
    if !open.is_empty() {
        return Err(not_over(&open));
    }
    match told.iter().find(|(_, all)| all.len() < shards) {
        Some((game, all)) => Err(Failure::NotYet(format!(
            "{} of {shards} shards have not reached {game}; run their commands again with --resume",
            shards - all.len()
        ))),
        None => Ok(Merged { arguments, told }),
    }
}
