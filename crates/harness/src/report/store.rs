//! Findings as data: `NAME.json`, one file for each finding, which this module alone writes and reads.
//!
//! Everything that a program needs to know about a finding is in this file. The other files of a finding are
//! for people and for `bustan replay`, and nothing is read back from `NAME.report`: its words may change at
//! any time. The file is written before the other files of the finding, and before an engine is asked
//! anything else.
//!
//! # Versions
//!
//! The file names its format and its version. [`VERSION`] changes when a field is removed or changes its
//! meaning; fields may be added without a new version, so an unknown field is ignored, and a field that was
//! added later is optional for readers. A reader reads the files of all versions up to its own and writes its
//! own. A file of a later version is rejected with an error that names it, and so is a damaged one; the other
//! findings of the directory are still read.
//!
//! | field | holds |
//! |---|---|
//! | `format`, `version`, `bustan` | `"bustan-finding"`, the number [`VERSION`], and the version of the program that wrote the file |
//! | `game`, `kind`, `signature`, `identity` | the game, the kind of difference, the signature as text, and the same signature in its parts, by which findings are compared |
//! | `engines` | the names of the engine under test and of the other |
//! | `headline`, `details`, `keys` | the difference: in one line, item by item, and the keys of the observations that differ |
//! | `record`, `moves`, `question`, `written` | the shortest game, the number of its moves, whether the last of them is the disputed move, and its moves in the notation that people use, or `null` |
//! | `passed_over`, `passed_over_open` | the signatures of the known differences that are ignored in that game, and whether there may be more |
//! | `said` | the last commands to each engine and its answers, if they are programs |
//! | `seed`, `number`, `policy`, `met`, `set_up`, `offered` | the origin of the finding: the seed of the run, the number and the policy of the game, whether that game showed another difference first, whether it began at a position that was set up, and the position that a run made up for it, if there is one |
//! | `reproducible` | whether new engines reproduced the difference, `null` until that was tried |
//! | `original` | the game as it was found: `signature`, `headline`, `record`, `moves`, `question` |
//! | `shrinking` | the result of shrinking the game, `null` until then: `interrupted`, `unconfirmed`, `overdue`, `unfinished` (the steps that were not finished), `proven_shortest`, `searched` (as in [`findings.json`](super::json)) |
//! | `length` | words about the length of the game |
//! | `from_start` | a game from the start that shows the same, if the record begins at a later position, or `null`: `headline`, `record`, `moves` |
//! | `same_signature` | a game from the start with the same signature, about another move or other values, unless `from_start` is as short; or `null`; missing in older files |
//! | `shorter` | the shortest game of the run that shows another difference, if it is shorter, or `null`: `headline`, `record`, `moves`, `finding` (the name of its finding) |
//! | `opinions` | the verdicts of further engines, or `null`: `odd_one_out`, `words`, `asked` (for each its `engine` and `agrees_with`) |
//! | `find`, `replay` | the commands that reproduce the finding and that replay its record, each as `words` (the program and its arguments) and as `text` (a line for a shell); `replay` is `null` if there is none |
//! | `programs` | the programs that were compared, as named on the command line: `against`, or `null`, and `with`, an array; `options`, all options that name them and say how to run them |
//! | `symmetry` | the place of the symmetry by which the program was compared with its own mirror image, or `null` |

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::command::Command;
use super::{ORIGINAL, REPORT, SHORT, is_stem, written};
use crate::base::whole;
use crate::compare::divergence::{Divergence, Signature};
use crate::compare::known::Accepted;
use crate::erased::Position;
use crate::report::finding::{Finding, Programs, Shorter};
use crate::report::opinions::{Opinions, Told};
use crate::shrink::deepen::Shortest;

/// The ending of the name of the file that holds a finding as data.
pub const STORED: &str = ".json";

/// The format that the file names.
const FORMAT: &str = "bustan-finding";

/// The number that changes when a field is removed or changes its meaning.
pub const VERSION: u64 = 1;

