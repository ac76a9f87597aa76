//! Findings: a divergence with its origin and the results of all work on it.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::{Path, PathBuf};

use bustan_guide::Style;
use serde::{Deserialize, Serialize};

use crate::compare::divergence::{Divergence, Kind};
use crate::compare::known::Accepted;
use crate::compare::plural;
use crate::erased::Position;
use crate::report::command::Command;
pub use crate::report::command::{Programs, ReplayCommand, RunExtent, SearchCommand};
use crate::report::frequency::frequency;
use crate::report::games::{Games, shortened};
use crate::report::opinions::Opinions;
use crate::report::paste;
use crate::report::{FROM_START, ORIGINAL, SAME_SIGNATURE, SHORT};
use crate::shrink::replay::rank;
use crate::shrink::{OtherDivergence, Shrunk};

/// The files of a finding on disk.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FindingFiles {
    /// The files that exist.
    pub files: Vec<PathBuf>,
    /// The number that distinguishes the finding from others whose files would have the same names, from 1; 0
    /// before anything is written.
    pub(crate) number: u32,
    /// Whether an earlier run wrote the same finding. In that case, the current run must not remove its
    /// files.
    pub(crate) before: bool,
    /// Files that are out of date. They are removed when nothing refers to them any more.
    pub(crate) stale: Vec<PathBuf>,
    /// Whether the files are out of date because the report of the finding has changed.
    pub(crate) outdated: bool,
}

impl Finding {
    /// Takes over the files of `other`, a finding that this one replaces, if the files of both have the same
    /// names, so that each file is replaced atomically. Files of an earlier run are not taken over.
    pub(crate) fn replace(&mut self, other: &mut Self) {
        if other.original.signature == self.original.signature
            && other.game == self.game
            && !other.written.before
        {
            let original = format!("{}{ORIGINAL}", other.stem());
            self.written = std::mem::take(&mut other.written);
            self.written.files.retain(|file| file.file_name().is_none_or(|name| name != original.as_str()));
        }
    }
}

/// A shorter game that shows a different divergence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shorter {
    /// The difference that the game shows, in one line.
    pub headline: String,
    /// The record of the game.
    pub record: String,
    /// The number of moves of the game.
    pub moves: usize,
    /// The name of the finding that the game belongs to.
    #[serde(default)]
    pub finding: Option<String>,
}

/// The origin of the position at which a game begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum StartOrigin {
    /// The position is one of the game: a start, a position given by the user, or one that an engine
    /// reported.
    KnownDifferences,
    /// The position was obtained by shrinking one that an engine reported.
    Smaller,
    /// A run made the position up and offered it to both engines, or the position was obtained by shrinking
    /// such a one.
    Offered,
    /// An engine reported the position, in a game from a position that a run had offered.
    AfterOffered,
}

impl StartOrigin {
    /// Describes where the game begins; `None` if this is not remarkable.
    const fn place(self) -> Option<&'static str> {
        match self {
            Self::KnownDifferences => None,
            Self::Smaller | Self::Offered => Some("from a made-up position"),
            Self::AfterOffered => Some("from a position after a made-up one"),
        }
    }

    /// Returns a remark that the position may not be one of the game.
    const fn remark(self) -> &'static str {
        match self {
            Self::KnownDifferences => "",
            Self::Smaller => {
                "This position was made smaller than one that an engine reported. Both engines accept it, but a game may \
                 not be able to reach it, and then neither engine is wrong there. The game found is not made up.\n\n"
            }
            Self::Offered => {
                "This is a position of chess that Bustan made up, because both engines start as chess does. Both accept it, \
                 but their game may have no such position, and then neither engine is wrong there.\n\n"
            }
            Self::AfterOffered => {
                "This position comes from one of chess that Bustan made up, because both engines start as chess does. Both \
                 accepted that one, but their game may have no such position, and then neither engine is wrong here.\n\n"
            }
        }
    }
}

/// The value of `policy` for a game that is chosen by the input of a fuzzer.
pub(crate) const INPUT: &str = "input";

