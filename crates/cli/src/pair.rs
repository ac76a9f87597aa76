//! Comparison of the engines of `bustan serve`, and the findings about them.

use std::collections::BTreeSet;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};
use std::{fs, iter};

use bustan_games::GAMES;
use bustan_guide::Dialect;
use bustan_harness::any::Any;
use bustan_harness::compare::known::{Accepted, KnownDifferences};
use bustan_harness::compare::lockstep::Factories;
use bustan_harness::generate::FixedGame;
use bustan_harness::report::command::{Command, line};
use bustan_harness::report::paste;
use bustan_harness::report::stepped::{Thoroughness, stepped};
use bustan_harness::report::store::{self, STORED, StoreError, StoredFinding};
use bustan_harness::report::{Item, ORIGINAL, REPORT, SHORT, encoded, list};
use bustan_harness::run::check::{self, Outcome, Progress};
use bustan_harness::run::descend::{Branch, DescendError, Descents, DivideLimits, Divided};
use bustan_serve::{Edit, Pair, PairQuery};
use bustan_vocabulary::Game;
use serde_json::{Value, json};

use crate::args::rules_of;
use crate::changes::Changes;
use crate::check::budget;
use crate::divide::sentences;
use crate::earlier::is_of;
use crate::failure::Failure;
use crate::foreign::{ComparedEngines, hold};
use crate::shrink::shorten;
use crate::words::count;
use crate::{accept, files, notation, replay};
use bustan_harness::erased::{Position, Record};

/// `COUNTING`: The approximate time after which no further move is counted. `MOST_SEQUENCES`: The approximate
/// maximum number of sequences; if there would be more, nothing is counted.
const COUNTING: Duration = Duration::from_secs(20);
const MOST_SEQUENCES: f64 = 5e6;

/// The limits up to which [`fitting`] counts one move deeper: the depth, the expected number of sequences at
/// the next depth, and the time spent on the current one.
const FITTING_DEPTH: u32 = 4;
const FITTING_SEQUENCES: u64 = 20_000;
const FITTING_TIME: Duration = Duration::from_millis(500);

/// The time limit for shrinking a game for a page.
const SHRINKING: Duration = Duration::from_secs(30);

/// The name of the record in messages that would name its file.
const RECORD: &str = "the record";

/// Two engines to compare, and a directory of findings.
pub(crate) struct PairFolder {
    /// The games that the engines play, if they are programs.
    pub(crate) own: Option<Vec<String>>,
    pub(crate) rivals: Option<ComparedEngines>,
    pub(crate) directory: Option<PathBuf>,
    /// A flag that is set when the server ends.
    pub(crate) stop: Arc<AtomicBool>,
    /// The changes of the programs.
    pub(crate) changes: Changes,
}

impl PairFolder {
    /// The games that the engines can play.
    fn games(&self) -> Vec<&str> {
        match &self.own {
            Some(games) => games.iter().map(String::as_str).collect(),
            None => GAMES.to_vec(),
        }
    }

    /// Runs `work` on both engines, and stops it when its result is no longer needed.
    fn with(
        &self,
        game: &str,
        record: &str,
        unneeded: &Arc<AtomicBool>,
        work: impl FnOnce(Factories<'_>, Record) -> Result<Value, Failure>,
    ) -> Result<Value, String> {
        if !self.games().contains(&game) {
            return Err(match &self.own {
                Some(own) => format!("the programs of this server play {}, not {game}", named(own)),
                None => format!("{game:?} is not a game that both engines know"),
            });
        }
        let rules = rules_of(game).map_err(|failure| failure.to_string())?;
        let read = || rules.record(record).map_err(|error| Failure::Record(RECORD.into(), error));
        let home = || Ok(Some(read()?.start).filter(Position::is_start));
        let rivals = self.rivals.as_ref().map(|rivals| rivals.forgetting(unneeded));
        let done = hold(rules, rivals.as_ref(), &home, |factories| work(factories, read()?));
        done.map_err(|failure| failure.to_string())
    }

    fn options(&self) -> &[String] {
        self.rivals.as_ref().map_or(&[], ComparedEngines::options)
    }

    /// The list entry for a finding.
    fn entry(&self, kept: &StoredFinding) -> Value {
        let (game, stored) = (kept.game(), kept.known());
        let problem = kept.stored.as_ref().err().map(|error| match error {
            StoreError::Missing | StoreError::Newer(..) => error.why(),
            StoreError::Unreadable(..) | StoreError::Damaged(..) => {
                format!("{}{STORED} cannot be read: {}", kept.name, error.why())
            }
        });
        let others =
            stored.map(|stored| &stored.programs).filter(|named| !is_of(named, self.rivals.as_ref()));
        json!({
            "name": kept.name,
            "game": game,
            "headline": stored.map_or("", |stored| &stored.headline),
            "problem": problem,
            "signature": stored.map(|stored| &stored.signature),
            "moves": moves(game, &kept.record).ok(),
            "other_programs": others.map(|named| line(&named.options)),
        })
    }

    fn directory(&self) -> Result<&Path, String> {
        self.directory.as_deref().ok_or_else(|| "no directory of findings was given to bustan serve".into())
    }
}

/// The number of moves of a record.
fn moves(game: &str, record: &str) -> Result<usize, String> {
    let rules = bustan_games::rules_of(game).ok_or_else(|| format!("unknown game {game:?}"))?;
    match rules.record(record) {
        Ok(record) => Ok(record.moves.len()),
        Err(error) => Err(error.to_string()),
    }
}

/// Formats a list of words as in "a, b and c".
fn named(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [only] => only.clone(),
        [before @ .., last] => format!("{} and {last}", before.join(", ")),
    }
}

