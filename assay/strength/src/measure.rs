//! Measures how fast the fuzzer finds each planted flaw and each mutant of the fast engines with one worker,
//! from the seeds and from an empty corpus, and how fast a check with one job finds it:
//! `measure PLANTED CHECKED SECONDS`. The arguments are the two programs and the time limit of each run.
//! Prints a table in Markdown. Fails if a flaw is not found from the seeds.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::{env, fs, process};

use bustan_flaws::{BY_HAND, Flaw, all};
use bustan_table::{code, head, row};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// The text of a table cell if nothing was found within the limit.
const NOTHING: &str = "-";

/// The exit code of `timeout` if the limit has passed.
const TIMED_OUT: i32 = 124;

/// The two programs and the limit for each run, in seconds.
struct Measure {
    planted: PathBuf,
    checked: PathBuf,
    limit: u64,
    /// The folder in which the fuzzer stores its inputs.
    corpus: PathBuf,
}

impl Measure {
    /// Returns the number of seconds and of executions until libFuzzer finds the flaw, starting with the
    /// inputs in the folder `seeds`, if any. An input that takes ten seconds also counts as found.
    fn hunt(&self, flaw: &Flaw, seeds: Option<&Path>) -> Result<[String; 2]> {
        let _ = fs::remove_dir_all(&self.corpus);
        fs::create_dir_all(&self.corpus)?;
        let output = Command::new(&self.planted)
            .env("BUSTAN_FLAW", format!("{}/{}", flaw.target, flaw.name))
            .args(["-seed=1", "-timeout=10", "-len_control=0", "-print_final_stats=1"])
            .arg(format!("-max_total_time={}", self.limit))
            .arg(format!("-artifact_prefix={}/", self.corpus.display()))
            .arg(&self.corpus)
            .args(seeds)
            .output()?;
        let told = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
        let word = |begin: &str, at: usize| {
            let mut lines = told.lines().rev();
            let found = lines.find_map(|line| line.strip_prefix(begin)?.split_whitespace().nth(at));
            found.unwrap_or_default().to_owned()
        };
        let executions = word("stat::number_of_executed_units:", 0);
        if told.lines().any(|line| line.starts_with("found after")) {
            Ok([word("found after", 0), executions])
        } else if told.contains("ERROR: libFuzzer: timeout") {
            Ok(["hangs".into(), executions])
        } else if output.status.success() {
            Ok([NOTHING; 2].map(String::from))
        } else {
            Err(told.into())
        }
    }

    /// Returns the number of seconds until a check finds the flaw.
    fn check(&self, flaw: &Flaw) -> Result<String> {
        let mut command = Command::new("timeout");
        command.arg(self.limit.to_string()).arg(&self.checked).args([&flaw.target, &flaw.name]);
        let output = command.output()?;
        match output.status.code() {
            Some(0) => Ok(String::from_utf8(output.stdout)?.trim().to_owned()),
            Some(TIMED_OUT) => Ok(NOTHING.into()),
            _ => Err(String::from_utf8_lossy(&output.stderr).into()),
        }
    }

    /// Prints the table. Returns the number of flaws that were not found from the seeds.
    fn run(&self) -> Result<usize> {
        let figures = ["from the seeds, s", "executions", "from nothing, s", "executions", "check, s"];
        print!("{}", head(&["game", "flaw"], &figures));
        let mut missed = 0;
        for flaw in all() {
            let seeds = Path::new("fuzz/seeds").join(&flaw.target);
            let [from_seeds, tried] = self.hunt(&flaw, Some(&seeds))?;
            let [from_nothing, tried_then] = self.hunt(&flaw, None)?;
            let by_check = self.check(&flaw)?;
            missed += usize::from(from_seeds == NOTHING);
            let game = flaw.target.trim_end_matches("_lockstep").to_owned();
            let told = if flaw.what == BY_HAND { flaw.name } else { code(&flaw.what) };
            print!("{}", row(&[game, told, from_seeds, tried, from_nothing, tried_then, by_check]));
        }
        Ok(missed)
    }
}

fn run() -> Result<usize> {
    let words: Vec<String> = env::args().skip(1).collect();
    let [planted, checked, limit] = &words[..] else { return Err("measure PLANTED CHECKED SECONDS".into()) };
    let corpus = env::temp_dir().join(format!("bustan-strength-{}", process::id()));
    let measure = Measure { planted: planted.into(), checked: checked.into(), limit: limit.parse()?, corpus };
    let missed = measure.run();
    let _ = fs::remove_dir_all(&measure.corpus);
    missed
}

fn main() -> ExitCode {
    match run() {
        Ok(0) => ExitCode::SUCCESS,
        Ok(missed) => {
            eprintln!("{missed} were not found from the seeds");
            ExitCode::FAILURE
        }
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}