/// The value of `policy` for a game that was recorded before.
pub(crate) const RECORD: &str = "record";

/// A divergence that a run found.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The seed of the run.
    pub seed: u64,
    /// The number of the game in the run, from 0.
    pub game: u64,
    /// The policy with which the game began, `input` if a fuzzer's input chose its moves, or `record` if it
    /// was recorded before.
    pub policy: &'static str,
    /// Whether the game showed another divergence, and this one was found while the other was shrunk.
    pub met: bool,
    /// The number of games of the run that showed this finding: 0 if it was found only while another was
    /// shrunk.
    pub count: u64,
    /// The number of the first game that showed the finding. It equals [`game`](Self::game), unless a later
    /// game could be shrunk further or no game showed the finding.
    pub first: u64,
    /// The number of games that could not continue after the finding.
    pub ended: u64,
    /// The first and the last ply at which games showed the finding; `None` if no game showed it directly.
    pub plies: Option<(usize, usize)>,
    /// The number of games played, as far as it is known; 0 if the run does not play games.
    pub games: u64,
    /// A command that reproduces the finding.
    pub command: Command,
    /// The command in reports that replays the finding's record.
    pub replay: ReplayCommand,
    /// The divergence as first found, before shrinking.
    pub original: Divergence,
    /// Whether the original game began at a position that was only set up.
    pub set_up: bool,
    /// The position that a run made up and offered as the start of the game, in a game whose rules are
    /// unknown. After a difference, the game may have continued from another position.
    pub offered: Option<Position>,
    /// Whether the original game begins at a position that was obtained by shrinking one that an engine
    /// reported, because the game was shrunk before the finding turned out not to be deterministic.
    pub smaller: bool,
    /// Whether new engines reproduced the finding when they replayed the game; `None` until that was tried.
    /// If they did not, an engine carries state over from one game to the next, or is not deterministic.
    pub reproducible: Option<bool>,
    /// The files of the finding on disk.
    pub written: FindingFiles,
    /// The shrunk game, once there is one.
    pub shrunk: Option<Shrunk>,
    /// The shortest game of the run with another divergence, if it is shorter.
    pub shorter: Option<Shorter>,
    /// The verdicts of additional engines, if there are any.
    pub opinions: Option<Opinions>,
}

impl Finding {
    /// Whether the shortest game begins at a made-up position, or at a position derived from one. The
    /// position may then not be one of the game.
    pub(crate) fn is_made_up(&self) -> bool {
        self.beginning() != StartOrigin::KnownDifferences
    }

    /// Returns the origin of the position at which the shortest game begins.
    fn beginning(&self) -> StartOrigin {
        let start = &self.best().record.start;
        let shrunk = self.shrunk.as_ref();
        let smaller = shrunk.map_or(self.smaller, |shrunk| shrunk.made_up);
        match &self.offered {
            _ if start.is_start() => StartOrigin::KnownDifferences,
            Some(offered) if smaller || start == offered => StartOrigin::Offered,
            Some(_) => StartOrigin::AfterOffered,
            None if smaller => StartOrigin::Smaller,
            None => StartOrigin::KnownDifferences,
        }
    }

    /// Returns the divergences found while the game was shrunk, as separate findings.
    pub(crate) fn others(&mut self) -> Vec<Self> {
        let others =
            self.shrunk.as_mut().map(|shrunk| std::mem::take(&mut shrunk.others)).unwrap_or_default();
        let other = |met: OtherDivergence| Self {
            policy: self.policy,
            command: self.command.clone(),
            replay: self.replay.clone(),
            met: true,
            count: 0,
            ended: 0,
            plies: None,
            first: self.game,
            set_up: !met.original.record.start.is_start(),
            offered: self.offered.clone(),
            reproducible: met.confirmed.then_some(true),
            original: met.original,
            written: FindingFiles::default(),
            shrunk: met.shrunk,
            shorter: None,
            opinions: None,
            ..*self
        };
        others.into_iter().map(other).collect()
    }
}