/// The games of the findings in a directory, in order.
pub(crate) fn games(dir: &Path) -> Vec<String> {
    let is_game = |game: &&str| *game == Any::NAME || GAMES.contains(game);
    let names = store::names(dir).unwrap_or_default();
    let games: BTreeSet<String> = names
        .iter()
        .map(|name| StoredFinding::read(dir, name).game().to_string())
        .filter(|game| is_game(&game.as_str()))
        .collect();
    games.into_iter().collect()
}

/// The reasons why findings in a directory cannot be shown, each with the file.
pub(crate) fn unshown(dir: &Path) -> Vec<String> {
    let records = [SHORT, ORIGINAL];
    let mut told = store::strays(dir);
    for stem in store::names(dir).unwrap_or_default() {
        let kept = StoredFinding::read(dir, &stem);
        if let Err(error) = &kept.stored
            && error.path().is_some()
        {
            told.push(format!("{stem}{STORED}: {}", error.why()));
        }
        for suffix in [SHORT, ORIGINAL, REPORT] {
            let name = format!("{stem}{suffix}");
            match fs::read_to_string(dir.join(&name)) {
                Err(error) if error.kind() == ErrorKind::NotFound => {}
                Err(error) => told.push(format!("{name}: {error}")),
                Ok(text) if records.contains(&suffix) => {
                    told.extend(moves(kept.game(), &text).err().map(|error| format!("{name}: {error}")));
                }
                Ok(_) => {}
            }
        }
    }
    told
}

/// The work of playing the game, with one of its moves edited, and an additional move if `then` gives one
/// with its player.
struct Step {
    edit: Option<Edit>,
    then: Option<(String, String)>,
    closely: Thoroughness,
    passing: Vec<Accepted>,
}

impl Step {
    fn work(self, factories: Factories<'_>, mut record: Record) -> Result<Value, Failure> {
        if let Some(edit) = self.edit {
            edited(&mut record, edit).map_err(Failure::Usage)?;
        }
        if let Some((player, mv)) = &self.then {
            let rules = record.start.rules();
            let player = rules
                .player(player)
                .map_err(|_| Failure::Usage(format!("{player:?} is not a player of {}", rules.name())))?;
            let mv = rules.mv(mv).map_err(Failure::Usage)?;
            record.moves.push((player, mv));
        }
        let mut known = KnownDifferences::accepting(self.passing);
        let stepped = stepped(factories, &mut known, &record, self.closely);
        let mut told = stepped.object();
        // Pages do not know the notation of records.
        let so_far = |plies: usize| {
            Record { start: record.start.clone(), moves: record.moves[..plies].to_vec() }.to_string()
        };
        told["records"] = (0..=record.moves.len()).map(so_far).collect();
        let moves = record
            .moves
            .iter()
            .map(|(player, mv)| [player.to_string(), mv.to_string(), player.describe_move(mv)]);
        told["moves"] = json!(moves.collect::<Vec<_>>());
        let legal = stepped.legal.iter().map(|mv| json!([mv.to_string(), mv.steps()]));
        told["legal"] = legal.collect();
        Ok(told)
    }
}

