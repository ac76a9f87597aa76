//! Shards of a run and runs that can be resumed: their options and journals.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use bustan_harness::base::journal::{Header, JOURNAL, Journal, JournalError};
use bustan_harness::base::{Shard, atomic_file, duration};
use bustan_harness::report::Reports;
use bustan_harness::report::command::word;
use clap::CommandFactory;
use serde::de::DeserializeOwned;
use sha2::{Digest, Sha256};

use crate::failure::Failure;
use crate::files;

/// The options that make a run one of several parts, or resume it.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Slice {
    /// Run one of N equal parts: the one with this index, from 0, as in 3/16. env reads both numbers from the
    /// job of Kubernetes, Slurm or GitHub, env/N reads the index. bustan merge combines the parts
    #[arg(long, value_name = "I/N", value_parser = shard)]
    shard: Option<Shard>,
    /// Resume a killed run with the same arguments from its --out directory; start a new run if there is
    /// nothing to resume
    #[arg(long)]
    resume: bool,
    /// How often a run with --shard or --resume saves its progress [default: 5s]
    #[arg(long, value_name = "D", value_parser = duration::parse, allow_negative_numbers = true)]
    save_every: Option<Duration>,
    /// Omit times, speeds and job counts, so that runs with equal results leave equal bytes; needs its own
    /// directory. --shard and --resume imply it
    #[arg(long)]
    reproducible: bool,
}

/// The default interval at which a run saves its progress.
const SAVE_EVERY: Duration = Duration::from_secs(5);

/// The journal of a part of a run, and the entries that it contained at the start.
pub(crate) struct ShardJournal<E> {
    pub(crate) journal: Journal,
    pub(crate) entries: Vec<E>,
}

impl Slice {
    /// The shard of the run that this process does.
    pub(crate) fn part(&self) -> Shard {
        self.shard.unwrap_or_default()
    }

    /// Whether reports must depend only on the results of the run and not, for example, on times.
    pub(crate) const fn is_reproducible(&self) -> bool {
        self.reproducible || self.is_logged()
    }

    /// Returns the options for merging shards.
    pub(crate) const fn merging(self) -> Self {
        Self { shard: None, resume: false, save_every: None, reproducible: true }
    }

    /// Whether the run saves its progress in a journal.
    pub(crate) const fn is_logged(&self) -> bool {
        self.shard.is_some() || self.resume
    }

    /// The interval at which the run saves its progress.
    pub(crate) fn every(&self) -> Duration {
        self.save_every.unwrap_or(SAVE_EVERY)
    }

    /// Checks that the shard is not empty, given that the run has `number` items, called `things`.
    pub(crate) fn has_share(&self, number: u64, things: &str) -> Result<(), Failure> {
        let part = self.part();
        if part.is_whole() || part.share(number) > 0 {
            return Ok(());
        }
        Err(Failure::Usage(format!(
            "--shard {part}: nothing to do in this part: there are only {number} {things}"
        )))
    }

    /// Opens the journal of the run, if it keeps one, and reads the existing entries. `arguments` and the
    /// files in `inputs` determine the results of the run.
    pub(crate) fn course<E: DeserializeOwned>(
        &self,
        out: Option<&Path>,
        arguments: Vec<String>,
        inputs: &[&Path],
    ) -> Result<Option<ShardJournal<E>>, Failure> {
        if !self.is_logged() {
            if self.save_every.is_some() {
                return Err(Failure::Usage("--save-every needs --shard or --resume".into()));
            }
            if self.reproducible {
                own(&files::reports(out)?)?;
            }
            return Ok(None);
        }
        let Some(out) = out else {
            let problem = "--shard and --resume need --out DIR, where progress is saved";
            return Err(Failure::Usage(problem.into()));
        };
        let header = Header::new(arguments, digests(inputs)?, self.part()).by(build()?);
        let reports = Reports::open(out).map_err(|error| Failure::Usage(error.to_string()))?;
        if !out.join(JOURNAL).exists() {
            own(&reports)?;
        }
        let opened = match self.resume {
            true => Journal::resume(out, &header),
            false => Journal::begin(out, &header).map(|journal| (journal, Vec::new())),
        };
        let (journal, entries) = opened.map_err(unusable)?;
        // Files of findings that a killed process left are written again.
        reports.sweep();
        Ok(Some(ShardJournal { journal, entries }))
    }
}