/// Returns the files of findings.
pub(crate) fn files<'f>(findings: impl IntoIterator<Item = &'f Finding>) -> BTreeSet<PathBuf> {
    findings.into_iter().flat_map(|finding| finding.written.files.iter().cloned()).collect()
}

/// Records with each finding the shortest game of all findings, if it is shorter than the finding's own game.
pub(crate) fn note_shorter(findings: &mut [&mut Finding]) {
    // If one engine violates an invariant by itself, this is usually a consequence of a bug that also shows
    // in the comparison with the other engine. A game that new engines have not played may show nothing.
    let shown = findings.iter().filter(|finding| !finding.is_unconfirmed());
    let causes = shown.map(|finding| finding.best());
    let causes = causes.filter(|best| best.signature.kind() != Kind::Law);
    let shortest = causes.min_by_key(|best| rank(best));
    let Some(shortest) = shortest else { return };
    let least = rank(shortest);
    let moves = shortest.record.moves.len();
    let finding =
        findings.iter().find(|finding| std::ptr::eq(finding.best(), shortest)).map(|one| one.stem());
    let (headline, record) = (shortest.headline.clone(), shortest.record.to_string());
    let noted = Shorter { headline, record, moves, finding };
    let signature = shortest.signature.clone();
    for finding in findings {
        let best = finding.best();
        let (set_up, moves) = rank(best);
        // The differences that are ignored in the game are already named.
        let news = best.signature != signature
            && best.headline != noted.headline
            && !best.known.passed().any(|passed| passed.names_signature(&signature));
        let shorter = (news && least.0 == set_up && least.1 < moves).then(|| noted.clone());
        finding.written.outdated |= finding.shorter != shorter && finding.written.number > 0;
        finding.shorter = shorter;
    }
}

impl Finding {
    /// Returns the divergence of the shortest known game.
    pub fn best(&self) -> &Divergence {
        self.shrunk.as_ref().map_or(&self.original, |shrunk| &shrunk.divergence)
    }

    /// Returns the divergence of a game from the start that shows the same difference, if the shortest game
    /// begins at a later position.
    pub(crate) fn game_from_start(&self) -> Option<&Divergence> {
        self.shrunk.as_ref()?.from_start.as_deref()
    }

    /// Returns the divergence of a game from the start with the same signature, but about another move or
    /// other values, if it is shorter than the game from the start that shows the same difference.
    pub(crate) fn game_of_same_signature(&self) -> Option<&Divergence> {
        self.shrunk.as_ref()?.same_signature.as_deref()
    }

    /// Whether new engines have not replayed the shortest game, because shrinking was interrupted.
    fn is_unconfirmed(&self) -> bool {
        self.shrunk.as_ref().is_some_and(|shrunk| shrunk.unconfirmed)
    }

    /// Whether shrinking ended before it had searched the shortest game for further ignored differences.
    pub(crate) fn is_passed_open(&self) -> bool {
        self.shrunk.as_ref().is_some_and(|shrunk| shrunk.passed_open)
    }

    /// Returns the number of games per thousand that show the finding, if the run played games.
    pub fn rate(&self) -> Option<f64> {
        (self.games > 0).then(|| self.count as f64 * 1000.0 / self.games as f64)
    }

    /// Returns the name of the finding's files, without extension: game, signature, seed and the number of
    /// the game, and another number if an earlier run used this name for another finding.
    pub fn stem(&self) -> String {
        let stem = format!(
            "{}-{}-{}-{}",
            self.original.rules().name(),
            self.original.signature,
            self.seed,
            self.game
        );
        match self.written.number {
            0 | 1 => stem,
            number => format!("{stem}-{number}"),
        }
    }

    /// Returns the finding's file with this suffix, if it was written.
    fn file(&self, suffix: &str) -> Option<&Path> {
        let name = format!("{}{suffix}", self.stem());
        let is_named = |file: &&PathBuf| file.file_name().is_some_and(|other| other == name.as_str());
        self.written.files.iter().find(is_named).map(PathBuf::as_path)
    }