/// Replaces a move by another, or removes it.
fn edited(record: &mut Record, Edit { ply, to }: Edit) -> Result<(), String> {
    let there = record.moves.len();
    let at = ply.checked_sub(1).filter(|&at| at < there);
    let at = at.ok_or_else(|| {
        format!("there is no move {ply}: the game has {}", count(there as u64, "move", "moves"))
    })?;
    match to {
        Some(text) => {
            record.moves[at].1 = record
                .start
                .rules()
                .mv(text.trim())
                .map_err(|error| format!("{text:?} is not a move: {error}"))?;
        }
        None => drop(record.moves.remove(at)),
    }
    Ok(())
}

/// The work of shrinking the game.
struct Shrink<'b> {
    beside: &'b PairFolder,
    directory: &'b Path,
}

impl Shrink<'_> {
    fn work(self, factories: Factories<'_>, record: Record) -> Result<Value, Failure> {
        let PairFolder { rivals, stop, .. } = self.beside;
        let rules = record.start.rules();
        let words = ["bustan", "shrink", "RECORD", "--game", rules.name()].map(String::from).into_iter();
        let command = Command::new(words.chain(self.beside.options().to_vec()));
        let reports = files::reports(Some(self.directory))?.of_run(&command.text, 0, &[rules.name()]);
        let progress = Progress { stop: Arc::clone(stop), ..Progress::default() };
        let replay = replay::command(rules, rivals.as_ref()).accepting(accept::OPTION);
        let budget = budget(rivals.as_ref(), Some(SHRINKING));
        let plan = shorten(
            rules,
            FixedGame::Record(record),
            budget,
            Some(self.directory),
            reports.clone(),
            command,
            replay,
        );
        let Outcome { findings, broken_off, .. } = check::run(&plan, factories, &progress, &|_| {});
        reports.finish().map_err(|error| Failure::Usage(error.to_string()))?;
        if let Some(why) = broken_off.filter(|_| findings.is_empty()) {
            return Err(Failure::Usage(why));
        }
        Ok(match findings.first() {
            None => json!({ "name": null }),
            Some(finding) => json!({
                "name": finding.stem(),
                "headline": finding.best().headline,
                "moves": finding.best().record.moves.len(),
                "length": finding.length(),
            }),
        })
    }
}

/// The work of counting sequences by first move.
struct Divide<'a> {
    /// The number of moves; `None` for a number that can be counted quickly.
    depth: Option<u32>,
    unneeded: &'a AtomicBool,
}

impl Divide<'_> {
    fn work(self, factories: Factories<'_>, record: Record) -> Result<Value, Failure> {
        let Self { depth, unneeded } = self;
        let until = Instant::now() + COUNTING;
        let limits = DivideLimits { until, unneeded, sequences: MOST_SEQUENCES };
        let mut descents = Descents::new(factories);
        let (depth, divided) = match depth {
            Some(depth) => (depth, descents.divide(&record, depth, limits)),
            None => fitting(|depth| descents.divide(&record, depth, limits)),
        };
        let Divided { engines, branches, uncounted, trouble } = divided
            .map_err(|error| match error {
                DescendError::TooMany(..) => format!("{error} for a page; bustan divide counts them"),
                error => error.to_string(),
            })
            .map_err(Failure::Usage)?;
        let behind = |Branch { player, mv, nodes }: &Branch| {
            let mut game = record.clone();
            game.moves.push((*player, mv.clone()));
            let said = player.describe_move(mv);
            json!({ "said": said, "move": mv.to_string(), "nodes": nodes, "record": game.to_string() })
        };
        Ok(json!({
            "game": record.start.rules().name(),
            "depth": depth,
            "engines": engines,
            "branches": branches.iter().map(behind).collect::<Vec<_>>(),
            "uncounted": uncounted,
            "trouble": trouble.map(|parting| sentences(&parting, &engines)),
        }))
    }
}

/// The formats of a finding's game for other programs and pages: an array of objects with `name`, `text` and
/// `link`, a URL or `null`. A move that was only queried, not played, is omitted.
fn pasted(kept: &StoredFinding, dialect: &Dialect) -> Value {
    let shown = || {
        let stored = kept.known()?;
        let rules = rules_of(&stored.game).ok()?;
        let mut record = rules.record(&stored.record).ok()?;
        if stored.question {
            record.moves.pop();
        }
        Some(notation::forms(rules, &record.to_string(), dialect))
    };
    paste::object(&shown().unwrap_or_default())
}

