//! Findings as data: `NAME.json`, one file for each finding, which only this module writes and reads.
//!
//! The file contains everything that a program needs to know about a finding. The other files of a finding
//! are for human readers and for `bustan replay`, and nothing is read back from `NAME.report`, because its
//! text may change at any time. The data file is written before the other files of the finding, and before
//! any engine is queried again.
//!
//! # Versions
//!
//! The file contains its format and its version. [`VERSION`] changes when a field is removed or changes its
//! meaning. Fields may be added without a new version, so a reader ignores unknown fields, and a field that
//! was added later is optional. A reader reads the files of all versions up to its own, and writes its own
//! version. A file of a later version is rejected with an error that names the version, and a damaged file is
//! rejected, too; the other findings of the directory are still read.
//!
//! | field | holds |
//! |---|---|
//! | `format`, `version`, `bustan` | `"bustan-finding"`, the number [`VERSION`], and the version of Bustan that wrote the file |
//! | `game`, `kind`, `signature`, `identity` | the game, the kind of difference, the signature as text, and the parts of the signature, by which findings are compared |
//! | `engines` | the names of the engine under test and of the reference |
//! | `headline`, `details`, `keys` | the difference in one line, the single differences, and the keys of the observations that differ |
//! | `record`, `moves`, `question`, `written` | the shortest game, the number of its moves, whether its last move is the disputed move, and its moves in human notation, or `null` |
//! | `passed_over`, `passed_over_open` | the signatures of the known differences that are ignored in the shortest game, and whether there may be more |
//! | `said` | the last commands to each engine and its answers, if it is a program |
//! | `seed`, `number`, `policy`, `met`, `set_up`, `offered` | the origin of the finding: the seed of the run, the number and the policy of the game, whether that game showed another difference first, whether it began at a position that was set up, and the position that a run made up for it, if there is one |
//! | `reproducible` | whether new engines reproduced the difference, `null` until that was tried |
//! | `original` | the original game: `signature`, `headline`, `record`, `moves`, `question` |
//! | `shrinking` | the result of shrinking the game, `null` until then: `interrupted`, `unconfirmed`, `overdue`, `unfinished` (the steps that were not finished), `proven_shortest`, `searched` (as in [`findings.json`](super::json)) |
//! | `length` | a description of the length of the game |
//! | `from_start` | a game from the start that shows the same difference, if the record begins at a later position, or `null`: `headline`, `record`, `moves` |
//! | `same_signature` | a game from the start with the same signature, about another move or other values, unless `from_start` is as short; or `null`; missing in older files |
//! | `shorter` | the shortest game of the run that shows another difference, if it is shorter, or `null`: `headline`, `record`, `moves`, `finding` (the name of its finding) |
//! | `opinions` | the verdicts of additional engines, or `null`: `odd_one_out`, `words`, `asked` (for each engine its name `engine` and `agrees_with`) |
//! | `find`, `replay` | the commands that reproduce the finding and that replay its record, each as `words` (the program and its arguments) and as `text` (a line for a shell); `replay` is `null` if there is none |
//! | `programs` | the programs that were compared, as named on the command line: `against`, or `null`, and `with`, an array; `options`, all options that name them or determine how they are run |
//! | `symmetry` | the file and line of the symmetry by which the program was compared with its own mirror image, or `null` |

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::command::Command;
use super::{ORIGINAL, REPORT, SHORT, is_stem, written};
use crate::base::atomic_file;
use crate::compare::divergence::{Divergence, Signature};
use crate::compare::known::Accepted;
use crate::erased::Position;
use crate::report::finding::{Finding, Programs, Shorter};
use crate::report::opinions::{Opinions, OpinionsData};
use crate::shrink::deepen::Shortest;

/// The suffix of the data file of a finding.
pub const STORED: &str = ".json";

/// The value of the field `format`.
const FORMAT: &str = "bustan-finding";

/// The version of the format. It changes when a field is removed or changes its meaning.
pub const VERSION: u64 = 1;