    /// Returns the path of the file `name` in the directory of the finding's files.
    fn beside(&self, name: &str) -> String {
        let dir = self.written.files.first().and_then(|file| file.parent()).unwrap_or(Path::new(""));
        dir.join(name).display().to_string()
    }

    /// Returns the path of the record of the shortest game, if it was written.
    pub fn reproducer(&self) -> Option<&Path> {
        self.file(SHORT).or_else(|| self.file(ORIGINAL))
    }

    /// Returns the command that replays the record of the shortest game on both engines. There is one if the
    /// record was written and, as far as was tried, reproduces the finding.
    pub fn replay(&self) -> Option<Command> {
        self.replay_of(self.reproducer()?)
    }

    /// Returns the command that shrinks the shortest game further, if a command [replays](Self::replay) it.
    pub fn shrink(&self) -> Option<Command> {
        self.replay().map(Command::shrinking)
    }

    /// Returns the command that replays the record of the shortest game from `file`, if this reproduces the
    /// finding, as far as was tried.
    pub(crate) fn replay_of(&self, file: &Path) -> Option<Command> {
        if self.reproducible == Some(false) {
            return None;
        }
        self.replay.command(file, &self.best().known)
    }

    /// Returns the moves of the shortest game in human notation, if it differs from the notation of the
    /// protocol.
    pub fn moves(&self) -> Option<String> {
        self.replay.moves(&self.best().record)
    }
}

impl Finding {
    /// Describes the number of games that showed the finding, and the first of them. From 100 games, includes
    /// the rate per thousand.
    pub fn frequency(&self) -> String {
        match (self.games, self.count) {
            (0, _) => "once".into(),
            (games, 0) => {
                let games = plural(games as usize, "game");
                format!("in none of {games} by itself; found while shrinking game {}", self.game)
            }
            (games, count) => frequency(count, games, self.first),
        }
    }

    /// Describes the plies at which the finding occurred, and the number of games that ended with it; `None`
    /// if no game showed it directly.
    pub fn extent(&self) -> Option<String> {
        let (first, last) = self.plies?;
        let plies = match first == last {
            true => format!("after {}", plural(first, "move")),
            false => format!("after {first} to {}", plural(last, "move")),
        };
        let ended = match (self.ended, self.count) {
            (0, _) => "games continued after it".into(),
            (ended, count) if ended == count => "nothing after it was checked".into(),
            (ended, _) => format!("{} ended with it", plural(ended as usize, "game")),
        };
        Some(format!("{plies}; {ended}"))
    }

    /// Describes the origin of the finding.
    pub(crate) fn origin(&self) -> String {
        let game = match self.policy {
            INPUT => "the input of a fuzzer".into(),
            RECORD => "the record given".into(),
            policy => format!("game {} of seed {}, policy {policy}", self.game, self.seed),
        };
        if self.met { format!("found while another difference was shrunk: {game}") } else { game }
    }

    /// Returns the names of the finding's files.
    pub(crate) fn names(&self) -> Vec<String> {
        let names = self.written.files.iter().filter_map(|file| file.file_name());
        names.map(|name| name.to_string_lossy().into_owned()).collect()
    }
}