/// A finding as data.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stored {
    format: String,
    version: u64,
    bustan: String,
    /// The name of its game.
    pub game: String,
    /// The kind of difference.
    pub kind: String,
    /// The signature of the difference in its shortest game, as text.
    pub signature: String,
    /// The same signature, by which findings are compared.
    pub identity: Signature,
    /// The names of the engine under test and of the other.
    pub engines: [String; 2],
    /// The difference in one line.
    pub headline: String,
    /// The differences one by one.
    pub details: Vec<String>,
    /// The keys of the observations that differ.
    pub keys: Vec<String>,
    /// The shortest game.
    pub record: String,
    /// The number of its moves.
    pub moves: usize,
    /// Whether the last of them is the disputed move.
    pub question: bool,
    /// Its moves in the notation that people use, if it differs from that of programs.
    pub written: Option<String>,
    /// The known differences that are ignored in that game.
    pub passed_over: Vec<Accepted>,
    /// Whether there may be more of them.
    pub passed_over_open: bool,
    /// The last commands to the engine under test and to the other, with their answers.
    pub said: [Vec<String>; 2],
    /// The seed of the run.
    pub seed: u64,
    /// The number of the game in the run.
    pub number: u64,
    /// The policy that chose its moves.
    pub policy: String,
    /// Whether the difference was found while another was shrunk.
    pub met: bool,
    /// Whether the game began at a position that was set up.
    pub set_up: bool,
    /// The position that a run made up and offered as the start of that game, if it did.
    #[serde(default)]
    pub offered: Option<String>,
    /// Whether new engines showed the difference again; `None` until that was tried.
    pub reproducible: Option<bool>,
    /// The game as it was found.
    pub original: Original,
    /// The result of shrinking the game, once it is known.
    pub shrinking: Option<Shrinking>,
    /// Words about the length of the game.
    pub length: String,
    /// A game from the start that shows the same, if the record begins at a later position.
    pub from_start: Option<FromStart>,
    /// A game from the start with the same signature, about another move or other values, unless `from_start` is as short.
    #[serde(default)]
    pub same_signature: Option<FromStart>,
    /// The shortest game of the run that shows another difference, if it is shorter.
    pub shorter: Option<Shorter>,
    /// The verdicts of further engines.
    pub opinions: Option<Told>,
    /// The command that reproduces it.
    pub find: Command,
    /// The command that replays its shortest game.
    pub replay: Option<Command>,
    /// The programs that were compared.
    pub programs: Programs,
    /// The place of the symmetry by which the program was compared with its own mirror image.
    pub symmetry: Option<String>,
}

/// A game as it was found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Original {
    /// The signature of the difference, as text.
    pub signature: String,
    /// The difference in one line.
    pub headline: String,
    /// The record.
    pub record: String,
    /// The number of its moves.
    pub moves: usize,
    /// Whether the last of them is the disputed move.
    pub question: bool,
}

/// A game from the start that shows the difference of another game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FromStart {
    /// The difference there, in one line.
    pub headline: String,
    /// The record.
    pub record: String,
    /// The number of its moves.
    pub moves: usize,
}

impl FromStart {
    /// Converts this divergence.
    pub(super) fn of(game: &Divergence) -> Self {
        let (headline, record) = (game.headline.clone(), game.record.to_string());
        Self { headline, record, moves: game.record.moves.len() }
    }
}

/// The result of shrinking a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shrinking {
    /// Whether it was interrupted from outside.
    pub interrupted: bool,
    /// Whether that was before new engines had played the shrunk game.
    pub unconfirmed: bool,
    /// Whether it ended because time was up.
    pub overdue: bool,
    /// The steps that were not finished in time.
    pub unfinished: Vec<String>,
    /// Whether no game from the small starting positions shows the same difference in fewer moves.
    pub proven_shortest: bool,
    /// The search that supports this, if there was one.
    pub searched: Option<Searched>,
}

/// A search for shorter games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Searched {
    /// All games of up to this many moves were searched.
    pub moves: Option<usize>,
    /// Whether these are all shorter games.
    pub all_shorter: bool,
    /// The depth of the search in them.
    pub looked_at: String,
    /// The number of starting positions.
    pub starts: usize,
    /// Whether some games were not followed beyond another difference.
    pub cut: bool,
    /// Whether the engine under test took moves back between these games.
    pub took_back: bool,
}

impl Searched {
    /// Returns the extent of this search; `None` if there was none.
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
    /// Returns the finding as data. Its other files are in this directory.
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
            opinions: self.opinions.as_ref().map(Opinions::told),
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
    /// Returns the content of the file.
    pub fn text(&self) -> String {
        // A value of this type contains nothing that JSON cannot represent.
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }

    /// Whether this is the same finding: the same game of the same programs with the same difference, regardless of
    /// later work on it.
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
    /// There is no such file: an older version of Bustan has written the finding.
    #[error("an older version of Bustan wrote this finding; its signature is not known")]
    Missing,
    /// The file has this version, which is later than [`VERSION`].
    #[error("{}: {}", .0.display(), newer(*.1))]
    Newer(PathBuf, u64),
    /// The file cannot be read.
    #[error("{}: {}", .0.display(), .1)]
    Unreadable(PathBuf, #[source] io::Error),
    /// The file does not hold a finding, for this reason.
    #[error("{}: {}", .0.display(), .1)]
    Damaged(PathBuf, String),
}

impl StoreError {
    /// Returns the file; `None` if there is none.
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

/// Returns the reason why a file of this version cannot be read.
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

/// Reads the data of the finding of this name in a directory.
///
/// # Errors
/// When there is none, or it cannot be read by this version.
pub fn read(dir: &Path, name: &str) -> Result<Stored, StoreError> {
    let path = dir.join(format!("{name}{STORED}"));
    let text = match whole::text(&path) {
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

/// Whether a run made this position up and offered it to engines, according to the findings of the directory.
/// The empty path is the current directory.
pub fn was_offered(dir: &Path, position: &Position) -> bool {
    let is_this = |text: String| position.rules().position(&text).is_ok_and(|offered| offered == *position);
    let of = |stored: Stored| stored.game == position.rules().name() && stored.offered.is_some_and(is_this);
    let dir = if dir.as_os_str().is_empty() { Path::new(".") } else { dir };
    names(dir).is_ok_and(|names| names.iter().any(|name| read(dir, name).is_ok_and(of)))
}

/// A finding in a directory.
#[derive(Debug)]
pub struct Kept {
    /// The name of its files, without ending.
    pub name: String,
    /// The text of its shortest game.
    pub record: String,
    /// Everything else, as far as it can be read.
    pub stored: Result<Stored, StoreError>,
}

impl Kept {
    /// Reads the finding of this name, as far as its files are there.
    pub fn read(dir: &Path, name: &str) -> Self {
        let text = |suffix: &str| fs::read_to_string(dir.join(format!("{name}{suffix}")));
        let stored = read(dir, name);
        let record = match &stored {
            Ok(stored) => stored.record.clone(),
            Err(_) => text(SHORT).or_else(|_| text(ORIGINAL)).unwrap_or_default(),
        };
        Self { name: name.into(), record, stored }
    }

    /// Returns every text of its record, the best first, with the file that contains it. The others are used
    /// when the first is damaged.
    pub fn records(&self, dir: &Path) -> Vec<(&'static str, io::Result<String>)> {
        let stored = self.known().map(|stored| (STORED, Ok(stored.record.clone())));
        let text = |suffix| (suffix, fs::read_to_string(dir.join(format!("{}{suffix}", self.name))));
        let is_there = |(_, text): &(&str, io::Result<String>)| {
            !text.as_ref().is_err_and(|error| error.kind() == ErrorKind::NotFound)
        };
        stored.into_iter().chain([SHORT, ORIGINAL].map(text)).filter(is_there).collect()
    }

    /// Returns the name of its game.
    pub fn game(&self) -> &str {
        match &self.stored {
            Ok(stored) => &stored.game,
            Err(_) => game(&self.name),
        }
    }

    /// Returns all fields except its game.
    pub fn known(&self) -> Option<&Stored> {
        self.stored.as_ref().ok()
    }
}

/// Returns the game of a finding, given the name of its files.
fn game(name: &str) -> &str {
    name.split('-').next().unwrap_or_default()
}

/// Returns the names of the findings in a directory, in order. Each is the beginning of the names of its
/// files.
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

/// Returns the files of a directory that look as if they belonged to a finding but do not, each with the
/// reason.
pub fn strays(dir: &Path) -> Vec<String> {
    let mut told = Vec::new();
    for entry in fs::read_dir(dir).into_iter().flatten() {
        let name = match entry {
            Ok(entry) => entry.file_name(),
            Err(error) => {
                told.push(format!("an entry of the directory: {error}"));
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

/// Returns the report on a finding for people; empty if there is none.
pub fn report(dir: &Path, name: &str) -> String {
    fs::read_to_string(dir.join(format!("{name}{REPORT}"))).unwrap_or_default()
}