/// A finding as data.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stored {
    format: String,
    version: u64,
    bustan: String,
    /// The name of the game.
    pub game: String,
    /// The kind of difference.
    pub kind: String,
    /// The signature of the difference in the shortest game, as text.
    pub signature: String,
    /// The signature of the difference in the shortest game, by which findings are compared.
    pub identity: Signature,
    /// The names of the engine under test and of the reference.
    pub engines: [String; 2],
    /// The difference in one line.
    pub headline: String,
    /// The single differences.
    pub details: Vec<String>,
    /// The keys of the observations that differ.
    pub keys: Vec<String>,
    /// The shortest game.
    pub record: String,
    /// The number of moves of the shortest game.
    pub moves: usize,
    /// Whether the last move of the shortest game is the disputed move.
    pub question: bool,
    /// The moves of the shortest game in human notation, if it differs from the notation of the protocol.
    pub written: Option<String>,
    /// The known differences that are ignored in the shortest game.
    pub passed_over: Vec<Accepted>,
    /// Whether there may be more ignored differences.
    pub passed_over_open: bool,
    /// The last commands to the engine under test and to the reference, with their answers.
    pub said: [Vec<String>; 2],
    /// The seed of the run.
    pub seed: u64,
    /// The number of the game in the run.
    pub number: u64,
    /// The policy that chose the moves of the game.
    pub policy: String,
    /// Whether the difference was found while another was shrunk.
    pub met: bool,
    /// Whether the game began at a position that was set up.
    pub set_up: bool,
    /// The position that a run made up and offered as the start of the game, if any.
    #[serde(default)]
    pub offered: Option<String>,
    /// Whether new engines reproduced the difference; `None` until that was tried.
    pub reproducible: Option<bool>,
    /// The original game.
    pub original: Original,
    /// The result of shrinking the game, once it is known.
    pub shrinking: Option<Shrinking>,
    /// A description of the length of the shortest game.
    pub length: String,
    /// A game from the start that shows the same difference, if the record begins at a later position.
    pub from_start: Option<FromStart>,
    /// A game from the start with the same signature, about another move or other values, unless `from_start`
    /// is as short.
    #[serde(default)]
    pub same_signature: Option<FromStart>,
    /// The shortest game of the run that shows another difference, if it is shorter.
    pub shorter: Option<Shorter>,
    /// The verdicts of additional engines, if there are any.
    pub opinions: Option<OpinionsData>,
    /// The command that reproduces the finding.
    pub find: Command,
    /// The command that replays the shortest game.
    pub replay: Option<Command>,
    /// The programs that were compared.
    pub programs: Programs,
    /// The file and line of the symmetry by which the program was compared with its own mirror image.
    pub symmetry: Option<String>,
}

/// The game of a finding before shrinking.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Original {
    /// The signature of the difference, as text.
    pub signature: String,
    /// The difference in one line.
    pub headline: String,
    /// The record.
    pub record: String,
    /// The number of moves of the game.
    pub moves: usize,
    /// Whether the last move is the disputed move.
    pub question: bool,
}

/// A game from the start that shows the difference of another game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FromStart {
    /// The difference that the game shows, in one line.
    pub headline: String,
    /// The record.
    pub record: String,
    /// The number of moves of the game.
    pub moves: usize,
}

impl FromStart {
    /// Converts a divergence.
    pub(super) fn of(game: &Divergence) -> Self {
        let (headline, record) = (game.headline.clone(), game.record.to_string());
        Self { headline, record, moves: game.record.moves.len() }
    }
}

/// The result of shrinking a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shrinking {
    /// Whether shrinking was interrupted from outside.
    pub interrupted: bool,
    /// Whether shrinking was interrupted before new engines had confirmed the shrunk game.
    pub unconfirmed: bool,
    /// Whether shrinking ended because the time was up.
    pub overdue: bool,
    /// The steps that were not finished in time.
    pub unfinished: Vec<String>,
    /// Whether no game from the small starting positions shows the same difference in fewer moves.
    pub proven_shortest: bool,
    /// The search on which `proven_shortest` is based, if there was one.
    pub searched: Option<Searched>,
}

/// A search for shorter games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Searched {
    /// The number of moves up to which all games were searched; `None` if none were.
    pub moves: Option<usize>,
    /// Whether the searched games include all shorter games.
    pub all_shorter: bool,
    /// The thoroughness of the search in each game.
    pub looked_at: String,
    /// The number of starting positions.
    pub starts: usize,
    /// Whether some games were not continued after another difference.
    pub cut: bool,
    /// Whether the engine under test undid moves between the searched games.
    pub took_back: bool,
}

impl Searched {
    /// Returns the extent of a search; `None` if there was none.
    pub(super) fn of(shortest: Shortest) -> Option<Self> {
        let Shortest { searched, all, looked, starts, cut, back, .. } = shortest;
        (starts > 0).then(|| Self {
            moves: searched,
            all_shorter: all,
            looked_at: looked.name().into(),
            starts,
            cut,
            took_back: back,
        })
    }
}