impl Finding {
    /// Describes the length of the shortest game, and what is known about it.
    pub fn length(&self) -> String {
        let best = &self.best().record;
        let mut moves = plural(best.moves.len(), "move");
        let place = self.beginning().place();
        if let Some(place) = place.filter(|_| self.shrunk.is_none()) {
            moves = format!("{moves} {place}");
        }
        match &self.shrunk {
            None => match self.reproducible {
                None => format!("{moves}, not confirmed by a replay on new engines yet"),
                Some(true) => format!("{moves}, not shrunk yet"),
                Some(false) if self.best().signature.kind() == Kind::Chance => {
                    format!("{moves}; not shrunk, because two replays of the game differ")
                }
                Some(false) if self.best().signature.end().is_some() => {
                    format!("{moves}; ended once, not reproducible on new engines, so not shrunk")
                }
                Some(false) => format!("{moves}; not reproducible on new engines, so not shrunk"),
            },
            Some(shrunk) => {
                let from = self.original.record.moves.len();
                let proof = match best.moves.is_empty() && !shrunk.unconfirmed {
                    true => "none is shorter".into(),
                    false => shrunk.shortest.words(),
                };
                let left: Vec<String> = shrunk.unfinished.iter().map(ToString::to_string).collect();
                let cut = match (shrunk.interrupted, shrunk.overdue) {
                    (true, _) if shrunk.unconfirmed => {
                        "; shrinking was interrupted before new engines had played this game".into()
                    }
                    (true, _) => "; shrinking was interrupted".into(),
                    _ if !left.is_empty() && !shrunk.shortest.is_proven() => {
                        format!("; not finished in time: {}", left.join(", "))
                    }
                    (false, true) if !shrunk.shortest.is_proven() => "; time ended the search".into(),
                    (false, true) if !best.start.is_start() => {
                        "; time ended the search for shorter games from the start".into()
                    }
                    (false, _) => String::new(),
                };
                // A game from the start is more convincing than a shorter one from a position that may be
                // unreachable.
                let origin = if self.set_up && best.start.is_start() {
                    format!(
                        "played from the start instead of {} from a position set up",
                        plural(from, "move")
                    )
                } else if let Some(place) = place {
                    format!("{place}; shrunk from {from}")
                } else if shrunk.from_start.is_some() {
                    format!("from a position on the way; shrunk from {from}")
                } else {
                    format!("shrunk from {from}")
                };
                format!("{moves}, {origin}, {proof}{cut}")
            }
        }
    }
}

impl Finding {
    /// Returns the human-readable report: the difference, the game, and both boards, which are side by side
    /// if they fit in `width` columns.
    pub fn text(&self, style: Style, width: usize) -> String {
        self.full_text(style, width, None)
    }

    /// Returns the report as a part of a summary that prints each of `games` only once and truncates long
    /// games.
    pub fn summary(&self, style: Style, width: usize, games: &Games) -> String {
        self.full_text(style, width, Some(games))
    }

    /// Returns the shorter game that shows another difference, if there is one, as printed by a summary with
    /// these `games`.
    fn shorter_text(&self, width: usize, games: Option<&Games>) -> String {
        let Some(Shorter { headline, record, moves, finding }) = &self.shorter else { return String::new() };
        let moves = plural(*moves, "move");
        let file = finding.as_ref().map(|name| self.beside(&format!("{name}.*"))).filter(|_| games.is_some());
        let place = games.and_then(|games| games.place(record, &self.stem(), false));
        let game =
            place.map_or_else(|| shortened(record, width, file.as_deref()), |place| format!("  {place}"));
        format!(
            "{}: a shorter game ({moves}) shows another difference: {headline}\n{game}\n\n",
            self.original.rules().name()
        )
    }

    /// Returns the game from the start that shows the same difference, if there is one, as printed by a
    /// summary with these `games`.
    fn start_text(&self, width: usize, games: Option<&Games>) -> String {
        let Some(game) = self.game_from_start() else { return String::new() };
        let (moves, text) = self.difference_text(game, FROM_START, width, games);
        format!("A game from the start shows it, too ({moves}):\n{text}\n\n")
    }

    /// Returns the game from the start with the same signature, if there is one, as printed by a summary with
    /// these `games`.
    fn same_signature_text(&self, width: usize, games: Option<&Games>) -> String {
        let Some(game) = self.game_of_same_signature() else { return String::new() };
        let (moves, text) = self.difference_text(game, SAME_SIGNATURE, width, games);
        let a = if self.game_from_start().is_some() { "A shorter" } else { "A" };
        format!("{a} game from the start has the same signature ({moves}): {}\n{text}\n\n", game.headline)
    }