/// Counts one move deeper as long as this is quick and the engines agree, and returns the last depth with its
/// counts.
fn fitting(
    mut count: impl FnMut(u32) -> Result<Divided, DescendError>,
) -> (u32, Result<Divided, DescendError>) {
    let (mut depth, mut before) = (1, 1);
    loop {
        let begun = Instant::now();
        let counted = count(depth);
        let Ok(Divided { branches, uncounted: 0, trouble: None, .. }) = &counted else {
            return (depth, counted);
        };
        let agree = branches.iter().all(|branch| branch.nodes[0] == branch.nodes[1]);
        let sequences: u64 = branches.iter().filter_map(|branch| branch.nodes[0]).sum();
        // The next depth is assumed to multiply the count by the same factor as the current one.
        let next = sequences.saturating_mul(sequences) / before;
        let ends = depth == FITTING_DEPTH || sequences == 0 || next > FITTING_SEQUENCES;
        if !agree || ends || begun.elapsed() > FITTING_TIME {
            return (depth, counted);
        }
        (depth, before) = (depth + 1, sequences);
    }
}

impl Pair for PairFolder {
    fn about(&self) -> Value {
        json!({
            "games": self.games(),
            "directory": self.directory.as_deref().map(files::name),
            "options": line(self.options()),
        })
    }

    fn findings(&self) -> Result<Value, String> {
        let dir = self.directory()?;
        let names = store::names(dir).map_err(|error| format!("{}: {error}", files::name(dir)))?;
        let entries: Vec<Value> =
            names.iter().map(|name| self.entry(&StoredFinding::read(dir, name))).collect();
        let items = names.iter().zip(&entries).map(|(stem, entry)| Item {
            link: format!("#finding={}", encoded(stem)),
            name: stem,
            game: entry["game"].as_str().unwrap_or_default(),
            headline: match entry["problem"].is_null() {
                true => entry["headline"].as_str().unwrap_or_default(),
                false => "difference not known",
            },
            class: "open",
            note: entry["moves"].as_u64().map_or("no record".into(), |moves| count(moves, "move", "moves")),
        });
        let list = list("Findings", items);
        Ok(json!({ "findings": entries, "list": list, "unshown": unshown(dir) }))
    }

    fn finding(&self, name: &str) -> Result<Value, String> {
        let dir = self.directory()?;
        let known = store::names(dir).is_ok_and(|names| names.iter().any(|other| other == name));
        if !known {
            return Err(format!("{}: unknown finding {name:?}", files::name(dir)));
        }
        let kept = StoredFinding::read(dir, name);
        let stored = kept.known();
        let commands = stored.map(|stored| iter::once(&stored.find).chain(&stored.replay));
        let commands: Vec<&str> =
            commands.into_iter().flatten().map(|command| command.text.as_str()).collect();
        let mut entry = self.entry(&kept);
        entry["record"] = json!(kept.record);
        entry["report"] = json!(store::report(dir, name));
        entry["commands"] = json!(commands);
        entry["paste"] =
            pasted(&kept, &self.rivals.as_ref().map(ComparedEngines::dialect).unwrap_or_default());
        entry["passed_over"] = json!(stored.map(|stored| stored.passed_over.clone()).unwrap_or_default());
        Ok(entry)
    }

    fn step(&self, asked: PairQuery, unneeded: &Arc<AtomicBool>) -> Result<Value, String> {
        let PairQuery { game, record, edit, then, closely, passing } = asked;
        let passing = passing.iter().map(|text| text.parse::<Accepted>().map_err(|error| error.to_string()));
        let passing = passing.collect::<Result<_, String>>()?;
        let closely = if closely { Thoroughness::Whole } else { Thoroughness::Along };
        let step = Step { edit, then, closely, passing };
        self.with(&game, &record, unneeded, |factories, record| step.work(factories, record))
    }

    fn shrink(&self, game: &str, record: &str) -> Result<Value, String> {
        let directory = self.directory()?;
        let shrink = Shrink { beside: self, directory };
        self.with(game, record, &Arc::default(), |factories, record| shrink.work(factories, record))
    }

    fn divide(
        &self,
        game: &str,
        record: &str,
        depth: Option<u32>,
        unneeded: &Arc<AtomicBool>,
    ) -> Result<Value, String> {
        if depth == Some(0) {
            return Err("a sequence has at least one move".into());
        }
        let divide = Divide { depth, unneeded };
        self.with(game, record, unneeded, |factories, record| divide.work(factories, record))
    }

    fn stamp(&self) -> u64 {
        self.changes.count()
    }
}