/// Checks that a directory has no files of another run.
pub(crate) fn own(reports: &Reports) -> Result<(), Failure> {
    match reports.first() {
        None => Ok(()),
        Some(name) => Err(Failure::Usage(format!(
            "{} has {name} of another run; a run with --shard, --resume or --reproducible needs its own \
             directory",
            reports.dir().display()
        ))),
    }
}

/// The digests of files, by name.
fn digests(paths: &[&Path]) -> Result<BTreeMap<String, String>, Failure> {
    let mut digests = BTreeMap::new();
    for path in paths {
        if files::is_standard_stream(path) {
            let problem = "a run with --shard or --resume cannot read standard input, because it could not \
                           be read again";
            return Err(Failure::Usage(problem.into()));
        }
        digests.insert(files::name(path), digest(files::read(path)?.as_bytes()));
    }
    Ok(digests)
}

/// A string that identifies this build of the program, part of the digest of its file.
pub(crate) fn build() -> Result<String, Failure> {
    let program = env::current_exe().and_then(fs::read);
    let program = program.map_err(|error| Failure::Usage(format!("this program cannot be read: {error}")))?;
    Ok(digest(&program)[..16].into())
}

/// The SHA-256 digest of a byte string, in hexadecimal.
pub(crate) fn digest(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The environment variables of a job system, with its name: `index` for the index and `of` for the number of
/// jobs.
struct System {
    name: &'static str,
    index: &'static str,
    of: Option<&'static str>,
    /// The variables with the first index, which is subtracted, and with the step, by which the rest is
    /// divided. They are used only if the number of jobs is not given.
    first: Option<&'static str>,
    step: Option<&'static str>,
}

const SYSTEMS: [System; 3] = [
    System { name: "Kubernetes", index: "JOB_COMPLETION_INDEX", of: None, first: None, step: None },
    System {
        name: "Slurm",
        index: "SLURM_ARRAY_TASK_ID",
        of: Some("SLURM_ARRAY_TASK_COUNT"),
        first: Some("SLURM_ARRAY_TASK_MIN"),
        step: Some("SLURM_ARRAY_TASK_STEP"),
    },
    System {
        name: "GitHub",
        index: "STRATEGY_JOB_INDEX",
        of: Some("STRATEGY_JOB_TOTAL"),
        first: None,
        step: None,
    },
];

/// Parses a shard: `I/N`, or `env` or `env/N` to take the index from the environment variables of a batch
/// job.
fn shard(text: &str) -> Result<Shard, String> {
    match text.strip_prefix("env") {
        Some("") => of_job(None, |name| env::var(name).ok()),
        Some(rest) if rest.starts_with('/') => {
            let of = rest[1..]
                .parse()
                .map_err(|_| format!("{text:?} does not name a number of parts, as in env/16"))?;
            of_job(Some(of), |name| env::var(name).ok())
        }
        _ => text.parse().map_err(|error| format!("{error}")),
    }
}

/// The shard that this process does, according to the environment variables of its job. The number of shards
/// is `given`, or else that of the job.
fn of_job(given: Option<u64>, variable: impl Fn(&str) -> Option<String>) -> Result<Shard, String> {
    let mut there = SYSTEMS.iter().filter_map(|system| Some((system, variable(system.index)?)));
    let Some((system, index)) = there.next() else {
        let names: Vec<&str> = SYSTEMS.iter().map(|system| system.index).collect();
        return Err(format!("env: none of the variables {} is set", names.join(", ")));
    };
    if let Some((other, _)) = there.next() {
        return Err(format!("env: {} and {} are both set; write I/N", system.index, other.index));
    }
    let System { name, of, first, step, .. } = system;
    let number = |name: &str, text: String| {
        text.parse::<u64>().map_err(|_| format!("env: {name} is {text:?}, which is not a number"))
    };
    let optional =
        |name: Option<&str>, otherwise: u64| match name.and_then(|name| Some((name, variable(name)?))) {
            Some((name, text)) => number(name, text),
            None => Ok(otherwise),
        };
    let index = number(system.index, index)?;
    let (index, of) = match given {
        Some(of) => (index, of),
        None => {
            let of =
                of.ok_or_else(|| format!("env: {name} does not give the number of jobs; write env/N"))?;
            let text = variable(of).ok_or_else(|| format!("env: {of} is not set; write env/N"))?;
            let from = index.saturating_sub(optional(*first, 0)?);
            (from / optional(*step, 1)?.max(1), number(of, text)?)
        }
    };
    Shard::new(index, of)
        .ok_or_else(|| format!("env: {} is {index}, and there are {of} parts, numbered from 0", system.index))
}

/// The options that do not affect the results of a run, by name, with whether they take a value.
const BESIDE: [(&str, bool); 16] = [
    ("spill", true),
    ("shard", true),
    ("resume", false),
    ("save-every", true),
    ("reproducible", false),
    ("out", true),
    ("jobs", true),
    ("json", false),
    ("coverage", false),
    ("color", true),
    ("colour", true),
    ("serve", false),
    ("port", true),
    ("address", true),
    ("no-open", false),
    ("watch", true),
];

/// The command of this process, with only the arguments that determine its results.
pub(crate) fn arguments() -> Vec<String> {
    let words: Vec<String> =
        env::args_os().skip(1).map(|argument| argument.to_string_lossy().into_owned()).collect();
    deciding(&words)
}

/// Removes the options that do not affect the results of a command.
fn deciding(words: &[String]) -> Vec<String> {
    let program = crate::Cli::command();
    let command = words.first().and_then(|name| program.find_subcommand(name));
    let takes_value = |name: &str| {
        let named =
            |arg: &&clap::Arg| arg.get_long_and_visible_aliases().is_some_and(|names| names.contains(&name));
        let found = command.and_then(|command| command.get_arguments().find(named));
        found.is_some_and(|arg| arg.get_action().takes_values())
    };
    let mut kept = Vec::new();
    let mut rest = words.iter();
    while let Some(word) = rest.next() {
        let option = word.strip_prefix("--").filter(|name| !name.is_empty());
        let Some(option) = option else {
            kept.push(word.clone());
            continue;
        };
        let (name, apart) = match option.split_once('=') {
            Some((name, _)) => (name, false),
            None => (option, true),
        };
        match BESIDE.iter().find(|(beside, _)| *beside == name) {
            Some((_, value)) if *value && apart => drop(rest.next()),
            Some(_) => {}
            None => {
                kept.push(word.clone());
                if apart && takes_value(name) {
                    kept.extend(rest.next().cloned());
                }
            }
        }
    }
    kept
}

/// The command that repeats a run with `arguments` and with reproducible reports.
pub(crate) fn reproducing(arguments: &[String], out: Option<&Path>) -> String {
    let words = std::iter::once("bustan").chain(arguments.iter().map(String::as_str)).map(word);
    let out = out.map(|out| format!(" --out {}", word(&out.to_string_lossy())));
    format!("{} --reproducible{}", words.collect::<Vec<_>>().join(" "), out.unwrap_or_default())
}

/// The file that marks a directory in which parts of a run are being merged.
const MARK: &str = ".bustan-merge";

/// A directory in which shards of a run are being merged. If the process is killed, the mark remains, so that
/// the next process can start again in the directory.
pub(crate) struct Merging(PathBuf);

impl Merging {
    /// Checks that the directory contains nothing else, and marks it.
    pub(crate) fn begin(dir: &Path) -> Result<Self, Failure> {
        let reports = Reports::open(dir).map_err(|error| Failure::Usage(error.to_string()))?;
        let mark = dir.join(MARK);
        if mark.exists() {
            reports.sweep();
        } else {
            own(&reports)?;
        }
        let marked = atomic_file::write(&mark, b"");
        marked.map_err(|error| Failure::Write(mark.display().to_string(), error))?;
        Ok(Self(mark))
    }

    /// Removes the mark.
    pub(crate) fn end(self) -> Result<(), Failure> {
        fs::remove_file(&self.0).map_err(|error| Failure::Write(self.0.display().to_string(), error))
    }
}

/// The failure for a journal that cannot be used.
pub(crate) fn unusable(error: JournalError) -> Failure {
    match error {
        // The process that must write the journal may not have begun.
        JournalError::Missing(_) => Failure::NotYet(error.to_string()),
        error => Failure::Usage(error.to_string()),
    }
}

/// The failure for unfinished runs, described in `open`.
pub(crate) fn not_over(open: &[String]) -> Failure {
    Failure::NotYet(format!(
        "not finished: {}; run the same command with --resume to continue",
        open.join(", ")
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn job(variables: &[(&str, &str)], given: Option<u64>) -> Result<String, String> {
        let variable = |name: &str| {
            let found = variables.iter().find(|(other, _)| *other == name);
            found.map(|(_, value)| value.to_string())
        };
        of_job(given, variable).map(|shard| shard.to_string())
    }

    #[test]
    fn the_job_of_each_system_tells_its_part() {
        let kubernetes = [("JOB_COMPLETION_INDEX", "3")];
        assert_eq!(job(&kubernetes, Some(16)).unwrap(), "3/16");
        assert!(
            job(&kubernetes, None)
                .unwrap_err()
                .contains("Kubernetes does not give the number of jobs; write env/N")
        );
        let slurm = |id, min, count| {
            [("SLURM_ARRAY_TASK_ID", id), ("SLURM_ARRAY_TASK_MIN", min), ("SLURM_ARRAY_TASK_COUNT", count)]
        };
        assert_eq!(job(&slurm("0", "0", "8"), None).unwrap(), "0/8");
        assert_eq!(job(&slurm("8", "1", "8"), None).unwrap(), "7/8");
        let steps = [&slurm("6", "2", "3")[..], &[("SLURM_ARRAY_TASK_STEP", "2")]].concat();
        assert_eq!(job(&steps, None).unwrap(), "2/3");
        // If some tasks of an array run again, they keep their numbers.
        assert_eq!(job(&slurm("7", "3", "2"), Some(16)).unwrap(), "7/16");
        assert!(job(&slurm("9", "1", "3"), None).unwrap_err().contains("is 8, and there are 3 parts"));
        let github = [("STRATEGY_JOB_INDEX", "1"), ("STRATEGY_JOB_TOTAL", "4")];
        assert_eq!(job(&github, None).unwrap(), "1/4");
        assert!(job(&github[..1], None).unwrap_err().contains("STRATEGY_JOB_TOTAL is not set"));
    }

    #[test]
    fn a_job_that_tells_no_part_is_an_error_that_says_what_is_wrong() {
        assert!(job(&[], None).unwrap_err().contains("none of the variables JOB_COMPLETION_INDEX, SLURM_"));
        let both = [("JOB_COMPLETION_INDEX", "3"), ("STRATEGY_JOB_INDEX", "1")];
        assert!(job(&both, Some(4)).unwrap_err().contains("are both set"));
        assert!(
            job(&[("JOB_COMPLETION_INDEX", "x")], Some(4))
                .unwrap_err()
                .contains("is \"x\", which is not a number")
        );
        assert!(
            job(&[("JOB_COMPLETION_INDEX", "4")], Some(4))
                .unwrap_err()
                .contains("is 4, and there are 4 parts")
        );
        assert!(shard("env/x").unwrap_err().contains("does not name a number of parts"));
        assert!(shard("4/4").unwrap_err().contains("is not a shard"));
    }

    #[test]
    fn what_does_not_decide_what_a_run_comes_to_is_left_out() {
        for (line, expected) in [
            ("check tictactoe --games 9 --shard 1/3 --out a --jobs 2 --json", "check tictactoe --games 9"),
            ("check --games 9 --serve --port 8000 --no-open tictactoe", "check --games 9 tictactoe"),
            ("check --out=a --resume --save-every 1s tictactoe --seed=4", "check tictactoe --seed=4"),
            ("check any --against --out --games 9", "check any --against --out --games 9"),
            ("perft margo 3 --color never --shard=0/2 --size 4", "perft margo 3 --size 4"),
        ] {
            let words: Vec<String> = line.split(' ').map(String::from).collect();
            assert_eq!(deciding(&words).join(" "), expected);
        }
    }
}