impl Finding {
    /// Returns the finding as data. `dir` is the directory of its other files.
    pub fn stored(&self, dir: &Path) -> Stored {
        let best = self.best();
        let original = &self.original;
        let suffix = if self.shrunk.is_some() { SHORT } else { ORIGINAL };
        let record = dir.join(format!("{}{suffix}", self.stem()));
        Stored {
            format: FORMAT.into(),
            version: VERSION,
            bustan: env!("CARGO_PKG_VERSION").into(),
            game: self.original.rules().name().into(),
            kind: best.signature.kind().to_string(),
            signature: best.signature.to_string(),
            identity: best.signature.clone(),
            engines: best.engines.clone(),
            headline: best.headline.clone(),
            details: best.details.clone(),
            keys: best.parts.iter().map(|part| part.key.clone()).collect(),
            record: written(&best.record),
            moves: best.record.moves.len(),
            question: best.question,
            written: self.moves(),
            passed_over: best.known.passed().cloned().collect(),
            passed_over_open: self.is_passed_open(),
            said: best.said.clone(),
            seed: self.seed,
            number: self.game,
            policy: self.policy.into(),
            met: self.met,
            set_up: self.set_up,
            offered: self.offered.as_ref().map(ToString::to_string),
            reproducible: self.reproducible,
            original: Original {
                signature: original.signature.to_string(),
                headline: original.headline.clone(),
                record: written(&original.record),
                moves: original.record.moves.len(),
                question: original.question,
            },
            shrinking: self.shrinking(),
            length: self.length(),
            from_start: self.game_from_start().map(FromStart::of),
            same_signature: self.game_of_same_signature().map(FromStart::of),
            shorter: self.shorter.clone(),
            opinions: self.opinions.as_ref().map(Opinions::data),
            find: self.command.clone(),
            replay: self.replay_of(&record),
            programs: self.replay.programs().clone(),
            symmetry: self.replay.symmetry().map(String::from),
        }
    }

    fn shrinking(&self) -> Option<Shrinking> {
        let shrunk = self.shrunk.as_ref()?;
        Some(Shrinking {
            interrupted: shrunk.interrupted,
            unconfirmed: shrunk.unconfirmed,
            overdue: shrunk.overdue,
            unfinished: shrunk.unfinished.iter().map(ToString::to_string).collect(),
            proven_shortest: shrunk.shortest.is_proven(),
            searched: Searched::of(shrunk.shortest),
        })
    }
}

impl Stored {
    /// Returns the content of the data file.
    pub fn text(&self) -> String {
        // A value of this type contains nothing that JSON cannot represent.
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }

    /// Whether two values are the same finding: the same game of the same programs with the same difference,
    /// regardless of later work on it.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        let found = |one: &Self| (one.seed, one.number, one.met);
        found(self) == found(other)
            && (&self.game, &self.policy, &self.engines) == (&other.game, &other.policy, &other.engines)
            && self.original == other.original
            && self.programs.names_same(&other.programs)
    }
}

/// The reason why the data of a finding cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The data file does not exist, because an older version of Bustan wrote the finding.
    #[error("an older version of Bustan wrote this finding; its signature is not known")]
    Missing,
    /// The file has a version later than [`VERSION`]. Holds the version.
    #[error("{}: {}", .0.display(), newer(*.1))]
    Newer(PathBuf, u64),
    /// The file cannot be read.
    #[error("{}: {}", .0.display(), .1)]
    Unreadable(PathBuf, #[source] io::Error),
    /// The file does not contain a finding, for the given reason.
    #[error("{}: {}", .0.display(), .1)]
    Damaged(PathBuf, String),
}

impl StoreError {
    /// Returns the path of the file; `None` if there is no file.
    pub fn path(&self) -> Option<&Path> {
        match self {
            Self::Missing => None,
            Self::Newer(path, _) | Self::Unreadable(path, _) | Self::Damaged(path, _) => Some(path),
        }
    }

    /// Returns the reason, without the name of the file.
    pub fn why(&self) -> String {
        match self {
            Self::Missing => self.to_string(),
            Self::Newer(_, version) => newer(*version),
            Self::Unreadable(_, error) => error.to_string(),
            Self::Damaged(_, why) => why.clone(),
        }
    }
}

/// Returns the reason why a file of version `version` cannot be read.
fn newer(version: u64) -> String {
    format!(
        "a newer version of Bustan wrote this finding: the file has version {version}, and this program reads up to {VERSION}"
    )
}

/// The fields with which every version of the file begins.
#[derive(Deserialize)]
struct Head {
    format: String,
    version: u64,
}

/// Reads the data file of the finding `name` in a directory.
///
/// # Errors
/// When the file does not exist, or cannot be read by this version of Bustan.
pub fn read(dir: &Path, name: &str) -> Result<Stored, StoreError> {
    let path = dir.join(format!("{name}{STORED}"));
    let text = match atomic_file::text(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == ErrorKind::NotFound => return Err(StoreError::Missing),
        Err(error) => return Err(StoreError::Unreadable(path, error)),
    };
    let damaged = |error: serde_json::Error| StoreError::Damaged(path.clone(), error.to_string());
    let head: Head = serde_json::from_str(&text).map_err(damaged)?;
    if head.format != FORMAT {
        return Err(StoreError::Damaged(path, format!("its format is {:?}, not {FORMAT:?}", head.format)));
    }
    match head.version {
        0 => Err(StoreError::Damaged(path, "there is no version 0".into())),
        VERSION => serde_json::from_str(&text).map_err(damaged),
        newer => Err(StoreError::Newer(path, newer)),
    }
}