    /// Returns the number of moves and the text of another game of the finding, whose file name ends with
    /// `ending`.
    fn difference_text(
        &self,
        game: &Divergence,
        ending: &str,
        width: usize,
        games: Option<&Games>,
    ) -> (String, String) {
        let record = game.record.to_string();
        let file = self.file(ending).filter(|_| games.is_some()).map(|file| file.display().to_string());
        let place = games.and_then(|games| games.place(&record, &self.stem(), false));
        let text =
            place.map_or_else(|| shortened(&record, width, file.as_deref()), |place| format!("  {place}"));
        (plural(game.record.moves.len(), "move"), text)
    }

    /// Returns the shortest game, as printed by a summary with these `games`; `None` if it has no moves.
    fn game_text(&self, width: usize, games: Option<&Games>) -> Option<String> {
        let record = Some(self.best().record.to_string()).filter(|record| !record.is_empty())?;
        let place = games.and_then(|games| games.place(&record, &self.stem(), true));
        if let Some(place) = place {
            return Some(format!(" {place}"));
        }
        let file = self.reproducer().filter(|_| games.is_some()).map(|file| file.display().to_string());
        let moves = self.moves().map(|moves| shortened(&format!("({moves})"), width, file.as_deref()));
        let moves = moves.map(|moves| format!("\n{moves}")).unwrap_or_default();
        Some(format!("\n{}{moves}", shortened(&record, width, file.as_deref())))
    }

    fn full_text(&self, style: Style, width: usize, games: Option<&Games>) -> String {
        let best = self.best();
        let mut text = self.shorter_text(width, games);
        text += &best.text_with(&self.length(), self.game_text(width, games).as_deref(), style, width);
        text += &best.cited();
        text += self.beginning().remark();
        text += &self.start_text(width, games);
        text += &self.same_signature_text(width, games);
        let (found, signature) = (if self.met { "Found while" } else { "Found in" }, &best.signature);
        let short = if self.met { " was shrunk" } else { "" };
        let game = match self.policy {
            INPUT => "the input of a fuzzer".into(),
            RECORD => "the record given".into(),
            policy => format!("game {} (policy {policy})", self.game),
        };
        let _ = writeln!(text, "{found} {game}{short}, signature {signature}.");
        let passed: Vec<String> = best.known.passed().map(ToString::to_string).collect();
        if !passed.is_empty() {
            let _ = writeln!(text, "Ignored on the way: {}.", passed.join(", "));
        }
        if self.is_passed_open() {
            text += "Shrinking ended before all differences that are ignored on the way were checked.\n";
        }
        if let Some(opinions) = &self.opinions {
            let _ = writeln!(text, "{}", opinions.words());
        }
        let _ = writeln!(text, "Find it again: {}", self.command);
        if let Some(command) = self.replay() {
            let _ = writeln!(text, "Play it again: {command}");
        }
        text += &self.past_text().unwrap_or_default();
        text + &paste::text(&self.forms())
    }

    /// Describes how to ignore the finding; `None` if no option does that, for example because an engine
    /// answers at random.
    fn past_text(&self) -> Option<String> {
        let (best, option) = (self.best(), self.replay.accepting?);
        let signature = &best.signature;
        let mv = best.record.moves.last().filter(|_| best.question && signature.is_without_reason());
        let can_be_accepted = |words: &String| words.parse::<Accepted>().is_ok();
        match mv {
            Some((_, mv)) => Some(format!(
                "Other moves may show the same difference for another reason. To ignore this one: {option} \
                 {}@{mv}\n",
                signature.anywhere()
            )),
            None => {
                let words = [signature.to_string(), signature.anywhere().to_string()];
                let words = words.into_iter().find(can_be_accepted)?;
                Some(format!("To ignore this one: {option} {words}\n"))
            }
        }
    }
}

impl Finding {
    /// Returns the complete report: the [text](Self::text), and the last messages to and from programs.
    pub fn report(&self, style: Style, width: usize) -> String {
        let mut report = self.text(style, width);
        let best = self.best();
        for (name, said) in best.engines.iter().zip(&best.said).filter(|(_, said)| !said.is_empty()) {
            let _ = writeln!(
                report,
                "\nThe last messages to {name} (>) and from it (<):\n  {}",
                said.join("\n  ")
            );
        }
        report
    }
}