/// Whether a run made `position` up and offered it to engines, according to the findings in a directory. An
/// empty path is the current directory.
pub fn was_offered(dir: &Path, position: &Position) -> bool {
    let is_this = |text: String| position.rules().position(&text).is_ok_and(|offered| offered == *position);
    let of = |stored: Stored| stored.game == position.rules().name() && stored.offered.is_some_and(is_this);
    let dir = if dir.as_os_str().is_empty() { Path::new(".") } else { dir };
    names(dir).is_ok_and(|names| names.iter().any(|name| read(dir, name).is_ok_and(of)))
}

/// A finding in a directory.
#[derive(Debug)]
pub struct StoredFinding {
    /// The name of the finding's files, without suffix.
    pub name: String,
    /// The text of the shortest game.
    pub record: String,
    /// The data of the finding, if it can be read.
    pub stored: Result<Stored, StoreError>,
}

impl StoredFinding {
    /// Reads the finding `name`, as far as its files exist.
    pub fn read(dir: &Path, name: &str) -> Self {
        let text = |suffix: &str| fs::read_to_string(dir.join(format!("{name}{suffix}")));
        let stored = read(dir, name);
        let record = match &stored {
            Ok(stored) => stored.record.clone(),
            Err(_) => text(SHORT).or_else(|_| text(ORIGINAL)).unwrap_or_default(),
        };
        Self { name: name.into(), record, stored }
    }

    /// Returns every text of the finding's record, the best first, with the suffix of the file that contains
    /// it. The others can be used if the first is damaged.
    pub fn records(&self, dir: &Path) -> Vec<(&'static str, io::Result<String>)> {
        let stored = self.known().map(|stored| (STORED, Ok(stored.record.clone())));
        let text = |suffix| (suffix, fs::read_to_string(dir.join(format!("{}{suffix}", self.name))));
        let is_there = |(_, text): &(&str, io::Result<String>)| {
            !text.as_ref().is_err_and(|error| error.kind() == ErrorKind::NotFound)
        };
        stored.into_iter().chain([SHORT, ORIGINAL].map(text)).filter(is_there).collect()
    }

    /// Returns the name of the finding's game.
    pub fn game(&self) -> &str {
        match &self.stored {
            Ok(stored) => &stored.game,
            Err(_) => game(&self.name),
        }
    }

    /// Returns the data of the finding, if it could be read.
    pub fn known(&self) -> Option<&Stored> {
        self.stored.as_ref().ok()
    }
}

/// Returns the game of a finding, given the name of its files.
fn game(name: &str) -> &str {
    name.split('-').next().unwrap_or_default()
}

/// Returns the names of the findings in a directory, sorted. Each is the common prefix of the finding's file
/// names.
///
/// # Errors
/// When the directory cannot be read.
pub fn names(dir: &Path) -> io::Result<Vec<String>> {
    let files = fs::read_dir(dir)?.flatten();
    let name = |file: fs::DirEntry| {
        let name = file.file_name().into_string().ok()?;
        let stored = || name.strip_suffix(STORED).filter(|name| is_stem(name));
        name.strip_suffix(ORIGINAL).or_else(stored).map(String::from)
    };
    let names: BTreeSet<String> = files.filter_map(name).collect();
    Ok(names.into_iter().collect())
}

/// Returns descriptions of the files in a directory that look like files of a finding but are not usable,
/// each with the reason.
pub fn strays(dir: &Path) -> Vec<String> {
    let mut told = Vec::new();
    for entry in fs::read_dir(dir).into_iter().flatten() {
        let name = match entry {
            Ok(entry) => entry.file_name(),
            Err(error) => {
                told.push(format!("cannot read a directory entry: {error}"));
                continue;
            }
        };
        let text = name.to_string_lossy();
        if name.to_str().is_none() && text.ends_with(ORIGINAL) {
            told.push(format!("{text}: its name is not text"));
        }
        if let Some(stem) = text.strip_suffix(REPORT)
            && [ORIGINAL, STORED].iter().all(|suffix| !dir.join(format!("{stem}{suffix}")).exists())
        {
            told.push(format!("{text}: there is no {stem}{ORIGINAL} next to it"));
        }
    }
    told.sort_unstable();
    told
}

/// Returns the human-readable report on a finding; empty if there is none.
pub fn report(dir: &Path, name: &str) -> String {
    fs::read_to_string(dir.join(format!("{name}{REPORT}"))).unwrap_or_default()
}
